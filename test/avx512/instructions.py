"""What the instructions of AVX-512 compute, in LLVM IR: one body for each family, whatever the width.

The families and their semantics are those of Intel's Software Developer's Manual, volume 2. `defined(module)` is the
module with each call of `llvm.x86.avx512.NAME` made a call of a function that is defined at its end; a name that no
family takes is an error that says so.
"""
import contextlib
import re
import struct

FLOAT_BITS = {"float": 32, "double": 64, "half": 16}


def bits_of(number, element):
    """The constant as LLVM spells it; beyond the range of half, infinity."""
    if element == "half":
        return "0xH%04X" % (struct.unpack("<H", struct.pack("<e", number)) if number < 65520 else 0x7C00)
    return "0x%016X" % struct.unpack("<Q", struct.pack("<d", number))


class Type:
    """`<lanes x element>`, or a scalar (lanes 0)."""

    def __init__(self, text):
        self.text = text
        match = re.fullmatch(r"<(\d+) x (\w+)>", text)
        self.lanes, self.element = (int(match[1]), match[2]) if match else (0, text)

    @property
    def bits(self):
        return FLOAT_BITS.get(self.element) or int(self.element[1:])

    @property
    def is_float(self):
        return self.element in FLOAT_BITS

    def of(self, element):
        return Type("<%d x %s>" % (self.lanes, element)) if self.lanes else Type(element)

    def by(self, lanes):
        return Type("<%d x %s>" % (lanes, self.element))

    def __str__(self):
        return self.text


class Body:
    """Appends instructions; a value is its name, its type is known."""

    def __init__(self):
        self.lines, self.types, self.declarations = ["entry:"], {}, set()
        self.block = "entry"

    def op(self, text, type):
        value = "%%v%d" % len(self.lines)
        self.types[value] = type
        self.lines.append("  %s = %s" % (value, text))
        return value

    def splat(self, number, type):
        """The constant with `number` in every lane."""
        if type.is_float:
            number = bits_of(number, type.element)
        value = "<" + ", ".join(["%s %s" % (type.element, number)] * type.lanes) + ">"
        self.types[value] = type
        return value

    def function(self, name, result, operands, value):
        """The text of all; `operands` are types and names."""
        returned = "ret %s %s" % (result, value) if value else "ret void"
        return "define internal %s @%s(%s) alwaysinline \"target-cpu\"=\"x86-64-v3\" {\n%s\n  %s\n}\n" % (
            result, name, ", ".join("%s %s" % pair for pair in operands), "\n".join(self.lines), returned)

    def lane(self, a, index):
        type = Type(self.types[a].element)
        return self.op("extractelement %s %s, i32 %d" % (self.types[a], a, index), type)

    @contextlib.contextmanager
    def where(self, condition):
        """What is appended inside happens where the condition holds; gives the names of the blocks before and inside."""
        start, number = self.block, len(self.lines)
        on, after = "on%d" % number, "after%d" % number
        self.lines += ["  br i1 %s, label %%%s, label %%%s" % (condition, on, after), on + ":"]
        yield start, on
        self.lines += ["  br label %%%s" % after, after + ":"]
        self.block = after

    def binary(self, op, a, b):
        return self.op("%s %s %s, %s" % (op, self.types[a], a, b), self.types[a])

    def compare(self, condition, a, b):
        type = self.types[a]
        op = "fcmp" if type.is_float else "icmp"
        return self.op("%s %s %s %s, %s" % (op, condition, type, a, b), type.of("i1"))

    def select(self, condition, a, b):
        type = self.types[a]
        return self.op("select %s %s, %s %s, %s %s" % (self.types[condition], condition, type, a, type, b), type)

    def cast(self, op, a, type):
        return self.op("%s %s %s to %s" % (op, self.types[a], a, type), type)

    def shuffle(self, a, b, lanes):
        type = self.types[a]
        picks = ", ".join("i32 %d" % lane for lane in lanes)
        return self.op("shufflevector %s %s, %s %s, <%d x i32> <%s>" % (type, a, type, b, len(lanes), picks), type.by(len(lanes)))

    def call(self, intrinsic, *operands):
        """An overloaded intrinsic of LLVM whose result and operands have one type."""
        type = self.types[operands[0]]
        name = "@llvm.%s.v%d%s" % (intrinsic, type.lanes, "f%d" % type.bits if type.is_float else type.element)
        self.declarations.add("declare %s %s(%s)" % (type, name, ", ".join([str(type)] * len(operands))))
        return self.op("call %s %s(%s)" % (type, name, ", ".join("%s %s" % (type, v) for v in operands)), type)

    def lowest(self, a, lanes):
        """The first lanes; further ones are zero."""
        type = self.types[a]
        if lanes == type.lanes:
            return a
        zero = self.splat(0, type)
        return self.shuffle(a, zero, list(range(min(lanes, type.lanes))) + [type.lanes] * max(0, lanes - type.lanes))

    def masked(self, value, passed, mask):
        """`value` where the integer `mask` has ones, else `passed`; lanes beyond the value's are zero."""
        type = self.types[value]
        bits = self.types[mask].bits
        ones = self.cast("bitcast", mask, Type("<%d x i1>" % bits))
        if bits != type.lanes:
            ones = self.shuffle(ones, ones, range(type.lanes))
        kept = self.lowest(passed, type.lanes)
        return self.lowest(self.select(ones, value, kept), self.types[passed].lanes)


def shift_by_lanes(body, op, value, counts):
    type = body.types[value]
    if op == "ashr":
        counts = body.call("umin", counts, body.splat(type.bits - 1, type))
        return body.binary(op, value, counts)
    inside = body.compare("ult", counts, body.splat(type.bits, type))
    zero = body.splat(0, type)
    return body.select(inside, body.binary(op, value, body.select(inside, counts, zero)), zero)


SHIFTS = {"sll": "shl", "srl": "lshr", "sra": "ashr"}


def shift_v(body, match, result, a):
    return shift_by_lanes(body, SHIFTS[match[1]], a[0], a[1])


def shift_uniform(body, match, result, a):
    count = body.cast("bitcast", a[1], Type("<2 x i64>"))
    low = body.lane(count, 0)
    limit = body.op("call i64 @llvm.umin.i64(i64 %s, i64 %d)" % (low, result.bits), Type("i64"))
    body.declarations.add("declare i64 @llvm.umin.i64(i64, i64)")
    narrow = limit if result.bits == 64 else body.cast("trunc", limit, Type(result.element))
    first = body.op("insertelement %s poison, %s %s, i32 0" % (result, result.element, narrow), result)
    return shift_by_lanes(body, SHIFTS[match[1]], a[0], body.shuffle(first, first, [0] * result.lanes))


def wide(body, values, extension):
    """The values with lanes of twice the bits."""
    type = body.types[values[0]]
    twice = type.of("i%d" % (2 * type.bits))
    return [body.cast(extension, v, twice) for v in values]


def average(body, match, result, a):
    x, y = wide(body, a, "zext")
    type = body.types[x]
    one = body.splat(1, type)
    return body.cast("trunc", body.binary("lshr", body.binary("add", body.binary("add", x, y), one), one), result)


def multiply_high(body, match, result, a):
    x, y = wide(body, a, "zext" if match[1] else "sext")
    product = body.binary("mul", x, y)
    return body.cast("trunc", body.binary("lshr", product, body.splat(result.bits, body.types[x])), result)


def multiply_rounded(body, match, result, a):
    x, y = wide(body, a, "sext")
    type = body.types[x]
    one = body.splat(1, type)
    high = body.binary("ashr", body.binary("mul", x, y), body.splat(14, type))
    return body.cast("trunc", body.binary("ashr", body.binary("add", high, one), one), result)


def pairs(body, value):
    lanes = body.types[value].lanes
    return body.shuffle(value, value, range(0, lanes, 2)), body.shuffle(value, value, range(1, lanes, 2))


def multiply_add_pairs(body, match, result, a):
    x, y = wide(body, a, "sext")
    even, odd = pairs(body, body.binary("mul", x, y))
    return body.binary("add", even, odd)


def multiply_add_bytes(body, match, result, a):
    type = body.types[a[0]]
    words = type.of("i32")
    even, odd = pairs(body, body.binary("mul", body.cast("zext", a[0], words), body.cast("sext", a[1], words)))
    return saturated(body, body.binary("add", even, odd), result, False)


def saturated(body, value, result, is_unsigned):
    """Signed values cut off at what the narrower lanes hold."""
    type = body.types[value]
    bits = result.bits
    low, high = (0, 2 ** bits - 1) if is_unsigned else (-2 ** (bits - 1), 2 ** (bits - 1) - 1)
    value = body.call("smax", body.call("smin", value, body.splat(high, type)), body.splat(low, type))
    return body.cast("trunc", value, type.of(result.element))


def pack(body, match, result, a):
    x, y = (saturated(body, v, result, match[1] == "us") for v in a)
    n = body.types[x].lanes
    block = 128 // result.bits // 2
    lanes = []
    for first in range(0, n, block):
        lanes += list(range(first, first + block)) + list(range(n + first, n + first + block))
    return body.shuffle(x, y, lanes)


def sums_of_differences(body, match, result, a):
    x, y = a
    difference = body.binary("sub", body.call("umax", x, y), body.call("umin", x, y))
    type = body.types[x]
    total = body.cast("zext", difference, type.of("i64"))
    while body.types[total].lanes > result.lanes:
        even, odd = pairs(body, total)
        total = body.binary("add", even, odd)
    return total


def ternary(body, match, result, a):
    ones = body.splat(-1, result)
    complement = [body.binary("xor", v, ones) for v in a[:3]]
    total = body.splat(0, result)
    zero = total
    for k in range(8):
        bits = [a[i] if k >> (2 - i) & 1 else complement[i] for i in range(3)]
        term = body.binary("and", body.binary("and", bits[0], bits[1]), bits[2])
        bit = body.op("and i32 %s, %d" % (a[3], 1 << k), Type("i32"))
        isset = body.op("icmp ne i32 %s, 0" % bit, Type("i1"))
        total = body.binary("or", total, body.select(isset, term, zero))
    return total


def extremum(body, match, result, a):
    return body.select(body.compare("olt" if match[1] == "min" else "ogt", a[0], a[1]), a[0], a[1])


def round_scale(body, match, result, a):
    """Without scaling: bits 4 to 7 of the immediate are zero."""
    mode = body.op("and i32 %s, 7" % a[1], Type("i32"))
    value = body.call("nearbyint", a[0])
    for number, how in enumerate(["roundeven", "floor", "ceil", "trunc"]):
        isso = body.op("icmp eq i32 %s, %d" % (mode, number), Type("i1"))
        value = body.select(isso, body.call(how, a[0]), value)
    return body.masked(value, a[2], a[3])


def truncate(body, match, result, a):
    """To integers, the highest bit alone (unsigned: all bits) where they have no such value."""
    value, is_unsigned = a[0], bool(match[1])
    source = body.types[value]
    if result.lanes < source.lanes:
        value = body.lowest(value, result.lanes)
    source = body.types[value]
    target = source.of(result.element)
    bits = result.bits
    low, high = (-1.0, 2.0 ** bits) if is_unsigned else (-2.0 ** (bits - 1), 2.0 ** (bits - 1))
    whole = body.call("trunc", value)
    lowest = body.compare("ogt" if is_unsigned else "oge", whole, body.splat(low, source))
    inside = body.binary("and", lowest, body.compare("olt", whole, body.splat(high, source)))
    zero = body.splat(0, source)
    number = body.cast("fptoui" if is_unsigned else "fptosi", body.select(inside, whole, zero), target)
    wrong = body.splat(-1 if is_unsigned else -2 ** (bits - 1), target)
    return body.masked(body.select(inside, number, wrong), a[1], a[2])


def to_float(body, match, result, a):
    value = body.cast("uitofp" if match[1] else "sitofp", a[0], body.types[a[0]].of(result.element))
    return body.masked(value, a[1], a[2])


def round_to_narrower(body, match, result, a):
    return body.masked(body.cast("fptrunc", a[0], body.types[a[0]].of(result.element)), a[1], a[2])


def to_half(body, match, result, a):
    type = body.types[a[0]]
    half = body.cast("bitcast", body.cast("fptrunc", a[0], type.of("half")), type.of("i16"))
    return body.masked(half, a[2], a[3])


def narrow(body, match, result, a):
    kind, type = match[1], body.types[a[0]]
    target = type.of(result.element)
    if kind == "s":
        value = saturated(body, a[0], result, False)
    elif kind == "us":
        value = body.cast("trunc", body.call("umin", a[0], body.splat(2 ** result.bits - 1, type)), target)
    else:
        value = body.cast("trunc", a[0], target)
    return body.masked(value, a[1], a[2])


def addresses(body, base, indices, scale, lanes):
    indices = body.lowest(indices, lanes)
    type = body.types[indices]
    if type.bits < 64:
        indices = body.cast("sext", indices, type.of("i64"))
    wide = body.types[indices]
    factor = body.op("sext i32 %s to i64" % scale, Type("i64"))
    first = body.op("insertelement %s poison, i64 %s, i32 0" % (wide, factor), wide)
    offsets = body.binary("mul", indices, body.shuffle(first, first, [0] * lanes))
    return body.op("getelementptr i8, ptr %s, %s %s" % (base, wide, offsets), Type("<%d x ptr>" % lanes))


def gather(body, match, result, a):
    passed, base, indices, mask, scale = a
    lanes = body.types[mask].lanes
    at = addresses(body, base, indices, scale, lanes)
    value = body.lowest(passed, lanes)
    type = body.types[value]
    for lane in range(lanes):
        before = value
        address = body.lane(at, lane)
        with body.where(body.lane(mask, lane)) as (start, on):
            loaded = body.op("load %s, ptr %s, align 1" % (type.element, address), Type(type.element))
            value = body.op("insertelement %s %s, %s %s, i32 %d" % (type, before, type.element, loaded, lane), type)
        value = body.op("phi %s [ %s, %%%s ], [ %s, %%%s ]" % (type, before, start, value, on), type)
    return body.lowest(value, result.lanes)


def scatter(body, match, result, a):
    base, mask, indices, value, scale = a
    lanes = body.types[mask].lanes
    at = addresses(body, base, indices, scale, lanes)
    element = body.types[value].element
    for lane in range(lanes):
        address, stored = body.lane(at, lane), body.lane(value, lane)
        with body.where(body.lane(mask, lane)):
            body.lines.append("  store %s %s, ptr %s, align 1" % (element, stored, address))
    return None


def compress(body, match, result, a):
    """The lanes of a[0] that the mask has, one after the other; those of a[1] behind them."""
    value, passed, mask = a
    type = body.types[value]
    at = body.op("alloca %s" % type, Type("ptr"))
    body.lines.append("  store %s %s, ptr %s" % (type, passed, at))
    taken = body.op("add i32 0, 0", Type("i32"))
    for lane in range(type.lanes):
        place = body.op("getelementptr %s, ptr %s, i32 %s" % (type.element, at, taken), Type("ptr"))
        kept, is_on = body.lane(value, lane), body.lane(mask, lane)
        with body.where(is_on):
            body.lines.append("  store %s %s, ptr %s" % (type.element, kept, place))
        taken = body.binary("add", taken, body.cast("zext", is_on, Type("i32")))
    return body.op("load %s, ptr %s" % (type, at), type)


def permute(body, match, result, a):
    """Lane i is the lane that a[1][i] names, of the first operand, or of the first and third laid end to end."""
    table = a[0] if match[1] == "permvar" else body.shuffle(a[0], a[2], range(2 * result.lanes))
    type = body.types[table]
    lane = Type(result.element)
    at = body.op("alloca %s" % type, Type("ptr"))
    body.lines.append("  store %s %s, ptr %s" % (type, table, at))
    value = "poison"
    for i in range(result.lanes):
        index = body.op("and i%d %s, %d" % (result.bits, body.lane(a[1], i), type.lanes - 1), Type("i%d" % result.bits))
        address = body.op("getelementptr %s, ptr %s, i%d %s" % (lane, at, result.bits, index), Type("ptr"))
        picked = body.op("load %s, ptr %s" % (lane, address), lane)
        value = body.op("insertelement %s %s, %s %s, i32 %d" % (result, value, lane, picked, i), result)
    return value


def look_up_bytes(body, match, result, a):
    """Each 128 bits look themselves up in those of the table, as AVX2's instruction does for half of them."""
    half, name = result.by(32), "@llvm.x86.avx2.pshuf.b"
    body.declarations.add("declare %s %s(%s, %s)" % (half, name, half, half))
    parts = [[body.shuffle(v, v, range(first, first + 32)) for v in a[:2]] for first in (0, 32)]
    low, high = (body.op("call %s %s(%s %s, %s %s)" % (half, name, half, table, half, index), half)
                 for table, index in parts)
    return body.shuffle(low, high, range(64))


def factors(body, values, element):
    """The factors of a dot product; before LLVM 21 they are declared as the lanes that they are summed in."""
    lanes = body.types[values[0]].lanes * body.types[values[0]].bits // int(element[1:])
    type = Type("<%d x %s>" % (lanes, element))
    return [v if str(body.types[v]) == str(type) else body.cast("bitcast", v, type) for v in values]


def dot_of_bytes(body, match, result, a):
    x, y = factors(body, a[1:], "i8")
    words = body.types[x].of("i32")
    products = body.binary("mul", body.cast("zext", x, words), body.cast("sext", y, words))
    return sum_of_groups(body, a[0], products)


def dot_of_words(body, match, result, a):
    x, y = wide(body, factors(body, a[1:], "i16"), "sext")
    return sum_of_groups(body, a[0], body.binary("mul", x, y))


def sum_of_groups(body, total, products):
    """Groups of neighbouring products, as many as make one lane of `total`, added to it."""
    while body.types[products].lanes > body.types[total].lanes:
        even, odd = pairs(body, products)
        products = body.binary("add", even, odd)
    return body.binary("add", total, products)


FAMILIES = [(re.compile(pattern), meaning) for pattern, meaning in [
    (r"p(sll|srl|sra)v\.[wdq]\.\d+", shift_v),
    (r"p(sll|srl|sra)\.[wdq]\.\d+", shift_uniform),
    (r"pavg\.[bw]\.512", average),
    (r"pmulh(u?)\.w\.512", multiply_high),
    (r"pmul\.hr\.sw\.512", multiply_rounded),
    (r"pmaddw\.d\.512", multiply_add_pairs),
    (r"pmaddubs\.w\.512", multiply_add_bytes),
    (r"pack(ss|us)(?:dw|wb)\.512", pack),
    (r"psad\.bw\.512", sums_of_differences),
    (r"pternlog\.[dq]\.\d+", ternary),
    (r"(min|max)\.p[sdh]\.\d+", extremum),
    (r"mask\.rndscale\.p[sd]\.\d+", round_scale),
    (r"mask\.v?cvttp[sdh]2(u?)(?:dq|qq|w)\.\d+", truncate),
    (r"mask\.cvt(u?)qq2ps\.128", to_float),
    (r"mask\.cvtpd2ps\.512", round_to_narrower),
    (r"mask\.vcvtps2ph\.512", to_half),
    (r"mask\.pmov(s|us|)\.[qdw][dwb]\.\d+", narrow),
    (r"pshuf\.b\.512", look_up_bytes),
    (r"(permvar|vpermi2var)\.[a-z]+\.\d+", permute),
    (r"vpdpbusd\.\d+", dot_of_bytes),
    (r"vpdpwssd\.\d+", dot_of_words),
    (r"mask\.compress\.v\d+[fi]\d+", compress),
    (r"mask\.gather.*", gather),
    (r"mask\.scatter.*", scatter),
]]


def definition(name, result, operands, declarations):
    for pattern, meaning in FAMILIES:
        match = pattern.fullmatch(name)
        if match:
            break
    else:
        raise SystemExit("emulated-clang: no meaning of llvm.x86.avx512.%s is known" % name)
    body = Body()
    values = []
    for index, operand in enumerate(operands):
        values.append("%%a%d" % index)
        body.types[values[-1]] = Type(operand)
    value = meaning(body, match, Type(result), values)
    if value and str(body.types[value]) != result:
        raise SystemExit("emulated-clang: %s gives %s for %s" % (name, body.types[value], result))
    declarations |= body.declarations
    return body.function("emulated." + name, result, zip(operands, values), value)


DECLARATION = re.compile(r"^declare (?:noundef )?(.+?) @llvm\.x86\.avx512(?:fp16)?\.([a-z0-9.]+)\((.*)\).*\n", re.M)


# An empty statement of assembly keeps the compiler from knowing a value; of 512 bits, memory does.
FENCE = re.compile(r'call (<\d+ x \w+>) asm (?:sideeffect )?"[^"]*", "=v,0[^"]*"\((<\d+ x \w+>) (.*)\)'
                   r'(?=$| #\d+|, !)', re.M)


def fences(module):
    """The module with its fences of 512 bits replaced, and their definitions."""
    types = {}

    def replacement(match):
        type = Type(match[1])
        if type.lanes * type.bits != 512:
            return match[0]
        name = "@emulated.fence.v%d%s" % (type.lanes, type.element)
        types[name] = type
        return "call %s %s(%s %s)" % (type, name, type, match[3])

    module = FENCE.sub(replacement, module)
    return module, ["define internal %s %s(%s %%v) alwaysinline \"target-cpu\"=\"x86-64-v3\" {\n  %%at = alloca %s\n"
                    "  store volatile %s %%v, ptr %%at\n  %%r = load volatile %s, ptr %%at\n  ret %s %%r\n}\n" %
                    ((type, name) + (type,) * 5) for name, type in types.items()]


# Before LLVM 21, fma of halves without the instruction is one of floats, which rounds twice.
HALF_FMA = re.compile(r"^declare (<\d+ x half>|half) @llvm\.fma\.(\w*f16)\(.*\n", re.M)


def half_fma(match):
    """In double, where no product or sum of halves is rounded to where it matters."""
    type, body = Type(match[1]), Body()
    operands = ["%a0", "%a1", "%a2"]
    body.types.update({operand: type for operand in operands})
    wide = type.of("double")
    a, b, c = (body.cast("fpext", operand, wide) for operand in operands)
    sum = body.binary("fadd", body.binary("fmul", a, b), c)
    return body.function("emulated.fma." + match[2], type, [(type, operand) for operand in operands],
                         body.cast("fptrunc", sum, type))


# Functions of SLEEF and glibc on 512 bits.
VECTOR_MATH = re.compile(r"^declare (<\d+ x \w+>) @(Sleef_\w+avx512f|_ZGVeN\w+)\((.*)\).*\n", re.M)


def by_halves(match, declarations):
    """Such a function by the one on 256 bits."""
    type, name = Type(match[1]), match[2]
    half = type.by(type.lanes // 2)
    narrower = name.replace("avx512f", "avx2").replace("_ZGVeN", "_ZGVdN").replace(str(type.lanes), str(half.lanes), 1)
    body = Body()
    operands = ["%%a%d" % index for index in range(match[3].count(",") + 1)]
    halves = []
    for first in (0, half.lanes):
        parts = []
        for operand in operands:
            body.types[operand] = type
            parts.append(body.shuffle(operand, operand, range(first, first + half.lanes)))
        halves.append(body.op("call %s @%s(%s)" % (half, narrower, ", ".join("%s %s" % (half, part) for part in parts)), half))
    whole = body.shuffle(*halves, range(type.lanes))
    declarations.add("declare %s @%s(%s)" % (half, narrower, ", ".join([str(half)] * len(operands))))
    return body.function(name, type, [(type, operand) for operand in operands], whole)


def defined(module):
    module, definitions = fences(module)
    declarations = set()
    definitions += [half_fma(match) for match in HALF_FMA.finditer(module)]
    module = re.sub(r"@llvm\.fma\.(\w*f16)\b", r"@emulated.fma.\1", HALF_FMA.sub("", module))
    module = VECTOR_MATH.sub(lambda match: by_halves(match, declarations), module)
    for result, name, operands in DECLARATION.findall(module):
        types = [re.sub(r" (?:noundef|immarg|readonly|captures\(none\)|nocapture)", "", o) for o in re.split(r", ", operands)]
        definitions.append(definition(name, result, types, declarations))
    module = re.sub(r"@llvm\.x86\.avx512(?:fp16)?\.", "@emulated.", DECLARATION.sub("", module))
    known = set(re.findall(r"^declare .*? (@[\w.]+)\(", module, re.M))
    missing = [d for d in sorted(declarations) if re.search(r"@[\w.]+", d)[0] not in known]
    return module + "\n" + "\n".join(definitions) + "\n" + "\n".join(missing) + "\n"
