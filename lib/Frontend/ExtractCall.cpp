// Calls: the math library as operators or pure calls, builtins that say something about values, small functions whose
// text is at hand by inlining.
#include "Constants.h"
#include "NestExtractor.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace vecify {
namespace {

struct MathFunction {
  llvm::StringLiteral name; ///< of the double version, which the float version appends an f to
  enum Kind : uint8_t { Unary, Binary, Fused, Call } kind;
  UnaryOp unary = UnaryOp::Neg;
  BinaryOp binary = BinaryOp::Add;
  bool setsErrno = false;
};

constexpr MathFunction mathFunctions[] = {
    {"fabs", MathFunction::Unary, UnaryOp::Abs},
    {"sqrt", MathFunction::Unary, UnaryOp::Sqrt, BinaryOp::Add, true},
    {"floor", MathFunction::Unary, UnaryOp::Floor},
    {"ceil", MathFunction::Unary, UnaryOp::Ceil},
    {"trunc", MathFunction::Unary, UnaryOp::Trunc},
    // Without FENV_ACCESS nobody sees whether "inexact" is raised, and the rounding mode is to nearest even.
    {"rint", MathFunction::Unary, UnaryOp::Rint},
    {"nearbyint", MathFunction::Unary, UnaryOp::Rint},
    {"roundeven", MathFunction::Unary, UnaryOp::Rint},
    {"round", MathFunction::Unary, UnaryOp::Round},
    {"fmin", MathFunction::Binary, UnaryOp::Neg, BinaryOp::FMin},
    {"fmax", MathFunction::Binary, UnaryOp::Neg, BinaryOp::FMax},
    {"copysign", MathFunction::Binary, UnaryOp::Neg, BinaryOp::CopySign},
    {"fma", MathFunction::Fused},
};

/// Pure but for errno.
constexpr llvm::StringLiteral pureCalls[] = {
    "sin",  "cos",   "tan",  "asin", "acos",  "atan",  "sinh", "cosh", "tanh", "asinh",  "acosh",     "atanh", "exp",
    "exp2", "expm1", "log",  "log2", "log10", "log1p", "cbrt", "erf",  "erfc", "tgamma", "atan2",     "pow",   "hypot",
    "fmod", "fdim",  "exp10"};

} // namespace

Value NestExtractor::evalCall(const CallExpr *call, bool isValueUsed) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return problem(call->getExprLoc(), Reason::UnknownCall, {File.source.text(*call->getCallee())});
  if (callee->getBuiltinID() != 0 || callee->getName().starts_with("__builtin_")) {
    if (std::optional<Value> value = evalBuiltin(call, callee))
      return *value;
    if (!File.ast.getLangOpts().NoBuiltin || callee->getName().starts_with("__builtin_"))
      if (std::optional<Value> value = evalLibraryCall(call, callee))
        return *value;
  }
  return evalInlined(call, callee, isValueUsed);
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
    Expr expr;
    expr.kind = Expr::Unary;
    expr.unary = UnaryOp::Abs;
    expr.type = Result.exprs[operand].type;
    expr.operands = {operand};
    expr.loc = locOf(where);
    return dataValue(add(std::move(expr)), call->getType());
  }
  if (type != ScalarType::F32 && type != ScalarType::F64)
    return std::nullopt;
  llvm::StringRef base = name;
  const MathFunction *found = llvm::find_if(mathFunctions, [&](const MathFunction &f) { return f.name == base; });
  bool isPure = llvm::is_contained(pureCalls, base);
  if (found == std::end(mathFunctions) && !isPure && type == ScalarType::F32 && base.consume_back("f")) {
    found = llvm::find_if(mathFunctions, [&](const MathFunction &f) { return f.name == base; });
    isPure = llvm::is_contained(pureCalls, base);
  }
  const bool isOperator = found != std::end(mathFunctions);
  if (!isOperator && !isPure)
    return std::nullopt;
  for (const clang::Expr *argument : call->arguments())
    if (scalarType(argument->getType()) != type)
      return std::nullopt;
  const bool setsErrno = (isPure || found->setsErrno) && File.ast.getLangOpts().MathErrno;
  // math(ulp) asks for vector forms, none of which sets errno.
  if (setsErrno && !Result.clauses.mathUlp)
    return problem(where, Reason::MathErrno, {callee->getNameAsString()});
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
  expr.type = *type;
  expr.loc = locOf(where);
  expr.fp = flagsFrom(call->getFPFeaturesInEffect(File.ast.getLangOpts()));
  if (!isOperator) {
    expr.kind = Expr::Call;
    expr.callee = name.str();
  } else if (found->kind == MathFunction::Unary) {
    expr.kind = Expr::Unary;
    expr.unary = found->unary;
  } else if (found->kind == MathFunction::Binary) {
    expr.kind = Expr::Binary;
    expr.binary = found->binary;
  } else {
    expr.kind = Expr::Fma;
  }
  return dataValue(add(std::move(expr)), call->getType());
}

/// Builtins that compute nothing, and constants such as INFINITY.
std::optional<Value> NestExtractor::evalBuiltin(const CallExpr *call, const FunctionDecl *callee) {
  const SourceLocation where = call->getExprLoc();
  switch (callee->getBuiltinID()) {
  case Builtin::BI__builtin_expect:
  case Builtin::BI__builtin_expect_with_probability:
    return eval(call->getArg(0));
  case Builtin::BI__builtin_assume:
  case Builtin::BI__builtin_prefetch:
    return Value{};
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
