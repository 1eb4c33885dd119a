// Places of one array that several iterations meet: dense rows of constant trip counts whose subscripts overlap, places
// at distances that are known on entry only, solves and factors of triangles.
//
//     for (int i = 0; i < 4; i++) for (int k = 0; k < 3; k++) for (int j = 0; j < 5; j++)
//       t[4 * i + j + 4 * k] += x[i] * 7;
//     for (int i = 0; i < n; i++) t[from + i] += alpha * t[to + i];
//     for (int i = 0; i < n; i++) { s = x[i]; for (int j = 0; j < i; j++) s -= A[i][j] * x[j]; x[i] = s; }
#include "Generator.h"
#include "Respell.h"

namespace vecify::fuzz {

/// Flat, written and read; integers in their full range, so that what helpers store fits.
size_t Generator::newRow(bool isOut, Ty type) {
  const size_t row = newArray(type, isOut, ArrayUse::Flat);
  Var &v = f.vars[arrays[row].var];
  v.fields = 0;
  v.spelled = spelling(type);
  v.range = fullRange(type);
  arrays[row].isRead = arrays[row].isWritten = true;
  return row;
}

/// Every counter of the nest times a small constant, maybe 0.
std::vector<int> Generator::densities() {
  std::vector<int> factors;
  for (size_t k = 0; k < ivs.size(); ++k)
    factors.push_back(rng.pick({0, 1, 1, 1, 2, 3, 4, 4, 8}));
  return factors;
}

Expr Generator::denseSubscript(const std::vector<int> &factors, int offset) {
  std::optional<Expr> sum;
  for (size_t k = 0; k < factors.size(); ++k) {
    if (factors[k] == 0)
      continue;
    Expr part = term(ivs[k], factors[k], 0);
    sum = sum ? binary("+", std::move(*sum), std::move(part)) : part;
  }
  if (!sum)
    return literal(offset);
  return offset == 0 ? *sum : binary("+", std::move(*sum), literal(offset));
}

/// A loop of its own over `trips` elements of two arrays, in a function that the nest calls.
Stmt Generator::rowByCall(Expr to, Expr from) {
  const Ty type = to.type;
  const std::string element = spelling(type),
                    name = fresh({"row", "part", "mix"}) + "_" + std::to_string(f.index) + "$S";
  const std::string trips = std::to_string(rng.pick({2, 3, 4, 4, 5, 8, 8, 16}));
  const std::string scale = std::to_string(rng.pick({1, 1, 1, 2, 3}));
  const std::string at = scale == "1" ? "q" : rng.percent(50) ? scale + " * q" : "q * " + scale;
  const std::string x = "$T(x[q])", y = "$T(y[" + at + "])";
  std::string update;
  if (isFloat(type))
    update = rng.pick(
        std::vector<std::string>{y + " += " + x + " * g;", y + " = " + y + " - " + x + ";", y + " = " + x + " * g;"});
  else
    update = rng.pick(std::vector<std::string>{y + " ^= " + x + ";",
                                               y + " = (" + element + ")((unsigned)" + y + " + (unsigned)" + x + ");",
                                               y + " = (" + element + ")(" + x + " | g);", y + " = " + x + ";"});
  const bool hasGain = update.find('g') != std::string::npos;
  const std::string gain = hasGain ? ", " + element + " g" : "";
  const bool isApart = f.vars[to.kids[0].var].isRestrict && rng.percent(50);
  const std::string fixed = isApart ? "restrict " : "";
  f.helpers.push_back("static " + std::string(rng.percent(70) ? "inline " : "") + "void " + name + "(" + element +
                      " *" + fixed + "y, const " + element + " *" + fixed + "x" + gain + ") {\n  for (int q = 0; q < " +
                      trips + "; q++)\n    " + update + "\n}");
  if (!hasGain)
    return spelled(name + "(&$0, &$1);", {std::move(to), std::move(from)});
  // Exact products: a compiler may fuse them where vecify leaves the helper alone.
  Expr by = isFloat(type) ? real(rng.pick({1.0, -1.0}), type) : literal(rng.in(1, 100));
  return spelled(name + "(&$0, &$1, $2);", {std::move(to), std::move(from), std::move(by)});
}

void Generator::denseRows(Code &out) {
  const Ty type = palette[0] == Ty::Bool ? Ty::I32 : palette[0];
  const bool hasCalls = rng.percent(30);
  const size_t rows = newRow(true, type), other = newRow(hasCalls || rng.percent(30), type);
  if (hasCalls && rng.percent(60))
    f.vars[arrays[rows].var].isRestrict = f.vars[arrays[other].var].isRestrict = true;
  const int depth = 2 + rng.below(2) - hasCalls * rng.below(2);
  std::vector<LoopPlan> loops;
  for (int k = 0; k < depth; ++k) {
    const bool isSized = rng.percent(20);
    LoopPlan plan = planCells(isSized ? newSize(depth) : -1, 0);
    if (isSized)
      f.vars[plan.iv.below].range.hi = std::min<Wide>(f.vars[plan.iv.below].range.hi, 40);
    else
      plan.hi = literal(rng.pick({2, 3, 4, 4, 5, 7, 8, 8, 12, 16, 20}));
    plan.iv.most = std::max<Wide>(plan.hi.range.hi - 1, 0);
    loops.push_back(plan);
    ivs.push_back(plan.iv);
  }
  Code body;
  block = &body;
  const std::vector<int> factors = densities();
  for (int k = 0, count = 1 + rng.weighted({75, 25}); k < count; ++k) {
    const auto at = [&](size_t row, const std::vector<int> &by, int offset) {
      return accessAt(arrays[row], {denseSubscript(by, offset)});
    };
    const Expr here = at(rows, rng.percent(80) ? factors : densities(), rng.percent(60) ? 0 : rng.in(1, 6));
    if (hasCalls) {
      body.push_back(rowByCall(here, at(other, densities(), 0)));
      continue;
    }
    Expr e = rng.percent(65) ? at(other, densities(), 0) : value(1);
    if (rng.percent(35))
      e = arith(rng.pick({"*", "+"}), std::move(e), rng.percent(50) ? constant(type) : at(other, densities(), 0), rng);
    if (rng.percent(65)) // an update, or from beside
      e = arith(rng.pick({"+", "+", "-", "*"}), rng.percent(75) ? here : at(rows, factors, rng.in(0, 8)), std::move(e),
                rng);
    if (rng.percent(10)) {
      const Expr test = condition(1);
      Code yes;
      block = &yes;
      storeCell(rows, here, std::move(e), yes);
      block = &body;
      body.push_back(branch(test, std::move(yes)));
      continue;
    }
    storeCell(rows, here, std::move(e), body);
  }
  wrap(loops, std::move(body), out);
}

/// a[from + i] from a[to + i], or rows of one matrix by their numbers.
void Generator::apart(Code &out) {
  const auto distance = [&](Wide most) {
    Var v;
    v.kind = Var::Size;
    v.name = fresh({"from", "to", "off", "first", "p", "q"});
    v.type = indexType;
    v.spelled = indexName;
    v.range = {0, most};
    return ref(f, addVar(v));
  };
  const bool isMatrix = rng.percent(40);
  const int size = newSize(2);
  f.vars[size].range.hi = std::min<Wide>(f.vars[size].range.hi, isMatrix ? 40 : 200);
  const size_t row = isMatrix ? newMatrix(size) : newRow(true, elementType() == Ty::Bool ? Ty::I32 : palette[0]);
  const Wide most = isMatrix ? 20 : rng.pick({20, 60, 200});
  std::vector<Expr> distances;
  for (int k = 0, count = 2 + rng.weighted({75, 25}); k < count; ++k)
    distances.push_back(distance(most));
  std::vector<LoopPlan> loops;
  if (isMatrix && rng.percent(40)) { // for all other rows
    loops.push_back(planCells(size, 0));
    ivs.push_back(loops.back().iv);
    distances[0] = term(loops.back().iv, 1, 0);
  }
  LoopPlan inner = planCells(size, 0);
  if (isMatrix && rng.percent(30)) { // behind the pivot
    inner.lo = distances[1];
    inner.down = false;
  }
  loops.push_back(inner);
  ivs.push_back(inner.iv);
  Code body;
  block = &body;
  const auto at = [&](const Expr &by) {
    Expr i = term(inner.iv, 1, 0);
    return accessAt(arrays[row],
                    isMatrix ? inRow(arrays[row], by, std::move(i)) : std::vector<Expr>{binary("+", by, i)});
  };
  const Expr here = at(distances[0]);
  Expr e = at(distances[1]);
  if (rng.percent(50))
    e = arith(rng.pick({"*", "+"}), std::move(e), rng.percent(50) ? newestScalar() : value(1), rng);
  if (distances.size() > 2)
    e = arith(rng.pick({"+", "-"}), std::move(e), at(distances[2]), rng);
  if (rng.percent(60))
    e = arith(rng.pick({"+", "-"}), here, std::move(e), rng);
  storeCell(row, here, std::move(e), body);
  wrap(loops, std::move(body), out);
}

/// Substitution by rows or by columns, from either end, or the factors of a matrix in place.
void Generator::triangle(Code &out) {
  if (rng.percent(60)) {
    palette = {rng.pick({Ty::F32, Ty::F64})};
    allowFloat = true;
  }
  const int size = newSize(2);
  f.vars[size].range.hi = std::min<Wide>(f.vars[size].range.hi, rng.percent(60) ? 40 : 70);
  const size_t matrix = newMatrix(size);
  const Ty type = f.vars[arrays[matrix].var].type;
  const size_t row = newRow(true, type);
  const bool isBack = isSigned(promote(indexType)) && rng.percent(25);
  const int kind = rng.weighted({40, 20, 20, 20});
  LoopPlan outer = planCells(size, 0);
  outer.down = isBack;
  ivs.push_back(outer.iv);
  const auto cell = [&](const Iv &i, const Iv &j) {
    return accessAt(arrays[matrix], inRow(arrays[matrix], term(i, 1, 0), term(j, 1, 0)));
  };
  const auto place = [&](const Iv &i) { return accessAt(arrays[row], {term(i, 1, 0)}); };
  // What the rows before leave, or what lies behind.
  const auto rest = [&](const Iv &of, bool isBefore) {
    LoopPlan plan = planCells(-1, 0);
    plan.iv.below = size;
    plan.lo = isBefore ? literal(0) : term(of, 1, 1);
    plan.hi = isBefore ? term(of, 1, rng.percent(85) ? 0 : 1) : ref(f, size);
    plan.iv.most = of.most;
    plan.down = plan.iv.isSigned && rng.percent(15);
    return plan;
  };
  const auto minus = [&](const Expr &from, Expr a, Expr b) {
    return arith("-", from, arith("*", std::move(a), std::move(b), rng), rng);
  };
  const auto scaled = [&](Expr e) {
    return rng.percent(50) ? arith("*", std::move(e), rng.percent(60) ? newestScalar() : constant(type), rng) : e;
  };
  Code body;
  block = &body;
  const LoopPlan inner = rest(outer.iv, kind == 3 ? false : (kind != 1) != isBack);
  if (kind == 1) { // by columns
    storeCell(row, place(outer.iv), scaled(place(outer.iv)), body);
    ivs.push_back(inner.iv);
    Code update;
    block = &update;
    storeCell(row, place(inner.iv), minus(place(inner.iv), place(outer.iv), cell(inner.iv, outer.iv)), update);
    ivs.pop_back();
    emitLoop(inner, std::move(update), body);
  } else if (kind == 3) { // right-looking
    ivs.push_back(inner.iv);
    Code update, innermost;
    block = &update;
    if (rng.percent(60))
      storeCell(matrix, cell(inner.iv, outer.iv), scaled(cell(inner.iv, outer.iv)), update);
    const LoopPlan last = rest(rng.percent(70) ? outer.iv : inner.iv, false);
    ivs.push_back(last.iv);
    block = &innermost;
    const Expr other = rng.percent(60) ? cell(outer.iv, last.iv) : cell(last.iv, outer.iv);
    storeCell(matrix, cell(inner.iv, last.iv), minus(cell(inner.iv, last.iv), cell(inner.iv, outer.iv), other),
              innermost);
    ivs.pop_back();
    emitLoop(last, std::move(innermost), update);
    ivs.pop_back();
    emitLoop(inner, std::move(update), body);
  } else { // by rows: x[i], or all A[i][j]
    Code columnBody;
    const bool isFactor = kind == 2;
    if (isFactor) {
      ivs.push_back(inner.iv);
      block = &columnBody;
    }
    Code &around = isFactor ? columnBody : body;
    const LoopPlan sum = isFactor ? rest(inner.iv, true) : inner;
    const Expr here = isFactor ? cell(outer.iv, inner.iv) : place(outer.iv);
    const int s = newLocal(type, f.vars[arrays[row].var].range, fresh({"s", "sum", "acc"}));
    const Range range = f.vars[s].range;
    around.push_back(declare(s, here));
    ivs.push_back(sum.iv);
    Code update;
    block = &update;
    Expr next =
        isFactor ? minus(ref(f, s), cell(outer.iv, sum.iv),
                         rng.percent(60) ? cell(inner.iv, sum.iv) : cell(sum.iv, inner.iv))
                 : minus(ref(f, s), rng.percent(80) ? cell(outer.iv, sum.iv) : cell(sum.iv, outer.iv), place(sum.iv));
    update.push_back(assign(ref(f, s), fit(std::move(next), type, range, rng)));
    ivs.pop_back();
    emitLoop(sum, std::move(update), around);
    block = &around;
    storeCell(isFactor ? matrix : row, here, scaled(ref(f, s)), around);
    if (isFactor) {
      ivs.pop_back();
      emitLoop(inner, std::move(columnBody), body);
    }
  }
  ivs.pop_back();
  emitLoop(outer, std::move(body), out);
}

void Generator::overlaps() {
  startNest();
  plainCounters();
  before = block = &f.body;
  f.work = 4000;
  switch (rng.weighted({45, 25, 30})) {
  case 0:
    denseRows(f.body);
    break;
  case 1:
    apart(f.body);
    break;
  default:
    triangle(f.body);
  }
  temps.clear();
  ivs.clear();
  before = nullptr;
}

} // namespace vecify::fuzz
