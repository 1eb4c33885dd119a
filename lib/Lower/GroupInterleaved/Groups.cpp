// See Groups.h. A group grows until an access that may overlap it comes between.
#include "Groups.h"

namespace vecify {

namespace {

class GroupSearch {
public:
  GroupSearch(const Function &function, const GroupRules &rules) : F(function), R(rules) {}

  std::vector<InterleaveGroup> run() {
    for (const Block &block : F.blocks) {
      for (OpId id : block.ops)
        look(id);
      while (!Open.empty())
        close(0);
      for (const InterleaveGroup &group : Found)
        if (group.writes || llvm::none_of(Found, [&](const InterleaveGroup &writes) {
              return writes.writes && passEachOther(F, block, opsOf(writes), opsOf(group));
            }))
          All.push_back(group);
      Found.clear();
    }
    return std::move(All);
  }

private:
  static llvm::SmallVector<OpId, 8> opsOf(const InterleaveGroup &group) {
    llvm::SmallVector<OpId, 8> ops;
    for (const InterleaveGroup::Member &member : group.members)
      ops.push_back(member.op);
    return ops;
  }

  /// A transfer of one dim with a known stride of a few elements, not masked.
  static std::optional<int64_t> strideOf(const Function &f, const Op &op) {
    if ((op.kind != OpKind::TransferRead && op.kind != OpKind::TransferWrite) || hasMask(op, f) ||
        !op.mem.indirectSubs.empty() || accessType(f, op).rank() != 1)
      return std::nullopt;
    std::optional<int64_t> bytes = f.laneStrideBytes(op.mem, 0).asConstant();
    int64_t size = bytesOf(accessType(f, op).element);
    if (!bytes || *bytes % size || *bytes / size < 2 || *bytes / size > 8)
      return std::nullopt;
    return *bytes / size;
  }

  void look(OpId id) {
    const Op &op = F.ops[id];
    for (BlockId inner : op.blocks)
      forEachMemoryOp(F, inner, [&](const Op &other) { pass(other, ~0u); });
    if (!isMemory(op.kind))
      return;
    std::optional<int64_t> stride = strideOf(F, op);
    unsigned joined = stride ? join(id, *stride) : ~0u;
    pass(op, joined);
    if (stride && joined == ~0u) {
      if (Open.size() >= 64)
        close(0);
      Open.push_back({{{id, 0}}, *stride, isMemoryWrite(op.kind), id});
    }
  }

  bool isLike(const VectorType &a, const VectorType &b) const {
    return a == b || (R.mixes && a.withElement(b.element) == b && R.mixes(a.element, b.element));
  }

  /// The index of the open group that takes the op, or ~0.
  unsigned join(OpId id, int64_t stride) {
    const Op &op = F.ops[id];
    for (unsigned g = 0; g < Open.size(); ++g) {
      InterleaveGroup &group = Open[g];
      const Op &lowest = F.ops[group.lowest];
      if (group.stride != stride || group.writes != isMemoryWrite(op.kind) ||
          !isLike(accessType(F, lowest), accessType(F, op)) ||
          F.patterns[lowest.mem.pattern].array != F.patterns[op.mem.pattern].array)
        continue;
      std::optional<int64_t> distance = (F.byteAddress(op.mem) - F.byteAddress(lowest.mem)).asConstant();
      int64_t size = bytesOf(accessType(F, op).element);
      if (!distance || *distance % size || (!group.writes && !usesOnlySymbolsOf(F.ops[group.members[0].op], op)))
        continue;
      int64_t offset = *distance / size;
      const bool sharesNext = R.sharesNext && !group.writes && accessType(F, lowest) == accessType(F, op) &&
                              R.sharesNext(accessType(F, op));
      const int64_t end = stride * (sharesNext ? 3 : 1);
      if (offset >= end || group.span() - offset >= end ||
          (group.writes && llvm::any_of(group.members, [&](const auto &m) { return m.offset == offset; })))
        continue;
      // What joins a group of reads is read in front of the writes since.
      if (llvm::any_of(group.between, [&](OpId write) { return mayOverlap(F, F.ops[write], op); }))
        continue;
      if (offset < 0) {
        for (InterleaveGroup::Member &member : group.members)
          member.offset -= offset;
        group.lowest = id;
        offset = 0;
      }
      group.members.push_back({id, offset});
      return g;
    }
    return ~0u;
  }

  /// Groups of writes are closed by what overlaps them, those of reads note the writes.
  void pass(const Op &op, unsigned except) {
    for (unsigned g = unsigned(Open.size()); g-- > 0;) {
      if (g == except || (!Open[g].writes && !isMemoryWrite(op.kind)))
        continue;
      if (!Open[g].writes) {
        Open[g].between.push_back(op.id);
        continue;
      }
      bool overlaps = llvm::any_of(Open[g].members, [&](const auto &m) { return mayOverlap(F, F.ops[m.op], op); });
      if (overlaps)
        close(g);
    }
  }

  void close(unsigned g) {
    InterleaveGroup group = std::move(Open[g]);
    Open.erase(Open.begin() + g);
    // What lies between the members of an incomplete group is not ours to write.
    if (!group.writes || group.isComplete() || R.writesHaveGaps)
      Found.push_back(std::move(group));
  }

  const Function &F;
  const GroupRules &R;
  std::vector<InterleaveGroup> Open, Found, All; ///< Found: of the block at hand
};

} // namespace

bool passEachOther(const Function &f, const Block &block, llvm::ArrayRef<OpId> writes, llvm::ArrayRef<OpId> reads) {
  const auto place = [&](OpId op) { return llvm::find(block.ops, op) - block.ops.begin(); };
  const auto readAt = place(reads.front());
  if (place(writes.back()) < readAt)
    return false;
  return llvm::any_of(writes, [&](OpId write) {
    return place(write) < readAt &&
           llvm::any_of(reads, [&](OpId read) { return mayOverlap(f, f.ops[write], f.ops[read]); });
  });
}

bool usesOnlySymbolsOf(const Op &first, const Op &op) {
  std::set<ValueId> known;
  forEachUse(first, [&](ValueId v) { known.insert(v); });
  bool only = true;
  forEachUse(op, [&](ValueId v) { only &= known.count(v) != 0; });
  return only;
}

std::optional<int64_t> offsetInStruct(const Function &f, const MemRef &mem) {
  const MemPattern &pattern = f.patterns[mem.pattern];
  if (mem.laneSteps.size() != 1)
    return std::nullopt;
  const auto moves = [](const IndexExpr &step) { return !(step == IndexExpr(0)); };
  const auto &steps = mem.laneSteps[0];
  const unsigned s = unsigned(llvm::find_if(steps, moves) - steps.begin());
  if (s == steps.size() || !(steps[s] == IndexExpr(1)) || llvm::any_of(llvm::drop_begin(steps, s + 1), moves))
    return std::nullopt;
  // a[{0}][{1}].m: the offset is of the member, of nothing on the way to the element.
  llvm::StringRef text(pattern.text);
  const bool isComplexPart = text.consume_front("__real__ ") || text.consume_front("__imag__ ");
  text = text.drop_front(std::min(text.find('{'), text.size()));
  for (unsigned d = 0; d <= s; ++d)
    if (!text.consume_front("{" + std::to_string(d) + "}]") || (d < s && !text.consume_front("[")))
      return std::nullopt;
  if (!text.starts_with(".") && !(isComplexPart && text.empty()))
    return std::nullopt;
  int64_t offset = pattern.offsetBytes;
  for (unsigned d = s + 1; d < mem.subs.size(); ++d) {
    const std::optional<int64_t> inner = (mem.subs[d] * pattern.strideBytes[d]).asConstant();
    if (!inner)
      return std::nullopt;
    offset += *inner;
  }
  const std::optional<int64_t> size = pattern.strideBytes[s].asConstant();
  if (!size || offset < 0 || offset >= *size)
    return std::nullopt;
  return offset;
}

MemRef contiguousFrom(Function &f, MemRef mem, int64_t size, int64_t offset) {
  mem.rowSet = mem.row = 0;
  MemPattern pattern = f.patterns[mem.pattern];
  auto unit = llvm::find_if(pattern.strideBytes, [&](const IndexExpr &s) { return s == IndexExpr(size); });
  size_t sub = size_t(unit - pattern.strideBytes.begin());
  if (unit == pattern.strideBytes.end()) {
    // z[i].re: elements are counted from the address of the member.
    pattern.text = "(&" + pattern.text + ")[{" + std::to_string(sub) + "}]";
    pattern.strideBytes.push_back(IndexExpr(size));
    mem.subs.push_back(IndexExpr(0));
    auto same = llvm::find_if(f.patterns, [&](const MemPattern &p) {
      return p.text == pattern.text && p.array == pattern.array && p.strideBytes == pattern.strideBytes &&
             p.offsetBytes == pattern.offsetBytes;
    });
    mem.pattern = uint32_t(same - f.patterns.begin());
    if (same == f.patterns.end())
      f.patterns.push_back(pattern);
  }
  mem.subs[sub] += IndexExpr(offset);
  mem.laneSteps = {{}};
  for (size_t s = 0; s < mem.subs.size(); ++s)
    mem.laneSteps[0].push_back(IndexExpr(int64_t(s == sub)));
  return mem;
}

std::vector<InterleaveGroup> findInterleaveGroups(const Function &function, const GroupRules &rules) {
  return GroupSearch(function, rules).run();
}

} // namespace vecify
