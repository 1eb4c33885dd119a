#!/usr/bin/env python3
"""Measures vecify's output against gcc and clang, and writes a table.

The kernels are functions of kernels/*.c or, with --suite nd, of kernels/nd/*.c; rows.py says how their rows are written.
Each is built in these ways, with -O3 -march=native and the row's own flags:

    gcc, clang                 the original
    gcc+vecify, clang+vecify   vecify's output
    gcc+hand, clang+hand       hand/NAME.c, where an expert version exists
    polly                      the original by clang -mllvm -polly, where it is installed   (suite nd)
    openblas                   the row's call of OpenBLAS, one thread, where it is installed (suite nd)

Before it is timed, a kernel's variants are compared on the same data (check.py says how closely); one that differs, or does
not build, is reported, and run.py ends with 1. `ratio` is
the better original over the better rewritten time, its median over the runs; `low` is the lower end of the 95 % confidence
interval of that median. Rooflines (roof.py) are measured by the way.

    run.py --vecify build/bin/vecify [--runs 15] [--filter REGEX] [--target avx512] [--markdown OUT.md]
    run.py --vecify build/bin/vecify --suite nd [--vecify-flag=--alloc] [--seconds 1]
    run.py --vecify build/bin/vecify --check [--filter REGEX]        compares, does not time
"""
import argparse
import concurrent.futures
import hashlib
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

from driver import driver_text
from roof import Roof
from rows import HERE, evaluate, kernels

sys.path.insert(0, os.path.dirname(HERE))
import sleef  # noqa: E402

# What hand/*.c is written for.
HAND_FEATURES = {"avx512bw", "avx512vl", "avx512_vbmi2", "avx512_vnni"}
# Its own guess takes recent Xeons for older machines.
with open("/proc/cpuinfo") as cpus:
    OPENBLAS = {"OPENBLAS_CORETYPE": "SkylakeX" if "avx512bw" in cpus.read() else "Haswell", "OPENBLAS_NUM_THREADS": "1"}


class Failed(Exception):
    pass


def run(cmd):
    done = subprocess.run(cmd, capture_output=True, text=True, env={**os.environ, **OPENBLAS})
    if done.returncode:
        raise Failed(f"{' '.join(cmd)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def confidence_low(values):
    """Lower end of the 95 % interval of the median (order statistics)."""
    values = sorted(values)
    n = len(values)
    k = max(0, int(math.floor(n / 2 - 0.98 * math.sqrt(n))))
    return values[k]


def works(cmd):
    """Whether the compiler command can make a shared object of an empty file."""
    shared = ["-shared", "-fPIC", "-o", os.devnull, "-x", "c", os.devnull]
    return subprocess.run([cmd[0], *shared, *cmd[1:]], capture_output=True).returncode == 0


class Built:
    """A kernel's program, what vecify took and whether it changed anything; or how that failed."""

    def __init__(self, kernel, args, work):
        self.kernel, self.failure = kernel, None
        try:
            self.build(kernel, args, f"{work}/{kernel.label.replace(' ', '-')}")
            run([self.program, "check"])
        except Failed as failure:
            self.failure = failure

    def build(self, kernel, args, path):
        flags = ["-O3", "-march=native"] + kernel.mode.split()
        source, out = f"{path}.c", f"{path}.vec.c"
        open(source, "w").write(kernel.text)
        target = [f"--target={args.target}"] if args.target else []
        started = time.monotonic()
        run([args.vecify, "-o", out, *target, *args.vecify_flag, source, "--", *flags])
        self.toolSeconds = time.monotonic() - started
        self.rewritten = open(out).read() != kernel.text
        variants = [("gcc", [args.gcc], source, kernel.name), ("clang", [args.clang], source, kernel.name)]
        if args.polly:
            variants.append(("polly", args.polly, source, kernel.name))
        hand = f"{HERE}/hand/{kernel.expert}.c"
        if not os.path.exists(hand) or not HAND_FEATURES <= set(open("/proc/cpuinfo").read().split()):
            hand = None
        for tag, text, name in (("_vecify", out, kernel.name), ("_hand", hand, kernel.expert)):
            if text:
                variants += [("gcc" + tag, [args.gcc], text, name), ("clang" + tag, [args.clang], text, name)]
        objects = []
        for variant, compiler, text, name in variants:
            command = [*compiler, *flags, f"-D{name}={kernel.name}__{variant}", "-c", text]
            # With --keep what has not changed is not compiled again.
            key = hashlib.sha256(" ".join([*command, open(text).read()]).encode()).hexdigest()[:12]
            objects.append(f"{path}.{variant}.{key}.o")
            if not os.path.exists(objects[-1]):
                run([*command, "-o", objects[-1] + ".new"])
                run(["objcopy", "--keep-global-symbol", f"{kernel.name}__{variant}", objects[-1] + ".new", objects[-1]])
        blas = ["openblas"] if args.openblas and kernel.blas else []
        open(f"{path}.driver.c", "w").write(driver_text(kernel, [v[0] for v in variants] + blas))
        self.program = path
        run([args.gcc, "-O1", "-w", f"{path}.driver.c", *objects, *(args.sleef.link if args.sleef else []), "-lm", *(["-lopenblas"] if blas else []), "-o", path])


class Row:
    """The times of one kernel at one size."""

    def __init__(self, built, n, times, roof):
        kernel = built.kernel
        self.label, self.n, self.rewritten, self.toolSeconds = kernel.label, n, built.rewritten, built.toolSeconds
        self.level = roof.level(kernel.footprint(n))
        self.seconds = {v: statistics.median(t) for v, t in times.items()}
        # Pair by pair: the better original of each run over the better rewritten one.
        base = min(("gcc", "clang"), key=self.seconds.get)
        ours = min(("gcc_vecify", "clang_vecify"), key=self.seconds.get)
        pairs = [a / b for a, b in zip(times[base], times[ours])]
        self.ratio, self.low = statistics.median(pairs), confidence_low(pairs)
        self.best = self.seconds[ours]
        self.roof = roof.seconds(kernel, n, evaluate(kernel.flops, n), evaluate(kernel.bytes, n)) / self.best

    def of(self, *variants):
        """The time of the best of `variants` over ours, or None."""
        known = [self.seconds[v] for v in variants if v in self.seconds]
        return min(known) / self.best if known else None

    def columns(self):
        """(heading, text) of each."""
        ns = [(v.replace("_", "+") + " ns", f"{self.seconds[v] * 1e9:.0f}") for v in ("gcc", "clang", "gcc_vecify", "clang_vecify")]
        others = [("of expert", self.of("gcc_hand", "clang_hand")), ("of Polly", self.of("polly")), ("of OpenBLAS", self.of("openblas"))]
        return [("kernel", self.label + ("" if self.rewritten else " (left alone)")), ("level", self.level), ("n", str(self.n)), *ns,
                ("ratio", f"{self.ratio:.2f}"), ("low", f"{self.low:.2f}"), ("roofline %", f"{100 * self.roof:.0f}"),
                *((name, "" if x is None else f"{x:.2f}") for name, x in others)]

    def line(self):
        shown = [f"{name} {text}" for name, text in self.columns()[7:] if text]
        return f"{self.label:24} {self.level:4} {self.n:8} {'  '.join(shown)}{'' if self.rewritten else '  (left alone)'}"


def measure(args, work):
    chosen = [k for k in kernels(args.suite) if re.search(args.filter, k.name) and (args.more or not k.more)]
    timed = lambda command: run([*args.prefix.split(), *command])
    roof = None if args.check else Roof(timed, args.clang, work)
    built, rows, failed = [], [], []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for one in pool.map(lambda kernel: Built(kernel, args, work), chosen):
            if one.failure:
                print(f"{one.kernel.label}: FAILED\n{one.failure}", flush=True)
                failed.append(one.kernel.label)
            elif args.check:
                print(f"{one.kernel.label}: variants agree" + ("" if one.rewritten else "  (left alone)"), flush=True)
            else:
                built.append(one)
    # One at a time, and nothing beside.
    for one in built:
        times = {}
        for line in timed([one.program, str(args.runs), str(args.seconds)]).splitlines():
            n, v, _, t = line.split()
            times.setdefault(int(n), {}).setdefault(v, []).append(float(t))
        for n in one.kernel.sizes:
            rows.append(Row(one, n, times[n], roof))
            print(rows[-1].line(), flush=True)
    return roof, rows, failed


def summary(rows):
    geomean = math.exp(statistics.mean(math.log(r.ratio) for r in rows))
    below = [r for r in rows if r.low < 0.97]
    return f"Geomean of {len(rows)} cells: {geomean:.2f}. Cells whose lower bound is below 0.97: {len(below)}."


def write_table(path, args, roof, rows, failed):
    cpu = next((l.split(":")[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")), "?")
    used = [name for i, (name, _) in enumerate(rows[0].columns()) if any(r.columns()[i][1] for r in rows)]
    peaks = ", ".join(f"{name} {rate:.0f}" for name, rate in roof.rates.items())
    with open(path, "w") as f:
        f.write(f"Machine: {cpu}, one core; peaks in GFLOP/s and copy bandwidths in GB/s: {peaks}. Up to {args.runs} alternated runs.\n\n")
        f.write("| " + " | ".join(used) + " |\n" + "|---" * len(used) + "|\n")
        for r in rows:
            f.write("| " + " | ".join(text for name, text in r.columns() if name in used) + " |\n")
        f.write(f"\n{summary(rows)}\n")
        if failed:
            f.write(f"\nFailed, and not in the table: {', '.join(failed)}.\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--suite", default="", choices=["", "nd"], help="nd: the nests of more than one dimension")
    parser.add_argument("--more", action="store_true", help="also the rows marked `more`")
    parser.add_argument("--runs", type=int, default=15, help="most runs of a kernel at a size")
    parser.add_argument("--seconds", type=float, help="about what these may take together (1 in the suite nd; else no limit)")
    parser.add_argument("--filter", default="")
    parser.add_argument("--target", default="")
    parser.add_argument("--vecify-flag", action="append", default=[], help="an option for vecify, such as --alloc")
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--jobs", type=int, default=2, help="how many kernels are built and compared at once")
    parser.add_argument("--markdown")
    parser.add_argument("--prefix", default="", help="what to put before a timed program, such as 'chrt -f 1'")
    parser.add_argument("--check", action="store_true", help="compare the variants, do not time them")
    parser.add_argument("--keep", help="build in this directory, and compile only what has changed there")
    args = parser.parse_args()
    if args.seconds is None:
        args.seconds = 1 if args.suite else 0
    args.polly = [args.clang, "-mllvm", "-polly"] if args.suite and works([args.clang, "-mllvm", "-polly"]) else None
    args.sleef = sleef.find([args.gcc], False)
    args.openblas = bool(args.suite) and works([args.gcc, "-x", "none", "-include", "cblas.h", "-lopenblas"])
    with tempfile.TemporaryDirectory(prefix="vecify-bench") as work:
        if args.keep:
            os.makedirs(args.keep, exist_ok=True)
        roof, rows, failed = measure(args, args.keep or work)
    if rows:
        print(summary(rows))
        slowest = max(rows, key=lambda r: r.toolSeconds)
        print(f"vecify took {slowest.toolSeconds:.2f} s at most ({slowest.label})")
        if args.markdown:
            write_table(args.markdown, args, roof, rows, failed)
    if failed:
        sys.exit(f"{len(failed)} kernels failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
