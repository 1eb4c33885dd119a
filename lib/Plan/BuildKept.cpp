// What a tile keeps from one cache block of its depth to the next: sums in scalars lie in a buffer meanwhile.
//
//     for j: s = 0;                                    for %j in the block {
//            for k: s += A[i][k] * B[k][j];              %s0 = if 0 < %k_block { kept[...] } else { 0 }
//            C[i][j] = s;                       ->       %s = for %k in the block carry(%s0) { ... }
//                                                        if %k_block_end == n { C[i][j] = %s } else { kept[...] = %s }
//                                                      }
#include "SuperVectorBuilder.h"

namespace vecify {

using llvm::Error;
using llvm::Expected;

void SuperVectorBuilder::declareKept(const std::vector<LocalId> &kept) {
  KeptPattern = uint32_t(F.patterns.size());
  for (LocalId l : kept)
    declareBuffer(N.locals[l].name + "_kept", N.locals[l].type, {Tiles->blocking.rows, Tiles->blocking.columns});
}

/// Of the row and the lanes at hand: rows of a block lie one after the other.
MemRef SuperVectorBuilder::keptPlace(unsigned which) const {
  const auto inBlock = [&](LoopId loop) {
    return map(IndexExpr::symbol(N.loops[loop].iterator)) - IndexExpr::symbol(BlockBounds.at(loop).first);
  };
  MemRef mem;
  mem.pattern = KeptPattern + which;
  mem.subs = {inBlock(Blocks->rows), inBlock(Blocks->lanes)};
  if (Lanes > 1)
    mem.laneSteps.push_back({IndexExpr(), IndexExpr(1)});
  return mem;
}

/// A branch of which each side gives values, of the same types.
Expected<SuperVectorBuilder::Values> SuperVectorBuilder::either(ValueId condition,
                                                                llvm::function_ref<Expected<Values>()> then,
                                                                llvm::function_ref<Expected<Values>()> otherwise) {
  const BlockId outer = B.block();
  Op branch;
  branch.kind = OpKind::If;
  branch.operands = {condition};
  branch.blocks = {F.addBlock(), F.addBlock()};
  const llvm::SmallVector<BlockId, 2> blocks = branch.blocks;
  llvm::SmallVector<VectorType, 4> types;
  for (unsigned side = 0; side < 2; ++side) {
    B.setBlock(blocks[side]);
    Expected<Values> values = side == 0 ? then() : otherwise();
    if (!values)
      return values.takeError();
    B.yield(*values);
    types.clear();
    for (ValueId v : *values)
      types.push_back(F.typeOf(v));
  }
  B.setBlock(outer);
  const OpId id = B.append(std::move(branch), types);
  return Values(F.ops[id].results.begin(), F.ops[id].results.end());
}

/// The statements of the lanes' loop on one block of its depth. Nothing is masked in the buffers: they hold whole
/// tiles.
Error SuperVectorBuilder::columnsOfBlock(ValueId mask) {
  const Loop &depth = N.loops[Blocks->depth];
  const auto [from, to] = BlockBounds[Blocks->depth];
  const VectorType truth = VectorType::scalar(ScalarType::I1);
  const std::vector<Values> unset(localsOfRows().begin(), localsOfRows().end());
  const auto forEachKept = [&](llvm::function_ref<void(unsigned which, LocalId local)> visit) {
    return forEachRow([&] {
      for (unsigned which = 0; which < Blocks->kept.size(); ++which)
        visit(which, Blocks->kept[which]);
      return Error::success();
    });
  };
  const auto begin = [&]() -> Expected<Values> {
    Values values;
    if (Error error = statements(Blocks->before, mask))
      return std::move(error);
    if (Error error = forEachKept([&](unsigned, LocalId l) { values.push_back(widen(locals[l])); }))
      return std::move(error);
    llvm::copy(unset, localsOfRows().begin());
    return values;
  };
  const auto resume = [&]() -> Expected<Values> {
    Values values;
    Error error = forEachKept([&](unsigned which, LocalId l) {
      values.push_back(B.transferRead(vectorOf(N.locals[l].type), keptPlace(which), {}, ~0u, ~0u, N.locals[l].name));
    });
    if (error)
      return std::move(error);
    return values;
  };
  const auto suspend = [&]() -> Expected<Values> {
    if (Error error =
            forEachKept([&](unsigned which, LocalId l) { B.transferWrite(widen(locals[l]), keptPlace(which)); }))
      return std::move(error);
    return Values();
  };
  const auto end = [&]() -> Expected<Values> {
    const std::vector<Values> before(localsOfRows().begin(), localsOfRows().end());
    if (Error error = statements(Blocks->behind, mask))
      return std::move(error);
    llvm::copy(before, localsOfRows().begin());
    return Values();
  };

  const ValueId isLater = B.create(OpKind::CmpLt, truth, {DepthBounds.first, from}, "resumes");
  Expected<Values> values = either(isLater, resume, begin);
  if (!values)
    return values.takeError();
  const ValueId *value = values->data();
  if (Error error = forEachKept([&](unsigned, LocalId l) {
        F.values[*value].name = N.locals[l].name;
        locals[l] = *value++;
      }))
    return error;
  if (Error error = statement(N.nodes[depth.node], mask))
    return error;
  const ValueId isLast = B.create(OpKind::CmpEq, truth, {to, DepthBounds.second}, "ends");
  return either(isLast, end, suspend).takeError();
}

} // namespace vecify
