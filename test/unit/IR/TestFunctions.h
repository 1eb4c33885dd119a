// The vocabulary of the IR's tests: functions and single ops as text.
#pragma once
#include "vecify/IR/Interpret.h"
#include "vecify/IR/Verify.h"
#include "gtest/gtest.h"
#include <bit>
#include <cmath>

namespace vecify {

/// Parses what must parse.
inline Function parsed(llvm::StringRef text) {
  llvm::Expected<Function> function = parseFunction(text);
  if (function)
    return std::move(*function);
  ADD_FAILURE() << llvm::toString(function.takeError()) << "\nin\n"
                << text.str();
  return Function();
}

/// What verify says; "" when it is content.
inline std::string complaint(const Function &function) {
  llvm::Error error = verify(function);
  return error ? llvm::toString(std::move(error)) : "";
}

/// A function without parameters whose body is `ops`; values of the given types
/// are there as %a, %b, %c, %d.
inline Function withOperands(llvm::ArrayRef<const char *> types,
                             llvm::StringRef ops) {
  std::string text = "func t() trip (0) {\n  array x : i32\n  pattern x = x "
                     "\"x[{0}]\" : i32 strides(4)\n";
  for (size_t i = 0; i < types.size(); ++i)
    text += std::string("  %") + char('a' + i) + " = constant 0" +
            (llvm::StringRef(types[i]).ends_with("f16") ||
                     llvm::StringRef(types[i]).ends_with("f32") ||
                     llvm::StringRef(types[i]).ends_with("f64")
                 ? ".0"
                 : "") +
            " : " + types[i] + "\n";
  text += ops;
  return parsed(text + "\n  %done = constant 0 : index\n  return %done\n}\n");
}

/// The op before `%done`.
inline const Op &lastOp(const Function &f) {
  const auto &ops = f.blocks[f.body].ops;
  return f.ops[ops[ops.size() - 3]];
}

using Bits = std::vector<uint64_t>;

inline Bits ints(std::initializer_list<int64_t> values) {
  return Bits(values.begin(), values.end());
}
inline Bits floats(std::initializer_list<float> values) {
  Bits bits;
  for (float value : values)
    bits.push_back(std::bit_cast<uint32_t>(value));
  return bits;
}
inline Bits doubles(std::initializer_list<double> values) {
  Bits bits;
  for (double value : values)
    bits.push_back(std::bit_cast<uint64_t>(value));
  return bits;
}

/// The lanes that `op` (a line of text) gives for operands %a, %b.. of these
/// types and lanes.
inline Bits valueOf(llvm::StringRef op, llvm::ArrayRef<const char *> types,
                    llvm::ArrayRef<Bits> lanes) {
  const Function f = withOperands(types, op);
  if (f.blocks.empty())
    return {};
  EXPECT_EQ(complaint(f), "");
  llvm::Expected<Bits> result = evaluate(lastOp(f), f, lanes);
  if (result)
    return *result;
  ADD_FAILURE() << llvm::toString(result.takeError());
  return {};
}

/// Verify's complaint about `op` on operands of these types.
inline std::string complaintAbout(llvm::StringRef op,
                                  llvm::ArrayRef<const char *> types) {
  return complaint(withOperands(types, op));
}

} // namespace vecify
