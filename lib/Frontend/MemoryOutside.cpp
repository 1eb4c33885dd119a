// Whether a function touches memory in its loops only: then all of it that is not a loop may run on the host while the
// memory is a device's.
#include "MemoryOutside.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace vecify {

using namespace clang;

namespace {

class Search : public RecursiveASTVisitor<Search> {
public:
  bool found = false;

  // Loops are judged one by one.
  bool TraverseForStmt(ForStmt *) { return true; }
  bool TraverseWhileStmt(WhileStmt *) { return true; }
  bool TraverseDoStmt(DoStmt *) { return true; }

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *) { return stop(); }
  bool VisitCallExpr(CallExpr *) { return stop(); }
  bool VisitMemberExpr(MemberExpr *) { return stop(); }
  bool VisitStmtExpr(StmtExpr *) { return stop(); }
  bool VisitGotoStmt(GotoStmt *) { return stop(); }
  bool VisitUnaryOperator(UnaryOperator *op) {
    return op->getOpcode() == UO_Deref || op->getOpcode() == UO_AddrOf ? stop() : true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *reference) {
    const auto *variable = dyn_cast<VarDecl>(reference->getDecl());
    return variable && variable->hasGlobalStorage() ? stop() : true;
  }
  bool VisitVarDecl(VarDecl *variable) {
    const bool isScalar = variable->getType()->isArithmeticType() || variable->getType()->isPointerType();
    return isScalar && !variable->isStaticLocal() ? true : stop();
  }

private:
  bool stop() {
    found = true;
    return false;
  }
};

} // namespace

bool touchesMemoryInLoopsOnly(const FunctionDecl &function) {
  Search search;
  search.TraverseStmt(function.getBody());
  return !search.found;
}

} // namespace vecify
