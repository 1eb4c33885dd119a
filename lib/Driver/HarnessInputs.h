// What the harness must know of the user's functions, from what the frontend and the planner know.
#pragma once
#include "Compose.h"

namespace vecify {

/// The text of --emit-harness for one file and what was written for it.
std::string harnessOf(const ParsedFile &file, const Composed &composed);

} // namespace vecify
