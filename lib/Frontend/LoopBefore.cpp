// What loops and assignments right before a loop have left: how little there is to do.
//
//     for (i = 0; i < n - 3; i += 4) ..          i - (n - 3) >= 0
//     for (; i < n; i++) ..                      at most 3 iterations
//
//     left = count & 3;                          left in [0, 3]
//     while (left-- > 0) ..
#include "InitialRange.h"
#include "NestExtractor.h"

using namespace clang;

namespace vecify {
namespace {

/// Something in the loop's body leaves it, but for `return`; also from within a GNU statement expression.
bool breaks(const Stmt *stmt) {
  if (isa<BreakStmt, GotoStmt, IndirectGotoStmt>(stmt))
    return true;
  // A break in there leaves what is inside.
  const bool takesBreaks = isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(stmt);
  return !takesBreaks && llvm::any_of(stmt->children(), [](const Stmt *child) { return child && breaks(child); });
}

/// The condition of a loop that ends when it does not hold any more, and only then; else null.
const clang::Expr *endingCondition(const Stmt *loop, const ASTContext &ast) {
  const std::optional<LoopParts> parts = loopParts(loop, ast);
  return parts && parts->condition && !breaks(parts->body) ? parts->condition : nullptr;
}

void variablesOf(const Stmt *stmt, llvm::SmallVectorImpl<const VarDecl *> &variables) {
  if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
    if (const auto *var = dyn_cast<VarDecl>(ref->getDecl()))
      variables.push_back(var);
  for (const Stmt *child : stmt->children())
    if (child)
      variablesOf(child, variables);
}

} // namespace

/// The loop before this one in its block, where nothing in between changes what its condition compares.
void NestExtractor::noteLoopBefore() {
  const auto *block = dyn_cast_or_null<CompoundStmt>(Facts.parentOf(Root));
  if (!block || Facts.hasGoto())
    return;
  llvm::SmallVector<const Stmt *, 8> since;
  if (const auto *counted = dyn_cast<ForStmt>(Root); counted && counted->getInit())
    since.push_back(counted->getInit());
  const clang::Expr *condition = nullptr;
  for (const Stmt *stmt : llvm::reverse(llvm::make_range(block->body_begin(), llvm::find(block->body(), Root)))) {
    condition = endingCondition(stmt, File.ast);
    if (condition)
      break;
    if (holdsCase(stmt))
      return;
    since.push_back(stmt);
  }
  const auto *comparison = condition ? dyn_cast<BinaryOperator>(condition->IgnoreParens()) : nullptr;
  if (!comparison || !comparison->isRelationalOp())
    return;
  llvm::SmallVector<const VarDecl *, 4> variables;
  variablesOf(comparison, variables);
  if (llvm::any_of(variables, [&](const VarDecl *var) {
        return !var->hasLocalStorage() || isInMemory(var) || Facts.isHiddenAt(var, Root) || !SymbolOfVar.count(var) ||
               llvm::any_of(since, [&](const Stmt *stmt) { return Facts.isChangedIn(var, stmt); });
      }))
    return;
  const clang::Expr *left = comparison->getLHS(), *right = comparison->getRHS();
  const std::optional<IndexExpr> x = valueOnEntry(left), y = valueOnEntry(right);
  if (!x || !y)
    return;
  // What is not less is at least as much.
  switch (comparison->getOpcode()) {
  case BO_LT:
    return Result.known.push_back(*x - *y);
  case BO_LE:
    return Result.known.push_back(*x - *y - IndexExpr(1));
  case BO_GT:
    return Result.known.push_back(*y - *x);
  default:
    return Result.known.push_back(*y - *x - IndexExpr(1));
  }
}

/// An operand of a comparison, of variables as they are when the root starts: an exact sum of signed ones, or one that
/// has no sign.
std::optional<IndexExpr> NestExtractor::valueOnEntry(const clang::Expr *operand) const {
  const QualType type = operand->getType();
  if (!type->isIntegerType())
    return std::nullopt;
  if (!type->isSignedIntegerType()) {
    const clang::Expr *plain = operand->IgnoreParenImpCasts();
    const VarDecl *var = asVariable(plain);
    if (!isa<IntegerLiteral>(plain) && !(var && var->getType()->isUnsignedIntegerType()))
      return std::nullopt;
  }
  return sumOf(operand, unsigned(File.ast.getTypeSize(type)), /*onEntry=*/true);
}

/// Ranges of what variables have been set to before the root.
void NestExtractor::noteValuesBefore() {
  for (const auto &[var, symbol] : SymbolOfVar) {
    const clang::Expr *value = var->getType()->isIntegerType() ? setBeforeRoot(var) : nullptr;
    const std::optional<Range> range = value ? rangeOfValue(value, var->getType(), Facts, File.ast) : std::nullopt;
    Symbol &known = Result.symbols[symbol];
    if (!range || known.kind != Symbol::Param || (known.lo && *known.lo > range->hi) ||
        (known.hi && *known.hi < range->lo))
      continue;
    known.lo = std::max(known.lo.value_or(range->lo), range->lo);
    known.hi = std::min(known.hi.value_or(range->hi), range->hi);
  }
}

} // namespace vecify
