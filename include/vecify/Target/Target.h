// A target is data: tables of native ops, register files, ports and caches, and a few hooks.
#pragma once
#include "vecify/IR/Function.h"
#include "vecify/Target/Aie.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace vecify {

/// One native op: which IR op it is on which types, how it is spelled and what it costs.
///
/// Placeholders of `text`. A brace that opens none of them is C's own: "(int32x4_t){ {lanes} }".
///   {0} {1} {2}  operands; a scalar where the op takes one. Parenthesized by the printer unless primary.
///   {mem}        address as a pointer to the element type that binds like a unary expression: &a[i].
///                The texts cast it themselves where an intrinsic wants another type. "*{mem}" is the lvalue a[i].
///   {imm}        Constant: the literal of the value (integers as signed numbers of the element's width);
///                else ints[0] (shift amounts, lane numbers)
///   {xyzw}       Extract: the member of CUDA's vector types
///   {part}       ExtractSlice: ints[0] / lanes of the result
///   {lanes}      Iota: all lane values, comma separated, as signed numbers of the element's width;
///                FromLanes: all operands, comma separated; Shuffle: ints
///   {i0} {i1} {i2}  ints
///   {T1}         AIE API: the element of operand 1
///   {senal}      the same from the last lane to the first (x86's set intrinsics)
struct Row {
  OpKind kind;
  ScalarType element; ///< of the result; of operand 0 for compares, stores, reductions and extracts
  ScalarType source;  ///< Cast, Bitcast, MaskCast, NarrowPair(Sat), MulAddPairs, MulAddQuads, MulAddBytes,
                      ///< DotAccumulate, Srs, WideMul: operand 0's element; WideMac, Mmul: operand 1's; SlidingMul:
                      ///< operand 2's (the data's); Gather/Scatter: the index's; else equal to `element`
  unsigned lanes;     ///< of the value the element describes (casts: of the result)
  /// C text with placeholders. Calls preamble functions by their name (vecify_...).
  const char *text;
  float uops;          ///< issue slots
  uint16_t ports;      ///< bit set of Target::portNames that can execute it; 0: none (free)
  float portUses;      ///< how many port slots it takes out of `ports`
  float latency;       ///< cycles
  const char *feature; ///< needed beyond the target's base: "avx512vnni"; "" otherwise
  const char *helper;  ///< name of the preamble function it calls; "" otherwise
  uint8_t detail = 0;  ///< see RowKey

  /// To choose between ways to the same value: issue slots, and among as many the latency.
  double effort() const { return uops + latency / 16; }
};

/// What instructions tell shuffles apart by.
enum ShuffleKind : uint8_t {
  ShuffleOfTwo,         ///< any lanes of two registers
  ShuffleOfWindow,      ///< neighbouring lanes of the two laid end to end, some of each: {imm} is the first
  ShuffleOfOne,         ///< any lanes of the first operand
  ShuffleInBlocks,      ///< lanes of the first operand that stay in their block of 128 bits
  ShuffleBlend,         ///< lanes of either operand that stay where they are
  ShuffleInBlocksOfTwo, ///< lanes of both that stay in their block of 128 bits
  ShuffleOfBlocks = 16  ///< and more: the exchanges that shuffleLanes numbers, where they have rows
};

/// The key a row is found by.
struct RowKey {
  OpKind kind;
  ScalarType element, source;
  unsigned lanes;
  /// What else tells rows of one op apart:
  ///   Reduce, BlockReduce   the ReductionKind
  ///   Gather, Scatter 1 with a mask, else 0
  ///   ShlImm, ShrImm  1 when the amount is 0, else 0
  ///   RotateLeftImm   1 when the amount is half of the width, else 0
  ///   Constant        1 when all bits are zero, else 0
  ///   ExtractSlice    how often the result fits into the operand (2, 4, 8, 16), plus 128 for the first part;
  ///                   0 when the offset is no multiple of the result's lanes (no row has it)
  ///   Concat          the number of operands
  ///   Permute         the number of tables
  ///   CompareWhere    the Relation
  ///   DotAccumulate   the ScalarType of operand 1
  ///   Shuffle         a ShuffleKind; where a kind has no row it takes that of ShuffleOfTwo, or of ShuffleOfOne first
  ///   Load, LoadSplat, Store  1 when unaligned
  ///   WideMul, WideMac  the ScalarType of the last operand, plus 128 for a scalar
  ///   SlidingMul      1 when the accumulator is zero
  ///   MathCall        mathDetail
  uint8_t detail = 0;
};
RowKey rowKeyOf(const Function &function, const Op &op);
/// Tells rows of MathCall apart: the function, and how many units in the last place its error may have. Bounds of 4 and
/// more have the same rows, a bound of 0 has none.
uint8_t mathDetail(MathFunction function, int ulp);

/// The exchanges of lanes that have instructions of their own, by what `detail` is beyond ShuffleOfBlocks; empty where
/// there is none.
///
///   1 + 2*k, 2 + 2*k   blocks of 2^k lanes in turn from both operands, within 128 bits: from the lower, the upper half
///   9, 10              of two registers of 256 bits the lower halves, the upper ones
///   11, 12             of registers of several 128 bits, within these, the even lanes of both operands, the odd ones
///   13, 14             of two registers of 256 bits the upper half of the first and the lower one of the second, the
///                      lower one of the first and the upper one of the second
///   15                 the even lanes of the first and the odd lanes of the second, where they are
llvm::SmallVector<int64_t, 16> shuffleLanes(uint8_t detail, ScalarType element, unsigned lanes);
/// What a Shuffle of these lanes is found by.
RowKey shuffleKey(const VectorType &type, llvm::ArrayRef<int64_t> lanes);

/// A piece of C that rows call: printed once per output file that uses it, before the functions.
///
/// The same name in two targets is the same text: print it once. {attr} stands for the attribute of the narrowest
/// target that has the function, which is `attribute`, not that of the target whose row calls it.
struct PreambleFunction {
  const char *name;                ///< "vecify_reverse_ps"
  const char *text;                ///< whole definition, static inline, with the target attribute placeholder {attr}
  std::vector<const char *> needs; ///< other preamble functions; they come earlier in Target::preamble
  const char *attribute = "";      ///< "avx2,fma"; "" when none is needed
  /// Of a function of another library: what it is linked with, and the header that declares it, if there is one.
  /// `text` is then a declaration for where there is none, or the header keeps quiet because `isaMacro` is not defined.
  const char *header = "", *library = "", *isaMacro = "";
  /// Its definition by calls on 128 bits, which clang needs without `isaMacro`: it then passes wider registers in
  /// memory, whatever the target attributes say. "" where there is no need.
  const char *pieces = "";
};
/// The C text of `function`: always inlined, or of a library and without side effects; with
/// `__attribute__((target(..)))` where asked for and needed.
std::string definitionOf(const PreambleFunction &function, bool withTargetAttribute);
/// `function` of a library by its pieces, for the file that has no flags for its target.
std::string definitionByPieces(const PreambleFunction &function);

/// Cycles of one scalar call.
float libmCycles(MathFunction function, ScalarType type);

struct CacheLevel {
  unsigned bytes, lineBytes;
  float bytesPerCycle; ///< sustained read bandwidth from this level
  float latency;       ///< cycles
};

struct Target {
  std::string name;                        ///< "avx2", "avx512", "neon", "cuda"
  std::string header;                      ///< "immintrin.h"
  std::string attribute;                   ///< of outlined functions: "avx2,fma"; empty: none needed (NEON)
  std::string cpuTest;                     ///< run-time condition: "vecify_has_avx512() && .."; empty: always true
  std::vector<std::string> cpuTestHelpers; ///< preamble functions that cpuTest calls
  std::string cpuTestHeader;               ///< what these need on Linux: "sys/auxv.h"; empty: nothing
  std::string archTest;                    ///< preprocessor condition: "defined(__x86_64__)"
  std::vector<std::string> requires_;      ///< clang feature names that the compile flags must have for in-place code
  std::vector<std::string> extensions;     ///< enabled ones, as attributes spell them: "avx512vnni", "dotprod" ...
  /// Widths of whole vector registers, in bits, widest first (AVX512: 512, 256, 128). The first is the default.
  std::vector<unsigned> registerBits;
  /// Smaller vectors that live in the low part of a 128-bit register (64, 32 bits), for casts and loads. Elementwise
  /// rows exist for them too; what lies above them is unspecified.
  std::vector<unsigned> partialBits;
  unsigned vectorRegisters = 16, maskRegisters = 0;
  bool predicateMasks = false;  ///< masks are I1 registers (AVX-512); else lanes M8..M64
  bool readsAgain = false;      ///< gcc, tuned for this CPU, reads operands from memory at each use, not once
  bool anyTypeInMemory = false; ///< vector loads and stores may access objects of another type: they alias all
  /// A GPU: scalar code run by the threads of a grid, whose values are super-vectors. Rows of scalar ops say where C's
  /// own spelling would not do; rows of vectors are loads and stores of what one thread holds.
  bool isSimt = false;
  std::vector<std::string> portNames;
  float issueWidth = 6;     ///< uops per cycle
  float leastStep = 1;      ///< cycles of one pass through a loop of vectors, however short
  float widestSlowdown = 1; ///< floats and products in the widest registers lower the clock: how much longer a cycle is
  float chainBeside = 0;    ///< cycles of an iteration that other loops run in order meanwhile: that clock's too
  unsigned window = 0;      ///< uops, loads and stores aside, that may wait for operands at once; 0: no bound
  std::vector<CacheLevel> caches; ///< L1, L2, L3, DRAM
  std::optional<AieCore> aie;     ///< set for AI Engines, whose output is a C++ kernel
  std::string fence;              ///< asm template of FpFence's constraint: "+x", "+v", "+w"
  std::vector<Row> rows;
  std::vector<PreambleFunction> preamble;
  /// C type of a native vector or mask: ("avx2", 8xf32) -> "__m256".
  std::string (*typeName)(const Target &, const VectorType &) = nullptr;

  /// The row for `op` of `function`, or null. Scalars, control, IndexValue and FpFence have none and need none.
  /// Free bitcasts have one, whose text is "{0}" where C needs no cast.
  const Row *find(const Function &function, const Op &op) const;
  const Row *find(const RowKey &key) const;
  /// The same by key; `source` defaults to `element`.
  const Row *find(OpKind kind, ScalarType element, unsigned lanes) const;
  const Row *find(OpKind kind, ScalarType element, ScalarType source, unsigned lanes) const;
  const Row *find(ReductionKind combine, ScalarType element, unsigned lanes) const;
  /// The preamble function of this name, or null.
  const PreambleFunction *findPreamble(llvm::StringRef name) const;
  /// A vector of this type fits one register (whole or partial).
  bool isNative(const VectorType &type) const;
  /// Most lanes of `element` in one register of at most `bits` bits (0: the widest).
  unsigned lanesOf(ScalarType element, unsigned bits = 0) const;

  /// Keeps what owns the characters of rows alive.
  void keep(std::shared_ptr<const void> texts) { Texts = std::move(texts); }

private:
  friend Target finish(Target target);
  llvm::DenseMap<uint64_t, unsigned> Index;
  /// Owns the characters that rows and preamble point to.
  std::shared_ptr<const void> Texts;
  friend class TableExpansion;
};

/// Sorts the rows out by key (later rows win) and drops those whose feature is not enabled.
Target finish(Target target);

/// "avx2", "avx512+vnni", "neon+dotprod".
/// Errors: a StringError that names the nearest known name.
llvm::Expected<Target> parseTarget(llvm::StringRef spec);
/// Adapts the costs to a CPU, by clang's name for it; those of one that is not known stay as they are.
void tuneFor(Target &target, llvm::StringRef cpu);
/// The name of a target with all of its extensions whose features are there: "avx512" -> "avx512+vnni+vbmi".
std::string withExtensions(llvm::StringRef name, llvm::function_ref<bool(llvm::StringRef feature)> has);
/// Names and extensions for --list-targets.
void listTargets(llvm::raw_ostream &os);

} // namespace vecify
