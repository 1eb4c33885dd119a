// What is done alike to all members of a structure: when it is done side by side, and that it means the same.
#include "Example.h"
#include "Steps.h"

namespace vecify {

static Function joined(const Function &f, llvm::StringRef spec = "avx2") {
  return checked(joinMembers(f, target(spec), {}), f);
}

/// y[m] = x[m] * (a or b), for each of four members.
static std::string scaled(llvm::StringRef a, llvm::StringRef b, int from = 0) {
  std::string body;
  for (int m = 0; m < 4; ++m) {
    const std::string n = std::to_string(m);
    body += "  %x" + n + " = transfer_read f32[" + std::to_string((m + from) % 4) + "] lanes(4) : 8xf32\n";
  }
  body += "  %k = broadcast %alpha : 8xf32\n  %l = constant 2.0 : 8xf32\n";
  for (int m = 0; m < 4; ++m) {
    const std::string n = std::to_string(m);
    body += "  %y" + n + " = mul %x" + n + ", " + (m % 2 ? b : a).str() + " : 8xf32\n  transfer_write %y" + n +
            ", f32[" + std::to_string(32 + m) + "] lanes(4)\n";
  }
  return body;
}

TEST(JoinMembers, WhatIsDoneToAllIsDoneAtOnce) {
  for (const char *spec : {"avx2", "avx512", "neon"}) {
    const Function after = joined(example(scaled("%k", "%k")), spec);
    EXPECT_EQ(countOf(after, OpKind::TransferRead), 1u) << toText(after);
    EXPECT_EQ(countOf(after, OpKind::Mul), 1u) << toText(after);
    EXPECT_EQ(countOf(after, OpKind::TransferWrite), 1u) << toText(after);
    EXPECT_EQ(countOf(after, OpKind::Shuffle), 0u) << toText(after);
  }
}

TEST(JoinMembers, ScalarsMayDiffer) {
  const Function after = joined(example(scaled("%k", "%l")));
  EXPECT_EQ(countOf(after, OpKind::Mul), 1u) << toText(after);
  EXPECT_EQ(countOf(after, OpKind::Shuffle), 2u) << "of the four scalars\n" << toText(after);
}

TEST(JoinMembers, SomeAreNegated) {
  for (const char *element : {"f32", "f64"}) {
    std::string body = R"(
  %x = transfer_read F[0] lanes(2) : 8xF
  %y = transfer_read F[1] lanes(2) : 8xF
  %n = neg %y : 8xF
  transfer_write %x, F[24] lanes(2)
  transfer_write %n, F[25] lanes(2))";
    for (size_t at; (at = body.find('F')) != std::string::npos;)
      body.replace(at, 1, element);
    const Function after = joined(example(body));
    EXPECT_EQ(countOf(after, OpKind::Xor), 1u) << toText(after);
    EXPECT_EQ(countOf(after, OpKind::Neg), 0u) << toText(after);
    EXPECT_EQ(countOf(after, OpKind::TransferWrite), 1u) << toText(after);
    checked(lowerToNative(after, target("avx2"), {}), after);
  }
}

TEST(JoinMembers, OtherMembersAreTakenFromTheSameRegister) {
  const Function swapped = joined(example(scaled("%k", "%k", 2)));
  EXPECT_EQ(countOf(swapped, OpKind::Shuffle), 1u) << toText(swapped);
  const Function byLast = joined(example(scaled("%x3", "%x3")));
  EXPECT_EQ(countOf(byLast, OpKind::Shuffle), 1u) << toText(byLast);
  EXPECT_EQ(countOf(byLast, OpKind::Mul), 1u) << toText(byLast);
}

TEST(JoinMembers, WhatDiffersIsTakenApart) {
  const Function f = example(R"(
  %x = transfer_read f32[0] lanes(2) : 8xf32
  %y = transfer_read f32[1] lanes(2) : 8xf32
  %s = add %x, %y : 8xf32
  %d = sub %x, %y : 8xf32
  transfer_write %s, f32[32] lanes(2)
  transfer_write %d, f32[33] lanes(2))");
  EXPECT_EQ(toText(joined(f)), toText(f));
  // Of a member that nobody reads nothing is known.
  const Function partly = example(R"(
  %x = transfer_read f32[0] lanes(4) : 8xf32
  %y = transfer_read f32[2] lanes(4) : 8xf32
  transfer_write %x, f32[32] lanes(2)
  transfer_write %y, f32[33] lanes(2))");
  EXPECT_EQ(toText(joined(partly)), toText(partly));
}

/// Members of one expression, read and written in random order at places that may meet.
static Function randomMembers(uint64_t seed) {
  std::mt19937_64 random(seed);
  const ScalarType element = std::array{ScalarType::F32, ScalarType::F64, ScalarType::I32,
                                        ScalarType::U16, ScalarType::I8,  ScalarType::U8}[random() % 6];
  const int64_t members = 2 << random() % 2, lanes = 4 << random() % 2;
  const std::string name = textOf(element).str(), type = " : " + std::to_string(lanes) + "x" + name,
                    apart = "] lanes(" + std::to_string(members) + ")";
  const auto number = [](int64_t n) { return std::to_string(n); };
  std::vector<std::vector<std::string>> lines(members), values(members);
  unsigned count = 0;
  const auto add = [&](llvm::function_ref<std::string(int64_t)> text) {
    const std::string v = "%v" + number(count++) + "_";
    for (int64_t m = 0; m < members; ++m) {
      lines[m].push_back("  " + v + number(m) + " = " + text(m) + type + "\n");
      values[m].push_back(v + number(m));
    }
  };
  const auto leaf = [&] {
    const int64_t at = random() % 12, turn = random() % members;
    const std::string scalars[] = {number(1 + random() % 3), number(1 + random() % 3)};
    switch (random() % 6) {
    case 0:
      return add([&](int64_t m) { return "transfer_read " + name + "[" + number(at + (m + turn) % members) + apart; });
    case 1:
      return add([&](int64_t) { return "transfer_read " + name + "[" + number(at + turn) + apart; });
    case 2:
      return add(
          [&](int64_t m) { return "constant " + scalars[m % 2 && random() % 2] + (isFloat(element) ? ".0" : ""); });
    default:
      return add([&](int64_t m) { return "transfer_read " + name + "[" + number(at + m) + apart; });
    }
  };
  for (unsigned part = 0; part < 1 + random() % 3; ++part) {
    for (unsigned i = 0; i < 2 + random() % 3; ++i)
      leaf();
    for (unsigned i = 0; i < 2 + random() % 6; ++i) {
      const size_t a = random() % values[0].size(), b = random() % values[0].size();
      const char *const kind = std::array{"add", "sub", "mul"}[random() % 3];
      add([&](int64_t m) { return std::string(kind) + " " + values[m][a] + ", " + values[m][b]; });
      if (!isFloat(element) || random() % 4)
        continue;
      // One is negated; what is made of the others nobody uses.
      const int64_t negated = random() % members;
      add([&](int64_t m) { return "neg " + values[m].back(); });
      for (int64_t m = 0; m < members; ++m)
        if (m != negated)
          std::swap(values[m][values[m].size() - 2], values[m].back());
    }
    const int64_t to = random() % 3 ? 40 + random() % 8 : random() % 12;
    for (int64_t m = 0; m < members; ++m)
      lines[m].push_back("  transfer_write " + values[m].back() + ", " + name + "[" + number(to + m) + apart + "\n");
  }
  // Member after member, line after line, or mixed.
  const unsigned order = random() % 3;
  std::string body;
  std::vector<size_t> next(members);
  for (size_t left = members * lines[0].size(), turn = 0; left > 0; ++turn) {
    size_t m = order == 0 ? 0 : order == 1 ? turn % members : random() % members;
    while (next[m] == lines[m].size())
      m = (m + 1) % members;
    body += lines[m][next[m]++];
    --left;
  }
  return example(body);
}

TEST(JoinMembers, MeansTheSameWhateverMeets) {
  for (const char *spec : {"avx2", "neon"}) {
    unsigned changed = 0;
    for (uint64_t seed = 0; seed < 400; ++seed) {
      const Function f = randomMembers(seed), after = joined(f, spec);
      checked(groupInterleaved(after, target(spec), {}), after);
      checked(groupInterleaved(f, target(spec), {}), f);
      checked(groupTransposed(f, target(spec), {}), f);
      if (::testing::Test::HasFailure()) {
        ADD_FAILURE() << "seed " << seed << "\n" << toText(f) << toText(after);
        return;
      }
      changed += countOf(after, OpKind::TransferWrite) < countOf(f, OpKind::TransferWrite);
    }
    EXPECT_GT(changed, 100u) << spec;
  }
}

/// Sums of members, carried by a loop; `behind` comes after it.
static Function sums(llvm::StringRef second, llvm::StringRef behind = "") {
  return example((R"(
  %lo = index (0) : index
  %hi = index (5) : index
  %step = index (1) : index
  %zero = constant 0.0 : 8xf32
  %r, %i = for %k = %lo to %hi step %step carry(%a : 8xf32 = %zero, %b : 8xf32 = %zero) {
    %h = transfer_read f32[%k + 100] : f32
    %x = transfer_read f32[2*%k] lanes(2) : 8xf32
    %y = transfer_read f32[2*%k + 1] lanes(2) : 8xf32
    %s = broadcast %h : 8xf32
    %t = broadcast %h : 8xf32
    %p = mul %s, %x : 8xf32
    %q = mul %t, )" +
                  second +
                  R"( : 8xf32
    %c = add %a, %p : 8xf32
    %d = add %b, %q : 8xf32
    yield %c, %d
  }
  transfer_write %r, f32[40] lanes(2)
  transfer_write %i, f32[41] lanes(2)
)" + behind)
                     .str());
}

TEST(JoinMembers, WhatALoopCarriesIsCarriedForAll) {
  for (const char *spec : {"avx2", "avx512", "neon"}) {
    const Function after = joined(sums("%y"), spec);
    EXPECT_EQ(countOf(after, OpKind::Mul), 1u) << toText(after);
    EXPECT_EQ(countOf(after, OpKind::Add), 1u) << toText(after);
    EXPECT_EQ(countOf(after, OpKind::TransferWrite), 1u) << toText(after);
    EXPECT_EQ(countOf(after, OpKind::Shuffle), 0u) << toText(after);
  }
}

TEST(JoinMembers, WhatOthersNeedAloneIsNotCarriedTwice) {
  const Function f = sums("%y", "  %n = neg %r : 8xf32\n  transfer_write %n, f32[80] lanes(1)\n");
  EXPECT_EQ(toText(joined(f)), toText(f));
}

TEST(JoinMembers, WhatDependsOnSumsThatStayApartStaysApart) {
  const Function f = sums("%s");
  EXPECT_EQ(countOf(joined(f), OpKind::TransferWrite), 2u) << toText(joined(f));
}

/// Values of all members that one loop or two carry on, written in them and behind them.
static Function randomSums(uint64_t seed) {
  std::mt19937_64 random(seed);
  const ScalarType element =
      std::array{ScalarType::F32, ScalarType::I32, ScalarType::U16, ScalarType::I8}[random() % 4];
  const int64_t members = 2 << random() % 2, lanes = 4 << random() % 2, carries = 1 + random() % 2;
  const bool isNested = random() % 3 == 0;
  const std::string name = textOf(element).str(), type = " : " + std::to_string(lanes) + "x" + name,
                    apart = "] lanes(" + std::to_string(members) + ")";
  const auto number = [](int64_t n) { return std::to_string(n); };
  std::string body = "  %lo = index (0) : index\n  %hi = index (3) : index\n  %step = index (1) : index\n";
  unsigned count = 0;
  using Values = std::vector<std::string>;
  const auto fresh = [&] {
    Values values;
    for (int64_t m = 0; m < members; ++m)
      values.push_back("%v" + number(count) + "_" + number(m));
    ++count;
    return values;
  };
  const auto add = [&](llvm::function_ref<std::string(int64_t)> text) {
    const Values values = fresh();
    for (int64_t m = 0; m < members; ++m)
      body += "  " + values[m] + " = " + text(m) + type + "\n";
    return values;
  };
  const auto read = [&](const std::string &at) {
    const int64_t from = random() % 8, turn = random() % 4 ? 0 : random() % members;
    return add(
        [&](int64_t m) { return "transfer_read " + name + "[" + at + number(from + (m + turn) % members) + apart; });
  };
  const auto write = [&](const Values &values) {
    const int64_t to = random() % 3 ? 40 + random() % 8 : random() % 12;
    for (int64_t m = 0; m < members; ++m)
      body += "  transfer_write " + values[m] + ", " + name + "[" + number(to + m) + apart + "\n";
  };
  const auto loop = [&](llvm::ArrayRef<Values> inits, const std::string &counter, auto &&inside) {
    std::vector<Values> results, arguments;
    std::string heads, carried, fed;
    for (const Values &init : inits) {
      results.push_back(fresh());
      arguments.push_back(fresh());
      for (int64_t m = 0; m < members; ++m) {
        heads += (heads.empty() ? "" : ", ") + results.back()[m];
        carried += (carried.empty() ? "" : ", ") + arguments.back()[m] + type + " = " + init[m];
      }
    }
    body += "  " + heads + " = for " + counter + " = %lo to %hi step %step carry(" + carried + ") {\n";
    for (const Values &values : inside(arguments))
      for (const std::string &value : values)
        fed += (fed.empty() ? "" : ", ") + value;
    body += "  yield " + fed + "\n  }\n";
    return results;
  };
  const auto step = [&](std::vector<Values> known, const std::string &counter) {
    known.push_back(read(number(members) + "*" + counter + " + "));
    if (random() % 3 == 0)
      known.push_back(add([&](int64_t) { return std::string(isFloat(element) ? "constant 2.0" : "constant 2"); }));
    for (unsigned i = 0; i < 2 + random() % 3; ++i) {
      const size_t a = random() % known.size(), b = random() % known.size();
      const char *const kind = std::array{"add", "sub", "mul"}[random() % 3];
      const bool isMixed = random() % 12 == 0;
      known.push_back(add([&](int64_t m) {
        return std::string(isMixed && m ? "add" : kind) + " " + known[a][m] + ", " + known[b][m];
      }));
    }
    if (random() % 4 == 0)
      write(known[random() % known.size()]);
    std::vector<Values> fed;
    for (int64_t c = 0; c < carries; ++c)
      fed.push_back(known[known.size() - 1 - random() % 3]);
    return fed;
  };
  std::vector<Values> inits;
  for (int64_t c = 0; c < carries; ++c)
    inits.push_back(random() % 2 ? read("") : add([&](int64_t) {
      return std::string(isFloat(element) ? "constant 1.0" : "constant 1");
    }));
  const std::vector<Values> results = loop(inits, "%k", [&](const std::vector<Values> &arguments) {
    if (!isNested)
      return step(arguments, "%k");
    return step(loop(arguments, "%l", [&](const std::vector<Values> &inner) { return step(inner, "%l"); }), "%k");
  });
  for (const Values &values : results)
    if (random() % 4)
      write(values);
  return example(body);
}

TEST(JoinMembers, MeansTheSameWhateverLoopsCarry) {
  for (const char *spec : {"avx2", "neon"}) {
    unsigned changed = 0;
    for (uint64_t seed = 0; seed < 600; ++seed) {
      const Function f = randomSums(seed), after = joined(f, spec);
      if (::testing::Test::HasFailure()) {
        ADD_FAILURE() << "seed " << seed << "\n" << toText(f) << toText(after);
        return;
      }
      changed += countOf(after, OpKind::TransferWrite) < countOf(f, OpKind::TransferWrite);
    }
    EXPECT_GT(changed, 150u) << spec;
  }
}

} // namespace vecify
