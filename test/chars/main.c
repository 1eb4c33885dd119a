// Prints what the kernels make of every byte.
#include <stdint.h>
#include <stdio.h>

void digits(int n, int *value, const char *c);
void lower(int n, char *to, const char *from);
void shifted(int n, uint8_t *to, const uint8_t *from, const uint8_t *by);
void least(int n, uint64_t *to, const uint64_t *a, const uint64_t *b);

enum { N = 256 + 9 };

int main(void) {
  static char text[N], lowered[N];
  static int value[N];
  static uint8_t bytes[N], by[N], moved[N];
  static uint64_t a[N], b[N], less[N];
  for (int i = 0; i < N; i++) {
    text[i] = (char)i;
    bytes[i] = (uint8_t)(i * 7);
    by[i] = (uint8_t)(i * 13 >> 3);
    a[i] = (uint64_t)i * 0x9E3779B97F4A7C15u;
    b[i] = (uint64_t)(i + 3) * 0xBF58476D1CE4E5B9u;
  }
  digits(N, value, text);
  lower(N, lowered, text);
  shifted(N, moved, bytes, by);
  least(N, less, a, b);
  for (int i = 0; i < N; i++)
    printf("%d %d %d %llu\n", value[i], lowered[i], moved[i], (unsigned long long)less[i]);
}
