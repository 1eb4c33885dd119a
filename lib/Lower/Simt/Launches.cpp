// Launches and the sums that leave them; see Distributor.h.
#include "Distributor.h"

namespace vecify {

std::vector<const Op *> Distributor::gridLoops(const Op &outermost) const {
  std::vector<const Op *> loops = {&outermost};
  for (bool found = true; found;) {
    found = false;
    for (OpId id : S.blocks[loops.back()->blocks[0]].ops)
      if (const auto mapping = mappingOf(S.ops[id]); mapping && mapping->isGrid) {
        loops.push_back(&S.ops[id]);
        found = true;
        break;
      }
  }
  return loops;
}

void Distributor::forEachLoop(const Op &op, llvm::function_ref<void(const LoopMapping &)> visit) const {
  if (const auto mapping = mappingOf(op))
    visit(*mapping);
  for (BlockId block : op.blocks)
    for (OpId id : S.blocks[block].ops)
      forEachLoop(S.ops[id], visit);
}

void Distributor::launch(const Op &outermost, llvm::ArrayRef<OpId> rest) {
  const std::vector<const Op *> loops = gridLoops(outermost);
  int64_t threads[3] = {1, 1, 1};
  forEachLoop(outermost,
              [&](const LoopMapping &m) { threads[m.axis] = std::max<int64_t>(threads[m.axis], m.threads); });
  const bool isCombined = !outermost.results.empty();
  ValueId extents[3] = {None, None, None};
  static constexpr const char *names[] = {"blocks", "blocks_y", "blocks_z"};
  for (const Op *loop : loops) {
    const LoopMapping m = *mappingOf(*loop);
    const IndexExpr trip = bound(loop->operands[1]) - bound(loop->operands[0]);
    ValueId count = B.index(trip + IndexExpr(m.lanes() - 1));
    if (m.lanes() > 1)
      count = B.create(OpKind::Div, Index, {count, B.constant(Index, m.lanes())});
    if (isCombined || m.axis > 0)
      count = B.create(OpKind::Min, Index, {count, B.constant(Index, isCombined ? MostPartials : MostBlocksAlongYZ)});
    R.values[count].name = names[m.axis];
    extents[m.axis] = count;
  }
  for (ValueId &extent : extents)
    if (extent == None)
      extent = constant(1);
  const BlockId host = beginLaunch(extents, threads);
  MeetsInside = holds(outermost, [](const Op &op) {
    const auto mapping = mappingOf(op);
    return op.kind == OpKind::Barrier || (mapping && mapping->registers > mapping->vector);
  });
  IsRow = llvm::none_of(loops, [](const Op *loop) { return mappingOf(*loop)->lanes() > 1; });
  Dims.clear();
  gridLoop(loops, 0);
  // What is made of the lanes' results belongs to the device up to where it is one value.
  Sums.clear();
  for (OpId id : rest)
    if (isVectorOp(S.ops[id]) && llvm::any_of(S.ops[id].operands, [&](ValueId v) { return isOfDevice(v); }))
      S.ops[id].kind == OpKind::Reduce ? partialSum(S.ops[id]) : deviceOp(S.ops[id]);
  endLaunch(host);
  if (!Sums.empty())
    combine(extents[0]);
  // Vectors of this launch mean nothing to the next.
  for (ValueId v = 0; v < Map.size(); ++v)
    if (!S.typeOf(v).isScalar())
      Map[v].clear();
  for (ValueId v : InDevice)
    Map[v].clear();
  InDevice.clear();
  Counters.clear();
}

BlockId Distributor::beginLaunch(llvm::ArrayRef<ValueId> extents, llvm::ArrayRef<int64_t> threads) {
  Op op;
  op.kind = OpKind::Launch;
  op.operands.assign(extents.begin(), extents.end());
  op.ints.assign(threads.begin(), threads.end());
  const BlockId body = R.addBlock(), host = B.block();
  op.blocks = {body};
  static constexpr const char *names[] = {"bx", "by", "bz", "tx", "ty", "tz"};
  for (unsigned a = 0; a < 6; ++a) {
    const ValueId v = R.addValue(Index, names[a]);
    R.blocks[body].arguments.push_back(v);
    (a < 3 ? BlockIds[a] : ThreadIds[a - 3]) = v;
  }
  B.append(std::move(op));
  B.setBlock(body);
  std::copy(extents.begin(), extents.end(), Extents);
  std::copy(threads.begin(), threads.end(), Threads);
  InLaunch = true;
  return host;
}

IndexExpr Distributor::threadNumber() const {
  IndexExpr number = IndexExpr::symbol(ThreadIds[0]);
  if (Threads[1] > 1)
    number += IndexExpr(Threads[0]) * IndexExpr::symbol(ThreadIds[1]);
  if (Threads[2] > 1)
    number += IndexExpr(Threads[0] * Threads[1]) * IndexExpr::symbol(ThreadIds[2]);
  return number;
}

void Distributor::onlyIf(ValueId condition, llvm::function_ref<void()> body) {
  const OpId id = B.ifOp(condition, {});
  const BlockId outer = B.block();
  B.setBlock(R.ops[id].blocks[1]);
  B.yield({});
  B.setBlock(R.ops[id].blocks[0]);
  body();
  B.yield({});
  B.setBlock(outer);
}

ValueId Distributor::folded(const Op &op) {
  Values values = registers(op.operands[0]);
  const bool isTruth = R.typeOf(values[0]) == Truth;
  const VectorType type = isTruth ? VectorType::scalar(ScalarType::I32) : R.typeOf(values[0]);
  if (isTruth)
    for (ValueId &v : values)
      v = B.create(OpKind::Select, type, {v, B.constant(type, 1), B.constant(type, 0)});
  B.fp = op.fp;
  for (; values.size() > 1; values.resize((values.size() + 1) / 2)) {
    const size_t half = (values.size() + 1) / 2;
    for (size_t r = 0; r + half < values.size(); ++r)
      values[r] = B.create(opOf(op.combine), type, {values[r], values[r + half]});
  }
  return values[0];
}

ValueId Distributor::blockReduce(ReductionKind combine, ValueId v, FpFlags fp) {
  Op op;
  op.kind = OpKind::BlockReduce;
  op.combine = combine;
  op.operands = {v};
  const OpId id = B.append(std::move(op), {R.typeOf(v)}, R.values[v].name);
  R.ops[id].fp = fp;
  return R.ops[id].results[0];
}

uint32_t Distributor::scratch(unsigned n, ScalarType element, int64_t extent, llvm::StringRef what) {
  const auto key = std::make_tuple(n, element, extent);
  const auto known = Scratch.find(key);
  if (known != Scratch.end())
    return known->second;
  ArrayInfo array;
  array.name = (what + (n ? std::to_string(n + 1) : "")).str();
  array.element = element;
  array.space = ArrayInfo::Scratch;
  array.paramType = cSpelling(element).str() + " *";
  array.extents = {extent};
  array.alignment = bytesOf(element);
  for (uint32_t a = 0; a < R.arrays.size(); ++a)
    array.disjoint.push_back(a);
  MemPattern pattern;
  pattern.array = uint32_t(R.arrays.size());
  pattern.type = element;
  pattern.text = array.name + "[{0}]";
  pattern.strideBytes = {IndexExpr(bytesOf(element))};
  R.arrays.push_back(std::move(array));
  R.patterns.push_back(std::move(pattern));
  return Scratch[key] = uint32_t(R.patterns.size()) - 1;
}

void Distributor::partialSum(const Op &op) {
  B.loc = op.loc;
  const ValueId total = blockReduce(op.combine, folded(op), op.fp);
  const VectorType type = R.typeOf(total);
  const unsigned n = unsigned(Sums.size());
  Sum sum{&op, type, scratch(n, type.element, MostPartials, "partials"), scratch(n, type.element, 1, "total")};
  byFirstThread([&] { B.transferWrite(total, element(sum.partials, IndexExpr::symbol(BlockIds[0]))); });
  Sums.push_back(sum);
}

void Distributor::combine(ValueId count) {
  ValueId one = constant(1);
  const ValueId extents[3] = {one, one, one};
  const int64_t threads[3] = {CombiningThreads, 1, 1};
  const BlockId host = beginLaunch(extents, threads);
  for (const Sum &sum : Sums) {
    // An operator that has no neutral value starts from the first partial result, as often as it likes.
    const bool hasNeutral =
        !isFloat(sum.type.element) || sum.op->combine == ReductionKind::Add || sum.op->combine == ReductionKind::Mul;
    const ValueId start = hasNeutral ? B.neutral(sum.op->combine, sum.type)
                                     : B.transferRead(sum.type, element(sum.partials, IndexExpr(0)));
    const ValueId first = B.index(IndexExpr::symbol(ThreadIds[0]));
    const OpId id = B.forLoop(first, count, constant(CombiningThreads), {start}, "b");
    const BlockId outer = B.block(), inside = R.ops[id].blocks[0];
    const std::vector<ValueId> arguments = R.blocks[inside].arguments;
    R.values[arguments[1]].name = "sum";
    B.setBlock(inside);
    const ValueId next = B.transferRead(sum.type, element(sum.partials, IndexExpr::symbol(arguments[0])));
    B.fp = sum.op->fp;
    B.yield({B.create(opOf(sum.op->combine), sum.type, {arguments[1], next})});
    B.setBlock(outer);
    const ValueId total = blockReduce(sum.op->combine, R.ops[id].results[0], sum.op->fp);
    byFirstThread([&] { B.transferWrite(total, element(sum.total, IndexExpr(0))); });
  }
  endLaunch(host);
  for (const Sum &sum : Sums) {
    B.loc = sum.op->loc;
    const ValueId value = B.transferRead(sum.type, element(sum.total, IndexExpr(0)), {}, None, None, "total");
    Map[sum.op->results[0]] = {truthOf(value, *sum.op)};
  }
}

} // namespace vecify
