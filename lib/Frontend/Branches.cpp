// If nodes, and what is known behind them.
//
//     if (c) k = i; else k = i;     k is still i
//     if (c) k = i;                 k is a local from here on
#include "NestExtractor.h"

using namespace clang;

namespace vecify {

NodeId NestExtractor::emit(Node node) {
  if (++Statements > File.options.maxStatements && !Failure)
    Failure = Remark{locOf(Root->getBeginLoc()),
                     Reason::TooDeep,
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
  if (!Conditions.empty())
    return fail(place, Reason::UnsupportedExpr, {Result.accesses[access].text + " = ... in a conditional operand"});
  // What the callee has named is still to be evaluated.
  if (!Inlining.empty() && !StoresInside)
    return fail(place, Reason::UnknownCall, {Inlining.back()->getNameAsString()});
  if (failed())
    return;
  Node node;
  node.kind = Node::Assign;
  node.access = access;
  node.value = value;
  node.loc = locOf(place);
  emit(std::move(node));
}

ExprId NestExtractor::negated(ExprId condition, SourceLocation place) {
  Expr expr;
  expr.kind = Expr::Not;
  expr.type = ScalarType::I1;
  expr.operands = {condition};
  expr.loc = locOf(place);
  return add(std::move(expr));
}

void NestExtractor::emitIf(ExprId condition, Block body, Block elseBody, SourceLocation place) {
  if (failed() || (body.empty() && elseBody.empty()))
    return;
  if (body.empty()) {
    condition = negated(condition, place);
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
  llvm::SmallVector<const VarDecl *, 8> vars;
  for (const auto &[var, value] : thenEnv)
    if (isName(var) && !Environment.contains(var) && elseEnv.contains(var))
      vars.push_back(var);
  llvm::sort(vars, [](const VarDecl *a, const VarDecl *b) { // the order of the source, not of the addresses
    return a->getLocation().getRawEncoding() < b->getLocation().getRawEncoding();
  });
  for (const VarDecl *var : vars) {
    const Value &thenValue = thenEnv.find(var)->second, &elseValue = elseEnv.find(var)->second;
    if (thenValue.members && elseValue.members && !StoresInside) {
      const Value chosen = selectStruct(nullptr, condition, thenValue, elseValue);
      if (chosen.members) {
        Environment[var] = chosen;
        continue;
      }
    }
    const bool isData = thenValue.isUsable() && elseValue.isUsable() && !thenValue.place && !elseValue.place;
    if (!isData || StoresInside || !scalarType(var->getType())) {
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

NestExtractor::Truth NestExtractor::evalTruth(const clang::Expr *condition) {
  const Value truth = eval(condition);
  if (!truth.isUsable() && !failed())
    fail(truth.problem ? truth : unsupported(condition));
  if (failed())
    return {};
  if (truth.index && truth.index->isExact)
    if (const std::optional<int64_t> constant = truth.index->poly.asConstant())
      return {*constant != 0};
  return {std::nullopt, evalConditionOf(condition, truth)};
}

void NestExtractor::extractIf(const clang::Expr *condition, llvm::ArrayRef<const Stmt *> thenPart,
                              llvm::ArrayRef<const Stmt *> elsePart, SourceLocation place) {
  if (const std::optional<bool> side = unreachableSide(condition, thenPart, elsePart))
    return extractList(*side ? elsePart : thenPart);
  const Truth truth = evalTruth(condition);
  if (truth.always)
    return extractList(*truth.always ? thenPart : elsePart);
  if (truth.id != NoId)
    extractBranches(truth.id, thenPart, elsePart, place);
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

} // namespace vecify
