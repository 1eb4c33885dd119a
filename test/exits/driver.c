// Calls each function of searches.c and what vecify made of it (its name begins with v_) with arrays that end where a page
// ends, behind which nothing is mapped, for every place of the element that ends the loop; in front of a page as well,
// for those that walk down. Prints the first difference.
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct range {
  int first, count;
};

#define TWICE(result, name, parameters)                                                                                \
  result name parameters;                                                                                              \
  result v_##name parameters;
TWICE(ptrdiff_t, find_byte, (const uint8_t *x, ptrdiff_t n, uint8_t key))
TWICE(int, find_float, (const float *x, int n, float above))
TWICE(size_t, equal_bytes, (const uint8_t *a, const uint8_t *b, size_t n))
TWICE(unsigned, count_until, (const int *x, unsigned n, int end))
TWICE(int, copy_until, (const int16_t *restrict x, int16_t *restrict y, int n))
TWICE(void, to_upper, (char *s, size_t n))
TWICE(long, sum_with_end, (const int *x, ptrdiff_t n))
TWICE(int, two_ways, (const int *a, const int *b, int n))
TWICE(ptrdiff_t, end_of_line, (const uint8_t *x, ptrdiff_t n))
TWICE(const double *, first_below, (const double *from, const double *to, double limit))
TWICE(int, find_last, (const short *x, int n, short key))
TWICE(int, every_third, (const unsigned char *x, int n))
TWICE(float, scaled, (const float *restrict x, float *restrict y, int n, struct range *out))
TWICE(size_t, length16, (const uint16_t *s))
TWICE(int, compared, (const unsigned char *a, const unsigned char *b))
TWICE(int, where_below, (const int *x, int least))
TWICE(void, negate_until, (float *x))
TWICE(unsigned, count_in, (const char *s, char c))
TWICE(int, place_of_prime, (int n, int prime))
TWICE(float, weighted, (const struct range *where, const float *x, const float *weight, int n))
TWICE(int, counted, (const struct range *where, const int *x, const int *least, int n))

enum { pages = 4, most = 1200 };
static long page;

/// `pages` pages between two that are not mapped.
static char *area(void) {
  char *all = mmap(0, (size_t)(pages + 2) * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect(all, page, PROT_NONE) || mprotect(all + (pages + 1) * page, page, PROT_NONE))
    exit(2);
  return all + page;
}

static void fail(const char *name, int at, int gap) {
  printf("%s differs: the loop ends at %d, the array %d bytes in front of the page's end\n", name, at, gap);
  exit(1);
}

int main(void) {
  page = sysconf(_SC_PAGESIZE);
  char *one = area(), *two = area(), *three = area(), *four = area();
  const int huge = 1 << 20;
  srand(1);
  for (int at = 0; at < most; at += at < 300 ? 1 : 37)
    for (int gap = 0; gap < 72; gap += gap < 8 ? 8 : 32) {
      char *end = one + pages * page - gap, *other = two + pages * page;
#define LAST(type, from, count) ((type *)(void *)((from) - (size_t)(count) * sizeof(type)))
#define CHECK(name, call, compiled)                                                                                    \
  if ((call) != (compiled))                                                                                            \
    fail(name, at, gap);
      {
        uint8_t *x = LAST(uint8_t, end, at + 1);
        memset(x, 1, (size_t)at + 1);
        x[at] = 9;
        CHECK("find_byte", find_byte(x, huge, 9), v_find_byte(x, huge, 9));
        CHECK("find_byte of too few", find_byte(x, at, 9), v_find_byte(x, at, 9));
        uint8_t *y = LAST(uint8_t, other, at + 1);
        memset(y, 1, (size_t)at + 1);
        CHECK("equal_bytes", equal_bytes(x, y, huge), v_equal_bytes(x, y, huge));
        x[at] = 0;
        CHECK("end_of_line", end_of_line(x, huge), v_end_of_line(x, huge));
        if (at > 0) {
          x[at - 1] = '\r', x[at] = '\n';
          CHECK("end_of_line", end_of_line(x, huge), v_end_of_line(x, huge));
          x[at - 1] = 1;
        }
        if (at % 3 == 0) {
          x[at] = 255;
          CHECK("every_third", every_third(x, huge), v_every_third(x, huge));
        }
        x[at] = y[at] = 0;
        CHECK("compared", compared(x, y), v_compared(x, y));
        CHECK("count_in", count_in((char *)x, 1), v_count_in((char *)x, 1));
        memset(x, 'q', (size_t)at);
        memset(y, 'q', (size_t)at);
        x[at] = y[at] = 0;
        to_upper((char *)x, huge);
        v_to_upper((char *)y, huge);
        if (memcmp(x, y, (size_t)at + 1))
          fail("to_upper", at, gap);
      }
      {
        float *x = LAST(float, end, at + 1);
        for (int i = 0; i <= at; i++)
          x[i] = (float)(rand() % 7);
        x[at] = 9;
        CHECK("find_float", find_float(x, huge, 8), v_find_float(x, huge, 8));
        x[at] = -80;
        float *y = LAST(float, other, at), *z = LAST(float, three + pages * page, at);
        struct range a = {0, 0}, b = {0, 0};
        CHECK("scaled", scaled(x, y, huge, &a), v_scaled(x, z, huge, &b));
        if (memcmp(y, z, (size_t)at * sizeof(float)) || memcmp(&a, &b, sizeof a))
          fail("scaled", at, gap);
        const float weight = 3;
        CHECK("weighted", weighted(&a, x, &weight, huge), v_weighted(&a, x, &weight, huge));
        CHECK("weighted, none", weighted(0, x + at, 0, huge), v_weighted(0, x + at, 0, huge));
        float *u = LAST(float, other, at + 1);
        for (int i = 0; i <= at; i++)
          x[i] = u[i] = (float)(i - at);
        negate_until(x);
        v_negate_until(u);
        if (memcmp(x, u, ((size_t)at + 1) * sizeof(float)))
          fail("negate_until", at, gap);
      }
      {
        int *x = LAST(int, end, at + 1), *y = LAST(int, other, at + 1);
        for (int i = 0; i <= at; i++)
          x[i] = rand() % 7, y[i] = rand() % 7;
        x[at] = 9;
        CHECK("count_until", count_until(x, huge, 9), v_count_until(x, huge, 9));
        CHECK("count_until, all", count_until(x, at, 9), v_count_until(x, at, 9));
        x[at] = -5;
        const int least = 2;
        const struct range from = {1, 2};
        CHECK("counted", counted(&from, x, &least, huge), v_counted(&from, x, &least, huge));
        CHECK("counted, none", counted(0, x + at, 0, huge), v_counted(0, x + at, 0, huge));
        CHECK("where_below", where_below(x, -1), v_where_below(x, -1));
        CHECK("sum_with_end", sum_with_end(x, huge), v_sum_with_end(x, huge));
        x[at] = 7;
        CHECK("two_ways", two_ways(x, y, huge), v_two_ways(x, y, huge));
        CHECK("two_ways, the other", two_ways(y, x, huge), v_two_ways(y, x, huge));
        // The second array ends where the first one ends the loop.
        CHECK("two_ways, of one less", two_ways(x, y + 1, huge), v_two_ways(x, y + 1, huge));
      }
      {
        int16_t *x = LAST(int16_t, end, at + 1), *y = LAST(int16_t, other, at), *z = LAST(int16_t, three + pages * page, at);
        for (int i = 0; i < at; i++)
          x[i] = (int16_t)(1 + rand() % 7);
        x[at] = 0;
        CHECK("length16", length16((uint16_t *)x), v_length16((uint16_t *)x));
        CHECK("copy_until", copy_until(x, y, huge), v_copy_until(x, z, huge));
        if (memcmp(y, z, (size_t)at * sizeof(int16_t)))
          fail("copy_until", at, gap);
        double *d = LAST(double, end, at + 1);
        for (int i = 0; i <= at; i++)
          d[i] = i == at ? -1 : 1;
        CHECK("first_below", first_below(d, d + huge, 0), v_first_below(d, d + huge, 0));
        CHECK("first_below, none", first_below(d, d + at, 0), v_first_below(d, d + at, 0));
        // What lies in front of the element that ends the loop is not there.
        short *first = (short *)(void *)(four + gap);
        for (int i = 0; i <= at; i++)
          first[i] = (short)(i == 0 ? 9 : 1);
        CHECK("find_last", find_last(first, at + 1, 9), v_find_last(first, at + 1, 9));
        short *middle = first - 100;
        CHECK("find_last of more", find_last(middle, at + 101, 9), v_find_last(middle, at + 101, 9));
      }
    }
  for (int prime = 2; prime < 98; prime++)
    for (int n = 0; n < 25; n++)
      if (place_of_prime(n, prime) != v_place_of_prime(n, prime))
        fail("place_of_prime", prime, n);
  for (int prime = 2; prime < 98; prime += prime < 89 ? 87 : 8)
    if (place_of_prime(huge, prime) != v_place_of_prime(huge, prime))
      fail("place_of_prime of many", prime, 0);
  puts("all the same");
  return 0;
}
