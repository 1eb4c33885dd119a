// Recognising s = s op e in the expression trees of C: which operator, and whether its order may change.
//
//     s += a[i] * b[i]        Add, if the product's sum may be reassociated
//     if (x[i] > m) m = x[i]  CMax: NaNs are skipped in any order, equal zeros are not
//     h[c] |= 1u << k         Or, on a memory cell
#pragma once
#include "vecify/Nest/Facts.h"
#include "llvm/ADT/ArrayRef.h"

namespace vecify {

/// What a reduction updates: a local, or the memory cell of one type at one address.
struct ReductionTarget {
  ScalarType type = ScalarType::I32;
  LocalId local = NoId;
  ArrayId array = NoId; ///< where `local` is NoId
  IndexExpr address;    ///< bytes, as Nest::byteAddress
  bool isAccess(const Nest &nest, AccessId access) const;
};

/// One update of the target.
struct ReductionUpdate {
  ReductionKind kind = ReductionKind::Add;
  bool mayReassociate = false;
  bool onlyZeroSignMayDiffer = false;
  bool takesNaN = false;
};

/// Every update of the target in the body of `loop`, combined; nullopt if it is also used in any other way there or
/// if the updates have different operators.
std::optional<ScalarFacts> reductionOf(const Nest &nest, LoopId loop, const ReductionTarget &target);

/// A variable that lives outside of the root, which only adds to it, in any order.
bool isFreeSum(const Nest &nest, const Facts &facts, LocalId local);

/// Every update of the target in these statements, as reductionOf.
std::optional<ScalarFacts> reductionIn(const Nest &nest, llvm::ArrayRef<NodeId> body, const ReductionTarget &target);

/// The facts of a variable whose reduction so far is read in every iteration:
///
///     s += x[i]; y[i] = s;                    inclusive
///     t = s + x[i]; y[i] = s; s = t;          exclusive, as formDelays writes y[i] = s; s += x[i]
///
/// All updates stand in one statement of the root's body, which has no loops, in front of all reads (of the second
/// form: by one assignment). The operator has a neutral element; its order need not be free.
std::optional<ScalarFacts> scanOf(const Nest &nest, LocalId local);

/// What an assignment of `value` to a latch does; nullopt if it does anything else.
std::optional<LatchUpdate> latchUpdate(const Nest &nest, LocalId local, ExprId value);

/// The facts of a variable that the body of `loop` sets for good, in one form only; nullopt if it is used otherwise.
std::optional<ScalarFacts> latchOf(const Nest &nest, LoopId loop, LocalId local);

/// The facts of a variable that only says where a minimum or maximum of another local was found first.
std::optional<ScalarFacts> placeOf(const Nest &nest, LocalId local);

/// found = found || x[i] == c: once it is set C reads no more, which lanes cannot know of each other.
bool isShortCircuit(const Nest &nest, LocalId local);

/// What a promise names: C's minimum and maximum are any of ours.
bool isSameOperator(ReductionKind promised, ReductionKind found);

/// Memory cells whose address is the same in all iterations of `loop` and of the loops inside it, which the body only
/// updates as a reduction, and which no other access of the body can hit.
std::vector<CellReduction> cellReductions(const Nest &nest, LoopId loop);

} // namespace vecify
