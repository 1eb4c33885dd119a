#!/usr/bin/env python3
"""Compares what plans cost by the model with what they take by the clock.

Every candidate plan of a bench kernel (run.py says what those are) is written, compiled by gcc and clang, and timed, all
in one process and in turn. A price is the geometric mean over trip counts from 5 to 2000, and so is the measured time
(--level N: at one of the kernel's own sizes instead); of several runs the shortest counts, for what disturbs only adds.
Per kernel it prints the modelled cycles and the measured time of each plan, their rank correlation (Spearman), and how
far vecify's decision lies behind the fastest one. --markdown writes the table, --svg the plot.

    plans.py --vecify build/bin/vecify [--filter REGEX] [--runs 9] [--compilers gcc,clang] [--target avx2]
"""
import argparse
import math
import os
import re
import statistics
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


def sizes_of(kernel, args):
    """Trip counts like those that prices are made of; matrices are as wide as high, so theirs are smaller."""
    if args.level is not None:
        return [kernel.sizes[args.level]]
    square = any("n*n" in count for _, _, count in kernel.buffers)
    return [9, 22, 53, 117, 262] if square else [9, 22, 53, 117, 262, 590, 1311]


def measure(kernel, args, work):
    """The plans and, by compiler and number of the plan, the geometric mean of the times."""
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
        for compiler in args.compilers.split(","):
            v = f"{compiler}_{number}" if number >= 0 else f"{compiler}_decided"
            obj = f"{work}/{kernel.name}.{v}.o"
            run([getattr(args, compiler), *flags, "-w", f"-D{kernel.name}={kernel.name}__{v}", "-c", out, "-o", obj])
            run(["objcopy", "--keep-global-symbol", f"{kernel.name}__{v}", obj])
            variants.append(v)
            objects.append(obj)
    kernel.sizes = sizes_of(kernel, args)
    driver = f"{work}/{kernel.name}.driver.c"
    open(driver, "w").write(driver_text(kernel, variants))
    exe = f"{work}/{kernel.name}"
    run([args.gcc, "-O1", "-w", driver, *objects, "-lm", "-o", exe])
    shortest = {}
    for text in run([exe, str(args.runs)]).splitlines():
        size, v, _, t = text.split()
        shortest[v, size] = min(float(t) * 1e9, shortest.get((v, size), math.inf))
    times = {}
    for (v, _), t in shortest.items():
        times.setdefault(v, []).append(t)
    mean = {v: math.exp(statistics.mean(math.log(t) for t in ts)) for v, ts in times.items()}
    for compiler in args.compilers.split(","):
        mean[f"{compiler}_-1"] = mean[f"{compiler}_decided"]
    return plans, mean


class Result:
    """One kernel: (number, summary, modelled cycles, nanoseconds) of each plan, and what became of it."""

    def __init__(self, name, plans, mean, compilers):
        self.name = name.replace("bench_", "")
        best = {n: min(mean[f"{c}_{n}"] for c in compilers) for n, _, _ in plans}
        self.rows = [(n, s, c, best[n]) for n, s, c in plans if n >= 0]
        # The decision is the first candidate that print=plans lists; its own object is the same code built once more.
        number, self.summary, price, time = self.rows[0]
        self.rows[0] = (number, self.summary, price, min(time, best[-1]))
        self.fastest = min(self.rows, key=lambda row: row[3])
        self.loss = self.rows[0][3] / self.fastest[3]
        own = [row for row in self.rows if row[1] != "leave it alone"]
        self.rho = spearman([row[2] for row in own], [row[3] for row in own])


def markdown(results):
    text = "| kernel | plans | rank correlation | chosen | of the fastest | fastest |\n|---|---|---|---|---|---|\n"
    for r in results:
        rho = "-" if r.rho is None else f"{r.rho:.2f}"
        behind = f"**{r.loss:.2f}**" if r.loss > 1.10 else f"{r.loss:.2f}"
        fastest = "the same" if r.fastest[0] == r.rows[0][0] else r.fastest[1]
        text += f"| {r.name} | {len(r.rows)} | {rho} | {r.summary} | {behind} | {fastest} |\n"
    rhos = [r.rho for r in results if r.rho is not None]
    late = [r.name for r in results if r.loss > 1.10]
    text += (f"\nMedian rank correlation {statistics.median(rhos):.2f}; chosen over fastest: median "
             f"{statistics.median(r.loss for r in results):.2f}, worst {max(r.loss for r in results):.2f}. "
             f"More than 10 % behind: {', '.join(late) or 'none'}.\n")
    return text


def svg(results):
    """A small plot for each kernel: price to the right, time upwards, both from the least to the most; the chosen plan
    is filled."""
    side, gap, columns = 120, 28, 5
    lines = []
    for k, r in enumerate(results):
        x0, y0 = 10 + k % columns * (side + gap), 24 + k // columns * (side + gap + 12)
        prices, times = [row[2] for row in r.rows], [row[3] for row in r.rows]

        def place(value, values):
            low, high = math.log(min(values)), math.log(max(values))
            return 6 + (side - 12) * ((math.log(value) - low) / (high - low) if high > low else 0.5)

        lines.append(f'<rect x="{x0}" y="{y0}" width="{side}" height="{side}" fill="none" stroke="#888"/>')
        lines.append(f'<text x="{x0}" y="{y0 - 6}">{r.name}{"" if r.rho is None else f" {r.rho:.2f}"}</text>')
        for number, summary, price, time in r.rows:
            fill = "#c33" if number == r.rows[0][0] else "none"
            lines.append(f'<circle cx="{x0 + place(price, prices):.1f}" cy="{y0 + side - place(time, times):.1f}" r="3" '
                         f'fill="{fill}" stroke="#36c"><title>{summary}: {price:.3f} cycles, {time:.0f} ns</title></circle>')
    height = 24 + (len(results) + columns - 1) // columns * (side + gap + 12)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{20 + columns * (side + gap)}" height="{height}" '
            'font-family="sans-serif" font-size="11">\n<rect width="100%" height="100%" fill="#fff"/>\n'
            + "\n".join(lines) + "\n</svg>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--filter", default="")
    parser.add_argument("--target", default="")
    parser.add_argument("--level", type=int, help="0: the L1 size, 1: L2, 2: DRAM")
    parser.add_argument("--compilers", default="gcc,clang")
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--markdown", metavar="FILE", help="write the table")
    parser.add_argument("--svg", metavar="FILE", help="write the plot")
    parser.add_argument("--quiet", action="store_true", help="one line per kernel")
    args = parser.parse_args()
    results = []
    with tempfile.TemporaryDirectory(prefix="vecify-plans") as work:
        for kernel in kernels():
            if not re.search(args.filter, kernel.name):
                continue
            try:
                r = Result(kernel.name, *measure(kernel, args, work), args.compilers.split(","))
            except Failed as failure:
                print(f"{kernel.name}: FAILED\n{failure}", flush=True)
                continue
            results.append(r)
            print(f"{r.name}: rank correlation {'-' if r.rho is None else f'{r.rho:.2f}'}; '{r.summary}' takes "
                  f"{r.loss:.2f} of the fastest '{r.fastest[1]}'", flush=True)
            for number, summary, price, time in sorted(r.rows, key=lambda row: row[2]) if not args.quiet else []:
                print(f"   {price:8.3f} cycles  {time:10.1f} ns  {number:3} {summary}"
                      f"{'  <- fastest' if number == r.fastest[0] else ''}", flush=True)
    if not results:
        sys.exit("no kernel was measured")
    print("\n" + markdown(results))
    for path, text in ((args.markdown, markdown), (args.svg, svg)):
        if path:
            with open(path, "w") as f:
                f.write(text(results))


if __name__ == "__main__":
    main()
