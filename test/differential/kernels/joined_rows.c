// Rows that are shorter than a register and follow each other in memory: several share one.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void joined_products(int n, const float (*restrict a)[4][4], const float (*restrict b)[4][4],
                     float (*restrict c)[4][4]) {
  for (int m = 0; m < n; m++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) {
        float s = 0.0f;
        for (int k = 0; k < 4; k++)
          s += a[m][i][k] * b[m][k][j];
        c[m][i][j] = s;
      }
}

// Products of two by two are added to what is there.
// expect: vectorized
void joined_products_2(int n, const double (*restrict a)[2][2], const double (*restrict b)[2][2],
                       double (*restrict c)[2][2]) {
  for (int m = 0; m < n; m++)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        for (int k = 0; k < 2; k++)
          c[m][i][j] += a[m][i][k] * b[m][k][j];
}

// The other factor is read by columns.
// expect: vectorized
void joined_products_t(int n, const float (*restrict a)[4][4], const float (*restrict b)[4][4],
                       float (*restrict c)[4][4]) {
  for (int m = 0; m < n; m++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) {
        float s = c[m][i][j];
        for (int k = 0; k < 4; k++)
          s -= a[m][k][i] * b[m][k][j];
        c[m][i][j] = s;
      }
}

// expect: vectorized
void joined_points(int n, const float m[restrict 4][4], const float (*restrict v)[4], float (*restrict r)[4]) {
  for (int p = 0; p < n; p++)
    for (int j = 0; j < 4; j++) {
      float s = m[3][j];
      for (int k = 0; k < 3; k++)
        s += v[p][k] * m[k][j];
      r[p][j] = s;
    }
}

// Points are moved in place.
// expect: vectorized
void joined_moves(int n, float (*v)[4], float x, float y) {
  for (int p = 0; p < n; p++)
    for (int j = 0; j < 4; j++)
      v[p][j] = v[p][j] * x + y;
}

// Every row scales by its own number.
// expect: any
void joined_scales(int n, int32_t (*restrict v)[4], const int32_t *restrict by) {
  for (int p = 0; p < n; p++)
    for (int j = 0; j < 4; j++)
      v[p][j] = (int32_t)((uint32_t)v[p][j] * (uint32_t)by[p] + 3u);
}

// The number is the last of the row itself.
// expect: any
void joined_premultiplied(int n, float (*restrict o)[4], const float (*restrict p)[4]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      o[i][j] = p[i][j] * p[i][3];
}

// Sums that a loop carries for all rows of a block.
// expect: vectorized
void joined_sums(int n, int depth, const float *restrict x, const float (*restrict w)[4], float (*restrict c)[4]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++) {
      float s = 0.0f;
      for (int k = 0; k < depth; k++)
        s += x[i + k] * w[k][j];
      c[i][j] = s;
    }
}

// Blocks of words of 16 bits.
// expect: any
void joined_residuals(int n, int16_t (*restrict o)[4][4], const int16_t (*restrict a)[4][4],
                      const uint8_t (*restrict b)[4][4]) {
  for (int m = 0; m < n; m++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) {
        int t = a[m][i][j] + b[m][i][j];
        o[m][i][j] = (int16_t)(t < 0 ? 0 : t > 255 ? 255 : t);
      }
}

// A transform of 4 x 4 blocks, column by column, and every row a sum of all.
// expect: any
void joined_butterflies(int n, int32_t (*restrict o)[4][4], const int32_t (*restrict a)[4][4]) {
  for (int m = 0; m < n; m++)
    for (int j = 0; j < 4; j++) {
      const uint32_t s = (uint32_t)a[m][0][j] + (uint32_t)a[m][3][j], d = (uint32_t)a[m][0][j] - (uint32_t)a[m][3][j];
      const uint32_t t = (uint32_t)a[m][1][j] + (uint32_t)a[m][2][j], e = (uint32_t)a[m][1][j] - (uint32_t)a[m][2][j];
      o[m][0][j] = (int32_t)(s + t);
      o[m][1][j] = (int32_t)(2 * d + e);
      o[m][2][j] = (int32_t)(s - t);
      o[m][3][j] = (int32_t)(d - 2 * e);
    }
}

// What a row becomes, the next one reads.
// expect: any
void joined_after_each_other(int n, float (*v)[4], float k) {
  for (int p = 1; p < n; p++)
    for (int j = 0; j < 4; j++)
      v[p][j] = v[p][j] + k * v[p - 1][j];
}

// Rows of eight bytes, and of sixteen.
// expect: any
void joined_bytes(int n, uint8_t (*restrict o)[8], const uint8_t (*restrict a)[8], const uint8_t w[restrict 8]) {
  for (int p = 0; p < n; p++)
    for (int j = 0; j < 8; j++)
      o[p][j] = (uint8_t)((a[p][j] * w[j] + 128) >> 8);
}

// expect: any
void joined_words(int n, int16_t (*restrict o)[8], const int16_t (*restrict a)[8], const int16_t w[restrict 8]) {
  for (int p = 0; p < n; p++)
    for (int j = 0; j < 8; j++)
      o[p][j] = (int16_t)((a[p][j] * w[j]) >> 15);
}

// expect: any
void joined_choices(int n, float (*restrict o)[4], const float (*restrict a)[4], const float (*restrict b)[4]) {
  for (int p = 0; p < n; p++)
    for (int j = 0; j < 4; j++)
      o[p][j] = a[p][j] > b[p][j] ? a[p][j] - b[p][j] : b[p][j] * 0.5f;
}

// Complex rotations, two numbers a row.
// expect: any
void joined_rotations(int n, double (*restrict z)[2], const double m[restrict 2][2]) {
  for (int p = 0; p < n; p++) {
    double t[2];
    for (int j = 0; j < 2; j++)
      t[j] = z[p][0] * m[0][j] + z[p][1] * m[1][j];
    for (int j = 0; j < 2; j++)
      z[p][j] = t[j];
  }
}

// Pictures of four channels: one on the other by its last channel.
// expect: vectorized
void joined_over(int n, float (*restrict d)[4], const float (*restrict s)[4]) {
  for (int i = 0; i < n; i++) {
    float a = 1.0f - s[i][3];
    for (int c = 0; c < 4; c++)
      d[i][c] = s[i][c] + d[i][c] * a;
  }
}

// expect: vectorized
void joined_over_bytes(int n, uint8_t *restrict d, const uint8_t *restrict s) {
  for (int i = 0; i < n; i++) {
    int a = 255 - s[4 * i + 3];
    for (int c = 0; c < 4; c++) {
      int t = d[4 * i + c] * a + 128;
      d[4 * i + c] = (uint8_t)(s[4 * i + c] + ((t + (t >> 8)) >> 8));
    }
  }
}

// The first channel scales the others, in place.
// expect: any
void joined_by_first(int n, uint16_t (*p)[4]) {
  for (int i = 0; i < n; i++) {
    uint16_t a = p[i][0];
    for (int c = 0; c < 4; c++)
      p[i][c] = (uint16_t)((uint32_t)p[i][c] * a >> 16);
  }
}

// Signed numbers of each row, wider than what they scale.
// expect: any
void joined_by_wide(int n, int16_t (*restrict p)[8], const int32_t *restrict by, const int8_t *restrict plus) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 8; c++)
      p[i][c] = (int16_t)((uint32_t)p[i][c] * ((uint32_t)by[i] + (uint32_t)plus[i]));
}

// Two rows of each step, of which the second reads what the first wrote.
// expect: any
void joined_pairs_in_turn(int n, int32_t (*v)[2][4]) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 4; c++) {
      v[i][0][c] = (int32_t)((uint32_t)v[i][0][c] + 3u);
      v[i][1][c] = (int32_t)((uint32_t)v[i][1][c] + (uint32_t)v[i][0][c]);
    }
}

// The number of a row is written, too, by the row before.
// expect: any
void joined_shifted_numbers(int n, float *v) {
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 4; c++)
      v[4 * i + c] = v[4 * i + 8 + c] * v[4 * i + 11];
}
