// Blocks of lanes in a loop of which few iterations write what later ones read.
//
//     for %j = 0 to %j_end step 16 {
//       if %j <= %k and %k < %j + 16 { for %j1 = %j to %j + 16 { one iteration } }
//       else { 16 lanes }
//     }
#include "SuperVectorBuilder.h"

namespace vecify {

using llvm::Error;
using llvm::Expected;

Error SuperVectorBuilder::buildBlockAround(llvm::ArrayRef<IndexExpr> pivots, unsigned lanes, ValueId iv) {
  if (pivots.empty())
    return buildBlock(lanes, iv, NoId);
  const VectorType truth = VectorType::scalar(ScalarType::I1);
  const IndexExpr end = IndexExpr::symbol(iv) + IndexExpr(lanes);
  const ValueId pivot = B.index(map(pivots[0]));
  const ValueId isIn =
      B.create(OpKind::And, truth,
               {B.create(OpKind::CmpLe, truth, {iv, pivot}), B.create(OpKind::CmpLt, truth, {pivot, B.index(end)})},
               "has_the_pivot");
  const std::vector<ValueId> unset = locals;
  const auto reset = [&](Error error) -> Expected<Values> {
    locals = unset;
    if (error)
      return std::move(error);
    return Values();
  };
  return either(
             isIn, [&] { return reset(buildInOrder(iv, B.index(end), F.counter)); },
             [&] { return reset(buildBlockAround(pivots.drop_front(), lanes, iv)); })
      .takeError();
}

Error SuperVectorBuilder::buildInOrder(ValueId from, ValueId to, const std::string &counter) {
  const std::vector<ValueId> unset = locals;
  Error error = plainLoop(from, to, 1, counter, [&](ValueId one) {
    locals = unset;
    return buildBlock(1, one, NoId);
  });
  locals = unset;
  return error;
}

} // namespace vecify
