// The functions of C's math library that have a meaning lane by lane.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace vecify {

enum class MathFunction : uint8_t {
#define MATH_FUNCTION(Name, Text, Operands, Errno) Name,
#include "vecify/Support/MathFunctions.def"
};

/// The name of the double version: "sin". That of float appends an f.
llvm::StringRef textOf(MathFunction function);
unsigned operandCount(MathFunction function);
/// C lets it report an error in errno, which nobody may miss unless -fno-math-errno or a clause says so.
bool maySetErrno(MathFunction function);
/// The function whose double version has this name.
std::optional<MathFunction> parseMathFunction(llvm::StringRef name);

} // namespace vecify
