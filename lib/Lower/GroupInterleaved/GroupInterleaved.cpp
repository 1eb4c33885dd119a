// Step: strided accesses that lie between each other become contiguous ones and shuffles.
//
//     %re = transfer_read z[2*%i] lanes(2)         %w0 = transfer_read z[2*%i] lanes(1)
//     %im = transfer_read z[2*%i + 1] lanes(2) ->  %w1 = transfer_read z[2*%i + 8] lanes(1)
//                                                  %re = even %w0, %w1;  %im = odd %w0, %w1
//
// A member one stride further is a member of the group, moved down by one lane: z[2*%i + 2] takes z[2*%i] and, as its
// last lane, the one element that comes after the block.
//
// Where each member is made as wide as all of them together, they are words that are shifted and masked:
//
//     %g = transfer_read p[4*%i + 1] lanes(4) : 16xu8        %w = transfer_read p[4*%i] lanes(1) : 64xu8
//     %x = cast %g : 16xi32                              ->  %v = bitcast %w : 16xu32
//                                                            %x = (%v >> 8) & 255
//
// Reads never go past the last element that the group itself accesses, or the last struct: where its highest member is
// missing, the last lanes are read from that much earlier, so that the highest member that is there comes last.
#include "Groups.h"
#include "Interleave.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include <numeric>

namespace vecify {

namespace {

class Deinterleaving {
public:
  Deinterleaving(const Function &source, const Target &target, const LowerOptions &options)
      : S(source), T(target), O(options) {
    const GroupRules rules{[&](const VectorType &type) { return movesDownCheaply(type); },
                           [&](ScalarType a, ScalarType b) { return areOneInMemory(a, b); }, T.predicateMasks};
    for (InterleaveGroup &group : findInterleaveGroups(S, rules))
      if (isWorthIt(group))
        Groups.push_back(std::move(group));
    for (unsigned g = 0; g < Groups.size(); ++g)
      for (const InterleaveGroup::Member &member : Groups[g].members)
        GroupOf[member.op] = g;
    for (const Op &op : S.ops)
      for (ValueId operand : op.operands)
        Users[operand].push_back(&op);
  }

  bool rewrite(const Op &op, Rewriter &rewriter) {
    if (op.kind == OpKind::Cast)
      if (auto word = WordOf.find(op.operands[0]); word != WordOf.end()) {
        const VectorType &type = S.typeOf(op.results[0]);
        const bool isSame = rewriter.result().typeOf(word->second) == type;
        rewriter.map(op.results[0], isSame ? word->second
                                           : rewriter.builder().create(OpKind::Bitcast, type, {word->second},
                                                                       S.values[op.results[0]].name));
        return true;
      }
    OpId id = op.id;
    auto found = GroupOf.find(id);
    if (found == GroupOf.end())
      return false;
    const InterleaveGroup &group = Groups[found->second];
    if (!group.writes && id == group.members.front().op)
      areWords(group) ? readWords(group, rewriter) : read(group, rewriter);
    if (group.writes && id == group.members.back().op)
      write(group, rewriter);
    return true;
  }

private:
  /// The lanes of one register moved down by one, with one of another at the end: cheaper than to read and take apart
  /// another group.
  bool movesDownCheaply(const VectorType &type) const {
    const int64_t lanes = nativeLanes(T, O, type.element, type.lanes());
    const Row *window = T.find(RowKey{OpKind::Shuffle, type.element, type.element, unsigned(lanes), ShuffleOfWindow});
    return window && window->uops <= 2;
  }

  const VectorType &typeOf(const InterleaveGroup &group) const { return accessType(S, S.ops[group.lowest]); }

  /// Which of the two types what is in memory has, makes no difference to what moves it.
  bool areOneInMemory(ScalarType a, ScalarType b) const {
    return T.anyTypeInMemory && bitsOf(a) == bitsOf(b) && T.find(OpKind::Bitcast, a, b, T.lanesOf(a)) &&
           T.find(OpKind::Bitcast, b, a, T.lanesOf(a));
  }

  /// How many elements earlier than the lowest member the registers of a group begin, so that they hold structs from
  /// their beginning to their end; where the group has their last member as well, that is 0. The whole of a struct is
  /// there where one of its members is.
  std::optional<int64_t> shiftToStructs(const InterleaveGroup &group) const {
    const MemRef &mem = S.ops[group.lowest].mem;
    const std::optional<int64_t> offset = offsetInStruct(S, mem);
    const int64_t size = bytesOf(typeOf(group).element);
    if (!offset || *offset % size)
      return std::nullopt;
    const int64_t lowest = *offset / size;
    return lowest + group.span() < group.stride ? lowest : 0;
  }

  /// Elements of a stride behind the group's highest member that are not known to be there.
  int64_t missing(const InterleaveGroup &group) const {
    return group.writes || shiftToStructs(group) ? 0 : std::max<int64_t>(0, group.stride - 1 - group.span());
  }

  /// Lanes of one group of registers. A group that lacks its highest member needs at least two.
  int64_t chunkLanes(const InterleaveGroup &group) const {
    const VectorType &type = typeOf(group);
    int64_t whole = nativeLanes(T, O, type.element, type.lanes());
    return missing(group) == 0 || whole < type.lanes() ? whole : whole / 2;
  }

  /// How many elements earlier the registers of chunk `c` begin: the last one ends where the group does, the first one
  /// may not begin before it.
  int64_t shiftOf(const InterleaveGroup &group, int64_t c, int64_t chunks) const {
    if (group.span() >= group.stride - 1)
      return 0;
    if (std::optional<int64_t> shift = shiftToStructs(group))
      return *shift;
    return c == chunks - 1 ? missing(group) : 0;
  }

  bool isWorthIt(const InterleaveGroup &group) const {
    const VectorType &type = typeOf(group);
    if (type.lanes() < 2 || !llvm::isPowerOf2_64(type.lanes()))
      return false;
    int64_t lanes = group.writes ? nativeLanes(T, O, type.element, type.lanes()) : chunkLanes(group);
    auto has = [&](OpKind kind) { return lanes >= 2 && T.find(kind, type.element, lanes) != nullptr; };
    // Powers of two are taken apart by halves; what is left of the stride by general shuffles.
    bool isPower = llvm::isPowerOf2_64(group.stride), isOdd = group.stride % 2;
    bool shuffles = isPower || has(OpKind::Shuffle);
    if (group.writes && !group.isComplete() && !hasGapsForMasks(group, lanes))
      return false;
    if (group.writes)
      return shuffles && (isOdd || (has(OpKind::ZipLo) && has(OpKind::ZipHi))) && has(OpKind::Store);
    // Of a wide group with few members, most of what is read would be thrown away.
    if (!isPower && int64_t(group.members.size()) * 3 < group.stride)
      return false;
    return shuffles && (isOdd || (has(OpKind::Even) && has(OpKind::Odd))) && has(OpKind::Load);
  }

  /// The members that are missing lie between others: masks leave them as they are. A single one of 32 bits and more is
  /// spread over the lanes where it is written.
  bool hasGapsForMasks(const InterleaveGroup &group, int64_t lanes) const {
    const ScalarType element = typeOf(group).element;
    return llvm::isPowerOf2_64(group.stride) && lanes >= group.stride &&
           (group.members.size() > 1 || bitsOf(element) < 32) && T.find(OpKind::MaskedStore, element, unsigned(lanes));
  }

  /// Of `lanes` neighbouring elements, those that are members.
  ValueId memberMask(const InterleaveGroup &group, int64_t lanes, Builder &b) const {
    const unsigned bits = bitsOf(typeOf(group).element);
    const VectorType counts = VectorType::vector(unsigned(lanes), integerType(bits, /*isSigned=*/false));
    const VectorType truths = counts.withElement(ScalarType::I1);
    const ValueId place =
        b.create(OpKind::And, counts, {b.iota(counts, 0, 1), b.constant(counts, group.stride - 1)}, "member");
    const auto compared = [&](OpKind kind, int64_t with) {
      return b.create(kind, truths, {place, b.constant(counts, with)}, "members");
    };
    // From the lowest one on without a gap, or one by one.
    if (group.span() + 1 == int64_t(group.members.size()))
      return compared(OpKind::CmpLe, group.span());
    ValueId mask = NoValue;
    for (const InterleaveGroup::Member &member : group.members) {
      const ValueId is = compared(OpKind::CmpEq, member.offset);
      mask = mask == NoValue ? is : b.create(OpKind::Or, truths, {mask, is}, "members");
    }
    return mask;
  }

  /// Contiguous lanes from `offset` elements behind the lowest member's first one.
  MemRef contiguous(const InterleaveGroup &group, int64_t offset, Rewriter &rewriter) const {
    return contiguousFrom(rewriter.result(), rewriter.mapped(S.ops[group.lowest].mem), bytesOf(typeOf(group).element),
                          offset);
  }

  ScalarType wordType(const InterleaveGroup &group) const {
    return integerType(unsigned(group.stride) * bitsOf(typeOf(group).element), /*isSigned=*/false);
  }

  /// All that is done with the members is to make them as wide as a whole group.
  bool areWords(const InterleaveGroup &group) const {
    const VectorType &type = typeOf(group);
    const int64_t bits = group.stride * int64_t(bitsOf(type.element));
    if (!isUnsignedInteger(type.element) || !llvm::isPowerOf2_64(group.stride) || bits > 32 ||
        group.span() >= group.stride)
      return false;
    const ScalarType word = wordType(group);
    const unsigned lanes = T.lanesOf(word);
    return T.find(OpKind::Bitcast, word, type.element, lanes) && T.find(OpKind::ShrImm, word, lanes) &&
           T.find(OpKind::And, word, lanes) && llvm::all_of(group.members, [&](const InterleaveGroup::Member &member) {
             const auto users = Users.find(S.ops[member.op].results[0]);
             return users == Users.end() || llvm::all_of(users->second, [&](const Op *user) {
                      const ScalarType to =
                          user->kind == OpKind::Cast ? S.typeOf(user->results[0]).element : ScalarType::I1;
                      return isInteger(to) && int64_t(bitsOf(to)) == bits;
                    });
           });
  }

  void readWords(const InterleaveGroup &group, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    const VectorType type = typeOf(group);
    const int64_t bits = bitsOf(type.element);
    const int64_t lanes = missing(group) == 0 ? type.lanes() : type.lanes() / 2, chunks = type.lanes() / lanes;
    const VectorType words = VectorType::vector(lanes, wordType(group));
    const std::string &name = S.values[S.ops[group.lowest].results[0]].name;
    std::map<int64_t, llvm::SmallVector<ValueId, 2>> parts; // by offset
    for (int64_t c = 0; c < chunks; ++c) {
      const int64_t shift = shiftOf(group, c, chunks);
      const ValueId bytes =
          b.transferRead(VectorType::vector(lanes * group.stride, type.element),
                         contiguous(group, c * lanes * group.stride - shift, rewriter), {}, NoValue, NoValue, name);
      const ValueId all = b.create(OpKind::Bitcast, words, {bytes}, name);
      std::map<int64_t, ValueId> known;
      for (const InterleaveGroup::Member &member : group.members) {
        ValueId &value = known.try_emplace(member.offset, NoValue).first->second;
        if (value != NoValue)
          continue;
        value = all;
        const int64_t low = bits * (member.offset + shift);
        if (low > 0) {
          Op shr;
          shr.kind = OpKind::ShrImm;
          shr.operands = {value};
          shr.ints = {low};
          value = rewriter.result().ops[b.append(std::move(shr), {words}, name)].results[0];
        }
        if (low + bits < int64_t(bitsOf(words.element)))
          value = b.create(OpKind::And, words, {value, b.constant(words, maxValue(type.element))}, name);
        parts[member.offset].push_back(value);
      }
    }
    std::map<int64_t, ValueId> whole;
    for (auto &[offset, values] : parts)
      whole[offset] = chunks == 1 ? values[0] : b.create(OpKind::Concat, type.withElement(words.element), values, name);
    for (const InterleaveGroup::Member &member : group.members)
      WordOf[S.ops[member.op].results[0]] = whole[member.offset];
  }

  void read(const InterleaveGroup &group, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    VectorType type = typeOf(group);
    int64_t lanes = chunkLanes(group), chunks = type.lanes() / lanes;
    VectorType chunk = VectorType::vector(lanes, type.element);
    const std::string &name = S.values[S.ops[group.lowest].results[0]].name;
    std::map<int64_t, llvm::SmallVector<ValueId, 4>> parts; // by offset
    for (const InterleaveGroup::Member &member : group.members)
      parts[member.offset % group.stride];
    for (int64_t c = 0; c < chunks; ++c) {
      const int64_t shift = shiftOf(group, c, chunks);
      llvm::SmallVector<ValueId, 4> wide;
      for (int64_t r = 0; r < group.stride; ++r)
        wide.push_back(b.transferRead(chunk, contiguous(group, (c * group.stride + r) * lanes - shift, rewriter), {},
                                      NoValue, NoValue, name));
      for (auto &[offset, values] : parts)
        values.push_back(everyNth(wide, offset + shift, T, b, name));
    }
    std::map<int64_t, ValueId> whole;
    for (auto &[offset, values] : parts)
      whole[offset] = chunks == 1 ? values[0] : b.create(OpKind::Concat, type, values, name);
    for (const InterleaveGroup::Member &member : group.members)
      rewriter.map(S.ops[member.op].results[0],
                   asType(lanesFrom(member.offset, whole, group, rewriter), S.typeOf(S.ops[member.op].results[0]), b));
  }

  static ValueId asType(ValueId value, const VectorType &type, Builder &b) {
    return b.function().typeOf(value) == type ? value : b.create(OpKind::Bitcast, type, {value});
  }

  /// The lanes of the member at `offset`, given those of the members below the stride.
  ValueId lanesFrom(int64_t offset, std::map<int64_t, ValueId> &whole, const InterleaveGroup &group,
                    Rewriter &rewriter) const {
    if (auto known = whole.find(offset); known != whole.end())
      return known->second;
    Builder &b = rewriter.builder();
    const VectorType type = typeOf(group);
    const std::string &name = S.values[S.ops[group.lowest].results[0]].name;
    ValueId before = lanesFrom(offset - group.stride, whole, group, rewriter);
    MemRef mem = contiguous(group, offset + (type.lanes() - 1) * group.stride, rewriter);
    mem.laneSteps.clear();
    ValueId last = b.transferRead(VectorType::scalar(type.element), mem, {}, NoValue, NoValue, name);
    llvm::SmallVector<int64_t, 64> next(type.lanes());
    std::iota(next.begin(), next.end(), 1);
    return whole[offset] = shuffled(b, before, b.broadcast(last, type), next, name);
  }

  void write(const InterleaveGroup &group, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    VectorType type = typeOf(group);
    // Where there is no member, nobody sees what would be written.
    const ValueId any = asType(rewriter.mapped(S.ops[group.members[0].op].operands[0]), type, b);
    llvm::SmallVector<ValueId, 4> values(group.stride, any);
    for (const InterleaveGroup::Member &member : group.members)
      values[member.offset] = asType(rewriter.mapped(S.ops[member.op].operands[0]), type, b);
    // Shuffles work on registers; the halves of zips may be of any size.
    int64_t lanes = llvm::isPowerOf2_64(group.stride) ? type.lanes() : nativeLanes(T, O, type.element, type.lanes());
    VectorType chunk = VectorType::vector(lanes, type.element);
    const ValueId mask = group.isComplete() ? NoValue : memberMask(group, lanes, b);
    for (int64_t c = 0; c < type.lanes() / lanes; ++c) {
      llvm::SmallVector<ValueId, 4> parts;
      for (ValueId value : values)
        parts.push_back(b.extractSlice(value, {c * lanes}, chunk));
      llvm::SmallVector<ValueId, 4> wide = interleaved(parts, T, b);
      for (int64_t r = 0; r < group.stride; ++r)
        b.transferWrite(wide[r], contiguous(group, (c * group.stride + r) * lanes, rewriter), {}, mask);
    }
  }

  const Function &S;
  const Target &T;
  const LowerOptions &O;
  std::vector<InterleaveGroup> Groups;
  std::map<OpId, unsigned> GroupOf;
  std::map<ValueId, llvm::SmallVector<const Op *, 2>> Users;
  std::map<ValueId, ValueId> WordOf; ///< of what is read as part of a word: in the new function, as wide as that
};

} // namespace

llvm::Expected<Function> groupInterleaved(const Function &f, const Target &target, const LowerOptions &options) {
  Deinterleaving step(f, target, options);
  Rewriter rewriter(f);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) { return step.rewrite(op, r); }));
}

} // namespace vecify
