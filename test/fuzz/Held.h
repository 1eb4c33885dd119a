// Functions that get their arrays in other ways than as parameters. The body moves into a function of its own, which
// the one with the old signature calls:
//
//   void f7(int n, float *y, const float (*x)[m])
//   ->  typedef struct { float *y; } f7_held;
//       static void f7_body(int n, const f7_held *h, const float *const *x) { ... h->y[i] = x[j][i] ... }
//
// The structure's pointer is null where the body reads nothing of it.
#pragma once
#include "Program.h"
#include "Rng.h"

namespace vecify::fuzz {

/// Chooses the arrays, and the sizes, that the body gets in other ways; none in most functions.
void hold(Function &f, Rng &rng);

/// Whether the body is in a function of its own.
bool hasHolders(const Function &f);
/// The function that has the body, with the names it uses.
Function bodyOf(const Function &f);
/// Types of what is held; of functions that hold nothing, no text.
std::string heldTypes(const Function &f);
/// The body of the function with the old signature: calls bodyOf(f).
std::string callOfBody(const Function &f, const std::string &suffix);

} // namespace vecify::fuzz
