// Shuffles that together turn registers around, so that they can be one call.
//
//     t0 = unpacklo(a, b);  t1 = unpackhi(a, b)               v = {a, b, c, d}
//     t2 = unpacklo(c, d);  t3 = unpackhi(c, d)      ->       transpose_4x4(v)
//     .. permute2f128(t0, t2, 0x20) .. (t0, t2, 0x31) ..      .. v[0] .. v[2] ..
#pragma once
#include "Spelling.h"

namespace vecify {

/// The same function with the networks of its blocks: groups of eight and more live ops that together transpose their
/// inputs, take members apart or put them together. The ops of each stand side by side, behind the last input and in
/// front of all that uses an output; no op passes another one that is not of its network. The order of a network's ops
/// and values depends on what it does alone, so that those which do the same in the same way read the same.
Spelling withLaneNetworks(Spelling spelling);

} // namespace vecify
