"""Whether AVX-512 has to be emulated on this machine, and by which compiler."""
import os

HERE = os.path.dirname(os.path.abspath(__file__))
FEATURES = {"avx512f", "avx512bw", "avx512vl", "avx512dq"}


def cpu_flags():
    with open("/proc/cpuinfo") as info:
        for line in info:
            if line.startswith("flags"):
                return set(line.split())
    return set()


def is_needed(target):
    """`target` as vecify takes it: "avx512+vnni", "avx512,avx2"."""
    return target.startswith("avx512") and not FEATURES <= cpu_flags()


def compiler(clang):
    """The command in place of `clang`."""
    return ["env", "VECIFY_CLANG=" + clang, os.path.join(HERE, "emulated-clang")]
