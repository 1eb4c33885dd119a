// Lvalues and pointers: base + sum(subs * strides) + offset, and the C text that names them.
//
//     float (*A)[n]      A[i][j]        base A, subs {i, j}, strides {4*n, 4}, "A[{0}][{1}]"
//     struct p *s        s[i].pos.x     base s, subs {i}, stride {12}, offset 4, "s[{0}].pos.x"
//     p = a + i*n        p[j]           base a, subs {i*n + j}, "a[{0}]"
//
// A pointer is described by the place that it points to.
#include "Constants.h"
#include "NestExtractor.h"
#include "TypeNames.h"
#include "vecify/Nest/TextInC.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace vecify {

bool NestExtractor::isInMemory(const VarDecl *var) const {
  return var->hasGlobalStorage() || escapes(var) || !var->getType()->isScalarType() ||
         var->getType()->isAnyComplexType() || var->getType().isVolatileQualified() || var->getType()->isAtomicType();
}

/// A variable whose text would mean another one at the loop: a global seen through an inlined function, a length in a
/// type whose name has a new owner.
bool NestExtractor::mayBeHidden(const VarDecl *var) const {
  return (var->hasGlobalStorage() && !var->isLocalVarDecl() && Facts.declaresName(var->getName())) ||
         Facts.isHiddenAt(var, Root);
}

/// Whether an expression of variables means the same wherever it stands in the function: `h + 2`, `2 * width`.
bool NestExtractor::keepsItsValue(const clang::Expr *expr) const {
  expr = expr->IgnoreParenCasts();
  if (const VarDecl *var = asVariable(expr))
    return !isInMemory(var) && Facts.changesOf(var).empty();
  if (const auto *binary = dyn_cast<BinaryOperator>(expr))
    return !binary->isAssignmentOp() && keepsItsValue(binary->getLHS()) && keepsItsValue(binary->getRHS());
  return isa<IntegerLiteral>(expr);
}

std::optional<IndexExpr> NestExtractor::sizeOf(QualType type) {
  if (const VariableArrayType *array = File.ast.getAsVariableArrayType(type)) {
    const std::optional<IndexExpr> element = sizeOf(array->getElementType());
    const clang::Expr *size = array->getSizeExpr();
    if (!element || !size)
      return std::nullopt;
    // The length was fixed when the type was declared; its variables must still say so.
    if (!size->isIntegerConstantExpr(File.ast) && !keepsItsValue(size))
      return std::nullopt;
    const Value length = eval(size);
    const std::optional<IndexValue> index = addressIndex(length);
    return index ? std::optional(index->poly * *element) : std::nullopt;
  }
  if (type->isIncompleteType() || type->isFunctionType() || type->isVariablyModifiedType())
    return type->isVoidType() ? std::optional(IndexExpr(1)) : std::nullopt;
  return IndexExpr(File.ast.getTypeSizeInChars(type).getQuantity());
}

static unsigned bytesAlignedTo(const ASTContext &ast, QualType type) {
  return type->isIncompleteType() || type->isFunctionType() ? 1 : ast.getTypeAlignInChars(type).getQuantity();
}

static QualType innermostElement(const ASTContext &ast, QualType type) {
  while (const ArrayType *array = ast.getAsArrayType(type))
    type = array->getElementType();
  return type;
}

/// A type that has no name in front of the function is that of the base.
std::string NestExtractor::paramType(QualType type, const std::string &base) const {
  return nameAtFileScope(type, File.ast).value_or("__typeof__(" + base + ")");
}

std::shared_ptr<const Place> NestExtractor::objectPlace(const VarDecl *var, const clang::Expr *syntax, Value &why) {
  const bool isVisible = !mayBeHidden(var) && !isOfCallee(var) && !Facts.isDeclaredIn(var, Root) &&
                         NamesUsed.try_emplace(var->getNameAsString(), var).first->second == var;
  const bool isRegister = var->getStorageClass() == SC_Register && // has no address
                          (var->hasGlobalStorage() || Facts.escapes(var));
  if (!isVisible || isRegister) {
    why = problem(syntax->getExprLoc(), Reason::UnsupportedExpr, {File.source.text(*syntax)});
    return nullptr;
  }
  const QualType type = var->getType();
  const auto [it, isNew] = ObjectIds.try_emplace(var, ArrayId(Result.arrays.size()));
  if (isNew) {
    Array array;
    array.kind = var->hasGlobalStorage() || Facts.escapes(var) ? Array::Object : Array::LocalObject;
    array.name = var->getNameAsString();
    const QualType element = innermostElement(File.ast, type);
    array.isConst = element.isConstQualified();
    QualType passed = type;
    if (type->isArrayType()) {
      passed = File.ast.getDecayedType(type).getUnqualifiedType();
    } else {
      passed = File.ast.getPointerType(type);
      array.name = "&" + array.name;
    }
    array.paramType = paramType(passed, array.name);
    array.alignment = File.ast.getDeclAlign(var).getQuantity();
    array.element = scalarType(element).value_or(ScalarType::U8);
    // What is weak may not be there.
    if (type->isConstantSizeType() && !type->isIncompleteType() && !var->isWeak())
      array.bytes = File.ast.getTypeSizeInChars(type).getQuantity();
    array.isStoredBeside = Facts.isStoredBeside(var, Root);
    applyPromises(array);
    Result.arrays.push_back(std::move(array));
  }
  Place place;
  place.array = it->second;
  place.pattern = var->getNameAsString();
  place.type = type;
  return std::make_shared<Place>(std::move(place));
}

/// "0123456789abcdef": a table whose name is its text.
std::shared_ptr<const Place> NestExtractor::literalPlace(const StringLiteral *literal) {
  std::string name;
  llvm::raw_string_ostream out(name);
  literal->outputString(out);                          // in one piece, whatever macros gave it
  if (name.find_first_of("{}\n") != std::string::npos) // the braces of a pattern are holes
    return nullptr;
  const QualType type = literal->getType();
  const auto [it, isNew] = PointerIds.try_emplace(name, ArrayId(Result.arrays.size()));
  if (isNew) {
    Array array;
    array.kind = Array::Object;
    array.name = name;
    const QualType element = innermostElement(File.ast, type).withConst();
    array.isConst = true;
    array.paramType = paramType(File.ast.getPointerType(element), name);
    array.element = scalarType(element).value_or(ScalarType::U8);
    array.bytes = File.ast.getTypeSizeInChars(type).getQuantity();
    Result.arrays.push_back(std::move(array));
  }
  Place place;
  place.array = it->second;
  place.pattern = name;
  place.type = type;
  return std::make_shared<Place>(std::move(place));
}

/// As a pointer to `pointee` tells.
void NestExtractor::describeElements(Array &array, QualType pointee) const {
  const QualType element = innermostElement(File.ast, pointee);
  array.isConst = element.isConstQualified();
  array.alignment = bytesAlignedTo(File.ast, pointee);
  array.element = scalarType(element).value_or(ScalarType::U8);
}

/// What the pointer with this text points to.
std::shared_ptr<const Place> NestExtractor::pointerBase(const Invariant &invariant, QualType type, const VarDecl *var) {
  const QualType pointee = type->getPointeeType();
  const auto [it, isNew] = PointerIds.try_emplace(invariant.text, ArrayId(Result.arrays.size()));
  if (isNew) {
    Array array;
    array.kind = Array::Pointer;
    array.name = invariant.text;
    array.paramType = paramType(type.getUnqualifiedType(), array.name);
    describeElements(array, pointee);
    array.isRestrict = type.isRestrictQualified();
    array.mayBeDerived = !var || !isa<ParmVarDecl>(var) || !Facts.changesOf(var).empty();
    array.baseReads.assign(invariant.reads.begin(), invariant.reads.end());
    array.needsIteration = invariant.needsIteration;
    if (var) {
      array.isStoredBeside = Facts.isStoredBeside(var, Root);
      noteOrigin(array, var);
      PointerOf.resize(Result.arrays.size() + 1);
      PointerOf.back() = var;
    }
    applyPromises(array);
    Result.arrays.push_back(std::move(array));
  } else {
    Result.arrays[it->second].needsIteration &= invariant.needsIteration;
  }
  Place place;
  place.array = it->second;
  place.pointer = invariant.isPrimary ? invariant.text : "(" + invariant.text + ")";
  place.pattern = "*" + place.pointer;
  place.type = pointee;
  return std::make_shared<Place>(std::move(place));
}

std::shared_ptr<const Place> NestExtractor::pointerBase(const VarDecl *var, QualType type) {
  Invariant invariant;
  invariant.text = var->getNameAsString();
  invariant.isPrimary = true;
  return pointerBase(invariant, type, var);
}

/// A pointer that is set once, where it is declared, has what its initializer has: alignment by
/// __builtin_assume_aligned.
void NestExtractor::noteOrigin(Array &array, const VarDecl *var) const {
  if (!var->hasInit() || !Facts.changesOf(var).empty() || isa<ParmVarDecl>(var))
    return;
  const auto *call = dyn_cast<CallExpr>(var->getInit()->IgnoreParenCasts());
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || callee->getBuiltinID() != Builtin::BI__builtin_assume_aligned || call->getNumArgs() != 2)
    return;
  if (const std::optional<int64_t> bytes = constantInt(call->getArg(1), File.ast))
    array.alignment = std::max<int64_t>(array.alignment, *bytes);
}

Value NestExtractor::pointerTo(Place place, QualType pointerType) const {
  Value value;
  value.type = pointerType;
  value.place = std::make_shared<Place>(std::move(place));
  return value;
}

static std::string hole(size_t number) { return "[{" + std::to_string(number) + "}]"; }

/// A pointer step by an affine amount.
std::shared_ptr<const Place> NestExtractor::shiftedBy(const Place &from, const IndexValue &steps) {
  Place place = from;
  llvm::append_range(place.needs, steps.needs);
  if (place.endsInSub && place.indirect.back() == NoId) {
    place.subs.back() += steps.poly;
    place.lengths.back() = {}; // pointers are walked over the ends of members
    return place.subs.back().isPoisoned() ? nullptr : std::make_shared<Place>(std::move(place));
  }
  const std::optional<IndexExpr> stride = sizeOf(place.type);
  if (!stride)
    return nullptr;
  place.pattern = (place.pointer.empty() ? "(&" + place.pattern + ")" : place.pointer) + hole(place.subs.size());
  place.pointer.clear();
  place.subs.push_back(steps.poly);
  place.strideBytes.push_back(*stride);
  place.indirect.push_back(NoId);
  place.lengths.push_back(from.subs.empty() ? lengthOfParameter(from.array) : ArrayLength{0, /*mayGoOn=*/true});
  place.endsInSub = true;
  return std::make_shared<Place>(std::move(place));
}

/// `const int16_t x[16]` of a function promises nothing, but it says what is meant; `x[static 16]` promises so many.
/// What the file's calls pass says as much.
ArrayLength NestExtractor::lengthOfParameter(ArrayId array) const {
  ArrayLength length{0, /*mayGoOn=*/true};
  const auto *parameter = array < PointerOf.size() ? dyn_cast_or_null<ParmVarDecl>(PointerOf[array]) : nullptr;
  if (!parameter || !Facts.changesOf(parameter).empty())
    return length;
  if (const ConstantArrayType *declared = File.ast.getAsConstantArrayType(parameter->getOriginalType())) {
    length.declared = int64_t(declared->getSize().getLimitedValue(INT64_MAX));
    length.isOnlySaid = declared->getSizeModifier() != ArraySizeModifier::Static;
  } else if (const auto passed = File.passed.lengths.find(parameter); passed != File.passed.lengths.end()) {
    length.declared = passed->second;
    length.isOnlySaid = true;
  }
  return length;
}

/// Why there is no place a step from here.
Value NestExtractor::unreachable(QualType element, const clang::Expr *syntax) {
  const bool isLengthUnknown = element->isVariablyModifiedType() && !sizeOf(element);
  return problem(syntax->getExprLoc(), isLengthUnknown ? Reason::LengthUnknown : Reason::UnsupportedExpr,
                 {File.source.text(*syntax)});
}

/// `from` moved by `steps` elements. `isRow`: a subscript of a declared array, which stays inside of it.
std::shared_ptr<const Place> NestExtractor::shifted(const Place &from, const Value &steps, bool isNegative, bool isRow,
                                                    const clang::Expr *syntax, Value &why) {
  Place place = from;
  if (!isRow && place.subs.size() > 1)
    place.rowsInBounds = false;
  std::optional<IndexValue> index = addressIndex(steps);
  if (index && isNegative)
    index->poly = -index->poly;
  const bool addsToIndirect = place.endsInSub && place.indirect.back() != NoId;
  if (index && !addsToIndirect) {
    if (auto result = shiftedBy(place, *index)) {
      if (!isRow)
        return result;
      Place row = *result;
      row.lengths = place.lengths;
      return std::make_shared<Place>(std::move(row));
    }
    why = unreachable(place.type, syntax);
    return nullptr;
  }

  // The subscript's value is data: a gather.
  ExprId amount = NoId;
  if (index && index->needs.empty()) {
    amount = indexExpr(index->poly, ScalarType::I64);
  } else {
    if (steps.problem) {
      why = steps;
      return nullptr;
    }
    amount = exprOf(steps, syntax->getExprLoc());
    if (amount == NoId)
      return nullptr;
    if (isNegative) {
      const SourceLocation where = syntax->getExprLoc();
      amount = unaryOf(UnaryOp::Neg, cast(amount, ScalarType::I64, where), where);
    }
  }
  if (!place.endsInSub) {
    auto fresh = shiftedBy(place, IndexValue{});
    if (!fresh) {
      why = unreachable(place.type, syntax);
      return nullptr;
    }
    place = *fresh;
  }
  ExprId &last = place.indirect.back();
  const IndexExpr affine = place.subs.back();
  if (last == NoId && affine.isZero()) {
    last = amount;
  } else {
    Expr sum;
    sum.kind = Expr::Binary;
    sum.binary = BinaryOp::Add;
    sum.type = ScalarType::I64;
    const ExprId before =
        last != NoId ? cast(last, ScalarType::I64, syntax->getExprLoc()) : indexExpr(affine, ScalarType::I64);
    sum.operands = {before, cast(amount, ScalarType::I64, syntax->getExprLoc())};
    sum.loc = locOf(syntax->getExprLoc());
    last = add(std::move(sum));
  }
  place.subs.back() = IndexExpr();
  return std::make_shared<Place>(std::move(place));
}

/// The first element of an array.
std::shared_ptr<const Place> NestExtractor::decayed(const Place &from, Value &why) {
  Place place = from;
  const ArrayType *array = File.ast.getAsArrayType(from.type);
  const std::optional<IndexExpr> stride = array ? sizeOf(array->getElementType()) : std::nullopt;
  if (!stride) {
    why = problem(SourceLocation(), Reason::UnsupportedType, {from.type.getAsString()});
    return nullptr;
  }
  place.type = array->getElementType();
  place.pattern = (place.pointer.empty() ? place.pattern : "(" + place.pattern + ")") + hole(place.subs.size());
  place.pointer.clear();
  place.subs.push_back(IndexExpr());
  place.strideBytes.push_back(*stride);
  place.indirect.push_back(NoId);
  const auto *fixed = dyn_cast<ConstantArrayType>(array);
  ArrayLength &length = place.lengths.emplace_back();
  length.declared = fixed ? int64_t(fixed->getSize().getLimitedValue(INT64_MAX)) : 0;
  length.mayGoOn = from.isLastMember;
  length.mayBeCut = from.endsInSub && !(from.array < Result.arrays.size() && Result.arrays[from.array].bytes);
  place.isLastMember = false;
  place.endsInSub = true;
  return std::make_shared<Place>(std::move(place));
}

std::shared_ptr<const Place> NestExtractor::member(const Place &from, const MemberExpr *expr, Value &why) const {
  const auto *field = dyn_cast<FieldDecl>(expr->getMemberDecl());
  if (!field || field->isBitField()) {
    why = problem(expr->getExprLoc(), Reason::BitField, {File.source.text(*expr)});
    return nullptr;
  }
  Place place = from;
  const ASTRecordLayout &layout = File.ast.getASTRecordLayout(field->getParent());
  place.offsetBytes += layout.getFieldOffset(field->getFieldIndex()) / 8;
  place.type = field->getType();
  place.isLastMember = field->getParent()->isUnion() || field->getFieldIndex() + 1 == layout.getFieldCount();
  if (from.type.isVolatileQualified())
    place.type = place.type.withVolatile();
  if (!field->getName().empty()) { // the members of an anonymous struct are named directly
    place.pattern = place.pointer.empty() ? place.pattern + "." : place.pointer + "->";
    place.pattern += field->getName();
    place.pointer.clear();
  }
  place.endsInSub = false;
  return std::make_shared<Place>(std::move(place));
}

std::shared_ptr<const Place> NestExtractor::placeOf(const clang::Expr *lvalue, Value &why) {
  lvalue = lvalue->IgnoreParens();
  if (const VarDecl *var = asVariable(lvalue)) {
    if (isInMemory(var))
      return objectPlace(var, lvalue, why);
    why = problem(lvalue->getExprLoc(), Reason::UnsupportedStmt,
                  {"more than following the address of '" + var->getNameAsString() + "'"});
    return nullptr;
  }
  if (const auto *literal = dyn_cast<StringLiteral>(lvalue)) {
    if (auto place = literalPlace(literal))
      return place;
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(lvalue)) {
    const auto *decay = dyn_cast<ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
    const bool isRow = decay && decay->getCastKind() == CK_ArrayToPointerDecay;
    const Value base = eval(subscript->getBase());
    const Value index = eval(subscript->getIdx());
    if (!base.place) {
      why = base.problem ? base : unsupported(subscript->getBase());
      return nullptr;
    }
    if (!index.isUsable()) {
      why = index;
      return nullptr;
    }
    return shifted(*base.place, index, /*isNegative=*/false, isRow, lvalue, why);
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(lvalue); unary && unary->getOpcode() == UO_Deref) {
    const Value pointer = eval(unary->getSubExpr());
    if (pointer.place)
      return pointer.place;
    why = pointer.problem ? pointer : unsupported(unary->getSubExpr());
    return nullptr;
  }
  if (const auto *expr = dyn_cast<MemberExpr>(lvalue)) {
    std::shared_ptr<const Place> base;
    if (expr->isArrow()) {
      const Value pointer = eval(expr->getBase());
      base = pointer.place;
      if (!base)
        why = pointer.problem ? pointer : unsupported(expr->getBase());
    } else {
      base = placeOf(expr->getBase(), why);
    }
    return base ? member(*base, expr, why) : nullptr;
  }
  if (const clang::Expr *number = complexOperand(lvalue)) {
    const std::shared_ptr<const Place> whole = placeOf(number, why);
    const std::optional<std::vector<Part>> parts = whole ? partsOf(whole->type) : std::nullopt;
    if (!whole)
      return nullptr;
    if (parts && number->getType()->isComplexType())
      return std::make_shared<Place>(
          partPlace(*whole, (*parts)[llvm::cast<UnaryOperator>(lvalue)->getOpcode() == UO_Real ? 0 : 1]));
  }
  why = unsupported(lvalue);
  return nullptr;
}

/// In bytes from the array's base, what gathered subscripts add left out.
static IndexExpr addressOf(const Place &place) {
  IndexExpr address(place.offsetBytes);
  for (size_t d = 0; d < place.subs.size(); ++d)
    address += place.subs[d] * place.strideBytes[d];
  return address;
}

/// The access may read bytes of one of the parts of what lies at `place`.
bool NestExtractor::mayRead(const Access &read, const Place &place, llvm::ArrayRef<Part> parts) const {
  if (read.array != place.array)
    return Result.arrays[place.array].kind != Array::LocalObject;
  if (!read.isAffine() || llvm::any_of(place.indirect, [](ExprId id) { return id != NoId; }))
    return true;
  const std::optional<int64_t> bytes = (Result.byteAddress(read) - addressOf(place)).asConstant();
  return !bytes || llvm::any_of(parts, [&](const Part &part) {
    return *bytes < part.offset + bytesOf(*scalarType(part.type)) && part.offset < *bytes + bytesOf(read.type);
  });
}

/// No real object is so large that one step moves by more; what is multiplied by lanes later stays within int64.
static bool isAddressable(const Place &place) {
  constexpr int64_t most = int64_t(1) << 47; // bytes
  const IndexExpr address = addressOf(place);
  return !address.isPoisoned() && llvm::all_of(address.terms(), [](const IndexExpr::Term &term) {
    return term.coefficient > -most && term.coefficient < most;
  });
}

/// A typed read or write of `place`. Fails for what is not a plain scalar.
AccessId NestExtractor::accessTo(const Place &place, bool isWrite, const clang::Expr *syntax) {
  const std::string text = File.source.text(*syntax);
  const SourceLocation where = syntax->getExprLoc();
  if (place.type.isVolatileQualified() || place.type->isAtomicType()) {
    fail(where, Reason::Volatile, {text});
    return NoId;
  }
  const std::optional<ScalarType> type = scalarType(place.type);
  if (!type || place.type.hasAddressSpace()) {
    fail(where, Reason::UnsupportedType, {(type ? place.type : place.type.getUnqualifiedType()).getAsString()});
    return NoId;
  }
  if (const std::optional<Remark> why = whyNoRowAccess(place, *type, isWrite, syntax)) {
    fail(where, why->reason, why->args);
    return NoId;
  }
  if (!assume(place.needs) || !isAddressable(place)) {
    fail(where, Reason::IndexMayWrap, {text});
    return NoId;
  }
  Access access;
  access.array = place.array;
  access.type = *type;
  access.isEnum = place.type->isEnumeralType();
  access.isComplexPart = place.isComplexPart;
  access.isWrite = isWrite;
  for (const LoopPragmas::Reduction &reduction : Promised.reductions)
    if (isWrite && (reduction.name == withoutBlanks(text) || "&" + reduction.name == Result.arrays[place.array].name))
      access.promisedKind = reduction.kind;
  access.subs = {place.subs.begin(), place.subs.end()};
  access.strideBytes = {place.strideBytes.begin(), place.strideBytes.end()};
  access.indirect = {place.indirect.begin(), place.indirect.end()};
  access.lengths = {place.lengths.begin(), place.lengths.end()};
  access.offsetBytes = place.offsetBytes;
  access.pattern = place.pattern;
  access.rowsInBounds = place.rowsInBounds && place.subs.size() > 1;
  access.loc = locOf(syntax->getBeginLoc());
  access.text = text;
  return Result.add(std::move(access));
}

/// C text of the lvalue, where its subscripts do not change; for that of sub `open` the hole {0} stays.
std::string NestExtractor::textOf(const Place &place, std::optional<size_t> open) const {
  std::string text = place.pattern;
  for (size_t d = 0; d < place.subs.size(); ++d) {
    const std::string hole = "{" + std::to_string(d) + "}";
    const size_t at = text.find(hole);
    assert(at != std::string::npos && "every sub has its hole");
    text.replace(at, hole.size(), d == open ? "{0}" : textInC(Result, place.subs[d]));
  }
  return text;
}

/// The place is there whatever the program does: inside of an object whose size is known.
bool NestExtractor::liesInObject(const Place &place) const {
  const std::optional<int64_t> bytes = Result.arrays[place.array].bytes;
  const std::optional<int64_t> at = addressOf(place).asConstant();
  return bytes && at && *at >= 0 && *at + File.ast.getTypeSizeInChars(place.type).getQuantity() <= *bytes;
}

/// The text of reading `place` on entry, if that is the same as reading it in the loop (but for stores to it) and
/// cannot fault where the loop would not.
std::optional<Invariant> NestExtractor::invariantRead(const Place &place, AccessId access) {
  if (!place.needs.empty() || llvm::any_of(place.indirect, [](ExprId id) { return id != NoId; }))
    return std::nullopt;
  if (!llvm::all_of(place.subs, [&](const IndexExpr &sub) { return Result.isOverParams(sub); }))
    return std::nullopt;
  Invariant result;
  result.text = textOf(place);
  result.isPrimary = result.text[0] != '*';
  result.reads.push_back(access);
  const Array &array = Result.arrays[place.array];
  llvm::append_range(result.reads, array.baseReads);
  // A pointer may lead nowhere, and a subscript outside of its object, where the loop does not read.
  if (array.kind == Array::Pointer || !liesInObject(place)) {
    const bool isWhole = array.kind == Array::Pointer && place.subs.empty();
    if (const std::optional<bool> afterEntry = isWhole ? dereferenced(place.array) : std::nullopt) {
      result.needsIteration = *afterEntry;
    } else {
      if (!Conditions.empty() || Branches != 0 || HasLeft || !innerLoopsRun(isWhole || place.type->isPointerType()))
        return std::nullopt;
      result.needsIteration = !IsEntry;
      if (isWhole && !IsProbing)
        Dereferenced[place.array] = result.needsIteration;
    }
    result.needsIteration |= array.needsIteration;
  }
  return result;
}

/// The same place with its gathered subscripts in temporaries, so that later assignments do not change them.
std::shared_ptr<const Place> NestExtractor::frozen(const Place &from, SourceLocation where) {
  Place place = from;
  for (ExprId &id : place.indirect)
    if (id != NoId)
      id = temporaryOf(id, "offset", where);
  return std::make_shared<Place>(std::move(place));
}

} // namespace vecify
