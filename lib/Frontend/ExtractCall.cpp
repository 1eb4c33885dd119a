// Calls: the math library as operators or pure calls, builtins that say something about values, small functions whose
// text is at hand by inlining.
#include "Constants.h"
#include "NestExtractor.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace vecify {
namespace {

/// A function that the nest has an operator for.
struct Operator {
  llvm::StringLiteral name; ///< of the double version, which the float version appends an f to
  enum Kind : uint8_t { Unary, Binary, Fused } kind;
  UnaryOp unary = UnaryOp::Neg;
  BinaryOp binary = BinaryOp::Add;
};

constexpr Operator operators[] = {
    {"fabs", Operator::Unary, UnaryOp::Abs},
    {"sqrt", Operator::Unary, UnaryOp::Sqrt},
    {"floor", Operator::Unary, UnaryOp::Floor},
    {"ceil", Operator::Unary, UnaryOp::Ceil},
    {"trunc", Operator::Unary, UnaryOp::Trunc},
    // Without FENV_ACCESS nobody sees whether "inexact" is raised, and the rounding mode is to nearest even.
    {"rint", Operator::Unary, UnaryOp::Rint},
    {"nearbyint", Operator::Unary, UnaryOp::Rint},
    {"roundeven", Operator::Unary, UnaryOp::Rint},
    {"round", Operator::Unary, UnaryOp::Round},
    {"fmin", Operator::Binary, UnaryOp::Neg, BinaryOp::FMin},
    {"fmax", Operator::Binary, UnaryOp::Neg, BinaryOp::FMax},
    {"copysign", Operator::Binary, UnaryOp::Neg, BinaryOp::CopySign},
    {"fma", Operator::Fused},
};

/// What a function of the library is in a nest: an operator, or a call.
struct LibraryFunction {
  const Operator *op = nullptr;
  std::optional<MathFunction> call;
  explicit operator bool() const { return op || call; }
};

LibraryFunction find(llvm::StringRef name) {
  LibraryFunction result;
  const Operator *op = llvm::find_if(operators, [&](const Operator &f) { return f.name == name; });
  if (op != std::end(operators))
    result.op = op;
  else
    result.call = parseMathFunction(name);
  return result;
}

} // namespace

Value NestExtractor::evalCall(const CallExpr *call, bool isValueUsed) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return problem(call->getExprLoc(), Reason::UnknownCall, {File.source.text(*call->getCallee())});
  if (callee->isNoReturn()) // in the root's own body it would be a way out
    return problem(call->getExprLoc(), Reason::EarlyExit,
                   {"'" + callee->getNameAsString() + "', which does not return, under another condition or loop"});
  if (const std::optional<BitCopy> copy = bitCopy(call, File.ast); copy && !isValueUsed)
    if (!(copy->to.var && isInMemory(copy->to.var)) && !(copy->from.var && isInMemory(copy->from.var)))
      return evalBitCopy(*copy, call);
  if (callee->getBuiltinID() != 0 || callee->getName().starts_with("__builtin_")) {
    if (std::optional<Value> value = evalBuiltin(call, callee))
      return *value;
    if (!File.ast.getLangOpts().NoBuiltin || callee->getName().starts_with("__builtin_")) {
      llvm::StringRef name = callee->getName();
      name.consume_front("__builtin_");
      if (std::optional<Value> value = evalComplexCall(call, name))
        return *value;
      if (std::optional<Value> value = evalLibraryCall(call, callee))
        return *value;
    }
    if (callee->hasAttr<ConstAttr>())
      return unsupported(call);
  }
  // Those of a system's headers that do have a body check their arguments there, and call what has none.
  if (const FunctionDecl *definition = callee->getDefinition();
      !File.ast.getLangOpts().NoBuiltin && File.ast.getSourceManager().isInSystemHeader(callee->getLocation()) &&
      (!definition || callee->getBuiltinID() != 0 || definition->hasAttr<GNUInlineAttr>()))
    return problem(call->getExprLoc(), Reason::LibraryCall, {callee->getNameAsString()});
  return evalInlined(call, callee, isValueUsed);
}

/// memcpy(&to, &from, sizeof to): an assignment of the same bits.
Value NestExtractor::evalBitCopy(const BitCopy &copy, const CallExpr *call) {
  const SourceLocation where = call->getExprLoc();
  const auto placeOfSide = [&](const BitCopy::Side &side, Value &why) {
    Value pointer = eval(side.pointer);
    if (side.isOfBytes && pointer.place && !File.ast.hasSameUnqualifiedType(pointer.place->type, side.type))
      pointer.place = std::make_shared<Place>(bytesSeenAs(*pointer.place, side.type));
    const bool isWhole = pointer.place && File.ast.hasSameUnqualifiedType(pointer.place->type, side.type);
    if (!isWhole)
      why = pointer.problem ? pointer : unsupported(side.pointer);
    return isWhole ? pointer.place : nullptr;
  };
  Value why;
  const std::shared_ptr<const Place> to = copy.to.pointer ? placeOfSide(copy.to, why) : nullptr;
  const std::shared_ptr<const Place> from = copy.from.pointer ? placeOfSide(copy.from, why) : nullptr;
  if (why.problem)
    return why;
  Value value;
  if (from) {
    value = loadFrom(*from, copy.from.pointer);
    value.type = copy.from.type.getUnqualifiedType();
  } else {
    value = evalVariable(copy.from.var, cast<UnaryOperator>(call->getArg(1)->IgnoreParenCasts())->getSubExpr());
  }
  value = sameBits(std::move(value), copy.to.type.getUnqualifiedType(), where);
  if (!value.isUsable() || failed())
    return value.problem ? value : unsupported(call);
  if (to)
    return storeTo(*to, std::move(value), copy.to.pointer, where, /*isValueUsed=*/false);
  assignVariable(copy.to.var, std::move(value), where);
  return {};
}

/// lrintf(x), llround(x). Where the result does not fit it is anything, and errno may be set but need not.
std::optional<Value> NestExtractor::evalRounding(const CallExpr *call, llvm::StringRef name) {
  const std::optional<ScalarType> type =
      call->getNumArgs() == 1 ? scalarType(call->getArg(0)->getType()) : std::nullopt;
  const std::optional<ScalarType> integer = scalarType(call->getType());
  if ((type == ScalarType::F32) != name.consume_back("f") || (type != ScalarType::F32 && type != ScalarType::F64) ||
      !integer)
    return std::nullopt;
  const bool isRint = name == "lrint" || name == "llrint", isRound = name == "lround" || name == "llround";
  if (!isRint && !isRound)
    return std::nullopt;
  const SourceLocation where = call->getExprLoc();
  const FPOptions options = call->getFPFeaturesInEffect(File.ast.getLangOpts());
  if (!isFenvFree(options, where))
    return unsupported(call);
  const ExprId operand = exprOf(eval(call->getArg(0)), where);
  if (operand == NoId)
    return unsupported(call);
  const ExprId rounded = unaryOf(isRint ? UnaryOp::Rint : UnaryOp::Round, operand, where, flagsFrom(options));
  return dataValue(cast(rounded, *integer, where), call->getType());
}

/// sqrtf(x), fmin(a, b), expf(x).
std::optional<Value> NestExtractor::evalLibraryCall(const CallExpr *call, const FunctionDecl *callee) {
  llvm::StringRef name = callee->getName();
  name.consume_front("__builtin_");
  const SourceLocation where = call->getExprLoc();
  const std::optional<ScalarType> type = scalarType(callee->getReturnType());
  if (name == "abs" || name == "labs" || name == "llabs") {
    const ExprId operand = exprOf(eval(call->getArg(0)), where);
    if (operand == NoId)
      return unsupported(call);
    return dataValue(unaryOf(UnaryOp::Abs, operand, where), call->getType());
  }
  if (std::optional<Value> integer = evalRounding(call, name))
    return integer;
  if (type != ScalarType::F32 && type != ScalarType::F64)
    return std::nullopt;
  LibraryFunction found = find(name);
  if (!found && type == ScalarType::F32 && name.consume_back("f"))
    found = find(name);
  if (!found)
    return std::nullopt;
  for (const clang::Expr *argument : call->arguments())
    if (scalarType(argument->getType()) != type)
      return std::nullopt;
  if (!isFenvFree(call->getFPFeaturesInEffect(File.ast.getLangOpts()), where))
    return unsupported(call);

  Expr expr;
  for (const clang::Expr *argument : call->arguments()) {
    const Value value = eval(argument);
    if (!value.isUsable())
      return value;
    expr.operands.push_back(exprOf(value, where));
    if (failed())
      return unsupported(call);
  }
  if (found.op && found.op->kind == Operator::Unary && found.op->unary == UnaryOp::Sqrt)
    noteDomainError(expr.operands[0], where, callee->getName());
  if (found.call == MathFunction::Pow)
    if (const ExprId power = smallPower(call, expr.operands); power != NoId)
      return dataValue(power, call->getType());
  if (found.call)
    return mathCall(call, *found.call, call->getType(), std::move(expr.operands));
  expr.type = *type;
  expr.loc = locOf(where);
  expr.fp = flagsFrom(call->getFPFeaturesInEffect(File.ast.getLangOpts()));
  if (found.op->kind == Operator::Unary) {
    expr.kind = Expr::Unary;
    expr.unary = found.op->unary;
  } else if (found.op->kind == Operator::Binary) {
    expr.kind = Expr::Binary;
    expr.binary = found.op->binary;
  } else {
    expr.kind = Expr::Fma;
  }
  return dataValue(add(std::move(expr)), call->getType());
}

/// pow(x, 2), which compilers multiply in every mode; NoId for other exponents.
ExprId NestExtractor::smallPower(const CallExpr *call, llvm::ArrayRef<ExprId> operands) {
  const Expr &exponent = Result.exprs[operands[1]];
  const bool isNumber = exponent.kind == Expr::FpConst;
  if (isNumber && exponent.fpValue == 1)
    return operands[0];
  if (!isNumber || exponent.fpValue != 2)
    return NoId;
  return binaryOf(BinaryOp::Mul, operands[0], operands[0], call->getExprLoc(),
                  flagsFrom(call->getFPFeaturesInEffect(File.ast.getLangOpts())));
}

/// A function of the library that has no operator.
Value NestExtractor::mathCall(const CallExpr *call, MathFunction function, QualType type,
                              std::vector<ExprId> operands) {
  const SourceLocation where = call->getExprLoc();
  const FPOptions options = call->getFPFeaturesInEffect(File.ast.getLangOpts());
  if (failed())
    return unsupported(call);
  if (maySetErrno(function) && keepsErrno())
    return problem(where, Reason::MathErrno, {call->getDirectCallee()->getNameAsString()});
  if (!isFenvFree(options, where))
    return unsupported(call);
  Expr expr;
  expr.kind = Expr::Call;
  expr.function = function;
  expr.ulp = permittedUlp(options);
  expr.type = *scalarType(type);
  expr.operands = std::move(operands);
  expr.fp = flagsFrom(options);
  expr.loc = locOf(where);
  return dataValue(add(std::move(expr)), type);
}

/// Byte by byte; targets that reverse bytes at once put them together again.
Value NestExtractor::evalByteSwap(const CallExpr *call) {
  const SourceLocation where = call->getExprLoc();
  const ScalarType type = *scalarType(call->getType());
  const ExprId x = exprOf(eval(call->getArg(0)), where);
  if (failed())
    return {};
  const auto binary = [&](BinaryOp op, ExprId a, ExprId b) { return binaryOf(op, a, b, where); };
  const int last = int(bitsOf(type)) - 8;
  ExprId result = NoId;
  for (int from = 0; from <= last; from += 8) {
    ExprId byte = from == 0 ? x : binary(BinaryOp::Shr, x, intConst(from, type));
    if (from != last)
      byte = binary(BinaryOp::Shl, binary(BinaryOp::And, byte, intConst(255, type)), intConst(last - from, type));
    result = result == NoId ? byte : binary(BinaryOp::Or, result, byte);
  }
  return dataValue(result, call->getType());
}

Value NestExtractor::evalPopcount(const CallExpr *call) {
  const SourceLocation where = call->getExprLoc();
  const ExprId operand = exprOf(eval(call->getArg(0)), where);
  if (operand == NoId || call->getNumArgs() != 1 || isSignedInteger(Result.exprs[operand].type))
    return unsupported(call);
  return dataValue(cast(unaryOf(UnaryOp::Popcount, operand, where), ScalarType::I32, where), call->getType());
}

/// __builtin_clz(x), __builtin_ctz(x), of no 0. The bits below the lowest one that is set are those of ~x & (x - 1).
Value NestExtractor::evalZeros(const CallExpr *call, bool isLeading) {
  const SourceLocation where = call->getExprLoc();
  const ExprId x = exprOf(eval(call->getArg(0)), where);
  if (x == NoId || call->getNumArgs() != 1)
    return unsupported(call);
  const ScalarType type = Result.exprs[x].type;
  if (isSignedInteger(type) || bitsOf(type) < 32)
    return unsupported(call);
  ExprId zeros = NoId;
  if (isLeading) {
    zeros = unaryOf(UnaryOp::LeadingZeros, x, where);
  } else {
    const ExprId below = binaryOf(BinaryOp::Sub, x, intConst(1, type), where);
    zeros =
        unaryOf(UnaryOp::Popcount, binaryOf(BinaryOp::And, unaryOf(UnaryOp::BitNot, x, where), below, where), where);
  }
  return dataValue(cast(zeros, ScalarType::I32, where), call->getType());
}

/// Builtins that compute nothing, and constants such as INFINITY.
std::optional<Value> NestExtractor::evalBuiltin(const CallExpr *call, const FunctionDecl *callee) {
  const SourceLocation where = call->getExprLoc();
  switch (callee->getBuiltinID()) {
  case Builtin::BI__builtin_expect:
  case Builtin::BI__builtin_expect_with_probability:
    return eval(call->getArg(0));
  case Builtin::BI__builtin_constant_p: // of what is no constant here, either answer is right
    return integerValue(constantInt(call->getArg(0), File.ast).has_value(), call->getType());
  case Builtin::BI__builtin_assume: // does not evaluate it
    return Value{};
  case Builtin::BI__builtin_prefetch:
    return call->getArg(0)->HasSideEffects(File.ast) ? unsupported(call) : Value{};
  case Builtin::BI__builtin_bswap16:
  case Builtin::BI__builtin_bswap32:
  case Builtin::BI__builtin_bswap64:
    return evalByteSwap(call);
  case Builtin::BI__builtin_popcount:
  case Builtin::BI__builtin_popcountl:
  case Builtin::BI__builtin_popcountll:
  case Builtin::BI__builtin_popcountg:
    return evalPopcount(call);
  case Builtin::BI__builtin_clz:
  case Builtin::BI__builtin_clzl:
  case Builtin::BI__builtin_clzll:
    return evalZeros(call, /*isLeading=*/true);
  case Builtin::BI__builtin_ctz:
  case Builtin::BI__builtin_ctzl:
  case Builtin::BI__builtin_ctzll:
    return evalZeros(call, /*isLeading=*/false);
  case Builtin::BI__builtin_assume_aligned: {
    Value value = eval(call->getArg(0));
    const std::optional<int64_t> bytes =
        call->getNumArgs() == 2 ? constantInt(call->getArg(1), File.ast) : std::nullopt;
    if (bytes && value.place && value.place->subs.empty() && value.place->offsetBytes == 0) {
      Array &array = Result.arrays[value.place->array];
      array.alignment = std::max<int64_t>(array.alignment, *bytes);
    }
    return value;
  }
  default:
    if (std::optional<Value> truth = evalClassification(call, callee->getBuiltinID()))
      return truth;
    break;
  }
  clang::Expr::EvalResult constant;
  if (!call->HasSideEffects(File.ast) && call->EvaluateAsRValue(constant, File.ast) && !constant.HasSideEffects) {
    if (constant.Val.isFloat() && scalarType(call->getType())) {
      bool losesInfo = false;
      llvm::APFloat number = constant.Val.getFloat();
      number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      Expr expr;
      expr.kind = Expr::FpConst;
      expr.type = *scalarType(call->getType());
      expr.fpValue = number.convertToDouble();
      expr.loc = locOf(where);
      return dataValue(add(std::move(expr)), call->getType());
    }
    if (const auto number = constant.Val.isInt() ? asInt64(constant.Val.getInt()) : std::nullopt) {
      Value value;
      value.type = call->getType();
      value.index = IndexValue{IndexExpr(*number), true, {}};
      return value;
    }
  }
  return std::nullopt;
}

} // namespace vecify
