// Bytes moved between the caches, by the footprints of loops.
//
//     for i                       one pass over j touches more than the cache holds: B moves in again for every i
//       for j                     one pass over k fits: what j and k touch moves in once per i
//         for k
//           ... A[i][k] * B[k][j]
//
// A place in the code touches, over a set of loops around it, as many bytes as its strides say. Between two iterations
// of a loop its data stays in a cache that holds all that one iteration touches; else it moves in again.
#include "MemoryCost.h"
#include "BlockCost.h"
#include "Iterations.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace vecify {
namespace {

constexpr double LineBytes = 64;
struct LoopSize {
  ValueId counter;
  double trips, step;
  bool isUnknown;
  bool isGuessed; ///< not even likely: UnknownSize
  unsigned depth; ///< how many loops are around it
  double roomOfOneIteration = 0;
};

/// Reads and writes at one place of an array.
struct Place {
  uint32_t array;
  double offset, bytes;
  double rows = 1; ///< places of so many bytes that lanes touch at once, each in lines of its own
  bool isWritten;
  double likelihood;           ///< that it is touched
  std::vector<double> strides; ///< bytes per iteration of each enclosing loop, outermost first
  std::vector<bool> isKnown;   ///< these, whatever the sizes
  std::vector<unsigned> loops; ///< indices into the loops
};

class Traffic {
public:
  /// `unknown` stands for a size that is not known.
  Traffic(const Function &code, double unknown) : F(code), UnknownSize(unknown) {
    walk(code.body);
    if (Loops.empty() || Places.size() > MostPlaces)
      return;
    All = distinct(every(), 0);
    for (const Place *place : All)
      Moves.push_back(movesOf(*place));
    for (unsigned loop = 0; loop < Loops.size(); ++loop)
      Loops[loop].roomOfOneIteration = roomOfOneIteration(loop);
  }

  /// Bytes that move into a cache of this size.
  double bytesInto(double size) const {
    if (All.empty() || room(All, 0) <= size)
      return 0;
    double sum = 0;
    for (size_t p = 0; p < All.size(); ++p)
      sum += moved(*All[p], 0, size) * Moves[p] * (jumps(*All[p]) ? Unforeseen : 1);
    return sum;
  }

  /// How often what lies at the place moves: in if anything touches it, and out again if it is written.
  double movesOf(const Place &place) const {
    double touched = 0, written = 0;
    for (const Place &other : Places)
      if (coincide(place, other, 0)) {
        touched = std::max(touched, other.likelihood);
        if (other.isWritten && (place.isWritten || other.loops != place.loops))
          written = std::max(written, other.likelihood);
      }
    return touched + written;
  }

  /// Most loops of unknown size around a place.
  unsigned unknownDepth() const {
    unsigned depth = 0;
    for (const Place &place : Places)
      depth = std::max<unsigned>(depth, llvm::count_if(place.loops, [&](unsigned l) { return Loops[l].isUnknown; }));
    return depth;
  }

  /// All that is touched is as large as the code says, or as arrays of known size are.
  bool hasKnownSize() const {
    return llvm::all_of(Places, [&](const Place &place) {
      for (size_t d = 0; d < place.strides.size(); ++d)
        if (place.strides[d] > 0 && (Loops[place.loops[d]].isGuessed || !place.isKnown[d]))
          return false;
      return true;
    });
  }

private:
  /// A body with more is bound by its instructions.
  static constexpr size_t MostPlaces = 1000;

  void walk(BlockId block) {
    for (OpId id : F.blocks[block].ops) {
      const Op &op = F.ops[id];
      if (op.kind == OpKind::For) {
        // What another loop has left over is little.
        if (!Ends.count(op.operands[0]))
          enter(op);
        Ends.insert(op.operands[1]);
      } else if (op.kind == OpKind::If) {
        const Op *condition = F.definitionOf(op.operands[0]);
        const bool isRest = condition && condition->kind == OpKind::CmpLt && Ends.count(condition->operands[0]);
        if (isRest) {
          Ends.insert(condition->operands[1]);
          continue;
        }
        const double around = Likelihood;
        Likelihood *= isOfAnyLane(F, op.operands[0]) ? TakenByAny : 1;
        walk(op.blocks[0]);
        Likelihood = around;
        walk(op.blocks[1]);
      } else if (op.mem.pattern != ~0u) {
        note(op);
      }
    }
  }

  void enter(const Op &loop) {
    const double step = double(integerOf(F, loop.operands[2]).value_or(1));
    const std::optional<int64_t> known = iterationsBetween(F, loop.operands[0], loop.operands[1]);
    const double expected =
        known ? double(std::max<int64_t>(0, *known)) : expectedBetween(F, loop.operands[0], loop.operands[1]);
    const bool isGuessed = !known && expected >= UnknownTrip;
    const double count = isGuessed ? UnknownSize : expected;
    const unsigned depth = unsigned(Stack.size());
    Stack.push_back(unsigned(Loops.size()));
    Loops.push_back(
        {F.blocks[loop.blocks[0]].arguments[0], std::max(1.0, count / step), step, !known, isGuessed, depth});
    walk(loop.blocks[0]);
    Stack.pop_back();
  }

  /// Values that are polynomials themselves are written out.
  IndexExpr expanded(const IndexExpr &expr) const {
    return expr.substituteAll([&](SymbolId s) {
      const Op *op = F.definitionOf(s);
      return op && op->kind == OpKind::IndexValue ? expanded(op->index) : IndexExpr::symbol(s);
    });
  }

  /// With every size at what is expected, and counters at 0.
  double sizeOf(const IndexExpr &expr) const {
    double sum = 0;
    for (const IndexExpr::Term &term : expr.terms()) {
      double product = double(term.coefficient);
      for (SymbolId s : term.symbols)
        product *= llvm::any_of(Loops, [&](const LoopSize &loop) { return loop.counter == s; }) ? 0 : UnknownSize;
      sum += product;
    }
    return sum;
  }

  void note(const Op &op) {
    const MemPattern &pattern = F.patterns[op.mem.pattern];
    IndexExpr address(pattern.offsetBytes);
    for (unsigned d = 0; d < op.mem.subs.size(); ++d)
      address += expanded(op.mem.subs[d]) * expanded(pattern.strideBytes[d]);
    const bool isWrite = op.results.empty();
    const VectorType &type = F.typeOf(isWrite ? op.operands[0] : op.results[0]);
    Place place{pattern.array, sizeOf(address), std::max(1.0, double(type.bits()) / 8), 1, isWrite, Likelihood, {}, {},
                Stack};
    for (unsigned loop : Stack) {
      const ValueId counter = Loops[loop].counter;
      const bool isLinear = address.degreeIn(counter) <= 1;
      place.strides.push_back(
          std::abs((isLinear ? sizeOf(address.coefficientOf(counter)) : UnknownSize) * Loops[loop].step));
      place.isKnown.push_back(isLinear && address.coefficientOf(counter).asConstant());
    }
    if (op.kind == OpKind::Gather || op.kind == OpKind::Scatter)
      spread(place);
    Places.push_back(std::move(place));
  }

  /// The lanes of a gather lie between this step's address and the next one's, of the loop that they are iterations of.
  void spread(Place &place) const {
    for (size_t d = Stack.size(); d-- > 0;) {
      const double lanes = Loops[Stack[d]].step, stride = place.strides[d];
      if (lanes <= 1 && d > 0)
        continue;
      if (stride > lanes * LineBytes)
        place.rows = lanes;
      else
        place.bytes = std::max(place.bytes, stride);
      return;
    }
  }

  std::vector<const Place *> every() const {
    std::vector<const Place *> result;
    for (const Place &place : Places)
      result.push_back(&place);
    return result;
  }

  /// Bytes that the place touches while the loops from `depth` inwards run.
  double footprint(const Place &place, unsigned depth, double scattered = 1) const {
    std::vector<std::pair<double, double>> walks; // stride, trips
    for (unsigned d = depth; d < place.loops.size(); ++d)
      if (place.strides[d] > 0)
        walks.push_back({place.strides[d], Loops[place.loops[d]].trips});
    llvm::sort(walks);
    double extent = place.bytes, count = place.rows;
    for (auto [stride, trips] : walks) {
      if (stride <= std::max(extent, LineBytes))
        extent += stride * (trips - 1);
      else
        count *= trips;
    }
    return count * std::max(extent, LineBytes) * (count > 1 ? scattered : 1);
  }

  /// Of a cache, for all that the places touch. Rows that lie apart share some sets while others stay empty.
  double room(const std::vector<const Place *> &places, unsigned depth) const {
    double sum = 0;
    for (const Place *place : places)
      sum += footprint(*place, depth, std::max(1.5, linesBetween(*place, depth)));
    return sum;
  }

  /// A walk down a column whose rows are a power of two apart meets one line in so many, and so one set of a cache.
  double linesBetween(const Place &place, unsigned depth) const {
    int64_t apart = 0;
    for (unsigned d = depth; d < place.loops.size(); ++d)
      if (place.strides[d] > 0 && Loops[place.loops[d]].trips > 1) {
        if (!place.isKnown[d])
          return 1;
        apart = std::gcd(apart, int64_t(place.strides[d]));
      }
    for (const Place &other : Places)
      if (other.array == place.array && other.loops == place.loops && other.strides == place.strides)
        apart = std::gcd(apart, int64_t(std::abs(other.offset - place.offset)));
    return double(std::gcd(apart, BytesOfWay)) / LineBytes;
  }
  /// Bytes after which a first-level cache begins anew with its sets: a page. Larger caches are indexed by addresses
  /// that the program does not see.
  static constexpr int64_t BytesOfWay = 4096;

  /// Over the loops from `depth` inwards one of the places touches what the other does, but for a few iterations at the
  /// edges. The loops of one may go on further inwards.
  bool coincide(const Place &a, const Place &b, unsigned depth) const {
    if (a.loops.size() > b.loops.size())
      return coincide(b, a, depth);
    const auto isPrefix = [](const auto &some, const auto &all) {
      return std::equal(some.begin(), some.end(), all.begin());
    };
    if (a.array != b.array || !isPrefix(a.loops, b.loops) || !isPrefix(a.strides, b.strides))
      return false;
    double reach = 0;
    for (size_t d = a.loops.size(); d < b.loops.size(); ++d)
      reach += b.strides[d] * (Loops[b.loops[d]].trips - 1);
    const double apart = std::max(b.offset - a.offset, a.offset - (b.offset + reach));
    if (apart < LineBytes)
      return true;
    for (unsigned d = depth; d < a.loops.size(); ++d) {
      const double stride = a.strides[d];
      if (stride > 0 && apart <= stride * Loops[a.loops[d]].trips / 4 &&
          std::abs(std::remainder(apart, stride)) < LineBytes)
        return true;
    }
    return false;
  }

  /// Those that stand for all: what is inside most loops, and what is written, first.
  std::vector<const Place *> distinct(std::vector<const Place *> places, unsigned depth) const {
    llvm::stable_sort(places, [](const Place *a, const Place *b) {
      return std::pair(a->loops.size(), a->isWritten) > std::pair(b->loops.size(), b->isWritten);
    });
    std::vector<const Place *> result;
    for (const Place *place : places)
      if (llvm::none_of(result, [&](const Place *other) { return coincide(*other, *place, depth); }))
        result.push_back(place);
    return result;
  }

  /// After one line, or less, comes another one that no prefetcher foresees.
  bool jumps(const Place &place) const {
    double extent = place.bytes;
    for (size_t d = place.strides.size(); d-- > 0;) {
      const double stride = place.strides[d], further = stride * (Loops[place.loops[d]].trips - 1);
      if (further > 0 && stride > std::max(LineBytes, extent))
        return !fillNeighbours(place, stride);
      extent += further;
      if (extent > std::max(LineBytes, place.bytes))
        return false;
    }
    return false;
  }
  /// The next line is that of a neighbour, and so on up to where the place goes on.
  bool fillNeighbours(const Place &place, double stride) const {
    double bytes = 0;
    for (const Place &other : Places)
      if (other.array == place.array && other.loops == place.loops && other.strides == place.strides &&
          std::abs(other.offset - place.offset) < stride)
        bytes += other.bytes;
    return bytes >= stride;
  }
  static constexpr double Unforeseen = 2; ///< how much longer such a line takes

  /// Of a cache, for all that one iteration of the loop touches.
  double roomOfOneIteration(unsigned loop) const {
    const unsigned depth = Loops[loop].depth;
    std::vector<const Place *> inside;
    for (const Place &place : Places)
      if (place.loops.size() > depth && place.loops[depth] == loop)
        inside.push_back(&place);
    return room(distinct(inside, depth + 1), depth + 1);
  }

  /// Bytes that move into the cache for this place while its loops from `depth` inwards run.
  double moved(const Place &place, unsigned depth, double size) const {
    if (depth >= place.loops.size() || Loops[place.loops[depth]].roomOfOneIteration <= size)
      return footprint(place, depth);
    return Loops[place.loops[depth]].trips * moved(place, depth + 1, size);
  }

  const Function &F;
  const double UnknownSize;
  std::vector<LoopSize> Loops;
  std::vector<unsigned> Stack;
  std::set<ValueId> Ends; ///< counter values at which loops have ended, also inside of branches
  double Likelihood = 1;  ///< that what is walked over is run
  std::vector<Place> Places;
  std::vector<double> Moves;      ///< of each in All
  std::vector<const Place *> All; ///< those that differ from the others; none where there are too many
};

} // namespace

/// The last cache before DRAM is shared by cores with other work.
static constexpr double OwnPart = 0.5;

/// Data of unknown size are taken to fit into the last cache.
static double memoryCycles(const Traffic &traffic, const Target &target, llvm::ArrayRef<double> shares) {
  double cycles = 0;
  const size_t last = target.caches.size() - 2;
  for (size_t level = 0; level < last + traffic.hasKnownSize(); ++level)
    cycles += traffic.bytesInto(target.caches[level].bytes * (level == last ? OwnPart : 1)) *
              (level < shares.size() ? shares[level] : 1) / target.caches[level + 1].bytesPerCycle;
  return cycles;
}

static double together(double cycles, double memory) {
  return std::pow(std::pow(cycles, 4) + std::pow(memory, 4), 0.25);
}

double MemoryLoad::with(double cycles, double trip) const {
  const double there = together(cycles, expected * trip);
  return std::sqrt(there * together(cycles * growth, large * trip) / growth);
}

MemoryLoad memoryLoad(const Function &code, const Target &target, double trip, bool isKnown, double larger,
                      llvm::ArrayRef<double> shares) {
  const Traffic traffic(code, UnknownTrip);
  MemoryLoad load;
  load.expected = load.large = memoryCycles(traffic, target, shares) / trip;
  const unsigned depth = traffic.unknownDepth();
  if (depth < 2)
    return load;
  const double trips = isKnown ? 1 : larger;
  load.growth = std::pow(larger, depth) / trips;
  load.large = memoryCycles(Traffic(code, larger * UnknownTrip), target, shares) / (trip * trips);
  return load;
}

} // namespace vecify
