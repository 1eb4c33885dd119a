// Tries the conditions that people's parameters meet: strides are positive, rows are at least as long as what is
// accessed of them, offsets are not negative or are long, two ends do not meet. A condition helps if the dependence,
// looked at again with it as knowledge, no longer limits blocks.
#include "Assume.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

/// More conditions than this are a sign of something else.
constexpr size_t MaxAssumptions = 3;

struct Candidate {
  Assumption assumption;
  /// What is as good where one place comes before the other, not behind it; "at most 0" is the same difference.
  std::vector<Assumption> opposite;
};

class Candidates {
public:
  Candidates(const Scop::Impl &scop, const Dependence &dependence)
      : scop(scop), nest(scop.nest), dependence(dependence) {}

  std::vector<Candidate> find() {
    for (const Occurrence *o : {dependence.a, dependence.b})
      if (const Access &access = nest.accesses[o->access]; access.isAffine()) {
        addStrides(*o, nest.byteAddress(access));
        addPitches(*o, nest.byteAddress(access));
      }
    for (const IndexExpr &equation : conflictOf(scop, *dependence.a, *dependence.b, 0).equations) {
      addOffsets(equation);
      addMeeting(equation);
    }
    return std::move(result);
  }

private:
  std::string text(const IndexExpr &expr) const {
    return expr.print([&](SymbolId id) { return nest.symbols[id].name; });
  }
  bool isCounter(SymbolId id) const { return id >= nest.symbols.size() || nest.symbols[id].kind == Symbol::Iterator; }
  bool hasCounter(const IndexExpr &expr) const {
    return llvm::any_of(expr.symbols(), [&](SymbolId id) { return isCounter(id); });
  }

  /// The lesser of two bounds: how it compares with one of them cannot be told from its symbol.
  bool isChoice(const IndexExpr &expr) const {
    return llvm::any_of(expr.symbols(), [&](SymbolId id) { return llvm::is_contained(nest.symbols[id].name, '?'); });
  }

  void addStrides(const Occurrence &o, const IndexExpr &address) {
    for (const IndexExpr::Term &term : address.terms()) {
      if (term.symbols.size() != 2 || isCounter(term.symbols[0]) == isCounter(term.symbols[1]))
        continue;
      const IndexExpr stride = IndexExpr::symbol(term.symbols[isCounter(term.symbols[0]) ? 1 : 0]);
      add(stride - 1, text(stride) + " is positive");
      addMembers(stride, std::abs(term.coefficient));
      for (LoopId loop : o.loops) {
        const IndexExpr &lower = nest.loops[loop].lower, &upper = nest.loops[loop].upper;
        if (!hasCounter(upper) && !(upper - stride).asConstant())
          add(stride - upper, "rows of " + text(stride) + " hold " + text(upper));
        if (!hasCounter(lower) && !lower.asConstant())
          add(lower, text(lower) + " is not negative");
      }
    }
  }

  /// dst[64 * y + x] with x < w: w is at most 64. What is read as well may be added up where rows overlap.
  void addPitches(const Occurrence &o, const IndexExpr &address) {
    if (!nest.accesses[dependence.a->access].isWrite || !nest.accesses[dependence.b->access].isWrite)
      return;
    const auto bytesAlong = [&](LoopId loop) -> int64_t {
      const SymbolId counter = nest.loops[loop].iterator;
      if (address.degreeIn(counter) != 1)
        return 0;
      return std::abs(address.coefficientOf(counter).asConstant().value_or(0));
    };
    const int64_t pitch = bytesAlong(0);
    for (LoopId loop : o.loops) {
      const IndexExpr columns = nest.tripCount(loop);
      const int64_t bytes = bytesAlong(loop);
      if (loop == 0 || bytes == 0 || pitch / bytes < ShortestPitch || hasCounter(columns) || columns.asConstant())
        continue;
      add(IndexExpr(pitch / bytes) - columns, "rows of " + std::to_string(pitch / bytes) + " hold " + text(columns));
    }
  }
  static constexpr int64_t ShortestPitch = 8; ///< columns of rows that hold what a vector does

  /// out[i * channels] and out[i * channels + 1]: frames hold what is accessed of them.
  void addMembers(const IndexExpr &stride, int64_t bytes) {
    const Access &a = nest.accesses[dependence.a->access], &b = nest.accesses[dependence.b->access];
    if (!a.isAffine() || !b.isAffine())
      return;
    const std::optional<int64_t> apart = (nest.byteAddress(a) - nest.byteAddress(b)).asConstant();
    if (apart && *apart != 0)
      add(stride - (std::abs(*apart) / bytes + 1), isAtLeast(text(stride), std::abs(*apart) / bytes + 1));
  }

  /// x[i] and x[n - 1 - i] do not meet: c*(i + i') == c*sum, and both are less than `upper`.
  void addMeeting(const IndexExpr &equation) {
    const SymbolId counter = nest.rootIterator();
    const IndexExpr other = scop.distanceAlong(0) + IndexExpr::symbol(counter);
    if (equation.degreeIn(counter) != 1 || other.symbols().size() != 1)
      return;
    const std::optional<int64_t> c = equation.coefficientOf(counter).asConstant();
    if (!c || *c == 0 || equation.coefficientOf(other.symbols()[0]).asConstant() != c)
      return;
    const IndexExpr rest = equation - IndexExpr(*c) * (IndexExpr::symbol(counter) + other);
    const std::optional<IndexExpr> sum = (*c < 0 ? rest : -rest).dividedBy(std::abs(*c));
    const IndexExpr &upper = nest.root().upper;
    if (!sum || hasCounter(*sum) || hasCounter(upper) || isChoice(upper))
      return;
    add(*sum - IndexExpr(2) * upper + 1,
        "the ends do not meet: " + text(IndexExpr(2) * upper) + " is at most " + text(*sum + 1));
  }

  /// c*(i - i') + offset == 0.
  void addOffsets(const IndexExpr &equation) {
    const SymbolId counter = nest.rootIterator();
    if (equation.degreeIn(counter) != 1)
      return;
    const std::optional<int64_t> c = equation.coefficientOf(counter).asConstant();
    if (!c || *c == 0)
      return;
    IndexExpr offset = equation + IndexExpr(*c) * scop.distanceAlong(0);
    if (hasCounter(offset) || offset.asConstant())
      return;
    const auto isLeading = [](const IndexExpr::Term &term) { return !term.symbols.empty(); };
    if (llvm::find_if(offset.terms(), isLeading)->coefficient < 0)
      offset = -offset;
    // The difference of two sizes may be either: a row above this one or below it.
    const bool isDifference =
        llvm::any_of(offset.terms(), [&](const IndexExpr::Term &t) { return isLeading(t) && t.coefficient < 0; });
    std::vector<Assumption> opposite;
    if (isDifference) {
      opposite = farFrom(-offset, std::abs(*c));
      opposite[0].why = "at most 0";
      opposite[1].why = "at most " + std::to_string((opposite[1].expr - opposite[0].expr).constantTerm());
    }
    for (Assumption &assumption : farFrom(offset, std::abs(*c)))
      add(std::move(assumption), opposite);
  }

  /// It is not negative, or as long as a block.
  std::vector<Assumption> farFrom(const IndexExpr &offset, int64_t perLane) const {
    const int64_t longest = std::min(LongestBlock, nest.tripCount(0).asConstant().value_or(LongestBlock));
    Assumption notNegative{offset, text(offset) + " is not negative"},
        apart{offset - IndexExpr(longest * perLane), isAtLeast(text(offset), longest * perLane)};
    if (longest == LongestBlock) {
      apart.perLane = perLane;
      apart.apart = offset;
    }
    return {std::move(notNegative), std::move(apart)};
  }

  void add(IndexExpr condition, std::string why) { add(Assumption{std::move(condition), std::move(why)}); }
  void add(Assumption assumption, std::vector<Assumption> opposite = {}) {
    const bool isKnown =
        llvm::any_of(result, [&](const Candidate &known) { return known.assumption.expr == assumption.expr; });
    if (!assumption.expr.isPoisoned() && !isKnown)
      result.push_back({std::move(assumption), std::move(opposite)});
  }

  const Scop::Impl &scop;
  const Nest &nest;
  const Dependence &dependence;
  std::vector<Candidate> result;
};

/// The root's blocks of `block` iterations are not limited by this pair any more.
bool isHarmless(const Scop::Impl &scop, const Dependence &dependence, int64_t block = LongestBlock) {
  std::vector<Dependence> found;
  findDependences(scop, *dependence.a, *dependence.b, found);
  return llvm::none_of(
      found, [&](const Dependence &d) { return d.edge.carriedBy == 0 && d.blockedAt && *d.blockedAt < block; });
}

/// Where shorter blocks, of a power of two, are not free with distances of their own length, they need the longest.
void settleShorterBlocks(Scop::Impl &scop, llvm::ArrayRef<Dependence> blocking,
                         llvm::MutableArrayRef<Assumption> chosen) {
  const size_t first = scop.knowledge.size() - chosen.size();
  const auto askFor = [&](int64_t block) {
    for (size_t i = 0; i < chosen.size(); ++i)
      if (chosen[i].perLane)
        scop.knowledge[first + i] = chosen[i].apart - IndexExpr(chosen[i].perLane * block);
  };
  bool areFree = llvm::any_of(chosen, [](const Assumption &a) { return a.perLane != 0; });
  for (int64_t block = LeastBlock; block < LongestBlock && areFree; block *= 2) {
    askFor(block);
    areFree = llvm::all_of(blocking, [&](const Dependence &d) { return isHarmless(scop, d, block); });
  }
  askFor(LongestBlock);
  if (!areFree)
    for (Assumption &assumption : chosen)
      assumption.perLane = 0;
}

/// The root may still run what a vector needs: no condition is met that leaves it next to nothing to do.
bool leavesIterations(const Scop::Impl &scop) {
  constexpr int64_t leastVector = 8;
  const IndexExpr trip = scop.nest.root().upper - scop.nest.root().lower;
  LinearSystem system;
  system.addInequality(trip - std::min(leastVector, trip.asConstant().value_or(leastVector)));
  scop.addKnowledge(system);
  return !system.isEmpty(scop.context);
}

/// The one condition that was chosen holds, or that the places lie the other way round; else there is nothing else.
void allowOpposite(Scop::Impl &scop, llvm::ArrayRef<Dependence> blocking, Assumption &chosen,
                   std::vector<Assumption> opposite) {
  const auto isHarmlessTo = [&](const Dependence &d) { return isHarmless(scop, d); };
  for (Assumption &other : opposite) {
    scop.knowledge.back() = other.expr;
    if (!leavesIterations(scop) || !llvm::all_of(blocking, isHarmlessTo))
      continue;
    settleShorterBlocks(scop, blocking, other);
    chosen.orElse.push_back(std::move(other));
    break;
  }
  scop.knowledge.back() = chosen.expr;
}

} // namespace

bool hangsOnParams(const Scop::Impl &scop, const Dependence &dependence) {
  const auto isParam = [&](SymbolId id) {
    return id < scop.nest.symbols.size() && scop.nest.symbols[id].kind == Symbol::Param;
  };
  const auto conflict = conflictOf(scop, *dependence.a, *dependence.b, 0);
  return llvm::any_of(conflict.equations,
                      [&](const IndexExpr &equation) { return llvm::any_of(equation.symbols(), isParam); });
}

std::vector<Assumption> assumeAway(Scop::Impl &scop, llvm::ArrayRef<Dependence> blocking) {
  const size_t before = scop.knowledge.size();
  std::vector<Assumption> chosen, opposite;
  for (const Dependence &dependence : blocking) {
    if (isHarmless(scop, dependence))
      continue; // an earlier condition helps here too
    bool isHelped = false;
    for (Candidate &candidate : Candidates(scop, dependence).find()) {
      scop.knowledge.push_back(candidate.assumption.expr);
      isHelped = leavesIterations(scop) && isHarmless(scop, dependence);
      if (isHelped) {
        chosen.push_back(std::move(candidate.assumption));
        opposite = std::move(candidate.opposite);
        break;
      }
      scop.knowledge.pop_back();
    }
    if (!isHelped || chosen.size() > MaxAssumptions) {
      scop.knowledge.resize(before);
      return {};
    }
  }
  settleShorterBlocks(scop, blocking, chosen);
  if (chosen.size() == 1)
    allowOpposite(scop, blocking, chosen[0], std::move(opposite));
  return chosen;
}

} // namespace vecify
