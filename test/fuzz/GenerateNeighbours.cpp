// What pixels and samples do with their neighbours: weighted sums, products of
// narrow integers that a loop adds up, and groups that lie side by side.
#include "Generator.h"
#include <bit>

namespace vecify::fuzz {

/// There is a counter to be beside, and room for two more arrays.
bool Generator::wantsNeighbours(int percent) {
  return !ivs.empty() && arrays.size() < 7 && rng.percent(percent);
}

Expr Generator::narrowLoad(Ty type, const Iv &iv, int stride, int offset) {
  ArrayUse &use = arrays[newArray(type, false, ArrayUse::Flat)];
  use.isRead = true;
  return accessAt(use, {term(iv, stride, offset)});
}

Expr Generator::weightedNeighbours() {
  Ty type = rng.pick({Ty::U8, Ty::U8, Ty::I8, Ty::I16});
  ArrayUse &use = arrays[newArray(type, false, ArrayUse::Flat)];
  use.isRead = true;
  const Iv iv = rng.percent(80) ? ivs.back() : rng.pick(ivs);
  int stride = rng.in(1, 4), first = rng.in(-1, 0);
  Expr sum = literal(rng.in(1, 200));
  for (int k = 0, count = rng.in(2, 4); k < count; ++k) {
    Expr near = accessAt(use, {term(iv, stride, first + k)});
    int weight = rng.percent(80) ? rng.in(2, 255) : -rng.in(2, 128);
    sum = binary("+", std::move(sum),
                 binary("*", std::move(near), literal(weight)));
  }
  if (rng.percent(60))
    if (std::optional<Expr> shifted =
            tryBinary(">>", sum, literal(rng.in(1, 8))))
      return *shifted;
  return sum;
}

/// scale[i / 32], w[i % 48], words[i >> 5] >> (i & 31) & 1: what moves once in several iterations, or starts anew.
Expr Generator::periodicPart() {
  const Iv iv = rng.percent(80) ? ivs.back() : rng.pick(ivs);
  const Ty word = rng.pick({Ty::U8, Ty::U32, Ty::U64, Ty::U16, Ty::I32});
  const bool isBit = rng.percent(35);
  const int64_t divisor = isBit ? bits(word) : rng.pick({2, 3, 4, 8, 16, 32, 32, 48, 64, 64, 100, 128});
  const int64_t offset = rng.percent(70) ? 0 : rng.pick({1, 5, 16, 32, 64});
  const Expr at = term(iv, rng.percent(85) ? 1 : 2, offset);
  const bool isPower = (divisor & (divisor - 1)) == 0;
  Expr quotient = isPower && rng.percent(50) ? binary(">>", at, literal(std::countr_zero(uint64_t(divisor))))
                                             : binary("/", at, literal(divisor));
  Expr rest = (isBit || isPower) && (isBit || rng.percent(50)) ? binary("&", at, literal(divisor - 1))
                                                               : binary("%", at, literal(divisor));
  ArrayUse &use = arrays[newArray(isBit ? word : elementType(), false, ArrayUse::Flat)];
  use.isRead = true;
  if (isBit)
    return binary("&", binary(">>", accessAt(use, {std::move(quotient)}), std::move(rest)), literal(1));
  switch (rng.weighted({45, 40, 15})) {
  case 0:
    return accessAt(use, {std::move(quotient)});
  case 1:
    return accessAt(use, {std::move(rest)});
  default:
    return arith("-", accessAt(use, {std::move(quotient)}), std::move(rest), rng);
  }
}

Expr Generator::narrowTerm() {
  const Iv iv = ivs.back();
  Ty type = rng.pick({Ty::U8, Ty::I8, Ty::I16, Ty::U16});
  Ty other = rng.percent(60) ? type : rng.pick({Ty::U8, Ty::I8, Ty::I16});
  Expr a = narrowLoad(type, iv, 1, 0);
  Expr b = narrowLoad(other, iv, 1, rng.percent(80) ? 0 : 1);
  switch (rng.weighted({60, 25, 15})) {
  case 0:
    return cast(Ty::I32, arith("*", std::move(a), std::move(b), rng));
  case 1: {
    Expr down = binary("-", a, b), up = binary("-", b, a);
    Expr distance = select(binary(">", a, b), down, up);
    distance.range = {0, std::max(down.range.hi, up.range.hi)};
    return distance;
  }
  default:
    return binary(rng.pick({"<", ">=", "=="}), std::move(a), std::move(b));
  }
}

Expr Generator::narrowPart() {
  const Iv iv = rng.percent(85) ? ivs.back() : rng.pick(ivs);
  Ty type = rng.pick({Ty::U8, Ty::I8, Ty::U8, Ty::I16, Ty::U16});
  auto load = [&] { return narrowLoad(type, iv, rng.percent(85) ? 1 : rng.in(2, 3), rng.in(0, 1)); };
  switch (wantsNeighbours(100) ? rng.weighted({30, 20, 15, 10, 15, 10}) : 3) {
  case 0:
    return binary("*", load(), literal(rng.percent(80) ? rng.in(2, 300) : -rng.in(2, 300)));
  case 1:
    return load();
  case 2:
    return narrowTerm();
  case 3:
    return literal(rng.in(1, 100));
  case 4:
    return binary(">>", load(), literal(rng.in(1, 4)));
  default: {
    Expr a = load(), b = load();
    return binary(rng.pick({"-", "+"}), std::move(a), std::move(b));
  }
  }
}

Expr Generator::narrowSum() {
  Expr sum = narrowPart();
  for (int k = 0, more = rng.in(1, 3); k < more; ++k) {
    Expr part = narrowPart();
    if (rng.percent(25))
      part = asTemp(std::move(part));
    if (rng.percent(15))
      part = arith("*", std::move(part), literal(rng.in(2, 60)), rng);
    if (rng.percent(30))
      std::swap(sum, part);
    sum = arith(rng.percent(75) ? "+" : "-", std::move(sum), std::move(part), rng);
  }
  return rng.percent(25) ? asTemp(std::move(sum)) : sum;
}

void Generator::interleavedStores(Code &out) {
  Iv own = ivs.back();
  for (const Iv &iv : ivs)
    if (affine && iv.var == anchor)
      own = iv;
  ArrayUse &use = arrays[newArray(elementType(), true, ArrayUse::Flat)];
  const int group = rng.in(2, 4);
  // Written in several places: no other statement of this nest touches it.
  use.isWritten = true;
  for (int k = 0; k < group; ++k)
    if (k == 0 || rng.percent(92))
      storeTo(use, {term(own, group, k)}, out);
}

} // namespace vecify::fuzz
