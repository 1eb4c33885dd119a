// See CarriedSums.h.
//
//     for .. carry(%s = ..) {
//       %p0 = mul (i16)%x0, (i16)%y0         exact in 16 bits, as ranges say, or in 32 modulo 2^32
//       %s0 = add %s, (i32)%p0               the chain: every link is used by the next one only
//       %s1 = add %s0, (i32)%p1
//       yield %s1
//     }
#include "CarriedSums.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

class SumSearch {
public:
  SumSearch(const Function &function, const Op &loop, RangeTable &ranges, llvm::ArrayRef<unsigned> uses)
      : F(function), Body(function.blocks[loop.blocks[0]]), Ranges(ranges), Uses(uses) {}

  std::optional<CarriedSum> sum(unsigned carried) {
    CarriedSum sum;
    sum.carried = carried;
    const ValueId argument = Body.arguments[carried + 1];
    const VectorType &type = F.typeOf(argument);
    if (type.rank() != 1 || !isInteger(type.element) || bitsOf(type.element) != 32 || Uses[argument] != 1)
      return std::nullopt;
    ValueId v = F.ops[Body.ops.back()].operands[carried];
    while (v != argument) {
      const Op *add = definedBy(F, v, OpKind::Add);
      if (!add || Uses[v] != 1)
        return std::nullopt;
      std::optional<NarrowProduct> factors;
      for (unsigned side : {1u, 0u})
        if (!factors && (factors = product(add->operands[side])))
          v = add->operands[1 - side];
      if (!factors)
        return std::nullopt;
      sum.products.push_back(*factors);
      sum.adds.push_back(F.values[add->results[0]].definition);
    }
    if (sum.products.empty())
      return std::nullopt;
    std::reverse(sum.products.begin(), sum.products.end());
    std::reverse(sum.adds.begin(), sum.adds.end());
    // What stands in a block of its own is not done by every iteration.
    for (OpId add : sum.adds)
      if (!llvm::is_contained(Body.ops, add))
        return std::nullopt;
    return sum;
  }

private:
  /// The factors of a value that is their product modulo 2^32.
  std::optional<NarrowProduct> product(ValueId v) {
    v = withoutCasts(v);
    while (const Op *same = definedBy(F, v, OpKind::Bitcast)) {
      if (bitsOf(F.typeOf(same->operands[0]).element) != 32)
        break;
      v = withoutCasts(same->operands[0]);
    }
    const Op *mul = definedBy(F, v, OpKind::Mul);
    if (!mul || F.typeOf(v).rank() != 1)
      return std::nullopt;
    const unsigned bits = bitsOf(F.typeOf(v).element);
    const ValueRange exact = Ranges[mul->operands[0]].times(Ranges[mul->operands[1]]);
    if (bits != 32 && !exact.fits(F.typeOf(v).element))
      return std::nullopt;
    NarrowProduct product{factor(mul->operands[0]), factor(mul->operands[1])};
    if (isUniform(product.y))
      std::swap(product.x, product.y);
    return isUniform(product.y) ? std::nullopt : std::optional(product);
  }
  bool isUniform(ValueId v) const { return F.typeOf(v).isScalar() || splatInt(F, v); }

  /// What `v` is converted from without a change of value.
  ValueId withoutCasts(ValueId v) {
    for (;;) {
      const Op *cast = F.definitionOf(v);
      const bool isCast = cast && (cast->kind == OpKind::Cast || cast->kind == OpKind::Bitcast);
      if (!isCast || !isInteger(F.typeOf(v).element) || !isInteger(F.typeOf(cast->operands[0]).element) ||
          F.typeOf(cast->operands[0]).shape != F.typeOf(v).shape ||
          !Ranges[cast->operands[0]].fits(F.typeOf(v).element))
        return v;
      v = cast->operands[0];
    }
  }

  /// The same of a factor, down to the scalar where all lanes have one.
  ValueId factor(ValueId v) {
    v = withoutCasts(v);
    const Op *broadcast = definedBy(F, v, OpKind::Broadcast);
    return broadcast && F.typeOf(broadcast->operands[0]).isScalar() ? withoutCasts(broadcast->operands[0]) : v;
  }

  const Function &F;
  const Block &Body;
  RangeTable &Ranges;
  llvm::ArrayRef<unsigned> Uses;
};

} // namespace

std::vector<CarriedSum> carriedSums(const Function &function, const Op &loop, RangeTable &ranges,
                                    llvm::ArrayRef<unsigned> uses) {
  std::vector<CarriedSum> sums;
  SumSearch search(function, loop, ranges, uses);
  for (unsigned c = 0; c < loop.results.size(); ++c)
    if (std::optional<CarriedSum> sum = search.sum(c))
      sums.push_back(std::move(*sum));
  return sums;
}

} // namespace vecify
