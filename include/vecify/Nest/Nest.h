// A loop nest as plain data: what the rest of vecify knows of the user's C.
//
//     for (int i = 0; i < n; i++)        loops[0]: iterator i, 0 <= i < n
//       y[i] = alpha * x[i] + y[i];      Assign y[i] = MulAdd(alpha, x[i], y[i])
//
// A nest is a *region*: one loop (the root, loops[0]) and all that is inside it. Everything outside, enclosing loops
// included, is constant while it runs: their counters and any other invariant are Param symbols, snapshotted on
// entry. Every loop of the source is the root of a nest of its own, so the plan can choose which loop's text to
// replace; what is around it stays verbatim.
//
// No pointers, only ids (indices into the vectors below), so a nest can be copied, printed and written by hand in a
// test. Types are explicit everywhere: each implicit conversion of C is a Cast.
#pragma once
#include "vecify/Support/FpFlags.h"
#include "vecify/Support/IndexExpr.h"
#include "vecify/Support/Loc.h"
#include "vecify/Support/MathFunction.h"
#include "vecify/Support/Operators.h"
#include "vecify/Support/ScalarType.h"
#include <set>
#include <string>
#include <vector>

namespace vecify {

using ArrayId = uint32_t;
using AccessId = uint32_t;
using ExprId = uint32_t;
using LocalId = uint32_t;
using NodeId = uint32_t;
using LoopId = uint32_t;
inline constexpr uint32_t NoId = ~0u;

/// What an IndexExpr of this nest is made of.
struct Symbol {
  enum Kind : uint8_t {
    Iterator, ///< counter of loops[loop]; steps by 1 from its lower to its upper bound
    Param     ///< value fixed while the region runs
  };
  Kind kind = Param;
  /// Iterator: the source's name where the counter is the source's variable, else a fresh one. Param: C expression,
  /// free of side effects, evaluated once on entry ("n", "s->len", "n - 1u", "(i * n)"). Its value has type `type`.
  std::string name;
  ScalarType type = ScalarType::I32; ///< may be a float type for params used as data
  LoopId loop = NoId;                ///< of an Iterator
  /// Known range of a Param (from its type, __builtin_assume, `range` clauses, dominating facts), inclusive.
  std::optional<int64_t> lo, hi;
  int64_t multiple = 1; ///< promised: value % multiple == 0
  /// What the callers in this file pass at most, all of them constants; by what prices go, not legality.
  int64_t likelyMost = INT64_MAX;
  /// Param read from memory (global, *p, s->n): the reads it is made of; no store of the nest may hit them.
  std::vector<AccessId> reads;
  /// The source reads it in the root's body only: it may be evaluated only if the root loop runs at least once.
  bool needsIteration = false;
  /// A number that nobody knows, and no code may name: by how much one row leads another (PointerRows).
  bool isOpaque = false;
};

/// Rows that pointers in memory lead to: `float **in` with in[c][i]. They may lie anywhere, also on each other.
struct PointerRows {
  std::string pointer;     ///< C lvalue of a row's pointer, with a hole for the row: "in[{0}]"; empty for other arrays
  int64_t strideBytes = 0; ///< from one of the pointers to the next
};

/// A memory object, or what a pointer points into.
struct Array {
  enum Kind : uint8_t {
    Pointer,     ///< reached through a pointer value: may overlap with anything not proved distinct
    LocalObject, ///< array or struct variable of the function whose address does not escape into other pointers
    Object       ///< named global / static object: distinct from other named objects, but pointers may point into it
  };
  Kind kind = Pointer;
  std::string name;      ///< C expression of the base: "a", "s->data"; usable as an argument and a pointer
  std::string paramType; ///< C type for passing the base to an outlined function: "const float *", "float (*)[64]";
                         ///< "__typeof__(p)" where the type has a name inside of the function only
  bool isRestrict = false, isConst = false;
  /// The base may have been computed from another pointer of the function (float *q = p + n), so a `restrict` of that
  /// one says nothing about this one. False for parameters that are never assigned.
  bool mayBeDerived = true;
  unsigned alignment = 1;               ///< bytes, known for the base address
  ScalarType element = ScalarType::F32; ///< type of most accesses (names helper pointers); accesses carry their own
  /// The loop around the nest stores an element of it: what was stored last is on its way when the nest reads.
  bool isStoredBeside = false;
  /// Size of the whole object in bytes, where known (declared arrays).
  std::optional<int64_t> bytes;
  /// Pointer base that itself is read from memory ("s->data"): those reads; no store may hit them.
  std::vector<AccessId> baseReads;
  /// The source reads the base in the root's body only: evaluate it only if the root loop runs at least once.
  bool needsIteration = false;
  /// The first sub of each access chooses the row, at an opaque stride. Such arrays are read only; each row between the
  /// first and the last one is read if the root loop runs.
  PointerRows rows;
  bool isRows() const { return !rows.pointer.empty(); }
  /// No array of the source, but a buffer of so many elements that the code has for itself: undefined on entry.
  int64_t own = 0;
  /// Promised distinct (noalias clauses) from these arrays.
  std::vector<ArrayId> noalias;
};

/// Elements of a declared array. The last member of a struct may go on behind its declared end, as flexible ones do.
struct ArrayLength {
  int64_t declared = 0; ///< 0 where nothing is known
  bool mayGoOn = false;
  bool isOnlySaid = false; ///< by the type of a parameter, which promises nothing
  bool mayBeCut = false;   ///< a row behind a pointer: memory may end in the last one
  /// So many there are where there is one; 0 where nothing is known.
  int64_t atLeast() const { return isOnlySaid ? 0 : declared; }
  /// What C lets no subscript reach, 0 where nothing is known.
  int64_t sure() const { return mayGoOn ? 0 : declared; }
  /// So many may be read where the first one is, though C reads fewer; 0 where nothing is known.
  int64_t readable() const { return mayGoOn || isOnlySaid || mayBeCut ? 0 : declared; }
};

/// One syntactic read or write of memory: array base + sum(subs[d] * stridesBytes[d]) + offsetBytes.
struct Access {
  ArrayId array = NoId;
  ScalarType type = ScalarType::F32;
  bool isEnum = false;        ///< an integer in C, a type of its own in C++
  bool isComplexPart = false; ///< of a C complex number, whose parts C++ has no names for
  bool isWrite = false;
  /// A reduction of what is written is promised: reassociation permitted.
  std::optional<ReductionKind> promisedKind;
  /// Subscripts as written, outermost first; empty for `*p` with nothing added. `p[i].v[j]` has {i, j}.
  std::vector<IndexExpr> subs;
  std::vector<IndexExpr> strideBytes; ///< one per sub; invariant (products of params for VLAs)
  int64_t offsetBytes = 0;            ///< of the member: offsetof
  /// Lvalue with holes for the subscripts: "a[{0}]", "A[{0}][{1}]", "p[{0}].v[{1}]", "*p" has none.
  std::string pattern;
  /// Subscripts beyond the first stay inside their row (declared array types; a delinearised access under guard).
  bool rowsInBounds = false;
  std::vector<ArrayLength> lengths; ///< of the array that each sub indexes
  /// A store by `if (c) { a[k] = v; k = k + 1; }`, one at a time and side by side: to a[k], of this local. Its sub is
  /// what k is at most by then, its value on entry and the number of iterations before.
  LocalId packedBy = NoId;
  /// A read that stands before its place in the source: stores of the same iteration must not hit it.
  bool isEarly = false;
  /// A subscript that is not polynomial in symbols (a[idx[i]], a[i % 3]): its value, per sub; NoId where affine.
  /// Such a sub's IndexExpr is zero.
  std::vector<ExprId> indirect;
  /// Of such an access, where no other says it: its least and greatest byte offsets, over the params.
  std::optional<std::pair<IndexExpr, IndexExpr>> ends;
  bool isAffine() const {
    for (ExprId e : indirect)
      if (e != NoId)
        return false;
    return true;
  }
  Loc loc;
  std::string text; ///< as the user wrote it, for remarks
};

enum class UnaryOp : uint8_t {
  Neg,
  BitNot,
  Abs /*integer abs or fabs*/,
  Sqrt,
  Floor,
  Ceil,
  Trunc,
  Rint,
  Round,
  Popcount,     ///< of an unsigned integer
  LeadingZeros, ///< of one that is not 0
  Bits          ///< the operand's bits as the result's type, of equal size
};
enum class BinaryOp : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  And,
  Or,
  Xor,
  Shl,
  Shr,
  Min,
  Max, ///< integer min/max; for floats see CMin/CMax
  CMin,
  CMax, ///< floats: a < b ? a : b / a > b ? a : b, exactly (second operand for NaN and equal zeros)
  FMin,
  FMax, ///< fminf / fmaxf of C99
  CopySign
};

struct Expr {
  enum Kind : uint8_t {
    IntConst, ///< intValue
    FpConst,  ///< fpValue, exact in `type`
    Param,    ///< symbols[symbol] (of Kind Param), in its own type
    Index,    ///< index polynomial, converted (wrapping) to `type`: a counter or induction used as a value
    Load,     ///< access
    Local,    ///< locals[local]
    Unary,
    Binary,
    Compare, ///< type I1; operands have equal types
    Not,
    LogicalAnd,
    LogicalOr,      ///< I1 -> I1; the right side is evaluated only if needed (it may trap)
    Select,         ///< operands cond (I1), then, else; only the chosen side is evaluated
    Cast,           ///< C conversion of operand 0 to `type`; I1 -> integer gives 0/1; to I1 is written as Compare
    MulAdd,         ///< a*b + c (negateProduct: c - a*b; negateAddend: a*b - c) that C allows to be fused here
    Fma,            ///< fma() of the source: fused always
    RecoverProduct, ///< re, im, a, b, c, d: a part of (a + ib)(c + id); re or im, Annex G's where both are NaN
    Call            ///< `function` of the math library, errno not observed, within `ulp`
  };
  Kind kind = IntConst;
  ScalarType type = ScalarType::I32;
  std::vector<ExprId> operands;
  int64_t intValue = 0;
  double fpValue = 0;
  SymbolId symbol = NoId;
  AccessId access = NoId;
  LocalId local = NoId;
  IndexExpr index;
  UnaryOp unary = UnaryOp::Neg;
  BinaryOp binary = BinaryOp::Add;
  Predicate predicate = Predicate::Eq;
  bool negateProduct = false, negateAddend = false;
  bool isImaginary = false; ///< RecoverProduct: which part
  MathFunction function = MathFunction::Sin;
  int ulp = 0; ///< Call: permitted error in units in the last place; 0: what the library gives
  FpFlags fp;
  Loc loc;
};

/// A scalar variable that the region writes. (Scalars it only reads are Params; inductions are IndexExprs.)
struct Local {
  std::string name;
  ScalarType type = ScalarType::I32;
  bool isBool = false; ///< C's _Bool: 0 or 1
  /// Innermost loop whose body declares it; NoId when it lives outside the region.
  LoopId scope = NoId;
  bool isRegister = false;        ///< has no address
  bool isLiveOut = false;         ///< may be read after the region
  bool isUnset = false;           ///< nothing has been assigned to it before the region
  bool isSetBeforeExits = false;  ///< by each iteration, in front of where it may leave the root (putExitsFirst)
  bool promisedReduction = false; ///< named by omp simd reduction / vecify reduction: reassociation permitted
  ReductionKind promisedKind = ReductionKind::Add;
  Loc loc;
  /// Of one by which stores are packed: the Param of its value on entry.
  SymbolId onEntry = NoId;
  /// Of one that is no variable of the source, but what an iteration stored last (LastStored): the read that finds what
  /// it is on entry.
  AccessId start = NoId;
  bool startsAsMagnitude = false; ///< of what that finds
  /// No variable of the source: set where a function of the library reports a domain error in errno.
  bool isDomainError = false;
  /// The variable outside of the region that it is a part of. Every iteration sets the part before it reads it.
  std::string object = {};
};

struct Node {
  enum Kind : uint8_t { Loop, Assign, If };
  Kind kind = Assign;
  Loc loc;
  LoopId loop = NoId;                 ///< Loop
  AccessId access = NoId;             ///< Assign to memory, or
  LocalId local = NoId;               ///< Assign to a local
  ExprId value = NoId;                ///< Assign: already converted to the target's type
  ExprId condition = NoId;            ///< If (I1)
  std::vector<NodeId> body, elseBody; ///< Loop (body), If
  /// If of a loop's body, with nothing in it: the loop is left where it holds. In the root, such ones come first, with
  /// what they need (putExitsFirst); a loop inside is divergent: its lanes end at different times.
  bool leaves = false;
};

/// A variable whose value at the start of any root iteration is a polynomial in the root's counter: the counter
/// itself, further inductions, walked pointers. The scalar loop resumes from them.
struct Induction {
  std::string name;                  ///< C variable
  std::string cType;                 ///< "int", "const float *"
  ScalarType type = ScalarType::I32; ///< Index for pointers
  bool isPointer = false;            ///< value = name + IndexExpr (in elements), relative to the value on entry
  /// Of a pointer that the for statement itself sets: C expression of what it is set to ("a"); else empty.
  std::string base;
  bool declaredInInit = false; ///< declared by the for statement itself
  IndexExpr value;             ///< over the root's iterator and params
};

struct Loop {
  NodeId node = NoId;
  LoopId parent = NoId;
  SymbolId iterator = NoId;
  /// Iterations: lower <= iterator < upper, step 1, none if upper <= lower. Over params and outer iterators. Any
  /// other loop form is normalised to a counter from 0 and inductions.
  IndexExpr lower, upper;
  int64_t likelyMost = INT64_MAX; ///< iterations; by what prices go, not legality (learnExtents)
  std::string name;               ///< for remarks and plans: the source's counter, "while" for a while loop
  Loc loc;
};

/// Must hold on entry, else the scalar loop runs: `expr >= 0`, evaluated without wrap.
struct Assumption {
  IndexExpr expr;
  std::string why; ///< "unsigned i + off does not wrap"
  /// Iterations that meet are far enough apart for the longest block, `apart - perLane * lanes >= 0`; blocks of a
  /// smaller power of two need no more than that for theirs. 0: of no such condition.
  int64_t perLane = 0;
  IndexExpr apart = {};
  /// Or else this one holds, if there is one: rows that are far enough apart, whichever comes first.
  std::vector<Assumption> orElse = {};
};

/// How an assumption reads: "len is at least 16".
inline std::string isAtLeast(const std::string &expr, int64_t least) {
  return expr + " is at least " + std::to_string(least);
}

/// The clauses in force for the root loop (from vecify, omp simd, clang loop, GCC ivdep pragmas).
struct Clauses {
  bool annotated = false;   ///< any pragma that asks for vectorization
  bool off = false;         ///< vecify off, clang loop vectorize(disable), GCC novector
  std::string offBy;        ///< text of that pragma
  bool independent = false; ///< omp simd, vecify independent: no loop-carried dependence at all
  bool ivdep = false;       ///< only assumed dependences are waived
  int64_t safelen = 0;      ///< 0: unlimited when independent
  /// shape(i:4, j:8): loop name, elements (or native vectors when `inVectors`).
  struct Dim {
    std::string loop;
    int64_t size = 0;
    bool inVectors = false;
  };
  std::vector<Dim> shape;
  std::vector<std::string> order;
  int64_t width = 0;  ///< simdlen / vectorize_width; 0: free
  int64_t unroll = 0; ///< UF; 0: free
  enum Tail : uint8_t { AnyTail, MaskTail, EpilogueTail, OverlapTail, NoTail };
  Tail tail = AnyTail;
  bool expectVectorized = false;
  std::optional<int> mathUlp; ///< permitted error of vector math, in units in the last place
  FpFlags fp;                 ///< permissions added by fp(...) (already merged into the expressions' flags)
  bool fpStrict = false, fpContract = false;
  bool parallelFor = false;
  int64_t cores = 0; ///< cores(n): threads for this loop; 0: not asked for
  Loc loc;           ///< of the first pragma
};

/// Where the root's text is in the file, and what the rewriter needs to resume it.
struct Source {
  std::string function;   ///< enclosing function's name
  TextRange loop;         ///< the whole statement
  TextRange functionDecl; ///< the enclosing function definition (outlined helpers go before it)
  TextRange forInit;      ///< between '(' and the first ';' of a for; empty for while/do
  bool isFor = true, isDo = false;
  /// while (n--), if (i >= n) return -1: what ends the loop must be asked once more, even if nothing is left.
  bool conditionHasEffects = false;
  /// The for's init does more than the loop can repeat (`for (s = 0, i = 0; ...)`): its text must be run as a statement
  /// before everything else, params and guards included; the resumed loop has no init then.
  bool hoistInit = false;
  /// Where a macro gives the loop's head (FOR_EACH(i, n) { ... }): its text behind the init.
  std::string expandedHead;
  TextRange body;                 ///< within the loop; empty if a macro gives a part of it
  std::vector<TextRange> pragmas; ///< whole lines of consumed pragmas, to be commented
  std::string indent;             ///< white space before the loop
  bool inMacroArgument = false;
  std::string holds;         ///< as after #if: under other conditions other text of the loop is compiled; "" for none
  unsigned depth = 0;        ///< enclosing loops in the source
  bool mayBeInlined = false; ///< the function is called in this file, or may be where its body is known
  std::set<std::string> outerVariables;  ///< that the loop changes, but does not declare
  std::set<std::string> fileVariables;   ///< that the loop names; declared outside of all functions
  std::set<std::string> usedFromOutside; ///< variables and static functions that the loop names, but does not declare
};

struct Nest {
  std::vector<Symbol> symbols;
  std::vector<Array> arrays;
  std::vector<Access> accesses;
  std::vector<Expr> exprs;
  std::vector<Local> locals;
  std::vector<Node> nodes;
  std::vector<Loop> loops; ///< loops[0] is the root; parents before children
  std::vector<Induction> inductions;
  std::vector<Assumption> assumptions;
  /// Polynomials over params that are >= 0 whenever the root loop runs at least once: bounds of enclosing loops
  /// (n - 1 - i), definitions (n - 2*q for q = n / 2). Facts, not guards.
  std::vector<IndexExpr> known;
  Clauses clauses;
  Source source;
  std::vector<std::string> inlined; ///< functions that are evaluated in place
  /// The loop that the source's text begins with, where loops[0] is another one since they were reordered.
  struct Reordered {
    IndexExpr trip;
    std::string counter, name; ///< of its variable; as remarks call it
  };
  std::optional<Reordered> reordered;
  /// Of several loops of the source, one behind the other (Fuse). How far one array may lead another is not known then.
  bool isFused = false;
  /// Loops of the source that are several here (Fission), "j in 2 loops"; arrays that are the same would meet in
  /// another order then. "" if there are none.
  std::string splitLoops;
  /// Iterations in which what is asked at the ends of the root is decided (withInterior): all but so many.
  struct Inside {
    ExprId condition; ///< of selects whose second operand is what those iterations do
    int64_t first = 0, last = 0;
  };
  std::optional<Inside> interior;
  /// Arrays of which cells lie in scalars meanwhile (CellsInScalars): any other that overlaps them, though it were the
  /// same, would miss them.
  std::vector<ArrayId> inScalars;
  /// An `if` of the body ends the loop (countExits).
  bool endsByExit = false;
  /// Iterations of the root that are one of the source's, which was unrolled by hand (Reroll).
  int64_t rolled = 1;
  /// Statements of one iteration stand in another order than the source's: right where different arrays do not overlap.
  bool isRearranged = false;
  /// An iteration of the root is `count` of the source's `trip` (WriteOut); the last ones may be left over.
  struct WrittenOut {
    int64_t count = 1;
    IndexExpr trip;
    std::string counter;
  };
  std::optional<WrittenOut> writtenOut;
  /// Part of what the statements compute that stands in loops of the source which are written out here, and which a
  /// compiler does `RowLanes` iterations of at once.
  double partInRows = 0;
  static constexpr unsigned RowLanes = 4;
  /// Loops are written out whose control hangs on the counters of others that are. Compilers hardly do that.
  bool hasLoopsByLoops = false;
  /// The root runs a few times, and the array that it works on has constant subscripts then; "" if there is none.
  std::string arrayInRegisters;
  /// The compile flags have a sanitizer watch every byte that is read.
  bool isWatched = false;

  const Loop &root() const { return loops[0]; }
  SymbolId rootIterator() const { return loops[0].iterator; }
  Loc loc() const { return loops[0].loc; }
  /// Base + sum of subs * strides + offset, in bytes, relative to the array's base. Asserts isAffine().
  IndexExpr byteAddress(const Access &access) const;
  /// upper - lower.
  IndexExpr tripCount(LoopId loop) const { return loops[loop].upper - loops[loop].lower; }
  /// Of the loop that the source's text begins with.
  IndexExpr sourceTrip() const {
    return reordered ? reordered->trip : writtenOut ? writtenOut->trip : *tripCount(0).dividedBy(rolled);
  }
  /// Iterations of the root that are one of the source's.
  double rootsInSource() const { return double(rolled) / double(writtenOut ? writtenOut->count : 1); }

  /// Whether the value is fixed while the region runs: no iterators.
  bool isOverParams(const IndexExpr &expr) const;
  /// Whether the loop may be left before its trip count is up.
  bool mayLeaveEarly(LoopId loop = 0) const;
  /// Whether a loop inside the root ends by the data.
  bool hasDivergentLoops() const;
  /// Whether some stores are packed.
  bool hasPackedStores() const;
  /// Whether some statement stores to the array.
  bool isWritten(ArrayId array) const;
  /// Whether the place of some store depends on the counters of both loops.
  bool storesMoveWith(LoopId loop, LoopId inner) const;
  /// An array of whose rows each iteration of the loop takes another one; NoId if there is none.
  ArrayId rowsChosenBy(LoopId loop) const;

  ExprId add(Expr expr) {
    exprs.push_back(std::move(expr));
    return ExprId(exprs.size() - 1);
  }
  NodeId add(Node node) {
    nodes.push_back(std::move(node));
    return NodeId(nodes.size() - 1);
  }
  AccessId add(Access access) {
    accesses.push_back(std::move(access));
    return AccessId(accesses.size() - 1);
  }
};

/// The stable text form of --print=nest.
void print(const Nest &nest, llvm::raw_ostream &os);

} // namespace vecify
