// Pieces of neural networks: activations, quantization, normalisation, optimisers.
#include <math.h>
#include <stdint.h>

// expect: vectorized
void relu(float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] > 0.0f ? x[i] : 0.0f;
}

// expect: vectorized
void leaky_relu_grad(float *restrict dx, const float *restrict dy, const float *restrict x, float slope, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] > 0.0f)
      dx[i] = dy[i];
    else
      dx[i] = slope * dy[i];
  }
}

// expect: vectorized
void quantize(int8_t *restrict q, const float *restrict x, float inverse_scale, int zero, int n) {
  for (int i = 0; i < n; i++) {
    float r = x[i] * inverse_scale;
    r = r < -512.0f ? -512.0f : r > 512.0f ? 512.0f : r;
    int v = (int)r + (zero & 63);
    v = v < -128 ? -128 : v > 127 ? 127 : v;
    q[i] = (int8_t)v;
  }
}

// expect: vectorized
void dequantize(float *restrict x, const int8_t *restrict q, float scale, int8_t zero, int n) {
  for (int i = 0; i < n; i++)
    x[i] = scale * (float)(q[i] - zero);
}

// expect: vectorized
int32_t dot_u8_i8(const uint8_t *a, const int8_t *w, int n) {
  int32_t acc = 0;
  for (int i = 0; i < n; i++)
    acc += (int32_t)a[i] * (int32_t)w[i];
  return acc;
}

// expect: vectorized
void momentum_step(float *restrict w, float *restrict velocity, const float *restrict grad, float rate, float mu, int n) {
  for (int i = 0; i < n; i++) {
    velocity[i] = mu * velocity[i] - rate * grad[i];
    w[i] += velocity[i];
  }
}

// expect: vectorized
void adam_like(float *restrict w, float *restrict m, float *restrict v, const float *restrict g, float rate, int n) {
  for (int i = 0; i < n; i++) {
    m[i] = 0.9f * m[i] + 0.1f * g[i];
    v[i] = 0.999f * v[i] + 0.001f * (g[i] * g[i]);
    w[i] -= rate * m[i] / (sqrtf(v[i]) + 1e-8f);
  }
}

// expect: vectorized
float largest_logit(const float *logits, int n) {
  float best = -1e30f;
  for (int i = 0; i < n; i++)
    best = logits[i] > best ? logits[i] : best;
  return best;
}

// expect: vectorized
void normalise_rows(float *restrict x, const float *restrict mean, const float *restrict inv_std, int rows, int cols) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++)
      x[r * cols + c] = (x[r * cols + c] - mean[r]) * inv_std[r];
}

// expect: vectorized
void dropout(float *restrict x, const _Bool *restrict keep, float scale, int n) {
  for (int i = 0; i < n; i++)
    x[i] = keep[i] ? x[i] * scale : 0.0f;
}

// expect: vectorized
void embedding_sum(float *restrict out, const float *restrict table, const int *restrict ids, int dim, int count) {
  for (int k = 0; k < count; k++)
    for (int d = 0; d < dim; d++)
      out[d] += table[ids[k] * dim + d];
}

// expect: vectorized
void max_pool2(float *restrict out, const float *restrict row0, const float *restrict row1, int n) {
  for (int i = 0; i < n; i++) {
    float a = row0[2 * i] > row0[2 * i + 1] ? row0[2 * i] : row0[2 * i + 1];
    float b = row1[2 * i] > row1[2 * i + 1] ? row1[2 * i] : row1[2 * i + 1];
    out[i] = a > b ? a : b;
  }
}

// Gradients that are one of two numbers, in double.
// expect: vectorized
void leaky_gradient(const float *x, float *restrict delta, int n) {
  for (int i = 0; i < n; i++)
    delta[i] *= (float)(x[i] > 0 ? 1 : .1);
}
