// Candidate ways to run one root loop, each built, lowered and priced on the ops that would be printed.
//
//     Legal -> enumerate -> realize (build + lower + price) -> choose
//
// Nothing here changes the source; "leave it alone" is always one of the candidates.
#pragma once
#include "vecify/IR/Function.h"
#include "vecify/Nest/Variant.h"
#include "vecify/Support/Decline.h"
#include "vecify/Target/Target.h"

namespace vecify {

/// What happens to the iterations that do not fill a vector.
enum class Tail : uint8_t {
  Epilogue, ///< the source's scalar loop finishes
  Mask,     ///< one masked vector; the scalar loop only remains as the fallback of the guards
  Halves,   ///< vectors of half, a quarter ... of the lanes, then the source's scalar loop (no reductions)
  Overlap,  ///< one more vector that ends at the last iteration (idempotent stores only)
  None      ///< the trip count is a multiple of the lanes
};
llvm::StringRef textOf(Tail tail);

/// What bounds a plan's main loop, or all of it.
enum class Limit : uint8_t {
  Unknown,
  Ports,       ///< the busiest units
  Issue,       ///< micro-operations a cycle
  Latency,     ///< of what one step hands to the next
  Masks,       ///< loads of what has just been stored under one
  Window,      ///< operations that wait at once
  Step,        ///< Target::leastStep
  Spills,      ///< more values than registers
  LoopsInside, ///< whatever bounds these
  Memory,
  Arithmetic,  ///< a GPU's
  SharedMemory ///< a GPU's
};
llvm::StringRef textOf(Limit limit);

/// What a run needs beside its instructions.
struct MemoryLoad {
  double expected = 0; ///< cycles for moving data, per iteration of the root, at the expected trip counts
  double large = 0;    ///< the same where all unknown trip counts are larger
  double growth = 1;   ///< of the instructions per iteration of the root, there

  /// Cycles of a run of `trip` root iterations whose instructions take `cycles`: the geometric mean over both sizes.
  /// The caches work while the core does, but near two limits code meets neither.
  double with(double cycles, double trip) const;
};

/// Cycles of the modelled core.
struct Cost {
  double entry = 0;        ///< guards, hoisted values, final reductions: once a run
  double leastStep = 1;    ///< cycles of a pass through a loop of vectors, however short
  double perIteration = 0; ///< of the root loop, in the widest loop of the plan, data in the first-level cache
  double uops = 0;         ///< issue slots of the same; NaN: there are loops inside
  double price = 0;        ///< cycles per root iteration: geometric mean over the expected trip counts
  llvm::SmallVector<double, 16> atTrips; ///< the same at each of them, from short to long
  double run = 0;                        ///< cycles of one run of the root at its expected trip count (expectedTrip)
  double core = 0;                       ///< of them the instructions', as if data were always at hand
  double inShortRows = 0;                ///< cycles of a few rows with few columns; 0: not modelled
  unsigned bytes = 0;                    ///< of code that the plan adds, estimated
  unsigned liveRegisters = 0;
  /// AI Engines: products a cycle over the whole run, of the most that the core can do with operands that wide; where
  /// nothing is multiplied, slots of the busiest unit over cycles. 0: not modelled.
  double utilization = 0;
  MemoryLoad memory; ///< what moves between the caches meanwhile
  MemoryLoad byStep; ///< of time tiles: what would move if they took one step after the other
  Limit limit = Limit::Unknown;

  /// How many times as long as the other's a run takes, at the trip count where it compares worst; 0: not known.
  double mostOver(const Cost &other) const;
};

/// Cache blocks around a tile; no depth: none.
struct CacheBlocks {
  int64_t depth = 0;   ///< iterations of the loop inside the lanes
  int64_t columns = 0; ///< of the loop of the lanes
  int64_t rows = 0;    ///< of the loop of the rows; 0: all of them
  bool onHeap = false; ///< the panels are
  /// What rows read for themselves stays in a cache while block after block of columns meets them; else blocks of
  /// columns are outermost: there are more of them, for threads.
  bool rowsOutside = false;
};

/// Time tiles of these sizes; those of small grids hold everything, which is the source's order.
struct TimeTiles {
  TimeTiling tiling;
  int64_t steps = 0;                   ///< of the root
  llvm::SmallVector<int64_t, 3> sizes; ///< per dimension
  int64_t leastPoints = 0;             ///< grids of fewer run in one tile; 0: all are cut
  double side = 0;                     ///< places along a dimension of a grid that is clearly worth cutting
  llvm::SmallVector<double, 2> shares; ///< of what a step moves into each cache level, what still moves
};

/// The parts of a distributed root run one after the other, over some iterations at a time.
struct Strips {
  Distribution distribution;
  int64_t size = 0; ///< iterations of a strip
};

/// Rows of a nest of two loops run at once, each some columns behind the one before.
struct Wave {
  int64_t skew = 1;
};

/// A loop of the nest whose steps a GPU runs at once.
struct GridLoop {
  LoopId loop = 0;
  LoopMapping mapping;
};

/// How a nest runs on a GPU: its outer loops, all of them parallel, are dealt out to blocks and threads.
struct GridPlan {
  std::vector<GridLoop> loops; ///< a chain from the root on
  /// The loops in the body of the last of these are dealt out to the threads of a block: a row a block.
  std::optional<LoopMapping> row;
};

/// Blocks of a matrix product: `across` x `down` blocks of r x t are summed at once, s products deep.
struct BlockPlan {
  int64_t r = 0, s = 0, t = 0;
  unsigned down = 2, across = 2;
};

/// One candidate.
struct Plan {
  unsigned number = 0; ///< as --plan and --print=plans count
  unsigned lanes = 1;  ///< VF: root iterations in one step of the single-vector loop
  unsigned unroll = 1; ///< UF: such steps in one step of the main loop
  unsigned registerBits = 0;
  /// Where the lanes lie; none: along the root. `variant` is the schedule that has these loops.
  std::vector<Tile> tiles;
  unsigned variant = 0;
  unsigned rows = 1;               ///< iterations of each tile's rows loop that run at once
  unsigned group = 1;              ///< iterations of innermost loops in one step, whose products become dot products
  CacheBlocks blocking;            ///< with panels of what all rows read
  std::optional<TimeTiles> time;   ///< around the tiles
  std::optional<Strips> strips;    ///< of `variant`, which is distributed
  std::optional<Wave> wave;        ///< of `rows` rows
  std::optional<GridPlan> grid;    ///< a GPU's; lanes, unroll, rows and tail say nothing then
  std::optional<BlockPlan> blocks; ///< the root and the two loops inside it are a matrix product
  unsigned leastLanes = 0;         ///< Tail::Halves: lanes of the last vector; Tail::Mask: of each vector of the tail
  /// Iterations of the root below which the source's loop does them all; 0: as many as fill the least vector.
  unsigned fewest = 0;
  Tail tail = Tail::Epilogue;
  AccessId aligned = NoId; ///< the vector loops begin where a cache line of this access does
  bool skips = false;      ///< branches around what no lane of a block needs
  bool leaveAlone = false;
  /// Lanes lie along the root of `variant`, which the source has further in, or has copies of in its own root.
  bool alongVariant = false;
  bool isTiled() const { return !tiles.empty(); }
  /// What is left over goes on in masked vectors of fewer lanes.
  bool hasNarrowTail() const { return tail == Tail::Mask && leastLanes < lanes; }
  /// It runs the nest of its variant, not the one that it was made for.
  bool isRescheduled() const { return isTiled() || strips || alongVariant; }
  std::optional<Function> built; ///< n-D super-vectors
  std::optional<Function> code;  ///< native ops
  Cost cost;
  std::optional<Remark> declined;
  /// "i: 16 x f32 (2 x 8), epilogue".
  std::string summary;
};

struct PlanOptions {
  /// Super-vectors to native ops on registers of at most `registerBits`: the lowering pipeline, which the planner runs
  /// on every candidate so that prices are those of the printed ops.
  llvm::Expected<Function> (*lower)(Function function, const Target &target, unsigned registerBits) = nullptr;
  bool fuseMulAdd = false;            ///< the build has FMA and C allows the fusion (or the user does)
  bool notesOverflow = false;         ///< -fwrapv is not in force
  bool divided = false;               ///< threads may run blocks of lanes at the same time
  bool strictFp = false;              ///< --fp=strict: what C leaves open (fmin of two zeros) has no vector form
  std::optional<unsigned> forcedPlan; ///< --plan=N
  std::optional<uint64_t> randomSeed; ///< --plan=random:SEED
  unsigned rivalBits = 256;           ///< register width that the user's compiler would use
  unsigned stackBytes = 65536;        ///< for panels
  unsigned heapBytes = 0;             ///< for them instead, where that is permitted
  bool usesThreads = false;           ///< wherever that is legal
  bool copiesArrays = true;           ///< a GPU has memory of its own, so what is touched must be known
  unsigned maxGrowthPercent = 0;      ///< what a plan may add to the code of its loop; 0: any amount
};

/// What the legality of the root loop rests on.
struct Legality {
  unsigned maxLanes = 1u << 20;     ///< most iterations that may run in lock step
  bool needsLastIteration = false;  ///< the scalar loop must run at least once (live-out private scalars)
  int64_t firstOutside = 0;         ///< iterations that are done one by one in front of the blocks of lanes
  int64_t lastOutside = 0;          ///< and behind them, by the scalar loop: those that lie not in Nest::interior
  std::vector<AccessId> readsAhead; ///< of their conditions, where the scalar loop runs the last iteration
  bool wholeVectors = false;        ///< a delayed scalar must leave the last lane of a full vector: no masked tail
  /// Iterations that write what later ones read: the block of lanes that has one of them runs in order.
  std::vector<IndexExpr> pivots;
  bool idempotent = false;   ///< running a block twice changes nothing: overlapped tails are fine
  bool mayStartOver = false; ///< the scalar loop may run once more from the start: nothing written is read
};

/// Whether lanes of the root loop may run in lock step.
///
/// Errors: Decline with the blocking edge, scalar, bound or alias pair.
llvm::Expected<Legality> checkLegality(const Nest &nest, const Facts &facts);
/// Declines what the C++ of some targets has no type for.
std::optional<Remark> hasNoTypeFor(const Nest &nest, const Target &target);

/// Whether each of these loops may run in tiles; Legality::maxLanes bounds their lanes.
///
/// Errors: Decline with the blocking edge, scalar or bound.
llvm::Expected<Legality> checkTiles(const Nest &nest, const Facts &facts, llvm::ArrayRef<Tile> tiles);

/// The super-vector code of one plan: lanes * unroll wide.
///
/// Errors: Decline(UnsupportedExpr...) for what has no meaning lane by lane.
llvm::Expected<Function> buildSuperVectors(const Nest &nest, const Facts &facts, const Legality &legality,
                                           const Plan &plan, const PlanOptions &options);

/// The super-vector code of Plan::grid.
///
/// Errors: as buildSuperVectors.
llvm::Expected<Function> buildGrid(const Nest &nest, const Facts &facts, const Legality &legality, const GridPlan &plan,
                                   const PlanOptions &options);

/// What one iteration of the root loop costs as scalar C, inner loops included at their expected trip counts, and the
/// size of its code. `options`: what the build fuses.
Cost scalarCost(const Nest &nest, const Facts &facts, const Target &target, const PlanOptions &options = {});

/// Iterations a loop is expected to run: its constant trip count, else 256.
double expectedTrip(const Nest &nest, LoopId loop);
/// What every trip count of the root is a multiple of, by constants and promises; 0 for a trip count of 0.
int64_t tripFactor(const Nest &nest);

/// The walk over the printed ops: ports, issue width, latency, spills, bytes. A trip count that is not known is priced
/// at many, from 5 to about 2000; what the vector code leaves over costs `scalar` cycles an iteration.
Cost estimateCost(const Function &code, const Target &target, const Plan &plan, const Nest &nest, double scalar);

/// All candidates for the root loop.
struct Candidates {
  std::vector<Plan> plans;      ///< those looked into, by number; the last is leaveAlone
  unsigned chosen = 0;          ///< index into plans
  std::optional<Remark> reason; ///< why no plan is legal, or why left alone
  bool forced = false;          ///< by clause, --plan or --plan=random: profitability is off
  Cost scalar;                  ///< of the loop as it stands, as scalar C
  double rival = 0;             ///< price of what the user's own compiler is expected to make of the root
  double rivalRun = 0;          ///< the same for one run at the expected trip count
  double rivalCore = 0;         ///< of that the instructions, as if data were always at hand
  const Plan &best() const { return plans[chosen]; }
};
/// `variants`: the schedules in which tiles are looked for.
Candidates planRoot(const Nest &nest, const Facts &facts, llvm::ArrayRef<Variant> variants, const Target &target,
                    const PlanOptions &options);
/// The candidates for a GPU, each priced by the bytes that it moves and the sectors of memory that its warps touch.
Candidates planGrid(const Nest &nest, const Facts &facts, llvm::ArrayRef<Variant> variants, const Target &target,
                    const PlanOptions &options);

/// --print=plans: every candidate, the chosen first; --explain shows the same in sentences.
void print(const Candidates &candidates, const Nest &nest, const Target &target, llvm::raw_ostream &os);

} // namespace vecify
