#include "vecify/Support/ScalarType.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

constexpr ScalarType all[] = {
#define SCALAR_TYPE(Name, Text, Bits, C) ScalarType::Name,
#include "vecify/Support/ScalarTypes.def"
};

TEST(ScalarType, TextRoundTrips) {
  for (ScalarType type : all)
    EXPECT_EQ(parseScalarType(textOf(type)), type);
  EXPECT_EQ(parseScalarType("f80"), std::nullopt);
}

TEST(ScalarType, EveryTypeIsOfExactlyOneKind) {
  for (ScalarType type : all) {
    EXPECT_EQ(int(isFloat(type)) + int(isInteger(type)) + int(isMask(type)), 1) << textOf(type).str();
    EXPECT_EQ(int(isSignedInteger(type)) + int(isUnsignedInteger(type)), int(isInteger(type)));
  }
}

TEST(ScalarType, HasTheLimitsOfC) {
  EXPECT_EQ(minValue(ScalarType::I8), -128);
  EXPECT_EQ(maxValue(ScalarType::I8), 127);
  EXPECT_EQ(minValue(ScalarType::U16), 0);
  EXPECT_EQ(maxValue(ScalarType::U16), 65535);
  EXPECT_EQ(minValue(ScalarType::I32), INT32_MIN);
  EXPECT_EQ(maxValue(ScalarType::U32), UINT32_MAX);
  EXPECT_EQ(minValue(ScalarType::I64), INT64_MIN);
  EXPECT_EQ(maxValue(ScalarType::U64), INT64_MAX);
}

TEST(ScalarType, BuildsIntegerAndMaskTypes) {
  EXPECT_EQ(integerType(8, false), ScalarType::U8);
  EXPECT_EQ(integerType(64, true), ScalarType::I64);
  EXPECT_EQ(maskType(32), ScalarType::M32);
  EXPECT_EQ(bytesOf(ScalarType::F64), 8u);
  EXPECT_EQ(cSpelling(ScalarType::U8), "uint8_t");
}

} // namespace
