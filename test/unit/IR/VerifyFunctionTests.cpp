// The structure of a function: faults that no text can express are planted into
// a good one.
#include "TestFunctions.h"
#include "vecify/IR/Builder.h"

namespace vecify {
namespace {

constexpr const char *good =
    R"ir(func f(%n : i32, %x : f32) trip (%n) results(s : f32) {
  array a : f32 disjoint(b)
  array b : f32
  pattern a = a "a[{0}]" : f32 strides(4*%n)
  guard nonneg (%n - 16)
  guard disjoint a from(0) to(4*%n) b from(0) to(4*%n)
  %lo = index (0) : index
  %hi = index (%n) : index
  %st = index (16) : index
  %r = for %i = %lo to %hi step %st carry(%v : f32 = %x) {
    %y = transfer_read a[%i] : f32
    %z = add %v, %y : f32
    yield %z
  }
  return %hi, %r
}
)ir";

/// The complaint after `plant` has changed the good function.
std::string complaintAfter(llvm::function_ref<void(Function &)> plant) {
  Function f = parsed(good);
  EXPECT_EQ(complaint(f), "");
  plant(f);
  return complaint(f);
}

#define EXPECT_COMPLAINT(PART, ...)                                            \
  do {                                                                         \
    const std::string found =                                                  \
        complaintAfter([](Function &f) { __VA_ARGS__; });                      \
    EXPECT_NE(found.find(PART), std::string::npos) << found;                   \
  } while (false)

TEST(Verify, NamesFunctionAndOp) {
  EXPECT_EQ(complaintAfter([](Function &f) {
              f.ops[3].operands[2] = f.parameters[0].value;
            }),
            "10:8: in 'f': '%r = for %i = %lo to %hi step %n carry(%v : f32 = %x)': "
            "operand 2 is i32 where index is needed");
}

TEST(Verify, ChecksParameters) {
  EXPECT_COMPLAINT("is f32, not i32", f.parameters[1].type = ScalarType::I32);
  EXPECT_COMPLAINT("has no value of its own",
                   f.parameters[1].value = f.parameters[0].value);
  EXPECT_COMPLAINT("has no value of its own", f.parameters[1].value = 1000);
  EXPECT_COMPLAINT("is defined by an op",
                   f.values[f.parameters[0].value].definition = 0);
  EXPECT_COMPLAINT("has an empty range", f.parameters[0].lo = 3;
                   f.parameters[0].hi = 2);
  EXPECT_COMPLAINT("is a multiple of 0", f.parameters[0].multiple = 0);
}

TEST(Verify, ChecksArraysAndPatterns) {
  EXPECT_COMPLAINT("is disjoint from an array that is not there",
                   f.arrays[0].disjoint = {2});
  EXPECT_COMPLAINT("or itself", f.arrays[0].disjoint = {0});
  EXPECT_COMPLAINT("is aligned to 3", f.arrays[0].alignment = 3);
  EXPECT_COMPLAINT("holds truth values", f.arrays[0].element = ScalarType::I1);
  EXPECT_COMPLAINT("has no array", f.patterns[0].array = 2);
  EXPECT_COMPLAINT("holds truth values", f.patterns[0].type = ScalarType::I1);
  EXPECT_COMPLAINT("not visible", f.patterns[0].strideBytes[0] =
                                      IndexExpr::symbol(f.ops[0].results[0]));
  EXPECT_COMPLAINT("takes 0 subscripts", f.patterns[0].strideBytes.clear());
}

TEST(Verify, ChecksGuardsAndTrip) {
  EXPECT_COMPLAINT("no integer scalar",
                   f.trip = IndexExpr::symbol(f.parameters[1].value));
  EXPECT_COMPLAINT("not visible",
                   f.trip = IndexExpr::symbol(f.ops[0].results[0]));
  EXPECT_COMPLAINT("has overflowed",
                   f.trip = IndexExpr(INT64_MAX) + IndexExpr(1));
  EXPECT_COMPLAINT("a guard",
                   f.guards[0].expr = IndexExpr::symbol(f.parameters[1].value));
  EXPECT_COMPLAINT("keeps no two arrays apart", f.guards[1].b = 0);
  EXPECT_COMPLAINT("keeps no two arrays apart", f.guards[1].a = 2);
  EXPECT_COMPLAINT("without an end", f.guards[1].upperB.clear());
}

TEST(Verify, ChecksBlocks) {
  EXPECT_COMPLAINT("the function has no body", f.body = 100);
  EXPECT_COMPLAINT("does not end in return", f.blocks[f.body].ops.pop_back());
  EXPECT_COMPLAINT("does not end in yield",
                   f.blocks[f.ops[3].blocks[0]].ops.pop_back());
  EXPECT_COMPLAINT("does not end in return", f.blocks[f.body].ops.clear());
  EXPECT_COMPLAINT("a block that is not there", f.ops[3].blocks[0] = 100);
  EXPECT_COMPLAINT("has 0 blocks", f.ops[3].blocks.clear());
  EXPECT_COMPLAINT("the body takes arguments",
                   f.blocks[f.body].arguments.push_back(0));
  EXPECT_COMPLAINT("stands at two places", auto &ops = f.blocks[f.body].ops;
                   ops.insert(ops.begin(), ops[0]));
  EXPECT_COMPLAINT("is no value of its own",
                   f.blocks[f.ops[3].blocks[0]].arguments[1] =
                       f.parameters[1].value);
  EXPECT_COMPLAINT("a block argument is not there",
                   f.blocks[f.ops[3].blocks[0]].arguments[1] = 1000);
  EXPECT_COMPLAINT("block arguments",
                   f.blocks[f.ops[3].blocks[0]].arguments.pop_back());
}

TEST(Verify, RefusesBlocksOfTwoOps) {
  Function f = withOperands({"i1"}, "if %a {\nyield\n} else {\nyield\n}");
  Op &branch =
      *llvm::find_if(f.ops, [](const Op &op) { return op.kind == OpKind::If; });
  branch.blocks[1] = branch.blocks[0];
  EXPECT_NE(complaint(f).find("has no block of its own"), std::string::npos);
  branch.blocks[1] = f.body;
  EXPECT_NE(complaint(f).find("has no block of its own"), std::string::npos);
}

TEST(Verify, ChecksDefinitionsAndUses) {
  EXPECT_COMPLAINT("not visible",
                   f.ops.back().operands[0] = f.ops[4].results[0]);
  EXPECT_COMPLAINT("not visible", f.ops.back().operands[0] = 1000);
  EXPECT_COMPLAINT("its result is not its own",
                   f.values[f.ops[0].results[0]].definition = 1);
  EXPECT_COMPLAINT("its result is not its own",
                   f.ops[1].results[0] = f.ops[0].results[0]);
  EXPECT_COMPLAINT("not visible", auto &ops = f.blocks[f.body].ops;
                   std::swap(ops[0], ops[3]));
  EXPECT_COMPLAINT("not visible", auto &ops = f.blocks[f.ops[3].blocks[0]].ops;
                   std::swap(ops[0], ops[1]));
  EXPECT_COMPLAINT("not visible",
                   f.ops[4].mem.subs[0] = IndexExpr::symbol(1000));
}

TEST(Verify, ChecksWhatIsReturned) {
  EXPECT_COMPLAINT("gives 1 values where 2 are needed",
                   f.ops.back().operands.pop_back());
  EXPECT_COMPLAINT(
      "gives f32 where index is needed",
      std::swap(f.ops.back().operands[0], f.ops.back().operands[1]));
  EXPECT_COMPLAINT("gives f32 where f64 is needed",
                   f.results[0].type = ScalarType::F64);
}

TEST(Verify, ChecksShapesOfValues) {
  EXPECT_COMPLAINT("a value has the shape 0xf32",
                   f.values[f.ops[4].results[0]].type.shape = {0});
  EXPECT_COMPLAINT(
      "a value has the shape",
      f.values[f.ops[4].results[0]].type.shape = {1 << 20, 1 << 20});
}

TEST(Verify, ChecksPatternOfMemoryOps) {
  EXPECT_COMPLAINT("has no pattern", f.ops[4].mem.pattern = 7);
}

} // namespace
} // namespace vecify
