// Statements: declarations, effects, if, inner loops. What cannot be part of a nest ends the extraction here with
// the reason.
#include "Lengths.h"
#include "NestExtractor.h"
#include "vecify/Nest/Delays.h"
#include "vecify/Nest/Exits.h"
#include "vecify/Nest/IndirectEnds.h"
#include "vecify/Nest/Range.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace vecify {
namespace {

/// What a statement that leaves the loop early is called.
const char *earlyExit(const Stmt *stmt) {
  if (isa<BreakStmt>(stmt))
    return "break";
  if (isa<ReturnStmt>(stmt))
    return "return";
  if (isa<GotoStmt, IndirectGotoStmt>(stmt))
    return "goto";
  return nullptr;
}

/// Jumps and assembly in a statement expression are no side effects to clang.
bool holdsStatements(const Stmt *stmt) {
  return stmt && (isa<StmtExpr>(stmt) || llvm::any_of(stmt->children(), holdsStatements));
}

} // namespace

bool holdsContinue(const Stmt *stmt) {
  if (!stmt || isa<ForStmt, WhileStmt, DoStmt>(stmt))
    return false;
  if (isa<ContinueStmt>(stmt))
    return true;
  return llvm::any_of(stmt->children(), holdsContinue);
}

llvm::SmallVector<const Stmt *, 8> statementsOf(const Stmt *stmt) {
  if (!stmt)
    return {};
  if (const auto *block = dyn_cast<CompoundStmt>(stmt))
    return {block->body_begin(), block->body_end()};
  return {stmt};
}

NestExtractor::NestExtractor(const FileContext &file, const FunctionFacts &facts, const Stmt *root, LoopPragmas pragmas,
                             bool hoistsInit)
    : File(file), Facts(facts), Root(root), Promised(std::move(pragmas)), HoistsInit(hoistsInit) {
  Result.clauses = Promised.clauses;
  Result.source.function = facts.function().getNameAsString();
  using Kind = clang::SanitizerKind;
  Result.isWatched =
      File.ast.getLangOpts().Sanitize.hasOneOf(Kind::Address | Kind::KernelAddress | Kind::HWAddress |
                                               Kind::KernelHWAddress | Kind::Memory | Kind::KernelMemory);
}

std::variant<Nest, Remark> NestExtractor::run() {
  Block top;
  Current = &top;
  checkPrivates(Root);
  checkNames(Root);
  if (const clang::Expr *length = lengthWithEffects(*Root, File.ast))
    fail(length->getExprLoc(), Reason::UnsupportedExpr, {File.source.text(*length)});
  noteKnownRanges();
  findLocalArrays();
  extractLoop(Root, /*isRoot=*/true);
  checkRanges();
  if (!failed()) {
    Result.partInRows = Operations ? double(OperationsInRows) / Operations : 0;
    normalize(Result, File.ast.getLangOpts().isSignedOverflowDefined());
    settleDomainErrors();
    formDelays(Result);
    countExits(Result);
    Failure = putExitsFirst(Result);
    resolveNoalias();
    settleRestrict();
    settleLocals();
    noteDefinitions();
    noteValuesBefore();
    noteLoopBefore();
    if (!failed())
      Failure = finish(top);
    if (!failed())
      learnExtents(Result);
    if (!failed())
      boundIndirect(Result, File.ast.getLangOpts().isSignedOverflowDefined());
  }
  if (failed())
    return *Failure;
  return std::move(Result);
}

/// #define x (p->x): what is called x cannot be written in the vector code, where the macro would be expanded again.
bool NestExtractor::isMacro(const NamedDecl *decl) const {
  const IdentifierInfo *name = decl->getIdentifier();
  if (!name || !name->hadMacroDefinition())
    return false;
  const SourceLocation place = File.ast.getSourceManager().getFileLoc(Root->getBeginLoc());
  const MacroInfo *macro = File.preprocessor.getMacroDefinitionAtLoc(name, place).getMacroInfo();
  if (!macro || !macro->isObjectLike())
    return false;
  return macro->getNumTokens() != 1 || macro->getReplacementToken(0).getIdentifierInfo() != name;
}

void NestExtractor::checkNames(const Stmt *stmt) {
  if (!stmt || failed())
    return;
  const NamedDecl *decl = nullptr;
  if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
    decl = ref->getDecl();
  else if (const auto *member = dyn_cast<MemberExpr>(stmt))
    decl = member->getMemberDecl();
  if (decl && isMacro(decl))
    return fail(stmt->getBeginLoc(), Reason::NameIsMacro, {decl->getNameAsString()});
  for (const Stmt *child : stmt->children())
    checkNames(child);
}

/// if (n > 37) if (n < 20): what is said of n never holds, so nothing follows from it.
void NestExtractor::checkRanges() {
  for (const Symbol &symbol : Result.symbols)
    if (symbol.lo && symbol.hi && *symbol.lo > *symbol.hi)
      return fail(Root->getBeginLoc(), Reason::NeverReached,
                  {symbol.name, std::to_string(*symbol.lo), std::to_string(*symbol.hi)});
}

/// omp simd private(t): t keeps its value where OpenMP is on, and has the last iteration's where it is off. So nobody
/// may read it after the loop.
void NestExtractor::checkPrivates(const Stmt *stmt) {
  if (!stmt || Promised.privates.empty() || failed())
    return;
  const auto *ref = dyn_cast<DeclRefExpr>(stmt);
  const auto *var = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
  if (var && llvm::is_contained(Promised.privates, var->getName()) && !Facts.isDeclaredIn(var, Root) &&
      (var->hasGlobalStorage() || Facts.escapes(var) || isLiveAfter(var, Root, Facts)))
    return fail(ref->getLocation(), Reason::UnsupportedStmt,
                {"'" + var->getNameAsString() + "', which is private to the loop and may be read after it,"});
  for (const Stmt *child : stmt->children())
    checkPrivates(child);
}

void NestExtractor::fail(SourceLocation place, Reason reason, std::vector<std::string> args) {
  if (!Failure)
    Failure = Remark{locOf(place), reason, std::move(args)};
}

void NestExtractor::fail(const Value &value) {
  if (Failure)
    return;
  if (value.problem)
    Failure = *value.problem;
  else
    Failure = Remark{locOf(Root->getBeginLoc()), Reason::InternalError, {"a value that is missing has no reason"}};
}

Value NestExtractor::problem(SourceLocation place, Reason reason, std::vector<std::string> args) const {
  Value value;
  value.problem = std::make_shared<Remark>(Remark{locOf(place), reason, std::move(args)});
  return value;
}

Value NestExtractor::unsupported(const clang::Expr *expr) const {
  if (Failure) {
    Value value;
    value.problem = std::make_shared<Remark>(*Failure);
    return value;
  }
  return problem(expr->getExprLoc(), Reason::UnsupportedExpr, {File.source.text(*expr)});
}

void NestExtractor::extractDeclaration(const DeclStmt *stmt) {
  for (const Decl *decl : stmt->decls()) {
    const auto *var = dyn_cast<VarDecl>(decl);
    if (!var || var->hasExternalStorage())
      continue;
    if (var->isStaticLocal())
      return fail(var->getLocation(), Reason::LabelInside, {"a static variable"});
    const QualType type = var->getType();
    if (type.isVolatileQualified() || type->isAtomicType())
      return fail(var->getLocation(), Reason::Volatile, {var->getNameAsString()});
    if (isHeldInParts(var)) {
      declareParts(var);
      if (var->hasInit()) {
        const Value value = evalStruct(var->getInit());
        if (!value.members && !failed())
          fail(value.problem ? value : unsupported(var->getInit()));
        if (!failed())
          storeStruct({var, "", nullptr}, type, value, var->getInit(), var->getLocation(), /*isFresh=*/true);
      }
      if (failed())
        return;
      continue;
    }
    if (isInMemory(var))
      return fail(
          var->getLocation(), Reason::UnsupportedStmt,
          {type->isArrayType()
               ? "the array '" + var->getNameAsString() + "', which is large or has a subscript that is no constant,"
               : "the declaration of '" + var->getNameAsString() + "', which lives in memory,"});
    Scopes[var] = LoopStack.empty() ? NoId : LoopStack.back();
    LocalIds.erase(var);
    Environment.erase(var);
    if (!var->hasInit()) {
      if (type->isPointerType())
        Environment[var] = unsupportedText(var->getLocation(), var->getNameAsString());
      continue;
    }
    Value value = eval(var->getInit());
    if (!Conditions.empty() && value.isUsable() && factsOf(var).changesOf(var).empty()) {
      // In an operand that may not be evaluated: a name for the value.
      value.type = type.getUnqualifiedType();
      Environment[var] = std::move(value);
      continue;
    }
    if (type->isPointerType() || value.isUsable())
      assignVariable(var, std::move(value), var->getLocation());
    else
      fail(value.problem ? value : unsupported(var->getInit()));
    if (failed())
      return;
  }
}

/// An expression statement.
void NestExtractor::extractEffects(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *cleanups = dyn_cast<FullExpr>(expr))
    return extractEffects(cleanups->getSubExpr());
  if (const auto *castExpr = dyn_cast<CastExpr>(expr); castExpr && castExpr->getCastKind() == CK_ToVoid)
    return extractEffects(castExpr->getSubExpr());
  if (const auto *unary = dyn_cast<UnaryOperator>(expr); unary && unary->getOpcode() == UO_Extension)
    return extractEffects(unary->getSubExpr());
  if (const auto *block = dyn_cast<StmtExpr>(expr); block && !holdsJump(block->getSubStmt()))
    return extractStmt(block->getSubStmt()); // what assert() is made of
  if (!expr->HasSideEffects(File.ast) && !holdsStatements(expr))
    return; // (void)x;
  Value value;
  if (const auto *binary = dyn_cast<BinaryOperator>(expr)) {
    if (binary->isAssignmentOp()) {
      value = evalAssignment(binary, /*isValueUsed=*/false);
    } else if (binary->getOpcode() == BO_Comma) {
      extractEffects(binary->getLHS());
      return extractEffects(binary->getRHS());
    } else if (binary->getOpcode() == BO_LAnd || binary->getOpcode() == BO_LOr) {
      // a && (b = c): an if.
      const Stmt *right = binary->getRHS();
      if (binary->getOpcode() == BO_LAnd)
        return extractIf(binary->getLHS(), right, {}, binary->getOperatorLoc());
      return extractIf(binary->getLHS(), {}, right, binary->getOperatorLoc());
    } else {
      value = eval(expr);
    }
  } else if (const auto *unary = dyn_cast<UnaryOperator>(expr); unary && unary->isIncrementDecrementOp()) {
    value = evalIncrement(unary, /*isValueUsed=*/false);
  } else if (const auto *conditional = dyn_cast<ConditionalOperator>(expr)) {
    const Stmt *thenPart = conditional->getTrueExpr(), *elsePart = conditional->getFalseExpr();
    return extractIf(conditional->getCond(), thenPart, elsePart, conditional->getQuestionLoc());
  } else if (const auto *call = dyn_cast<CallExpr>(expr)) {
    if (call->getBuiltinCallee() == Builtin::BI__builtin_assume)
      return; // its argument is not evaluated
    value = evalCall(call, /*isValueUsed=*/false);
  } else {
    value = eval(expr);
  }
  if (value.problem && !failed())
    fail(value);
}

void NestExtractor::extractStmt(const Stmt *stmt) {
  if (!stmt || failed())
    return;
  const SourceLocation where = stmt->getBeginLoc();
  if (const char *exit = earlyExit(stmt))
    return fail(where, Reason::EarlyExit, {exit});
  if (const auto *block = dyn_cast<CompoundStmt>(stmt))
    return extractList(llvm::ArrayRef<const Stmt *>(block->body_begin(), block->body_end()));
  if (const auto *declaration = dyn_cast<DeclStmt>(stmt))
    return extractDeclaration(declaration);
  if (const auto *expr = dyn_cast<clang::Expr>(stmt))
    return extractEffects(expr);
  if (const auto *conditional = dyn_cast<IfStmt>(stmt)) {
    const Stmt *thenPart = conditional->getThen(), *elsePart = conditional->getElse();
    return extractIf(conditional->getCond(), thenPart,
                     elsePart ? llvm::ArrayRef<const Stmt *>(elsePart) : llvm::ArrayRef<const Stmt *>(),
                     conditional->getIfLoc());
  }
  if (const auto *loop = dyn_cast<ForStmt>(stripToLoop(stmt)); loop && CopiedLoops.contains(loop))
    return copyLoop(*loop);
  if (loopParts(stripToLoop(stmt), File.ast))
    return extractLoop(stripToLoop(stmt), /*isRoot=*/false);
  if (const auto *loop = dyn_cast<DoStmt>(stmt)) { // do { } while (0)
    if (holdsContinue(loop->getBody()))
      return fail(where, Reason::UnsupportedStmt, {"this use of 'continue'"});
    const llvm::SaveAndRestore<std::optional<DivergentBody>> ownBreaks(Divergent, std::nullopt);
    return extractStmt(loop->getBody());
  }
  if (const auto *attributed = dyn_cast<AttributedStmt>(stmt))
    return extractStmt(attributed->getSubStmt());
  if (const auto *selection = dyn_cast<SwitchStmt>(stmt))
    return extractSwitch(selection);
  if (isa<NullStmt>(stmt))
    return;
  if (const auto *label = dyn_cast<LabelStmt>(stmt))
    return fail(where, Reason::LabelInside, {"the label '" + std::string(label->getName()) + "'"});
  if (isa<AsmStmt>(stmt))
    return fail(where, Reason::UnsupportedStmt, {"inline assembly"});
  fail(where, Reason::UnsupportedStmt, {"a statement of kind '" + std::string(stmt->getStmtClassName()) + "'"});
}

} // namespace vecify
