// Complex variables of the body, made of real values and taken apart again:
//
//     float _Complex z = <value>;
//     __imag__ z = <value>;
//     float _Complex w = z * <value>;
//     z *= w;
//     const float part = __real__ z;
#include "Generator.h"
#include "Respell.h"
#include <algorithm>

namespace vecify::fuzz {

/// Part of a complex variable that the block computes, or whether two are equal.
Expr Generator::complexPart() {
  Code &out = *block;
  const Ty type = rng.pick({Ty::F32, Ty::F64});
  const std::string z = fresh({"z", "point", "signal"}), w = fresh({"w", "twiddle", "gain"});
  const std::string complex = std::string(spelling(type)) + " _Complex ";
  const auto number = [&] { return fit(asTemp(leaf()), type, fullRange(type), rng); };
  const auto add = [&](const std::string &text) {
    const size_t operands = size_t(std::count(text.begin(), text.end(), '$'));
    std::vector<Expr> kids;
    for (size_t k = 0; k < operands; ++k)
      kids.push_back(number());
    out.push_back(spelled(text, std::move(kids)));
  };
  add(complex + z + " = $0;");
  add("__imag__ " + z + " = $0;");
  add(complex + w + " = " + rng.pick({z + " * $0", z + " - $0", "~" + z, z, std::string("$0")}) + ";");
  const std::vector<std::string> steps = {z + " *= " + w + ";",
                                          z + " = " + w + " * " + z + " - $0;",
                                          z + " += " + w + ";",
                                          w + " = $0 - " + z + ";",
                                          z + " = " + z + " / $0;",
                                          "__real__ " + w + " = __imag__ " + z + ";",
                                          z + " = ~" + w + " * " + w + ";",
                                          w + " = -" + w + ";",
                                          z + " = $0 < $1 ? " + w + " : " + z + ";",
                                          z + " -= $0 * " + w + ";"};
  for (int k = 0, count = rng.in(1, 4); k < count; ++k)
    add(steps[size_t(rng.below(int(steps.size())))]);
  add(z + " += " + w + ";");
  Expr part = real(0, type);
  part.range = fullRange(type);
  if (rng.percent(85))
    return asTemp(spelledValue((rng.percent(50) ? "__real__ " : "__imag__ ") + z, part, {}));
  Expr truth = literal(0);
  truth.range = {0, 1};
  return asTemp(spelledValue("(" + z + (rng.percent(50) ? " == " : " != ") + w + ")", truth, {}));
}

} // namespace vecify::fuzz
