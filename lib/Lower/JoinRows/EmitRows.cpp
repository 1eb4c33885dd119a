// The code of trees of rows: each op behind the last of those that it stands for, loads before the first.
#include "GroupInterleaved/Groups.h"
#include "RowTrees.h"

namespace vecify {

ValueId RowTrees::emit(Node node) {
  if (Trees[node].whole == NoValue) {
    const ValueId whole = emitTree(node);
    Trees[node].whole = whole;
  }
  return Trees[node].whole;
}

ValueId RowTrees::emitTree(Node node) {
  const Tree tree = Trees[node];
  const Op *first = F.definitionOf(tree.parts[0]);
  switch (tree.form) {
  case Form::Argument:
    emit(tree.operands[0]);
    return Trees[node].whole;
  case Form::Carried:
    return emitCarried(tree);
  case Form::Splat:
    return emitSplat(tree);
  case Form::Recast: {
    Op bitcast;
    bitcast.kind = OpKind::Bitcast;
    bitcast.operands = {emit(tree.operands[0])};
    return emitBehind(tree.parts, std::move(bitcast), tree.type);
  }
  case Form::Repeat: {
    Op load = copyOf(*first);
    load.kind = OpKind::LoadRepeat;
    return emitBehind(tree.parts, std::move(load), tree.type);
  }
  case Form::Each:
    return emitEach(tree);
  case Form::Beside: {
    std::vector<OpId> loads;
    for (ValueId v : tree.parts)
      loads.push_back(F.values[v].definition);
    return emitLoad(loads, 0, tree.type);
  }
  case Form::Window: {
    Window &window = Windows[tree.window];
    if (window.whole == NoValue)
      window.whole = emitLoad(window.reads, window.offset, tree.type);
    Op shuffle;
    shuffle.kind = OpKind::Shuffle;
    shuffle.operands = {window.whole, window.whole};
    const int64_t lanes = tree.type.lanes() / Rows;
    for (int64_t lane = 0; lane < tree.type.lanes(); ++lane)
      shuffle.ints.push_back(tree.first + tree.apart * (lane / lanes));
    return emitBehind(tree.parts, std::move(shuffle), tree.type);
  }
  case Form::Blend:
    return emitBlend(tree);
  case Form::Concat:
    return emitConcat(tree);
  }
  llvm_unreachable("a form of tree");
}

/// The op without its results, for other operands.
Op RowTrees::copyOf(const Op &op) const {
  Op copy = op;
  copy.results.clear();
  copy.mem.rowSet = copy.mem.row = 0;
  return copy;
}

ValueId RowTrees::emitSplat(const Tree &tree) {
  ValueId one = tree.parts[0];
  const VectorType own = F.typeOf(one), scalar = VectorType::scalar(tree.type.element);
  if (!own.isScalar())
    return emitBehind(tree.parts, copyOf(*F.definitionOf(one)), tree.type);
  Op splat;
  if (const std::optional<int64_t> constant = isInteger(own.element) ? splatInt(F, one) : std::nullopt) {
    splat.kind = OpKind::Constant;
    splat.intValue = wrapTo(tree.type.element, *constant);
    return emitBehind(tree.parts, std::move(splat), tree.type);
  }
  if (!(own == scalar)) {
    Op cast;
    cast.kind = OpKind::Cast;
    cast.operands = {one};
    one = emitBehind(tree.parts, std::move(cast), scalar);
  }
  splat.kind = OpKind::Broadcast;
  splat.operands = {one};
  return emitBehind(tree.parts, std::move(splat), tree.type);
}

ValueId RowTrees::emitEach(const Tree &tree) {
  std::vector<ValueId> operands;
  for (Node operand : tree.operands)
    operands.push_back(operand == None ? NoValue : emit(operand));
  Op op = copyOf(*F.definitionOf(tree.parts[0]));
  for (unsigned i = 0; i < operands.size(); ++i)
    if (operands[i] != NoValue)
      op.operands[i] = operands[i];
  // What is reduced to fewer bits may wrap.
  op.noWrap = F.typeOf(tree.parts[0]).element == tree.type.element &&
              llvm::all_of(tree.parts, [&](ValueId v) { return F.definitionOf(v)->noWrap; });
  return emitBehind(tree.parts, std::move(op), tree.type);
}

/// Words of 32 bits and more are what instructions choose by.
ValueId RowTrees::emitBlend(const Tree &tree) {
  const bool isNarrow = bitsOf(tree.type.element) < 32 && tree.type.bits() / Rows >= 32;
  const VectorType type = isNarrow ? VectorType::vector(tree.type.bits() / 32, ScalarType::I32) : tree.type;
  const auto cast = [&](ValueId v, const VectorType &to) {
    Op bitcast;
    bitcast.kind = OpKind::Bitcast;
    bitcast.operands = {v};
    return isNarrow ? emitBehind(tree.parts, std::move(bitcast), to) : v;
  };
  const int64_t all = type.lanes(), lanes = all / Rows;
  ValueId whole = cast(emit(tree.operands[0]), type);
  for (unsigned r = 1; r < Rows; ++r) {
    if (tree.operands[r] == tree.operands[r - 1])
      continue;
    const ValueId part = cast(emit(tree.operands[r]), type);
    Op blend;
    blend.kind = OpKind::Shuffle;
    blend.operands = {whole, part};
    for (int64_t lane = 0; lane < all; ++lane)
      blend.ints.push_back(lane < r * lanes ? lane : all + lane);
    whole = emitBehind(tree.parts, std::move(blend), type);
  }
  return cast(whole, tree.type);
}

/// In pairs, as registers are put together.
ValueId RowTrees::emitConcat(const Tree &tree) {
  Parts level = tree.parts;
  while (level.size() > 1) {
    Parts next;
    for (size_t i = 0; i < level.size(); i += 2) {
      // Equal pairs are put together once.
      if (i && level[i] == level[i - 2] && level[i + 1] == level[i - 1]) {
        next.push_back(next.back());
        continue;
      }
      Op concat;
      concat.kind = OpKind::Concat;
      concat.operands = {level[i], level[i + 1]};
      const VectorType type = F.typeOf(level[i]);
      next.push_back(emitBehind(tree.parts, std::move(concat), withMinor(type, 2 * type.lanes())));
    }
    level = std::move(next);
  }
  return level[0];
}

ValueId RowTrees::emitCarried(const Tree &tree) {
  const ValueId init = emit(tree.operands[1]);
  const OpId loop = F.values[tree.parts[0]].definition;
  const std::string name = F.values[tree.parts[0]].name;
  const ValueId argument = F.addValue(tree.type, name), result = F.addValue(tree.type, name);
  F.values[result].definition = loop;
  Trees[tree.operands[0]].whole = argument;
  Block &body = F.blocks[F.ops[loop].blocks[0]];
  body.arguments.push_back(argument);
  F.ops[loop].operands.push_back(init);
  F.ops[loop].results.push_back(result);
  // What is fed may hold rows that the same loop carries: these come behind.
  const OpId yield = body.ops.back();
  const size_t place = F.ops[yield].operands.size();
  F.ops[yield].operands.push_back(argument);
  const ValueId fed = emit(tree.operands[2]);
  F.ops[yield].operands[place] = fed;
  return result;
}

/// Of neighbours, by address; `offset`: how many lanes of what the first one reads lie before them.
ValueId RowTrees::emitLoad(llvm::ArrayRef<OpId> reads, int64_t offset, const VectorType &type) {
  Op load = copyOf(F.ops[reads[0]]);
  load.kind = OpKind::Load;
  load.operands.clear();
  if (offset)
    load.mem = contiguousFrom(F, load.mem, bytesOf(type.element), offset);
  load.mem.laneSteps.clear();
  const OpId anchor = firstOf(reads);
  // The same lanes for another tree: read once, where the first of all these loads is.
  for (Read &read : Reads) {
    const bool isSame = F.typeOf(read.whole) == type && Places[read.anchor].block == Places[anchor].block &&
                        F.patterns[read.mem.pattern].array == F.patterns[load.mem.pattern].array &&
                        (F.byteAddress(read.mem) - F.byteAddress(load.mem)).isZero();
    if (!isSame)
      continue;
    const bool isFirst = isEarlier(anchor, read.anchor);
    std::vector<OpId> all = isFirst ? reads.vec() : read.loads;
    llvm::append_range(all, isFirst ? llvm::ArrayRef<OpId>(read.loads) : reads);
    if (!mayReadAtOnce(all))
      continue;
    if (isFirst) {
      const OpId op = F.values[read.whole].definition;
      llvm::erase(Before[read.anchor], op);
      Before[anchor].push_back(op);
      F.ops[op].mem = load.mem;
      read.anchor = anchor;
    }
    read.loads = std::move(all);
    return read.whole;
  }
  const MemRef mem = load.mem;
  const ValueId whole = append(Before[anchor], std::move(load), type, F.ops[reads[0]].results[0]);
  Reads.push_back({whole, anchor, reads.vec(), mem});
  return whole;
}

void RowTrees::emitStore(llvm::ArrayRef<OpId> stores, ValueId whole) {
  Op store = copyOf(F.ops[stores[0]]);
  store.operands[0] = whole;
  const OpId last = lastOf(stores);
  Behind[last].push_back(F.addOp(std::move(store)));
  Replaced.insert(stores.begin(), stores.end());
}

/// Where all parts are there.
ValueId RowTrees::emitBehind(const Parts &parts, Op op, VectorType type) {
  ValueId last = parts[0];
  for (ValueId v : parts)
    if (std::make_tuple(Depths[placeOf(v).block], placeOf(v).index) >
        std::make_tuple(Depths[placeOf(last).block], placeOf(last).index))
      last = v;
  const OpId definition = F.values[last].definition;
  std::vector<OpId> &where = definition == ~0u ? Front[placeOf(last).block] : Behind[definition];
  return append(where, std::move(op), std::move(type), parts[0]);
}

RowTrees::Place RowTrees::placeOf(ValueId v) const {
  const OpId definition = F.values[v].definition;
  return definition == ~0u ? Place{ArgumentBlocks[v], -1} : Places[definition];
}

ValueId RowTrees::append(std::vector<OpId> &where, Op op, VectorType type, ValueId named) {
  const ValueId result = F.addValue(std::move(type), F.values[named].name);
  op.results = {result};
  where.push_back(F.addOp(std::move(op)));
  return result;
}

void RowTrees::insertAll() {
  for (BlockId b = 0; b < F.blocks.size(); ++b) {
    std::vector<OpId> ops = std::move(Front[b]);
    for (OpId id : F.blocks[b].ops) {
      llvm::append_range(ops, Before[id]);
      if (!Replaced.count(id))
        ops.push_back(id);
      llvm::append_range(ops, Behind[id]);
    }
    F.blocks[b].ops = std::move(ops);
  }
}

} // namespace vecify
