// Vectors lane by lane, and lanes taken apart again: by halves where their number is even, else by general shuffles or,
// where that costs less, by blends and shuffles of one register.
#pragma once
#include "vecify/IR/Builder.h"
#include "vecify/Target/Target.h"

namespace vecify {

/// Lanes of x and y laid end to end, which have one type; so has the result.
ValueId shuffled(Builder &b, ValueId x, ValueId y, llvm::ArrayRef<int64_t> lanes, const std::string &name);

/// Lanes first, first + n, first + 2n.. of n vectors laid end to end.
ValueId everyNth(llvm::ArrayRef<ValueId> wide, int64_t first, const Target &target, Builder &b,
                 const std::string &name);

/// n vectors, lane by lane, as n vectors laid end to end.
llvm::SmallVector<ValueId, 4> interleaved(llvm::ArrayRef<ValueId> values, const Target &target, Builder &b);

} // namespace vecify
