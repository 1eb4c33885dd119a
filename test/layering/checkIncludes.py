#!/usr/bin/env python3
"""Holds every #include to the layering of the libraries.

    checkIncludes.py ROOT        checks include/vecify, lib and tool below ROOT
    checkIncludes.py --selftest  plants violations and asks to find each of them

A library may include its own headers, those that MAY_INCLUDE lists and Support.
Frontend alone sees clang, Poly alone sees isl, and neither in a public header;
of LLVM everybody else sees Support and ADT only. A header in lib/ is private to
its library. Violations are printed as FILE:LINE: and make the exit status 1.
"""

import re
import sys
import tempfile
from pathlib import Path

MAY_INCLUDE = {
    "Support": set(),
    "Nest": set(),
    "Frontend": {"Nest"},
    "Poly": {"Nest"},
    "IR": set(),
    "Target": {"IR"},
    "Plan": {"Nest", "IR", "Target"},
    "Lower": {"IR", "Target"},
    "Emit": {"IR", "Target"},
    "Driver": {"Nest", "Frontend", "Poly", "IR", "Target", "Plan", "Lower", "Emit"},
    "tool": {"Driver"},
}
FOREIGN = {"clang": "Frontend", "clang-c": "Frontend", "isl": "Poly"}
LLVM_FOR_ALL = {"ADT", "Support", "Config"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
SUFFIXES = {".h", ".hpp", ".cpp", ".c", ".def", ".inc"}


def ownerOf(path):
    """The library that `path`, relative to the root, belongs to; None for the
    user's header include/vecify/vecify.h, which belongs to nobody."""
    parts = path.parts
    if parts[0] == "tool":
        return "tool"
    if parts[0] == "lib":
        return parts[1] if len(parts) > 2 else None
    return parts[2] if len(parts) > 3 else None


def complaint(root, path, header):
    """Why the file `path` may not include `header`; None if it may."""
    owner = ownerOf(path)
    if owner is not None and owner not in MAY_INCLUDE:
        return f"library {owner} has no place in the layering"
    isPublic = path.parts[0] == "include"
    first, _, rest = header.partition("/")

    if first in FOREIGN:
        if FOREIGN[first] != owner:
            return f"{FOREIGN[first]} alone may include {first}"
        if isPublic:
            return f"a public header may not show {first} to its includers"
    elif first == "llvm":
        if owner != "Frontend" and rest.split("/")[0] not in LLVM_FOR_ALL:
            return "only Frontend may include more of LLVM than Support and ADT"
    elif first == "vecify":
        used = rest.split("/")[0] if "/" in rest else None
        if used is None:
            return "the user's header is not for vecify itself"
        if used not in MAY_INCLUDE:
            return f"library {used} has no place in the layering"
        if used != owner and used != "Support" and used not in MAY_INCLUDE.get(owner, ()):
            return f"{owner} may not include {used}"
    else:
        return privateComplaint(root, path, header, owner, isPublic)
    return None


def privateComplaint(root, path, header, owner, isPublic):
    """A header outside include/ may be included by its own library's sources."""
    if first := re.match(r"lib/(\w+)/", header):
        used = first[1]
    else:
        target = (root / path).parent / header
        try:
            parts = target.resolve().relative_to(root.resolve()).parts
        except ValueError:
            return None
        if ".." not in Path(header).parts or len(parts) < 2:
            return None
        used = parts[1] if parts[0] == "lib" else parts[0]
    if used != owner or isPublic:
        return f"{header} is private to {used}"
    return None


def violations(root):
    """All violations below `root`, as FILE:LINE: text, in the files' order."""
    found = []
    for folder in ("include/vecify", "lib", "tool"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in SUFFIXES or not file.is_file():
                continue
            path = file.relative_to(root)
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
            for number, line in enumerate(lines, 1):
                if match := INCLUDE.match(line):
                    if why := complaint(root, path, match[1] or match[2]):
                        found.append(f"{path}:{number}: {why}: {line.strip()}")
    return found


ALLOWED = [
    ("lib/Plan/A.cpp", '#include "vecify/Target/T.h"'),
    ("lib/Plan/A.cpp", '#include "vecify/Support/Loc.h"'),
    ("lib/Plan/Recipes/A.cpp", '#include "../Recipe.h"'),
    ("lib/Frontend/A.cpp", "#include <clang/AST/Stmt.h>"),
    ("lib/Frontend/A.cpp", '#include "llvm/TargetParser/Host.h"'),
    ("lib/Poly/A.cpp", "#include <isl/set.h>"),
    ("lib/IR/A.cpp", "#include <vector>"),
    ("include/vecify/Driver/A.h", '#include "vecify/Poly/Scop.h"'),
    ("tool/vecify/main.cpp", '#include "vecify/Driver/Run.h"'),
]
FORBIDDEN = [
    ("lib/Nest/A.cpp", '#include "vecify/Poly/Scop.h"'),
    ("lib/Emit/A.cpp", '#include "vecify/Plan/Plan.h"'),
    ("lib/Lower/Transfers/A.cpp", '#  include "vecify/Nest/Nest.h"'),
    ("lib/Support/A.cpp", '#include "vecify/IR/Op.h"'),
    ("include/vecify/Plan/A.h", '#include "vecify/Poly/Scop.h"'),
    ("lib/Driver/A.cpp", '#include "clang/AST/Stmt.h"'),
    ("include/vecify/Frontend/A.h", '#include "clang/AST/Stmt.h"'),
    ("lib/Plan/A.cpp", "#include <isl/set.h>"),
    ("include/vecify/Poly/A.h", "#include <isl/set.h>"),
    ("lib/Target/AVX2/A.cpp", '#include "llvm/IR/Module.h"'),
    ("lib/Plan/A.cpp", '#include "../Poly/Internal.h"'),
    ("lib/Plan/A.cpp", '#include "lib/Poly/Internal.h"'),
    ("include/vecify/Plan/A.h", '#include "../../../lib/Plan/Internal.h"'),
    ("tool/vecify/main.cpp", '#include "vecify/IR/Op.h"'),
    ("lib/Surplus/A.cpp", "#include <vector>"),
    ("include/vecify/vecify.h", '#include "vecify/IR/Op.h"'),
    ("lib/IR/A.cpp", '#include "vecify/vecify.h"'),
]


def selftest():
    """Plants each line in a tree of its own and compares the verdict."""
    wrong = 0
    for cases, expected in ((ALLOWED, 0), (FORBIDDEN, 1)):
        for name, line in cases:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / name
                file.parent.mkdir(parents=True)
                file.write_text(f"// a comment\n{line}\n")
                if len(violations(Path(folder))) != expected:
                    verdict = "overlooked" if expected else "wrongly refused"
                    print(f"{verdict}: {name}: {line}")
                    wrong += 1
    print(f"{len(ALLOWED) + len(FORBIDDEN) - wrong} planted lines judged rightly, {wrong} wrongly")
    return wrong


def main():
    if sys.argv[1:] == ["--selftest"]:
        return 1 if selftest() else 0
    if len(sys.argv) != 2 or not (Path(sys.argv[1]) / "lib").is_dir():
        print(__doc__, file=sys.stderr)
        return 2
    found = violations(Path(sys.argv[1]))
    print("\n".join(found) if found else "every #include respects the layering")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
