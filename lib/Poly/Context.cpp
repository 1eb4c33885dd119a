// After isl's limit is hit every call fails until the count is reset, with messages that mislead: reset first.
#include "Context.h"
#include <isl/options.h>

namespace vecify {

/// isl operations for one question; those of real nests need some hundreds.
static constexpr unsigned long MaxOperationsPerQuestion = 5000;
/// What an unanswered one costs.
static constexpr uint64_t UnansweredWork = 200'000;

Context::Context(uint64_t budget) : Ctx(isl_ctx_alloc()), Left(budget) {
  isl_options_set_on_error(Ctx.get(), ISL_ON_ERROR_CONTINUE);
}

bool Context::begin(uint64_t rows, uint64_t columns) {
  spend(rows * rows * columns);
  isl_ctx_reset_error(Ctx.get());
  isl_ctx_reset_operations(Ctx.get());
  isl_ctx_set_max_operations(Ctx.get(), MaxOperationsPerQuestion);
  return !Exhausted;
}

void Context::noteUnanswered() { spend(UnansweredWork); }

void Context::spend(uint64_t work) {
  Exhausted |= work > Left;
  Left -= Exhausted ? Left : work;
}

} // namespace vecify
