// Quotients and remainders of counters: what is the same in a whole block of lanes, or counts up in it.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void scaled_groups(float *restrict out, const int8_t *restrict q, const float *restrict scale, int n) {
  for (int i = 0; i < n; i++)
    out[i] = q[i] * scale[i / 32];
}

// expect: vectorized
void shifted_groups(float *restrict out, const int8_t *restrict q, const float *restrict scale, const float *restrict zero, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = ((float)q[i] - zero[i >> 7]) * scale[i >> 7];
}

// expect: any
void groups_from_one(float *restrict out, const float *restrict q, const float *restrict scale, int n) {
  for (int i = 1; i < n; i++)
    out[i] = q[i] * scale[i / 32] + scale[(i - 1) / 32];
}

// expect: any
void groups_from_multiple(int *restrict out, const int *restrict q, const int *restrict base, int n) {
  for (int i = 96; i < n; i++)
    out[i - 96] = q[i - 96] + base[(i - 96) / 48] - base[i % 48];
}

// expect: any
void groups_behind(int *restrict out, const int *restrict q, const int *restrict base, int n) {
  for (int i = 0; i < n; i++)
    out[i] = q[i] ^ base[(i + 64) / 64] ^ base[(i + 5) / 64] ^ base[(i + 5) & 63];
}

// expect: any
void pairs_in_groups(int16_t *restrict out, const int16_t *restrict gain, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (int16_t)(out[i] * gain[2 * i / 64] + gain[(2 * i + 1) % 64]);
}

// expect: any
void unknown_offset(float *restrict out, const float *restrict scale, int n, int offset) {
  for (int i = 0; i < n; i++)
    out[i] *= scale[(i + (offset & 1023)) / 32];
}

// expect: vectorized
void windowed(float *restrict out, const float *restrict in, const float *restrict window, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * window[i & 255];
}

// expect: vectorized
void channels(float *restrict out, const float *restrict in, const float *restrict gain, const float *restrict bias, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    out[i] = in[i] * gain[i % 48] + bias[i % 96 + 3];
}

// expect: vectorized
void dither_row(uint8_t *restrict out, const uint8_t *restrict in, const uint8_t threshold[64][64], int n, int y) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] > threshold[y & 63][i & 63] ? 255 : 0;
}

// expect: any
int64_t sum_valid(const int64_t *v, const uint64_t *valid, int n) {
  int64_t s = 0;
  for (int i = 0; i < n; i++)
    if (valid[i / 64] >> (i % 64) & 1)
      s += v[i];
  return s;
}

// expect: vectorized
void zero_invalid(float *restrict out, const float *restrict in, const uint64_t *restrict valid, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = (valid[i >> 6] >> (i & 63)) & 1 ? in[i] : 0.0f;
}

// expect: vectorized
void mark_invalid(int *restrict out, const int *restrict in, const uint32_t *restrict valid, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = (valid[i >> 5] & (1u << (i & 31))) ? in[i] : -1;
}

// expect: any
int64_t sum_valid_bytes(const int64_t *v, const uint8_t *valid, int n) {
  int64_t s = 0;
  for (int i = 0; i < n; i++)
    if (valid[i / 8] >> (i % 8) & 1)
      s += v[i];
  return s;
}

// expect: any
void zero_invalid_bytes(double *restrict out, const double *restrict in, const uint8_t *restrict valid, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = (valid[i >> 3] & (1 << (i & 7))) ? in[i] : 0.0;
}

// expect: any
void unpack_bits(uint8_t *restrict out, const uint64_t *restrict bits, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (bits[i / 64] >> (i % 64)) & 1;
}

// expect: any
int count_signed_bits(const int32_t *words, int n) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count += (words[i >> 5] >> (i & 31)) & 1;
  return count;
}

// expect: any
void spread_bits(uint32_t *restrict out, const uint16_t *restrict words, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (uint32_t)words[i >> 4] << (i & 15);
}

// expect: any
void quotients_as_values(int *restrict out, const int *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] + (i / 64) * 3 - (i % 64) * (i & 31);
}

// expect: any
void groups_where_asked(float *restrict out, const uint8_t *restrict ask, const float *restrict scale, int n) {
  for (int i = 0; i < n; i++) {
    if (ask[i] > 3) {
      int group = i / 32;
      out[i] = scale[group] + scale[group + 1];
    }
  }
}

// expect: any
void groups_of_rows(float *restrict out, const uint8_t *restrict q, const float *restrict scale, int rows, int columns) {
  for (int r = 0; r < rows; r++)
    for (int i = 0; i < columns; i++)
      out[r * columns + i] = q[r * columns + i] * scale[r * ((columns + 31) / 32) + i / 32];
}

// expect: any
void stored_groups(int *restrict group, int *restrict place, int n) {
  for (int i = 0; i < n; i++) {
    group[i] = i / 32;
    place[i] = i % 32;
  }
}

// expect: any
void in_circle(float *ring, const float *in, int n) {
  for (int i = 0; i < n; i++)
    ring[i & 63] += in[i];
}

// expect: any
void negative_counter(int *restrict out, const int *restrict in, int n) {
  const int *middle = in + 64;
  for (int i = -64; i < n; i++)
    out[i + 64] = middle[i >> 6] + middle[i & 63];
}

// expect: vectorized
void groups_anywhere(float *out, const int8_t *q, const float *scale, int n) {
  for (int i = 0; i < n; i++)
    out[i] = q[i] * scale[i / 32];
}

// expect: any
void groups_from(float *out, const float *scale, int from, int to) {
  for (int i = from < 0 ? 0 : from; i < to; i++)
    out[i] *= scale[i / 32] + scale[i % 32];
}

// expect: any
void groups_of_rows_anywhere(float *out, const uint8_t *q, const float *scale, int rows, int columns) {
  for (int r = 0; r < rows; r++)
    for (int i = 0; i < columns; i++)
      out[r * columns + i] = q[r * columns + i] * scale[r * ((columns + 31) / 32) + i / 32];
}

// expect: vectorized
void invalid_anywhere(int *out, const uint64_t *valid, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (!((valid[i >> 6] >> (i & 63)) & 1))
      out[i] = 0;
}
