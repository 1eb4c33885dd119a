// The next row loads what a masked store has left in the pipeline: rows of few columns stay the source's.
// RUN avx512: --target=avx512 -Rpass=vecify --explain -- -O3 -march=x86-64-v4
void peaks(int rows, int channels, const float *restrict x, float *restrict peak) {
  for (int i = 0; i < rows; i++)
    for (int c = 0; c < channels; c++)
      if (x[i * channels + c] > peak[c])
        peak[c] = x[i * channels + c];
}
