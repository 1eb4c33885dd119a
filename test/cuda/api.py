#!/usr/bin/env python3
"""An application on outputs: host and device signatures, every call of CUDA failing in turn, overlapping arrays.

    api.py --vecify build/bin/vecify [--cxx g++]
"""
import argparse
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FORMS = [(["--cuda-mem=copy"], []), (["--cuda-mem=persistent"], []), (["--cuda-on-error=return"], ["-DRETURNS"])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--cxx", default="g++")
    args = parser.parse_args()
    failures = runs = 0
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: os.path.join(folder, name)
        for flags, defines in FORMS:
            emulated = ["-x", "c++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas",
                        "-DVECIFY_LEAST_WORK=0", *defines, "-I" + folder, "-include", os.path.join(HERE, "Emulator.h")]
            subprocess.run([args.vecify, "--target=cuda", "--fp=strict", *flags, "-o", at("api.cu"), os.path.join(HERE, "api/api.c")], check=True)
            subprocess.run([args.cxx, *emulated, at("api.cu"), os.path.join(HERE, "Api.cpp"), "-o", at("api")], check=True)
            cases = [{}, {"VECIFY_NO_DEVICE": "1"}] + [{"VECIFY_FAIL_AT": str(n)} for n in range(1, 60)]
            for n, case in enumerate(cases):
                done = subprocess.run([at("api")], env={**os.environ, **case, "VECIFY_SEED": str(n)}, capture_output=True, text=True)
                runs += 1
                # With some results there and others not, nothing can be right any more.
                if done.returncode == -6 and "results are halfway" in done.stderr:
                    continue
                if done.returncode:
                    print(f"{flags} {case}: exit code {done.returncode}: {done.stdout}{done.stderr}")
                    failures += 1
    print(f"{runs} runs: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
