// What every generated conformance program shares: reading the values, comparing, and memory between guard pages.
//
//     program DATA-FILE     exit 0: all cases agree; 1: some do not; 77: this CPU lacks the ISA
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum Kind { VALUES, LOAD, STORE, MASKED_LOAD, MASKED_STORE, LOAD_SPLAT, LOAD_REPEAT, GATHER, SCATTER };
/* BYTES: all the same. F..: any NaN for any NaN. _ZEROS: also zeros of either sign. BITS: the low `lanes` bits. */
enum Comparison { BYTES, F16, F16_ZEROS, BF16, F32, F32_ZEROS, F64, F64_ZEROS, BITS };
enum MaskForm { NO_MASK, LANE_MASK, BIT_MASK };

enum { mostOperands = 6 };

struct Case {
  const char *name;
  void (*function)(void *memory, const uint8_t *const *in, uint8_t *out);
  enum Kind kind;
  unsigned trials;
  size_t offset; /* into the data file: operand 0 of all trials, operand 1.., the results, and a byte a lane that
                    says which are defined if some are not */
  unsigned inBytes[mostOperands];
  unsigned predicates; /* bit o: operand o is a predicate, a byte a lane in the file */
  unsigned outBytes;
  enum Comparison comparison;
  int hasUndefined;
  unsigned lanes; /* of the result; of memory rows: of the vector */
  enum MaskForm mask;
  unsigned indexBytes;
  int64_t unitsOff; /* floats: how many steps of the type the value may be away; memory: a multiple of it is touched */
};

static inline uint64_t bits(const uint8_t *from) {
  uint64_t value;
  memcpy(&value, from, 8);
  return value;
}

/* A byte a lane to a bit a lane. */
static void pack(const uint8_t *lanes, unsigned count, uint8_t *to) {
  uint64_t value = 0;
  for (unsigned l = 0; l < count; ++l)
    value |= (uint64_t)(lanes[l] & 1) << l;
  memcpy(to, &value, 8);
}

static uint64_t randomState = 1;
static uint64_t randomBits(void) {
  uint64_t z = randomState += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
static void fillRandom(uint8_t *at, size_t bytes) {
  for (; bytes >= 8; at += 8, bytes -= 8) {
    const uint64_t value = randomBits();
    memcpy(at, &value, 8);
  }
  for (size_t i = 0; i < bytes; ++i)
    at[i] = (uint8_t)randomBits();
}

static int isNan(uint64_t value, unsigned mantissa, unsigned exponent) {
  const uint64_t top = (((uint64_t)1 << exponent) - 1) << mantissa;
  return (value & top) == top && (value & (((uint64_t)1 << mantissa) - 1)) != 0;
}

static int lanesAgree(enum Comparison how, uint64_t a, uint64_t b, unsigned bytes) {
  if (a == b)
    return 1;
  if (how == F16_ZEROS || how == F32_ZEROS || how == F64_ZEROS) {
    const uint64_t sign = (uint64_t)1 << (8 * bytes - 1);
    if ((a & ~sign) == 0 && (b & ~sign) == 0)
      return 1;
  }
  switch (how) {
  case F16:
  case F16_ZEROS:
    return isNan(a, 10, 5) && isNan(b, 10, 5);
  case BF16:
    return isNan(a, 7, 8) && isNan(b, 7, 8);
  case F32:
  case F32_ZEROS:
    return isNan(a, 23, 8) && isNan(b, 23, 8);
  case F64:
  case F64_ZEROS:
    return isNan(a, 52, 11) && isNan(b, 52, 11);
  default:
    return 0;
  }
}

/* Steps of the float type from one value to the other; infinity is one above the largest, NaN is nowhere near. */
static uint64_t stepsBetween(uint64_t a, uint64_t b, unsigned bytes) {
  if (isNan(a, bytes == 8 ? 52 : 23, bytes == 8 ? 11 : 8) || isNan(b, bytes == 8 ? 52 : 23, bytes == 8 ? 11 : 8))
    return UINT64_MAX;
  const uint64_t sign = (uint64_t)1 << (8 * bytes - 1), x = a & ~sign, y = b & ~sign;
  if ((a & sign) != (b & sign))
    return x + y;
  return x > y ? x - y : y - x;
}

/* Within the permitted error. exp and pow of SLEEF overflow a hair early in double: docs/FloatingPoint.md permits that. */
static int isNear(const struct Case *c, uint64_t got, uint64_t want, unsigned bytes) {
  const uint64_t infinity = (uint64_t)2047 << 52, hair = (uint64_t)1 << 25;
  const uint64_t steps = stepsBetween(got, want, bytes);
  return steps <= (uint64_t)c->unitsOff || (bytes == 8 && (got << 1) == (infinity << 1) && steps <= hair);
}

static uint64_t laneAt(const uint8_t *from, unsigned bytes, unsigned lane) {
  uint64_t value = 0;
  memcpy(&value, from + bytes * lane, bytes);
  return value;
}

static void complain(const struct Case *c, unsigned trial, unsigned lane, const char *what) {
  fprintf(stderr, "%s: trial %u, lane %u: %s\n", c->name, trial, lane, what);
}

/* 0 when all trials agree. */
static int runValues(const struct Case *c, const uint8_t *data) {
  uint8_t out[2048], packed[mostOperands][8];
  const uint8_t *operands[mostOperands], *results = data;
  for (unsigned o = 0; o < mostOperands; ++o) {
    operands[o] = results;
    results += (size_t)c->inBytes[o] * c->trials;
  }
  for (unsigned t = 0; t < c->trials; ++t) {
    const uint8_t *in[mostOperands];
    for (unsigned o = 0; o < mostOperands; ++o) {
      in[o] = operands[o] + (size_t)t * c->inBytes[o];
      if (c->predicates >> o & 1) {
        pack(in[o], c->inBytes[o], packed[o]);
        in[o] = packed[o];
      }
    }
    const uint8_t *expected = results + (size_t)t * c->outBytes;
    const uint8_t *isDefined =
        c->hasUndefined ? results + (size_t)c->trials * c->outBytes + (size_t)t * c->lanes : NULL;
    c->function(NULL, in, out);
    if (c->comparison == BITS) {
      const uint64_t live = c->lanes == 64 ? ~(uint64_t)0 : ((uint64_t)1 << c->lanes) - 1;
      uint8_t want[8];
      pack(expected, c->lanes, want);
      if ((bits(out) & live) != bits(want)) {
        complain(c, t, 0, "wrong predicate");
        return 1;
      }
      continue;
    }
    const unsigned bytes = c->outBytes / c->lanes;
    for (unsigned l = 0; l < c->lanes; ++l) {
      const uint64_t got = laneAt(out, bytes, l), want = laneAt(expected, bytes, l);
      if ((isDefined && !isDefined[l]) || lanesAgree(c->comparison, got, want, bytes) ||
          (c->unitsOff && isNear(c, got, want, bytes)))
        continue;
      complain(c, t, l, "wrong value");
      fprintf(stderr, "  got %#llx, want %#llx, operands", (unsigned long long)got, (unsigned long long)want);
      for (unsigned o = 0; o < mostOperands; ++o)
        if (c->inBytes[o] >= (l + 1) * bytes)
          fprintf(stderr, " %#llx", (unsigned long long)laneAt(in[o], bytes, l));
      fprintf(stderr, "\n");
      return 1;
    }
  }
  return 0;
}

/* Pages of memory between two that must not be touched. */
enum { pageBytes = 65536, accessible = 2 * pageBytes };
static uint8_t *arena(void) {
  static uint8_t *start;
  if (!start) {
    start = (uint8_t *)mmap(NULL, accessible + 2 * pageBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || mprotect(start + pageBytes, accessible, PROT_READ | PROT_WRITE)) {
      perror("guard pages");
      exit(2);
    }
    start += pageBytes;
  }
  return start;
}

static void maskToOperand(const struct Case *c, uint64_t mask, unsigned laneBytes, uint8_t *to) {
  memset(to, 0, 64);
  if (c->mask == BIT_MASK)
    memcpy(to, &mask, 8);
  else
    for (unsigned l = 0; l < c->lanes; ++l)
      memset(to + l * laneBytes, mask >> l & 1 ? 0xff : 0, laneBytes);
}

/* One call at `at` with the lanes of `mask`; only these may be touched. */
static int tryContiguous(const struct Case *c, uint8_t *at, uint64_t mask) {
  const unsigned bytes = c->outBytes / c->lanes;
  uint8_t value[128], operand[64], out[128];
  const uint8_t *in[3] = {value, operand, operand};
  uint8_t *base = arena();
  fillRandom(value, sizeof value);
  maskToOperand(c, mask, bytes, operand);
  const int isStore = c->kind == STORE || c->kind == MASKED_STORE;
  static uint8_t before[accessible];
  uint8_t *low = at - 192 < base ? base : at - 192;
  uint8_t *high = at + 192 > base + accessible ? base + accessible : at + 192;
  fillRandom(low, (size_t)(high - low));
  memcpy(before, low, (size_t)(high - low));
  if (c->kind == MASKED_LOAD)
    in[0] = operand;
  c->function(at, in, out);
  for (unsigned l = 0; l < c->lanes; ++l) {
    uint8_t *lane = at + l * bytes;
    const uint8_t *from = c->kind == LOAD_SPLAT ? at : c->kind == LOAD_REPEAT ? at + l * bytes % 16 : lane;
    const int isOn = l >= 64 || (mask >> l & 1);
    if (isStore) {
      if (isOn)
        memcpy(before + (lane - low), value + l * bytes, bytes);
    } else if (isOn ? memcmp(out + l * bytes, from, bytes) != 0
                    : laneAt(out, bytes, l) != 0) {
      complain(c, (unsigned)(at - base), l, "wrong element loaded");
      return 1;
    }
  }
  if (memcmp(low, before, (size_t)(high - low))) {
    complain(c, (unsigned)(at - base), 0, "wrong bytes in memory");
    return 1;
  }
  return 0;
}

static int runContiguous(const struct Case *c) {
  const unsigned bytes = c->outBytes / c->lanes;
  const unsigned touched = c->kind == LOAD_SPLAT ? bytes : c->kind == LOAD_REPEAT ? 16 : c->outBytes;
  uint8_t *base = arena(), *end = base + accessible;
  const uint64_t all = c->lanes >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << c->lanes) - 1;
  const unsigned step = c->unitsOff ? (unsigned)c->unitsOff : bytes;
  for (unsigned offset = 0; offset < 64; offset += step)
    if (tryContiguous(c, base + offset, all) || tryContiguous(c, end - touched - offset, all))
      return 1;
  if (c->mask == NO_MASK)
    return 0;
  /* The first k lanes at the end of the memory, the last k at its begin: the others lie on a guard page. */
  for (unsigned k = 0; k <= c->lanes; ++k) {
    const uint64_t first = k == 64 ? all : ((uint64_t)1 << k) - 1;
    const uint64_t last = first << (c->lanes - k) % 64 & all;
    if (tryContiguous(c, end - k * bytes, first) || tryContiguous(c, base - (c->lanes - k) * bytes, k ? last : 0) ||
        tryContiguous(c, base + 4096, randomBits() & all) || tryContiguous(c, end - k * bytes, first & randomBits()))
      return 1;
  }
  return 0;
}

static int runIndexed(const struct Case *c) {
  const unsigned bytes = c->outBytes / c->lanes;
  uint8_t *base = arena();
  const long elements = accessible / (long)bytes;
  static uint8_t before[accessible];
  for (unsigned t = 0; t < 100; ++t) {
    uint8_t value[64], index[64], mask[64], out[128];
    long at[64];
    const long origin = t % 3 == 0 ? 0 : t % 3 == 1 ? elements - 1 : elements / 2;
    uint64_t on = c->mask == NO_MASK ? ~(uint64_t)0 : t == 0 ? 0 : randomBits();
    fillRandom(value, sizeof value);
    for (unsigned l = 0; l < c->lanes; ++l) {
      at[l] = (long)(randomBits() % (uint64_t)(t % 5 == 0 ? 4 : elements)) - (t % 5 == 0 ? (origin ? 3 : 0) : origin);
      if (t == 1)
        at[l] = l & 1 ? -origin : elements - 1 - origin;
      if (!(on >> l & 1))
        at[l] = (l & 1 ? elements + 5 : -6) - origin;
      const int64_t wide = at[l];
      memcpy(index + l * c->indexBytes, &wide, c->indexBytes);
    }
    maskToOperand(c, on & (c->lanes == 64 ? ~(uint64_t)0 : ((uint64_t)1 << c->lanes) - 1), bytes, mask);
    fillRandom(base, accessible);
    memcpy(before, base, accessible);
    uint8_t *memory = base + origin * (long)bytes;
    const uint8_t *gather[3] = {index, mask, mask}, *scatter[3] = {value, index, mask};
    c->function(memory, c->kind == GATHER ? gather : scatter, out);
    for (unsigned l = 0; l < c->lanes; ++l) {
      const int isOn = on >> l & 1;
      uint8_t *lane = before + (origin + at[l]) * (long)bytes;
      if (c->kind == SCATTER) {
        if (isOn)
          memcpy(lane, value + l * bytes, bytes);
      } else if (isOn ? memcmp(out + l * bytes, lane, bytes) != 0 : laneAt(out, bytes, l) != 0) {
        complain(c, t, l, "wrong element gathered");
        return 1;
      }
    }
    if (memcmp(base, before, accessible)) {
      complain(c, t, 0, "wrong bytes in memory");
      return 1;
    }
  }
  return 0;
}

static int runCases(int argc, char **argv, const struct Case *cases, size_t count, int isSupported) {
  if (!isSupported) {
    printf("this CPU lacks the ISA: compiled only\n");
    return 77;
  }
  FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (!file || fseek(file, 0, SEEK_END)) {
    fprintf(stderr, "usage: %s DATA-FILE\n", argv[0]);
    return 2;
  }
  const size_t size = (size_t)ftell(file);
  const uint8_t *data = size ? (const uint8_t *)mmap(NULL, size, PROT_READ, MAP_PRIVATE, fileno(file), 0) : NULL;
  if (data == MAP_FAILED) {
    perror(argv[1]);
    return 2;
  }
  size_t failures = 0;
  for (size_t i = 0; i < count; ++i) {
    const struct Case *c = &cases[i];
    switch (c->kind) {
    case VALUES:
      failures += (size_t)runValues(c, data + c->offset);
      break;
    case GATHER:
    case SCATTER:
      failures += (size_t)runIndexed(c);
      break;
    default:
      failures += (size_t)runContiguous(c);
    }
  }
  printf("%zu cases, %zu wrong\n", count, failures);
  return failures != 0;
}
