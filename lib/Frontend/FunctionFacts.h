// What one walk over a function's body tells about its variables: who is changed where, whose address is taken.
//
// Statements get numbers in source order, so "inside this loop" is a comparison of two numbers.
#pragma once
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <set>
#include <string>

namespace vecify {

/// The variable that an lvalue expression names, parentheses stripped; null for anything else.
const clang::VarDecl *asVariable(const clang::Expr *expr);

/// The variable that an lvalue is a part of: v for v.pos.x, v.m[i], *v.m and __real__ v; null if a pointer is followed.
const clang::VarDecl *rootVariable(const clang::Expr *lvalue);

/// The number whose part `__real__ z` or `__imag__ z` names; null for anything else.
const clang::Expr *complexOperand(const clang::Expr *expr);

/// `x = e`, `x += e`, `x++`: what is assigned to, or null.
const clang::Expr *assignedLValue(const clang::Stmt *stmt);

/// `memcpy(&bits, p + i, sizeof bits)` between scalars of one size, variables or what pointers to their own type lead
/// to: how C reads the bits of a float.
struct BitCopy {
  struct Side {
    const clang::VarDecl *var = nullptr;  ///< or
    const clang::Expr *pointer = nullptr; ///< to `type`, or to its bytes
    clang::QualType type;
    bool isOfBytes = false;
  };
  Side to, from;
};
std::optional<BitCopy> bitCopy(const clang::CallExpr *call, const clang::ASTContext &ast);

/// A pointer without the conversions that leave it as it is, but for const and volatile that its type gets.
const clang::Expr *plainPointer(const clang::Expr *pointer);
/// The array whose name stands for the pointer to its first element; null of any other.
const clang::Expr *decayedArray(const clang::Expr *pointer);

class FunctionFacts {
public:
  explicit FunctionFacts(const clang::FunctionDecl &function);

  const clang::FunctionDecl &function() const { return Function; }
  const clang::Stmt *parentOf(const clang::Stmt *stmt) const { return Parents.lookup(stmt); }
  bool contains(const clang::Stmt *outer, const clang::Stmt *inner) const;

  /// Address taken by `&` for more than a BitCopy, an array that decays into something else than a subscript, set by
  /// inline assembly, or handed to a cleanup function.
  bool escapes(const clang::VarDecl *var) const { return Escaping.contains(var) || Lendings.contains(var); }
  /// Parameters of functions, whose bodies are at hand, that it is lent to: `f(&var)`, `f(&var.x)`. None where
  /// something else lets it escape.
  llvm::ArrayRef<const clang::ParmVarDecl *> lentTo(const clang::VarDecl *var) const;
  /// Assignments, increments, decrements, copies of bits to the variable itself and calls that it is lent to, in source
  /// order; no initializer.
  llvm::ArrayRef<const clang::Stmt *> changesOf(const clang::VarDecl *var) const;
  llvm::ArrayRef<const clang::DeclRefExpr *> referencesTo(const clang::VarDecl *var) const;
  /// It is read for a length in the type of a declaration or a cast.
  bool isReadInType(const clang::VarDecl *var) const { return ReadInTypes.contains(var); }
  bool isChangedIn(const clang::VarDecl *var, const clang::Stmt *region) const;
  /// The names of what is changed in `region`, but declared outside of it.
  std::set<std::string> changedOuterVariables(const clang::Stmt *region) const;
  /// The names of what `region` uses and no function declares.
  std::set<std::string> fileVariables(const clang::Stmt *region) const;
  /// The names of variables and static functions that `region` uses, but does not declare.
  std::set<std::string> usedFromOutside(const clang::Stmt *region) const;
  /// A member or an element of it is assigned.
  bool isPartChangedIn(const clang::VarDecl *var, const clang::Stmt *region) const;
  bool isDeclaredIn(const clang::VarDecl *var, const clang::Stmt *region) const;
  /// The loop around `loop` stores an element of the array, or of what the pointer points to, outside of other loops.
  bool isStoredBeside(const clang::VarDecl *var, const clang::Stmt *loop) const;
  /// Pointer variables that the value of `pointer` may be based on, itself included; through local pointer variables.
  struct Origins {
    llvm::DenseSet<const clang::VarDecl *> variables;
    bool isKnown = true; ///< false if it may also come from memory or from a call
  };
  Origins originsOf(const clang::VarDecl *pointer) const;
  /// The pointer is passed to a function or stored where it can be read again.
  bool leaks(const clang::VarDecl *pointer) const;
  /// All local variables whose value a statement of `region` changes (also by declaring them), in source order.
  llvm::SmallVector<const clang::VarDecl *, 8> changedIn(const clang::Stmt *region) const;
  /// The function jumps by goto or has labels, so text order is not execution order.
  bool hasGoto() const { return HasGoto; }
  /// All gotos to the label lie before it and in no other loop than it does.
  bool isReachedByForwardJumpsOnly(const clang::LabelStmt *label) const;
  /// Between the variable and the statement something else takes its name: `int n; { float n; for (..) }`.
  bool isHiddenAt(const clang::VarDecl *var, const clang::Stmt *at) const;
  /// Something that the function declares has this name.
  bool declaresName(llvm::StringRef name) const { return Names.contains(name); }

private:
  struct Change {
    unsigned order;
    const clang::VarDecl *var;
  };
  struct Declaration {
    const clang::NamedDecl *name;
    const clang::Stmt *statement;
  };
  void walk(const clang::Stmt *stmt, const clang::Stmt *parent);
  void noteName(const clang::Decl *decl, const clang::Stmt *declaration);
  void noteUse(const clang::DeclRefExpr *ref);
  void noteLendings(const clang::CallExpr *call, unsigned order);
  void noteEscape(const clang::Expr *lvalue);
  void noteSizes(clang::QualType type);
  void noteReadsInType(const clang::Stmt *length);

  const clang::FunctionDecl &Function;
  unsigned Counter = 0;
  bool HasGoto = false;
  bool TakesLabelAddress = false;
  llvm::DenseMap<const clang::LabelDecl *, llvm::SmallVector<const clang::Stmt *, 2>> Gotos;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  llvm::DenseMap<const clang::Stmt *, std::pair<unsigned, unsigned>> Spans;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Declared;
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<const clang::Stmt *, 2>> Changes;
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<const clang::Stmt *, 2>> PartChanges;
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<const clang::Stmt *, 2>> ElementStores;
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<const clang::DeclRefExpr *, 4>> References;
  std::vector<Change> ChangeOrder;
  llvm::DenseSet<const clang::VarDecl *> Escaping;
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<const clang::ParmVarDecl *, 2>> Lendings;
  llvm::DenseSet<const clang::VarDecl *> ReadInTypes;
  llvm::DenseSet<const clang::Stmt *> ForBitCopy, ForLending; ///< the `&x` of these
  /// Parameters have no declarations here.
  llvm::StringMap<llvm::SmallVector<Declaration, 1>> Names;
};

/// An enclosing switch may jump into the statement.
bool holdsCase(const clang::Stmt *stmt);

} // namespace vecify
