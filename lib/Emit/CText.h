// A piece of C and how it may be put into a larger piece.
#pragma once
#include "vecify/Support/ScalarType.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace vecify {

/// How tightly the outermost operator of an expression binds; C's levels.
enum class Binding : uint8_t {
  Conditional,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relation,
  Shift,
  Sum,
  Product,
  Unary,
  Primary
};

struct CText {
  std::string text;
  Binding binding = Binding::Primary;
  /// The C type that the expression has, which may be narrower than what it stands for: `n` of type int as an index.
  /// Types below int stand for themselves (C promotes them, their values do not change). Unused for vectors.
  ScalarType type = ScalarType::Index;
  /// An integer literal: takes the type of the other operand.
  bool isLiteral = false;

  /// In parentheses unless it binds at least as tightly as `level`.
  std::string at(Binding level) const { return binding >= level ? text : "(" + text + ")"; }
};

/// A piece of C of this type, or of what C promotes it to.
CText makeText(std::string text, Binding binding, ScalarType type);
/// "int", "float", "int64_t": C's own words where they are exact on all targets.
llvm::StringRef cTypeName(ScalarType type);
/// The type that arithmetic on `type` has in C: int for all below int.
ScalarType promoted(ScalarType type);
/// The unsigned type in which arithmetic on `type` is done so that it wraps: unsigned or uint64_t.
ScalarType moduloOf(ScalarType type);
bool isIdentifierText(llvm::StringRef text);
/// A literal of this value; U64 takes `value` as its bits.
CText integerLiteral(ScalarType type, int64_t value);
/// The shortest decimal that gives this very value.
CText floatLiteral(ScalarType type, double value);
/// `(type)text`.
CText castTo(ScalarType type, const CText &value);

} // namespace vecify
