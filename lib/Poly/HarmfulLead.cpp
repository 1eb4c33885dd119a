// Two pointers into one buffer are harmless as long as what is read of it is not yet written, or was written some
// blocks of lanes ago.
//
//     for i   y[i] = x[i] + x[i + 1]         harm only if y leads x by more than 0 and less than W + 1 elements
//
// Let x + ax + s*i and y + ay + s*j be the addresses of two accesses, the first before the second in an iteration, and
// lead = y - x. C runs i before j if i <= j, and so do blocks of W lanes, except that with j < i < j + W they swap the
// two. The swap is seen if bytes are common, that is with k = i - j from 1 to W - 1
//
//     -size(y) < lead - (ax - ay + s*k) < size(x)
//
// so the harmful leads of all pairs of accesses lie between the ends below.
#include "HarmfulLead.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

namespace {

class LeadFinder {
public:
  LeadFinder(const Scop::Impl &scop, const Facts::AliasPair &pair)
      : scop(scop), nest(scop.nest), pair(pair), counter(nest.rootIterator()) {}

  /// False where nothing is known.
  bool run() {
    if (nest.loops.size() > 1 || nest.reordered || nest.isFused)
      return false;
    for (const Occurrence &a : scop.instances)
      for (const Occurrence &b : scop.instances)
        if (nest.accesses[a.access].array == pair.a && nest.accesses[b.access].array == pair.b && !add(a, b))
          return false;
    return lead.has_value();
  }

  /// From a to b, or where `isSwapped` from b to a.
  std::optional<Facts::AliasPair::Lead> lead;
  bool isSwapped = false;

private:
  bool add(const Occurrence &occurrenceA, const Occurrence &occurrenceB) {
    const Access &a = nest.accesses[occurrenceA.access], &b = nest.accesses[occurrenceB.access];
    if (!a.isAffine() || !b.isAffine() || a.isEarly || b.isEarly)
      return false;
    const IndexExpr addressA = nest.byteAddress(a), addressB = nest.byteAddress(b);
    if (addressA.degreeIn(counter) != 1 || addressB.degreeIn(counter) != 1)
      return false;
    const std::optional<int64_t> step = addressA.coefficientOf(counter).asConstant();
    if (!step || addressB.coefficientOf(counter).asConstant() != step)
      return false;
    if (!a.isWrite && !b.isWrite)
      return true;
    // The sides of an `if` may become one statement, which reads for both before it writes.
    if (occurrenceA.phase == occurrenceB.phase || areExclusive(occurrenceA, occurrenceB))
      return false;
    const bool isAFirst = occurrenceA.phase < occurrenceB.phase, swap = isAFirst != (*step > 0);
    return swap ? add(addressB - addressA, b, a, std::abs(*step), true)
                : add(addressA - addressB, a, b, std::abs(*step), false);
  }

  /// `gap`: from what leads to what is led, at equal bases.
  bool add(const IndexExpr &gap, const Access &led, const Access &leading, int64_t step, bool swap) {
    const Facts::AliasPair::Lead next{gap + (step - int64_t(bytesOf(leading.type))),
                                      gap + (int64_t(bytesOf(led.type)) - step), step};
    if (gap.isPoisoned())
      return false;
    if (!lead) {
      lead = next;
      isSwapped = swap;
      return true;
    }
    const std::optional<int64_t> less = (next.above - lead->above).asConstant(),
                                 more = (next.below - lead->below).asConstant();
    if (swap != isSwapped || !less || !more)
      return false;
    if (*less < 0)
      lead->above = next.above;
    if (*more > 0)
      lead->below = next.below;
    return true;
  }

  const Scop::Impl &scop;
  const Nest &nest;
  const Facts::AliasPair &pair;
  const SymbolId counter;
};

} // namespace

void findHarmfulLead(const Scop::Impl &scop, Facts::AliasPair &pair) {
  LeadFinder finder(scop, pair);
  if (!finder.run())
    return;
  pair.harmfulLead = finder.lead;
  if (finder.isSwapped)
    std::swap(pair.a, pair.b);
}

} // namespace vecify
