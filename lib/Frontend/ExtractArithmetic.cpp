// Binary operators, assignments and increments.
//
// Multiplications that feed an addition of the same expression become MulAdd where the language (clang's
// -ffp-contract=on) lets them fuse: `s + a*b`, `a*b - c`, but not `t = a*b; s + t`.
#include "NestExtractor.h"

using namespace clang;

namespace vecify {
namespace {

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

FpFlags NestExtractor::flagsFrom(FPOptions fp) const {
  const Clauses &clauses = Result.clauses;
  if (clauses.fpStrict)
    return FpFlags::strict();
  if (File.options.fp == FpMode::Fast)
    return FpFlags::fast();
  FpFlags flags;
  if (File.options.fp == FpMode::FromFlags) {
    flags.contract = fp.allowFPContractAcrossStatement();
    flags.reassoc = fp.getAllowFPReassociate();
    flags.nnan = fp.getNoHonorNaNs();
    flags.ninf = fp.getNoHonorInfs();
    flags.nsz = fp.getNoSignedZero();
  }
  // A clause is more specific than the command line: it may widen --fp=strict.
  flags.contract |= clauses.fpContract || clauses.fp.contract;
  flags.reassoc |= clauses.fp.reassoc;
  return flags;
}

FpFlags NestExtractor::defaultFlags() const { return flagsFrom(FPOptions(File.ast.getLangOpts())); }

bool NestExtractor::mayContract(FPOptions fp) const {
  if (File.options.fp == FpMode::Strict || Result.clauses.fpStrict)
    return false;
  return File.options.fp != FpMode::FromFlags || Result.clauses.fpContract || fp.allowFPContractWithinStatement() ||
         fp.allowFPContractAcrossStatement();
}

/// Declines what reads or changes the floating-point environment.
bool NestExtractor::isFenvFree(FPOptions fp, SourceLocation place) {
  if (fp.getAllowFEnvAccess() || fp.getRoundingMath() ||
      fp.getRoundingMode() != llvm::RoundingMode::NearestTiesToEven ||
      fp.getExceptionMode() == LangOptions::FPE_Strict) {
    fail(place, Reason::FenvAccess);
    return false;
  }
  return true;
}

/// `left + right` or `left - right` where one of them is written as a product that may fuse with it; else NoId.
/// Like clang, the left operand is tried first, and a negation does not separate the two.
ExprId NestExtractor::fuse(BinaryOperatorKind opcode, ExprId left, ExprId right, const clang::Expr *leftSyntax,
                           const clang::Expr *rightSyntax, ScalarType type, FpFlags flags, SourceLocation place) {
  const auto productOf = [&](ExprId id, const clang::Expr *syntax, bool &isNegated) -> ExprId {
    if (!syntax)
      return NoId;
    syntax = syntax->IgnoreParens();
    isNegated = false;
    if (const auto *minus = dyn_cast<UnaryOperator>(syntax); minus && minus->getOpcode() == UO_Minus) {
      if (Result.exprs[id].kind != Expr::Unary)
        return NoId;
      isNegated = true;
      id = Result.exprs[id].operands[0];
      syntax = minus->getSubExpr()->IgnoreParens();
    }
    const auto *product = dyn_cast<BinaryOperator>(syntax);
    const bool isProduct = product && product->getOpcode() == BO_Mul && Result.exprs[id].kind == Expr::Binary &&
                           Result.exprs[id].binary == BinaryOp::Mul && Result.exprs[id].type == type;
    return isProduct && mayContract(product->getFPFeaturesInEffect(File.ast.getLangOpts())) ? id : NoId;
  };
  bool isNegated = false;
  Expr expr;
  expr.kind = Expr::MulAdd;
  expr.type = type;
  expr.fp = flags;
  expr.loc = locOf(place);
  const bool isSub = opcode == BO_Sub;
  if (const ExprId product = productOf(left, leftSyntax, isNegated); product != NoId) {
    if (isNegated && isSub)
      return NoId; // -(a*b) - c has no form of its own
    expr.operands = {Result.exprs[product].operands[0], Result.exprs[product].operands[1], right};
    expr.negateProduct = isNegated;
    expr.negateAddend = isSub;
    return add(std::move(expr));
  }
  if (const ExprId product = productOf(right, rightSyntax, isNegated); product != NoId) {
    expr.operands = {Result.exprs[product].operands[0], Result.exprs[product].operands[1], left};
    expr.negateProduct = isSub != isNegated;
    return add(std::move(expr));
  }
  return NoId;
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
  if (isFp && (*operandType == ScalarType::F16 || *operandType == ScalarType::BF16) && !predicate)
    return problem(where, Reason::UnsupportedType, {left.type.getUnqualifiedType().getAsString()});

  Value result;
  result.type = type;
  if (!isFp) {
    result.index = predicate ? std::nullopt : combineIndex(opcode, left, right, type);
    const std::optional<int64_t> a = constantOf(left), b = constantOf(right);
    if (!result.index && a && b)
      if (const std::optional<int64_t> folded = fold(opcode, *a, *b, *operandType))
        result.index = IndexValue{IndexExpr(*folded), true, {}};
    if (isSpeculatable(opcode, right))
      result.invariant = combineInvariant(BinaryOperator::getOpcodeStr(opcode), left, right);
    // Where the loop does not run, nobody has promised that this does not overflow.
    const bool mayOverflow = isSignedInteger(*operandType) && (binary && (binary->isAdditiveOp() || opcode == BO_Mul ||
                                                                          opcode == BO_Shl));
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
      attachParam(truth);
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
  attachParam(result);
  return result;
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
    const Value left = eval(binary->getLHS());
    if (!left.isUsable())
      return left;
    if (const std::optional<int64_t> constant = constantOf(left))
      if ((*constant != 0) == (opcode == BO_LOr)) {
        Value value;
        value.type = binary->getType();
        value.index = IndexValue{IndexExpr(opcode == BO_LOr ? 1 : 0), true, {}};
        return value;
      }
    ++Conditional;
    const Value right = eval(binary->getRHS());
    --Conditional;
    if (!right.isUsable())
      return right;
    if (const std::optional<int64_t> constant = constantOf(right)) {
      // a && 1 is a's truth, a && 0 is 0: a has no side effect that is not done by now.
      if ((*constant != 0) == (opcode == BO_LAnd))
        return truthValue(evalConditionOf(binary->getLHS(), left), binary->getType(), std::nullopt);
      Value value;
      value.type = binary->getType();
      value.index = IndexValue{IndexExpr(opcode == BO_LOr ? 1 : 0), true, {}};
      return value;
    }
    const ExprId a = evalConditionOf(binary->getLHS(), left);
    const ExprId b = evalConditionOf(binary->getRHS(), right);
    if (a == NoId || b == NoId)
      return unsupported(binary);
    Expr expr;
    expr.kind = opcode == BO_LAnd ? Expr::LogicalAnd : Expr::LogicalOr;
    expr.type = ScalarType::I1;
    expr.operands = {a, b};
    expr.loc = locOf(binary->getOperatorLoc());
    Value value = truthValue(add(std::move(expr)), binary->getType(),
                             combineInvariant(opcode == BO_LAnd ? "&&" : "||", left, right));
    attachParam(value);
    return value;
  }
  const Value left = eval(binary->getLHS());
  const Value right = eval(binary->getRHS());
  return evalArithmetic(binary, opcode, binary->getType(), left, right, binary->getLHS(), binary->getRHS(),
                        binary->getFPFeaturesInEffect(File.ast.getLangOpts()));
}

/// What `lvalue` names, with its subscripts evaluated.
Target NestExtractor::targetOf(const clang::Expr *lvalue, Value &why) {
  Target target;
  target.var = asVariable(lvalue);
  if (target.var && !isInMemory(target.var))
    return target;
  if (std::optional<Target> part = partTarget(lvalue))
    return *part;
  target.var = nullptr;
  target.place = placeOf(lvalue, why);
  return target;
}

Value NestExtractor::readTarget(const Target &target, const clang::Expr *syntax) {
  if (target.place)
    return loadFrom(*target.place, syntax);
  return target.path.empty() ? evalVariable(target.var, syntax)
                             : readPart(target.var, target.path, syntax->getType(), syntax);
}

Value NestExtractor::writeTarget(const Target &target, Value value, const clang::Expr *syntax, SourceLocation where,
                                 bool isValueUsed) {
  if (failed())
    return value;
  if (target.place)
    return storeTo(*target.place, std::move(value), syntax, where, isValueUsed);
  if (target.path.empty())
    assignVariable(target.var, std::move(value), where);
  else
    writePart(target.var, target.path, syntax->getType(), std::move(value), where);
  return isValueUsed && !failed() ? readTarget(target, syntax) : Value{};
}

Value NestExtractor::evalAssignment(const BinaryOperator *assignment, bool isValueUsed) {
  const clang::Expr *lvalue = assignment->getLHS();
  const SourceLocation where = assignment->getOperatorLoc();
  Value why;
  if (assignment->getOpcode() == BO_Assign) {
    if (lvalue->getType()->isRecordType()) {
      assignStruct(lvalue, assignment->getRHS(), where);
      return isValueUsed && !failed() ? loadStruct(lvalue) : Value{};
    }
    Value value = eval(assignment->getRHS());
    const Target target = targetOf(lvalue, why);
    if (!target.var && !target.place)
      return why.problem ? why : unsupported(assignment);
    return writeTarget(target, std::move(value), lvalue, where, isValueUsed);
  }
  // The target is evaluated once, for its read and for its write.
  const auto *compound = llvm::cast<CompoundAssignOperator>(assignment);
  const Target target = targetOf(lvalue, why);
  if (!target.var && !target.place)
    return why.problem ? why : unsupported(assignment);
  Value old = readTarget(target, lvalue);
  const Value right = eval(assignment->getRHS());
  const BinaryOperatorKind opcode = BinaryOperator::getOpForCompoundAssignment(assignment->getOpcode());
  const bool isPointer = lvalue->getType()->isPointerType();
  if (!isPointer)
    old = convert(old, compound->getComputationLHSType(), where);
  Value value = evalArithmetic(assignment, opcode, isPointer ? lvalue->getType() : compound->getComputationResultType(),
                               old, right, nullptr, assignment->getRHS(),
                               assignment->getFPFeaturesInEffect(File.ast.getLangOpts()));
  if (!isPointer)
    value = convert(value, lvalue->getType(), where);
  return writeTarget(target, std::move(value), lvalue, where, isValueUsed);
}

Value NestExtractor::evalIncrement(const UnaryOperator *increment, bool isValueUsed) {
  const clang::Expr *lvalue = increment->getSubExpr();
  const SourceLocation where = increment->getOperatorLoc();
  Value why;
  const Target target = targetOf(lvalue, why);
  if (!target.var && !target.place)
    return why.problem ? why : unsupported(increment);
  Value old = readTarget(target, lvalue);
  if (!old.isUsable())
    return old;
  const bool isPostfix = increment->isPostfix();
  if (isPostfix && isValueUsed)
    old = temporary(old, where);

  const QualType type = lvalue->getType();
  const bool isPointer = type->isPointerType();
  Value one;
  const QualType promoted =
      isPointer || !File.ast.isPromotableIntegerType(type) ? type : File.ast.getPromotedIntegerType(type);
  one.type = isPointer ? File.ast.IntTy : promoted;
  if (type->isRealFloatingType()) {
    Expr constant;
    constant.kind = Expr::FpConst;
    constant.type = scalarType(type).value_or(ScalarType::F32);
    constant.fpValue = 1;
    one.expr = add(std::move(constant));
  } else {
    one.index = IndexValue{IndexExpr(1), true, {}};
    one.invariant = Invariant{"1", true, {}, false};
  }
  Value before = isPointer || type->isRealFloatingType() ? old : convert(old, promoted, where);
  Value value = evalArithmetic(increment, increment->isIncrementOp() ? BO_Add : BO_Sub, isPointer ? type : promoted,
                               before, one, nullptr, nullptr, FPOptions(File.ast.getLangOpts()));
  if (!isPointer && !type->isRealFloatingType())
    value = convert(value, type, where);
  const Value stored = writeTarget(target, std::move(value), lvalue, where, isValueUsed && !isPostfix);
  return isPostfix ? old : stored;
}

/// The condition of a loop was evaluated for its side effects; its value has been judged before.
void NestExtractor::checkConditionEffects(const Value &value) {
  if (value.problem && !failed())
    fail(value);
}

Value NestExtractor::loadFrom(const Place &place, const clang::Expr *syntax) {
  const AccessId access = accessTo(place, /*isWrite=*/false, syntax);
  if (access == NoId)
    return unsupported(syntax);
  Expr load;
  load.kind = Expr::Load;
  load.type = Result.accesses[access].type;
  load.access = access;
  load.loc = locOf(syntax->getExprLoc());
  return dataValue(add(std::move(load)), syntax->getType().getUnqualifiedType());
}

Value NestExtractor::storeTo(const Place &place, Value value, const clang::Expr *target, SourceLocation where,
                             bool isValueUsed) {
  if (place.type->isPointerType())
    return problem(where, Reason::UnsupportedType, {place.type.getAsString()});
  if (!value.isUsable()) {
    fail(value);
    return value;
  }
  const AccessId access = accessTo(place, /*isWrite=*/true, target);
  ExprId id = exprOf(value, where);
  if (access == NoId || id == NoId)
    return unsupported(target);
  if (isValueUsed)
    id = temporaryOf(id, "stored", where);
  emitStore(access, id, where);
  return dataValue(id, target->getType());
}

void NestExtractor::assignVariable(const VarDecl *var, Value value, SourceLocation place) {
  if (failed())
    return;
  if (isOfCallee(var)) {
    if (InlinesStatement && value.expr != NoId)
      value.expr = temporaryOf(value.expr, var->getName(), place);
    value.type = var->getType().getUnqualifiedType();
    Environment[var] = value.isUsable() || value.problem ? value : unsupportedText(place, var->getNameAsString());
    return;
  }
  if (Conditional != 0)
    return fail(place, Reason::UnsupportedExpr, {"an assignment in a conditional operand"});
  const bool isInduction = ActiveInductions.contains(var);
  value.type = var->getType().getUnqualifiedType();
  if (var->getType()->isPointerType()) {
    if (value.place) {
      value.place = frozen(*value.place, place);
    } else if (!value.problem) {
      value.problem = unsupportedText(place, var->getNameAsString()).problem;
    }
    value.expr = NoId;
    Environment[var] = std::move(value);
    return;
  }
  if (!value.isUsable())
    return fail(value);
  if (isInduction && value.index) {
    value.expr = NoId;
    value.invariant.reset();
    Environment[var] = std::move(value);
    return;
  }
  const ExprId id = exprOf(value, place);
  if (id == NoId)
    return;
  emitAssign(localFor(var), id, place);
  if (value.index && var->getType()->isIntegralOrEnumerationType()) {
    value.expr = NoId; // as data it is the local from now on, or the polynomial
    Environment[var] = std::move(value);
  } else {
    Environment.erase(var);
  }
}

} // namespace vecify
