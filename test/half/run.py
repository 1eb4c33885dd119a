#!/usr/bin/env python3
"""Half precision before and after vectorization, by the compilers that know the type, bit by bit.

    run.py --vecify build/bin/vecify [--planted]

--planted rounds a product that C does not round and expects it to be noticed.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CLANG = os.environ.get("VECIFY_CLANG", "clang-22")
# Type, sign, infinity and 1 as bits; target; compilers. gcc 12 has no __bf16.
HALVES = [("_Float16", 0x8000, 0x7c00, 0x3c00, "avx2+f16c", "-mf16c", ["gcc", CLANG]),
          ("__bf16", 0x8000, 0x7f80, 0x3f80, "avx2", "-mno-f16c", [CLANG])]


def run(command, folder):
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if result.returncode:
        sys.exit("failed: %s\n%s%s" % (" ".join(command), result.stdout[-2000:], result.stderr[-3000:]))
    return result


def works(compiler, half, folder):
    with open(os.path.join(folder, "probe.c"), "w") as file:
        file.write("%s f(%s x) { return x * x; }\n" % (half, half))
    try:
        return subprocess.run([compiler, "-c", "probe.c"], cwd=folder, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--planted", action="store_true")
    options = parser.parse_args()
    vecify = os.path.abspath(options.vecify)
    with open(os.path.join(HERE, "kernels.inc")) as file:
        kernels = file.read()
    names = re.findall(r"^void (\w+)\(", kernels, re.M)
    good = True
    for half, sign, infinite, one, target, flag, compilers in HALVES:
        with tempfile.TemporaryDirectory() as folder:
            def put(name, text):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            source = kernels.replace("HALF", half)
            put("half.c", source)
            put("names.h", "".join("NAME(%s)\n" % name for name in names))
            explained = run([vecify, "--target=" + target, "--explain", "half.c", "-o", "new.c", "--",
                             "-O2", "-mavx2", "-mfma", "-ffp-contract=off", flag], folder).stderr
            done = len(re.findall(r"remark: vectorized", explained))
            left = len(re.findall(r"UnsupportedExpr", explained))
            if done != len(names) - 3 or left != 3:
                print("%s: %d loops vectorized, %d of unclear precision\n%s" % (half, done, left, explained))
                good = False
            with open(os.path.join(folder, "new.c")) as file:
                new = file.read()
            if options.planted:
                new = new.replace("_mm256_sub_ps(", "_mm256_add_ps(", 1)
                put("new.c", new)
            for compiler in compilers:
                if not works(compiler, half, folder):
                    print("skipped: %s has no %s" % (compiler, half))
                    continue
                flags = ["-O2", "-ffp-contract=off", "-mavx2", "-mfma", flag, "-c"]
                run([compiler, *flags, "-fno-tree-vectorize", "half.c", "-o", "old.o"], folder)
                run(["objcopy", *["--redefine-sym=%s=orig_%s" % (n, n) for n in names], "old.o"], folder)
                run([compiler, *flags, "-Wall", "-Wextra", "-Werror", "-Wno-unused-command-line-argument", "new.c", "-o", "new.o"], folder)
                run([compiler, "-O2", "-DSIGN=%d" % sign, "-DINFINITE=%d" % infinite, "-DONE=%d" % one, "-I.",
                     os.path.join(HERE, "main.c"), "old.o", "new.o", "-o", "test"], folder)
                result = subprocess.run([os.path.join(folder, "test")], capture_output=True, text=True)
                print("%s, %s: %s" % (half, compiler, "failed\n" + result.stdout if result.returncode else "passed"))
                good &= (result.returncode != 0) == options.planted
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
