// C's arithmetic types and the value ranges that keep generated programs free
// of undefined behaviour: an expression knows the interval of its values, so
// the generator sees that `a[i] + b[i]` may overflow an int and writes
// `(unsigned)a[i] + b[i]` or `(a[i] & 1023) + b[i]` instead.
#pragma once
#include <cstdint>

namespace vecify::fuzz {

__extension__ using Wide = __int128;

enum class Ty : uint8_t {
  Void,
  Bool,
  I8,
  U8,
  I16,
  U16,
  I32,
  U32,
  I64,
  U64,
  F32,
  F64
};

int bytes(Ty type);
int bits(Ty type);
bool isFloat(Ty type);
inline bool isInt(Ty type) { return type != Ty::Void && !isFloat(type); }
/// True for signed integers and floats.
bool isSigned(Ty type);
/// The way C spells it: `int8_t`, `unsigned`, `float`.
const char *spelling(Ty type);
/// The name in the harness: FZ_I8.
const char *harnessName(Ty type);
/// The type with the same width and no sign.
Ty unsignedOf(Ty type);

/// C's integer promotion.
Ty promote(Ty type);
/// C's usual arithmetic conversions.
Ty usual(Ty a, Ty b);

/// All values of an expression lie in [lo, hi]; a wild float may be anything,
/// NaN included, and its bounds mean nothing.
struct Range {
  Wide lo = 0, hi = 0;
  bool wild = false;

  bool within(const Range &outer) const {
    return outer.wild || (!wild && lo >= outer.lo && hi <= outer.hi);
  }
  bool operator==(const Range &) const = default;
};

/// Every value of the type; wild for floats.
Range fullRange(Ty type);
Range hull(const Range &a, const Range &b);
/// Whether C defines the conversion for every value (all but float to int are).
bool canConvert(Ty from, const Range &range, Ty to);
/// The range after the conversion.
Range converted(Ty from, const Range &range, Ty to);
/// A float's range with room for one rounding; wild when it may get huge.
Range rounded(Wide lo, Wide hi);

} // namespace vecify::fuzz
