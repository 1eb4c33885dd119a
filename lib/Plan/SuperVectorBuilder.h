// The state of one super-vector build: the function so far and what the nest's symbols, locals and masks are in it.
//
// A value is *uniform* (rank 0) until it meets something that differs between root iterations; only then is it
// broadcast. So `alpha * beta * x[i]` multiplies alpha and beta once, as C would.
#pragma once
#include "Blocking.h"
#include "vecify/IR/Builder.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/Periods.h"
#include "vecify/Plan/Plan.h"
#include "llvm/ADT/DenseMap.h"

namespace vecify {

/// One dim of the vectors of a GPU's block.
struct LaneDim {
  SymbolId counter = NoId;
  int64_t size = 1;
};

class LaneSums;

/// A scalar that iterations hand on in order around the tiles, none of which sets it.
bool isCarriedAround(const Nest &nest, llvm::ArrayRef<Tile> tiles, const Facts &facts, LocalId local);

class SuperVectorBuilder {
public:
  // A GPU's grid (BuildGrid.cpp)
  /// Loops over the blocks of `loops`; `body` builds what is inside, under the mask of the lanes that exist.
  llvm::Error gridLoops(llvm::ArrayRef<GridLoop> loops, llvm::function_ref<llvm::Error(ValueId mask)> body);
  /// The statements of one row: scalars by all threads, the loops with their lanes along the threads.
  llvm::Error rowStatements(llvm::ArrayRef<NodeId> body, const LoopMapping &lanes);
  /// The lanes of one block of the root: buildBlock for a grid of one loop.
  llvm::Error buildLanes(int64_t lanes, ValueId iv, ValueId mask);

  SuperVectorBuilder(const Nest &nest, const Facts &facts, const PlanOptions &options);

  /// Parameters, arrays, patterns, trip count, guards: all that does not depend on the plan's lanes.
  llvm::Error declareInterface(const Legality &legality);
  /// A parameter for what a variable of the source holds on entry, which takes a result at the end.
  ValueId declareResult(const Local &local);
  /// What a variable that the source does not have holds on entry: what is read there.
  ValueId startOf(const Local &local);
  /// What a scalar holds on entry that iterations hand on in order: a variable of the source is a result, too.
  ValueId declareCarried(const Local &local);
  /// What becomes of such a scalar at the end.
  void finishCarried(const Local &local, ValueId value, llvm::function_ref<void(ValueId)> addResult);
  /// if (happened) errno = EDOM
  void reportDomainError(ValueId happened);
  /// How many iterations to run before the vector loops begin with a whole cache line of the access (Aligned.h).
  ValueId iterationsBeforeLine(AccessId id, const IndexExpr &trip, const std::string &name);
  /// Only where a loop of `trip` iterations, known on entry, runs at all is the code begun; declines if it never does.
  llvm::Error guardThatRuns(const IndexExpr &trip);
  /// One block of `lanes` consecutive root iterations from counter `iv`; `mask` (or NoId) says which are live.
  /// Reads and updates `locals`.
  llvm::Error buildBlock(unsigned lanes, ValueId iv, ValueId mask);
  /// The same of some of its statements, all lanes live (BuildStrips.cpp).
  llvm::Error buildStatements(llvm::ArrayRef<NodeId> body, unsigned lanes, ValueId iv);
  using Values = std::vector<ValueId>;
  /// A block of a loop that may be left early (BuildExits.cpp), `done` iterations having completed: whether the loop
  /// ends with it, how many have then, and what `carried` says of the accumulators.
  llvm::Expected<Values> blockUntilExit(unsigned lanes, ValueId iv, ValueId done, bool isLast,
                                        llvm::function_ref<Values()> carried);
  /// How many iterations a search has completed that may end among the first ones, else in `blocks`; `done` are in
  /// front of it.
  llvm::Expected<ValueId> afterFirstExits(ValueId done, llvm::function_ref<llvm::Expected<ValueId>()> blocks);
  /// The same, one iteration after the other where the block has one of the pivots (BuildPivots.cpp).
  llvm::Error buildBlockAround(llvm::ArrayRef<IndexExpr> pivots, unsigned lanes, ValueId iv);
  /// Iterations one by one, of a loop that carries no scalar.
  llvm::Error buildInOrder(ValueId from, ValueId to, const std::string &counter);
  /// Innermost loops that sum up narrow products do so many iterations in a step.
  void groupProducts(unsigned group) { Group = group; }
  /// `for %name = from to to step` without carried values, around what `build` makes of its counter.
  llvm::Error plainLoop(ValueId from, ValueId to, int64_t step, const std::string &name,
                        llvm::function_ref<llvm::Error(ValueId)> build);
  /// The whole nest, with the plan's tiles in it (BuildTile.cpp).
  llvm::Error buildTiles(const Plan &plan);

  /// `if (condition) {` without results or else: the builder stands inside; the caller yields and leaves.
  void enterIf(ValueId condition);

  Function F;
  Builder B;
  /// Current value of each nest local (NoId: not assigned yet).
  std::vector<ValueId> locals;
  /// Of each delayed local: what it takes its value from was this in the lanes before. Of each scanned one: all before,
  /// in every lane.
  std::vector<ValueId> before;
  /// Current accumulator of each cell reduction.
  std::vector<ValueId> cells;
  /// The same of each row of a tile.
  llvm::MutableArrayRef<std::vector<ValueId>> localsOfRows() {
    return Rows.empty() ? llvm::MutableArrayRef(&locals, 1) : llvm::MutableArrayRef(Rows.data(), Rows.size());
  }
  llvm::ArrayRef<std::vector<ValueId>> localsOfRows() const {
    return Rows.empty() ? llvm::ArrayRef(&locals, 1) : llvm::ArrayRef(Rows.data(), Rows.size());
  }
  /// Truth values that lanes carry: a latch was set, a NaN was taken, a cell was updated. Per local and per cell: its
  /// flag, or NoId.
  std::vector<ValueId> flags;
  std::vector<unsigned> flagOf, flagOfCell;
  /// Symbol of the nest -> its value.
  std::vector<ValueId> symbols;

  /// The root's iterations run once each, in blocks of at most `lanes` that keep [block, phase] order; at least `least`
  /// of them, if the guards hold.
  struct RootBlocks {
    int64_t lanes, least;
  };
  std::optional<RootBlocks> LockStep;
  /// The guard lets the arrays overlap, as far as such blocks permit.
  bool allowsLead(const Facts::AliasPair &pair) const { return LockStep && pair.harmfulLead; }

  /// Of the plan; 0: not known.
  unsigned RegisterBits = 0;

  /// The block lies in the nest's interior.
  bool IsInside = false;

  /// What the lanes' counter is in the first lane of every block, but for a multiple of the block's lanes.
  std::optional<int64_t> FirstLane;

  /// Branches around what no lane of a block needs; not inside of one that is there already.
  bool Skips = false;

  std::vector<AccessId> Ahead; ///< Legality's readsAhead

  /// With cache blocks: the loops they cut.
  std::optional<BlockableTile> Blocks;

  const Nest &N;
  const Facts &Fa;
  const PlanOptions &Options;

  // -- types and masks
  /// One value per lane; a plain scalar when there is one lane.
  VectorType vectorOf(ScalarType element) const {
    if (Lanes > 1 && !Dims.empty())
      return gridType(element);
    return Lanes == 1 ? VectorType::scalar(element) : VectorType::vector(Lanes, element);
  }
  /// It is one index for all lanes, whatever the type of its variable.
  bool isRunning(LocalId local) const { return Fa.locals[local].kind == ScalarFacts::Running; }
  bool isUniform(ValueId v) const { return F.typeOf(v).isScalar(); }
  ValueId widen(ValueId v);
  ValueId both(ValueId maskA, ValueId maskB);

  // -- index arithmetic
  IndexExpr map(const IndexExpr &expr) const;
  /// A polynomial as a value of `type`: a scalar, or lane by lane where it uses the root's counter.
  llvm::Expected<ValueId> indexValue(const IndexExpr &expr, ScalarType type, Loc loc);

  // -- expressions (BuildExpr.cpp); `mask` guards what may trap
  llvm::Expected<ValueId> expr(ExprId id, ValueId mask);
  llvm::Expected<ValueId> computed(ExprId id, ValueId mask);
  llvm::Expected<ValueId> castTo(ValueId v, ScalarType to);

  /// An expression over locals and params on this many lanes (BuildBlocks.cpp).
  llvm::Expected<ValueId> exprOnLanes(ExprId id, unsigned lanes);

  // -- what blocks have in common that begin at a multiple of their lanes (LaneSteps.cpp)
  /// Of a quotient or remainder; nothing where that is not known.
  std::optional<Steps> stepsInBlock(const Expr &e) const;
  /// How much the value grows from one lane to the next, without wrapping where it does; nothing where that is not
  /// known.
  std::optional<int64_t> stepInBlock(ExprId id) const;
  /// It is such a quotient or remainder, converted or not.
  bool isPeriod(ExprId id) const;
  bool mayWrap(const Expr &sum) const;
  /// Its value in the first lane, if it has a step.
  llvm::Expected<ValueId> inFirstLane(ExprId id);
  /// A quotient or remainder from its steps.
  llvm::Expected<ValueId> stepped(ExprId id, const Steps &steps);
  /// A vector whose lanes count up from a number, without wrapping where they are on.
  struct Count {
    IndexExpr first;
    int64_t step = 0;
  };
  /// Notes that `vector` is one; it.
  ValueId counting(Count count, ValueId vector);
  /// What is known of the vector; a choice that is the same in all lanes is made between the numbers.
  std::optional<Count> countIn(ValueId vector);

  // -- memory (BuildMemory.cpp)
  llvm::Expected<ValueId> load(AccessId id, ValueId mask);
  llvm::Error store(AccessId id, ValueId value, ValueId mask);
  /// The accumulator of which `id` is an access, or nullopt.
  std::optional<unsigned> cellOf(AccessId id) const;

  /// An array of the function's own; its pattern (BuildBlocked.cpp).
  uint32_t declareBuffer(const std::string &name, ScalarType element, llvm::ArrayRef<int64_t> extents,
                         ArrayInfo::Space space = ArrayInfo::Stack);

  // -- statements (BuildStatements.cpp)
  llvm::Error statements(llvm::ArrayRef<NodeId> body, ValueId mask);
  llvm::Error statement(const Node &node, ValueId mask);

private:
  struct Address {
    MemRef mem;
    llvm::SmallVector<ValueId, 1> indexVectors;
    bool isUniform = true;
    bool isInPanel = false; ///< whole vectors may be read
  };
  llvm::Expected<Address> address(AccessId id, ValueId mask);
  llvm::Error indirectSub(ExprId indirect, unsigned dim, const Access &access, ValueId mask, Address &result,
                          IndexExpr &step);
  void packedStore(AccessId id, ValueId value, ValueId mask);
  llvm::Expected<ValueId> binary(const Expr &e, ValueId mask);
  bool overflowIsUndefined(const Expr &e) const;
  llvm::Expected<ValueId> select(const Expr &e, ValueId mask);
  llvm::Expected<ValueId> logical(const Expr &e, ValueId mask);
  llvm::Expected<std::pair<ValueId, ValueId>> matched(ValueId a, ValueId b);
  llvm::Error assign(const Node &node, ValueId mask);
  llvm::Error assignTo(const Node &node, ValueId value, ValueId mask);
  void shiftIn(LocalId next);
  // -- reductions so far (BuildScans.cpp)
  std::vector<LocalId> scannedBy(NodeId statement) const;
  llvm::Error scan(NodeId statement, llvm::ArrayRef<LocalId> scanned, ValueId mask);
  ValueId soFar(LocalId local, ValueId lanes);
  void runOn(LocalId local, ValueId mask);
  llvm::Error latch(const Node &node, ValueId mask);
  void raise(unsigned flag, ValueId when);
  std::vector<unsigned> raisedFlags(llvm::ArrayRef<NodeId> body) const;
  llvm::Error pairwise(const Node &node, ValueId condition, ValueId mask);
  llvm::Expected<ValueId> either(ValueId condition, const Node &yes, const Node &no, ValueId mask);
  llvm::Expected<ValueId> assigned(const Node &node, ValueId mask);
  std::optional<bool> takenInside(const Node &node) const;
  llvm::Error branch(const Node &node, ValueId mask);
  llvm::Error arms(const Node &node, ValueId condition, ValueId mask);
  ValueId blend(ValueId mask, ValueId yes, ValueId no, const std::string &name);
  llvm::Error skippedBranch(const Node &node, ValueId condition, ValueId mask);
  llvm::Error uniformBranch(const Node &node, ValueId condition, ValueId mask);
  llvm::Error realBranch(const Node &node, ValueId condition, llvm::function_ref<llvm::Error(bool)> build);
  llvm::Error innerLoop(const Node &node, ValueId mask);
  llvm::Error groupedLoop(const Node &node, ValueId lower, ValueId upper, bool isAhead, ValueId mask);
  /// What a loop hands on from one iteration to the next: locals of rows, sums kept of cells, flags.
  struct Carried {
    std::vector<std::pair<size_t, LocalId>> locals;
    std::vector<unsigned> cells, flags;
    llvm::BitVector common; ///< locals that stay one value for all lanes
  };
  Carried carriedBy(llvm::ArrayRef<NodeId> body);
  Values valuesOf(const Carried &carried);
  void take(const Carried &carried, llvm::ArrayRef<ValueId> values);
  llvm::Error carriedLoop(const Node &node, ValueId lower, ValueId upper, unsigned group, ValueId mask);
  // -- what is the same in all lanes, whatever the iteration (CommonLocals.cpp)
  bool isCommon(ExprId id, const llvm::BitVector &same) const;
  bool dropLocalsOfLanes(llvm::ArrayRef<NodeId> body, llvm::BitVector &same) const;
  /// Locals that all iterations of an inner loop with this body leave the same in all lanes.
  llvm::BitVector commonLocals(llvm::ArrayRef<NodeId> body, ValueId mask) const;
  bool isCheapChoice(const Node &branch) const;
  // -- loops whose lanes end at different times (BuildDivergent.cpp)
  llvm::Error divergentLoop(const Node &node, ValueId mask);
  llvm::Expected<Values> untilAllHaveLeft(llvm::ArrayRef<NodeId> body, ValueId alive, const Carried &carried,
                                          bool mayStop);
  bool isSeenOutside(LocalId local) const;
  bool readsForAllLanes(llvm::ArrayRef<AccessId> accesses) const;
  llvm::Error readBefore(LoopId loop, llvm::ArrayRef<AccessId> accesses, ValueId mask);
  // -- cache blocks (BuildBlocked.cpp)
  /// A read that a block, wherever it occurs, takes from a copy.
  struct Panel {
    AccessId access;
    uint32_t pattern;
  };
  // -- what lanes share (RowPanels.cpp)
  /// An expression that the rows at hand take from what was computed before.
  struct RowPanel {
    ExprId expr;
    uint32_t pattern;
  };
  void declareRowPanels(const std::vector<ExprId> &shared);
  MemRef inRowPanel(const RowPanel &panel) const;
  llvm::Error packRows();
  void declarePanels(const std::vector<AccessId> &packed);
  MemRef inPanel(const Panel &panel) const;
  using Bounds = std::pair<ValueId, ValueId>; ///< from, to
  Bounds boundsOf(const Loop &loop);
  llvm::Error forEachBlock(LoopId loop, Bounds bounds, int64_t size, llvm::function_ref<llvm::Error()> build,
                           bool atLeastOnce = false);
  llvm::Error depthBlocks(const Node &node);
  bool liesInWords(const Panel &panel) const;
  llvm::Error packWords(const Panel &panel, ValueId j, ValueId end);
  llvm::Error packSlice(unsigned columns, ValueId j, ValueId mask);
  llvm::Error packBlock();
  llvm::Error blockedRows(const Node &node);
  // -- loops that may be left early (BuildExits.cpp)
  using LeftAt = llvm::function_ref<Values(ValueId condition, bool isLastExit)>;
  void enterUntilExit(unsigned lanes, ValueId counter);
  llvm::Expected<Values> exitsInOrder(const IndexExpr &from, int64_t count, ValueId done, bool isSearch,
                                      const char *name);
  llvm::Expected<ValueId> crossesPage(llvm::ArrayRef<NodeId> first, unsigned lanes);
  llvm::Expected<Values> untilExits(llvm::ArrayRef<NodeId> first, const LeftAt &left,
                                    llvm::function_ref<llvm::Expected<Values>()> passed);
  // -- scalars that cache blocks keep (BuildKept.cpp)
  void declareKept(const std::vector<LocalId> &kept);
  llvm::Error columnsOfBlock(ValueId mask);
  llvm::Expected<Values> either(ValueId condition, llvm::function_ref<llvm::Expected<Values>()> then,
                                llvm::function_ref<llvm::Expected<Values>()> otherwise);
  MemRef keptPlace(unsigned which) const;

  // -- time tiles (BuildTimeTiles.cpp)
  /// What one tile covers along a dimension.
  struct TiledPlaces {
    ValueId begin, end; ///< of all parts in the first step
    ValueId size;       ///< of a tile
    std::string name;
  };
  llvm::Error timeTiles();
  llvm::SmallVector<TiledPlaces, 3> tiledPlaces();
  ValueId extreme(OpKind kind, llvm::ArrayRef<IndexExpr> values);
  llvm::Error tilesFrom(llvm::ArrayRef<TiledPlaces> places, ValueId start, ValueId stop,
                        llvm::SmallVector<ValueId, 3> corner);
  llvm::Error partOfTile(const TimeTiling::Part &part, llvm::ArrayRef<TiledPlaces> places,
                         llvm::ArrayRef<ValueId> corner, ValueId stepsSoFar, size_t dimension);

  /// `build` where the condition holds.
  llvm::Error onlyIf(ValueId condition, llvm::function_ref<llvm::Error()> build);
  llvm::Error summingIf(ValueId condition, LaneSums &sums, llvm::function_ref<llvm::Error()> build);
  llvm::Error summingLoop(ValueId from, ValueId to, int64_t step, const std::string &name, LaneSums &sums,
                          llvm::function_ref<llvm::Error(ValueId)> build);
  const Tile *tileWith(LoopId Tile::*role, LoopId loop) const;
  llvm::Error rowsLoop(const Node &node, llvm::ArrayRef<NodeId> body);
  llvm::Error vectorLoop(const Node &node);
  /// The iterations that every row runs, from <= to, and the bounds they come from.
  struct CommonRange {
    ValueId from, to;
    IndexExpr lower, upper;
  };
  bool variesByRow(const Loop &loop) const;
  Bounds clippedBounds(LoopId loop);
  std::optional<IndexExpr> extremeOverRows(const IndexExpr &bound, bool isLargest);
  llvm::Expected<CommonRange> commonRange(const Node &node);
  llvm::Error beforeCommon(const Loop &loop, CommonRange range,
                           llvm::function_ref<llvm::Error(ValueId, ValueId)> build);
  llvm::Error behindCommon(const Loop &loop, CommonRange range,
                           llvm::function_ref<llvm::Error(ValueId, ValueId)> build);
  llvm::Error vectorBlocks(const Node &node, ValueId from, ValueId upper, LaneSums &sums);
  llvm::Error columns(const Node &node, unsigned lanes, ValueId iv, ValueId mask);
  // -- columns that move with the rows, under masks (BuildSlanted.cpp)
  bool masksEdges(const Tile &tile) const;
  Bounds whereRows(LoopId loop, Bounds rows, int64_t slope, const IndexExpr &rest);
  Bounds rowsThatRun(const Tile &tile, Bounds rows);
  Bounds rowsThatMeet(const Tile &tile, LoopId loop, Bounds rows, Bounds block);
  Bounds boundsOfRows(const Tile &tile, LoopId loop, Bounds rows);
  llvm::Error slantedColumns(const Node &node);
  llvm::Error maskedColumns(const Node &node, ValueId iv, bool mayBegin);
  llvm::Error checkEntry(const Node &node);
  bool isGuarded(LoopId loop) const;
  ValueId countUp(ValueId from, ValueId to, llvm::StringRef name);
  llvm::Error forEachRow(llvm::function_ref<llvm::Error()> build);
  /// The counter along which the lanes lie.
  SymbolId laneSymbol() const { return LaneSymbol; }
  // BuildGrid.cpp
  VectorType gridType(ScalarType element) const;
  llvm::Error rowLoop(const Node &node, const LoopMapping &lanes);
  llvm::Expected<ValueId> gridIndex(const IndexExpr &expr, ScalarType element, Loc loc,
                                    llvm::function_ref<ValueId(const IndexExpr &)> scalar);

  /// The counters along which the lanes lie, one per dim of the vectors.
  llvm::SmallVector<SymbolId, 3> laneSymbols() const;
  bool usesLanes(const IndexExpr &expr) const {
    return llvm::any_of(laneSymbols(), [&](SymbolId s) { return expr.uses(s); });
  }
  bool isExecutedAnyway(AccessId id) const;
  bool areRowsApart(LoopId rows) const;
  void tagRow(AccessId id, MemRef &mem) const;

  /// GPUs only: what each dim of the vectors lies along.
  std::vector<LaneDim> Dims;

  /// Tiles only: the plan, the locals of each row where several run at once, their counter, and the row that is
  /// being built.
  const Plan *Tiles = nullptr;
  std::vector<std::vector<ValueId>> Rows;
  SymbolId RowSymbol = NoId;
  unsigned Row = 0;
  uint8_t RowSet = 0;
  /// Sets of rows so far.
  uint8_t RowSets = 0;

  SymbolId LaneSymbol;

  /// Plan::group; the counter of the loop that is being built with it, and which of its iterations.
  unsigned Group = 1;
  SymbolId GroupedSymbol = NoId;
  unsigned InGroup = 0;

  /// With cache blocks: the bounds that the block gives to loops, the first column of the slice at hand, the panels,
  /// which the tile reads, and the patterns of what is kept.
  llvm::DenseMap<LoopId, Bounds> BlockBounds;
  Bounds DepthBounds; ///< of all blocks
  uint32_t KeptPattern = 0;
  ValueId Slice = NoId;
  std::vector<Panel> Panels;
  std::vector<RowPanel> RowPanels;
  bool ReadsPanels = false;
  unsigned Lanes = 1;
  unsigned LanesOfFirst = 0; ///< of the block of which only the first lane is built
  ValueId Iv = NoId;
  /// What is built runs in some lanes only, and nobody asks for what the others would get.
  bool InArm = false;
  /// The innermost loop at hand whose lanes end at different times.
  LoopId Divergent = NoId;
  ValueId LiveLanes = NoId; ///< the mask of the whole block: at least one lane of it is set
  /// Where every row of a tile has a mask of its own: those, and the lanes that some row has while all run together.
  std::vector<ValueId> RowMasks;
  ValueId SharedLanes = NoId;
  llvm::DenseMap<ValueId, Count> Counting;
  std::map<AccessId, ValueId> Held; ///< what has been read in front of a loop and does not change in it
  ValueId SomeLane = NoId;          ///< a mask that is not empty where what is built runs
  /// Byte address and type of what every iteration touches unconditionally: safe to read without a mask.
  TouchedPlaces Unconditional;
  /// Within one outermost call of expr.
  llvm::DenseMap<std::pair<ExprId, ValueId>, ValueId> Computed;
  /// The mask that each mask of an operand of a condition lies in.
  llvm::DenseMap<ValueId, ValueId> Outer;
  unsigned ExprDepth = 0;
};

/// How many iterations of a loop that may be left early blocks may cover: what decides whether they leave is read
/// ahead, but not beyond a declared array. INT64_MAX: any number.
int64_t iterationsReadAhead(const Nest &nest);

/// The largest from + m * size that is not beyond `to`; from <= to.
ValueId roundedEnd(Builder &builder, ValueId from, ValueId to, int64_t size, const std::string &name);

/// buildSuperVectors for a plan with tiles.
llvm::Expected<Function> buildTiles(const Nest &nest, const Facts &facts, const Legality &legality, const Plan &plan,
                                    const PlanOptions &options);

/// Cells (indices into Facts::cells) updated anywhere below `body`.
std::vector<bool> updatedCells(const Nest &nest, const Facts &facts, llvm::ArrayRef<NodeId> body);
/// An `if`, each side of which a block of lanes may jump over where none of them takes it: it stores, and leaves no sum
/// behind, nor, with an else, any value.
bool maySkip(const Nest &nest, const Facts &facts, const Node &node);

} // namespace vecify
