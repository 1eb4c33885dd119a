// Small questions that every pattern asks: what defines this value, is it a splat, who uses it.
#pragma once
#include "vecify/IR/Builder.h"
#include "vecify/Lower/Lower.h"

namespace vecify {

inline constexpr ValueId NoValue = ~0u;

/// The op that defines `v` if it is of this kind, else null.
const Op *definedBy(const Function &f, ValueId v, OpKind kind);
/// The integer that all lanes of `v` hold, sign- or zero-extended as its type says; also for scalars.
std::optional<int64_t> splatInt(const Function &f, ValueId v);
std::optional<double> splatFp(const Function &f, ValueId v);
/// Of every lane, each bit is 0: -0.0 is not.
bool isAllZeros(const Function &f, ValueId v);
/// The value that `v` only gives another sign; itself if there is none.
ValueId beforeSign(const Function &f, ValueId v);
/// The scalar that `v` is a broadcast of; `v` itself if it is a scalar.
std::optional<ValueId> splatOf(const Function &f, ValueId v);
/// `value` reduced to the bits of `type`, sign- or zero-extended as the type says (U64 as its int64 image).
int64_t wrapTo(ScalarType type, int64_t value);
/// k where value == 2^k, k >= 0.
std::optional<unsigned> log2Exact(int64_t value);

/// The compare of b with a that says the same as this one of a with b.
OpKind mirrored(OpKind compare);
/// Every lane of the result is made of those lanes of the operands, by this kind of op; casts and calls aside.
bool isLaneByLane(OpKind kind);
/// Made by ops of one kind, of the same attributes and operands of the same types.
bool areMadeAlike(const Function &f, llvm::ArrayRef<ValueId> values);
/// A Shuffle of neighbours: as many lanes of its two operands side by side as each has, from a lane of the first on.
bool isWindow(const Op &op);
/// Neither memory nor control: may be moved, merged and dropped.
bool isPure(const Op &op);
bool isMemory(OpKind kind);
/// Every value that `op` itself uses, the symbols of its polynomials included (nested blocks are not entered).
void forEachUse(const Op &op, llvm::function_ref<void(ValueId)> visit);
/// Every use in the whole of `f` of a value replaced by `value(use)`.
void replaceUses(Op &op, llvm::function_ref<ValueId(ValueId)> value);
void replaceUses(Function &f, llvm::function_ref<ValueId(ValueId)> value);

/// Lanes of one piece when `n` lanes of `element` are split over registers of the preferred width: a power of two
/// that divides n.
int64_t nativeLanes(const Target &target, const LowerOptions &options, ScalarType element, int64_t n);
/// Number of lanes along the minor dim; 1 for a scalar.
int64_t minorLanes(const VectorType &type);
/// The type with another minor dim.
VectorType withMinor(VectorType type, int64_t lanes);

/// "c299_m114": the name of a constant that repeats these numbers.
std::string nameOfFactors(llvm::ArrayRef<int64_t> factors);

/// Vector registers without those of values that `ops` use and none of them defines.
unsigned registersLeft(const Function &f, llvm::ArrayRef<OpId> ops, const Target &target);

/// "no vector form of OP for TYPE".
llvm::Error noVectorForm(const Function &f, const Op &op);

} // namespace vecify
