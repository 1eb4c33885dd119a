// Random functions, lowered, printed, compiled by both compilers and run: the C must do what the interpreter does.
// VECIFY_EMIT_RANDOM sets the number of functions per test and target.
#include "../Emit/CProgram.h"
#include "../Lower/Example.h"
#include "../Lower/RandomFunction.h"
#include "vecify/Lower/Lower.h"
#include "vecify/Support/Decline.h"
#include <cstdlib>

namespace vecify {
namespace {

unsigned countFromEnvironment(unsigned standard) {
  const char *text = std::getenv("VECIFY_EMIT_RANDOM");
  return text ? unsigned(std::atoi(text)) : standard;
}

std::vector<KernelCase> randomCases(const Target &target, unsigned count, uint64_t seed, RandomOptions options) {
  static const int64_t lanes[] = {8, 16, 32, 64};
  std::vector<KernelCase> cases;
  std::mt19937_64 random(seed);
  for (unsigned i = 0; cases.size() < count && i < 3 * count; ++i) {
    options.lanes = lanes[i % 4];
    auto code = lowerToNative(randomFunction(seed * 1000 + i, options), target);
    if (!code) {
      llvm::handleAllErrors(
          code.takeError(), [](const Decline &) {},
          [](const llvm::ErrorInfoBase &bug) { ADD_FAILURE() << bug.message(); });
      continue;
    }
    KernelCase c{std::move(*code), {}};
    for (unsigned run = 0; run < 3; ++run) {
      KernelInput input;
      input.parameters = randomParameters(c.function, random);
      input.memory = randomMemory(c.function, random, 4096);
      c.inputs.push_back(std::move(input));
    }
    cases.push_back(std::move(c));
  }
  return cases;
}

void testMany(RandomOptions options, uint64_t seed) {
  size_t total = 0;
  for (const std::string &name : allTargets()) {
    SCOPED_TRACE(name);
    const unsigned count = countFromEnvironment(6);
    for (unsigned done = 0; done < count && !::testing::Test::HasFailure(); done += 12) {
      const std::vector<KernelCase> cases =
          randomCases(target(name), std::min(12u, count - done), seed * 100000 + done, options);
      total += cases.size();
      expectAsInterpreted(cases, target(name));
    }
  }
  EXPECT_GT(total, 0u) << "every target declines everything";
}

} // namespace

TEST(RandomKernels, StraightLineRunsAsInterpreted) {
  RandomOptions options;
  options.loops = false;
  testMany(options, 1);
}

TEST(RandomKernels, LoopsRunAsInterpreted) { testMany({}, 2); }

TEST(RandomKernels, MaskedTailsRunAsInterpreted) {
  RandomOptions options;
  options.masks = true;
  testMany(options, 3);
}

} // namespace vecify
