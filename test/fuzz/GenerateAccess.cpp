// Subscripts: offsets and strides from -4 to 4, transposes, coupled counters,
// rows of two-dimensional arrays. The harness gives every array room on both
// sides, so only two rules hold: unsigned index arithmetic does not wrap below
// zero, and a column stays within its row.
#include "Generator.h"

namespace vecify::fuzz {

Expr Generator::load() {
  if (!cursors.empty() && rng.percent(80)) {
    int p = rng.pick(cursors);
    return rng.percent(70) ? deref(f, p)
                           : element(f, p, {literal(rng.in(-2, 3))});
  }
  std::vector<size_t> readable;
  for (size_t k = 0; k < arrays.size(); ++k)
    if (!f.vars[arrays[k].var].isFixed &&
        (!affine || !arrays[k].isWritten || !arrays[k].home.empty()))
      readable.push_back(k);
  size_t inputs = 0;
  for (const ArrayUse &use : arrays)
    inputs += !use.isOut;
  bool wantsNew =
      readable.empty() || (inputs < 3 && rng.percent(inputs == 0 ? 80 : 25));
  if (wantsNew && arrays.size() < 8) {
    ArrayUse::Layout layout = anyLayout(int(ivs.size()));
    return loadFrom(arrays[newArray(elementType(), false, layout)]);
  }
  if (readable.empty())
    return newestScalar();
  return loadFrom(arrays[rng.pick(readable)]);
}

/// A coefficient: one of few constants, by literal or by a counter that fits.
Expr Generator::coefficient() {
  int table = -1;
  for (size_t k = 0; k < f.vars.size(); ++k)
    if (f.vars[k].kind == Var::Table)
      table = int(k);
  if (table < 0) {
    Var v;
    v.kind = Var::Table;
    v.name = f.name + "_w";
    v.type = elementType();
    if (v.type == Ty::Bool)
      v.type = Ty::I32;
    v.isConst = true;
    int size = rng.pick({3, 5, 8, 16});
    v.dims = {literal(size)};
    for (int k = 0; k < size; ++k) {
      v.values.push_back(isFloat(v.type)
                             ? real(rng.in(-8, 8) * 0.125, v.type)
                             : literal(rng.in(isSigned(v.type) ? -9 : 0, 20)));
      v.range = k == 0 ? v.values[0].range : hull(v.range, v.values[k].range);
    }
    table = addVar(v);
  }
  int64_t size = f.vars[table].dims[0].value;
  std::vector<Expr> fits = {literal(rng.below(int(size)))};
  for (const Iv &iv : ivs) {
    if (iv.lo >= 0 && iv.most < size)
      fits = {term(iv, 1, 0)};
    else if ((size & (size - 1)) == 0 && !affine)
      fits.push_back(binary("&", term(iv, 1, 0), literal(size - 1)));
  }
  return element(f, table, {rng.pick(fits)});
}

Expr Generator::loadFrom(ArrayUse &use) {
  if (affine && use.isWritten)
    return accessAt(use, use.home);
  use.isRead = true;
  // What another statement stores here makes dependences worth looking at.
  if (!affine && !use.home.empty() && rng.percent(30))
    return accessAt(use, use.home);
  std::vector<Expr> subs = readSubscript(use);
  return accessAt(use, std::move(subs));
}

Expr Generator::accessAt(const ArrayUse &use, std::vector<Expr> subs) {
  int fields = f.vars[use.var].fields;
  return element(f, use.var, std::move(subs), fields ? rng.below(fields) : 0);
}

Expr Generator::term(const Iv &iv, int64_t factor, int64_t offset) {
  Expr i = ref(f, iv.var);
  i.range = {iv.lo, iv.most};
  Ty type = promote(i.type);
  if (!iv.isSigned) {
    factor = factor < 0 ? -factor : factor;
    if (iv.lo * factor + offset < 0)
      offset = -offset;
  }
  if (factor < 0) { // 3 - i, 3 - 2 * i
    Expr scaled = factor == -1 ? i : binary("*", literal(-factor), i);
    return offset == 0 ? unary("-", scaled)
                       : binary("-", literal(offset), scaled);
  }
  Expr e = factor == 1       ? i
           : rng.percent(50) ? binary("*", literal(factor), i)
                             : binary("*", i, literal(factor));
  if (offset == 0)
    return e;
  if (offset < 0 && !isSigned(type)) { // never below zero, as checked above
    Expr down = binary("-", e, literal(-offset));
    down.range = {e.range.lo + offset, e.range.hi + offset};
    return down;
  }
  return offset < 0 ? binary("-", e, literal(-offset))
                    : binary("+", e, literal(offset));
}

Expr Generator::flatSubscript() {
  if (ivs.empty())
    return literal(rng.below(6));
  const Iv &iv = rng.percent(65) ? ivs.back() : rng.pick(ivs);
  int64_t offset = rng.percent(55) ? 0 : rng.in(-4, 4);
  switch (
      rng.weighted({60, 14, 8, ivs.size() > 1 ? 14 : 0, 4, affine ? 0 : 8})) {
  case 0:
    return term(iv, 1, offset);
  case 1:
    return term(iv, rng.pick({2, 2, 3, 4, -2, -3}), offset);
  case 2: { // reversed
    if (iv.below < 0 || iv.add > 0)
      return term(iv, -1, offset);
    Expr i = ref(f, iv.var);
    i.range = {iv.lo, iv.most};
    Expr n = ref(f, iv.below);
    Expr e = rng.percent(60) || !iv.isSigned
                 ? binary("-", binary("-", n, i), literal(1))
                 : binary("-", binary("-", n, literal(1)), i);
    if (!isSigned(e.type))
      e.range = {0, n.range.hi};
    return e;
  }
  case 3: { // coupled
    const Iv &other = rng.pick(ivs);
    return binary("+", term(iv, 1, 0), term(other, rng.pick({1, 1, 2, 3}), 0));
  }
  case 4:
    return literal(rng.below(6));
  default: { // not affine
    Expr i = term(iv, 1, iv.isSigned ? 0 : offset);
    if (!isSigned(i.type) || i.range.lo >= 0)
      switch (rng.below(4)) {
      case 0:
        return binary("/", i, literal(rng.pick({2, 3, 4})));
      case 1:
        return binary("%", i, literal(rng.pick({3, 5, 8})));
      case 2:
        return binary(">>", i, literal(rng.in(1, 2)));
      default:
        break;
      }
    return binary("&", i, literal(rng.pick({3, 7, 15})));
  }
  }
}

Expr Generator::pitch(const ArrayUse &use) {
  if (use.pitchVar < 0)
    return literal(use.pad);
  Expr size = ref(f, use.pitchVar);
  return use.pad == 0 ? size : binary("+", size, literal(use.pad));
}

bool Generator::fitsRow(const ArrayUse &use, const Iv &iv, int64_t offset) {
  if (iv.lo + offset < 0)
    return false;
  if (use.pitchVar < 0)
    return iv.most + offset < use.pad;
  return iv.below == use.pitchVar && iv.add + offset <= use.pad;
}

std::vector<Expr> Generator::inRow(const ArrayUse &use, Expr row, Expr column) {
  if (use.layout == ArrayUse::Rows)
    return {std::move(row), std::move(column)};
  Expr start = pitchFirst ? binary("*", pitch(use), std::move(row))
                          : binary("*", std::move(row), pitch(use));
  if (column.kind == Expr::IntLit && column.value == 0)
    return {std::move(start)};
  return {binary("+", std::move(start), std::move(column))};
}

std::vector<Expr> Generator::readSubscript(const ArrayUse &use) {
  if (use.layout == ArrayUse::Flat)
    return {flatSubscript()};
  // The column is a counter that stays in the row, the row any other.
  std::vector<Iv> columns;
  for (const Iv &iv : ivs)
    if (fitsRow(use, iv, 0))
      columns.push_back(iv);
  Expr column = literal(0);
  int taken = -1;
  if (!columns.empty() && rng.percent(92)) {
    const Iv &iv = rng.pick(columns);
    taken = iv.var;
    int64_t offset = rng.percent(60) ? 0 : rng.in(-3, 3);
    column = term(iv, 1, fitsRow(use, iv, offset) ? offset : 0);
    bool reversed = iv.below == use.pitchVar && iv.below >= 0 && iv.add <= 0 &&
                    rng.percent(10);
    if (reversed) {
      column = binary("-", binary("-", ref(f, iv.below), term(iv, 1, 0)),
                      literal(1));
      if (!isSigned(column.type))
        column.range = {0, f.vars[iv.below].range.hi};
    }
  }
  std::vector<Iv> rows;
  for (const Iv &iv : ivs)
    if (iv.var != taken)
      rows.push_back(iv);
  if (rows.empty() || rng.percent(8))
    return inRow(use, literal(rng.below(3)), std::move(column));
  int64_t shift = rng.percent(70) ? 0 : rng.in(-2, 2);
  Expr row = term(rng.pick(rows), 1, shift);
  return inRow(use, std::move(row), std::move(column));
}

std::vector<Expr> Generator::storeSubscript(ArrayUse &use) {
  if (!affine)
    return readSubscript(use);
  Iv own = ivs.back();
  for (const Iv &iv : ivs)
    if (iv.var == anchor)
      own = iv;
  if (use.layout == ArrayUse::Flat) {
    if (own.below >= 0 && own.add <= 0 && rng.percent(6)) {
      Expr e = binary("-", binary("-", ref(f, own.below), term(own, 1, 0)),
                      literal(1));
      if (!isSigned(e.type))
        e.range = {0, f.vars[own.below].range.hi};
      return {e};
    }
    int factor = rng.percent(84) ? 1 : rng.pick({2, 3, 4, -1, -2});
    int offset = rng.percent(80) ? 0 : rng.in(-4, 4);
    return {term(own, factor, offset)};
  }
  // The anchor and one other counter, whichever fits the row as the column.
  std::vector<Iv> others;
  for (const Iv &iv : ivs)
    if (iv.var != own.var)
      others.push_back(iv);
  bool ownFits = fitsRow(use, own, 0);
  for (const Iv &iv : others)
    if (fitsRow(use, iv, 0) && (!ownFits || rng.percent(50)))
      return inRow(use, term(own, 1, rng.percent(85) ? 0 : rng.in(-1, 2)),
                   term(iv, 1, 0));
  if (ownFits)
    return inRow(use,
                 others.empty() ? literal(0) : term(rng.pick(others), 1, 0),
                 term(own, 1, 0));
  f.isAffine = false; // rows of length zero would make all stores meet
  return inRow(use, term(own, 1, 0), literal(0));
}

} // namespace vecify::fuzz
