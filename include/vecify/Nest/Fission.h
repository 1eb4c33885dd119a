// Loop fission: inner loops whose statements go different ways.
//
//     for i                                         for i
//       for j                                         for j
//         s[j] += r[i] * A[i][j];    (any order)        s[j] += r[i] * A[i][j];
//         q += A[i][j] * p[j];       (one by one)     for j
//                                                       q += A[i][j] * p[j];
//
// Then lanes lie along j in the first loop, and several rows i share the second one. Values that both need are computed
// in both. Source: Allen & Kennedy, Optimizing Compilers for Modern Architectures, 5.2.
#pragma once
#include "vecify/Nest/Facts.h"
#include <optional>

namespace vecify {

/// The nest with inner loops split between statements that wait for those of the iteration before and such that do not,
/// in the order of the text. It keeps what `facts` say, with their assumptions. Arrays that may overlap must not: see
/// Nest::splitLoops. nullopt where there is nothing to split.
std::optional<Nest> withLoopsSplit(const Nest &nest, const Facts &facts);

/// The same of this loop alone, which may have loops inside; loops are numbered anew.
std::optional<Nest> withLoopSplit(const Nest &nest, const Facts &facts, LoopId loop);

} // namespace vecify
