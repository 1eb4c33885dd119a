#include "Tune.h"
#include "HarnessInputs.h"
#include "VectorizeFile.h"
#include "WorkFolder.h"
#include "WriteFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include <cmath>

namespace vecify {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

static Error userError(const llvm::Twine &text) {
  return llvm::createStringError(std::make_error_code(std::errc::invalid_argument), text);
}

namespace {

/// Nanoseconds of a call at each size: of what the harness calls original and rewritten.
struct Times {
  std::vector<double> original, rewritten;
  bool isOriginal = false; ///< nothing is rewritten, so nothing was run
};

/// "f   L1  size 100 ..  original  12.5 ns  rewritten  3.1 ns .."
Times timesOf(StringRef output) {
  Times times;
  llvm::SmallVector<StringRef, 8> lines;
  output.split(lines, '\n');
  const auto after = [](StringRef line, StringRef word) {
    double value = 0;
    const size_t at = line.find(word);
    const StringRef number = at == StringRef::npos ? "" : line.drop_front(at + word.size()).ltrim().split(' ').first;
    return number.getAsDouble(value) ? std::nullopt : std::optional(value);
  };
  for (StringRef line : lines) {
    const std::optional<double> original = after(line, " original "), rewritten = after(line, " rewritten ");
    if (!original || !rewritten)
      continue;
    times.original.push_back(*original);
    times.rewritten.push_back(*rewritten);
  }
  return times;
}

/// Makes and runs harnesses for one function; the driver and the original are compiled once.
class Bench {
public:
  Bench(const std::string &sourcePath, const Options &options) : Opts(options) {
    Flags = options.compileFlags;
    if (llvm::none_of(Flags, [](StringRef flag) { return flag.starts_with("-O"); }))
      Flags.push_back("-O3");
    Flags.push_back("-w");
    const StringRef folder = llvm::sys::path::parent_path(sourcePath);
    Flags.push_back("-I" + (folder.empty() ? "." : folder.str()));
  }

  /// Times `harness`, of which only the rewritten part may differ from the one before.
  Expected<Times> time(const std::string &harness, const std::string &function) {
    if (!Folder.isThere())
      return userError("cannot make a temporary folder");
    const std::string source = Folder.file("harness.c"), binary = Folder.file("harness"), out = Folder.file("out");
    if (Error error = writeAtomically(source, harness))
      return std::move(error);
    const std::string original = Folder.file("original.o"), driver = Folder.file("driver.o"),
                      rewritten = Folder.file("rewritten.o");
    if (Function != function) {
      if (Error error = compile({"-DVECIFY_ORIGINAL", "-c", source, "-o", original}))
        return std::move(error);
      if (Error error = compile({"-c", source, "-o", driver}))
        return std::move(error);
      Function = function;
    }
    if (Error error = compile({"-DVECIFY_REWRITTEN", "-c", source, "-o", rewritten}))
      return std::move(error);
    if (Error error = compile({driver, original, rewritten, "-lm", "-o", binary}))
      return std::move(error);
    std::vector<std::string> arguments = {binary, "--time", "--only=" + function};
    if (!Opts.tuneSizes.empty())
      arguments.push_back("--size=" + Opts.tuneSizes);
    if (Error error = run(arguments, out))
      return std::move(error);
    Expected<std::string> text = readFile(out);
    if (!text)
      return text.takeError();
    return timesOf(*text);
  }

private:
  Error compile(std::vector<std::string> arguments) {
    std::vector<std::string> command = {Opts.tuneCompiler};
    llvm::append_range(command, Flags);
    llvm::append_range(command, arguments);
    return run(command, Folder.file("compiler.txt"));
  }

  /// Errors: what the program said, from its first line on.
  Error run(llvm::ArrayRef<std::string> command, const std::string &output) {
    const auto program = llvm::sys::findProgramByName(command[0]);
    if (!program)
      return userError("cannot find '" + command[0] + "', which --tune needs");
    const std::vector<StringRef> arguments(command.begin(), command.end());
    const std::optional<StringRef> redirects[] = {std::nullopt, StringRef(output), StringRef(output)};
    std::string why;
    const int code = llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt, redirects, 0, 0, &why);
    if (code == 0)
      return Error::success();
    if (Expected<std::string> said = readFile(output); said && !said->empty())
      why = StringRef(*said).take_front(2000).str();
    else if (!said)
      llvm::consumeError(said.takeError());
    return userError("'" + command[0] + "' failed: " + why);
  }

  const Options &Opts;
  WorkFolder Folder{"vecify-tune"};
  std::vector<std::string> Flags;
  std::string Function; ///< of which driver and original are there
};

/// A plan must be this much faster than the model's choice to replace it: what clocks are good for.
constexpr double Clearly = 0.98;

double geometricMean(llvm::ArrayRef<double> values) {
  double sum = 0;
  for (double value : values)
    sum += std::log(std::max(value, 1e-3));
  return std::exp(sum / double(values.size()));
}

/// Time of the rewritten function over that of the original beside it, which bears the machine's moods as well.
double relativeTime(const Times &times) { return geometricMean(times.rewritten) / geometricMean(times.original); }

class Tuner {
public:
  Tuner(FileResult &result, const Options &options, llvm::raw_ostream &err)
      : R(result), Opts(options), Err(err), B(result.file.path, options) {}

  Error function(unsigned f) {
    const FunctionEntry &entry = R.file.functions[f];
    Hash = sourceHash(R.file, entry);
    for (const auto &[loop, key] : loopKeys(entry))
      if (Error error = site(f, *loop, key))
        return error;
    return Error::success();
  }

  std::vector<Pin> pins;

private:
  static const LoopDecision *find(llvm::ArrayRef<LoopDecision> decisions, const LoopEntry &loop) {
    for (const LoopDecision &decision : decisions) {
      if (decision.entry == &loop)
        return &decision;
      if (const LoopDecision *inner = find(decision.inner, loop))
        return inner;
    }
    return nullptr;
  }

  /// The loop is rewritten, or it is an innermost one that could be.
  static bool isSite(const LoopDecision &decision) {
    return !decision.candidates.empty() && (decision.vectorized || decision.inner.empty()) &&
           llvm::any_of(decision.candidates[0].plans, [](const Plan &plan) { return plan.code.has_value(); });
  }

  static bool isInside(const LoopDecision &outer, const LoopEntry &loop) {
    return llvm::any_of(outer.inner,
                        [&](const LoopDecision &inner) { return inner.entry == &loop || isInside(inner, loop); });
  }

  /// No rewritten loop is around it.
  static bool isOutermost(llvm::ArrayRef<LoopDecision> decisions, const LoopEntry &loop) {
    return llvm::none_of(decisions, [&](const LoopDecision &decision) {
      return (decision.vectorized && isInside(decision, loop)) || !isOutermost(decision.inner, loop);
    });
  }

  Error site(unsigned f, const LoopEntry &loop, const std::string &key) {
    const std::vector<LoopDecision> decisions = decideFunction(R, f, Opts);
    const LoopDecision *decision = find(decisions, loop);
    if (!decision || !isSite(*decision) || !isOutermost(decisions, loop))
      return Error::success();
    const Target &target = R.targets[0];
    Err << llvm::formatv("{0}:{1}:{2}: tuning loop '{3}' of '{4}' for {5}\n", R.file.path, loop.loc.line,
                         loop.loc.column, key, R.file.functions[f].name, target.name);
    std::vector<Pin> tried;
    std::vector<double> relative;
    const auto forget = [&] { R.pins.erase({loop.loc.raw, target.name}); };
    for (const Plan *plan : promising(decision->candidates[0])) {
      Pin pin{R.file.functions[f].name, key, target.name, Hash, plan->summary, plan->number};
      R.pins[{loop.loc.raw, target.name}] = pin;
      Expected<Times> times = measure(f);
      if (!times) {
        forget();
        return times.takeError();
      }
      if (times->isOriginal)
        times->original = times->rewritten = {1};
      if (times->rewritten.empty()) {
        Err << "    not timed: the harness finds no input\n";
        forget();
        return Error::success();
      }
      tried.push_back(pin);
      relative.push_back(relativeTime(*times));
      say(relative.back(), plan->summary);
    }
    pinWinner(loop, tried, relative);
    return Error::success();
  }

  void say(double relative, StringRef plan) {
    Err << llvm::formatv("    {0,6:f3} of the original's time: {1}\n", relative, plan);
  }

  void pinWinner(const LoopEntry &loop, llvm::ArrayRef<Pin> tried, llvm::ArrayRef<double> relative) {
    size_t winner = 0; // the model's choice
    for (size_t p = 1; p < tried.size(); ++p)
      if (relative[p] < std::min(relative[winner], Clearly * relative[0]))
        winner = p;
    Err << "    pinned: " << tried[winner].plan << "\n";
    R.pins[{loop.loc.raw, tried[winner].target}] = tried[winner];
    pins.push_back(tried[winner]);
  }

  /// The cheapest by the model, the chosen one first, and leaving the loop alone (which may rewrite those inside).
  std::vector<const Plan *> promising(const Candidates &candidates) const {
    std::vector<const Plan *> plans;
    for (const Plan &plan : candidates.plans)
      if (plan.code)
        plans.push_back(&plan);
    llvm::stable_sort(plans, [&](const Plan *a, const Plan *b) {
      const bool chosenA = a == &candidates.best(), chosenB = b == &candidates.best();
      return chosenA != chosenB ? chosenA : a->cost.price < b->cost.price;
    });
    plans.resize(std::min<size_t>(plans.size(), Opts.tuneTop));
    plans.push_back(&candidates.plans.back());
    return plans;
  }

  /// The function as the pins say now, all others as they are in the source.
  Expected<Times> measure(unsigned f) {
    std::vector<std::vector<LoopDecision>> decisions(R.file.functions.size());
    decisions[f] = decideFunction(R, f, Opts);
    const Composed composed = compose(R.file, decisions, R.targets, R.keptApart, R.inPlace, Opts);
    if (!composed.changed)
      return Times{{}, {}, true};
    return B.time(harnessOf(R.file, composed), R.file.functions[f].name);
  }

  FileResult &R;
  const Options &Opts;
  llvm::raw_ostream &Err;
  Bench B;
  std::string Hash;
};

} // namespace

Error tuneFile(const std::string &path, const Options &options, llvm::raw_ostream &err) {
  Expected<FileResult> result = openFile(path, options, err);
  if (!result)
    return result.takeError();
  Tuner tuner(*result, options, err);
  for (unsigned f = 0; f < result->file.functions.size(); ++f)
    if (Error error = tuner.function(f))
      return error;
  return writeAtomically(options.tuned.empty() ? sidecarOf(path) : options.tuned, toJson(tuner.pins));
}

} // namespace vecify
