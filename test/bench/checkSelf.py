#!/usr/bin/env python3
"""Tests check.py: breaks kernels in ways a vectorizer breaks them, and wants each to be reported as what it is.

A row is a kernel, a replacement in its source, and a part of the report. The "vectorizer" is this script itself, called by
run.py with the row's number in the environment. The last rows are right and must pass.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = [
    # A lost tail: in a buffer, in a sum that may be reordered, in an integer sum.
    ("axpy", "i < n; i++)\n    y[i] = alpha", "i + 1 < n; i++)\n    y[i] = alpha", "y[0] is"),
    ("dot", "i < n; i++)\n    sum +=", "i < n - (n > 40); i++)\n    sum +=", "the result is"),
    ("sad", "return sum", "return sum + (n == 8013)", "the result is"),
    # Beyond the buffers: a store, a load whose value is not used, a store before the first element; a store to an input.
    ("blend", "i < n; i++)\n    d[i] = (uint8_t)((a[i] * alpha",
     "i <= n; i++)\n    d[i] = (uint8_t)((a[i - (i == n)] * alpha", "outside the buffers"),
    ("norm_inf", "float m = 0.0f;", "float m = 0.0f; (void)*(volatile const float *)(x + n);", "outside the buffers"),
    ("scale_reverse", "in[n - 1 - i];", "in[n - 1 - i]; if (n == 9) out[-1] = 0;", "writes beside y"),
    ("stereo_to_mono", "s[2 * i + 1]) >> 1)", "s[2 * i + 1]) >> 1), ((int16_t *)s)[0] ^= i == n - 1", "s[0] is"),
    # NaN and infinities: operands of a minimum exchanged, the wrong one of two comparisons.
    ("clamp_inplace", "v = v < lo ? lo : v;", "v = v > lo ? v : lo;", "infinities or NaN"),
    ("relu_bias", "v > 0 ? v : 0", "v < 0 ? 0 : v", "infinities or NaN"),
    # Overflow of a narrow intermediate, a lost rounding term, a sum of fewer bits.
    ("gray", "29 * rgb[3 * i + 2] + 128", "29 * rgb[3 * i + 2]", "g["),
    ("q15_gain", "int32_t v = (", "int32_t v = (int16_t)(", "y["),
    ("gemv_t", "float s = 0.0f;\n    for (int i", "__fp16 s = 0.0f;\n    for (int i".replace("__fp16", "_Float16"), "y["),
    ("jacobi2d", "0.2 * (", "0.2 * (float)(", "b["),
    # Right: reordered where that is allowed, fused or not where that is.
    ("dsum", "double s = 0;\n  for (long i = 0; i < n; i++)\n    s += x[i];",
     "double s = 0;\n  for (long i = n - 1; i >= 0; i--)\n    s += x[i];", ""),
    ("magnitude2", "o[i] = z[2 * i] * z[2 * i] +", "o[i] = (float)((double)z[2 * i] * z[2 * i]) +", ""),
]


def rewrite(row, arguments):
    _, old, new, _ = ROWS[row]
    text = open(arguments[arguments.index("--") - 1]).read()
    if text.count(old) != 1:
        sys.exit(f"row {row}: {text.count(old)} places match {old!r}")
    open(arguments[arguments.index("-o") + 1], "w").write(text.replace(old, new))


def main():
    if "CHECK_ROW" in os.environ:
        return rewrite(int(os.environ["CHECK_ROW"]), sys.argv)
    wrong = 0
    for row, (kernel, _, _, report) in enumerate(ROWS):
        done = subprocess.run([sys.executable, f"{HERE}/run.py", "--vecify", os.path.abspath(__file__), "--check",
                               "--filter", f"^bench_{kernel}$"], capture_output=True, text=True,
                              env={**os.environ, "CHECK_ROW": str(row)})
        found = done.returncode == 1 and report in done.stdout if report else done.returncode == 0
        print(f"{'ok  ' if found else 'FAIL'} {kernel}: {report or 'agrees'}", flush=True)
        if not found:
            print(done.stdout + done.stderr)
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
