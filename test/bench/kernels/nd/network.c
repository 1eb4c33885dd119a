// Layers of a network that are not products.
#include <math.h>

// BENCH nd_softmax | x:f32[n*256] y:f32[n*256] | (n, 256, x, y) | sizes 100 4000 | bytes 2048*n | flops 20*256*n | mode -ffast-math | expert softmax
// BENCH nd_softmax | x:f32[n*256] y:f32[n*256] | (n, 256, x, y) | sizes 100 4000 | bytes 2048*n | flops 20*256*n | mode -fno-math-errno
// expect: any
void nd_softmax(int rows, int n, const float *restrict x, float *restrict y) {
  for (int i = 0; i < rows; i++) {
    float top = x[i * n], sum = 0.0f;
    for (int j = 1; j < n; j++)
      if (x[i * n + j] > top)
        top = x[i * n + j];
    for (int j = 0; j < n; j++) {
      y[i * n + j] = expf(x[i * n + j] - top);
      sum += y[i * n + j];
    }
    for (int j = 0; j < n; j++)
      y[i * n + j] /= sum;
  }
}

// BENCH nd_layernorm | x:f32[n*300] g:f32[300] b:f32[300] y:f32[n*300] | (n, 300, x, g, b, y) | sizes 100 4000 | bytes 2400*n | flops 8*300*n | mode -ffast-math
// BENCH nd_layernorm | x:f32[n*300] g:f32[300] b:f32[300] y:f32[n*300] | (n, 300, x, g, b, y) | sizes 100 4000 | bytes 2400*n | flops 8*300*n | mode -fno-math-errno
// expect: any
void nd_layernorm(int rows, int n, const float x[restrict rows][n], const float gain[restrict n], const float bias[restrict n],
                  float y[restrict rows][n]) {
  for (int i = 0; i < rows; i++) {
    float mean = 0.0f, variance = 0.0f;
    for (int j = 0; j < n; j++)
      mean += x[i][j];
    mean /= (float)n;
    for (int j = 0; j < n; j++)
      variance += (x[i][j] - mean) * (x[i][j] - mean);
    const float scale = 1.0f / sqrtf(variance / (float)n + 1e-5f);
    for (int j = 0; j < n; j++)
      y[i][j] = (x[i][j] - mean) * scale * gain[j] + bias[j];
  }
}

// BENCH nd_rmsnorm | x:f32[n*512] g:f32[512] y:f32[n*512] | (n, x, g, y) | sizes 100 4000 | bytes 4096*n | flops 4*512*n | mode -ffast-math
// expect: any
void nd_rmsnorm(int rows, const float (*restrict x)[512], const float *restrict gain, float (*restrict y)[512]) {
  for (int i = 0; i < rows; i++) {
    float squares = 0.0f;
    for (int j = 0; j < 512; j++)
      squares += x[i][j] * x[i][j];
    for (int j = 0; j < 512; j++)
      y[i][j] = x[i][j] * (1.0f / sqrtf(squares / 512.0f + 1e-6f)) * gain[j];
  }
}

// BENCH nd_gelu | x:f32[n] y:f32[n] | (n, x, y) | sizes 30000 2000000 | bytes 8*n | flops 30*n | mode -ffast-math
// BENCH nd_gelu | x:f32[n] y:f32[n] | (n, x, y) | sizes 30000 2000000 | bytes 8*n | flops 30*n | mode -fno-math-errno
// expect: any
void nd_gelu(int n, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = 0.5f * x[i] * (1.0f + tanhf(0.7978845608f * (x[i] + 0.044715f * x[i] * x[i] * x[i])));
}

// BENCH nd_dot | x:f32[n] y:f32[n] | (n, x, y) | sizes 40000 4000000 | bytes 8*n | flops 2*n | mode -ffast-math
// BENCH nd_dot | x:f32[n] y:f32[n] | (n, x, y) | sizes 40000 4000000 | bytes 8*n | flops 2*n
// expect: any
float nd_dot(int n, const float *x, const float *y) {
  float s = 0.0f;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

// BENCH nd_bias_relu | x:f32[n*200] b:f32[200] | (n, 200, x, b) | sizes 300 10000 | bytes 1600*n | flops 400*n
// expect: any
void nd_bias_relu(int rows, int n, float *restrict x, const float *restrict b) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < n; j++) {
      const float v = x[i * n + j] + b[j];
      x[i * n + j] = v > 0.0f ? v : 0.0f;
    }
}

// BENCH nd_maxpool2 | x:f32[4*n*n] y:f32[n*n] | (n, n, x, y) | sizes 150 900 | bytes 20*n*n | flops 3*n*n
// expect: any
void nd_maxpool2(int h, int width, const float x[restrict 2 * h][2 * width], float y[restrict h][width]) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < width; j++) {
      float top = x[2 * i][2 * j];
      for (int r = 0; r < 2; r++)
        for (int q = 0; q < 2; q++)
          if (x[2 * i + r][2 * j + q] > top)
            top = x[2 * i + r][2 * j + q];
      y[i][j] = top;
    }
}
