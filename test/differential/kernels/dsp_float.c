// Audio and signal kernels in float.
#include <stddef.h>

// expect: vectorized
void apply_gain(float *restrict out, const float *restrict in, float gain, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * gain;
}

// expect: vectorized
void crossfade(float *restrict out, const float *restrict from, const float *restrict to, float t, size_t n) {
  const float rest = 1.0f - t;
  for (size_t i = 0; i < n; ++i)
    out[i] = from[i] * rest + to[i] * t;
}

// expect: vectorized
void mid_side(float *restrict left, float *restrict right, int frames) {
  int i;
  for (i = 0; i != frames; i += 1) {
    const float mid = 0.5f * (left[i] + right[i]);
    const float side = 0.5f * (left[i] - right[i]);
    left[i] = mid;
    right[i] = side;
  }
}

// expect: vectorized
void fir5(float *restrict y, const float *restrict x, const float *restrict h, int n) {
  for (int i = 0; i < n; i++)
    y[i] = h[0] * x[i] + h[1] * x[i + 1] + h[2] * x[i + 2] + h[3] * x[i + 3] + h[4] * x[i + 4];
}

// The output loop can be vectorized although the tap loop's sum may not be reordered.
// expect: vectorized
void fir_n(float *restrict y, const float *restrict x, const float *restrict h, int n, int taps) {
  for (int i = 0; i < n; i++) {
    float acc = 0.0f;
    for (int k = 0; k < taps; k++)
      acc += h[k] * x[i + k];
    y[i] = acc;
  }
}

// expect: vectorized
void time_reverse(float *restrict out, const float *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[n - 1 - i];
}

// expect: vectorized
void stereo_to_mono(float *restrict mono, const float *restrict interleaved, int frames) {
  for (int f = 0; f < frames; f++)
    mono[f] = 0.5f * (interleaved[2 * f] + interleaved[2 * f + 1]);
}

// expect: vectorized
void complex_scale(float *restrict z, float re, float im, int n) {
  for (int k = 0; k < n; k++) {
    const float a = z[2 * k], b = z[2 * k + 1];
    z[2 * k] = a * re - b * im;
    z[2 * k + 1] = a * im + b * re;
  }
}

// expect: declined CarriedScalar
void one_pole(float *restrict y, const float *restrict x, float a, int n) {
  float state = 0.0f;
  for (int i = 0; i < n; i++) {
    state = a * state + x[i];
    y[i] = state;
  }
}

// expect: vectorized
void soft_clip(float *restrict buffer, int n) {
  for (int i = 0; i < n; i++) {
    const float x = buffer[i];
    const float limited = x > 1.5f ? 1.5f : (x < -1.5f ? -1.5f : x);
    buffer[i] = limited - limited * limited * limited * 0.125f;
  }
}

// expect: vectorized
void ramp(float *restrict out, float start, float step, int n) {
  for (int i = 0; i < n; i++)
    out[i] = start + step * (float)i;
}

// A quotient by a power of two, which compilers take for a product, and an addition: two roundings.
// expect: vectorized
void quarter_and_add(const float *restrict a, const float *restrict b, float *restrict o) {
#pragma STDC FP_CONTRACT OFF
  for (int i = 0; i < 320; i++)
    o[i] = a[i] / 4.0f + b[i];
}

// Most of what is read and written lies on lines together, what is half a length away does not.
// expect: vectorized
void butterflies(float *restrict re, float *restrict im, const float *restrict wr, const float *restrict wi, int n) {
  for (int i = 0; i < n / 2; i++) {
    const float tr = re[i + n / 2] * wr[i] - im[i + n / 2] * wi[i], ti = re[i + n / 2] * wi[i] + im[i + n / 2] * wr[i];
    re[i + n / 2] = re[i] - tr;
    im[i + n / 2] = im[i] - ti;
    re[i] += tr;
    im[i] += ti;
  }
}
