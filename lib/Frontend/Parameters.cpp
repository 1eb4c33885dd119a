// Which parameters are sizes and which arrays hold subscripts: a value that reaches a loop's condition, a subscript or
// a pointer step, directly or through locals, makes a size of the parameter it comes from. Two pointers
// that a loop's condition compares are the begin and the end of one array.
#include "Parameters.h"
#include "FunctionFacts.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace vecify {
namespace {

class SizeFlow {
public:
  SizeFlow(const FunctionDecl &function) {
    walk(function.getBody());
    // A local that is a size makes sizes of what it is computed from.
    while (!Work.empty()) {
      const VarDecl *var = Work.pop_back_val();
      for (const clang::Expr *source : Sources.lookup(var))
        note(source);
    }
  }
  bool isSize(const VarDecl *var) const { return Sizes.contains(var); }
  bool isIndexArray(const VarDecl *var) const { return IndexArrays.contains(var); }
  /// The parameter whose array ends at `end`, or null: `end` is the later one of two that a loop's condition compares.
  const ParmVarDecl *beginOf(const ParmVarDecl *end) const {
    for (const BinaryOperator *comparison : Ends) {
      const ParmVarDecl *left = parameterOf(comparison->getLHS()), *right = parameterOf(comparison->getRHS());
      const ParmVarDecl *other = end == left ? right : end == right ? left : nullptr;
      if (!other || other->getFunctionScopeIndex() >= end->getFunctionScopeIndex())
        continue;
      const ParmVarDecl *first = beginOf(other);
      return first ? first : other;
    }
    return nullptr;
  }

private:
  /// The parameter that a pointer starts from, through casts and locals.
  const ParmVarDecl *parameterOf(const clang::Expr *pointer) const {
    for (unsigned step = 0; step < 8; ++step) {
      const VarDecl *var = asVariable(pointer->IgnoreParenCasts());
      if (!var || isa<ParmVarDecl>(var))
        return cast_or_null<ParmVarDecl>(var);
      const auto sources = Sources.find(var);
      if (sources == Sources.end())
        return nullptr;
      pointer = sources->second.front();
    }
    return nullptr;
  }

  void walk(const Stmt *stmt) {
    if (!stmt)
      return;
    if (const auto *declaration = dyn_cast<DeclStmt>(stmt)) {
      for (const Decl *decl : declaration->decls())
        if (const auto *var = dyn_cast<VarDecl>(decl); var && var->hasInit())
          Sources[var].push_back(var->getInit());
    } else if (const auto *binary = dyn_cast<BinaryOperator>(stmt)) {
      if (const VarDecl *var = binary->isAssignmentOp() ? asVariable(binary->getLHS()) : nullptr)
        Sources[var].push_back(binary->getRHS());
      if (binary->getType()->isPointerType() && binary->isAdditiveOp())
        Roots.push_back(binary->getLHS()->getType()->isPointerType() ? binary->getRHS() : binary->getLHS());
      if (binary->getOpcode() == BO_AddAssign && binary->getType()->isPointerType())
        Roots.push_back(binary->getRHS());
    } else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(stmt)) {
      Roots.push_back(subscript->getIdx());
    } else if (const auto *loop = dyn_cast<ForStmt>(stmt)) {
      endsAt(loop->getCond());
      Roots.push_back(loop->getInit() && isa<clang::Expr>(loop->getInit()) ? cast<clang::Expr>(loop->getInit())
                                                                           : nullptr);
    } else if (const auto *loop = dyn_cast<WhileStmt>(stmt)) {
      endsAt(loop->getCond());
    } else if (const auto *loop = dyn_cast<DoStmt>(stmt)) {
      endsAt(loop->getCond());
    }
    for (const Stmt *child : stmt->children())
      walk(child);
    while (!Roots.empty()) {
      const clang::Expr *root = Roots.pop_back_val();
      if (root)
        note(root);
    }
  }

  /// A loop's condition.
  void endsAt(const clang::Expr *condition) {
    Roots.push_back(condition);
    const auto *binary = condition ? dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts()) : nullptr;
    if (binary && binary->isComparisonOp() && binary->getLHS()->getType()->isPointerType())
      Ends.push_back(binary);
  }

  /// Everything that `expr` is computed from is a size.
  void note(const Stmt *expr) {
    if (!expr)
      return;
    if (const auto *ref = dyn_cast<DeclRefExpr>(expr)) {
      if (const auto *var = dyn_cast<VarDecl>(ref->getDecl()); var && Sizes.insert(var))
        Work.push_back(var);
      return;
    }
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr)) {
      // The array's elements are sizes or subscripts, its address is not.
      if (const VarDecl *var = asVariable(subscript->getBase()->IgnoreParenImpCasts()))
        IndexArrays.insert(var);
      note(subscript->getIdx());
      return;
    }
    if (const auto *call = dyn_cast<CallExpr>(expr)) {
      for (const clang::Expr *argument : call->arguments())
        note(argument);
      return;
    }
    for (const Stmt *child : expr->children())
      note(child);
  }

  llvm::DenseMap<const VarDecl *, llvm::SmallVector<const clang::Expr *, 2>> Sources;
  llvm::SmallSetVector<const VarDecl *, 16> Sizes;
  llvm::SmallVector<const VarDecl *, 16> Work;
  llvm::SmallVector<const clang::Expr *, 4> Roots;
  llvm::DenseSet<const VarDecl *> IndexArrays;
  llvm::SmallVector<const BinaryOperator *, 4> Ends; // conditions of loops that compare pointers
};

} // namespace

std::vector<ParameterInfo> describeParameters(const FunctionDecl &function, const ASTContext &ast) {
  const SizeFlow flow(function);
  const PrintingPolicy &policy = ast.getPrintingPolicy();
  std::vector<ParameterInfo> result;
  for (const ParmVarDecl *parameter : function.parameters()) {
    ParameterInfo info;
    const QualType type = parameter->getType();
    info.name = parameter->getNameAsString();
    info.type = type.getAsString(policy);
    llvm::raw_string_ostream os(info.declaration);
    parameter->getType().print(os, policy, info.name);
    info.isPointer = type->isPointerType();
    info.isRestrict = type.isRestrictQualified();
    QualType element = info.isPointer ? type->getPointeeType() : type;
    while (const ArrayType *array = ast.getAsArrayType(element))
      element = array->getElementType();
    info.isConst = info.isPointer && element.isConstQualified();
    info.element = element.getUnqualifiedType().getAsString(policy);
    info.isFloat = element->isRealFloatingType();
    info.isSigned = element->isSignedIntegerOrEnumerationType() || info.isFloat;
    if (!element->isIncompleteType() && !element->isFunctionType())
      info.elementBytes = ast.getTypeSizeInChars(element).getQuantity();
    info.isSize = !info.isPointer && type->isIntegerType() && flow.isSize(parameter);
    info.isIndexArray = info.isPointer && flow.isIndexArray(parameter);
    if (const ParmVarDecl *begin = info.isPointer ? flow.beginOf(parameter) : nullptr)
      info.endOf = begin->getNameAsString();
    result.push_back(std::move(info));
  }
  return result;
}

} // namespace vecify
