// Step: strided accesses that lie between each other become contiguous ones and shuffles.
//
//     %re = transfer_read z[2*%i] lanes(2)         %w0 = transfer_read z[2*%i] lanes(1)
//     %im = transfer_read z[2*%i + 1] lanes(2) ->  %w1 = transfer_read z[2*%i + 8] lanes(1)
//                                                  %re = even %w0, %w1;  %im = odd %w0, %w1
//
// Reads never go past the last element that the group itself accesses: where its highest member is missing, the last
// lanes are read from that much earlier, so that the highest member that is there comes last.
#include "Groups.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

class Deinterleaving {
public:
  Deinterleaving(const Function &source, const Target &target, const LowerOptions &options)
      : S(source), T(target), O(options) {
    for (InterleaveGroup &group : findInterleaveGroups(S))
      if (isWorthIt(group))
        Groups.push_back(std::move(group));
    for (unsigned g = 0; g < Groups.size(); ++g)
      for (const InterleaveGroup::Member &member : Groups[g].members)
        GroupOf[member.op] = g;
  }

  bool rewrite(const Op &op, Rewriter &rewriter) {
    OpId id = OpId(&op - S.ops.data());
    auto found = GroupOf.find(id);
    if (found == GroupOf.end())
      return false;
    const InterleaveGroup &group = Groups[found->second];
    if (!group.writes && id == group.members.front().op)
      read(group, rewriter);
    if (group.writes && id == group.members.back().op)
      write(group, rewriter);
    return true;
  }

private:
  const VectorType &typeOf(const InterleaveGroup &group) const { return accessType(S, S.ops[group.lowest]); }

  /// Lanes of one group of registers. A group that lacks its highest member needs at least two.
  int64_t chunkLanes(const InterleaveGroup &group) const {
    const VectorType &type = typeOf(group);
    int64_t whole = nativeLanes(T, O, type.element, type.lanes());
    bool isComplete = group.span() == group.stride - 1;
    return isComplete || whole < type.lanes() ? whole : whole / 2;
  }

  bool isWorthIt(const InterleaveGroup &group) const {
    const VectorType &type = typeOf(group);
    if (type.lanes() < 2 || !llvm::isPowerOf2_64(type.lanes()))
      return false;
    int64_t lanes = group.writes ? nativeLanes(T, O, type.element, type.lanes()) : chunkLanes(group);
    auto has = [&](OpKind kind) { return lanes >= 2 && T.find(kind, type.element, lanes); };
    return group.writes ? has(OpKind::ZipLo) && has(OpKind::ZipHi) && has(OpKind::Store)
                        : has(OpKind::Even) && has(OpKind::Odd) && has(OpKind::Load);
  }

  /// Contiguous lanes from `offset` elements behind the lowest member's first one.
  MemRef contiguous(const InterleaveGroup &group, int64_t offset, Rewriter &rewriter) const {
    const Op &lowest = S.ops[group.lowest];
    MemRef mem = rewriter.mapped(lowest.mem);
    int64_t size = bytesOf(typeOf(group).element);
    std::vector<MemPattern> &patterns = rewriter.result().patterns;
    MemPattern pattern = patterns[mem.pattern];
    auto unit = llvm::find_if(pattern.strideBytes, [&](const IndexExpr &s) { return s == IndexExpr(size); });
    size_t sub = size_t(unit - pattern.strideBytes.begin());
    if (unit == pattern.strideBytes.end()) {
      // z[i].re: elements are counted from the address of the member.
      pattern.text = "(&" + pattern.text + ")[{" + std::to_string(sub) + "}]";
      pattern.strideBytes.push_back(IndexExpr(size));
      mem.subs.push_back(IndexExpr(0));
      auto same = llvm::find_if(patterns, [&](const MemPattern &p) {
        return p.text == pattern.text && p.array == pattern.array && p.strideBytes == pattern.strideBytes &&
               p.offsetBytes == pattern.offsetBytes;
      });
      mem.pattern = uint32_t(same - patterns.begin());
      if (same == patterns.end())
        patterns.push_back(pattern);
    }
    mem.subs[sub] += IndexExpr(offset);
    mem.laneSteps = {{}};
    for (size_t s = 0; s < mem.subs.size(); ++s)
      mem.laneSteps[0].push_back(IndexExpr(int64_t(s == sub)));
    return mem;
  }

  void read(const InterleaveGroup &group, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    VectorType type = typeOf(group);
    int64_t lanes = chunkLanes(group), chunks = type.lanes() / lanes, missing = group.stride - 1 - group.span();
    VectorType chunk = VectorType::vector(lanes, type.element);
    std::vector<llvm::SmallVector<ValueId, 4>> parts(group.members.size());
    for (int64_t c = 0; c < chunks; ++c) {
      // The last chunk begins `missing` elements earlier; the first one may not.
      int64_t shift = c == chunks - 1 ? missing : 0;
      llvm::SmallVector<ValueId, 4> wide;
      for (int64_t r = 0; r < group.stride; ++r)
        wide.push_back(b.transferRead(chunk, contiguous(group, (c * group.stride + r) * lanes - shift, rewriter), {},
                                      NoValue, NoValue, S.values[S.ops[group.lowest].results[0]].name));
      for (size_t m = 0; m < group.members.size(); ++m)
        parts[m].push_back(everyNth(wide, group.members[m].offset + shift, b, nameOf(group.members[m])));
    }
    for (size_t m = 0; m < group.members.size(); ++m) {
      ValueId all = chunks == 1 ? parts[m][0] : b.create(OpKind::Concat, type, parts[m], nameOf(group.members[m]));
      rewriter.map(S.ops[group.members[m].op].results[0], all);
    }
  }

  std::string nameOf(const InterleaveGroup::Member &member) const { return S.values[S.ops[member.op].results[0]].name; }

  /// Lanes first, first + n, first + 2n.. of n vectors laid end to end; n is 2 or 4.
  static ValueId everyNth(llvm::ArrayRef<ValueId> wide, int64_t first, Builder &b, const std::string &name) {
    const VectorType type = b.function().typeOf(wide[0]);
    auto half = [&](int64_t odd, ValueId x, ValueId y) {
      return b.create(odd ? OpKind::Odd : OpKind::Even, type, {x, y}, name);
    };
    if (wide.size() == 2)
      return half(first, wide[0], wide[1]);
    return half(first / 2, half(first % 2, wide[0], wide[1]), half(first % 2, wide[2], wide[3]));
  }

  void write(const InterleaveGroup &group, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    VectorType type = typeOf(group);
    llvm::SmallVector<ValueId, 4> values(group.stride);
    for (const InterleaveGroup::Member &member : group.members)
      values[member.offset] = rewriter.mapped(S.ops[member.op].operands[0]);
    auto zip = [&](ValueId x, ValueId y) {
      const std::string name = b.function().values[x].name;
      return llvm::SmallVector<ValueId, 2>{b.create(OpKind::ZipLo, type, {x, y}, name),
                                           b.create(OpKind::ZipHi, type, {x, y}, name)};
    };
    llvm::SmallVector<ValueId, 4> wide;
    if (group.stride == 2) {
      wide = zip(values[0], values[1]);
    } else {
      // 0 2 0 2.. with 1 3 1 3.. gives 0 1 2 3..
      auto even = zip(values[0], values[2]), odd = zip(values[1], values[3]);
      wide = zip(even[0], odd[0]);
      llvm::append_range(wide, zip(even[1], odd[1]));
    }
    for (int64_t r = 0; r < group.stride; ++r)
      b.transferWrite(wide[r], contiguous(group, r * type.lanes(), rewriter));
  }

  const Function &S;
  const Target &T;
  const LowerOptions &O;
  std::vector<InterleaveGroup> Groups;
  std::map<OpId, unsigned> GroupOf;
};

} // namespace

llvm::Expected<Function> groupInterleaved(const Function &f, const Target &target, const LowerOptions &options) {
  Deinterleaving step(f, target, options);
  Rewriter rewriter(f);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) { return step.rewrite(op, r); }));
}

} // namespace vecify
