// Loop fusion: two loops that stand one behind the other and run equally often, as one.
//
//     for i                          for i
//       t[i] = a[i] * b[i]             t[i] = a[i] * b[i]
//     for i                            y[i] = t[i] + c[i]
//       y[i] = t[i] + c[i]
//
// What the second loop reads of the first one's memory then is still in a register or in the cache.
// Source of the legality condition: Allen & Kennedy, Optimizing Compilers for Modern Architectures, 6.2.5.
#pragma once
#include "vecify/Nest/Facts.h"
#include <optional>

namespace vecify {

struct Fused {
  Nest nest;                ///< its text is the first loop's
  AccessId ofSecond = NoId; ///< accesses from this one on are the second loop's
  unsigned loopsJoined = 1; ///< from the root inwards; further in the two stand side by side
};

/// `first` and, directly behind it in the source, `second` as one nest, whether or not that keeps their dependences. As
/// many loops are joined as both have from the root inwards with equal trip counts, but no more than `most`.
///
/// nullopt where their trip counts differ, or where one of them computes a scalar that the other one has anything to do
/// with, or where either can be left early or is not spelled as a plain `for`.
std::optional<Fused> fused(const Nest &first, const Nest &second, unsigned most);

/// Whether all that the first loop did before the second one it still does: no dependence goes back from a statement of
/// the second to one of the first. `facts`: of the fused nest. What may overlap must not, then.
bool keepsOrder(const Fused &fused, const Facts &facts);

} // namespace vecify
