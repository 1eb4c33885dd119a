// What errno gets to know of the math library's functions.
//
//     y[i] = sqrtf(x[i]);     if (x[i] < 0) domain_error = 1;     y[i] = the root of x[i]
//
// Who computes the root of no negative number leaves errno as it is. Else a variable of the nest keeps in mind that one
// was met: what C has written there by the end of the loop is the same whichever it was.
#include "NestExtractor.h"
#include "vecify/Nest/Range.h"

using namespace clang;

namespace vecify {

/// Vector forms, which math(ulp) and --fp=fast ask for, do not set errno.
bool NestExtractor::keepsErrno() const {
  return File.ast.getLangOpts().MathErrno && !Result.clauses.mathUlp && File.options.fp != FpMode::Fast;
}

/// `function` reports a domain error if `argument` is negative.
void NestExtractor::noteDomainError(ExprId argument, SourceLocation where, llvm::StringRef function) {
  if (!keepsErrno() || failed() || IsProbing)
    return;
  if (llvm::is_contained(Conditions, NoId))
    return fail(where, Reason::MathErrno, {function.str()});
  Local local;
  local.name = freshName("domain_error");
  local.type = ScalarType::I32;
  local.isLiveOut = local.isDomainError = true;
  local.loc = locOf(where);
  Node report;
  report.kind = Node::Assign;
  report.loc = local.loc;
  report.local = LocalId(Result.locals.size());
  report.value = intConst(1, ScalarType::I32);
  Result.locals.push_back(std::move(local));
  Expr zero;
  zero.kind = Expr::FpConst;
  zero.type = Result.exprs[argument].type;
  zero.loc = report.loc;
  Node conditional;
  conditional.kind = Node::If;
  conditional.loc = report.loc;
  conditional.condition = compareFloats(Predicate::Lt, argument, add(std::move(zero)), where);
  for (ExprId condition : llvm::reverse(Conditions)) {
    Expr both;
    both.kind = Expr::LogicalAnd;
    both.type = ScalarType::I1;
    both.operands = {condition, conditional.condition};
    both.loc = report.loc;
    conditional.condition = add(std::move(both));
  }
  conditional.body = {Result.add(std::move(report))};
  DomainChecks.push_back({argument, emit(std::move(conditional))});
}

/// Takes out the reports of what is never negative.
void NestExtractor::settleDomainErrors() {
  llvm::DenseSet<NodeId> needless;
  for (const DomainCheck &check : DomainChecks)
    if (isNeverNegative(Result, check.argument)) {
      needless.insert(check.report);
      Result.locals[Result.nodes[Result.nodes[check.report].body[0]].local].isLiveOut = false;
    }
  for (Node &node : Result.nodes)
    for (std::vector<NodeId> *block : {&node.body, &node.elseBody})
      llvm::erase_if(*block, [&](NodeId id) { return needless.contains(id); });
}

} // namespace vecify
