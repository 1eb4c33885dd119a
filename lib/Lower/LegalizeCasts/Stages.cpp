#include "Stages.h"
#include "Match.h"

namespace vecify {

bool hasConversion(const Target &target, const LowerOptions &options, OpKind kind, ScalarType to, ScalarType from,
                   int64_t n) {
  const ScalarType wide = bitsOf(to) > bitsOf(from) ? to : from;
  return target.find(kind, to, from, nativeLanes(target, options, wide, n));
}

/// Two registers of `from` to one of `to`.
static const Row *pairRow(const Target &target, const LowerOptions &options, ScalarType to, ScalarType from,
                          int64_t n) {
  return target.find(OpKind::NarrowPair, to, from, 2 * nativeLanes(target, options, from, n));
}

ScalarType nextStage(const Target &target, const LowerOptions &options, OpKind kind, ScalarType from, ScalarType to,
                     int64_t n) {
  const unsigned fromBits = bitsOf(from), toBits = bitsOf(to);
  const auto has = [&](ScalarType stage) { return hasConversion(target, options, kind, stage, from, n); };
  const bool several = n > nativeLanes(target, options, from, n);
  if (kind == OpKind::MaskCast) {
    if (fromBits < toBits)
      return has(to) ? to : maskType(fromBits * 2);
    return fromBits == 2 * toBits || (has(to) && !several) ? to : maskType(fromBits / 2);
  }
  if (isInteger(from) && isInteger(to)) {
    if (fromBits < toBits)
      return has(to) || toBits == 2 * fromBits ? to : integerType(fromBits * 2, isSignedInteger(from));
    if (fromBits == 2 * toBits)
      return to;
    // Several steps of pairs are cheaper than one of single registers when there are several registers.
    const ScalarType half = integerType(fromBits / 2, isSignedInteger(to));
    const bool halves = has(half) || pairRow(target, options, half, from, n);
    return has(to) && !(several && halves) ? to : half;
  }
  if (has(to))
    return to;
  if (isInteger(from) && isFloat(to)) {
    // A narrower integer fits a signed one of the float's width, or of 32 bits, from which double is exact.
    if (fromBits >= toBits)
      return to;
    const ScalarType whole = toBits == 64 && fromBits < 32 ? ScalarType::I32
                             : toBits == 64                ? ScalarType::I64
                                                           : integerType(toBits, true);
    return from == whole ? to : nextStage(target, options, kind, from, whole, n);
  }
  if (isFloat(from) && isInteger(to)) {
    // Values outside the result's range are undefined in C, so the wider integer sees the same ones.
    if (toBits < 32 && from != ScalarType::F16)
      return ScalarType::I32;
    return toBits == 64 && fromBits < 64 ? ScalarType::F64 : to;
  }
  // Narrowing in two steps would round twice.
  if (isFloat(from) && isFloat(to) && fromBits < toBits && from != ScalarType::F32 && to != ScalarType::F32)
    return ScalarType::F32;
  return to;
}

float uopsOfConversion(const Target &target, const LowerOptions &options, ScalarType from, ScalarType to, int64_t n,
                       bool isRead) {
  constexpr float ofMissing = 3;
  const OpKind kind = isMask(from) ? OpKind::MaskCast : OpKind::Cast;
  float uops = 0;
  while (bitsOf(from) != bitsOf(to)) {
    const ScalarType next = nextStage(target, options, kind, from, to, n);
    const int64_t lanes = nativeLanes(target, options, bitsOf(next) > bitsOf(from) ? next : from, n);
    const auto registers = unsigned(n / lanes);
    const Row *row = target.find(kind, next, from, lanes), *pair = pairRow(target, options, next, from, n);
    if (registers > 1 && pair && bitsOf(next) < bitsOf(from))
      uops += pair->uops * registers / 2;
    else
      uops += (row ? row->uops : ofMissing) * registers;
    // Behind the first lanes of a register others are moved there, unless they are read from where they stand.
    if (bitsOf(next) > bitsOf(from) && !isRead)
      uops += registers - std::max(1u, registers * bitsOf(from) / bitsOf(next));
    isRead = false;
    from = next;
  }
  return uops;
}

} // namespace vecify
