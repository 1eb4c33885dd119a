// A batch of functions on its way through vecify, the compilers and the
// harness.
//
//   in.c --vecify--> out.c --gcc, clang--> objects \
//   in.c + check.c --clang -O1, no vectorizers--->  check  -> mismatches
//
// A step that fails for the whole batch is repeated with its halves until the
// functions at fault are known.
#pragma once
#include "Program.h"

namespace vecify::fuzz {

/// What one run of the fuzzer has in common.
struct Setup {
  std::string target = "avx2"; // avx2, avx512, neon or cuda
  std::string vecify, gcc, clang;
  /// The output is run by AVX2 in place of AVX-512, by clang alone.
  bool emulates = false;
  std::string harness; // folder of Harness.c
  std::string work;    // scratch folder, exists
  std::vector<std::string> harnessObjects;
  bool useGcc = true, useClang = true;
  bool planRandom = false;
  bool checkGenerator = false;
  /// Compiles in.c where out.c would be: no vecify.
  bool usesOriginal = false;
  uint64_t seed = 1;
  int tests = 20;             // per function
  double secondsPerFile = 60; // for vecify
};

struct Version {
  std::string name; // gcc, clang
  std::vector<std::string> command;
  /// The compiler may fuse a product and a sum of C, so code that vecify left
  /// alone may differ from the oracle.
  bool mayFuse = false;
};

/// How the batch with this number is compiled; the same for each of its parts.
struct Recipe {
  std::vector<std::string> vecify;      // without files
  std::vector<std::string> vecifyFlags; // behind --
  std::vector<Version> versions;
  uint64_t dataSeed = 0;
};

struct Failure {
  Function function;
  int batch = 0;
  std::string kind;   // vecify, compile, mismatch, segfault, timeout, ...
  std::string detail; // one line, or a compiler's output
  bool operator==(const Failure &) const = delete;
};

struct Outcome {
  std::vector<Failure> failures;
  /// Functions whose text vecify changed.
  std::vector<int> transformed;
  long tests = 0, skipped = 0;

  void add(Outcome other);
};

Recipe recipeFor(const Setup &setup, int batch);

/// Whether the same compilers get the original wrong in the same way: then the
/// fault is theirs, not vecify's.
bool isCompilersFault(const Setup &setup, const Recipe &recipe,
                      const Failure &failure, const std::string &folder);

/// Compiles Harness.c for the target; the objects or, on failure, nothing and
/// a message on stderr.
std::vector<std::string> buildHarness(const Setup &setup);

/// `folder` is emptied and used for the files of the batch.
Outcome runBatch(const Setup &setup, const Recipe &recipe, int batch,
                 const std::vector<Function> &functions,
                 const std::string &folder);

void writeFile(const std::string &path, const std::string &text);
std::string readFile(const std::string &path);

} // namespace vecify::fuzz
