// Random functions through all steps: whatever a step does, the interpreter must not see it.
#include "Example.h"
#include "RandomFunction.h"
#include "vecify/IR/Verify.h"
#include "vecify/Lower/Lower.h"
#include "vecify/Support/Decline.h"
#include <cstdlib>

namespace vecify {

static unsigned countFromEnvironment(unsigned standard) {
  const char *text = std::getenv("VECIFY_LOWER_RANDOM");
  return text ? unsigned(std::atoi(text)) : standard;
}

/// Lowers `count` random functions; returns how many the target could express.
static unsigned lowerMany(const std::string &name, RandomOptions options, unsigned count, uint64_t seed,
                          unsigned registerBits = 0) {
  unsigned lowered = 0;
  static const int64_t lanes[] = {8, 16, 32, 64};
  for (unsigned i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    options.lanes = lanes[(seed + i) % 4];
    Function f = randomFunction(seed * 1000 + i, options);
    if (llvm::Error wrong = verify(f)) {
      ADD_FAILURE() << llvm::toString(std::move(wrong)) << toText(f);
      return 0;
    }
    SCOPED_TRACE(name + ", seed " + std::to_string(seed * 1000 + i));
    LowerOptions lowerOptions;
    lowerOptions.registerBits = registerBits;
    Function before = f;
    auto code = lowerToNative(f, target(name), lowerOptions, [&](llvm::StringRef step, const Function &after) {
      if (::testing::Test::HasFailure())
        return;
      SCOPED_TRACE("step " + step.str());
      expectSameMeaning(before, after, 2, seed + i);
      before = after;
    });
    if (code) {
      ++lowered;
      continue;
    }
    llvm::handleAllErrors(
        code.takeError(),
        [&](const Decline &decline) {
          EXPECT_EQ(decline.reason, Reason::NoVectorForm);
          if (std::getenv("VECIFY_SHOW_DECLINES"))
            llvm::errs() << name << ": " << decline.text() << "\n";
        },
        [&](const llvm::ErrorInfoBase &bug) { ADD_FAILURE() << bug.message() << toText(before); });
  }
  return lowered;
}

TEST(RandomFunctions, StraightLineKeepsItsMeaning) {
  unsigned count = countFromEnvironment(60);
  RandomOptions options;
  options.loops = false;
  for (const std::string &name : allTargets())
    EXPECT_GE(lowerMany(name, options, count, 1), count * 9 / 10) << name;
}

TEST(RandomFunctions, LoopsKeepTheirMeaning) {
  unsigned count = countFromEnvironment(60);
  for (const std::string &name : allTargets())
    EXPECT_GE(lowerMany(name, {}, count, 2), count * 9 / 10) << name;
}

TEST(RandomFunctions, AiEnginesKeepTheMeaning) {
  unsigned count = countFromEnvironment(60);
  for (const char *name : {"aie", "aie-ml", "aie2p"})
    lowerMany(name, {}, count, 12);
}

TEST(RandomFunctions, ExtensionsKeepTheMeaning) {
  unsigned count = countFromEnvironment(40);
  for (const char *name : {"avx512+vnni", "neon+dotprod"})
    lowerMany(name, {}, count, 9);
}

TEST(RandomFunctions, MaskedTailsKeepTheirMeaning) {
  unsigned count = countFromEnvironment(60);
  RandomOptions options;
  options.masks = true;
  options.otherAccess = false;
  for (const std::string &name : allTargets())
    lowerMany(name, options, count, 3);
}

TEST(RandomFunctions, NarrowRegistersKeepTheMeaning) {
  unsigned count = countFromEnvironment(30);
  for (const std::string &name : allTargets())
    for (unsigned bits : target(name).registerBits)
      lowerMany(name, {}, count, 4 + bits, bits);
}

} // namespace vecify
