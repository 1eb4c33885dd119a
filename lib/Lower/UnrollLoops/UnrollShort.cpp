// Step: short loops inside a loop or a branch are written out.
//
//     for %k = 0 to 3 carry(%s = %z) {                      %h0 = transfer_read h[0] ...
//       %h = transfer_read h[%k]                            %x0 = transfer_read x[%i]     lanes(1) : 16xf32
//       %x = transfer_read x[%i + %k] lanes(1) : 16xf32     %s0 = fma %h0, %x0, %z
//       %n = fma %h, %x, %s                          ->     %x1 = transfer_read x[%i + 1] lanes(1) : 16xf32
//       yield %n                                            %s1 = fma %h1, %x1, %s0
//     }                                                     ...
//
// The taps h[0], h[1].. do not change in the loop around it any more and leave it; neighbouring reads share registers,
// neighbouring strided accesses become whole vectors, and a loop that reads what the one before it has read or written
// finds it in registers. Only straight bodies of constant trip count, and only so many
// that the code stays readable. Loops that never run go wherever they are.
#include "Alias.h"
#include "Steps.h"
#include "WriteOut.h"

namespace vecify {

namespace {

class ShortUnrolling {
public:
  ShortUnrolling(const Function &source, const Target &target, const LowerOptions &options)
      : S(source), T(target), O(options) {
    for (const Op &op : S.ops)
      if (isMemory(op.kind) && isInteger(accessType(S, op).element))
        WidestInMemory = std::max<unsigned>(WidestInMemory, bitsOf(accessType(S, op).element));
    for (const Op &op : S.ops)
      for (BlockId block : op.blocks)
        look(block);
    // What is left over of no rows.
    for (OpId id : S.blocks[S.body].ops)
      if (S.ops[id].kind == OpKind::For && constantTrips(S, S.ops[id]) == 0)
        Chosen.insert(id);
  }
  bool hasWork() const { return !Chosen.empty(); }

  bool rewrite(const Op &op, Rewriter &rewriter) const {
    if (!Chosen.count(op.id))
      return false;
    writeOut(op, *constantTrips(S, op), rewriter, [this](const Op &inner, Rewriter &r) { return rewrite(inner, r); });
    return true;
  }

private:
  /// Iterations, and registers of vectors in all of them, that are written out at most: where iterations gain from each
  /// other, and where only the loop goes.
  static constexpr int64_t MostTrips = 16, MostRegisters = 192, MostTinyTrips = 8, MostTinyRegisters = 48;

  /// Chooses loops of the block, from the innermost ones outwards. Registers of all that the block computes then;
  /// nullopt where some control remains.
  std::optional<int64_t> look(BlockId block) {
    std::optional<int64_t> all = 0;
    for (OpId id : S.blocks[block].ops) {
      const std::optional<int64_t> registers = look(S.ops[id], block);
      all = all && registers ? std::optional(*all + *registers) : std::nullopt;
    }
    return all;
  }

  std::optional<int64_t> look(const Op &op, BlockId around) {
    if (op.blocks.empty())
      return registersOf(op);
    if (op.kind != OpKind::For || op.mayStop)
      return std::nullopt;
    const std::optional<int64_t> body = look(op.blocks[0]), trips = constantTrips(S, op);
    if (!body || !trips || !isWorthIt(op, around, *trips, *trips * *body))
      return std::nullopt;
    Chosen.insert(op.id);
    return *trips * *body;
  }

  /// C's promotions are made narrow again: integers count with twice the bits of what is read and written.
  int64_t registersOf(const Op &op) const {
    const VectorType *type = op.results.empty() ? nullptr : &S.typeOf(op.results[0]);
    if (!type || type->isScalar() || op.kind == OpKind::Broadcast)
      return 0;
    ScalarType element = type->element;
    if (isInteger(element) && element != ScalarType::I1 && bitsOf(element) > 2 * WidestInMemory && WidestInMemory >= 8)
      element = integerType(2 * WidestInMemory, isSignedInteger(element));
    return type->lanes() / nativeLanes(T, O, element, minorLanes(*type));
  }

  bool isWorthIt(const Op &loop, BlockId around, int64_t trips, int64_t registers) const {
    if (trips < 2)
      return true;
    if (*splatInt(S, loop.operands[2]) != 1)
      return false;
    // Much is constant where scalars are known before the loop around.
    const int64_t most = handsOnScalars(loop) ? 2 * MostRegisters : MostRegisters;
    return (trips <= MostTinyTrips && registers <= MostTinyRegisters) ||
           (trips <= MostTrips && registers <= most && (gains(loop) || meetsAnother(loop, around)));
  }

  /// Its iterations have neighbours or hand on scalars, or those of a loop in it, which then goes with it: rows and
  /// columns of taps.
  bool gains(const Op &loop) const {
    return hasNeighbours(loop) || handsOnScalars(loop) || llvm::any_of(S.blocks[loop.blocks[0]].ops, [&](OpId id) {
             return S.ops[id].kind == OpKind::For && gains(S.ops[id]);
           });
  }

  /// What a scalar is in each iteration is then known before the loop around it, unless that changes it as well.
  bool handsOnScalars(const Op &loop) const {
    return llvm::any_of(loop.results, [&](ValueId v) { return S.typeOf(v).isScalar(); });
  }

  /// A loop beside it has as many iterations, and the later one of both reads in each what the other one has in a
  /// register by then.
  bool meetsAnother(const Op &loop, BlockId around) const {
    bool isBehind = false;
    for (OpId id : S.blocks[around].ops) {
      const Op &other = S.ops[id];
      isBehind |= id == loop.id;
      if (id != loop.id && other.kind == OpKind::For && constantTrips(S, other) == constantTrips(S, loop) &&
          splatInt(S, other.operands[0]) == splatInt(S, loop.operands[0]) &&
          (isBehind ? readsAfter(loop, other) : readsAfter(other, loop)))
        return true;
    }
    return false;
  }

  bool readsAfter(const Op &first, const Op &later) const {
    const Block &before = S.blocks[first.blocks[0]], &behind = S.blocks[later.blocks[0]];
    return llvm::any_of(behind.ops, [&](OpId read) {
      return S.ops[read].kind == OpKind::TransferRead && isOfVector(S.ops[read]) &&
             llvm::any_of(before.ops, [&](OpId id) {
               return isOfVector(S.ops[id]) &&
                      isSamePlace(S.ops[id], before.arguments[0], S.ops[read], behind.arguments[0]);
             });
    });
  }

  bool isOfVector(const Op &op) const {
    const bool isAccess = op.kind == OpKind::TransferRead || op.kind == OpKind::TransferWrite;
    return isAccess && !hasMask(op, S) && op.mem.indirectSubs.empty() && !accessType(S, op).isScalar();
  }

  /// In iterations of the same number.
  bool isSamePlace(const Op &a, ValueId ofA, const Op &b, ValueId ofB) const {
    const IndexExpr address = S.byteAddress(a.mem);
    return address.uses(ofA) && S.patterns[a.mem.pattern].array == S.patterns[b.mem.pattern].array &&
           address.substitute(ofA, IndexExpr::symbol(ofB)) == S.byteAddress(b.mem);
  }

  /// Some access of an iteration lies among the lanes of the same access in the next one, or is where another one is.
  bool hasNeighbours(const Op &loop) const {
    const Block &body = S.blocks[loop.blocks[0]];
    return llvm::any_of(body.ops, [&](OpId id) { return isAmongNext(S.ops[id], body.arguments[0]); }) ||
           readsAgain(body);
  }

  /// Of the vectors that an iteration reads, the next one reads some as well, by another op: rows that move by one.
  bool readsAgain(const Block &body) const {
    llvm::SmallVector<std::pair<const Op *, IndexExpr>, 16> reads;
    for (OpId id : body.ops)
      if (S.ops[id].kind == OpKind::TransferRead && isOfVector(S.ops[id]))
        reads.push_back({&S.ops[id], S.byteAddress(S.ops[id].mem)});
    return llvm::any_of(reads, [&](const auto &read) {
      if (read.second.degreeIn(body.arguments[0]) != 1)
        return false;
      const IndexExpr next = read.second + read.second.coefficientOf(body.arguments[0]);
      return llvm::any_of(reads, [&](const auto &other) {
        return other.second == next &&
               S.patterns[other.first->mem.pattern].array == S.patterns[read.first->mem.pattern].array &&
               S.typeOf(other.first->results[0]) == S.typeOf(read.first->results[0]);
      });
    });
  }

  bool isAmongNext(const Op &op, ValueId counter) const {
    if (!isOfVector(op))
      return false;
    const VectorType &type = accessType(S, op);
    const IndexExpr address = S.byteAddress(op.mem);
    if (type.rank() != 1 || address.degreeIn(counter) != 1)
      return false;
    const std::optional<int64_t> stride = S.laneStrideBytes(op.mem, 0).asConstant(),
                                 move = address.coefficientOf(counter).asConstant();
    const int64_t size = bytesOf(type.element);
    return stride && move && *move % size == 0 && std::abs(*move) < std::abs(*stride) * type.lanes();
  }

  const Function &S;
  const Target &T;
  const LowerOptions &O;
  unsigned WidestInMemory = 0; ///< bits of integers
  std::set<OpId> Chosen;
};

} // namespace

llvm::Expected<Function> unrollShort(const Function &f, const Target &target, const LowerOptions &options) {
  const ShortUnrolling step(f, target, options);
  if (!step.hasWork())
    return f;
  Rewriter rewriter(f);
  return withoutCounters(rewriter.run([&](const Op &op, Rewriter &r) { return step.rewrite(op, r); }));
}

} // namespace vecify
