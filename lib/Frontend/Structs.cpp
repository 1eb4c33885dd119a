// Struct variables of the loop body, and struct values on their way through inlined functions, are taken apart: each
// scalar part is a local or a value of its own.
//
//     struct vec3 d = sub(p[i], q);       d_x = p[i].x - q.x    d_y = ...    d_z = ...
//     r[i] = d.x * d.x;                   r[i] = d_x * d_x
//
// Structs in memory are copied part by part; that is the same for everybody who does not look at padding, so types
// with padding are not copied to memory.
#include "Constants.h"
#include "NestExtractor.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace vecify {
namespace {

/// What the expressions of an initializer are, in C's words or clang's.
void appendInits(const clang::Expr *init, llvm::SmallVectorImpl<const clang::Expr *> &inits) {
  if (const auto *designated = dyn_cast<DesignatedInitExpr>(init))
    return appendInits(designated->getInit(), inits);
  const auto *list = dyn_cast<InitListExpr>(init);
  if (!list)
    return inits.push_back(init->IgnoreParenImpCasts());
  for (const clang::Expr *element : list->inits())
    appendInits(element, inits);
}

/// No initializer with side effects is overridden by a later one or, as GNU's [0 ... 3] = x, stands for several parts.
bool evaluatesEachOnce(const InitListExpr &list, const ASTContext &ast) {
  llvm::SmallVector<const clang::Expr *, 8> written, meant;
  appendInits(list.isSemanticForm() && list.getSyntacticForm() ? list.getSyntacticForm() : &list, written);
  appendInits(&list, meant);
  return llvm::all_of(
      written, [&](const clang::Expr *init) { return !init->HasSideEffects(ast) || llvm::count(meant, init) == 1; });
}

} // namespace

LocalId NestExtractor::partLocal(const VarDecl *var, const std::string &path, QualType type) {
  const auto [it, isNew] = PartIds.try_emplace({var, path}, LocalId(Result.locals.size()));
  if (!isNew)
    return it->second;
  Local local;
  std::string name = var->getNameAsString() + path;
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  local.name = freshName(llvm::StringRef(name).rtrim('_'));
  local.type = *scalarType(type);
  local.loc = locOf(var->getLocation());
  if (const auto scope = Scopes.find(var); scope != Scopes.end()) {
    local.scope = scope->second;
  } else {
    local.scope = 0; // as good as declared in the body
    local.object = var->getNameAsString();
  }
  Result.locals.push_back(std::move(local));
  return it->second;
}

/// A fresh variable: what its parts held before is gone.
void NestExtractor::declareParts(const VarDecl *var) {
  Scopes[var] = LoopStack.empty() ? NoId : LoopStack.back();
  const std::vector<Part> parts = *partsOf(var->getType());
  auto members = std::make_shared<Members>();
  for (const Part &part : parts) {
    PartIds.erase({var, part.path});
    members->push_back({part.path, unsupportedText(var->getLocation(), var->getNameAsString() + part.path)});
  }
  if (isOfCallee(var)) {
    Value value;
    value.type = var->getType();
    value.members = std::move(members);
    Environment[var] = std::move(value);
  }
}

/// One part of a struct value; or, where `path` names a struct inside it, that.
Value NestExtractor::memberOf(const Value &whole, const std::string &path, const clang::Expr *syntax) {
  if (!whole.members)
    return whole.problem ? whole : unsupported(syntax);
  auto inner = std::make_shared<Members>();
  for (const auto &[name, value] : *whole.members) {
    if (name == path)
      return value;
    llvm::StringRef rest = name;
    if (rest.consume_front(path) && (rest.front() == '.' || rest.front() == '['))
      inner->push_back({rest.str(), value});
  }
  if (inner->empty())
    return unsupported(syntax);
  Value result;
  result.type = syntax->getType();
  result.members = std::move(inner);
  return result;
}

Value NestExtractor::readPart(const VarDecl *var, const std::string &path, QualType type, const clang::Expr *syntax) {
  if (isOfCallee(var)) {
    const auto known = Environment.find(var);
    return known == Environment.end() ? unsupported(syntax)
                                      : sameBits(memberOf(known->second, path, syntax), type, syntax->getExprLoc());
  }
  if (!scalarType(type))
    return unsupported(syntax);
  if (HeldArrays.contains(var) && !Facts.isDeclaredIn(var, Root) && !SetParts.count({var, path}))
    return Result.loops.empty() // what loops step by is asked for before the first of them begins
               ? unsupported(syntax)
               : problem(syntax->getExprLoc(), Reason::CarriedScalar,
                         {Result.loops.front().name, File.source.text(*syntax)});
  const QualType held = heldType(var, path, type);
  Expr read;
  read.kind = Expr::Local;
  read.type = *scalarType(held);
  read.local = partLocal(var, path, held);
  read.loc = locOf(syntax->getExprLoc());
  return sameBits(dataValue(add(std::move(read)), held), type, syntax->getExprLoc());
}

void NestExtractor::writePart(const VarDecl *var, const std::string &path, QualType type, Value value,
                              SourceLocation where) {
  type = heldType(var, path, type);
  value = sameBits(std::move(value), type, where);
  if (!value.isUsable())
    return fail(value);
  if (isOfCallee(var)) {
    if (!mayRename(var))
      return fail(where, Reason::UnsupportedExpr, {"an assignment in a conditional operand"});
    const Value &old = Environment[var];
    auto members = std::make_shared<Members>(old.members ? *old.members : Members());
    if (StoresInside && value.expr != NoId)
      value.expr = temporaryOf(value.expr, var->getName(), where);
    for (auto &[name, part] : *members)
      if (name == path)
        part = value;
    Value changed;
    changed.type = var->getType();
    changed.members = std::move(members);
    Environment[var] = std::move(changed);
    return;
  }
  if (!Conditions.empty())
    return fail(where, Reason::UnsupportedExpr, {"an assignment in a conditional operand"});
  const ExprId id = exprOf(value, where);
  if (id != NoId)
    emitAssign(partLocal(var, path, type), id, where);
  if (Branches == 0 && LoopStack.size() == 1)
    SetParts.insert({var, path});
}

/// The parts of what a struct lvalue holds.
Value NestExtractor::loadStruct(const clang::Expr *lvalue) {
  lvalue = lvalue->IgnoreParens();
  if (std::optional<Value> value = partOfLiteral(lvalue))
    return *value;
  Value why;
  const Target target = targetOf(lvalue, why);
  if (!target.var && !target.place)
    return why.problem ? why : unsupported(lvalue);
  return loadParts(target, lvalue->getType(), lvalue);
}

/// (struct c){x, 2}, ((struct c){x, 2}).re: what the part is initialized with.
std::optional<Value> NestExtractor::partOfLiteral(const clang::Expr *lvalue) {
  const auto [whole, path] = partOf(lvalue, File.ast);
  const auto *literal = dyn_cast<CompoundLiteralExpr>(whole);
  if (!literal)
    return std::nullopt;
  const QualType type = literal->getType();
  if (type.isVolatileQualified() || type->isAtomicType())
    return problem(literal->getExprLoc(), Reason::Volatile, {File.source.text(*literal)});
  const Value value = evalStruct(literal->getInitializer());
  return memberOf(value, path, lvalue);
}

Value NestExtractor::loadParts(const Target &target, QualType type, const clang::Expr *syntax) {
  const std::optional<std::vector<Part>> parts = partsOf(type);
  if (!parts)
    return problem(syntax->getExprLoc(), Reason::UnsupportedType, {type.getUnqualifiedType().getAsString()});
  if (target.var && isOfCallee(target.var))
    return target.path.empty() ? Environment[target.var] : readPart(target.var, target.path, type, syntax);
  Value result;
  result.type = type.getUnqualifiedType();
  auto members = std::make_shared<Members>();
  for (const Part &part : *parts) {
    if (target.var) {
      members->push_back({part.path, readPart(target.var, target.path + part.path, part.type, syntax)});
      continue;
    }
    const Place at = partPlace(*target.place, part);
    const std::optional<Invariant> invariant = invariantPart(at, syntax);
    Value value = invariant ? invariantValue(*invariant, part.type, syntax) : loadFrom(at, syntax);
    value.type = part.type;
    members->push_back({part.path, std::move(value)});
  }
  result.members = std::move(members);
  return result;
}

/// The place of one part of the struct at `place`.
Place NestExtractor::partPlace(const Place &place, const Part &part) const {
  Place result = place;
  result.type = part.type;
  result.offsetBytes += part.offset;
  llvm::StringRef path = part.path;
  const bool isReal = part.isOfComplex && path.consume_back(realPath);
  if (part.isOfComplex && !isReal)
    path.consume_back(imagPath);
  if (!place.pointer.empty() && path.consume_front("."))
    result.pattern = place.pointer + "->" + path.str();
  else
    result.pattern = place.pattern + path.str();
  if (part.isOfComplex)
    result.pattern = (isReal ? "__real__ " : "__imag__ ") + result.pattern;
  result.pointer.clear();
  result.endsInSub = false;
  result.isComplexPart |= part.isOfComplex;
  return result;
}

Value NestExtractor::evalStruct(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  if (expr->getType()->isAnyComplexType())
    if (std::optional<Value> value = evalComplex(expr))
      return *value;
  if (const auto *cleanups = dyn_cast<FullExpr>(expr))
    return evalStruct(cleanups->getSubExpr());
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expr))
    return evalStruct(temporary->getSubExpr());
  if (const auto *castExpr = dyn_cast<CastExpr>(expr)) {
    if (castExpr->getCastKind() == CK_LValueToRValue)
      return loadStruct(castExpr->getSubExpr());
    if (castExpr->getCastKind() == CK_NoOp)
      return evalStruct(castExpr->getSubExpr());
  }
  if (const auto *call = dyn_cast<CallExpr>(expr))
    return evalCall(call, /*isValueUsed=*/true);
  if (const auto *conditional = dyn_cast<ConditionalOperator>(expr))
    return evalConditional(conditional);
  if (const auto *member = dyn_cast<MemberExpr>(expr); member && !member->isLValue())
    return memberOf(evalStruct(member->getBase()), memberPath(member->getMemberDecl()), member);
  if (expr->isLValue())
    return loadStruct(expr);
  const auto *list = dyn_cast<InitListExpr>(expr);
  if (list && !evaluatesEachOnce(*list, File.ast))
    return unsupported(expr);
  if ((list || isa<ImplicitValueInitExpr>(expr)) && partsOf(expr->getType())) {
    Value result;
    result.type = expr->getType();
    auto members = std::make_shared<Members>();
    if (appendInit(expr, expr->getType(), "", *members)) {
      result.members = std::move(members);
      return result;
    }
  }
  return unsupported(expr);
}

/// The parts of an initializer; what it leaves out is zero.
bool NestExtractor::appendInit(const clang::Expr *init, QualType type, const std::string &path, Members &members) {
  const auto *list = dyn_cast_or_null<InitListExpr>(init);
  const auto elementOf = [&](unsigned number) -> const clang::Expr * {
    return list && number < list->getNumInits() ? list->getInit(number) : nullptr;
  };
  if (list && list->getNumInits() < 2 && (type->isScalarType() || type->isAnyComplexType())) // {x} of a number
    return appendInit(elementOf(0), type, path, members);
  const bool isZero = !init || isa<ImplicitValueInitExpr>(init);
  if (const auto *array = File.ast.getAsConstantArrayType(type)) {
    if (!list && !isZero)
      return false;
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
      if (!appendInit(elementOf(i), array->getElementType(), path + "[" + std::to_string(i) + "]", members))
        return false;
    return true;
  }
  if (const auto *record = type->getAs<RecordType>()) {
    if (!list && !isZero) {
      const Value value = evalStruct(init);
      if (!value.members)
        return false;
      for (const auto &[name, part] : *value.members)
        members.push_back({path + name, part});
      return true;
    }
    const RecordDecl *decl = record->getDecl()->getDefinition();
    if (decl->isUnion()) {
      const FieldDecl *held = *decl->field_begin(), *set = list ? list->getInitializedFieldInUnion() : nullptr;
      if (!appendInit(elementOf(0), (set ? set : held)->getType(), path + memberPath(held), members))
        return false;
      members.back().second = sameBits(members.back().second, held->getType().getUnqualifiedType(),
                                       init ? init->getExprLoc() : SourceLocation());
      return !failed();
    }
    unsigned number = 0;
    for (const FieldDecl *field : decl->fields())
      if (!appendInit(elementOf(number++), field->getType(), path + memberPath(field), members))
        return false;
    return true;
  }
  Value value;
  if (const auto *complex = type->getAs<ComplexType>()) {
    const QualType element = complex->getElementType();
    value = isZero ? makeComplex(type, zeroOf(element), zeroOf(element)) : evalStruct(init);
    if (!value.members)
      return false;
    for (const auto &[name, part] : *value.members)
      members.push_back({path + name, part});
    return true;
  }
  value = isZero ? zeroOf(type) : eval(init);
  if (!value.isUsable() && !failed())
    fail(value.problem ? value : unsupported(init));
  members.push_back({path, std::move(value)});
  return !failed();
}

Value NestExtractor::assignStruct(const clang::Expr *lvalue, const clang::Expr *source, SourceLocation where,
                                  bool isValueUsed) {
  const Value value = evalStruct(source);
  if (!value.members)
    return value.problem ? value : unsupported(source);
  Value why;
  const Target target = targetOf(lvalue, why);
  if (!target.var && !target.place)
    return why.problem ? why : unsupported(lvalue);
  storeStruct(target, lvalue->getType(), value, source, where);
  return isValueUsed && !failed() ? loadParts(target, lvalue->getType(), lvalue) : Value{};
}

/// The expression may read one of the parts of `target`.
bool NestExtractor::mayRead(ExprId id, const Target &target, llvm::ArrayRef<Part> parts) const {
  const Expr &expr = Result.exprs[id];
  const auto isRead = [&](ExprId operand) { return operand != NoId && mayRead(operand, target, parts); };
  if (expr.kind == Expr::Load) {
    const Access &read = Result.accesses[expr.access];
    return (target.place && mayRead(read, *target.place, parts)) || llvm::any_of(read.indirect, isRead);
  }
  if (expr.kind == Expr::Local && target.var)
    return llvm::any_of(parts, [&](const Part &part) {
      const auto known = PartIds.find({target.var, target.path + part.path});
      return known != PartIds.end() && known->second == expr.local;
    });
  return llvm::any_of(expr.operands, isRead);
}

void NestExtractor::storeStruct(const Target &target, QualType type, const Value &value, const clang::Expr *source,
                                SourceLocation where, bool isFresh) {
  const std::optional<std::vector<Part>> parts = partsOf(type);
  int64_t bytes = 0;
  if (parts)
    for (const Part &part : *parts)
      bytes += bytesOf(*scalarType(part.type));
  const bool hasPadding = parts && bytes != File.ast.getTypeSizeInChars(type).getQuantity();
  if (!parts || parts->size() != value.members->size() || (target.place && hasPadding))
    return fail(where, Reason::UnsupportedType, {type.getUnqualifiedType().getAsString()});
  // A plain copy moves part by part; anything else may read what an earlier part has overwritten.
  const auto *load = dyn_cast<ImplicitCastExpr>(source->IgnoreParens());
  const bool isCopy = load && load->getCastKind() == CK_LValueToRValue &&
                      !isa<CompoundLiteralExpr>(partOf(load->getSubExpr(), File.ast).whole);
  const bool mayOverlap = !isCopy && !isFresh && !(target.var && isOfCallee(target.var));
  Members values = *value.members;
  for (size_t i = 0; i < values.size(); ++i) {
    ExprId &part = values[i].second.expr;
    if (mayOverlap && part != NoId && Conditions.empty() && mayRead(part, target, llvm::ArrayRef(*parts).take_front(i)))
      part = temporaryOf(part, target.var ? target.var->getName() : "part", where);
  }
  for (size_t i = 0; i < values.size() && !failed(); ++i) {
    const Part &part = (*parts)[i];
    if (target.place) {
      const ExprId id = exprOf(values[i].second, where);
      const AccessId access = accessTo(partPlace(*target.place, part), /*isWrite=*/true, source);
      if (id != NoId && access != NoId)
        emitStore(access, id, where);
    } else {
      writePart(target.var, target.path + part.path, part.type, values[i].second, where);
    }
  }
}

/// `condition ? a : b` of structs.
Value NestExtractor::selectStruct(const clang::Expr *syntax, ExprId condition, const Value &a, const Value &b) {
  Value result;
  result.type = a.type;
  auto members = std::make_shared<Members>();
  if (!a.members || !b.members || a.members->size() != b.members->size())
    return syntax ? unsupported(syntax) : Value{};
  for (size_t i = 0; i < a.members->size(); ++i) {
    const auto &[path, thenPart] = (*a.members)[i];
    const Value &elsePart = (*b.members)[i].second;
    if (!thenPart.isUsable() || !elsePart.isUsable()) {
      members->push_back({path, thenPart.isUsable() ? elsePart : thenPart});
      continue;
    }
    Expr select;
    select.kind = Expr::Select;
    select.type = *scalarType(thenPart.type);
    select.fp = isFloat(select.type) ? defaultFlags() : FpFlags();
    select.operands = {condition, exprOf(thenPart, SourceLocation()), exprOf(elsePart, SourceLocation())};
    if (failed())
      return {};
    members->push_back({path, dataValue(add(std::move(select)), thenPart.type)});
  }
  result.members = std::move(members);
  return result;
}

} // namespace vecify
