#!/usr/bin/env python3
"""Measures vecify's output against gcc and clang, and writes a table.

A kernel is a function in kernels/*.c under a line

    // BENCH NAME | BUFFERS | (ARGUMENTS) | sizes L1 L2 DRAM | bytes EXPR | flops EXPR [| mode FLAGS]

BUFFERS are NAME:TYPE[COUNT] with COUNT over n; TYPE idx is an i32 subscript below n, i10 an i16 of 10 bits (sums of its
products stay in range). EXPR is per call. Every kernel is built four ways (plus hand/NAME.c where an expert version exists) with -O3 -march=native and the mode's flags:

    gcc, clang                 the original
    gcc+vecify, clang+vecify   vecify's output

Before it is timed, a kernel's variants are compared on the same data (check.py says how closely); one that differs, or does
not build, is reported, and run.py ends with 1. All variants live in one process and are timed in turn, run by run, so a drifting clock hits them alike. `ratio` is
the better original over the better rewritten time, its median over the runs; `low` is the lower end of the 95 % confidence
interval of that median. Rooflines (FMA peak, copy bandwidth of each size) are measured in the same process.

    run.py --vecify build/bin/vecify [--runs 15] [--filter REGEX] [--target avx512] [--markdown OUT.md]
    run.py --vecify build/bin/vecify --check [--filter REGEX]        compares, does not time
"""
import argparse
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

from check import checkText

HERE = os.path.dirname(os.path.abspath(__file__))
CTYPE = {"f32": "float", "f64": "double", "i32": "int32_t", "u32": "uint32_t", "i16": "int16_t", "u16": "uint16_t",
         "i8": "int8_t", "u8": "uint8_t", "i64": "int64_t", "u64": "uint64_t", "idx": "int32_t",
         "i10": "int16_t"}

# What hand/*.c is written for.
HAND_FEATURES = {"avx512bw", "avx512vl", "avx512_vbmi2", "avx512_vnni"}


class Kernel:
    def __init__(self, path, line, text):
        fields = [f.strip() for f in line.split("|")]
        self.path, self.name = path, fields[0]
        self.buffers = [re.match(r"(\w+):(\w+)\[(.*)\]$", b).groups() for b in fields[1].split()]
        self.call = fields[2]
        self.mode = ""
        for f in fields[3:]:
            word, rest = f.split(None, 1)
            if word == "sizes":
                self.sizes = [int(s) for s in rest.split()]
            elif word in ("bytes", "flops", "mode"):
                setattr(self, word, rest)
        m = re.search(r"^([\w \*]+?)\b" + self.name + r"\s*\(([^)]*)\)\s*\{", text, re.M)
        self.returns, self.parameters = m.group(1).strip(), m.group(2)
        self.returns = re.sub(r"\bstatic\b|\binline\b", "", self.returns).strip()


def kernels():
    for name in sorted(os.listdir(os.path.join(HERE, "kernels"))):
        path = os.path.join(HERE, "kernels", name)
        text = open(path).read()
        for line in re.findall(r"^// BENCH (.*)$", text, re.M):
            yield Kernel(path, line, text)


DRIVER = r"""
#define _GNU_SOURCE
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
static @RETURNS@ result;
static uint32_t seed = 12345;
static uint32_t rnd(void) { return seed = seed * 1664525u + 1013904223u, seed >> 8; }
@PROTOTYPES@
@CALLS@
typedef void (*call_t)(size_t n, void **b);
static const struct { const char *name; call_t call; } variants[] = { @VARIANTS@ };
enum { V = sizeof variants / sizeof *variants };
@CHECK@
int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "check")) return check();
  int runs = argc > 1 ? atoi(argv[1]) : 15;
  static const size_t sizes[] = { @SIZES@ };
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
    size_t n = sizes[s];
    void *b[@COUNT@];
@INIT@
    int reps[V];
    for (int v = 0; v < V; ++v) {
      reps[v] = 1;
      for (;;) {
        double t = now();
        for (int r = 0; r < reps[v]; ++r) variants[v].call(n, b);
        t = now() - t;
        if (t > 2e-3) break;
        reps[v] = t < 1e-5 ? reps[v] * 16 : (int)(reps[v] * 2.5e-3 / t) + 1;
      }
    }
    for (int run = 0; run < runs; ++run)
      for (int k = 0; k < V; ++k) {
        int v = (k + run) % V;
        double t = now();
        for (int r = 0; r < reps[v]; ++r) variants[v].call(n, b);
        printf("%zu %s %d %.6g\n", n, variants[v].name, run, (now() - t) / reps[v]);
      }
    for (int i = 0; i < @COUNT@; ++i) free(b[i]);
  }
  return 0;
}
"""


def driver_text(kernel, variants):
    prototypes, calls, table = "", "", ""
    for v in variants:
        symbol = f"{kernel.name}__{v}"
        prototypes += f"extern {kernel.returns} {symbol}({kernel.parameters});\n"
        call = re.sub(r"\b(" + "|".join(b[0] for b in kernel.buffers) + r")\b",
                      lambda m: "b[%d]" % [b[0] for b in kernel.buffers].index(m.group(1)), kernel.call)
        body = f"{symbol}{call}"
        if kernel.returns != "void":
            body = f"result = {body}"
        calls += f"static void call_{v}(size_t n, void **b) {{ (void)b; {body}; }}\n"
        table += f'{{ "{v}", call_{v} }}, '
    init = ""
    for i, (name, kind, count) in enumerate(kernel.buffers):
        c = CTYPE[kind]
        value = ("(rnd() & 0xffff) / 65536.0" if kind in ("f32", "f64") else
                 "rnd() % n" if kind == "idx" else "(int)(rnd() & 1023) - 512" if kind == "i10" else "rnd()")
        init += (f"    {{ size_t m = {count}; {c} *p = b[{i}] = aligned_alloc(64, (m * sizeof({c}) + 127) / 64 * 64);\n"
                 f"      for (size_t i = 0; i < m; ++i) p[i] = ({c})({value}); }}\n")
    text = DRIVER
    for key, value in (("PROTOTYPES", prototypes), ("CALLS", calls), ("VARIANTS", table), ("INIT", init),
                       ("CHECK", checkText(kernel, CTYPE)), ("RETURNS", "int" if kernel.returns == "void" else kernel.returns),
                       ("COUNT", str(len(kernel.buffers))), ("SIZES", ", ".join(str(s) + "u" for s in kernel.sizes))):
        text = text.replace("@" + key + "@", value)
    return text


ROOF = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
typedef float vf __attribute__((vector_size(64)));
int main(void) {
  vf a[12]; for (int i = 0; i < 12; ++i) for (int j = 0; j < 16; ++j) a[i][j] = (float)i;
  vf x = a[1] * 0.0f + 0.999f, y = a[2] * 0.0f + 0.001f;
  double best = 0;
  for (int run = 0; run < 5; ++run) {
    double t = now();
    for (int r = 0; r < 2000000; ++r)
      for (int i = 0; i < 12; ++i) a[i] = a[i] * x + y;
    double g = 2000000.0 * 12 * 32 / (now() - t) * 1e-9;
    if (g > best) best = g;
  }
  float s = 0; for (int i = 0; i < 12; ++i) s += a[i][0];
  fprintf(stderr, "%f\n", s);
  printf("peak %.4g\n", best);
  size_t sizes[] = { 16 << 10, 512 << 10, 64 << 20 };
  for (int k = 0; k < 3; ++k) {
    size_t n = sizes[k] / 64; vf *p = aligned_alloc(64, n * 64), *q = aligned_alloc(64, n * 64);
    memset(p, 1, n * 64); memset(q, 1, n * 64);
    int reps = (int)((256u << 20) / sizes[k]) + 1; best = 0;
    for (int run = 0; run < 5; ++run) {
      double t = now();
      for (int r = 0; r < reps; ++r) { for (size_t i = 0; i < n; ++i) q[i] = p[i] + x; __asm__ volatile("" :: "r"(p), "r"(q) : "memory"); }
      double g = 2.0 * reps * n * 64 / (now() - t) * 1e-9;
      if (g > best) best = g;
    }
    printf("copy%d %.4g\n", k, best);
  }
  return 0;
}
"""


class Failed(Exception):
    pass


def run(cmd):
    done = subprocess.run(cmd, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{' '.join(cmd)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def confidence_low(values):
    """Lower end of the 95 % interval of the median (order statistics)."""
    values = sorted(values)
    n = len(values)
    k = max(0, int(math.floor(n / 2 - 0.98 * math.sqrt(n))))
    return values[k]


def evaluate(expr, n):
    return float(eval(expr, {"n": n}))  # the table's own arithmetic


def build(kernel, args, work):
    """Builds the kernel's variants and driver in `work`: the driver's path, and whether vecify changed anything."""
    flags = ["-O3", "-march=native"] + kernel.mode.split()
    out = f"{work}/{os.path.basename(kernel.path)}.{kernel.name}.vec.c"
    target = [f"--target={args.target}"] if args.target else []
    run([args.vecify, f"--only=^{kernel.name}$", "-o", out, *target, kernel.path, "--", *flags])
    sources = {"": kernel.path, "_vecify": out}
    hand = f"{HERE}/hand/{kernel.name}.c"
    if os.path.exists(hand) and HAND_FEATURES <= set(open("/proc/cpuinfo").read().split()):
        sources["_hand"] = hand
    variants, objects = [], []
    for tag, source in sources.items():
        for compiler, program in (("gcc", args.gcc), ("clang", args.clang)):
            v = compiler + tag
            obj = f"{work}/{kernel.name}.{v}.o"
            run([program, *flags, f"-D{kernel.name}={kernel.name}__{v}", "-c", source, "-o", obj])
            run(["objcopy", "--keep-global-symbol", f"{kernel.name}__{v}", obj])
            variants.append(v)
            objects.append(obj)
    driver = f"{work}/{kernel.name}.driver.c"
    open(driver, "w").write(driver_text(kernel, variants))
    exe = f"{work}/{kernel.name}"
    run([args.gcc, "-O1", "-w", driver, *objects, "-lm", "-o", exe])
    return exe, open(out).read() != open(kernel.path).read()


def roofline(args, work):
    """Measured limits of one core: FMA peak in GFLOP/s (f32), copy bandwidth in GB/s of three sizes."""
    open(f"{work}/roof.c", "w").write(ROOF)
    run([args.clang, "-O3", "-march=native", "-mprefer-vector-width=512", "-ffast-math", f"{work}/roof.c", "-o",
         f"{work}/roof"])
    roof = dict(line.split() for line in run([f"{work}/roof"]).splitlines())
    return float(roof["peak"]), [float(roof[f"copy{k}"]) for k in range(3)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--filter", default="")
    parser.add_argument("--target", default="")
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--markdown")
    parser.add_argument("--check", action="store_true", help="compare the variants, do not time them")
    parser.add_argument("--keep", help="keep the build in this directory")
    args = parser.parse_args()
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
        return measure(args, args.keep)
    with tempfile.TemporaryDirectory(prefix="vecify-bench") as work:
        return measure(args, work)


def measure(args, work):
    if not args.check:
        peak, copies = roofline(args, work)

    failed = []
    rows, ratios = [], []
    for kernel in kernels():
        if not re.search(args.filter, kernel.name):
            continue
        try:
            exe, rewritten = build(kernel, args, work)
            run([exe, "check"])
        except Failed as failure:
            print(f"{kernel.name}: FAILED\n{failure}", flush=True)
            failed.append(kernel.name)
            continue
        if args.check:
            print(f"{kernel.name}: variants agree" + ("" if rewritten else "  (left alone)"), flush=True)
            continue
        times = {}
        for line in run([exe, str(args.runs)]).splitlines():
            n, v, _, t = line.split()
            times.setdefault(int(n), {}).setdefault(v, []).append(float(t))
        for level, n in enumerate(kernel.sizes):
            t = times[n]
            med = {v: statistics.median(x) for v, x in t.items()}
            # Pair by pair: the better original of each run over the better rewritten one.
            base = min(("gcc", "clang"), key=lambda v: med[v])
            ours = min(("gcc_vecify", "clang_vecify"), key=lambda v: med[v])
            pairs = [a / b for a, b in zip(t[base], t[ours])]
            ratio, low = statistics.median(pairs), confidence_low(pairs)
            best = med[ours]
            flops, moved = evaluate(kernel.flops, n), evaluate(kernel.bytes, n)
            limit = max(flops / (peak * 1e9), moved / (copies[level] * 1e9))
            hands = [med[v] for v in med if v.endswith("_hand")]
            rows.append([kernel.name.replace("bench_", ""), ("L1", "L2", "DRAM")[level], n, med["gcc"], med["clang"],
                         med["gcc_vecify"], med["clang_vecify"], ratio, low, 100 * limit / best,
                         min(hands) / best if hands else None, rewritten])
            ratios.append(ratio)
            print(f"{rows[-1][0]:24} {rows[-1][1]:5} ratio {ratio:5.2f} low {low:5.2f}  roof {rows[-1][9]:3.0f} %"
                  + (f"  of expert {min(hands) / best:4.2f}" if hands else "") + ("" if rewritten else "  (left alone)"),
                  flush=True)
    if ratios:
        geomean = math.exp(statistics.mean(math.log(r) for r in ratios))
        below = [r for r in rows if r[8] < 0.97]
        print(f"geomean {geomean:.3f} over {len(rows)} cells; {len(below)} cells with a lower bound below 0.97")
    if args.markdown and ratios:
        cpu = next((l.split(":")[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")), "?")
        with open(args.markdown, "w") as f:
            f.write(f"Machine: {cpu}, one core; FMA peak {peak:.0f} GFLOP/s (f32), copy bandwidth "
                    f"{copies[0]:.0f} / {copies[1]:.0f} / {copies[2]:.0f} GB/s (L1 / L2 / DRAM). {args.runs} alternated runs.\n\n")
            f.write("| kernel | level | n | gcc ns | clang ns | gcc+vecify ns | clang+vecify ns | ratio | low | roofline % | of expert |\n")
            f.write("|---|---|---|---|---|---|---|---|---|---|---|\n")
            for r in rows:
                ns = " | ".join(f"{x * 1e9:.0f}" for x in r[3:7])
                expert = f"{r[10]:.2f}" if r[10] else ""
                alone = "" if r[11] else " (left alone)"
                f.write(f"| {r[0]}{alone} | {r[1]} | {r[2]} | {ns} | {r[7]:.2f} | {r[8]:.2f} | {r[9]:.0f} | {expert} |\n")
            f.write(f"\nGeomean of {len(rows)} cells: {geomean:.2f}. Cells whose lower bound is below 0.97: {len(below)}.\n")
            if failed:
                f.write(f"\nFailed, and not in the table: {', '.join(failed)}.\n")
    if failed:
        sys.exit(f"{len(failed)} kernels failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
