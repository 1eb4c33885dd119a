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

/// Appends what a value of `type` at `path` consists of; false if there is more than can be told: bit-fields, members
/// of unknown number, too many of them.
bool addMembers(QualType type, const std::string &path, const ASTContext &ast, std::vector<MemberInfo> &members) {
  constexpr size_t most = 256;
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto *record = type->getAs<RecordType>(); record && record->isStructureType()) {
    for (const FieldDecl *field : record->getDecl()->fields()) {
      if (field->isBitField() || field->getType()->isIncompleteType())
        return false;
      std::string inner = path;
      if (!field->isAnonymousStructOrUnion())
        inner += (path.empty() ? "" : ".") + field->getNameAsString();
      else if (field->getType()->isUnionType())
        return false;
      if (!addMembers(field->getType(), inner, ast, members))
        return false;
    }
    return members.size() <= most;
  }
  QualType element = type;
  while (const ArrayType *array = ast.getAsArrayType(element))
    element = array->getElementType();
  element = element.getCanonicalType().getUnqualifiedType();
  if (const ConstantArrayType *array = ast.getAsConstantArrayType(type); array && element->isStructureType()) {
    const uint64_t count = array->getZExtSize();
    for (uint64_t i = 0; i < count; ++i)
      if (i > most || !addMembers(array->getElementType(), path + "[" + std::to_string(i) + "]", ast, members))
        return false;
    return true;
  }
  if (const auto *enumeration = element->getAs<EnumType>())
    element = enumeration->getDecl()->getIntegerType().getCanonicalType();
  const bool isNumber = element->isBuiltinType() || element->isAnyComplexType();
  members.push_back({path, element->isPointerType() ? "void *"
                           : isNumber               ? element.getAsString(ast.getPrintingPolicy())
                                                    : "unsigned char"});
  return true;
}

/// x[static n] promises n elements.
int64_t promisedElements(const ParmVarDecl &parameter) {
  const auto *array = dyn_cast<ConstantArrayType>(parameter.getOriginalType().getTypePtr());
  return array && array->getSizeModifier() == ArraySizeModifier::Static && array->getZExtSize() > 0
             ? int64_t(array->getZExtSize())
             : 1;
}

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
    while (const ArrayType *array = ast.getAsArrayType(element)) {
      if (const auto *row = dyn_cast<ConstantArrayType>(array))
        info.rowElements *= row->getZExtSize();
      element = array->getElementType();
    }
    info.rowElements *= promisedElements(*parameter);
    info.isConst = info.isPointer && element.isConstQualified();
    // What nobody has defined here is memory of some kind.
    const bool isKnown = !element->isIncompleteType() && !element->isFunctionType();
    info.element = isKnown ? element.getUnqualifiedType().getAsString(policy) : "void";
    info.isFloat = element->isRealFloatingType();
    info.isSigned = element->isSignedIntegerOrEnumerationType() || info.isFloat;
    if (isKnown)
      info.elementBytes = ast.getTypeSizeInChars(element).getQuantity();
    if (info.isPointer && info.elementBytes && element->isStructureType() &&
        !addMembers(element, "", ast, info.members))
      info.members.clear();
    info.isSize = !info.isPointer && type->isIntegerType() && flow.isSize(parameter);
    info.isIndexArray = info.isPointer && flow.isIndexArray(parameter);
    if (const ParmVarDecl *begin = info.isPointer ? flow.beginOf(parameter) : nullptr)
      info.endOf = begin->getNameAsString();
    result.push_back(std::move(info));
  }
  return result;
}

} // namespace vecify
