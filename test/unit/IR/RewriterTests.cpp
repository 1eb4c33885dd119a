// Copying, mapping, patterns to a fixpoint, dead code.
#include "TestFunctions.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

/// What patterns ask; this library only passes it through.
struct Target {
  int64_t shift = 0;
};

namespace {

constexpr const char *sample =
    R"ir(func f(%n : i32 in [0, 99], %a : f32) counter i covers_all trip (%n - 1) results(s : f32) {
  array x : f32 disjoint(y)
  array y : f32
  pattern x = x "x[{0}]" : f32 strides(4*%n)
  pattern y = y "y[{0}]" : f32 strides(4)
  guard nonneg (%n - 8) "enough"
  guard disjoint x from(0) to(4*%n) y from(%n) to(5*%n)
  %lo = index (0) : index
  %hi = index (%n) : index
  %step = index (1) : index
  %s = for %i = %lo to %hi step %step carry(%acc : f32 = %a) fp(fast) {
    %v = transfer_read x[%n + %i] : f32
    %c = cmp_lt %v, %a : i1
    %w = if %c : f32 {
      %m = mul %v, %v : f32 fp(contract) comment "square"
      yield %m
    } else {
      yield %v
    }
    transfer_write %w, y[%i] : nothing
    yield %w
  }
  return %hi, %s
}
)ir";

std::string sampleText() {
  std::string text = sample;
  return text.erase(text.find(" : nothing"), 10);
}

TEST(Rewriter, CopiesEverything) {
  Function f = parsed(sampleText());
  for (Op &op : f.ops)
    op.loc = {1, 2, unsigned(op.id)};
  Rewriter rewriter(f);
  std::vector<unsigned> columns;
  const Function copy = rewriter.run([](const Op &, Rewriter &) { return false; });
  EXPECT_EQ(toText(copy), sampleText());
  EXPECT_EQ(complaint(copy), "");
  for (size_t o = 0; o < f.ops.size(); ++o)
    EXPECT_EQ(copy.ops[o].loc, f.ops[o].loc);
}

TEST(Rewriter, CopiesDoNotDependOnOldIds) {
  // Unused values in between make every old id wrong in the copy.
  Function f;
  for (int i = 0; i < 5; ++i)
    f.addValue(VectorType::scalar(ScalarType::I32));
  const ValueId n = f.addValue(VectorType::scalar(ScalarType::I32), "n");
  f.parameters.push_back({n, "n", ScalarType::I32, {}, {}, 1});
  f.arrays.push_back({"x", "", ScalarType::F32, false, false, 1, {}});
  f.patterns.push_back({0, ScalarType::F32, "x[{0}]", {IndexExpr::symbol(n)}, 0});
  f.trip = IndexExpr::symbol(n);
  RuntimeGuard guard;
  guard.expr = IndexExpr::symbol(n) - 4;
  f.guards.push_back(guard);
  f.arrays.push_back(f.arrays[0]);
  guard.kind = RuntimeGuard::Disjoint;
  guard.a = 0;
  guard.b = 1;
  guard.lowerA = guard.upperA = guard.lowerB = guard.upperB = {IndexExpr::symbol(n)};
  f.guards.push_back(guard);
  f.body = f.addBlock();
  Builder b(f, f.body);
  b.transferRead(VectorType::vector(4, ScalarType::F32),
                 MemRef{0, {IndexExpr::symbol(n)}, {{IndexExpr::symbol(n)}}, {}, false});
  b.ret({b.index(IndexExpr::symbol(n))});
  ASSERT_EQ(complaint(f), "");
  Rewriter rewriter(f);
  const Function copy = rewriter.run([](const Op &, Rewriter &) { return false; });
  EXPECT_EQ(complaint(copy), "");
  EXPECT_EQ(toText(copy), toText(f));
  EXPECT_EQ(copy.values.size(), 3u);
}

TEST(Rewriter, CopiesKeepTheirLocWhateverTheBuilderHas) {
  Function f = parsed(sampleText());
  for (Op &op : f.ops)
    op.loc = {1, 2, 3};
  const Function copy = Rewriter(f).run([](const Op &op, Rewriter &r) {
    r.builder().loc = {};
    r.builder().fp = FpFlags::fast();
    r.copy(op);
    return true;
  });
  EXPECT_EQ(toText(copy), sampleText());
  for (const Op &op : copy.ops)
    EXPECT_EQ(op.loc, (Loc{1, 2, 3}));
}

TEST(Rewriter, ReplacesOpsInNestedBlocks) {
  const Function f = parsed(sampleText());
  Rewriter rewriter(f);
  const Function changed = rewriter.run([](const Op &op, Rewriter &r) {
    if (op.kind != OpKind::Mul)
      return false;
    const ValueId a = r.mapped(op.operands[0]);
    r.map(op.results[0], r.builder().create(OpKind::Add, r.result().typeOf(a), {a, a}, "sum"));
    return true;
  });
  EXPECT_EQ(complaint(changed), "");
  const std::string text = toText(changed);
  // The new op has the flags of the old one.
  EXPECT_NE(text.find("%sum = add %v, %v : f32 fp(contract)\n      yield %sum"), std::string::npos) << text;
  EXPECT_EQ(text.find("mul"), std::string::npos);
}

/// x * 2^k -> x << k, and x << a << b -> x << (a + b): the second only matches
/// what the first has made.
std::optional<llvm::SmallVector<ValueId, 1>> mulToShift(const Op &op, Rewriter &r, const Target &target) {
  const Op *factor = r.result().definitionOf(op.operands[1]);
  if (!factor || factor->kind != OpKind::Constant || factor->intValue != 2)
    return std::nullopt;
  Op shift;
  shift.kind = OpKind::ShlImm;
  shift.operands = {op.operands[0]};
  shift.ints = {target.shift};
  const OpId id = r.builder().append(std::move(shift), {r.result().typeOf(op.operands[0])});
  return {{r.result().ops[id].results[0]}};
}
std::optional<llvm::SmallVector<ValueId, 1>> mergeShifts(const Op &op, Rewriter &r, const Target &) {
  const Op *inner = r.result().definitionOf(op.operands[0]);
  if (!inner || inner->kind != OpKind::ShlImm)
    return std::nullopt;
  Op shift;
  shift.kind = OpKind::ShlImm;
  shift.operands = {inner->operands[0]};
  shift.ints = {inner->ints[0] + op.ints[0]};
  const OpId id = r.builder().append(std::move(shift), {r.result().typeOf(op.operands[0])});
  return {{r.result().ops[id].results[0]}};
}
const Pattern mulPattern = {"", "", "", OpKind::Mul, mulToShift};
const Pattern shiftPattern = {"", "", "", OpKind::ShlImm, mergeShifts};

TEST(ApplyPatterns, OffersNewOpsAgain) {
  const Function f = parsed("func f(%x : i32) trip (0) results(y : i32) {\n  "
                            "%two = constant 2 : i32\n"
                            "  %a = mul %x, %two : i32\n  %b = mul %a, %two : "
                            "i32\n  %c = mul %b, %two : i32\n"
                            "  %z = index (0) : index\n  return %z, %c\n}\n");
  const Target target{1};
  const Pattern *forwards[] = {&mulPattern, &shiftPattern}, *backwards[] = {&shiftPattern, &mulPattern};
  const char *expected = "func f(%x : i32) trip (0) results(y : i32) {\n  %0 = "
                         "shl_imm %x [3] : i32\n"
                         "  %z = index (0) : index\n  return %z, %0\n}\n";
  EXPECT_EQ(toText(applyPatterns(f, forwards, target)), expected);
  EXPECT_EQ(toText(applyPatterns(f, backwards, target)), expected);
}

TEST(ApplyPatterns, ChangesNothingWithoutAMatch) {
  const Function f = parsed(sampleText());
  const Pattern *patterns[] = {&shiftPattern};
  EXPECT_EQ(toText(applyPatterns(f, patterns, Target())), sampleText());
}

TEST(ApplyPatterns, StopsWhenAPatternAlwaysMatches) {
  const Pattern forever = {"", "", "", OpKind::Mul, [](const Op &op, Rewriter &r, const Target &) {
                             return std::optional(llvm::SmallVector<ValueId, 1>{
                                 r.builder().create(OpKind::Mul, r.result().typeOf(op.operands[0]), op.operands)});
                           }};
  const Pattern *patterns[] = {&forever};
  EXPECT_EQ(complaint(applyPatterns(parsed(sampleText()), patterns, Target())), "");
}

TEST(Sweep, DropsWhatNobodyUses) {
  const Function f = parsed("func f(%x : i32) trip (0) {\n  array a : i32\n  "
                            "pattern a = a \"a[{0}]\" : i32 strides(4)\n"
                            "  %u = mul %x, %x : i32\n  %v = add %u, %u : "
                            "i32\n  %l = transfer_read a[%v] : i32\n"
                            "  %z = index (0) : index\n  return %z\n}\n");
  EXPECT_EQ(sweep(f).ops.size(), 2u);
}

TEST(Sweep, KeepsWritesAndWhatTheyNeed) {
  const Function f = parsed("func f(%x : i32) trip (0) {\n  array a : i32\n  "
                            "pattern a = a \"a[{0}]\" : i32 strides(4)\n"
                            "  %s = constant 2 : i32\n  %p = constant 5 : "
                            "i32\n  %t = constant 2 : i32\n"
                            "  transfer_write %x, a[%s + %p]\n  %z = index (0) "
                            ": index\n  return %z\n}\n");
  const Function swept = sweep(f);
  EXPECT_EQ(swept.ops.size(), 5u) << toText(swept);
  EXPECT_EQ(complaint(swept), "");
}

/// Writes %x to a buffer, then `more`.
static unsigned opsAfterSweep(llvm::StringRef more) {
  const Function swept = sweep(parsed(("func f(%x : i32) trip (0) {\n  array a : i32\n  array t : i32 stack [8]\n"
                                       "  pattern a = a \"a[{0}]\" : i32 strides(4)\n"
                                       "  pattern t = t \"t[{0}]\" : i32 strides(4)\n"
                                       "  %z = index (0) : index\n  transfer_write %x, t[%z]\n" +
                                       more + "  return %z\n}\n")
                                          .str()));
  EXPECT_EQ(complaint(swept), "");
  return unsigned(swept.ops.size());
}

TEST(Sweep, DropsWritesToBuffersThatNobodyReads) {
  EXPECT_EQ(opsAfterSweep(""), 2u);
  EXPECT_EQ(opsAfterSweep("  %r = transfer_read t[%z] : i32\n"), 2u);
  EXPECT_EQ(opsAfterSweep("  %r = transfer_read t[%z] : i32\n  transfer_write %r, a[%z]\n"), 5u);
}

TEST(Sweep, DropsCopiesOfArraysThatNothingTouches) {
  const Function swept = sweep(parsed("func f(%x : i32) trip (0) {\n  array a : i32\n  array b : i32\n"
                                      "  pattern a = a \"a[{0}]\" : i32 strides(4)\n"
                                      "  pattern b = b \"b[{0}]\" : i32 strides(4)\n"
                                      "  copy in b from(0) to(4)\n  copy out a from(0) to(4)\n"
                                      "  %z = index (0) : index\n  %r = transfer_read b[%z] : i32\n"
                                      "  transfer_write %x, a[%z]\n  return %z\n}\n"));
  ASSERT_EQ(swept.copies.size(), 1u) << toText(swept);
  EXPECT_EQ(swept.arrays[swept.copies[0].array].name, "a");
}

constexpr const char *loops = R"ir(func f(%x : i32) trip (0) {
  array a : i32
  pattern a = a "a[{0}]" : i32 strides(4)
  %z = index (0) : index
  %r = for %i = %z to %z step %x8 carry(%c : i32 = %x) {
    %d = add %c, %x : i32
    yield %d
  }
  for %j = %z to %z step %x8 {
    %e = add %x, %x : i32
    %t = cmp_eq %x, %x : i1
    if %t {
      transfer_write %x, a[%j]
      yield
    } else {
      yield
    }
    %u = add %e, %e : i32
    yield
  }
  return %z
}
)ir";

TEST(Sweep, DropsLoopsWithoutEffectAndKeepsTheRest) {
  std::string text = loops;
  text.replace(text.find("  %r = for"), 0, "  %x8 = index (8) : index\n");
  const Function swept = sweep(parsed(text));
  EXPECT_EQ(complaint(swept), "");
  const std::string after = toText(swept);
  EXPECT_EQ(after.find("%r = for"), std::string::npos) << after;
  EXPECT_NE(after.find("transfer_write %x, a[%j]"), std::string::npos) << after;
  EXPECT_NE(after.find("cmp_eq"), std::string::npos) << after;
  EXPECT_EQ(after.find("%e"), std::string::npos) << after;
}

TEST(Sweep, MakesIdsDense) {
  Function f = parsed(sampleText());
  f.addValue(VectorType::scalar(ScalarType::I32));
  f.addOp(Op());
  f.addBlock();
  const Function swept = sweep(f);
  EXPECT_EQ(toText(swept), sampleText());
  EXPECT_EQ(swept.ops.size(), f.ops.size() - 1);
  EXPECT_EQ(swept.blocks.size(), f.blocks.size() - 1);
  EXPECT_EQ(swept.values.size(), f.values.size() - 1);
}

TEST(UseCounts, CountOperandsAndSymbols) {
  const Function f = parsed("func f(%x : i32) trip (%x) {\n  array a : i32\n  pattern a = a "
                            "\"a[{0}][{1}]\" : i32 strides(4, 8)\n"
                            "  %k = index (2*%x*%x) : index\n  %s = transfer_read a[%k, %k + "
                            "1] lanes(0, %x) : 2xi32\n"
                            "  %t = add %s, %s : 2xi32\n  return %k\n}\n");
  const std::vector<unsigned> counts = useCounts(f);
  EXPECT_EQ(counts[f.parameters[0].value], 2u);
  EXPECT_EQ(counts[f.ops[0].results[0]], 3u);
  EXPECT_EQ(counts[f.ops[1].results[0]], 2u);
  EXPECT_EQ(counts[f.ops[2].results[0]], 0u);
}

} // namespace
} // namespace vecify
