#!/usr/bin/env python3
"""Files and lines that docs/AddATarget.md says the CUDA and AIE targets took, against the tree.

    counts.py [--update]

Rows of its tables that end in two numbers, | what | `path` `path` | files | lines |, are counted: the paths are globs with
braces. A number may be an eighth off before this fails, for code moves on; --update writes the present ones.
"""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs/AddATarget.md")
ROW = re.compile(r"^\| (?P<what>[^|]*) \|(?P<where>[^|]*)\| (?P<files>\d+) \| (?P<lines>\d+) \|$")


def expanded(pattern):
    braces = re.search(r"\{([^}]*)\}", pattern)
    if not braces:
        return [pattern]
    return [path for part in braces.group(1).split(",") for path in expanded(pattern.replace(braces.group(0), part, 1))]


def counted(patterns):
    files = set()
    for pattern in patterns:
        for path in expanded(pattern):
            found = [f for f in glob.glob(os.path.join(ROOT, path), recursive=True) if os.path.isfile(f) and "__pycache__" not in f]
            if not found:
                sys.exit("%s: there is no %s" % (PAGE, path))
            files |= set(found)
    lines = 0
    for path in files:
        with open(path) as file:
            lines += sum(1 for _ in file)
    return len(files), lines


def main():
    wrong, rows, page = [], 0, []
    totals = None
    with open(PAGE) as file:
        text = file.read().split("\n")
    for line in text:
        row = ROW.match(line)
        if not row:
            totals = None if not line.startswith("|") else totals or (0, 0)
            page.append(line)
            continue
        paths = re.findall(r"`([^`]*)`", row["where"])
        files, lines = counted(paths) if paths else totals
        totals = tuple(map(sum, zip(totals or (0, 0), (files, lines)))) if paths else (0, 0)
        rows += 1
        for said, is_ in ((int(row["files"]), files), (int(row["lines"]), lines)):
            if abs(said - is_) * 8 > is_:
                wrong.append("%s: %d, not %d" % (row["what"], is_, said))
        page.append("| %s |%s| %d | %d |" % (row["what"], row["where"], files, lines))
    if "--update" in sys.argv[1:]:
        with open(PAGE, "w") as file:
            file.write("\n".join(page))
        return 0
    print("\n".join(wrong) or "%d rows" % rows)
    return 1 if wrong or rows < 12 else 0


if __name__ == "__main__":
    sys.exit(main())
