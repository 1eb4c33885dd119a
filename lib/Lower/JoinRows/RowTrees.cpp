// See RowTrees.h. How trees are found; their code is in EmitRows.cpp.
#include "RowTrees.h"
#include "GroupInterleaved/Groups.h"

namespace vecify {

RowTrees::RowTrees(Function &function, const Target &target, const LowerOptions &options, unsigned rows)
    : F(function), T(target), O(options), Rows(rows) {}

bool RowTrees::join() {
  std::vector<std::vector<OpId>> stores = rowsOfStores();
  if (stores.empty())
    return false;
  Places.resize(F.ops.size());
  Depths.resize(F.blocks.size());
  Arguments.resize(F.values.size(), {~0u, 0});
  ArgumentBlocks.resize(F.values.size(), F.body);
  findPlaces(F.body, 0);
  llvm::erase_if(stores, [&](const std::vector<OpId> &row) {
    return llvm::any_of(row, [&](OpId store) { return !mayMove(store, lastOf(row)); });
  });
  for (const std::vector<OpId> &row : stores)
    for (OpId store : row)
      if (const OpId last = lastOf(row); store != last)
        Moved.push_back({store, last});
  std::vector<std::pair<std::vector<OpId>, Node>> found;
  for (const std::vector<OpId> &row : stores) {
    Parts parts;
    for (OpId store : row)
      parts.push_back(F.ops[store].operands[0]);
    if (const Node node = build(parts); node != None)
      found.push_back({row, node});
  }
  for (const auto &[row, node] : found)
    emitStore(row, emit(node));
  insertAll();
  return !found.empty();
}

void RowTrees::findPlaces(BlockId block, unsigned depth) {
  Depths[block] = depth;
  for (ValueId argument : F.blocks[block].arguments)
    ArgumentBlocks[argument] = block;
  int index = 0;
  for (OpId id : F.blocks[block].ops) {
    const Op &op = F.ops[id];
    Places[id] = {block, index++};
    for (BlockId inner : op.blocks)
      findPlaces(inner, depth + 1);
    if (op.kind == OpKind::For)
      for (unsigned c = 0; c < op.results.size(); ++c)
        Arguments[F.blocks[op.blocks[0]].arguments[1 + c]] = {id, c};
  }
}

std::optional<int64_t> RowTrees::distance(OpId from, OpId to) const {
  const MemRef &a = F.ops[from].mem, &b = F.ops[to].mem;
  if (F.patterns[a.pattern].array != F.patterns[b.pattern].array)
    return std::nullopt;
  return (F.byteAddress(b) - F.byteAddress(a)).asConstant();
}

std::vector<std::vector<OpId>> RowTrees::rowsOfStores() const {
  // The stores of a block by their distance from one of them, for each array and type.
  struct Neighbours {
    OpId first;
    std::map<int64_t, OpId> stores;
  };
  std::vector<std::vector<OpId>> result;
  for (const Block &block : F.blocks) {
    std::vector<Neighbours> all;
    for (OpId id : block.ops) {
      const Op &op = F.ops[id];
      if (op.kind != OpKind::Store || op.mem.nontemporal || op.mem.unaligned)
        continue;
      const VectorType &type = F.typeOf(op.operands[0]);
      if (type.rank() != 1 || !fits(ofAllRows(type)))
        continue;
      const auto same = llvm::find_if(all, [&](const Neighbours &n) {
        return F.typeOf(F.ops[n.first].operands[0]) == type && distance(n.first, id);
      });
      if (same == all.end())
        all.push_back({id, {{0, id}}});
      else
        same->stores.try_emplace(*distance(same->first, id), id);
    }
    for (const Neighbours &neighbours : all) {
      const VectorType &type = F.typeOf(F.ops[neighbours.first].operands[0]);
      std::vector<OpId> row;
      int64_t next = 0;
      for (const auto &[offset, store] : neighbours.stores) {
        if (offset != next)
          row.clear();
        row.push_back(store);
        next = offset + type.lanes() * bytesOf(type.element);
        if (row.size() == Rows)
          result.push_back(std::exchange(row, {}));
      }
    }
  }
  return result;
}

bool RowTrees::mayMove(OpId op, OpId to) const {
  const Place from = Places[op], end = Places[to];
  if (from.block != end.block)
    return false;
  bool may = true;
  const auto pass = [&](const Op &other) {
    if (isMemoryWrite(other.kind) || isMemoryWrite(F.ops[op].kind))
      may &= !mayOverlap(F, F.ops[op], other);
  };
  for (int i = std::min(from.index, end.index); i <= std::max(from.index, end.index); ++i) {
    const OpId id = F.blocks[from.block].ops[i];
    if (id != op && isMemory(F.ops[id].kind))
      pass(F.ops[id]);
    for (BlockId inner : F.ops[id].blocks)
      forEachMemoryOp(F, inner, pass);
  }
  return may;
}

VectorType RowTrees::ofAllRows(const VectorType &type) const { return withMinor(type, type.lanes() * Rows); }

bool RowTrees::fits(const VectorType &type) const {
  return type.element == ScalarType::I1 || nativeLanes(T, O, type.element, type.lanes()) == type.lanes();
}

RowTrees::Node RowTrees::add(Tree tree) {
  const VectorType row = withMinor(tree.type, tree.type.lanes() / Rows);
  Known[{tree.parts, row.text()}] = Node(Trees.size());
  Trees.push_back(std::move(tree));
  return Node(Trees.size() - 1);
}

bool RowTrees::allAre(const Parts &parts, std::initializer_list<OpKind> kinds) const {
  return llvm::all_of(parts, [&](ValueId v) {
    const Op *op = F.definitionOf(v);
    return op && llvm::is_contained(kinds, op->kind) && !op->mem.unaligned;
  });
}

/// The operands `i` of what makes the parts.
RowTrees::Parts RowTrees::operandsOf(const Parts &parts, unsigned i) const {
  Parts operands;
  for (ValueId v : parts)
    operands.push_back(F.definitionOf(v)->operands[i]);
  return operands;
}

RowTrees::Node RowTrees::build(const Parts &parts) {
  const VectorType type = F.typeOf(parts[0]);
  if (const auto found = Known.find({parts, type.text()}); found != Known.end())
    return found->second;
  if (type.rank() != 1 || !llvm::all_of(parts, [&](ValueId v) { return F.typeOf(v) == type; }) ||
      !fits(ofAllRows(type)))
    return None;
  if (const Node carried = buildCarried(parts); carried != None)
    return carried;
  Tree tree{Form::Concat, parts, ofAllRows(type)};
  const bool isSame = llvm::all_equal(parts);
  if (isSame && allAre(parts, {OpKind::Constant, OpKind::LoadSplat})) {
    tree.form = Form::Splat;
  } else if (isSame && allAre(parts, {OpKind::Load}) && type.bits() == 128 &&
             T.find(OpKind::LoadRepeat, type.element, unsigned(tree.type.lanes()))) {
    tree.form = Form::Repeat;
  } else if (allAre(parts, {OpKind::Broadcast}) && F.typeOf(operandsOf(parts, 0)[0]).isScalar()) {
    return Known[{parts, type.text()}] = buildSplats(operandsOf(parts, 0), type);
  } else if (isSame) {
    // Put together from the same part.
  } else if (isEach(parts)) {
    for (unsigned i = 0; i < F.definitionOf(parts[0])->operands.size(); ++i) {
      const Parts of = operandsOf(parts, i);
      const bool isScalar = F.typeOf(of[0]).isScalar();
      tree.operands.push_back(isScalar ? None : build(of));
      if (isScalar ? !llvm::all_equal(of) : tree.operands.back() == None)
        return None;
    }
    tree.form = Form::Each;
  } else if (allAre(parts, {OpKind::Load}) && areBeside(parts)) {
    tree.form = Form::Beside;
  } else if (allAre(parts, {OpKind::LoadSplat}) && findWindow(tree)) {
    tree.form = Form::Window;
  } else if (allAre(parts, {OpKind::LoadSplat})) {
    tree.form = Form::Blend;
    for (ValueId part : parts)
      tree.operands.push_back(build(Parts(Rows, part)));
  }
  return add(std::move(tree));
}

RowTrees::Node RowTrees::buildSplats(const Parts &scalars, const VectorType &row) {
  if (const auto found = Known.find({scalars, row.text()}); found != Known.end())
    return found->second;
  const ScalarType own = F.typeOf(scalars[0]).element;
  Tree tree{Form::Splat, scalars, ofAllRows(row)};
  if (!fits(tree.type) || !llvm::all_of(scalars, [&](ValueId v) { return F.typeOf(v).element == own; }))
    return None;
  if (llvm::all_equal(scalars))
    return add(std::move(tree));
  if (const Node node = buildArithmetic(scalars, row); node != None)
    return Known[{scalars, row.text()}] = node;
  if (own == row.element && allAre(scalars, {OpKind::TransferRead}) && findWindow(tree)) {
    tree.form = Form::Window;
  } else if (own != row.element && bitsOf(own) == bitsOf(row.element)) {
    tree.form = Form::Recast;
    tree.operands = {buildSplats(scalars, row.withElement(own))};
  } else {
    tree.form = Form::Blend;
    for (ValueId scalar : scalars)
      tree.operands.push_back(buildSplats(Parts(Rows, scalar), row));
  }
  return add(std::move(tree));
}

/// The same arithmetic in each row, where the target has it for vectors.
RowTrees::Node RowTrees::buildArithmetic(const Parts &scalars, const VectorType &row) {
  static constexpr OpKind ofLowBits[] = {OpKind::Add, OpKind::Sub, OpKind::Mul, OpKind::And, OpKind::Or, OpKind::Xor};
  static constexpr OpKind ofFloats[] = {OpKind::Add, OpKind::Sub,  OpKind::Mul, OpKind::Div, OpKind::Neg,
                                        OpKind::Fma, OpKind::Fnma, OpKind::Fms, OpKind::Sqrt};
  const Op *first = F.definitionOf(scalars[0]);
  if (!first || first->operands.empty() || !areMadeAlike(F, scalars))
    return None;
  const ScalarType own = F.typeOf(scalars[0]).element, source = F.typeOf(first->operands[0]).element;
  const bool isInteger = vecify::isInteger(own) && vecify::isInteger(source) && source != ScalarType::I1;
  const bool isCast = isInteger && first->kind == OpKind::Cast;
  if (isCast && bitsOf(source) >= bitsOf(row.element))
    return buildSplats(operandsOf(scalars, 0), row);
  const unsigned lanes = unsigned(row.lanes() * Rows);
  const bool isKnown = isCast      ? T.find(OpKind::Cast, row.element, source, lanes) != nullptr
                       : isInteger ? llvm::is_contained(ofLowBits, first->kind)
                                   : isFloat(own) && own == row.element && llvm::is_contained(ofFloats, first->kind);
  if (!isKnown || !(isCast || T.find(first->kind, row.element, lanes)))
    return None;
  Tree tree{Form::Each, scalars, ofAllRows(row)};
  for (unsigned i = 0; i < first->operands.size(); ++i)
    tree.operands.push_back(buildSplats(operandsOf(scalars, i), isCast ? row.withElement(source) : row));
  return llvm::is_contained(tree.operands, None) ? None : add(std::move(tree));
}

bool RowTrees::isEach(const Parts &parts) const {
  const Op *first = F.definitionOf(parts[0]);
  if (!first || first->operands.empty() ||
      !(isLaneByLane(first->kind) || first->kind == OpKind::Cast || first->kind == OpKind::Bitcast ||
        first->kind == OpKind::MaskCast))
    return false;
  const VectorType &type = F.typeOf(parts[0]);
  const bool keepsLanes = llvm::all_of(
      first->operands, [&](ValueId v) { return F.typeOf(v).isScalar() || F.typeOf(v).lanes() == type.lanes(); });
  if (!keepsLanes || !areMadeAlike(F, parts))
    return false;
  // What the target has for a row it must have for all of them.
  RowKey key = rowKeyOf(F, *first);
  const bool isNative = T.find(key);
  key.lanes *= Rows;
  return !isNative || T.find(key);
}

bool RowTrees::areBeside(const Parts &parts) const {
  const VectorType &type = F.typeOf(parts[0]);
  std::vector<OpId> loads;
  for (ValueId v : parts)
    loads.push_back(F.values[v].definition);
  for (unsigned r = 1; r < Rows; ++r)
    if (distance(loads[0], loads[r]) != int64_t(r) * type.lanes() * bytesOf(type.element))
      return false;
  return mayReadAtOnce(loads);
}

bool RowTrees::mayReadAtOnce(llvm::ArrayRef<OpId> loads) const {
  if (!llvm::all_of(loads, [&](OpId load) { return Places[load].block == Places[loads[0]].block; }))
    return false;
  const OpId first = firstOf(loads);
  // A store that moves down must not come behind a load that read what it wrote.
  const auto staysInFront = [&](OpId store, OpId last) {
    return Places[store].block != Places[first].block || isEarlier(last, first) || isEarlier(first, store) ||
           llvm::none_of(loads, [&](OpId load) { return mayOverlap(F, F.ops[load], F.ops[store]); });
  };
  return usesOnlySymbolsOf(F.ops[first], F.ops[loads[0]]) &&
         llvm::all_of(loads, [&](OpId load) { return mayMove(load, first); }) &&
         llvm::all_of(Moved, [&](const auto &store) { return staysInFront(store.first, store.second); });
}

bool RowTrees::isEarlier(OpId a, OpId b) const { return Places[a].index < Places[b].index; }

OpId RowTrees::firstOf(llvm::ArrayRef<OpId> ops) const {
  return *std::min_element(ops.begin(), ops.end(), [&](OpId a, OpId b) { return isEarlier(a, b); });
}

OpId RowTrees::lastOf(llvm::ArrayRef<OpId> ops) const {
  return *std::max_element(ops.begin(), ops.end(), [&](OpId a, OpId b) { return isEarlier(a, b); });
}

/// The lanes of a register that this many splats of each of its lanes would take out of it: all of them are read.
bool RowTrees::findWindow(Tree &tree) {
  const OpId first = F.values[tree.parts[0]].definition, second = F.values[tree.parts[1]].definition;
  const int64_t size = bytesOf(tree.type.element), lanes = tree.type.lanes();
  const std::optional<int64_t> apart = distance(first, second);
  if (!apart || *apart <= 0 || *apart % size)
    return false;
  for (unsigned r = 2; r < Rows; ++r)
    if (distance(first, F.values[tree.parts[r]].definition) != *apart * int64_t(r))
      return false;
  // What reads the lanes around the first one, and which of its own it is.
  std::map<int64_t, std::pair<OpId, int64_t>> reads;
  for (OpId id : F.blocks[Places[first].block].ops) {
    const Op &op = F.ops[id];
    const bool isWide = op.kind == OpKind::Load;
    const bool isOne = op.kind == OpKind::LoadSplat ||
                       (op.kind == OpKind::TransferRead && op.operands.empty() && F.typeOf(op.results[0]).isScalar());
    if ((!isWide && !isOne) || op.mem.unaligned || F.typeOf(op.results[0]).element != tree.type.element)
      continue;
    const std::optional<int64_t> offset = distance(first, id);
    if (offset && *offset % size == 0)
      for (int64_t lane = 0; lane < (isWide ? F.typeOf(op.results[0]).lanes() : 1); ++lane)
        reads.try_emplace(*offset / size + lane, id, lane);
  }
  int64_t begin = 0;
  while (reads.count(begin - 1))
    --begin;
  while (begin + lanes <= 0)
    begin += lanes;
  Window window;
  for (int64_t lane = begin; lane < begin + lanes; ++lane) {
    if (!reads.count(lane))
      return false;
    window.reads.push_back(reads[lane].first);
  }
  window.offset = reads[begin].second;
  tree.first = -begin;
  tree.apart = *apart / size;
  // A lane may be read more than once, and be another value then.
  std::vector<OpId> all = window.reads;
  for (ValueId part : tree.parts)
    all.push_back(F.values[part].definition);
  if (tree.first + tree.apart * (Rows - 1) >= lanes || !mayReadAtOnce(all))
    return false;
  const auto same =
      llvm::find_if(Windows, [&](const Window &w) { return w.reads == window.reads && w.offset == window.offset; });
  tree.window = unsigned(same - Windows.begin());
  if (same == Windows.end())
    Windows.push_back(std::move(window));
  return true;
}

/// Of what one loop carries for each row, be it inside the loop or behind it.
RowTrees::Node RowTrees::buildCarried(const Parts &parts) {
  std::vector<std::pair<OpId, unsigned>> carried;
  for (ValueId v : parts) {
    const OpId definition = F.values[v].definition;
    if (definition == ~0u)
      carried.push_back(Arguments[v]);
    else if (F.ops[definition].kind == OpKind::For)
      carried.push_back(
          {definition, unsigned(llvm::find(F.ops[definition].results, v) - F.ops[definition].results.begin())});
    else
      return None;
  }
  const OpId loop = carried[0].first;
  std::set<unsigned> different;
  for (const auto &[of, c] : carried) {
    if (of != loop || of == ~0u)
      return None;
    different.insert(c);
  }
  if (different.size() < Rows)
    return None;
  const Block &body = F.blocks[F.ops[loop].blocks[0]];
  Parts inits, arguments, results, yields;
  for (const auto &[of, c] : carried) {
    inits.push_back(F.ops[loop].operands[3 + c]);
    arguments.push_back(body.arguments[1 + c]);
    results.push_back(F.ops[loop].results[c]);
    yields.push_back(F.ops[body.ops.back()].operands[c]);
  }
  const Node init = build(inits);
  if (init == None)
    return None;
  const VectorType type = ofAllRows(F.typeOf(results[0]));
  const std::string row = F.typeOf(results[0]).text();
  const auto known = Known;
  const Node argument = add({Form::Argument, arguments, type});
  const Node result = add({Form::Carried, results, type});
  const Node yield = build(yields);
  Trees[argument].operands = {result};
  Trees[result].operands = {argument, init, yield};
  if (yield == None) {
    Known = known; // what was built of the argument is none either
    Known[{arguments, row}] = Known[{results, row}] = None;
  }
  return Known[{parts, row}];
}

} // namespace vecify
