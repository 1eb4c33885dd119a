// Casts between element widths: pieces of the wide side decide, and the narrow side is sliced or joined.
//
//     32xu8 -> 32xi32     four slices of 8 lanes, each widened
//     32xi32 -> 32xi16    two pieces at a time, narrow_pair: 2 x 8xi32 -> 16xi16
//
// legalize-casts has already broken up what no single row does.
#include "NarrowIntegers/Ranges.h"
#include "Splitter.h"

namespace vecify {

void Splitter::splitCast(const Op &op) {
  VectorType from = S.typeOf(op.operands[0]), to = S.typeOf(op.results[0]);
  if (bitsOf(from.element) > bitsOf(to.element) && !isFloat(from.element) && !isFloat(to.element))
    return splitNarrowingCast(op);
  // Wide lanes decide; a narrower result is held in small pieces until somebody needs them joined.
  splitElementwise(op);
}

/// The same registers, seen with other lanes.
void Splitter::splitBitcast(const Op &op) {
  VectorType from = S.typeOf(op.operands[0]), to = S.typeOf(op.results[0]);
  if (from.isScalar() || bitsOf(from.element) == bitsOf(to.element))
    return splitElementwise(op);
  int64_t lanes = naturalOf(op.operands[0]), result = lanes * bitsOf(from.element) / bitsOf(to.element);
  Pieces pieces;
  for (ValueId piece : at(op.operands[0], lanes))
    pieces.push_back(emit(op, {piece}, result));
  define(op.results[0], result, std::move(pieces));
}

/// Integers or masks to half the width (or less, where a row does that at once).
void Splitter::splitNarrowingCast(const Op &op) {
  VectorType from = S.typeOf(op.operands[0]), to = S.typeOf(op.results[0]);
  int64_t n = minorLanes(to), lanes = natural(from.element, n);
  const Row *pair = T.find(OpKind::NarrowPair, to.element, from.element, 2 * lanes);
  bool single = T.find(op.kind, to.element, from.element, lanes);
  // Three pieces make no pairs: each of them by itself then.
  const bool hasPairs = n % (2 * lanes) == 0;
  if (bitsOf(from.element) != 2 * bitsOf(to.element) || !pair || (!hasPairs && single))
    return splitElementwise(op);
  VectorType paired = VectorType::vector(2 * lanes, to.element);
  const Pieces sources = at(op.operands[0], lanes);
  Pieces pieces;
  if (hasPairs) {
    // Where nothing is lost, the row that saturates does as well, and is cheaper on x86.
    ScalarType asSigned = isMask(from.element) ? from.element : integerType(bitsOf(from.element), true);
    const Row *saturating = T.find(OpKind::NarrowPairSat, to.element, asSigned, 2 * lanes);
    bool saturates = op.kind == OpKind::Cast && saturating && saturating->uops < pair->uops &&
                     rangeOf(S, op.operands[0]).fits(to.element);
    auto operand = [&](ValueId v) {
      return saturates && from.element != asSigned
                 ? emit(OpKind::Bitcast, VectorType::vector(lanes, asSigned), {v}, {}, op.operands[0])
                 : v;
    };
    for (size_t p = 0; p + 1 < sources.size(); p += 2)
      pieces.push_back(emit(saturates ? OpKind::NarrowPairSat : OpKind::NarrowPair, paired,
                            {operand(sources[p]), operand(sources[p + 1])}, {}, op.results[0]));
    return define(op.results[0], 2 * lanes, std::move(pieces));
  }
  // A row that fills one register: narrowed with itself, of which the lower half is kept.
  for (ValueId source : sources) {
    ValueId both = emit(OpKind::NarrowPair, paired, {source, source}, {}, op.results[0]);
    pieces.push_back(emit(OpKind::ExtractSlice, VectorType::vector(lanes, to.element), {both}, {0}, op.results[0]));
  }
  define(op.results[0], lanes, std::move(pieces));
}

} // namespace vecify
