// Polynomials over a nest's params as C.
#pragma once
#include "vecify/Nest/Nest.h"

namespace vecify {

/// Computed in ptrdiff_t, but for a lone param, which is its own text; the constant comes last.
std::string textInC(const Nest &nest, const IndexExpr &poly);

/// The C text of a value, fit to stand in any expression: in parentheses unless it is a name, a member or an element.
std::string operandInC(const std::string &text);

} // namespace vecify
