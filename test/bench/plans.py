#!/usr/bin/env python3
"""Compares what plans cost by the model with what they take by the clock.

Every candidate plan of a bench kernel (run.py says what those are) is written, compiled by gcc and clang, and timed at
the kernel's smallest size, all in one process and in turn. Per kernel it prints the modelled cycles and the measured
time of each plan, their rank correlation (Spearman), and how far vecify's decision lies behind the fastest one.

    plans.py --vecify build/bin/vecify [--filter REGEX] [--runs 9] [--level 0] [--target avx2]
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile

from driver import driver_text
from rows import kernels
from run import Failed, run


def ranks(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    result = [0.0] * len(values)
    i = 0
    while i < len(order):
        j = i
        while j + 1 < len(order) and values[order[j + 1]] == values[order[i]]:
            j += 1
        for k in range(i, j + 1):
            result[order[k]] = (i + j) / 2
        i = j + 1
    return result


def spearman(xs, ys):
    if len(xs) < 3:
        return None
    x, y = ranks(xs), ranks(ys)
    mx, my = statistics.mean(x), statistics.mean(y)
    top = sum((a - mx) * (b - my) for a, b in zip(x, y))
    bottom = (sum((a - mx) ** 2 for a in x) * sum((b - my) ** 2 for b in y)) ** 0.5
    return top / bottom if bottom else None


def plans_of(kernel, args, flags, target):
    """[(number, summary, modelled cycles)] of the outermost loop that has plans."""
    text = run([args.vecify, f"--only=^{kernel.name}$", "--print=plans", *target, kernel.path, "--", *flags])
    found = re.findall(r"^(chosen )?plan (\d+) of (\d+)  \S+  line (\d+)  (.*?)  ([\d.]+) cycles", text, re.M)
    line = found[0][3] if found else None
    return [(int(n), s, float(c)) for _, n, _, l, s, c in found if l == line]


def measure(kernel, args, work):
    flags = ["-O3", "-march=native"] + kernel.mode.split()
    target = [f"--target={args.target}"] if args.target else []
    plans = plans_of(kernel, args, flags, target)
    plans.append((-1, "as decided", 0.0))
    variants, objects = [], []
    for number, summary, _ in plans:
        out = f"{work}/{kernel.name}.{number}.c"
        if summary == "leave it alone":
            out = kernel.path
        else:
            plan = [f"--plan={number}"] if number >= 0 else []
            run([args.vecify, f"--only=^{kernel.name}$", *plan, "-o", out, *target, kernel.path, "--", *flags])
        for compiler, program in (("gcc", args.gcc), ("clang", args.clang)):
            v = f"{compiler}_{number}" if number >= 0 else f"{compiler}_decided"
            obj = f"{work}/{kernel.name}.{v}.o"
            run([program, *flags, "-w", f"-D{kernel.name}={kernel.name}__{v}", "-c", out, "-o", obj])
            run(["objcopy", "--keep-global-symbol", f"{kernel.name}__{v}", obj])
            variants.append(v)
            objects.append(obj)
    kernel.sizes = [kernel.sizes[args.level]]
    driver = f"{work}/{kernel.name}.driver.c"
    open(driver, "w").write(driver_text(kernel, variants))
    exe = f"{work}/{kernel.name}"
    run([args.gcc, "-O1", "-w", driver, *objects, "-lm", "-o", exe])
    times = {}
    for text in run([exe, str(args.runs)]).splitlines():
        _, v, _, t = text.split()
        times.setdefault(v, []).append(float(t) * 1e9)
    median = {v: statistics.median(t) for v, t in times.items()}
    for compiler in ("gcc", "clang"):
        median[f"{compiler}_-1"] = median[f"{compiler}_decided"]
    return plans, median


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--filter", default="")
    parser.add_argument("--target", default="")
    parser.add_argument("--level", type=int, default=0, help="0: the L1 size, 1: L2, 2: DRAM")
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--quiet", action="store_true", help="one line per kernel")
    args = parser.parse_args()
    correlations, behind = [], []
    with tempfile.TemporaryDirectory(prefix="vecify-plans") as work:
        for kernel in kernels():
            if not re.search(args.filter, kernel.name):
                continue
            try:
                plans, median = measure(kernel, args, work)
            except Failed as failure:
                print(f"{kernel.name}: FAILED\n{failure}", flush=True)
                continue
            best = {n: min(median[f"gcc_{n}"], median[f"clang_{n}"]) for n, _, _ in plans}
            fastest = min(best, key=best.get)
            ours = [(c, best[n]) for n, s, c in plans if n >= 0 and s != "leave it alone"]
            rho = spearman([c for c, _ in ours], [t for _, t in ours])
            loss = best[-1] / best[fastest]
            behind.append(loss)
            if rho is not None:
                correlations.append(rho)
            name = {n: s for n, s, _ in plans}
            print(f"{kernel.name}: rank correlation {'-' if rho is None else f'{rho:.2f}'}; as decided it takes "
                  f"{loss:.2f} of the fastest '{name[fastest]}'", flush=True)
            if not args.quiet:
                for n, s, c in sorted(plans, key=lambda p: p[2]):
                    print(f"   {c:8.3f} cycles  gcc {median[f'gcc_{n}']:10.0f} ns  clang {median[f'clang_{n}']:10.0f} ns  "
                          f"{n:3} {s}{'  <- fastest' if n == fastest else ''}", flush=True)
    if behind:
        print(f"{len(behind)} kernels: median rank correlation {statistics.median(correlations):.2f}; "
              f"decided over fastest: median {statistics.median(behind):.2f}, worst {max(behind):.2f}, "
              f"{sum(b > 1.10 for b in behind)} beyond 1.10")


if __name__ == "__main__":
    main()
