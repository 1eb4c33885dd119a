#!/usr/bin/env python3
"""Input that no one writes by hand, or that someone does: it must never crash or hang vecify, nor break a build.

    run.py --vecify build/bin/vecify [--keep DIR] [NAME...]

Each input is generated, given to vecify with and without the instruction set in the flags, and held to this:

- exit code 0 where clang accepts the file and 1 where it does not, with no output then;
- at most `SECONDS` of CPU time more than clang needs, `HUGE` for inputs of megabytes;
- the input file stays as it was;
- what compiles before compiles after, by every compiler that is there.
"""
import argparse
import concurrent.futures
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

SECONDS, HUGE = 2.0, 10.0
STD = "-std=gnu11"
HEAD = "void f(int *restrict a, int *restrict b, int n) {\n"


def loop(body, variable="i"):
    return f"  for (int {variable} = 0; {variable} < n; {variable}++) {{ {body} }}\n"


def function(*bodies):
    return HEAD + "".join(loop(body) for body in bodies) + "}\n"


def nested(depth):
    heads = "".join(f"for (int i{k} = 0; i{k} < n; i{k}++) {{" for k in range(depth))
    return HEAD + heads + f"a[i{depth - 1}] = 1;" + "}" * depth + "}\n"


def join(pattern, count, between="", **names):
    return between.join(pattern(k) for k in range(count))


def doubling(levels):
    macros = "#define M0(x) ((x) + 1)\n" + join(lambda k: f"#define M{k + 1}(x) M{k}(M{k}(x))\n", levels)
    return macros + function(f"a[i] = M{levels}(a[i]);")


def inlined(levels, body):
    first = "static inline int h0(int x) { return x + 1; }\n"
    rest = join(lambda k: f"static inline int h{k + 1}(int x) {{ return {body.format(k)}; }}\n", levels)
    return first + rest + function(f"a[i] = h{levels}(a[i]);")


def polynomials(count):
    """Coupled subscripts with parameters, non-unit steps and divisions: hard questions for isl."""
    rows = join(lambda x: f"a[{3 * x + 2}*i + {x}][{5 * x + 3}*j - {x + 2} + q] = a[(i + {x})/2][(j*{x + 1})%m] + 1;\n"
                f"a[{7 * x % 11 + 1}*i + {(7 * x + 3) % 11 + 1}*j + {x}*q][{5 * x % 7 + 1}*i - j] = "
                f"a[{3 * x % 13 + 1}*i + j + m][{x}*i - j] + 1;\n", count)
    return f"void f(int n, int m, int q, int a[n][m]) {{\n  for (int i = 0; i < n; i += 3)\n" \
           f"    for (int j = i; j < m; j += 5) {{\n{rows}}}\n}}\n"


def stencil(reach):
    window = range(-reach, reach)
    terms = " + ".join(f"s[i + {y}][j + {x}]" for y in window for x in window)
    return f"void f(int n, float s[n][n], float d[n][n]) {{\n  for (int i = {reach}; i < n - {reach}; i++)\n" \
           f"    for (int j = {reach}; j < n - {reach}; j++)\n      d[i][j] = {terms};\n}}\n"


CASES = {
    # No C at all, or hardly.
    "empty": "",
    "blank": "\n\n",
    "binary": bytes(range(256)) * 10,
    "utf16": "int x;\n".encode("utf-16"),
    "syntax": "void f(int n) { for (int i = 0; i < n; i++ }\n",
    "unclosed": "void f(int *a, int n) { for (int i = 0; i < n; i++) { a[i] = 1;",
    # Bytes and lines.
    "crlf": function("a[i] = 1;").replace("\n", "\r\n").encode(),
    "cr": function("a[i] = 1;").replace("\n", "\r").encode(),
    "byte_order_mark": b"\xef\xbb\xbf" + function("a[i] = 1;").encode(),
    "no_final_newline": function("a[i] = 1;").rstrip("\n"),
    "final_comment": function("a[i] = 1;").rstrip("\n") + " // end",
    "one_line": "struct s { int x; }; " + function("a[i] = 1;").replace("\n", " ") + "int g;\n",
    "latin1": b"/* \xe9\xe8 */ " + function("a[i] = '\xe9';").encode("latin-1"),
    "digraphs": "void f(int *a, int n) <% for (int i = 0; i < n; i++) a<:i:> = 1; %>\n",
    "splices": "void f(int *a, int n) { fo\\\nr (int \\\ni = 0; i < n; i++) a\\\n[i] = 1; }\n",
    "unicode_names": "void f(int *ä, int n) { for (int \\u00e9 = 0; \\u00e9 < n; \\u00e9++) ä[é] = 1; }\n",
    "dollars": "void f(int *$a, int n$) { for (int $ = 0; $ < n$; $++) $a[$] = 1; }\n",
    "line_directives": "#line 5 \"other.c\"\n" + function("a[i] = 1;") + "# 77 \"third.c\"\nint g;\n",
    "long_line": (HUGE, HEAD + loop("a[i] = 1; /*" + "x" * 1_000_000 + "*/") + "}\n"),
    "long_name": function("a[i] = 1;").replace("a", "a" * 20_000).replace("for (i", "for (i"),
    # Size.
    "nest_12": nested(12),
    "nest_60": (HUGE, nested(60)),
    "nest_1000": (HUGE, nested(1000)),
    "statements_3000": (HUGE, function(join(lambda k: f"a[i] += b[i] * {k};\n", 3000))),
    "statements_100000": (60, function(join(lambda k: f"a[i] += b[i] * {k};\n", 100_000))),
    "sum_10000": (HUGE, function("a[i] = " + join(lambda k: f"b[i] * {k}", 10_000, " + ") + ";")),
    "chain_10000": (HUGE, function("a[i] = " + join(lambda k: f"b[i] == {k} ? {k * 3} : ", 10_000) + "0;")),
    "subscript_10000": (HUGE, function("a[i] = b[" + " + ".join(["i", "n"] * 5000) + "];")),
    "power_40": (HUGE, function("a[i] = b[" + " * ".join(["(i + n)"] * 40) + "];")),
    "parentheses_200": function("a[i] = " + "(" * 200 + "b[i]" + ")" * 200 + ";"),
    "locals_500": (HUGE, function(join(lambda k: f"int x{k} = b[i + {k}];", 500) + "a[i] = " +
                                  join(lambda k: f"x{k} * x{3 * k % 500}", 500, " ^ ") + ";")),
    "pointers_30": (HUGE, "void f(int n, " + join(lambda k: f"int *p{k}", 30, ", ") + ") {\n" +
                    loop(join(lambda k: f"p{k}[i] += p{7 * k % 30}[i] * {k};", 30)) + "}\n"),
    "ifs_250": function(join(lambda k: f"if (b[i] > {k}) {{", 250) + "a[i] = 1;" + "}" * 250),
    "else_ifs_1000": function(join(lambda k: f"if (b[i] == {k}) a[i] = {k}; else ", 1000) + "a[i] = 1;"),
    "continues_300": function(join(lambda k: f"if (a[i] == {k}) continue; a[i] += {k};", 300)),
    "switch_1000": function("switch (b[i]) {" + join(lambda k: f"case {k}: a[i] = {7 * k}; break;", 1000) + "}"),
    "stencil_20x20": (HUGE, stencil(10)),
    "isl_8": (HUGE, polynomials(8)),
    "isl_60": (HUGE, polynomials(60)),
    # Macros and inlining.
    "macros_64": doubling(6),
    "macros_2048": (HUGE, doubling(11)),
    "macro_chain": "#define M0(x) ((x) + 1)\n" + join(lambda k: f"#define M{k + 1}(x) M{k}(x)\n", 3000) +
                   function("a[i] = M3000(a[i]);"),
    "macro_argument": "#define ID(...) __VA_ARGS__\n" + HEAD + "ID(" + loop("a[i] = 1;") + ")\n}\n",
    "pragma_operator": HEAD + "_Pragma(\"vecify independent\")\n" + loop("a[i] = 1;") + "}\n",
    "inline_bomb": inlined(24, "h{0}(x) + h{0}(x + 1)"),
    "inline_chain": inlined(400, "h{0}(x) + 1"),
    "recursion": "static int h(int n) { return n < 2 ? 1 : h(n - 1) + h(n - 2); }\n" + function("a[i] = h(a[i]);"),
    "directives_in_head": HEAD + "#ifdef X\nfor (int i = 0; i < n; i++) {\n#else\nfor (int i = 1; i < n; i++) {\n"
                          "#endif\na[i] = 1; } }\n",
    "directives_in_body": HEAD + "for (int i = 0; i < n; i++)\n#ifdef X\na[i] = 1;\n#else\na[i] = 2;\n#endif\n}\n",
    "includes_itself": "#ifndef X\n#define X\n#include __FILE__\n#else\n" + function("a[i] = 1;") + "#endif\n",
    # The language.
    "old_style": "int f(a, n) int *a; int n; { int i; for (i = 0; i < n; i++) a[i] = 1; return 0; }\n",
    "generic": "#define ABS(x) _Generic((x), float: __builtin_fabsf, int: __builtin_abs)(x)\n" + function("a[i] = ABS(b[i]);"),
    "statement_expressions": function("a[i] = ({ int x = b[i]; x > 1 ? x : 1; });",
                                      "a[i] += ({ for (int j = 0; j < 3; j++) a[i]++; a[i]; });"),
    "computed_goto": HEAD + "  void *t[] = {&&x, &&y};\n" + loop("goto *t[b[i] & 1]; x: a[i] = 1; continue; y: a[i] = 2;") +
                     loop("a[i] = 0;") + "}\n",
    "assembly": function("__asm__ volatile(\"\" : \"+r\"(a[i])::\"memory\");", "a[i] = 0;"),
    "assembly_goto": HEAD + loop("__asm__ goto(\"\" ::::out);") + "out:;\n" + loop("a[i] = 0;") + "}\n",
    "complex": "void f(_Complex float *a, _Complex double *b, int n) {\n" + loop("a[i] = a[i] * a[i];") +
               loop("__real__ b[i] = 1;") + "}\n",
    "bit_fields": "struct s { unsigned a : 3, b : 5; int c; };\nvoid f(struct s *p, int n) {\n" +
                  loop("p[i].a = p[i].b;") + loop("p[i].c = 1;") + loop("p[i].c = p[i].a;") + "}\n",
    "volatile": "volatile int g;\nvoid f(int *a, volatile int *b, int n) {\n" + loop("a[i] = g;") + loop("b[i] = 1;") +
                "  for (volatile int i = 0; i < n; i++) a[i] = 1;\n}\n",
    "atomics": "_Atomic int g;\nvoid f(int *a, _Atomic int *b, int n) {\n" + loop("a[i] = g;") + loop("b[i] += 1;") +
               loop("a[i] = __atomic_load_n(&a[i], 0);") + "}\n",
    "setjmp": "#include <setjmp.h>\njmp_buf j;\nint f(int *a, int n) {\n  int s = 0;\n" +
              loop("if (setjmp(j)) a[i] = 1;") + "  if (setjmp(j)) return 1;\n" + loop("s += a[i];") +
              loop("if (a[i]) longjmp(j, 1);") + "  return s;\n}\n",
    "vla_of_vla": "void f(int n, int m, int a[n][m][n * m]) {\n  int b[n][m][n + m];\n" +
                  loop(loop("for (int k = 0; k < m; k++) { b[i][j][k] = a[i][j][k]; int c[n][k + 1]; c[0][k] = 1; "
                            "a[i][j][k] += c[0][k]; }", "j")) + loop("b[i][0][0] = sizeof(int[n][i + 1]);") + "}\n",
    "flexible_array": "struct s { int n; float v[]; };\nstruct z { int n; float v[0]; };\n"
                      "void f(struct s *p, struct s *q, struct z *z, int n) {\n"
                      "  for (int i = 0; i < p->n; i++) p->v[i] = q->v[i];\n" + loop("z->v[i] = 1;") + "}\n",
    "alloca": "void f(int n, int *r) {\n  int *a = __builtin_alloca(n * sizeof(int));\n" + loop("a[i] = r[i];") +
              loop("int *b = __builtin_alloca(4); *b = i; r[i] = *b;") + loop("r[i] = a[i];") + "}\n",
    "wide_integers": "void f(__int128 *a, unsigned __int128 *b, int n) {\n" + loop("a[i] += 1;") + loop("b[i] = i;") +
                     "  for (__int128 i = 0; i < n; i++) a[i] = 1;\n}\n",
    "vector_types": "typedef float v4 __attribute__((vector_size(16)));\nvoid f(v4 *a, int n) {\n" +
                    loop("a[i] += a[i];") + loop("a[i][0] = 1;") + "}\n",
    "far_bounds": "void f(char *a) {\n  for (long i = 0; i < 0x7fffffffffffffffL; i++) a[i] = 1;\n"
                  "  for (unsigned long i = 0; i < ~0ul; i += 0x7ffffffffffffffful) a[i] = 1;\n"
                  "  for (int i = -2147483647 - 1; i < 2147483647; i++) a[i] = 1;\n}\n",
    "far_subscripts": "void f(char *a, long n) {\n" + loop("a[i * 0x7fffffffffffffffL + 0x7fffffffffffffffL] = 1;") +
                      loop("a[i + 0x4000000000000000L] = a[i - 0x4000000000000000L];") + "}\n",
    "global_registers": "register long *sp __asm__(\"r12\");\nvoid f(int n) {\n" + loop("sp[i] = 1;") + "}\n",
    "thread_locals": "_Thread_local int t[100];\nextern int w[] __attribute__((weak));\nvoid f(int n) {\n" +
                     loop("t[i] = 1;") + loop("w[i] = 1;") + "}\n",
    "cleanup": "void c(int *p);\nvoid f(int *a, int n) {\n" + loop("__attribute__((cleanup(c))) int x = i; a[i] = x;") + "}\n",
    "unions": "union u { int i; float f; };\nvoid f(union u *a, int n) {\n" + loop("a[i].f = a[i].i;") + loop("a[i] = a[0];") + "}\n",
    "odd_loops": HEAD + "  for (int i = 0, j = 0; i < n; j = i, i++) a[j, i] = (n, i);\n"
                 "  for (int i = 0; a[i] = 0, i < n; i++);\n  for (;;) { break; }\n  for (int i = 0;; i++) {}\n}\n",
    "our_names": "void f(int *i_done, int n) {\n  int i_end = 3, i_main = 4;\n" + loop("i_done[i] = i_end + i_main;") + "}\n",
}


def compilers():
    return [c for c in ("clang-22", "clang-19", "clang", "gcc") if shutil.which(c)]


def accepts(compiler, path, flags):
    done = subprocess.run([compiler, "-fsyntax-only", "-w", STD, *flags, path], capture_output=True)
    return done.returncode == 0, done.stderr.decode(errors="replace")


def cpu_seconds(command, limit):
    """Runs `command` under a CPU limit; its result and CPU time."""
    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 2, int(limit) + 3))
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=bound)
    out, err = b"", b""
    with concurrent.futures.ThreadPoolExecutor(1) as reader:
        stderr = reader.submit(process.stderr.read)
        out = process.stdout.read()
        err = stderr.result()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, out, err.decode(errors="replace"), usage.ru_utime + usage.ru_stime


def check(vecify, clang, directory, name, text):
    limit = SECONDS
    if isinstance(text, tuple):
        limit, text = text
    data = text if isinstance(text, bytes) else text.encode()
    path = os.path.join(directory, name + ".c")
    with open(path, "wb") as f:
        f.write(data)
    code, _, why, own = cpu_seconds([clang, "-fsyntax-only", "-w", STD, path], 60)
    isC = code == 0 and b"\0" not in data
    before = {c: accepts(c, path, [])[0] for c in compilers()} if isC else {}
    for flags in ([], ["-mavx2", "-mfma"]):
        code, out, err, seconds = cpu_seconds([vecify, "--explain", path, "--", STD, *flags], limit + own)
        label = " ".join(flags)
        if code != (0 if isC else 1):
            return f"{label}: exit code {code}\n{err[-2000:]}"
        if not isC and (out or "error:" not in err):
            return f"{label}: an error must be told and nothing written\n{err[-2000:]}"
        if "internal error" in err:
            return f"{label}: {err[-2000:]}"
        if seconds > limit + own:
            return f"{label}: {seconds:.1f} s of CPU time"
        with open(path, "rb") as f:
            if f.read() != data:
                return f"{label}: the input was changed"
        result = os.path.join(directory, name + ".out.c")
        with open(result, "wb") as f:
            f.write(out)
        for compiler, isAccepted in before.items():
            if isAccepted and out != data and not (done := accepts(compiler, result, flags))[0]:
                return f"{label}: {compiler} does not accept the output\n{done[1][:2000]}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    parser.add_argument("--clang", default="clang-22", help="that vecify is built with: it decides what is C")
    parser.add_argument("--keep", metavar="DIR", help="leave inputs and outputs there")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    vecify = os.path.abspath(args.vecify)
    names = args.names or list(CASES)
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        directory = args.keep or scratch
        os.makedirs(directory, exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count())) as pool:
            start = time.time()
            for name, why in zip(names, pool.map(lambda n: check(vecify, args.clang, directory, n, CASES[n]), names)):
                if why:
                    failed += 1
                    print(f"{name}: {why}")
    print(f"{len(names)} inputs, {failed} failed, {time.time() - start:.0f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
