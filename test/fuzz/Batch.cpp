// The steps in order; each returns the failures it can blame on a function, or
// on the batch as a whole, which is then split.
#include "Batch.h"
#include "Check.h"
#include "Print.h"
#include "Process.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

namespace vecify::fuzz {
namespace {

using Words = std::vector<std::string>;

Words operator+(Words a, const Words &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// A failure of the whole batch, not yet of a function unless lines name some.
struct Trouble {
  std::string kind, detail;
  std::set<std::string> functions;
};

/// What stands between the two marks that Print puts around a function.
std::string textOf(const std::string &file, const Function &f) {
  size_t from = file.find(std::string("// ") + f.family() + " " + f.name + "\n");
  size_t to = file.find("// end " + f.name + "\n");
  return from == std::string::npos || to == std::string::npos
             ? ""
             : file.substr(from, to - from);
}

/// The names in [-Wname], [-Werror=name] and [-Werror,-Wname].
std::set<std::string> warningsIn(const std::string &output) {
  std::set<std::string> names;
  for (const char *mark : {"[-Werror=", "[-Werror,-W", "[-W"})
    for (size_t at = 0; (at = output.find(mark, at)) != std::string::npos;) {
      at += std::strlen(mark);
      std::string name =
          output.substr(at, output.find_first_of("],=", at) - at);
      if (name != "error")
        names.insert(name);
    }
  return names;
}

class Run {
public:
  Run(const Setup &setup, const Recipe &recipe, int batch,
      const std::vector<Function> &functions, const std::string &folder)
      : setup(setup), recipe(recipe), batch(batch), functions(functions),
        folder(folder) {}

  Outcome outcome;
  std::vector<Trouble> troubles;

  void all() {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    input = printFile(functions);
    writeFile(folder + "/in.c", input);
    if (vectorize() && compileVersions() && compileCheck())
      runCheck();
  }

private:
  bool trouble(const std::string &kind, const std::string &detail) {
    troubles.push_back({kind, detail, {}});
    return false;
  }
  /// The functions in `text` that errors such as "out.c:12:3: error: ..." mean.
  static std::set<std::string> named(const std::string &complaints,
                                     const std::string &file,
                                     const std::string &text) {
    std::set<std::string> names;
    std::istringstream lines(complaints);
    for (std::string line; std::getline(lines, line);) {
      size_t at = line.find(file + ":");
      if (at == std::string::npos || line.find("error") == std::string::npos)
        continue;
      std::string name =
          functionAt(text, std::atol(line.c_str() + at + file.size() + 1));
      if (!name.empty())
        names.insert(name);
    }
    return names;
  }
  static std::string functionAt(const std::string &text, long number) {
    std::istringstream rows(text);
    std::string row, name;
    for (long k = 1; k <= number && std::getline(rows, row); ++k) {
      if (row.starts_with("// affine ") || row.starts_with("// odd ") || row.starts_with("// other "))
        name = row.substr(row.rfind(' ') + 1);
      if (row.starts_with("// end "))
        name.clear();
    }
    return name;
  }
  std::string path(const std::string &name) const {
    return folder + "/" + name;
  }

  bool vectorize() {
    if (setup.usesOriginal)
      return true;
    Finished done = runProcess(
        recipe.vecify + Words{"-o", path("out.c"), path("in.c"), "--"} +
            recipe.vecifyFlags,
        setup.secondsPerFile * (functions.size() == 1 ? 0.5 : 1));
    if (!done.ok())
      // A program that is no C is not the failure that is being reduced.
      return trouble(done.timedOut                      ? "vecify-timeout"
                     : done.ending() == "exit code 1" ? "vecify-rejects"
                                                        : "vecify",
                     done.ending() + "\n" + done.output);
    output = readFile(path("out.c"));
    for (const Function &f : functions) {
      std::string before = textOf(input, f), after = textOf(output, f);
      if (after.empty())
        return trouble("text", "a comment outside of the loops is gone");
      changed.push_back(before != after);
      if (before != after)
        outcome.transformed.push_back(f.index);
    }
    return true;
  }

  bool compileVersions() {
    std::string source = setup.usesOriginal ? "in.c" : "out.c";
    for (const Version &version : recipe.versions) {
      std::string names = path(version.name + ".h"),
                  object = path(version.name + ".o");
      writeFile(names, printRenames(functions, version.name));
      Words rest = {"-include", names, "-c", path(source), "-o", object};
      Finished done = runProcess(version.command + rest, 300);
      if (!done.ok() && !setup.usesOriginal) {
        // Warnings that the original has too are the generator's business.
        Words quiet = version.command + alreadyThere(version, done.output);
        if (quiet.size() > version.command.size())
          done = runProcess(quiet + rest, 300);
      }
      if (!done.ok() && setup.target == "cuda") {
        // C that is no C++ cannot be a CUDA file.
        const std::set<std::string> names = notCxx(version);
        if (!names.empty()) {
          trouble("c++", "");
          troubles.back().functions = names;
          return false;
        }
      }
      if (!done.ok()) {
        trouble("compile",
                version.name + ": " + done.ending() + "\n" + done.output);
        troubles.back().functions =
            named(done.output, source, setup.usesOriginal ? input : output);
        return false;
      }
    }
    return true;
  }

  /// The functions whose original a C++ compiler refuses.
  std::set<std::string> notCxx(const Version &version) const {
    Finished done = runProcess(version.command + Words{"-Drestrict=__restrict__", "-fsyntax-only", path("in.c")}, 300);
    return done.ok() ? std::set<std::string>() : named(done.output, "in.c", input);
  }

  Words alreadyThere(const Version &version, const std::string &complaints) {
    Finished original = runProcess(
        version.command + Words{"-c", path("in.c"), "-o", path("original.o")},
        300);
    std::set<std::string> old = warningsIn(original.output);
    Words flags;
    for (const std::string &name : warningsIn(complaints))
      if (old.contains(name))
        flags.push_back("-Wno-" + name);
    return flags;
  }

  bool compileCheck() {
    Words versions;
    for (const Version &version : recipe.versions)
      versions.push_back(version.name);
    std::vector<unsigned> masks;
    for (size_t k = 0; k < functions.size(); ++k)
      masks.push_back(maskOf(k));
    writeFile(path("check.c"),
              printCheck(functions, versions, masks, recipe.dataSeed));

    Words clang = {setup.clang}, objects = setup.harnessObjects;
    if (setup.target == "neon")
      clang = {setup.clang, "--target=aarch64-linux-gnu", "-static"};
    Finished done =
        runProcess(clang + Words{"-O1", "-w", "-fwrapv", "-fno-strict-aliasing",
                                 "-ffp-contract=off", "-fno-vectorize",
                                 "-fno-slp-vectorize", "-I" + setup.harness,
                                 "-c", path("check.c"), "-o", path("check.o")},
                   300);
    if (!done.ok())
      return trouble("generator",
                     "check.c: " + done.ending() + "\n" + done.output);
    objects.push_back(path("check.o"));
    for (const Version &version : recipe.versions)
      objects.push_back(path(version.name + ".o"));
    if (setup.checkGenerator)
      clang.push_back("-fsanitize=address,undefined");
    done = runProcess(clang + Words{"-fuse-ld=lld", "-o", path("check")} +
                          objects + (setup.target == "cuda" ? Words{"-lstdc++", "-lm"} : Words{"-lm"}),
                      300);
    if (!done.ok())
      return trouble("link", done.ending() + "\n" + done.output);
    return true;
  }

  /// Bit v: whether versions[v] of function k has to agree with the oracle.
  unsigned maskOf(size_t k) const {
    unsigned mask = 0;
    for (size_t v = 0; v < recipe.versions.size(); ++v) {
      bool mayDiffer = !setup.usesOriginal && recipe.versions[v].mayFuse &&
                       isFusable(functions[k]) &&
                       !(changed[k] && loopsIn(functions[k]) == 1);
      if (!mayDiffer)
        mask |= 1u << v;
    }
    return mask;
  }

  /// Outermost loops; vecify may leave all but one of them alone.
  static long loopsIn(const Function &f) {
    return std::count_if(f.body.begin(), f.body.end(), [](const Stmt &s) {
      return s.kind == Stmt::For || s.kind == Stmt::While ||
             s.kind == Stmt::DoWhile || s.kind == Stmt::If;
    });
  }

  void runCheck() {
    Words command;
    if (setup.target == "neon")
      command = {"qemu-aarch64"};
    int seconds = setup.target == "neon" || setup.target == "cuda" ? 20 : 4;
    Finished done =
        runProcess(command + Words{path("check"), std::to_string(setup.tests),
                                   std::to_string(recipe.dataSeed),
                                   std::to_string(seconds)},
                   60 + 2.0 * double(functions.size()));
    std::istringstream lines(done.output);
    std::string line, noise;
    bool isDone = false;
    while (std::getline(lines, line)) {
      std::istringstream words(line);
      std::string first, name, version, kind;
      words >> first;
      if (first == "DONE") {
        words >> outcome.tests >> outcome.skipped;
        isDone = true;
      } else if (first == "FAIL") {
        words >> name >> version >> kind;
        std::string rest;
        std::getline(words, rest);
        bool generator = version == "oracle" || version == "traced";
        blame(name, generator ? "generator-" + kind : kind,
              version + ": " + kind + rest);
      } else {
        blameLine(line);
        noise += line + "\n";
      }
    }
    if (!isDone)
      trouble("run", done.ending() + "\n" + noise);
  }

  void blame(const std::string &name, const std::string &kind,
             const std::string &detail) {
    for (const Function &f : functions)
      if (f.name == name)
        outcome.failures.push_back({f, batch, kind, detail});
  }

  /// A sanitizer's "in.c:12:3: runtime error: ..." belongs to a function.
  void blameLine(const std::string &line) {
    size_t at = line.find("in.c:");
    if (at == std::string::npos ||
        line.find("runtime error") == std::string::npos)
      return;
    blame(functionAt(input, std::atol(line.c_str() + at + 5)), "sanitizer",
          line);
  }

  const Setup &setup;
  const Recipe &recipe;
  int batch;
  const std::vector<Function> &functions;
  std::string folder, input, output;
  std::vector<bool> changed;
};
} // namespace

void Outcome::add(Outcome other) {
  std::move(other.failures.begin(), other.failures.end(),
            std::back_inserter(failures));
  transformed.insert(transformed.end(), other.transformed.begin(),
                     other.transformed.end());
  tests += other.tests;
  skipped += other.skipped;
}

Outcome runBatch(const Setup &setup, const Recipe &recipe, int batch,
                 const std::vector<Function> &functions,
                 const std::string &folder) {
  Run run(setup, recipe, batch, functions, folder);
  run.all();
  if (run.troubles.empty())
    return std::move(run.outcome);
  if (run.troubles[0].kind == "c++") {
    std::vector<Function> rest;
    for (const Function &f : functions)
      if (!run.troubles[0].functions.contains(f.name))
        rest.push_back(f);
    return rest.empty() || rest.size() == functions.size() ? Outcome() : runBatch(setup, recipe, batch, rest, folder);
  }
  if (functions.size() == 1) {
    for (const Trouble &trouble : run.troubles)
      run.outcome.failures.push_back(
          {functions[0], batch, trouble.kind, trouble.detail});
    return std::move(run.outcome);
  }
  // Errors with line numbers name the functions; each then fails on its own.
  const std::set<std::string> &names = run.troubles[0].functions;
  if (!names.empty() && names.size() < functions.size()) {
    std::vector<Function> rest;
    Outcome all;
    for (const Function &f : functions) {
      if (names.contains(f.name))
        all.add(runBatch(setup, recipe, batch, {f}, folder));
      else
        rest.push_back(f);
    }
    all.add(runBatch(setup, recipe, batch, rest, folder));
    return all;
  }
  size_t half = functions.size() / 2;
  Outcome both =
      runBatch(setup, recipe, batch,
               {functions.begin(), functions.begin() + half}, folder);
  both.add(runBatch(setup, recipe, batch,
                    {functions.begin() + half, functions.end()}, folder));
  if (both.failures.empty()) {
    // Only all of them together fail: say so, with the first in place of all.
    const Trouble &trouble = run.troubles[0];
    both.failures.push_back(
        {functions[0], batch, trouble.kind + "-together", trouble.detail});
  }
  return both;
}

bool isCompilersFault(const Setup &setup, const Recipe &recipe,
                      const Failure &failure, const std::string &folder) {
  static const std::set<std::string> atRunTime = {"mismatch", "segfault",
                                                  "signal", "timeout"};
  if (setup.usesOriginal || !atRunTime.contains(failure.kind))
    return false;
  Setup without = setup;
  without.usesOriginal = true;
  Recipe strict = recipe;
  for (Version &version : strict.versions)
    version.command.push_back("-ffp-contract=off");
  Outcome outcome = runBatch(without, strict, failure.batch, {failure.function},
                             folder + "-original");
  std::filesystem::remove_all(folder + "-original");
  return std::any_of(outcome.failures.begin(), outcome.failures.end(),
                     [&](const Failure &f) { return f.kind == failure.kind; });
}

void writeFile(const std::string &path, const std::string &text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string readFile(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace vecify::fuzz
