// The time tiles that a nest may run in.
#pragma once
#include "vecify/Nest/Variant.h"
#include "vecify/Poly/Scop.h"

namespace vecify {

/// The nest with time tiles around its parts, each of which has its lanes along the innermost loop that may have some:
/// as many loops are tiled as the dependences between the parts allow, with the smallest skews and shifts.
/// nullopt where no tile would move back, which other schedules do as well, or where the body holds more than loops.
///
/// Errors: Decline(NotTimeTiled) where a dependence, a scalar or a bound forbids it.
llvm::Expected<std::optional<Variant>> timeTiledVariant(const Nest &nest, const Facts &facts, const PolyOptions &options = {});

} // namespace vecify
