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
      : F(function), Body(function.blocks[loop.blocks[0]]), Products(function, ranges), Uses(uses) {}

  std::optional<CarriedSum> sum(unsigned carried) {
    CarriedSum sum;
    sum.carried = carried;
    const ValueId argument = Body.arguments[carried + 1];
    const VectorType &type = F.typeOf(argument);
    if (type.rank() != 1 || !isInteger(type.element) || bitsOf(type.element) < 32 || Uses[argument] != 1)
      return std::nullopt;
    ValueId v = F.ops[Body.ops.back()].operands[carried];
    while (v != argument) {
      const Op *add = definedBy(F, v, OpKind::Add);
      if (!add || Uses[v] != 1)
        return std::nullopt;
      std::optional<NarrowProduct> factors;
      for (unsigned side : {1u, 0u})
        if (!factors && (factors = Products.factorsOf(add->operands[side], bitsOf(type.element))))
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
  const Function &F;
  const Block &Body;
  NarrowProducts Products;
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
