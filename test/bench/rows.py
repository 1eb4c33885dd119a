"""The rows of the benchmarks: one for each comment line `// BENCH ...` in kernels/ or kernels/nd/.

    // BENCH NAME | BUFFERS | (ARGUMENTS) | sizes N... | bytes EXPR | flops EXPR [| FIELD]...

NAME is the function below. BUFFERS are NAME:TYPE[COUNT] with COUNT over n; TYPES lists what they may hold. EXPR is per
call. One function may have several rows. Fields:

    mode FLAGS      compiler flags besides -O3 -march=native
    peak CLASS      which of roof.py's peaks `flops` is held against (f32)
    fresh           the buffers are filled anew before each call, outside of the time: for kernels that work in place
    blas CALL       the same by OpenBLAS
    expert FILE     the same by hand: hand/FILE.c with a function FILE (without this field, hand/NAME.c if it exists)
    check LO HI     the sizes that are compared before the timing (0 67)
    more            measured with --more only
"""
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))

# name: (C type, what an element holds; `u` is a random number in [0, 1), `i` its index, `rnd()` 24 random bits)
TYPES = {
    "f32": ("float", "u"), "f64": ("double", "u"), "i32": ("int32_t", "rnd()"), "u32": ("uint32_t", "rnd()"),
    "i16": ("int16_t", "rnd()"), "u16": ("uint16_t", "rnd()"), "i8": ("int8_t", "rnd()"), "u8": ("uint8_t", "rnd()"),
    "i64": ("int64_t", "rnd()"), "u64": ("uint64_t", "rnd()"),
    # A subscript below n; 10 bits, so that sums of products stay in range; a float's upper half.
    "idx": ("int32_t", "rnd() % n"), "i10": ("int16_t", "(int)(rnd() & 1023) - 512"), "i10w": ("int32_t", "rnd() & 1023"),
    "bf16": ("uint16_t", "upperHalf((float)u)"),
    # An n x n matrix with a dominant diagonal; a sequence that falls off fast enough to be an autocorrelation.
    "dom": ("double", "u - 0.5 + (i % (n + 1) == 0 ? (double)n : 0)"), "decay": ("double", "0.3 * u / ((i + 1.0) * (i + 1.0))"),
}


class Kernel:
    def __init__(self, path, line, text):
        fields = [f.strip() for f in line.split("|")]
        self.path, self.name, self.text = path, fields[0], alone(text, fields[0])
        self.buffers = [re.match(r"(\w+):(\w+)\[(.*)\]$", b).groups() for b in fields[1].split()]
        self.call = fields[2]
        self.mode, self.peak, self.blas, self.expert = "", "f32", None, self.name
        self.check, self.fresh, self.more = (0, 67), False, False
        for f in fields[3:]:
            word, _, rest = f.partition(" ")
            if word == "sizes":
                self.sizes = [int(s) for s in rest.split()]
            elif word == "check":
                self.check = tuple(int(s) for s in rest.split())
            elif word in ("fresh", "more"):
                setattr(self, word, True)
            elif word in ("bytes", "flops", "mode", "peak", "blas", "expert"):
                setattr(self, word, rest)
            else:
                raise SystemExit(f"{path}: {self.name}: unknown field '{f}'")
        head = re.search(r"^([\w \*]+?)\b" + self.name + r"\s*\(", text, re.M)
        self.returns = re.sub(r"\bstatic\b|\binline\b", "", head.group(1)).strip()
        self.parameters = ", ".join(abi(p) for p in parameters(text, head.end()))
        strictness = {"-ffast-math": " fast", "-ffp-contract=off": " strict"}
        self.label = re.sub("^(bench|nd)_", "", self.name) + "".join(v for k, v in strictness.items() if k in self.mode)

    def footprint(self, n):
        """Bytes of all buffers."""
        sizes = {"8": 1, "16": 2, "32": 4, "64": 8}
        width = lambda kind: sizes[re.search(r"8|16|32|64", TYPES[kind][0]).group()] if "int" in TYPES[kind][0] else \
            4 if TYPES[kind][0] == "float" else 8
        return sum(width(kind) * evaluate(count, n) for _, kind, count in self.buffers)


def alone(text, name):
    """The file without the other kernels: a compiler's time is this one's."""
    block = r"(?:^//[^\n]*\n)*^// BENCH [^\n]*\n(?:^//[^\n]*\n)*^[^\n]*?(\w+)\(.*?^}\n\n?"
    return re.sub(block, lambda m: m.group() if m.group(1) == name else "", text, flags=re.M | re.S)


def parameters(text, at):
    """The parameters of the list that starts at `at`."""
    depth, found = 0, [""]
    for c in text[at:]:
        depth += (c in "([") - (c in ")]")
        if depth < 0:
            return [p.strip() for p in found]
        if c == "," and depth == 0:
            found.append("")
        else:
            found[-1] += c


def abi(parameter):
    """The driver knows no structs and no variable arrays; to a caller all pointers are alike."""
    return "void *" if "*" in parameter or "[" in parameter else parameter


def evaluate(expr, n):
    return float(eval(expr, {"n": n}))  # the table's own arithmetic


def kernels(suite=""):
    folder = os.path.join(HERE, "kernels", suite)
    for name in sorted(f for f in os.listdir(folder) if f.endswith(".c")):
        path = os.path.join(folder, name)
        text = open(path).read()
        for line in re.findall(r"^// BENCH (.*)$", text, re.M):
            yield Kernel(path, line, text)
