// fuzz: generates loop nests, has vecify rewrite them, and compares what comes
// out with the original, bit for bit, under gcc and clang. See README.md.
#include "Batch.h"
#include "Generate.h"
#include "Print.h"
#include "Reduce.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>
#include <unistd.h>

using namespace vecify::fuzz;

namespace {

constexpr const char *usage =
    R"(usage: fuzz [options]
  --count N            programs (default 1000)
  --seed S             the run's seed; equal seeds give equal programs
  --target T           avx2, avx512, neon (under qemu-aarch64), cuda (in the emulator),
                       aie, aie-ml or aie2p (in theirs; programs of ../aie/fuzz.py)
  --plan-random        vecify takes any legal plan instead of the best
  --vecify PATH        default: vecify beside this program
  --cc gcc|clang|both  compilers of the output (default both)
  --batch K            functions per file (default 40)
  --jobs J             batches at a time (default 1)
  --tests N            calls per function (default 20, neon 8)
  --keep DIR           where failing programs go, reduced (default fuzz-failures)
  --max-reduce N       failures to reduce (default 5)
  --max-failures N     the run ends after so many (default 100)
  --only INDEX         that program of the run alone
  --only-batch NUMBER  that batch of the run alone
  --class NAME         programs of one class: affine, free, hostile, grids, odd, borders or overlaps
  --print              print the programs instead
  --timeout S          seconds for vecify and a batch (default 60)
  --check-generator    no vecify: the programs themselves under sanitizers,
                       gcc -O0, gcc -O2 and clang -O2
  --gcc NAME  --clang NAME
)";

struct Options {
  Setup setup;
  int count = 1000, batch = 40, jobs = 1, maxReduce = 5, maxFailures = 100, only = -1, onlyBatch = -1, family = -1;
  std::string keep = "fuzz-failures";
  bool print = false;
};

[[noreturn]] void die(const std::string &message) {
  fprintf(stderr, "fuzz: %s\n", message.c_str());
  exit(2);
}

int64_t number(const std::string &option, const std::string &text) {
  char *end = nullptr;
  int64_t value = strtoll(text.c_str(), &end, 10);
  if (text.empty() || *end != 0 || value < 0)
    die(option + " needs a number, not '" + text + "'");
  return value;
}

Options parse(int argc, char **argv) {
  Options o;
  o.setup.gcc = FUZZ_GCC;
  o.setup.clang = FUZZ_CLANG;
  o.setup.harness = FUZZ_HARNESS_DIR;
  o.setup.tests = 0;
  std::string cc = "both";
  for (int k = 1; k < argc; ++k) {
    std::string option = argv[k];
    size_t equals = option.find('=');
    std::string given;
    if (equals != std::string::npos) {
      given = option.substr(equals + 1);
      option.resize(equals);
    }
    auto text = [&]() -> std::string {
      if (equals != std::string::npos)
        return given;
      if (++k >= argc)
        die(option + " needs a value");
      return argv[k];
    };
    auto count = [&] { return int(number(option, text())); };
    if (option == "--count")
      o.count = count();
    else if (option == "--seed")
      o.setup.seed = uint64_t(number(option, text()));
    else if (option == "--target")
      o.setup.target = text();
    else if (option == "--plan-random")
      o.setup.planRandom = true;
    else if (option == "--vecify")
      o.setup.vecify = text();
    else if (option == "--cc")
      cc = text();
    else if (option == "--batch")
      o.batch = std::max(1, count());
    else if (option == "--jobs")
      o.jobs = std::max(1, count());
    else if (option == "--tests")
      o.setup.tests = count();
    else if (option == "--keep")
      o.keep = text();
    else if (option == "--max-reduce")
      o.maxReduce = count();
    else if (option == "--max-failures")
      o.maxFailures = count();
    else if (option == "--only")
      o.only = count();
    else if (option == "--only-batch")
      o.onlyBatch = count();
    else if (option == "--class") {
      const std::string name = text();
      o.family = int(std::find(std::begin(families), std::end(families), name) - std::begin(families));
      if (o.family == int(std::size(families)))
        die("unknown class '" + name + "'");
    } else if (option == "--print")
      o.print = true;
    else if (option == "--check-generator")
      o.setup.checkGenerator = o.setup.usesOriginal = true;
    else if (option == "--timeout")
      o.setup.secondsPerFile = count();
    else if (option == "--gcc")
      o.setup.gcc = text();
    else if (option == "--clang")
      o.setup.clang = text();
    else if (option == "--help") {
      fputs(usage, stdout);
      exit(0);
    } else {
      fputs(usage, stderr);
      die("unknown option " + option);
    }
  }
  const std::string &target = o.setup.target;
  const bool isAie = target == "aie" || target == "aie-ml" || target == "aie2p";
  if (target != "avx2" && target != "avx512" && target != "neon" && target != "cuda" && !isAie)
    die("unknown target '" + target + "': avx2, avx512, neon, cuda, aie, aie-ml or aie2p");
  if (cc != "gcc" && cc != "clang" && cc != "both")
    die("unknown compiler '" + cc + "': gcc, clang or both");
  o.setup.useGcc = cc != "clang";
  o.setup.useClang = cc != "gcc";
  if (o.setup.tests == 0)
    o.setup.tests = target == "neon" || target == "cuda" ? 8 : 20;
  if (target == "avx512" && !__builtin_cpu_supports("avx512bw") && !o.print) {
    fprintf(stderr, "fuzz: this machine has no AVX-512: clang's output is run by AVX2, gcc's is not\n");
    o.setup.emulates = true;
    o.setup.useGcc = false;
  }
  if (o.setup.vecify.empty())
    o.setup.vecify = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "vecify";
  return o;
}

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

/// AI Engines take other programs than the rest: those of test/aie/fuzz.py, which also runs them. Never returns.
[[noreturn]] void runForAiEngines(const Options &o) {
  std::vector<std::string> words = {"python3",  o.setup.harness + "/../../aie/fuzz.py",
                                    "--vecify", o.setup.vecify,
                                    "--target", o.setup.target,
                                    "--count",  std::to_string(o.count),
                                    "--seed",   std::to_string(o.setup.seed),
                                    "--keep",   o.keep};
  if (o.setup.planRandom)
    words.push_back("--plan-random");
  if (o.print)
    words.push_back("--print");
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  fflush(stdout);
  execvp(arguments[0], arguments.data());
  die("cannot run python3");
}

std::string firstLine(const std::string &text) { return text.substr(0, text.find('\n')); }

std::string words(const std::vector<std::string> &list) {
  std::string text;
  for (const std::string &word : list)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

/// The run: batches on several threads, failures as they come.
class Fuzz {
public:
  explicit Fuzz(Options given) : o(std::move(given)) {}

  int run() {
    double start = now();
    char folder[] = "/tmp/fuzz-XXXXXX";
    if (!mkdtemp(folder))
      die("cannot make a folder in /tmp");
    o.setup.work = folder;
    o.setup.harnessObjects = buildHarness(o.setup);
    if (o.setup.harnessObjects.empty())
      return 2;
    int batches = (o.count + o.batch - 1) / o.batch;
    std::vector<std::thread> workers;
    for (int j = 0; j < std::min(o.jobs, batches); ++j)
      workers.emplace_back([this, batches] {
        for (int b; (b = nextBatch++) < batches && failures < o.maxFailures;)
          batch(b);
      });
    for (std::thread &worker : workers)
      worker.join();
    std::filesystem::remove_all(o.setup.work);
    report(now() - start);
    return failures ? 1 : 0;
  }

private:
  void batch(int b) {
    if (o.onlyBatch >= 0 && b != o.onlyBatch)
      return;
    std::vector<Function> functions;
    for (int k = b * o.batch; k < std::min(o.count, (b + 1) * o.batch); ++k)
      if (o.only < 0 || o.only == k)
        functions.push_back(generate(o.setup.seed, k, o.family));
    if (functions.empty())
      return;
    std::string folder = o.setup.work + "/" + std::to_string(b);
    Recipe recipe = recipeFor(o.setup, b);
    Outcome outcome = runBatch(o.setup, recipe, b, functions, folder);
    std::filesystem::remove_all(folder);
    std::set<int> changed(outcome.transformed.begin(), outcome.transformed.end());
    {
      std::lock_guard lock(mutex);
      programs += long(functions.size());
      tests += outcome.tests;
      skipped += outcome.skipped;
      for (const Function &f : functions) {
        (f.isAffine ? affine : f.isOdd ? odd : other) += 1;
        if (changed.contains(f.index))
          (f.isAffine ? affineChanged : f.isOdd ? oddChanged : otherChanged) += 1;
      }
    }
    // One report a function: gcc and clang mostly agree on what is wrong.
    std::set<int> seen;
    for (const Failure &failure : outcome.failures)
      if (failures < o.maxFailures && seen.insert(failure.function.index).second)
        failed(failure, recipe, folder);
  }

  void failed(const Failure &failure, const Recipe &recipe, const std::string &folder) {
    bool reduces = false;
    if (isCompilersFault(o.setup, recipe, failure, folder)) {
      std::lock_guard lock(mutex);
      ++compilerFaults;
      printf("note: seed %llu %s (batch %d): the original fails too: %s\n", (unsigned long long)o.setup.seed,
             failure.function.name.c_str(), failure.batch, firstLine(failure.detail).c_str());
      return;
    }
    {
      std::lock_guard lock(mutex);
      ++failures;
      printf("FAIL seed %llu %s (batch %d): %s: %s\n", (unsigned long long)o.setup.seed, failure.function.name.c_str(),
             failure.batch, failure.kind.c_str(), firstLine(failure.detail).c_str());
      fflush(stdout);
      reduces = reduced < o.maxReduce;
      reduced += reduces;
    }
    Failure last = failure;
    auto fails = [&](const Function &f) {
      Outcome again = runBatch(o.setup, recipe, failure.batch, {f}, folder);
      for (Failure &found : again.failures)
        if (found.kind == failure.kind && !isCompilersFault(o.setup, recipe, found, folder)) {
          last = std::move(found);
          return true;
        }
      return false;
    };
    Function small = failure.function;
    bool alone = reduces && fails(small);
    if (alone) {
      small = reduce(small, fails, 150);
      fails(small);
    }
    keep(failure, last, small, recipe, folder, reduces && !alone);
  }

  void keep(const Failure &failure, const Failure &last, const Function &small, const Recipe &recipe,
            const std::string &folder, bool needsOthers) {
    std::filesystem::create_directories(o.keep);
    std::string stem =
        o.keep + "/" + o.setup.target + "-s" + std::to_string(o.setup.seed) + "-" + failure.function.name;
    std::vector<std::string> vecify = recipe.vecify;
    if (!vecify.empty())
      vecify[0] = "vecify";
    std::string head = "// fuzz --seed " + std::to_string(o.setup.seed) + " --target " + o.setup.target +
                       (o.setup.planRandom ? " --plan-random" : "") + " --batch " + std::to_string(o.batch) +
                       (o.family < 0 ? "" : std::string(" --class ") + families[o.family]) + " --count " +
                       std::to_string(failure.function.index + 1) + " --only " +
                       std::to_string(failure.function.index) + "\n// " + last.kind + ": " + firstLine(last.detail) +
                       "\n// " + words(vecify) + " -- " + words(recipe.vecifyFlags) + "\n";
    for (const Version &version : recipe.versions)
      head += "// " + version.name + ": " + words(version.command) + "\n";
    if (needsOthers)
      head += "// fails only together with the rest of its batch: --only-batch " + std::to_string(failure.batch) + "\n";
    writeFile(stem + ".c", head + "\n" + printFile({small}));
    writeFile(stem + ".full.c", head + "\n" + printFile({failure.function}));
    writeFile(stem + ".log", last.detail + "\n");
    std::string output = readFile(folder + "/out.c");
    if (!output.empty())
      writeFile(stem + ".out.c", output);
    std::filesystem::remove_all(folder);
    std::lock_guard lock(mutex);
    printf("     kept %s.c\n", stem.c_str());
    fflush(stdout);
  }

  void report(double seconds) {
    auto share = [](long part, long whole) { return whole ? 100.0 * double(part) / double(whole) : 0; };
    printf("%ld programs (%ld affine, %ld odd, %ld other), target %s%s, %ld calls "
           "compared, %ld skipped\n",
           programs, affine, odd, other, o.setup.target.c_str(), o.setup.planRandom ? ", random plans" : "", tests,
           skipped);
    if (!o.setup.checkGenerator)
      printf("transformed: %.1f %% of affine (%ld), %.1f %% of odd (%ld), %.1f %% of other (%ld), "
             "%.1f %% of all\n",
             share(affineChanged, affine), affineChanged, share(oddChanged, odd), oddChanged,
             share(otherChanged, other), otherChanged, share(affineChanged + oddChanged + otherChanged, programs));
    if (failures >= o.maxFailures)
      printf("stopped early: --max-failures=%d\n", o.maxFailures);
    printf("failures: %ld (besides %ld faults of the compilers); %.1f s, %.1f "
           "programs/s\n",
           failures.load(), compilerFaults, seconds, double(programs) / seconds);
  }

  Options o;
  std::mutex mutex;
  std::atomic<int> nextBatch = 0;
  long programs = 0, affine = 0, odd = 0, other = 0, affineChanged = 0, oddChanged = 0, otherChanged = 0;
  long tests = 0, skipped = 0, compilerFaults = 0;
  std::atomic<long> failures = 0;
  int reduced = 0;
};
} // namespace

int main(int argc, char **argv) {
  Options options = parse(argc, argv);
  if (options.setup.target.starts_with("aie"))
    runForAiEngines(options);
  if (options.print) {
    std::vector<Function> functions;
    for (int k = 0; k < options.count; ++k)
      if (options.only < 0 || options.only == k)
        functions.push_back(generate(options.setup.seed, k, options.family));
    fputs(printFile(functions).c_str(), stdout);
    return 0;
  }
  return Fuzz(std::move(options)).run();
}
