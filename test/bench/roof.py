"""Measured limits of one core: arithmetic peaks in GFLOP/s by class of instruction, copy bandwidth in GB/s by level.

Classes: f32 and f64 are fused multiply-adds; pair, pair64 and pair8 a minimum or an `or` of a sum or an `and` (32-, 64-
and 8-bit lanes); i8, i16 and bf16 the dot-product instructions. A class that the machine lacks has f32's peak.
"""


def cache_bytes(index, usual, most):
    """What Linux says of a cache of the first core, at most `most`; `usual` where it says nothing."""
    try:
        with open(f"/sys/devices/system/cpu/cpu0/cache/index{index}/size") as size:
            return min(int(size.read().strip().rstrip("K")) << 10, most)
    except (ValueError, OSError):
        return usual


L1, L2 = cache_bytes(0, 48 << 10, 128 << 10), cache_bytes(2, 2 << 20, 4 << 20)
L3 = cache_bytes(3, 24 << 20, 24 << 20)  # others use it too
# Name, what fits, and what a copy is measured on.
LEVELS = (("L1", L1, L1 // 4), ("L2", L2, L2 // 4), ("L3", L3, L3 // 4), ("DRAM", None, 64 << 20))

ROOF = r"""
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
#ifdef __AVX512F__
#define BYTES 64
#define FLOATS(OP) _mm512_##OP##_ps
#define DOUBLES(OP) _mm512_##OP##_pd
#else
#define BYTES 32
#define FLOATS(OP) _mm256_##OP##_ps
#define DOUBLES(OP) _mm256_##OP##_pd
#endif
typedef float vf __attribute__((vector_size(BYTES)));
typedef double vd __attribute__((vector_size(BYTES)));
typedef uint8_t vb __attribute__((vector_size(BYTES)));
static volatile int one = 1;
/* 12 independent chains of STEP; OPS operations in each. */
#define PEAK(NAME, T, OPS, STEP)                                              \
  static void peak_##NAME(void) {                                             \
    T a[12], x, y;                                                            \
    memset(a, one, sizeof a), memset(&x, one, sizeof x), memset(&y, one, sizeof y); \
    double best = 0;                                                          \
    for (int run = 0; run < 5; ++run) {                                       \
      double t = now();                                                       \
      for (int r = 0; r < 1000000; ++r)                                       \
        _Pragma("clang loop unroll(full)") for (int i = 0; i < 12; ++i) {     \
          STEP;                                                               \
          __asm__("" : "+v"(a[i]));                                           \
        }                                                                     \
      double g = 1000000.0 * 12 * (OPS) / (now() - t) * 1e-9;                 \
      if (g > best) best = g;                                                 \
    }                                                                         \
    printf(#NAME " %.4g\n", best);                                            \
  }
PEAK(f32, vf, BYTES / 2, a[i] = a[i] * x + y)
PEAK(f64, vd, BYTES / 4, a[i] = a[i] * x + y)
PEAK(pair, vf, BYTES / 2, vf s = FLOATS(add)(x, y); __asm__("" : "+v"(s)); a[i] = FLOATS(min)(a[i], s))
PEAK(pair64, vd, BYTES / 4, vd s = DOUBLES(add)(x, y); __asm__("" : "+v"(s)); a[i] = DOUBLES(min)(a[i], s))
PEAK(pair8, vb, BYTES * 2, vb s = x & y; __asm__("" : "+v"(s)); a[i] = a[i] | s)
#ifdef __AVX512VNNI__
PEAK(i8, __m512i, 128, a[i] = _mm512_dpbusd_epi32(a[i], x, y))
PEAK(i16, __m512i, 64, a[i] = _mm512_dpwssd_epi32(a[i], x, y))
#endif
#ifdef __AVX512BF16__
PEAK(bf16, __m512, 64, a[i] = _mm512_dpbf16_ps(a[i], (__m512bh)x, (__m512bh)y))
#endif
static void copy(const char *level, size_t size) {
  size_t n = size / BYTES;
  vf *p = aligned_alloc(64, size), *q = aligned_alloc(64, size), x = {0};
  memset(p, 1, size), memset(q, 1, size);
  int reps = (int)((256u << 20) / size) + 1;
  double best = 0;
  for (int run = 0; run < 5; ++run) {
    double t = now();
    for (int r = 0; r < reps; ++r) {
      for (size_t i = 0; i < n; ++i) q[i] = p[i] + x;
      __asm__ volatile("" :: "r"(p), "r"(q) : "memory");
    }
    double g = 2.0 * reps * size / (now() - t) * 1e-9;
    if (g > best) best = g;
  }
  printf("%s %.4g\n", level, best);
  free(p), free(q);
}
int main(void) {
  peak_f32(), peak_f64(), peak_pair(), peak_pair64(), peak_pair8();
#ifdef __AVX512VNNI__
  peak_i8(), peak_i16();
#endif
#ifdef __AVX512BF16__
  peak_bf16();
#endif
  @COPIES@
  return 0;
}
"""


class Roof:
    """Compiles and runs the measurements with `run(command) -> stdout`."""

    def __init__(self, run, clang, work):
        copies = " ".join(f'copy("{name}", {size}u);' for name, _, size in LEVELS)
        open(f"{work}/roof.c", "w").write(ROOF.replace("@COPIES@", copies))
        run([clang, "-O3", "-march=native", "-mprefer-vector-width=512", "-ffast-math", "-w", f"{work}/roof.c", "-o",
             f"{work}/roof"])
        self.rates = {k: float(v) for k, v in (line.split() for line in run([f"{work}/roof"]).splitlines())}

    def peak(self, kind="f32"):
        return self.rates.get(kind, self.rates["f32"])

    def level(self, footprint):
        """The smallest level of the memory that holds so many bytes."""
        return next(name for name, room, _ in LEVELS if room is None or footprint <= room)

    def seconds(self, kernel, n, flops, moved):
        """The least time of a call."""
        return max(flops / (self.peak(kernel.peak) * 1e9), moved / (self.rates[self.level(kernel.footprint(n))] * 1e9))
