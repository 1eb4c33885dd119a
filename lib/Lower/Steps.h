// The steps by name; Pipeline.cpp says in which order they run and why.
#pragma once
#include "vecify/Lower/Lower.h"

namespace vecify {

llvm::Expected<Function> simplify(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> joinSides(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> tablesInRegisters(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> recognizeIdioms(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> boundByConditions(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> forgetBounds(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> narrowCarried(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> narrowIntegers(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> formRotations(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> divideByConstants(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> dropNothing(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> exchangeBlocksLast(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> forwardTransfers(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> carryWrites(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> tileLarge(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> hoistTransfers(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> hoistInvariants(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> mergeEqual(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> formDots(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> commonFactors(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> narrowSums(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> sumAcrossLoops(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> lowerContractions(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> formFma(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> fenceProducts(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> fenceRowSums(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> unrollAlongRows(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> groupTransposed(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> unrollShort(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> joinMembers(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> groupInterleaved(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> lowerAccesses(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> cancelReversals(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> typeMasks(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> maskArithmetic(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> legalizeCasts(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> unrollToNative(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> lowerTransfers(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> joinRows(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> expandMissing(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> narrowByParity(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> narrowInBlocks(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> orderLanes(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> composeLanes(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> chainCompares(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> shareLoads(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> keepLoads(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> stageInShared(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> distributeToLanes(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> orderByUse(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> fenceFaults(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> requireRows(const Function &, const Target &, const LowerOptions &);

// For AI Engines alone (lib/Lower/Aie).
llvm::Expected<Function> unrollInner(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> formAccumulators(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> floatAccumulators(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> shiftRoundSaturate(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> narrowBySrs(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> preferSigned(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> fuseSliding(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> alignAccesses(const Function &, const Target &, const LowerOptions &);
llvm::Expected<Function> requireOneMode(const Function &, const Target &, const LowerOptions &);

} // namespace vecify
