// The index vector of a gather: per lane, how many elements its address is from the address of the MemRef.
//
//     a[idx[i]]          idx itself, as I32 if its values fit
//     a[s*i]             iota * s
//     m[i][idx[i]]       iota * row + idx            (row: elements between m[i] and m[i+1])
#pragma once
#include "Match.h"

namespace vecify {

/// I32 where every lane's index is proved to fit, else I64.
ScalarType indexTypeOf(const Function &f, const MemRef &mem, llvm::ArrayRef<ValueId> vectors, const VectorType &type);

/// Emits the index vector; nullopt where some distance is not a whole number of elements.
std::optional<ValueId> indexVector(const Function &f, Builder &b, const MemRef &mem, llvm::ArrayRef<ValueId> vectors,
                                   const VectorType &type, ScalarType indexType);

} // namespace vecify
