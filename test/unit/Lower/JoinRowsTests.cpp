// Rows of less than a register: what shares one, what is left alone, and that the order of reads and writes stays.
#include "Example.h"
#include "Steps.h"

namespace vecify {

static Function joined(const Function &f, llvm::StringRef spec = "avx2") {
  return checked(joinRows(f, target(spec), {}), f);
}

TEST(JoinRows, NeighboursAndWhatAllRowsHaveInCommon) {
  const Function f = example(R"(
  %b = load f32[0] : 4xf32
  %k = broadcast %alpha : 4xf32
  %x = load f32[8] : 4xf32
  %p = fma %x, %b, %k : 4xf32
  store %p, f32[40]
  %x.1 = load f32[12] : 4xf32
  %p.1 = fma %x.1, %b, %k : 4xf32
  store %p.1, f32[44])");
  const Function after = joined(f);
  EXPECT_EQ(countOf(after, OpKind::Fma), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Store), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Load), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::LoadRepeat), 1u) << toText(after);
  // A register holds no more than a row.
  EXPECT_EQ(toText(joined(f, "neon")), toText(f));
}

/// Four rows of four: y[r] = x[4 * r] * b + x[4 * r + 1] * b.1 and so on.
static std::string product(llvm::ArrayRef<int> splats) {
  std::string body = "  %b = load f64[0] : 4xf64\n  %b.1 = load f64[4] : 4xf64\n";
  for (int r = 0; r < 4; ++r) {
    const std::string row = std::to_string(r);
    for (int k = 0; k < int(splats.size()); ++k) {
      const std::string v = row + "_" + std::to_string(k);
      body += "  %a" + v + " = load_splat f64[" + std::to_string(16 + 4 * r + splats[k]) + "] : 4xf64\n  %p" + v +
              " = mul %a" + v + (k % 2 ? ", %b.1" : ", %b") + " : 4xf64\n";
      body += "  %s" + v + " = " +
              (k ? "add %p" + v + ", %s" + row + "_" + std::to_string(k - 1) : "add %p" + v + ", %p" + v) +
              " : 4xf64\n";
    }
    body +=
        "  store %s" + row + "_" + std::to_string(splats.size() - 1) + ", f64[" + std::to_string(32 + 4 * r) + "]\n";
  }
  return body;
}

TEST(JoinRows, SplatsOfAllLanesAreTakenOutOfOneLoad) {
  const Function f = example(product({0, 1, 2, 3}));
  const Function after = joined(f, "avx512");
  EXPECT_EQ(countOf(after, OpKind::LoadSplat), 0u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Load), 4u) << toText(after); // two of them in both halves
  EXPECT_EQ(countOf(after, OpKind::Mul), 8u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Shuffle), 8u) << toText(after);
  // Lane 3 of each row is read by nobody: it may not be there.
  const Function partly = joined(example(product({0, 1, 2})), "avx512");
  EXPECT_EQ(countOf(partly, OpKind::Load), 2u) << toText(partly);
}

TEST(JoinRows, WhatDiffersTooMuchIsLeftAlone) {
  const Function f = example(R"(
  %x = load f32[0] : 4xf32
  %p = sqrt %x : 4xf32
  store %p, f32[40]
  %x.1 = load f32[24] : 4xf32
  %p.1 = neg %x.1 : 4xf32
  store %p.1, f32[44])");
  EXPECT_EQ(toText(joined(f)), toText(f));
}

TEST(JoinRows, AReadOfWhatARowWroteStaysBehindIt) {
  const Function f = example(R"(
  %x = load f32[0] : 4xf32
  %p = mul %x, %x : 4xf32
  %q = add %p, %x : 4xf32
  store %q, f32[8]
  %x.1 = load f32[8] : 4xf32
  %p.1 = mul %x.1, %x.1 : 4xf32
  %q.1 = add %p.1, %x.1 : 4xf32
  store %q.1, f32[12])");
  EXPECT_EQ(countOf(joined(f), OpKind::Store), 2u);
}

TEST(JoinRows, LoopsCarryAllRowsTogether) {
  const Function f = example(R"(
  %zero = index (0) : index
  %one = index (1) : index
  %end = index (5) : index
  %none = constant 0 : 4xf32
  %s, %t = for %i = %zero to %end step %one carry(%a : 4xf32 = %none, %b : 4xf32 = %none) {
    %x = load f32[4*%i] : 4xf32
    %y = load_splat f32[%i + 32] : 4xf32
    %z = load_splat f32[%i + 40] : 4xf32
    %m = mul %x, %y : 4xf32
    %n = mul %x, %z : 4xf32
    %o = div %m, %y : 4xf32
    %p = div %n, %z : 4xf32
    %c = add %a, %o : 4xf32
    %d = add %b, %p : 4xf32
    yield %c, %d
  }
  store %s, f32[0]
  store %t, f32[4])");
  const Function after = joined(f);
  EXPECT_EQ(countOf(after, OpKind::Add), 1u) << toText(after);
  const Op *loop = nullptr;
  for (const Op &op : after.ops)
    if (op.kind == OpKind::For)
      loop = &op;
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->results.size(), 1u) << toText(after);
}

/// Rows of one expression, their ops in random order, with reads and writes that may meet.
static Function randomRows(uint64_t seed, const Target &isa) {
  std::mt19937_64 random(seed);
  const ScalarType element = std::array{ScalarType::F32, ScalarType::F64, ScalarType::I32,
                                        ScalarType::U16, ScalarType::I8,  ScalarType::I64}[random() % 6];
  const int64_t rows = 2 << random() % 2, lanes = std::max<int64_t>(2, isa.registerBits[0] / bitsOf(element) / rows);
  const std::string name = textOf(element).str(), type = " : " + std::to_string(lanes) + "x" + name;
  std::vector<std::vector<std::string>> lines(rows);
  std::vector<std::vector<std::string>> values(rows);
  const auto number = [](int64_t n) { return std::to_string(n); };
  unsigned count = 0;
  const auto add = [&](llvm::function_ref<std::string(int64_t)> text) {
    const std::string v = "%v" + number(count++) + "_";
    for (int64_t r = 0; r < rows; ++r) {
      lines[r].push_back("  " + v + number(r) + " = " + text(r) + type + "\n");
      values[r].push_back(v + number(r));
    }
  };
  // A number of each row, with arithmetic in as many bits as C takes for it.
  const auto scalar = [&](int64_t at, int64_t apart) {
    const std::string v = "%v" + number(count++) + "_";
    const bool isWide = isFloat(element) || bitsOf(element) >= 32;
    const std::string wide = isWide ? name : "i32";
    for (int64_t r = 0; r < rows; ++r) {
      const auto line = [&](const std::string &result, const std::string &text, const std::string &of) {
        lines[r].push_back("  " + v + number(r) + result + " = " + text + " : " + of + "\n");
        return v + number(r) + result;
      };
      std::string value = line("r", "transfer_read " + name + "[" + number(at + r * apart) + "]", name);
      if (!isWide)
        value = line("w", "cast " + value, wide);
      value =
          line("s", "sub " + line("k", isFloat(element) ? "constant 1.0" : "constant 255", wide) + ", " + value, wide);
      value = line("m", "mul " + value + ", " + value, wide);
      if (!isWide)
        value = line("n", "cast " + value, name);
      values[r].push_back(line("", "broadcast " + value, type.substr(3)));
    }
  };
  const auto leaf = [&] {
    const int64_t at = random() % 24, apart = random() % (2 * lanes), odd = random() % rows;
    switch (random() % 6) {
    case 5:
      return scalar(at, random() % 2 ? lanes : apart);
    case 0:
      return add([&](int64_t r) { return "load " + name + "[" + number(at + r * lanes) + "]"; });
    case 1:
      return add([&](int64_t r) { return "load " + name + "[" + number(at + (r == odd)) + "]"; });
    case 2:
      for (int64_t lane = 0; lane < lanes; ++lane)
        add([&](int64_t r) { return "load_splat " + name + "[" + number(at + r * lanes + lane) + "]"; });
      return;
    case 3:
      return add([&](int64_t r) { return "load_splat " + name + "[" + number(at + r * apart) + "]"; });
    default:
      return add([&](int64_t) { return "load " + name + "[" + number(at) + "]"; });
    }
  };
  const unsigned parts = 1 + random() % 3;
  for (unsigned part = 0; part < parts; ++part) {
    for (unsigned i = 0; i < 2 + random() % 3; ++i)
      leaf();
    for (unsigned i = 0; i < 2 + random() % 8; ++i) {
      const size_t a = random() % values[0].size(), b = random() % values[0].size();
      const char *const kind = std::array{"add", "sub", "add", "max"}[random() % 4];
      add([&](int64_t r) {
        const bool isFloating = isFloat(element) && kind[0] == 'm';
        return std::string(isFloating ? "cmax" : kind) + " " + values[r][a] + ", " + values[r][b];
      });
    }
    const int64_t to = random() % 3 ? 40 + random() % 8 : random() % 24;
    for (int64_t r = 0; r < rows; ++r)
      lines[r].push_back("  store " + values[r].back() + ", " + name + "[" + number(to + r * lanes) + "]\n");
  }
  // One row after the other, or all of them mixed.
  std::string body;
  std::vector<size_t> next(rows);
  const bool isMixed = random() % 2;
  for (int64_t r = 0; r < rows;) {
    const int64_t from = isMixed ? int64_t(random() % rows) : r;
    if (next[from] < lines[from].size())
      body += lines[from][next[from]++];
    while (r < rows && next[r] == lines[r].size())
      ++r;
  }
  return example(body);
}

TEST(JoinRows, MeansTheSameWhateverMeets) {
  for (const char *spec : {"avx2", "avx512"}) {
    unsigned changed = 0;
    for (uint64_t seed = 0; seed < 400; ++seed) {
      const Function f = randomRows(seed, target(spec)), after = joined(f, spec);
      if (::testing::Test::HasFailure()) {
        ADD_FAILURE() << "seed " << seed << "\n" << toText(f) << toText(after);
        return;
      }
      changed += countOf(after, OpKind::Store) < countOf(f, OpKind::Store);
    }
    EXPECT_GT(changed, 100u) << spec;
  }
}

} // namespace vecify
