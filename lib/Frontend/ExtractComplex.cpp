// Complex numbers: two parts each, ".real" and ".imag", held like the members of a struct.
//
//     z[i] = a[i] * b[i];      z_real = a_real * b_real - a_imag * b_imag
//                              z_imag = a_real * b_imag + a_imag * b_real
//
// A real operand stays real, as Annex G of C has it: r * z has no zero for an imaginary part in it. A product of which
// both parts are NaN is computed once more where the operands may be infinite.
#include "NestExtractor.h"

using namespace clang;

namespace vecify {
namespace {

QualType elementOf(QualType type) {
  const auto *complex = type->getAs<ComplexType>();
  return complex ? complex->getElementType() : type.getUnqualifiedType();
}

/// What flags and pragmas let a product or a quotient be: computed as textbooks write it.
bool isTextbook(FPOptions fp) { return fp.getComplexRange() == LangOptions::CX_Basic; }

/// Products are textbook ones in all modes but C's own.
bool recoversInfinities(FPOptions fp) {
  const LangOptions::ComplexRangeKind range = fp.getComplexRange();
  return range == LangOptions::CX_Full || range == LangOptions::CX_None;
}

} // namespace

Value NestExtractor::makeComplex(QualType type, Value real, Value imag) {
  Value result;
  result.type = type.getUnqualifiedType();
  result.members =
      std::make_shared<Members>(Members{{realPath.str(), std::move(real)}, {imagPath.str(), std::move(imag)}});
  return result;
}

/// The parts of a complex value; of a real one there is no second.
NestExtractor::ComplexParts NestExtractor::complexParts(const Value &value) {
  if (!value.members)
    return {value, std::nullopt};
  return {(*value.members)[0].second, (*value.members)[1].second};
}

Value NestExtractor::convertComplex(const Value &value, QualType type, SourceLocation place) {
  if (!value.isUsable())
    return value;
  const QualType element = elementOf(type);
  auto [real, imag] = complexParts(value);
  real = convert(std::move(real), element, place);
  imag = imag ? convert(std::move(*imag), element, place) : zeroOf(element);
  for (const Value *part : {&real, &*imag})
    if (!part->isUsable())
      return *part;
  return makeComplex(type, std::move(real), std::move(*imag));
}

Value NestExtractor::zeroOf(QualType type) {
  Value value;
  value.type = type;
  const ScalarType scalar = *scalarType(type);
  if (isInteger(scalar)) {
    value.index = IndexValue{IndexExpr(), true, {}};
  } else {
    Expr zero;
    zero.kind = Expr::FpConst;
    zero.type = scalar;
    value.expr = add(std::move(zero));
  }
  return value;
}

Value NestExtractor::negated(const Value &value, SourceLocation place) {
  const ExprId id = exprOf(value, place);
  return id == NoId ? value : dataValue(unaryOf(UnaryOp::Neg, id, place, defaultFlags()), value.type);
}

/// What is complex by its operators; nothing for what has its value from elsewhere, as structs have.
std::optional<Value> NestExtractor::evalComplex(const clang::Expr *expr) {
  const SourceLocation where = expr->getExprLoc();
  const QualType type = expr->getType(), element = elementOf(type);
  const std::optional<ScalarType> scalar = scalarType(element);
  if (scalar != ScalarType::F32 && scalar != ScalarType::F64)
    return problem(where, Reason::UnsupportedType, {type.getUnqualifiedType().getAsString()});
  if (const auto *literal = dyn_cast<ImaginaryLiteral>(expr))
    return makeComplex(type, zeroOf(element), eval(literal->getSubExpr()));
  if (const auto *castExpr = dyn_cast<CastExpr>(expr)) {
    if (castExpr->getCastKind() != CK_FloatingRealToComplex && castExpr->getCastKind() != CK_FloatingComplexCast)
      return std::nullopt;
    if (!isFenvFree(castExpr->getFPFeaturesInEffect(File.ast.getLangOpts()), where))
      return unsupported(expr);
    return convertComplex(eval(castExpr->getSubExpr()), type, where);
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(expr))
    return evalBinary(binary);
  const auto *unary = dyn_cast<UnaryOperator>(expr);
  if (!unary || unary->getOpcode() == UO_Deref)
    return std::nullopt;
  const Value operand = eval(unary->getSubExpr());
  if (!operand.members)
    return operand.problem ? operand : unsupported(expr);
  const auto &[real, imag] = complexParts(operand);
  switch (unary->getOpcode()) {
  case UO_Plus:
  case UO_Extension:
    return operand;
  case UO_Minus:
    return makeComplex(type, negated(real, where), negated(*imag, where));
  case UO_Not: // GNU's conjugate
    return makeComplex(type, real, negated(*imag, where));
  default:
    return unsupported(expr);
  }
}

/// exp(a + ib) = exp(a) * (cos(b) + i sin(b)), where three rounded functions and nothing infinite are permitted.
Value NestExtractor::evalComplexExp(const CallExpr *call) {
  const SourceLocation where = call->getExprLoc();
  const FPOptions fp = call->getFPFeaturesInEffect(File.ast.getLangOpts());
  const FpFlags flags = flagsFrom(fp);
  if (!flags.nnan || !flags.ninf || permittedUlp(fp) == 0)
    return problem(where, Reason::NoVectorForm,
                   {"'" + call->getDirectCallee()->getNameAsString() +
                        "', which -ffast-math permits to be made of exp, sin and cos,",
                    "C's own rounding"});
  const Value operand = eval(call->getArg(0));
  if (!operand.members)
    return operand.problem ? operand : unsupported(call);
  const auto &[real, imag] = complexParts(operand);
  const QualType element = elementOf(call->getType());
  const ExprId angle = exprOf(*imag, where), growth = exprOf(real, where);
  Value cosine = mathCall(call, MathFunction::Cos, element, {angle});
  Value sine = mathCall(call, MathFunction::Sin, element, {angle});
  const Value size = mathCall(call, MathFunction::Exp, element, {growth});
  if (!size.isUsable() || !cosine.isUsable() || !sine.isUsable())
    return unsupported(call);
  const bool isTurn = Result.exprs[growth].kind == Expr::FpConst && Result.exprs[growth].fpValue == 0;
  if (!isTurn)
    for (Value *part : {&cosine, &sine})
      part->expr = binaryOf(BinaryOp::Mul, size.expr, part->expr, where, flags);
  return makeComplex(call->getType(), std::move(cosine), std::move(sine));
}

/// conj(z), creal(z), cimag(z), cabs(z), carg(z), cexp(z).
std::optional<Value> NestExtractor::evalComplexCall(const CallExpr *call, llvm::StringRef name) {
  if (call->getNumArgs() != 1 || !call->getArg(0)->getType()->isComplexType())
    return std::nullopt;
  const SourceLocation where = call->getExprLoc();
  const QualType element = elementOf(call->getArg(0)->getType());
  if (scalarType(element) == ScalarType::F32)
    name.consume_back("f");
  if (name == "cexp")
    return evalComplexExp(call);
  std::optional<MathFunction> function;
  if (name == "cabs")
    function = MathFunction::Hypot;
  else if (name == "carg")
    function = MathFunction::Atan2;
  else if (name != "conj" && name != "creal" && name != "cimag")
    return std::nullopt;
  const Value operand = eval(call->getArg(0));
  if (!operand.members)
    return operand.problem ? operand : unsupported(call);
  const auto &[real, imag] = complexParts(operand);
  if (name == "creal")
    return real;
  if (name == "cimag")
    return *imag;
  if (name == "conj")
    return makeComplex(call->getType(), real, negated(*imag, where));
  const bool isArgument = function == MathFunction::Atan2;
  return mathCall(call, *function, call->getType(),
                  {exprOf(isArgument ? *imag : real, where), exprOf(isArgument ? real : *imag, where)});
}

Value NestExtractor::evalComplexArithmetic(const clang::Expr *syntax, BinaryOperatorKind opcode, QualType type,
                                           const Value &left, const Value &right, const clang::Expr *leftSyntax,
                                           const clang::Expr *rightSyntax, FPOptions fp) {
  const auto *binary = dyn_cast<BinaryOperator>(syntax);
  const SourceLocation where = binary ? binary->getOperatorLoc() : syntax->getExprLoc();
  for (const Value *operand : {&left, &right})
    if (!operand->isUsable())
      return *operand;
  const auto &[a, b] = complexParts(left);
  const auto &[c, d] = complexParts(right);
  const FpFlags flags = flagsFrom(fp);
  const auto isZero = [&](const Value &value) {
    return value.expr != NoId && Result.exprs[value.expr].kind == Expr::FpConst &&
           Result.exprs[value.expr].fpValue == 0;
  };
  const auto compute = [&](BinaryOperatorKind op, const Value &x, const Value &y) {
    // A zero part, such as I has, is none where nobody asks for the signs of zeros and for NaN.
    const bool isOfZero = flags.nsz && flags.nnan && (isZero(x) || isZero(y));
    if (isOfZero && op == BO_Mul)
      return isZero(x) ? x : y;
    if (isOfZero && op == BO_Add)
      return isZero(x) ? y : x;
    if (isOfZero && op == BO_Sub)
      return isZero(y) ? x : negated(y, where);
    return evalArithmetic(syntax, op, x.type, x, y, leftSyntax, rightSyntax, fp);
  };
  switch (opcode) {
  case BO_Add:
    return makeComplex(type, compute(BO_Add, a, c), b && d ? compute(BO_Add, *b, *d) : b ? *b : *d);
  case BO_Sub:
    return makeComplex(type, compute(BO_Sub, a, c), b && d ? compute(BO_Sub, *b, *d) : b ? *b : negated(*d, where));
  case BO_Mul:
    if (b && d)
      return complexProduct(syntax, type, {a, b}, {c, d}, fp);
    return makeComplex(type, compute(BO_Mul, a, c), b ? compute(BO_Mul, *b, c) : compute(BO_Mul, a, *d));
  case BO_Div:
    if (d)
      return complexQuotient(syntax, type, {a, b}, {c, d}, fp);
    return makeComplex(type, compute(BO_Div, a, c), compute(BO_Div, *b, c));
  case BO_EQ:
  case BO_NE: {
    const Value zero = zeroOf(a.type);
    const Predicate predicate = opcode == BO_EQ ? Predicate::Eq : Predicate::Ne;
    const auto truth = [&](const Value &x, const Value &y) {
      const ExprId left = exprOf(x, where), right = exprOf(y, where);
      return failed() ? NoId : cast(compareFloats(predicate, left, right, where), ScalarType::I32, where);
    };
    const ExprId ofReal = truth(a, c), ofImag = truth(b.value_or(zero), d.value_or(zero));
    if (failed())
      return unsupported(syntax);
    return dataValue(binaryOf(opcode == BO_EQ ? BinaryOp::And : BinaryOp::Or, ofReal, ofImag, where), type);
  }
  default:
    return unsupported(syntax);
  }
}

/// The factor with what is computed in it under names of its own: each part is used more than once.
NestExtractor::ComplexParts NestExtractor::named(ComplexParts factor, SourceLocation where) {
  for (Value *part : {&factor.real, &*factor.imag}) {
    part->expr = exprOf(*part, where);
    if (Conditions.empty() && !failed() && !Result.exprs[part->expr].operands.empty())
      part->expr = temporaryOf(part->expr, "factor", where);
  }
  return factor;
}

Value NestExtractor::complexProduct(const clang::Expr *syntax, QualType type, ComplexParts left, ComplexParts right,
                                    FPOptions fp) {
  const SourceLocation where = syntax->getExprLoc();
  left = named(std::move(left), where);
  right = named(std::move(right), where);
  if (failed() || !isFenvFree(fp, where))
    return unsupported(syntax);
  const ExprId a = left.real.expr, b = left.imag->expr, c = right.real.expr, d = right.imag->expr;
  const FpFlags flags = flagsFrom(fp);
  // x * y + z or x * y - z
  const auto sum = [&](ExprId x, ExprId y, ExprId z, bool subtracts) {
    Expr expr;
    expr.type = Result.exprs[a].type;
    expr.fp = flags;
    expr.loc = locOf(where);
    if (mayContract(fp)) {
      expr.kind = Expr::MulAdd;
      expr.operands = {x, y, z};
      expr.negateAddend = subtracts;
    } else {
      expr.kind = Expr::Binary;
      expr.binary = subtracts ? BinaryOp::Sub : BinaryOp::Add;
      expr.operands = {binaryOf(BinaryOp::Mul, x, y, where, flags), z};
    }
    return add(std::move(expr));
  };
  ExprId parts[2] = {sum(a, c, binaryOf(BinaryOp::Mul, b, d, where, flags), /*subtracts=*/true),
                     sum(a, d, binaryOf(BinaryOp::Mul, b, c, where, flags), /*subtracts=*/false)};
  if (recoversInfinities(fp) && !flags.nnan) {
    if (Conditions.empty())
      for (ExprId &part : parts)
        part = temporaryOf(part, "product", where);
    if (failed())
      return unsupported(syntax);
    Expr recovered;
    recovered.kind = Expr::RecoverProduct;
    recovered.type = Result.exprs[a].type;
    recovered.operands = {parts[0], parts[1], a, b, c, d};
    recovered.loc = locOf(where);
    for (ExprId &part : parts) {
      part = add(recovered);
      recovered.isImaginary = true;
    }
  }
  const QualType element = elementOf(type);
  return makeComplex(type, dataValue(parts[0], element), dataValue(parts[1], element));
}

/// (a + ib) / (c + id) = (ac + bd + i (bc - ad)) / (cc + dd), where that is permitted.
Value NestExtractor::complexQuotient(const clang::Expr *syntax, QualType type, ComplexParts left, ComplexParts right,
                                     FPOptions fp) {
  const SourceLocation where = syntax->getExprLoc();
  const FpFlags flags = flagsFrom(fp);
  if (!isTextbook(fp) && !(flags.reassoc && flags.nnan))
    return problem(where, Reason::ComplexRange, {File.source.text(*syntax)});
  if (!left.imag)
    left.imag = zeroOf(left.real.type);
  left = named(std::move(left), where);
  right = named(std::move(right), where);
  if (failed() || !isFenvFree(fp, where))
    return unsupported(syntax);
  const ExprId a = left.real.expr, b = left.imag->expr, c = right.real.expr, d = right.imag->expr;
  const auto products = [&](BinaryOp op, ExprId x, ExprId y, ExprId z, ExprId w) {
    return binaryOf(op, binaryOf(BinaryOp::Mul, x, y, where, flags), binaryOf(BinaryOp::Mul, z, w, where, flags), where,
                    flags);
  };
  ExprId square = products(BinaryOp::Add, c, c, d, d);
  if (Conditions.empty())
    square = temporaryOf(square, "square", where);
  const auto over = [&](ExprId x) {
    return dataValue(binaryOf(BinaryOp::Div, x, square, where, flags), elementOf(type));
  };
  return makeComplex(type, over(products(BinaryOp::Add, a, c, b, d)), over(products(BinaryOp::Sub, b, c, a, d)));
}

/// `z *= w`: the target is evaluated once, for its read and for its write.
Value NestExtractor::assignComplex(const CompoundAssignOperator *assignment, bool isValueUsed) {
  const clang::Expr *lvalue = assignment->getLHS();
  const SourceLocation where = assignment->getOperatorLoc();
  Value why;
  const Target target = targetOf(lvalue, why);
  if (!target.var && !target.place)
    return why.problem ? why : unsupported(assignment);
  const Value old =
      convertComplex(loadParts(target, lvalue->getType(), lvalue), assignment->getComputationLHSType(), where);
  const Value right = eval(assignment->getRHS());
  const Value value = convertComplex(
      evalComplexArithmetic(assignment, BinaryOperator::getOpForCompoundAssignment(assignment->getOpcode()),
                            assignment->getComputationResultType(), old, right, nullptr, assignment->getRHS(),
                            assignment->getFPFeaturesInEffect(File.ast.getLangOpts())),
      lvalue->getType(), where);
  if (!value.members)
    return value.problem ? value : unsupported(assignment);
  storeStruct(target, lvalue->getType(), value, assignment, where);
  return isValueUsed && !failed() ? loadParts(target, lvalue->getType(), lvalue) : Value{};
}

} // namespace vecify
