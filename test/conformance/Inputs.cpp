// See Inputs.h. Tuples of lane values are made first (all pairs of bytes, all pairs of edge values, random ones), then
// dealt out to vectors, so that every width sees the same tuples.
#include "Inputs.h"
#include "vecify/IR/Interpret.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

namespace vecify::conformance {
namespace {

using Tuple = llvm::SmallVector<uint64_t, 3>;

/// SplitMix64.
class Random {
public:
  explicit Random(uint64_t seed) : State(seed) {}
  uint64_t next() {
    uint64_t z = State += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  uint64_t below(uint64_t n) { return next() % n; }

private:
  uint64_t State;
};

unsigned widthOf(ScalarType type) { return type == ScalarType::I1 ? 1 : bitsOf(type); }

uint64_t canonical(ScalarType type, uint64_t bits) {
  const unsigned unused = 64 - widthOf(type);
  if (isMask(type) && type != ScalarType::I1)
    return bits & 1 ? ~uint64_t(0) : 0;
  if (isSignedInteger(type))
    return uint64_t(int64_t(bits << unused) >> unused);
  return bits << unused >> unused;
}

/// How a float format lays out its bits.
struct Format {
  unsigned mantissa, exponent;
};
Format formatOf(ScalarType type) {
  switch (type) {
  case ScalarType::F16:
    return {10, 5};
  case ScalarType::BF16:
    return {7, 8};
  case ScalarType::F32:
    return {23, 8};
  default:
    return {52, 11};
  }
}

double toDouble(ScalarType type, uint64_t bits) {
  const Format format = formatOf(type);
  const uint64_t mantissa = bits & ((uint64_t(1) << format.mantissa) - 1);
  const int exponent = int(bits >> format.mantissa & ((1u << format.exponent) - 1)), bias = (1 << (format.exponent - 1)) - 1;
  const bool isNegative = bits >> (format.mantissa + format.exponent) & 1;
  double value;
  if (exponent == (1 << format.exponent) - 1)
    value = mantissa ? NAN : INFINITY;
  else if (exponent == 0)
    value = std::ldexp(double(mantissa), 1 - bias - int(format.mantissa));
  else
    value = std::ldexp(double(mantissa | uint64_t(1) << format.mantissa), exponent - bias - int(format.mantissa));
  return isNegative ? -value : value;
}

bool isNan(ScalarType type, uint64_t bits) { return isFloat(type) && std::isnan(toDouble(type, bits)); }

/// Zeros, denormals, what is near the integers, halves and powers where roundings and conversions turn, infinities, NaN.
std::vector<uint64_t> floatEdges(ScalarType type) {
  const Format format = formatOf(type);
  const uint64_t one = uint64_t((1 << (format.exponent - 1)) - 1) << format.mantissa;
  const uint64_t unit = uint64_t(1) << format.mantissa, sign = uint64_t(1) << (format.mantissa + format.exponent);
  const uint64_t infinity = ((uint64_t(1) << format.exponent) - 1) << format.mantissa;
  std::vector<uint64_t> edges{0, 1, unit - 1, unit, one, one + 1, one - 1, one - unit, one - unit - 1, one - unit + 1,
                              one + unit / 2, one + unit + unit / 4, one + unit * 3 / 2, one + unit, infinity - 1, infinity,
                              infinity + unit / 2, one + unit * format.mantissa + 1, one + unit * (format.mantissa - 1) + 1};
  for (unsigned power : {7u, 8u, 15u, 16u, 30u, 31u, 32u, 62u, 63u})
    if (power < (1u << (format.exponent - 1)))
      for (int delta : {-1, 0, 1})
        edges.push_back(one + unit * power + delta);
  const size_t half = edges.size();
  for (size_t i = 0; i < half; ++i)
    edges.push_back(edges[i] | sign);
  return edges;
}

std::vector<uint64_t> edgesOf(ScalarType type) {
  if (isFloat(type))
    return floatEdges(type);
  if (isMask(type))
    return {canonical(type, 0), canonical(type, ~uint64_t(0))};
  std::vector<uint64_t> edges;
  const unsigned bits = widthOf(type);
  for (uint64_t base : {uint64_t(0), uint64_t(1) << (bits - 1), uint64_t(1) << (bits / 2), uint64_t(1) << (bits / 2 - 1)})
    for (int64_t delta : {-2, -1, 0, 1, 2})
      edges.push_back(canonical(type, base + uint64_t(delta)));
  edges.push_back(canonical(type, 0x5555555555555555));
  return edges;
}

uint64_t randomLane(ScalarType type, Random &random) {
  const uint64_t bits = random.next();
  if (isFloat(type) && random.below(2)) {
    // Of a size that ordinary code has: exponents around zero.
    const Format format = formatOf(type);
    const uint64_t bias = (1u << (format.exponent - 1)) - 1;
    const uint64_t exponent = bias - std::min<uint64_t>(bias - 1, 12) + random.below(std::min<uint64_t>(2 * bias - 2, 48));
    const uint64_t mantissa = bits & ((uint64_t(1) << format.mantissa) - 1);
    return canonical(type, (bits >> 63) << (format.mantissa + format.exponent) | exponent << format.mantissa | mantissa);
  }
  if (isInteger(type) && random.below(2))
    return canonical(type, uint64_t(int64_t(bits) >> random.below(64)));
  return canonical(type, bits);
}

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
  const bool isExhaustive = wantsExhaustive && ((types.size() == 1 && widthOf(types[0]) <= 16) ||
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

/// Signalling NaNs have no meaning in fmin and fmax.
uint64_t quieted(ScalarType type, uint64_t bits) {
  return isNan(type, bits) ? bits | uint64_t(1) << (formatOf(type).mantissa - 1) : bits;
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
  for (size_t i = 0; tuples.size() % std::max<size_t>(lanes, 64); ++i)
    tuples.push_back(Tuple(tuples[i]));
  if (isNumberPick(rowOp.op))
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
  switch (op.kind) {
  case OpKind::ShlUniform:
  case OpKind::ShrUniform:
  case OpKind::Bitcast:
  case OpKind::NarrowPair:
  case OpKind::NarrowPairSat:
    return false;
  default:
    const OpClass c = classOf(op.kind);
    return c == OpClass::Elementwise || c == OpClass::ElementwiseInts || c == OpClass::Compare || c == OpClass::Cast;
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
