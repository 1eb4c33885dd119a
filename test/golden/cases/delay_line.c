// RUN avx2: --target=avx2 %f -- -O3 -mavx2 -mfma
// RUN neon: --target=neon %f -- -O3
// RUN facts: --target=avx2 --print=facts
// A scalar that holds what the iteration before computed is the vector shifted by one lane.
float taps(float *y, const float *x, float g, float h, float last, float before, int n) {
  for (int i = 0; i < n; i++) {
    float sum = x[i] + g * last + h * before;
    before = last;
    last = x[i];
    y[i] = sum;
  }
  return last + before;
}
