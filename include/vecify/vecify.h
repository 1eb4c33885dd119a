//===----------------------------------------------------------------------===//
// VECIFY(clauses): the clauses of `#pragma vecify`, for code that must compile
// without warnings of unknown pragmas everywhere.
//
//   VECIFY(shape(i:8) unroll(2))
//   for (int i = 0; i < n; i++)
//     y[i] += a * x[i];
//
// vecify defines __VECIFY__ when it parses and reads a pragma; every other
// compiler reads nothing. C and C++, no other header needed. 0BSD.
//===----------------------------------------------------------------------===//
#ifndef VECIFY_VECIFY_H
#define VECIFY_VECIFY_H

#ifdef __VECIFY__
#define VECIFY_PRAGMA_(...) _Pragma(#__VA_ARGS__)
#define VECIFY(...) VECIFY_PRAGMA_(vecify __VA_ARGS__)
#else
#define VECIFY(...)
#endif

#endif
