// RUN avx2: --target=avx2 -- -march=haswell
// RUN avx512: --target=avx512 -- -march=x86-64-v4
// What both sides do alike is done once, and a value is chosen where the sides meet.
void round_away(int *restrict o, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    int v = x[i] >> 2;
    if (v >= 0) {
      v *= 77;
      v += 64;
      v >>= 7;
    } else {
      v = -v;
      v *= 77;
      v += 64;
      v >>= 7;
      v = -v;
    }
    o[i] = v;
  }
}

void deadzone(float *restrict o, const float *restrict x, float q, float b, int n) {
  for (int i = 0; i < n; i++) {
    float v = x[i];
    if (v > b) {
      v -= b;
      v *= q;
    } else {
      v = 0;
    }
    o[i] = v;
  }
}
