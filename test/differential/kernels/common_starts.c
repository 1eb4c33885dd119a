// Pointers that were set to one another before the loop: they walk over the same memory.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void every_second_byte(uint8_t *row, size_t bytes) {
  uint8_t *sp = row;
  uint8_t *dp = row;
  uint8_t *ep = row + bytes;
  while (sp < ep) {
    *dp++ = *sp;
    sp += 2;
  }
}

// expect: vectorized
void without_the_first(int32_t *row, int n) {
  int32_t *to, *from;
  to = row;
  from = to + 1;
  for (int i = 0; i < n - 1; i++)
    *to++ = *from++;
}

// Each reads what the one before wrote.
// expect: any
void smeared(int16_t *row, int n) {
  int16_t *from = row, *to = row + 1;
  for (int i = 0; i < n - 1; i++)
    *to++ = (int16_t)(*from++ + 3);
}

// Eight behind is far enough for eight lanes.
// expect: any
void far_behind(float *row, int n) {
  float *from = row, *to = row + 8;
  for (int i = 0; i < n - 8; i++)
    *to++ = *from++ * 0.5f;
}

// The last one comes first.
// expect: any
void gray_to_rgb(uint8_t *row, int n) {
  uint8_t *sp = row + n - 1;
  uint8_t *dp = sp + (size_t)n * 2;
  for (int i = 0; i < n; i++) {
    *(dp--) = *sp;
    *(dp--) = *sp;
    *(dp--) = *(sp--);
  }
}

// Beside an array that walks by its subscript.
// expect: vectorized
void averaged(uint8_t *row, int n) {
  uint8_t *next = row + 1;
  for (int i = 0; i < n - 1; i++)
    row[i] = (uint8_t)((row[i] + *next++ + 1) >> 1);
}

// Rows below each other: what the outer loop moves keeps its value inside.
// expect: any
void rows_of_halves(uint16_t *plane, int height, int width) {
  uint16_t *row = plane;
  for (int y = 0; y < height; y++, row += width) {
    uint16_t *in, *out;
    in = row;
    out = row;
    for (int x = 0; x + 1 < width; x += 2) {
      *out++ = (uint16_t)((in[0] + in[1]) >> 1);
      in += 2;
    }
  }
}

// The init of the loop sets them.
// expect: vectorized
void set_by_init(int32_t *row, int n) {
  int i;
  int32_t *in, *out;
  for (i = 0, in = row + 2, out = row; i < n - 2; i++)
    *out++ = *in++ + 1;
}

// No longer true at the loop: what one was set to has moved.
// expect: any
void moved_since(int32_t *row, int n) {
  int32_t *in = row;
  if (n > 2)
    row += 2;
  int32_t *out = row;
  for (int i = 0; i < n - 2; i++)
    *out++ = *in++ * 3;
}

// Set in one of two ways.
// expect: any
void either_way(int32_t *row, int n, int back) {
  int32_t *in = row, *out = row;
  if (back)
    in += 1;
  else
    out += 1;
  for (int i = 0; i < n - 1; i++)
    *out++ = *in++ - 7;
}

// The second time they begin elsewhere.
// expect: any
void twice(int32_t *row, int n) {
  int32_t *in = row + 1, *out = row;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < (n - 2) / 2; i++)
      *out++ = *in++ ^ 5;
    out++;
  }
}

// Under a condition of their own, and read again behind the loop.
// expect: vectorized
int32_t left_over(int32_t *row, int n) {
  int32_t *in = row, *out = row;
  if (n > 3) {
    for (int i = 0; i < n; i += 2) {
      *out++ = in[0];
      in += 2;
    }
  }
  return (int32_t)(in - row) * 1000 + (int32_t)(out - row);
}

// Planes of one block, which do not meet.
// expect: vectorized
void halved_plane(uint8_t *block, int n) {
  uint8_t *in = block;
  uint8_t *out = block + n;
  for (int i = 0; i < n; i++)
    *out++ = *in++ >> 1;
}

// expect: vectorized
void restrict_parts(float *work, int n) {
  float *restrict in = work;
  float *restrict out = in + n;
  for (int i = 0; i < n; i++)
    *out++ = *in++ * 0.5f;
}
