// A loop taken apart, with what moves in it: shared by the parts of the extractor that deal with loops.
#pragma once
#include "NestExtractor.h"
#include "vecify/Nest/Exits.h"

namespace vecify {

/// A variable that moves by the same amount in every iteration of a loop, from a known value on.
struct BoundInduction {
  const clang::VarDecl *var = nullptr;
  Value entry; ///< before the first evaluation of the condition
  NestExtractor::Step step;
  /// Its value in the loop, and after it, does not wrap in its type: the trip count rests on that.
  bool isExact = false;
  /// The for statement's init sets it.
  bool isSetByInit = false, isDeclaredByInit = false;
};

struct NestExtractor::LoopShape {
  const clang::Stmt *stmt = nullptr;
  LoopParts parts;
  bool isRoot = false;
  LoopId id = NoId;
  std::vector<BoundInduction> inductions;
  llvm::SmallVector<const clang::VarDecl *, 8> changed;
  /// Conjuncts of the condition that do not count: the loop is left where one of them fails.
  llvm::SmallVector<const clang::Expr *, 2> exits;
  /// An inner loop that ends by the data, in each iteration of the root at another time.
  bool diverges = false;
  /// Of such a loop, what of its condition is the same for all.
  llvm::SmallVector<const clang::Expr *, 1> common;
  IndexExpr trip;
  /// Completed iterations, as a polynomial in the iterator.
  IndexExpr completed;

  BoundInduction *find(const clang::VarDecl *var) {
    for (BoundInduction &induction : inductions)
      if (induction.var == var)
        return &induction;
    return nullptr;
  }
};

/// A `return`, a jump or a `break` of the loop itself, which `isInside` is not, stands in the statement.
bool holdsWayOut(const clang::Stmt *stmt, bool isInside = false);
/// A `break` of the loop that the statement stands in.
bool holdsOwnBreak(const clang::Stmt *stmt);
void collectConjuncts(const clang::Expr *condition, llvm::SmallVectorImpl<const clang::Expr *> &conjuncts);

} // namespace vecify
