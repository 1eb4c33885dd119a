// See InterleavedDots.h.
//
//     %r = transfer_read rgba[4*%i]     lanes(4)              %p = transfer_read rgba[4*%i] lanes(1) : 64xu8
//     %g = transfer_read rgba[4*%i + 1] lanes(4)       ->     %w = bitcast 0x001d964d : 64xu8
//     %s = 77 * %r + 150 * %g + .. + 128                      %s = dot_acc %p, %w, 128 : 16xi32
//
// Pixels of three bytes are moved into lanes of four first, one shuffle a register. The targets multiply bytes of
// certain signs only; what has the other sign is moved by 128, which is exact:
//
//     sum w*x = sum w*(x - 128) + 128 * sum w
//
// Where weights have more bits than a byte, bytes 0 and 2 of each lane become halves of it, and so do 1 and 3: two
// products of pairs.
#include "InterleavedDots.h"
#include "GroupInterleaved/Groups.h"
#include "GroupInterleaved/Interleave.h"
#include "NarrowIntegers/Ranges.h"
#include "vecify/IR/Pattern.h"
#include <array>

namespace vecify {

namespace {

/// Per byte of a lane.
using Weights = std::array<int64_t, 4>;

/// A sum of terms weight * member of one group, a constant, and what else is added.
struct WeightedPixels {
  unsigned group = ~0u;
  std::map<int64_t, int64_t> weights; ///< by the member's offset
  int64_t constant = 0;
  llvm::SmallVector<std::pair<ValueId, bool>, 2> others; ///< and whether they are subtracted
};

/// How the target computes it.
struct DotForm {
  bool movesData = false; ///< by 128, which changes its sign
  bool dataFirst = true;
  ScalarType data = ScalarType::U8, weight = ScalarType::I8;
  std::optional<int64_t> split; ///< the member whose weight is shared by two bytes of the lane
  bool inPairs = false;         ///< of bytes made halves
};

class InterleavedDots {
public:
  InterleavedDots(const Function &source, const Target &target, const LowerOptions &options)
      : S(source), T(target), O(options), Uses(useCounts(source)), Groups(findInterleaveGroups(source)),
        Pixels(Groups.size()) {
    for (unsigned g = 0; g < Groups.size(); ++g)
      for (const InterleaveGroup::Member &member : Groups[g].members)
        MemberOf[member.op] = {g, member.offset};
    std::set<OpId> inner = innerSums();
    for (OpId id = 0; id < S.ops.size(); ++id)
      if (isSum(S.ops[id]) && !inner.count(id))
        lookAt(id);
  }
  bool hasWork() const { return !Roots.empty(); }

  bool rewrite(const Op &op, Rewriter &rewriter) {
    const OpId id = op.id;
    // The group is read where its first member is.
    if (auto member = MemberOf.find(id); member != MemberOf.end()) {
      const unsigned group = member->second.first;
      if (Wanted.count(group) && Groups[group].members.front().op == id)
        readPixels(group, rewriter);
    }
    auto root = Roots.find(id);
    if (root == Roots.end())
      return false;
    rewriter.map(op.results[0], dots(op, root->second.first, root->second.second, rewriter));
    return true;
  }

private:
  static constexpr int64_t Middle = 128;

  bool isSum(const Op &op) const {
    return (op.kind == OpKind::Add || op.kind == OpKind::Sub) && is32(S.typeOf(op.results[0]));
  }
  static bool is32(const VectorType &type) {
    return type.rank() == 1 && isInteger(type.element) && type.element != ScalarType::Index &&
           bitsOf(type.element) == 32;
  }

  /// Sums that are nothing but addends of another.
  std::set<OpId> innerSums() const {
    std::set<OpId> inner;
    for (const Op &op : S.ops)
      if (isSum(op))
        for (ValueId operand : op.operands)
          if (const Op *addend = S.definitionOf(operand); addend && isSum(*addend) && Uses[operand] == 1)
            inner.insert(S.values[operand].definition);
    return inner;
  }

  void lookAt(OpId root) {
    WeightedPixels sum;
    collect(S.ops[root].results[0], 1, root, sum);
    if (sum.weights.size() < 2)
      return;
    if (std::optional<DotForm> form = formOf(sum)) {
      Wanted.insert(sum.group);
      Roots.emplace(root, std::make_pair(std::move(sum), *form));
    }
  }

  void collect(ValueId v, int64_t weight, OpId root, WeightedPixels &sum) const {
    const Op *op = S.definitionOf(v);
    if (std::optional<int64_t> constant = splatInt(S, v)) {
      sum.constant += weight * *constant;
      return;
    }
    if (op && isSum(*op) && (S.values[v].definition == root || Uses[v] == 1)) {
      collect(op->operands[0], weight, root, sum);
      return collect(op->operands[1], op->kind == OpKind::Sub ? -weight : weight, root, sum);
    }
    if (std::optional<std::pair<OpId, int64_t>> term = weightedMember(v)) {
      const auto [group, offset] = MemberOf.at(term->first);
      if (sum.group == ~0u || sum.group == group) {
        sum.group = group;
        sum.weights[offset] += weight * term->second;
        return;
      }
    }
    sum.others.push_back({v, weight < 0});
  }

  /// The read and the weight, where `v` is a constant times a byte of a group.
  std::optional<std::pair<OpId, int64_t>> weightedMember(ValueId v) const {
    int64_t weight = 1;
    if (const Op *product = definedBy(S, v, OpKind::Mul)) {
      const unsigned constant = splatInt(S, product->operands[0]) ? 0 : 1;
      std::optional<int64_t> factor = splatInt(S, product->operands[constant]);
      if (!factor || !ValueRange::of(*factor).fits(ScalarType::I16))
        return std::nullopt;
      weight = *factor;
      v = product->operands[1 - constant];
    } else if (const Op *shift = definedBy(S, v, OpKind::ShlImm); shift && shift->ints[0] < 15) {
      weight = int64_t(1) << shift->ints[0];
      v = shift->operands[0];
    }
    const Op *cast = definedBy(S, v, OpKind::Cast);
    if (!cast || bitsOf(S.typeOf(cast->operands[0]).element) != 8 || !is32(S.typeOf(v)))
      return std::nullopt;
    const OpId read = S.values[cast->operands[0]].definition;
    auto member = MemberOf.find(read);
    if (member == MemberOf.end())
      return std::nullopt;
    const InterleaveGroup &group = Groups[member->second.first];
    return (group.stride == 3 || group.stride == 4) && hasPixelLanes(group)
               ? std::optional(std::make_pair(read, weight))
               : std::nullopt;
  }

  // -- pixels in registers

  const VectorType &typeOf(const InterleaveGroup &group) const { return S.typeOf(S.ops[group.lowest].results[0]); }
  /// Pixels in one register.
  int64_t pixelLanes(const InterleaveGroup &group) const {
    return nativeLanes(T, O, ScalarType::I32, typeOf(group).lanes());
  }
  int64_t missing(const InterleaveGroup &group) const { return group.stride - 1 - group.span(); }

  /// How many elements too early the last register is read, so that nothing behind the group's last element is.
  int64_t lastShift(const InterleaveGroup &group) const {
    return missing(group) + (group.stride == 3 ? pixelLanes(group) : 0);
  }

  bool hasPixelLanes(const InterleaveGroup &group) const {
    const int64_t lanes = pixelLanes(group), n = typeOf(group).lanes();
    if (group.writes || lanes < 4 || n % lanes || (n == lanes && lastShift(group) > 0))
      return false;
    return group.stride == 4 || shufflesBytes(lanes) || shufflesInTwoSteps(lanes);
  }
  bool isCheap(ScalarType element, int64_t lanes, ShuffleKind kind) const {
    const Row *row = T.find(RowKey{OpKind::Shuffle, element, element, unsigned(lanes), kind});
    return row && row->uops <= 1;
  }
  bool shufflesBytes(int64_t lanes) const {
    return isCheap(ScalarType::U8, 4 * lanes, lanes == 4 ? ShuffleInBlocks : ShuffleOfOne);
  }
  bool shufflesInTwoSteps(int64_t lanes) const {
    return isCheap(ScalarType::U32, lanes, ShuffleOfOne) && isCheap(ScalarType::U8, 4 * lanes, ShuffleInBlocks);
  }

  /// Registers of the group's bytes, one pixel in each four of them; of a stride of 3 still packed.
  void readPixels(unsigned g, Rewriter &rewriter) {
    const InterleaveGroup &group = Groups[g];
    const int64_t lanes = pixelLanes(group), chunks = typeOf(group).lanes() / lanes;
    const VectorType bytes = VectorType::vector(4 * lanes, typeOf(group).element);
    const Op &lowest = S.ops[group.lowest];
    for (int64_t c = 0; c < chunks; ++c) {
      const int64_t shift = c == chunks - 1 ? lastShift(group) : 0;
      MemRef mem = contiguousFrom(rewriter.result(), rewriter.mapped(lowest.mem), bytesOf(bytes.element),
                                  c * lanes * group.stride - shift);
      Pixels[g].push_back(
          rewriter.builder().transferRead(bytes, mem, {}, NoValue, NoValue, S.values[lowest.results[0]].name));
    }
  }

  /// The byte at each place of the four, of register `c`: three of the pixel, and for the fourth that of `spare`.
  ValueId inLanesOfFour(unsigned g, size_t c, int64_t spare, Rewriter &rewriter) {
    const InterleaveGroup &group = Groups[g];
    const ValueId packed = Pixels[g][c];
    if (group.stride == 4)
      return packed;
    const int64_t lanes = pixelLanes(group), shift = c + 1 == Pixels[g].size() ? lastShift(group) : 0;
    auto byteOf = [&](int64_t l) { return 3 * (l / 4) + shift + (l % 4 == 3 ? spare : std::min(l % 4, group.span())); };
    llvm::SmallVector<int64_t, 64> from;
    if (shufflesBytes(lanes)) {
      for (int64_t l = 0; l < 4 * lanes; ++l)
        from.push_back(byteOf(l));
      return shuffledLanes(packed, from, rewriter);
    }
    // First the twelve bytes of four pixels into each block of sixteen.
    Builder &b = rewriter.builder();
    const VectorType bytes = rewriter.result().typeOf(packed), words = VectorType::vector(lanes, ScalarType::U32);
    auto firstWord = [&](int64_t block) { return std::min((12 * block + shift) / 4, lanes - 4); };
    for (int64_t w = 0; w < lanes; ++w)
      from.push_back(firstWord(w / 4) + w % 4);
    ValueId blocks = shuffledLanes(b.create(OpKind::Bitcast, words, {packed}), from, rewriter);
    // clang 22 joins the two for a CPU with vpermb and then never ends, if an xor follows.
    if (bytes.bits() == 512)
      blocks = b.create(OpKind::FpFence, words, {blocks});
    from.clear();
    for (int64_t l = 0; l < 4 * lanes; ++l)
      from.push_back(byteOf(l) - 4 * firstWord(l / 16) + l / 16 * 16);
    return shuffledLanes(b.create(OpKind::Bitcast, bytes, {blocks}), from, rewriter);
  }

  static ValueId shuffledLanes(ValueId v, llvm::ArrayRef<int64_t> lanes, Rewriter &rewriter) {
    return shuffled(rewriter.builder(), v, v, lanes, std::string(rewriter.result().values[v].name));
  }

  // -- which dot product

  std::optional<DotForm> formOf(const WeightedPixels &sum) const {
    const InterleaveGroup &group = Groups[sum.group];
    const ScalarType own = typeOf(group).element, other = integerType(8, !isSignedInteger(own));
    llvm::SmallVector<std::optional<int64_t>, 4> splits = {std::nullopt};
    if (group.stride == 3)
      for (auto [offset, weight] : sum.weights)
        splits.push_back(offset);
    for (bool moves : {false, true})
      for (const std::optional<int64_t> &split : splits)
        for (ScalarType weight : {ScalarType::I8, ScalarType::U8})
          for (bool dataFirst : {true, false})
            if (DotForm form{moves, dataFirst, moves ? other : own, weight, split}; hasDot(sum, form))
              return form;
    DotForm form{own != ScalarType::U8, true, ScalarType::U8, ScalarType::I16, std::nullopt, true};
    return hasPairs(sum, form) ? std::optional(form) : std::nullopt;
  }

  bool hasPairs(const WeightedPixels &sum, const DotForm &form) const {
    const unsigned lanes = unsigned(pixelLanes(Groups[sum.group]));
    return llvm::all_of(weightsOf(sum, form, 0), [](int64_t w) { return ValueRange::of(w).fits(ScalarType::I16); }) &&
           T.find(OpKind::MulAddPairs, ScalarType::I32, ScalarType::I16, lanes);
  }

  /// By place in the lane, where the last register may be read too early by less than a pixel.
  Weights weightsOf(const WeightedPixels &sum, const DotForm &form, int64_t shift) const {
    Weights weights = {};
    const bool isPacked = Groups[sum.group].stride == 4;
    for (auto [offset, weight] : sum.weights) {
      const int64_t spared = form.split == offset ? weight / 2 : 0;
      weights[offset + (isPacked ? shift : 0)] += weight - spared;
      weights[3] += spared;
    }
    return weights;
  }

  bool hasDot(const WeightedPixels &sum, const DotForm &form) const {
    const Weights weights = weightsOf(sum, form, 0);
    if (!llvm::all_of(weights, [&](int64_t w) { return ValueRange::of(w).fits(form.weight); }))
      return false;
    const ScalarType first = form.dataFirst ? form.data : form.weight,
                     second = form.dataFirst ? form.weight : form.data;
    const unsigned lanes = unsigned(pixelLanes(Groups[sum.group]));
    if (T.find(RowKey{OpKind::DotAccumulate, ScalarType::I32, first, lanes, uint8_t(second)}))
      return true;
    // By pairs, which expand-missing makes of it: their sums must fit 16 bits, wherever a shift puts the weights.
    if (first != ScalarType::U8 || second != ScalarType::I8 ||
        !T.find(OpKind::MulAddBytes, ScalarType::I16, ScalarType::U8, 2 * lanes))
      return false;
    for (int64_t shift : {int64_t(0), missing(Groups[sum.group])})
      if (!pairSumsFit(ValueRange::ofType(form.data), weightsOf(sum, form, shift)))
        return false;
    return true;
  }

  ValueId dots(const Op &root, const WeightedPixels &sum, const DotForm &form, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    Function &f = rewriter.result();
    const InterleaveGroup &group = Groups[sum.group];
    const VectorType type = S.typeOf(root.results[0]), lanes = VectorType::vector(pixelLanes(group), ScalarType::I32);
    const std::string &name = S.values[root.results[0]].name;
    int64_t total = 0;
    for (auto [offset, weight] : sum.weights)
      total += weight;
    const int64_t moved = !form.movesData ? 0 : form.data == ScalarType::I8 ? Middle * total : -Middle * total;
    ValueId start = b.constant(lanes, wrapTo(ScalarType::I32, sum.constant + moved));
    llvm::SmallVector<ValueId, 8> parts;
    for (size_t c = 0; c < Pixels[sum.group].size(); ++c) {
      const bool isLast = c + 1 == Pixels[sum.group].size();
      ValueId data = inLanesOfFour(sum.group, c, form.split.value_or(0), rewriter);
      const VectorType bytes = f.typeOf(data);
      if (form.movesData)
        data = b.create(OpKind::Xor, bytes, {data, b.constant(bytes, wrapTo(bytes.element, Middle))}, name);
      if (bytes.element != form.data)
        data = b.create(OpKind::Bitcast, bytes.withElement(form.data), {data}, name);
      const Weights weights = weightsOf(sum, form, isLast ? missing(group) : 0);
      parts.push_back(form.inPairs ? inPairs(data, weights, start, b) : inFours(form, data, weights, start, b));
    }
    ValueId result =
        parts.size() == 1 ? parts[0] : b.create(OpKind::Concat, type.withElement(ScalarType::I32), parts, name);
    if (type.element != ScalarType::I32)
      result = b.create(OpKind::Bitcast, type, {result}, name);
    for (auto [value, isSubtracted] : sum.others)
      result = b.create(isSubtracted ? OpKind::Sub : OpKind::Add, type, {result, rewriter.mapped(value)}, name);
    return result;
  }

  static ValueId inFours(const DotForm &form, ValueId data, const Weights &weights, ValueId start, Builder &b) {
    const VectorType lanes = b.function().typeOf(start);
    const std::string name = b.function().values[data].name;
    const ValueId factors = packed(weights, 8, lanes, form.weight, b);
    return b.create(OpKind::DotAccumulate, lanes,
                    {form.dataFirst ? data : factors, form.dataFirst ? factors : data, start}, name);
  }

  /// Bytes 0 and 2 of every lane as halves of it, and bytes 1 and 3, times weights.
  static ValueId inPairs(ValueId data, const Weights &weights, ValueId start, Builder &b) {
    const VectorType lanes = b.function().typeOf(start),
                     halves = VectorType::vector(2 * lanes.lanes(), ScalarType::U16);
    const std::string name = b.function().values[data].name;
    const ValueId both = b.create(OpKind::Bitcast, halves, {data}, name);
    ValueId sum = start;
    for (unsigned odd : {0u, 1u}) {
      if (weights[odd] == 0 && weights[odd + 2] == 0)
        continue;
      ValueId bytes = odd ? highBytes(both, b) : b.create(OpKind::And, halves, {both, b.constant(halves, 255)}, name);
      bytes = b.create(OpKind::Bitcast, halves.withElement(ScalarType::I16), {bytes}, name);
      const ValueId factors = packed({weights[odd], weights[odd + 2]}, 16, lanes, ScalarType::I16, b);
      sum = b.create(OpKind::Add, lanes, {b.create(OpKind::MulAddPairs, lanes, {bytes, factors}, name), sum}, name);
    }
    return sum;
  }

  static ValueId highBytes(ValueId halves, Builder &b) {
    Op shift;
    shift.kind = OpKind::ShrImm;
    shift.operands = {halves};
    shift.ints = {8};
    const OpId id = b.append(std::move(shift), {b.function().typeOf(halves)}, b.function().values[halves].name);
    return b.function().ops[id].results[0];
  }

  /// The weights of a lane, of so many bits each, in every lane.
  static ValueId packed(const Weights &weights, unsigned bits, const VectorType &lanes, ScalarType element,
                        Builder &b) {
    uint32_t word = 0;
    for (unsigned w = 0; w < 32 / bits; ++w)
      word |= (uint32_t(weights[w]) & llvm::maskTrailingOnes<uint32_t>(bits)) << bits * w;
    const ValueId words = b.constant(lanes, int32_t(word));
    return b.create(OpKind::Bitcast, VectorType::vector(32 / bits * lanes.lanes(), element), {words},
                    nameOfFactors(llvm::ArrayRef(weights).take_front(32 / bits)));
  }

  const Function &S;
  const Target &T;
  const LowerOptions &O;
  std::vector<unsigned> Uses;
  std::vector<InterleaveGroup> Groups;
  std::vector<llvm::SmallVector<ValueId, 4>> Pixels;     ///< of each group that is wanted, what has been read
  std::map<OpId, std::pair<unsigned, int64_t>> MemberOf; ///< group and offset of a read
  std::set<unsigned> Wanted;
  std::map<OpId, std::pair<WeightedPixels, DotForm>> Roots;
};

} // namespace

Function interleavedDots(const Function &function, const Target &target, const LowerOptions &options) {
  InterleavedDots step(function, target, options);
  if (!step.hasWork())
    return function;
  Rewriter rewriter(function);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) { return step.rewrite(op, r); }));
}

} // namespace vecify
