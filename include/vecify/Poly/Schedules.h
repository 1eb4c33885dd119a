// The schedules that a nest is planned with.
#pragma once
#include "vecify/Nest/Variant.h"
#include "vecify/Poly/Scop.h"

namespace vecify {

/// A few orders of the nest's loops in which tiles may pay, the original one where it is among the best: lanes along a
/// loop that walks through memory one element after the other, rows along one that lets them share what they read,
/// reductions inside both. A shape clause of two loops asks for just those. The most promising first; every one is
/// legal, and has been analysed anew.
std::vector<Variant> scheduleVariants(const Nest &nest, const Facts &facts, const PolyOptions &options = {});

} // namespace vecify
