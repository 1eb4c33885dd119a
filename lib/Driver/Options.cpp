// The command line: LLVM's option library says what is wrong with a flag, what follows "--" goes to clang.
#include "vecify/Driver/Driver.h"
#include "vecify/Lower/Lower.h"
#include "vecify/Target/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

namespace vecify {

namespace cl = llvm::cl;

namespace {
cl::OptionCategory Category("vecify options");
cl::list<std::string> Files(cl::Positional, cl::desc("FILE..."), cl::cat(Category));
cl::opt<std::string> OutputPath("o", cl::desc("Write the result to FILE; -: to stdout"), cl::value_desc("FILE"),
                                cl::cat(Category));
cl::opt<bool> InPlace("i", cl::desc("Rewrite the files in place (atomically)"), cl::cat(Category));
cl::opt<bool> Diff("diff", cl::desc("Print a unified diff instead of the result"), cl::cat(Category));
cl::opt<std::string> Check("check", cl::desc("Exit 4, with a diff, if OUT is not what would be written now"),
                           cl::value_desc("OUT"), cl::cat(Category));
cl::opt<bool> EmitHarness("emit-harness", cl::desc("Write a C file that tests and times each rewritten function"),
                          cl::cat(Category));
cl::opt<bool> Parallel("parallel",
                       cl::desc("Run the outermost loops that can take it by OpenMP threads; right without "
                                "-fopenmp too"),
                       cl::cat(Category));
cl::opt<bool> Tune("tune",
                   cl::desc("Measure the best candidates of every loop on this machine and pin the winners in "
                            "FILE.vecify.json"),
                   cl::cat(Category));
cl::opt<std::string> TuneCompiler("tune-cc", cl::desc("Compiler that --tune uses (cc)"), cl::value_desc("PROGRAM"),
                                  cl::init("cc"), cl::cat(Category));
cl::opt<std::string> TuneSize("tune-size", cl::desc("Sizes that --tune measures at; default: one for each cache level"),
                              cl::value_desc("n=1000,..."), cl::cat(Category));
cl::opt<unsigned> TuneTop("tune-top", cl::desc("Candidates that --tune measures for each loop (5)"),
                          cl::value_desc("K"), cl::init(5), cl::cat(Category));
cl::opt<std::string> Tuned("tuned", cl::desc("Where the pins of --tune are; default: FILE.vecify.json if it is there"),
                           cl::value_desc("FILE"), cl::cat(Category));
cl::opt<bool> Launch("launch",
                     cl::desc("What follows -- is a compiler's command: run it, on what vecify makes of its C file; "
                              "-o DIR keeps that"),
                     cl::cat(Category));
cl::opt<bool> FromIr("from-ir", cl::desc("FILE is a function of the IR in its text form (docs/IR.md); lower it to C"),
                     cl::cat(Category));
cl::list<std::string> TargetSpecs("target", cl::CommaSeparated,
                                  cl::value_desc("avx2|avx512|neon[+ext...]|cuda|aie|aie-ml|aie2p"),
                                  cl::desc("Instruction sets; default: what the compile flags allow, else avx2 behind "
                                           "a run-time check"),
                                  cl::cat(Category));
cl::opt<std::string> BuildDir("p", cl::desc("Read compile flags from DIR/compile_commands.json"), cl::value_desc("DIR"),
                              cl::cat(Category));
cl::opt<std::string> Only("only", cl::desc("Which nests: `annotated`, or functions whose name matches REGEX"),
                          cl::value_desc("annotated|REGEX"), cl::cat(Category));
cl::opt<unsigned> MaxGrowth("max-growth", cl::desc("Most that a plan may add to a loop's code, in percent of it"),
                            cl::value_desc("PERCENT"), cl::cat(Category));
cl::opt<unsigned> StackBytes("stack", cl::desc("Most stack for buffers, in bytes (65536)"), cl::value_desc("BYTES"),
                             cl::init(65536), cl::cat(Category));
cl::opt<bool> Alloc("alloc", cl::desc("Large buffers may be allocated, once per run of a loop"), cl::cat(Category));
cl::opt<FpMode> Fp("fp", cl::desc("Floating point:"), cl::init(FpMode::FromFlags),
                   cl::values(clEnumValN(FpMode::Strict, "strict", "bit-exact"),
                              clEnumValN(FpMode::Contract, "contract", "a*b + c of one expression may fuse"),
                              clEnumValN(FpMode::Fast, "fast", "as -ffast-math")),
                   cl::cat(Category));
cl::opt<Options::Form> FormOption("form", cl::desc("Form of the result:"), cl::init(Options::Inline),
                                  cl::values(clEnumValN(Options::Inline, "inline", "the file, its nests rewritten"),
                                             clEnumValN(Options::Variants, "variants",
                                                        "only the vectorized functions, as f_avx2, f_avx512, ...")),
                                  cl::cat(Category));
cl::opt<Options::CudaError> CudaOnError(
    "cuda-on-error", cl::desc("CUDA: where a call fails:"), cl::init(Options::FallBack),
    cl::values(clEnumValN(Options::FallBack, "fallback-cpu", "the loop runs as it was"),
               clEnumValN(Options::Abort, "abort", "say so and abort; without a device the loop runs as it was"),
               clEnumValN(Options::Return, "return", "the function returns, FILE_cuda_error() says why")),
    cl::cat(Category));
cl::opt<Options::CudaMemory>
    CudaMemory("cuda-mem", cl::desc("CUDA: arrays of the host's functions:"), cl::init(Options::Copy),
               cl::values(clEnumValN(Options::Copy, "copy", "copied to buffers of each call and back"),
                          clEnumValN(Options::Managed, "managed", "lie in managed memory; nothing is copied"),
                          clEnumValN(Options::Persistent, "persistent", "copied to buffers that are kept and grow")),
               cl::cat(Category));
cl::opt<std::string> PrintWhat("print", cl::desc("Print nest|deps|facts|plans|manifest|step:NAME|all"),
                               cl::value_desc("WHAT"), cl::cat(Category));
cl::opt<bool> Explain("explain", cl::desc("Say for every nest which plan was chosen, or why none"), cl::cat(Category));
cl::opt<std::string> Expect("expect", cl::desc("`vectorized`: exit 3 if a nest named by a pragma is not"),
                            cl::value_desc("vectorized"), cl::cat(Category));
cl::opt<bool> Strict("strict", cl::desc("Exit 2 on any internal error"), cl::cat(Category));
cl::opt<std::string> PlanChoice("plan", cl::desc("Take plan N, or any legal one: `random:SEED`"),
                                cl::value_desc("N|random:SEED"), cl::cat(Category));
cl::opt<std::string> Rpass("Rpass", cl::desc("Remarks for what was done (vecify)"), cl::value_desc("vecify"),
                           cl::cat(Category));
cl::opt<std::string> RpassMissed("Rpass-missed", cl::desc("Remarks for what was not (vecify)"),
                                 cl::value_desc("vecify"), cl::cat(Category));
cl::opt<bool> ListTargets("list-targets", cl::desc("List the instruction sets and their extensions"),
                          cl::cat(Category));
} // namespace

static llvm::Error userError(const llvm::Twine &text) {
  return llvm::createStringError(std::make_error_code(std::errc::invalid_argument), text);
}

static llvm::Error readPlan(Options &options) {
  llvm::StringRef text = PlanChoice;
  if (text.empty())
    return llvm::Error::success();
  uint64_t seed;
  unsigned number;
  if (text.consume_front("random:") && !text.getAsInteger(10, seed))
    options.randomSeed = seed;
  else if (!text.getAsInteger(10, number))
    options.plan = number;
  else
    return userError("--plan wants a number or random:SEED, not '" + PlanChoice + "'");
  return llvm::Error::success();
}

static llvm::Error readOutput(Options &options) {
  unsigned ways = 0;
  auto way = [&](bool given, Options::Output output, llvm::StringRef path) {
    if (!given)
      return;
    ++ways;
    options.output = output;
    options.outputPath = path.str();
  };
  const std::string path = OutputPath == "-" ? "" : OutputPath.getValue();
  way(!OutputPath.empty() && !EmitHarness, path.empty() ? Options::Stdout : Options::File, path);
  way(InPlace, Options::InPlace, "");
  way(Diff, Options::Diff, "");
  way(Check.getNumOccurrences() > 0, Options::Check, Check);
  way(EmitHarness, Options::Harness, path);
  way(!PrintWhat.empty(), Options::Print, "");
  if (ways > 1)
    return userError("-o, -i, --diff, --check, --emit-harness and --print exclude each other");
  if (options.files.size() > 1 &&
      (!OutputPath.empty() || options.output == Options::Check || options.output == Options::Harness))
    return userError("one output cannot take several files; use -i or --diff");
  return llvm::Error::success();
}

static llvm::Error readPrint(Options &options) {
  llvm::StringRef what = PrintWhat;
  options.print = PrintWhat;
  for (const char *known : {"", "nest", "deps", "facts", "plans", "manifest", "all"})
    if (what == known)
      return llvm::Error::success();
  if (what.consume_front("step:")) {
    if (what == "build")
      return llvm::Error::success();
    std::string names = "build";
    const bool isSimt = llvm::is_contained(options.targets, "cuda");
    for (const Step &step : isSimt ? simtSteps() : lowerSteps()) {
      if (what == step.name)
        return llvm::Error::success();
      names += std::string(", ") + step.name;
    }
    return userError("there is no step '" + what + "'; steps are: " + names);
  }
  return userError("--print wants nest, deps, facts, plans, manifest, step:NAME or all, not '" + PrintWhat + "'");
}

/// IR has neither nests nor plans, and nothing to be rewritten in place.
static llvm::Error readFromIr(Options &options) {
  options.fromIr = FromIr;
  if (!FromIr)
    return llvm::Error::success();
  const Options::Output output = options.output;
  if (output == Options::InPlace || output == Options::Diff || output == Options::Harness)
    return userError("--from-ir writes a new C file; it excludes -i, --diff and --emit-harness");
  if (options.form == Options::Variants)
    return userError("--from-ir makes one function for each target already; it excludes --form");
  const llvm::StringRef what = options.print;
  if (!what.empty() && what != "all" && !what.starts_with("step:"))
    return userError("--from-ir has no nest to plan; it prints step:NAME or all, not '" + what + "'");
  return llvm::Error::success();
}

static llvm::Error readTune(Options &options) {
  options.tune = Tune;
  options.tuneCompiler = TuneCompiler;
  options.tuneSizes = TuneSize;
  options.tuneTop = TuneTop;
  options.tuned = Tuned;
  if (Tune && (options.plan || options.randomSeed))
    return userError("--tune chooses the plans itself; it excludes --plan");
  if (Tune && options.fromIr)
    return userError("--tune chooses between plans, of which IR has none; it excludes --from-ir");
  if (!TuneTop)
    return userError("--tune-top wants a positive number");
  llvm::SmallVector<llvm::StringRef, 4> sizes;
  llvm::StringRef(TuneSize).split(sizes, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef size : sizes) {
    const auto [name, value] = size.split('=');
    long long number = 0;
    if (name.empty() || value.getAsInteger(10, number) || number < 1)
      return userError("--tune-size wants NAME=SIZE,..., not '" + TuneSize + "'");
  }
  if (options.files.size() > 1 && !options.tuned.empty())
    return userError("one file of pins cannot serve several sources; leave --tuned out");
  return llvm::Error::success();
}

/// A build gets objects, from one C file each.
static llvm::Error checkLaunch(const Options &options) {
  if (!options.launch)
    return llvm::Error::success();
  if (options.output != Options::Stdout && options.output != Options::File)
    return userError("--launch compiles; it excludes -i, --diff, --check, --emit-harness and --print");
  if (options.form == Options::Variants || options.fromIr || options.tune)
    return userError("--launch excludes --form=variants, --from-ir and --tune");
  return llvm::Error::success();
}

llvm::Expected<Options> parseCommandLine(int argc, const char *const *argv, llvm::raw_ostream &out) {
  Options options;
  std::vector<const char *> own;
  bool afterDashes = false;
  for (int a = 0; a < argc; ++a) {
    llvm::StringRef arg = argv[a];
    if (afterDashes)
      options.compileFlags.push_back(arg.str());
    else if (arg == "--")
      afterDashes = true;
    else
      own.push_back(argv[a]);
  }
  cl::ResetAllOptionOccurrences(); // they are LLVM's globals
  cl::HideUnrelatedOptions(Category);
  cl::SetVersionPrinter([](llvm::raw_ostream &os) { os << "vecify " VECIFY_VERSION "\n"; });
  std::string errors;
  llvm::raw_string_ostream errorStream(errors);
  if (!cl::ParseCommandLineOptions(own.size(), own.data(),
                                   "vecify: C loop nests to vector intrinsics\n\n"
                                   "  vecify [options] FILE... [-- COMPILE-FLAGS]\n",
                                   &errorStream)) {
    // Each line begins with the program's name; what is wrong with a value has been printed by LLVM itself.
    const std::string prefix = llvm::sys::path::filename(argv[0]).str() + ": ";
    llvm::SmallVector<llvm::StringRef, 4> lines;
    llvm::StringRef(errors).trim().split(lines, '\n');
    for (llvm::StringRef &line : lines)
      line.consume_front(prefix);
    return userError(errors.empty() ? "see vecify --help" : llvm::join(lines, "\n"));
  }
  if (ListTargets) {
    listTargets(out);
    options.files.clear();
    return options;
  }
  options.files.assign(Files.begin(), Files.end());
  options.launch = Launch;
  if (Launch && options.compileFlags.empty())
    return userError("--launch wants a compiler's command behind --");
  if (Launch && !options.files.empty())
    return userError("--launch takes the file from the compiler's command, not '" + options.files[0] + "'");
  if (options.files.empty() && !Launch)
    return userError("no input file; see vecify --help");
  options.buildDir = BuildDir;
  options.targets.assign(TargetSpecs.begin(), TargetSpecs.end());
  options.fp = Fp;
  options.form = FormOption;
  if (options.form == Options::Variants && InPlace)
    return userError("--form=variants makes a new file; it cannot be written in place");
  options.maxGrowthPercent = MaxGrowth;
  if (MaxGrowth.getNumOccurrences() && MaxGrowth == 0)
    return userError("--max-growth wants a positive percentage");
  options.stackBytes = StackBytes;
  options.allowAlloc = Alloc;
  options.parallel = Parallel;
  options.cudaOnError = CudaOnError;
  options.cudaMemory = CudaMemory;
  options.explain = Explain;
  options.strict = Strict;
  if (!Expect.empty() && Expect != "vectorized")
    return userError("--expect knows only `vectorized`, not '" + Expect + "'");
  options.expectVectorized = !Expect.empty();
  for (const auto *flag : {&Rpass, &RpassMissed})
    if (!flag->empty() && *flag != "vecify" && *flag != ".*")
      return userError("-R" + flag->ArgStr.drop_front() + " knows only `vecify`, not '" + *flag + "'");
  options.remarkPassed = !Rpass.empty();
  options.remarkMissed = !RpassMissed.empty();
  if (Only == "annotated") {
    options.onlyAnnotated = true;
  } else if (!Only.empty()) {
    std::string why;
    if (!llvm::Regex(Only).isValid(why))
      return userError("--only: '" + Only + "' is not a regular expression: " + why);
    options.onlyFunctions = Only;
  }
  if (llvm::Error error = readPlan(options))
    return std::move(error);
  if (llvm::Error error = readOutput(options))
    return std::move(error);
  if (llvm::Error error = readPrint(options))
    return std::move(error);
  if (llvm::Error error = readFromIr(options))
    return std::move(error);
  if (llvm::Error error = readTune(options))
    return std::move(error);
  if (llvm::Error error = checkLaunch(options))
    return std::move(error);
  if (options.targets.size() > 1 && llvm::is_contained(options.targets, "cuda"))
    return userError("--target=cuda makes a file of its own and takes no other target beside it");
  for (const std::string &spec : options.targets) {
    if (llvm::count(options.targets, spec) > 1)
      return userError("--target names " + spec + " twice");
    llvm::Expected<Target> target = parseTarget(spec);
    if (!target)
      return target.takeError();
    if (options.launch && (target->aie || target->isSimt))
      return userError("--target=" + spec +
                       " writes C++ that the compiler of a C file does not take; it excludes --launch");
    const bool isOtherForm =
        options.form == Options::Variants || options.output == Options::InPlace || options.output == Options::Harness;
    if (target->aie && (options.targets.size() > 1 || isOtherForm))
      return userError("--target=" + spec +
                       " writes C++ kernels: it stands alone, without -i, --form and --emit-harness");
  }
  return options;
}

} // namespace vecify
