// What the compiler replaces by a call is left to it, unless a pragma asks.
// RUN explain: --target=avx2 --explain -o /dev/null
#include <stdint.h>

void clear(float *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = 0;
}

void fill(uint8_t *y, uint8_t v, int n) {
  for (int i = 0; i < n; i++)
    y[i] = v;
}

void copy_rows(int m, int n, int pitch, const float *restrict x, float *restrict y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[i * pitch + j] = x[i * n + j];
}

void asked_for(float *restrict y, const float *restrict x, int n) {
#pragma vecify shape(i:8)
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}

// No call: the arrays may overlap, the bytes differ, the places are apart, there are few.
void overlapping(float *y, const float *x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}

void ones(float *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = 1;
}

void even_ones(int16_t *restrict y, const int16_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[2 * i];
}

void few(float y[restrict 16], const float x[restrict 16]) {
  for (int i = 0; i < 16; i++)
    y[i] = x[i];
}
