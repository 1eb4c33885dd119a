// The text form: what it looks like, that it reads back, and what is said about
// broken text.
#include "TestFunctions.h"
#include "vecify/IR/Builder.h"
#include <cmath>

namespace vecify {
namespace {

/// Every construct of the interface, in the printer's own spelling.
constexpr const char *interfaceText =
    R"ir(func "odd name"(%n : i32 in [0, 1000] multiple 16, %m : i64 in [, 5], %k : i64 in [-3, ], %alpha : f32, %"s->n" : u32, %len "strlen(p)" : u64) counter "p->i" covers_all trip (%n*%m - 2*%k + 3) results(acc : f32, "*best" : i32) {
  array x : f32 type "const float *" const align 32 disjoint(y, a2)
  array y : f32 type "float *" restrict disjoint(x)
  array a2 : i16 name "s->data"
  array a3 : u8 name "x"
  pattern x = x "x[{0}]" : f32 strides(4)
  pattern x.1 = x "((const float (*)[n])x)[{0}][{1}]" : f32 strides(4*%n, 4) offset -8
  pattern a2 = a2 "*s->data" : i16 strides()
  guard nonneg (%n - 16) "at least one vector"
  guard disjoint x from(0) to(4*%n, 4*%n*%m) y from(-4) to(4*%n + 4) or_equal "a \"quoted\" reason\n\01"
  guard lead x of y at_most(-4) at_least(4*%n + 60) from(0, 8) to(4*%n) or_equal
  guard either (%n - %m) or (-%n + %m - 8) "one is clearly more"
  %done = index (0) : index
  %f = constant 1.5 : f32
  %i = constant 7 : i32
  return %done, %f, %i
}
)ir";

constexpr const char *controlText =
    R"ir(func dot(%n : i32) counter i trip (%n) results(s : f32) {
  array x : f32 const restrict
  array y : f32 restrict
  pattern x = x "x[{0}]" : f32 strides(4)
  pattern y = y "y[{0}]" : f32 strides(4)
  %lo = index (0) : index
  %hi = index (%n) : index
  %0 = index (16) : index
  %s = constant 0.0 : 16xf32
  %s.1 = for %i = %lo to %hi step %0 carry(%s.2 : 16xf32 = %s) {
    %x = transfer_read x[%i] lanes(1) : 16xf32
    %1 = cmp_lt %lo, %hi : i1
    %2, %3 = if %1 : 16xf32, index {
      %4 = fma %x, %x, %s.2 : 16xf32 fp(contract, nsz)
      yield %4, %i
    } else {
      yield %s.2, %lo
    }
    transfer_write %x, y[%3 + 1] lanes(1)
    yield %2
  }
  for %j = %lo to %hi step %0 {
    yield
  }
  %c = cmp_lt %lo, %hi : i1
  if %c {
    yield
  } else {
    yield
  }
  %5 = reduce add %s.1 : f32 fp(fast)
  return %hi, %5
}
)ir";

constexpr const char *opsText = R"ir(func ops(%n : index, %u : u64) trip (0) {
  array x : f32
  array z : i64
  pattern x = x "x[{0}][{1}]" : f32 strides(64, 4)
  pattern x.1 = x "*x" : f32 strides()
  pattern z = z "z[{0}]" : i64 strides(8)
  %0 = constant -9223372036854775808 : i64
  %1 = constant 1 : 8xi1
  %2 = constant -0.0 : 2x8xf32
  %3 = constant 1e-45 : f64
  %4 = constant inf : f64
  %5 = constant -inf : f64
  %6 = constant nan(0xfff8000000000001) : f64
  %7 = constant 0.1 : f64
  %8 = constant 1.7976931348623157e+308 : f64
  %9 = index (-9223372036854775808*%n*%n - %u + 9223372036854775807) : i16
  %10 = iota [-3, 5] : 8xi32
  %11 = transfer_read x[2*%n, 0] lanes(1, 0; 0, %n) : 2x8xf32
  %12 = transfer_read x.1[] lanes() : 8xf32
  %13 = transfer_read x.1[] : f32
  %14 = constant 0.0 : f32
  %15 = transfer_read x[%n, 3] lanes(0, 0) at(0: %10, 1: %10) mask %1 else %14 : 8xf32
  transfer_write %15, x[%n, 3] lanes(0, 0) at(1: %10) mask %1 nontemporal
  %16 = load x[0, 0] : 8xf32
  store %16, x[0, 1] nontemporal
  %17 = masked_load x[0, 0] mask %1 : 8xf32
  masked_store %17, x[0, 0] mask %1
  %18 = load_splat x[0, 0] : 8xf32
  %19 = gather x[0, 0] at(%10) : 8xf32
  %20 = gather x[0, 0] at(%10) mask %1 : 8xf32
  scatter %20, x[0, 0] at(%10) mask %1
  scatter %20, x[0, 0] at(%10)
  %21 = math "pow" %20, %20 [4] : 8xf32 fp(reassoc, nnan, ninf)
  %22 = extract_slice %11 [1, 4] : 4xf32
  %23 = insert_slice %22, %11 [0, 4] : 2x8xf32
  %24 = transpose %23 [1, 0] : 8x2xf32
  %25 = multi_reduction add %23, %16 [0] : 8xf32 fp(fast)
  %26 = contract add %24, %24, %2 maps((0, 1), (0, 2), (1, 2)) iterators(red, par, par) : 2x8xf32 comment "not valid, but text"
  %27 = shl_imm %10 [3] : 8xi32
  %28 = concat %10, %10, %10 : 24xi32
  %29 = create_mask %n, %n : 2x8xi1
  %30 = cast %10 : 8xf32
  %31 = shuffle %10, %10 [15, 0] : 2xi32
  %32 = outerproduct add %16, %16, %16 : 8x8xf32
  return %n
}
)ir";

TEST(Print, ReadsBackTheInterface) { EXPECT_EQ(toText(parsed(interfaceText)), interfaceText); }

TEST(Print, ReadsBackControlFlow) {
  EXPECT_EQ(toText(parsed(controlText)), controlText);
  EXPECT_EQ(complaint(parsed(controlText)), "");
}

TEST(Print, ReadsBackEveryKindOfAttribute) { EXPECT_EQ(toText(parsed(opsText)), opsText); }

TEST(Parse, KeepsInterfaceFields) {
  const Function f = parsed(interfaceText);
  EXPECT_EQ(f.name, "odd name");
  EXPECT_EQ(f.counter, "p->i");
  EXPECT_TRUE(f.coversAll);
  ASSERT_EQ(f.parameters.size(), 6u);
  EXPECT_EQ(f.parameters[0].lo, 0);
  EXPECT_EQ(f.parameters[0].hi, 1000);
  EXPECT_EQ(f.parameters[0].multiple, 16);
  EXPECT_FALSE(f.parameters[1].lo);
  EXPECT_EQ(f.parameters[1].hi, 5);
  EXPECT_EQ(f.parameters[2].lo, -3);
  EXPECT_FALSE(f.parameters[2].hi);
  EXPECT_EQ(f.parameters[4].name, "s->n");
  EXPECT_EQ(f.values[f.parameters[4].value].name, "s->n");
  EXPECT_EQ(f.parameters[5].name, "strlen(p)");
  EXPECT_EQ(f.values[f.parameters[5].value].name, "len");
  EXPECT_EQ(f.results[1].name, "*best");
  EXPECT_EQ(f.arrays[0].disjoint, (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(f.arrays[0].paramType, "const float *");
  EXPECT_TRUE(f.arrays[0].isConst);
  EXPECT_FALSE(f.arrays[0].isRestrict);
  EXPECT_EQ(f.arrays[0].alignment, 32u);
  EXPECT_EQ(f.arrays[2].name, "s->data");
  EXPECT_EQ(f.arrays[3].name, "x");
  EXPECT_EQ(f.patterns[1].offsetBytes, -8);
  EXPECT_EQ(f.patterns[1].strideBytes[0], IndexExpr::symbol(f.parameters[0].value) * 4);
  EXPECT_EQ(f.patterns[2].strideBytes.size(), 0u);
  EXPECT_EQ(f.guards[1].kind, RuntimeGuard::Disjoint);
  EXPECT_EQ(f.guards[1].upperA.size(), 2u);
  EXPECT_TRUE(f.guards[1].equalIsFine);
  EXPECT_EQ(f.guards[1].why, "a \"quoted\" reason\n\x01");
}

TEST(Print, KeepsArrayNamesApart) {
  Function f = parsed("func f() trip (0) {\n  %d = index (0) : index\n  return %d\n}\n");
  for (const char *name : {"a2_", "a2", "s->x", "a2"})
    f.arrays.push_back({name, "", ScalarType::F32, false, false, 1, {}});
  const Function g = parsed(toText(f));
  ASSERT_EQ(g.arrays.size(), 4u);
  for (unsigned a = 0; a < 4; ++a)
    EXPECT_EQ(g.arrays[a].name, f.arrays[a].name);
}

TEST(Parse, KeepsHintsAndOps) {
  const Function f = parsed("func f() trip (0) {\n  %acc = index (0) : index\n "
                            " %acc.1 = index (1) : index\n"
                            "  %12 = index (2) : index\n  return %acc.1\n}\n");
  EXPECT_EQ(f.values[0].name, "acc");
  EXPECT_EQ(f.values[1].name, "acc");
  EXPECT_EQ(f.values[2].name, "");
  EXPECT_EQ(f.ops[1].index, IndexExpr(1));
  EXPECT_EQ(f.ops[3].operands[0], 1u);
  EXPECT_EQ(f.values[1].definition, 1u);
}

TEST(Parse, KeepsMemRefs) {
  const Function f = parsed(opsText);
  const auto at = [&](unsigned n) -> const Op & { return f.ops[f.blocks[f.body].ops[n]]; };
  EXPECT_EQ(at(11).mem.laneSteps.size(), 2u);
  EXPECT_EQ(at(11).mem.laneSteps[1][1], IndexExpr::symbol(f.parameters[0].value));
  EXPECT_EQ(at(12).mem.laneSteps.size(), 1u);
  EXPECT_EQ(at(12).mem.laneSteps[0].size(), 0u);
  EXPECT_EQ(at(13).mem.laneSteps.size(), 0u);
  EXPECT_EQ(at(15).mem.indirectSubs, (llvm::SmallVector<uint8_t, 1>{0, 1}));
  EXPECT_EQ(at(15).operands.size(), 4u);
  EXPECT_EQ(at(16).mem.indirectSubs, (llvm::SmallVector<uint8_t, 1>{1}));
  EXPECT_TRUE(at(16).mem.nontemporal);
  EXPECT_TRUE(hasMask(at(16), f));
  EXPECT_FALSE(hasMask(at(11), f));
}

TEST(Parse, KeepsConstantsToTheBit) {
  const Function f = parsed(opsText);
  EXPECT_EQ(f.ops[0].intValue, INT64_MIN);
  EXPECT_TRUE(std::signbit(f.ops[2].fpValue));
  EXPECT_EQ(std::bit_cast<uint64_t>(f.ops[6].fpValue), 0xfff8000000000001u);
  EXPECT_EQ(f.ops[8].fpValue, 1.7976931348623157e+308);
}

TEST(Parse, SkipsComments) {
  const Function f = parsed("func f() trip (0) { // nothing\n  // to see\n  %d "
                            "= index (0) : index return %d }");
  EXPECT_EQ(f.ops.size(), 2u);
}

struct BadText {
  const char *text, *message;
};
class ParseErrors : public testing::TestWithParam<BadText> {};

TEST_P(ParseErrors, SayWhereAndWhat) {
  llvm::Expected<Function> f = parseFunction(GetParam().text);
  ASSERT_FALSE(f);
  EXPECT_EQ(llvm::toString(f.takeError()), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Text, ParseErrors,
    testing::Values(
        BadText{"", "1:1: expected 'func', found the end"},
        BadText{"func f() trip (0) {", "1:20: expected an operation, found the end"},
        BadText{"func f() trip (%n) {}", "1:16: there is no value of this name here, found '%n'"},
        BadText{"func f(%n : i33) trip (0) {}", "1:13: expected an element type, found 'i33'"},
        BadText{"func f(%n : i32, %n : i32) trip (0) {}", "1:18: there are two values of this name, found '%n'"},
        BadText{"func f() trip (0) {\n  %a = frob\n}", "2:8: expected an operation, found 'frob'"},
        BadText{"func f() trip (0) {\n  %a = index (0)\n}", "3:1: expected ':', found '}'"},
        BadText{"func f() trip (0) {\n  %a = constant 1.5 : i32\n}",
                "2:17: expected a constant of type i32, found '1.5'"},
        BadText{"func f() trip (0) {\n  %a = load q[0] : f32\n}", "2:13: expected a pattern, found 'q'"},
        BadText{"func f() trip (0) {\n  %a, %b = index (0) : index\n}",
                "3:1: there are 2 results and 1 types, found '}'"},
        BadText{"func \"f() trip (0) {}", "1:6: a string without its closing "
                                          "quote, found '\"f() trip (0) {}'"},
        BadText{"func f() trip (9223372036854775808) {}", "1:16: a coefficient overflows, found '9223372036854775808'"},
        BadText{"func f() trip (0) {\n  array x : f32 disjoint(y)\n}", "2:26: expected an array, found 'y'"},
        BadText{"func f() trip (0) { return }\nfunc", "2:1: text after the function, found 'func'"}));

TEST(Print, ShowsBrokenFunctionsToo) {
  Function f;
  f.body = f.addBlock();
  Builder b(f, f.body);
  const ValueId v = b.index(IndexExpr::symbol(77));
  f.ops[0].mem.pattern = 3;
  Op op;
  op.kind = OpKind::For;
  op.operands = {v, 99};
  op.blocks = {f.addBlock()};
  b.append(std::move(op));
  Op load;
  load.kind = OpKind::Load;
  b.append(std::move(load), {VectorType::scalar(ScalarType::F32)});
  EXPECT_NE(toText(f).find("<no value 77>"), std::string::npos);
}

} // namespace
} // namespace vecify
