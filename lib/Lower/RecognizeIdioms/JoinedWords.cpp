// See JoinedWords.h.
//
//     %h = transfer_read p[2*%i]     lanes(2) : 16xu8         %b = transfer_read p[2*%i] lanes(1) : 32xu8
//     %l = transfer_read p[2*%i + 1] lanes(2) : 16xu8         %s = shuffle %b, %b [1, 0, 3, 2, ..] : 32xu8
//     %s = or (shl_imm (cast %h) 8), (cast %l) : 16xi32   ->  %s = cast (bitcast %s : 16xu16) : 16xi32
//
// Of every value it is followed which byte of which other value each of its bytes is.
#include "JoinedWords.h"
#include "GroupInterleaved/Groups.h"
#include "GroupInterleaved/Interleave.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include "vecify/Target/Target.h"
#include <map>
#include <set>

namespace vecify {

namespace {

/// One byte of a lane.
struct Byte {
  enum Kind : uint8_t { Zero, Of, Unknown } kind = Unknown;
  ValueId value = NoValue; ///< whose byte it is
  unsigned index = 0;      ///< from the lowest
};
using Bytes = llvm::SmallVector<Byte, 8>;

/// What a value's lowest bytes are, those above being zero.
struct Word {
  unsigned bytes = 0;
  bool isReversed = false;
  ValueId value = NoValue;            ///< it is this word,
  std::optional<unsigned> group = {}; ///< or lies in memory
};

/// Nothing else moves a byte to another place of its lane.
bool shiftsBytes(const Op &op) {
  return (op.kind == OpKind::ShlImm || op.kind == OpKind::ShrImm) && op.ints[0] % 8 == 0;
}

class JoinedWords {
public:
  JoinedWords(const Function &source, const Target &target)
      : S(source), T(target), Groups(findInterleaveGroups(source)), Read(Groups.size(), NoValue) {
    for (unsigned g = 0; g < Groups.size(); ++g)
      for (const InterleaveGroup::Member &member : Groups[g].members)
        MemberOf[member.op] = {g, member.offset};
    for (OpId id = OpId(S.ops.size()); id-- > 0;)
      lookAt(id);
    for (unsigned g = 0; g < Groups.size(); ++g)
      if (Groups[g].writes)
        if (std::optional<Word> word = writtenWord(Groups[g]))
          Written.emplace(g, *word);
  }
  bool hasWork() const { return !Roots.empty() || !Written.empty(); }

  bool rewrite(const Op &op, Rewriter &rewriter) {
    const OpId id = op.id;
    if (auto member = MemberOf.find(id); member != MemberOf.end()) {
      const unsigned g = member->second.first;
      const InterleaveGroup &group = Groups[g];
      if (auto written = Written.find(g); written != Written.end()) {
        if (group.members.back().op == id)
          write(group, written->second, rewriter);
        return true;
      }
      // The group is read where its first member is.
      if (Wanted.count(g) && group.members.front().op == id)
        Read[g] = rewriter.builder().transferRead(bytesType(group), memoryOf(group, rewriter), {}, NoValue, NoValue,
                                                  S.values[op.results[0]].name);
    }
    auto root = Roots.find(id);
    if (root == Roots.end())
      return false;
    rewriter.map(op.results[0], wordOf(op, root->second, rewriter));
    return true;
  }

private:
  static bool joins(OpKind kind) { return kind == OpKind::Or || kind == OpKind::Add || kind == OpKind::Xor; }
  bool isWords(ValueId v) const {
    const VectorType &type = S.typeOf(v);
    return type.rank() == 1 && isInteger(type.element) && type.element != ScalarType::Index &&
           type.element != ScalarType::I1 && !isMask(type.element);
  }
  unsigned sizeOf(ValueId v) const { return bitsOf(S.typeOf(v).element) / 8; }

  // -- following bytes

  const Bytes &bytesOf(ValueId v) {
    if (auto known = Known.find(v); known != Known.end())
      return known->second;
    Bytes bytes = computed(v);
    return Known.emplace(v, std::move(bytes)).first->second;
  }

  Bytes own(ValueId v) const {
    Bytes bytes;
    for (unsigned i = 0; i < sizeOf(v); ++i)
      bytes.push_back({Byte::Of, v, i});
    return bytes;
  }

  Bytes computed(ValueId v) {
    const Op *op = S.definitionOf(v);
    if (!op || op->results.size() != 1)
      return own(v);
    const unsigned size = sizeOf(v);
    const auto isOperandWords = [&](unsigned i) { return isWords(op->operands[i]); };
    if (op->kind == OpKind::Cast && isOperandWords(0)) {
      Bytes bytes = bytesOf(op->operands[0]);
      const bool isExtended = isUnsignedInteger(S.typeOf(op->operands[0]).element);
      bytes.resize(size, {isExtended ? Byte::Zero : Byte::Unknown});
      return bytes;
    }
    if (op->kind == OpKind::Bitcast && isOperandWords(0) && sizeOf(op->operands[0]) == size)
      return bytesOf(op->operands[0]);
    if (shiftsBytes(*op) && op->ints[0] < 8 * int64_t(size)) {
      const Bytes from = bytesOf(op->operands[0]);
      const unsigned by = unsigned(op->ints[0] / 8);
      const bool isLeft = op->kind == OpKind::ShlImm;
      Bytes bytes(size, {isLeft || isUnsignedInteger(S.typeOf(v).element) ? Byte::Zero : Byte::Unknown});
      for (unsigned i = by; i < size; ++i)
        bytes[isLeft ? i : i - by] = from[isLeft ? i - by : i];
      return bytes;
    }
    if (op->kind == OpKind::And)
      for (unsigned i : {0, 1})
        if (std::optional<int64_t> mask = splatInt(S, op->operands[i])) {
          Bytes bytes = bytesOf(op->operands[1 - i]);
          for (unsigned k = 0; k < size; ++k)
            if (const unsigned part = unsigned(*mask >> 8 * k) & 0xff; part != 0xff)
              bytes[k] = {part ? Byte::Unknown : Byte::Zero};
          return bytes;
        }
    if (joins(op->kind)) {
      const Bytes a = bytesOf(op->operands[0]), b = bytesOf(op->operands[1]);
      Bytes bytes(size);
      bool isJoined = true;
      for (unsigned i = 0; i < size; ++i) {
        bytes[i] = a[i].kind == Byte::Zero ? b[i] : b[i].kind == Byte::Zero ? a[i] : Byte();
        // A carry may come out of what is not apart.
        isJoined &= a[i].kind == Byte::Zero || b[i].kind == Byte::Zero || op->kind != OpKind::Add;
      }
      return isJoined ? bytes : own(v);
    }
    return own(v);
  }

  // -- words

  /// What the bytes make, if the target does it in no more than a shuffle.
  std::optional<Word> wordIn(const Bytes &bytes) const {
    Word word;
    while (word.bytes < bytes.size() && bytes[word.bytes].kind == Byte::Of)
      ++word.bytes;
    for (unsigned i = word.bytes; i < bytes.size(); ++i)
      if (bytes[i].kind != Byte::Zero)
        return std::nullopt;
    if (word.bytes != 2 && word.bytes != 4 && word.bytes != 8)
      return std::nullopt;
    const Byte &low = bytes[0];
    if (sizeOf(low.value) == word.bytes) {
      word.value = low.value;
      word.isReversed = true;
      for (unsigned i = 0; i < word.bytes; ++i)
        if (bytes[i].value != word.value || bytes[i].index != word.bytes - 1 - i)
          return std::nullopt;
    } else {
      const auto memberOf = [&](const Byte &byte) -> const std::pair<unsigned, int64_t> * {
        auto member = MemberOf.find(S.values[byte.value].definition);
        return sizeOf(byte.value) == 1 && member != MemberOf.end() ? &member->second : nullptr;
      };
      const auto *first = memberOf(low);
      if (!first || Groups[first->first].stride != int64_t(word.bytes))
        return std::nullopt;
      word.group = first->first;
      word.isReversed = first->second != 0;
      for (unsigned i = 0; i < word.bytes; ++i) {
        const auto *member = memberOf(bytes[i]);
        if (!member || member->first != *word.group || member->second != (word.isReversed ? word.bytes - 1 - i : i))
          return std::nullopt;
      }
    }
    return isCheap(word, S.typeOf(low.value).lanes()) ? std::optional(word) : std::nullopt;
  }

  bool isCheap(const Word &word, int64_t lanes) const {
    const int64_t most = T.lanesOf(ScalarType::U8), bytes = std::min<int64_t>(most, lanes * word.bytes);
    const unsigned words = unsigned(bytes / word.bytes);
    if (bytes < 16 || lanes * word.bytes % bytes ||
        !T.find(OpKind::Bitcast, integerType(8 * word.bytes, false), ScalarType::U8, words))
      return false;
    if (!word.isReversed)
      return true;
    const Row *row = T.find(shuffleKey(VectorType::vector(bytes, ScalarType::U8), reversal(word, bytes)));
    return row && row->uops <= 2;
  }

  static llvm::SmallVector<int64_t, 64> reversal(const Word &word, int64_t lanes) {
    llvm::SmallVector<int64_t, 64> from;
    for (int64_t l = 0; l < lanes; ++l)
      from.push_back(l / word.bytes * word.bytes + word.bytes - 1 - l % word.bytes);
    return from;
  }

  void lookAt(OpId id) {
    const Op &op = S.ops[id];
    if (!joins(op.kind) || !isWords(op.results[0]) || Inner.count(op.results[0]))
      return;
    std::optional<Word> word = wordIn(bytesOf(op.results[0]));
    if (!word)
      return;
    noteInner(op);
    if (word->group)
      Wanted.insert(*word->group);
    Roots.emplace(id, *word);
  }

  /// Parts of a word that is found are not looked at.
  void noteInner(const Op &op) {
    for (ValueId operand : op.operands)
      if (const Op *part = S.definitionOf(operand); part && !part->operands.empty() && Inner.insert(operand).second)
        if (joins(part->kind) || part->kind == OpKind::ShlImm || part->kind == OpKind::ShrImm ||
            part->kind == OpKind::And || part->kind == OpKind::Cast || part->kind == OpKind::Bitcast)
          noteInner(*part);
  }

  /// The word whose bytes the group's members write.
  std::optional<Word> writtenWord(const InterleaveGroup &group) {
    Word word;
    word.bytes = unsigned(group.stride);
    if ((word.bytes != 2 && word.bytes != 4 && word.bytes != 8) || group.members.size() != word.bytes)
      return std::nullopt;
    for (const InterleaveGroup::Member &member : group.members) {
      const ValueId stored = S.ops[member.op].operands[0];
      if (!isWords(stored) || sizeOf(stored) != 1)
        return std::nullopt;
      const Byte byte = bytesOf(stored)[0];
      if (byte.kind != Byte::Of || sizeOf(byte.value) < word.bytes)
        return std::nullopt;
      if (word.value == NoValue) {
        word.value = byte.value;
        word.isReversed = byte.index != member.offset;
      }
      if (byte.value != word.value ||
          byte.index != unsigned(word.isReversed ? word.bytes - 1 - member.offset : member.offset))
        return std::nullopt;
    }
    return isCheap(word, S.typeOf(word.value).lanes()) ? std::optional(word) : std::nullopt;
  }

  // -- writing it

  VectorType bytesType(const InterleaveGroup &group) const {
    const VectorType &type = S.typeOf(valueOf(S.ops[group.lowest]));
    return VectorType::vector(group.stride * type.lanes(), type.element);
  }
  static ValueId valueOf(const Op &op) { return op.results.empty() ? op.operands[0] : op.results[0]; }
  MemRef memoryOf(const InterleaveGroup &group, Rewriter &rewriter) const {
    return contiguousFrom(rewriter.result(), rewriter.mapped(S.ops[group.lowest].mem), 1, 0);
  }

  static ValueId reversed(ValueId bytes, const Word &word, Builder &b) {
    return shuffled(b, bytes, bytes, reversal(word, b.function().typeOf(bytes).lanes()), "");
  }

  ValueId wordOf(const Op &op, const Word &word, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    const VectorType type = S.typeOf(op.results[0]);
    const std::string &name = S.values[op.results[0]].name;
    const VectorType words = type.withElement(integerType(8 * word.bytes, false));
    const VectorType bytes = VectorType::vector(word.bytes * type.lanes(), ScalarType::U8);
    ValueId v = word.group ? Read[*word.group] : rewriter.mapped(word.value);
    if (rewriter.result().typeOf(v) != bytes)
      v = b.create(OpKind::Bitcast, bytes, {v}, name);
    if (word.isReversed)
      v = reversed(v, word, b);
    v = b.create(OpKind::Bitcast, words, {v}, name);
    if (words == type)
      return v;
    return b.create(bitsOf(type.element) == 8 * word.bytes ? OpKind::Bitcast : OpKind::Cast, type, {v}, name);
  }

  void write(const InterleaveGroup &group, const Word &word, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    ValueId v = rewriter.mapped(word.value);
    const VectorType type = rewriter.result().typeOf(v), bytes = bytesType(group);
    const VectorType words = type.withElement(integerType(8 * word.bytes, false));
    if (type != words)
      v = b.create(bitsOf(type.element) == 8 * word.bytes ? OpKind::Bitcast : OpKind::Cast, words, {v});
    v = b.create(OpKind::Bitcast, bytes, {v});
    if (word.isReversed)
      v = reversed(v, word, b);
    b.transferWrite(v, memoryOf(group, rewriter));
  }

  const Function &S;
  const Target &T;
  std::vector<InterleaveGroup> Groups;
  std::vector<ValueId> Read;                             ///< the bytes of each group that is wanted
  std::map<OpId, std::pair<unsigned, int64_t>> MemberOf; ///< group and offset of an access
  std::map<ValueId, Bytes> Known;
  std::set<ValueId> Inner;
  std::set<unsigned> Wanted;
  std::map<OpId, Word> Roots;
  std::map<unsigned, Word> Written;
};

} // namespace

llvm::Expected<Function> joinedWords(const Function &function, const Target &target, const LowerOptions &options) {
  if (llvm::none_of(function.ops, shiftsBytes))
    return function;
  // A word is one value, though it be read again for each of its bytes.
  llvm::Expected<Function> forwarded = forwardTransfers(function, target, options);
  if (!forwarded)
    return forwarded.takeError();
  llvm::Expected<Function> merged = mergeEqual(*forwarded, target, options);
  if (!merged)
    return merged.takeError();
  JoinedWords step(*merged, target);
  if (!step.hasWork())
    return function;
  Rewriter rewriter(*merged);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) { return step.rewrite(op, r); }));
}

} // namespace vecify
