// What is known about a nest, as plain answers: the planner reads these and never asks isl.
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// What could lift a dependence edge.
enum class RemovableBy : uint8_t { Nothing, Guard, Promise, Reassoc, Expansion, Speculation };

/// A pair of accesses to the same array that cannot simply be reordered.
struct Edge {
  enum Kind : uint8_t { Flow, Anti, Output };
  Kind kind = Flow;
  AccessId source = NoId, sink = NoId;
  /// Distance along each loop common to both, outermost first; nullopt where it varies or is unknown.
  std::vector<std::optional<int64_t>> distance;
  RemovableBy removableBy = RemovableBy::Nothing;
  /// The loop whose iterations it connects: equal counters outside of it, a later one at the sink. NoId: both ends
  /// are in the same iteration of every common loop.
  LoopId carriedBy = NoId;
  /// Not proved to happen: a subscript is not affine, or parameters decide.
  bool isAssumed = false;
};

/// What the dependences through memory allow for one loop; scalars are judged by ScalarFacts.
struct LoopFacts {
  /// Lanes of this loop may run in lock step: block of any size, [block, phase] order. False: see maxLanes.
  bool anyLanes = false;
  /// Otherwise the most consecutive iterations that may (1: none).
  int64_t maxLanes = 1;
  /// The edges (indices into Facts::edges) that limit it.
  std::vector<unsigned> blocking;
  /// Iterations are independent even between blocks (no carried edge at all except reductions).
  bool parallel = false;
  /// Iterations that count as independent update a cell as a reduction: whoever runs several at once must keep the
  /// cell apart from memory.
  bool updatesCells = false;
};

/// One assignment to a variable that some iteration sets for good, if `condition` is true (false with `whenFalse`; in
/// every execution where it is NoId).
struct LatchUpdate {
  enum Form : uint8_t {
    Set,       ///< v = set;        it happened: set             never: v
    Or,        ///< v |= c;                      v | 1                  v
    And,       ///< v &= c;  where c is false:   0                      v & 1
    LogicalOr, ///< v = v || c;                  1                      v != 0
    LogicalAnd ///< v = v && c;  where c is false: 0                    v != 0
  };
  Form form = Set;
  ExprId condition = NoId;
  bool whenFalse = false;
  ExprId set = NoId; ///< Set: the same in all iterations
};

/// How a scalar that the region writes behaves from one root iteration to the next.
struct ScalarFacts {
  enum Kind : uint8_t {
    Private,   ///< written before it is read in every iteration
    Reduction, ///< s = s op e only, never read otherwise
    Delayed,   ///< what `next` was in the iteration before
    Latch,     ///< set for good by some iterations, never read otherwise
    Place,     ///< the counter at which the reduction `extreme` took its value, or a condition was true last
    Running,   ///< where the next packed store goes (Access::packedBy)
    Scan,      ///< s = s op e, read in the same iteration as well: the reduction so far
    Carried    ///< anything else
  };
  Kind kind = Carried;
  ReductionKind reduction = ReductionKind::Add;
  /// Every update may be reassociated (integer, permitted float, or exact min/max kinds).
  bool mayReassociate = false;
  /// Some update may not happen: it is under an `if` or, for a cell, in an inner loop that may be empty. A latch whose
  /// updates leave 0 or 1: then it must be that on entry.
  bool isConditional = false;
  /// Where mayReassociate is false: the order can change nothing but the sign of a zero (x > m ? x : m), provided
  /// that every lane starts from the value on entry. A result that compares unequal to zero is exact.
  bool onlyZeroSignMayDiffer = false;
  LocalId next = NoId; ///< of a Delayed one; of a Scan what holds its value behind the update, NoId: itself
  NodeId scan = NoId;  ///< of a Scan: the statement of the root's body that updates it
  /// With onlyZeroSignMayDiffer: a NaN that is met takes part at its place in the order (m > x ? m : x).
  bool takesNaN = false;
  LatchUpdate latch;        ///< Latch: form and value of all its updates
  LocalId extreme = NoId;   ///< Place; NoId: the last one whose condition was true
  bool isLastPlace = false; ///< the last such counter; else the first
  /// Lanes carry something of it from block to block.
  bool isAccumulated() const {
    return kind == Reduction || kind == Delayed || kind == Latch || kind == Place || kind == Running || kind == Scan;
  }
  Loc update; ///< an update statement, for remarks: one that may not be reassociated, if any
};

/// A memory cell whose address does not depend on the root's counter and that is updated as a reduction:
/// y[r] += ... inside the root loop. All accesses to it, read and written.
struct CellReduction {
  std::vector<AccessId> accesses;
  ScalarFacts facts;
};

struct Facts {
  std::vector<Edge> edges;
  std::vector<LoopFacts> loops;    ///< per LoopId
  std::vector<ScalarFacts> locals; ///< per LocalId, relative to the root loop
  std::vector<CellReduction> cells;
  /// Arrays that may overlap unless a guard says otherwise: at least one of them is written.
  struct AliasPair {
    ArrayId a = NoId, b = NoId;
    /// The code stays right if the bases are equal (every edge that would then arise has distance 0).
    bool equalIsFine = false;
    /// And if all loops run their iterations in another order.
    bool equalIsFineInTiles = false;
    /// Blocks of W root iterations in lock step keep their order unless the base of b leads that of a by more than
    /// `above` and less than `below` + W * `perLane` bytes.
    struct Lead {
      IndexExpr above, below; ///< over params
      int64_t perLane = 0;
    };
    /// Where it is known; then a may come behind b.
    std::optional<Lead> harmfulLead;
    /// A clause promises independent iterations: lanes need no guard. What one iteration does must stay in order
    /// even so, hence the arrays must not be taken as disjoint.
    bool needsNoGuard = false;
  };
  std::vector<AliasPair> mayAlias;
  /// Everything above rests on these too: they must be checked on entry (only if PolyOptions::mayAssume).
  std::vector<Assumption> assumptions;
};

/// Byte offsets, relative to the array's base, that accesses of one array touch during the whole region:
/// every alternative lower end and (exclusive) upper end, of which the smallest / largest counts. Holds only if the
/// root loop runs at least once. No accesses: known, without alternatives. Of PointerRows: relative to each row.
struct Footprint {
  std::vector<IndexExpr> lower, upper; ///< over params
  bool isKnown = false;
  bool mayBeLess = false; ///< a subscript from memory reaches no further, by its type
};
/// Interval arithmetic over the iterators' bounds. `writesOnly`: only the stores.
Footprint footprint(const Nest &nest, ArrayId array, bool writesOnly = false);
/// The rows of PointerRows that are read, from `lower` up to but without `upper`: one alternative each, if known.
Footprint rowsTouched(const Nest &nest, ArrayId array);
/// Some accesses of the array may happen without others that lie a parameter apart.
bool mayHappenApart(const Nest &nest, ArrayId array);

/// Classifies every local and every root-invariant cell relative to the root loop (no isl: structured dataflow).
/// Sets `locals` and `cells`; analyse() of Poly calls it.
void classifyScalars(const Nest &nest, Facts &facts);

/// The stable text form of --print=facts.
void print(const Nest &nest, const Facts &facts, llvm::raw_ostream &os);

} // namespace vecify
