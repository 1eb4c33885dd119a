// The distribution of a root loop whose statements cannot all run in lanes.
#pragma once
#include "vecify/Nest/Variant.h"
#include "vecify/Poly/Scop.h"

namespace vecify {

/// The nest with its body split, and the parts that share a loop: those that may have lanes, the others one iteration
/// after the other. nullopt where no statement, or not even a part of one, may have lanes apart from the others.
std::optional<Variant> distributedVariant(const Nest &nest, const Facts &facts, const PolyOptions &options);

} // namespace vecify
