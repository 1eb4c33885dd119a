// Runs a function on memory images: the meaning of the IR.
//
// Rounds exactly as the ops say (fma once), wraps integers, checks bounds: a lane that is not masked off and lies
// outside its array's image is an error, as is a guard that would overflow.
#pragma once
#include "vecify/IR/Function.h"
#include "llvm/Support/Error.h"

namespace vecify {

/// One scalar; integers and masks in `bits` sign- or zero-extended as the type says, floats as IEEE bits of the type.
struct Scalar {
  ScalarType type = ScalarType::I32;
  uint64_t bits = 0;
};

/// A byte image of one array. `base` is the offset of the C base pointer inside `bytes`.
struct MemoryImage {
  std::vector<uint8_t> bytes;
  int64_t base = 0;
};

struct Memory {
  std::vector<MemoryImage> arrays; ///< per Function::arrays
};

/// Runs `function` with these parameter values (one per Function::parameters); `memory` is changed in place.
/// Returns `done` and the other results; {0} where a guard fails (Disjoint guards hold: images never overlap).
/// Errors: StringError on an access out of bounds or a malformed op.
llvm::Expected<std::vector<Scalar>> interpret(const Function &function, llvm::ArrayRef<Scalar> parameters,
                                              Memory &memory);

/// Meaning of one elementwise / shape / cast / reduction op on lane values: what conformance tests compare rows with.
/// `lanes[i]` holds the lanes (bits) of operand i, row-major.
llvm::Expected<std::vector<uint64_t>> evaluate(const Op &op, const Function &function,
                                               llvm::ArrayRef<std::vector<uint64_t>> lanes);

} // namespace vecify
