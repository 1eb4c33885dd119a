// In which distances of two bases does lock step break the order of their accesses?
#pragma once
#include "Model.h"

namespace vecify {

/// Sets harmfulLead of the pair, and swaps its arrays if it is a that must not lead b, where every access to both moves
/// by the same bytes in each iteration of a single loop, and harm is done in one direction only.
void findHarmfulLead(const Scop::Impl &scop, Facts::AliasPair &pair);

} // namespace vecify
