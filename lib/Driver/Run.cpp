// The tool on its files: parse, decide, compose, write. Nothing is written before everything is known to be right.
#include "Compose.h"
#include "HarnessInputs.h"
#include "Kernel.h"
#include "Report.h"
#include "WriteFile.h"
#include "vecify/Lower/Lower.h"
#include "vecify/Support/DeepStack.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

namespace vecify {

using llvm::Expected;

/// Targets by name, or what the compile flags allow, or AVX2 behind a run-time test.
static Expected<std::vector<Target>> chooseTargets(const ParsedFile &file, const Options &options) {
  std::vector<std::string> specs = options.targets;
  auto has = [&](const char *feature) {
    auto it = file.features.find(feature);
    return it != file.features.end() && it->second;
  };
  if (specs.empty()) {
    if (llvm::StringRef(file.triple).starts_with("aarch64"))
      specs = {"neon"};
    else if (has("avx512f") && has("avx512bw") && has("avx512dq") && has("avx512vl"))
      specs = {"avx512"};
    else
      specs = {"avx2"};
  }
  std::vector<Target> targets;
  for (const std::string &spec : specs) {
    Expected<Target> target = parseTarget(spec);
    if (!target)
      return target.takeError();
    targets.push_back(std::move(*target));
  }
  // The widest is tried first at run time.
  llvm::stable_sort(targets, [](const Target &a, const Target &b) { return a.registerBits[0] > b.registerBits[0]; });
  return targets;
}

/// The compile flags already promise all that the code needs.
static bool allowedByFlags(const ParsedFile &file, const Target &target) {
  bool sameArch = (target.name == "neon") == llvm::StringRef(file.triple).starts_with("aarch64");
  if (target.name == "neon")
    return true; // part of the base of every aarch64; other architectures never see it
  return sameArch && llvm::all_of(target.requires_, [&](const std::string &feature) {
           auto it = file.features.find(feature);
           return it != file.features.end() && it->second;
         });
}

/// foo_simd.c -> foo_simd.h
static std::string headerPath(const Options &options) {
  llvm::SmallString<128> path(options.outputPath.empty() ? "variants.c" : options.outputPath);
  llvm::sys::path::replace_extension(path, "h");
  return path.str().str();
}

/// foo.cc -> foo.json
static std::string manifestPath(const Options &options) {
  llvm::SmallString<128> path(options.outputPath);
  llvm::sys::path::replace_extension(path, "json");
  return path.str().str();
}

namespace {

/// One file, from its name to the text that would be written.
struct FileResult {
  ParsedFile file;
  std::vector<Target> targets;
  std::vector<std::vector<LoopDecision>> decisions; ///< per function
  Composed composed;
  Variants variants;                                ///< --form=variants
};

} // namespace

static Expected<FileResult> vectorizeFile(const std::string &path, const Options &options, llvm::raw_ostream &err) {
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
  bool inPlace = result.targets[0].aie || (result.targets.size() == 1 && allowedByFlags(result.file, result.targets[0]));

  PlanOptions plan;
  plan.lower = [](Function function, const Target &target, unsigned registerBits) {
    return lowerToNative(std::move(function), target, {registerBits});
  };
  // One rounding a build: fused where the user's own flags fuse, or where the user asked for it.
  auto fma = result.file.features.find("fma");
  bool flagsFuse = (fma != result.file.features.end() && fma->second) || result.targets[0].name == "neon";
  plan.fuseMulAdd = options.fp != FpMode::Strict && ((inPlace && flagsFuse) || options.fp == FpMode::Contract ||
                                                     options.fp == FpMode::Fast);
  plan.notesOverflow = !result.file.signedWraps &&
                       llvm::any_of(result.targets, [](const Target &target) { return target.aie.has_value(); });
  plan.strictFp = options.fp == FpMode::Strict;
  plan.forcedPlan = options.plan;
  plan.randomSeed = options.randomSeed;
  plan.maxGrowthPercent = options.maxGrowthPercent;
  plan.rivalBits = inPlace ? 256 : 128;
  PlanningContext context{result.targets, plan, options};
  llvm::Regex only(options.onlyFunctions);
  for (FunctionEntry &function : result.file.functions) {
    for (LoopEntry &loop : function.loops)
      passShapesDown(loop);
    std::vector<LoopDecision> decisions;
    if (options.onlyFunctions.empty() || only.match(function.name))
      for (const LoopEntry &loop : function.loops)
        decisions.push_back(decide(loop, context));
    result.decisions.push_back(std::move(decisions));
  }
  result.composed = compose(result.file, result.decisions, result.targets, inPlace, options);
  if (options.form == Options::Variants) {
    if (!result.file.externalVariables.empty())
      return llvm::createStringError(std::make_error_code(std::errc::invalid_argument),
                                     "--form=variants would define '" + result.file.externalVariables[0] +
                                         "' a second time; make it static or move it to another file");
    result.variants = composeVariants(result.file, result.decisions, result.targets, options,
                                      llvm::sys::path::filename(headerPath(options)));
    result.composed.text = result.variants.source;
    result.composed.internalErrors = result.variants.internalErrors;
  }
  return result;
}

static ExitCode writeResult(const FileResult &result, const Options &options, llvm::raw_ostream &out,
                            llvm::raw_ostream &err) {
  auto failed = [&](llvm::Error error) {
    err << "vecify: error: " << llvm::toString(std::move(error)) << "\n";
    return UserError;
  };
  const std::string &text = result.composed.text;
  switch (options.output) {
  case Options::Stdout:
    out << text;
    if (options.form == Options::Variants)
      out << result.variants.header;
    return Written;
  case Options::File:
    if (llvm::Error error = writeAtomically(options.outputPath, text))
      return failed(std::move(error));
    if (result.targets[0].aie)
      if (llvm::Error error = writeAtomically(manifestPath(options),
                                              manifestOf(result.file, result.decisions, result.targets[0])))
        return failed(std::move(error));
    if (options.form == Options::Variants)
      if (llvm::Error error = writeAtomically(headerPath(options), result.variants.header))
        return failed(std::move(error));
    return Written;
  case Options::InPlace:
    if (result.composed.changed)
      if (llvm::Error error = writeAtomically(result.file.path, text))
        return failed(std::move(error));
    return Written;
  case Options::Diff: {
    Expected<std::string> diff = unifiedDiff(result.file.text, text, result.file.path, result.file.path);
    if (!diff)
      return failed(diff.takeError());
    out << *diff;
    return Written;
  }
  case Options::Check: {
    Expected<std::string> old = readFile(options.outputPath);
    if (!old)
      return failed(old.takeError());
    if (*old == text)
      return Written;
    Expected<std::string> diff = unifiedDiff(*old, text, options.outputPath, result.file.path);
    if (!diff)
      return failed(diff.takeError());
    out << *diff;
    err << "vecify: '" << options.outputPath << "' is stale\n";
    return Stale;
  }
  case Options::Harness: {
    if (!result.composed.changed) {
      err << "vecify: warning: nothing was rewritten in '" << result.file.path << "'\n";
    }
    std::string harness = harnessOf(result.file, result.composed);
    if (options.outputPath.empty()) {
      out << harness;
      return Written;
    }
    if (llvm::Error error = writeAtomically(options.outputPath, harness))
      return failed(std::move(error));
    return Written;
  }
  case Options::Print:
    if (options.print == "manifest") {
      if (result.targets[0].aie)
        out << manifestOf(result.file, result.decisions, result.targets[0]);
      return Written;
    }
    for (const auto &decisions : result.decisions)
      for (const LoopDecision &decision : decisions)
        printWhat(decision, result.targets, options, out);
    return Written;
  }
  llvm_unreachable("output");
}

static ExitCode runHere(const Options &options, llvm::raw_ostream &out, llvm::raw_ostream &err) {
  std::vector<FileResult> results;
  for (const std::string &path : options.files) {
    Expected<FileResult> result = vectorizeFile(path, options, err);
    if (!result) {
      std::string text = llvm::toString(result.takeError());
      if (!text.empty())
        err << "vecify: error: " << text << "\n";
      return UserError; // nothing is written, not even for the files that are fine
    }
    results.push_back(std::move(*result));
  }
  ExitCode code = Written;
  for (const FileResult &result : results) {
    for (const auto &decisions : result.decisions)
      report(result.file, decisions, result.targets, options, err);
    if (warnOfInternalErrors(result.file, result.decisions, result.composed.internalErrors, err) && options.strict)
      code = InternalFailure;
    for (const auto &decisions : result.decisions)
      for (const LoopDecision *decision : unmetExpectations(decisions, options.expectVectorized)) {
        err << result.file.path << ":" << decision->entry->loc.line << ":" << decision->entry->loc.column
            << ": error: this loop was expected to be vectorized";
        if (decision->decline)
          err << ": "
              << Decline(decision->decline->loc, decision->decline->reason, decision->decline->args).text();
        err << "\n";
        if (code == Written)
          code = ExpectationFailed;
      }
    ExitCode written = writeResult(result, options, out, err);
    if (written != Written)
      code = written;
  }
  return code;
}

ExitCode run(const Options &options, llvm::raw_ostream &out, llvm::raw_ostream &err) {
  ExitCode code = InternalFailure;
  onDeepStack([&] { code = runHere(options, out, err); });
  return code;
}

} // namespace vecify
