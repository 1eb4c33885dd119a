"""Finds the vector math library SLEEF for a compiler: which flags its programs need, or that it is not there.

For AArch64 it lies where Debian's multiarch puts it, or in a folder that holds usr/ of the unpacked arm64 packages: the
one that VECIFY_CROSS_SLEEF names, or the one that scripts/setup fills. Debian has it as a shared library only.
"""
import os
import subprocess
import tempfile

CROSS = "aarch64-linux-gnu"


def cross_folder():
    """What usr/ lies in."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    unpacked = os.path.join(cache, "vecify", "sleef-arm64")
    return os.environ.get("VECIFY_CROSS_SLEEF") or (unpacked if os.path.isdir(unpacked) else "/")


class Sleef:
    def __init__(self, is_cross):
        self.compile, self.link, self.emulator = [], ["-lsleef"], []
        if is_cross:
            usr = os.path.join(cross_folder(), "usr")
            lib = os.path.join(usr, "lib", CROSS)
            self.compile = ["-idirafter", os.path.join(usr, "include", CROSS)]
            self.link = ["-L" + lib, "-Wl,-rpath," + lib, "-lsleef"]
            self.emulator = ["-L", "/usr/" + CROSS]


def find(compiler, is_cross):
    """The flags for `compiler`, a command as a list; None if a program with SLEEF cannot be made."""
    sleef = Sleef(is_cross)
    program = "#include <sleef.h>\nint main(void) { return Sleef_sin_u10(0) != 0; }\n"
    with tempfile.TemporaryDirectory() as folder:
        command = [*compiler, *sleef.compile, "-x", "c", "-", "-o", os.path.join(folder, "probe"), *sleef.link]
        try:
            done = subprocess.run(command, input=program, text=True, capture_output=True)
        except OSError:
            return None
        return sleef if done.returncode == 0 else None
