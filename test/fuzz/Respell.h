// Spells a program in less usual C. The programs of the other classes vary values and subscripts, and write down both
// the way most people do; here the values stay, and what changes is the C around them:
//
//   for (int i = 0; i < n; i++)         int j = n > 0 ? n : 0, i = 0;
//     y[i] = a * x[i];            ->    while (j-- > 0) { *(y + i) = ({ float t; t = a; t * x[i]; }); i++; }
//
// Each respelling is defined wherever what it replaces is, whether or not it means the same.
#pragma once
#include "Build.h"
#include <functional>

namespace vecify::fuzz {

class Respeller {
public:
  /// `taken`: names that are in the text of `f` and none of its variables has.
  Respeller(Function &f, Rng &rng, std::vector<std::string> taken) : f(f), rng(rng), names(std::move(taken)) {}

  /// A few respellings of the loops, statements and expressions of f.body; locals whose last values are of interest.
  std::vector<int> body();
  /// What comes before the first statement: early returns, sizes that are changed or copied.
  void entry();

private:
  using Respelling = bool (Respeller::*)();

  /// A statement at code[at]; the counters of the loops around it, the innermost last.
  struct Place {
    Code *code;
    size_t at;
    std::vector<int> counters;
    bool isInStepLoop; ///< the innermost loop is a for that steps in its head
    bool isNested;     ///< in an if or switch, not a loop's body
    Stmt &operator*() const { return (*code)[at]; }
    Stmt *operator->() const { return &(*code)[at]; }
  };
  struct Head {
    int var;
    Expr lo, hi;
    bool isOutside; ///< declared before the loop
  };

  // Respell.cpp
  std::vector<Place> places(const std::function<bool(const Stmt &)> &wanted);
  bool pick(std::vector<Place> from, Place &place);
  std::string freshName(const std::vector<std::string> &names);
  int newLocal(Ty type, Range range, const std::vector<std::string> &names);
  std::string label(const std::string &what) { return what + std::to_string(++labels); }
  bool helper(const std::string &text);
  /// A condition that is cheap to ask twice.
  Expr someTruth(const Place &place);
  bool renamedLocal();
  bool retypedLocal();
  bool shadowingLocal();
  bool pointerAlias();

  // RespellLoops.cpp
  bool loop(Place &place, Head &head);
  static std::optional<Head> headOf(const Stmt &s);
  Expr trips(const Head &head);
  Stmt advance(int var, bool isUp = true);
  bool startsOutside(const Place &place, const Stmt &start, int var);
  void startsInBlock(const Place &place, const Stmt &start);
  void setLoop(const Place &place, const Head &head, Stmt loop, Expr start, Code before = {});
  void replaceCounter(Code &code, int var, const Expr &by, int percent = 100);
  bool countedDown();
  bool stepInCondition();
  bool conditionInOtherWords();
  bool stepInOtherWords();
  bool endBesideCounter();
  bool leftByBreak();
  bool byGoto();
  bool backwards();
  bool doWhile();
  bool unrolled();

  // RespellCounters.cpp
  bool secondCounter();
  bool lastingCounter();
  bool scaledCounter();
  bool walkedPointer();
  bool bufferOnTheWay();

  // RespellStatements.cpp
  bool branchByOther();
  bool storeByOther();
  bool storeWithCounter();
  bool accumulatedByOther();
  bool declaredByOther();
  bool wrappedStatement();
  bool skippedStatement();

  // RespellExprs.cpp
  std::vector<Expr *> values(bool isOutermost = false);
  bool value();
  bool access();
  bool truth();
  bool literalByName();

  Function &f;
  Rng &rng;
  const std::vector<std::string> names;
  int labels = 0;
  std::vector<int> lasting;
};

// Text as a statement or an expression.
Stmt spelled(const std::string &pattern, std::vector<Expr> kids = {}, Code body = {}, Code orElse = {});
Expr spelledValue(const std::string &pattern, const Expr &like, std::vector<Expr> kids);
Stmt braced(Code body);
Expr incremented(const Function &f, int var, const std::string &op);
/// Whether `code` contains a break, continue or return of the loop around it.
bool leaves(const Code &code);
bool continues(const Code &code);
/// Calls `change` for every expression, outer ones first; it says whether it is done with what is inside of one.
void rewrite(Code &code, const std::function<bool(Expr &)> &change);

} // namespace vecify::fuzz
