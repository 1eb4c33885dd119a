// A generated program: one C function, its parameters and what the harness has
// to know of them. Plain values all the way down, so that the reducer can copy
// a function, cut something out and try again.
#pragma once
#include "Type.h"
#include <deque>
#include <string>
#include <vector>

namespace vecify::fuzz {

/// A typed C expression that is defined for all operands within their ranges.
struct Expr {
  enum Kind {
    IntLit,   // value
    FloatLit, // number
    VarRef,   // var
    Index,    // kids[0][kids[1]]..., then op as a suffix such as ".x"
    Deref,    // *kids[0]
    PostInc,  // var++ or var--, as op says
    Unary,    // op kids[0]
    Binary,   // kids[0] op kids[1]
    Cond,     // kids[0] ? kids[1] : kids[2]
    Cast,     // (type)kids[0]
    Call,     // op(kids...)
    /// op with kids in place of $0, $1, ...; one that starts with @ is an access to memory. With `value`, all kids are
    /// values, and the first is equal to the whole.
    Spelled
  };
  Kind kind = IntLit;
  Ty type = Ty::I32; // of a pointer: what it points to
  Range range;
  int64_t value = 0;
  double number = 0;
  int var = -1;
  std::string op;
  std::vector<Expr> kids;
};

struct Stmt {
  enum Kind {
    Assign, // lhs op rhs, op such as "=" or "+="
    Decl,   // type var = rhs
    Bump,   // var++, var--, or var += rhs, as op says
    If,     // if (rhs) body else orElse
    For,    // for (init; rhs; step) body
    While,  // while (rhs) body
    DoWhile,
    Break,
    Continue,
    Return, // rhs
    Switch, // switch (rhs): body[i] is an If without condition, a case each
    Block,  // for a case of Switch
    /// The lines of op, with rhs's kids in place of $0, $1, ...; lines of %I, %B and %E stand for init, body and
    /// orElse.
    Spelled
  };
  Kind kind = Assign;
  Expr lhs, rhs;
  std::string op;
  int var = -1;
  std::vector<Stmt> init, step, body, orElse;
  /// Without it the program would not end or not be defined.
  bool pinned = false;
};
using Code = std::vector<Stmt>;

/// A parameter, local, loop counter, array or pointer of the function.
struct Var {
  enum Kind {
    Size,       // parameter that bounds loops, values in range
    Scalar,     // other parameter
    Local,      // scalar local or counter
    Array,      // parameter: T *a; with dims also T (*a)[dims[0]]...
    LocalArray, // T a[dims[0]]...
    Global,     // T a[dims[0]] at file scope
    Table,      // static const T a[dims[0]] = {values}
    Cursor,     // local pointer that walks
    Elsewhere   // declared by something else
  };
  /// How the body gets a parameter: as such, as a member or an element of what a pointer points to, or, of an array of
  /// rows, as pointers to them, by themselves or in structures.
  enum Holder { Own, Member, Indexed, RowPointers, RowMembers };
  Kind kind = Local;
  std::string name;
  Ty type = Ty::I32;    // element type of arrays and pointers
  std::string spelled;  // how the declaration spells the type
  Range range;          // values: what callers and stores keep to
  bool isConst = false; // const T *
  bool isRestrict = false;
  bool isVolatile = false;
  /// No other array may overlap it: its values steer addresses.
  bool isFixed = false;
  std::vector<Expr> dims;
  /// Of a Table, as literals.
  std::vector<Expr> values;
  /// Members x, y, ... of an array of structures; 0 for plain elements.
  int fields = 0;
  Holder holder = Own;
  int rows = 0;         // of a holder with rows: how many
  std::string rowOrder; // and which one is number r
};

/// References stay valid while the generator adds more.
using Vars = std::deque<Var>;

/// A `static inline` function that the main one calls.
struct Inline {
  std::string name;
  Ty result = Ty::I32;
  Vars params;
  /// Returns value, or early where the condition holds.
  bool hasEarly = false, noInline = false;
  Expr condition, early, value; // VarRef k is params[k]
};

/// How many loops run over how much is bounded by `work`, iterations in all.
struct Function {
  std::string name; // f17
  int index = 0;    // 17
  Ty result = Ty::Void;
  /// All loops have affine bounds and subscripts, and one at least is parallel
  /// or an integer reduction, possibly after an alias check.
  bool isAffine = false;
  /// Ordinary loops in less usual C.
  bool isOdd = false;
  Vars vars;
  /// Text before the function: $S stands for the suffix of its version, $T marks accesses to memory.
  std::vector<std::string> helpers;
  std::vector<Inline> inlines;
  Code body;
  int64_t work = 4096;
  /// The pointer to what is held is null unless this holds; empty: never.
  std::string isNullUnless;

  const char *family() const { return isAffine ? "affine" : isOdd ? "odd" : "other"; }
};

/// The fields of structures, in order.
inline const char *fieldName(int field) {
  static const char *const names[] = {"x", "y", "z", "w"};
  return names[field];
}

/// Calls `see` for every expression below `code`, statements first to last.
template <typename See> void eachExpr(const Expr &expr, const See &see) {
  see(expr);
  for (const Expr &kid : expr.kids)
    eachExpr(kid, see);
}
template <typename See> void eachExpr(const Code &code, const See &see) {
  for (const Stmt &stmt : code) {
    eachExpr(stmt.lhs, see);
    eachExpr(stmt.rhs, see);
    for (const Code *part : {&stmt.init, &stmt.step, &stmt.body, &stmt.orElse})
      eachExpr(*part, see);
  }
}
template <typename See> void eachStmt(const Code &code, const See &see) {
  for (const Stmt &stmt : code) {
    see(stmt);
    for (const Code *part : {&stmt.init, &stmt.step, &stmt.body, &stmt.orElse})
      eachStmt(*part, see);
  }
}

} // namespace vecify::fuzz
