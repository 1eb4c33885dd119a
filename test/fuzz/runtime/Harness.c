// Runs every function in all its versions on the same memory and compares all
// of it. Arrays lie in regions between unreadable pages:
//
//   |guard|............................[ red zone | array ]|guard|[ ...
//
// A test first runs the traced copy, which tells the exact footprint of this
// call on this data; the arrays are then placed so that their footprint ends
// (or begins, or neither) at a guard page, sometimes overlapping each other
// where the declarations permit. Oracle and variants see the same addresses
// modulo the page size and the same bytes around the footprint.
//
//   check TESTS SEED SECONDS
//
// Prints a line "FAIL function version kind where" for the first failure of
// each function and version, and a last line "DONE tests skipped".
#include "Harness.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>

enum { guard = 65536, regionBytes = 8 << 20, redZone = 512, stride = regionBytes + guard };
enum { Pristine, Oracle, Variant, Traced, arenas };
enum { stopOutside = 1000, stopTooLong };

static char *arena[arenas];

// The layout of the current test.
static const FzFunction *fn;
static int regionOf[fzMaxArrays];      // of each array
static int64_t shift[fzMaxArrays];     // of its base, from the region's origin
static int64_t origin[fzMaxArrays];    // of each region
static int64_t lo[fzMaxArrays], hi[fzMaxArrays]; // the footprint, from the origin
static int64_t filledLo[fzMaxArrays], filledHi[fzMaxArrays];
static const FzParam *content[fzMaxArrays]; // the widest type in the region
static uint64_t dataSeed;
static FzCall call;
static long accesses;

static sigjmp_buf stopped;
static volatile sig_atomic_t ticks, running, tickLimit;

static void onSignal(int number) {
  if (number == SIGPROF && (!running || ++ticks <= tickLimit))
    return;
  if (!running) {
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  siglongjmp(stopped, number);
}

static void setUp(void) {
  for (int a = 0; a < arenas; ++a) {
    size_t size = (size_t)stride * fzMaxArrays + guard;
    arena[a] = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (int r = 0; r < fzMaxArrays; ++r)
      if (arena[a] == MAP_FAILED ||
          mprotect(arena[a] + guard + (size_t)r * stride, regionBytes, PROT_READ | PROT_WRITE)) {
        perror("no memory");
        exit(2);
      }
  }
  static char stack[65536];
  stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternative, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = onSignal;
  action.sa_flags = SA_NODEFER | SA_ONSTACK;
  static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGPROF};
  for (size_t k = 0; k < sizeof signals / sizeof *signals; ++k)
    sigaction(signals[k], &action, NULL);
  // 4 ticks a second of CPU time.
  struct itimerval timer = {{0, 250000}, {0, 250000}};
  setitimer(ITIMER_PROF, &timer, NULL);
}

static char *at(int which, int region, int64_t offset) {
  return arena[which] + guard + (int64_t)region * stride + origin[region] + offset;
}

static int64_t roundDown(int64_t x, int64_t to) { return x - ((x % to) + to) % to; }
static int64_t roundUp(int64_t x, int64_t to) { return -roundDown(-x, to); }

/// Fills [from, to) of a region, bytes from its origin.
static void fill(int which, int region, int64_t from, int64_t to) {
  int64_t bytes = (int64_t)fzBytes(content[region]->type);
  fzFill(at(which, region, from), from / bytes, (size_t)((to - from) / bytes), content[region],
         fzMix(dataSeed, (uint64_t)region));
}

void *fzTrace(const volatile void *address, size_t bytes) {
  if (++accesses > 1500000)
    siglongjmp(stopped, stopTooLong);
  int64_t offset = (const char *)address - arena[Traced];
  if (offset < 0 || offset >= (int64_t)stride * fzMaxArrays + guard)
    return (void *)address; // a local or a global
  int region = (int)((offset - guard) / stride);
  int64_t from = offset - guard - (int64_t)region * stride;
  if (offset < guard || from < 8192 || from + 8192 > regionBytes)
    siglongjmp(stopped, stopOutside);
  from -= origin[region];
  int64_t to = from + (int64_t)bytes;
  if (content[region]->fields) {
    int64_t size = content[region]->fields * (int64_t)fzBytes(content[region]->type);
    from = roundDown(from, size);
    to = roundUp(to, size);
  }
  if (lo[region] == hi[region]) {
    lo[region] = from;
    hi[region] = to;
  }
  if (from < lo[region])
    lo[region] = from;
  if (to > hi[region])
    hi[region] = to;
  if (from < filledLo[region]) {
    int64_t next = roundDown(from - 1024, 8);
    fill(Traced, region, next, filledLo[region]);
    filledLo[region] = next;
  }
  if (to > filledHi[region]) {
    int64_t next = roundUp(to + 1024, 8);
    fill(Traced, region, filledHi[region], next);
    filledHi[region] = next;
  }
  return (void *)address;
}

static void fillGlobals(int version) {
  for (int k = 0; k < fn->globalCount; ++k) {
    const FzGlobal *g = &fn->globals[k];
    FzParam param = {.type = g->type, .isFull = 1};
    fzFill(g->address[version], 0, g->count, &param, fzMix(dataSeed, 50 + (uint64_t)k));
  }
}

/// Runs a version on an arena; 0, or the signal or stop that ended it.
static int run(int version, int which) {
  for (int k = 0; k < fn->arrayCount; ++k)
    call.p[k] = at(which, regionOf[k], shift[k]);
  fillGlobals(version);
  call.result.i = 0;
  ticks = 0;
  int end = sigsetjmp(stopped, 0);
  if (end == 0) {
    running = 1;
    fn->call(version, &call);
  }
  running = 0;
  return end;
}

static int trace(void) {
  for (int r = 0; r < fzMaxArrays; ++r) {
    origin[r] = regionBytes / 2;
    lo[r] = hi[r] = filledLo[r] = filledHi[r] = 0;
  }
  accesses = 0;
  return run(1, Traced);
}

static void chooseSizes(uint64_t seed, int test) {
  uint64_t r = seed;
  int count = 0, hot = 0;
  for (int k = 0; k < fn->scalarCount; ++k)
    count += fn->scalars[k].isSize;
  if (count)
    hot = (int)(fzMix(r, 1) % (uint64_t)count);
  int64_t product = 1, which = 0;
  int even = fzMix(r, 2) % 3 == 0;
  for (int pass = 0; pass < 2; ++pass) {
    which = 0;
    for (int k = 0; k < fn->scalarCount; ++k) {
      const FzParam *p = &fn->scalars[k];
      r = fzMix(r, 3 + (uint64_t)k);
      if (!p->isSize) {
        if (pass == 0)
          call.s[k] = fzScalar(p, r);
        continue;
      }
      int isHot = which++ == hot;
      if (isHot != pass)
        continue;
      uint64_t kind = fzMix(r, 4) % 20;
      int64_t v;
      if (test < 3)
        v = test;
      else if (!isHot)
        v = (int64_t)(fzMix(r, 5) % (even ? 24 : 9));
      else if (even)
        v = (int64_t)(fzMix(r, 5) % 30);
      else if (kind < 5)
        v = (int64_t)(fzMix(r, 5) % 20);
      else if (kind < 16)
        v = (int64_t)(fzMix(r, 5) % 71);
      else // larger, odd
        v = (int64_t)(71 + fzMix(r, 5) % 1000) | 1;
      int64_t most = fn->work / product;
      if (v > most)
        v = most;
      if (v > p->hi)
        v = p->hi;
      if (v < p->lo)
        v = p->lo;
      call.s[k].i = v;
      product *= v > 1 ? v : 1;
    }
  }
}

static int isByte(int type) { return type == FZ_I8 || type == FZ_U8; }
static int isReal(int type) { return type == FZ_F32 || type == FZ_F64; }
static int plainType(int type) { // without the sign
  return type == FZ_I8 || type == FZ_I16 || type == FZ_I32 || type == FZ_I64 ? type + 1 : type;
}

static int mayOverlap(const FzParam *a, const FzParam *b) {
  if (a->isRestrict || b->isRestrict || a->isFixed || b->isFixed)
    return 0;
  if (plainType(a->type) == plainType(b->type))
    return a->isFull == b->isFull && (a->isFull || (a->lo == b->lo && a->hi == b->hi));
  int whole = a->isFull && b->isFull && a->type != FZ_BOOL && b->type != FZ_BOOL &&
              !isReal(a->type) && !isReal(b->type);
  return whole && (isByte(a->type) || isByte(b->type));
}

/// Two arrays in one region may meet there, whichever array they were put there for.
static int mayJoin(int j, int region) {
  for (int k = 0; k < fn->arrayCount; ++k)
    if (k != j && regionOf[k] == region && !mayOverlap(&fn->arrays[k], &fn->arrays[j]))
      return 0;
  return 1;
}

/// Puts some arrays into the region of another, near to or upon it.
static int overlap(uint64_t seed) {
  int any = 0;
  int64_t oldLo[fzMaxArrays], oldHi[fzMaxArrays];
  memcpy(oldLo, lo, sizeof lo);
  memcpy(oldHi, hi, sizeof hi);
  for (int j = 1; j < fn->arrayCount; ++j)
    for (int i = 0; i < j; ++i) {
      const FzParam *a = &fn->arrays[i], *b = &fn->arrays[j];
      uint64_t r = fzMix(seed, (uint64_t)(i * 16 + j));
      if (regionOf[i] != i || regionOf[j] != j || (a->isConst && b->isConst) || !mayJoin(j, i) || r % 3 == 0)
        continue;
      int64_t bytes = (int64_t)fzBytes(b->type), d = 0;
      switch ((r >> 8) % 6) {
      case 0:
      case 1:
        d = (int64_t)((r >> 16) % 9) - 4;
        break;
      case 2:
        d = (int64_t)((r >> 16) % 141) - 70;
        break;
      case 3: // touching
        d = roundDown(oldHi[i] - oldLo[j] + bytes - 1, bytes) / bytes;
        break;
      case 4:
        d = roundDown(oldLo[i] - oldHi[j], bytes) / bytes;
        break;
      default: // in place
        break;
      }
      regionOf[j] = i;
      shift[j] = d * bytes;
      if (fzBytes(b->type) > fzBytes(content[i]->type))
        content[i] = b;
      any = 1;
      break;
    }
  return any;
}

static void place(uint64_t seed) {
  for (int r = 0; r < fn->arrayCount; ++r) {
    int64_t bytes = (int64_t)fzBytes(content[r]->type);
    lo[r] = roundDown(lo[r], bytes);
    hi[r] = roundUp(hi[r], bytes);
    uint64_t where = fzMix(seed, (uint64_t)r) % 8;
    if (where < 4)
      origin[r] = regionBytes - hi[r];
    else if (where < 6)
      origin[r] = -lo[r];
    else
      origin[r] = roundUp(-lo[r], 64) + 4096 + (int64_t)(fzMix(seed, 77) % 64) * bytes;
  }
}

static int64_t windowLo(int r) {
  int64_t from = lo[r] - redZone;
  return from < -origin[r] ? roundUp(-origin[r], (int64_t)fzBytes(content[r]->type)) : from;
}
static int64_t windowHi(int r) {
  int64_t to = hi[r] + redZone, end = regionBytes - origin[r];
  return to > end ? roundDown(end, (int64_t)fzBytes(content[r]->type)) : to;
}

static void describe(int test) {
  printf(" test=%d", test);
  for (int k = 0; k < fn->scalarCount; ++k)
    if (fn->scalars[k].isSize)
      printf(" %s=%lld", fn->scalars[k].name, (long long)call.s[k].i);
  for (int k = 0; k < fn->arrayCount; ++k)
    if (regionOf[k] != k)
      printf(" (%s overlaps %s at byte %lld)", fn->arrays[k].name, fn->arrays[regionOf[k]].name,
             (long long)shift[k]);
}

static void fail(int version, int test, const char *kind) {
  printf("FAIL %s %s %s", fn->name, fzVersionNames[version], kind);
  describe(test);
}

/// Compares everything with the oracle's; prints the first difference.
static int compare(int version, int test, FzValue want) {
  if (fn->result != FZ_VOID && !fzSame(fn->result, &want, &call.result)) {
    fail(version, test, "mismatch");
    printf(" returns ");
    fzPrintElement(fn->result, &call.result);
    printf(", not ");
    fzPrintElement(fn->result, &want);
    printf("\n");
    return 0;
  }
  for (int r = 0; r < fn->arrayCount; ++r) {
    if (regionOf[r] != r)
      continue;
    int64_t from = windowLo(r), to = windowHi(r), bytes = (int64_t)fzBytes(content[r]->type);
    if (memcmp(at(Oracle, r, from), at(Variant, r, from), (size_t)(to - from)) == 0)
      continue;
    for (int64_t k = from; k < to; k += bytes)
      if (!fzSame(content[r]->type, at(Oracle, r, k), at(Variant, r, k))) {
        fail(version, test, "mismatch");
        printf(" %s[%lld]%s is ", fn->arrays[r].name, (long long)(k / bytes),
               k < lo[r] || k >= hi[r] ? " (never touched)" : "");
        fzPrintElement(content[r]->type, at(Variant, r, k));
        printf(", not ");
        fzPrintElement(content[r]->type, at(Oracle, r, k));
        printf("\n");
        return 0;
      }
  }
  for (int k = 0; k < fn->globalCount; ++k) {
    const FzGlobal *g = &fn->globals[k];
    size_t bytes = fzBytes(g->type);
    for (size_t e = 0; e < g->count; ++e)
      if (!fzSame(g->type, (char *)g->address[0] + e * bytes,
                  (char *)g->address[version] + e * bytes)) {
        fail(version, test, "mismatch");
        printf(" %s[%zu]\n", g->name, e);
        return 0;
      }
  }
  return 1;
}

static const char *nameOf(int end) {
  switch (end) {
  case SIGPROF:
    return "timeout";
  case SIGSEGV:
  case SIGBUS:
    return "segfault";
  default:
    return "signal";
  }
}

/// One test; returns the versions that failed, or -1 when it does not apply.
static int runTest(int test, uint64_t seed, unsigned versions) {
  dataSeed = fzMix(seed, 1);
  chooseSizes(fzMix(seed, 2), test);
  for (int k = 0; k < fn->arrayCount; ++k) {
    regionOf[k] = k;
    shift[k] = 0;
    content[k] = &fn->arrays[k];
  }
  int end = trace();
  if (end == 0 && fzMix(seed, 3) % 5 < 2 && overlap(fzMix(seed, 4)))
    end = trace();
  if (end == stopTooLong || end == stopOutside)
    return -1;
  if (end) { // the generator's fault
    fail(1, test, nameOf(end));
    printf("\n");
    return 1 << 1;
  }
  place(fzMix(seed, 5));
  for (int r = 0; r < fn->arrayCount; ++r) {
    if (regionOf[r] != r)
      continue;
    fill(Pristine, r, windowLo(r), windowHi(r));
    memcpy(at(Oracle, r, windowLo(r)), at(Pristine, r, windowLo(r)),
           (size_t)(windowHi(r) - windowLo(r)));
  }
  end = run(0, Oracle);
  if (end) {
    fail(0, test, nameOf(end));
    printf("\n");
    return 1;
  }
  FzValue want = call.result;
  int failed = 0;
  // The sizes may be counted down by the callee, but it has its own copy.
  for (int version = 2; version < fzVersionCount; ++version) {
    if (!(versions >> version & 1))
      continue;
    for (int r = 0; r < fn->arrayCount; ++r)
      if (regionOf[r] == r)
        memcpy(at(Variant, r, windowLo(r)), at(Pristine, r, windowLo(r)),
               (size_t)(windowHi(r) - windowLo(r)));
    end = run(version, Variant);
    if (end) {
      fail(version, test, nameOf(end));
      printf("\n");
      failed |= 1 << version;
    } else if (!compare(version, test, want)) {
      failed |= 1 << version;
    }
  }
  return failed;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: check TESTS SEED SECONDS\n");
    return 2;
  }
  int tests = atoi(argv[1]);
  uint64_t seed = strtoull(argv[2], NULL, 10);
  tickLimit = 4 * atoi(argv[3]);
  setUp();
  long ran = 0, skipped = 0;
  for (int k = 0; k < fzFunctionCount; ++k) {
    fn = &fzFunctions[k];
    unsigned versions = fn->variants;
    for (int test = 0; test < tests && versions; ++test) {
      int failed = runTest(test, fzMix(fzMix(seed, fn->seed), (uint64_t)test), versions);
      if (failed < 0)
        ++skipped;
      else
        ++ran;
      if (failed > 0)
        versions = failed & 3 ? 0 : versions & ~(unsigned)failed;
      fflush(stdout);
    }
  }
  printf("DONE %ld %ld\n", ran, skipped);
  return 0;
}
