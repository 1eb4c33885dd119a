// Step: what is widened, computed and narrowed again stays within blocks of 128 bits.
//
//     %a = cast (extract_slice %v [0])             %a = bitcast (shuffle %v, %zero [0, 16, .. 23, 24, 40, ..])
//     %b = cast (extract_slice %v [16])            %b = bitcast (shuffle %v, %zero [8, 24, .. 31, 32, 48, ..])
//     %p = mul %a, %k                        ->    %p = mul %a, %k
//     %q = mul %b, %k                              %q = mul %b, %k
//     %r = narrow_pair %p, %q                      %r = narrow_blocks %p, %q
//
// Two registers that become one of half as wide lanes are the halves of something. Where the instructions take blocks
// one by one, the first register may have the first half of every block instead, and the second one the others; what
// happens lane by lane in between does not see the difference. Products of 16-bit numbers by constants, summed in
// 32 bits, are made from such halves two at a time. Taken if the code has less to do then.
#include "Halves.h"
#include "vecify/IR/Pattern.h"

namespace vecify {
namespace {

bool narrows(OpKind kind) { return kind == OpKind::NarrowPair || kind == OpKind::NarrowPairSat; }

class InBlocks final : public HalvesInOrder {
public:
  using HalvesInOrder::HalvesInOrder;

private:
  /// A product of 16-bit lanes by a constant; the register has the first operand's lanes, then the second's.
  struct Product {
    ValueId whole;
    int64_t factor;
  };
  struct Term {
    Halves halves;
    bool isNegative;
  };

  std::optional<ValueId> narrowed(const Op &root) override {
    if (!narrows(root.kind))
      return std::nullopt;
    const VectorType type = typeOf(root.results[0]), from = typeOf(root.operands[0]);
    const std::optional<OpKind> kind = inBlocks(root.kind, type, from.element);
    if (!kind)
      return std::nullopt;
    const std::optional<Halves> halves = build({root.operands[0], root.operands[1]});
    if (!halves)
      return narrowedTwice(root);
    return insert(*kind, type, {halves->first, halves->second}, root.results[0]);
  }

  /// Four registers become one; its lanes are put in order at the end, by fours of bytes.
  std::optional<ValueId> narrowedTwice(const Op &root) {
    const Op *first = F.definitionOf(root.operands[0]), *second = F.definitionOf(root.operands[1]);
    const VectorType type = typeOf(root.results[0]), words = typeOf(root.operands[0]);
    if (!first || !second || !narrows(first->kind) || first->kind != second->kind || type.bits() != 256 ||
        bitsOf(type.element) != 8)
      return std::nullopt;
    const Op one = *first, two = *second;
    const std::optional<OpKind> inner = inBlocks(one.kind, words, typeOf(one.operands[0]).element),
                                outer = inBlocks(root.kind, type, words.element);
    if (!inner || !outer)
      return std::nullopt;
    const ValueId low = insert(*inner, words, one.operands, root.operands[0]);
    const ValueId high = insert(*inner, words, two.operands, root.operands[1]);
    const ValueId all = insert(*outer, type, {low, high}, root.results[0]);
    const VectorType fours = VectorType::vector(8, ScalarType::I32);
    const ValueId lanes = insert(OpKind::Bitcast, fours, {all}, root.results[0]);
    const ValueId ordered = insert(OpKind::Shuffle, fours, {lanes, lanes}, {0, 4, 1, 5, 2, 6, 3, 7}, root.results[0]);
    return insert(OpKind::Bitcast, type, {ordered}, root.results[0]);
  }

  /// The op that narrows block by block; with one block it is the same.
  std::optional<OpKind> inBlocks(OpKind kind, const VectorType &type, ScalarType source) const {
    if (!isInteger(type.element))
      return std::nullopt;
    if (type.bits() == 128)
      return kind;
    const OpKind each = kind == OpKind::NarrowPair ? OpKind::NarrowBlocks : OpKind::NarrowBlocksSat;
    return hasRow(each, type.element, source, type.lanes()) ? std::optional(each) : std::nullopt;
  }

  std::optional<Halves> made(Halves natural) override {
    for (auto way : {&InBlocks::sumOfProducts, &InBlocks::widened, &InBlocks::narrowedPair, &InBlocks::dotsOfPairs})
      if (const std::optional<Halves> halves = (this->*way)(natural))
        return halves;
    return std::nullopt;
  }

  // -- leaves

  std::optional<Halves> widened(Halves natural) {
    const VectorType type = typeOf(natural.first);
    const std::optional<ValueId> whole = wholeOf(natural, bitsOf(type.element) / 2);
    return whole ? std::optional(widen(*whole, type)) : std::nullopt;
  }

  /// The first and the second half of each block, in twice the bits.
  Halves widen(ValueId whole, const VectorType &type) {
    const VectorType narrow = typeOf(whole);
    const bool isSigned = isSignedInteger(narrow.element);
    const ValueId other = isSigned ? whole : insertConstant(narrow, 0);
    const VectorType extended = type.withElement(integerType(bitsOf(type.element), isSigned));
    const auto half = [&](unsigned which) {
      ValueId lanes = insert(OpKind::Bitcast, extended, {zip(whole, other, which)}, whole);
      if (isSigned)
        lanes = insert(OpKind::ShrImm, extended, {lanes}, {int64_t(bitsOf(narrow.element))}, whole);
      return extended == type ? lanes : insert(OpKind::Bitcast, type, {lanes}, whole);
    };
    return {half(0), half(1)};
  }

  std::optional<ValueId> joined(Halves parts) override {
    const Op *x = definition(parts.first, OpKind::ExtractSlice), *y = definition(parts.second, OpKind::ExtractSlice);
    const int64_t lanes = typeOf(parts.first).lanes();
    // The same halves of two registers: those that narrowing block by block wants.
    if (x && y && x->ints[0] == y->ints[0] && x->operands[0] != y->operands[0] &&
        typeOf(x->operands[0]).lanes() == 2 * lanes && typeOf(x->operands[0]).bits() == 256) {
      const bool isFirst = x->ints[0] == 0;
      const Halves registers = {x->operands[0], y->operands[0]};
      const std::optional<Halves> halves = build(registers);
      return halves ? std::optional(isFirst ? halves->first : halves->second) : std::nullopt;
    }
    return HalvesInOrder::joined(parts);
  }

  /// Of four registers that become two: the first and the third make the first halves of blocks.
  std::optional<Halves> narrowedPair(Halves natural) {
    const Op *x = F.definitionOf(natural.first), *y = F.definitionOf(natural.second);
    if (!x || !y || !narrows(x->kind) || x->kind != y->kind || typeOf(natural.first).bits() != 256 ||
        typeOf(x->operands[0]) != typeOf(y->operands[0]))
      return std::nullopt;
    const Op one = *x, two = *y;
    const VectorType type = typeOf(natural.first);
    const std::optional<OpKind> kind = inBlocks(one.kind, type, typeOf(one.operands[0]).element);
    if (!kind)
      return std::nullopt;
    const std::optional<Halves> first = build({one.operands[0], two.operands[0]});
    const std::optional<Halves> second = first ? build({one.operands[1], two.operands[1]}) : std::nullopt;
    if (!second)
      return std::nullopt;
    return Halves{insert(*kind, type, {first->first, first->second}, natural.first),
                  insert(*kind, type, {second->first, second->second}, natural.second)};
  }

  // -- products

  void flatten(Halves natural, bool isNegative, llvm::SmallVectorImpl<Term> &terms) const {
    const Op *x = F.definitionOf(natural.first), *y = F.definitionOf(natural.second);
    const bool isSum = x && y && x->kind == y->kind && (x->kind == OpKind::Add || x->kind == OpKind::Sub);
    if (!isSum || terms.size() > 16)
      return terms.push_back({natural, isNegative});
    flatten({x->operands[0], y->operands[0]}, isNegative, terms);
    flatten({x->operands[1], y->operands[1]}, isNegative != (x->kind == OpKind::Sub), terms);
  }

  /// Dot products of pairs, whose factors have been interleaved over all lanes or are the same everywhere.
  std::optional<Halves> dotsOfPairs(Halves natural) {
    const Op *first = F.definitionOf(natural.first), *second = F.definitionOf(natural.second);
    if (!first || !second || first->kind != second->kind ||
        (first->kind != OpKind::MulAddPairs && first->kind != OpKind::DotAccumulate))
      return std::nullopt;
    Op low = *first, high = *second;
    for (size_t i = 0; i < low.operands.size(); ++i) {
      const Halves operands = {low.operands[i], high.operands[i]};
      const std::optional<Halves> halves = i == 2 ? build(operands) : interleavedPairs(operands);
      if (!halves)
        return std::nullopt;
      low.operands[i] = halves->first, high.operands[i] = halves->second;
    }
    const VectorType type = typeOf(natural.first);
    const std::string name = F.values[natural.first].name;
    const ValueId a = Edit->insert(std::move(low), type, name);
    return Halves{a, Edit->insert(std::move(high), type, name)};
  }

  /// Two registers of pairs of 16 bits: the lower and the upper lanes of two others, lane by lane.
  std::optional<Halves> interleavedPairs(Halves pairs) {
    if (bitsOf(typeOf(pairs.first).element) != 16)
      return std::nullopt;
    const Op *words = definition(pairs.first, OpKind::Bitcast);
    if (pairs.first == pairs.second && isUniform(words ? words->operands[0] : pairs.first))
      return pairs;
    const Op *low = definition(pairs.first, OpKind::ZipLo), *high = definition(pairs.second, OpKind::ZipHi);
    if (!low || !high || low->operands != high->operands)
      return std::nullopt;
    const ValueId a = low->operands[0], b = low->operands[1];
    return Halves{zip(a, b, 0), zip(a, b, 1)};
  }

  /// What has been widened from 16 bits, times a constant.
  std::optional<Product> productOf(const Term &term) {
    int64_t factor = term.isNegative ? -1 : 1;
    Halves halves = term.halves;
    const Op *x = F.definitionOf(halves.first), *y = F.definitionOf(halves.second);
    if (x && y && x->kind == OpKind::Mul && y->kind == OpKind::Mul)
      for (unsigned i : {0, 1}) {
        const std::optional<int64_t> k = splatInt(F, x->operands[i]);
        if (k && splatInt(F, y->operands[i]) == k) {
          factor *= *k;
          halves = {x->operands[1 - i], y->operands[1 - i]};
          break;
        }
      }
    std::optional<ValueId> whole = wholeOf(halves, 16);
    if (!whole)
      return std::nullopt;
    // A product that was made in 16 bits already, of numbers of 8.
    if (const Op *product = definition(*whole, OpKind::Mul))
      for (unsigned i : {0, 1}) {
        const std::optional<int64_t> k = splatInt(F, product->operands[i]);
        const Op *cast = definition(product->operands[1 - i], OpKind::Cast);
        const ScalarType bytes = cast ? typeOf(cast->operands[0]).element : ScalarType::I32;
        if (k && bitsOf(bytes) == 8 && std::abs(*k) <= (isSignedInteger(bytes) ? 255 : 128)) {
          factor *= *k;
          whole = product->operands[1 - i];
          break;
        }
      }
    const bool fits = isSignedInteger(typeOf(*whole).element) && std::abs(factor) < 1 << 15;
    return fits ? std::optional(Product{*whole, factor}) : std::nullopt;
  }

  /// a*3 + b*5 + c: pairs of a and b by pairs of 3 and 5, and c.
  std::optional<Halves> sumOfProducts(Halves natural) {
    const VectorType type = typeOf(natural.first);
    if (!isInteger(type.element) || bitsOf(type.element) != 32 ||
        !hasRow(OpKind::MulAddPairs, ScalarType::I32, ScalarType::I16, type.lanes()))
      return std::nullopt;
    llvm::SmallVector<Term, 8> terms, others;
    flatten(natural, false, terms);
    llvm::SmallVector<Product, 8> products;
    std::optional<int64_t> constant;
    for (const Term &term : terms) {
      const std::optional<int64_t> number =
          term.halves.first == term.halves.second ? splatInt(F, term.halves.first) : std::nullopt;
      if (number && !constant && std::abs(*number) < 1 << 15)
        constant = term.isNegative ? -*number : *number;
      else if (const std::optional<Product> product = productOf(term))
        products.push_back(*product);
      else
        others.push_back(term);
    }
    const bool isJustWidened = products.size() == 1 && products[0].factor == 1 && terms.size() == 1;
    if (products.empty() || isJustWidened)
      return std::nullopt;
    const VectorType words = VectorType::vector(2 * type.lanes(), ScalarType::I16);
    const VectorType sums = VectorType::vector(type.lanes(), ScalarType::I32);
    if (products.size() % 2) {
      products.push_back({insertConstant(words, constant ? 1 : 0), constant.value_or(0)});
      constant.reset();
    }
    std::optional<Halves> total;
    const auto plus = [&](Halves x, OpKind kind = OpKind::Add) {
      const VectorType each = typeOf(x.first);
      total = total ? Halves{insert(kind, each, {total->first, x.first}, natural.first),
                             insert(kind, each, {total->second, x.second}, natural.second)}
                    : x;
    };
    for (size_t i = 0; i < products.size(); i += 2) {
      const Product &a = products[i], &b = products[i + 1];
      const ValueId factors = factorsOf(words, a.factor, b.factor);
      const ValueId low = zip(a.whole, b.whole, 0), high = zip(a.whole, b.whole, 1);
      plus({insert(OpKind::MulAddPairs, sums, {low, factors}, natural.first),
            insert(OpKind::MulAddPairs, sums, {high, factors}, natural.second)});
    }
    if (type.element != ScalarType::I32)
      total = Halves{insert(OpKind::Bitcast, type, {total->first}, natural.first),
                     insert(OpKind::Bitcast, type, {total->second}, natural.second)};
    for (const Term &other : others) {
      const std::optional<Halves> halves = build(other.halves);
      if (!halves)
        return std::nullopt;
      plus(*halves, other.isNegative ? OpKind::Sub : OpKind::Add);
    }
    if (constant) {
      const ValueId number = insertConstant(type, *constant);
      plus({number, number});
    }
    return total;
  }

  /// x, y, x, y ..
  ValueId factorsOf(const VectorType &words, int64_t x, int64_t y) {
    const VectorType pairs = VectorType::vector(words.lanes() / 2, ScalarType::I32);
    const int32_t both = int32_t(uint32_t(y) << 16 | (uint32_t(x) & 0xffff));
    return Edit->insert(OpKind::Bitcast, words, {insertConstant(pairs, both)}, nameOfFactors({x, y}));
  }

  // -- ops

  /// The halves of blocks of both, lane by lane; `which`: the first or the second halves.
  ValueId zip(ValueId x, ValueId y, unsigned which) {
    const VectorType type = typeOf(x);
    return insert(OpKind::Shuffle, type, {x, y},
                  shuffleLanes(uint8_t(ShuffleOfBlocks + 1 + which), type.element, unsigned(type.lanes())), x);
  }
};

} // namespace

llvm::Expected<Function> narrowInBlocks(const Function &f, const Target &target, const LowerOptions &options) {
  const bool hasBlocks = llvm::any_of(target.rows, [](const Row &row) { return row.kind == OpKind::NarrowBlocksSat; });
  if (!hasBlocks || llvm::none_of(f.ops, [](const Op &op) { return narrows(op.kind); }))
    return f;
  Function narrowed = f;
  InBlocks(narrowed, target).run();
  return lessToDo(f, narrowed, target, options);
}

} // namespace vecify
