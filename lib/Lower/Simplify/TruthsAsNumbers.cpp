// Truth values that C counts with: products with them, and masks that are made of them, are selects.
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

/// The truth value of which `v` is m ? yes : 0, whatever it has been converted to since. -1 stays that where the sign
/// is filled in.
static std::optional<ValueId> truthBehind(const Function &f, ValueId v, int64_t yes) {
  for (unsigned depth = 0; depth < 4; ++depth) {
    const Op *op = f.definitionOf(v);
    if (!op || f.typeOf(v).isScalar())
      return std::nullopt;
    if (op->kind == OpKind::Select) {
      const ScalarType element = f.typeOf(v).element;
      const bool isIt = splatInt(f, op->operands[2]) == 0 && splatInt(f, op->operands[1]) == wrapTo(element, yes) &&
                        f.typeOf(op->operands[0]).shape == f.typeOf(v).shape;
      return isIt ? std::optional(op->operands[0]) : std::nullopt;
    }
    if (op->kind != OpKind::Cast && op->kind != OpKind::Bitcast)
      return std::nullopt;
    const VectorType &from = f.typeOf(op->operands[0]);
    const bool isWider = bitsOf(f.typeOf(v).element) > bitsOf(from.element);
    if (from.element == ScalarType::I1 && op->kind == OpKind::Cast && yes == 1)
      return op->operands[0];
    if (from.shape != f.typeOf(v).shape || !isInteger(from.element) || bitsOf(from.element) < 8 ||
        (yes < 0 && isWider && !isSignedInteger(from.element)))
      return std::nullopt;
    v = op->operands[0];
  }
  return std::nullopt;
}

static bool countsLanes(const Site &s) { return s.isIntegerVector() && bitsOf(s.type.element) >= 8; }

static Replacement selectFactor(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  for (unsigned i : {0u, 1u})
    if (const std::optional<ValueId> truth = countsLanes(s) ? truthBehind(s.f, op.operands[i], 1) : std::nullopt)
      return with(s.emit(OpKind::Select, {*truth, op.operands[1 - i], s.constant(0)}));
  return std::nullopt;
}

static Replacement selectOnes(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!countsLanes(s) || (op.kind == OpKind::Sub && s.constantOperand(0) != 0))
    return std::nullopt;
  const std::optional<ValueId> truth = truthBehind(s.f, op.operands.back(), 1);
  return truth ? with(s.emit(OpKind::Select, {*truth, s.constant(-1), s.constant(0)})) : Replacement();
}

static Replacement selectMaskedBits(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  for (unsigned i : {0u, 1u})
    if (const std::optional<ValueId> truth = countsLanes(s) ? truthBehind(s.f, op.operands[i], -1) : std::nullopt)
      return with(s.emit(OpKind::Select, {*truth, op.operands[1 - i], s.constant(0)}));
  return std::nullopt;
}

#define TRUTH_AS_NUMBER                                                                                                \
  "  %a = transfer_read i32[0] lanes(1) : 8xi32\n"                                                                     \
  "  %b = transfer_read i32[8] lanes(1) : 8xi32\n"                                                                     \
  "  %m = cmp_lt %a, %b : 8xi1\n"
#define ZERO "  %z = constant 0 : 8xi32\n"
#define STORED "  transfer_write %r, i32[8] lanes(1)"

const Pattern mulByTruth = {"x * (m ? 1 : 0) is m ? x : 0",
                            TRUTH_AS_NUMBER ZERO "  %o = constant 1 : 8xi32\n"
                                                 "  %t = select %m, %o, %z : 8xi32\n"
                                                 "  %r = mul %t, %a : 8xi32\n" STORED,
                            TRUTH_AS_NUMBER ZERO "  %r = select %m, %a, %z : 8xi32\n" STORED, OpKind::Mul,
                            selectFactor};

const Pattern negOfTruth = {"-(m ? 1 : 0) is m ? -1 : 0",
                            TRUTH_AS_NUMBER ZERO "  %o = constant 1 : 8xi32\n"
                                                 "  %t = select %m, %o, %z : 8xi32\n"
                                                 "  %n = neg %t : 8xi32\n"
                                                 "  %r = xor %n, %a : 8xi32\n" STORED,
                            TRUTH_AS_NUMBER "  %o = constant -1 : 8xi32\n" ZERO "  %n = select %m, %o, %z : 8xi32\n"
                                            "  %r = xor %n, %a : 8xi32\n" STORED,
                            OpKind::Neg, selectOnes};

const Pattern zeroLessTruth = {"0 - (m ? 1 : 0) is m ? -1 : 0",
                               TRUTH_AS_NUMBER ZERO "  %o = constant 1 : 8xi32\n"
                                                    "  %t = select %m, %o, %z : 8xi32\n"
                                                    "  %n = sub %z, %t : 8xi32\n"
                                                    "  %r = xor %n, %a : 8xi32\n" STORED,
                               TRUTH_AS_NUMBER "  %o = constant -1 : 8xi32\n" ZERO "  %n = select %m, %o, %z : 8xi32\n"
                                               "  %r = xor %n, %a : 8xi32\n" STORED,
                               OpKind::Sub, selectOnes};

const Pattern andOfTruthBits = {"x & (m ? -1 : 0) is m ? x : 0",
                                TRUTH_AS_NUMBER ZERO "  %o = constant -1 : 8xi32\n"
                                                     "  %t = select %m, %o, %z : 8xi32\n"
                                                     "  %r = and %t, %b : 8xi32\n" STORED,
                                TRUTH_AS_NUMBER ZERO "  %r = select %m, %b, %z : 8xi32\n" STORED, OpKind::And,
                                selectMaskedBits};

#undef TRUTH_AS_NUMBER
#undef ZERO
#undef STORED

} // namespace vecify
