// See LaneSums.h.
#include "LaneSums.h"
#include "Accumulators.h"
#include "Reordered.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Reductions.h"

namespace vecify {

using llvm::Error;
using llvm::Expected;

Expected<LaneSums> LaneSums::of(SuperVectorBuilder &builder, const Node &lanes) {
  LaneSums sums(builder);
  const Nest &nest = builder.N;
  const Loop &loop = nest.loops[lanes.loop];
  const llvm::BitVector assigned = assignedLocals(nest, lanes.body);
  for (LocalId l = 0; l < assigned.size(); ++l) {
    if (!assigned[l])
      continue;
    std::optional<ScalarFacts> facts;
    for (size_t row = 0; row < builder.localsOfRows().size(); ++row) {
      const ValueId initial = builder.localsOfRows()[row][l];
      if (initial == NoId)
        continue;
      if (!facts)
        facts = reductionOf(nest, lanes.loop, {nest.locals[l].type, l, NoId, {}});
      if (!facts || !builder.isUniform(initial))
        return decline(loop.loc, Reason::CarriedScalar, {loop.name, nest.locals[l].name});
      if (!facts->mayReassociate)
        return declineReordered(facts->update, loop.name, nest.locals[l].name, facts->reduction);
      sums.All.push_back({row, l, facts->reduction, initial});
      sums.Now.push_back(initial);
    }
  }
  return sums;
}

/// Lanes of floats that are compared start from the value before the loop: they have nothing that is neutral.
bool LaneSums::startsFromInitial(const Sum &sum) const {
  return isIdempotent(sum.kind) && isFloat(S->N.locals[sum.local].type);
}

ValueId &LaneSums::place(const Sum &sum) { return S->localsOfRows()[sum.row][sum.local]; }

void LaneSums::enter() {
  for (size_t s = 0; s < All.size(); ++s)
    place(All[s]) = Now[s];
}

void LaneSums::leave(ValueId mask) {
  for (size_t s = 0; s < All.size(); ++s) {
    const ValueId after = S->widen(place(All[s]));
    Now[s] = mask == NoId ? after : S->B.create(OpKind::Select, S->F.typeOf(after), {mask, after, Now[s]});
  }
}

ValueId LaneSums::combined(const Sum &sum, VectorType type, ValueId a, ValueId b) {
  S->B.fp = FpFlags::fast();
  const ValueId result = S->B.create(opOf(sum.kind), type, {a, b}, S->N.locals[sum.local].name);
  S->B.fp = {};
  return result;
}

void LaneSums::become(unsigned lanes) {
  for (size_t s = 0; s < All.size(); ++s) {
    const Sum &sum = All[s];
    const ScalarType element = S->N.locals[sum.local].type;
    ValueId &now = Now[s];
    if (S->isUniform(now)) {
      const VectorType type = VectorType::vector(lanes, element);
      now = startsFromInitial(sum) ? S->B.broadcast(now, type) : S->B.neutral(sum.kind, type);
      continue;
    }
    // By halves, the last time by thirds and the like.
    for (unsigned width = unsigned(S->F.typeOf(now).lanes()); width > lanes;) {
      const unsigned parts = (width / 2) % lanes == 0 ? 2 : width / lanes;
      width /= parts;
      const VectorType part = VectorType::vector(width, element);
      const ValueId all = now;
      now = S->B.extractSlice(all, {0}, part);
      for (unsigned p = 1; p < parts; ++p)
        now = combined(sum, part, now, S->B.extractSlice(all, {int64_t(p * width)}, part));
    }
  }
}

void LaneSums::finish() {
  for (size_t s = 0; s < All.size(); ++s) {
    const Sum &sum = All[s];
    S->B.fp = FpFlags::fast();
    Now[s] = S->B.reduce(sum.kind, Now[s]);
    S->B.fp = {};
    if (!startsFromInitial(sum))
      Now[s] = combined(sum, VectorType::scalar(S->N.locals[sum.local].type), sum.initial, Now[s]);
  }
}

} // namespace vecify
