// Rows that pointers of their own lead to: planes of an image, channels, matrices of pointers.
#include <stddef.h>
#include <stdint.h>

enum { most = 6 };

// Where they lie does not follow from anything, and some of them lie on each other.
static void lay_out(const int *x, int n, const int **rows) {
  static const int starts[most] = {3, 0, 1, 0, 2, 3};
  for (int c = 0; c < most; c++)
    rows[c] = x + (n > 8 ? starts[c] * (n / 8) : 0);
}

// expect: vectorized
void rows_mixed(int n, const int *x, int gain, int *y) {
  const int *rows[most];
  lay_out(x, n, rows);
  for (int i = 0; i < n / 2; i++) {
    int sum = 0;
    for (int c = 0; c < most; c++)
      sum += rows[c][i] * (gain + c);
    y[i] = sum;
  }
}

// The sum overlaps with what is summed up.
// expect: vectorized
void rows_mixed_in_place(int n, int channels, int *x) {
  const int *rows[most];
  lay_out(x, n, rows);
  const int *const *in = rows;
  const int count = channels < most ? channels : most;
  int *y = x + n / 4;
  for (int i = 0; i < n / 2; i++) {
    int sum = 1;
    for (int c = 0; c < count; c++)
      sum += in[c][i] ^ c;
    y[i] = sum;
  }
}

// Another start, a row more, and pointers to bytes.
// expect: vectorized
void rows_of_bytes(int n, int first, int count, const uint8_t *x, uint8_t *restrict y) {
  const uint8_t *rows[most + 1];
  for (int c = 0; c <= most; c++)
    rows[c] = x + (n > 4 ? (c * 7) % 5 * (n / 8) : 0);
  const uint8_t *const *in = rows;
  const int from = first < 0 ? 0 : first % 3, to = count < from ? from : count > most ? most : count;
  for (int i = 0; i < n / 3; i++) {
    int sum = 0;
    for (int c = from; c < to; c++)
      sum += 3 * in[c][i] - in[c + 1][i + 1];
    y[i] = (uint8_t)(sum >> 2);
  }
}

// A condition reads again what it asks for.
// expect: vectorized
void rows_greatest(int n, const int *x, int *y) {
  const int *rows[most];
  lay_out(x, n, rows);
  const int *const *in = rows;
  for (int i = 0; i < n / 2; i++) {
    int top = in[0][i];
    for (int c = 1; c < most; c++)
      top = in[c][i] > top ? in[c][i] : top;
    y[i] = top;
  }
}

// Nobody asks for the pointers where no row is read.
// expect: vectorized
void rows_of_none(int n, int count, const float *x, float *y) {
  const float *rows[most];
  for (int c = 0; c < most; c++)
    rows[c] = x + c;
  const float *const *in = count > 0 ? rows : NULL;
  const int to = count > most ? most : count;
  for (int i = 0; i < n - most; i++) {
    float sum = 0;
    for (int c = 0; c < to; c++)
      sum += in[c][i];
    y[i] = sum;
  }
}

typedef struct {
  float weight;
  const float *samples;
} channel;

// Pointers that do not lie side by side.
// expect: vectorized
void rows_in_structures(int n, const float *x, float *y) {
  channel channels[most];
  for (int c = 0; c < most; c++) {
    channels[c].weight = 0.25f * (float)c;
    channels[c].samples = x + (c * 5) % 3;
  }
  const channel *in = channels;
  for (int i = 0; i < n - 3; i++) {
    float sum = 0;
    for (int c = 0; c < most; c++)
      sum += in[c].weight * in[c].samples[i];
    y[i] = sum;
  }
}

// Interleaved.
// expect: vectorized
void rows_interleaved(int n, const int *x, int *restrict y) {
  const int *rows[most];
  lay_out(x, n, rows);
  const int *const *in = rows;
  for (int i = 0; i < n / 3; i++)
    for (int c = 0; c < 3; c++)
      y[3 * i + c] = in[c][i];
}

// A product of matrices of pointers.
// expect: vectorized
void rows_product(int n, const int *a, const int *b, int *c) {
  const int *rows_a[16], *rows_b[16];
  int *rows_c[16];
  int size = 0;
  while (size < 16 && (size + 1) * (size + 1) <= n)
    size++;
  for (int i = 0; i < size; i++) {
    rows_a[i] = a + i * size;
    rows_b[i] = b + (size - 1 - i) * size;
    rows_c[i] = c + i * size;
  }
  const int *const *A = rows_a, *const *B = rows_b;
  int *const *C = rows_c;
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++) {
      int sum = 0;
      for (int k = 0; k < size; k++)
        sum += A[i][k] * B[k][j];
      C[i][j] = sum;
    }
}

// Which row it is depends on data, and some are written.
// expect: any
void rows_chosen(int n, const int *x, int *restrict y) {
  const int *rows[most];
  lay_out(x, n, rows);
  const int *const *in = rows;
  for (int i = 0; i < n / 2; i++)
    y[i] = in[x[i] & 3][i];
}

// A row that is read backwards does not go on in the one before it.
// expect: vectorized
void columns_downwards(int n, const int *x, int *restrict y) {
  const int *rows[most];
  lay_out(x, n, rows);
  for (int c = 0; c < most; c++)
    rows[c] += n / 2;
  for (int i = 0; i < n / 2; i++) {
    int sum = 1;
    for (int c = 0; c < most; c++)
      sum += rows[c][-1 - i];
    y[i] = sum;
  }
}

static void interleave(void **src, int channels, int count, uint8_t *restrict y) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < channels; j++)
      for (int b = 0; b < 4; b++)
        y[(i * channels + j) * 4 + b] = ((uint8_t **)src)[j][i * 4 + b];
}

// The pointer to the rows is of another type.
// expect: any
void bytes_of_channels(int n, const int *x, uint8_t *restrict y) {
  const int *rows[most];
  lay_out(x, n, rows);
  interleave((void **)rows, 3, n / 12, y);
}

// How much of each row is read stands in memory.
// expect: any
void rows_of_lengths(int n, const int *x, const int *restrict lengths, int *restrict y) {
  const int *rows[most];
  lay_out(x, n, rows);
  for (int c = 0; c < most; c++) {
    const int *row = rows[c];
    const int m = lengths[c] < n / most ? lengths[c] : n / most;
    for (int j = 0; j < m; j++)
      y[j] = row[j] + c;
  }
}
