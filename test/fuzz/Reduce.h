// Makes a failing program smaller while it keeps failing: drops statements,
// takes loops and branches apart, replaces expressions by their operands or by
// constants. Each step keeps the program free of undefined behaviour, because
// an expression is only replaced by one whose values lie in its range.
#pragma once
#include "Program.h"
#include <functional>

namespace vecify::fuzz {

/// `fails` is asked at most `trials` times.
Function reduce(const Function &function,
                const std::function<bool(const Function &)> &fails, int trials);

} // namespace vecify::fuzz
