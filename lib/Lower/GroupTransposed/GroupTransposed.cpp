// Step: accesses whose lanes lie far apart, but each beside those of others, become contiguous ones and a transpose.
//
//     transfer_write %a, y[%i]     lanes(%m)           %t = transpose [%a; %b; ...]     4x4
//     transfer_write %b, y[%i + 1] lanes(%m)     ->    transfer_write %t[0], y[%i]          lanes(1)
//     transfer_write ...                               transfer_write %t[1], y[%i + %m]     lanes(1)
//
// Reads likewise: at the first member's place, writes at the last one's. The lanes of a group of writes are written in
// their order, each with all of its members: where places of different lanes are the same, as the source would.
#include "Alias.h"
#include "GroupInterleaved/Groups.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include <set>

namespace vecify {

namespace {

/// Members lie one element after the other, and so do their lanes, some distance apart.
struct TransposedGroup {
  struct Member {
    OpId op;
    int64_t offset; ///< in elements from the first member of the code
  };
  llvm::SmallVector<Member, 16> members; ///< in the order of the code
  IndexExpr stride;                      ///< between lanes, in bytes
  bool writes = false;
  llvm::SmallVector<OpId, 16> between; ///< of reads: the writes that further members would be moved across

  llvm::SmallVector<OpId, 16> inOrder() const {
    llvm::SmallVector<Member, 16> sorted = members;
    llvm::sort(sorted, [](const Member &a, const Member &b) { return a.offset < b.offset; });
    llvm::SmallVector<OpId, 16> ops;
    for (const Member &member : sorted)
      ops.push_back(member.op);
    return ops;
  }
  bool isDense() const {
    const auto [least, most] =
        std::minmax_element(members.begin(), members.end(), [](auto &a, auto &b) { return a.offset < b.offset; });
    return most->offset - least->offset + 1 == int64_t(members.size());
  }
};

class Transposing {
public:
  Transposing(const Function &source, const Target &target, const LowerOptions &options)
      : S(source), T(target), O(options) {
    for (const Block &block : S.blocks) {
      for (OpId id : block.ops)
        look(id);
      while (!Open.empty())
        close(0);
      for (const TransposedGroup &group : Found)
        if (group.writes || llvm::none_of(Found, [&](const TransposedGroup &writes) {
              return writes.writes && passEachOther(S, block, opsOf(writes), opsOf(group));
            }))
          Groups.push_back(group);
      Found.clear();
    }
    for (unsigned g = 0; g < Groups.size(); ++g)
      for (const TransposedGroup::Member &member : Groups[g].members)
        GroupOf[member.op] = g;
  }
  bool hasWork() const { return !Groups.empty(); }

  bool rewrite(const Op &op, Rewriter &rewriter) const {
    const OpId id = op.id;
    const auto found = GroupOf.find(id);
    if (found == GroupOf.end())
      return false;
    const TransposedGroup &group = Groups[found->second];
    if (group.writes ? id == group.members.back().op : id == group.members.front().op)
      group.writes ? write(group, rewriter) : read(group, rewriter);
    return true;
  }

private:
  static llvm::SmallVector<OpId, 16> opsOf(const TransposedGroup &group) {
    llvm::SmallVector<OpId, 16> ops;
    for (const TransposedGroup::Member &member : group.members)
      ops.push_back(member.op);
    return ops;
  }

  void look(OpId id) {
    const Op &op = S.ops[id];
    for (BlockId inner : op.blocks)
      forEachMemoryOp(S, inner, [&](const Op &other) { pass(other, ~0u); });
    if (!isMemory(op.kind))
      return;
    const std::optional<IndexExpr> stride = strideOf(op);
    const unsigned joined = stride ? join(id, *stride) : ~0u;
    pass(op, joined);
    if (!stride || joined != ~0u)
      return;
    if (Open.size() >= 16)
      close(0);
    Open.push_back({{{id, 0}}, *stride, isMemoryWrite(op.kind), {}});
  }

  /// A transfer of one dim, not masked, whose lanes lie apart.
  std::optional<IndexExpr> strideOf(const Op &op) const {
    if ((op.kind != OpKind::TransferRead && op.kind != OpKind::TransferWrite) || hasMask(op, S) ||
        !op.mem.indirectSubs.empty() || accessType(S, op).rank() != 1)
      return std::nullopt;
    const IndexExpr stride = S.laneStrideBytes(op.mem, 0);
    const std::optional<int64_t> constant = stride.asConstant();
    if (constant && std::abs(*constant) <= bytesOf(accessType(S, op).element))
      return std::nullopt;
    return stride;
  }

  unsigned join(OpId id, const IndexExpr &stride) {
    const Op &op = S.ops[id];
    const int64_t size = bytesOf(accessType(S, op).element);
    for (unsigned g = 0; g < Open.size(); ++g) {
      TransposedGroup &group = Open[g];
      const Op &first = S.ops[group.members[0].op];
      if (!(group.stride == stride) || group.writes != isMemoryWrite(op.kind) ||
          !(accessType(S, first) == accessType(S, op)) ||
          S.patterns[first.mem.pattern].array != S.patterns[op.mem.pattern].array)
        continue;
      if (llvm::any_of(group.between, [&](OpId write) { return mayOverlap(S, S.ops[write], op); }))
        continue;
      const std::optional<int64_t> distance = (S.byteAddress(op.mem) - S.byteAddress(first.mem)).asConstant();
      if (!distance || *distance % size || (!group.writes && !usesOnlySymbolsOf(first, op)))
        continue;
      const int64_t offset = *distance / size;
      const std::optional<int64_t> constant = stride.asConstant();
      const bool meets = constant && std::abs(offset) * size >= std::abs(*constant);
      if (meets || llvm::any_of(group.members, [&](const auto &m) { return m.offset == offset; }))
        continue;
      group.members.push_back({id, offset});
      return g;
    }
    return ~0u;
  }

  /// Members of open groups of writes, all but `except`, move behind `op`; further members of reads before it.
  void pass(const Op &op, unsigned except) {
    for (unsigned g = unsigned(Open.size()); g-- > 0;) {
      TransposedGroup &group = Open[g];
      if (g == except)
        continue;
      if (!group.writes && isMemoryWrite(op.kind))
        group.between.push_back(op.id);
      if (group.writes && llvm::any_of(group.members, [&](const auto &m) { return mayOverlap(S, S.ops[m.op], op); }))
        close(g);
    }
  }

  void close(unsigned g) {
    TransposedGroup group = std::move(Open[g]);
    Open.erase(Open.begin() + g);
    if (group.isDense() && blockOf(group) > 1)
      Found.push_back(std::move(group));
    else if (!group.writes)
      addParts(group);
  }

  /// Of thirteen members of a row eight and four, of nine with a gap those on either side.
  void addParts(const TransposedGroup &group) {
    const auto part = [&](int64_t from, int64_t to) {
      TransposedGroup some = group;
      llvm::erase_if(some.members, [&](const auto &m) { return m.offset < from || m.offset >= to; });
      return some;
    };
    std::set<int64_t> offsets;
    for (const TransposedGroup::Member &member : group.members)
      offsets.insert(member.offset);
    while (!offsets.empty()) {
      const int64_t from = *offsets.begin();
      int64_t end = from;
      while (offsets.erase(end))
        ++end;
      for (int64_t at = from; at < end;) {
        const int64_t most = int64_t(llvm::bit_floor(uint64_t(end - at)));
        TransposedGroup some = part(at, at + most);
        at += most;
        if (blockOf(some) > 1)
          Found.push_back(std::move(some));
      }
    }
  }

  /// Reads of two members that are half of a small register together: { float re, im; }. Registers of pairs are put
  /// together, and taken apart as if they had lain side by side.
  bool arePairs(const TransposedGroup &group) const {
    const VectorType &type = accessType(S, S.ops[group.members[0].op]);
    const int64_t lanes = nativeLanes(T, O, type.element, type.lanes());
    return !group.writes && group.members.size() == 2 && bitsOf(type.element) == 32 && lanes >= 4 &&
           T.find(OpKind::Load, type.element, 2) && T.find(OpKind::Even, type.element, unsigned(lanes)) &&
           T.find(OpKind::Odd, type.element, unsigned(lanes));
  }

  /// Registers and lanes of the square blocks that are transposed; 0 where there are none.
  int64_t blockOf(const TransposedGroup &group) const {
    const VectorType &type = accessType(S, S.ops[group.members[0].op]);
    const int64_t rows = int64_t(group.members.size());
    if (!llvm::isPowerOf2_64(rows) || !llvm::isPowerOf2_64(type.lanes()))
      return 0;
    const int64_t block = std::min(rows, nativeLanes(T, O, type.element, std::min(rows, type.lanes())));
    if (arePairs(group))
      return block;
    const bool isWide = block * bitsOf(type.element) >= 128;
    return isWide && T.find(OpKind::Shuffle, type.element, unsigned(block)) ? block : 0;
  }

  /// The elements that all members of a group have in lane `lane`, given the member with the lowest address.
  MemRef elementsOf(const Op &lowest, int64_t lane, Rewriter &rewriter) const {
    MemRef mem = rewriter.mapped(lowest.mem);
    for (unsigned s = 0; s < mem.subs.size(); ++s)
      mem.subs[s] += mem.laneSteps[0][s] * IndexExpr(lane);
    return contiguousFrom(rewriter.result(), std::move(mem), bytesOf(accessType(S, lowest).element), 0);
  }

  /// `rows` vectors of `lanes` lanes as `lanes` vectors of `rows` lanes.
  static llvm::SmallVector<ValueId, 16> transposed(Builder &b, llvm::ArrayRef<ValueId> rows) {
    const VectorType type = b.function().typeOf(rows[0]);
    const int64_t count = int64_t(rows.size()), lanes = type.lanes();
    const std::string name = b.function().values[rows[0]].name;
    const ValueId line = b.create(OpKind::Concat, VectorType::vector(count * lanes, type.element), rows, name);
    const ValueId plane = b.create(OpKind::ShapeCast, VectorType{{count, lanes}, type.element}, {line}, name);
    Op op;
    op.kind = OpKind::Transpose;
    op.operands = {plane};
    op.ints = {1, 0};
    const OpId id = b.append(std::move(op), {VectorType{{lanes, count}, type.element}}, name);
    const ValueId turned = b.function().ops[id].results[0];
    llvm::SmallVector<ValueId, 16> columns;
    for (int64_t lane = 0; lane < lanes; ++lane)
      columns.push_back(b.extractSlice(turned, {lane, 0}, VectorType::vector(count, type.element)));
    return columns;
  }

  /// The first and the second lanes of pairs.
  llvm::SmallVector<ValueId, 16> takenApart(Builder &b, llvm::ArrayRef<ValueId> pairs) const {
    const std::string name = b.function().values[pairs[0]].name;
    const VectorType type = VectorType::vector(int64_t(pairs.size()), b.function().typeOf(pairs[0]).element);
    llvm::SmallVector<ValueId, 2> halves;
    for (size_t half = 0; half < 2; ++half)
      halves.push_back(b.create(OpKind::Concat, type, pairs.slice(half * pairs.size() / 2, pairs.size() / 2), name));
    return {b.create(OpKind::Even, type, halves, name), b.create(OpKind::Odd, type, halves, name)};
  }

  void read(const TransposedGroup &group, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    const llvm::SmallVector<OpId, 16> members = group.inOrder();
    const Op &lowest = S.ops[members[0]];
    const VectorType type = accessType(S, lowest);
    const VectorType line = VectorType::vector(int64_t(members.size()), type.element);
    llvm::SmallVector<ValueId, 16> lines;
    for (int64_t lane = 0; lane < type.lanes(); ++lane)
      lines.push_back(b.transferRead(line, elementsOf(lowest, lane, rewriter), {}, NoValue, NoValue,
                                     S.values[lowest.results[0]].name));
    const llvm::SmallVector<ValueId, 16> values = arePairs(group) ? takenApart(b, lines) : transposed(b, lines);
    for (size_t m = 0; m < members.size(); ++m)
      rewriter.map(S.ops[members[m]].results[0], values[m]);
  }

  void write(const TransposedGroup &group, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    const llvm::SmallVector<OpId, 16> members = group.inOrder();
    llvm::SmallVector<ValueId, 16> values;
    for (OpId member : members)
      values.push_back(rewriter.mapped(S.ops[member].operands[0]));
    const llvm::SmallVector<ValueId, 16> lines = transposed(b, values);
    for (size_t lane = 0; lane < lines.size(); ++lane)
      b.transferWrite(lines[lane], elementsOf(S.ops[members[0]], int64_t(lane), rewriter));
  }

  const Function &S;
  const Target &T;
  const LowerOptions &O;
  std::vector<TransposedGroup> Open, Found, Groups; ///< Found: of the block at hand
  std::map<OpId, unsigned> GroupOf;
};

} // namespace

llvm::Expected<Function> groupTransposed(const Function &f, const Target &target, const LowerOptions &options) {
  const Transposing step(f, target, options);
  if (!step.hasWork())
    return f;
  Rewriter rewriter(f);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) { return step.rewrite(op, r); }));
}

} // namespace vecify
