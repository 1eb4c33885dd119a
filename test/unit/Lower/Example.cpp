// See Example.h.
#include "Example.h"
#include "vecify/IR/Verify.h"
#include "vecify/Lower/Lower.h"
#include "vecify/Support/Decline.h"
#include <bit>
#include <cmath>

namespace vecify {

std::string exampleText(llvm::StringRef body) {
  std::vector<ScalarType> elements{ScalarType::I8,  ScalarType::U8,  ScalarType::I16, ScalarType::U16, ScalarType::I32,
                                   ScalarType::U32, ScalarType::I64, ScalarType::U64, ScalarType::F32, ScalarType::F64};
  if (body.contains(textOf(ScalarType::BF16)))
    elements.push_back(ScalarType::BF16);
  std::string text =
      "func example(%len : index in [0, 64], %scalar : i32, %alpha : f32, %amount : i32 in [0, 7]) trip (%len) {\n";
  for (ScalarType element : elements) {
    std::string name = textOf(element).str();
    text += "  array " + name + " : " + name + " disjoint(";
    const char *comma = "";
    for (ScalarType other : elements)
      if (other != element) {
        text += comma + textOf(other).str();
        comma = ", ";
      }
    text += ")\n";
  }
  for (ScalarType element : elements) {
    std::string name = textOf(element).str();
    text += "  pattern " + name + " = " + name + " \"" + name + "[{0}]\" : " + name + " strides(" +
            std::to_string(bytesOf(element)) + ")\n";
  }
  return text + body.str() + "\n  return %len\n}\n";
}

Function parsed(llvm::StringRef text) {
  llvm::Expected<Function> function = parseFunction(text);
  if (!function) {
    ADD_FAILURE() << llvm::toString(function.takeError()) << "\n" << text.str();
    return {};
  }
  if (llvm::Error wrong = verify(*function))
    ADD_FAILURE() << llvm::toString(std::move(wrong)) << "\n" << text.str();
  return std::move(*function);
}

std::string anonymousText(Function function) {
  std::set<ValueId> parameters;
  for (const Parameter &parameter : function.parameters)
    parameters.insert(parameter.value);
  for (ValueId v = 0; v < function.values.size(); ++v)
    if (!parameters.count(v))
      function.values[v].name.clear();
  return toText(function);
}

unsigned countOf(const Function &f, OpKind kind) {
  return unsigned(llvm::count_if(f.ops, [&](const Op &op) { return op.kind == kind; }));
}

const Target &target(llvm::StringRef spec) {
  static std::map<std::string, Target> known;
  auto found = known.find(spec.str());
  if (found != known.end())
    return found->second;
  llvm::Expected<Target> target = parseTarget(spec);
  if (!target) {
    ADD_FAILURE() << llvm::toString(target.takeError());
    return known[spec.str()];
  }
  return known[spec.str()] = std::move(*target);
}

std::vector<std::string> allTargets() {
  std::vector<std::string> names;
  for (const char *name : {"avx2", "avx512", "neon"})
    if (!target(name).rows.empty())
      names.push_back(name);
  return names;
}

static uint64_t randomBits(ScalarType type, std::mt19937_64 &random) {
  unsigned choice = random() % 8;
  if (isFloat(type)) {
    double value = double(int64_t(random() % 2001) - 1000) / 8;
    if (choice == 0)
      value = -0.0;
    if (choice == 1)
      value = std::ldexp(1.0, int(random() % 60) - 30) * 1.000000059604645;
    if (type == ScalarType::F32)
      return std::bit_cast<uint32_t>(float(value));
    if (type == ScalarType::BF16)
      return std::bit_cast<uint32_t>(float(value)) >> 16;
    return std::bit_cast<uint64_t>(value);
  }
  // Ends of the range, small numbers and anything.
  if (choice == 0)
    return uint64_t(minValue(type)) + random() % 3;
  if (choice == 1)
    return uint64_t(maxValue(type)) - random() % 3;
  if (choice == 2)
    return random() % 16;
  return random();
}

Memory randomMemory(const Function &function, std::mt19937_64 &random, unsigned bytes) {
  Memory memory;
  std::vector<bool> isUsed(function.arrays.size());
  for (const Op &op : function.ops)
    if (classOf(op.kind) == OpClass::Memory)
      isUsed[function.patterns[op.mem.pattern].array] = true;
  for (const ArrayInfo &array : function.arrays) {
    if (array.space != ArrayInfo::User)
      break; // the interpreter brings its own
    MemoryImage image;
    if (!isUsed[&array - function.arrays.data()]) {
      memory.arrays.push_back(image);
      continue;
    }
    image.base = bytes;
    unsigned size = bytesOf(array.element);
    for (unsigned i = 0; i < 2 * bytes / size; ++i) {
      uint64_t bits = randomBits(array.element, random);
      for (unsigned b = 0; b < size; ++b)
        image.bytes.push_back(uint8_t(bits >> (8 * b)));
    }
    memory.arrays.push_back(std::move(image));
  }
  return memory;
}

std::vector<Scalar> randomParameters(const Function &function, std::mt19937_64 &random) {
  std::vector<Scalar> values;
  for (const Parameter &parameter : function.parameters) {
    uint64_t bits = randomBits(parameter.type, random);
    if (parameter.lo && parameter.hi)
      bits = uint64_t(*parameter.lo) + random() % uint64_t(*parameter.hi - *parameter.lo + 1);
    bits = bits / uint64_t(parameter.multiple) * uint64_t(parameter.multiple);
    if (!isFloat(parameter.type) && bitsOf(parameter.type) < 64) {
      unsigned width = bitsOf(parameter.type);
      bits &= (uint64_t(1) << width) - 1;
      if (isSignedInteger(parameter.type))
        bits = uint64_t(llvm::SignExtend64(bits, width));
    }
    values.push_back({parameter.type, bits});
  }
  return values;
}

void expectSameMeaning(const Function &before, const Function &after, unsigned runs, uint64_t seed) {
  std::mt19937_64 random(seed);
  for (unsigned run = 0; run < runs; ++run) {
    Memory first = randomMemory(before, random, 4096), second = first;
    std::vector<Scalar> parameters = randomParameters(before, random);
    auto a = interpret(before, parameters, first);
    auto b = interpret(after, parameters, second);
    ASSERT_TRUE(bool(a)) << llvm::toString(a.takeError()) << "\n" << toText(before);
    ASSERT_TRUE(bool(b)) << llvm::toString(b.takeError()) << "\n" << toText(after);
    ASSERT_EQ(a->size(), b->size());
    for (size_t r = 0; r < a->size(); ++r)
      ASSERT_EQ((*a)[r].bits, (*b)[r].bits) << "result " << r << "\n" << toText(before) << toText(after);
    for (size_t m = 0; m < before.arrays.size() && before.arrays[m].space == ArrayInfo::User; ++m)
      for (size_t i = 0; first.arrays[m].bytes != second.arrays[m].bytes && i < first.arrays[m].bytes.size(); ++i)
        ASSERT_EQ(first.arrays[m].bytes[i], second.arrays[m].bytes[i])
            << "run " << run << ", array " << before.arrays[m].name << ", byte " << int64_t(i) - first.arrays[m].base
            << "\n"
            << toText(before) << toText(after);
  }
}

Function checked(llvm::Expected<Function> result, const Function &before) {
  EXPECT_TRUE(bool(result));
  if (llvm::Error wrong = verify(*result))
    ADD_FAILURE() << llvm::toString(std::move(wrong)) << toText(*result);
  expectSameMeaning(before, *result);
  return std::move(*result);
}

Function loweredAndChecked(const Function &function, const Target &target, unsigned runs, unsigned registerBits) {
  LowerOptions options;
  options.registerBits = registerBits;
  Function before = function;
  auto lowered = lowerToNative(function, target, options, [&](llvm::StringRef step, const Function &after) {
    if (::testing::Test::HasFatalFailure())
      return;
    SCOPED_TRACE("step " + step.str() + " for " + target.name);
    expectSameMeaning(before, after, runs);
    before = after;
  });
  if (!lowered) {
    ADD_FAILURE() << target.name << ": " << llvm::toString(lowered.takeError()) << "\nfrom\n" << toText(before);
    return {};
  }
  return std::move(*lowered);
}

} // namespace vecify
