#include "VectorizeFile.h"
#include "FuseLoops.h"
#include "Report.h"
#include "Threads.h"
#include "WriteFile.h"
#include "vecify/Lower/Lower.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

namespace vecify {

using llvm::Expected;

/// Targets by name, or what the compile flags allow, or AVX2 behind a run-time test.
static Target withoutLibrary(Target target, llvm::StringRef library) {
  llvm::erase_if(target.rows, [&](const Row &row) {
    const PreambleFunction *helper = row.kind == OpKind::MathCall ? target.findPreamble(row.helper) : nullptr;
    return helper && helper->library == library;
  });
  return finish(std::move(target));
}

static Expected<std::vector<Target>> chooseTargets(const ParsedFile &file, const Options &options) {
  std::vector<std::string> specs = options.targets;
  auto has = [&](llvm::StringRef feature) {
    auto it = file.features.find(feature.str());
    return it != file.features.end() && it->second;
  };
  if (specs.empty()) {
    if (file.isAArch64)
      specs = {"neon"};
    else if (has("avx512f") && has("avx512bw") && has("avx512dq") && has("avx512vl"))
      specs = {"avx512"};
    else
      specs = {"avx2"};
    specs[0] = withExtensions(specs[0], has);
  }
  std::vector<Target> targets;
  for (const std::string &spec : specs) {
    Expected<Target> target = parseTarget(spec);
    if (!target)
      return target.takeError();
    if (!options.mayCallSleef)
      *target = withoutLibrary(std::move(*target), "sleef");
    tuneFor(*target, file.cpu);
    // Two of one ISA are told apart by their extensions: f_avx512_vnni and f_avx512_vbmi.
    const auto isOfThisIsa = [&](const std::string &other) {
      return llvm::StringRef(other).split('+').first == llvm::StringRef(spec).split('+').first;
    };
    if (llvm::count_if(specs, isOfThisIsa) > 1) {
      target->name = spec;
      std::replace(target->name.begin(), target->name.end(), '+', '_');
    }
    targets.push_back(std::move(*target));
  }
  // The widest is tried first at run time, and what needs more before what needs less.
  llvm::stable_sort(targets, [](const Target &a, const Target &b) {
    return std::pair(a.registerBits[0], a.extensions.size()) > std::pair(b.registerBits[0], b.extensions.size());
  });
  return targets;
}

static bool isNeon(const Target &target) { return llvm::StringRef(target.name).starts_with("neon"); }

/// The compile flags already promise all that the code needs.
static bool allowedByFlags(const ParsedFile &file, const Target &target) {
  if (target.isSimt)
    return false; // a function of its own
  if (isNeon(target) && target.extensions.empty())
    return true; // part of the base of every aarch64; other architectures never see it
  return isNeon(target) == file.isAArch64 && llvm::all_of(target.requires_, [&](const std::string &feature) {
           auto it = file.features.find(feature);
           return it != file.features.end() && it->second;
         });
}

std::string headerPath(const Options &options) {
  llvm::SmallString<128> path(options.outputPath.empty() ? "variants.c" : options.outputPath);
  llvm::sys::path::replace_extension(path, "h");
  return path.str().str();
}

Expected<FileResult> openFile(const std::string &path, const Options &options, llvm::raw_ostream &err) {
  FrontendOptions frontend;
  frontend.compileFlags = options.compileFlags;
  frontend.buildDir = options.buildDir;
  frontend.fp = options.fp;
  Expected<ParsedFile> parsed = parseFile(path, frontend, err);
  if (!parsed)
    return parsed.takeError();
  FileResult result;
  result.file = std::move(*parsed);
  Expected<std::vector<Target>> targets = chooseTargets(result.file, options);
  if (!targets)
    return targets.takeError();
  result.targets = std::move(*targets);
  const bool inPlace = result.inPlace =
      result.targets[0].aie || (result.targets.size() == 1 && allowedByFlags(result.file, result.targets[0]));

  if (!result.targets[0].aie)
    result.keptApart = findKeptApart(result.file, options.fp);
  PlanOptions &plan = result.plan;
  plan.lower = [](Function function, const Target &target, unsigned registerBits) {
    return lowerToNative(std::move(function), target, {registerBits});
  };
  // One rounding a build: fused where the user's own flags fuse, or where the user asked for it.
  auto fma = result.file.features.find("fma");
  // Every AArch64 has it, so that there a helper rounds as its caller does.
  const bool hasFmaEverywhere = isNeon(result.targets[0]);
  bool flagsFuse = inPlace && fma != result.file.features.end() && fma->second;
  plan.copiesArrays = options.cudaMemory != Options::Managed;
  // The host's part of a file for a GPU is compiled by whoever compiles the file, with flags of its own.
  flagsFuse &= !result.targets[0].isSimt;
  plan.fuseMulAdd = options.fp != FpMode::Strict &&
                    (flagsFuse || hasFmaEverywhere || options.fp == FpMode::Contract || options.fp == FpMode::Fast);
  plan.notesOverflow = !result.file.signedWraps;
  plan.divided = options.parallel;
  plan.strictFp = options.fp == FpMode::Strict;
  plan.forcedPlan = options.plan;
  plan.randomSeed = options.randomSeed;
  plan.maxGrowthPercent = options.maxGrowthPercent;
  plan.stackBytes = options.stackBytes;
  // What leaves most of a second-level cache to everything else.
  constexpr unsigned HeapBytes = 262144;
  plan.usesThreads = options.parallel;
  plan.heapBytes = options.allowAlloc && !options.parallel ? HeapBytes : 0;
  plan.rivalBits = inPlace ? 256 : 128;
  for (FunctionEntry &function : result.file.functions)
    for (LoopEntry &loop : function.loops)
      passShapesDown(loop);
  return result;
}

/// A loop that runs in order, each iteration waiting for the one before, in the loops of a function.
static bool holdsChain(llvm::ArrayRef<LoopDecision> decisions) {
  return llvm::any_of(decisions, [](const LoopDecision &decision) {
    const bool waits = decision.decline && (decision.decline->reason == Reason::FloatReduction ||
                                            decision.decline->reason == Reason::CarriedScalar);
    return !decision.vectorized && ((waits && decision.inner.empty()) || holdsChain(decision.inner));
  });
}

/// Such a loop runs no faster than its sums do, a few cycles an iteration, and slower while the clock is lower.
static std::vector<Target> besideChain(std::vector<Target> targets) {
  constexpr float latencyOfSum = 4;
  for (Target &target : targets)
    target.chainBeside = latencyOfSum;
  return targets;
}

std::vector<LoopDecision> decideFunction(const FileResult &result, unsigned f, const Options &options) {
  const FunctionEntry &function = result.file.functions[f];
  std::vector<LoopDecision> decisions;
  if (!options.onlyFunctions.empty() && !llvm::Regex(options.onlyFunctions).match(function.name))
    return decisions;
  PlanningContext context{
      result.targets,         result.plan, options, result.pins, result.file.text, result.file.contradiction,
      result.file.signedWraps};
  if (result.keptApart.contains(f))
    context.plan.fuseMulAdd = false; // for the loop that is resumed does not
  for (const LoopEntry &loop : function.loops)
    decisions.push_back(decide(loop, context));
  const bool mayLowerClock =
      llvm::any_of(result.targets, [](const Target &target) { return target.widestSlowdown > 1; });
  if (mayLowerClock && holdsChain(decisions)) {
    const std::vector<Target> targets = besideChain(result.targets);
    const PlanningContext beside{targets,
                                 context.plan,
                                 options,
                                 result.pins,
                                 result.file.text,
                                 result.file.contradiction,
                                 result.file.signedWraps};
    for (LoopDecision &decision : decisions)
      if (anyVectorized(decision))
        decision = decide(*decision.entry, beside);
  }
  fuseNeighbours(decisions, context);
  chooseThreads(decisions, options, result.inPlace);
  return decisions;
}

/// The pins beside the source, or where --tuned says; none where there is no such file by default.
static llvm::Error readPins(FileResult &result, const Options &options, llvm::raw_ostream &err) {
  const std::string path = options.tuned.empty() ? sidecarOf(result.file.path) : options.tuned;
  if (options.tuned.empty() && !llvm::sys::fs::exists(path))
    return llvm::Error::success();
  Expected<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  Expected<std::vector<Pin>> pins = pinsFromJson(path, *text);
  if (!pins)
    return pins.takeError();
  result.pins = resolve(*pins, result.file, [&](Loc loc, const Pin &pin, llvm::StringRef why) {
    reportStalePin(result.file, loc, pin, why, options, err);
  });
  return llvm::Error::success();
}

static void reportLostPins(const FileResult &result, const LoopDecision &decision, const Options &options,
                           llvm::raw_ostream &err) {
  if (decision.lostPin)
    reportStalePin(result.file, decision.entry->loc, *decision.lostPin, "there is no such plan any more", options, err);
  for (const LoopDecision &inner : decision.inner)
    reportLostPins(result, inner, options, err);
}

Expected<FileResult> vectorizeFile(const std::string &path, const Options &options, llvm::raw_ostream &err) {
  Expected<FileResult> opened = openFile(path, options, err);
  if (!opened)
    return opened;
  FileResult result = std::move(*opened);
  if (llvm::Error error = readPins(result, options, err))
    return std::move(error);
  for (unsigned f = 0; f < result.file.functions.size(); ++f) {
    result.decisions.push_back(decideFunction(result, f, options));
    for (const LoopDecision &decision : result.decisions.back())
      reportLostPins(result, decision, options, err);
  }
  if (result.targets[0].isSimt) {
    result.composed = composeCuda(result.file, result.decisions, result.targets[0], result.keptApart, options,
                                  options.outputPath.empty() ? (llvm::sys::path::stem(path) + ".h").str()
                                                             : llvm::sys::path::filename(headerPath(options)).str());
    return result;
  }
  result.composed = compose(result.file, result.decisions, result.targets, result.keptApart, result.inPlace, options);
  if (options.form == Options::Variants) {
    if (!result.file.externalVariables.empty())
      return llvm::createStringError(std::make_error_code(std::errc::invalid_argument),
                                     "--form=variants would define '" + result.file.externalVariables[0] +
                                         "' a second time; make it static or move it to another file");
    result.variants = composeVariants(result.file, result.decisions, result.targets, result.keptApart, options,
                                      llvm::sys::path::filename(headerPath(options)));
    result.composed.text = result.variants.source;
    result.composed.internalErrors = result.variants.internalErrors;
  }
  return result;
}

} // namespace vecify
