#!/usr/bin/env python3
"""Builds that have vecify in front of their compiler.

    run.py --vecify build/bin/vecify [--gcc gcc] [--clang clang-22] [--cmake cmake]

Each check is a command of a build; what it leaves behind is looked at and run.
"""
import argparse
import os
import pathlib
import stat
import subprocess
import sys
import tempfile

SCALE = """#include "factor.h"
void scale(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = FACTOR * x[i];
}
const char *file(void) { return __FILE__; }
"""
MAIN = """#include <stdio.h>
void scale(float *restrict y, const float *restrict x, int n);
const char *file(void);
int main(void) {
  float x[1000], y[1000], sum = 0;
  for (int i = 0; i < 1000; i++)
    x[i] = (float)(i % 10);
  scale(y, x, 1000);
  for (int i = 0; i < 1000; i++)
    sum += y[i];
  printf("%g %s\\n", (double)sum, file());
  return 0;
}
"""
# Takes no source that lies elsewhere.
PICKY = """#!/bin/sh
for word; do case "$word" in */vecify-launch*/*.c) echo "picky: $word" >&2; exit 3;; esac; done
exec gcc "$@"
"""


class Build:
    def __init__(self, folder, vecify):
        self.folder, self.vecify, self.failures = folder, vecify, 0

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run(self, command, want=0):
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if (done.returncode != 0) != (want != 0) or (want > 0 and done.returncode != want):
            self.fail(f"{' '.join(map(str, command))} gave {done.returncode}, not {want}:\n{done.stdout}{done.stderr}")
        return done

    def launch(self, command, *options, want=0):
        return self.run([self.vecify, *options, "--launch", "--", *command], want)

    def fail(self, text):
        self.failures += 1
        print("launch: " + text)

    def expect(self, condition, text):
        if not condition:
            self.fail(text)

    def symbols(self, name):
        return subprocess.run(["nm", self.folder / name], capture_output=True, text=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--cmake", default="cmake")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        build = Build(pathlib.Path(folder), os.path.abspath(args.vecify))
        build.write("src/factor.h", "#define FACTOR 3\n")
        build.write("src/scale.c", SCALE)
        build.write("src/main.c", MAIN)
        build.write("src/bad.c", "int f(\n")
        build.write("src/plain.c", "int one(void) { return 1; }\n")

        for compiler in args.gcc, args.clang:
            # An object, the names in it, and what make reads; whatever warnings are errors.
            strict = ["-O2", "-Wall", "-Wextra", "-Werror", "-MMD", "-MP"]
            build.launch([compiler, *strict, "-c", "-o", "scale.o", "src/scale.c"], "--target=avx512,avx2")
            build.expect("scale_i_avx512" in build.symbols("scale.o"), f"{compiler}: scale.o has no vector code")
            dependencies = (build.folder / "scale.d").read_text()
            build.expect(dependencies.startswith("scale.o: src/scale.c src/factor.h") and "vecify-launch" not in dependencies,
                         f"{compiler}: scale.d says\n{dependencies}")
            build.launch([compiler, "-O2", "-c", "src/main.c"], "--target=avx2")
            build.launch([compiler, "main.o", "scale.o", "-o", "program"])
            said = build.run(["./program"]).stdout
            build.expect(said == "13500 src/scale.c\n", f"{compiler}: the program says {said}")
            # To assembly, under the default name; where nothing is rewritten, byte for byte what the compiler makes.
            build.launch([compiler, "-O2", "-mavx2", "-S", "src/scale.c"])
            build.expect("%ymm" in (build.folder / "scale.s").read_text(), f"{compiler}: scale.s has no vector code")
            build.launch([compiler, "-O2", "-c", "src/plain.c", "-o", "plain1.o"])
            build.run([compiler, "-O2", "-c", "src/plain.c", "-o", "plain2.o"])
            build.expect((build.folder / "plain1.o").read_bytes() == (build.folder / "plain2.o").read_bytes(),
                         f"{compiler}: plain.o differs")

        # What is no compilation of one C file is the compiler's alone.
        build.expect("13500" in build.launch([args.gcc, "src/main.c", "src/scale.c", "-o", "both"]).stdout
                     + build.run(["./both"]).stdout, "two files in one command")
        build.expect("FACTOR" not in build.launch([args.gcc, "-E", "src/scale.c"]).stdout, "-E")
        build.expect("scale.o:" in build.launch([args.gcc, "-MM", "src/scale.c"]).stdout, "-MM")
        build.launch([args.gcc, "--version"])

        # Errors are the compiler's.
        bad = build.launch([args.gcc, "-c", "src/bad.c"], want=1)
        build.expect("bad.c:1" in bad.stderr and "warning: 'src/bad.c'" not in bad.stderr, "bad.c: " + bad.stderr)
        build.launch([args.gcc, "-c", "src/nowhere.c"], want=1)
        build.launch(["no-such-compiler", "-c", "src/scale.c"], want=1)
        build.expect(not (build.folder / "nowhere.o").exists(), "nowhere.o")

        # A compiler that does not take the output compiles the source.
        picky = build.write("picky", PICKY)
        picky.chmod(picky.stat().st_mode | stat.S_IXUSR)
        said = build.launch([str(picky), "-O2", "-c", "src/scale.c", "-o", "picky.o"], "--target=avx2").stderr
        build.expect("is compiled as it is" in said and "picky: " in said and "T scale" in build.symbols("picky.o"),
                     "picky: " + said)

        # Kept where the user says; remarks; expectations.
        said = build.launch([args.gcc, "-O2", "-c", "src/scale.c"], "--target=avx2", "-o", "kept", "-Rpass=vecify").stderr
        build.expect("_mm256_mul_ps" in (build.folder / "kept/src_scale.c").read_text(), "kept/src_scale.c")
        build.expect("src/scale.c:3:3: remark: vectorized avx2" in said, "remark: " + said)
        build.write("src/asked.c", "void f(int *x, int n) {\n#pragma vecify expect(vectorized)\n"
                    "  for (int i = 1; i < n; i++)\n    x[i] = x[i - 1] * 3 + x[i];\n}\n")
        build.launch([args.gcc, "-Wno-unknown-pragmas", "-c", "src/asked.c"], want=3)

        # A library that nothing in the command links is not called.
        build.write("src/waves.c", "double sin(double);\nvoid f(double *restrict a, const double *restrict b, int n) {\n"
                    "  for (int i = 0; i < n; i++)\n    a[i] = sin(b[i]);\n}\n")
        build.launch([args.gcc, "-O2", "-ffast-math", "-c", "src/waves.c"], "--target=avx2")
        build.expect("Sleef" not in build.symbols("waves.o"), "waves.o calls SLEEF")

        # CMake, as it calls compilers.
        build.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.18)\nproject(p C)\nset(CMAKE_C_STANDARD 99)\n"
                    "add_executable(program src/main.c src/scale.c)\n")
        launcher = ";".join([build.vecify, "--target=avx2", "--launch", "--"])
        build.run([args.cmake, "-S", ".", "-B", "out", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_COMPILER=" + args.gcc,
                   "-DCMAKE_C_COMPILER_LAUNCHER=" + launcher])
        build.run([args.cmake, "--build", "out"])
        build.expect("scale_i_avx2" in build.symbols("out/program"), "CMake's program has no vector code")
        build.expect(build.run(["out/program"]).stdout.startswith("13500 "), "CMake's program")
        untouched = build.run([args.cmake, "--build", "out"]).stdout
        build.expect("Building" not in untouched, "CMake builds again: " + untouched)
        print(f"launch: {build.failures} failures")
        sys.exit(build.failures > 0)


if __name__ == "__main__":
    main()
