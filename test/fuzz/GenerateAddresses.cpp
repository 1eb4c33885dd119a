// The hostile class, continued: addresses that a vectorizer cannot foresee, or
// only with care. Histograms, chained indices, scatters, subscripts that wrap,
// strides in parameters, local buffers, tables at file scope.
#include "Generator.h"

namespace vecify::fuzz {

void Generator::histogram(Code &out) {
  Ty type = rng.pick({Ty::U32, Ty::U32, Ty::U16, Ty::U8, Ty::U64});
  size_t bins = newArray(type, true, ArrayUse::Flat);
  int var = arrays[bins].var;
  f.vars[var].fields = 0;
  f.vars[var].spelled = spelling(type);
  counted(out, false, [&](Code &body) {
    Expr bin = bounded(rng.pick({7, 63, 255}));
    Expr weight = rng.percent(60) ? literal(1) : cast(type, bounded(15));
    body.push_back(assign(element(f, var, {bin}), weight, "+="));
    if (rng.percent(20))
      store(body);
  });
}

void Generator::chase(Code &out) {
  size_t next = newIndexArray(40);
  int links = arrays[next].var;
  Ty type = f.vars[links].type;
  int at = newLocal(type, {0, 40}, fresh({"at", "node", "p"}));
  out.push_back(declare(at, literal(rng.below(4))));
  size_t data = newArray(elementType(), false, ArrayUse::Flat);
  int var = arrays[data].var;
  counted(out, false, [&](Code &body) {
    Expr e = element(f, var, {ref(f, at)});
    int t = newTemp(e.type, e.range);
    body.push_back(declare(t, std::move(e)));
    if (rng.percent(50))
      reduce(body);
    else
      store(body);
    body.push_back(assign(ref(f, at), element(f, links, {ref(f, at)})));
  });
  liveOut.push_back(at);
}

void Generator::scatter(Code &out) {
  size_t index = newIndexArray(rng.pick({3, 50, 200}));
  int map = arrays[index].var;
  size_t to = newArray(elementType(), true, ArrayUse::Flat);
  bool gathers = rng.percent(45);
  counted(out, false, [&](Code &body) {
    Expr at = element(f, map, {term(ivs.back(), 1, 0)});
    if (gathers) {
      size_t from = newArray(elementType(), false, ArrayUse::Flat);
      Expr e = accessAt(arrays[from], {at});
      int t = newTemp(e.type, e.range);
      body.push_back(declare(t, std::move(e)));
      at = term(ivs.back(), 1, 0);
    }
    storeTo(arrays[to], {at}, body);
  });
}

void Generator::wrapAround(Code &out) {
  bool counterWraps = rng.percent(40);
  Ty type = rng.pick({Ty::U8, Ty::U8, Ty::I8, Ty::U16});
  if (counterWraps) {
    // for (uint8_t i = lo; i != hi; i++): wraps past 255 when lo > hi.
    int lo = newScalar(Ty::U8), hi = newScalar(Ty::U8);
    int i = newLocal(Ty::U8, {0, 255}, fresh({"i", "j"}));
    Iv iv;
    iv.var = i;
    iv.most = 255;
    Code body;
    ivs.push_back(iv);
    block = &body;
    store(body);
    ivs.pop_back();
    block = &out;
    Stmt loop = simple(Stmt::For);
    loop.init = {declare(i, ref(f, lo))};
    loop.rhs = binary("!=", ref(f, i), ref(f, hi));
    loop.step = {bump(i)};
    loop.step[0].pinned = true;
    loop.body = std::move(body);
    out.push_back(std::move(loop));
    return;
  }
  int off = newScalar(Ty::U32);
  bool below = !isSigned(promote(indexType)) && bytes(indexType) == 4;
  if (below)
    f.vars[off].range = {(Wide(1) << 32) - 16, (Wide(1) << 32) - 1};
  size_t to = newArray(elementType(), true, ArrayUse::Flat);
  counted(out, false, [&](Code &body) {
    Expr i = ref(f, ivs.back().var), wrapped;
    switch (rng.below(below ? 4 : 3)) {
    case 0: // a narrow sum
      wrapped = cast(type, binary("+", cast(Ty::U32, i), ref(f, off)));
      break;
    case 1:
      wrapped = binary(
          "&", binary("*", cast(Ty::U32, i), literal(rng.pick({3, 5, 7, 11}))),
          literal(31));
      break;
    case 2:
      wrapped =
          binary("&", binary("+", cast(Ty::U32, i), ref(f, off)), literal(63));
      break;
    default: // unsigned off = -16..-1, added to 16 and more
      wrapped = binary("+", binary("+", i, literal(16)), ref(f, off));
      wrapped.range = {0, 2000};
    }
    bool reads = rng.percent(50);
    if (reads) {
      size_t from = newArray(elementType(), false, ArrayUse::Flat);
      Expr e = accessAt(arrays[from], {wrapped});
      int t = newTemp(e.type, e.range);
      body.push_back(declare(t, std::move(e)));
      wrapped = term(ivs.back(), 1, 0);
    }
    storeTo(arrays[to], {wrapped}, body);
  });
}

void Generator::symbolicStride(Code &out) {
  Var v;
  v.kind = Var::Scalar;
  v.name = fresh({"inc", "ld", "stride"});
  v.type = indexType;
  v.spelled = indexName;
  bool negative = isSigned(promote(indexType));
  v.range = {negative && bytes(indexType) >= 4 ? -3 : 1, 4};
  int inc = addVar(v);
  size_t from = newArray(elementType(), false, ArrayUse::Flat);
  size_t to = newArray(elementType(), true, ArrayUse::Flat);
  bool scatters = rng.percent(40);
  counted(out, false, [&](Code &body) {
    Expr i = ref(f, ivs.back().var);
    Expr far = binary("*", i, ref(f, inc));
    Expr e = accessAt(arrays[from], {scatters ? i : far});
    int t = newTemp(e.type, e.range);
    body.push_back(declare(t, std::move(e)));
    storeTo(arrays[to], {scatters ? far : i}, body);
  });
}

void Generator::localBuffer(Code &out) {
  Ty type = elementType();
  Var v;
  v.kind = Var::LocalArray;
  v.name = fresh({"buf", "tmp", "tile"});
  v.type = type;
  v.range = fullRange(type);
  bool whole = rng.percent(40); // a VLA for all of it
  int n = newSize(1);
  int64_t size = whole ? 0 : rng.pick({4, 8, 16, 32});
  v.dims = {whole ? binary("+", ref(f, n), literal(1)) : literal(size)};
  int buffer = addVar(v);
  Stmt local = simple(Stmt::Decl);
  local.var = buffer;
  size_t to = newArray(type, true, ArrayUse::Flat);
  f.vars[arrays[to].var].range = fullRange(type);

  Iv outer;
  outer.isSigned = isSigned(promote(indexType));
  auto pass = [&](Code &code, bool fills) {
    Iv iv;
    iv.isSigned = outer.isSigned;
    iv.most = whole ? f.vars[n].range.hi - 1 : Wide(size - 1);
    iv.below = whole ? n : -1;
    iv.var = newLocal(indexType, {0, iv.most + 1}, fresh({"j", "k", "l"}));
    f.vars[iv.var].spelled = indexName;
    Code body;
    ivs.push_back(iv);
    block = &body;
    Expr j = ref(f, iv.var);
    if (fills) {
      Expr e = value(1);
      if (isFloat(e.type) && isInt(type))
        e = asTemp(std::move(e));
      body.push_back(assign(element(f, buffer, {j}),
                            fit(std::move(e), type, fullRange(type), rng)));
    } else {
      bool turned = rng.percent(50);
      Expr mirrored = whole ? binary("-", binary("-", ref(f, n), j), literal(1))
                            : binary("-", literal(size - 1), j);
      Expr at = outer.var < 0 ? j : binary("+", ref(f, outer.var), j);
      body.push_back(assign(accessAt(arrays[to], {at}),
                            element(f, buffer, {turned ? mirrored : j})));
    }
    ivs.pop_back();
    block = &out;
    Stmt loop = simple(Stmt::For);
    loop.init = {declare(iv.var, literal(0))};
    loop.rhs = binary("<", j, whole ? ref(f, n) : literal(size));
    loop.step = {bump(iv.var)};
    loop.step[0].pinned = true;
    loop.body = std::move(body);
    loop.pinned = fills;
    code.push_back(std::move(loop));
  };
  if (whole) {
    out.push_back(local);
    pass(out, true);
    pass(out, false);
    return;
  }
  outer.below = n;
  outer.most = f.vars[n].range.hi;
  outer.var = newLocal(indexType, {0, outer.most + size}, fresh({"i", "base"}));
  f.vars[outer.var].spelled = indexName;
  Code body;
  (rng.percent(50) ? out : body).push_back(local);
  ivs.push_back(outer);
  pass(body, true);
  pass(body, false);
  ivs.pop_back();
  Expr i = ref(f, outer.var);
  Stmt loop = simple(Stmt::For);
  loop.init = {declare(outer.var, literal(0))};
  loop.rhs = binary("<=", binary("+", i, literal(size)), ref(f, n));
  loop.step = {bumpBy(outer.var, literal(size))};
  loop.step[0].pinned = true;
  loop.body = std::move(body);
  out.push_back(std::move(loop));
}

void Generator::twoCounters(Code &out) {
  int j = newLocal(Ty::I32, {0, 8000}, fresh({"j", "k", "at"}));
  out.push_back(declare(j, literal(rng.below(5))));
  bool inPlace = rng.percent(50);
  size_t data = newArray(elementType(), inPlace, ArrayUse::Flat);
  size_t to = newArray(elementType(), true, ArrayUse::Flat);
  int shape = rng.below(3);
  counted(out, rng.percent(30), [&](Code &body) {
    Expr x = accessAt(arrays[data], {ref(f, j)});
    int t = newTemp(x.type, x.range);
    body.push_back(declare(t, std::move(x)));
    storeTo(arrays[to], {term(ivs.back(), 1, 0)}, body);
    if (shape == 0)
      body.push_back(bumpBy(j, literal(rng.in(1, 3))));
    else if (shape == 1)
      body.push_back(branch(condition(1), {bump(j)}));
    else
      body.push_back(bump(j));
  });
  liveOut.push_back(j);
}

void Generator::globalTable(Code &out) {
  Var v;
  v.kind = Var::Global;
  v.type = elementType();
  v.range = fullRange(v.type);
  v.name = f.name + "_tab";
  v.dims = {literal(64)};
  int table = addVar(v);
  bool writes = rng.percent(40);
  size_t to = newArray(elementType(), true, ArrayUse::Flat);
  counted(out, false, [&](Code &body) {
    Expr at = rng.percent(50)
                  ? bounded(63)
                  : binary("&", term(ivs.back(), 1, 0), literal(63));
    if (writes) {
      Expr e = load();
      if (isFloat(e.type) && isInt(v.type))
        e = asTemp(std::move(e));
      body.push_back(assign(element(f, table, {at}),
                            fit(std::move(e), v.type, v.range, rng)));
      return;
    }
    Expr e = element(f, table, {at});
    int t = newTemp(e.type, e.range);
    body.push_back(declare(t, std::move(e)));
    storeTo(arrays[to], {term(ivs.back(), 1, 0)}, body);
  });
}

} // namespace vecify::fuzz
