// Typed constructors of expressions. Each works out C's type of the result and
// the range of its values; those that could be undefined return nothing, and
// `arith` repairs the operands instead:
//
//   int + int  that may overflow   ->  (unsigned)a + b   or   (a >> 8) + b
//   x / y      where y may be 0    ->  x / ((y & 7) + 1)
//   x << y     out of range        ->  (unsigned)x << (y & 31)
#pragma once
#include "Program.h"
#include "Rng.h"
#include <optional>

namespace vecify::fuzz {

Expr literal(int64_t value, Ty type = Ty::I32);
Expr real(double value, Ty type);
Expr ref(const Function &f, int var);
/// var[subs[0]][subs[1]]..., with `field` a member of a structure.
Expr element(const Function &f, int var, std::vector<Expr> subs, int field = 0);
/// *pointer for a cursor or array `var`; `move` "++" or "--" walks it on.
Expr deref(const Function &f, int var, const std::string &move = "");

Expr cast(Ty to, Expr value);
Expr unary(const std::string &op, Expr value);
Expr select(Expr condition, Expr yes, Expr no);
Expr call(const std::string &callee, Ty type, Range range,
          std::vector<Expr> args);

/// Made of literals alone; compilers complain of what they fold.
bool isConstant(const Expr &e);
bool isComparison(const std::string &op);
/// Nothing when the result is not defined for all values of the operands.
std::optional<Expr> tryBinary(const std::string &op, Expr a, Expr b);
/// Asserts what tryBinary checks.
Expr binary(const std::string &op, Expr a, Expr b);
/// `a op b` with the operands repaired as far as needed.
Expr arith(const std::string &op, Expr a, Expr b, Rng &rng);
/// Changes `value` until it converts to `type` and stays in `range`. The value
/// may be used several times, so it must have no side effects.
Expr fit(Expr value, Ty type, const Range &range, Rng &rng);

} // namespace vecify::fuzz
