// Rows that store some lanes of what the next row loads.

// expect: vectorized
void peaks(int rows, int channels, const float *restrict x, float *restrict peak) {
  for (int i = 0; i < rows; i++)
    for (int c = 0; c < channels; c++)
      if (x[i * channels + c] > peak[c])
        peak[c] = x[i * channels + c];
}

// expect: vectorized
void peaks_of_wide_rows(int rows, const short (*restrict x)[96], short *restrict peak, int *restrict where) {
  for (int i = 0; i < rows; i++)
    for (int c = 0; c < 96; c++)
      if (x[i][c] > peak[c]) {
        peak[c] = x[i][c];
        where[c] = i;
      }
}

// The loop around is no part of the nest.
// expect: vectorized
int peaks_while_any(int rows, int channels, const float *restrict x, float *restrict peak, int *restrict counts) {
  int i = 0;
  while (i < rows && counts[i] > 0) {
    const float *row = x + i * channels;
    for (int c = 0; c < channels; c++)
      if (row[c] > peak[c])
        peak[c] = row[c];
    i += counts[i];
  }
  return i;
}
