// Small functions of the same file are evaluated in place:
//
//     static inline int clamp(int x) { if (x < 0) return 0; return x > 255 ? 255 : x; }
//     y[i] = clamp(x[i]);        y[i] = select(x[i] < 0, 0, min(x[i], 255))
//
// Parameters and locals of the callee are names for values, not variables, so each return is an expression of the
// arguments; an if becomes a Select. Stores are taken over; where there are any, each name is a variable of the nest,
// so that it keeps its value. Where the callee has a loop, what it changes are variables.
#include "NestExtractor.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace vecify {
namespace {

bool holdsReturn(const Stmt *stmt) {
  if (!stmt)
    return false;
  return isa<ReturnStmt>(stmt) || llvm::any_of(stmt->children(), holdsReturn);
}

unsigned countStatements(const Stmt *stmt) {
  unsigned count = 1;
  for (const Stmt *child : stmt->children())
    if (child)
      count += countStatements(child);
  return count;
}

/// Nobody replaces the function when the program is linked, and the user has not asked for a real call.
bool isKnownByItsBody(const FunctionDecl &function) {
  return !function.isWeak() && !function.hasAttr<NoInlineAttr>() && !function.hasAttr<OptimizeNoneAttr>() &&
         !function.hasAttr<IFuncAttr>();
}

/// Larger functions are not worth a copy in every lane's code.
constexpr unsigned maxInlinedNodes = 600;
constexpr unsigned maxInlineDepth = 8;
/// Where a function calls more than these, it is taken for one that stores.
constexpr unsigned maxCallees = 16;

/// The statement, or a function that it calls, changes more than local variables.
bool holdsStore(const Stmt *stmt, llvm::SmallPtrSetImpl<const FunctionDecl *> &seen) {
  if (!stmt)
    return false;
  if (isa<ForStmt, WhileStmt, DoStmt>(stmt)) // whose values are those of its last iteration
    return true;
  if (const clang::Expr *target = assignedLValue(stmt)) {
    const VarDecl *var = rootVariable(target);
    if (!var || !var->hasLocalStorage())
      return true;
  }
  if (const auto *call = dyn_cast<CallExpr>(stmt)) {
    const FunctionDecl *callee = call->getDirectCallee(), *definition = callee ? callee->getDefinition() : nullptr;
    if (const auto copy = callee ? bitCopy(call, callee->getASTContext()) : std::nullopt; copy && copy->to.pointer)
      return true;
    if (definition && seen.insert(definition).second)
      if (seen.size() > maxCallees || holdsStore(definition->getBody(), seen))
        return true;
  }
  return llvm::any_of(stmt->children(), [&](const Stmt *child) { return holdsStore(child, seen); });
}

bool holdsStore(const FunctionDecl &definition) {
  llvm::SmallPtrSet<const FunctionDecl *, 8> seen = {&definition};
  return holdsStore(definition.getBody(), seen);
}

bool holdsLoop(const Stmt *stmt) {
  return stmt && (isa<ForStmt, WhileStmt, DoStmt>(stmt) || llvm::any_of(stmt->children(), holdsLoop));
}

/// Its variables, those in the statement, are numbers, or pointers.
bool hasPlainVariables(const Stmt *stmt) {
  if (!stmt)
    return true;
  if (const auto *declaration = dyn_cast<DeclStmt>(stmt))
    for (const Decl *decl : declaration->decls())
      if (const auto *var = dyn_cast<VarDecl>(decl);
          var && !var->getType()->isArithmeticType() && !var->getType()->isPointerType())
        return false;
  return llvm::all_of(stmt->children(), hasPlainVariables);
}

bool hasPlainVariables(const FunctionDecl &function) {
  return llvm::all_of(
             function.parameters(),
             [](const ParmVarDecl *p) { return p->getType()->isArithmeticType() || p->getType()->isPointerType(); }) &&
         hasPlainVariables(function.getBody());
}

/// Each argument has its parameter's type; without a prototype, nothing has converted it.
bool takesArgumentsOf(const CallExpr &call, const FunctionDecl &definition, const ASTContext &ast) {
  if (definition.isVariadic() || definition.getNumParams() != call.getNumArgs())
    return false;
  for (unsigned i = 0; i < call.getNumArgs(); ++i)
    if (!ast.hasSameUnqualifiedType(call.getArg(i)->getType(), definition.getParamDecl(i)->getType()))
      return false;
  return true;
}

llvm::SmallVector<const Stmt *, 8> followedBy(const Stmt *stmt, llvm::ArrayRef<const Stmt *> rest) {
  llvm::SmallVector<const Stmt *, 8> list;
  if (const auto *block = dyn_cast_or_null<CompoundStmt>(stmt))
    list.append(block->body_begin(), block->body_end());
  else if (stmt)
    list.push_back(stmt);
  llvm::append_range(list, rest);
  return list;
}

} // namespace

Value NestExtractor::evalInlined(const CallExpr *call, const FunctionDecl *callee, bool isValueUsed) {
  const SourceLocation where = call->getExprLoc();
  const std::string name = callee->getNameAsString();
  const Value unknown = llvm::StringRef(name).starts_with("__builtin_")
                            ? problem(where, Reason::UnsupportedExpr, {File.source.text(*call)})
                            : problem(where, Reason::UnknownCall, {name});
  const FunctionDecl *definition = callee->getDefinition();
  const bool mayInline = definition && isKnownByItsBody(*definition) && definition->getBody() &&
                         takesArgumentsOf(*call, *definition, File.ast);
  if (!mayInline)
    return unknown;
  const auto notInlined = [&](const std::string &why) {
    return problem(where, Reason::CallNotInlined, {callee->getNameAsString(), why});
  };
  const auto because = [&](const Remark &why) {
    if (why.reason == Reason::CallNotInlined) // of what this one calls in turn
      return problem(where, why.reason, why.args);
    return notInlined(Decline(why.loc, why.reason, why.args).text() + " (line " + std::to_string(why.loc.line) + ")");
  };
  if (llvm::is_contained(Inlining, definition))
    return notInlined("it calls itself");
  if (Inlining.size() >= maxInlineDepth || countStatements(definition->getBody()) > maxInlinedNodes)
    return notInlined("it is too large");

  const bool hasLoop = holdsLoop(definition->getBody());
  if (hasLoop && (LoopStack.empty() || IsProbing || !Conditions.empty() || !hasPlainVariables(*definition)))
    return notInlined("it has a loop");

  checkNames(definition->getBody());
  const bool stores = holdsStore(*definition);
  const bool storesInside = Inlining.empty() ? stores : StoresInside;
  std::vector<Value> arguments;
  llvm::SmallDenseMap<const ParmVarDecl *, LentPlace> lent;
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const clang::Expr *argument = call->getArg(i);
    const ParmVarDecl *parameter = definition->getParamDecl(i);
    if (std::optional<LentPlace> target = lentTarget(parameter, argument)) {
      if (hasLoop && !target->isRow && isFollowedInLoop(parameter))
        return notInlined("its loop follows '" + parameter->getNameAsString() + "', the address of a variable");
      lent[parameter] = std::move(*target);
      arguments.push_back(problem(where, Reason::UnsupportedStmt,
                                  {"more than following '" + parameter->getNameAsString() + "', the address of '" +
                                   lent[parameter].target.var->getNameAsString() + "',"}));
      continue;
    }
    Value value = eval(argument);
    if (storesInside && !hasLoop) // before the callee stores
      value = settled(std::move(value), definition->getParamDecl(i)->getName(), where);
    if (failed())
      return unknown;
    if (!value.isUsable())
      return value.problem ? value : unknown;
    arguments.push_back(std::move(value));
  }
  if (hasLoop)
    WithLoops.insert(definition);
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const ParmVarDecl *parameter = definition->getParamDecl(i);
    if (hasLoop && !lent.count(parameter)) {
      Scopes[parameter] = LoopStack.back();
      LocalIds.erase(parameter);
      Environment.erase(parameter);
      assignVariable(parameter, std::move(arguments[i]), where);
      continue;
    }
    arguments[i].type = parameter->getType().getUnqualifiedType();
    Environment[parameter] = arguments[i];
  }

  for (const auto &[parameter, target] : lent)
    Lent[parameter] = target;
  const auto givenBack = llvm::make_scope_exit([&] {
    for (const auto &[parameter, target] : lent)
      Lent.erase(parameter);
  });
  const llvm::SaveAndRestore inside(StoresInside, storesInside);
  if (std::string name = definition->getNameAsString(); !llvm::is_contained(Result.inlined, name))
    Result.inlined.push_back(std::move(name));
  Inlining.push_back(definition);
  ConditionsOnWay.push_back(Conditions.size());
  Value result;
  const auto *body = cast<CompoundStmt>(definition->getBody());
  const bool returns = inlineList(followedBy(body, {}), result);
  Inlining.pop_back();
  ConditionsOnWay.pop_back();
  if (failed()) {
    // The reason lies in the callee; the user sees the call.
    if (Failure->reason != Reason::TooDeep && Failure->reason != Reason::MathErrno)
      Failure = *because(*Failure).problem;
    return unknown;
  }
  if (definition->getReturnType()->isVoidType())
    return {};
  if (!returns || !result.isUsable()) {
    const bool isOfMath = result.problem && result.problem->reason == Reason::MathErrno;
    return isOfMath ? result : result.problem ? because(*result.problem) : unknown;
  }
  result.type = call->getType();
  // What it read by a pointer may change before the value is used.
  const bool mayChange = stores || (!lent.empty() && Conditions.empty());
  return mayChange && isValueUsed ? settled(std::move(result), callee->getName(), where) : result;
}

/// Evaluates statements of a callee. True if every way through them returns, with `result` as the value.
bool NestExtractor::inlineList(llvm::ArrayRef<const Stmt *> stmts, Value &result) {
  for (size_t i = 0; i < stmts.size() && !failed(); ++i) {
    const Stmt *stmt = stmts[i];
    if (const auto *exit = dyn_cast<ReturnStmt>(stmt)) {
      if (exit->getRetValue())
        result = eval(exit->getRetValue());
      return true;
    }
    if (!holdsReturn(stmt)) {
      extractStmt(stmt);
      continue;
    }
    if (isa<CompoundStmt>(stmt))
      return inlineList(followedBy(stmt, stmts.drop_front(i + 1)), result);
    if (loopParts(stripToLoop(stmt), File.ast) && WithLoops.contains(Inlining.back()) && Conditions.empty())
      return inlineLoop(stripToLoop(stmt), stmts.drop_front(i + 1), result);
    const auto *conditional = dyn_cast<IfStmt>(stmt);
    if (!conditional) {
      fail(stmt->getBeginLoc(), Reason::UnsupportedStmt, {"'return' inside of a loop or a switch"});
      return false;
    }
    return inlineIf(conditional, stmts.drop_front(i + 1), result);
  }
  return false;
}

/// A loop with a return in it: what that returns, or what follows the loop does.
bool NestExtractor::inlineLoop(const Stmt *loop, llvm::ArrayRef<const Stmt *> rest, Value &result) {
  const SourceLocation place = loop->getBeginLoc();
  const QualType type = Inlining.back()->getReturnType();
  const std::optional<ScalarType> scalar = type->isArithmeticType() ? scalarType(type) : std::nullopt;
  if (!scalar) {
    fail(place, Reason::UnsupportedStmt, {"'return' inside of a loop or a switch"});
    return false;
  }
  const ReturnFromLoop returns = {LoopStack.size() + 1, temporaryLocal("result", *scalar, place),
                                  temporaryLocal("returned", ScalarType::I32, place)};
  emitAssign(returns.isDone, intConst(0, ScalarType::I32), place);
  {
    const llvm::SaveAndRestore inside(Returns, std::optional(returns));
    extractLoop(loop, /*isRoot=*/false);
  }
  if (failed())
    return false;
  Expr select;
  select.kind = Expr::Select;
  select.type = *scalar;
  select.fp = isFloat(*scalar) ? defaultFlags() : FpFlags();
  select.loc = locOf(place);
  Expr value;
  value.kind = Expr::Local;
  value.type = *scalar;
  value.local = returns.value;
  select.operands = {isSet(returns.isDone, place), add(std::move(value))};
  Value behind;
  Conditions.push_back(negated(select.operands[0], place));
  ++ConditionsOnWay.back();
  const bool isReturned = inlineList(rest, behind);
  Conditions.pop_back();
  --ConditionsOnWay.back();
  if (failed())
    return false;
  if (!isReturned || !behind.isUsable()) {
    fail(place, Reason::UnsupportedStmt, {"a way to the end without a value"});
    return false;
  }
  select.operands.push_back(exprOf(behind, place));
  result = dataValue(add(std::move(select)), type.getUnqualifiedType());
  return !failed();
}

/// An if with a return in it: both ways to the end of the function, and a choice between their results.
bool NestExtractor::inlineIf(const IfStmt *conditional, llvm::ArrayRef<const Stmt *> rest, Value &result) {
  const auto thenPart = followedBy(conditional->getThen(), rest);
  const auto elsePart = followedBy(conditional->getElse(), rest);
  if (const std::optional<bool> side = unreachableSide(conditional->getCond(), thenPart, elsePart))
    return inlineList(*side ? elsePart : thenPart, result);
  const Value truth = eval(conditional->getCond());
  if (!truth.isUsable()) {
    if (!failed())
      fail(truth.problem ? truth : unsupported(conditional->getCond()));
    return false;
  }
  if (truth.index && truth.index->isExact)
    if (const std::optional<int64_t> constant = truth.index->poly.asConstant())
      return inlineList(*constant ? thenPart : elsePart, result);
  const ExprId condition = evalConditionOf(conditional->getCond(), truth);
  const Env before = Environment;
  Value thenValue, elseValue;
  Conditions.push_back(condition); // what is stored on one of two ways is beyond an expression
  ++ConditionsOnWay.back();
  const bool thenReturns = inlineList(thenPart, thenValue);
  Environment = before;
  Conditions.back() = condition == NoId ? NoId : negated(condition, conditional->getIfLoc());
  const bool elseReturns = inlineList(elsePart, elseValue);
  Conditions.pop_back();
  --ConditionsOnWay.back();
  Environment = before;
  const QualType type = Inlining.back()->getReturnType();
  if (failed() || !thenReturns || !elseReturns || type->isVoidType()) {
    if (!failed() && !type->isVoidType())
      fail(conditional->getIfLoc(), Reason::UnsupportedStmt, {"a way to the end without a value"});
    else if (!failed() && type->isVoidType())
      return true; // nothing was stored on either way
    return false;
  }
  if (!thenValue.isUsable() || !elseValue.isUsable()) {
    result = thenValue.isUsable() ? elseValue : thenValue;
    return true;
  }
  if (thenValue.members) {
    result = selectStruct(conditional->getCond(), condition, thenValue, elseValue);
    return true;
  }
  thenValue.type = elseValue.type = type;
  result = evalSelect(conditional->getCond(), type, condition, thenValue, elseValue);
  return true;
}

} // namespace vecify
