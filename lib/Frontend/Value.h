// What the extractor knows of the value of a C expression.
//
// One expression is looked at once (it may hold `p++`), but it may be needed in three roles: as data, as an index and
// as text of a parameter. So a value carries all that can be said:
//
//     n - 1u     index n - 1 modulo 2^32       invariant "n - 1u"
//     x[i] + 1   expr Binary(Add, Load, 1)
//     a + i      place a[i]
#pragma once
#include "vecify/Nest/Nest.h"
#include "vecify/Support/Decline.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"
#include <memory>
#include <optional>

namespace vecify {
namespace extract { // other libraries have a Value and a Target of their own

/// `expr >= 0` must hold wherever the value that asks for it is used.
struct Need {
  IndexExpr expr; ///< over params and the iterators of enclosing loops of the region
  std::string why;
};

using Needs = llvm::SmallVector<Need, 1>;

/// A polynomial in the nest's symbols.
struct IndexValue {
  IndexExpr poly;
  /// The C value is `poly`; otherwise it is `poly` modulo 2^bits of its type.
  bool isExact = true;
  /// What `poly` rests upon.
  Needs needs;
};

/// The expression does not change while the region runs and may be evaluated on entry, as this text.
struct Invariant {
  std::string text;
  bool isPrimary = false;               ///< needs no parentheses as an operand
  llvm::SmallVector<AccessId, 1> reads; ///< memory that it is read from
  bool needsIteration = false;          ///< may be evaluated only if the root loop runs at least once
};

/// An object in memory: an lvalue, or what a pointer points to.
struct Place {
  ArrayId array = NoId;
  llvm::SmallVector<IndexExpr, 2> subs, strideBytes;
  llvm::SmallVector<ExprId, 2> indirect;     ///< NoId where `subs` says it
  llvm::SmallVector<ArrayLength, 2> lengths; ///< of the arrays that the subs index
  int64_t offsetBytes = 0;
  std::string pattern; ///< lvalue text with holes
  /// Text of the pointer to it, where the lvalue is just "*p".
  std::string pointer;
  clang::QualType type;
  bool rowsInBounds = true;
  /// The last member of its struct: an array that may go on behind it.
  bool isLastMember = false;
  bool isComplexPart = false;
  /// `pattern` ends in the hole of the last sub, whose stride is the size of `type`: pointer steps add to it.
  bool endsInSub = false;
  Needs needs;
};

/// What an assignment changes: a variable, a part of a struct variable that is held in parts, or memory.
struct Target {
  const clang::VarDecl *var = nullptr;
  std::string path; ///< of the part; empty for the whole variable
  std::shared_ptr<const Place> place;
};

/// What a parameter of an inlined function points to.
struct LentPlace {
  Target target;
  bool isRow = false; ///< the target is an array, the pointer is to its first element
};

struct Value;
/// The scalar parts of a struct, in order: ".pos.x", ".v[2]".
using Members = std::vector<std::pair<std::string, Value>>;

struct Value {
  clang::QualType type;
  ExprId expr = NoId;
  std::optional<IndexValue> index;
  std::optional<Invariant> invariant;
  std::shared_ptr<const Place> place;
  std::shared_ptr<const Members> members;
  /// Why none of these is there.
  std::shared_ptr<const Remark> problem;

  bool isUsable() const { return expr != NoId || index || place || invariant || members; }
};
} // namespace extract
using namespace extract;

} // namespace vecify
