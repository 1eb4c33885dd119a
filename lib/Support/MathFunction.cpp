#include "vecify/Support/MathFunction.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

struct Row {
  llvm::StringLiteral text;
  unsigned operands;
  bool setsErrno;
};

constexpr Row rows[] = {
#define MATH_FUNCTION(Name, Text, Operands, Errno) {Text, Operands, Errno},
#include "vecify/Support/MathFunctions.def"
};

} // namespace

llvm::StringRef textOf(MathFunction function) { return rows[size_t(function)].text; }

unsigned operandCount(MathFunction function) { return rows[size_t(function)].operands; }

bool maySetErrno(MathFunction function) { return rows[size_t(function)].setsErrno; }

std::optional<MathFunction> parseMathFunction(llvm::StringRef name) {
  const Row *found = llvm::find_if(rows, [&](const Row &row) { return row.text == name; });
  if (found == std::end(rows))
    return std::nullopt;
  return MathFunction(found - rows);
}

} // namespace vecify
