// Laws that hold for every function: it verifies, its text reads back, copies
// and sweeps mean the same.
#include "RandomFunctions.h"
#include "TestFunctions.h"
#include "vecify/IR/Pattern.h"
#include "llvm/ADT/StringExtras.h"
#include <random>
#include <set>

namespace vecify {
namespace {

constexpr uint64_t seeds = 400;

struct Outcome {
  std::vector<uint64_t> results;
  std::vector<std::vector<uint8_t>> bytes;
  bool operator==(const Outcome &) const = default;
};

Outcome outcomeOf(const Function &f, uint64_t seed) {
  std::mt19937_64 random(seed);
  Memory memory;
  for (size_t a = 0; a < f.arrays.size(); ++a) {
    MemoryImage &image = memory.arrays.emplace_back();
    image.base = bytesOfRandomArray / 2;
    for (int64_t b = 0; b < bytesOfRandomArray; ++b)
      image.bytes.push_back(uint8_t(random()));
  }
  std::vector<Scalar> parameters;
  for (const Parameter &p : f.parameters)
    parameters.push_back({p.type, random()});
  auto results = interpret(f, parameters, memory);
  Outcome outcome;
  if (!results) {
    ADD_FAILURE() << llvm::toString(results.takeError()) << "\n" << toText(f);
    return outcome;
  }
  for (const Scalar &scalar : *results)
    outcome.results.push_back(scalar.bits);
  for (MemoryImage &image : memory.arrays)
    outcome.bytes.push_back(std::move(image.bytes));
  return outcome;
}

/// Same ops with the same attributes in the same order; ids may differ. The
/// text does not show everything.
bool isSameOp(const Function &f, const Op &a, const Function &g, const Op &b) {
  return a.kind == b.kind && a.operands.size() == b.operands.size() &&
         a.results.size() == b.results.size() && a.fp == b.fp &&
         a.intValue == b.intValue &&
         std::bit_cast<uint64_t>(a.fpValue) ==
             std::bit_cast<uint64_t>(b.fpValue) &&
         a.ints == b.ints && a.combine == b.combine &&
         a.mem.indirectSubs == b.mem.indirectSubs &&
         a.mem.nontemporal == b.mem.nontemporal &&
         a.mem.rowSet == b.mem.rowSet && a.mem.row == b.mem.row &&
         a.mem.laneSteps.size() == b.mem.laneSteps.size() &&
         a.mem.pattern == b.mem.pattern && a.contract.maps == b.contract.maps &&
         a.contract.isReduction == b.contract.isReduction &&
         a.function == b.function && a.comment == b.comment &&
         llvm::equal(a.results, b.results, [&](ValueId v, ValueId w) {
           return f.typeOf(v) == g.typeOf(w) &&
                  f.values[v].name == g.values[w].name;
         });
}
bool isSameBlock(const Function &f, BlockId a, const Function &g, BlockId b) {
  return llvm::equal(f.blocks[a].ops, g.blocks[b].ops, [&](OpId x, OpId y) {
    return isSameOp(f, f.ops[x], g, g.ops[y]) &&
           llvm::equal(
               f.ops[x].blocks, g.ops[y].blocks,
               [&](BlockId p, BlockId q) { return isSameBlock(f, p, g, q); });
  });
}

TEST(RandomFunctions, Verify) {
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    const Function f = randomFunction(seed);
    ASSERT_EQ(complaint(f), "") << "seed " << seed << "\n" << toText(f);
  }
}

TEST(RandomFunctions, HaveEveryOp) {
  std::set<llvm::StringRef> missing;
#define OP(Name, Text, Operands, Class) missing.insert(Text);
#include "vecify/IR/Ops.def"
  for (uint64_t seed = 0; seed < seeds; ++seed)
    for (const Op &op : randomFunction(seed).ops)
      missing.erase(textOf(op.kind));
  EXPECT_EQ(llvm::join(missing, " "), "");
}

TEST(RandomFunctions, TextReadsBack) {
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    const Function f = randomFunction(seed);
    const Function g = parsed(toText(f));
    ASSERT_EQ(toText(g), toText(f)) << "seed " << seed;
    ASSERT_TRUE(isSameBlock(f, f.body, g, g.body)) << "seed " << seed << "\n"
                                                   << toText(f);
    ASSERT_EQ(outcomeOf(g, seed), outcomeOf(f, seed)) << "seed " << seed;
  }
}

TEST(RandomFunctions, CopiesMeanTheSame) {
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    const Function f = randomFunction(seed);
    const Function g =
        Rewriter(f).run([](const Op &, Rewriter &) { return false; });
    ASSERT_EQ(complaint(g), "");
    ASSERT_EQ(toText(g), toText(f)) << "seed " << seed;
  }
}

TEST(RandomFunctions, SweptOnesMeanTheSame) {
  size_t before = 0, after = 0;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    const Function f = randomFunction(seed), g = sweep(f);
    ASSERT_EQ(complaint(g), "") << toText(f) << toText(g);
    ASSERT_EQ(outcomeOf(g, seed), outcomeOf(f, seed)) << "seed " << seed << "\n"
                                                      << toText(f) << toText(g);
    ASSERT_EQ(toText(sweep(g)), toText(g))
        << "a swept function has nothing to sweep";
    before += f.ops.size();
    after += g.ops.size();
  }
  EXPECT_LT(after, before * 9 / 10);
}

/// Cut, doubled and garbled texts: an error or a function, never a crash.
TEST(RandomFunctions, BrokenTextsAreRefusedInPeace) {
  std::mt19937_64 random(7);
  unsigned refused = 0;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    std::string text = toText(randomFunction(seed % 40));
    for (unsigned edits = 1 + random() % 3; edits > 0; --edits) {
      const size_t at = random() % text.size(),
                   length =
                       std::min<size_t>(1 + random() % 8, text.size() - at);
      if (random() % 2)
        text.erase(at, length);
      else
        text.insert(random() % text.size(), text.substr(at, length));
    }
    auto f = parseFunction(text);
    if (!f) {
      ++refused;
      llvm::consumeError(f.takeError());
    } else {
      llvm::consumeError(verify(*f));
      toText(*f);
    }
  }
  EXPECT_GT(refused, seeds / 2);
}

} // namespace
} // namespace vecify
