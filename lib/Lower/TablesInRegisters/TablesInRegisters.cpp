// Step: arrays of few elements are looked up in registers.
//
//     y[i] = digits[x[i] >> 4]     %t = transfer_read digits[0] lanes(1) : 16xu8
//                                  %y = permute %index, %t : 64xu8
//
// The array is declared, so that all of it may be read, and the indices are known to stay within so much of it as fits
// a few registers. More than one instruction looks up is chosen from:
//
//     index < 128 ? permute(index, t0, t1) : permute(index, t2, t3)
#include "NarrowIntegers/Ranges.h"
#include "Rewrites.h"
#include "Steps.h"

namespace vecify {
namespace {

/// How much one instruction looks up.
struct Reach {
  int64_t lanes = 0;       ///< of a register
  int64_t entries = 0;     ///< of one table
  unsigned tables = 1;     ///< at once
  bool isInBlocks = false; ///< each 128 bits have the table
  int64_t all() const { return entries * tables; }
};

class Lookup {
public:
  Lookup(const Op &read, Rewriter &rewriter, const Target &target, const LowerOptions &options)
      : S(read, rewriter, target), Read(read), T(target), O(options) {}

  std::optional<ValueId> run() {
    if (!isOfTable() || !findReach())
      return std::nullopt;
    const ScalarType unsignedType = integerType(bitsOf(Element), /*isSigned=*/false);
    Indices = S.cast(Read.operands[0], unsignedType);
    const int64_t lanes = S.type.lanes();
    llvm::SmallVector<ValueId, 16> copies(size_t(std::max<int64_t>(1, How.lanes / lanes)), Indices);
    if (copies.size() > 1)
      Indices = S.emit(OpKind::Concat, VectorType::vector(How.lanes, unsignedType), copies);
    ValueId value = between(0, int64_t(llvm::PowerOf2Ceil(uint64_t((Count + How.all() - 1) / How.all()))));
    if (copies.size() > 1)
      value = S.b.extractSlice(value, {0}, S.type);
    if (Read.operands.size() > 1)
      value = S.emit(OpKind::Select, {Read.operands[1], value, S.b.broadcast(Read.operands[2], S.type)});
    return value;
  }

private:
  /// Its indices choose among elements side by side, all of which are known to be there. Of an array that ends C lets
  /// no index go beyond; those of lanes that are off may.
  bool isOfTable() {
    if (Read.kind != OpKind::TransferRead || Read.mem.indirectSubs.size() != 1 || S.type.rank() != 1 ||
        !llvm::isPowerOf2_64(uint64_t(S.type.lanes())))
      return false;
    const MemPattern &pattern = S.f.patterns[Read.mem.pattern];
    const size_t last = Read.mem.subs.size() - 1;
    Element = S.type.element;
    const std::optional<int64_t> stride = pattern.strideBytes[last].asConstant();
    const std::optional<int64_t> first = Read.mem.subs[last].asConstant();
    const bool isMasked = Read.operands.size() > 1;
    if (Read.mem.indirectSubs[0] != last || stride != int64_t(bytesOf(Element)) || !first || *first < 0 ||
        (isMasked && !S.f.arrays[pattern.array].isObject))
      return false;
    for (const auto &steps : Read.mem.laneSteps)
      if (!llvm::all_of(steps, [](const IndexExpr &step) { return step.isZero(); }))
        return false;
    First = *first;
    Length = pattern.length;
    Count = Length - First;
    const ValueRange range = rangeOf(S.f, Read.operands[0]);
    if (!pattern.endsThere && (range.lo < 0 || range.hi >= Count))
      return false;
    if (range.lo >= 0 && range.hi < Count)
      Count = int64_t(range.hi) + 1;
    return Count > 0 && (bitsOf(Element) > 8 || Count <= 256); // as many as its indices tell apart
  }

  /// Few instructions do it.
  bool findReach() {
    const auto lanes = unsigned(T.lanesOf(Element, O.registerBits));
    const auto has = [&](unsigned tables) {
      return T.find(RowKey{OpKind::Permute, Element, Element, lanes, uint8_t(tables)}) != nullptr;
    };
    How.lanes = How.entries = lanes;
    constexpr int64_t most = 4;
    for (unsigned tables : {4u, 2u, 1u})
      if (has(tables) && (tables == 1 || Count > How.entries * tables / 2)) {
        How.tables = tables;
        return Count <= How.all() * most;
      }
    How.isInBlocks = true;
    How.entries = 128 / bitsOf(Element);
    return T.find(OpKind::PermuteBlocks, Element, lanes) && Count <= How.entries * most;
  }

  /// The values for indices of `parts` times what one instruction looks up, from part `part` on; beyond: anything.
  ValueId between(int64_t part, int64_t parts) {
    if (parts == 1)
      return lookedUp(part * How.all());
    const ValueId low = between(part, parts / 2);
    const int64_t middle = part + parts / 2;
    if (middle * How.all() >= Count)
      return low;
    const ValueId high = between(middle, parts / 2);
    return S.emit(OpKind::Select, VectorType::vector(S.typeOf(Indices).lanes(), Element),
                  {isBelow(middle * How.all()), low, high});
  }

  ValueId isBelow(int64_t bound) {
    // Bytes are compared as signed ones on x86.
    ValueId indices = Indices;
    if (!T.predicateMasks && Count <= 128)
      indices = S.cast(indices, integerType(bitsOf(Element), /*isSigned=*/true));
    const VectorType type = S.typeOf(indices);
    return S.emit(OpKind::CmpLt, type.withElement(ScalarType::I1), {indices, S.b.constant(type, bound)});
  }

  ValueId lookedUp(int64_t from) {
    llvm::SmallVector<ValueId, 5> operands = {Indices};
    for (unsigned t = 0; t < How.tables; ++t)
      operands.push_back(table(from + int64_t(t) * How.entries));
    const VectorType type = VectorType::vector(S.typeOf(Indices).lanes(), Element);
    return S.emit(How.isInBlocks ? OpKind::PermuteBlocks : OpKind::Permute, type, operands);
  }

  /// The elements from `from` on that fill a register, or each 128 bits of it.
  ValueId table(int64_t from) {
    const std::string name = S.f.arrays[S.f.patterns[Read.mem.pattern].array].name;
    const VectorType type = VectorType::vector(How.entries, Element), one = VectorType::scalar(Element);
    const int64_t left = std::min(Count - from, How.entries);
    ValueId entries = ~0u;
    if (First + from + How.entries <= Length) {
      entries = S.b.transferRead(type, placeOf(from, true), {}, ~0u, ~0u, name);
    } else if (left <= 0) {
      entries = zero(type);
    } else if (T.predicateMasks) {
      const ValueId mask = S.emit(OpKind::CreateMask, type.withElement(ScalarType::I1), {S.b.index(IndexExpr(left))});
      entries = S.b.transferRead(type, placeOf(from, true), {}, mask, zero(one), name);
    } else {
      llvm::SmallVector<ValueId, 16> each;
      for (int64_t e = 0; e < How.entries; ++e)
        each.push_back(e < left ? S.b.transferRead(one, placeOf(from + e, false), {}, ~0u, ~0u, name) : zero(one));
      entries = S.emit(OpKind::FromLanes, type, each);
    }
    if (!How.isInBlocks)
      return entries;
    const llvm::SmallVector<ValueId, 4> copies(size_t(How.lanes / How.entries), entries);
    return S.emit(OpKind::Concat, VectorType::vector(How.lanes, Element), copies);
  }

  ValueId zero(const VectorType &type) { return isFloat(Element) ? S.b.constantFp(type, 0) : S.b.constant(type, 0); }

  MemRef placeOf(int64_t entry, bool isVector) {
    MemRef mem = Read.mem;
    mem.indirectSubs.clear();
    mem.subs.back() = IndexExpr(First + entry);
    mem.laneSteps.clear();
    if (isVector) {
      mem.laneSteps.emplace_back(mem.subs.size(), IndexExpr(0));
      mem.laneSteps[0].back() = IndexExpr(1);
    }
    return mem;
  }

  Site S;
  const Op Read;
  const Target &T;
  const LowerOptions &O;
  ScalarType Element = ScalarType::U8;
  int64_t First = 0, Count = 0, Length = 0;
  Reach How;
  ValueId Indices = ~0u;
};

} // namespace

llvm::Expected<Function> tablesInRegisters(const Function &f, const Target &target, const LowerOptions &options) {
  Rewriter rewriter(f);
  Function result = rewriter.run([&](const Op &op, Rewriter &r) {
    if (op.kind != OpKind::TransferRead || op.mem.indirectSubs.empty())
      return false;
    const std::optional<ValueId> value = Lookup(r.mapped(op), r, target, options).run();
    if (value)
      r.map(op.results[0], *value);
    return value.has_value();
  });
  return sweep(std::move(result));
}

} // namespace vecify
