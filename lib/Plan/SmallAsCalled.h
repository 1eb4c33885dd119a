// Loops that are a few iterations for all callers in the file.
#pragma once
#include <string>

namespace vecify {
struct Nest;

/// "at most 4 as 'size'": where the callers' constants make so few iterations that compilers, which see them as they
/// put the function in its caller's place, write them out; else "".
std::string smallAsCalled(const Nest &nest);
/// The same of the loops inside the root, for each iteration of the root.
std::string smallInsideAsCalled(const Nest &nest);

} // namespace vecify
