// Step: where a mask is a vector of -1 and 0, selects with 0 are logic, and counting is subtraction.
#include "AllPatterns.h"
#include "Rewrites.h"
#include "Steps.h"

namespace vecify {

/// m ? x : 0 is m & x, m ? 0 : x is ~m & x, bit by bit.
static Replacement selectByLogic(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isVector() || target.predicateMasks || isMask(s.type.element))
    return std::nullopt;
  const bool hasZeroLast = isAllZeros(s.f, op.operands[2]), hasZeroFirst = isAllZeros(s.f, op.operands[1]);
  const VectorType mask = s.typeOf(op.operands[0]);
  const ScalarType element = isFloat(s.type.element) ? integerType(bitsOf(s.type.element), false) : s.type.element;
  const unsigned lanes = target.lanesOf(element);
  const Row *select = target.find(OpKind::Select, s.type.element, lanes),
            *both = target.find(OpKind::And, element, lanes);
  if (hasZeroLast == hasZeroFirst || bitsOf(mask.element) != bitsOf(element) || !select || !both ||
      select->uops <= both->uops)
    return std::nullopt;
  const VectorType bits = s.type.withElement(element);
  auto asBits = [&](ValueId v) { return s.typeOf(v) == bits ? v : s.emit(OpKind::Bitcast, bits, {v}); };
  ValueId chosen = s.emit(hasZeroLast ? OpKind::And : OpKind::AndNot, bits,
                          {asBits(op.operands[0]), asBits(op.operands[hasZeroLast ? 1 : 2])});
  return with(s.type == bits ? chosen : s.emit(OpKind::Bitcast, {chosen}));
}

const Pattern selectOfZero = {"a select with zero keeps or clears bits",
                              R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %m = transfer_read u32[0] lanes(1) : 8xu32
  %n = bitcast %m : 8xm32
  %z = constant 0 : 8xi32
  %r = select %n, %a, %z : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                              R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %m = transfer_read u32[0] lanes(1) : 8xu32
  %n = bitcast %m : 8xm32
  %p = bitcast %n : 8xi32
  %r = and %p, %a : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                              OpKind::Select, selectByLogic};

/// The mask whose lanes count as 1 in `v`: select m, 1, 0 as it came, or as selectOfZero has left it.
static std::optional<ValueId> countedMask(const Site &s, ValueId v) {
  if (std::optional<Op> select = s.definition(v, OpKind::Select))
    return splatInt(s.f, select->operands[1]) == 1 && splatInt(s.f, select->operands[2]) == 0
               ? std::optional(select->operands[0])
               : std::nullopt;
  std::optional<Op> both = s.definition(v, OpKind::And);
  for (unsigned i : {0u, 1u}) {
    if (!both || splatInt(s.f, both->operands[1 - i]).value_or(0) != 1)
      continue;
    std::optional<Op> mask = s.definition(both->operands[i], OpKind::Bitcast);
    if (mask && isMask(s.typeOf(mask->operands[0]).element))
      return mask->operands[0];
  }
  return std::nullopt;
}

static Replacement countByMask(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isIntegerVector() || target.predicateMasks)
    return std::nullopt;
  for (unsigned i : {0u, 1u})
    if (std::optional<ValueId> mask = countedMask(s, op.operands[i]);
        mask && bitsOf(s.typeOf(*mask).element) == bitsOf(s.type.element))
      return with(s.emit(OpKind::Sub, {op.operands[1 - i], s.emit(OpKind::Bitcast, {*mask})}));
  return std::nullopt;
}

const Pattern sumOfTruth = {"adding 1 where a mask is set subtracts the mask",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %m = transfer_read u32[0] lanes(1) : 8xu32
  %n = bitcast %m : 8xm32
  %o = constant 1 : 8xi32
  %z = constant 0 : 8xi32
  %s = select %n, %o, %z : 8xi32
  %r = add %a, %s : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %m = transfer_read u32[0] lanes(1) : 8xu32
  %n = bitcast %m : 8xm32
  %p = bitcast %n : 8xi32
  %r = sub %a, %p : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                            OpKind::Add, countByMask};

llvm::ArrayRef<const Pattern *> maskPatterns() {
  static const Pattern *const all[] = {&selectOfZero, &sumOfTruth};
  return all;
}

llvm::Expected<Function> maskArithmetic(const Function &f, const Target &target, const LowerOptions &) {
  return sweep(applyPatterns(f, maskPatterns(), target));
}

} // namespace vecify
