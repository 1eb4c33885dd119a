// The frame of unroll-to-native: blocks, loops and the table of pieces.
#include "Splitter.h"
#include "TypeMasks/MaskWidths.h"

namespace vecify {

using llvm::ArrayRef;

Splitter::Splitter(const Function &source, const Target &target, const LowerOptions &options)
    : S(source), T(target), O(options), B(R, 0), Map(source.values.size()), Users(source.values.size()),
      MaskWidth(chooseMaskWidths(source)) {
  for (OpId id = 0; id < S.ops.size(); ++id)
    for (ValueId operand : S.ops[id].operands)
      Users[operand].push_back(id);
}

llvm::Expected<Function> Splitter::run() {
  copyInterface();
  R.body = R.addBlock();
  B.setBlock(R.body);
  copyBlock(S.body, R.body);
  if (Failed)
    return noVectorForm(S, *Failed);
  return std::move(R);
}

void Splitter::fail(const Op &op) {
  if (!Failed)
    Failed = &op;
}

void Splitter::copyInterface() {
  R.name = S.name;
  R.counter = S.counter;
  R.arrays = S.arrays;
  R.patterns = S.patterns;
  R.guards = S.guards;
  R.results = S.results;
  R.coversAll = S.coversAll;
  for (const Parameter &parameter : S.parameters) {
    Parameter copy = parameter;
    copy.value = R.addValue(S.typeOf(parameter.value), S.values[parameter.value].name);
    define(parameter.value, 1, {copy.value});
    R.parameters.push_back(std::move(copy));
  }
  R.trip = mapped(S.trip);
  for (MemPattern &pattern : R.patterns)
    for (IndexExpr &stride : pattern.strideBytes)
      stride = mapped(stride);
  for (RuntimeGuard &guard : R.guards)
    guard.mapExprs([&](const IndexExpr &e) { return mapped(e); });
}

IndexExpr Splitter::mapped(const IndexExpr &expr) {
  if (expr.symbols().empty())
    return expr;
  return expr.renamed([&](SymbolId s) { return scalar(s); });
}

void Splitter::copyBlock(BlockId from, BlockId to) {
  BlockId outer = B.block();
  B.setBlock(to);
  size_t mark = Journal.size();
  for (OpId id : S.blocks[from].ops)
    if (!Failed)
      splitOp(S.ops[id]);
  // What was sliced or joined in here is not visible outside.
  for (; Journal.size() > mark; Journal.pop_back()) {
    auto [value, lanes] = Journal.back();
    llvm::erase_if(Map[value], [&](const Split &split) { return split.lanes == lanes; });
  }
  B.setBlock(outer);
}

void Splitter::splitFor(const Op &op) {
  llvm::SmallVector<ValueId, 8> inits;
  llvm::SmallVector<int64_t, 4> lanes;
  for (ValueId init : ArrayRef(op.operands).drop_front(3)) {
    lanes.push_back(naturalOf(op.results[lanes.size()]));
    llvm::append_range(inits, at(init, lanes.back()));
  }
  const Block &body = S.blocks[op.blocks[0]];
  OpId loop = B.forLoop(scalar(op.operands[0]), scalar(op.operands[1]), scalar(op.operands[2]), inits,
                        S.values[body.arguments[0]].name);
  R.ops[loop].mayStop = op.mayStop;
  std::vector<ValueId> arguments = R.blocks[R.ops[loop].blocks[0]].arguments;
  llvm::SmallVector<ValueId, 8> results(R.ops[loop].results.begin(), R.ops[loop].results.end());
  define(body.arguments[0], 1, {arguments[0]});
  unsigned next = 0;
  for (unsigned c = 0; c < lanes.size(); ++c) {
    size_t count = at(op.operands[3 + c], lanes[c]).size();
    Pieces inside(arguments.begin() + 1 + next, arguments.begin() + 1 + next + count);
    Pieces outside(results.begin() + next, results.begin() + next + count);
    for (ValueId piece : inside)
      R.values[piece].name = S.values[body.arguments[1 + c]].name;
    for (ValueId piece : outside)
      R.values[piece].name = S.values[op.results[c]].name;
    define(body.arguments[1 + c], lanes[c], std::move(inside));
    define(op.results[c], lanes[c], std::move(outside));
    next += count;
  }
  auto outerLanes = std::exchange(YieldLanes, {lanes.begin(), lanes.end()});
  copyBlock(op.blocks[0], R.ops[loop].blocks[0]);
  YieldLanes = std::move(outerLanes);
}

void Splitter::splitIf(const Op &op) {
  llvm::SmallVector<int64_t, 4> lanes;
  llvm::SmallVector<VectorType, 8> types;
  for (ValueId result : op.results) {
    VectorType type = S.typeOf(result);
    int64_t l = naturalOf(result);
    lanes.push_back(l);
    for (int64_t p = 0; p < type.lanes() / l; ++p)
      types.push_back(type.isScalar() ? type : pieceType(l, type.element));
  }
  OpId branch = B.ifOp(scalar(op.operands[0]), types);
  unsigned next = 0;
  for (unsigned r = 0; r < lanes.size(); ++r) {
    Pieces pieces;
    for (int64_t p = 0; p < S.typeOf(op.results[r]).lanes() / lanes[r]; ++p) {
      pieces.push_back(R.ops[branch].results[next++]);
      R.values[pieces.back()].name = S.values[op.results[r]].name;
    }
    define(op.results[r], lanes[r], std::move(pieces));
  }
  auto outerLanes = std::exchange(YieldLanes, {lanes.begin(), lanes.end()});
  for (unsigned b = 0; b < op.blocks.size(); ++b)
    copyBlock(op.blocks[b], R.ops[branch].blocks[b]);
  YieldLanes = std::move(outerLanes);
}

void Splitter::splitArguments(const Op &op, bool isReturn) {
  llvm::SmallVector<ValueId, 8> values;
  for (unsigned i = 0; i < op.operands.size(); ++i)
    llvm::append_range(values, at(op.operands[i], isReturn ? 1 : YieldLanes[i]));
  if (isReturn)
    B.ret(values);
  else
    B.yield(values);
}

void Splitter::define(ValueId v, int64_t lanes, Pieces pieces) {
  Map[v].push_back({lanes, std::move(pieces)});
  Journal.push_back({v, lanes});
}

Splitter::Split *Splitter::find(ValueId v, int64_t lanes) {
  for (Split &split : Map[v])
    if (split.lanes == lanes)
      return &split;
  return nullptr;
}

ValueId Splitter::scalar(ValueId v) { return at(v, 1).front(); }

int64_t Splitter::naturalOf(ValueId v) const {
  const VectorType &type = S.typeOf(v);
  if (type.isScalar())
    return 1;
  // A predicate has as many bits as the vectors have lanes for which it was made.
  ScalarType element = type.element == ScalarType::I1 ? integerType(MaskWidth[v], true) : type.element;
  return natural(element, minorLanes(type));
}

const Splitter::Pieces &Splitter::at(ValueId v, int64_t lanes) {
  if (Split *split = find(v, lanes))
    return split->pieces;
  assert(!Map[v].empty() && "used before it is defined");
  ScalarType element = S.typeOf(v).element;
  // The nearest larger pieces are halved until they fit, or else the largest smaller ones joined in pairs.
  const Split *larger = nullptr, *smaller = nullptr;
  for (const Split &split : Map[v]) {
    if (split.lanes > lanes && (!larger || split.lanes < larger->lanes))
      larger = &split;
    if (split.lanes < lanes && (!smaller || split.lanes > smaller->lanes))
      smaller = &split;
  }
  Pieces pieces;
  VectorType type = pieceType(lanes, element);
  const OpKind slice = lanes == 1 ? OpKind::Extract : OpKind::ExtractSlice;
  if (larger) {
    Pieces wide = larger->lanes == 2 * lanes ? larger->pieces : at(v, 2 * lanes);
    // All pieces of a splat are one value; so are their halves.
    bool isSplat = llvm::all_equal(wide) && splatOf(R, wide.front());
    for (ValueId piece : wide) {
      if (isSplat && !pieces.empty()) {
        pieces.append({pieces[0], pieces[0]});
        continue;
      }
      pieces.push_back(emit(slice, type, {piece}, {0}, v));
      pieces.push_back(isSplat ? pieces[0] : emit(slice, type, {piece}, {lanes}, v));
    }
  } else if (const Op *constant = S.definitionOf(v); constant && constant->kind == OpKind::Constant) {
    pieces.assign(S.typeOf(v).lanes() / lanes, emit(*constant, {}, lanes));
  } else if (smaller->lanes == 1) {
    const Pieces scalars = smaller->pieces;
    for (size_t p = 0; p < scalars.size(); p += lanes)
      pieces.push_back(emit(OpKind::FromLanes, type, ArrayRef(scalars).slice(p, lanes), {}, v));
  } else {
    Pieces narrow = smaller->lanes * 2 == lanes ? smaller->pieces : at(v, lanes / 2);
    for (size_t p = 0; p + 1 < narrow.size(); p += 2)
      pieces.push_back(joined(narrow[p], narrow[p + 1], type, v));
  }
  define(v, lanes, std::move(pieces));
  return find(v, lanes)->pieces;
}

/// Two equal constants side by side are a constant: the parts of a sum that stay zero.
ValueId Splitter::joined(ValueId low, ValueId high, VectorType type, ValueId named) {
  const std::optional<int64_t> value = isInteger(type.element) ? splatInt(R, low) : std::nullopt;
  if (!value || splatInt(R, high) != value)
    return emit(OpKind::Concat, type, {low, high}, {}, named);
  return B.constant(type, *value);
}

ValueId Splitter::emit(OpKind kind, VectorType type, ArrayRef<ValueId> operands, ArrayRef<int64_t> ints,
                       ValueId named) {
  Op op;
  op.kind = kind;
  op.operands.assign(operands.begin(), operands.end());
  op.ints.assign(ints.begin(), ints.end());
  OpId id = B.append(std::move(op), {type}, S.values[named].name);
  return R.ops[id].results[0];
}

ValueId Splitter::emit(const Op &op, ArrayRef<ValueId> operands, int64_t lanes) {
  Op copy;
  copy.kind = op.kind;
  copy.operands.assign(operands.begin(), operands.end());
  copy.intValue = op.intValue;
  copy.fpValue = op.fpValue;
  copy.index = mapped(op.index);
  copy.ints = op.ints;
  copy.combine = op.combine;
  copy.function = op.function;
  copy.comment = op.comment;
  if (isMemory(op.kind))
    copy.mem = mappedMem(op, {}, 0);
  VectorType type = S.typeOf(op.results[0]);
  if (!type.isScalar())
    type = pieceType(lanes, type.element);
  OpId id = B.append(std::move(copy), {type}, S.values[op.results[0]].name);
  return R.ops[id].results[0];
}

} // namespace vecify
