// A sum that a predicate keeps or changes is one instruction where predicates are.
#include "MaskedAddition.h"
#include "Rewrites.h"

namespace vecify {

static bool hasMaskedAdd(const Site &s) {
  return s.isVector() && s.target.find(OpKind::MaskedAdd, s.type.element, unsigned(s.type.lanes()));
}

/// x + (m ? y : 0) on integers, and x + m where the truth value counts as 1.
static Replacement addWhereTrue(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isIntegerVector() || !hasMaskedAdd(s))
    return std::nullopt;
  for (unsigned i : {0u, 1u}) {
    const ValueId kept = op.operands[1 - i];
    std::optional<Op> addend = s.definition(op.operands[i], OpKind::Select);
    if (addend && splatInt(s.f, addend->operands[2]) == 0)
      return with(s.emit(OpKind::MaskedAdd, {addend->operands[0], kept, addend->operands[1]}));
    std::optional<Op> truth = s.definition(op.operands[i], OpKind::Cast);
    if (truth && s.typeOf(truth->operands[0]).element == ScalarType::I1)
      return with(s.emit(OpKind::MaskedAdd, {truth->operands[0], kept, s.constant(1)}));
  }
  return std::nullopt;
}

/// m ? x + y : x
static Replacement selectOfSum(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!hasMaskedAdd(s))
    return std::nullopt;
  std::optional<Op> sum = s.definition(op.operands[1], OpKind::Add);
  for (unsigned i : {0u, 1u})
    if (sum && sum->operands[i] == op.operands[2]) {
      s.b.fp = sum->fp;
      return with(s.emit(OpKind::MaskedAdd, {op.operands[0], op.operands[2], sum->operands[1 - i]}));
    }
  return std::nullopt;
}

const Pattern sumWithSelected = {"a sum with what is 0 where a predicate is off",
                                 R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %n = transfer_read i32[0] lanes(1) : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %o = constant 1 : 8xi32
  %z = constant 0 : 8xi32
  %s = select %m, %o, %z : 8xi32
  %r = add %n, %s : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                                 R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %n = transfer_read i32[0] lanes(1) : 8xi32
  %m = cmp_lt %a, %b : 8xi1
  %o = constant 1 : 8xi32
  %r = masked_add %m, %n, %o : 8xi32
  transfer_write %r, i32[0] lanes(1))", OpKind::Add, addWhereTrue, "avx512"};

const Pattern selectedSum = {"a sum where a predicate is on",
                             R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %s = add %b, %a : 8xf32
  %r = select %m, %s, %a : 8xf32
  transfer_write %r, f32[0] lanes(1))",
                             R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %b = transfer_read f32[8] lanes(1) : 8xf32
  %m = cmp_lt %a, %b : 8xi1
  %r = masked_add %m, %a, %b : 8xf32
  transfer_write %r, f32[0] lanes(1))",
                             OpKind::Select,
                             selectOfSum,
                             "avx512"};

} // namespace vecify
