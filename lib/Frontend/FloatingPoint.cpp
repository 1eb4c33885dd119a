// What the language in force lets floating-point operations do.
//
// Multiplications that feed an addition of the same expression become MulAdd where they may fuse (clang's
// -ffp-contract=on): `s + a*b`, `a*b - c`, but not `t = a*b; s + t`.
#include "NestExtractor.h"

using namespace clang;

namespace vecify {

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

/// The error that a call of the math library may have; 0: that of the library. -ffast-math (-fapprox-func) permits what
/// the vector libraries of gcc and clang take it to permit, 4 units in the last place.
int NestExtractor::permittedUlp(FPOptions fp) const {
  constexpr int approximate = 4;
  if (Result.clauses.mathUlp)
    return *Result.clauses.mathUlp;
  if (File.options.fp == FpMode::Fast)
    return approximate;
  const bool isApproximate = File.options.fp == FpMode::FromFlags && fp.getAllowApproxFunc();
  return isApproximate && !Result.clauses.fpStrict ? approximate : 0;
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

/// What clang sees as the same value: without parentheses, plus, conversions that change nothing, and what a comma
/// drops.
static const clang::Expr *withoutNoOps(const clang::Expr *e) {
  for (;;) {
    e = e->IgnoreParens();
    const auto *unary = dyn_cast<UnaryOperator>(e);
    const auto *conversion = dyn_cast<CastExpr>(e);
    const auto *comma = dyn_cast<BinaryOperator>(e);
    if (unary && unary->getOpcode() == UO_Plus)
      e = unary->getSubExpr();
    else if (conversion && conversion->getCastKind() == CK_NoOp)
      e = conversion->getSubExpr();
    else if (comma && comma->getOpcode() == BO_Comma)
      e = comma->getRHS();
    else
      return e;
  }
}

/// `left + right` or `left - right` where one of them is written as a product that may fuse with it; else NoId.
/// Like clang, the left operand is tried first, and a negation does not separate the two.
ExprId NestExtractor::fuse(BinaryOperatorKind opcode, ExprId left, ExprId right, const clang::Expr *leftSyntax,
                           const clang::Expr *rightSyntax, ScalarType type, FpFlags flags, SourceLocation place) {
  const auto productOf = [&](ExprId id, const clang::Expr *syntax, bool &isNegated) -> ExprId {
    if (!syntax)
      return NoId;
    syntax = withoutNoOps(syntax);
    isNegated = false;
    if (const auto *minus = dyn_cast<UnaryOperator>(syntax); minus && minus->getOpcode() == UO_Minus) {
      if (Result.exprs[id].kind != Expr::Unary)
        return NoId;
      isNegated = true;
      id = Result.exprs[id].operands[0];
      syntax = withoutNoOps(minus->getSubExpr());
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

} // namespace vecify
