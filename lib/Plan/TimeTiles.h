// How large time tiles should be.
#pragma once
#include "vecify/Plan/Plan.h"

namespace vecify {

/// Tiles of the schedule that stay in a cache while they run: the sizes at which the fewest cycles are spent on what
/// moves into that cache, and on rows that are too short. nullopt where every grid is known to be small.
std::optional<TimeTiles> timeTilesOf(const Variant &variant, const Target &target);

/// Tiles of a few places: what a test's small grids are cut by.
std::vector<TimeTiles> smallTimeTiles(const Variant &variant);

/// Plans with time tiles around the lanes; `isDrawn`: one of all that are legal is wanted, small tiles among them.
///
/// Errors: Decline where lanes are not legal.
llvm::Expected<Legality> enumerateTimeTiles(const Variant &variant, const Target &target, bool isDrawn,
                                            std::vector<Plan> &plans);

} // namespace vecify
