// The chosen plan for people (--explain): its loops as a sketch, what bounds them, and why the others lost.
//
//       for i < i_main, 16 at a time: 2 load, 2 fma, 2 store
//         1.6 cycles a step: 9.5 micro-ops, 6 of them a cycle
//       for i < i_end, 8 at a time: 1 load, 1 fma, 1 store
//       the source's loop does the rest
//       32 operations on 192 bytes a step, 0.17 per byte; bytes that come from L2 take longer: 4.0 cycles
#pragma once
#include "vecify/Plan/Plan.h"

namespace vecify {

/// The loops of `plan`'s code with what they do and what limits them; every line begins with `indent`.
void explainLoops(const Plan &plan, const Target &target, llvm::StringRef indent, llvm::raw_ostream &os);

/// Up to three others, cheapest first, each with what keeps it from being chosen; `pinned`: a clock has decided.
void explainRunnersUp(const Candidates &candidates, bool pinned, llvm::StringRef indent, llvm::raw_ostream &os);

} // namespace vecify
