// Conversions by rows of the target, one after the other where none does it alone.
#pragma once
#include "Steps.h"

namespace vecify {

/// Some row of `kind`, for as many of the `n` lanes as a register of the wider type has.
bool hasConversion(const Target &target, const LowerOptions &options, OpKind kind, ScalarType to, ScalarType from,
                   int64_t n);

/// The type to go through first; `to` itself when one row does it. `kind`: Cast or MaskCast.
ScalarType nextStage(const Target &target, const LowerOptions &options, OpKind kind, ScalarType from, ScalarType to,
                     int64_t n);

/// Micro-operations of all stages of a conversion of `n` lanes, integers or masks, about. `isRead`: of what comes from
/// memory.
float uopsOfConversion(const Target &target, const LowerOptions &options, ScalarType from, ScalarType to, int64_t n,
                       bool isRead);

} // namespace vecify
