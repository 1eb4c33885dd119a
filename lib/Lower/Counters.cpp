// See Counters.h. Counters are replaced by their bounds, those of the innermost loops first: j - k with k < j is at
// least j - (j - 1).
#include "Counters.h"
#include "HoistTransfers/Trips.h"

namespace vecify {

Counters::Counters(const Function &function) : F(function) { collect(F.body); }

void Counters::collect(BlockId block) {
  for (OpId id : F.blocks[block].ops) {
    const Op &op = F.ops[id];
    if (op.kind == OpKind::For)
      Known.try_emplace(F.blocks[op.blocks[0]].arguments[0], Bounds{op.operands[0], op.operands[1], Known.size()});
    for (BlockId inner : op.blocks)
      collect(inner);
  }
}

bool Counters::isPositive(IndexExpr expr) const {
  constexpr unsigned MostCounters = 8;
  for (unsigned n = 0; n < MostCounters; ++n) {
    const Bounds *bounds = nullptr;
    SymbolId counter = 0;
    for (SymbolId symbol : expr.symbols())
      if (const auto known = Known.find(symbol);
          known != Known.end() && (!bounds || known->second.place > bounds->place)) {
        bounds = &known->second;
        counter = symbol;
      }
    if (!bounds)
      return isNonNegative(F, expr - IndexExpr(1));
    const std::optional<int64_t> step =
        expr.degreeIn(counter) == 1 ? expr.coefficientOf(counter).asConstant() : std::nullopt;
    if (!step)
      return false;
    expr = expr.substitute(counter,
                           *step > 0 ? polynomialOf(F, bounds->lower) : polynomialOf(F, bounds->upper) - IndexExpr(1));
  }
  return false;
}

} // namespace vecify
