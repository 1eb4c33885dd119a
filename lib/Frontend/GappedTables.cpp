// See GappedTables.h.
#include "GappedTables.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace vecify {

using namespace clang;

/// Something stands behind what is left out: a named element, or what follows this list in the array around it. Members
/// of a struct alone are no elements: no vector begins at one and goes on to the next.
static bool hasGap(const InitListExpr &list, bool isInArray) {
  if (isInArray && list.hasArrayFiller())
    return true;
  const bool hasElements = isInArray || list.getType()->isArrayType();
  return llvm::any_of(list.inits(), [&](const Expr *init) {
    const auto *inner = dyn_cast_or_null<InitListExpr>(init);
    const bool isLeftOut = !init || isa<ImplicitValueInitExpr, NoInitExpr, DesignatedInitUpdateExpr>(init);
    return (isLeftOut && hasElements) || (inner && hasGap(*inner, hasElements));
  });
}

namespace {

class Search : public RecursiveASTVisitor<Search> {
public:
  bool found = false;

  bool VisitVarDecl(VarDecl *variable) { return look(variable->getType(), variable->getInit()); }
  bool VisitCompoundLiteralExpr(CompoundLiteralExpr *literal) {
    return look(literal->getType(), literal->getInitializer());
  }

private:
  bool look(QualType type, const Expr *init) {
    const auto *list = dyn_cast_or_null<InitListExpr>(init);
    found |=
        list && type->isAggregateType() && hasGap(*(list->isSemanticForm() ? list : list->getSemanticForm()), false);
    return !found;
  }
};

} // namespace

bool hasGappedTables(const Decl &decl) {
  Search search;
  search.TraverseDecl(const_cast<Decl *>(&decl)); // it only looks
  return search.found;
}

} // namespace vecify
