#include "SameValue.h"
#include <cmath>

namespace vecify {

bool sameValue(const Nest &nest, ExprId idA, ExprId idB) {
  if (idA == idB)
    return true;
  const Expr &a = nest.exprs[idA], &b = nest.exprs[idB];
  if (a.kind != b.kind || a.type != b.type || a.operands.size() != b.operands.size() || a.intValue != b.intValue ||
      a.symbol != b.symbol || a.local != b.local || !(a.index == b.index) || a.unary != b.unary ||
      a.binary != b.binary || a.predicate != b.predicate || a.negateProduct != b.negateProduct ||
      a.negateAddend != b.negateAddend || a.function != b.function || a.ulp != b.ulp)
    return false;
  if (a.kind == Expr::FpConst && !(a.fpValue == b.fpValue && std::signbit(a.fpValue) == std::signbit(b.fpValue)))
    return false;
  if (a.kind == Expr::Load) {
    const Access &x = nest.accesses[a.access], &y = nest.accesses[b.access];
    if (x.array != y.array || x.type != y.type || x.subs != y.subs || x.strideBytes != y.strideBytes ||
        x.offsetBytes != y.offsetBytes || x.indirect.size() != y.indirect.size())
      return false;
    for (size_t d = 0; d < x.indirect.size(); ++d)
      if ((x.indirect[d] == NoId) != (y.indirect[d] == NoId) ||
          (x.indirect[d] != NoId && !sameValue(nest, x.indirect[d], y.indirect[d])))
        return false;
  }
  for (size_t o = 0; o < a.operands.size(); ++o)
    if (!sameValue(nest, a.operands[o], b.operands[o]))
      return false;
  return true;
}

} // namespace vecify
