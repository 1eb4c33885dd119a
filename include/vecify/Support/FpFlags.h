// What the language allows to be done with one floating-point operation.
//
// Read from clang's FP features of that very expression and widened only by an explicit clause. Combining two ops
// intersects their flags. `contract` means -ffp-contract=fast: the op may fuse with any neighbour; the fusions that
// C's default allows inside one expression are explicit MulAdd nodes.
#pragma once
#include <cstdint>

namespace vecify {

struct FpFlags {
  bool contract = false, reassoc = false, nnan = false, ninf = false, nsz = false;

  static FpFlags strict() { return {}; }
  static FpFlags fast() { return {true, true, true, true, true}; }
  FpFlags operator&(const FpFlags &other) const {
    return {contract && other.contract, reassoc && other.reassoc, nnan && other.nnan, ninf && other.ninf,
            nsz && other.nsz};
  }
  bool operator==(const FpFlags &) const = default;
};

} // namespace vecify
