// Statements: blocks, declarations, if, switch, continue. What cannot be part of a nest ends the extraction here with
// the reason.
#include "NestExtractor.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace vecify {
namespace {

/// `stmt` runs into a `continue` of the loop being extracted.
bool holdsContinue(const Stmt *stmt) {
  if (!stmt || isa<ForStmt, WhileStmt, DoStmt>(stmt))
    return false;
  if (isa<ContinueStmt>(stmt))
    return true;
  return llvm::any_of(stmt->children(), holdsContinue);
}

/// Statements of a block, or the statement itself.
llvm::SmallVector<const Stmt *, 8> statementsOf(const Stmt *stmt) {
  if (!stmt)
    return {};
  if (const auto *block = dyn_cast<CompoundStmt>(stmt))
    return {block->body_begin(), block->body_end()};
  return {stmt};
}

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

} // namespace

NestExtractor::NestExtractor(const FileContext &file, const FunctionFacts &facts, const Stmt *root,
                             LoopPragmas pragmas, bool hoistsInit)
    : File(file), Facts(facts), Root(root), Promised(std::move(pragmas)), HoistsInit(hoistsInit) {
  Result.clauses = Promised.clauses;
  Result.source.function = facts.function().getNameAsString();
}

std::variant<Nest, Remark> NestExtractor::run() {
  Block top;
  Current = &top;
  noteKnownRanges();
  extractLoop(Root, /*isRoot=*/true);
  if (!failed()) {
    normalize(Result);
    resolveNoalias();
    settleRestrict();
    if (const std::optional<Remark> problem = finish(top))
      Failure = problem;
  }
  if (failed())
    return *Failure;
  return std::move(Result);
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
    Failure = Remark{locOf(Root->getBeginLoc()), Reason::InternalError, {"the frontend"}};
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

NodeId NestExtractor::emit(Node node) {
  if (++Statements > File.options.maxStatements && !Failure)
    Failure = Remark{locOf(Root->getBeginLoc()), Reason::TooDeep,
                     {"more than " + std::to_string(File.options.maxStatements) + " statements"}};
  const NodeId id = Result.add(std::move(node));
  Current->push_back(id);
  return id;
}

void NestExtractor::emitAssign(LocalId local, ExprId value, SourceLocation place) {
  if (failed())
    return;
  Node node;
  node.kind = Node::Assign;
  node.local = local;
  node.value = value;
  node.loc = locOf(place);
  emit(std::move(node));
}

void NestExtractor::emitStore(AccessId access, ExprId value, SourceLocation place) {
  if (Conditional != 0)
    return fail(place, Reason::UnsupportedExpr, {Result.accesses[access].text + " = ... in a conditional operand"});
  if (failed())
    return;
  Node node;
  node.kind = Node::Assign;
  node.access = access;
  node.value = value;
  node.loc = locOf(place);
  emit(std::move(node));
}

void NestExtractor::emitIf(ExprId condition, Block body, Block elseBody, SourceLocation place) {
  if (failed() || (body.empty() && elseBody.empty()))
    return;
  if (body.empty()) {
    Expr negated;
    negated.kind = Expr::Not;
    negated.type = ScalarType::I1;
    negated.operands = {condition};
    negated.loc = locOf(place);
    condition = add(std::move(negated));
    std::swap(body, elseBody);
  }
  Node node;
  node.kind = Node::If;
  node.loc = locOf(place);
  node.condition = condition;
  node.body = std::move(body);
  node.elseBody = std::move(elseBody);
  emit(std::move(node));
}

/// Extracts `stmts` into a block of its own, under the present environment.
NestExtractor::Block NestExtractor::extractBranch(llvm::ArrayRef<const Stmt *> stmts) {
  Block block;
  Block *outer = std::exchange(Current, &block);
  ++Branches;
  if (Branches > File.options.maxDepth)
    fail(stmts.empty() ? Root->getBeginLoc() : stmts[0]->getBeginLoc(), Reason::TooDeep,
         {"more than " + std::to_string(File.options.maxDepth) + " nested branches"});
  if (!failed())
    extractList(stmts);
  --Branches;
  Current = outer;
  return block;
}

/// After an if: what both ways agree on is still known.
void NestExtractor::mergeEnv(const Env &other) {
  llvm::SmallVector<const VarDecl *, 8> unknown;
  const auto agree = [](const Value &a, const Value &b) {
    if (a.expr != NoId && a.expr == b.expr)
      return true;
    if (a.place || b.place)
      return a.place && b.place && a.place->array == b.place->array && a.place->subs == b.place->subs &&
             a.place->pattern == b.place->pattern && a.place->indirect == b.place->indirect;
    if (a.members || b.members)
      return a.members == b.members;
    return a.index && b.index && a.index->poly == b.index->poly && a.index->isExact == b.index->isExact &&
           a.index->needs.empty() && b.index->needs.empty();
  };
  for (const auto &[var, value] : Environment) {
    const auto it = other.find(var);
    if (it == other.end() || !agree(value, it->second))
      unknown.push_back(var);
  }
  for (const VarDecl *var : unknown)
    Environment.erase(var);
}

/// The environment behind an if, whose else branch has left the present one.
void NestExtractor::joinBranches(ExprId condition, const Env &afterThen) {
  const Env afterElse = Environment;
  mergeEnv(afterThen);
  if (!Inlining.empty())
    mergeCalleeValues(condition, afterThen, afterElse);
}

/// The values of an inlined function's variables after an if: a choice by its condition.
void NestExtractor::mergeCalleeValues(ExprId condition, const Env &thenEnv, const Env &elseEnv) {
  for (const auto &[var, thenValue] : thenEnv) {
    const auto it = elseEnv.find(var);
    if (!isOfCallee(var) || Environment.contains(var) || it == elseEnv.end())
      continue;
    const Value &elseValue = it->second;
    if (thenValue.members && elseValue.members && !InlinesStatement) {
      const Value chosen = selectStruct(nullptr, condition, thenValue, elseValue);
      if (chosen.members) {
        Environment[var] = chosen;
        continue;
      }
    }
    const bool isData = thenValue.isUsable() && elseValue.isUsable() && !thenValue.place && !elseValue.place;
    if (!isData || InlinesStatement || !scalarType(var->getType())) {
      Environment[var] = unsupportedText(var->getLocation(), var->getNameAsString());
      continue;
    }
    Expr select;
    select.kind = Expr::Select;
    select.type = *scalarType(var->getType());
    select.fp = isFloat(select.type) ? defaultFlags() : FpFlags();
    select.operands = {condition, exprOf(thenValue, var->getLocation()), exprOf(elseValue, var->getLocation())};
    if (failed())
      return;
    Environment[var] = dataValue(add(std::move(select)), var->getType().getUnqualifiedType());
  }
}

void NestExtractor::extractIf(const clang::Expr *condition, llvm::ArrayRef<const Stmt *> thenPart,
                              llvm::ArrayRef<const Stmt *> elsePart, SourceLocation place) {
  const Value truth = eval(condition);
  if (!truth.isUsable() && !failed())
    fail(truth.problem ? truth : unsupported(condition));
  if (failed())
    return;
  if (truth.index && truth.index->isExact)
    if (const std::optional<int64_t> constant = truth.index->poly.asConstant())
      return extractList(*constant ? thenPart : elsePart);
  const ExprId id = evalConditionOf(condition, truth);
  if (id == NoId)
    return;
  extractBranches(id, thenPart, elsePart, place);
}

void NestExtractor::extractBranches(ExprId condition, llvm::ArrayRef<const Stmt *> thenPart,
                                    llvm::ArrayRef<const Stmt *> elsePart, SourceLocation place) {
  const Env before = Environment;
  Block body = extractBranch(thenPart);
  Env afterThen = std::exchange(Environment, before);
  Block elseBody = extractBranch(elsePart);
  joinBranches(condition, afterThen);
  emitIf(condition, std::move(body), std::move(elseBody), place);
}

/// The statements one after the other. What follows a `continue` goes into the other branch of its if:
///
///     if (c) { A; continue; }  B;      if c  A  else  B
void NestExtractor::extractList(llvm::ArrayRef<const Stmt *> stmts) {
  for (size_t i = 0; i < stmts.size() && !failed(); ++i) {
    const Stmt *stmt = stmts[i];
    if (isa<ContinueStmt>(stmt))
      return; // what follows is dead
    const auto *conditional = dyn_cast<IfStmt>(stmt);
    if (!conditional || !holdsContinue(conditional)) {
      if (const auto *block = dyn_cast<CompoundStmt>(stmt); block && holdsContinue(block)) {
        llvm::SmallVector<const Stmt *, 16> flat(block->body_begin(), block->body_end());
        llvm::append_range(flat, stmts.drop_front(i + 1));
        return extractList(flat);
      }
      extractStmt(stmt);
      continue;
    }
    // The rest runs only where no continue was met: it is appended to each branch that may fall through.
    const llvm::ArrayRef<const Stmt *> rest = stmts.drop_front(i + 1);
    llvm::SmallVector<const Stmt *, 16> thenPart = statementsOf(conditional->getThen());
    llvm::SmallVector<const Stmt *, 16> elsePart = statementsOf(conditional->getElse());
    const auto endsInContinue = [](llvm::ArrayRef<const Stmt *> part) {
      return !part.empty() && isa<ContinueStmt>(part.back());
    };
    if (!endsInContinue(thenPart))
      llvm::append_range(thenPart, rest);
    if (!endsInContinue(elsePart))
      llvm::append_range(elsePart, rest);
    return extractIf(conditional->getCond(), thenPart, elsePart, conditional->getIfLoc());
  }
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
      return fail(var->getLocation(), Reason::UnsupportedStmt,
                  {"the declaration of '" + var->getNameAsString() + "', which lives in memory,"});
    Scopes[var] = LoopStack.empty() ? NoId : LoopStack.back();
    LocalIds.erase(var);
    Environment.erase(var);
    if (!var->hasInit()) {
      if (type->isPointerType())
        Environment[var] = unsupportedText(var->getLocation(), var->getNameAsString());
      continue;
    }
    Value value = eval(var->getInit());
    if (Conditional != 0 && value.isUsable() && factsOf(var).changesOf(var).empty()) {
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
  if (!expr->HasSideEffects(File.ast))
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
  if (loopParts(stripToLoop(stmt), File.ast))
    return extractLoop(stripToLoop(stmt), /*isRoot=*/false);
  if (const auto *loop = dyn_cast<DoStmt>(stmt)) { // do { } while (0)
    if (holdsContinue(loop->getBody()))
      return fail(where, Reason::UnsupportedStmt, {"this use of 'continue'"});
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

/// Constant cases without fall-through, as a chain of ifs on the value, which is evaluated once.
void NestExtractor::extractSwitch(const SwitchStmt *stmt) {
  const SourceLocation where = stmt->getSwitchLoc();
  const auto *body = dyn_cast<CompoundStmt>(stmt->getBody());
  if (!body)
    return fail(where, Reason::UnsupportedStmt, {"a switch without a block"});
  struct Arm {
    std::vector<int64_t> values;
    bool isDefault = false, isClosed = false;
    llvm::SmallVector<const Stmt *, 4> stmts;
  };
  std::vector<Arm> arms;
  for (const Stmt *child : body->body()) {
    if (isa<SwitchCase>(child)) {
      if (arms.empty() || !arms.back().stmts.empty() || arms.back().isClosed) {
        if (!arms.empty() && !arms.back().isClosed)
          return fail(child->getBeginLoc(), Reason::UnsupportedStmt, {"a switch that falls through"});
        arms.emplace_back();
      }
      while (const auto *label = dyn_cast<SwitchCase>(child)) {
        if (const auto *constant = dyn_cast<CaseStmt>(label)) {
          if (constant->getRHS())
            return fail(child->getBeginLoc(), Reason::UnsupportedStmt, {"a case range"});
          arms.back().values.push_back(constant->getLHS()->EvaluateKnownConstInt(File.ast).getExtValue());
        } else {
          arms.back().isDefault = true;
        }
        child = label->getSubStmt();
      }
    }
    if (arms.empty())
      return fail(child->getBeginLoc(), Reason::UnsupportedStmt, {"a statement before the first case"});
    for (const Stmt *part : statementsOf(child)) {
      if (arms.back().isClosed)
        break; // dead code
      if (isa<BreakStmt>(part) || isa<ContinueStmt>(part)) {
        if (isa<ContinueStmt>(part))
          return fail(part->getBeginLoc(), Reason::UnsupportedStmt, {"'continue' in a switch"});
        arms.back().isClosed = true;
      } else {
        arms.back().stmts.push_back(part);
      }
    }
  }
  for (const Arm &arm : arms)
    if (!arm.isClosed && &arm != &arms.back())
      return fail(where, Reason::UnsupportedStmt, {"a switch that falls through"});
  for (const Arm &arm : arms)
    for (const Stmt *part : arm.stmts)
      if (holdsContinue(part))
        return fail(part->getBeginLoc(), Reason::UnsupportedStmt, {"'continue' in a switch"});

  const Value selected = eval(stmt->getCond());
  if (!selected.isUsable())
    return fail(selected.problem ? selected : unsupported(stmt->getCond()));
  const ExprId value = temporaryOf(exprOf(selected, where), "selected", where);
  if (value == NoId)
    return;
  const ScalarType type = Result.exprs[value].type;
  const auto isOneOf = [&](const std::vector<int64_t> &values) {
    ExprId any = NoId;
    for (int64_t constant : values) {
      Expr equal;
      equal.kind = Expr::Compare;
      equal.type = ScalarType::I1;
      equal.predicate = Predicate::Eq;
      equal.operands = {value, intConst(constant, type)};
      equal.loc = locOf(where);
      const ExprId id = add(std::move(equal));
      if (any == NoId) {
        any = id;
        continue;
      }
      Expr either;
      either.kind = Expr::LogicalOr;
      either.type = ScalarType::I1;
      either.operands = {any, id};
      either.loc = locOf(where);
      any = add(std::move(either));
    }
    return any;
  };
  // The default arm runs where no other does, wherever it stands.
  const auto standard = llvm::find_if(arms, [](const Arm &arm) { return arm.isDefault; });
  if (standard != arms.end())
    std::rotate(standard, std::next(standard), arms.end());
  const std::function<void(size_t)> extractFrom = [&](size_t first) {
    if (first == arms.size())
      return;
    if (arms[first].isDefault)
      return extractList(arms[first].stmts);
    const ExprId condition = isOneOf(arms[first].values);
    const Env before = Environment;
    Block body = extractBranch(arms[first].stmts);
    Env afterThen = std::exchange(Environment, before);
    Block elseBody;
    Block *outer = std::exchange(Current, &elseBody);
    ++Branches;
    extractFrom(first + 1);
    --Branches;
    Current = outer;
    joinBranches(condition, afterThen);
    emitIf(condition, std::move(body), std::move(elseBody), where);
  };
  if (arms.size() > File.options.maxDepth)
    return fail(where, Reason::TooDeep, {"a switch of " + std::to_string(arms.size()) + " cases"});
  extractFrom(0);
}

} // namespace vecify
