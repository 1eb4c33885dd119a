// What the generated check.c tells the harness about the functions to compare.
//
// Every function exists in several versions: the oracle (0), a traced copy (1)
// that calls fzTrace for every access to its array parameters, and variants
// (2...) made from vecify's output by different compilers. See Harness.c.
#ifndef VECIFY_FUZZ_HARNESS_H
#define VECIFY_FUZZ_HARNESS_H
#include <stddef.h>
#include <stdint.h>

enum { FZ_VOID, FZ_BOOL, FZ_I8, FZ_U8, FZ_I16, FZ_U16, FZ_I32, FZ_U32, FZ_I64, FZ_U64, FZ_F32, FZ_F64 };
enum { fzMaxArrays = 14, fzMaxScalars = 14, fzMaxVersions = 6 };

/// The values an array or scalar may hold: all of its type, or lo..hi.
typedef struct {
  const char *name;
  int type;
  int isFull;
  int64_t lo, hi;
  int isConst, isRestrict, isFixed; // arrays
  int isSize;                       // scalars: bounds loops
  int fields;                       // arrays of structures: of each; the compiler may read all when one is read
} FzParam;

typedef struct {
  const char *name;
  int type;
  size_t count;
  void *address[fzMaxVersions];
} FzGlobal;

typedef union {
  int64_t i;
  float f;
  double d;
} FzValue;

typedef struct {
  void *p[fzMaxArrays];
  FzValue s[fzMaxScalars];
  FzValue result;
} FzCall;

typedef struct {
  const char *name;
  uint64_t seed; // of its data
  int64_t work;  // greatest product of the sizes
  int result;
  int arrayCount, scalarCount, globalCount;
  const FzParam *arrays, *scalars;
  const FzGlobal *globals;
  void (*call)(int version, FzCall *);
  unsigned variants; // bit k: compare version k
} FzFunction;

extern const FzFunction fzFunctions[];
extern const int fzFunctionCount;
extern const char *const fzVersionNames[];
extern const int fzVersionCount;

/// Notes an access of the traced copy and returns its address.
void *fzTrace(const volatile void *address, size_t bytes);

// Harness.c to Data.c
void fzFill(void *to, int64_t firstElement, size_t count, const FzParam *param, uint64_t seed);
FzValue fzScalar(const FzParam *param, uint64_t seed);
uint64_t fzMix(uint64_t a, uint64_t b);
size_t fzBytes(int type);
/// Whether two elements are equal; all NaNs are.
int fzSame(int type, const void *a, const void *b);
void fzPrintElement(int type, const void *at);

#endif
