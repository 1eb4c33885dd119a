// Lanes in the order that costs least: where the order is left alone, and that it is always restored.
#include "Example.h"
#include "OrderLanes/Exchange.h"
#include "Steps.h"

namespace vecify {

static Function ordered(const Function &f, llvm::StringRef spec) { return checked(orderLanes(f, target(spec), {}), f); }

/// Shuffles that do nothing but restore an order.
static unsigned reorderingsIn(const Function &f) {
  return unsigned(llvm::count_if(
      f.ops, [](const Op &op) { return op.kind == OpKind::Shuffle && op.operands[0] == op.operands[1]; }));
}

static const char *const pairs = R"(
  %a = load f32[0] : 8xf32
  %b = load f32[8] : 8xf32
  %re = even %a, %b : 8xf32
  %im = odd %a, %b : 8xf32
)";

TEST(OrderLanes, WhatIsPutTogetherAgainIsNotReordered) {
  const Function f = example(std::string(pairs) + R"(
  %k = broadcast %alpha : 8xf32
  %s = mul %re, %k : 8xf32
  %lo = zip_lo %s, %im : 8xf32
  %hi = zip_hi %s, %im : 8xf32
  store %lo, f32[16]
  store %hi, f32[24])");
  for (const char *spec : {"avx2", "avx512"}) {
    const Function after = ordered(f, spec);
    EXPECT_EQ(countOf(after, OpKind::Shuffle), 4u) << toText(after);
    EXPECT_EQ(reorderingsIn(after), 0u) << toText(after);
  }
  EXPECT_EQ(toText(ordered(f, "neon")), toText(f));
}

TEST(OrderLanes, TheSourcesOrderIsRestoredWhereThatIsCheapest) {
  const Function sum = example(std::string(pairs) + "  %s = add %re, %im : 8xf32\n  store %s, f32[16]");
  EXPECT_EQ(reorderingsIn(ordered(sum, "avx2")), 1u);
  // Two exchanges less, two reorderings more.
  const Function both = example(std::string(pairs) + "  store %re, f32[16]\n  store %im, f32[24]");
  EXPECT_EQ(toText(ordered(both, "avx2")), toText(both));
}

TEST(OrderLanes, WhatMeetsAChainIsReordered) {
  const Function f = example(std::string(pairs) + R"(
  %w = load f32[32] : 8xf32
  %x = mul %re, %w : 8xf32
  %y = mul %im, %w : 8xf32
  %lo = zip_lo %x, %y : 8xf32
  %hi = zip_hi %x, %y : 8xf32
  store %lo, f32[16]
  store %hi, f32[24])");
  const Function after = ordered(f, "avx2");
  EXPECT_EQ(countOf(after, OpKind::Even) + countOf(after, OpKind::ZipLo), 0u) << toText(after);
  EXPECT_EQ(reorderingsIn(after), 1u) << toText(after);
}

TEST(OrderLanes, LoopsCarryAnyOrder) {
  const Function f = example(R"(
  %zero = index (0) : index
  %step = index (16) : index
  %end = index (64) : index
  %none = constant 0 : 8xf32
  %sum = for %i = %zero to %end step %step carry(%s : 8xf32 = %none) {
    %a = load f32[%i] : 8xf32
    %b = load f32[%i + 8] : 8xf32
    %re = even %a, %b : 8xf32
    %t = add %s, %re : 8xf32
    yield %t
  }
  store %sum, f32[0])");
  const Function after = ordered(f, "avx2");
  EXPECT_EQ(countOf(after, OpKind::Even), 0u) << toText(after);
  const std::vector<OpId> &behind = after.blocks[after.body].ops;
  EXPECT_TRUE(llvm::any_of(behind, [&](OpId id) { return after.ops[id].kind == OpKind::Shuffle; })) << toText(after);
  EXPECT_EQ(reorderingsIn(after), 1u) << toText(after);
}

TEST(OrderLanes, QuartersOfPixelsComeBackInOrder) {
  LaneOrder order, twice;
  const VectorType type = VectorType::vector(8, ScalarType::F32);
  order = exchangeInBlocks(OpKind::Even, type, {})->order;
  twice = exchangeInBlocks(OpKind::Odd, type, order)->order;
  EXPECT_EQ(twice, (LaneOrder{0, 2, 4, 6, 1, 3, 5, 7}));
  EXPECT_EQ(exchangeInBlocks(OpKind::ZipLo, type, twice)->order, order);
  EXPECT_EQ(exchangeInBlocks(OpKind::ZipHi, type, order)->order, LaneOrder());
  // The lower half of each block is not the lower half of all.
  EXPECT_FALSE(exchangeInBlocks(OpKind::ZipLo, type, {}));
  // One block, or lanes in an order that mixes even and odd ones.
  EXPECT_FALSE(exchangeInBlocks(OpKind::Even, VectorType::vector(4, ScalarType::F32), {}));
  EXPECT_FALSE(exchangeInBlocks(OpKind::Even, type, twice));
}

/// Exchanges, operations on lanes, loads and loops at random; everything is stored.
static Function randomExchanges(uint64_t seed, const Target &isa) {
  std::mt19937_64 random(seed);
  const ScalarType element = std::array{ScalarType::F32, ScalarType::F64, ScalarType::I32,
                                        ScalarType::U16, ScalarType::I8,  ScalarType::I64}[random() % 6];
  const int64_t lanes = 256 / bitsOf(element);
  const llvm::StringRef maskElement = textOf(isa.predicateMasks ? ScalarType::I1 : maskType(bitsOf(element)));
  const std::string name = textOf(element).str(), type = " : " + std::to_string(lanes) + "x" + name + "\n";
  std::string body = "  %zero = index (0) : index\n  %step = index (1) : index\n  %end = index (3) : index\n"
                     "  %k = constant 3" +
                     type;
  std::vector<std::string> values = {"%k"};
  unsigned count = 0;
  const auto any = [&] { return values[random() % values.size()]; };
  const auto fresh = [&] { return "%v" + std::to_string(count++); };
  const auto some = [&](unsigned ops) {
    for (unsigned i = 0; i < ops; ++i) {
      const std::string v = fresh();
      static const char *const kinds[] = {"even", "odd", "zip_lo", "zip_hi", "add", "sub"};
      if (random() % 9 == 0) {
        const std::string isLess = fresh();
        body += "  " + isLess + " = cmp_lt " + any() + ", " + any() + " : " + std::to_string(lanes) + "x" +
                maskElement.str() + "\n  " + v + " = select " + isLess + ", " + any() + ", " + any() + type;
      } else if (random() % 5 == 0)
        body += "  " + v + " = load " + name + "[" + std::to_string(random() % 16) + "]" + type;
      else
        body += "  " + v + " = " + kinds[random() % 6] + " " + any() + ", " + any() + type;
      values.push_back(v);
    }
  };
  some(4 + random() % 8);
  if (random() % 2) {
    const std::vector<std::string> outside = values;
    const std::string sum = fresh(), carried = fresh(), first = any();
    body += "  " + sum + " = for %i = %zero to %end step %step carry(" + carried + type.substr(0, type.size() - 1) +
            " = " + first + ") {\n";
    values.push_back(carried);
    some(3 + random() % 6);
    body += "  yield " + values.back() + "\n  }\n";
    values = outside;
    values.push_back(sum);
    some(random() % 4);
  }
  for (size_t i = 1; i < values.size(); ++i)
    if (random() % 3 == 0 || i + 1 == values.size())
      body += "  store " + values[i] + ", " + name + "[" + std::to_string(random() % 16) + "]\n";
  return example(body);
}

TEST(OrderLanes, RandomChainsKeepTheirMeaning) {
  unsigned changed = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    for (const char *spec : {"avx2", "avx512"}) {
      const Function f = randomExchanges(seed, target(spec));
      changed += toText(ordered(f, spec)) != toText(f);
    }
  }
  EXPECT_GT(changed, 200u);
}

} // namespace vecify
