// The code that a plan stands for: SSA ops inside structured control, from n-D super-vectors down to native rows.
//
//     for %i = 0 to %end step 16 {
//       %x = transfer_read x[%i] (16) : 16xf32
//       %y = transfer_read y[%i] (16) : 16xf32
//       %r = fma %alpha_v, %x, %y : 16xf32
//       transfer_write %r, y[%i] (16)
//     }
//     return %end
//
// A function computes the *vector part* of one root loop. Its first result is `done`: how many root iterations
// have been completed (0 when a guard fails); the source's own scalar loop resumes from there. The other results are
// the live-out scalars after `done` iterations.
#pragma once
#include "vecify/IR/Type.h"
#include "vecify/Support/FpFlags.h"
#include "vecify/Support/IndexExpr.h"
#include "vecify/Support/Loc.h"
#include "vecify/Support/MathFunction.h"
#include "vecify/Support/Operators.h"
#include "vecify/Support/StableVector.h"
#include <optional>
#include <string>
#include <vector>

namespace vecify {

enum class OpKind : uint8_t {
#define OP(Name, Text, Operands, Class) Name,
#include "vecify/IR/Ops.def"
};
enum class OpClass : uint8_t {
  Plain,
  Constant,
  Index,
  Ints,
  Elementwise,
  ElementwiseInts,
  Compare,
  Cast,
  Callee,
  Memory,
  Combine,
  CombineInts,
  Contract,
  Control
};
llvm::StringRef textOf(OpKind kind);
OpClass classOf(OpKind kind);
/// How operands of a CompareWhere stand to each other: as its ints say. The first six are the comparisons in their
/// order; the last four are of floats alone, and hold where one of them is not a number.
enum class Relation : uint8_t { Eq, Ne, Lt, Le, Gt, Ge, NotLt, NotLe, NotGt, NotGe };
/// What a comparison asks for, or its opposite.
Relation relationBy(OpKind compare, bool ofFloats, bool isInverted);
/// The comparison that it is, or is the opposite of where there is a NaN.
OpKind compareOf(Relation relation);
/// Compares lanes, everywhere or under a predicate.
bool isComparison(OpKind kind);
/// Of class Memory, and it stores.
bool isMemoryWrite(OpKind kind);
/// Has no result, and runs for what it does: a write, a barrier, a report in errno.
bool isEffect(OpKind kind);
/// Puts the lanes of two operands into half as many bits each, and beside each other.
bool narrowsTwo(OpKind kind);
/// -1 when variable.
int operandCount(OpKind kind);
std::optional<OpKind> parseOpKind(llvm::StringRef text);
/// Sums of products in wider lanes, and Srs: what AI Engines do in accumulators.
bool isAccumulation(OpKind kind);
/// "add", "cmin".
llvm::StringRef textOf(ReductionKind kind);
std::optional<ReductionKind> parseReductionKind(llvm::StringRef text);
/// The elementwise op that combines two values: Add for ReductionKind::Add.
OpKind opOf(ReductionKind kind);

using ValueId = uint32_t;
using OpId = uint32_t;
using BlockId = uint32_t;

/// Where a memory op reads or writes. Symbols of its IndexExprs are ValueIds of index or integer scalars.
struct MemRef {
  uint32_t pattern = ~0u; ///< index into Function::patterns
  llvm::SmallVector<IndexExpr, 2> subs;
  /// Per vector dim, per sub: how far one lane step along that dim moves the subscript. {0..} broadcasts.
  llvm::SmallVector<llvm::SmallVector<IndexExpr, 2>, 1> laneSteps;
  /// Subs whose value is an index-vector operand (added lane by lane to the sub's IndexExpr), ascending.
  llvm::SmallVector<uint8_t, 1> indirectSubs;
  /// Store that may bypass the cache.
  bool nontemporal = false;
  /// Accesses of one set of rows (0: none) never meet unless their `row` is the same, at whatever iterations of the
  /// loops inside: the rows are iterations of a parallel loop. The address uses that loop's counter.
  uint8_t rowSet = 0, row = 0;
  /// Native access that may begin anywhere, on a target whose others begin at multiples of their size. Of LoadSplat:
  /// the element lies over several neighbours in memory.
  bool unaligned = false;
};

/// Contract: which dims of the iteration space each operand has, e.g. matmul (i,j,k): a {0,2}, b {2,1}, acc {0,1}.
struct ContractMaps {
  llvm::SmallVector<llvm::SmallVector<uint8_t, 3>, 0> maps;
  llvm::SmallVector<bool, 0> isReduction; ///< per iteration dim
};

struct Op {
  OpKind kind = OpKind::Constant;
  OpId id = ~0u; ///< its place among the ops of its function, which sets it
  llvm::SmallVector<ValueId, 3> operands;
  llvm::SmallVector<ValueId, 1> results;
  llvm::SmallVector<BlockId, 2> blocks;
  FpFlags fp;
  bool noWrap = false;  ///< Add, Sub, Mul, Shl: C leaves a result beyond the type undefined
  bool mayStop = false; ///< For: a step that makes the first carried value, a truth, true is the last one
  Loc loc;
  int64_t intValue = 0;               ///< Constant
  double fpValue = 0;                 ///< Constant
  IndexExpr index;                    ///< IndexValue
  llvm::SmallVector<int64_t, 5> ints; ///< see Ops.def; For: how its steps lie on a GPU (LoopMapping), or nothing
  ReductionKind combine = ReductionKind::Add;
  ReductionKind product = ReductionKind::Mul; ///< Contract, OuterProduct: what joins the two factors
  MemRef mem;
  ContractMaps contract;
  MathFunction function = MathFunction::Sin; ///< MathCall
  std::string comment;                       ///< printed above the op in the output, rarely used

  Op() = default;
  Op(const Op &) = default;
  Op &operator=(const Op &) = default;
  // Without an exception in sight a growing std::vector moves them.
  Op(Op &&) noexcept = default;
  Op &operator=(Op &&) noexcept = default;
};

/// How the steps of a loop, and the lanes of the values in it, lie on a GPU: Op::ints of a For. One step is threads *
/// registers lanes along one dim of the super-vectors. Without it a loop is run by every thread.
struct LoopMapping {
  unsigned axis = 0;      ///< 0: x, 1: y, 2: z
  unsigned threads = 1;   ///< of a block along that axis
  unsigned registers = 1; ///< lanes of each thread
  unsigned vector = 1;    ///< of these so many lie side by side
  bool isGrid = true;     ///< its steps are dealt out to blocks; else every block runs all of them
  int64_t lanes() const { return int64_t(threads) * registers; }
  llvm::SmallVector<int64_t, 5> ints() const { return {axis, threads, registers, vector, isGrid}; }
};

struct Value {
  VectorType type;
  std::string name;      ///< hint from the source ("acc", "x"); made unique by the printers
  OpId definition = ~0u; ///< ~0u: a parameter or block argument
};

struct Block {
  std::vector<ValueId> arguments;
  std::vector<OpId> ops; ///< ends in Yield or Return
};

/// The mapping of a For, if it has one.
std::optional<LoopMapping> mappingOf(const Op &op);

/// A matrix that lies block after block, row-major in and among the blocks.
struct Blocking {
  int64_t blockRows = 0, blockColumns = 0, rows = 0, columns = 0;
};

/// What a memory op may be based on.
struct ArrayInfo {
  std::string name;      ///< C expression of the base pointer or array
  std::string paramType; ///< C type of a parameter that can take it: "const float *", "float (*)[64]"
  ScalarType element = ScalarType::F32;
  bool isConst = false, isRestrict = false;
  unsigned alignment = 1; ///< bytes
  /// Arrays proved, promised or guarded to be disjoint from this one. Others may overlap.
  std::vector<uint32_t> disjoint;
  Loc loc = {};
  enum Space : uint8_t {
    User,    ///< the source's
    Shared,  ///< of one block while a launch runs; what it holds at the start is undefined
    Scratch, ///< of the function, in device memory; undefined at the start
    Stack,   ///< of the function, in its own frame; undefined at the start
    Heap     ///< of the function, allocated on entry, without which it does nothing; undefined at the start
  };
  Space space = User;
  /// Of all but User: its extents in elements, as in C: {32, 33}.
  llvm::SmallVector<int64_t, 2> extents = {};
  bool isObject = false;    ///< a variable: it is there whether it is read or not
  bool isReadAhead = false; ///< what C would not read is read too, in the same page as what it would
  /// AI Engines: what the base address is taken to be a multiple of, bytes that may be read before and behind what the
  /// source reads, and the layout that is expected of a matrix.
  unsigned assumedAlignment = 1, slackBefore = 0, slackBehind = 0;
  std::optional<Blocking> blocking = std::nullopt;
};

/// How an access is spelled and where it lies: base + sum(subs * strideBytes) + offsetBytes.
struct MemPattern {
  uint32_t array = ~0u;
  ScalarType type = ScalarType::F32;
  std::string text;                            ///< "a[{0}]", "A[{0}][{1}]", "p[{0}].v[{1}]"
  llvm::SmallVector<IndexExpr, 2> strideBytes; ///< over parameters
  int64_t offsetBytes = 0;
  int64_t length = 0;     ///< elements from 0 on that there are of the array which the last sub indexes; 0: unknown
  bool endsThere = false; ///< and no more, so that no subscript goes beyond
  bool isEnum = false;    ///< the source has an enumeration there
  /// No subscript leaves its row: places are the same only where all subscripts are.
  bool rowsInBounds = false;
  Loc loc = {};
};

/// A scalar input: `name` is a C expression, evaluated once on entry.
struct Parameter {
  ValueId value = ~0u;
  std::string name;
  ScalarType type = ScalarType::I32;
  std::optional<int64_t> lo, hi;
  int64_t multiple = 1;
  int64_t likelyMost = INT64_MAX; ///< by what prices go, not legality
  /// Nothing but strides may be made of it: no code can name it (PointerRows of the nest).
  bool isOpaque = false;
  Loc loc = {};
};

/// Must hold at run time for the vector part to be entered.
struct RuntimeGuard {
  enum Kind : uint8_t { NonNegative, Either, Disjoint, Lead };
  Kind kind = NonNegative;
  IndexExpr expr;   ///< NonNegative: expr >= 0, without wrap
  IndexExpr orElse; ///< Either: expr >= 0 or orElse >= 0
  /// Disjoint: byte range [min(lower), max(upper)) of array a against that of array b; or equal bases when
  /// `equalIsFine`.
  uint32_t a = ~0u, b = ~0u;
  llvm::SmallVector<IndexExpr, 2> lowerA, upperA, lowerB, upperB;
  bool equalIsFine = false;
  /// Disjoint, where the rows of `a` lie behind pointers of their own: of `rowCount` rows from `firstRow` on.
  std::string rowPointer; ///< C lvalue of a row's pointer: "in[{0}]"; else empty
  int64_t rowStride = 0;  ///< bytes from one pointer to the next
  IndexExpr firstRow, rowCount;
  /// Some ends are those of accesses that may not happen while others do: C says nothing of where they lie.
  bool isFar = false;
  /// Lead: the base of b leads that of a by at most `atMost` or by at least `atLeast` bytes; or a ends before b begins,
  /// where `upperA` and `lowerB` are given; or equal bases when `equalIsFine`. The arrays may overlap all the same.
  IndexExpr atMost, atLeast;
  std::string why;
  Loc loc = {};

  bool isAbout(uint32_t arrayA, uint32_t arrayB) const {
    return kind != NonNegative && kind != Either && ((a == arrayA && b == arrayB) || (a == arrayB && b == arrayA));
  }
  /// Replaces every polynomial.
  void mapExprs(llvm::function_ref<IndexExpr(const IndexExpr &)> map);
};

/// Bytes of an array that the function may touch, for who has to copy them to a device: [min(lower), max(upper)).
struct CopyRange {
  uint32_t array = ~0u;
  llvm::SmallVector<IndexExpr, 2> lower, upper;
  bool in = false, out = false;
};

/// What the function returns beside `done`.
struct Result {
  std::string name; ///< C variable that receives it
  ScalarType type = ScalarType::I32;
};

class Function {
public:
  std::string name;    ///< "saxpy_i": enclosing function and loop
  std::string counter; ///< source name of the root's counter, for the printer: "i"
  std::vector<Parameter> parameters;
  std::vector<ArrayInfo> arrays;
  std::vector<MemPattern> patterns;
  std::vector<RuntimeGuard> guards;
  std::vector<CopyRange> copies; ///< for a target with a memory of its own: every array of the source
  /// How often the innermost statements run, for such a target: below some number the way there does not pay.
  IndexExpr work;
  /// Root trip count as a polynomial of parameters (negative: none).
  IndexExpr trip;
  std::vector<Result> results; ///< live-outs; `done` is implied in front
  /// Only ever appended to, and a reference to one holds while others are added.
  StableVector<Op> ops;
  StableVector<Value> values;
  StableVector<Block> blocks;
  BlockId body = 0;
  /// True when `done` always equals the trip count if the guards hold (masked or overlapped tail, promised multiple).
  bool coversAll = false;
  Loc loc; ///< of its text, where it was read from one

  const VectorType &typeOf(ValueId v) const { return values[v].type; }
  const Op *definitionOf(ValueId v) const { return values[v].definition == ~0u ? nullptr : &ops[values[v].definition]; }
  bool areDisjoint(uint32_t arrayA, uint32_t arrayB) const;
  /// In bytes, relative to the array's base, of lane 0.
  IndexExpr byteAddress(const MemRef &mem) const;
  /// `op` reads or writes `vector` neighbouring elements at a multiple of their size, for every `counter` that is a
  /// multiple of `vector`, provided that its array's base is aligned so.
  bool fillsVector(const Op &op, ValueId counter, unsigned vector) const;
  /// Bytes between neighbouring lanes along vector dim `dim`.
  IndexExpr laneStrideBytes(const MemRef &mem, unsigned dim) const;

  ValueId addValue(VectorType type, std::string name = "");
  BlockId addBlock();
  /// The last of the ops, which no block holds yet; it defines its results.
  OpId addOp(Op &&op);
  /// This very op, not a copy of it.
  bool owns(const Op &op) const { return op.id < ops.size() && &ops[op.id] == &op; }
};

/// The text form; parse(print(f)) == f.
void print(const Function &function, llvm::raw_ostream &os);
std::string toText(const Function &function);
/// The first line of one op, as it stands in the function's text: for messages.
std::string toText(const Function &function, const Op &op);

} // namespace vecify
