// --tune: the best candidates of every loop, compiled and timed on this machine; the winners are pinned.
//
//     for every loop that has plans, outermost first:
//       the K cheapest by the model, and leaving it alone
//       -> each composed, put into the harness of --emit-harness, compiled by the user's cc, timed
//       -> the fastest by the geometric mean over the sizes is pinned, and the next loop is measured with it
//
// The pins are written to the sidecar (Pins.h); nothing else of the output depends on a clock.
#pragma once
#include "vecify/Driver/Driver.h"

namespace vecify {

/// Measures the loops of one file and writes its sidecar; says what it found on `err`.
///
/// Errors: a user error where the file does not parse, the compiler fails or the sidecar cannot be written.
llvm::Error tuneFile(const std::string &path, const Options &options, llvm::raw_ostream &err);

} // namespace vecify
