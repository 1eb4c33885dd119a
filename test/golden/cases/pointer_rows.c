// RUN avx2: --target=avx2
// RUN nest: --target=avx2 --print=nest
// RUN cuda: --target=cuda --explain -o /dev/null
// Channels behind pointers of their own: the lanes stay within a row, and the rows are asked one by one at run time
// whether the output lies on them.
void mix(int n, int channels, float *restrict y, const float *const *in) {
#pragma vecify vectorize
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int c = 0; c < channels; c++)
      sum += in[c][i];
    y[i] = sum;
  }
}

void copied(int n, int channels, float **restrict out, const float *const *in) {
#pragma vecify vectorize
  for (int i = 0; i < n; i++)
    for (int c = 0; c < channels; c++)
      out[c][i] = in[c][i];
}
