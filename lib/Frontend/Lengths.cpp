// Lengths of array types are evaluated where the type stands, and are no statements' children:
//
//     int (*rows)[next()];    typedef int Row[n++];    sizeof(int[next()])
#include "Lengths.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace vecify {

using namespace clang;

namespace {

class Search : public RecursiveASTVisitor<Search> {
public:
  explicit Search(const ASTContext &ast) : Ast(ast) {}
  const clang::Expr *found = nullptr;

  bool VisitVariableArrayTypeLoc(VariableArrayTypeLoc type) {
    const clang::Expr *length = type.getSizeExpr();
    if (length && length->HasSideEffects(Ast))
      found = length;
    return !found;
  }

private:
  const ASTContext &Ast;
};

} // namespace

const clang::Expr *lengthWithEffects(const Stmt &stmt, const ASTContext &ast) {
  Search search(ast);
  search.TraverseStmt(const_cast<Stmt *>(&stmt));
  return search.found;
}

} // namespace vecify
