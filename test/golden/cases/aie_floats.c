// RUN aie: --target=aie --explain -o /dev/stdout
// RUN aie-ml: --target=aie-ml -o /dev/stdout
// RUN aie2p: --target=aie2p -o /dev/stdout
// RUN manifest: --target=aie-ml --print=manifest

/* 31 vectors of 32, and 8 elements more. */
void add(const __bf16 *restrict a, const __bf16 *restrict b, __bf16 *restrict c) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < 1000; i++)
    c[i] = a[i] + b[i];
}

/* Nobody may round otherwise than C here. */
void subtract(const __bf16 *restrict a, const __bf16 *restrict b, __bf16 *restrict c) {
  for (int i = 0; i < 1000; i++)
    c[i] = a[i] - b[i];
}

void project(const __bf16 (*restrict a)[64], const __bf16 (*restrict b)[64], float (*restrict c)[64]) {
#pragma vecify fp(reassoc)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++) {
      float s = 0;
      for (int k = 0; k < 64; k++)
        s += (float)a[i][k] * (float)b[k][j];
      c[i][j] = s;
    }
}
