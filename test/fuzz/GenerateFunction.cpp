// Variables, the style of a function, and what a function is made of: one to
// three nests of one class, then the scalars that leave it.
#include "Generator.h"
#include "Held.h"
#include "Leave.h"
#include <algorithm>
#include <set>

namespace vecify::fuzz {

Generator::Generator(uint64_t seed, int index) : rng(mix(seed, uint64_t(index))) {
  f.index = index;
  f.name = "f" + std::to_string(index);
}

bool Generator::isTaken(const std::string &name) const {
  return std::find(taken.begin(), taken.end(), name) != taken.end();
}

std::string Generator::fresh(const std::vector<std::string> &names) {
  // Counters of for loops may go by these while other names are chosen.
  for (int round = 1;; ++round)
    for (std::string name : names) {
      if (round > 1)
        name += std::to_string(round);
      bool inScope = false;
      for (const Iv &iv : ivs)
        inScope |= f.vars[iv.var].name == name;
      if (isTaken(name) || inScope)
        continue;
      taken.push_back(name);
      return name;
    }
}

int Generator::addVar(Var v) {
  if (v.spelled.empty())
    v.spelled = spelling(v.type);
  f.vars.push_back(std::move(v));
  return int(f.vars.size()) - 1;
}

int Generator::newLocal(Ty type, Range range, const std::string &name) {
  Var v;
  v.kind = Var::Local;
  v.name = name;
  v.type = type;
  v.range = range;
  return addVar(v);
}

int Generator::newTemp(Ty type, Range range, const std::string &name) {
  int t = newLocal(type, range, name.empty() ? fresh({"t", "v", "d", "e", "u", "w"}) : name);
  temps.push_back(t);
  return t;
}

int Generator::newSize(int depth) {
  std::vector<int> sizes;
  for (size_t k = 0; k < f.vars.size(); ++k)
    if (f.vars[k].kind == Var::Size)
      sizes.push_back(int(k));
  bool second = int(sizes.size()) >= depth;
  if (!sizes.empty() && rng.percent(second ? 85 : 12))
    return rng.pick(sizes);
  Var v;
  v.kind = Var::Size;
  v.name = fresh(rng.percent(70) ? std::vector<std::string>{"n", "m", "k", "l"}
                                 : std::vector<std::string>{"rows", "cols", "len", "count"});
  v.type = indexType;
  v.spelled = indexName;
  if (rng.percent(15) && bytes(indexType) == 8)
    v.type = isSigned(indexType) ? Ty::I32 : Ty::U32;
  else if (rng.percent(6) && indexType == Ty::I32)
    v.type = Ty::I16;
  if (v.type != indexType)
    v.spelled = spelling(v.type);
  const int most[] = {1100, 600, 200, 40};
  v.range = {0, most[std::min(depth, 4) - 1]};
  if (bytes(indexType) == 1)
    v.range.hi = std::min<Wide>(v.range.hi, 200);
  return addVar(v);
}

int Generator::newScalar(Ty type) {
  Var v;
  v.kind = Var::Scalar;
  v.name = fresh({"alpha", "beta", "key", "bias", "gain", "lo", "hi"});
  v.type = type == Ty::Bool ? Ty::I32 : type;
  v.range = fullRange(v.type);
  if ((v.type == Ty::I32 || v.type == Ty::I64) && rng.percent(75))
    v.range = {-1000, 1000};
  return addVar(v);
}

Ty Generator::elementType() { return rng.percent(70) ? palette[0] : rng.pick(palette); }

ArrayUse::Layout Generator::anyLayout(int depth) {
  if (depth < 2)
    return ArrayUse::Flat;
  return ArrayUse::Layout(rng.weighted({25, 45, 30}));
}

size_t Generator::newArray(Ty type, bool isOut, ArrayUse::Layout layout) {
  ArrayUse use;
  use.layout = layout;
  use.isOut = isOut;
  Var v;
  v.kind = Var::Array;
  v.type = type;
  v.range = fullRange(type);
  // Plain sums of ints need values with room; full range needs casts.
  if ((type == Ty::I32 || type == Ty::I64) && rng.percent(60))
    v.range = rng.pick({Range{-1000, 1000}, Range{-1000000, 1000000}, Range{0, 255}});
  v.isConst = !isOut && rng.percent(75);
  v.isRestrict = allRestrict || (someRestrict && rng.percent(50));
  v.spelled = spelling(type);
  v.name = isOut ? fresh({"y", "out", "dst", "c", "r", "res"}) : fresh({"x", "a", "b", "src", "in", "g", "h"});
  if (layout != ArrayUse::Flat) {
    std::vector<int> rows;
    for (const Iv &iv : ivs)
      if (iv.below >= 0)
        rows.push_back(iv.below);
    if (!rows.empty() && rng.percent(90)) {
      use.pitchVar = rng.percent(70) ? rows.back() : rng.pick(rows);
      use.pad = rng.percent(75) ? 0 : rng.in(1, 3);
      if (layout == ArrayUse::Rows && use.pad == 0)
        f.vars[use.pitchVar].range.lo = 1;
    } else {
      use.pad = rng.pick({8, 16, 20, 32});
    }
    if (layout == ArrayUse::Rows)
      v.dims = {pitch(use)};
  } else if (rng.percent(5) && type != Ty::Bool) {
    v.fields = rng.in(2, 4);
    v.spelled = f.name + (v.name.size() == 1 ? "_" + v.name : "_" + v.name.substr(0, 3)) + "_t";
  }
  use.var = addVar(v);
  arrays.push_back(std::move(use));
  return arrays.size() - 1;
}

size_t Generator::newIndexArray(int64_t most) {
  size_t k = newArray(rng.pick({Ty::I32, Ty::I32, Ty::U32, Ty::I16, Ty::U8, Ty::I64}), false, ArrayUse::Flat);
  Var &v = f.vars[arrays[k].var];
  v.fields = 0;
  v.spelled = spelling(v.type);
  v.range = {0, most};
  v.isConst = v.isFixed = true;
  v.name = fresh({"idx", "next", "map", "perm"});
  return k;
}

void Generator::chooseStyle() {
  struct Row {
    int weight;
    std::vector<Ty> types;
  };
  using enum Ty;
  static const std::vector<Row> palettes = {
      {20, {F32}},      {6, {F64}},           {13, {I32}},         {10, {U8}},      {7, {U8, I16}},
      {6, {I16}},       {4, {U16}},           {3, {I8}},           {6, {U32}},      {4, {I64}},
      {3, {U64}},       {5, {F32, I32}},      {4, {U8, F32}},      {4, {I32, I8}},  {2, {F32, F64}},
      {2, {I32, Bool}}, {3, {I16, I32}},      {3, {U8, U16, U32}}, {2, {I32, I64}}, {2, {U8, I32, F32}},
      {2, {I16, F32}},  {1, {F64, I64, I32}}, {1, {I8, U16, F64}}};
  int sum = 0;
  for (const Row &row : palettes)
    sum += row.weight;
  int left = rng.below(sum);
  for (const Row &row : palettes) {
    palette = row.types;
    if ((left -= row.weight) < 0)
      break;
  }
  allowFloat = std::any_of(palette.begin(), palette.end(), isFloat) || rng.percent(4);

  struct Index {
    int weight;
    Ty type;
    const char *name;
  };
  static const Index indices[] = {{50, I32, "int"},  {20, U64, "size_t"}, {11, U32, "unsigned"}, {10, I64, "long"},
                                  {3, I16, "short"}, {2, U8, "uint8_t"},  {2, I64, "ptrdiff_t"}, {2, U16, "uint16_t"}};
  left = rng.below(100);
  for (const Index &index : indices) {
    indexType = index.type;
    indexName = index.name;
    if ((left -= index.weight) < 0)
      break;
  }
  pitchFirst = rng.percent(20);
  allRestrict = rng.percent(40);
  someRestrict = rng.percent(30);
}

Function Generator::run(int family) {
  chooseStyle();
  const int any = rng.weighted({49, 17, 18, 7, 9});
  switch (family < 0 ? any : family) {
  case 0: {
    affine = f.isAffine = true;
    int nests = 1 + rng.weighted({82, 14, 4});
    int depth = 1 + rng.weighted({46, 37, 13, 4});
    const int work[] = {2000, 5000, 6000, 6000};
    f.work = work[depth - 1];
    for (int k = 0; k < nests; ++k)
      nest(k == 0 ? depth : rng.in(1, depth), f.body);
    break;
  }
  case 1: {
    int depth = 1 + rng.weighted({50, 38, 10, 2});
    f.work = 4000;
    if (rng.percent(30))
      walk(f.body);
    else
      nest(depth, f.body);
    break;
  }
  case 3:
    f.work = 4000;
    grid(f.body);
    break;
  case 4:
    odd();
    return std::move(f);
  case 5:
    bordersClass();
    break;
  case 6:
    overlaps();
    break;
  default:
    f.work = 2000;
    hostile(f.body);
    if (rng.percent(15))
      nest(1, f.body);
  }
  finish();
  return std::move(f);
}

void Generator::finish() {
  ivs.clear();
  temps.clear();
  bool isEarly = f.result != Ty::Void;
  for (size_t k = 0; k < liveOut.size(); ++k) {
    Expr live = ref(f, liveOut[k]);
    if (!isEarly && k == 0 && rng.percent(75)) {
      f.result = live.type;
      continue;
    }
    // Out by pointer.
    size_t use = newArray(live.type, true, ArrayUse::Flat);
    Var &v = f.vars[arrays[use].var];
    v.range = fullRange(live.type);
    v.fields = 0;
    v.spelled = spelling(live.type);
    f.body.push_back(assign(deref(f, arrays[use].var), live));
  }
  if (isEarly)
    f.body.push_back(giveBack(literal(-1)));
  else if (f.result != Ty::Void)
    f.body.push_back(giveBack(ref(f, liveOut[0])));
  prune(f);
}

/// Variables whose values something other than their own update uses.
static std::set<int> readVars(const Function &f) {
  std::set<int> read;
  auto see = [&](const Expr &e) {
    if (e.kind == Expr::VarRef || e.kind == Expr::PostInc)
      read.insert(e.var);
  };
  eachStmt(f.body, [&](const Stmt &s) {
    eachExpr(s.rhs, see);
    if (s.lhs.kind != Expr::VarRef)
      eachExpr(s.lhs, see);
    if (s.pinned && s.var >= 0)
      read.insert(s.var);
  });
  return read;
}

/// `s += x` or `p++` of a local scalar or cursor that nobody reads.
static bool isOnlySet(const Function &f, const Stmt &s, const std::set<int> &read) {
  int var = s.kind == Stmt::Bump ? s.var : s.kind == Stmt::Assign && s.lhs.kind == Expr::VarRef ? s.lhs.var : -1;
  if (var < 0 || s.pinned || read.contains(var))
    return false;
  bool moves = false;
  eachExpr(s.rhs, [&](const Expr &e) { moves |= e.kind == Expr::PostInc; });
  Var::Kind kind = f.vars[var].kind;
  return !moves && (kind == Var::Local || kind == Var::Cursor || kind == Var::Array);
}

void prune(Function &f) {
  // Removing a declaration may leave others without a use.
  for (bool again = true; again;) {
    again = false;
    std::set<int> used;
    std::set<std::string> called;
    auto see = [&](const Expr &e) {
      if (e.kind == Expr::VarRef || e.kind == Expr::PostInc)
        used.insert(e.var);
      if (e.kind == Expr::Call)
        called.insert(e.op);
    };
    eachExpr(f.body, see);
    // A pointer that only moves, a local that is only counted: still in use.
    eachStmt(f.body, [&](const Stmt &s) {
      if (s.kind == Stmt::Bump)
        used.insert(s.var);
      if (s.kind == Stmt::Decl && f.vars[s.var].kind == Var::LocalArray)
        for (const Expr &dim : f.vars[s.var].dims)
          eachExpr(dim, see);
    });
    std::set<int> arrays = used;
    for (int v : arrays)
      for (const Expr &dim : f.vars[v].dims)
        eachExpr(dim, see);
    std::set<int> read = readVars(f);
    auto drop = [&](auto &self, Code &code) -> void {
      auto unused = [&](const Stmt &s) {
        if (s.kind == Stmt::Decl)
          return !used.contains(s.var);
        return isOnlySet(f, s, read);
      };
      size_t size = code.size();
      code.erase(std::remove_if(code.begin(), code.end(), unused), code.end());
      again |= code.size() != size;
      for (Stmt &s : code)
        for (Code *part : {&s.step, &s.body, &s.orElse})
          self(self, *part);
    };
    drop(drop, f.body);
    if (again)
      continue;

    std::erase_if(f.inlines, [&](const Inline &fn) { return !called.contains(fn.name); });
    std::vector<int> place(f.vars.size(), -1);
    Vars kept;
    for (size_t k = 0; k < f.vars.size(); ++k) {
      bool isLocal = f.vars[k].kind == Var::Local || f.vars[k].kind == Var::Cursor;
      if (!used.contains(int(k)) && !isLocal)
        continue;
      place[k] = int(kept.size());
      kept.push_back(f.vars[k]);
    }
    f.vars = std::move(kept);
    auto renumberExpr = [&](auto &self, Expr &e) -> void {
      if (e.var >= 0)
        e.var = place[e.var];
      for (Expr &kid : e.kids)
        self(self, kid);
    };
    auto renumber = [&](auto &self, Code &code) -> void {
      for (Stmt &s : code) {
        if (s.var >= 0)
          s.var = place[s.var];
        renumberExpr(renumberExpr, s.lhs);
        renumberExpr(renumberExpr, s.rhs);
        for (Code *part : {&s.init, &s.step, &s.body, &s.orElse})
          self(self, *part);
      }
    };
    renumber(renumber, f.body);
    for (Var &v : f.vars)
      for (Expr &dim : v.dims)
        renumberExpr(renumberExpr, dim);
  }
}

Function generate(uint64_t seed, int index, int family) {
  // By numbers of their own: the other programs are the same with and without.
  if (Rng choice(mix(seed ^ 0x424F5244, uint64_t(index))); family < 0 && choice.percent(14))
    family = choice.percent(50) ? 5 : 6;
  Function f = Generator(seed, index).run(family);
  Rng leaving(mix(seed ^ 0x4C454156, uint64_t(index)));
  leaveEarly(f, leaving);
  Rng rng(mix(seed ^ 0x48454C44, uint64_t(index)));
  hold(f, rng);
  return f;
}

} // namespace vecify::fuzz
