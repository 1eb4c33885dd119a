// Step: where a mask is a vector of -1 and 0, selects with 0 are logic, and counting is subtraction.
#include "AllPatterns.h"
#include "Rewrites.h"
#include "Steps.h"

namespace vecify {

/// The select takes a mask as wide as the integers `element` that hold its bits, and costs more than `and` of these.
static bool isDearerThanLogic(const Site &s, const Op &select, ScalarType element, const Target &target) {
  const unsigned lanes = target.lanesOf(element);
  const Row *choice = target.find(OpKind::Select, s.type.element, lanes),
            *both = target.find(OpKind::And, element, lanes);
  return bitsOf(s.typeOf(select.operands[0]).element) == bitsOf(element) && choice && both && choice->uops > both->uops;
}

/// m ? x : 0 is m & x, m ? 0 : x is ~m & x, bit by bit.
static Replacement selectByLogic(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isVector() || target.predicateMasks || isMask(s.type.element))
    return std::nullopt;
  const bool hasZeroLast = isAllZeros(s.f, op.operands[2]), hasZeroFirst = isAllZeros(s.f, op.operands[1]);
  const ScalarType element = isFloat(s.type.element) ? integerType(bitsOf(s.type.element), false) : s.type.element;
  if (hasZeroLast == hasZeroFirst || !isDearerThanLogic(s, op, element, target))
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

/// (x & top) == 0 is x > -1 of signed lanes, (x & top) == top is x < 0. Predicates are made by tests of bits.
static Replacement testSign(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const VectorType type = s.typeOf(op.operands[0]);
  if (target.predicateMasks || !s.isVector() || !isInteger(type.element))
    return std::nullopt;
  const unsigned bits = bitsOf(type.element);
  const auto isTop = [&](ValueId v) {
    const std::optional<int64_t> constant = splatInt(s.f, v);
    return constant && uint64_t(*constant) << (64 - bits) == uint64_t(1) << 63;
  };
  const std::optional<Op> found = s.definition(op.operands[0], OpKind::And);
  const bool isSet = isTop(op.operands[1]);
  if (!found || !(isSet || isAllZeros(s.f, op.operands[1])))
    return std::nullopt;
  for (unsigned i : {0u, 1u}) {
    if (!isTop(found->operands[1 - i]))
      continue;
    const VectorType number = type.withElement(integerType(bits, true));
    const ValueId x = type == number ? found->operands[i] : s.emit(OpKind::Bitcast, number, {found->operands[i]});
    return with(isSet ? s.emit(OpKind::CmpLt, {x, s.b.constant(number, 0)})
                      : s.emit(OpKind::CmpGt, {x, s.b.constant(number, -1)}));
  }
  return std::nullopt;
}

const Pattern signBit = {"a test of the highest bit is one of the sign",
                         R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %c = constant 128 : 16xu8
  %b = and %a, %c : 16xu8
  %z = constant 0 : 16xu8
  %m = cmp_eq %b, %z : 16xm8
  %r = select %m, %a, %c : 16xu8
  transfer_write %r, u8[0] lanes(1))",
                         R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %c = constant 128 : 16xu8
  %x = bitcast %a : 16xi8
  %z = constant -1 : 16xi8
  %m = cmp_gt %x, %z : 16xm8
  %r = select %m, %a, %c : 16xu8
  transfer_write %r, u8[0] lanes(1))",
                         OpKind::CmpEq, testSign};

/// a op b where m, else a, is a op (b where m, else 0), if 0 changes nothing.
static Replacement operandByLogic(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!s.isIntegerVector() || target.predicateMasks || !isDearerThanLogic(s, op, s.type.element, target))
    return std::nullopt;
  for (unsigned changed : {1u, 2u})
    for (OpKind kind : {OpKind::Add, OpKind::Sub, OpKind::Or, OpKind::Xor}) {
      const ValueId same = op.operands[3 - changed];
      const std::optional<Op> change = s.definition(op.operands[changed], kind);
      if (!change)
        continue;
      const bool isFirst = change->operands[0] == same;
      if (!isFirst && (kind == OpKind::Sub || change->operands[1] != same))
        continue;
      const ValueId lanesOn = s.emit(OpKind::Bitcast, {op.operands[0]}), by = change->operands[isFirst ? 1 : 0];
      return with(s.emit(kind, {same, s.emit(changed == 1 ? OpKind::And : OpKind::AndNot, {lanesOn, by})}));
    }
  return std::nullopt;
}

const Pattern masksOperand = {"what changes lanes under a mask is masked instead of chosen",
                              R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = transfer_read u32[0] lanes(1) : 8xu32
  %n = bitcast %m : 8xm32
  %s = add %a, %b : 8xi32
  %r = select %n, %s, %a : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                              R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %b = transfer_read i32[8] lanes(1) : 8xi32
  %m = transfer_read u32[0] lanes(1) : 8xu32
  %n = bitcast %m : 8xm32
  %p = bitcast %n : 8xi32
  %k = and %p, %b : 8xi32
  %r = add %a, %k : 8xi32
  transfer_write %r, i32[0] lanes(1))",
                              OpKind::Select, operandByLogic};

llvm::ArrayRef<const Pattern *> maskPatterns() {
  static const Pattern *const all[] = {&selectOfZero, &masksOperand, &sumOfTruth, &signBit};
  return all;
}

llvm::Expected<Function> maskArithmetic(const Function &f, const Target &target, const LowerOptions &) {
  return sweep(applyPatterns(f, maskPatterns(), target));
}

} // namespace vecify
