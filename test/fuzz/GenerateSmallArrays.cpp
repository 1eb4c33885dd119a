// A small array of the body, filled and mixed by loops of constant trip counts:
//
//     int w[4];
//     for (int c = 0; c < 4; c++)
//       w[c] = <value> ^ c;
//     for (int c = 0; c + 1 < 4; c++)
//       if (w[c] > w[c + 1])
//         w[c] = w[c + 1];
//     const int t = w[0] - w[3];
#include "Generator.h"
#include "Respell.h"

namespace vecify::fuzz {

void Generator::smallArray(Code &out) {
  const int count = rng.in(2, 5);
  const Ty type = rng.pick({Ty::I32, Ty::U32, Ty::I16, Ty::U8, Ty::I32, Ty::I64, Ty::F32, Ty::F64});
  if (isFloat(type) && !allowFloat)
    return;
  const std::string w = fresh({"w", "part", "lanes", "tmp"}), c = fresh({"c", "q", "at"});
  const Range range = isSigned(type) ? Range{-1000, 1000} : Range{0, 200};
  const std::string number = std::to_string(count), element = spelling(type), at = w + "[" + c + "]";
  Expr like = literal(0);
  like.range = {0, count - 1};
  Expr counter = spelledValue(c, like, {});
  Expr v = asTemp(value(2));
  Expr filled = isInt(v.type) && rng.percent(70) ? arith(rng.pick({"+", "^", "-", "*"}), v, counter, rng) : v;
  if (isFloat(filled.type) && isInt(type))
    filled = v;
  out.push_back(spelled(element + " " + w + "[" + number + "];"));
  const bool isDown = rng.percent(20);
  const std::string last = std::to_string(count - 1);
  out.push_back(spelled(
      (isDown ? "for (int " + c + " = " + last + "; " + c + " >= 0; " + c + "--)"
              : "for (int " + c + " = 0; " + c + (rng.percent(80) ? " < " : " != ") + number + "; " + c + "++)") +
          "\n  " + at + " = $0;",
      {fit(std::move(filled), type, range, rng)}));
  const std::string next = w + "[" + c + " + 1]";
  const std::string loop = "for (int " + c + " = 0; " + c + " + 1 < " + number + "; " + c + "++)\n  ";
  const std::string shorter = "for (int " + c + " = 0; " + c + " < " + last + "; ++" + c + ")\n  ";
  switch (rng.weighted({30, 25, 25, 20})) {
  case 0:
    out.push_back(spelled(shorter + "if (" + at + " > " + next + ")\n    " + at + " = " + next + ";"));
    break;
  case 1:
    out.push_back(spelled(shorter + next + " = " + at + " < " + next + " ? " + at + " : " + next + ";"));
    break;
  case 2: // such a loop is not of constant trips to the eye
    out.push_back(
        spelled(loop + "{ " + element + " swap = " + at + "; " + at + " = " + next + "; " + next + " = swap; }"));
    break;
  default:
    break;
  }
  Expr held = literal(0, type);
  if (isFloat(type))
    held = real(0, type);
  held.range = range;
  Expr first = spelledValue(w + "[" + std::to_string(rng.below(count)) + "]", held, {});
  Expr second = spelledValue(w + "[" + last + "]", held, {});
  Expr both = arith(rng.pick({"-", "+", "*"}), std::move(first), std::move(second), rng);
  const int t = newTemp(both.type, both.range);
  out.push_back(declare(t, std::move(both)));
}

} // namespace vecify::fuzz
