#!/usr/bin/env python3
"""Functions written in the IR's text form: what `vecify --from-ir` makes of them is compiled by gcc and clang without
warnings, run, and compared with plain C.

programs/NAME.c is the main of ../golden/cases/ir_NAME.ir: it calls the function and returns 0 if what it did is right. A
line "targets: avx2 .." in it says that others have no form for what the function does.
The ```ir blocks of docs/IR.md are lowered and compiled too, and a ```c block that follows one must be what is printed
for it, without includes and helpers.

    run.py --vecify build/bin/vecify [--clang clang] [NAME...]
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.dirname(HERE), os.path.join(HERE, "../avx512")]
import emulation
import sleef

CASES = os.path.join(HERE, "../golden/cases")
DOCS = os.path.join(HERE, "../../docs/IR.md")
WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-ffp-contract=off"]
CROSS = "aarch64-linux-gnu"


def compilers(target, clang):
    """(command, emulator) of every compiler for `target`; no emulator where it cannot be run here."""
    if target == "neon":
        found = [([CROSS + "-gcc"], ["qemu-aarch64", "-L", "/usr/" + CROSS])]
        return [(c, e) for c, e in found if shutil.which(c[0]) and shutil.which(e[0])]
    if emulation.is_needed(target):
        return [(["gcc"], None), (emulation.compiler(clang), [])]
    return [([c], [] if "avx2" in emulation.cpu_flags() else None) for c in ("gcc", clang) if shutil.which(c)]


def lowered(vecify, path, target, extra=()):
    done = subprocess.run([vecify, "--from-ir", "--target=" + target, path, *extra], capture_output=True, text=True)
    return done.stdout, done.stderr


def checked(args, name, target, folder):
    source = os.path.join(CASES, "ir_" + name + ".ir")
    text, complaint = lowered(args.vecify, source, target)
    if complaint:
        return f"{name} {target}: {complaint}"
    code = os.path.join(folder, f"{name}_{target}.c")
    with open(code, "w") as f:
        f.write(text)
    failures = ""
    for command, emulator in compilers(target, args.clang):
        flags, link = [], ["-lm"]
        if "sleef.h" in text:
            library = sleef.find(command, target == "neon")
            if not library:
                continue
            flags, link = library.compile, [*library.link, "-lm"]
        binary = os.path.join(folder, f"{name}_{target}_{os.path.basename(command[-1])}")
        build = [*command, *WARNINGS, *flags, code, os.path.join(HERE, "programs", name + ".c"), "-o", binary, *link]
        done = subprocess.run(build, capture_output=True, text=True)
        if done.returncode == 0 and emulator is not None:
            done = subprocess.run([*emulator, binary], capture_output=True, text=True, timeout=120)
        if done.returncode:
            failures += f"{name} {target} {command[-1]}: exit {done.returncode}\n{done.stdout}{done.stderr}"
    return failures


def targets_of(name):
    with open(os.path.join(HERE, "programs", name + ".c")) as f:
        named = re.search(r"targets: ([\w ]+)", f.read())
    return named.group(1).split() if named else ["avx2", "avx512", "neon"]


def check_docs(args, folder):
    with open(DOCS) as f:
        blocks = re.findall(r"```(ir|c)\n(.*?)```", f.read(), re.S)
    failures, last = "" if any(kind == "c" for kind, _ in blocks) else "docs/IR.md: no example of C\n", ""
    for number, (kind, text) in enumerate(blocks):
        path = os.path.join(folder, f"docs{number}.ir")
        if kind == "c":
            printed, _ = lowered(args.vecify, last, "avx2")
            if text not in printed:
                failures += f"docs/IR.md: the C block {number} is not what is printed:\n{printed}"
            continue
        with open(path, "w") as f:
            f.write(text)
        last = path
        for target in ("avx2", "avx512", "neon"):
            code, complaint = lowered(args.vecify, path, target)
            for command, _ in compilers(target, args.clang) if not complaint else []:
                done = subprocess.run([*command, *WARNINGS, "-c", "-x", "c", "-", "-o", os.devnull], input=code,
                                      capture_output=True, text=True)
                complaint += done.stderr
            if complaint:
                failures += f"docs/IR.md, block {number}, {target}: {complaint}"
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--clang", default="clang")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    args.vecify = os.path.abspath(args.vecify)
    names = args.names or sorted(n[:-2] for n in os.listdir(os.path.join(HERE, "programs")) if n.endswith(".c"))
    failures = ""
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            for target in targets_of(name):
                failures += checked(args, name, target, folder)
        if not args.names:
            failures += check_docs(args, folder)
    print(failures or f"{len(names)} programs", end="\n")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
