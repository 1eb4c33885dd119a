// What the parts of the generator share: the function under construction, the
// counters and temporaries in scope, and the arrays with their layouts.
#pragma once
#include "Build.h"
#include "Generate.h"
#include <functional>

namespace vecify::fuzz {

/// A loop counter in scope: lo <= value <= most, and value < below + add where
/// `below` is a size parameter.
struct Iv {
  int var = -1;
  Wide lo = 0, most = 0;
  int below = -1;
  int64_t add = 0;
  /// Index arithmetic on it may go below zero.
  bool isSigned = true;
};

struct ArrayUse {
  enum Layout { Flat, Linear, Rows }; // a[i], a[i*m + j], a[i][j]
  int var = -1;
  Layout layout = Flat;
  int pitchVar = -1; // row length: pitchVar + pad, or pad alone
  int64_t pad = 0;
  bool isOut = false;
  /// In this nest: written, so affine programs touch it at `home` alone; read.
  bool isWritten = false, isRead = false;
  std::vector<Expr> home;
};

struct LoopPlan {
  enum Style { Plain, OutsideDecl, NotEqual, LessEqual, WhileLoop, DoLoop, Forever, Macro, CountDown };
  Iv iv;
  Expr lo, hi; // from lo below hi, by step
  int step = 1;
  bool down = false;
  Style style = Plain;
  bool isLiveOut = false;
};

class Generator {
public:
  Generator(uint64_t seed, int index);
  Function run(int family);

private:
  // GenerateFunction.cpp: variables, and what a function is made of.
  std::string fresh(const std::vector<std::string> &names);
  bool isTaken(const std::string &name) const;
  int addVar(Var v);
  int newSize(int depth);
  int newScalar(Ty type);
  int newTemp(Ty type, Range range, const std::string &name = "");
  int newLocal(Ty type, Range range, const std::string &name);
  size_t newArray(Ty type, bool isOut, ArrayUse::Layout layout);
  size_t newIndexArray(int64_t most);
  Ty elementType();
  ArrayUse::Layout anyLayout(int depth);
  void chooseStyle();
  void finish();

  // GenerateExpr.cpp: values.
  Expr value(int depth);
  Expr leaf();
  Expr constant(Ty like);
  Expr newestScalar();
  Expr operation(int depth);
  Expr idiom();
  Expr intIdiom(Expr a, Expr b);
  Expr floatIdiom(Expr a, Expr b);
  // GenerateNeighbours.cpp.
  bool wantsNeighbours(int percent);
  Expr narrowLoad(Ty type, const Iv &iv, int stride, int offset);
  /// Bytes or shorts beside each other or of one pixel, times constants.
  Expr weightedNeighbours();
  Expr periodicPart();
  /// A product, distance or comparison of two narrow integers, to be summed.
  Expr narrowTerm();
  /// One of narrowSum's: a load, perhaps scaled or shifted, a product, or a constant.
  Expr narrowPart();
  /// Bytes and shorts in a sum of several parts, most of which fits 16 bits.
  Expr narrowSum();
  /// out[3*i] = ..; out[3*i + 1] = ..; out[3*i + 2] = ..;
  void interleavedStores(Code &out);
  Expr condition(int depth);
  /// `b`, unless it is a literal that `a` cannot reach or pass: compilers
  /// complain of such comparisons.
  Expr within(const Expr &a, Expr b);
  Expr comparison(Expr a, Expr b);
  Expr mathCall(int depth);
  Expr inlineCall(int depth);
  Expr negated(Expr a);
  /// Declares a temporary in the current block and refers to it.
  Expr asTemp(Expr e);

  // GenerateAccess.cpp: subscripts.
  Expr load();
  Expr coefficient();
  Expr loadFrom(ArrayUse &use);
  Expr term(const Iv &iv, int64_t factor, int64_t offset);
  Expr pitch(const ArrayUse &use);
  Expr flatSubscript();
  std::vector<Expr> readSubscript(const ArrayUse &use);
  std::vector<Expr> storeSubscript(ArrayUse &use);
  std::vector<Expr> inRow(const ArrayUse &use, Expr row, Expr column);
  bool fitsRow(const ArrayUse &use, const Iv &iv, int64_t offset);
  Expr accessAt(const ArrayUse &use, std::vector<Expr> subs);

  // GenerateSmallArrays.cpp.
  void smallArray(Code &out);

  // GenerateComplex.cpp.
  Expr complexPart();

  // GenerateLoop.cpp: loops in every spelling.
  LoopPlan planLoop(int depth, int level);
  /// The same bounds, with a counter of its own. `outer`: what was around the old one.
  LoopPlan planAgain(const LoopPlan &old, const LoopPlan *outer);
  int newCounter(const LoopPlan &plan, Var v);
  void sharedSize(int size);
  void emitLoop(const LoopPlan &plan, Code body, Code &out);
  bool mayContinue(const LoopPlan &plan) const;

  // GenerateBody.cpp: statements and nests of them.
  void nest(int depth, Code &out);
  void level(int depth, int at, Code &out);
  void exchange(Code &out);
  void innermost(Code &out, bool mayContinue);
  void store(Code &out);
  void storeTo(ArrayUse &use, const std::vector<Expr> &subs, Code &out);
  void reduce(Code &out);
  void rowReduction(int depth, int at, Code &out);
  Code update(const Expr &target, const Expr &e);
  ArrayUse &anyOut();
  void startNest();
  void clearHomes();

  // GenerateFree.cpp: dependences of any kind, walked pointers.
  void storeWith(int scalar, Code &out);
  void settle(Code &out);
  void freeBody(Code &out, bool mayContinue);
  void walk(Code &out);
  int newCursor(bool isOut, Code &out);

  // GenerateGrids.cpp.
  void grid(Code &out);
  void sweep(Code &out);
  void update3(Code &out);
  size_t newMatrix(int size);
  LoopPlan planCells(int size, int from);
  void storeCell(size_t matrix, const Expr &here, Expr e, Code &out);
  void wrap(const std::vector<LoopPlan> &loops, Code body, Code &out);
  void plainCounters();

  // GenerateOverlaps.cpp.
  size_t newRow(bool isOut, Ty type);
  std::vector<int> densities();
  Expr denseSubscript(const std::vector<int> &factors, int offset);
  Stmt rowByCall(Expr to, Expr from);
  void denseRows(Code &out);
  void apart(Code &out);
  void triangle(Code &out);
  void overlaps();

  // GenerateBorders.cpp.
  enum Border { Clamped, Mirrored, Periodic };
  Expr neighbourWithin(const Iv &iv, int side, Border border);
  void storeValue(ArrayUse &use, std::vector<Expr> subs, Expr e, Code &out);
  void borders(Code &out);
  void members(Code &out);
  void bordersClass();

  // GenerateOdd.cpp.
  void odd();

  // GenerateHostile.cpp.
  void hostile(Code &out);
  void search(Code &out);
  void compact(Code &out);
  void histogram(Code &out);
  void chase(Code &out);
  void recurrence(Code &out);
  void scatter(Code &out);
  void ragged(Code &out);
  void boundInMemory(Code &out);
  void wrapAround(Code &out);
  void symbolicStride(Code &out);
  void iterateElement(Code &out);
  void localBuffer(Code &out);
  void sideEffects(Code &out);
  void calls(Code &out);
  void argExtreme(Code &out);
  void carry(Code &out);
  void twoCounters(Code &out);
  void floatSum(Code &out);
  void globalTable(Code &out);
  /// A plain counting loop of its own around `fill(body)`; its counter.
  int counted(Code &out, bool isLiveOut, const std::function<void(Code &)> &fill);
  Expr bounded(int64_t most);

  Function f;
  Rng rng;
  bool affine = false, allRestrict = false, someRestrict = false, allowFloat = false;
  bool pitchFirst = false; // m * i instead of i * m
  Ty indexType = Ty::I32;
  std::string indexName;
  std::vector<Ty> palette;
  std::vector<std::string> taken;
  std::vector<Iv> ivs;
  std::deque<ArrayUse> arrays; // references stay valid, as with variables
  std::vector<int> temps, scalars, cursors;
  /// Scalars declared at function level whose values leave it.
  std::vector<int> liveOut;
  Code *block = nullptr;
  /// Where the nest under construction puts its accumulators.
  Code *before = nullptr;
  /// The counter that every store of an affine nest has in its subscript, so
  /// that its loop is parallel.
  int anchor = -1;
  /// Of the nest's loops, from the outermost inwards; and whether they are to be taken again.
  std::vector<LoopPlan> plans;
  bool isTwin = false;
  /// Most loops run 16 to 67 times, whatever the parameters are.
  bool hasConstantTrips = false;
  int nesting = 0; // of ternaries and macros, to keep expressions small
};

// Statements, spelled short.
Stmt assign(Expr lhs, Expr rhs, const std::string &op = "=");
Stmt declare(int var, Expr init);
Stmt bump(int var, const std::string &op = "++");
Stmt bumpBy(int var, Expr by);
Stmt branch(Expr condition, Code yes, Code no = {});
Stmt simple(Stmt::Kind kind);
Stmt giveBack(Expr value);

} // namespace vecify::fuzz
