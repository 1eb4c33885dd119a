#!/usr/bin/env python3
"""How long vecify itself takes: user and system time of the process, least of several runs.

    toolSpeed.py --vecify build/bin/vecify [--runs 5] [--markdown]

- a file without loops, against `clang -fsyntax-only`
- files of kernels: those of test/bench/kernels
- a generated file of 10,000 lines that holds 100, 200 and 500 loops, which shows whether time grows in proportion
"""
import argparse
import glob
import os
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LINES = 10_000

NO_LOOPS = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) { return printf("%d\\n", abs(-1)) < 0; }
"""

LOOPS = [
    "void f{0}(float *restrict d, const float *restrict s, int n) {{\n  for (int i = 0; i < n; i++)\n"
    "    d[i] = s[i] * {0}.0f + d[i];\n}}\n",
    "void f{0}(unsigned char *d, const unsigned char *s, int n) {{\n  for (int i = 0; i < n; i++)\n"
    "    d[i] = (unsigned char)((s[i] * {0} + d[i] + 128) >> 8);\n}}\n",
    "int f{0}(const short *s, int n) {{\n  int sum = {0};\n  for (int i = 0; i < n; i++)\n"
    "    sum += s[i] > 0 ? s[i] : -s[i];\n  return sum;\n}}\n",
    "void f{0}(double *d, const double *s, int n, int m) {{\n  for (int j = 1; j < m - 1; j++)\n"
    "    d[j] = (s[j - 1] + s[j] + s[j + 1]) / {0}.0;\n}}\n",
    "void f{0}(int *restrict d, const int *restrict s, int n) {{\n  for (int i = 0; i < n; i++)\n"
    "    if (s[i] > {0})\n      d[i] = s[i];\n}}\n",
]


def generated(loops):
    text = "".join(LOOPS[k % len(LOOPS)].format(k + 1) for k in range(loops))
    fillers = (LINES - text.count("\n")) // 4
    return text + "".join(f"int g{k}(int x) {{\n  int y = x * {k};\n  return y > {k} ? y : x;\n}}\n" for k in range(fillers))


def seconds(command, runs):
    best = None
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        best = took if best is None else min(best, took)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--target", default="avx2")
    parser.add_argument("--markdown", action="store_true", help="print a table")
    args = parser.parse_args()
    clang = next((c for c in ("clang-22", "clang-19", "clang") if shutil.which(c)), None)
    rows = []

    def vecify(path, runs=args.runs):
        return seconds([args.vecify, f"--target={args.target}", "-o", "/dev/null", path], runs)

    with tempfile.TemporaryDirectory() as directory:
        def write(name, text):
            path = os.path.join(directory, name)
            with open(path, "w") as f:
                f.write(text)
            return path
        path = write("noLoops.c", NO_LOOPS)
        took, own = vecify(path, 2 * args.runs), seconds([clang, "-fsyntax-only", path], 2 * args.runs) if clang else 0
        rows.append(("no loops", took, f"{1000 * (took - own):.0f} ms more than clang -fsyntax-only"))
        for path in sorted(glob.glob(os.path.join(HERE, "kernels", "*.c"))):
            with open(path) as f:
                loops = f.read().count("for (")
            rows.append((f"kernels/{os.path.basename(path)}", vecify(path), f"{loops} loops"))
        first = None
        for loops in (100, 200, 500):
            took = vecify(write(f"loops{loops}.c", generated(loops)), max(1, args.runs // 2))
            first = first or took
            rows.append((f"{LINES} lines, {loops} loops", took, f"{1000 * took / loops:.1f} ms a loop"))
    if args.markdown:
        print("| file | CPU seconds | |\n|---|---|---|")
    for what, took, note in rows:
        print(f"| {what} | {took:.2f} | {note} |" if args.markdown else f"{what:28} {took:6.2f} s  {note}")
    grown = rows[-1][1] / first
    print(f"\n5 times the loops take {grown:.1f} times as long")
    sys.exit(0 if grown < 6.5 else 1)


if __name__ == "__main__":
    main()
