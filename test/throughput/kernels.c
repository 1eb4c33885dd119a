// One loop each for a family of table rows, of a kind that the compiler leaves as we write it.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

void scale_and_add(float *restrict y, const float *restrict x, float a, int n) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

void horner(double *restrict y, const double *restrict x, double a, double b, double c, double d, int n) {
  for (int i = 0; i < n; i++)
    y[i] = ((a * x[i] + b) * x[i] + c) * x[i] + d;
}

void divide(float *restrict y, const float *restrict x, const float *restrict z, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] / z[i];
}

void lengths(double *restrict y, const double *restrict x, const double *restrict z, int n) {
  for (int i = 0; i < n; i++)
    y[i] = sqrt(x[i] * x[i] + z[i] * z[i]);
}

void clamp(float *restrict y, const float *restrict x, float low, float high, int n) {
  for (int i = 0; i < n; i++) {
    const float t = x[i] < low ? low : x[i];
    y[i] = t > high ? high : t;
  }
}

void choose(float *restrict y, const float *restrict x, const float *restrict z, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > z[i] ? x[i] * 3.0f : z[i] - 1.0f;
}

void bytes_to_float(float *restrict y, const uint8_t *restrict x, float scale, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * scale;
}

void float_to_int(int *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int)(x[i] * 0.5f);
}

void double_to_float(float *restrict y, const double *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (float)x[i];
}

void average(uint8_t *restrict y, const uint8_t *restrict x, const uint8_t *restrict z, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)((x[i] + z[i] + 1) >> 1);
}

void add_saturated(int16_t *restrict y, const int16_t *restrict x, const int16_t *restrict z, int n) {
  for (int i = 0; i < n; i++) {
    const int t = x[i] + z[i];
    y[i] = (int16_t)(t > 32767 ? 32767 : t < -32768 ? -32768 : t);
  }
}

void multiply_16(int16_t *restrict y, const int16_t *restrict x, const int16_t *restrict z, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int16_t)(x[i] * z[i] + 7);
}

void multiply_32(int *restrict y, const int *restrict x, const int *restrict z, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int)((unsigned)x[i] * (unsigned)z[i]);
}

void multiply_wide(int64_t *restrict y, const int32_t *restrict x, const int32_t *restrict z, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int64_t)x[i] * z[i];
}

void least(int8_t *restrict y, const int8_t *restrict x, const int8_t *restrict z, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] < z[i] ? x[i] : z[i];
}

void logic(uint32_t *restrict y, const uint32_t *restrict x, const uint32_t *restrict z, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] & 0xff00ff) ^ (z[i] | x[i]);
}

void shift(uint32_t *restrict y, const uint32_t *restrict x, const uint32_t *restrict z, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] >> (z[i] & 31);
}

void widen(int32_t *restrict y, const int16_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i];
}

void narrow(uint8_t *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)(x[i] >> 3);
}

void every_second(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[2 * i] + x[2 * i + 1];
}

void backwards(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[n - 1 - i];
}

void neighbours(int *restrict y, const int *restrict x, int n) {
  for (int i = 1; i < n - 1; i++)
    y[i] = x[i - 1] + 2 * x[i] + x[i + 1];
}
