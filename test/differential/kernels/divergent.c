// Inner loops that end by the data, in each iteration around them at another time.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void escapes(int *restrict out, const float *restrict cx, const float *restrict cy, int n) {
  for (int i = 0; i < n; i++) {
    float x = 0, y = 0;
    int k;
    for (k = 0; k < 50; k++) {
      float x2 = x * x, y2 = y * y;
      if (x2 + y2 > 4.0f)
        break;
      y = 2 * x * y + cy[i];
      x = x2 - y2 + cx[i];
    }
    out[i] = k;
  }
}

// expect: vectorized
void escapes_while(uint16_t *restrict out, double *restrict last, const double *restrict cx, double cy, int n,
                   int most) {
  for (int i = 0; i < n; i++) {
    double x = 0, y = 0;
    int k = 0;
    while (k < most % 40 && x * x + y * y <= 4.0) {
      double t = x * x - y * y + cx[i];
      y = 2 * x * y + cy;
      x = t;
      k++;
    }
    out[i] = (uint16_t)k;
    last[i] = x;
  }
}

// expect: any
void collatz(int *restrict steps, const uint8_t *restrict from, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t v = from[i];
    int count = 0;
    while (v > 1) {
      if (v % 2)
        v = 3 * v + 1;
      else
        v /= 2;
      count++;
    }
    steps[i] = count;
  }
}

// expect: any
void columns(float *restrict s, const float *restrict a, const int *restrict len, int n) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < len[i] && j < 20; j++)
      sum += a[j * n + i];
    s[i] = sum;
  }
}

// expect: any
void rows_of_lists(double *restrict y, const double *restrict v, const uint8_t *restrict count, int n) {
  for (int i = 0; i < n; i++) {
    double s = 1;
    for (int j = i; j < i + (count[i] & 7) && j < n; j++)
      s += v[j] * 0.5;
    y[i] = s;
  }
}

// expect: any
void lower_bounds(int *restrict out, const int *restrict keys, const int *restrict table, int n, int m) {
  for (int i = 0; i < n; i++) {
    int lo = 0, hi = m;
    while (lo < hi) {
      int mid = lo + (hi - lo) / 2;
      if (table[mid] < keys[i])
        lo = mid + 1;
      else
        hi = mid;
    }
    out[i] = lo;
  }
}

// expect: any
void roots(float *restrict y, const uint16_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float a = x[i] + 1.0f, r = a, old;
    do {
      old = r;
      r = 0.5f * (r + a / r);
    } while (old - r > 1e-5f * r);
    y[i] = r;
  }
}

// expect: any
void do_counts(int *restrict y, int *restrict z, const int8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int v = x[i], k = 3;
    do {
      v -= 7;
      k += 2;
      if (v == 5)
        break;
      z[i] = v;
    } while (v > 0);
    y[i] = k;
  }
}

// expect: any
void highest_bits(int *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t v = x[i];
    int c = 0;
    while (v >>= 1)
      c++;
    y[i] = c;
  }
}

// expect: any
void counted_down(int *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int c = x[i] & 15, s = 0;
    while (c--)
      s += c * 3;
    y[i] = s + c;
  }
}

// expect: any
void digits(uint8_t *restrict y, const uint16_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    uint8_t count = 0;
    uint16_t v = x[i];
    for (;;) {
      count++;
      v /= 10;
      if (v == 0)
        break;
    }
    y[i] = count;
  }
}

// expect: any
void common_divisors(uint16_t *restrict y, const uint16_t *restrict a, const uint16_t *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    unsigned p = a[i], q = b[i];
    while (q != 0) {
      unsigned t = p % q;
      p = q;
      q = t;
    }
    y[i] = (uint16_t)p;
  }
}

// expect: vectorized
void first_that_fits(int *restrict y, float *restrict z, const float *restrict levels, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int found = -1;
    float rest = x[i];
    for (int j = 0; j < 16; j++) {
      if (levels[j] > rest) {
        found = j;
        rest *= 2;
        break;
      }
      rest -= levels[j] * 0.25f;
    }
    y[i] = found;
    z[i] = rest;
  }
}

// expect: any
void two_ways_out(int *restrict y, const int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++) {
    int s = 0, why = 0;
    for (int j = 0; j < 12; j++) {
      if (a[j] == i) {
        why = 1;
        s += 100;
        break;
      }
      s += a[j] & 7;
      if (s > (b[i] & 63)) {
        why = 2;
        break;
      }
      s ^= j;
    }
    y[i] = s * 4 + why;
  }
}

// expect: any
void else_breaks(int *restrict y, const int16_t *restrict a, int n) {
  for (int i = 0; i < n; i++) {
    int s = a[i];
    for (int j = 0; j < 20; j++)
      if (s < 1000)
        s += 37 * j;
      else
        break;
    y[i] = s;
  }
}

// expect: any
void skips_and_breaks(int *restrict y, const int8_t *restrict a, int n) {
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < 24; j++) {
      if (s > 300)
        break;
      if ((j + a[i]) & 1)
        continue;
      s += a[i] + j;
    }
    y[i] = s;
  }
}

// expect: any
void under_a_condition(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float v = x[i];
    int k = -1;
    if (v > 1.0f) {
      k = 0;
      while (v > 1.0f && k < 30) {
        v *= 0.5f;
        k++;
      }
    } else {
      v = -v;
    }
    y[i] = v + (float)k;
  }
}

// expect: any
void one_behind_the_other(int *restrict y, int *restrict z, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int v = x[i], a = 0, b = 0;
    while (v > 10) {
      v -= 9;
      a++;
    }
    while (v < 30) {
      v += 4;
      b += a;
    }
    y[i] = v;
    z[i] = b;
  }
}

// expect: any
void one_in_the_other(int *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int v = x[i], s = 0;
    while (v > 0) {
      int w = v & 15;
      while (w > 2) {
        s += w;
        w -= 3;
      }
      s ^= w;
      v -= 13;
    }
    y[i] = s;
  }
}

// expect: any
void counted_inside(int *restrict y, const uint8_t *restrict x, const int *restrict w, int n) {
  for (int i = 0; i < n; i++) {
    int v = x[i], s = 0;
    while (v > 16) {
      for (int k = 0; k < 3; k++)
        s += w[k] & v;
      v -= 31;
    }
    y[i] = s;
  }
}

// expect: any
int summed_up(const uint8_t *restrict x, int n) {
  int total = 0, longest = 0;
  for (int i = 0; i < n; i++) {
    int v = x[i], k = 0;
    while (v > 3) {
      v = v * 3 / 4;
      total += v;
      k++;
    }
    longest = k > longest ? k : longest;
  }
  return total * 100 + longest;
}

// expect: any
void stored_inside(int *restrict y, int *restrict trace, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int v = x[i];
    for (int j = 0; j < 8; j++) {
      trace[j * n + i] = v;
      if (v < 40)
        break;
      v -= 25;
      y[i] = j;
    }
  }
}

// expect: any
void adds_where_it_is(int *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (x[i] & 7); j++)
      y[i] += j + 1;
}

// expect: any
void wraps(int *restrict y, const uint8_t *restrict x, const uint8_t *restrict table, int n) {
  for (int i = 0; i < n; i++) {
    uint8_t j;
    int s = 0;
    for (j = 250; j != (uint8_t)(x[i] & 31); j++)
      s += table[j & 15];
    y[i] = s + j;
  }
}

// expect: any
void index_behind(int *restrict y, const int *restrict x, const int *restrict t, int n) {
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (j < 15 && t[j] < x[i])
      j++;
    y[i] = t[j] - j;
  }
}

// expect: any
void from_the_end(int *restrict y, const int *restrict x, const int *restrict t, int n) {
  for (int i = 0; i < n; i++) {
    int j = 15;
    while (j >= 0 && t[j] > x[i])
      j--;
    y[i] = j;
  }
}

// expect: any
void steps_of_two(int *restrict y, const int *restrict x, const int *restrict t, int n) {
  for (int i = 0; i < n; i++) {
    int j, s = 0;
    for (j = 1; j < 16; j += 2) {
      if (t[j] == x[i])
        break;
      s += t[j - 1];
    }
    y[i] = s * 16 + j;
  }
}

// expect: any
void bytes_of_words(uint8_t *restrict y, const uint64_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    uint64_t v = x[i];
    uint8_t s = 0;
    int k = 0;
    while (v != 0 && k < 9) {
      s = (uint8_t)(s * 31 + (v & 255));
      v >>= 8;
      k++;
    }
    y[i] = (uint8_t)(s + k);
  }
}

// expect: any
void fractions(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    float sum = 0, term = 1;
    for (int k = 1; k < 40 && term > 1e-6f; k++) {
      term = term * x[i] / (float)k;
      sum += term;
    }
    y[i] = sum;
  }
}

// expect: any
void marches(float *restrict depth, uint8_t *restrict hit, const float *restrict d, int n) {
  for (int i = 0; i < n; i++) {
    float t = 0;
    uint8_t isHit = 0;
    for (int s = 0; s < 32; s++) {
      float r = d[i] * t - 1.0f;
      r = r < 0 ? -r : r;
      if (r < 0.01f) {
        isHit = 1;
        break;
      }
      if (t > 20.0f)
        break;
      t += r * 0.5f;
    }
    depth[i] = t;
    hit[i] = isHit;
  }
}

// expect: any
void never_runs(int *restrict y, const int *restrict x, int n, int m) {
  for (int i = 0; i < n; i++) {
    int s = x[i];
    for (int j = 0; j < m % 3 - 1; j++) {
      if (s > 100)
        break;
      s += 11;
    }
    y[i] = s;
  }
}

// expect: any
void flags_inside(uint8_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int isPrime = x[i] > 1;
    for (int d = 2; d * d <= x[i]; d++)
      if (x[i] % d == 0) {
        isPrime = 0;
        break;
      }
    y[i] = (uint8_t)isPrime;
  }
}

// expect: any
void deep_break(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < 10; j++) {
      if (x[i] & 1) {
        if (s > 20)
          break;
        s += 5;
      }
      s += j;
    }
    y[i] = s;
  }
}

// expect: any
int returns_inside(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int s = 0;
    for (int j = 0; j < 10; j++) {
      if (x[i] + j == 77)
        return i;
      s += x[i] & j;
    }
    y[i] = s;
  }
  return -1;
}

// expect: any
void two_pointers(float *restrict y, const float *a, const float *b, int n) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    const float *p = a, *q = b;
    while (p < a + 8 && *p < *q + (float)i) {
      s += *p * *q;
      p++;
      q++;
    }
    y[i] = s;
  }
}

// expect: any
void overlapping(int *y, const int *x, int n) {
  for (int i = 0; i < n; i++) {
    int v = x[i] & 127;
    int k = 0;
    while (v > k) {
      v -= k;
      k++;
    }
    y[i] = k;
  }
}

// expect: any
void breaks_anywhere(int *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int s = x[i] & 31, k;
    for (k = 0; k < 20; k++) {
      if (s & 4) {
        s += 3;
        if (s > 40) {
          s -= 100;
          break;
        }
        s ^= 1;
      } else {
        if (k > 10 && s < 9)
          break;
        else
          s += 2;
        s += k;
      }
      s += x[i] & 3;
      if (k == 15)
        break;
      s ^= 8;
    }
    y[i] = s * 32 + k;
  }
}

// expect: any
void breaks_and_continues(int *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int s = x[i], j = 0;
    while (1) {
      j++;
      if (s % 3 == 0) {
        s = s / 3 + 1;
        if (j > 6)
          break;
        continue;
      }
      if (s < 5) {
        if (s == 2) {
          s = 44;
          continue;
        }
        break;
      }
      s -= 3;
      if (j > 30)
        break;
    }
    y[i] = s * 64 + j;
  }
}

// expect: any
void breaks_a_switch(int *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int s = x[i];
    for (int j = 0; j < 12 && s < 200; j++) {
      switch (s & 3) {
      case 0:
        s += 7;
        break;
      case 1:
        s += 12;
        break;
      default:
        s += 1;
      }
    }
    y[i] = s;
  }
}

static inline int settles(int v) {
  int count = 0;
  while (v > 4) {
    v -= v >> 2;
    count++;
    if (count > 12)
      break;
  }
  return count * 8 + v;
}

// expect: any
void settled(int *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = settles(x[i]) + settles(x[i] / 2);
}

// expect: any
void gathers_on_the_way(float *restrict y, const float *restrict t, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int at = x[i] & 15;
    float s = 0;
    while (at > 0 && t[at] > s) {
      s += t[at] * 0.25f;
      at -= 3;
      if (at < 0)
        at = 0;
    }
    y[i] = s;
  }
}

// expect: any
float least_of_rows(const float *restrict a, const uint8_t *restrict len, int n) {
  float least = 1e30f;
  for (int i = 0; i < n; i++) {
    float v = a[i];
    least = v < least ? v : least;
    for (int j = 0; j < (len[i] & 7); j++) {
      v = v * 0.5f - 1.0f;
      least = v < least ? v : least;
    }
  }
  return least;
}

// expect: any
int any_of_them(const int *restrict a, int n, int key) {
  int isThere = 0;
  for (int i = 0; i < n; i++) {
    int v = a[i] & 255;
    while (v > 0) {
      if (v == key)
        isThere = 1;
      v -= 17;
    }
  }
  return isThere;
}

// expect: any
void breaks_of_two_kinds(int *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int s = x[i], k;
    for (k = 0; k < 12; k++) {
      if (s & 1) {
        if (s > 90)
          break;
        s += 3;
      }
      switch (s & 3) {
      case 0:
        if (s > 40)
          break;
        s += 7;
        break;
      case 1:
        s += 12;
        break;
      default:
        s += 1;
      }
      s += k;
    }
    y[i] = s * 16 + k;
  }
}

// expect: any
void breaks_of_blocks(int *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int s = x[i], k;
    for (k = 0; k < 12; k++) {
      if (s > 200)
        break;
      do {
        if (s & 2)
          break;
        s += 5;
      } while (0);
      s += k;
    }
    y[i] = s * 16 + k;
  }
}

// Nobody knows how far y is read, hence not whether that meets dst.
// expect: declined MayAlias
void sums_until_zero(int n, int m, int16_t (*y)[n], int16_t *dst) {
  for (int i = 2; i < n; i++) {
    int sum = 0;
    for (int j = m; j-- > 0;) {
      if (y[j][0] == 69)
        break;
      sum += y[j][0];
    }
    dst[i] = (int16_t)sum;
  }
}

// A bound that differs between iterations, and steps of four.
// expect: any
void steps_of_four(int m, int n, const uint32_t *restrict a, uint32_t *restrict y) {
  for (int j = 2; j < m; j++)
    for (int k = 0; k < j; k += 4) {
      if (a[k] == 16)
        break;
      y[j] = a[k] + (uint32_t)n;
    }
}
