// The state of distribute-to-lanes: what each value of the source is in one thread of a launch.
#pragma once
#include "Edit.h"
#include "Steps.h"
#include "vecify/IR/Builder.h"
#include "vecify/IR/Pattern.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace vecify {

using Values = llvm::SmallVector<ValueId, 4>;
inline constexpr ValueId None = ~0u;
inline const VectorType Index = VectorType::scalar(ScalarType::Index), Truth = VectorType::scalar(ScalarType::I1);

/// Blocks of a grid whose partial results are combined: a wave on large devices, few enough for one block to combine.
inline constexpr int64_t MostPartials = 1024, CombiningThreads = 256;
/// What CUDA allows along y and z.
inline constexpr int64_t MostBlocksAlongYZ = 65535;

/// A dim of the values of a block.
struct Dim {
  ValueId counter; ///< of the source's loop
  LoopMapping mapping;
  IndexExpr ofThread; ///< the counter's value in lane 0 of this thread
  IndexExpr ofBlock;  ///< and in lane 0 of the block, where that is needed
};

class Distributor {
public:
  explicit Distributor(const Function &source);

  llvm::Expected<Function> run() {
    hostBlock(S.body);
    return sweep(std::move(R));
  }

private:
  // -- values

  IndexExpr index(const IndexExpr &expr) const;

  /// All registers of a value; one where they are the same. Vectors that are made of scalars outside of the launch are
  /// made again where they are needed.
  Values registers(ValueId old);
  ValueId at(const Values &values, size_t r) const { return values.size() == 1 ? values[0] : values[r]; }
  ValueId scalar(ValueId old) {
    const Values values = registers(old);
    assert(values.size() == 1 && "not the same in all lanes");
    return values[0];
  }

  bool isTrue(ValueId v) const {
    const Op *op = R.definitionOf(v);
    return op && op->kind == OpKind::Constant && R.typeOf(v) == Truth && op->intValue;
  }

  ValueId constant(int64_t value) { return B.index(IndexExpr(value)); }
  IndexExpr symbol(ValueId v) const {
    const Op *op = R.definitionOf(v);
    return op && op->kind == OpKind::IndexValue && R.typeOf(v) == Index ? op->index : IndexExpr::symbol(v);
  }

  void name(ValueId v, llvm::StringRef hint) {
    if (R.values[v].name.empty())
      R.values[v].name = hint.str();
  }

  // -- the host's part

  bool isVectorOp(const Op &op) const {
    const auto isVector = [&](ValueId v) { return !S.typeOf(v).isScalar(); };
    return llvm::any_of(op.operands, isVector) || llvm::any_of(op.results, isVector);
  }

  void hostBlock(BlockId block);

  void hostIf(const Op &op);

  /// An op on scalars without blocks.
  void copyScalar(const Op &op);

  // -- a launch

  /// The loops over blocks: `outermost`, and what is directly inside.
  std::vector<const Op *> gridLoops(const Op &outermost) const;

  void forEachLoop(const Op &op, llvm::function_ref<void(const LoopMapping &)> visit) const;

  bool holds(const Op &op, llvm::function_ref<bool(const Op &)> is) const {
    return is(op) || llvm::any_of(op.blocks, [&](BlockId block) {
             return llvm::any_of(S.blocks[block].ops, [&](OpId id) { return holds(S.ops[id], is); });
           });
  }

  /// A bound of a mapped loop, which depends on nothing inside the launch.
  IndexExpr bound(ValueId old) const {
    const Op *op = S.definitionOf(old);
    return op && op->kind == OpKind::IndexValue ? index(op->index) : IndexExpr::symbol(Map[old][0]);
  }

  void launch(const Op &outermost, llvm::ArrayRef<OpId> rest);

  bool isOfDevice(ValueId v) const { return !S.typeOf(v).isScalar() && !Map[v].empty(); }

  BlockId beginLaunch(llvm::ArrayRef<ValueId> extents, llvm::ArrayRef<int64_t> threads);

  void endLaunch(BlockId host) {
    B.yield({});
    B.setBlock(host);
    InLaunch = false;
  }

  /// The number of this thread in its block.
  IndexExpr threadNumber() const;

  /// if (this is the first thread of the block) { ... }
  void byFirstThread(llvm::function_ref<void()> body) {
    const ValueId isFirst = B.create(OpKind::CmpEq, Truth, {B.index(threadNumber()), constant(0)});
    onlyIf(isFirst, body);
  }

  void onlyIf(ValueId condition, llvm::function_ref<void()> body);

  // -- loops

  size_t registerCount() const {
    size_t count = 1;
    for (const Dim &dim : Dims)
      count *= dim.mapping.registers;
    return count;
  }

  /// Lanes from the thread's first one to register `r` along dim `d` (row-major).
  int64_t offset(unsigned d, size_t r) const;

  void gridLoop(llvm::ArrayRef<const Op *> loops, unsigned n);

  /// A loop over the lanes of a grid or of a row, each thread at its own; `body` builds all but the yield.
  void mappedLoop(const Op &op, llvm::function_ref<void()> body);

  void nameRegisters(const Values &values, llvm::StringRef hint) {
    for (size_t r = 0; r < values.size(); ++r)
      R.values[values[r]].name = hint.empty() || values.size() == 1 ? hint.str() : (hint + std::to_string(r)).str();
  }

  Values yielded(const Op &op, llvm::ArrayRef<size_t> counts);

  void bodyOf(const Op &op) {
    for (OpId id : S.blocks[op.blocks[0]].ops)
      if (S.ops[id].kind != OpKind::Yield)
        deviceOp(S.ops[id]);
  }

  /// What was computed in a block is not there outside, or when it is built again.
  void forgetBlock(BlockId block);

  /// if (i + vector <= n) { whole vectors } else { for (; i < n; i++) one element, into the first registers }
  void vectorsOrElements(const Op &op, llvm::ArrayRef<size_t> counts);

  /// A loop that every thread runs by itself; what it carries has a value a register.
  void innerLoop(const Op &op);

  /// A branch that all lanes take together.
  void branch(const Op &op);

  // -- ops of the device

  void deviceOp(const Op &op);

  void uniform(const Op &op);

  void lanes(const Op &op);

  /// Threads whose loops end at the last lane have none that is off.
  void liveLanes(const Op &op);

  void eachRegister(const Op &op);

  /// What a lane that is never off makes simpler.
  std::optional<ValueId> ofTruths(const Op &op, llvm::ArrayRef<ValueId> at) const;

  // -- tiles

  bool isShared(const Op &op) const {
    return op.mem.pattern != ~0u && S.arrays[S.patterns[op.mem.pattern].array].space == ArrayInfo::Shared;
  }

  /// A read that is written as it is, between shared memory and the other: by all threads, whichever lanes they hold.
  void findCopies();

  /// for (row = ..; row < rows; row += ..) if (row < rows left && column < columns left) to[..] = from[..];
  void copyTile(const Op &write);

  // -- memory

  MemRef place(const Op &op, size_t r, llvm::ArrayRef<Values> indexVectors);

  /// Registers that the op tells apart.
  size_t registersOf(const Op &op) const;

  std::vector<Values> indexVectors(const Op &op, unsigned first) {
    std::vector<Values> vectors;
    for (unsigned i = 0; i < op.mem.indirectSubs.size(); ++i)
      vectors.push_back(registers(op.operands[first + i]));
    return vectors;
  }

  /// Whole vectors of the thread's registers.
  unsigned vectorOf(const Op &op) const {
    if (Dims.size() != 1 || Dims[0].mapping.vector < 2 || Dims[0].mapping.registers != Dims[0].mapping.vector)
      return 1;
    return S.fillsVector(op, Dims[0].counter, Dims[0].mapping.vector) ? Dims[0].mapping.vector : 1;
  }

  void read(const Op &op);

  void write(const Op &op);

  // -- sums

  ValueId folded(const Op &op);

  ValueId blockReduce(ReductionKind combine, ValueId v, FpFlags fp);

  ValueId truthOf(ValueId v, const Op &op) {
    if (S.typeOf(op.results[0]) != Truth)
      return v;
    return B.create(OpKind::CmpNe, Truth, {v, B.constant(R.typeOf(v), 0)});
  }

  ValueId sumOfBlock(const Op &op) {
    // Behind the loop there are no lanes any more: the registers are those of what is reduced.
    const ValueId total = blockReduce(op.combine, folded(op), op.fp);
    name(total, S.values[op.results[0]].name);
    return truthOf(total, op);
  }

  struct Sum {
    const Op *op;
    VectorType type;
    uint32_t partials, total; ///< patterns
  };

  uint32_t scratch(unsigned n, ScalarType element, int64_t extent, llvm::StringRef what);

  MemRef element(uint32_t pattern, IndexExpr sub) {
    MemRef mem;
    mem.pattern = pattern;
    mem.subs = {std::move(sub)};
    return mem;
  }

  /// The result of one block to memory.
  void partialSum(const Op &op);

  /// A launch of one block that makes one value of the partial ones; the host reads it.
  void combine(ValueId count);

  const Function &S;
  Function R;
  Builder B;
  std::vector<Values> Map;               ///< per value of the source
  std::map<ValueId, IndexExpr> Counters; ///< of mapped loops: what the counter is in this thread
  std::vector<Dim> Dims;
  std::vector<ValueId> InDevice; ///< values that were mapped inside the launch
  bool InLaunch = false;
  bool MeetsInside = false; ///< all threads must arrive at some op of the loops
  bool IsInLoop = false;    ///< which every thread runs by itself
  bool IsRow = false;       ///< the blocks have no lanes of their own: what is one value, one thread writes
  ValueId BlockIds[3], ThreadIds[3], Extents[3];
  int64_t Threads[3];
  std::vector<Sum> Sums;
  std::set<const Op *> Copies; ///< reads, writes and masks that copyTile stands for
  std::map<std::tuple<unsigned, ScalarType, int64_t>, uint32_t> Scratch;
};

} // namespace vecify
