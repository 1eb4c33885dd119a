#!/usr/bin/env python3
"""Compiles CUDA outputs without a toolkit: every kernel file and sample to PTX by clang, for two architectures, with -Wall -Wextra.

    ptx.py --vecify build/bin/vecify [--clang clang-22] [--nvcc nvcc] [FILE...]

With --fp=strict no instruction of the PTX may be a fused multiply-add of floats. Where nvcc is found, the output is also
compiled by it, and ptxas may spill nothing.

Exit code: 0 all passed, 1 failures, 77 there is no clang that makes PTX.
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ARCHITECTURES = ["sm_80", "sm_90a"]


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def check(args, path, folder):
    name = os.path.splitext(os.path.basename(path))[0]
    output = os.path.join(folder, name + ".cu")
    failures = []
    own = re.search(r"^// vecify: (.*)$", open(path).read(), re.M)
    for mode, extra in [("strict", ["--fp=strict"]), ("contract", ["--fp=contract", "--cuda-mem=managed", "--cuda-on-error=abort"])]:
        code, said = run([args.vecify, "--target=cuda", *extra, *(own.group(1).split() if own else []), "-o", output, path, "--", "-I" + os.path.join(ROOT, "include")])
        if code:
            failures.append(f"vecify: {said}")
            continue
        for arch in ARCHITECTURES:
            ptx = os.path.join(folder, f"{name}.{arch}.ptx")
            code, said = run([args.clang, "-x", "cuda", "--cuda-path=/nonexistent", "-nocudainc", "-nocudalib",
                              "--cuda-gpu-arch=" + arch, "--cuda-feature=+ptx80", "--cuda-device-only", "-S", "-O2",
                              "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-Wno-unknown-pragmas", "-include",
                              os.path.join(HERE, "Stub.h"), output, "-o", ptx])
            if code:
                failures.append(f"{mode} {arch}: {said}")
                continue
            text = open(ptx).read()
            kernels, fused = len(re.findall(r"^\s*\.visible \.entry|^\s*\.entry", text, re.M)), len(re.findall(r"\bfma\.rn", text))
            if not kernels:
                failures.append(f"{mode} {arch}: no kernel in the PTX")
            if mode == "strict" and fused:
                failures.append(f"{arch}: {fused} products of strict code are fused")
        if args.nvcc:
            code, said = run([args.nvcc, "-std=c++17", "-arch=sm_80", "-cubin", "-Xptxas", "-v", "-o", os.path.join(folder, name + ".cubin"), output])
            spills = [line for line in said.split("\n") if "spill" in line and "0 bytes spill stores, 0 bytes spill loads" not in line]
            if code or spills:
                failures.append(f"nvcc {mode}: {said if code else spills}")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--clang", default=os.environ.get("VECIFY_CLANG", "clang-22"))
    parser.add_argument("--nvcc", default=shutil.which("nvcc"))
    parser.add_argument("files", nargs="*", default=sorted(
        path for folder in ["test/cuda/kernels", "test/cuda/bench", "samples"] for path in glob.glob(os.path.join(ROOT, folder, "*.c"))))
    args = parser.parse_args()
    if not shutil.which(args.clang) or "nvptx64" not in run([args.clang, "--print-targets"])[1]:
        print(f"{args.clang} makes no PTX")
        return 77
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in args.files:
            for failure in check(args, path, folder):
                print(f"FAIL {os.path.basename(path)} {failure}")
                failures += 1
    print(f"{len(args.files)} files for {', '.join(ARCHITECTURES)}{' and nvcc' if args.nvcc else ''}: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
