// Lanes a row apart are read in pairs, which begin in the next struct: based on the struct, they are out of no array.
// RUN avx2: --target=avx2 -- -O2 -mavx2 -mfma
typedef union { float f[8]; } row;
void transpose_rows(float *restrict a, const row *restrict rows, unsigned n, unsigned pitch, unsigned m) {
#pragma vecify shape(k:4)
  for (unsigned k = 0; k < n; k++)
    for (unsigned l = 0; l < m; l++)
      a[k + (unsigned long)pitch * l] = rows[k].f[l];
}
