// RUN explain: --target=avx2 --explain -o /dev/null -- -O2 -mavx2 -mfma -fsanitize=address
// A sanitizer watches every byte that is read: searches of what has no known end are left alone.
#include <stddef.h>

size_t length(const int *s) {
  const int *p = s;
  while (*p)
    p++;
  return (size_t)(p - s);
}

static const int table[64] = {1, 2, 3};

// All of a declared array may be read.
int place(int wanted) {
  for (int i = 0; i < 64; i++)
    if (table[i] == wanted)
      return i;
  return -1;
}
