#!/usr/bin/env python3
"""Threads: kernels.c, rewritten, compiled with and without -fopenmp, compared with itself by the harness, and run under
the thread sanitizer.

    run.py --vecify build/bin/vecify same|sanitized|planted
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.join(HERE, "kernels.c")
TARGET = ["-mavx2", "-mfma"]
WARNINGS = ["-std=gnu11", "-Wall", "-Wextra", "-Werror"]
# What the harness asks for, so that it sets aside inputs that leave a row of an array.
TRAPS = {
    "gcc": ["-fsanitize=undefined,float-cast-overflow", "-fsanitize-undefined-trap-on-error",
            "-fstack-protector-all"],
    "clang": ["-fsanitize=undefined,float-cast-overflow", "-fno-sanitize=pointer-overflow", "-fsanitize-trap=all"],
}
SKIPPED = 77


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def must(done, what):
    if done.returncode:
        sys.exit(f"{what}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def rewritten(args, folder):
    path = os.path.join(folder, "rewritten.c")
    must(run([args.vecify, "--target=avx2", KERNELS, "-o", path, "--", *TARGET]), "vecify")
    with open(path) as f:
        regions = f.read().count("#pragma omp parallel for")
    if regions < 6:
        sys.exit(f"only {regions} loops are run by threads")
    return path


def same(args, folder):
    """The harness three times: gcc without OpenMP, gcc and clang with it (clang where it has a runtime to link)."""
    rewritten(args, folder)
    harness = os.path.join(folder, "harness.c")
    must(run([args.vecify, "--target=avx2", "--emit-harness", KERNELS, "-o", harness, "--", *TARGET]), "harness")
    for cc, openmp in (("gcc", []), ("gcc", ["-fopenmp"]), (args.clang, ["-fopenmp"])):
        objects = []
        for side in ("ORIGINAL", "REWRITTEN"):
            objects.append(os.path.join(folder, side + ".o"))
            flags = openmp if side == "REWRITTEN" else TRAPS["gcc" if cc == "gcc" else "clang"]
            must(run([cc, "-O2", "-ffp-contract=off", *TARGET, *flags, "-DVECIFY_" + side, "-c", harness, "-o",
                      objects[-1]]), f"{cc} {side}")
        binary = os.path.join(folder, "harness")
        linked = run([cc, "-O2", *openmp, harness, *objects, "-lm", "-o", binary])
        if linked.returncode and cc != "gcc":
            continue
        must(linked, f"{cc} link")
        must(run([binary], timeout=240), f"{cc} {openmp}")


def sanitized(args, folder):
    build(folder, "clean", [rewritten(args, folder), os.path.join(HERE, "main.c")])
    must(run([os.path.join(folder, "clean")], timeout=240), "thread sanitizer")


def planted(_, folder):
    build(folder, "racy", [os.path.join(HERE, "race.c")])
    if "data race" not in run([os.path.join(folder, "racy")], timeout=240).stderr:
        sys.exit("the sanitizer does not see a planted race")


def build(folder, name, sources):
    objects = []
    for source in [*sources, os.path.join(HERE, "openmp.c")]:
        objects.append(os.path.join(folder, os.path.basename(source) + ".o"))
        must(run(["gcc", "-O1", "-g", "-fsanitize=thread", "-fopenmp", *TARGET, *WARNINGS, "-c", source, "-o",
                  objects[-1]]), source)
    linked = run(["gcc", "-fsanitize=thread", *objects, "-o", os.path.join(folder, name), "-lpthread"])
    if linked.returncode and "tsan" in linked.stderr:
        print("no thread sanitizer here")
        sys.exit(SKIPPED)
    must(linked, "link")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--clang", default="clang")
    parser.add_argument("what", choices=["same", "sanitized", "planted"])
    args = parser.parse_args()
    args.vecify = os.path.abspath(args.vecify)
    with open("/proc/cpuinfo") as f:
        if "avx2" not in f.read() or not shutil.which("gcc"):
            print("needs gcc and AVX2")
            sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        {"same": same, "sanitized": sanitized, "planted": planted}[args.what](args, folder)


if __name__ == "__main__":
    main()
