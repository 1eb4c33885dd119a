// Which iterations of a loop may run as rows of a tile: side by side, for some lanes of a loop inside.
#pragma once
#include "vecify/Nest/Facts.h"

namespace vecify {

/// Whether iterations of `rows` may run statement by statement, in any number, for the same iterations of `lanes`:
/// they do not meet at all, or they may run in lock step and meet only in one lane, and lanes do not meet.
///
///     for i: for j: { s = 0; for (k = i; k < n; k++) s += a[i][k] * b[k][j]; b[i][j] = s; }
///
/// Row i reads what later rows write, each column for itself: all sums first, then all writes.
///
///     for i: for j: y[j] += a[i][j] * x[i];
///
/// Row after row adds to the lanes of y: they are read and written once.
bool mayRunTogether(const Nest &nest, const Facts &facts, LoopId rows, LoopId lanes);

} // namespace vecify
