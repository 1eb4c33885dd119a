// A switch without fall-through is a chain of ifs on its value:
//
//     switch (x) { case 1: case 2: A; break; default: B; }      if (x == 1 || x == 2) A else B
//     switch (x) { case 1 ... 5: A; break; default: B; }        if (x >= 1 && x <= 5) A else B
#include "Constants.h"
#include "NestExtractor.h"
#include "llvm/Support/SaveAndRestore.h"
#include <functional>

using namespace clang;

namespace vecify {

/// Constant cases without fall-through, as a chain of ifs on the value, which is evaluated once.
void NestExtractor::extractSwitch(const SwitchStmt *stmt) {
  const SourceLocation where = stmt->getSwitchLoc();
  const auto *body = dyn_cast<CompoundStmt>(stmt->getBody());
  if (!body)
    return fail(where, Reason::UnsupportedStmt, {"a switch without a block"});
  struct Values { // from first to last
    int64_t first, last;
  };
  struct Arm {
    std::vector<Values> values;
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
          const std::optional<int64_t> first = constantInt(constant->getLHS(), File.ast);
          const std::optional<int64_t> last = constant->getRHS() ? constantInt(constant->getRHS(), File.ast) : first;
          if (!first || !last)
            return fail(child->getBeginLoc(), Reason::UnsupportedStmt, {"a case above INT64_MAX"});
          if (*first <= *last) // others hold nothing
            arms.back().values.push_back({*first, *last});
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
  const llvm::SaveAndRestore<std::optional<DivergentBody>> ownBreaks(Divergent, std::nullopt); // a break inside is none of the loop
  const ScalarType type = Result.exprs[value].type;
  const auto compare = [&](Predicate predicate, int64_t constant) {
    Expr comparison;
    comparison.kind = Expr::Compare;
    comparison.type = ScalarType::I1;
    comparison.predicate = predicate;
    comparison.operands = {value, intConst(constant, type)};
    comparison.loc = locOf(where);
    return add(std::move(comparison));
  };
  const auto join = [&](Expr::Kind kind, ExprId a, ExprId b) {
    Expr both;
    both.kind = kind;
    both.type = ScalarType::I1;
    both.operands = {a, b};
    both.loc = locOf(where);
    return add(std::move(both));
  };
  const auto isOneOf = [&](const std::vector<Values> &all) {
    ExprId any = NoId;
    for (const Values &some : all) {
      const ExprId is = some.first == some.last ? compare(Predicate::Eq, some.first)
                                                : join(Expr::LogicalAnd, compare(Predicate::Ge, some.first),
                                                       compare(Predicate::Le, some.last));
      any = any == NoId ? is : join(Expr::LogicalOr, any, is);
    }
    return any;
  };
  // The default arm runs where no other does, wherever it stands.
  const auto standard = llvm::find_if(arms, [](const Arm &arm) { return arm.isDefault; });
  if (standard != arms.end())
    std::rotate(standard, std::next(standard), arms.end());
  // Without a default that may run, the last of the others is what remains.
  llvm::erase_if(arms, [](const Arm &arm) { return !arm.isDefault && (neverRuns(arm.stmts) || arm.values.empty()); });
  if (arms.size() > 1 && arms.back().isDefault && neverRuns(arms.back().stmts)) {
    arms.pop_back();
    arms.back().isDefault = true;
  }
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
