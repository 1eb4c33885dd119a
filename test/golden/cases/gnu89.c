// RUN avx2: --target=avx2 -- -std=gnu89 -O2 -mavx2 -mfma
// RUN dispatch: --target=avx2,avx512 -- -std=gnu89 -O2
// RUN declarations: --target=neon -- -std=gnu89 -O2 -Wdeclaration-after-statement
// Counters are declared before their loops, and restrict is spelled as gcc does there.
void scale(float *__restrict y, const float *__restrict x, float k, int n)
{
  int i;
  for (i = 0; i < n; i++)
    y[i] = k * x[i];
}

float product(float *c, const float *a, const float *b, int n)
{
  int i, j, k;
  float last = 0;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      float sum = 0;
      for (k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = last = sum;
    }
  return last;
}
