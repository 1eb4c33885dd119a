"""The C program that compares and times the variants of one benchmark row.

All variants live in one process and are timed in turn, run by run, so a drifting clock hits them alike.
"""
import re

from check import checkText
from rows import TYPES

DRIVER = r"""
#define _GNU_SOURCE
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
@INCLUDES@
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
static @RETURNS@ result;
static uint32_t seed = 12345;
static uint32_t rnd(void) { return seed = seed * 1664525u + 1013904223u, seed >> 8; }
static inline uint16_t upperHalf(float f) { uint32_t u; memcpy(&u, &f, 4); return (uint16_t)(u >> 16); }
@PROTOTYPES@
@CALLS@
typedef void (*call_t)(size_t n, void **b);
static const struct { const char *name; call_t call; } variants[] = { @VARIANTS@ };
enum { V = sizeof variants / sizeof *variants, B = @COUNT@ };
@CHECK@
static void *b[B], *first[B];
static size_t bytes[B];
/* Seconds of `reps` calls. */
static double timed(int v, size_t n, int reps) {
  double t = 0;
  if (!@FRESH@) {
    t = now();
    for (int r = 0; r < reps; ++r) variants[v].call(n, b);
    return now() - t;
  }
  for (int r = 0; r < reps; ++r) {
    for (int i = 0; i < B; ++i) memcpy(b[i], first[i], bytes[i]);
    double start = now();
    variants[v].call(n, b);
    t += now() - start;
  }
  return t;
}
int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "check")) return check();
  int most = argc > 1 ? atoi(argv[1]) : 15;
  double seconds = argc > 2 ? atof(argv[2]) : 0;
  static const size_t sizes[] = { @SIZES@ };
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
    size_t n = sizes[s];
@INIT@
    int reps[V], runs = most;
    double all = 0;
    for (int v = 0; v < V; ++v) {
      reps[v] = 1;
      for (;;) {
        double t = timed(v, n, reps[v]);
        if (t > 2e-3) { all += t; break; }
        reps[v] = t < 1e-5 ? reps[v] * 16 : (int)(reps[v] * 2.5e-3 / t) + 1;
      }
    }
    if (seconds > 0 && runs > seconds / all) runs = seconds / all > 3 ? (int)(seconds / all) : 3;
    for (int run = 0; run < runs; ++run)
      for (int k = 0; k < V; ++k) {
        int v = (k + run) % V;
        printf("%zu %s %d %.6g\n", n, variants[v].name, run, timed(v, n, reps[v]) / reps[v]);
      }
    for (int i = 0; i < B; ++i) free(b[i]), free(first[i]);
  }
  return 0;
}
"""

FILL = """    {{ size_t m = {count}; {type} *p = aligned_alloc(64, (m * sizeof *p + 127) / 64 * 64);
      for (size_t i = 0; i < m; ++i) {{ double u = (rnd() & 0xffff) / 65536.0; (void)u; p[i] = ({type})({value}); }}
      b[{i}] = p, bytes[{i}] = m * sizeof *p, first[{i}] = memcpy(aligned_alloc(64, (m * sizeof *p + 127) / 64 * 64), p, m * sizeof *p); }}
"""


def driver_text(kernel, variants):
    """`variants` are names of functions NAME__VARIANT; `openblas` stands for the row's own call."""
    names = [b[0] for b in kernel.buffers]
    place = lambda call: re.sub(r"\b(" + "|".join(names) + r")\b", lambda m: "b[%d]" % names.index(m.group(1)), call)
    prototypes, calls, table = "", "", ""
    for v in variants:
        symbol = f"{kernel.name}__{v}"
        if v == "openblas":
            body = place(kernel.blas)
        else:
            prototypes += f"extern {kernel.returns} {symbol}({kernel.parameters});\n"
            body = ("" if kernel.returns == "void" else "result = ") + symbol + place(kernel.call)
        calls += f"static void call_{v}(size_t n, void **b) {{ (void)b; {body}; }}\n"
        table += f'{{ "{v}", call_{v} }}, '
    init = "".join(FILL.format(i=i, count=count, type=TYPES[kind][0], value=TYPES[kind][1])
                   for i, (_, kind, count) in enumerate(kernel.buffers))
    text = DRIVER
    for key, value in (("INCLUDES", "#include <cblas.h>" if "openblas" in variants else ""), ("PROTOTYPES", prototypes),
                       ("CALLS", calls), ("VARIANTS", table), ("INIT", init), ("CHECK", checkText(kernel)),
                       ("RETURNS", "int" if kernel.returns == "void" else kernel.returns), ("FRESH", str(int(kernel.fresh))),
                       ("COUNT", str(len(kernel.buffers))), ("SIZES", ", ".join(str(s) + "u" for s in kernel.sizes))):
        text = text.replace("@" + key + "@", value)
    return text
