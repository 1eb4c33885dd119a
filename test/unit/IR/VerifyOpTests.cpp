// Every rule that an op keeps by itself: one planted fault each, and the words
// that name it.
#include "TestFunctions.h"

namespace vecify {
namespace {

struct Fault {
  const char *op;
  std::vector<const char *> types; ///< of %a, %b, %c
  const char *complaint;           ///< a part of it
};

class OpFaults : public testing::TestWithParam<Fault> {};

TEST_P(OpFaults, AreNamed) {
  const std::string found = complaintAbout(GetParam().op, GetParam().types);
  EXPECT_NE(found.find(GetParam().complaint), std::string::npos) << GetParam().op << "\nsays '" << found << "'";
}

INSTANTIATE_TEST_SUITE_P(
    Arithmetic, OpFaults,
    testing::Values(Fault{"%r = add %a : 4xi32", {"4xi32"}, "takes 2 operands, has 1"},
                    Fault{"%r = add %a, %b : 4xi32", {"4xi32", "8xi32"}, "operand 1 is 8xi32 where 4xi32 is needed"},
                    Fault{"%r = add %a, %b : 4xi32", {"4xi32", "4xf32"}, "operand 1 is 4xf32"},
                    Fault{"%r = add %a, %a : 4xi1", {"4xi1"}, "needs numbers, not i1"},
                    Fault{"%r = rem %a, %a : 4xf32", {"4xf32"}, "needs integers, not f32"},
                    Fault{"%r = min %a, %a : 4xf32", {"4xf32"}, "needs integers, not f32"},
                    Fault{"%r = cmin %a, %a : 4xi32", {"4xi32"}, "needs floats, not i32"},
                    Fault{"%r = sqrt %a : 4xi32", {"4xi32"}, "needs floats, not i32"},
                    Fault{"%r = and %a, %a : 4xf32", {"4xf32"}, "needs integers or masks, not f32"},
                    Fault{"%r = shl_imm %a [32] : 4xi32", {"4xi32"}, "the amount 32 is not below the width"},
                    Fault{"%r = shl_imm %a [-1] : 4xi32", {"4xi32"}, "the amount -1 is not below the width"},
                    Fault{"%r = shl_imm %a [] : 4xi32", {"4xi32"}, "needs 1 integers, has 0"},
                    Fault{"%r = shl_uniform %a, %a : 4xi32", {"4xi32"}, "operand 1 is 4xi32 where i32 is needed"},
                    Fault{"%r = masked_add %a, %b, %b : i32", {"i1", "i32"}, "a scalar where a vector is needed"},
                    Fault{"%r = select %a, %b, %b : 4xi32", {"4xi32", "4xi32"}, "the mask 4xi32 holds no truth values"},
                    Fault{"%r = select %a, %b, %b : 4xi32", {"i1", "4xi32"}, "the mask i1 has not the shape of 4xi32"},
                    Fault{
                        "%r = select %a, %b, %b : 4xi32", {"4xm64", "4xi32"}, "the mask 4xm64 has not the lane width"},
                    Fault{"%r = select %a, %b, %c : 4xi32", {"4xi1", "4xi32", "4xu32"}, "operand 2 is 4xu32"},
                    Fault{"%r = cmp_lt %a, %b : 4xi1", {"4xi32", "4xu32"}, "operand 1 is 4xu32 where 4xi32 is needed"},
                    Fault{"%r = cmp_lt %a, %a : 4xi32", {"4xi32"}, "holds no truth values"},
                    Fault{"%r = cmp_lt %a, %a : 8xi1", {"4xi32"}, "has not the shape"},
                    Fault{"%r = cmp_lt %a, %a : 4xi1", {"4xi1"}, "needs numbers"},
                    Fault{"%r = math \"sin\" %a : 4xi32", {"4xi32"}, "needs floats"},
                    Fault{"%r = math \"pow\" %a : 4xf32", {"4xf32"}, "not as many operands"},
                    Fault{"%r = math \"sin\" %a [1, 2] : 4xf32", {"4xf32"}, "more than one error bound"},
                    Fault{"%r = math \"pow\" %a, %b : 4xf32", {"4xf32", "4xf64"}, "operand 1 is 4xf64"},
                    Fault{"%r, %s = add %a, %a : i32, i32", {"i32"}, "has 2 results"},
                    Fault{"%r = index (%a) : f32", {"i32"}, "no integer or index scalar"},
                    Fault{"%r = index (%a) : index", {"f32"}, "is f32, no integer scalar"},
                    Fault{"%r = index (%a) : index", {"4xi32"}, "is 4xi32, no integer scalar"}));

INSTANTIATE_TEST_SUITE_P(
    Casts, OpFaults,
    testing::Values(Fault{"%r = cast %a : 8xf32", {"4xi32"}, "operand 0 is 4xi32 where 8xi32 is needed"},
                    Fault{"%r = cast %a : 4xf32", {"4xm32"}, "converts no masks but i1"},
                    Fault{"%r = bitcast %a : 4xf64", {"4xi32"}, "differ in size"},
                    Fault{"%r = mask_cast %a : 4xi32", {"4xi1"}, "casts masks to masks"},
                    Fault{"%r = narrow_pair %a, %a : 8xi8", {"4xi32"}, "does not narrow"},
                    Fault{"%r = narrow_pair %a, %a : 4xi16", {"4xi32"}, "the result is 4xi16 where 8xi16 is needed"},
                    Fault{"%r = narrow_blocks %a, %a : 4xi16", {"2xi32"}, "has no blocks of 128 bits"},
                    Fault{"%r = popcount %a : 4xi32", {"4xi32"}, "needs unsigned integers"},
                    Fault{"%r = narrow_pair %a, %b : 8xi16", {"4xi32", "4xu32"}, "operand 1 is 4xu32"},
                    Fault{"%r = narrow_pair_sat %a, %a : 8xu16", {"4xu32"}, "saturates signed operands only"},
                    Fault{"%r = narrow_pair %a, %a : 8xf16", {"4xf32"}, "does not narrow"}));

INSTANTIATE_TEST_SUITE_P(
    Shapes, OpFaults,
    testing::Values(
        Fault{"%r = iota [0, 1] : 4xf32", {}, "lane numbers are integers"},
        Fault{"%r = iota [0, 1] : i32", {}, "a scalar where a vector is needed"},
        Fault{"%r = iota [0] : 4xi32", {}, "needs start and step"},
        Fault{"%r = broadcast %a : 4xi32", {"f32"}, "changes the element"},
        Fault{"%r = broadcast %a : 4xi32", {"2xi32"}, "2xi32 does not broadcast to 4xi32"},
        Fault{"%r = broadcast %a : 4xi32", {"1x4xi32"}, "loses dims"},
        Fault{"%r = extract_slice %a [5] : 4xi32", {"8xi32"}, "leaves dim 0 of 8xi32"},
        Fault{"%r = extract_slice %a [-1] : 4xi32", {"8xi32"}, "leaves dim 0"},
        Fault{"%r = extract_slice %a [0] : 4xi32", {"2x8xi32"}, "needs 2 integers"},
        Fault{"%r = extract_slice %a [2, 0] : 4xi32", {"2x8xi32"}, "leaves dim 0"},
        Fault{"%r = extract_slice %a [0] : i32", {"8xi32"}, "a scalar where a vector is needed"},
        Fault{"%r = extract_slice %a [0] : 1x4xi32", {"8xi32"}, "adds dims"},
        Fault{"%r = extract_slice %a [0] : 4xu32", {"8xi32"}, "changes the element"},
        Fault{"%r = insert_slice %a, %b [5] : 8xi32", {"4xi32", "8xi32"}, "leaves dim 0"},
        Fault{"%r = insert_slice %a, %b [0] : 4xi32", {"4xi32", "8xi32"}, "the result is 4xi32"},
        Fault{"%r = concat %a, %b : 12xi32", {"4xi32", "2x4xi32"}, "the ranks differ"},
        Fault{"%r = concat %a, %b : 8xi32", {"4xi32", "4xu32"}, "4xu32 does not continue 4xi32"},
        Fault{"%r = concat %a, %b : 2x8xi32", {"2x4xi32", "3x4xi32"}, "does not continue"},
        Fault{"%r = concat %a, %a : 9xi32", {"4xi32"}, "the result is 9xi32 where 8xi32 is needed"},
        Fault{"%r = concat : 9xi32", {}, "has no operands"},
        Fault{"%r = from_lanes %a, %b : 2xi32", {"i32", "u32"}, "operand 1 is u32 where i32 is needed"},
        Fault{"%r = from_lanes %a, %a : 3xi32", {"i32"}, "the result is 3xi32 where 2xi32 is needed"},
        Fault{"%r = extract %a [4] : i32", {"4xi32"}, "leaves dim 0"},
        Fault{"%r = extract %a [0, 8] : i32", {"2x8xi32"}, "leaves dim 1"},
        Fault{"%r = extract %a [0] : u32", {"4xi32"}, "the result is u32"},
        Fault{"%r = extract %a [] : i32", {"i32"}, "a scalar where a vector is needed"},
        Fault{"%r = shape_cast %a : 2x3xi32", {"8xi32"}, "differ in lanes or element"},
        Fault{"%r = shape_cast %a : 2x4xu32", {"8xi32"}, "differ in lanes or element"},
        Fault{"%r = transpose %a [0, 0] : 2x2xi32", {"2x2xi32"}, "no permutation"},
        Fault{"%r = transpose %a [0, 2] : 2x2xi32", {"2x2xi32"}, "no permutation"},
        Fault{"%r = transpose %a [1, 0] : 2x3xi32", {"2x3xi32"}, "the result is 2x3xi32 where 3x2xi32 is needed"},
        Fault{"%r = reverse %a : i32", {"i32"}, "a scalar where a vector is needed"},
        Fault{"%r = even %a, %b : 4xi32", {"4xi32", "8xi32"}, "operand 1 is 8xi32"},
        Fault{"%r = zip_lo %a, %a : 8xi32", {"4xi32"}, "operand 0 is 4xi32"},
        Fault{"%r = shuffle %a, %a [0, 8] : 2xi32", {"4xi32"}, "selects a lane that does not exist"},
        Fault{"%r = shuffle %a, %a [0, -1] : 2xi32", {"4xi32"}, "selects a lane that does not exist"},
        Fault{"%r = shuffle %a, %a [0, 1] : 4xi32", {"4xi32"}, "the result is 4xi32 where 2xi32 is needed"},
        Fault{"%r = shuffle %a, %a [0] : 1xi32", {"2x2xi32"}, "is not one-dimensional"},
        Fault{"%r = create_mask %a : 4xi32", {"index"}, "the result is no mask"},
        Fault{"%r = create_mask %a : 2x4xi1", {"index"}, "needs one count per dim"},
        Fault{"%r = create_mask %a : 4xi1", {"i32"}, "operand 0 is i32 where index is needed"}));

INSTANTIATE_TEST_SUITE_P(
    Reductions, OpFaults,
    testing::Values(
        Fault{"%r = reduce add %a : i32", {"2x4xi32"}, "is not one-dimensional"},
        Fault{"%r = reduce add %a : u32", {"4xi32"}, "the result is u32"},
        Fault{"%r = reduce min %a : f32", {"4xf32"}, "'min' does not combine values of type f32"},
        Fault{"%r = reduce fmin %a : i32", {"4xi32"}, "'fmin' does not combine values of type i32"},
        Fault{"%r = reduce xor %a : f32", {"4xf32"}, "'xor' does not combine"},
        Fault{"%r = multi_reduction add %a, %b [1, 0] : i32", {"2x4xi32", "i32"}, "not ascending dims"},
        Fault{"%r = multi_reduction add %a, %b [2] : 2x4xi32", {"2x4xi32", "2x4xi32"}, "not ascending dims"},
        Fault{"%r = multi_reduction add %a, %b [0] : 2xi32", {"2x4xi32", "2xi32"}, "operand 1 is 2xi32 where 4xi32"},
        Fault{"%r = outerproduct add %a, %b, %c : 4x2xf32", {"2xf32", "4xf32", "4x2xf32"}, "shape of the product"},
        Fault{"%r = outerproduct add %a, %a, %b : 2x2xi32", {"2xf32", "2x2xi32"}, "are not accumulated in i32"},
        Fault{"%r = outerproduct add %a, %a, %b : 2x2xf32", {"2xf64", "2x2xf32"}, "narrower than the factors"},
        Fault{"%r = mul_add_pairs %a, %a : 4xi32", {"8xu16"}, "operand 0 is 8xu16"},
        Fault{"%r = mul_add_pairs %a, %a : 8xi32", {"8xi16"}, "operand 0 is 8xi16 where 16xi16"},
        Fault{"%r = mul_add_bytes %a, %a : 4xi16", {"8xu8"}, "operand 1 is 8xu8 where 8xi8"},
        Fault{"%r = dot_acc %a, %a, %b : 4xi32", {"8xu8", "4xi32"}, "operand 0 is 8xu8 where 16xu8"},
        Fault{"%r = dot_acc %a, %a, %b : 4xi64", {"16xu8", "4xi64"}, "accumulates in 32 bits"},
        Fault{"%r = dot_acc %a, %b, %c : 4xi32", {"16xu8", "8xi16", "4xi32"}, "multiplies bytes or 16-bit"}));

#define MATMUL(MAPS, ITERATORS) "%r = contract add %a, %b, %c maps(" MAPS ") iterators(" ITERATORS ") : 2x3xf32"
const std::vector<const char *> matmul = {"2x4xf32", "4x3xf32", "2x3xf32"};
INSTANTIATE_TEST_SUITE_P(
    Contractions, OpFaults,
    testing::Values(
        Fault{MATMUL("(0, 2), (2, 1)", "par, par, red"), matmul, "needs three maps"},
        Fault{MATMUL("(0), (2, 1), (0, 1)", "par, par, red"), matmul, "map 0 has not the rank"},
        Fault{MATMUL("(0, 3), (2, 1), (0, 1)", "par, par, red"), matmul, "map 0 names no dim, or one twice"},
        Fault{MATMUL("(0, 0), (2, 1), (0, 1)", "par, par, red"), matmul, "map 0 names no dim, or one twice"},
        Fault{MATMUL("(0, 2), (1, 2), (0, 1)", "par, par, red"), matmul, "disagree about dim 2"},
        Fault{MATMUL("(0, 2), (2, 1), (0, 1)", "par, red, red"), matmul, "has the reduced dim 1"},
        Fault{MATMUL("(0, 2), (2, 1), (0, 1)", "par, par, par"), matmul, "lacks the dim 2"},
        Fault{MATMUL("(0, 2), (2, 1), (0, 1)", "par, par, red, red"), matmul, "no operand has the dim 3"},
        Fault{"%r = contract min %a, %b, %c maps((0, 2), (2, 1), "
              "(0, 1)) iterators(par, par, red) : 2x3xf32",
              matmul, "'min' does not combine"}));

INSTANTIATE_TEST_SUITE_P(
    Memory, OpFaults,
    testing::Values(
        Fault{"%r = load x[] : 4xi32", {}, "takes 1 subscripts"},
        Fault{"%r = load x[0, 0] : 4xi32", {}, "takes 1 subscripts"},
        Fault{"%r = load x[%a] : 4xi32", {"f32"}, "no integer scalar"},
        Fault{"%r = load x[0] lanes(%a) : 4xi32", {"f32"}, "no integer scalar"},
        Fault{"%r = load x[0] : 4xi1", {}, "truth values do not live in memory"},
        Fault{"%r = load x[0] at(0: %a) : 4xi32", {"4xi32"}, "takes 0 operands"},
        Fault{"%r = transfer_read x[0] : 4xi32", {}, "has lane steps for 0 of 1 dims"},
        Fault{"%r = transfer_read x[0] lanes(1) : i32", {}, "has lane steps for 1 of 0 dims"},
        Fault{"%r = transfer_read x[0] lanes(1; 2) : 4xi32", {}, "has lane steps for 2 of 1 dims"},
        Fault{"%r = transfer_read x[0] lanes(1, 2) : 4xi32", {}, "a lane step needs 1 parts"},
        Fault{"%r = transfer_read x[0] lanes(1) : 4xi16", {}, "the pattern holds i32, not i16"},
        Fault{"%r = transfer_read x[0] lanes(1) mask %a : 4xi32", {"4xi1"}, "has 1 operands for 0 index vectors"},
        Fault{"%r = transfer_read x[0] lanes(1) mask %a else %b : 4xi32", {"8xi1", "i32"}, "has not the shape"},
        Fault{"%r = transfer_read x[0] lanes(1) mask %a else %b : 4xi32", {"4xi1", "4xi32"}, "operand 1 is 4xi32"},
        Fault{"%r = transfer_read x[0] lanes(1) at(1: %a) : 4xi32", {"4xi32"}, "there is no subscript 1"},
        Fault{"%r = transfer_read x[0] lanes(1) at(0: %a) : 4xi32", {"8xi32"}, "has not the shape"},
        Fault{"%r = transfer_read x[0] lanes(1) at(0: %a) : 4xi32", {"4xf32"}, "is no index vector"},
        Fault{"%r = transfer_read x[0] lanes(1) at(0: %a, 0: %a) : 4xi32", {"4xi32"}, "are not ascending"},
        Fault{"transfer_write %a, x[0] lanes(1) mask %b else %b", {"4xi32", "4xi1"}, "has 3 operands"},
        Fault{"transfer_write %a, x[0] lanes(1) mask %b", {"4xi32", "4xm16"}, "has not the lane width"},
        Fault{"store x[0]", {}, "takes 1 operands, has 0"}, Fault{"transfer_write x[0]", {}, "has no value to write"},
        Fault{"%r = store %a, x[0] : i32", {"4xi32"}, "has 1 results"},
        Fault{"%r = masked_load x[0] mask %a : 4xi32", {"4xi32"}, "holds no truth values"},
        Fault{"masked_store %a, x[0] mask %b", {"4xi32", "8xi1"}, "has not the shape"},
        Fault{"%r = gather x[0] : 4xi32", {}, "has 0 operands"},
        Fault{"%r = gather x[0] at(%a) : 4xi32", {"8xi32"}, "has not the shape"},
        Fault{"%r = gather x[0] at(%a) mask %b : 4xi32", {"4xi32", "8xi1"}, "has not the shape"},
        Fault{"scatter %a, x[0] at(%b)", {"4xi32", "4xf32"}, "is no index vector"}));

INSTANTIATE_TEST_SUITE_P(
    Control, OpFaults,
    testing::Values(
        Fault{"if %a {\nyield\n} else {\nyield\n}", {"4xi1"}, "operand 0 is 4xi1 where i1 is needed"},
        Fault{"%r = if %a : i32 {\nyield %b\n} else {\nyield\n}", {"i1", "i32"}, "gives 0 values where 1 are needed"},
        Fault{"%r = if %a : i32 {\nyield %b\n} else {\nyield %a\n}", {"i1", "i32"}, "gives i1 where i32 is needed"},
        Fault{"if %a {\n} else {\nyield\n}", {"i1"}, "does not end in yield"},
        Fault{"if %a {\nreturn %b\n} else {\nyield\n}", {"i1", "index"}, "does not end in yield"},
        Fault{"if %a {\n%x = index (0) : index\nyield\n} else {\nyield\n}\n%y "
              "= index (%x) : index",
              {"i1"},
              "a symbol that is not visible here"},
        Fault{"if %a {\n%x = index (0) : index\nyield\n} else {\n%y = add %x, "
              "%x : index\nyield\n}",
              {"i1"},
              "uses a value that is not visible here"},
        Fault{"for %i = %a to %a step %b {\nyield\n}", {"index", "i32"}, "operand 2 is i32 where index is needed"},
        Fault{"for %i = %a to %a step %a {\nyield\n}", {"index"}, "the step is not positive"},
        Fault{"for %i = %a to %a step %b {\nyield %a\n}\n", {"index", "index"}, "the step is not positive"},
        Fault{"%s = index (8) : index\n%r = for %i = %a to %a step %s carry(%v "
              ": i32 = %b) {\nyield %b\n}",
              {"index", "f32"},
              "carried value 0 changes its type"},
        Fault{"%s = index (8) : index\n%r = for %i = %a to %a step %s carry(%v "
              ": i32 = %b) {\nyield %i\n}",
              {"index", "i32"},
              "gives index where i32 is needed"},
        Fault{"%s = index (8) : index\n%r = for %i = %a to %a step %s stops carry(%v : i32 = %b) {\nyield %b\n}",
              {"index", "i32"},
              "stops by no truth value that it carries"},
        Fault{"%s = index (8) : index\nfor %i = %a to %a step %s stops {\nyield\n}",
              {"index"},
              "stops by no truth value that it carries"},
        Fault{"yield", {}, "is not the end of its block"},
        Fault{"return %a", {"index"}, "is not the end of its block"}));

/// What is valid stays valid: the same ops without the fault.
class GoodOps : public testing::TestWithParam<Fault> {};
TEST_P(GoodOps, AreNotComplainedAbout) { EXPECT_EQ(complaintAbout(GetParam().op, GetParam().types), ""); }

INSTANTIATE_TEST_SUITE_P(
    All, GoodOps,
    testing::Values(
        Fault{"%r = select %a, %b, %b : 4xi32", {"4xm32", "4xi32"}, ""},
        Fault{"%r = select %a, %b, %b : f32", {"i1", "f32"}, ""}, Fault{"%r = cmp_lt %a, %a : 4xm32", {"4xf32"}, ""},
        Fault{"%r = shl_uniform %a, %b : 4xu16", {"4xu16", "i32"}, ""}, Fault{"%r = cast %a : 4xi32", {"4xi1"}, ""},
        Fault{"%r = bitcast %a : u8", {"8xi1"}, ""}, Fault{"%r = bitcast %a : 4xf64", {"2x4xi32"}, ""},
        Fault{"%r = mask_cast %a : 4xm64", {"4xi1"}, ""}, Fault{"%r = narrow_pair %a, %a : 8xm16", {"4xm32"}, ""},
        Fault{"%r = broadcast %a : 2x4xi32", {"2x1xi32"}, ""}, Fault{"%r = broadcast %a : 3x2x4xi32", {"4xi32"}, ""},
        Fault{"%r = extract_slice %a [1, 4] : 4xi32", {"2x8xi32"}, ""},
        Fault{"%r = insert_slice %a, %b [1, 4] : 2x8xi32", {"1x4xi32", "2x8xi32"}, ""},
        Fault{"%r = concat %a, %b : 2x7xi32", {"2x4xi32", "2x3xi32"}, ""},
        Fault{"%r = multi_reduction cmin %a, %b [0, 1] : f32", {"2x4xf32", "f32"}, ""},
        Fault{MATMUL("(0, 2), (2, 1), (0, 1)", "par, par, red"), matmul, ""},
        Fault{"%r = contract add %a, %a, %b maps((0), (0), ()) iterators(red) "
              ": i32",
              {"8xi8", "i32"},
              ""},
        Fault{"%r = dot_acc %a, %b, %c : 4xi32", {"16xu8", "16xi8", "4xi32"}, ""},
        Fault{"%r = dot_acc %a, %a, %b : 4xi32", {"8xi16", "4xi32"}, ""},
        Fault{"%r = load x[0] lanes(1) : 4xf64", {}, ""}, Fault{"%r = reduce or %a : i1", {"8xi1"}, ""},
        Fault{"%r = transfer_read x[0] lanes(1) : 4xf32", {}, ""},
        Fault{"%s = index (8) : index\n%r = for %i = %a to %a step %s carry(%v "
              ": i32 = %b) {\nyield %v\n}",
              {"index", "i32"},
              ""}));

} // namespace
} // namespace vecify
