// RUN avx512: --target=avx512 -- -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma -mf16c -mavx2 -fno-math-errno
#include <math.h>

/* Rows in vectors of 256; s is used twice and computed once. */
void vector_add(int m, int n, float A[restrict m][n], float B[restrict m][n], float C[restrict m][n]) {
#pragma vecify shape(j:256)
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      const float s = A[i][j] + B[i][j];
      C[i][j] = (s + 1) + (s + 2);
    }
}

/* 500 elements, 128 lanes. */
float sum_of_cos(const float *x) {
  float sum = 0;
#pragma vecify shape(i:128) fp(reassoc) math(4)
  for (int i = 0; i < 500; i++)
    sum += cosf(x[i]);
  return sum;
}
