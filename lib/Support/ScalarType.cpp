// One row per type in ScalarTypes.def; everything here is a question about that row.
#include "vecify/Support/ScalarType.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>
#include <limits>

namespace vecify {
namespace {

struct Row {
  llvm::StringLiteral text;
  unsigned bits;
  llvm::StringLiteral spelling;
};

constexpr Row rows[] = {
#define SCALAR_TYPE(Name, Text, Bits, C) {Text, Bits, C},
#include "vecify/Support/ScalarTypes.def"
};

const Row &rowFor(ScalarType type) {
  assert(size_t(type) < std::size(rows));
  return rows[size_t(type)];
}

} // namespace

unsigned bitsOf(ScalarType type) { return rowFor(type).bits; }

unsigned bytesOf(ScalarType type) {
  assert(type != ScalarType::I1 && "a truth value does not live in memory");
  return rowFor(type).bits / 8;
}

bool isFloat(ScalarType type) {
  return (type >= ScalarType::F16 && type <= ScalarType::F64) || type == ScalarType::AccFloat;
}

bool isInteger(ScalarType type) {
  return (type >= ScalarType::I8 && type <= ScalarType::U64) ||
         (type >= ScalarType::Index && type <= ScalarType::Acc80);
}

bool isAccumulator(ScalarType type) { return type >= ScalarType::Acc32 && type <= ScalarType::AccFloat; }

bool isUnsignedInteger(ScalarType type) {
  return type == ScalarType::U8 || type == ScalarType::U16 || type == ScalarType::U32 || type == ScalarType::U64;
}

bool isSignedInteger(ScalarType type) { return isInteger(type) && !isUnsignedInteger(type); }

bool isMask(ScalarType type) {
  return type == ScalarType::I1 || (type >= ScalarType::M8 && type <= ScalarType::M64);
}

llvm::StringRef textOf(ScalarType type) { return rowFor(type).text; }
llvm::StringRef cSpelling(ScalarType type) { return rowFor(type).spelling; }

std::optional<ScalarType> parseScalarType(llvm::StringRef text) {
  for (size_t i = 0; i < std::size(rows); ++i)
    if (rows[i].text == text)
      return ScalarType(i);
  return std::nullopt;
}

ScalarType integerType(unsigned bits, bool isSigned) {
  switch (bits) {
  case 8:
    return isSigned ? ScalarType::I8 : ScalarType::U8;
  case 16:
    return isSigned ? ScalarType::I16 : ScalarType::U16;
  case 32:
    return isSigned ? ScalarType::I32 : ScalarType::U32;
  case 64:
    return isSigned ? ScalarType::I64 : ScalarType::U64;
  }
  llvm_unreachable("no integer type of this width");
}

ScalarType maskType(unsigned bits) {
  switch (bits) {
  case 8:
    return ScalarType::M8;
  case 16:
    return ScalarType::M16;
  case 32:
    return ScalarType::M32;
  case 64:
    return ScalarType::M64;
  }
  llvm_unreachable("no mask type of this width");
}

int64_t minValue(ScalarType type) {
  assert(isInteger(type) && "only integers have a smallest value");
  return isUnsignedInteger(type) ? 0 : std::numeric_limits<int64_t>::min() >> (64 - bitsOf(type));
}

int64_t maxValue(ScalarType type) {
  assert(isInteger(type) && "only integers have a largest value");
  if (type == ScalarType::U64)
    return std::numeric_limits<int64_t>::max();
  const unsigned valueBits = bitsOf(type) - (isUnsignedInteger(type) ? 0 : 1);
  return std::numeric_limits<int64_t>::max() >> (63 - valueBits);
}

} // namespace vecify
