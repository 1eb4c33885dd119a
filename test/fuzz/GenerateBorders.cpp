// Neighbours that stay within the array, members of structures that decide over each other, and constant trip counts:
//
//     y[i] = x[i > 0 ? i - 1 : 0] + x[i + 1 < n ? i + 1 : n - 1];
//     y[i] = x[(i + 1) % n];
//     if (i == 0) y[i] = .. else if (i == n - 1) y[i] = .. else y[i] = x[i - 1] - x[i + 1];
//     if (p[i].x < t && p[i].y == u) s += p[i].z;
//     for (int i = 0; i < 37; i++) ..
#include "Generator.h"

namespace vecify::fuzz {

/// The counter, or one beside it, as an index that is never negative.
static Expr inside(Expr e, const Iv &iv) {
  e.range = {0, iv.most + 1};
  return e;
}

/// The subscript of the neighbour before (-1) or behind (1), or the one that stands in for it at the border.
Expr Generator::neighbourWithin(const Iv &iv, int side, Border border) {
  Expr i = term(iv, 1, 0), n = ref(f, iv.below), one = literal(1);
  n.range.lo = 1; // the loop runs
  const Expr last = inside(binary("-", n, one), iv);
  const Expr beside = inside(side < 0 ? binary("-", i, one) : binary("+", i, one), iv);
  if (border == Periodic) {
    if (side < 0 && rng.percent(50))
      return select(rng.percent(50) ? binary(">", i, literal(0)) : binary("!=", i, literal(0)), beside, last);
    const Expr moved = side > 0 ? beside : inside(binary("-", binary("+", i, n), one), iv);
    if (side > 0 && rng.percent(30))
      return select(binary("<", beside, n), beside, literal(0));
    return inside(binary("%", moved, n), iv);
  }
  // Mirrored: what lies on the other side. A single element has none, which arrays have room for.
  const bool isMirrored = border == Mirrored && iv.isSigned;
  if (side < 0) {
    const Expr stand = literal(isMirrored ? 1 : 0);
    return rng.percent(75) ? select(binary(">", i, literal(0)), beside, stand)
                           : select(binary("==", i, literal(0)), stand, beside);
  }
  Expr stand = isMirrored ? binary("-", n, literal(2)) : last;
  switch (rng.below(3)) {
  case 0:
    return select(binary("<", beside, n), beside, stand);
  case 1:
    return select(binary("<", i, last), beside, stand);
  default:
    return select(binary("==", i, last), stand, beside);
  }
}

/// y[..] = e, fitted.
void Generator::storeValue(ArrayUse &use, std::vector<Expr> subs, Expr e, Code &out) {
  const Var &v = f.vars[use.var];
  if (isFloat(e.type) && isInt(v.type) && !canConvert(e.type, e.range, v.type))
    e = asTemp(std::move(e));
  const Ty type = f.vars[use.var].type;
  const Range range = f.vars[use.var].range;
  out.push_back(assign(accessAt(use, std::move(subs)), fit(std::move(e), type, range, rng)));
}

void Generator::borders(Code &out) {
  const bool hasRows = rng.percent(35);
  const Border border = rng.pick({Clamped, Clamped, Mirrored, Periodic});
  const bool inBranches = rng.percent(25);
  const size_t from = newArray(elementType(), false, ArrayUse::Flat),
               to = newArray(elementType(), true, ArrayUse::Flat);
  const auto fill = [&](Code &body) {
    for (const Iv &iv : ivs)
      if (hasRows)
        f.vars[iv.below].range.hi = std::min<Wide>(f.vars[iv.below].range.hi, 44);
    // Rows of columns, of which either counter has the neighbours.
    const size_t across = hasRows ? size_t(rng.below(2)) : 0;
    const Iv iv = ivs[across];
    const auto at = [&](Expr where) {
      if (!hasRows)
        return where;
      Expr row = across == 0 ? std::move(where) : inside(term(ivs[0], 1, 0), ivs[0]);
      Expr column = across == 0 ? inside(term(ivs[1], 1, 0), ivs[1]) : std::move(where);
      return binary("+", binary("*", std::move(row), ref(f, ivs[1].below)), std::move(column));
    };
    const auto read = [&](Expr where) { return accessAt(arrays[from], {at(std::move(where))}); };
    const Expr here = inside(term(iv, 1, 0), iv);
    const auto join = [&](Expr a, Expr b) {
      return arith(rng.pick({"+", "-", "+", "*"}), std::move(a), std::move(b), rng);
    };
    arrays[from].isRead = true;
    if (!inBranches) {
      Expr e = read(neighbourWithin(iv, -1, border));
      if (rng.percent(70))
        e = join(std::move(e), read(here));
      e = join(std::move(e), read(neighbourWithin(iv, 1, border)));
      storeValue(arrays[to], {at(here)}, std::move(e), body);
      return;
    }
    Expr n = ref(f, iv.below);
    n.range.lo = 1;
    const Expr last = inside(binary("-", n, literal(1)), iv);
    const Expr before = inside(binary("-", here, literal(1)), iv), behind = inside(binary("+", here, literal(1)), iv);
    const auto assigned = [&](Expr e) {
      Code code;
      Code *outer = block;
      const size_t visible = temps.size();
      block = &code;
      storeValue(arrays[to], {at(here)}, std::move(e), code);
      temps.resize(visible);
      block = outer;
      return code;
    };
    // Of a single element the branch that is asked first decides: nothing lies before it.
    const bool firstIsFirst = rng.percent(70);
    Code first = assigned(rng.percent(50) ? read(here) : read(behind)),
         end = assigned(firstIsFirst ? join(read(before), read(here)) : read(here)),
         middle = assigned(join(read(before), read(behind)));
    const Expr isFirst = binary("==", here, literal(0)), isLast = binary("==", here, last);
    if (firstIsFirst)
      body.push_back(branch(isFirst, std::move(first), {branch(isLast, std::move(end), std::move(middle))}));
    else
      body.push_back(branch(isLast, std::move(end), {branch(isFirst, std::move(first), std::move(middle))}));
  };
  counted(out, false, [&](Code &body) {
    if (hasRows)
      counted(body, false, fill);
    else
      fill(body);
  });
}

void Generator::members(Code &out) {
  const auto newStructs = [&](bool isOut) {
    const size_t k = newArray(elementType(), isOut, ArrayUse::Flat);
    Var &v = f.vars[arrays[k].var];
    if (v.type == Ty::Bool) {
      v.type = Ty::I32;
      v.range = {-1000, 1000};
    }
    v.fields = rng.in(3, 4);
    v.spelled = f.name + "_" + v.name.substr(0, 3) + "_t";
    return k;
  };
  const bool inPlace = rng.percent(25);
  const size_t from = newStructs(inPlace);
  const size_t to = inPlace ? from : newArray(elementType(), true, ArrayUse::Flat);
  const int array = arrays[from].var;
  arrays[from].isRead = true;
  int sum = -1;
  if (!inPlace && rng.percent(50)) {
    sum = newLocal(Ty::U32, fullRange(Ty::U32), fresh({"s", "sum", "total"}));
    out.push_back(declare(sum, literal(0)));
    liveOut.push_back(sum);
  }
  counted(out, false, [&](Code &body) {
    const Expr here = term(ivs.back(), 1, 0);
    const auto member = [&](int field) { return element(f, array, {here}, field); };
    const auto test = [&](int field) {
      return comparison(member(field), rng.percent(50) ? constant(f.vars[array].type) : newestScalar());
    };
    Expr both = test(0);
    if (rng.percent(75))
      both = binary(rng.percent(85) ? "&&" : "||", std::move(both), test(1));
    Code yes, no;
    block = &yes;
    const size_t visible = temps.size();
    const Expr read = member(2);
    if (sum >= 0) {
      if (isFloat(read.type))
        yes.push_back(bump(sum));
      else
        yes.push_back(assign(ref(f, sum), cast(Ty::U32, read), "+="));
    } else {
      Expr e = arith(rng.pick({"+", "*", "-"}), read, rng.percent(50) ? member(1) : constant(read.type), rng);
      if (inPlace) {
        const Var v = f.vars[array];
        if (isFloat(e.type) && isInt(v.type))
          e = asTemp(std::move(e));
        yes.push_back(assign(member(2), fit(std::move(e), v.type, v.range, rng)));
      } else {
        storeValue(arrays[to], {here}, std::move(e), yes);
      }
    }
    temps.resize(visible);
    if (sum < 0 && !inPlace && rng.percent(30)) {
      block = &no;
      storeValue(arrays[to], {here}, member(0), no);
      temps.resize(visible);
    }
    block = &body;
    body.push_back(branch(std::move(both), std::move(yes), std::move(no)));
  });
}

void Generator::bordersClass() {
  f.work = 2000;
  const int kind = rng.weighted({45, 30, 25});
  if (kind == 2) {
    hasConstantTrips = true;
    affine = f.isAffine = rng.percent(60);
    nest(1 + rng.weighted({65, 35}), f.body);
    return;
  }
  startNest();
  before = block = &f.body;
  if (kind == 0)
    borders(f.body);
  else
    members(f.body);
  temps.clear();
  before = nullptr;
}

} // namespace vecify::fuzz
