// What is held in parts, and which parts there are: struct variables that live in a region, and unions of numbers.
//
// A union of numbers of one size is one part, of its first member's type; the others are the same bits:
//
//     union { float f; uint32_t u; } v;  v.f = x[i];  y[i] = v.u;         v_f = x[i]     y[i] = bits of v_f
//
// So are complex numbers, in their real and imaginary parts.
//
// A struct variable of the function is held in parts as well where no value of it enters an iteration or leaves it.
#include "Constants.h"
#include "NestExtractor.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace vecify {
namespace {
constexpr size_t maxParts = 32;

/// The member that a union is held as, for each of its members; otherwise the member itself.
const FieldDecl *heldMember(const ValueDecl *member) {
  const auto *field = llvm::cast<FieldDecl>(member);
  const RecordDecl *record = field->getParent();
  return record->isUnion() ? *record->field_begin() : field;
}

/// The longest lvalue made of the variable that `ref` names: v.m[i].x.
const clang::Expr *wholeLValue(const clang::Expr *ref, const FunctionFacts &facts) {
  for (const Stmt *outer = facts.parentOf(ref); outer; outer = facts.parentOf(outer)) {
    const auto *member = dyn_cast<MemberExpr>(outer);
    const auto *subscript = dyn_cast<ArraySubscriptExpr>(outer);
    const auto *decay = dyn_cast<ImplicitCastExpr>(outer);
    const bool isPart = (member && !member->isArrow()) || (subscript && subscript->getBase() == ref) ||
                        (isa<clang::Expr>(outer) && complexOperand(llvm::cast<clang::Expr>(outer)));
    if (!isPart && !isa<ParenExpr>(outer) && !(decay && decay->getCastKind() == CK_ArrayToPointerDecay))
      break;
    ref = llvm::cast<clang::Expr>(outer);
  }
  return ref;
}
} // namespace

std::string memberPath(const ValueDecl *member) {
  const llvm::StringRef name = heldMember(member)->getName();
  return name.empty() ? "" : "." + name.str();
}

/// ".pos.x" of v.pos.x, ".m[2]" of v.m[2], "" of v; nothing where a subscript is no constant.
std::optional<std::string> partPath(const clang::Expr *lvalue, const ASTContext &ast) {
  return partPath(lvalue, [&](const clang::Expr *subscript) { return constantInt(subscript, ast); });
}

std::optional<std::string> partPath(const clang::Expr *lvalue,
                                    llvm::function_ref<std::optional<int64_t>(const clang::Expr *)> numberOf) {
  auto [whole, path] = partOf(lvalue, numberOf);
  return isa<DeclRefExpr>(whole) ? std::optional(std::move(path)) : std::nullopt;
}

PartOf partOf(const clang::Expr *lvalue, const ASTContext &ast) {
  return partOf(lvalue, [&](const clang::Expr *subscript) { return constantInt(subscript, ast); });
}

PartOf partOf(const clang::Expr *lvalue, llvm::function_ref<std::optional<int64_t>(const clang::Expr *)> numberOf) {
  std::string path;
  for (lvalue = lvalue->IgnoreParens();; lvalue = lvalue->IgnoreParens()) {
    if (const auto *member = dyn_cast<MemberExpr>(lvalue); member && !member->isArrow()) {
      path = memberPath(member->getMemberDecl()) + path;
      lvalue = member->getBase();
      continue;
    }
    if (const clang::Expr *number = complexOperand(lvalue)) {
      path = (llvm::cast<UnaryOperator>(lvalue)->getOpcode() == UO_Real ? realPath : imagPath).str() + path;
      lvalue = number;
      continue;
    }
    const auto *subscript = dyn_cast<ArraySubscriptExpr>(lvalue);
    const clang::Expr *row = subscript ? decayedArray(subscript->getBase()->IgnoreParens()) : nullptr;
    const std::optional<int64_t> number = row ? numberOf(subscript->getIdx()) : std::nullopt;
    if (!number)
      return {lvalue, std::move(path)};
    path = "[" + std::to_string(*number) + "]" + path;
    lvalue = row;
  }
}

/// Numbers of one size, which C reads as each other's bits.
bool NestExtractor::isUnionOfBits(const RecordDecl *decl) const {
  if (!decl->isUnion() || decl->field_empty())
    return false;
  const int64_t bits = File.ast.toBits(File.ast.getASTRecordLayout(decl).getSize());
  const auto isNumber = [&](const FieldDecl *field) {
    const QualType type = field->getType();
    const std::optional<ScalarType> scalar = scalarType(type);
    return scalar && !field->isBitField() && !type->isBooleanType() && !type.isVolatileQualified() &&
           !type->isAtomicType() && (isInteger(*scalar) || *scalar == ScalarType::F32 || *scalar == ScalarType::F64) &&
           int64_t(File.ast.getTypeSize(type)) == bits;
  };
  return llvm::all_of(decl->fields(), isNumber);
}

/// The value's bits as another type of the same size.
Value NestExtractor::sameBits(Value value, QualType type, SourceLocation where) {
  const std::optional<ScalarType> from = scalarType(value.type), to = scalarType(type);
  if (!value.isUsable() || !from || !to || *from == *to)
    return value;
  if (isInteger(*from) && isInteger(*to))
    return convert(std::move(value), type, where);
  Expr bits;
  bits.kind = Expr::Unary;
  bits.unary = UnaryOp::Bits;
  bits.type = *to;
  bits.operands = {cast(exprOf(value, where), *from, where)};
  bits.loc = locOf(where);
  return failed() ? Value{} : dataValue(add(std::move(bits)), type);
}

bool NestExtractor::appendParts(QualType type, const std::string &path, int64_t offset,
                                std::vector<Part> &parts) const {
  if (parts.size() > maxParts || type.isVolatileQualified() || type->isAtomicType())
    return false;
  if (const auto *array = File.ast.getAsConstantArrayType(type)) {
    const uint64_t count = array->getSize().getZExtValue();
    if (count > maxParts)
      return false;
    const int64_t bytes = File.ast.getTypeSizeInChars(array->getElementType()).getQuantity();
    for (uint64_t i = 0; i < count; ++i)
      if (!appendParts(array->getElementType(), path + "[" + std::to_string(i) + "]", offset + int64_t(i) * bytes,
                       parts))
        return false;
    return true;
  }
  if (const auto *record = type->getAs<RecordType>()) {
    const RecordDecl *decl = record->getDecl()->getDefinition();
    if (!decl || decl->hasFlexibleArrayMember() || (decl->isUnion() && !isUnionOfBits(decl)))
      return false;
    if (decl->isUnion()) {
      const FieldDecl *held = *decl->field_begin();
      parts.push_back({path + memberPath(held), held->getType().getUnqualifiedType(), offset});
      return true;
    }
    const ASTRecordLayout &layout = File.ast.getASTRecordLayout(decl);
    for (const FieldDecl *field : decl->fields()) {
      if (field->isBitField())
        return false;
      const int64_t at = offset + int64_t(layout.getFieldOffset(field->getFieldIndex()) / 8);
      if (!appendParts(field->getType(), path + memberPath(field), at, parts))
        return false;
    }
    return true;
  }
  if (const auto *complex = type->getAs<ComplexType>()) {
    const QualType element = complex->getElementType().getUnqualifiedType();
    const std::optional<ScalarType> scalar = scalarType(element);
    if (scalar != ScalarType::F32 && scalar != ScalarType::F64)
      return false;
    parts.push_back({path + realPath.str(), element, offset, true});
    parts.push_back({path + imagPath.str(), element, offset + bytesOf(*scalar), true});
    return true;
  }
  if (!scalarType(type))
    return false;
  parts.push_back({path, type.getUnqualifiedType(), offset});
  return true;
}

std::optional<std::vector<NestExtractor::Part>> NestExtractor::partsOf(QualType type) const {
  std::vector<Part> parts;
  if (type->isIncompleteType() || !appendParts(type, "", 0, parts) || parts.size() > maxParts)
    return std::nullopt;
  return parts;
}

/// A struct variable whose address nobody takes, and which lives and dies in the region, or in each of its iterations.
bool NestExtractor::isHeldInParts(const VarDecl *var) const {
  if (HeldArrays.contains(var))
    return true;
  if (!isOfParts(var->getType()) || var->hasGlobalStorage() || escapes(var) || var->getType().isVolatileQualified() ||
      !partsOf(var->getType()))
    return false;
  return isOfCallee(var) || Facts.isDeclaredIn(var, Root) || isScratch(var);
}

/// `struct c t;` of the function, of which every iteration sets what it reads, and that nobody reads afterwards.
bool NestExtractor::isScratch(const VarDecl *var) const {
  const auto [known, isNew] = Scratch.try_emplace(var, false);
  if (!isNew)
    return known->second;
  const LoopParts loop = *loopParts(Root, File.ast);
  const auto isPart = [&](const DeclRefExpr *ref) {
    if (!Facts.contains(Root, ref))
      return true;
    const clang::Expr *lvalue = wholeLValue(ref, Facts);
    return !(loop.init && Facts.contains(loop.init, ref)) && partPath(lvalue, File.ast) &&
           !lvalue->getType()->isArrayType() && !lvalue->getType()->isPointerType();
  };
  if (Facts.hasGoto() || !(Facts.isChangedIn(var, Root) || Facts.isPartChangedIn(var, Root)) ||
      !llvm::all_of(Facts.referencesTo(var), isPart))
    return false;
  const std::vector<Part> parts = *partsOf(var->getType());
  for (const Part &part : parts)
    if (readsFirst({var, &File.ast, part.path}, loop) || isLiveAfter({var, &File.ast, part.path}, Root, Facts) ||
        isReadOnWayOut(var))
      return false;
  return Scratch[var] = true;
}

/// A subscript that is a constant, or one in the loops that are written out.
std::optional<int64_t> NestExtractor::numberOfElement(const clang::Expr *subscript) {
  if (const std::optional<int64_t> number = constantInt(subscript, File.ast))
    return number;
  const std::optional<IndexValue> index = probeIndex(subscript);
  return index ? index->poly.asConstant() : std::nullopt;
}

/// v.pos.x and v.m[2] of a variable that is held in parts.
std::optional<Target> NestExtractor::partTarget(const clang::Expr *lvalue) {
  const VarDecl *var = rootVariable(lvalue);
  if (!var || !isHeldInParts(var))
    return std::nullopt;
  const std::optional<std::string> path = partPath(lvalue, [&](const clang::Expr *subscript) {
    return HeldArrays.contains(var) ? numberOfElement(subscript) : constantInt(subscript, File.ast);
  });
  if (!path)
    return std::nullopt;
  Target target;
  target.var = var;
  target.path = *path;
  return target;
}

/// What type the part has that is read or written as `type`.
QualType NestExtractor::heldType(const VarDecl *var, llvm::StringRef path, QualType type) const {
  const std::optional<std::vector<Part>> parts = partsOf(var->getType());
  if (parts && scalarType(type))
    for (const Part &part : *parts)
      if (part.path == path)
        return part.type;
  return type;
}

} // namespace vecify
