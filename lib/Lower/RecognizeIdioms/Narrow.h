// What idioms ask: does it fit a narrow type, does the target have the narrow op.
#pragma once
#include "NarrowIntegers/Ranges.h"
#include "Rewrites.h"

namespace vecify {

/// The narrowest type among `candidates` that holds all of `values` and for which the target has `kind`.
inline std::optional<ScalarType> narrowFor(Site &s, OpKind kind, llvm::ArrayRef<ValueId> values,
                                           llvm::ArrayRef<ScalarType> candidates) {
  for (ScalarType type : candidates) {
    if (bitsOf(type) >= bitsOf(s.type.element))
      continue;
    if (!llvm::all_of(values, [&](ValueId v) { return rangeOf(s.f, v).fits(type); }))
      continue;
    if (s.target.find(kind, type, s.target.lanesOf(type)))
      return type;
  }
  return std::nullopt;
}

/// `kind` on the operands in the narrow type, widened back.
inline ValueId narrowOp(Site &s, OpKind kind, ScalarType type, ValueId a, ValueId b) {
  ValueId x = s.cast(a, type), y = s.cast(b, type);
  return s.cast(s.emit(kind, s.type.withElement(type), {x, y}), s.type.element);
}

} // namespace vecify
