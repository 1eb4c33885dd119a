#include "FunctionFacts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace vecify {

const VarDecl *asVariable(const clang::Expr *expr) {
  const auto *ref = dyn_cast<DeclRefExpr>(expr->IgnoreParens());
  return ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
}

/// The pointer of p[i] and *p; null for anything else.
static const clang::Expr *followedPointer(const clang::Expr *lvalue) {
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(lvalue))
    return subscript->getBase()->IgnoreParens();
  const auto *unary = dyn_cast<UnaryOperator>(lvalue);
  return unary && unary->getOpcode() == UO_Deref ? unary->getSubExpr()->IgnoreParens() : nullptr;
}

const VarDecl *rootVariable(const clang::Expr *lvalue) {
  while (true) {
    lvalue = lvalue->IgnoreParens();
    if (const auto *member = dyn_cast<MemberExpr>(lvalue); member && !member->isArrow()) {
      lvalue = member->getBase();
    } else if (const clang::Expr *pointer = followedPointer(lvalue)) {
      const auto *decay = dyn_cast<ImplicitCastExpr>(pointer);
      if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay)
        return nullptr;
      lvalue = decay->getSubExpr();
    } else if (const clang::Expr *number = complexOperand(lvalue)) {
      lvalue = number;
    } else {
      return asVariable(lvalue);
    }
  }
}

const clang::Expr *complexOperand(const clang::Expr *expr) {
  const auto *unary = dyn_cast<UnaryOperator>(expr->IgnoreParens());
  return unary && (unary->getOpcode() == UO_Real || unary->getOpcode() == UO_Imag) ? unary->getSubExpr() : nullptr;
}

/// The variable v of v[i], v[i][j] and *v; null for anything else.
static const VarDecl *subscripted(const clang::Expr *lvalue) {
  lvalue = lvalue->IgnoreParens();
  bool isElement = false;
  for (;; isElement = true)
    if (const clang::Expr *pointer = followedPointer(lvalue))
      lvalue = pointer->IgnoreParenImpCasts();
    else
      return isElement ? asVariable(lvalue) : nullptr;
}

const clang::Expr *assignedLValue(const Stmt *stmt) {
  if (const auto *binary = dyn_cast<BinaryOperator>(stmt))
    return binary->isAssignmentOp() ? binary->getLHS() : nullptr;
  if (const auto *unary = dyn_cast<UnaryOperator>(stmt))
    return unary->isIncrementDecrementOp() ? unary->getSubExpr() : nullptr;
  return nullptr;
}

const clang::Expr *plainPointer(const clang::Expr *pointer) {
  pointer = pointer->IgnoreParens();
  while (const auto *cast = dyn_cast<ImplicitCastExpr>(pointer)) {
    const bool losesConst = cast->getType()->isPointerType() && cast->getSubExpr()->getType()->isPointerType() &&
                            cast->getSubExpr()->getType()->getPointeeType().isConstQualified() &&
                            !cast->getType()->getPointeeType().isConstQualified();
    if ((cast->getCastKind() != CK_NoOp && cast->getCastKind() != CK_LValueToRValue) || losesConst)
      break;
    pointer = cast->getSubExpr()->IgnoreParens();
  }
  return pointer;
}

const clang::Expr *decayedArray(const clang::Expr *pointer) {
  const auto *cast = dyn_cast<ImplicitCastExpr>(pointer);
  return cast && cast->getCastKind() == CK_ArrayToPointerDecay ? cast->getSubExpr()->IgnoreParens() : nullptr;
}

/// `stmt`, part of a function's body, does more with the pointer than to read what it points to.
/// `seen`: the pointers that are looked at already.
static bool doesMoreThanRead(const Stmt *stmt, const ParmVarDecl *pointer,
                             llvm::SmallPtrSetImpl<const ParmVarDecl *> &seen) {
  if (!stmt)
    return false;
  if (const auto *ref = dyn_cast<DeclRefExpr>(stmt))
    return ref->getDecl() == pointer;
  if (isa<BlockExpr, CapturedStmt>(stmt))
    return true;
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(stmt); cast && cast->getCastKind() == CK_LValueToRValue) {
    const clang::Expr *lvalue = cast->getSubExpr()->IgnoreParens();
    const auto *member = dyn_cast<MemberExpr>(lvalue);
    for (; member && !member->isArrow(); member = dyn_cast<MemberExpr>(lvalue))
      lvalue = member->getBase()->IgnoreParens();
    const clang::Expr *followed = member ? member->getBase() : followedPointer(lvalue);
    const auto *subscript = dyn_cast<ArraySubscriptExpr>(lvalue);
    if (followed && asVariable(plainPointer(followed)) == pointer)
      return subscript && doesMoreThanRead(subscript->getIdx(), pointer, seen);
  }
  const auto *call = dyn_cast<CallExpr>(stmt);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  if (!definition || definition->getNumParams() != call->getNumArgs())
    return llvm::any_of(stmt->children(), [&](const Stmt *child) { return doesMoreThanRead(child, pointer, seen); });
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const ParmVarDecl *next = definition->getParamDecl(i);
    const bool isHandedOn = asVariable(plainPointer(call->getArg(i))) == pointer;
    if (isHandedOn ? seen.insert(next).second && doesMoreThanRead(definition->getBody(), next, seen)
                   : doesMoreThanRead(call->getArg(i), pointer, seen))
      return true;
  }
  return false;
}

/// Its type is null where it is no scalar whose bits may be copied.
static BitCopy::Side scalarBehind(const clang::Expr *pointer) {
  BitCopy::Side side;
  const auto *address = dyn_cast<UnaryOperator>(pointer->IgnoreParenCasts());
  const VarDecl *var = address && address->getOpcode() == UO_AddrOf ? asVariable(address->getSubExpr()) : nullptr;
  if (var && var->hasLocalStorage()) {
    side.var = var;
    side.type = var->getType();
  } else {
    // Without the conversion to the parameter's type.
    pointer = pointer->IgnoreParens();
    while (const auto *cast = dyn_cast<ImplicitCastExpr>(pointer)) {
      if (cast->getCastKind() != CK_BitCast && cast->getCastKind() != CK_NoOp)
        break;
      pointer = cast->getSubExpr()->IgnoreParens();
    }
    side.pointer = pointer;
    side.type = pointer->getType()->getPointeeType();
  }
  side.isOfBytes = side.pointer && !side.type.isNull() && (side.type->isVoidType() || side.type->isAnyCharacterType());
  const bool isPlain = !side.type.isNull() && !side.type.isVolatileQualified() && !side.type->isBooleanType() &&
                       (side.type->isIntegerType() || side.type->isRealFloatingType() || side.isOfBytes);
  return isPlain ? side : BitCopy::Side();
}

std::optional<BitCopy> bitCopy(const CallExpr *call, const ASTContext &ast) {
  const FunctionDecl *callee = call->getDirectCallee();
  const unsigned builtin = callee ? callee->getBuiltinID() : 0;
  if ((builtin != Builtin::BImemcpy && builtin != Builtin::BI__builtin_memcpy) || call->getNumArgs() != 3)
    return std::nullopt;
  const std::optional<llvm::APSInt> size = call->getArg(2)->getIntegerConstantExpr(ast);
  BitCopy copy = {scalarBehind(call->getArg(0)), scalarBehind(call->getArg(1))};
  if (copy.to.type.isNull() || copy.from.type.isNull() || (copy.to.var && copy.to.var == copy.from.var))
    return std::nullopt;
  // Bytes are those of the other side; of two sides of bytes a word that has so many.
  if (copy.to.isOfBytes && !copy.from.isOfBytes)
    copy.to.type = copy.from.type.getUnqualifiedType();
  else if (copy.from.isOfBytes && !copy.to.isOfBytes)
    copy.from.type = copy.to.type.getUnqualifiedType().withConst();
  else if (copy.to.isOfBytes && size && (*size == 2 || *size == 4 || *size == 8)) {
    copy.to.type = ast.getIntTypeForBitwidth(unsigned(8 * size->getZExtValue()), /*Signed=*/0);
    copy.from.type = copy.to.type.withConst();
  } else {
    copy.to.isOfBytes = copy.from.isOfBytes = false;
  }
  if (copy.to.type->isVoidType() || copy.from.type->isVoidType())
    return std::nullopt;
  const uint64_t bytes = ast.getTypeSizeInChars(copy.to.type).getQuantity();
  if (!size || *size != bytes || ast.getTypeSizeInChars(copy.from.type).getQuantity() != int64_t(bytes))
    return std::nullopt;
  return copy;
}

FunctionFacts::FunctionFacts(const FunctionDecl &function) : Function(function) {
  for (const ParmVarDecl *parameter : function.parameters())
    Names[parameter->getName()];
  if (function.getBody())
    walk(function.getBody(), nullptr);
}

void FunctionFacts::walk(const Stmt *stmt, const Stmt *parent) {
  Parents[stmt] = parent;
  const unsigned begin = ++Counter;

  if (const auto *cast = dyn_cast<ExplicitCastExpr>(stmt))
    noteSizes(cast->getTypeAsWritten());

  if (const auto *ref = dyn_cast<DeclRefExpr>(stmt)) {
    noteUse(ref);
  } else if (const auto *declaration = dyn_cast<DeclStmt>(stmt)) {
    for (const Decl *decl : declaration->decls()) {
      noteName(decl, declaration);
      if (const auto *var = dyn_cast<VarDecl>(decl)) {
        Declared[var] = begin;
        ChangeOrder.push_back({begin, var});
        if (var->hasAttr<CleanupAttr>())
          Escaping.insert(var);
        noteSizes(var->getType());
      } else if (const auto *name = dyn_cast<TypedefNameDecl>(decl)) {
        noteSizes(name->getUnderlyingType());
      }
    }
  } else if (const clang::Expr *target = assignedLValue(stmt)) {
    if (const VarDecl *var = asVariable(target)) {
      Changes[var].push_back(stmt);
      ChangeOrder.push_back({begin, var});
    } else if (const VarDecl *root = rootVariable(target)) {
      PartChanges[root].push_back(stmt);
    }
    if (const VarDecl *base = subscripted(target))
      ElementStores[base].push_back(stmt);
  } else if (const auto *assembly = dyn_cast<AsmStmt>(stmt)) {
    for (unsigned i = 0; i < assembly->getNumOutputs(); ++i)
      noteEscape(assembly->getOutputExpr(i));
    const auto *gnu = dyn_cast<GCCAsmStmt>(assembly);
    if (gnu && gnu->isAsmGoto())
      HasGoto = TakesLabelAddress = true;
  } else if (isa<GotoStmt, IndirectGotoStmt, LabelStmt, AddrLabelExpr>(stmt)) {
    HasGoto = true;
    TakesLabelAddress |= isa<AddrLabelExpr>(stmt);
    if (const auto *jump = dyn_cast<GotoStmt>(stmt))
      Gotos[jump->getLabel()].push_back(jump);
  } else if (const auto *call = dyn_cast<CallExpr>(stmt)) {
    if (const std::optional<BitCopy> copy = bitCopy(call, Function.getASTContext())) {
      if (copy->to.var) {
        Changes[copy->to.var].push_back(stmt);
        ChangeOrder.push_back({begin, copy->to.var});
      }
      for (unsigned i : {0u, 1u})
        if ((i == 0 ? copy->to : copy->from).var)
          ForBitCopy.insert(call->getArg(i)->IgnoreParenCasts());
    } else {
      noteLendings(call, begin);
    }
  } else if (const auto *unary = dyn_cast<UnaryOperator>(stmt); unary && unary->getOpcode() == UO_AddrOf) {
    if (!ForBitCopy.contains(unary) && !ForLending.contains(unary))
      noteEscape(unary->getSubExpr());
  } else if (const auto *cast = dyn_cast<ImplicitCastExpr>(stmt);
             cast && cast->getCastKind() == CK_ArrayToPointerDecay) {
    // a[i] and *a stay within a; anything else lets a pointer to it out.
    const Stmt *user = parent;
    while (isa_and_nonnull<ParenExpr>(user))
      user = Parents.lookup(user);
    const auto *deref = dyn_cast_or_null<UnaryOperator>(user);
    if (!isa_and_nonnull<ArraySubscriptExpr>(user) && !(deref && deref->getOpcode() == UO_Deref) &&
        !ForLending.contains(cast))
      noteEscape(cast->getSubExpr());
  }

  if (const auto *captured = dyn_cast<CapturedStmt>(stmt))
    walk(captured->getCapturedStmt(), stmt);
  else
    for (const Stmt *child : stmt->children())
      if (child)
        walk(child, stmt);
  Spans[stmt] = {begin, Counter};
}

void FunctionFacts::noteLendings(const CallExpr *call, unsigned order) {
  const FunctionDecl *callee = call->getDirectCallee(), *definition = callee ? callee->getDefinition() : nullptr;
  if (!definition || !definition->getBody() || definition->getNumParams() != call->getNumArgs())
    return;
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const ParmVarDecl *parameter = definition->getParamDecl(i);
    const clang::Expr *pointer = plainPointer(call->getArg(i));
    const auto *address = dyn_cast<UnaryOperator>(pointer);
    const clang::Expr *row = decayedArray(pointer);
    const clang::Expr *lent = address && address->getOpcode() == UO_AddrOf ? address->getSubExpr() : row;
    const VarDecl *var = lent ? rootVariable(lent) : nullptr;
    if (!var || !parameter->getType()->isPointerType() ||
        !(var->getType()->isRecordType() || var->getType()->isArithmeticType() || var->getType()->isEnumeralType() ||
          (row && var->getType()->isConstantArrayType())))
      continue;
    ForLending.insert(pointer);
    Lendings[var].push_back(parameter);
    llvm::SmallPtrSet<const ParmVarDecl *, 8> seen = {parameter};
    if (!doesMoreThanRead(definition->getBody(), parameter, seen))
      continue;
    if (asVariable(lent) && !row) {
      Changes[var].push_back(call);
      ChangeOrder.push_back({order, var});
    } else {
      PartChanges[var].push_back(call);
    }
  }
}

void FunctionFacts::noteUse(const DeclRefExpr *ref) {
  if (const auto *var = dyn_cast<VarDecl>(ref->getDecl()))
    References[var].push_back(ref);
}

void FunctionFacts::noteName(const Decl *decl, const Stmt *declaration) {
  if (const auto *list = dyn_cast<EnumDecl>(decl))
    for (const EnumConstantDecl *enumerator : list->enumerators())
      noteName(enumerator, declaration);
  if (const auto *named = dyn_cast<NamedDecl>(decl); named && named->getIdentifier() && !isa<TagDecl>(decl))
    Names[named->getName()].push_back({named, declaration});
}

/// The lengths in a type are no children of the statement that names it: float (*)[n].
void FunctionFacts::noteSizes(QualType type) {
  if (!type->isVariablyModifiedType())
    return;
  type = type.getCanonicalType();
  while (type->isPointerType() || type->isArrayType()) {
    if (const auto *array = dyn_cast<VariableArrayType>(type))
      noteReadsInType(array->getSizeExpr());
    type = type->isPointerType() ? type->getPointeeType() : type->castAsArrayTypeUnsafe()->getElementType();
  }
}

void FunctionFacts::noteReadsInType(const Stmt *length) {
  if (!length)
    return;
  if (const auto *ref = dyn_cast<DeclRefExpr>(length))
    if (const auto *var = dyn_cast<VarDecl>(ref->getDecl()))
      ReadInTypes.insert(var);
  for (const Stmt *child : length->children())
    noteReadsInType(child);
}

/// `lvalue` is what the address is taken of.
void FunctionFacts::noteEscape(const clang::Expr *lvalue) {
  if (const VarDecl *var = rootVariable(lvalue))
    Escaping.insert(var);
}

bool FunctionFacts::contains(const Stmt *outer, const Stmt *inner) const {
  const auto o = Spans.find(outer), i = Spans.find(inner);
  return o != Spans.end() && i != Spans.end() && o->second.first <= i->second.first &&
         i->second.second <= o->second.second;
}

bool FunctionFacts::isReachedByForwardJumpsOnly(const LabelStmt *label) const {
  const auto loopAround = [&](const Stmt *stmt) {
    while (stmt && !isa<ForStmt, WhileStmt, DoStmt>(stmt))
      stmt = parentOf(stmt);
    return stmt;
  };
  const auto isForward = [&](const Stmt *jump) {
    return Spans.lookup(jump).first < Spans.lookup(label).first && loopAround(jump) == loopAround(label);
  };
  const auto gotos = Gotos.find(label->getDecl());
  return !TakesLabelAddress && (gotos == Gotos.end() || llvm::all_of(gotos->second, isForward));
}

llvm::ArrayRef<const ParmVarDecl *> FunctionFacts::lentTo(const VarDecl *var) const {
  const auto it = Lendings.find(var);
  return it == Lendings.end() || Escaping.contains(var) ? llvm::ArrayRef<const ParmVarDecl *>()
                                                        : llvm::ArrayRef<const ParmVarDecl *>(it->second);
}

llvm::ArrayRef<const Stmt *> FunctionFacts::changesOf(const VarDecl *var) const {
  const auto it = Changes.find(var);
  return it == Changes.end() ? llvm::ArrayRef<const Stmt *>() : llvm::ArrayRef<const Stmt *>(it->second);
}

llvm::ArrayRef<const DeclRefExpr *> FunctionFacts::referencesTo(const VarDecl *var) const {
  const auto it = References.find(var);
  return it == References.end() ? llvm::ArrayRef<const DeclRefExpr *>()
                                : llvm::ArrayRef<const DeclRefExpr *>(it->second);
}

std::set<std::string> FunctionFacts::changedOuterVariables(const Stmt *region) const {
  std::set<std::string> names;
  for (const auto &[var, changes] : Changes)
    if (!isDeclaredIn(var, region) && isChangedIn(var, region))
      names.insert(var->getNameAsString());
  return names;
}

std::set<std::string> FunctionFacts::fileVariables(const Stmt *region) const {
  std::set<std::string> names;
  for (const auto &[var, references] : References)
    if (var->isFileVarDecl() &&
        llvm::any_of(references, [&](const DeclRefExpr *reference) { return contains(region, reference); }))
      names.insert(var->getNameAsString());
  return names;
}

std::set<std::string> FunctionFacts::usedFromOutside(const Stmt *region) const {
  std::set<std::string> names;
  llvm::SmallVector<const Stmt *, 32> left = {region};
  while (!left.empty()) {
    const Stmt *stmt = left.pop_back_val();
    if (!stmt)
      continue;
    llvm::append_range(left, stmt->children());
    const auto *reference = dyn_cast<DeclRefExpr>(stmt);
    const auto *var = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    const auto *function = reference ? dyn_cast<FunctionDecl>(reference->getDecl()) : nullptr;
    if ((var && !isDeclaredIn(var, region)) || (function && !function->isExternallyVisible()))
      names.insert(reference->getDecl()->getNameAsString());
  }
  return names;
}

bool FunctionFacts::isChangedIn(const VarDecl *var, const Stmt *region) const {
  return llvm::any_of(changesOf(var), [&](const Stmt *change) { return contains(region, change); });
}

bool FunctionFacts::isPartChangedIn(const VarDecl *var, const Stmt *region) const {
  const auto it = PartChanges.find(var);
  return it != PartChanges.end() &&
         llvm::any_of(it->second, [&](const Stmt *change) { return contains(region, change); });
}

bool FunctionFacts::isStoredBeside(const VarDecl *var, const Stmt *loop) const {
  const auto loopAround = [&](const Stmt *stmt) {
    do
      stmt = Parents.lookup(stmt);
    while (stmt && !isa<ForStmt, WhileStmt, DoStmt>(stmt));
    return stmt;
  };
  const Stmt *around = loopAround(loop);
  const auto stores = ElementStores.find(var);
  return around && stores != ElementStores.end() &&
         llvm::any_of(stores->second, [&](const Stmt *store) { return loopAround(store) == around; });
}

bool FunctionFacts::isDeclaredIn(const VarDecl *var, const Stmt *region) const {
  const auto declared = Declared.find(var);
  const auto span = Spans.find(region);
  return declared != Declared.end() && span != Spans.end() && span->second.first <= declared->second &&
         declared->second <= span->second.second;
}

bool FunctionFacts::isHiddenAt(const VarDecl *var, const Stmt *at) const {
  const auto names = Names.find(var->getName());
  if (names == Names.end())
    return false;
  const unsigned own = Declared.lookup(var), here = Spans.lookup(at).first;
  return llvm::any_of(names->second, [&](const Declaration &other) {
    const unsigned begin = Spans.lookup(other.statement).first;
    return other.name != var && own < begin && begin < here && contains(parentOf(other.statement), at);
  });
}

llvm::SmallVector<const VarDecl *, 8> FunctionFacts::changedIn(const Stmt *region) const {
  llvm::SmallVector<const VarDecl *, 8> result;
  const auto span = Spans.find(region);
  if (span == Spans.end())
    return result;
  llvm::SmallPtrSet<const VarDecl *, 8> seen;
  const auto first = llvm::lower_bound(ChangeOrder, span->second.first,
                                       [](const Change &c, unsigned order) { return c.order < order; });
  for (auto it = first; it != ChangeOrder.end() && it->order <= span->second.second; ++it)
    if (seen.insert(it->var).second)
      result.push_back(it->var);
  return result;
}

bool holdsCase(const Stmt *stmt) {
  if (!stmt || isa<SwitchStmt>(stmt))
    return false;
  return isa<SwitchCase>(stmt) || llvm::any_of(stmt->children(), holdsCase);
}

} // namespace vecify
