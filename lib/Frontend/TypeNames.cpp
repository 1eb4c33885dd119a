// How the output spells a type of the source. Helpers stand in front of the function, so what it declares has no name
// there; and __typeof__, which clang prints as typeof, is no word of -std=c11.
//
//     typedef float F; F *p;            float *
//     __typeof__(*s) *p;                struct s *
//     sizeof(int)                       unsigned long
//     struct { int a; } *p;             nothing
#include "TypeNames.h"

using namespace clang;

namespace vecify {
namespace {

bool isOfFunction(const Decl *decl) { return decl->getParentFunctionOrMethod() != nullptr; }

/// Calls `visit` on the type, on what its sugar stands for, and on what it points to.
void forEachPart(QualType type, const ASTContext &ast, llvm::function_ref<void(const Type *)> visit) {
  visit(type.getTypePtr());
  const QualType plainer = type.getSingleStepDesugaredType(ast);
  if (plainer.getTypePtr() != type.getTypePtr())
    return forEachPart(plainer, ast, visit);
  if (const auto *pointer = dyn_cast<PointerType>(type.getTypePtr()))
    forEachPart(pointer->getPointeeType(), ast, visit);
  else if (const auto *array = dyn_cast<ArrayType>(type.getTypePtr()))
    forEachPart(array->getElementType(), ast, visit);
}

std::optional<std::string> nameOf(QualType type, const ASTContext &ast, bool isInFunction) {
  bool hasName = true, isAsWritten = true;
  forEachPart(type, ast, [&](const Type *part) {
    if (const auto *tag = dyn_cast<TagType>(part)) {
      const TagDecl *decl = tag->getDecl();
      hasName &= decl->getIdentifier() || decl->getTypedefNameForAnonDecl();
      hasName &= isInFunction || !isOfFunction(decl);
    }
    const auto *alias = dyn_cast<TypedefType>(part);
    // clang 22's own name of what sizeof is of, __size_t, is no word of C.
    isAsWritten &= !isa<TypeOfType, TypeOfExprType>(part) && StringRef(part->getTypeClassName()) != "PredefinedSugar" &&
                   !(alias && !isInFunction && isOfFunction(alias->getDecl()));
  });
  if (!hasName && !(isInFunction && isAsWritten))
    return std::nullopt;
  return (isAsWritten ? type : type.getCanonicalType()).getAsString(ast.getPrintingPolicy());
}

} // namespace

std::optional<std::string> nameAtFileScope(QualType type, const ASTContext &ast) {
  return nameOf(type, ast, /*isInFunction=*/false);
}

std::optional<std::string> nameInFunction(QualType type, const ASTContext &ast) {
  return nameOf(type, ast, /*isInFunction=*/true);
}

} // namespace vecify
