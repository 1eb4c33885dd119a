#!/usr/bin/env python3
"""Generates, compiles and runs the conformance programs of one target.

conformance.py --generator PROGRAM --clang NAME --work FOLDER [--math] [--plant=OP..] SPEC [SPEC-WITH-EXTENSIONS..]

The first SPEC is tested in full, of the others the rows that need an extension. With --plant the program must fail for
each planted wrong row. With --math the rows that call SLEEF are tested, within their error bounds. Exit 77: nothing
could be run.
"""
import argparse
import os
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "avx512"))
import emulation  # noqa: E402
import sleef  # noqa: E402
WARNINGS = ["-std=gnu17", "-O1", "-Wall", "-Wextra", "-Werror", "-I", HERE]


def run(command, **kwargs):
    return subprocess.run(command, text=True, capture_output=True, **kwargs)


def compilers(spec, clang):
    """(name, command, how to run the program, whether it can run)"""
    if spec.startswith("neon"):
        cross = [("aarch64-linux-gnu-gcc", ["aarch64-linux-gnu-gcc", "-static"])]
        if os.path.isdir("/usr/aarch64-linux-gnu/include"):
            cross.append((clang, [clang, "--target=aarch64-linux-gnu", "-isystem", "/usr/aarch64-linux-gnu/include",
                                  "-static"]))
        return [(n, c, ["qemu-aarch64", "-cpu", "max"]) for n, c in cross]
    if spec.startswith("aie"):
        arch = {"aie": 10, "aie-ml": 20, "aie2p": 21}[spec]
        emulator = os.path.join(os.path.dirname(HERE), "aie/emulator")
        # The runtime is C.
        return [("g++", ["g++", "-x", "c++", "-std=c++20", "-w", "-fpermissive", "-ffp-contract=off",
                 "-D__AIE_ARCH__=%d" % arch, "-DAIE_EXACT_FLOATS", "-I", emulator], [])]
    if emulation.is_needed(spec):
        return [("gcc", ["gcc"], []), (clang + "-by-avx2", emulation.compiler(clang), [])]
    return [("gcc", ["gcc"], []), (clang, [clang], [])]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--generator", required=True)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--math", action="store_true")
    parser.add_argument("--plant", action="append", default=[])
    parser.add_argument("specs", nargs="+")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)

    failed = ran = False
    for index, spec in enumerate(options.specs):
        base = os.path.join(options.work, "case%d" % index)
        for plant in options.plant or [None]:
            generate = [options.generator, spec, base + ".c", base + ".data"]
            if index:
                generate.append("--only-extensions")
            if options.math:
                generate.append("--math")
            if plant:
                generate.append("--plant=" + plant)
            start = time.time()
            result = run(generate)
            print(result.stdout.strip(), "(%.1f s)" % (time.time() - start), result.stderr.strip())
            if result.returncode:
                return 1
            for name, command, emulator in compilers(spec, options.clang)[:1 if plant else None]:
                if not shutil.which(command[0]) or (emulator and not shutil.which(emulator[0])):
                    print("skipped: %s needs %s" % (spec, " and ".join([command[0]] + emulator[:1])))
                    continue
                libraries = ["-lm"]
                if options.math:
                    command = [word for word in command if word != "-static"]
                    library = sleef.find(command, bool(emulator))
                    if not library:
                        print("skipped: %s under %s needs SLEEF" % (spec, name))
                        continue
                    command, libraries = command + library.compile, library.link + ["-lm"]
                    emulator = emulator + library.emulator
                program = base + "." + name
                start = time.time()
                result = run(command + (WARNINGS if not spec.startswith("aie") else ["-O1", "-I", HERE]) + [base + ".c", "-o", program, *libraries])
                compiled = time.time() - start
                if result.returncode:
                    print("\n".join((result.stdout + result.stderr).splitlines()[:40]))
                    print("FAILED: %s does not compile under %s" % (spec, name))
                    failed = True
                    continue
                start = time.time()
                result = run(emulator + [program, base + ".data"])
                print("%s, %s: %s (compiled %.1f s, ran %.1f s)" % (spec, name, result.stdout.strip(), compiled,
                                                                  time.time() - start))
                os.remove(program)
                if result.returncode == 77:
                    continue
                ran = True
                if plant:
                    if result.returncode != 1:
                        print("FAILED: the wrong row of %s went unnoticed" % plant)
                        failed = True
                elif result.returncode:
                    print("\n".join(result.stderr.splitlines()[:60]))
                    print("FAILED: %s under %s: exit %d" % (spec, name, result.returncode))
                    failed = True
        os.remove(base + ".data")
    return 1 if failed else 0 if ran else 77


if __name__ == "__main__":
    sys.exit(main())
