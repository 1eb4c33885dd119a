#!/usr/bin/env python3
"""Random kernels of the kind that AI Engines take, in the emulator against the original C.

    fuzz.py --vecify build/bin/vecify --target aie-ml --count 200 --seed 7 [--plan-random]

Elementwise expressions, reductions, filters of one and two dimensions, matrix products: random types, offsets, bounds,
shifts, roundings and clamps; on cores that have them, sums of floats and products of bfloat16. What vecify declines is counted; what it takes must be right, bit by bit. A failing batch is
kept in --keep, with the file that run.py can run again.
"""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TYPES = ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t"]
BITS = {"int8_t": 8, "uint8_t": 8, "int16_t": 16, "uint16_t": 16, "int32_t": 32}
LIMITS = {"int8_t": (-128, 127), "uint8_t": (0, 255), "int16_t": (-32768, 32767), "uint16_t": (0, 65535)}


class Writer:
    def __init__(self, seed, target):
        self.r = random.Random(seed)
        self.makers = [self.elementwise, self.elementwise, self.reduction, self.filter, self.filter, self.image, self.product]
        if target != "aie":
            self.makers += [self.floats, self.floats, self.float_reduction, self.float_product]

    def shift(self):
        """An amount, and what C calls it: a literal, or a parameter of the function."""
        return self.r.choice([0, 1, 2, 3, 5, 7, 8, 12, 15, 20, 30])

    def leave(self, value, kind, parameters):
        """Statements that bring an int `value` into `kind`: shifted, rounded, clamped."""
        r, lines = self.r, []
        style = r.randrange(6)
        if style in (1, 2, 3):
            if r.random() < 0.3:
                parameters.append("int shift")
                lines.append("int v = (%s + (1 << (shift - 1))) >> shift;" % value if style == 1 else "int v = %s >> shift;" % value)
            else:
                amount = max(1, self.shift())
                half = r.choice([1 << (amount - 1), 1 << (amount - 1), (1 << amount) - 1, 3])
                lines.append("int v = (%s + %d) >> %d;" % (value, half, amount) if style < 3 else "int v = %s >> %d;" % (value, amount))
        else:
            lines.append("int v = %s;" % value)
        if kind in LIMITS and r.random() < 0.5:
            low, high = LIMITS[kind]
            if r.random() < 0.15:
                low, high = low + 1, high - 3
            lines.append("v = v < %d ? %d : v > %d ? %d : v;" % (low, low, high, high))
        return lines, "v"

    def expression(self, leaves, depth):
        r = self.r
        if depth == 0 or r.random() < 0.2:
            return r.choice(leaves) if r.random() < 0.85 else str(r.choice([0, 1, 2, 3, 7, -1, -5, 100, 255, 1000]))
        a, b = self.expression(leaves, depth - 1), self.expression(leaves, depth - 1)
        form = r.randrange(10)
        if form < 6:
            return "(%s %s %s)" % (a, r.choice(["+", "-", "*", "+", "*", "&", "|", "^"]), b)
        if form == 6:
            return "(%s %s %s ? %s : %s)" % (a, r.choice(["<", ">", "<=", "==", "!="]), b, a, b)
        if form == 7:
            return "(%s > %s ? %s : %s)" % (a, b, self.expression(leaves, depth - 1), b)
        return "(%s >> %d)" % (a, r.choice([1, 2, 4, 7]))

    def elementwise(self, name):
        r = self.r
        count, parameters, sizes, leaves = r.randrange(1, 4), [], [], []
        start, less = r.choice([0, 0, 0, 1, 3, 16]), r.choice([0, 0, 1, 4])
        for a in "abc"[:count]:
            kind = r.choice(TYPES)
            offsets = [r.choice([0, 0, 0, 1, 2, 5, 16]) for _ in range(r.choice([1, 1, 2]))]
            parameters.append("const %s *restrict %s" % (kind, a))
            sizes.append("%s[n + 16]" % a)
            leaves += ["%s[i%s]" % (a, " + %d" % o if o else "") for o in offsets]
        if r.random() < 0.4:
            parameters.append("%s k" % r.choice(["int8_t", "int16_t", "int32_t"]))
            leaves.append("k")
        kind = r.choice(TYPES)
        extra = []
        lines, result = self.leave(self.expression(leaves, r.randrange(1, 4)), kind, extra)
        parameters += extra + ["%s *restrict y" % kind, "int n"]
        body = ["for (int i = %d; i < n - %d; i++) {" % (start, less)] + ["  " + l for l in lines] + \
               ["  y[i] = %s;" % result, "}"]
        return "/* %s y[n + 16]; n = 0..40, shift = 1..31 */" % " ".join(sizes), "void", name, parameters, body

    def reduction(self, name):
        r = self.r
        kinds = [r.choice(["int8_t", "uint8_t", "int16_t", "int16_t", "int32_t"]) for _ in range(2)]
        leaves = ["a[i]", "b[i + %d]" % r.choice([0, 0, 1, 3])]
        parameters = ["const %s *restrict a" % kinds[0], "const %s *restrict b" % kinds[1], "int n"]
        form = r.randrange(4)
        if form < 2:
            body = ["int s = %d;" % r.choice([0, 0, 5]), "for (int i = 0; i < n; i++)",
                    "  s += %s;" % (r.choice(["a[i] * b[i]", "a[i]", "a[i] * %s" % leaves[1], "a[i] + b[i]", "a[i] * a[i]"])),
                    "return s;"]
        else:
            sign = r.choice("<>")
            body = ["int m = a[0];", "for (int i = 0; i < n; i++)", "  m = a[i] %s m ? a[i] : m;" % sign, "return m;"]
        return "/* a[n + 16] b[n + 16]; n = 1..70 */", "int", name, parameters, body

    def filter(self, name):
        r = self.r
        data = r.choice(["int8_t", "int16_t", "int16_t", "uint8_t"])
        taps, literal = r.randrange(2, 21), r.random() < 0.3
        coefficient = r.choice([data, "int16_t", "int8_t"])
        parameters = ["const %s *restrict x" % data]
        body = ["for (int i = %d; i < n; i++) {" % r.choice([0, 0, 0, 1])]
        if literal:
            terms = ["%d * x[i + %d]" % (r.randrange(-60, 61), k) for k in range(min(taps, 9))]
            body.append("  int s = %s;" % " + ".join(terms))
        else:
            parameters.append("const %s *restrict c" % coefficient)
            body += ["  int s = %d;" % r.choice([0, 0, 0, 64]), "  for (int k = 0; k < %d; k++)" % taps,
                     "    s += %s;" % r.choice(["c[k] * x[i + k]", "x[i + k] * c[k]", "c[%d - k] * x[i + k]" % (taps - 1)])]
        kind, extra = r.choice(TYPES), []
        lines, result = self.leave("s", kind, extra)
        body += ["  " + l for l in lines] + ["  y[i] = %s;" % result, "}"]
        parameters += extra + ["%s *restrict y" % kind, "int n"]
        sizes = "x[n + 32]" + ("" if literal else " c[32]")
        return "/* %s y[n + 1]; n = 0..40, shift = 1..31 */" % sizes, "void", name, parameters, body

    def image(self, name):
        r = self.r
        data, width, rows = r.choice(["int8_t", "int16_t"]), r.choice([32, 64, 96, 40]), r.randrange(1, 5)
        kw, kh, pitch = r.choice([2, 3, 5]), r.choice([1, 2, 3]), 0
        pitch = width + r.choice([16, 32, 8])
        kind, extra = r.choice(["int8_t", "int16_t", "int32_t"]), []
        lines, result = self.leave("s", kind, extra)
        parameters = ["const %s (*restrict in)[%d]" % (data, pitch), "const %s (*restrict k)[%d]" % (data, kw)] + extra + \
                     ["%s (*restrict out)[%d]" % (kind, width)]
        body = ["for (int y = 0; y < %d; y++)" % rows, "  for (int x = 0; x < %d; x++) {" % width, "    int s = 0;",
                "    for (int ky = 0; ky < %d; ky++)" % kh, "      for (int kx = 0; kx < %d; kx++)" % kw,
                "        s += k[ky][kx] * in[y + ky][x + kx];"] + ["    " + l for l in lines] + \
               ["    out[y][x] = %s;" % result, "  }"]
        return "/* in[%d * %d] k[%d] out[%d * %d]; n = 0..2, shift = 1..31 */" % (
            rows + kh, pitch, kw * kh, rows, width), "void", name, parameters, body

    def product(self, name):
        r = self.r
        data, m, n, k = r.choice(["int8_t", "int16_t"]), r.choice([4, 8, 16, 24]), r.choice([8, 16, 32, 20]), r.choice([4, 8, 16, 32])
        kind, extra = r.choice(["int8_t", "int16_t", "int32_t", "uint8_t"]), []
        lines, result = self.leave("s", kind, extra)
        parameters = ["const %s *restrict a" % data, "const %s *restrict b" % data] + extra + ["%s *restrict c" % kind]
        body = ["for (int i = 0; i < %d; i++)" % m, "  for (int j = 0; j < %d; j++) {" % n, "    int s = %d;" % r.choice([0, 0, 9]),
                "    for (int k = 0; k < %d; k++)" % k, "      s += a[i * %d + k] * b[k * %d + j];" % (k, n)] + \
               ["    " + l for l in lines] + ["    c[i * %d + j] = %s;" % (n, result), "  }"]
        return "/* a[%d] b[%d] c[%d]; n = 0..2, shift = 1..31 */" % (m * k, k * n, m * n), "void", name, parameters, body

    def half(self, leaves):
        """A bfloat16 as a float: one that is read, or a constant of few digits."""
        return "(float)" + self.r.choice(leaves) if self.r.random() < 0.85 else self.r.choice(["0.5f", "2.0f", "-1.25f"])

    def float_term(self, halves, singles, depth):
        r = self.r
        form = r.randrange(8)
        if depth == 0 or form == 0:
            return r.choice(singles) if singles and r.random() < 0.4 else self.half(halves)
        if form < 3:
            return "(float)%s * %s" % (r.choice(halves), self.half(halves))
        a, b = self.float_term(halves, singles, depth - 1), self.float_term(halves, singles, depth - 1)
        return "(%s %s %s)" % (a, r.choice("+-"), b)

    def floats(self, name):
        r = self.r
        parameters, sizes, halves, singles = ["const __bf16 *restrict a"], ["a[n + 16]"], [], []
        for o in [r.choice([0, 0, 1, 3, 16]) for _ in range(r.choice([1, 2]))]:
            halves.append("a[i%s]" % (" + %d" % o if o else ""))
        if r.random() < 0.7:
            parameters.append("const __bf16 *restrict b")
            sizes.append("b[n + 16]")
            halves.append("b[i]")
        if r.random() < 0.4:
            parameters.append("const float *restrict x")
            sizes.append("x[n + 16]")
            singles.append("x[i + %d]" % r.choice([0, 0, 2]))
        kind = r.choice(["__bf16", "float"])
        if kind == "__bf16" and r.random() < 0.4:  # in half precision, rounded once
            value = " ".join([r.choice(halves)] + [r.choice(["+ %s", "- %s", "+ %s * %s"]).replace("%s", r.choice(halves), 1)
                                                   .replace("%s", r.choice(halves)) for _ in range(r.randrange(1, 3))])
        else:
            value = self.float_term(halves, singles, r.randrange(1, 4))
        body = ["#pragma vecify fp(reassoc)", "for (int i = %d; i < n; i++)" % r.choice([0, 0, 0, 1, 3]),
                "  y[i] %s %s;" % (r.choice(["=", "=", "+="]) if kind == "float" else "=", value)]
        return "/* %s y[n + 16]; n = 0..40 */" % " ".join(sizes), "void", name, parameters + ["%s *restrict y" % kind, "int n"], body

    def float_reduction(self, name):
        r = self.r
        parameters = ["const __bf16 *restrict a", "const __bf16 *restrict b", "int n"]
        term = r.choice(["(float)a[i] * (float)b[i]", "(float)a[i]", "(float)a[i] * (float)b[i + 3]", "(float)a[i] - (float)b[i]",
                         "(float)b[i] * (float)b[i]"])
        body = ["float s = %s;" % r.choice(["0", "0", "1.5f"]), "#pragma vecify fp(reassoc)", "for (int i = 0; i < n; i++)",
                "  s += %s;" % term, "return s;"]
        return "/* a[n + 16] b[n + 16]; n = 1..70 */", "float", name, parameters, body

    def float_product(self, name):
        r = self.r
        m, n, k, kind = r.choice([4, 8, 16, 24]), r.choice([8, 16, 32, 20]), r.choice([4, 8, 16, 32]), r.choice(["float", "__bf16"])
        factors = ["(float)a[i * %d + k]" % k, "(float)b[k * %d + j]" % n]
        r.shuffle(factors)
        parameters = ["const __bf16 *restrict a", "const __bf16 *restrict b", "%s *restrict c" % kind]
        body = ["#pragma vecify fp(reassoc)", "for (int i = 0; i < %d; i++)" % m, "  for (int j = 0; j < %d; j++) {" % n,
                "    float s = %s;" % r.choice(["0", "0", "0.5f"]), "    for (int k = 0; k < %d; k++)" % k,
                "      s += %s;" % " * ".join(factors), "    c[i * %d + j] = %s;" % (n, r.choice(["s", "s", "s + 1.0f"])), "  }"]
        return "/* a[%d] b[%d] c[%d]; n = 0..2 */" % (m * k, k * n, m * n), "void", name, parameters, body

    def file(self, count):
        texts = ["#include <stdint.h>\n"]
        for number in range(count):
            spec, result, name, parameters, body = self.r.choice(self.makers)("f%d" % number)
            texts.append("%s\n%s %s(%s) {\n%s\n}\n" % (spec, result, name, ", ".join(parameters),
                                                      "\n".join("  " + line for line in body)))
        return "\n".join(texts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--target", default="aie-ml")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--batch", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plan-random", action="store_true")
    parser.add_argument("--wraps", action="store_true", help="compile with -fwrapv")
    parser.add_argument("--print", action="store_true", help="print the programs instead")
    parser.add_argument("--keep", default="fuzz-failures")
    parser.add_argument("--least", type=int, default=60, help="least share of programs that must become kernels, in percent")
    arguments = parser.parse_args()
    if arguments.print:
        for first in range(0, arguments.count, arguments.batch):
            print(Writer(arguments.seed * 100000 + first, arguments.target).file(arguments.batch))
        return
    done = kernels = failed = 0
    while done < arguments.count:
        seed = arguments.seed * 100000 + done
        folder = tempfile.mkdtemp()
        source = os.path.join(folder, "batch.c")
        with open(source, "w") as file:
            file.write(Writer(seed, arguments.target).file(arguments.batch))
        command = [sys.executable, os.path.join(HERE, "run.py"), "--vecify", arguments.vecify, "--target", arguments.target,
                   "--keep", folder, "--any", source]
        command += ["--option=--plan=random:%d" % seed] if arguments.plan_random else []
        command += ["--flag=-fwrapv"] if arguments.wraps else []
        # Many programs, few calls of each: the compiler takes longer than what it makes.
        result = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "VECIFY_OPTIMIZE": "-O0"})
        kernels += result.stdout.count(" trials\n")
        done += arguments.batch
        if result.returncode == 0:
            shutil.rmtree(folder)
            continue
        failed += 1
        os.makedirs(arguments.keep, exist_ok=True)
        kept = os.path.join(arguments.keep, "%s-%d" % (arguments.target, seed))
        shutil.rmtree(kept, ignore_errors=True)
        shutil.move(folder, kept)
        print("seed %d: kept in %s\n%s%s" % (seed, kept, result.stdout[-1500:], result.stderr[-1500:]))
    print("%d programs, target %s%s; transformed: %.1f %% (%d); failing batches: %d" % (
        done, arguments.target, ", random plans" if arguments.plan_random else "", 100 * kernels / done, kernels, failed))
    sys.exit(1 if failed or kernels * 100 < done * arguments.least else 0)


if __name__ == "__main__":
    main()
