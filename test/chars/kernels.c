// Selects of bytes and wider, shifts of bytes by bytes, minima of 64 bits: what AVX2 does by blends.
#include <stdint.h>

void digits(int n, int *restrict value, const char *restrict c) {
  for (int i = 0; i < n; i++)
    value[i] = c[i] - '0' >= 0 && c[i] <= '9' ? c[i] - '0' : -1;
}

void lower(int n, char *restrict to, const char *restrict from) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] >= 'A' && from[i] <= 'Z' ? (char)(from[i] + 32) : from[i];
}

void shifted(int n, uint8_t *restrict to, const uint8_t *restrict from, const uint8_t *restrict by) {
  for (int i = 0; i < n; i++)
    to[i] = (uint8_t)(from[i] << (by[i] & 7)) ^ (uint8_t)(from[i] >> (by[i] & 3));
}

void least(int n, uint64_t *restrict to, const uint64_t *restrict a, const uint64_t *restrict b) {
  for (int i = 0; i < n; i++)
    to[i] = a[i] < b[i] ? a[i] : b[i];
}
