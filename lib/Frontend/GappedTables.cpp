// See GappedTables.h.
#include "GappedTables.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace vecify {

using namespace clang;

/// Something stands behind what is left out: a named element, or what follows this list in the one around it.
static bool hasGap(const InitListExpr &list, bool isInside) {
  if (isInside && list.hasArrayFiller())
    return true;
  return llvm::any_of(list.inits(), [](const Expr *init) {
    const auto *inner = dyn_cast_or_null<InitListExpr>(init);
    return !init || isa<ImplicitValueInitExpr, NoInitExpr, DesignatedInitUpdateExpr>(init) ||
           (inner && hasGap(*inner, true));
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
