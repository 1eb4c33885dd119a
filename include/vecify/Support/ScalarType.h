// The element types of C that vecify computes with, shared by the nest, the IR and the tables.
//
// Signedness is part of the type, as in C: `shr` on I32 is arithmetic, on U32 logical. I1 is a truth value (a
// comparison's result, a lane of a mask); M8..M64 are lanes of a mask that is held as an all-ones / all-zeros
// integer of that width (AVX2, NEON). Index is `ptrdiff_t`: loop counters and subscripts. Acc32..Acc80 are lanes of AI
// Engine accumulators, signed integers that never live in memory; those of 48 and 80 bits count as 64: lowering proves
// that what is computed in them fits both. AccFloat is their float.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace vecify {

enum class ScalarType : uint8_t {
#define SCALAR_TYPE(Name, Text, Bits, C) Name,
#include "vecify/Support/ScalarTypes.def"
};

/// Width in bits as stored in memory or in a lane; 1 for I1.
unsigned bitsOf(ScalarType type);
/// Bytes in memory. Asserts that the type can live in memory (not I1).
unsigned bytesOf(ScalarType type);
bool isFloat(ScalarType type);
/// I8..U64, Index and accumulators of integers.
bool isInteger(ScalarType type);
/// Acc32..Acc80, AccFloat.
bool isAccumulator(ScalarType type);
bool isSignedInteger(ScalarType type);
bool isUnsignedInteger(ScalarType type);
/// I1 and M8..M64.
bool isMask(ScalarType type);
/// "f32", "u8": the spelling of the IR's text form.
llvm::StringRef textOf(ScalarType type);
/// "float", "uint8_t": the C spelling with <stdint.h> in scope.
llvm::StringRef cSpelling(ScalarType type);
std::optional<ScalarType> parseScalarType(llvm::StringRef text);
/// The integer type of `bits` (8, 16, 32, 64) and signedness.
ScalarType integerType(unsigned bits, bool isSigned);
/// The mask type M<bits>.
ScalarType maskType(unsigned bits);
/// Smallest and largest value of an integer type, as int64 (U64's largest saturates to INT64_MAX).
int64_t minValue(ScalarType type);
int64_t maxValue(ScalarType type);

} // namespace vecify
