// The meaning of ops on canonical lanes (Numbers.h), row-major; shapes are
// those that Verify has checked.
#pragma once
#include "vecify/IR/Function.h"
#include "llvm/ADT/ArrayRef.h"

namespace vecify {

using Lanes = llvm::ArrayRef<uint64_t>;
using MutableLanes = llvm::MutableArrayRef<uint64_t>;

/// Elementwise ops on operands of one type; ShlImm, ShrImm and RotateLeftImm
/// take their amount as operand 1. A second operand of one lane stands for all
/// lanes. `out` may be an operand.
/// operands: re, im, a, b, c, d. See Ops.def.
void recoverProduct(ScalarType type, llvm::ArrayRef<Lanes> operands, bool isImaginary, MutableLanes out);
void elementwise(OpKind kind, ScalarType type, Lanes a, Lanes b, Lanes c, MutableLanes out);
/// cmp_*: `type` is that of the operands.
void compare(OpKind kind, ScalarType type, Lanes a, Lanes b, ScalarType mask, MutableLanes out);
/// compare_where.
void compareWhere(Relation relation, ScalarType type, llvm::ArrayRef<Lanes> operands, ScalarType mask,
                  MutableLanes out);
void cast(ScalarType from, ScalarType to, Lanes a, MutableLanes out);
/// `bits` of every lane, the lowest first, cut anew.
void bitcast(ScalarType from, ScalarType to, Lanes a, MutableLanes out);
void mathCall(MathFunction function, ScalarType type, llvm::ArrayRef<Lanes> operands, MutableLanes out);

/// Iota, Broadcast and all that move lanes about, narrow_pair included.
void shapeOp(const Op &op, const Function &f, llvm::ArrayRef<Lanes> operands, MutableLanes out);
/// Reduce, MultiReduce, Contract, OuterProduct, MulAddPairs, MulAddQuads, MulAddBytes, DotAccumulate.
void reduction(const Op &op, const Function &f, llvm::ArrayRef<Lanes> operands, MutableLanes out);

/// WideMul, WideMac, SlidingMul, Mmul, Srs.
void accumulate(const Op &op, const Function &f, llvm::ArrayRef<Lanes> operands, MutableLanes out);

/// Any op but memory, control and IndexValue; dispatches to the above. Returns
/// what is wrong, or null.
const char *evaluateLanes(const Op &op, const Function &f, llvm::ArrayRef<Lanes> operands, MutableLanes out);

} // namespace vecify
