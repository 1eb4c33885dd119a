// RUN avx2: --target=avx2
// RUN explain: --target=avx2 --explain -o /dev/null
// RUN other: --target=avx2 --tuned=nowhere.json
// RUN broken: --target=avx2 --tuned=tuned.c

/* Pinned to a plan that is not the cheapest by the model. */
void pinned(int n, float *restrict y, const float *restrict x) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 1;
}

/* Pinned to be left alone. */
void alone(int n, float *restrict y, const float *restrict x) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 2;
}

/* The pin's hash is another one: the function has changed. */
void changed(int n, float *restrict y, const float *restrict x) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 3;
}

/* The pin names a plan that there is not, and one for a loop that there is not. */
void lost(int n, float *restrict y, const float *restrict x) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 4;
}
