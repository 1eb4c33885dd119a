// Runs the example of every pattern: `before` must become `after`, and mean the same.
#include "AllPatterns.h"
#include "Example.h"

namespace vecify {

TEST(Patterns, ExamplesBecomeWhatTheySay) {
  for (llvm::ArrayRef<const Pattern *> step : allPatterns())
    for (const Pattern *pattern : step) {
      SCOPED_TRACE(pattern->summary);
      Function before = example(pattern->before), wanted = example(pattern->after);
      Function after = sweep(applyPatterns(before, {pattern}, target(pattern->target)));
      EXPECT_EQ(anonymousText(after), anonymousText(wanted));
      if (!llvm::StringRef(pattern->before).contains("fp(contract)"))
        expectSameMeaning(before, after);
    }
}

/// Patterns of one step match disjoint ops, or what they make of an op does not depend on who comes first.
TEST(Patterns, OrderWithinAStepDoesNotMatter) {
  for (llvm::ArrayRef<const Pattern *> step : allPatterns()) {
    std::vector<const Pattern *> backwards(step.rbegin(), step.rend());
    for (const Pattern *pattern : step) {
      SCOPED_TRACE(pattern->summary);
      Function before = example(pattern->before);
      Function one = sweep(applyPatterns(before, step, target(pattern->target)));
      Function other = sweep(applyPatterns(before, backwards, target(pattern->target)));
      EXPECT_EQ(anonymousText(one), anonymousText(other));
    }
  }
}

} // namespace vecify
