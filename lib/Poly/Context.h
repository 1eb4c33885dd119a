// The isl context of one nest: owned, and bounded by work rather than by time, so that results are deterministic.
//
// isl counts operations, but one on a large tableau takes a hundred times longer than one on a small one. So every
// question is charged by the size of its constraint system, and isl's own counter only ends single questions that
// explode; those stay unanswered, which callers take as "maybe".
#pragma once
#include <cstdint>
#include <isl/ctx.h>
#include <memory>

namespace vecify {

class Context {
public:
  /// `budget`: for all questions together; one about r constraints on c unknowns costs r * r * c.
  explicit Context(uint64_t budget);
  isl_ctx *get() const { return Ctx.get(); }
  /// Charges a question. False if the budget is spent: it must not be asked.
  bool begin(uint64_t rows, uint64_t columns);
  /// The question was too hard for isl.
  void noteUnanswered();
  /// Some questions were not asked; the analysis as a whole must be declined.
  bool isExhausted() const { return Exhausted; }

private:
  void spend(uint64_t work);

  struct Free {
    void operator()(isl_ctx *ctx) const { isl_ctx_free(ctx); }
  };
  std::unique_ptr<isl_ctx, Free> Ctx;
  uint64_t Left;
  bool Exhausted = false;
};

} // namespace vecify
