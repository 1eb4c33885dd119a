// Loops that data ends:
//
//     for (i = 0; i < n; i++) y[i] = x[i] + 1;
//     ->  for (i = 0; i < n; i++) { if (x[i] == 7) break; y[i] = x[i] + 1; }
#pragma once
#include "Program.h"
#include "Rng.h"

namespace vecify::fuzz {

/// Lets some loops without loops inside be left where a value that they compute anyway is one that it sometimes is;
/// none in most functions.
void leaveEarly(Function &f, Rng &rng);

} // namespace vecify::fuzz
