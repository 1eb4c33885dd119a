// Which pointer a pointer is based on, as C's restrict means it.
//
//     void f(float *restrict a, int n) { float *p = a + 1; ... a[i] = p[i]; }
//
// p is based on a, so a's restrict says nothing about the two of them; but a p that is the only pointer based on a is
// as good as restrict itself.
#include "NestExtractor.h"

using namespace clang;

namespace vecify {
namespace {

bool holdsPointers(const VarDecl *var) { return var->getType()->isPointerType() || var->getType()->isRecordType(); }

/// The pointer variables and other sources in the expression of a pointer.
void notePointers(const Stmt *expr, llvm::SmallVectorImpl<const VarDecl *> &found, bool &isKnown) {
  if (!expr)
    return;
  if (const auto *ref = dyn_cast<DeclRefExpr>(expr)) {
    const auto *var = dyn_cast<VarDecl>(ref->getDecl());
    if (var && (holdsPointers(var) || var->getType()->isArrayType()))
      found.push_back(var);
    return;
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(expr); unary && unary->getOpcode() == UO_AddrOf)
    if (const VarDecl *var = rootVariable(unary->getSubExpr()))
      found.push_back(var);
  if (isa<CallExpr>(expr))
    isKnown = false;
  // A pointer that is read from memory.
  if (const auto *load = dyn_cast<ImplicitCastExpr>(expr); load && load->getCastKind() == CK_LValueToRValue &&
                                                           load->getType()->isPointerType() &&
                                                           !asVariable(load->getSubExpr()))
    isKnown = false;
  for (const Stmt *child : expr->children())
    notePointers(child, found, isKnown);
}

} // namespace

FunctionFacts::Origins FunctionFacts::originsOf(const VarDecl *pointer) const {
  Origins origins;
  llvm::SmallVector<const VarDecl *, 8> work = {pointer};
  while (!work.empty()) {
    const VarDecl *var = work.pop_back_val();
    if (!origins.variables.insert(var).second)
      continue;
    if (var->hasGlobalStorage() || escapes(var))
      origins.isKnown = origins.isKnown && !holdsPointers(var);
    if (var->hasInit())
      notePointers(var->getInit(), work, origins.isKnown);
    for (const Stmt *change : changesOf(var))
      if (const auto *assign = dyn_cast<BinaryOperator>(change))
        notePointers(assign->getRHS(), work, origins.isKnown);
  }
  return origins;
}

bool FunctionFacts::leaks(const VarDecl *pointer) const {
  if (escapes(pointer))
    return true;
  return llvm::any_of(referencesTo(pointer), [&](const DeclRefExpr *ref) {
    const Stmt *inner = ref;
    for (const Stmt *user = parentOf(ref); user; inner = user, user = parentOf(user)) {
      if (isa<CallExpr, InitListExpr, StmtExpr, AsmStmt>(user))
        return true;
      // Read through, compared, or turned into a number: the pointer goes no further.
      if (const auto *expr = dyn_cast<clang::Expr>(user); expr && !expr->getType()->isPointerType())
        if (!isa<BinaryOperator>(expr) || !llvm::cast<BinaryOperator>(expr)->isAssignmentOp())
          return expr->getType()->isRecordType();
      if (const auto *assign = dyn_cast<BinaryOperator>(user); assign && assign->isAssignmentOp())
        return assign->getRHS() == inner && !asVariable(assign->getLHS());
      if (!isa<clang::Expr>(user))
        return false;
    }
    return false;
  });
}

/// Makes Array::isRestrict mean: no other array of this nest is based on the same pointer.
void NestExtractor::settleRestrict() {
  const size_t count = Result.arrays.size();
  PointerOf.resize(count);
  std::vector<FunctionFacts::Origins> origins(count);
  for (ArrayId id = 0; id < count; ++id) {
    if (PointerOf[id])
      origins[id] = Facts.originsOf(PointerOf[id]);
    else
      origins[id].isKnown = Result.arrays[id].kind != Array::Pointer;
  }
  const auto mayBeBasedOn = [&](ArrayId id, const VarDecl *var) {
    return origins[id].variables.contains(var) || (!origins[id].isKnown && Facts.leaks(var));
  };
  std::vector<char> isRestrict(count);
  for (ArrayId id = 0; id < count; ++id) {
    if (!PointerOf[id])
      continue;
    // Every restrict pointer that this one is surely based on: its only origin besides itself.
    const VarDecl *owner = nullptr;
    if (Result.arrays[id].isRestrict)
      owner = PointerOf[id];
    else if (origins[id].isKnown && origins[id].variables.size() == 2)
      for (const VarDecl *var : origins[id].variables)
        if (var != PointerOf[id] && var->getType().isRestrictQualified() && isa<ParmVarDecl>(var) &&
            Facts.changesOf(var).empty())
          owner = var;
    if (!owner)
      continue;
    isRestrict[id] = true;
    for (ArrayId other = 0; other < count && isRestrict[id]; ++other)
      if (other != id && mayBeBasedOn(other, owner) &&
          !(PointerOf[other] && PointerOf[other] != owner && Result.arrays[other].isRestrict))
        isRestrict[id] = false;
  }
  for (ArrayId id = 0; id < count; ++id)
    Result.arrays[id].isRestrict = isRestrict[id];
}

/// A variable of the function is younger than what its parameters point to: a pointer that comes from these alone does
/// not lead there, whoever else is told its address.
void NestExtractor::settleLocals() {
  for (const auto &[var, object] : ObjectIds) {
    if (Result.arrays[object].kind != Array::Object || var->hasGlobalStorage())
      continue;
    for (ArrayId id = 0; id < PointerOf.size(); ++id) {
      if (!PointerOf[id])
        continue;
      const FunctionFacts::Origins origins = Facts.originsOf(PointerOf[id]);
      if (origins.isKnown && !origins.variables.contains(var))
        Result.arrays[id].noalias.push_back(object);
    }
  }
  for (Array &array : Result.arrays)
    llvm::sort(array.noalias);
}

} // namespace vecify
