// What follows the nesting of the source by recursion runs on a stack that no real file exhausts.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/thread.h"

namespace vecify {

/// Runs `task` on a thread of its own, with 512 MiB of stack (as much address space, and as much memory as it uses).
inline void onDeepStack(llvm::function_ref<void()> task) {
  llvm::thread worker(std::optional<unsigned>(512u << 20), [&] { task(); });
  worker.join();
}

} // namespace vecify
