// Binary operators, assignments and increments.
//
// Multiplications that feed an addition of the same expression become MulAdd where the language (clang's
// -ffp-contract=on) lets them fuse: `s + a*b`, `a*b - c`, but not `t = a*b; s + t`.
#include "Constants.h"
#include "NestExtractor.h"
#include "Operators.h"

using namespace clang;

namespace vecify {

std::optional<BinaryOp> dataOperator(BinaryOperatorKind opcode) {
  switch (opcode) {
  case BO_Add:
    return BinaryOp::Add;
  case BO_Sub:
    return BinaryOp::Sub;
  case BO_Mul:
    return BinaryOp::Mul;
  case BO_Div:
    return BinaryOp::Div;
  case BO_Rem:
    return BinaryOp::Rem;
  case BO_And:
    return BinaryOp::And;
  case BO_Or:
    return BinaryOp::Or;
  case BO_Xor:
    return BinaryOp::Xor;
  case BO_Shl:
    return BinaryOp::Shl;
  case BO_Shr:
    return BinaryOp::Shr;
  default:
    return std::nullopt;
  }
}

namespace {

std::optional<Predicate> predicateOf(BinaryOperatorKind opcode) {
  switch (opcode) {
  case BO_EQ:
    return Predicate::Eq;
  case BO_NE:
    return Predicate::Ne;
  case BO_LT:
    return Predicate::Lt;
  case BO_LE:
    return Predicate::Le;
  case BO_GT:
    return Predicate::Gt;
  case BO_GE:
    return Predicate::Ge;
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> constantOf(const Value &value) {
  return value.index && value.index->isExact ? value.index->poly.asConstant() : std::nullopt;
}

/// C's value of an operator on constants of `type`, where it is defined and not a matter of polynomials.
std::optional<int64_t> fold(BinaryOperatorKind opcode, int64_t a, int64_t b, ScalarType type) {
  const bool isSigned = isSignedInteger(type);
  switch (opcode) {
  case BO_Div:
  case BO_Rem:
    if (b == 0 || (b == -1 && a == minValue(type)))
      return std::nullopt;
    return opcode == BO_Div ? a / b : a % b;
  case BO_And:
    return a & b;
  case BO_Or:
    return a | b;
  case BO_Xor:
    return a ^ b;
  case BO_Shr:
    if (b < 0 || b >= bitsOf(type) || (isSigned && a < 0))
      return std::nullopt;
    return a >> b;
  case BO_LT:
    return a < b;
  case BO_LE:
    return a <= b;
  case BO_GT:
    return a > b;
  case BO_GE:
    return a >= b;
  case BO_EQ:
    return a == b;
  case BO_NE:
    return a != b;
  default:
    return std::nullopt;
  }
}

/// Evaluating the operator anywhere cannot trap.
bool isSpeculatable(BinaryOperatorKind opcode, const Value &right) {
  if (opcode != BO_Div && opcode != BO_Rem)
    return true;
  const std::optional<int64_t> divisor = constantOf(right);
  return divisor && *divisor != 0 && *divisor != -1;
}

} // namespace

/// The smallest and largest value that data has by its type: of a truth value, or of what was promoted to int.
std::optional<std::pair<int64_t, int64_t>> NestExtractor::smallRange(const Value &value) const {
  if (value.expr == NoId)
    return std::nullopt;
  if (isZeroOrOne(value.expr))
    return std::pair(0, 1);
  const Expr &cast = Result.exprs[value.expr];
  const ScalarType from = cast.kind == Expr::Cast ? Result.exprs[cast.operands[0]].type : ScalarType::I64;
  const bool isPromotion =
      cast.kind == Expr::Cast && cast.type == ScalarType::I32 && isInteger(from) && bitsOf(from) < 32;
  return isPromotion ? std::optional(std::pair(minValue(from), maxValue(from))) : std::nullopt;
}

Value NestExtractor::evalArithmetic(const clang::Expr *syntax, BinaryOperatorKind opcode, QualType type, Value left,
                                    Value right, const clang::Expr *leftSyntax, const clang::Expr *rightSyntax,
                                    FPOptions fp) {
  const auto *binary = dyn_cast<BinaryOperator>(syntax);
  const SourceLocation where = binary ? binary->getOperatorLoc() : syntax->getExprLoc();
  if (!left.isUsable())
    return left;
  if (!right.isUsable())
    return right;
  const std::optional<Predicate> predicate = predicateOf(opcode);

  // Pointers: steps, differences, comparisons of what does not change.
  if (left.type->isPointerType() || right.type->isPointerType())
    return evalPointerArithmetic(syntax, opcode, type, left, right);

  const std::optional<ScalarType> scalar = scalarType(type);
  const std::optional<ScalarType> operandType = scalarType(left.type);
  if (!scalar || !operandType)
    return problem(where, Reason::UnsupportedType, {(scalar ? left.type : type).getUnqualifiedType().getAsString()});
  const bool isFp = isFloat(*operandType);
  if (isFp && !isFenvFree(fp, where))
    return unsupported(syntax);
  const bool isHalf = *operandType == ScalarType::F16 || *operandType == ScalarType::BF16;
  if (isHalf && !predicate && hasExcessPrecision(left.type))
    return convert(evalArithmetic(syntax, opcode, File.ast.FloatTy, inFloat(left, leftSyntax, where),
                                  inFloat(right, rightSyntax, where), leftSyntax, rightSyntax, fp),
                   type, where);
  if (isHalf && predicate)
    for (const clang::Expr *operand : {leftSyntax, rightSyntax})
      if (hasUnclearPrecision(operand))
        return unsupported(operand);
  if (isHalf && !predicate)
    return problem(where, Reason::UnsupportedType, {left.type.getUnqualifiedType().getAsString()});

  Value result;
  result.type = type;
  if (!isFp) {
    result.index = predicate ? std::nullopt : combineIndex(opcode, left, right, type);
    const std::optional<int64_t> a = constantOf(left), b = constantOf(right);
    if (!result.index && a && b)
      if (const std::optional<int64_t> folded = fold(opcode, *a, *b, *operandType))
        result.index = IndexValue{IndexExpr(*folded), true, {}};
    // (size_t)-4 / 4
    if (!result.index && binary && left.index && left.index->poly.asConstant() && right.index &&
        right.index->poly.asConstant())
      if (clang::Expr::EvalResult all; binary->EvaluateAsInt(all, File.ast)) {
        const std::optional<int64_t> number = asInt64(all.Val.getInt());
        if (!number) // ~0ul / 255 * 128 is data only
          return dataValue(intConst(int64_t(all.Val.getInt().getZExtValue()), ScalarType::U64), type);
        result.index = IndexValue{IndexExpr(*number), true, {}};
      }
    // A truth value compared with 10, a byte with 1000: C compilers warn of what has one answer.
    if (predicate && !result.index)
      for (auto [value, other, isLeft] : {std::tuple(&left, b, true), {&right, a, false}})
        if (const auto range = other ? smallRange(*value) : std::nullopt) {
          const auto compare = [&](int64_t v) {
            return isLeft ? fold(opcode, v, *other, *operandType) : fold(opcode, *other, v, *operandType);
          };
          const bool isInside = *other >= range->first && *other <= range->second;
          const bool isEquality = opcode == BO_EQ || opcode == BO_NE;
          if (compare(range->first) == compare(range->second) && !(isEquality && isInside)) {
            result.index = IndexValue{IndexExpr(*compare(range->first)), true, {}};
            return result;
          }
        }
    // What is evaluated on entry whatever happens may trap there.
    if (isSpeculatable(opcode, right) || (IsEntry && Conditions.empty()))
      result.invariant = combineInvariant(BinaryOperator::getOpcodeStr(opcode), left, right);
    // Where the loop does not run, nobody has promised that this does not overflow.
    const bool mayOverflow =
        isSignedInteger(*operandType) && (binary && (binary->isAdditiveOp() || opcode == BO_Mul || opcode == BO_Shl));
    if (result.invariant && mayOverflow && !IsEntry && !(a && b))
      result.invariant->needsIteration = true;
  }
  // What is read from memory stays a read where it is data: as a parameter no store might hit it.
  const bool isData = left.expr != NoId || right.expr != NoId;
  if (!result.index || !result.index->needs.empty() || isData) {
    const ExprId a = exprOf(left, where), b = exprOf(right, where);
    if (a == NoId || b == NoId)
      return unsupported(syntax);
    Expr expr;
    expr.operands = {a, b};
    expr.loc = locOf(where);
    expr.fp = isFp ? flagsFrom(fp) : FpFlags();
    if (predicate) {
      expr.kind = Expr::Compare;
      expr.type = ScalarType::I1;
      expr.predicate = *predicate;
      Value truth = truthValue(add(std::move(expr)), type, std::move(result.invariant));
      attachTruth(truth);
      return truth;
    }
    const std::optional<BinaryOp> op = dataOperator(opcode);
    if (!op)
      return unsupported(syntax);
    if (isFp && (opcode == BO_Add || opcode == BO_Sub) && mayContract(fp))
      result.expr = fuse(opcode, a, b, leftSyntax, rightSyntax, *scalar, expr.fp, where);
    if (result.expr == NoId) {
      expr.kind = Expr::Binary;
      expr.type = *scalar;
      expr.binary = *op;
      // C's shift takes its type from the left operand alone.
      if (opcode == BO_Shl || opcode == BO_Shr)
        expr.operands[1] = cast(b, *scalar, where);
      result.expr = add(std::move(expr));
    }
  }
  const bool isNew = !result.index;
  attachParam(result);
  if (isNew && result.index) {
    noteRange(*result.index->poly.asSymbol(), opcode, left, right);
    noteQuotient(*result.index->poly.asSymbol(), opcode, left, right);
  }
  return result;
}

/// n / 2 and n >> 1 are parameters of their own; what ties them to n is kept.
void NestExtractor::noteQuotient(SymbolId quotient, BinaryOperatorKind opcode, const Value &left, const Value &right) {
  const std::optional<int64_t> amount = constantOf(right);
  const bool isShift = opcode == BO_Shr && amount && *amount > 0 && *amount < 31;
  const bool isDivision = opcode == BO_Div && amount && *amount > 0 && *amount <= INT32_MAX;
  if (!isShift && !isDivision)
    return;
  const std::optional<IndexValue> dividend = exactIndex(left);
  if (!dividend || !dividend->needs.empty())
    return;
  if (Result.isOverParams(dividend->poly))
    Quotients.push_back({quotient, dividend->poly, isShift ? int64_t(1) << *amount : *amount,
                         isShift || isNonNegative(dividend->poly)});
}

Value NestExtractor::evalPointerArithmetic(const clang::Expr *syntax, BinaryOperatorKind opcode, QualType type,
                                           const Value &left, const Value &right) {
  Value result;
  result.type = type;
  const bool bothPointers = left.type->isPointerType() && right.type->isPointerType();
  if ((opcode == BO_Add || opcode == BO_Sub) && !bothPointers) {
    const Value &pointer = left.type->isPointerType() ? left : right;
    const Value &steps = left.type->isPointerType() ? right : left;
    if (!pointer.place)
      return pointer.problem ? pointer : unsupported(syntax);
    Value why;
    result.place = shifted(*pointer.place, steps, opcode == BO_Sub, /*isRow=*/false, syntax, why);
    if (!result.place)
      return why.problem ? why : unsupported(syntax);
    result.invariant = combineInvariant(BinaryOperator::getOpcodeStr(opcode), left, right);
    return result;
  }
  result.invariant = combineInvariant(BinaryOperator::getOpcodeStr(opcode), left, right);
  if (!result.invariant)
    return unsupported(syntax);
  attachParam(result);
  return result;
}

Value NestExtractor::evalBinary(const BinaryOperator *binary) {
  const BinaryOperatorKind opcode = binary->getOpcode();
  if (binary->isAssignmentOp())
    return evalAssignment(binary, /*isValueUsed=*/true);
  if (opcode == BO_Comma) {
    extractEffects(binary->getLHS());
    return eval(binary->getRHS());
  }
  if (opcode == BO_LAnd || opcode == BO_LOr) {
    const auto known = [&](bool truth) {
      Value value;
      value.type = binary->getType();
      value.index = IndexValue{IndexExpr(truth ? 1 : 0), true, {}};
      return value;
    };
    const Value left = eval(binary->getLHS());
    if (!left.isUsable())
      return left;
    if (const std::optional<int64_t> constant = constantOf(left)) {
      if ((*constant != 0) == (opcode == BO_LOr))
        return known(opcode == BO_LOr);
      // 0 || b, 1 && b: b's truth.
      const Value right = eval(binary->getRHS());
      if (!right.isUsable())
        return right;
      if (const std::optional<int64_t> truth = constantOf(right))
        return known(*truth != 0);
      const ExprId condition = evalConditionOf(binary->getRHS(), right);
      return condition == NoId ? unsupported(binary) : truthValue(condition, binary->getType(), std::nullopt);
    }
    const ExprId a = evalConditionOf(binary->getLHS(), left);
    if (a == NoId)
      return unsupported(binary);
    Conditions.push_back(opcode == BO_LAnd ? a : negated(a, binary->getOperatorLoc()));
    const Value right = eval(binary->getRHS());
    Conditions.pop_back();
    if (!right.isUsable())
      return right;
    if (const std::optional<int64_t> constant = constantOf(right)) {
      // a && 1 is a's truth, a && 0 is 0: a has no side effect that is not done by now.
      if ((*constant != 0) == (opcode == BO_LAnd))
        return truthValue(a, binary->getType(), std::nullopt);
      return known(opcode == BO_LOr);
    }
    const ExprId b = evalConditionOf(binary->getRHS(), right);
    if (b == NoId)
      return unsupported(binary);
    Expr expr;
    expr.kind = opcode == BO_LAnd ? Expr::LogicalAnd : Expr::LogicalOr;
    expr.type = ScalarType::I1;
    expr.operands = {a, b};
    expr.loc = locOf(binary->getOperatorLoc());
    Value value = truthValue(add(std::move(expr)), binary->getType(),
                             combineInvariant(opcode == BO_LAnd ? "&&" : "||", left, right));
    attachTruth(value);
    return value;
  }
  const Value left = eval(binary->getLHS());
  const Value right = eval(binary->getRHS());
  const FPOptions fp = binary->getFPFeaturesInEffect(File.ast.getLangOpts());
  if (binary->getLHS()->getType()->isAnyComplexType() || binary->getRHS()->getType()->isAnyComplexType())
    return evalComplexArithmetic(binary, opcode, binary->getType(), left, right, binary->getLHS(), binary->getRHS(),
                                 fp);
  return evalArithmetic(binary, opcode, binary->getType(), left, right, binary->getLHS(), binary->getRHS(), fp);
}

} // namespace vecify
