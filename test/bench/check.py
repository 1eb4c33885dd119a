"""The C code with which a benchmark compares its variants before it times them.

Every variant runs once on the same data as the first one, the gcc build of the original. All buffers and the return value
must agree:

    integers        bit for bit
    -ffast-math     |got - want| <= TOL * (|want| + sqrt(n)): the order of a sum is free
    -ffp-contract=off   bit for bit, any NaN for a NaN
    otherwise       8 + sqrt(n) ulp of the largest value of the buffer: compilers differ in which products they fuse

A buffer lies between two pages that may not be touched, once against the upper and once against the lower one, and the
bytes that remain of its pages must not change:

    [no access] slop [buffer] [no access]      [no access] [buffer] slop [no access]

Sizes are 0 to 67 (or as the row says), some around the powers of two, and those of the benchmark. The data are random, of both signs, with a
full significand; small sizes are repeated with infinities and zeros of both signs, and NaN where floats stay floats.
A size at which the original itself leaves its buffers (x[0] of none) is left out.
"""
import re

from rows import TYPES

KINDS = {"float": "F32", "double": "F64"}

CHECK = r"""
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
enum { F32, F64, Integer };
enum { Bitwise, Ulps, Reassociated };
typedef struct { const char *name; int kind; size_t size, count; void (*fill)(char *, size_t n, size_t i, int special); char *map, *at, *input, *want; size_t bytes, room; } buffer_t;
static sigjmp_buf outside;
static void onFault(int signal) { siglongjmp(outside, signal); }

static double random1(void) { /* [-2, 2), 53 bits */
  return (((double)rnd() * 16777216.0 + rnd()) * 32.0 + (rnd() & 31)) / 2251799813685248.0 - 2.0;
}
static double special1(int special) {
  static const double specials[] = { -0.0, 0.0, INFINITY, -INFINITY, NAN };
  return special && rnd() % 32 == 0 ? specials[rnd() % (unsigned)special] : random1();
}
@FILLS@
static void fill(const buffer_t *b, size_t n, int special) {
  for (size_t i = 0; i < b->count; ++i) b->fill(b->input + i * b->size, n, i, special);
}
static double at(const buffer_t *b, const char *p, size_t i) {
  return b->kind == F32 ? ((const float *)p)[i] : ((const double *)p)[i];
}
/* The first element of `got` that is not what `want` allows, or -1. */
static long differs(const buffer_t *b, const char *want, const char *got, size_t n) {
  if (!memcmp(want, got, b->bytes)) return -1;
  if (b->kind == Integer) {
    size_t i = 0;
    while (!memcmp(want + i * b->size, got + i * b->size, b->size)) ++i;
    return (long)i;
  }
  double scale = b->fill ? 0 : sqrt((double)n), unit = b->kind == F32 ? 0x1p-23 : 0x1p-52;
  for (size_t i = 0; i < b->count; ++i)
    if (isfinite(at(b, want, i)) && fabs(at(b, want, i)) > scale) scale = fabs(at(b, want, i));
  for (size_t i = 0; i < b->count; ++i) {
    double w = at(b, want, i), g = at(b, got, i);
    if (!memcmp(want + i * b->size, got + i * b->size, b->size) || (isnan(w) && isnan(g))) continue;
    double room = @EXACT@ == Bitwise ? -1 : @EXACT@ == Ulps ? (8 + sqrt((double)n)) * unit * scale : 1024 * unit * (fabs(w) + sqrt((double)n));
    if (!(fabs(w - g) <= room)) return (long)i;
  }
  return -1;
}
static void show(const buffer_t *b, const char *p, size_t i) {
  if (b->kind <= F64) { printf(b->kind == F32 ? "%.9g" : "%.17g", at(b, p, i)); return; }
  uint64_t v = 0;
  memcpy(&v, p + i * b->size, b->size);
  printf("0x%0*llx", (int)(2 * b->size), (unsigned long long)v);
}
static int fail(int v, size_t n, const char *what) {
  printf("@NAME@: %s differs from %s at n = %zu: %s", variants[v].name, variants[0].name, n, what);
  return 1;
}
static void place(buffer_t *b, int low) {
  size_t page = 4096;
  b->bytes = b->count * b->size;
  b->room = (b->bytes + page - 1) / page * page;
  b->map = mmap(0, b->room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (b->map == MAP_FAILED || (b->room && mprotect(b->map + page, b->room, PROT_READ | PROT_WRITE))) abort();
  b->at = b->map + page + (low ? 0 : b->room - b->bytes);
  b->input = malloc(b->bytes + 1), b->want = malloc(b->bytes + 1);
}
static int checkOne(size_t n, int low, int special) {
  static @RETURNS@ want;
  buffer_t r = { "the result", @RESULTKIND@, sizeof want, 1, 0, 0, 0, 0, 0, sizeof want, 0 };
  buffer_t b[B] = { @BUFFERS@ };
  void *data[B];
  volatile int bad = 0;
  for (int i = 0; i < B; ++i) place(&b[i], low), fill(&b[i], n, special), data[i] = b[i].at;
  for (volatile int v = 0; v < V && !bad; ++v) {
    for (int i = 0; i < B; ++i) {
      if (b[i].room) memset(b[i].map + 4096, 0xa5, b[i].room);
      memcpy(b[i].at, b[i].input, b[i].bytes);
    }
    /* It takes no empty matrix, and its triangles treat a zero times a NaN as zero. */
    if (!strcmp(variants[v].name, "openblas") && (special || !n)) continue;
    int fault = sigsetjmp(outside, 1);
    if (!fault) variants[v].call(n, data);
    if (fault && v == 0) break;
    if (fault) bad = fail(v, n, fault == SIGILL ? "illegal instruction\n" : fault == SIGFPE ? "division by zero\n" : "accesses memory outside the buffers\n");
    if (v == 0) {
      want = result;
      for (int i = 0; i < B; ++i) memcpy(b[i].want, b[i].at, b[i].bytes);
    }
    for (int i = 0; i < B && !bad; ++i) {
      for (char *p = b[i].map + 4096; p < b[i].map + 4096 + b[i].room; ++p)
        if (p == b[i].at) p += b[i].bytes - (b[i].bytes > 0);
        else if (*p != (char)0xa5) { bad = fail(v, n, "writes beside "), printf("%s\n", b[i].name); break; }
      long e = bad ? -1 : differs(&b[i], b[i].want, b[i].at, n);
      if (e < 0) continue;
      bad = fail(v, n, ""), printf("%s[%ld] is ", b[i].name, e), show(&b[i], b[i].at, e);
      printf(", not "), show(&b[i], b[i].want, e), printf("%s\n", special ? " (infinities or NaN among the data)" : "");
    }
    if (!bad && differs(&r, (char *)&want, (char *)&result, n) >= 0)
      bad = fail(v, n, "the result is "), show(&r, (char *)&result, 0), printf(", not "), show(&r, (char *)&want, 0), puts("");
  }
  for (int i = 0; i < B; ++i) munmap(b[i].map, b[i].room + 8192), free(b[i].input), free(b[i].want);
  return bad;
}
static int check(void) {
  static const size_t sizes[] = { @SMALL@ }, large[] = { @LARGE@ };
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = onFault;
  sigaction(SIGSEGV, &action, 0), sigaction(SIGBUS, &action, 0), sigaction(SIGILL, &action, 0), sigaction(SIGFPE, &action, 0);
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; ++s)
    for (int low = 0; low < 2; ++low)
      if (checkOne(sizes[s], low, 0) || (@SPECIALS@ && checkOne(sizes[s], low, @SPECIALS@))) return 1;
  for (unsigned s = 0; s < sizeof large / sizeof *large; ++s)
    if (checkOne(large[s], s & 1, 0)) return 1;
  return 0;
}
"""


def exactness(mode):
    """The floats' rule under the compiler flags `mode`: a name of the C code's enum."""
    if "-ffast-math" in mode or "-fassociative-math" in mode:
        return "Reassociated"
    return "Bitwise" if "-ffp-contract=off" in mode else "Ulps"


def fillText(kind):
    """C code of fill_KIND, which writes element i of a buffer: numbers are random to the last bit."""
    ctype, value = TYPES[kind]
    if value == "u":
        body = f"*({ctype} *)p = ({ctype})special1(special);"
    elif value == "rnd()":
        body = f"for (size_t k = 0; k < sizeof({ctype}); ++k) p[k] = (char)rnd();"
    else:
        body = f"double u = fabs(random1()) / 2; *({ctype} *)p = ({ctype})({value});"
    return f"static void fill_{kind}(char *p, size_t n, size_t i, int special) {{ {body} }}\n"


def checkedSizes(kernel):
    """Sizes that are compared with data of every kind, and those of the benchmark."""
    low, high = kernel.check
    some = [100, 127, 128, 129, 200, 255, 257, 300] if len(kernel.sizes) == 3 else [100, 129] if high == 67 else []
    first, *rest = kernel.sizes
    larger = [n + extra for n in kernel.sizes[:2] for extra in (0, 13)] + kernel.sizes[2:] if len(rest) == 2 else [first + 13, *rest]
    return list(range(low, high + 1)) + some, larger


def checkText(kernel):
    """C code defining `int check(void)`, 0 when all variants agree, else 1 with the difference on stdout.

    It expects `variants`, `V`, `B`, `rnd` and the global `result` of the driver.
    """
    kinds = [kind for _, kind, _ in kernel.buffers]
    floats = [kind for kind in kinds if TYPES[kind][0] in KINDS]
    # A NaN or infinity in a sum that may be reordered, or converted to an integer, proves nothing; nor in a matrix
    # whose values had to be special ones.
    specials = 5 if len(floats) == len(kinds) else 4 if floats else 0
    if exactness(kernel.mode) == "Reassociated" or {"dom", "decay"} & set(kinds):
        specials = 0
    buffers = ", ".join(f'{{ "{name}", {KINDS.get(TYPES[kind][0], "Integer")}, sizeof({TYPES[kind][0]}), {count}, fill_{kind}, '
                        "0, 0, 0, 0, 0, 0 }" for name, kind, count in kernel.buffers)
    small, large = checkedSizes(kernel)
    values = {"NAME": kernel.name, "EXACT": exactness(kernel.mode), "BUFFERS": buffers,
              "FILLS": "".join(fillText(kind) for kind in sorted(set(kinds))),
              "RETURNS": "int" if kernel.returns == "void" else kernel.returns, "SPECIALS": specials,
              "RESULTKIND": KINDS.get(kernel.returns, "Integer"), "SMALL": ", ".join(map(str, small)),
              "LARGE": ", ".join(map(str, large))}
    return re.sub(r"@(\w+)@", lambda m: str(values[m.group(1)]), CHECK)
