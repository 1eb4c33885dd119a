// The commands: which flags vecify is told, and how two compilers build its
// output. One of them is given -march=native and free rein to fuse products
// and sums, as users' builds are; strict output has to survive it.
#include "Batch.h"
#include "Process.h"
#include "Rng.h"
#include <cstdio>

namespace vecify::fuzz {
namespace {

using Words = std::vector<std::string>;

Words join(Words a, const Words &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Words clangFor(const Setup &setup) {
  return setup.target == "neon"
             ? Words{setup.clang, "--target=aarch64-linux-gnu"}
             : Words{setup.clang};
}
Words gccFor(const Setup &setup) {
  return {setup.target == "neon" ? "aarch64-linux-gnu-" + setup.gcc
                                 : setup.gcc};
}

// Those that this machine has, or the emulator.
std::string extensionsOf(const Setup &setup) {
  if (setup.target == "neon")
    return "+dotprod+i8mm";
  if (setup.target == "avx2" && __builtin_cpu_supports("avxvnni"))
    return "+vnni";
  if (setup.target == "avx512" &&
      (setup.emulates || (__builtin_cpu_supports("avx512vnni") &&
                          __builtin_cpu_supports("avx512vbmi"))))
    return "+vnni+vbmi";
  return "";
}

// The generator promises no undefined behaviour and no warnings.
Recipe checkingRecipe(const Setup &setup) {
  Recipe recipe;
  // These see through more arithmetic than the generator does.
  Words warnings = {"-Wall",
                    "-Wextra",
                    "-Werror",
                    "-Wno-overflow",
                    "-Wno-tautological-compare",
                    "-Wno-unknown-warning-option",
                    "-Wno-constant-conversion",
                    "-Wno-unused-variable",
                    "-Wno-unused-parameter",
                    "-Wno-unused-but-set-variable",
                    "-Wno-empty-body",
                    "-Wno-switch-bool",
                    "-Wno-type-limits",
                    "-Wno-implicit-const-int-float-conversion",
                    "-Wno-tautological-constant-out-of-range-compare"};
  Words defined = {"-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off"};
  recipe.versions = {
      {"sanitized",
       join({setup.clang, "-O1", "-g1", "-ffp-contract=off",
             "-fsanitize=address,undefined,float-cast-overflow"},
            warnings),
       false},
      {"gccO0", join({setup.gcc, "-O0"}, defined), false},
      // Without the loop optimizers, which have faults of their own.
      {"gccO2",
       join({setup.gcc, "-O2", "-fno-tree-vectorize", "-ffp-contract=off"},
            warnings),
       false},
      {"clangO2",
       join({setup.clang, "-O2", "-march=native", "-fno-vectorize",
             "-ffp-contract=off"},
            warnings),
       false}};
  return recipe;
}
} // namespace

Recipe recipeFor(const Setup &setup, int batch) {
  uint64_t random = mix(mix(setup.seed, 0xba7c), uint64_t(batch));
  Recipe recipe;
  if (setup.checkGenerator) {
    recipe = checkingRecipe(setup);
    recipe.dataSeed = random;
    return recipe;
  }
  recipe.dataSeed = random;

  // Half of the time the compile flags allow the ISA, else vecify dispatches.
  Words isa;
  if (setup.target == "avx2" && batch / 2 % 2)
    isa = {"-march=x86-64-v3"};
  if (setup.target == "avx512" && batch / 2 % 2)
    isa = {"-march=x86-64-v4"};
  // A kernel of each, the narrower one compiled only.
  bool isPair = setup.target == "avx512" && isa.empty() && random >> 42 & 1;
  bool isExtended = (random >> 46 & 3) == 0;
  recipe.vecify = {setup.vecify,
                   "--target=" + setup.target +
                       (isExtended ? extensionsOf(setup) : "") +
                       (isPair ? ",avx2" : ""),
                   "--fp=strict", "--strict"};
  // Little room for panels makes cache blocks small, or none.
  if ((random >> 48 & 3) == 0)
    recipe.vecify.push_back("--stack=" +
                            std::to_string(256 << (random >> 50 & 7)));
  if (setup.planRandom)
    recipe.vecify.push_back("--plan=random:" +
                            std::to_string(random % 1000000));
  recipe.vecifyFlags = isa;
  if (setup.target == "neon")
    recipe.vecifyFlags.push_back("--target=aarch64-linux-gnu");
  if (random >> 40 & 1) {
    isa.push_back("-fno-math-errno");
    recipe.vecifyFlags.push_back("-fno-math-errno");
  }

  if ((random >> 43 & 7) == 0) {
    isa.push_back("-fwrapv");
    recipe.vecifyFlags.push_back("-fwrapv");
  }

  if (setup.target == "cuda") {
    // With managed memory nothing must be known of how far arrays reach.
    const char *const memory[] = {"copy", "managed", "managed", "persistent"};
    recipe.vecify.push_back(std::string("--cuda-mem=") + memory[random >> 46 & 3]);
    // The output is C++ and runs in the emulator, however little there is to do. What C warns of is the original's.
    const Words emulated = {"-x", "c++", "-std=c++17", "-w", "-fno-strict-aliasing", "-ffp-contract=off",
                            "-DVECIFY_LEAST_WORK=0", "-include", setup.harness + "/../../cuda/Emulator.h"};
    // Both versions are linked into one program; what each says of its errors has a name of its own.
    if (setup.useGcc)
      recipe.versions.push_back(
          {"gcc", join(join({"g++", "-O1", "-Din_cuda_error=gcc_cuda_error"}, isa), emulated), false});
    if (setup.useClang)
      recipe.versions.push_back(
          {"clang", join(join({setup.clang, "-O1", "-Din_cuda_error=clang_cuda_error"}, isa), emulated), false});
    return recipe;
  }

  // In what macros write gcc does not look for comparisons that always hold.
  Words warnings = {"-Wall", "-Wextra", "-Werror", "-Wno-tautological-compare"};
  Words careful = join(join({"-O2", "-ffp-contract=off"}, isa), warnings);
  Words daring = join(join({"-O3"}, isa), warnings);
  if (setup.target != "neon")
    daring.push_back("-march=native");
  if (setup.useGcc)
    recipe.versions.push_back(
        {"gcc", join(gccFor(setup), batch % 2 ? careful : daring),
         batch % 2 == 0});
  const Words clang = setup.emulates
                          ? Words{"env", "VECIFY_CLANG=" + setup.clang, FUZZ_EMULATED_CLANG}
                          : clangFor(setup);
  if (setup.useClang)
    recipe.versions.push_back(
        {"clang", join(clang, batch % 2 ? daring : careful), batch % 2 == 1});
  return recipe;
}

std::vector<std::string> buildHarness(const Setup &setup) {
  std::vector<std::string> objects;
  for (const char *name : {"Harness", "Data"}) {
    std::string object = setup.work + "/" + name + ".o";
    Finished done = runProcess(
        join(clangFor(setup),
             {"-O2", "-c", setup.harness + "/" + name + ".c", "-o", object}),
        60);
    if (!done.ok()) {
      fprintf(stderr, "fuzz: cannot compile the harness: %s\n%s",
              done.ending().c_str(), done.output.c_str());
      return {};
    }
    objects.push_back(object);
  }
  return objects;
}

} // namespace vecify::fuzz
