// See ShiftedVectors.h.
#include "ShiftedVectors.h"
#include "vecify/IR/Pattern.h"

namespace vecify {
namespace {

/// More steps than gcc writes out, and bytes that it does not cover with what they do.
constexpr int64_t MostSteps = 64, Far = 4096;

/// What is read and written in vectors, in a loop or in code without any.
class Vectors {
public:
  Vectors(const Function &function, BlockId body) : F(function) { collect(body, false); }

  /// Some array is written, and in another place read or written, both in vectors that `move`.
  bool areUpdated(llvm::function_ref<bool(const Op &write, const Op &other)> move) const {
    if (HasLoops)
      return false;
    for (const auto &[write, isRepeated] : All)
      for (const auto &[other, _] : All)
        if (write->kind == OpKind::Store && (write != other || isRepeated) &&
            F.patterns[write->mem.pattern].array == F.patterns[other->mem.pattern].array && move(*write, *other))
          return true;
    return false;
  }

  /// It lies a little further on where the symbol is `by` more, and not by whole vectors of so many bytes.
  bool moves(const Op &op, ValueId symbol, int64_t bytes, int64_t by = 1) const {
    const IndexExpr place = expanded(F.byteAddress(op.mem));
    const std::optional<int64_t> step =
        place.degreeIn(symbol) == 1 ? place.coefficientOf(symbol).asConstant() : std::nullopt;
    return step && std::abs(*step * by) < Far && (*step * by) % bytes != 0;
  }

  int64_t bytesOf(const Op &write) const {
    const VectorType &type = F.typeOf(write.operands[0]);
    return int64_t(type.lanes()) * vecify::bytesOf(type.element);
  }

private:
  void collect(BlockId block, bool isRepeated) {
    for (OpId id : F.blocks[block].ops) {
      const Op &op = F.ops[id];
      HasLoops |= op.kind == OpKind::For && !isShort(op);
      for (BlockId inner : op.blocks)
        collect(inner, isRepeated || op.kind == OpKind::For);
      if (op.mem.pattern == ~0u || F.arrays[F.patterns[op.mem.pattern].array].space != ArrayInfo::User)
        continue;
      // To gcc what goes through masks or to several places is a call.
      const bool isPlain = op.kind == OpKind::Store || op.kind == OpKind::Load;
      if (isPlain && !F.typeOf(op.kind == OpKind::Store ? op.operands[0] : op.results[0]).isScalar())
        All.push_back({&op, isRepeated});
    }
  }

  bool isShort(const Op &loop) const {
    const IndexExpr steps = expanded(IndexExpr::symbol(loop.operands[1]) - IndexExpr::symbol(loop.operands[0]));
    return steps.asConstant().value_or(INT64_MAX) <= MostSteps;
  }

  IndexExpr expanded(const IndexExpr &expr) const {
    return expr.substituteAll([&](SymbolId s) {
      const Op *op = F.definitionOf(s);
      return op && op->kind == OpKind::IndexValue ? expanded(op->index) : IndexExpr::symbol(s);
    });
  }

  const Function &F;
  std::vector<std::pair<const Op *, bool>> All; ///< with: in a loop of few steps, so in several places
  bool HasLoops = false;
};

} // namespace

bool updatesShiftedVectors(const Function &f, const Op &loop) {
  const Vectors vectors(f, loop.blocks[0]);
  const ValueId counter = f.blocks[loop.blocks[0]].arguments[0];
  const Op *step = f.definitionOf(loop.operands[2]);
  const int64_t by = step && step->kind == OpKind::IndexValue ? step->index.asConstant().value_or(1) : 1;
  return vectors.areUpdated([&](const Op &write, const Op &other) {
    const int64_t bytes = vectors.bytesOf(write);
    return vectors.moves(write, counter, bytes, by) && vectors.moves(other, counter, bytes, by);
  });
}

bool maySeeShiftedVectors(const Function &f) {
  const Vectors vectors(f, f.body);
  return vectors.areUpdated([&](const Op &write, const Op &other) {
    // The loop around it may walk the pointer.
    return !f.arrays[f.patterns[write.mem.pattern].array].isObject ||
           llvm::any_of(f.parameters, [&](const Parameter &p) {
             const int64_t bytes = vectors.bytesOf(write);
             return vectors.moves(write, p.value, bytes) && vectors.moves(other, p.value, bytes);
           });
  });
}

} // namespace vecify
