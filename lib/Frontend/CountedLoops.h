// For loops that run a constant number of times: their control is made of constants and of the counters of such loops
// around them.
//
//     for (int h = 4; h; h >>= 1)
//       for (int j = 0; j < 8; j += 2 * h)
//         for (int k = j; k < j + h; k++)
#pragma once
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace vecify {

struct CountedLoop {
  const clang::VarDecl *counter = nullptr;
  const clang::Expr *start = nullptr, *condition = nullptr;
  const clang::Expr *step = nullptr; ///< the assignment that changes the counter
};

/// What the counters of the loops around hold in one iteration, and each loop's own.
class CounterValues {
public:
  explicit CounterValues(const clang::ASTContext &ast) : Ast(ast) {}

  /// Nothing where a value is not known, or not the same in every integer type.
  std::optional<int64_t> of(const clang::Expr *expr) const;
  /// The counter begins. False where that is not known.
  bool enter(const CountedLoop &loop);
  /// Whether the loop runs (again).
  std::optional<bool> runs(const CountedLoop &loop) const;
  /// The counter moves on. False where that is not known.
  bool advance(const CountedLoop &loop);
  void leave() { Values.pop_back(); }

private:
  const clang::ASTContext &Ast;
  llvm::SmallVector<std::pair<const clang::VarDecl *, int64_t>, 4> Values;
};

} // namespace vecify
