// Which floats cannot be negative: squares and what is made of them without a minus.
#include "SameValue.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

/// Where one operand is not what it should be the answer is no, so that what was assumed of locals on the way is no
/// matter.
class Signs {
public:
  explicit Signs(const Nest &nest) : N(nest), Assumed(nest.locals.size()) {}

  bool isNeverNegative(ExprId id, unsigned depth = 0) {
    constexpr unsigned deepest = 16;
    const Expr &e = N.exprs[id];
    if (depth == deepest)
      return false;
    const auto operand = [&](unsigned i) { return isNeverNegative(e.operands[i], depth + 1); };
    switch (e.kind) {
    case Expr::FpConst:
      return e.fpValue >= 0;
    case Expr::Local:
      return isLocalNeverNegative(e.local, depth);
    case Expr::Unary:
      return isUnaryNeverNegative(e, operand);
    case Expr::Binary:
      return isBinaryNeverNegative(e, operand);
    case Expr::Select:
      return operand(1) && operand(2);
    case Expr::Cast: {
      const ScalarType from = N.exprs[e.operands[0]].type;
      return isFloat(e.type) && (isFloat(from) ? operand(0) : isIntegerNeverNegative(e.operands[0]));
    }
    case Expr::MulAdd:
    case Expr::Fma:
      return !e.negateProduct && !e.negateAddend && isProductNeverNegative(e, operand) && operand(2);
    case Expr::Call:
      return e.function == MathFunction::Exp || e.function == MathFunction::Exp2;
    default:
      return false;
    }
  }

private:
  using Operand = llvm::function_ref<bool(unsigned)>;

  /// a * b, of the first two operands.
  bool isProductNeverNegative(const Expr &e, Operand operand) {
    return sameValue(N, e.operands[0], e.operands[1]) || (operand(0) && operand(1));
  }
  bool isUnaryNeverNegative(const Expr &e, Operand operand) {
    switch (e.unary) {
    case UnaryOp::Abs:
    case UnaryOp::Sqrt:
      return isFloat(e.type);
    case UnaryOp::Floor:
    case UnaryOp::Ceil:
    case UnaryOp::Trunc:
    case UnaryOp::Rint:
    case UnaryOp::Round:
      return operand(0);
    default:
      return false;
    }
  }
  bool isBinaryNeverNegative(const Expr &e, Operand operand) {
    if (!isFloat(e.type))
      return false;
    switch (e.binary) {
    case BinaryOp::Add:
    case BinaryOp::CMin: // the second one where a NaN is compared
    case BinaryOp::FMin:
      return operand(0) && operand(1);
    case BinaryOp::FMax: // the other one where one is NaN
      return isLiteral(e.operands[0]) || isLiteral(e.operands[1]) || (operand(0) && operand(1));
    case BinaryOp::Mul:
      return isProductNeverNegative(e, operand);
    case BinaryOp::Div: { // a divisor of -0 has a sign
      const Expr &divisor = N.exprs[e.operands[1]];
      return divisor.kind == Expr::FpConst && divisor.fpValue > 0 && operand(0);
    }
    case BinaryOp::CMax:
      return operand(1);
    default:
      return false;
    }
  }
  bool isLiteral(ExprId id) const { return N.exprs[id].kind == Expr::FpConst && N.exprs[id].fpValue >= 0; }
  bool isIntegerNeverNegative(ExprId id) { return !isSignedInteger(N.exprs[id].type) || valueRange(N, id).lo >= 0; }
  /// Set inside of the nest alone, and to no negative value while it holds none.
  bool isLocalNeverNegative(LocalId local, unsigned depth) {
    if (N.locals[local].scope == NoId || !isFloat(N.locals[local].type))
      return false;
    if (Assumed[local])
      return true;
    Assumed[local] = true;
    return llvm::all_of(N.nodes, [&](const Node &node) {
      return node.kind != Node::Assign || node.local != local || isNeverNegative(node.value, depth + 1);
    });
  }

  const Nest &N;
  std::vector<bool> Assumed;
};

} // namespace

bool isNeverNegative(const Nest &nest, ExprId id) { return Signs(nest).isNeverNegative(id); }

} // namespace vecify
