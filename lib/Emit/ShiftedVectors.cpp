// See ShiftedVectors.h.
#include "ShiftedVectors.h"
#include "vecify/IR/Pattern.h"

namespace vecify {
namespace {

/// More steps than gcc writes out, and bytes that it does not cover with what they do.
constexpr int64_t MostSteps = 64, Far = 4096;

/// What is read and what is written in vectors, in a loop or in code without any.
class Vectors {
public:
  Vectors(const Function &function, BlockId body) : F(function) { collect(body); }

  /// Some array is read and written, both in vectors that `move`.
  bool areUpdated(llvm::function_ref<bool(const Op &write, const Op &read)> move) const {
    if (HasLoops)
      return false;
    for (const Op *write : Written)
      for (const Op *read : Read)
        if (F.patterns[write->mem.pattern].array == F.patterns[read->mem.pattern].array && move(*write, *read))
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
  void collect(BlockId block) {
    for (OpId id : F.blocks[block].ops) {
      const Op &op = F.ops[id];
      HasLoops |= op.kind == OpKind::For && !isShort(op);
      for (BlockId inner : op.blocks)
        collect(inner);
      if (op.mem.pattern == ~0u || F.arrays[F.patterns[op.mem.pattern].array].space != ArrayInfo::User)
        continue;
      // To gcc what goes through masks or to several places is a call.
      if (op.kind == OpKind::Store && !F.typeOf(op.operands[0]).isScalar())
        Written.push_back(&op);
      else if (op.kind == OpKind::Load && !F.typeOf(op.results[0]).isScalar())
        Read.push_back(&op);
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
  std::vector<const Op *> Read, Written;
  bool HasLoops = false;
};

} // namespace

bool updatesShiftedVectors(const Function &f, const Op &loop) {
  const Vectors vectors(f, loop.blocks[0]);
  const ValueId counter = f.blocks[loop.blocks[0]].arguments[0];
  const Op *step = f.definitionOf(loop.operands[2]);
  const int64_t by = step && step->kind == OpKind::IndexValue ? step->index.asConstant().value_or(1) : 1;
  return vectors.areUpdated([&](const Op &write, const Op &read) {
    const int64_t bytes = vectors.bytesOf(write);
    return vectors.moves(write, counter, bytes, by) && vectors.moves(read, counter, bytes, by);
  });
}

bool maySeeShiftedVectors(const Function &f) {
  const Vectors vectors(f, f.body);
  return vectors.areUpdated([&](const Op &write, const Op &read) {
    // The loop around it may walk the pointer.
    return !f.arrays[f.patterns[write.mem.pattern].array].isObject ||
           llvm::any_of(f.parameters, [&](const Parameter &p) {
             const int64_t bytes = vectors.bytesOf(write);
             return vectors.moves(write, p.value, bytes) && vectors.moves(read, p.value, bytes);
           });
  });
}

} // namespace vecify
