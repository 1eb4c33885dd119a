// Step: products of 64 bits that are narrowed again are made of the even lanes, and of the odd ones.
//
//     %a = cast (extract_slice %v [0])  : 4xi64        %e = bitcast %v : 4xu64
//     %b = cast (extract_slice %v [4])  : 4xi64        %o = shr_imm %e [32] : 4xu64
//     %p = mul_halves %a, %k                     ->    %p = mul_halves %e, %k
//     %q = mul_halves %b, %k                           %q = mul_halves %o, %k
//     %r = narrow_pair (shr %p [31]), (shr %q [31])    %r = shuffle (shr %p [31]), (shl %q [1]) [0, 9, 2, 11, ..]
//
// What multiplies the lower halves of 64 bits does not see the upper ones: the even lanes of a register are there
// already, the odd ones are a shift away, and nothing crosses the blocks of 128 bits. What happens lane by lane until
// the lanes are narrowed does not see the difference. Taken if the code has less to do then.
#include "Halves.h"
#include "vecify/IR/Pattern.h"

namespace vecify {
namespace {

constexpr unsigned Half = 32;

class ByParity final : public HalvesInOrder {
public:
  using HalvesInOrder::HalvesInOrder;

private:
  std::optional<ValueId> narrowed(const Op &root) override {
    const VectorType type = typeOf(root.results[0]);
    if (root.kind != OpKind::NarrowPair || !isInteger(type.element) || bitsOf(type.element) != Half)
      return std::nullopt;
    // The upper halves are dropped, and with them the signs that shifts by up to so many bits bring in.
    Halves natural = {root.operands[0], root.operands[1]};
    int64_t shift = 0;
    const Op *x = definition(natural.first, OpKind::ShrImm), *y = definition(natural.second, OpKind::ShrImm);
    if (x && y && x->ints == y->ints && x->ints[0] <= int64_t(Half)) {
      shift = x->ints[0];
      natural = {x->operands[0], y->operands[0]};
    }
    const std::optional<Halves> halves = build(natural);
    if (!halves)
      return std::nullopt;
    const ValueId even = moved(OpKind::ShrImm, halves->first, shift),
                  odd = moved(OpKind::ShlImm, halves->second, int64_t(Half) - shift);
    llvm::SmallVector<int64_t, 16> lanes;
    for (int64_t l = 0; l < type.lanes(); ++l)
      lanes.push_back(l % 2 == 0 ? l : type.lanes() + l);
    const ValueId low = insert(OpKind::Bitcast, type, {even}, root.results[0]),
                  high = insert(OpKind::Bitcast, type, {odd}, root.results[0]);
    return insert(OpKind::Shuffle, type, {low, high}, lanes, root.results[0]);
  }

  /// By some bits, without a sign.
  ValueId moved(OpKind kind, ValueId v, int64_t bits) {
    const VectorType words = typeOf(v).withElement(ScalarType::U64);
    const ValueId word = typeOf(v) == words ? v : insert(OpKind::Bitcast, words, {v}, v);
    return bits == 0 ? word : insert(kind, words, {word}, {bits}, v);
  }

  std::optional<Halves> made(Halves natural) override {
    const Op *x = definition(natural.first, OpKind::MulHalves), *y = definition(natural.second, OpKind::MulHalves);
    if (!x || !y)
      return std::nullopt;
    const Op one = *x, two = *y;
    const VectorType type = typeOf(natural.first);
    llvm::SmallVector<ValueId, 2> even, odd;
    for (size_t i = 0; i < one.operands.size(); ++i) {
      const std::optional<Halves> factor = factors({one.operands[i], two.operands[i]});
      if (!factor)
        return std::nullopt;
      even.push_back(factor->first), odd.push_back(factor->second);
    }
    return Halves{insert(OpKind::MulHalves, type, even, natural.first),
                  insert(OpKind::MulHalves, type, odd, natural.first)};
  }

  /// Of which only the lower halves are multiplied.
  std::optional<Halves> factors(Halves natural) {
    if (natural.first == natural.second && isUniform(natural.first))
      return natural;
    const VectorType type = typeOf(natural.first), words = type.withElement(ScalarType::U64);
    const std::optional<ValueId> whole = wholeOf(natural, Half);
    if (!whole)
      return std::nullopt;
    const ValueId even = insert(OpKind::Bitcast, words, {*whole}, *whole), odd = moved(OpKind::ShrImm, even, Half);
    const auto as = [&](ValueId v) { return words == type ? v : insert(OpKind::Bitcast, type, {v}, *whole); };
    return Halves{as(even), as(odd)};
  }
};

} // namespace

llvm::Expected<Function> narrowByParity(const Function &f, const Target &target, const LowerOptions &options) {
  const auto is = [&](OpKind kind) { return llvm::any_of(f.ops, [=](const Op &op) { return op.kind == kind; }); };
  if (!is(OpKind::NarrowPair) || !is(OpKind::MulHalves))
    return f;
  Function narrowed = f;
  ByParity(narrowed, target).run();
  return lessToDo(f, narrowed, target, options);
}

} // namespace vecify
