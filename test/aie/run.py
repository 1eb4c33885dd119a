#!/usr/bin/env python3
"""Runs kernels written for AI Engines in the host emulator against the original C, bit by bit.

Each function of a kernel file has a comment in front: the elements of its arrays, and the values of its scalars.

    /* x[n + 15] c[16] y[n]; n = 0..70 */

Where there is none, the manifest tells how far arrays reach for a size, of which 0 to 140 and a few larger ones are tried.
Buffers are as the manifest says: aligned, in blocks where it has a layout, and what is beyond them and their slack is
not mapped. Trials in which the original does what C leaves undefined are set aside. --planted changes the kernels one
number at a time and expects every change to be noticed.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ARCH = {"aie": 10, "aie-ml": 20, "aie2p": 21}
FUNCTION = re.compile(r"(?:/\*((?:(?!\*/).)*)\*/\s*\n)?^(\w+) (\w+)\(([^{]*?)\)\s*\{", re.S | re.M)
CXX = os.environ.get("CXX", "g++")
OPTIMIZE = os.environ.get("VECIFY_OPTIMIZE", "-O1")
# Not gcc, which folds c + k > c + b before it looks whether the sums overflow.
CLANG = os.environ.get("VECIFY_CLANG", "clang-22")


class Kernel:
    def __init__(self, comment, result, name, parameters):
        arrays, _, scalars = (comment or "").partition(";")
        self.name, self.result, self.size = name, result, "n"
        self.isDescribed = "[" in arrays
        self.sizes = dict(re.findall(r"(\w+)\[([^\]]+)\]", arrays))
        self.ranges = {n: (int(lo), int(hi)) for n, lo, hi in re.findall(r"(\w+) = (-?\d+)\.\.(-?\d+)", scalars)}
        self.parameters = []  # (type, name, is an array)
        for text in parameters.split(","):
            words = re.findall(r"\w+", text)
            kind = next(w for w in words if w.endswith("_t") or w in ("int", "float", "__bf16"))
            kind = "Half" if kind == "__bf16" else kind
            name = re.search(r"\*\s*(?:restrict\s+)?(\w+)\)", text)
            plain = [w for w in words if not w.isdigit()]
            self.parameters.append((kind, name.group(1) if name else plain[-1], "*" in text or "[" in text))


    def describe(self, manifest):
        """Extents by the manifest: bytes, the largest of some polynomials of one parameter at most."""
        elements = {name: kind for kind, name, _ in self.parameters}
        names = set()
        for buffer in manifest["buffers"]:
            ends = buffer["ends_at_most_of"]
            names |= {word for end in ends for word in re.findall(r"[A-Za-z_]\w*", end)}
            kind = elements[buffer["name"]]
            self.sizes[buffer["name"]] = "most({%s}) / int64_t(sizeof(%s))" % (", ".join(["0", *ends]), kind)
        if len(names) > 1:
            sys.exit("%s: a comment must say how large the arrays are: %s decide" % (self.name, ", ".join(sorted(names))))
        for name in names:
            self.size = name
        self.ranges.setdefault(self.size, (0, 140 if names else 3))


def kernels_of(path):
    with open(path) as file:
        return [Kernel(*match) for match in FUNCTION.findall(file.read())]


def write_trials(kernel, buffers, out):
    """One function that runs all trials of a kernel."""
    types = ", ".join("void *" if array else kind for kind, _, array in kernel.parameters)
    out.append('extern "C" %s %s(%s);' % (kernel.result, kernel.name, types))
    out.append('extern "C" %s orig_%s(%s);' % (kernel.result, kernel.name, types))
    out.append("static unsigned trials_%s() {" % kernel.name)
    out.append("  Random random = {88172645463325252ull};\n  unsigned done = 0;")
    lo, hi = kernel.ranges.get(kernel.size, (0, 0))
    # All small sizes, and some for which every loop comes around several times.
    more = [2 * hi + 1, 3 * hi, 5 * hi + 77] if kernel.size in [name for _, name, _ in kernel.parameters] else []
    sizes = list(range(lo, hi + 1)) + more
    out.append("  static const int64_t sizes[] = {%s};" % ", ".join(map(str, sizes)))
    out.append("  for (const int64_t %s : sizes)" % kernel.size)
    out.append("    for (unsigned trial = 0; trial < %d; ++trial) {" % (12 if hi - lo < 200 else 4))
    out.append("      const unsigned style = trial / 2; (void)style;")
    for kind, name, array in kernel.parameters:
        if array or name == kernel.size:
            continue
        if name in kernel.ranges:
            low, high = kernel.ranges[name]
            out.append("      const %s %s = %s(%d + (%s * 7 + trial) %% %d);" % (kind, name, kind, low, kernel.size, high - low + 1))
        else:
            out.append("      const %s %s = trial %% 4 == 0 ? %s(random.between(-20, 20)) : trial %% 4 == 1 ? "
                       "%s(uint64_t(1) << (8 * sizeof(%s) - 1)) : %s(random.next());" % (kind, name, kind, kind, kind, kind))
    for kind, name, array in kernel.parameters:
        if not array:
            continue
        buffer = buffers.get(name, {"alignment": 64, "readable_before": 0, "readable_behind": 0})
        # A buffer is what the source touches of it: its alignment is the least that the manifest allows.
        make = "Buffer %%s(size_t(%s) * sizeof(%s), %d, %d, %d, trial & 1);" % (
            kernel.sizes[name], kind, max(buffer["alignment"], 4), buffer["readable_before"], buffer["readable_behind"])
        out.append("      " + make % (name + "_k"))
        out.append("      " + make % (name + "_o"))
        out.append("      fill<%s>(%s_o, random, style);" % (kind, name))
        out.append("      memcpy(%s_k.bytes(), %s_o.bytes(), %s_o.size());" % (name, name, name))
    void = kernel.result == "void"
    def call(prefix, suffix):
        return "%s%s(%s)" % (prefix, kernel.name, ", ".join(
            name + suffix + ".bytes()" if array else ("(%s)%s" % (kind, name)) for kind, name, array in kernel.parameters))
    if not void:
        out.append("      %s expected = 0, got;" % kernel.result)
    out.append("      if (!isDefined([&] { %s%s; }))\n        continue;" % ("" if void else "expected = ", call("orig_", "_o")))
    for kind, name, array in kernel.parameters:
        layout = buffers.get(name, {}).get("layout") if array else None
        if layout:
            out.append("      relayout(%s_k.bytes(), sizeof(%s), %d, %d, %d, %d, false);" % (
                name, kind, layout["rows"], layout["columns"], layout["block_rows"], layout["block_columns"]))
    out.append("      %s%s;" % ("" if void else "got = ", call("", "_k")))
    out.append("      bool same = true;")
    if not void:
        out.append("      same &= %s;" % ("isClose(got, expected, style, 0x1p-16f)" if kernel.result == "float"
                                          else "expected == got"))
    for kind, name, array in kernel.parameters:
        if not array:
            continue
        layout = buffers.get(name, {}).get("layout")
        if layout:
            out.append("      relayout(%s_k.bytes(), sizeof(%s), %d, %d, %d, %d, true);" % (
                name, kind, layout["rows"], layout["columns"], layout["block_rows"], layout["block_columns"]))
        # Floats are compared with a tolerance; what is not written is the same, then.
        equal = ("isClose<%s>(%s_k, %s_o, style)" % (kind, name, name) if kind in ("Half", "float") else
                 "memcmp(%s_k.bytes(), %s_o.bytes(), %s_o.size()) == 0" % (name, name, name))
        out.append("      same &= %s && %s_k.isIntact();" % (equal, name))
    out.append("      if (!same) {\n        printf(\"%s: mismatch at %s = %%lld, trial %%u\\n\", (long long)%s, trial);"
               "\n        exit(1);\n      }\n      ++done;\n    }\n  return done;\n}" % (kernel.name, kernel.size, kernel.size))


def write_main(kernels, manifest, path, least):
    out = ['#include "harness.h"']
    for kernel in kernels:
        buffers = {b["name"]: b for b in manifest.get(kernel.name, {}).get("buffers", [])}
        write_trials(kernel, buffers, out)
    out.append("int main() {")
    for kernel in kernels:
        out.append('  { const unsigned done = trials_%s(); printf("%s: %%u trials\\n", done); if (done < %uu) { '
                   'printf("%s: too few trials\\n"); return 1; } }' % (kernel.name, kernel.name, max(least, 0), kernel.name))
    out.append("  return 0;\n}")
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n")


def compiled(command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit("failed: %s\n%s" % (" ".join(command), result.stderr[:4000]))


def build_oracle(source, flags, folder):
    """The original, its functions renamed, undefined behaviour trapped."""
    plain, renamed = os.path.join(folder, "orig.o"), os.path.join(folder, "orig_.o")
    checks = "shift" if "-fwrapv" in flags else "signed-integer-overflow,shift"
    compiled([CLANG, "-O1", "-g0", "-fno-vectorize", "-fno-slp-vectorize", "-fsanitize=" + checks,
              "-fsanitize-trap=all", "-c", source, "-o", plain] + flags)
    compiled(["objcopy", "--prefix-symbols=orig_", plain, renamed])
    # What the compiler calls on its own keeps its name.
    compiled(["objcopy", *["--redefine-sym=orig_%s=%s" % (f, f) for f in ("memset", "memcpy", "memmove")], renamed])
    return renamed


def compile_kernel(text, target, folder, name, extra=()):
    source, output = os.path.join(folder, name + ".cc"), os.path.join(folder, name + ".o")
    with open(source, "w") as file:
        file.write(text)
    command = [CXX, "-std=c++20", OPTIMIZE, "-g0", "-Wall", "-Wextra", "-Werror", "-fno-strict-aliasing",
               "-D__AIE_ARCH__=%d" % ARCH[target], "-I", os.path.join(HERE, "emulator"), "-c", source, "-o", output]
    result = subprocess.run(command + list(extra), capture_output=True, text=True)
    return (output, "") if result.returncode == 0 else (None, result.stderr)


def run_linked(objects, folder, name):
    program = os.path.join(folder, name)
    compiled([CXX, "-o", program] + objects)
    return subprocess.run([program], capture_output=True, text=True, timeout=300)


def emitted(arguments, source, folder, flags):
    output = os.path.join(folder, "kernel.cc")
    command = [arguments.vecify, "--target=" + arguments.target, source, "-o", output] + arguments.option
    result = subprocess.run(command + (["--"] + flags if flags else []), capture_output=True, text=True)
    if result.returncode:
        sys.exit("failed: %s\n%s" % (" ".join(command), result.stderr))
    with open(output) as file:
        text = file.read()
    with open(os.path.join(folder, "kernel.json")) as file:
        manifest = json.load(file)
    return text, {kernel["name"]: kernel for kernel in manifest["kernels"]}


MUTATIONS = [
    (r"to_vector<(\w+)>\((\d+)\)", lambda m: "to_vector<%s>(%d)" % (m.group(1), int(m.group(2)) + 1)),
    (r"shuffle_down_fill\((.*), (\d+)\)", lambda m: "shuffle_down_fill(%s, %d)" % (m.group(1), int(m.group(2)) + 1)),
    (r"rounding_mode::(positive_inf|conv_even)", lambda m: "rounding_mode::floor"),
    (r"saturation_mode::saturate", lambda m: "saturation_mode::none"),
    (r"(\w+_p) \+= (\d+);", lambda m: "%s += %d;" % (m.group(1), int(m.group(2)) + 1)),
    (r"load_v<(\d+)>\((\w+_p)\)", lambda m: "load_v<%s>(%s + 1)" % (m.group(1), m.group(2))),
    (r"(mac|mul)\((taps\d*), 0, (\w+), (\d+)\)", lambda m: "%s(%s, 0, %s, %d)" % (m.group(1), m.group(2), m.group(3), int(m.group(4)) ^ 1)),
]


def planted(text, target, folder, objects):
    """Every change of one number must be seen: by the emulator, by a fault, or by the comparison."""
    missed = count = 0
    for pattern, change in MUTATIONS:
        for match in list(re.finditer(pattern, text))[:2]:
            broken = text[:match.start()] + change(match) + text[match.end():]
            kernel, _ = compile_kernel(broken, target, folder, "planted")
            count += 1
            if kernel and run_linked([kernel] + objects, folder, "planted").returncode == 0:
                missed += 1
                print("not noticed: %s -> %s" % (match.group(0), change(match)))
    print("%d of %d planted faults noticed" % (count - missed, count))
    return missed == 0 and count > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--target", default="aie-ml", choices=sorted(ARCH))
    parser.add_argument("--planted", action="store_true")
    parser.add_argument("--keep", help="folder for what is generated")
    parser.add_argument("--option", action="append", default=[], help="passed on to vecify")
    parser.add_argument("--expect-declined", default="", help="functions that must not become kernels, comma separated")
    parser.add_argument("--any", action="store_true", help="any function may be declined, and few trials may be defined")
    parser.add_argument("--flag", action="append", default=[], help="compile flag of the original")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    good = True
    for source in arguments.files:
        with tempfile.TemporaryDirectory() as temporary:
            folder = arguments.keep or temporary
            os.makedirs(folder, exist_ok=True)
            text, manifest = emitted(arguments, source, folder, arguments.flag)
            wanted = set(filter(None, arguments.expect_declined.split(",")))
            all_kernels = kernels_of(source)
            kernels = [k for k in all_kernels if k.name in manifest]
            for kernel in kernels:
                if not kernel.isDescribed:
                    kernel.describe(manifest[kernel.name])
            missing = [k.name for k in all_kernels if k.name not in manifest and k.name not in wanted]
            wrong = [k.name for k in kernels if k.name in wanted]
            if (missing and not arguments.any) or wrong:
                print("%s: no kernels: %s; should have been declined: %s" % (source, missing, wrong))
                good = False
            # Generated programs are not always free of what compilers warn about.
            lenient = ["-Wno-unused-parameter", "-Wno-unknown-pragmas", "-Wno-tautological-compare", "-Wno-type-limits"] if arguments.any else []
            kernel, why = compile_kernel(text, arguments.target, folder, "kernel", lenient)
            if not kernel:
                print("%s: does not compile\n%s" % (source, why[:3000]))
                good = False
                continue
            main_source, main_object = os.path.join(folder, "main.cc"), os.path.join(folder, "main.o")
            write_main(kernels, manifest, main_source, 0 if arguments.any else 10)
            compiled([CXX, OPTIMIZE, "-g0", "-I", HERE, "-c", main_source, "-o", main_object])
            objects = [main_object, build_oracle(source, arguments.flag, folder)]
            if arguments.planted:
                good &= planted(text, arguments.target, folder, objects)
                continue
            result = run_linked([kernel] + objects, folder, "kernel")
            print(result.stdout, end="")
            if result.returncode:
                print("%s %s: failed (%d) %s" % (source, arguments.target, result.returncode, result.stderr))
                good = False
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
