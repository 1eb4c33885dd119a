// The data of the tests. The value of element k depends on the seed and k
// alone, so any window of an array can be filled at any time. A seed chooses a
// flavour: uniform, full of edge values, tiny, constant, ascending, sparse.
#include "Harness.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

uint64_t fzMix(uint64_t a, uint64_t b) {
  uint64_t z = a * 0x9E3779B97F4A7C15u + b + 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

size_t fzBytes(int type) {
  static const unsigned char bytes[] = {0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return bytes[type];
}

static double realValue(int type, int64_t k, uint64_t seed) {
  static const double edges[] = {0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY, NAN, 0.5, 255.0, 1e-40};
  uint64_t r = fzMix(seed, (uint64_t)k);
  double unit = (double)(r >> 11) * 0x1p-53; // in [0, 1)
  switch (seed % 8) {
  case 0: // exponents far apart: any other order of a sum shows
    return ldexp(unit - 0.5, (int)(r & 63) - 32);
  case 1: // small whole numbers: ties
    return (double)(int64_t)(r % 17) - 8;
  case 2: // one in eight is special
    if (r % 8 == 0)
      return edges[(r >> 8) % 10];
    return (unit - 0.5) * 200;
  case 3: // largest and smallest
    if (r % 16 == 0)
      return type == FZ_F32 ? 3.4028234663852886e38 : 1.7976931348623157e308;
    return ldexp(unit - 0.5, r % 3 == 0 ? (type == FZ_F32 ? -130 : -1030) : 3);
  case 4:
    return unit;
  case 5:
    return (double)(k % 1000) * 0.25;
  default:
    return (unit - 0.5) * 200;
  }
}

static uint64_t wholeValue(const FzParam *param, int64_t k, uint64_t seed) {
  int bits = (int)fzBytes(param->type) * 8;
  int isSigned = param->type == FZ_I8 || param->type == FZ_I16 || param->type == FZ_I32 ||
                 param->type == FZ_I64;
  uint64_t r = fzMix(seed, (uint64_t)k);
  if (param->type == FZ_BOOL)
    return seed % 4 == 0 ? r % 8 == 0 : r & 1;
  if (!param->isFull) {
    uint64_t span = (uint64_t)(param->hi - param->lo) + 1;
    switch (seed % 4) {
    case 0:
      return (uint64_t)param->lo + (r % 3 == 0 ? 0 : r % 3 == 1 ? span - 1 : (r >> 8) % span);
    case 1:
      return (uint64_t)param->lo + (r >> 8) % (span < 8 ? span : 8);
    default:
      return (uint64_t)param->lo + (r >> 8) % span;
    }
  }
  uint64_t top = (uint64_t)1 << (bits - 1);
  uint64_t edges[] = {0, 1, 2, top - 1, top, top + 1, ~(uint64_t)0, top - 2, 127, 255};
  switch (seed % 8) {
  case 0:
    return edges[r % 10];
  case 1: // tiny
    return isSigned ? (r % 9) - 4 : r % 8;
  case 2:
    return r % 4 == 0 ? edges[(r >> 8) % 10] : r >> 16;
  case 3: // mostly zero
    return r % 6 == 0 ? r >> 32 : 0;
  case 4: // all the same
    return fzMix(seed, 99);
  case 5: // ascending
    return (uint64_t)k * (seed >> 8 & 7) + (seed >> 16);
  default:
    return r >> 8;
  }
}

static void putElement(void *to, const FzParam *param, int64_t k, uint64_t seed) {
  if (param->type == FZ_F32 || param->type == FZ_F64) {
    double d = realValue(param->type, k, seed);
    float f = (float)d;
    if (param->type == FZ_F32)
      memcpy(to, &f, 4);
    else
      memcpy(to, &d, 8);
    return;
  }
  uint64_t v = wholeValue(param, k, seed);
  memcpy(to, &v, fzBytes(param->type)); // little endian
}

void fzFill(void *to, int64_t firstElement, size_t count, const FzParam *param, uint64_t seed) {
  size_t bytes = fzBytes(param->type);
  for (size_t k = 0; k < count; ++k)
    putElement((char *)to + k * bytes, param, firstElement + (int64_t)k, seed);
}

FzValue fzScalar(const FzParam *param, uint64_t seed) {
  FzValue value = {0};
  if (param->type == FZ_F32) {
    value.f = (float)realValue(param->type, 7, seed);
  } else if (param->type == FZ_F64) {
    value.d = realValue(param->type, 7, seed);
  } else {
    value.i = (int64_t)wholeValue(param, 7, seed);
  }
  return value;
}

static int isNan(int type, const void *at) {
  float f;
  double d;
  if (type == FZ_F32) {
    memcpy(&f, at, 4);
    return f != f;
  }
  memcpy(&d, at, 8);
  return d != d;
}

int fzSame(int type, const void *a, const void *b) {
  if (memcmp(a, b, fzBytes(type)) == 0)
    return 1;
  return (type == FZ_F32 || type == FZ_F64) && isNan(type, a) && isNan(type, b);
}

void fzPrintElement(int type, const void *at) {
  if (type == FZ_F32) {
    float f;
    memcpy(&f, at, 4);
    printf("%.9g", (double)f);
  } else if (type == FZ_F64) {
    double d;
    memcpy(&d, at, 8);
    printf("%.17g", d);
  } else {
    size_t bytes = fzBytes(type);
    uint64_t v = 0;
    memcpy(&v, at, bytes);
    int isSigned = type == FZ_I8 || type == FZ_I16 || type == FZ_I32 || type == FZ_I64;
    if (isSigned && bytes < 8 && v >> (bytes * 8 - 1))
      v |= ~(uint64_t)0 << (bytes * 8);
    if (isSigned)
      printf("%lld", (long long)v);
    else
      printf("%llu", (unsigned long long)v);
  }
}
