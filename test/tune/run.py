#!/usr/bin/env python3
"""--tune from end to end: it measures, pins, and what it pinned is what is written from then on, to the byte.

    run.py --vecify build/bin/vecify
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

SOURCE = """void scale(int n, float *restrict y, const float *restrict x) {
  for (int i = 0; i < n; i++)
    y[i] = 3 * x[i];
}
void rows(int h, int w, float *restrict y, const float *restrict x) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      y[i * w + j] = x[i * w + j] + 1;
}
"""
SKIPPED = 77


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vecify", required=True)
    args = parser.parse_args()
    vecify = os.path.abspath(args.vecify)
    with open("/proc/cpuinfo") as f:
        if "avx2" not in f.read() or not shutil.which("gcc"):
            sys.exit(SKIPPED)
    failures = []

    def expect(holds, what):
        if not holds:
            failures.append(what)

    with tempfile.TemporaryDirectory() as folder:
        def run(*flags):
            return subprocess.run([vecify, "--target=avx2", *flags, "a.c", "--", "-mavx2", "-mfma"], cwd=folder,
                                  capture_output=True, text=True)

        path = os.path.join(folder, "a.c")
        with open(path, "w") as f:
            f.write(SOURCE)
        untuned = run()
        tuned = run("--tune", "--tune-cc=gcc", "--tune-top=2", "--tune-size=n=300,h=20,w=50")
        expect(tuned.returncode == 0, "--tune fails: " + tuned.stderr)
        expect(tuned.stderr.count("pinned: ") == 2, "not both functions are tuned: " + tuned.stderr)
        expect(tuned.stderr.count("of the original's time") >= 6, "candidates are missing: " + tuned.stderr)
        with open(path + ".vecify.json") as f:
            pins = json.load(f)["pins"]
        expect(sorted(p["function"] for p in pins) == ["rows", "scale"], f"pins: {pins}")
        expect(all(p["plan"] in tuned.stderr for p in pins), f"pins of no candidate: {pins}")
        again = run()
        expect(again.stderr == "" and again.stdout.splitlines()[1:] == tuned.stdout.splitlines()[1:],
               "the pins are not what is written")
        expect(again.stdout == run().stdout, "two runs differ")

        # Whatever the clock said: a pin decides.
        for pin in pins:
            pin["plan"], pin["number"] = "leave it alone", 0
        other = os.path.join(folder, "other.json")
        with open(other, "w") as f:
            json.dump({"vecify": 1, "pins": pins}, f)
        expect("_mm256" not in run("--only=scale", "--tuned=other.json").stdout, "--tuned is not read")

        with open(path, "w") as f:
            f.write(SOURCE.replace("3 * x", "4 * x").replace("+ 1", "+ 2"))
        stale = run()
        expect(stale.stderr.count("the function has changed since") == 2, "no warning of stale pins: " + stale.stderr)
        expect(stale.stdout.count("as tuned") == 0 and stale.stdout.count("_mm256_storeu_ps") > 0
               and untuned.stdout.count("vecify:") == stale.stdout.count("vecify:"), "stale pins are used")

        missing = run("--tune", "--tune-cc=no-such-compiler")
        expect(missing.returncode == 1 and "no-such-compiler" in missing.stderr, "no compiler: " + missing.stderr)
    print("\n".join(failures) or "ok")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
