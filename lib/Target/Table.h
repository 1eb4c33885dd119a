// The rows of an Intrinsics.def before their wildcards are resolved.
//
//     ROW(Add, F32|F64, V, "_mm$w_add_$s({0}, {1})", (1, P15, 3))
//
// stands for one Row per element of the set and width of the set that the target has. `$x` is replaced when the table
// is read, `{0}` when code is printed:
//
//     $s $S  suffix of the element, of the source: ps, epi32 / f32, s32
//     $u $U  the same with the sign: epu32 / u32
//     $e     i or u: the sign in epi8, epu8
//     $x     suffix of x86's set1: epi64x below 512 bits
//     $w     "", 256, 512: the register in x86 names
//     $b $y  128, 256, 512; its bytes
//     $i $z  si128, si256, si512; suffix of x86's setzero: ps, si256
//     $r $j  as $w and $i for the element's register, where the source's is wider
//     $v $V  C type of the element's, the source's register
//     $t $T  C type of one element
//     $n $N  bits of one element
//     $k     C type of a mask for the lanes
//     $K $H  bits of an AVX-512 mask of the lanes, of half of them
//     $l $h  lanes, half of them
//     $f $c  mask of all lanes: 0xff; 0, 1, 2.. for all lanes of the whole register
//     $q $Q  "q" when the element's, the source's NEON register is whole
//     $p $P  suffix of the unsigned (u32), the signed (s32) integer of the element's width
//     $d $D  suffix of the integer twice, half as wide as the source, with its sign
//     $o     name of the op the row is for: add
//
// Widths mean the wider one of the operand's and the result's register. A combination that the target has no register
// for is skipped, so a row may say V and a cast may name more pairs than exist.
#pragma once
#include "vecify/Target/Target.h"

namespace vecify {

namespace table {

/// Sets of element types.
constexpr uint32_t setOf(ScalarType type) { return 1u << unsigned(type); }
constexpr uint32_t I8 = setOf(ScalarType::I8), U8 = setOf(ScalarType::U8), I16 = setOf(ScalarType::I16),
                   U16 = setOf(ScalarType::U16), I32 = setOf(ScalarType::I32), U32 = setOf(ScalarType::U32),
                   I64 = setOf(ScalarType::I64), U64 = setOf(ScalarType::U64), F16 = setOf(ScalarType::F16),
                   BF16 = setOf(ScalarType::BF16), F32 = setOf(ScalarType::F32), F64 = setOf(ScalarType::F64),
                   M8 = setOf(ScalarType::M8), M16 = setOf(ScalarType::M16), M32 = setOf(ScalarType::M32),
                   M64 = setOf(ScalarType::M64), I1 = setOf(ScalarType::I1);
constexpr uint32_t B8 = I8 | U8, B16 = I16 | U16, B32 = I32 | U32, B64 = I64 | U64;
constexpr uint32_t SIGNED = I8 | I16 | I32 | I64, UNSIGNED = U8 | U16 | U32 | U64, INTS = SIGNED | UNSIGNED;
constexpr uint32_t FLOATS = F32 | F64, MASKS = M8 | M16 | M32 | M64;

/// Sets of widths: partial registers of 32 and 64 bits, then whole ones. Predicates count as 8 bits a lane, so that 16
/// bits, which no vector has, are two lanes.
constexpr uint8_t P32 = 1, P64 = 2, X = 4, Y = 8, Z = 16, P16 = 32, P = P32 | P64, PX = P | X, XY = X | Y,
                  XYZ = X | Y | Z, PXY = P | X | Y, V = P | X | Y | Z, K = P16 | V;
/// Scalars, which have rows on targets that spell them unlike C only.
constexpr uint8_t S = 64;

/// Sets of combining operators, for REDUCE.
constexpr uint16_t setOf(ReductionKind kind) { return uint16_t(1u << unsigned(kind)); }

} // namespace table

/// Issue slots, the ports that can take it, cycles until the result, port slots taken (default: one per uop).
struct RowCost {
  float uops = 0;
  uint16_t ports = 0;
  float latency = 0;
  float uses = 0;
  constexpr RowCost(float uops, uint16_t ports, float latency) : RowCost(uops, ports, latency, uops) {}
  constexpr RowCost(float uops, uint16_t ports, float latency, float uses)
      : uops(uops), ports(ports), latency(latency), uses(ports ? uses : 0) {}
};

struct RowPattern {
  enum Form : uint8_t {
    Plain,    ///< source is the element
    Pairs,    ///< every source with every element, as many lanes as the wider of them has
    Widen,    ///< those pairs where the element is wider than the source
    Narrow,   ///< those where it is narrower
    Same,     ///< those of equal width
    Register, ///< every source with every element; both fill the register
    Feature   ///< no row: the feature that the following rows need
  };
  Form form;
  OpKind kind;
  uint32_t elements, sources;
  uint8_t widths;
  const char *text;
  RowCost cost;
  uint8_t detail = 0;
  uint16_t combines = 0; ///< REDUCE: set of ReductionKind, in place of `detail`
};

/// How a family of targets names its registers and moves lanes; what reductions are generated with.
struct Family {
  /// Suffix of intrinsics: (U32, true) -> "epu32", (U32, false) -> "epi32".
  std::string (*suffix)(const Target &target, ScalarType type, bool withSign);
  /// Lane `lane` of `value` in lane 0 of a whole or partial register of `bits`, the rest unspecified: C text.
  std::string (*moveDown)(llvm::StringRef value, ScalarType type, unsigned bits, unsigned lane);
  /// Ports and latency of moveDown.
  RowCost moveDownCost;
  /// Partial vectors have registers and intrinsics of their own (NEON's 64-bit ones).
  bool partialIsRegister;
  /// Target attribute of a function that needs `feature` beyond `attribute`.
  std::string (*withFeature)(llvm::StringRef attribute, llvm::StringRef feature);
  /// The text needs the widest table's target attribute even if the function comes from a narrower one.
  bool (*needsWidest)(llvm::StringRef text);
  /// Adjusts a cost to a register of `bits` (512-bit ops find port 1 closed); null: none.
  RowCost (*costAt)(RowCost cost, unsigned bits);
};

/// Vector forms of the functions of <math.h>.
enum class MathLibrary : uint8_t {
  Sleef,
  Libmvec ///< glibc's; for targets with the extension "libmvec"
};

/// A register that a library has functions for.
struct MathRegister {
  MathLibrary library;
  unsigned bits;
  const char *isa; ///< how the functions' names tell it: "avx2" (SLEEF), "d" (libmvec)
  uint16_t ports;  ///< where floats are multiplied
  /// Defined where flags allow the register in the whole file: "__AVX__"; "": they always do. Without it SLEEF's header
  /// does not declare its functions, and clang passes wide registers in memory.
  const char *isaMacro = "";
};

/// Rows and preamble templates of one folder.
struct TableSource {
  llvm::ArrayRef<RowPattern> rows;
  llvm::ArrayRef<const char *> preamble;
  const char *attribute; ///< target attribute of the preamble functions of this folder: "avx2,fma"
  llvm::ArrayRef<MathRegister> math = {};
};

/// Resolves all wildcards: fills rows, preamble and the index of `target`. Tables are read in order; later rows win.
/// Rows whose feature is not among the target's extensions are dropped.
Target expandTables(Target target, const Family &family, llvm::ArrayRef<TableSource> sources);

// Form macros: COST is a parenthesized list of RowCost's constructor arguments.
#define ROW(KIND, ELEMENTS, WIDTHS, TEXT, COST)                                                                        \
  RowPattern{RowPattern::Plain, OpKind::KIND, ELEMENTS, 0, WIDTHS, TEXT, RowCost COST},
#define DETAIL(KIND, VALUE, ELEMENTS, WIDTHS, TEXT, COST)                                                              \
  RowPattern{RowPattern::Plain, OpKind::KIND, ELEMENTS, 0, WIDTHS, TEXT, RowCost COST, VALUE},
#define CAST(KIND, ELEMENTS, SOURCES, WIDTHS, TEXT, COST)                                                              \
  RowPattern{RowPattern::Pairs, OpKind::KIND, ELEMENTS, SOURCES, WIDTHS, TEXT, RowCost COST},
#define WIDEN(KIND, ELEMENTS, SOURCES, WIDTHS, TEXT, COST)                                                             \
  RowPattern{RowPattern::Widen, OpKind::KIND, ELEMENTS, SOURCES, WIDTHS, TEXT, RowCost COST},
#define NARROW(KIND, ELEMENTS, SOURCES, WIDTHS, TEXT, COST)                                                            \
  RowPattern{RowPattern::Narrow, OpKind::KIND, ELEMENTS, SOURCES, WIDTHS, TEXT, RowCost COST},
#define RECAST(KIND, ELEMENTS, SOURCES, WIDTHS, TEXT, COST)                                                            \
  RowPattern{RowPattern::Same, OpKind::KIND, ELEMENTS, SOURCES, WIDTHS, TEXT, RowCost COST},
#define REGISTER(KIND, ELEMENTS, SOURCES, WIDTHS, TEXT, COST)                                                          \
  RowPattern{RowPattern::Register, OpKind::KIND, ELEMENTS, SOURCES, WIDTHS, TEXT, RowCost COST},
#define INDEXED(KIND, MASKED, ELEMENTS, INDICES, WIDTHS, TEXT, COST)                                                   \
  RowPattern{RowPattern::Pairs, OpKind::KIND, ELEMENTS, INDICES, WIDTHS, TEXT, RowCost COST, MASKED},
#define DOT(SECOND, ELEMENTS, SOURCES, WIDTHS, TEXT, COST)                                                             \
  RowPattern{RowPattern::Register, OpKind::DotAccumulate,      ELEMENTS, SOURCES, WIDTHS, TEXT,                        \
             RowCost COST,         uint8_t(ScalarType::SECOND)},
#define REDUCE(COMBINES, ELEMENTS, WIDTHS, TEXT, COST)                                                                 \
  RowPattern{RowPattern::Plain, OpKind::Reduce, ELEMENTS, 0, WIDTHS, TEXT, RowCost COST, 0, COMBINES},
#define BLOCK(COMBINES, ELEMENTS, TEXT, COST)                                                                          \
  RowPattern{RowPattern::Plain, OpKind::BlockReduce, ELEMENTS, 0, table::S, TEXT, RowCost COST, 0, COMBINES},
#define FEATURE(NAME) RowPattern{RowPattern::Feature, OpKind::Constant, 0, 0, 0, NAME, RowCost(0, 0, 0)},

} // namespace vecify
