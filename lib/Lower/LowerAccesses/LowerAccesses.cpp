// Step: accesses that are not contiguous, in the target's terms. Runs on N lanes, before registers matter.
//
//     a[k]          (no lane step)  ->  one scalar read, broadcast
//     a[-%i]        (step -1)       ->  read upwards from the last lane, reversed
//     a[4 * %i] =   (step 2 or 4)   ->  spread over as many registers, stored under masks
//     a[%s * %i]    (any step)      ->  gather with iota * step, or lane by lane
//     a[%idx lanes] (indirect)      ->  gather with the index vector in elements, or lane by lane
//     any of them with a mask       ->  lane by lane, each under its own branch, where the target has no instruction
//
// Beyond this step every vector transfer has lanes next to each other.
#include "IndexVector.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

/// How the lanes of a 1-D transfer lie.
enum class Lie { Contiguous, Uniform, Reversed, Other };

class AccessLowering {
public:
  AccessLowering(const Function &source, const Target &target, const LowerOptions &options)
      : S(source), T(target), O(options) {}

  bool lower(const Op &op, Rewriter &rewriter) {
    if (Failed || (op.kind != OpKind::TransferRead && op.kind != OpKind::TransferWrite))
      return false;
    bool reads = op.kind == OpKind::TransferRead;
    VectorType type = S.typeOf(reads ? op.results[0] : op.operands[0]);
    if (type.isScalar())
      return false;
    Lie lie = lieOf(op.mem, type);
    bool masked = hasMask(op, S);
    if (lie == Lie::Contiguous && (!masked || hasMaskedRow(op, type)))
      return false;
    if (type.rank() != 1)
      return fail(op);
    if (lie == Lie::Contiguous)
      return laneByLane(op, type, rewriter) || fail(op);
    if (lie == Lie::Uniform && reads && !masked) {
      readUniform(op, type, rewriter);
      return true;
    }
    if (lie == Lie::Reversed && (!masked || hasMaskedRow(op, type))) {
      reads ? readReversed(op, type, rewriter) : writeReversed(op, type, rewriter);
      return true;
    }
    return spread(op, type, rewriter) || indexed(op, type, rewriter) || laneByLane(op, type, rewriter) || fail(op);
  }

  const Op *Failed = nullptr;

private:
  bool fail(const Op &op) {
    Failed = &op;
    return false;
  }

  Lie lieOf(const MemRef &mem, const VectorType &type) const {
    if (!mem.indirectSubs.empty())
      return Lie::Other;
    std::optional<int64_t> stride = S.laneStrideBytes(mem, type.rank() - 1).asConstant();
    int64_t size = bytesOf(type.element);
    if (!stride)
      return Lie::Other;
    return *stride == size    ? Lie::Contiguous
           : *stride == 0     ? Lie::Uniform
           : *stride == -size ? Lie::Reversed
                              : Lie::Other;
  }

  /// A masked load or store of contiguous lanes is one of the target's instructions.
  bool hasMaskedRow(const Op &op, const VectorType &type) const {
    const OpKind kind = op.kind == OpKind::TransferRead ? OpKind::MaskedLoad : OpKind::MaskedStore;
    return T.find(kind, type.element, unsigned(nativeLanes(T, O, type.element, type.lanes())));
  }

  static MemRef scalarRef(MemRef mem) {
    mem.laneSteps.clear();
    mem.indirectSubs.clear();
    return mem;
  }

  /// The address of lane `lane`.
  static MemRef laneRef(const MemRef &mem, int64_t lane) {
    MemRef result = scalarRef(mem);
    if (!mem.laneSteps.empty())
      for (unsigned s = 0; s < result.subs.size(); ++s)
        result.subs[s] += mem.laneSteps.back()[s] * IndexExpr(lane);
    return result;
  }

  void readUniform(const Op &op, const VectorType &type, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    const std::string &name = S.values[op.results[0]].name;
    ValueId scalar = b.transferRead(VectorType::scalar(type.element), scalarRef(rewriter.mapped(op.mem)), {}, NoValue,
                                    NoValue, name);
    rewriter.map(op.results[0], b.broadcast(scalar, type));
  }

  /// The same lanes from the lowest address upwards.
  static MemRef upwards(MemRef mem, int64_t lanes) {
    for (unsigned s = 0; s < mem.subs.size(); ++s) {
      mem.subs[s] += mem.laneSteps[0][s] * IndexExpr(lanes - 1);
      mem.laneSteps[0][s] = -mem.laneSteps[0][s];
    }
    return mem;
  }

  ValueId reversed(ValueId v, Rewriter &rewriter) {
    Function &f = rewriter.result();
    Builder &b = rewriter.builder();
    VectorType type = f.typeOf(v);
    const std::string name = f.values[v].name;
    // Lanes below n, seen backwards, are those that are not below N - n.
    if (const Op *prefix = definedBy(f, v, OpKind::CreateMask)) {
      ValueId rest = b.index(IndexExpr(type.lanes()) - IndexExpr::symbol(prefix->operands[0]));
      ValueId below = b.create(OpKind::CreateMask, type, {rest});
      return b.create(OpKind::Not, type, {below}, name);
    }
    return b.create(OpKind::Reverse, type, {v}, name);
  }

  void readReversed(const Op &op, const VectorType &type, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    ValueId mask = NoValue, padding = NoValue;
    if (hasMask(op, S)) {
      mask = reversed(rewriter.mapped(maskOf(op, S)), rewriter);
      padding = rewriter.mapped(op.operands.back());
    }
    const std::string &name = S.values[op.results[0]].name;
    ValueId up = b.transferRead(type, upwards(rewriter.mapped(op.mem), type.lanes()), {}, mask, padding, name);
    rewriter.map(op.results[0], b.create(OpKind::Reverse, type, {up}, name));
  }

  void writeReversed(const Op &op, const VectorType &type, Rewriter &rewriter) {
    ValueId mask = hasMask(op, S) ? reversed(rewriter.mapped(maskOf(op, S)), rewriter) : NoValue;
    ValueId value = reversed(rewriter.mapped(op.operands[0]), rewriter);
    rewriter.builder().transferWrite(value, upwards(rewriter.mapped(op.mem), type.lanes()), {}, mask);
  }

  /// A store to every second or fourth element, where masks cost nothing: much faster than a scatter. It ends with the
  /// last element, for a load of what lies behind would wait for it.
  bool spread(const Op &op, const VectorType &type, Rewriter &rewriter) {
    if (op.kind != OpKind::TransferWrite || hasMask(op, S) || !op.mem.indirectSubs.empty() || !T.predicateMasks ||
        bitsOf(type.element) < 32)
      return false;
    const int64_t size = bytesOf(type.element), lanes = nativeLanes(T, O, type.element, type.lanes());
    const int64_t stride = S.laneStrideBytes(op.mem, 0).asConstant().value_or(0), step = stride / size;
    if ((stride != 2 * size && stride != 4 * size) || lanes % step != 0 || type.lanes() % lanes != 0 ||
        !T.find(OpKind::Shuffle, type.element, unsigned(lanes)) ||
        !T.find(OpKind::MaskedStore, type.element, unsigned(lanes)))
      return false;
    MemRef at = rewriter.mapped(op.mem);
    for (IndexExpr &sub : at.laneSteps[0]) {
      const std::optional<IndexExpr> unit = sub.dividedBy(step);
      if (!unit)
        return false;
      sub = *unit;
    }
    Builder &b = rewriter.builder();
    const VectorType one = VectorType::vector(unsigned(lanes), type.element);
    const VectorType counts = one.withElement(size == 4 ? ScalarType::I32 : ScalarType::I64);
    const ValueId rest = b.create(OpKind::And, counts, {b.iota(counts, 0, 1), b.constant(counts, step - 1)});
    const ValueId mask = b.create(OpKind::CmpEq, one.withElement(ScalarType::I1), {rest, b.constant(counts, step - 1)});
    const ValueId value = rewriter.mapped(op.operands[0]);
    for (int64_t first = 0; first < type.lanes(); first += lanes) {
      const ValueId part = lanes == type.lanes() ? value : b.extractSlice(value, {first}, one);
      for (int64_t k = 0; k < step; ++k) {
        llvm::SmallVector<int64_t, 16> from;
        for (int64_t l = 0; l < lanes; ++l)
          from.push_back((k * lanes + l) / step);
        MemRef place = at;
        for (unsigned s = 0; s < place.subs.size(); ++s)
          place.subs[s] += at.laneSteps[0][s] * IndexExpr(first * step + k * lanes - (step - 1));
        b.transferWrite(withInts(OpKind::Shuffle, one, {part, part}, from, rewriter), place, {}, mask);
      }
    }
    return true;
  }

  static ValueId withInts(OpKind kind, const VectorType &type, llvm::ArrayRef<ValueId> operands,
                          llvm::ArrayRef<int64_t> ints, Rewriter &rewriter) {
    Op op;
    op.kind = kind;
    op.operands.assign(operands.begin(), operands.end());
    op.ints.assign(ints.begin(), ints.end());
    const OpId id = rewriter.builder().append(std::move(op), {type}, rewriter.result().values[operands[0]].name);
    return rewriter.result().ops[id].results[0];
  }

  /// Gather or scatter, if the target has one.
  bool indexed(const Op &op, const VectorType &type, Rewriter &rewriter) {
    bool reads = op.kind == OpKind::TransferRead;
    OpKind kind = reads ? OpKind::Gather : OpKind::Scatter;
    ScalarType indexType = indexTypeOf(S, op.mem, indexOperands(op), type);
    int64_t lanes = std::min(nativeLanes(T, O, type.element, type.lanes()), nativeLanes(T, O, indexType, type.lanes()));
    if (!T.find(RowKey{kind, type.element, indexType, unsigned(lanes), uint8_t(hasMask(op, S))}))
      return false;
    Builder &b = rewriter.builder();
    llvm::SmallVector<ValueId, 2> vectors;
    for (ValueId v : indexOperands(op))
      vectors.push_back(rewriter.mapped(v));
    std::optional<ValueId> index = indexVector(rewriter.result(), b, rewriter.mapped(op.mem), vectors, type, indexType);
    if (!index)
      return false;
    Op access;
    access.kind = kind;
    access.mem = scalarRef(rewriter.mapped(op.mem));
    if (!reads)
      access.operands.push_back(rewriter.mapped(op.operands[0]));
    access.operands.push_back(*index);
    ValueId mask = hasMask(op, S) ? rewriter.mapped(maskOf(op, S)) : NoValue;
    if (mask != NoValue)
      access.operands.push_back(mask);
    if (!reads) {
      b.append(std::move(access));
      return true;
    }
    OpId id = b.append(std::move(access), {type}, S.values[op.results[0]].name);
    ValueId result = rewriter.result().ops[id].results[0];
    if (mask != NoValue)
      result = padded(result, mask, rewriter.mapped(op.operands.back()), rewriter);
    rewriter.map(op.results[0], result);
    return true;
  }

  /// A gather gives 0 in the lanes that are off.
  ValueId padded(ValueId v, ValueId mask, ValueId padding, Rewriter &rewriter) {
    Function &f = rewriter.result();
    if (splatInt(f, padding) == 0 || splatFp(f, padding) == 0.0)
      return v;
    VectorType type = f.typeOf(v);
    return rewriter.builder().create(OpKind::Select, type, {mask, v, rewriter.builder().broadcast(padding, type)});
  }

  llvm::ArrayRef<ValueId> indexOperands(const Op &op) const {
    return llvm::ArrayRef(op.operands).slice(op.kind == OpKind::TransferWrite, op.mem.indirectSubs.size());
  }

  /// Branches that are still worth a vector, and a reader's time.
  static constexpr int64_t MostBranches = 16;

  static ValueId lane(ValueId vector, int64_t l, Rewriter &rewriter) {
    Function &f = rewriter.result();
    if (const std::optional<ValueId> scalar = splatOf(f, vector))
      return *scalar;
    return withInts(OpKind::Extract, VectorType::scalar(f.typeOf(vector).element), {vector}, {l}, rewriter);
  }

  bool laneByLane(const Op &op, const VectorType &type, Rewriter &rewriter) {
    if (hasMask(op, S) && type.lanes() > MostBranches)
      return false;
    Builder &b = rewriter.builder();
    const bool reads = op.kind == OpKind::TransferRead;
    const ValueId mask = hasMask(op, S) ? rewriter.mapped(maskOf(op, S)) : NoValue;
    llvm::SmallVector<ValueId, 2> vectors;
    for (ValueId v : indexOperands(op))
      vectors.push_back(rewriter.mapped(v));
    llvm::SmallVector<ValueId, 16> lanes;
    for (int64_t l = 0; l < type.lanes(); ++l) {
      auto access = [&] {
        MemRef at = laneRef(rewriter.mapped(op.mem), l);
        for (unsigned i = 0; i < vectors.size(); ++i)
          at.subs[op.mem.indirectSubs[i]] += IndexExpr::symbol(lane(vectors[i], l, rewriter));
        if (reads)
          return b.transferRead(VectorType::scalar(type.element), at, {}, NoValue, NoValue,
                                S.values[op.results[0]].name);
        b.transferWrite(lane(rewriter.mapped(op.operands[0]), l, rewriter), at);
        return NoValue;
      };
      const ValueId value = mask == NoValue ? access() : onlyIf(lane(mask, l, rewriter), access, op, type, rewriter);
      if (reads)
        lanes.push_back(value);
    }
    if (reads)
      rewriter.map(op.results[0], b.create(OpKind::FromLanes, type, lanes, S.values[op.results[0]].name));
    return true;
  }

  /// if (condition) access(); else, of a read, the padding.
  ValueId onlyIf(ValueId condition, llvm::function_ref<ValueId()> access, const Op &op, const VectorType &type,
                 Rewriter &rewriter) {
    Function &f = rewriter.result();
    Builder &b = rewriter.builder();
    const bool reads = op.kind == OpKind::TransferRead;
    llvm::SmallVector<VectorType, 1> results;
    if (reads)
      results.push_back(VectorType::scalar(type.element));
    const OpId branch = b.ifOp(condition, results);
    const llvm::SmallVector<BlockId, 2> blocks = f.ops[branch].blocks;
    const BlockId outer = b.block();
    b.setBlock(blocks[0]);
    const ValueId value = access();
    b.yield(reads ? llvm::ArrayRef(value) : llvm::ArrayRef<ValueId>());
    b.setBlock(blocks[1]);
    b.yield(reads ? llvm::ArrayRef(rewriter.mapped(op.operands.back())) : llvm::ArrayRef<ValueId>());
    b.setBlock(outer);
    return reads ? f.ops[branch].results[0] : NoValue;
  }

  const Function &S;
  const Target &T;
  const LowerOptions &O;
};

} // namespace

llvm::Expected<Function> lowerAccesses(const Function &f, const Target &target, const LowerOptions &options) {
  AccessLowering lowering(f, target, options);
  Rewriter rewriter(f);
  Function result = rewriter.run([&](const Op &op, Rewriter &r) { return lowering.lower(op, r); });
  if (lowering.Failed)
    return noVectorForm(f, *lowering.Failed);
  return sweep(std::move(result));
}

} // namespace vecify
