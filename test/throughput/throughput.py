#!/usr/bin/env python3
"""The planner's cycles of a vector loop against llvm-mca's, for one target.

throughput.py --vecify PATH --clang NAME --mca NAME --target avx2|avx512|neon [FILE.c]

Each function of kernels.c is vectorized as planned and compiled by clang; the main loop is cut out of the assembly, and
its reciprocal throughput on the core that the target's tables describe is compared with the price. A wrong cost in a
table shows as a loop that is off by more than the factor below; what the price knows and llvm-mca's figure does not
(carried latency) is left out by taking loops that are bound by ports or issue.

Exit code: 0 all agree, 1 some do not, 77 llvm-mca or clang is not installed.
"""
import argparse
import math
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# Of a single loop, and of the geometric mean of all.
FACTOR, MEAN_FACTOR = 1.7, 1.15
FEWEST_LOOPS = 12


class Core:
    """A core that the tables describe, and LLVM's name of it."""

    def __init__(self, flags, triple, cpu, mca_options=(), unknown=()):
        self.flags, self.cpu, self.unknown = flags, cpu, unknown
        self.mca = ["-mtriple=" + triple, "-mcpu=" + cpu, *mca_options]


CORES = {
    # LLVM takes Golden Cove's divider for pipelined.
    "avx2": Core(["-march=x86-64-v3"], "x86_64-linux-gnu", "sapphirerapids", unknown=["divide", "lengths"]),
    # And its second 512-bit FMA unit for missing: Skylake's ports, Golden Cove's width.
    "avx512": Core(["-march=x86-64-v4"], "x86_64-linux-gnu", "skylake-avx512", ["-dispatch=6"]),
    "neon": Core(["--target=aarch64-linux-gnu"], "aarch64-linux-gnu", "neoverse-v1"),
}
CHOSEN = re.compile(r"^chosen plan \d+ of \d+ +\S+ +line (\d+) +(.*?) +[\d.]+ cycles per iteration\n"
                    r" +([\d.]+) in the main loop, limited by (\w+)", re.M)
JUMP = re.compile(r"(?:j\w+|b|b\.\w+|cbn?z\s+\w+,|tbn?z\s.*,)\s+(\.LBB\w+)$")
VECTOR = re.compile(r"[xyz]mm\d|\bv\d+\.\d|\bq\d")


def output_of(command, text=None):
    done = subprocess.run(command, input=text, text=True, capture_output=True)
    if done.returncode:
        sys.exit(f"exit code {done.returncode}: {' '.join(command)}\n{done.stderr}")
    return done.stdout


def plans(vecify, core, target, source):
    """function -> (cycles of one step of its main loop, what bounds it)"""
    functions, name = {}, None
    with open(source) as lines:
        for number, line in enumerate(lines, 1):
            if found := re.match(r"\w.*?(\w+)\(", line):
                name = found[1]
            functions[number] = name
    text = output_of([vecify, "--target=" + target, "--print=plans", source, "--"] + core.flags)
    result = {}
    for line, summary, cycles, limit in CHOSEN.findall(text):
        lanes = int(re.search(r": (\d+) lanes", summary)[1])
        result[functions[int(line)]] = (float(cycles) * lanes, limit)
    return result


def vector_loops(assembly):
    """function -> lines of its first innermost loop that uses vector registers"""
    result, name, lines = {}, None, []
    for line in assembly.splitlines():
        if found := re.match(r"([A-Za-z_]\w*):", line):
            name, lines = found[1], []
        line = re.split(r"\s# |//", line)[0].strip()
        if name is None or not line:
            continue
        lines.append(line)
        jump = JUMP.match(line)
        if not jump or name in result or jump[1] + ":" not in lines:
            continue
        body = lines[lines.index(jump[1] + ":") + 1:]
        if not any(each.startswith(".LBB") for each in body) and any(VECTOR.search(each) for each in body):
            result[name] = [each for each in body if not each.startswith(".")]
    return result


def throughput(mca, core, loop):
    """Cycles of one pass when nothing waits for anything."""
    text = ".L:\n" + re.sub(r"\.LBB\w+", ".L", "\n".join(loop))
    return float(re.search(r"Block RThroughput:\s*([\d.]+)", output_of([mca, *core.mca], text))[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--mca", default="llvm-mca-22")
    parser.add_argument("--target", choices=CORES, default="avx2")
    parser.add_argument("file", nargs="?", default=os.path.join(HERE, "kernels.c"))
    args = parser.parse_args()
    for tool in (args.clang, args.mca):
        if not shutil.which(tool):
            print(f"skipped: {tool} is not installed")
            return 77
    core = CORES[args.target]
    ours = plans(args.vecify, core, args.target, args.file)
    written = output_of([args.vecify, "--target=" + args.target, args.file, "--"] + core.flags)
    options = ["-O3", "-fno-math-errno", "-fno-unroll-loops", "-fno-vectorize", "-fno-slp-vectorize", "-mtune=" + core.cpu]
    loops = vector_loops(output_of([args.clang, *core.flags, *options, "-S", "-o", "-", "-x", "c", "-"], written))
    wrong, ratios = 0, []
    for name, (cycles, limit) in ours.items():
        if name not in loops or name in core.unknown or limit not in ("ports", "issue", "loop"):
            continue
        theirs = throughput(args.mca, core, loops[name])
        # A taken branch a cycle is the least.
        ratio = cycles / max(theirs, 1)
        isWrong = not 1 / FACTOR <= ratio <= FACTOR
        wrong += isWrong
        ratios.append(ratio)
        print(f"{'FAIL' if isWrong else 'ok  '} {name:18} {cycles:6.2f} cycles, llvm-mca {theirs:6.2f}: {ratio:.2f}")
    if len(ratios) < FEWEST_LOOPS:
        print(f"FAIL only {len(ratios)} loops")
        return 1
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{args.target}: {len(ratios)} loops, {wrong} off by more than {FACTOR}, geometric mean {mean:.2f}")
    return 1 if wrong or not 1 / MEAN_FACTOR <= mean <= MEAN_FACTOR else 0


if __name__ == "__main__":
    sys.exit(main())
