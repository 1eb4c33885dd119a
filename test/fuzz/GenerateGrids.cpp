// Two or three loops over the cells of one matrix in place: sweeps and tables of dynamic programming, where each cell
// waits for neighbours; updates and solves as of triangular matrices, whose bounds are the outer counters.
#include "Generator.h"

namespace vecify::fuzz {

namespace {
constexpr int Pad = 3; ///< columns beyond the size, for neighbours
}

/// A square one, written and read.
size_t Generator::newMatrix(int size) {
  ArrayUse use;
  use.layout = rng.percent(60) ? ArrayUse::Rows : ArrayUse::Linear;
  use.isOut = true;
  use.pitchVar = size;
  use.pad = Pad;
  Var v;
  v.kind = Var::Array;
  v.type = elementType();
  if (v.type == Ty::Bool)
    v.type = Ty::I32;
  v.range = fullRange(v.type);
  if ((v.type == Ty::I32 || v.type == Ty::I64) && rng.percent(60))
    v.range = {-100000, 100000};
  v.isRestrict = rng.percent(50);
  v.spelled = spelling(v.type);
  v.name = fresh({"A", "B", "C", "D", "T"});
  if (use.layout == ArrayUse::Rows)
    v.dims = {pitch(use)};
  use.var = addVar(v);
  arrays.push_back(std::move(use));
  return arrays.size() - 1;
}

/// A counter over [from, size), or over what an outer counter leaves of it; without a size, for the caller to bound.
LoopPlan Generator::planCells(int size, int from) {
  static const std::vector<std::string> names = {"i", "j", "k", "t"};
  LoopPlan plan;
  plan.iv.isSigned = isSigned(promote(indexType));
  plan.iv.below = size;
  plan.lo = literal(from);
  plan.hi = size < 0 ? literal(from) : ref(f, size);
  if (size >= 0 && !ivs.empty() && rng.percent(30)) {
    const Iv &outer = rng.pick(ivs);
    if (outer.below == size && rng.percent(50))
      plan.lo = term(outer, 1, rng.below(2));
    else if (outer.below == size) {
      const int more = rng.below(2);
      plan.hi = term(outer, 1, more);
      plan.iv.add = more - 1;
    }
  }
  plan.iv.lo = std::max<Wide>(plan.lo.range.lo, 0);
  plan.iv.most = std::max<Wide>(size < 0 ? 0 : f.vars[size].range.hi - 1, plan.iv.lo);
  plan.down = plan.iv.isSigned && rng.percent(15);
  Var v;
  v.type = indexType;
  v.spelled = indexName;
  v.range = {plan.iv.isSigned ? -4 : 0, plan.iv.most + 2};
  for (const std::string &name : names) {
    bool clash = isTaken(name);
    for (const Iv &other : ivs)
      clash |= f.vars[other.var].name == name;
    if (!clash) {
      v.name = name;
      break;
    }
  }
  f.vars.push_back(v);
  plan.iv.var = int(f.vars.size()) - 1;
  return plan;
}

void Generator::storeCell(size_t matrix, const Expr &here, Expr e, Code &out) {
  const Var &array = f.vars[arrays[matrix].var];
  if (isFloat(e.type) && isInt(array.type))
    e = asTemp(std::move(e));
  const Ty type = array.type;
  const Range range = array.range;
  out.push_back(assign(here, fit(std::move(e), type, range, rng)));
}

/// `body` in these loops, which are the counters in scope, the outermost first.
void Generator::wrap(const std::vector<LoopPlan> &loops, Code body, Code &out) {
  for (size_t k = loops.size(); k-- > 0;) {
    ivs.pop_back();
    Code around;
    emitLoop(loops[k], std::move(body), around);
    body = std::move(around);
  }
  out.insert(out.end(), std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
}

/// A[i][j] from cells around it, most of them written before.
void Generator::sweep(Code &out) {
  const int size = newSize(2);
  f.vars[size].range.hi = std::min<Wide>(f.vars[size].range.hi, 40);
  const size_t matrix = newMatrix(size);
  const int reach = rng.percent(75) ? 1 : rng.in(2, Pad);
  Code body;
  const bool isRepeated = rng.percent(25);
  LoopPlan times;
  if (isRepeated) {
    times = planCells(size, 0);
    times.hi = literal(rng.in(2, 4));
    times.iv.below = -1;
    times.iv.most = 4;
    times.down = false;
    ivs.push_back(times.iv);
  }
  const LoopPlan rows = planCells(size, reach);
  ivs.push_back(rows.iv);
  const LoopPlan columns = planCells(size, reach);
  ivs.push_back(columns.iv);
  block = &body;
  const auto cell = [&](int row, int column) {
    return accessAt(arrays[matrix], inRow(arrays[matrix], term(rows.iv, 1, row), term(columns.iv, 1, column)));
  };
  const bool isTable = rng.percent(50);
  Expr e = rng.percent(30) ? load() : cell(0, 0);
  for (int k = 0, count = rng.in(1, 4); k < count; ++k) {
    const int row = isTable ? -rng.in(0, reach) : rng.in(-reach, reach);
    const int column = isTable && row == 0 ? -rng.in(1, reach) : rng.in(-reach, isTable ? 0 : reach);
    Expr near = cell(row, column);
    if (rng.percent(20))
      near = arith(rng.pick({"+", "-", "*"}), std::move(near), constant(near.type), rng);
    if (rng.percent(30)) {
      e = asTemp(std::move(e));
      near = asTemp(std::move(near));
      e = select(binary(rng.pick({"<", ">"}), e, near), rng.percent(80) ? e : near, near);
    } else {
      e = arith(rng.pick({"+", "+", "-"}), std::move(e), std::move(near), rng);
    }
  }
  if (isFloat(e.type) && rng.percent(70))
    e = arith("*", std::move(e), real(0.25, e.type), rng);
  if (rng.percent(20)) {
    Expr test = condition(1);
    Code yes;
    block = &yes;
    storeCell(matrix, cell(0, 0), std::move(e), yes);
    body.push_back(branch(std::move(test), std::move(yes)));
  } else {
    storeCell(matrix, cell(0, 0), std::move(e), body);
  }
  std::vector<LoopPlan> loops = {rows, columns};
  if (isRepeated)
    loops.insert(loops.begin(), times);
  wrap(loops, std::move(body), out);
}

/// A[i][j] += A[i][k] * B[k][j] with bounds and subscripts of any kind.
void Generator::update3(Code &out) {
  const int size = newSize(3);
  f.vars[size].range.hi = std::min<Wide>(f.vars[size].range.hi, rng.percent(70) ? 14 : 28);
  const size_t matrix = newMatrix(size);
  const size_t other = rng.percent(50) ? matrix : newMatrix(size);
  LoopPlan plans[3];
  for (LoopPlan &plan : plans) {
    plan = planCells(size, 0);
    ivs.push_back(plan.iv);
  }
  int order[3] = {0, 1, 2};
  for (int k = 2; k > 0; --k)
    std::swap(order[k], order[rng.below(k + 1)]);
  const auto cell = [&](size_t which, int row, int column) {
    return accessAt(arrays[which],
                    inRow(arrays[which], term(plans[order[row]].iv, 1, 0), term(plans[order[column]].iv, 1, 0)));
  };
  Code body;
  block = &body;
  const auto read = [&] {
    const int row = rng.below(3), column = (row + rng.in(1, 2)) % 3;
    return cell(rng.percent(50) ? matrix : other, row, column);
  };
  Expr product = arith(rng.pick({"*", "*", "+"}), read(), read(), rng);
  const int row = rng.below(3), column = (row + rng.in(1, 2)) % 3;
  const Expr here = cell(matrix, row, column);
  if (rng.percent(20)) {
    product = asTemp(std::move(product));
    const Expr old = asTemp(here);
    storeCell(matrix, here, select(binary(rng.pick({"<", ">"}), product, old), product, old), body);
  } else {
    storeCell(matrix, here, arith(rng.pick({"+", "-"}), here, std::move(product), rng), body);
  }
  for (int level = 2; level >= 0; --level) {
    ivs.pop_back();
    Code around;
    if (level > 0 && rng.percent(20)) { // beside the inner loop
      block = &around;
      const size_t visible = temps.size();
      const LoopPlan &outer = plans[level - 1];
      const Expr place =
          accessAt(arrays[matrix], inRow(arrays[matrix], term(rng.pick(ivs), 1, 0), term(outer.iv, 1, 0)));
      storeCell(matrix, place, arith(rng.pick({"*", "+"}), place, constant(place.type), rng), around);
      temps.resize(visible);
      if (rng.percent(50)) {
        Code after = std::move(around);
        around.clear();
        emitLoop(plans[level], std::move(body), around);
        around.insert(around.end(), after.begin(), after.end());
        body = std::move(around);
        continue;
      }
    }
    emitLoop(plans[level], std::move(body), around);
    body = std::move(around);
  }
  out.insert(out.end(), std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
}

/// Of a type that has room for sums of counters.
void Generator::plainCounters() {
  if (indexType != Ty::I32 && indexType != Ty::I64 && indexType != Ty::U64) {
    indexType = Ty::I32;
    indexName = "int";
  }
}

void Generator::grid(Code &out) {
  startNest();
  before = block = &out;
  plainCounters();
  if (rng.percent(60))
    sweep(out);
  else
    update3(out);
  temps.clear();
  ivs.clear();
  before = nullptr;
}

} // namespace vecify::fuzz
