// See Inputs.h. Tuples of lane values are made first (all pairs of bytes, all pairs of edge values, random ones), then
// dealt out to vectors, so that every width sees the same tuples.
#include "Inputs.h"
#include "LaneValues.h"
#include "vecify/IR/Interpret.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

namespace vecify::conformance {
namespace {

using Tuple = llvm::SmallVector<uint64_t, 3>;

/// All tuples with one lane value per operand type.
std::vector<Tuple> tuplesOf(llvm::ArrayRef<ScalarType> types, bool wantsExhaustive) {
  std::vector<Tuple> tuples;
  Random random(types.size() * 1000 + unsigned(types.empty() ? ScalarType::I1 : types[0]));
  if (types.empty())
    return {Tuple{}};
  if (types.size() > 3) {
    for (unsigned i = 0; i < 64; ++i) {
      tuples.emplace_back();
      for (ScalarType type : types)
        tuples.back().push_back(randomLane(type, random));
    }
    return tuples;
  }
  const bool isExhaustive =
      wantsExhaustive && ((types.size() == 1 && widthOf(types[0]) <= 16) ||
                          (types.size() == 2 && widthOf(types[0]) <= 8 && widthOf(types[1]) <= 8));
  if (isExhaustive) {
    const uint64_t second = types.size() == 2 ? uint64_t(1) << widthOf(types[1]) : 1;
    for (uint64_t a = 0; a < uint64_t(1) << widthOf(types[0]); ++a)
      for (uint64_t b = 0; b < second; ++b) {
        Tuple tuple{canonical(types[0], a)};
        if (types.size() == 2)
          tuple.push_back(canonical(types[1], b));
        tuples.push_back(std::move(tuple));
      }
    return tuples;
  }
  // Every pair of edge values of every two neighbouring operands, the others random.
  for (size_t o = 0; o < types.size(); ++o) {
    const auto first = edgesOf(types[o]), second = edgesOf(types[(o + 1) % types.size()]);
    for (uint64_t a : first)
      for (uint64_t b : second) {
        Tuple tuple;
        for (ScalarType type : types)
          tuple.push_back(randomLane(type, random));
        if (types.size() > 1)
          tuple[(o + 1) % types.size()] = b;
        tuple[o] = a;
        tuples.push_back(tuple);
        if (types.size() == 1)
          break;
      }
    if (types.size() == 2)
      break;
  }
  for (unsigned i = 0; i < 1024; ++i) {
    Tuple tuple;
    for (ScalarType type : types)
      tuple.push_back(randomLane(type, random));
    tuples.push_back(std::move(tuple));
  }
  return tuples;
}

bool fits(double value, ScalarType to) {
  const double whole = std::trunc(value);
  const unsigned bits = widthOf(to);
  if (std::isnan(value))
    return false;
  return isSignedInteger(to) ? whole >= -std::ldexp(1.0, bits - 1) && whole < std::ldexp(1.0, bits - 1)
                             : whole >= 0 && whole < std::ldexp(1.0, bits);
}

/// Ops.def: which lanes have a meaning.
bool isDefined(const RowOp &rowOp, llvm::ArrayRef<uint64_t> lane) {
  const Op &op = rowOp.op;
  switch (op.kind) {
  case OpKind::Div:
  case OpKind::Rem: {
    const ScalarType type = rowOp.result().element;
    if (isFloat(type))
      return true;
    return lane[1] != 0 && !(isSignedInteger(type) && int64_t(lane[1]) == -1 && int64_t(lane[0]) == minValue(type));
  }
  case OpKind::Shl:
  case OpKind::Shr:
    return lane[1] < widthOf(rowOp.result().element);
  case OpKind::Cast: {
    const ScalarType from = rowOp.operand(0).element, to = rowOp.result().element;
    return !isFloat(from) || !isInteger(to) || fits(toDouble(from, lane[0]), to);
  }
  default:
    return true;
  }
}

bool isNumberPick(const Op &op) {
  return op.kind == OpKind::FMin || op.kind == OpKind::FMax ||
         (op.kind == OpKind::Reduce && (op.combine == ReductionKind::FMin || op.combine == ReductionKind::FMax));
}

std::vector<Tuple> tuplesFor(const RowOp &rowOp, llvm::ArrayRef<ScalarType> types, size_t lanes) {
  std::vector<Tuple> tuples = tuplesOf(types, isLanewise(rowOp.op) || rowOp.op.kind == OpKind::ShlUniform ||
                                                  rowOp.op.kind == OpKind::ShrUniform);
  if (rowOp.op.kind == OpKind::CreateMask) {
    tuples.clear();
    for (int64_t n = -3; n <= int64_t(rowOp.result().lanes()) + 3; ++n)
      tuples.push_back({uint64_t(n)});
    for (int64_t n : {INT64_MIN, INT64_MAX, int64_t(1) << 32, -(int64_t(1) << 32), (int64_t(1) << 32) + 1, int64_t(256),
                      int64_t(255), int64_t(65536), int64_t(-256), int64_t(128), int64_t(127)})
      tuples.push_back({uint64_t(n)});
  }
  if (rowOp.op.kind == OpKind::FirstTrue) {
    // In every vector another lane is the first.
    Random random(5);
    uint64_t yes = 0;
    while (yes == 0)
      yes = randomLane(types[0], random);
    tuples.clear();
    for (size_t first = 0; first < 4 * lanes; ++first)
      for (size_t lane = 0; lane < lanes; ++lane)
        tuples.push_back({lane == first % lanes || (lane > first % lanes && random.below(2)) ? yes : 0});
  }
  if (rowOp.op.kind == OpKind::RecoverProduct) {
    // Lost products of edge values, and what needs no recovery.
    Random random(11);
    const auto edges = edgesOf(types[0]);
    const uint64_t lost = types[0] == ScalarType::F32 ? 0x7fc00000 : 0x7ff8000000000000;
    tuples.clear();
    for (unsigned i = 0; i < 4096; ++i) {
      Tuple tuple;
      for (size_t o = 0; o < types.size(); ++o)
        tuple.push_back(o < 2 && random.below(4) != 0 ? lost
                        : random.below(4) != 0        ? edges[random.below(edges.size())]
                                                      : randomLane(types[o], random));
      tuples.push_back(std::move(tuple));
    }
  }
  if (rowOp.op.kind == OpKind::Reduce) {
    // Neighbouring edge values would give NaN most of the time.
    std::vector<Tuple> shuffled;
    Random random(7);
    for (unsigned i = 0; i < 64 * lanes; ++i)
      shuffled.push_back(i < 8 * lanes || random.below(24) == 0 ? tuples[random.below(tuples.size())]
                                                                : tuples[tuples.size() - 1 - random.below(1024)]);
    return shuffled;
  }
  // A whole number of vectors.
  for (size_t i = 0; tuples.size() % std::max<size_t>(lanes, 128); ++i)
    tuples.push_back(Tuple(tuples[i]));
  if (isNumberPick(rowOp.op))
    // Signalling NaNs have no meaning in fmin and fmax.
    for (Tuple &tuple : tuples)
      for (size_t o = 0; o < types.size(); ++o)
        tuple[o] = quieted(types[o], tuple[o]);
  return tuples;
}

/// The op on another number of lanes.
RowOp withLanes(const RowOp &rowOp, int64_t lanes) {
  RowOp wide = rowOp;
  for (Value &value : wide.function.values)
    value.type = VectorType::vector(lanes, value.type.element);
  return wide;
}

std::vector<uint64_t> evaluated(const RowOp &rowOp, const std::vector<std::vector<uint64_t>> &operands) {
  llvm::Expected<std::vector<uint64_t>> result = evaluate(rowOp.op, rowOp.function, operands);
  if (!result)
    llvm::report_fatal_error(result.takeError());
  return std::move(*result);
}

Trials lanewiseTrials(const RowOp &rowOp, const std::vector<Tuple> &tuples) {
  Trials trials;
  trials.count = tuples.size() / size_t(rowOp.result().lanes());
  for (unsigned o = 0; o < rowOp.operandCount(); ++o) {
    trials.operands.emplace_back();
    for (const Tuple &tuple : tuples)
      trials.operands[o].push_back(tuple[o]);
  }
  trials.result = evaluated(withLanes(rowOp, int64_t(tuples.size())), trials.operands);
  for (const Tuple &tuple : tuples)
    trials.isDefined.push_back(isDefined(rowOp, tuple));
  return trials;
}

} // namespace

bool isLanewise(const Op &op) {
  if (narrowsTwo(op.kind))
    return false;
  switch (op.kind) {
  case OpKind::ShlUniform:
  case OpKind::ShrUniform:
  case OpKind::Bitcast:
    return false;
  default:
    const OpClass c = classOf(op.kind);
    return c == OpClass::Elementwise || c == OpClass::ElementwiseInts || isComparison(op.kind) || c == OpClass::Cast ||
           c == OpClass::Callee;
  }
}

Trials trialsOf(const RowOp &rowOp) {
  std::vector<ScalarType> types;
  size_t most = 1;
  for (unsigned o = 0; o < rowOp.operandCount(); ++o) {
    types.push_back(rowOp.operand(o).element);
    most = std::max<size_t>(most, size_t(rowOp.operand(o).lanes()));
  }
  const std::vector<Tuple> tuples = tuplesFor(rowOp, types, most);
  if (isLanewise(rowOp.op))
    return lanewiseTrials(rowOp, tuples);

  const bool isUniform = rowOp.op.kind == OpKind::ShlUniform || rowOp.op.kind == OpKind::ShrUniform;
  const bool leaves = rowOp.op.kind == OpKind::Srs;
  Trials trials;
  trials.operands.resize(types.size());
  for (size_t start = 0; start < tuples.size(); start += most) {
    std::vector<std::vector<uint64_t>> operands;
    for (unsigned o = 0; o < types.size(); ++o) {
      std::vector<uint64_t> lanes(size_t(rowOp.operand(o).lanes()));
      for (size_t l = 0; l < lanes.size(); ++l)
        lanes[l] = tuples[(start + l) % tuples.size()][o];
      if (isUniform && o == 1)
        lanes[0] = (start / most) % widthOf(rowOp.result().element);
      if (rowOp.op.kind == OpKind::PermuteBlocks && o == 0)
        for (uint64_t &lane : lanes)
          lane %= 128;
      if (leaves && o == 1)
        lanes[0] = (start / most) % 32;
      // A sum of which the row knows that it begins at zero.
      if (rowOp.function.definitionOf(rowOp.op.operands[o]))
        lanes.assign(lanes.size(), 0);
      trials.operands[o].insert(trials.operands[o].end(), lanes.begin(), lanes.end());
      operands.push_back(std::move(lanes));
    }
    const std::vector<uint64_t> result = evaluated(rowOp, operands);
    trials.result.insert(trials.result.end(), result.begin(), result.end());
    ++trials.count;
  }
  trials.isDefined.assign(trials.result.size(), 1);
  return trials;
}

} // namespace vecify::conformance
