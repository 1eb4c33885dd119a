// How C spells a number that may begin at any byte: memcpy(&v, p + i, 4).
#pragma once
#include "llvm/ADT/StringRef.h"

namespace vecify {

/// ((const struct { uint32_t bits; } __attribute__((packed, may_alias)) *)&p[i])->bits, behind the type's name and up
/// to the address.
inline constexpr llvm::StringLiteral bytesAsNumber = " bits; } __attribute__((packed, may_alias)) *)";
/// What stands behind the address.
inline constexpr llvm::StringLiteral endOfBytes = ")->bits";

} // namespace vecify
