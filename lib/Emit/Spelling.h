// The function as it is spelled: index values that a person would not name are put into the polynomials that use
// them, and everything that the printer asks about uses is answered.
//
//     %t = index(i*n + k)          x[%t + 8]  ->  x[i*n + k + 8]
#pragma once
#include "vecify/IR/Function.h"

namespace vecify {

/// Ops of a block that only move lanes and are printed as one call.
struct LaneNetwork {
  BlockId block = ~0u;
  std::vector<OpId> ops; ///< side by side in the block
  llvm::SmallVector<ValueId, 16> inputs, outputs;
  std::string what; ///< "transpose_8x4": 8 inputs of 4 lanes

  /// The op at which it is printed.
  OpId first() const { return ops.front(); }
};

struct Spelling {
  explicit Spelling(Function function);

  Function f;
  struct Place {
    BlockId block = ~0u;
    unsigned position = 0;
  };
  std::vector<Place> placeOf;                    ///< per op
  std::vector<OpId> ownerOf;                     ///< per block: the op it belongs to; ~0u for the body
  std::vector<llvm::SmallVector<OpId, 2>> users; ///< per value, one entry a use by something that matters
  std::vector<BlockId> blockOf;                  ///< per value: where it is defined (arguments: their block)
  std::vector<bool> isIndexSymbol;               ///< per value: used in a polynomial
  std::vector<LaneNetwork> networks;             ///< see withLaneNetworks

  /// The op of `block` that is `op` or holds it; ~0u when it is elsewhere.
  OpId ancestorIn(BlockId block, OpId op) const;
  /// True if nothing that runs after `op` (which is in `block`) in the same pass uses `v`; `op` itself is no use,
  /// nor is what is in `op`'s own blocks when `insideCounts` is false.
  bool isLastUse(ValueId v, BlockId block, OpId op, bool insideCounts = true) const;
  /// The op has an effect or a value that is used. Dead ops and dead carried values are not printed.
  bool isLive(OpId op) const { return Live[op]; }
  /// What slot `k` of a loop or branch carries is used.
  bool isLiveSlot(OpId control, unsigned k) const;
  /// The network that the op belongs to, or null.
  const LaneNetwork *networkOf(OpId op) const;
  /// The op that alone uses `v`, and once; of a network its first one. ~0u: there is none.
  OpId soleUser(ValueId v) const;
  /// Ops that write memory below and including `op`.
  bool writesBelow(OpId op) const;

private:
  void findLive();
  std::vector<bool> Live, LiveValues;
};

/// The array's C type can stand in a signature: lengths in it are parameters of the function, and it is no __typeof__
/// of what only the function knows.
bool hasSpelledType(const Function &f, const ArrayInfo &array);
/// Parameters whose names stand in the array's C type: `float (*)[n]`.
llvm::SmallVector<unsigned, 2> parametersInType(const Function &f, const ArrayInfo &array);

/// Every value that the text of `op` mentions.
void visitSpelledUses(const Op &op, const Function &f, llvm::function_ref<void(ValueId, bool isSymbol)> visit);

} // namespace vecify
