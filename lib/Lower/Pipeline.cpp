// The order of the steps. What each relies on is said where it stands.
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include "vecify/IR/Verify.h"

namespace vecify {

static llvm::Expected<Function> sweepStep(const Function &f, const Target &, const LowerOptions &) { return sweep(f); }

static const Step Steps[] = {
    // On N lanes, whatever a register holds: one op for each op of the source.
    {"unroll-inner", "AI Engines: short loops inside are written out", unrollInner, Step::AiEngines},
    {"unroll-short", "short loops inside loops and branches are written out", unrollShort},
    {"merge-sources", "equal ops become one, so that later steps know equal operands", mergeEqual},
    {"forward-reads", "a value written or read before is not read again", forwardTransfers},
    {"merge-forwarded", "what has become equal by that", mergeEqual},
    {"join-sides", "what both sides of a choice do alike is done once", joinSides},
    {"simplify", "canonical forms: immediates, min and max, no arithmetic on constants", simplify},
    {"form-accumulators", "AI Engines: sums of products in accumulators", formAccumulators, Step::AiEngines},
    {"float-accumulators", "AI Engines: floats are computed in accumulators", floatAccumulators, Step::AiEngines},
    {"shift-round-saturate", "AI Engines: shifts, roundings and clamps that leaving an accumulator does",
     shiftRoundSaturate, Step::AiEngines},
    {"tables-in-registers", "what is looked up in small arrays comes from registers", tablesInRegisters},
    {"recognize-idioms", "saturation, averages, high products and dot products that C spells out", recognizeIdioms},
    {"bound-by-conditions", "what one side of a choice computes counts on the choice's condition", boundByConditions},
    {"narrow-carried", "what loops carry is as narrow as it came", narrowCarried},
    {"narrow-integers", "arithmetic of C's promotions in as few bits as the result needs", narrowIntegers},
    {"simplify-narrow", "the same canonical forms, now of narrow ops", simplify},
    {"prefer-signed", "AI Engines: arithmetic that has no sign is done on signed elements", preferSigned,
     Step::AiEngines},
    {"divide-by-constants", "divisions by constants become high products and shifts", divideByConstants},
    {"forget-bounds", "what conditions say has been made use of", forgetBounds},
    {"merge-equal", "equal ops become one", mergeEqual},
    {"forward-transfers", "a value written or read before is not read again", forwardTransfers},
    {"form-rotations", "shifts both ways that make up a rotation", formRotations},
    {"tile-large", "what exceeds the registers by far is computed tile by tile", tileLarge},
    {"carry-writes", "what an iteration writes and the next one reads is carried in a register", carryWrites},
    {"hoist-transfers", "what a loop reads and writes at one place is carried in a register", hoistTransfers},
    {"form-dots", "sums of narrow products become dot products of four or two at a time", formDots},
    {"forward-hoisted", "the same where hoisting has brought a write before a read", forwardTransfers},
    {"common-factors", "what terms of a sum are multiplied by is multiplied once", commonFactors},
    {"narrow-sums", "sums of which only the first lanes are filled have no others", narrowSums},
    {"sum-across-loops", "what every iteration reduces and adds up is added lane by lane, and reduced once",
     sumAcrossLoops},
    {"lower-contractions", "contractions to outer products, those to multiply-adds", lowerContractions},
    {"form-fma", "multiply-adds where the language allows one rounding", formFma},
    {"fence-products", "strict products that the next compiler must not fuse", fenceProducts},

    // Beyond this point every access is contiguous, uniform, or a gather or scatter.
    {"join-members", "what is done alike to all members of a structure is done side by side", joinMembers},
    {"group-interleaved", "neighbouring strided accesses become whole reads and shuffles", groupInterleaved},
    {"unroll-along-rows", "loops along rows, one for each lane, run a register's worth of iterations at once",
     unrollAlongRows},
    {"group-transposed", "accesses side by side, lanes far apart, become whole ones and transposes", groupTransposed},
    {"lower-accesses", "reversed, uniform, strided and indirect accesses in the target's terms", lowerAccesses},
    {"cancel-reversals", "what is read and written backwards is computed the other way round", cancelReversals},

    {"narrow-by-srs", "AI Engines: what makes integers narrower goes through an accumulator", narrowBySrs,
     Step::AiEngines},

    // What registers there are decides from here on.
    {"type-masks", "truth values become masks of the width of what they select", typeMasks},
    {"mask-arithmetic", "where masks are vectors of -1 and 0, selects with 0 are logic and counts subtractions",
     maskArithmetic},
    {"legalize-casts", "conversions in stages that the target has", legalizeCasts},
    {"sweep-wide", "dead ops are dropped", sweepStep},
    // Beyond this point no vector is wider than a register.
    {"unroll-to-native", "N lanes become registers", unrollToNative},
    {"lower-transfers", "transfers become loads and stores", lowerTransfers},
    {"join-rows", "rows that fill a part of a register each share one", joinRows},
    {"fuse-sliding", "AI Engines: products of scalars with neighbouring reads slide over one register", fuseSliding,
     Step::AiEngines},
    {"align-accesses", "AI Engines: reads begin at multiples of their size", alignAccesses, Step::AiEngines},
    {"expand-missing", "ops without a row become ops with one", expandMissing},
    {"narrow-by-parity", "products of 64 bits that are narrowed again are made of even and of odd lanes",
     narrowByParity},
    {"narrow-in-blocks", "what is widened, computed and narrowed again stays in blocks of 128 bits", narrowInBlocks},
    {"order-lanes", "lanes stand in the order that costs least to take apart and put together", orderLanes},
    {"drop-nothing", "sums with what has turned out to be zero, and of neighbours that stand in one lane", dropNothing},
    {"hoist-invariants", "what does not change in a loop is computed before it", hoistInvariants},
    {"merge-native", "equal ops become one", mergeEqual},
    {"chain-compares", "conditions that hold together are compared one under the other", chainCompares},
    {"compose-lanes", "lanes that several instructions in a row only move are moved by one", composeLanes},
    {"blocks-last", "what happens within all blocks of registers happens before blocks are exchanged",
     exchangeBlocksLast},
    {"sweep", "dead ops are dropped", sweepStep},
    {"share-loads", "loads across two others are taken out of their registers, where that is cheaper", shareLoads},
    {"keep-loads", "what is loaded for several uses stays in its register", keepLoads},
    {"order-by-use", "each register's chain stands together", orderByUse},
    {"fence-row-sums", "sums of several rows in scalars stay apart", fenceRowSums},
    {"fence-faults", "what a common compiler would get wrong is kept from it", fenceFaults},
    {"require-one-mode", "AI Engines: one way to round and to saturate in a nest", requireOneMode, Step::AiEngines},
    {"require-rows", "every op has a row or the plan is declined", requireRows},
};

/// Of a GPU: super-vectors become scalars of threads, and those are compiled by whoever compiles the output.
static const Step SimtSteps[] = {
    {"simplify", "canonical forms: immediates, min and max, no arithmetic on constants", simplify},
    {"merge-equal", "equal ops become one", mergeEqual},
    {"forward-transfers", "a value written or read before is not read again", forwardTransfers},
    {"hoist-transfers", "what a loop reads and writes at one place is carried in a register", hoistTransfers},
    {"forward-hoisted", "the same where hoisting has brought a write before a read", forwardTransfers},
    {"form-fma", "multiply-adds where the language allows one rounding", formFma},
    {"stage-in-shared", "what threads share, or would touch out of order, goes through shared memory", stageInShared},
    // Beyond this point code is that of one thread.
    {"distribute-to-lanes", "super-vectors become scalars of the threads of a grid", distributeToLanes},
    {"hoist-invariants", "what does not change in a loop is computed before it", hoistInvariants},
    {"merge-native", "equal ops become one", mergeEqual},
    {"sweep", "dead ops are dropped", sweepStep},
    {"require-rows", "every op has a row or the plan is declined", requireRows},
};

llvm::ArrayRef<Step> lowerSteps() { return Steps; }
llvm::ArrayRef<Step> simtSteps() { return SimtSteps; }

llvm::Expected<Function> lowerToNative(Function function, const Target &target, const LowerOptions &options,
                                       llvm::function_ref<void(llvm::StringRef, const Function &)> observe) {
  for (const Step &step : target.isSimt ? simtSteps() : lowerSteps()) {
    if (step.targets == Step::All || target.aie) {
      llvm::Expected<Function> next = step.run(function, target, options);
      if (!next)
        return next.takeError();
      function = std::move(*next);
      if (llvm::Error wrong = verify(function))
        return llvm::createStringError("after step '%s': %s", step.name, llvm::toString(std::move(wrong)).c_str());
    }
    if (observe)
      observe(step.name, function);
  }
  return std::move(function);
}

} // namespace vecify
