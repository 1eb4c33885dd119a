// How each op that is neither a cast nor memory works on pieces.
#include "Splitter.h"

namespace vecify {

using llvm::ArrayRef;

/// Rows of an n-D value: the product of all dims but the minor one.
static int64_t rowsOf(const VectorType &type) { return type.lanes() / minorLanes(type); }

int64_t Splitter::workLanes(const Op &op) {
  // The widest element decides, so that no operand needs two registers for one of the result.
  int64_t lanes = 0;
  auto look = [&](ValueId v) {
    const VectorType &type = S.typeOf(v);
    if (!type.isScalar() && type.element != ScalarType::I1)
      lanes = lanes ? std::min(lanes, naturalOf(v)) : naturalOf(v);
  };
  for (ValueId operand : op.operands)
    look(operand);
  for (ValueId result : op.results)
    look(result);
  if (lanes)
    return lanes;
  return op.results.empty() ? naturalOf(op.operands[0]) : naturalOf(op.results[0]);
}

void Splitter::splitElementwise(const Op &op) {
  int64_t lanes = workLanes(op);
  VectorType type = S.typeOf(op.results[0]);
  int64_t count = type.lanes() / lanes;
  Pieces pieces;
  llvm::SmallVector<Pieces, 3> operands;
  for (ValueId operand : op.operands)
    operands.push_back(at(operand, S.typeOf(operand).isScalar() ? 1 : lanes));
  llvm::SmallVector<ValueId, 3> first, now;
  for (int64_t p = 0; p < count; ++p) {
    now.clear();
    for (unsigned i = 0; i < operands.size(); ++i)
      now.push_back(S.typeOf(op.operands[i]).isScalar() ? operands[i][0] : operands[i][p]);
    if (p == 0)
      first = now;
    // Pieces of splats are all the same, and some pieces may be known to be zero where the whole was not.
    if (p && now == first)
      pieces.push_back(pieces[0]);
    else if (op.kind == OpKind::Add && isInteger(type.element) && splatInt(R, now[1]) == 0)
      pieces.push_back(now[0]);
    else if (op.kind == OpKind::Add && isInteger(type.element) && splatInt(R, now[0]) == 0)
      pieces.push_back(now[1]);
    else
      pieces.push_back(emit(op, now, lanes));
  }
  define(op.results[0], lanes, std::move(pieces));
}

/// Constant, broadcast and the load of a splat: one piece stands for all.
void Splitter::splitUniform(const Op &op) {
  VectorType type = S.typeOf(op.results[0]);
  int64_t lanes = workLanes(op);
  llvm::SmallVector<ValueId, 1> operands;
  if (!op.operands.empty()) {
    if (!S.typeOf(op.operands[0]).isScalar())
      return splitBroadcastOfRows(op);
    operands.push_back(scalar(op.operands[0]));
  }
  ValueId piece = lanes == 1 && !operands.empty() ? operands[0] : emit(op, operands, lanes);
  define(op.results[0], lanes, Pieces(type.lanes() / lanes, piece));
}

void Splitter::splitIota(const Op &op) {
  VectorType type = S.typeOf(op.results[0]);
  int64_t lanes = workLanes(op), count = minorLanes(type) / lanes;
  Pieces row;
  for (int64_t p = 0; p < count; ++p) {
    Op piece = op;
    piece.ints = {wrapTo(type.element, op.ints[0] + p * lanes * op.ints[1]), op.ints[1]};
    if (lanes == 1) {
      piece.kind = OpKind::Constant;
      piece.intValue = piece.ints[0];
      piece.ints.clear();
    }
    row.push_back(emit(piece, {}, lanes));
  }
  Pieces pieces;
  for (int64_t r = 0; r < rowsOf(type); ++r)
    llvm::append_range(pieces, row);
  define(op.results[0], lanes, std::move(pieces));
}

void Splitter::splitCreateMask(const Op &op) {
  VectorType type = S.typeOf(op.results[0]);
  int64_t lanes = workLanes(op);
  const VectorType index = VectorType::scalar(ScalarType::Index), truth = VectorType::scalar(ScalarType::I1);
  Pieces pieces;
  for (int64_t r = 0; r < rowsOf(type); ++r) {
    // A row that lies outside of the box along another dim has no lanes at all.
    ValueId n = scalar(op.operands.back());
    int64_t rest = r;
    for (int d = int(type.rank()) - 2; d >= 0; rest /= type.shape[d], --d) {
      const ValueId isInside = B.create(OpKind::CmpLt, truth, {B.index(rest % type.shape[d]), scalar(op.operands[d])});
      n = B.create(OpKind::Select, index, {isInside, n, B.index(0)}, R.values[n].name);
    }
    for (int64_t p = 0; p < minorLanes(type) / lanes; ++p) {
      ValueId left = p == 0 ? n : B.index(IndexExpr::symbol(n) - IndexExpr(p * lanes), R.values[n].name);
      pieces.push_back(emit(op, {left}, lanes));
    }
  }
  define(op.results[0], lanes, std::move(pieces));
}

/// The tree over all lanes folds the upper half onto the lower one; on pieces that is piece i with piece i + n/2.
void Splitter::splitReduce(const Op &op) {
  VectorType type = S.typeOf(op.operands[0]);
  int64_t lanes = naturalOf(op.operands[0]);
  Pieces pieces = at(op.operands[0], lanes);
  if (type.rank() != 1 || !llvm::isPowerOf2_64(pieces.size()))
    return fail(op);
  for (; pieces.size() > 1; pieces.truncate(pieces.size() / 2))
    for (size_t p = 0; p < pieces.size() / 2; ++p) {
      ValueId upper = pieces[p + pieces.size() / 2];
      if (op.combine == ReductionKind::Add && isInteger(type.element) && splatInt(R, upper) == 0)
        continue;
      pieces[p] =
          emit(opOf(op.combine), VectorType::vector(lanes, type.element), {pieces[p], upper}, {}, op.operands[0]);
    }
  ValueId total = lanes == 1 ? pieces[0] : emit(op, {pieces[0]}, 1);
  define(op.results[0], 1, {total});
}

/// Of the first register that has a lane.
void Splitter::splitFirstTrue(const Op &op) {
  const int64_t lanes = naturalOf(op.operands[0]);
  const Pieces pieces = at(op.operands[0], lanes);
  const VectorType index = VectorType::scalar(ScalarType::Index);
  // The first one of no lane is undefined, and what C computes before a choice must not be.
  ValueId place = pieces.size() > 2 ? B.index(IndexExpr(0)) : NoValue;
  for (size_t p = pieces.size(); p-- > 0;) {
    const ValueId first = lanes == 1 ? B.index(IndexExpr(0)) : emit(op, {pieces[p]}, 1);
    const ValueId here = B.index(IndexExpr::symbol(first) + int64_t(p) * lanes);
    if (place == NoValue) {
      place = here;
      continue;
    }
    ValueId any = pieces[p];
    if (lanes > 1) {
      Op reduce;
      reduce.kind = OpKind::Reduce;
      reduce.combine = ReductionKind::Or;
      reduce.operands = {pieces[p]};
      any = R.ops[B.append(std::move(reduce), {VectorType::scalar(ScalarType::I1)})].results[0];
    }
    place = B.create(OpKind::Select, index, {any, here, place});
  }
  define(op.results[0], 1, {place});
}

void Splitter::splitCountTrue(const Op &op) {
  const int64_t lanes = naturalOf(op.operands[0]);
  IndexExpr count;
  for (ValueId piece : at(op.operands[0], lanes))
    count += IndexExpr::symbol(emit(op, {piece}, 1));
  define(op.results[0], 1, {B.index(count, "count")});
}

void Splitter::splitExtract(const Op &op) {
  int64_t lanes = naturalOf(op.operands[0]);
  const VectorType &type = S.typeOf(op.operands[0]);
  int64_t lane = 0;
  for (unsigned d = 0; d < type.rank(); ++d)
    lane = lane * type.shape[d] + op.ints[d];
  const Pieces pieces = at(op.operands[0], lanes);
  if (size_t(lane / lanes) >= pieces.size())
    return fail(op);
  const ValueId from = pieces[lane / lanes];
  Op piece = op;
  piece.ints = {lane % lanes};
  define(op.results[0], 1, {lanes == 1 ? from : emit(piece, {from}, 1)});
}

void Splitter::splitConcat(const Op &op) {
  VectorType type = S.typeOf(op.results[0]);
  if (type.rank() != 1)
    return fail(op);
  // In pieces of the smallest part; users join them as they need.
  int64_t lanes = naturalOf(op.results[0]);
  for (ValueId operand : op.operands)
    lanes = std::min(lanes, naturalOf(operand));
  Pieces pieces;
  for (ValueId operand : op.operands)
    llvm::append_range(pieces, at(operand, lanes));
  define(op.results[0], lanes, std::move(pieces));
}

void Splitter::splitReverse(const Op &op) {
  VectorType type = S.typeOf(op.results[0]);
  int64_t lanes = naturalOf(op.operands[0]), perRow = minorLanes(type) / lanes;
  const Pieces from = at(op.operands[0], lanes);
  Pieces pieces;
  for (int64_t r = 0; r < rowsOf(type); ++r)
    for (int64_t p = perRow - 1; p >= 0; --p)
      pieces.push_back(lanes == 1 ? from[r * perRow + p] : emit(op, {from[r * perRow + p]}, lanes));
  define(op.results[0], lanes, std::move(pieces));
}

/// even / odd: piece p of the result comes from pieces 2p and 2p+1 of the operands laid end to end.
void Splitter::splitDeinterleave(const Op &op) {
  VectorType type = S.typeOf(op.results[0]);
  if (type.rank() != 1)
    return fail(op);
  int64_t lanes = naturalOf(op.operands[0]);
  Pieces all = at(op.operands[0], lanes);
  llvm::append_range(all, at(op.operands[1], lanes));
  Pieces pieces;
  for (size_t p = 0; p + 1 < all.size(); p += 2)
    pieces.push_back(emit(op, {all[p], all[p + 1]}, lanes));
  define(op.results[0], lanes, std::move(pieces));
}

/// zip_lo / zip_hi: every pair of pieces gives two, and zip_lo is the first half of them all.
void Splitter::splitInterleave(const Op &op) {
  VectorType type = S.typeOf(op.results[0]);
  if (type.rank() != 1)
    return fail(op);
  int64_t lanes = naturalOf(op.operands[0]);
  const Pieces a = at(op.operands[0], lanes), b = at(op.operands[1], lanes);
  if (a.size() == 1) {
    define(op.results[0], lanes, {emit(op, {a[0], b[0]}, lanes)});
    return;
  }
  if (a.size() % 2)
    return fail(op);
  Op low = op, high = op;
  low.kind = OpKind::ZipLo;
  high.kind = OpKind::ZipHi;
  size_t first = op.kind == OpKind::ZipLo ? 0 : a.size() / 2;
  Pieces pieces;
  for (size_t p = first; p < first + a.size() / 2; ++p) {
    pieces.push_back(emit(low, {a[p], b[p]}, lanes));
    pieces.push_back(emit(high, {a[p], b[p]}, lanes));
  }
  define(op.results[0], lanes, std::move(pieces));
}

/// narrow_pair, mul_add_pairs and dot_acc: as many bytes of result as of each operand.
void Splitter::splitPairs(const Op &op) {
  VectorType type = S.typeOf(op.results[0]);
  if (type.rank() != 1)
    return fail(op);
  bool narrows = op.kind == OpKind::NarrowPair || op.kind == OpKind::NarrowPairSat;
  if (narrows) {
    int64_t lanes = naturalOf(op.operands[0]);
    VectorType from = S.typeOf(op.operands[0]);
    Pieces all = at(op.operands[0], lanes);
    llvm::append_range(all, at(op.operands[1], lanes));
    Pieces pieces;
    if (all.size() == 2 && !T.find(op.kind, type.element, from.element, 2 * lanes)) {
      // Parts of registers: joined, narrowed with itself, of which the lower part is kept.
      ValueId whole = emit(OpKind::Concat, VectorType::vector(2 * lanes, from.element), all, {}, op.operands[0]);
      int64_t joined = 2 * lanes;
      for (; bitsOf(from.element) * joined < 128 && !T.find(op.kind, type.element, from.element, 2 * joined);
           joined *= 2)
        whole = emit(OpKind::Concat, VectorType::vector(2 * joined, from.element), {whole, whole}, {}, op.operands[0]);
      ValueId both = emit(op.kind, VectorType::vector(2 * joined, type.element), {whole, whole}, {}, op.results[0]);
      pieces.push_back(
          emit(OpKind::ExtractSlice, VectorType::vector(2 * lanes, type.element), {both}, {0}, op.results[0]));
      return define(op.results[0], 2 * lanes, std::move(pieces));
    }
    for (size_t p = 0; p + 1 < all.size(); p += 2)
      pieces.push_back(emit(op, {all[p], all[p + 1]}, 2 * lanes));
    return define(op.results[0], 2 * lanes, std::move(pieces));
  }
  int64_t lanes = naturalOf(op.results[0]);
  llvm::SmallVector<Pieces, 3> operands;
  for (ValueId operand : op.operands)
    operands.push_back(at(operand, lanes * (S.typeOf(operand).lanes() / type.lanes())));
  Pieces pieces;
  for (int64_t p = 0; p < type.lanes() / lanes; ++p) {
    llvm::SmallVector<ValueId, 3> now;
    for (const Pieces &operand : operands)
      now.push_back(operand[p]);
    pieces.push_back(emit(op, now, lanes));
  }
  define(op.results[0], lanes, std::move(pieces));
}

/// Each register of the result from one or two of the operands'; whoever asks for more must know the registers.
void Splitter::splitShuffle(const Op &op) {
  int64_t lanes = naturalOf(op.results[0]);
  Pieces sources = at(op.operands[0], lanes);
  llvm::append_range(sources, at(op.operands[1], lanes));
  Pieces pieces;
  for (int64_t first = 0; first < int64_t(op.ints.size()); first += lanes) {
    llvm::SmallVector<int64_t, 2> used;
    Op piece = op;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      int64_t wanted = op.ints[first + lane], source = wanted / lanes;
      if (!llvm::is_contained(used, source))
        used.push_back(source);
      piece.ints[lane] = wanted % lanes + (source == used[0] ? 0 : lanes);
    }
    if (used.size() > 2)
      return fail(op);
    piece.ints.resize(lanes);
    pieces.push_back(emit(piece, {sources[used[0]], sources[used.back()]}, lanes));
  }
  define(op.results[0], lanes, std::move(pieces));
}

/// One op on whole values, which are registers already.
void Splitter::splitWhole(const Op &op) {
  llvm::SmallVector<ValueId, 3> operands;
  for (ValueId operand : op.operands)
    operands.push_back(at(operand, S.typeOf(operand).lanes())[0]);
  const int64_t lanes = S.typeOf(op.results[0]).lanes();
  define(op.results[0], lanes, {emit(op, operands, lanes)});
}

void Splitter::splitFromLanes(const Op &op) {
  VectorType type = S.typeOf(op.results[0]);
  int64_t lanes = natural(type.element, type.lanes());
  Pieces pieces;
  for (int64_t first = 0; first < type.lanes(); first += lanes) {
    llvm::SmallVector<ValueId, 16> values;
    for (int64_t l = first; l < first + lanes; ++l)
      values.push_back(scalar(op.operands[l]));
    pieces.push_back(lanes == 1 ? values[0] : emit(op, values, lanes));
  }
  define(op.results[0], lanes, std::move(pieces));
}

/// Tables fill registers as they are.
void Splitter::splitPermute(const Op &op) {
  const int64_t lanes = naturalOf(op.results[0]);
  llvm::SmallVector<ValueId, 5> operands(1);
  for (ValueId table : ArrayRef(op.operands).drop_front()) {
    const int64_t entries = S.typeOf(table).lanes();
    if (entries != lanes)
      return fail(op);
    operands.push_back(at(table, entries)[0]);
  }
  Pieces pieces;
  for (ValueId indices : at(op.operands[0], lanes)) {
    operands[0] = indices;
    pieces.push_back(emit(op, operands, lanes));
  }
  define(op.results[0], lanes, std::move(pieces));
}

/// Ops that join or exchange lanes need more than one; truth values of one lane have no form of their own.
bool Splitter::needsLanes(const Op &op) const {
  const auto isOneTruth = [&](ValueId v) {
    const VectorType &type = S.typeOf(v);
    return !type.isScalar() && isMask(type.element) && naturalOf(v) == 1;
  };
  if (llvm::any_of(op.operands, isOneTruth) || llvm::any_of(op.results, isOneTruth))
    return true;
  static constexpr OpKind kinds[] = {
      OpKind::Shuffle,    OpKind::Even,          OpKind::Odd,         OpKind::ZipLo,       OpKind::ZipHi,
      OpKind::NarrowPair, OpKind::NarrowPairSat, OpKind::MulAddPairs, OpKind::MulAddQuads, OpKind::DotAccumulate,
      OpKind::SadOctets,  OpKind::Gather,        OpKind::Scatter,     OpKind::Bitcast};
  return llvm::is_contained(kinds, op.kind) &&
         llvm::any_of(op.operands, [&](ValueId v) { return !S.typeOf(v).isScalar() && naturalOf(v) == 1; });
}

void Splitter::splitOp(const Op &op) {
  B.loc = op.loc;
  B.fp = op.fp;
  bool isVector = llvm::any_of(op.results, [&](ValueId v) { return !S.typeOf(v).isScalar(); });
  if (needsLanes(op))
    return fail(op);
  switch (op.kind) {
  case OpKind::For:
    return splitFor(op);
  case OpKind::If:
    return splitIf(op);
  case OpKind::Yield:
    return splitArguments(op, false);
  case OpKind::Return:
    return splitArguments(op, true);
  case OpKind::DomainError:
    B.append(op, {});
    return;
  case OpKind::TransferRead:
    return splitRead(op);
  case OpKind::TransferWrite:
    return splitWrite(op);
  case OpKind::Gather:
    return splitGather(op);
  case OpKind::Scatter:
    return splitScatter(op);
  case OpKind::Constant:
  case OpKind::Broadcast:
  case OpKind::LoadSplat:
    return isVector ? splitUniform(op) : splitElementwise(op);
  case OpKind::Iota:
    return splitIota(op);
  case OpKind::CreateMask:
    return splitCreateMask(op);
  case OpKind::Reduce:
    return splitReduce(op);
  case OpKind::FirstTrue:
    return splitFirstTrue(op);
  case OpKind::CountTrue:
    return splitCountTrue(op);
  case OpKind::CompressStore:
    return splitCompressStore(op);
  case OpKind::Extract:
    return splitExtract(op);
  case OpKind::ExtractSlice:
    return splitExtractSlice(op);
  case OpKind::InsertSlice:
    return splitInsertSlice(op);
  case OpKind::ShapeCast:
    return splitShapeCast(op);
  case OpKind::Transpose:
    return splitTranspose(op);
  case OpKind::Concat:
    return splitConcat(op);
  case OpKind::Reverse:
    return splitReverse(op);
  case OpKind::Shuffle:
    return splitShuffle(op);
  case OpKind::Permute:
  case OpKind::PermuteBlocks:
    return splitPermute(op);
  case OpKind::FromLanes:
    return splitFromLanes(op);
  case OpKind::Even:
  case OpKind::Odd:
    return splitDeinterleave(op);
  case OpKind::ZipLo:
  case OpKind::ZipHi:
    return splitInterleave(op);
  case OpKind::NarrowPair:
  case OpKind::NarrowPairSat:
  case OpKind::MulAddPairs:
  case OpKind::MulAddQuads:
  case OpKind::MulAddBytes:
  case OpKind::SadOctets:
  case OpKind::DotAccumulate:
    return splitPairs(op);
  case OpKind::WideMul:
  case OpKind::WideMac:
  case OpKind::Srs:
    return splitElementwise(op);
  case OpKind::Mmul:
  case OpKind::Address:
    return splitWhole(op);
  case OpKind::Bitcast:
    return splitBitcast(op);
  case OpKind::Cast:
  case OpKind::MaskCast:
    return isVector ? splitCast(op) : splitElementwise(op);
  default:
    break;
  }
  switch (classOf(op.kind)) {
  case OpClass::Index:
  case OpClass::Elementwise:
  case OpClass::ElementwiseInts:
  case OpClass::Compare:
  case OpClass::Cast:
  case OpClass::Callee:
    return splitElementwise(op);
  default:
    fail(op);
  }
}

} // namespace vecify
