#!/usr/bin/env python3
"""Golden tests: what vecify prints for small files, to the byte.

A case is cases/NAME.c (or NAME.ir, or any other file). Each line `// RUN LABEL: FLAGS` in it is one run of

    vecify FLAGS NAME.c

inside cases/, and cases/NAME.LABEL holds what it must print: stdout, then stderr and the exit code where they say
something. `%f` in FLAGS is the file's name (added at the end when absent); ` -- ` starts the compile flags.

    run.py --vecify build/bin/vecify [--update] [NAME...]

Without names it also fails where a file in cases/ belongs to no run, or where no case shows a row of Remarks.def.
"""
import argparse
import concurrent.futures
import difflib
import os
import re
import shlex
import subprocess
import sys

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases")
REMARKS = os.path.join(HERE, "../../../include/vecify/Support/Remarks.def")
# No input can show these: test/unit/Plan plants a bug.
UNREACHABLE = {"InternalError"}
RUN = re.compile(r"//\s*RUN\s+(\S+?):\s*(.*)$")


def runs_of(name):
    with open(os.path.join(HERE, name), errors="replace") as f:
        return [m.groups() for line in f if (m := RUN.search(line))]


def execute(vecify, name, flags):
    words = shlex.split(flags)
    if "%f" in words:
        words = [name if w == "%f" else w for w in words]
    elif "--" in words:
        at = words.index("--")
        words[at:at] = [name]
    else:
        words.append(name)
    done = subprocess.run([vecify] + words, cwd=HERE, capture_output=True, timeout=120)
    # Where the binary lies is not part of what it says.
    text = done.stdout.decode(errors="replace").replace(vecify, "vecify")
    stderr = done.stderr.decode(errors="replace").replace(vecify, "vecify")
    if stderr:
        text += "--- stderr\n" + stderr
    if done.returncode:
        text += f"--- exit {done.returncode}\n"
    return text


def rows_without_case():
    """Rows of Remarks.def that no case prints: `--explain` ends each remark in the name of its row."""
    with open(REMARKS) as f:
        rows = set(re.findall(r"^REMARK\((\w+)", f.read(), re.M))
    shown = set()
    for name in os.listdir(HERE):
        if not name.endswith((".c", ".h", ".ir", ".txt", ".data", ".json")):
            with open(os.path.join(HERE, name), errors="replace") as f:
                shown |= set(re.findall(r": remark: .* \[(\w+)\]$", f.read(), re.M))
    return sorted(rows - shown - UNREACHABLE)


def check(args, name, label, flags):
    actual = execute(args.vecify, name, flags)
    path = os.path.join(HERE, f"{os.path.splitext(name)[0]}.{label}")
    if "\n--- exit -" in "\n" + actual:
        return f"{name} {label}: crashed\n{actual}"  # never an expectation
    expected = None
    if os.path.exists(path):
        with open(path) as f:
            expected = f.read()
    if actual == expected:
        return ""
    if args.update:
        with open(path, "w") as f:
            f.write(actual)
        return f"updated {os.path.basename(path)}\n"
    diff = difflib.unified_diff((expected or "").splitlines(True), actual.splitlines(True), path, "actual")
    return "".join(diff) or f"{path}: missing\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    args.vecify = os.path.abspath(args.vecify)
    jobs, expected_files = [], set()
    for name in sorted(os.listdir(HERE)):
        if not name.endswith((".c", ".h", ".ir", ".txt")):
            continue
        for label, flags in runs_of(name):
            expected_files.add(f"{os.path.splitext(name)[0]}.{label}")
            if not args.names or os.path.splitext(name)[0] in args.names:
                jobs.append((name, label, flags))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for text in pool.map(lambda job: check(args, *job), jobs):
            if text:
                print(text, end="")
                failed += not text.startswith("updated")
    if not args.names:
        sources = {n for n in os.listdir(HERE) if n.endswith((".c", ".h", ".ir", ".txt", ".data", ".json"))}
        for stale in sorted(set(os.listdir(HERE)) - sources - expected_files):
            print(f"cases/{stale}: no RUN line makes this file")
            failed += 1
        for row in rows_without_case():
            print(f"Remarks.def: no case shows the row {row}")
            failed += 1
    print(f"{len(jobs)} runs, {failed} failed")
    if not jobs:
        failed = 1
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
