// Which of the plans that have code is the best.
#pragma once
#include "vecify/Plan/Plan.h"

namespace vecify {

/// The candidates of a root and the numbers of those that have code.
struct Ranking {
  const Nest &nest;
  llvm::MutableArrayRef<Plan> plans;
  llvm::ArrayRef<unsigned> built;

  /// The one to take, by its number. Prices within 4 % are the same to a model, unless long runs tell them apart, for
  /// which 8 % are not too much, as for loops with clearly less work, or, in rows, some trip count that another of
  /// these plans takes far better; then the shortest code is the best to read.
  unsigned shortestOfBest() const;

  /// Blocks of pictures want a tail that is fast in short rows, if it is about as fast in others, and no more sums than
  /// these fill. Against other loops it stands for the best one.
  unsigned forShortRows(unsigned best, const Target &target) const;
};

/// Sums over lanes end each row with a reduction, which short rows feel. They are for where nothing else is as fast
/// once it runs, or in as many iterations as there are.
void dropSlowerLaneSums(const Nest &nest, llvm::ArrayRef<Plan> plans, llvm::ArrayRef<Variant> variants,
                        std::vector<unsigned> &built);

/// Of the same lanes, rows and blocks, unrolled more or less.
bool isSameVector(const Plan &a, const Plan &b);
/// But for the tail the same.
bool isSameWidth(const Plan &a, const Plan &b);

} // namespace vecify
