// Rows of the AIE API before their types and lanes are filled in.
//
//     AIE(Add, INTS, ALL, "aie::add({0}, {1})", (1, V, 1))
//
// stands for one Row per element and number of lanes. `$t` and `$T` are the API's names of the element and of the
// source, `$l` the lanes, `$h` half of them, `$a` the accumulator that holds what the vector holds.
#pragma once
#include "../Table.h"
#include "vecify/Target/Aie.h"

namespace vecify {

/// "int16", "acc64": what the API calls an element.
const char *aieName(ScalarType type);

struct AiePattern {
  OpKind kind;
  uint32_t elements, sources; ///< sources 0: the element itself
  uint8_t detail;
  bool scalesWithBits; ///< the slots are for 256 bits of the element, more take more
  const char *text;
  RowCost cost;
  uint16_t combines = 0;
};

/// Fills rows and index of `target`, whose `aie` is set.
Target expandAie(Target target, llvm::ArrayRef<AiePattern> patterns);

} // namespace vecify
