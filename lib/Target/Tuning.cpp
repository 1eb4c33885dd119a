// What CPUs do otherwise than the one that the tables of their ISA describe.
#include "vecify/Target/Target.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// The tables of x86 are Golden Cove's. Zen 5 has four vector pipes of 512 bits: two multiply, two add, all do logic and
/// integers, two move lanes; like Golden Cove it loads two vectors a cycle and stores one. A gather of eight takes 15 cycles,
/// eight loads that put lanes together 4.
void tuneFor(Target &target, llvm::StringRef cpu) {
  if (target.header != "immintrin.h" || cpu != "znver5")
    return;
  target.issueWidth = 8;
  target.simpleOpsPerPort = 2;
  llvm::erase_if(target.rows, [](const Row &row) { return row.kind == OpKind::Gather && row.detail == 0; });
  target = finish(std::move(target));
}

} // namespace vecify
