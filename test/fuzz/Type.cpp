// A table of the types, and C's conversion rules over it.
#include "Type.h"
#include <algorithm>

namespace vecify::fuzz {
namespace {
struct Row {
  int bytes, bits;
  bool isSigned, isFloat;
  const char *spelling, *harness;
};
constexpr Row rows[] = {{0, 0, false, false, "void", "FZ_VOID"},
                        {1, 1, false, false, "_Bool", "FZ_BOOL"},
                        {1, 8, true, false, "int8_t", "FZ_I8"},
                        {1, 8, false, false, "uint8_t", "FZ_U8"},
                        {2, 16, true, false, "int16_t", "FZ_I16"},
                        {2, 16, false, false, "uint16_t", "FZ_U16"},
                        {4, 32, true, false, "int", "FZ_I32"},
                        {4, 32, false, false, "unsigned", "FZ_U32"},
                        {8, 64, true, false, "long", "FZ_I64"},
                        {8, 64, false, false, "uint64_t", "FZ_U64"},
                        {4, 32, true, true, "float", "FZ_F32"},
                        {8, 64, true, true, "double", "FZ_F64"}};

const Row &row(Ty type) { return rows[int(type)]; }
} // namespace

int bytes(Ty type) { return row(type).bytes; }
int bits(Ty type) { return row(type).bits; }
bool isFloat(Ty type) { return row(type).isFloat; }
bool isSigned(Ty type) { return row(type).isSigned; }
const char *spelling(Ty type) { return row(type).spelling; }
const char *harnessName(Ty type) { return row(type).harness; }

Ty unsignedOf(Ty type) {
  switch (type) {
  case Ty::I8:
    return Ty::U8;
  case Ty::I16:
    return Ty::U16;
  case Ty::I32:
    return Ty::U32;
  case Ty::I64:
    return Ty::U64;
  default:
    return type;
  }
}

Ty promote(Ty type) { return isInt(type) && bytes(type) < 4 ? Ty::I32 : type; }

Ty usual(Ty a, Ty b) {
  if (a == Ty::F64 || b == Ty::F64)
    return Ty::F64;
  if (a == Ty::F32 || b == Ty::F32)
    return Ty::F32;
  a = promote(a);
  b = promote(b);
  if (bytes(a) != bytes(b))
    return bytes(a) > bytes(b) ? a : b;
  return isSigned(a) ? b : a;
}

Range fullRange(Ty type) {
  if (isFloat(type))
    return {0, 0, true};
  if (isSigned(type))
    return {-(Wide(1) << (bits(type) - 1)), (Wide(1) << (bits(type) - 1)) - 1};
  return {0, (Wide(1) << bits(type)) - 1};
}

Range hull(const Range &a, const Range &b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi), a.wild || b.wild};
}

bool canConvert(Ty from, const Range &range, Ty to) {
  return !isFloat(from) || !isInt(to) || to == Ty::Bool ||
         range.within(fullRange(to));
}

Range converted(Ty from, const Range &range, Ty to) {
  if (to == Ty::Bool)
    return {0, 1};
  if (isFloat(to))
    return range.wild ? range : rounded(range.lo, range.hi);
  if (isFloat(from) || range.within(fullRange(to)))
    return range;
  return fullRange(to);
}

Range rounded(Wide lo, Wide hi) {
  // Below 2^24 integer bounds are exact in both float types, and rounding is
  // monotone; above, half a unit in the last place of a float is added.
  const Wide exact = Wide(1) << 24, huge = Wide(1) << 62;
  if (lo < -huge || hi > huge)
    return {0, 0, true};
  if (lo < -exact)
    lo += lo >> 20;
  if (hi > exact)
    hi += hi >> 20;
  return {lo, hi};
}

} // namespace vecify::fuzz
