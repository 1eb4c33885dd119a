#!/usr/bin/env python3
"""Loops that data ends, with arrays that end where the mapped memory ends.

driver.c says how. Each target's output is compiled by gcc and by clang, with vecify's plan and with random ones.

    run.py --vecify build/bin/vecify --target avx2 [--plans 6] [--gcc gcc] [--clang clang-22]

Ends with 77 where a compiler, an emulator or the target's instructions are missing.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = {"avx2": ["-mavx2", "-mfma"], "avx512": ["-march=x86-64-v4"], "neon": []}


def run(command, **more):
    result = subprocess.run(command, capture_output=True, text=True, **more)
    if result.returncode:
        sys.exit("exits: failed: " + " ".join(map(str, command)) + "\n" + result.stdout + result.stderr)
    return result.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--target", required=True, choices=FLAGS)
    parser.add_argument("--plans", type=int, default=6)
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--least", type=int, default=18, help="loops that vecify's own plan must make vectors of")
    args = parser.parse_args()
    flags = FLAGS[args.target]
    # Other targets than this machine are cross-compiled and emulated; what it lacks is skipped.
    crossed = args.target == "neon"
    compilers = ["aarch64-linux-gnu-gcc"] if crossed else [args.gcc, args.clang]
    emulator = ["qemu-aarch64"] if crossed else []
    if args.target == "avx512" and "avx512vl" not in pathlib.Path("/proc/cpuinfo").read_text():
        print("exits: skipped, this machine has no AVX-512")
        return 77
    if missing := [tool for tool in compilers + emulator if not shutil.which(tool)]:
        print("exits: skipped, there is no " + missing[0])
        return 77
    with tempfile.TemporaryDirectory(prefix="vecify-exits") as work:
        work = pathlib.Path(work)
        for plan in [None] + list(range(1, args.plans + 1)):
            choice = [] if plan is None else [f"--plan=random:{plan}"]
            output = work / f"searches.{plan}.c"
            run([args.vecify, f"--target={args.target}", *choice, HERE / "searches.c", "-o", output, "--", "-O2", *flags])
            loops = output.read_text().count("/* vecify: ")
            if plan is None and loops < args.least:
                sys.exit(f"exits: only {loops} of {args.least} loops are vectorized")
            for compiler in compilers:
                objects = []
                for source, prefix in ((HERE / "searches.c", ""), (output, "v_")):
                    target = work / (source.stem + prefix + ".o")
                    run([compiler, "-O2", "-Wall", "-Wextra", "-Werror", *flags, "-c", source, "-o", target])
                    if prefix:
                        tools = "aarch64-linux-gnu-" if crossed else ""
                        names = run([tools + "nm", "-g", "--defined-only", target]).split("\n")
                        for name in [line.split()[2] for line in names if line]:
                            run([tools + "objcopy", f"--redefine-sym={name}={prefix}{name}", target])
                    objects.append(target)
                program = work / "driver"
                run([compiler, "-O1", HERE / "driver.c", *objects, "-o", program] + (["-static"] if crossed else []))
                run([*emulator, program])
    print(f"exits: {args.target}: the same")
    return 0


sys.exit(main())
