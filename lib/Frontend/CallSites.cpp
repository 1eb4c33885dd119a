#include "CallSites.h"
#include "ClangHeaders.h"
#include "Constants.h"
#include "SourceMap.h"
#include <algorithm>

using namespace clang;

namespace vecify {
namespace {

class CallReader {
public:
  explicit CallReader(const ASTContext &ast) : Ast(ast) {}

  void read(const Stmt *stmt) {
    if (!stmt)
      return;
    if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
      if (const auto *function = dyn_cast<FunctionDecl>(ref->getDecl()))
        ++Uses[function->getCanonicalDecl()];
    if (const auto *call = dyn_cast<CallExpr>(stmt))
      if (const FunctionDecl *callee = call->getDirectCallee(); callee && !callee->isExternallyVisible())
        Calls[callee->getCanonicalDecl()].push_back(call);
    for (const Stmt *child : stmt->children())
      read(child);
  }

  PassedConstants passed() const {
    PassedConstants constants;
    for (const auto &[function, calls] : Calls) {
      const FunctionDecl *definition = function->getDefinition();
      if (!definition || Uses.lookup(function) != calls.size())
        continue;
      for (unsigned p = 0; p < definition->getNumParams(); ++p) {
        std::optional<int64_t> most = INT64_MIN;
        for (const CallExpr *call : calls) {
          const std::optional<int64_t> number =
              p < call->getNumArgs() ? constantInt(call->getArg(p), Ast) : std::nullopt;
          most = most && number ? std::optional(std::max(*most, *number)) : std::nullopt;
        }
        if (most)
          constants[definition->getParamDecl(p)] = *most;
      }
    }
    return constants;
  }

private:
  const ASTContext &Ast;
  llvm::DenseMap<const FunctionDecl *, size_t> Uses;
  llvm::DenseMap<const FunctionDecl *, llvm::SmallVector<const CallExpr *, 2>> Calls;
};

} // namespace

PassedConstants passedConstants(ASTContext &ast, const SourceMap &source) {
  CallReader reader(ast);
  for (const Decl *decl : ast.getTranslationUnitDecl()->decls()) {
    if (!source.isInMainFile(decl->getLocation()))
      continue;
    if (const auto *function = dyn_cast<FunctionDecl>(decl); function && function->doesThisDeclarationHaveABody())
      reader.read(function->getBody());
    if (const auto *variable = dyn_cast<VarDecl>(decl))
      reader.read(variable->getInit());
  }
  return reader.passed();
}

} // namespace vecify
