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

  PassedConstants passed() {
    PassedConstants passed;
    for (const auto &[function, calls] : Calls)
      if (const FunctionDecl *definition = function->getDefinition())
        for (const ParmVarDecl *parameter : definition->parameters())
          if (const std::optional<int64_t> most = mostPassed(*parameter))
            (parameter->getType()->isPointerType() ? passed.lengths : passed.numbers)[parameter] = *most;
    return passed;
  }

private:
  /// The greatest number, or the most elements behind the pointer, that a call passes; nothing if one passes what is
  /// not known, or another one may be elsewhere. Parameters that are handed on are followed; of one that comes back to
  /// its own function nothing is known.
  std::optional<int64_t> mostPassed(const ParmVarDecl &parameter) {
    const auto [known, isNew] = Most.try_emplace(&parameter);
    if (!isNew)
      return known->second;
    const std::optional<int64_t> most = mostOfCalls(parameter);
    Most[&parameter] = most;
    return most;
  }

  std::optional<int64_t> mostOfCalls(const ParmVarDecl &parameter) {
    const auto *function = dyn_cast<FunctionDecl>(parameter.getDeclContext());
    const auto calls = Calls.find(function ? function->getCanonicalDecl() : nullptr);
    if (calls == Calls.end() || Uses.lookup(calls->first) != calls->second.size())
      return std::nullopt;
    int64_t most = INT64_MIN;
    for (const CallExpr *call : calls->second) {
      const unsigned p = parameter.getFunctionScopeIndex();
      const clang::Expr *argument = p < call->getNumArgs() ? call->getArg(p) : nullptr;
      const std::optional<int64_t> number = argument ? numberOf(*argument, parameter.getType()) : std::nullopt;
      if (!number)
        return std::nullopt;
      most = std::max(most, *number);
    }
    return most;
  }

  std::optional<int64_t> numberOf(const clang::Expr &argument, QualType type) {
    const clang::Expr &value = *argument.IgnoreParenCasts();
    if (const auto *ref = dyn_cast<DeclRefExpr>(&value))
      if (const auto *parameter = dyn_cast<ParmVarDecl>(ref->getDecl()))
        return Ast.hasSameUnqualifiedType(parameter->getType(), type) ? mostPassed(*parameter) : std::nullopt;
    return type->isPointerType() ? elementsAt(value, type->getPointeeType()) : constantInt(&argument, Ast);
  }

  /// Of an array from where `pointer` points on: `a`, `a + 4`, `&a[4]`, `&s`.
  std::optional<int64_t> elementsAt(const clang::Expr &pointer, QualType element) const {
    const clang::Expr &value = *pointer.IgnoreParenCasts();
    if (const ConstantArrayType *array = Ast.getAsConstantArrayType(value.getType()))
      return Ast.hasSameUnqualifiedType(array->getElementType(), element)
                 ? std::optional(int64_t(array->getSize().getLimitedValue(INT64_MAX)))
                 : std::nullopt;
    if (const auto *sum = dyn_cast<BinaryOperator>(&value); sum && sum->getOpcode() == BO_Add)
      return without(elementsAt(*sum->getLHS(), element), constantInt(sum->getRHS(), Ast));
    const auto *address = dyn_cast<UnaryOperator>(&value);
    if (!address || address->getOpcode() != UO_AddrOf)
      return std::nullopt;
    const clang::Expr &object = *address->getSubExpr()->IgnoreParens();
    if (const auto *part = dyn_cast<ArraySubscriptExpr>(&object))
      return without(elementsAt(*part->getBase(), element), constantInt(part->getIdx(), Ast));
    const bool isAlone = isa<DeclRefExpr>(object) && Ast.hasSameUnqualifiedType(object.getType(), element);
    return isAlone ? std::optional<int64_t>(1) : std::nullopt;
  }

  static std::optional<int64_t> without(std::optional<int64_t> elements, std::optional<int64_t> before) {
    return elements && before && *before >= 0 && *before <= *elements ? std::optional(*elements - *before)
                                                                      : std::nullopt;
  }

  const ASTContext &Ast;
  llvm::DenseMap<const ParmVarDecl *, std::optional<int64_t>> Most;
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
