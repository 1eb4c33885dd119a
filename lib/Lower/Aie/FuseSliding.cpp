// Step, AI Engines: a chain of multiply-accumulates of scalars with neighbouring reads becomes sliding_mul.
//
//     %a1 = wide_mac %a0, (load x[%i]),     %c0           %c = from_lanes %c0, %c1, %c2, 0
//     %a2 = wide_mac %a1, (load x[%i + 1]), %c1     ->    %x = concat (load x[%i]), (load x[%i + 16])
//     %a3 = wide_mac %a2, (load x[%i + 2]), %c2           %a3 = sliding_mul %a0, %c, %x [0, 0, 3]
//
// Modulo the accumulator's width the order of the sum does not matter. The register of data is put together from
// aligned reads, so that chains over one row, and copies of the loop, share them.
#include "Reads.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include "llvm/Support/MathExtras.h"

namespace vecify {

namespace {

/// One product of the chain.
struct Tap {
  ValueId coefficient;
  MemRef mem;    ///< what is read
  int64_t place; ///< elements from the constant part of the row's address
  ValueId data;
};

class SlidingFusion {
public:
  SlidingFusion(Function &function, const Target &target)
      : F(function), Core(*target.aie), Known(function), Reads(function), Editor(function), Uses(useCounts(function)) {}

  void run() {
    BlockOf.assign(F.ops.size(), ~0u);
    Place.assign(F.ops.size(), 0);
    for (BlockId b = 0; b < F.blocks.size(); ++b) {
      for (unsigned p = 0; p < F.blocks[b].ops.size(); ++p) {
        BlockOf[F.blocks[b].ops[p]] = b;
        Place[F.blocks[b].ops[p]] = p;
        if (isMemoryWrite(F.ops[F.blocks[b].ops[p]].kind))
          Stores.push_back(F.blocks[b].ops[p]);
      }
    }
    BlockId current = ~0u;
    const size_t original = F.ops.size();
    Editor.run([&](OpId id) {
      if (id < original && BlockOf[id] != current) {
        Reads.forget();
        current = BlockOf[id];
      }
      if (!F.ops[id].blocks.empty())
        Reads.forget();
      if (isMemoryWrite(F.ops[id].kind))
        Reads.written(F.ops[id]);
      if (isEndOfChain(id))
        fuse(id);
    });
  }

private:
  bool isProduct(const Op &op) const { return op.kind == OpKind::WideMul || op.kind == OpKind::WideMac; }

  bool isEndOfChain(OpId id) const {
    const Op &op = F.ops[id];
    return isProduct(op) && !Inside.count(id) && !isContinued(id);
  }

  /// The only user is the next multiply-accumulate of the chain.
  bool isContinued(OpId id) const {
    const ValueId result = F.ops[id].results[0];
    if (result >= Uses.size() || Uses[result] != 1)
      return false;
    for (const Op &op : F.ops)
      if (op.kind == OpKind::WideMac && op.operands[0] == result)
        return true;
    return false;
  }

  /// What is read at `load` is still there at `end`, in the same block, where the fused op reads it.
  bool mayMove(OpId load, OpId end) const {
    if (load >= BlockOf.size() || BlockOf[load] != BlockOf[end])
      return false;
    return llvm::none_of(Stores, [&](OpId store) {
      const bool isBetween = BlockOf[store] == BlockOf[end] && Place[load] < Place[store] && Place[store] < Place[end];
      return isBetween &&
             !F.areDisjoint(F.patterns[F.ops[store].mem.pattern].array, F.patterns[F.ops[load].mem.pattern].array);
    });
  }

  /// Coefficient and place of a product that can be a tap of the chain that ends at `end`.
  std::optional<Tap> tapOf(const Op &op, OpId end, const SlidingShape &shape) const {
    const unsigned n = op.operands.size();
    const ValueId data = op.operands[n - 2], coefficient = op.operands[n - 1];
    const std::optional<std::pair<OpId, MemRef>> read = readOf(data);
    if (!read || !F.typeOf(coefficient).isScalar() || bitsOf(F.typeOf(data).element) != shape.factorBits ||
        bitsOf(F.typeOf(coefficient).element) > shape.factorBits || F.typeOf(op.results[0]).lanes() != shape.lanes ||
        F.typeOf(op.results[0]).element != shape.accumulator)
      return std::nullopt;
    // An unsigned coefficient of 16 bits has no signed form of as many.
    if (bitsOf(F.typeOf(coefficient).element) == shape.factorBits && shape.factorBits == 16 &&
        isUnsignedInteger(F.typeOf(coefficient).element))
      return std::nullopt;
    if (!mayMove(read->first, end))
      return std::nullopt;
    const std::optional<int64_t> place = placeOf(read->second);
    return place ? std::optional(Tap{coefficient, read->second, *place, data}) : std::nullopt;
  }

  /// The load that `data` is, or is a part of, and what of it is read.
  std::optional<std::pair<OpId, MemRef>> readOf(ValueId data) const {
    const Op *slice = definedBy(F, data, OpKind::ExtractSlice);
    const ValueId whole = slice ? slice->operands[0] : data;
    const Op *load = definedBy(F, whole, OpKind::Load);
    if (!load || load->mem.unaligned)
      return std::nullopt;
    const std::optional<MemRef> mem = Reads.moved(load->mem, slice ? slice->ints[0] : 0);
    return mem ? std::optional(std::make_pair(F.values[whole].definition, *mem)) : std::nullopt;
  }

  std::optional<int64_t> placeOf(const MemRef &mem) const {
    const int64_t bytes = F.byteAddress(mem).constantTerm(), size = bytesOf(F.patterns[mem.pattern].type);
    return bytes % size == 0 && Reads.moved(mem, 1) ? std::optional(bytes / size) : std::nullopt;
  }

  void fuse(OpId last) {
    const unsigned bits = bitsOf(F.typeOf(F.ops[last].operands[F.ops[last].operands.size() - 2]).element);
    const SlidingShape *shape = Core.slidingOf(bits);
    if (!shape)
      return;
    // From the last to the first product; what is no tap stays in the chain.
    std::vector<OpId> others;
    std::map<std::pair<uint32_t, IndexExpr>, std::map<int64_t, Tap>> rows;
    ValueId first = NoValue;
    for (OpId id = last;;) {
      const Op &op = F.ops[id];
      std::optional<Tap> tap = tapOf(op, last, *shape);
      bool isTaken = false;
      if (tap) {
        const MemRef &mem = tap->mem;
        IndexExpr row = F.byteAddress(mem);
        row = row - IndexExpr(row.constantTerm());
        isTaken = rows[{F.patterns[mem.pattern].array, row}].try_emplace(tap->place, *tap).second;
      }
      if (!isTaken)
        others.push_back(id);
      if (op.kind == OpKind::WideMul)
        break;
      first = op.operands[0];
      const OpId before = F.values[first].definition;
      if (before == ~0u || !isProduct(F.ops[before]) || Uses[first] != 1 || first >= Uses.size())
        break;
      Inside.insert(before);
      id = before;
      first = NoValue;
    }
    std::vector<std::vector<Tap>> runs = runsOf(rows, *shape, others);
    if (runs.empty())
      return;
    rewrite(last, first, others, runs, *shape);
  }

  /// Taps side by side, as many as one op can take. Single ones go back to `others`.
  std::vector<std::vector<Tap>> runsOf(const std::map<std::pair<uint32_t, IndexExpr>, std::map<int64_t, Tap>> &rows,
                                       const SlidingShape &shape, std::vector<OpId> &others) const {
    std::vector<std::vector<Tap>> runs;
    const size_t most = Core.mostCoefficientBits / shape.factorBits;
    const auto close = [&](std::vector<Tap> &run) {
      if (run.size() >= 2)
        runs.push_back(run);
      else
        for (const Tap &tap : run)
          others.push_back(productOf(tap));
      run.clear();
    };
    for (const auto &[row, taps] : rows) {
      std::vector<Tap> run;
      for (const auto &[place, tap] : taps) {
        const bool differs = !run.empty() && (place != run.back().place + 1 || run.size() == most ||
                                              F.typeOf(tap.data) != F.typeOf(run.back().data));
        if (differs)
          close(run);
        run.push_back(tap);
      }
      close(run);
    }
    return runs;
  }

  OpId productOf(const Tap &tap) const {
    for (OpId id = 0; id < F.ops.size(); ++id)
      if (isProduct(F.ops[id]) && F.ops[id].operands[F.ops[id].operands.size() - 2] == tap.data &&
          F.ops[id].operands.back() == tap.coefficient)
        return id;
    return ~0u;
  }

  void rewrite(OpId last, ValueId first, const std::vector<OpId> &others, const std::vector<std::vector<Tap>> &runs,
               const SlidingShape &shape) {
    const VectorType type = F.typeOf(F.ops[last].results[0]);
    const std::string name = F.values[F.ops[last].results[0]].name;
    ValueId sum = first;
    const auto zero = [&] {
      Op op;
      op.kind = OpKind::Constant;
      return Editor.insert(std::move(op), type);
    };
    std::vector<Op> steps;
    for (OpId id : others) {
      const Op &op = F.ops[id];
      Op copy;
      copy.kind = OpKind::WideMac;
      copy.operands = {NoValue, op.operands[op.operands.size() - 2], op.operands.back()};
      steps.push_back(std::move(copy));
    }
    for (const std::vector<Tap> &run : runs)
      steps.push_back(slide(run, shape));
    // A sum that starts from nothing starts with a sliding product.
    if (sum == NoValue) {
      std::rotate(steps.begin(), steps.begin() + others.size(), steps.end());
      sum = zero();
    }
    for (size_t s = 0; s + 1 < steps.size(); ++s) {
      steps[s].operands[0] = sum;
      sum = Editor.insert(std::move(steps[s]), type, name);
    }
    Op &end = F.ops[last];
    end.kind = steps.back().kind;
    end.operands = steps.back().operands;
    end.operands[0] = sum;
    end.ints = steps.back().ints;
  }

  /// sliding_mul over one run; operand 0 is left open.
  Op slide(const std::vector<Tap> &run, const SlidingShape &shape) {
    const VectorType piece = F.typeOf(run[0].data);
    const std::string name = F.values[run[0].data].name;
    const int64_t lanes = piece.lanes(), size = bytesOf(piece.element);
    const MemRef mem = run[0].mem;
    int64_t points = run.size();
    if (!shape.anyPoints)
      points = llvm::alignTo(points, shape.points);
    const unsigned alignment = Core.alignmentOf(unsigned(lanes * size));
    const std::optional<int64_t> past = Reads.elementsPast(Known, mem, alignment);
    const int64_t most = 1024 / bitsOf(piece.element);
    int64_t start = past.value_or(0);
    bool isAligned = past.has_value();
    if (int64_t(llvm::PowerOf2Ceil(start + lanes + points - 1)) > most) {
      start = 0;
      isAligned = false;
    }
    const int64_t needed = start + lanes + points - 1;
    std::vector<ValueId> parts;
    for (int64_t at = 0; at < int64_t(llvm::PowerOf2Ceil(needed)); at += lanes) {
      // What nobody multiplies need not be read.
      if (at >= needed) {
        parts.push_back(parts.back());
        continue;
      }
      parts.push_back(isAligned ? Reads.read(mem, at - start, piece, Editor, name) : unaligned(mem, at, piece, name));
    }
    note(mem, isAligned ? alignment : 1, start * size,
         (llvm::alignTo(needed, lanes) - start - lanes - int64_t(run.size()) + 1) * size);
    VectorType whole = piece;
    while (parts.size() > 1) {
      whole.shape[0] *= 2;
      for (size_t p = 0; p < parts.size() / 2; ++p)
        parts[p] = Editor.insert(OpKind::Concat, whole, {parts[2 * p], parts[2 * p + 1]}, name);
      parts.resize(parts.size() / 2);
    }
    Op op;
    op.kind = OpKind::SlidingMul;
    op.operands = {NoValue, coefficients(run, points, piece.element), parts[0]};
    op.ints = {0, start, points};
    return op;
  }

  ValueId unaligned(const MemRef &mem, int64_t at, const VectorType &type, llvm::StringRef name) {
    Op load;
    load.kind = OpKind::Load;
    load.mem = *Reads.moved(mem, at);
    load.mem.unaligned = true;
    return Editor.insert(std::move(load), type, name);
  }

  void note(const MemRef &mem, unsigned alignment, int64_t before, int64_t behind) {
    ArrayInfo &array = F.arrays[F.patterns[mem.pattern].array];
    array.assumedAlignment = std::max(array.assumedAlignment, alignment);
    array.slackBefore = std::max(array.slackBefore, unsigned(std::max<int64_t>(0, before)));
    array.slackBehind = std::max(array.slackBehind, unsigned(std::max<int64_t>(0, behind)));
  }

  /// The coefficients in one register, zeros behind them.
  ValueId coefficients(const std::vector<Tap> &run, int64_t points, ScalarType data) {
    ScalarType element = F.typeOf(run[0].coefficient).element;
    for (const Tap &tap : run)
      if (bitsOf(data) == 16 || F.typeOf(tap.coefficient).element != element)
        element = bitsOf(data) == 16 ? ScalarType::I16 : ScalarType::I8;
    const int64_t lanes = std::max<int64_t>(128 / bitsOf(element), int64_t(llvm::PowerOf2Ceil(points)));
    Op op;
    op.kind = OpKind::FromLanes;
    for (int64_t l = 0; l < lanes; ++l) {
      if (l >= int64_t(run.size())) {
        op.operands.push_back(constant(element, 0));
        continue;
      }
      const ValueId c = run[l].coefficient;
      if (std::optional<int64_t> value = splatInt(F, c))
        op.operands.push_back(constant(element, wrapTo(element, *value)));
      else
        op.operands.push_back(F.typeOf(c).element == element
                                  ? c
                                  : Editor.insert(OpKind::Cast, VectorType::scalar(element), {c}, F.values[c].name));
    }
    return Editor.insert(std::move(op), VectorType::vector(lanes, element), "taps");
  }

  ValueId constant(ScalarType type, int64_t value) {
    Op op;
    op.kind = OpKind::Constant;
    op.intValue = value;
    return Editor.insert(std::move(op), VectorType::scalar(type));
  }

  Function &F;
  const AieCore &Core;
  const Congruences Known;
  SharedReads Reads;
  BlockEditor Editor;
  const std::vector<unsigned> Uses;
  std::vector<BlockId> BlockOf; ///< per op, as the function came
  std::vector<unsigned> Place;  ///< in its block
  std::vector<OpId> Stores;
  std::set<OpId> Inside; ///< products that belong to a later chain
};

} // namespace

llvm::Expected<Function> fuseSliding(const Function &f, const Target &target, const LowerOptions &) {
  Function result = f;
  SlidingFusion(result, target).run();
  return sweep(std::move(result));
}

} // namespace vecify
