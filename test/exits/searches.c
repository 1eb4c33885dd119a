// Loops that data ends. The arrays end right behind what C reads of them: driver.c puts them at the end of a page.
#include <stddef.h>
#include <stdint.h>

struct range {
  int first, count;
};

ptrdiff_t find_byte(const uint8_t *x, ptrdiff_t n, uint8_t key) {
  ptrdiff_t i;
  for (i = 0; i < n; i++)
    if (x[i] == key)
      return i;
  return -1;
}

int find_float(const float *x, int n, float above) {
  int at = -1;
  for (int i = 0; i < n; i++)
    if (x[i] > above) {
      at = i;
      break;
    }
  return at;
}

size_t equal_bytes(const uint8_t *a, const uint8_t *b, size_t n) {
  size_t i = 0;
  while (i < n && a[i] == b[i])
    i++;
  return i;
}

unsigned count_until(const int *x, unsigned n, int end) {
  unsigned count = 0;
  for (unsigned i = 0; i < n; i++) {
    if (x[i] == end)
      return count;
    count += x[i] > 3;
  }
  return count + 1000;
}

int copy_until(const int16_t *restrict x, int16_t *restrict y, int n) {
  int i;
  for (i = 0; i < n && x[i] != 0; i++)
    y[i] = (int16_t)(x[i] * 3);
  return i;
}

void to_upper(char *s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (!s[i])
      break;
    if (s[i] >= 'a' && s[i] <= 'z')
      s[i] = (char)(s[i] - 32);
  }
}

// The sum counts the element that ends it.
long sum_with_end(const int *x, ptrdiff_t n) {
  long sum = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    sum += x[i];
    if (x[i] < 0)
      return sum;
  }
  return -sum;
}

// Two ways out, each of which says how it was.
int two_ways(const int *a, const int *b, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] == 7)
      return i;
    if (b[i] == 7)
      goto found;
  }
  return -1;
found:
  return -2;
}

// The byte behind a carriage return is read; behind others it may not be there.
ptrdiff_t end_of_line(const uint8_t *x, ptrdiff_t n) {
  ptrdiff_t i = 0;
  for (; i < n; i++)
    if (x[i] == '\r' ? x[i + 1] == '\n' : x[i] == 0)
      break;
  return i;
}

const double *first_below(const double *from, const double *to, double limit) {
  const double *p;
  for (p = from; p != to; p++)
    if (*p < limit)
      break;
  return p;
}

// From behind.
int find_last(const short *x, int n, short key) {
  for (int i = n - 1; i >= 0; i--)
    if (x[i] == key)
      return i;
  return -1;
}

int every_third(const unsigned char *x, int n) {
  int i;
  for (i = 0; i < n; i += 3)
    if (x[i] == 255)
      break;
  return i;
}

// What the exit needs is computed among other things.
float scaled(const float *restrict x, float *restrict y, int n, struct range *out) {
  float largest = 0;
  int i;
  out->first = 1;
  for (i = 0; i < n; i++) {
    float t = x[i] * 2;
    largest = t > largest ? t : largest;
    float u = t - 1;
    if (u < -100) {
      out->count = i;
      return largest;
    }
    y[i] = u;
  }
  out->count = -i;
  return largest;
}

// Nothing but the data ends these.
size_t length16(const uint16_t *s) {
  size_t n = 0;
  while (s[n] != 0)
    n++;
  return n;
}

int compared(const unsigned char *a, const unsigned char *b) {
  int i = 0;
  while (a[i] == b[i] && a[i])
    i++;
  return a[i] - b[i];
}

int where_below(const int *x, int least) {
  for (int i = 0;; i++)
    if (x[i] < least)
      return i;
}

void negate_until(float *x) {
  while (1) {
    if (*x == 0)
      break;
    *x = -*x;
    x++;
  }
}

unsigned count_in(const char *s, char c) {
  unsigned n = 0;
  for (unsigned i = 0; s[i]; i++)
    n += s[i] == c;
  return n;
}

// The array is shorter than the bound says.
static const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97};

int place_of_prime(int n, int prime) {
  for (int i = 0; i < n; i++)
    if (primes[i] == prime)
      return i;
  return -1;
}

// What stands behind an exit is not read where the first iteration leaves; and what the iteration before has set is read.
float weighted(const struct range *where, const float *x, const float *weight, int n) {
  float last = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      break;
    last = x[i] * *weight + (float)where->count;
  }
  return last;
}

int counted(const struct range *where, const int *x, const int *least, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      break;
    count += x[i] >= *least + where->first;
  }
  return count;
}
