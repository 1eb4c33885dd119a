// The odd class: loops of the affine kind, or free ones, and then a few of their parts in less usual C.
#include "Generator.h"
#include "Respell.h"

namespace vecify::fuzz {

void Generator::odd() {
  f.isOdd = true;
  affine = rng.percent(85);
  const int nests = 1 + rng.weighted({80, 20});
  const int depth = 1 + rng.weighted({62, 32, 6});
  f.work = depth == 1 ? 2000 : 5000;
  for (int k = 0; k < nests; ++k)
    nest(k == 0 ? depth : 1, f.body);
  f.isAffine = false;
  ivs.clear();
  temps.clear();
  Respeller respeller(f, rng, taken);
  for (int var : respeller.body())
    liveOut.push_back(var);
  for (const Var &v : f.vars)
    taken.push_back(v.name);
  finish();
  respeller.entry();
}

} // namespace vecify::fuzz
