// Operations with an operand that changes nothing.
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

/// The other operand, where one is the constant `neutral` (integers only: x + 0.0 is not x for x = -0.0).
static Replacement dropNeutral(const Op &op, Rewriter &rewriter, const Target &target, int64_t neutral,
                               bool eitherSide) {
  Site s(op, rewriter, target);
  if (isFloat(s.type.element))
    return std::nullopt;
  int64_t wanted = wrapTo(s.type.element, neutral);
  if (s.constantOperand(1) == wanted)
    return with(op.operands[0]);
  if (eitherSide && s.constantOperand(0) == wanted)
    return with(op.operands[1]);
  return std::nullopt;
}

const Pattern addNothing = {"x + 0 is x",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %z = constant 0 : 8xi32
  %r = add %z, %a : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  transfer_write %a, i32[8] lanes(1))",
                            OpKind::Add,
                            [](const Op &op, Rewriter &r, const Target &t) { return dropNeutral(op, r, t, 0, true); }};

const Pattern subNothing = {"x - 0 is x",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %z = constant 0 : 8xi32
  %r = sub %a, %z : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  transfer_write %a, i32[8] lanes(1))",
                            OpKind::Sub,
                            [](const Op &op, Rewriter &r, const Target &t) { return dropNeutral(op, r, t, 0, false); }};

const Pattern orNothing = {"x | 0 is x",
                           R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %z = constant 0 : 8xi32
  %r = or %a, %z : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                           R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  transfer_write %a, i32[8] lanes(1))",
                           OpKind::Or,
                           [](const Op &op, Rewriter &r, const Target &t) { return dropNeutral(op, r, t, 0, true); }};

const Pattern xorNothing = {"x ^ 0 is x",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %z = constant 0 : 8xi32
  %r = xor %a, %z : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  transfer_write %a, i32[8] lanes(1))",
                            OpKind::Xor,
                            [](const Op &op, Rewriter &r, const Target &t) { return dropNeutral(op, r, t, 0, true); }};

const Pattern andNothing = {"x & ~0 is x",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %m = constant -1 : 8xi32
  %r = and %a, %m : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  transfer_write %a, i32[8] lanes(1))",
                            OpKind::And, [](const Op &op, Rewriter &r, const Target &t) {
                              bool isTruth = r.source().typeOf(op.results[0]).element == ScalarType::I1;
                              return dropNeutral(op, r, t, isTruth ? 1 : -1, true);
                            }};

static Replacement absorb(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  for (unsigned i : {0u, 1u})
    if (s.constantOperand(i) == 0)
      return with(s.operand(i));
  return std::nullopt;
}

const Pattern andOfZero = {"x & 0 is 0",
                           R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %z = constant 0 : 8xi32
  %r = and %a, %z : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                           R"(  %z = constant 0 : 8xi32
  transfer_write %z, i32[8] lanes(1))",
                           OpKind::And, absorb};

/// x * 1.0 is x bit for bit, for every x that is no signalling NaN.
static Replacement dropOne(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  if (!isFloat(s.type.element))
    return dropNeutral(op, rewriter, target, 1, true);
  if (splatFp(s.f, op.operands[1]) == 1.0)
    return with(op.operands[0]);
  if (splatFp(s.f, op.operands[0]) == 1.0)
    return with(op.operands[1]);
  return std::nullopt;
}

const Pattern mulNothing = {"x * 1 is x",
                            R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %o = constant 1.0 : 8xf32
  %r = mul %a, %o : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                            R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  transfer_write %a, f32[8] lanes(1))",
                            OpKind::Mul, dropOne};

/// One of two operands that are the same value.
static Replacement dropTwin(const Op &op, Rewriter &, const Target &) {
  return op.operands[0] == op.operands[1] ? Replacement(with(op.operands[0])) : std::nullopt;
}

const Pattern minOfTwins = {"the lesser of x and x is x",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %r = min %a, %a : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  transfer_write %a, i32[8] lanes(1))",
                            OpKind::Min, dropTwin};

const Pattern maxOfTwins = {"the greater of x and x is x",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  %r = max %a, %a : 8xi32
  transfer_write %r, i32[8] lanes(1))",
                            R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  transfer_write %a, i32[8] lanes(1))",
                            OpKind::Max, dropTwin};

const Pattern cminOfTwins = {"the lesser of x and x is x",
                             R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %r = cmin %a, %a : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                             R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  transfer_write %a, f32[8] lanes(1))",
                             OpKind::CMin, dropTwin};

const Pattern cmaxOfTwins = {"the greater of x and x is x",
                             R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  %r = cmax %a, %a : 8xf32
  transfer_write %r, f32[8] lanes(1))",
                             R"(  %a = transfer_read f32[0] lanes(1) : 8xf32
  transfer_write %a, f32[8] lanes(1))",
                             OpKind::CMax, dropTwin};

} // namespace vecify
