// Which scalars a piece of a nest takes from before, and which it sets.
#pragma once
#include "vecify/Nest/Nest.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"

namespace vecify {

/// Locals that some path through `body` reads before it assigns them: definite assignment over the structured body. An
/// `if` assigns what both sides assign, an inner loop that may be empty assigns nothing, but its body may rely on what
/// is assigned before it.
llvm::BitVector exposedLocals(const Nest &nest, llvm::ArrayRef<NodeId> body);

/// Locals that every path through `body` assigns.
llvm::BitVector alwaysAssignedLocals(const Nest &nest, llvm::ArrayRef<NodeId> body);

/// Locals assigned anywhere below `body`.
llvm::BitVector assignedLocals(const Nest &nest, llvm::ArrayRef<NodeId> body);

/// Whether iterations of the loop hand scalars on to the next ones.
bool handsOnScalars(const Nest &nest, LoopId loop);

} // namespace vecify
