// What is done alike to all members of a structure, or to all of a few neighbours.
#include <stddef.h>
#include <stdint.h>

typedef struct {
  float r, g, b, a;
} pixel;
typedef struct {
  int16_t left, right;
} sample;
typedef struct {
  double x, y;
} point;

// expect: vectorized
void members_over(int n, pixel *restrict d, const pixel *restrict s) {
  for (int i = 0; i < n; i++) {
    float k = 1.0f - s[i].a;
    d[i].r = s[i].r + d[i].r * k;
    d[i].g = s[i].g + d[i].g * k;
    d[i].b = s[i].b + d[i].b * k;
    d[i].a = s[i].a + d[i].a * k;
  }
}

// expect: vectorized
void members_swapped(int n, pixel *restrict d, const pixel *restrict s, float k) {
  for (int i = 0; i < n; i++) {
    d[i].r = s[i].b * k;
    d[i].g = s[i].g * k;
    d[i].b = s[i].r * k;
    d[i].a = s[i].a * k;
  }
}

// Each member its own scalar.
// expect: vectorized
void members_volume(int n, sample *p, int left, int right) {
  for (int i = 0; i < n; i++) {
    p[i].left = (int16_t)((p[i].left * left) >> 8);
    p[i].right = (int16_t)((p[i].right * right) >> 8);
  }
}

// expect: vectorized
void members_moved(int n, point *restrict o, const point *restrict p, double dx, double dy, double k) {
  for (int i = 0; i < n; i++) {
    o[i].x = (p[i].x - dx) * k;
    o[i].y = (p[i].y - dy) * k;
  }
}

// expect: vectorized
void members_bytes(int n, uint8_t *restrict o, const uint8_t *restrict a, const uint8_t *restrict b) {
  for (int i = 0; i < n; i++) {
    o[4 * i] = (uint8_t)((a[4 * i] + b[4 * i] + 1) >> 1);
    o[4 * i + 1] = (uint8_t)((a[4 * i + 1] + b[4 * i + 1] + 1) >> 1);
    o[4 * i + 2] = (uint8_t)((a[4 * i + 2] + b[4 * i + 2] + 1) >> 1);
    o[4 * i + 3] = (uint8_t)((a[4 * i + 3] + b[4 * i + 3] + 1) >> 1);
  }
}

// A weight for each of them all, from another array.
// expect: vectorized
void members_weighed(int n, pixel *restrict p, const float *restrict w) {
  for (int i = 0; i < n; i++) {
    p[i].r *= w[i];
    p[i].g *= w[i];
    p[i].b *= w[i];
    p[i].a *= w[i];
  }
}

// One member is as it was.
// expect: any
void members_but_one(int n, pixel *p, float k) {
  for (int i = 0; i < n; i++) {
    p[i].r *= k;
    p[i].g *= k;
    p[i].b *= k;
  }
}

// expect: any
void members_chosen(int n, sample *restrict o, const sample *restrict p, int16_t limit) {
  for (int i = 0; i < n; i++) {
    o[i].left = p[i].left > limit ? limit : p[i].left;
    o[i].right = p[i].right > limit ? limit : p[i].right;
  }
}

// In place, where the next pair reads what this one wrote, or what lies before it.
// expect: any
void members_shifted(int n, float *v) {
  for (int i = 0; i < n; i++) {
    v[2 * i] = v[2 * i + 2] + 1.0f;
    v[2 * i + 1] = v[2 * i + 3] + 1.0f;
  }
}

// Read after a neighbour is written, at a place that was written before.
// expect: any
void members_read_late(int n, double *restrict v, double *restrict o) {
  for (int i = 0; i < n; i++) {
    v[2 * i + 10] = v[2 * i] * 2.0;
    o[2 * i] = v[2 * i + 9];
    v[2 * i + 11] = v[2 * i + 1] * 2.0;
    o[2 * i + 1] = v[2 * i + 10];
  }
}

// Sums of pairs, and of four, by one factor.
// expect: vectorized
void members_filtered(int n, int m, float *restrict o, const float *restrict v, const float *restrict h) {
  for (int i = 0; i < n; i++) {
    float a = 0, b = 0;
    for (int k = 0; k < m; k++) {
      a += h[k] * v[2 * (i + k)];
      b += h[k] * v[2 * (i + k) + 1];
    }
    o[2 * i] = a;
    o[2 * i + 1] = b;
  }
}

// expect: vectorized
void members_of_four_filtered(int n, int m, int (*restrict o)[4], const int (*restrict v)[4], const int *restrict h) {
  for (int i = 0; i < n; i++) {
    int s[4] = {o[i][0], o[i][1], o[i][2], o[i][3]};
    for (int k = 0; k < m; k++)
      for (int c = 0; c < 4; c++)
        s[c] += h[k] * v[i + k][c];
    for (int c = 0; c < 4; c++)
      o[i][c] = s[c];
  }
}

// One of the sums is needed by itself as well.
// expect: vectorized
void members_and_one_alone(int n, int m, float *restrict o, const float *restrict v, float *restrict p) {
  for (int i = 0; i < n; i++) {
    float a = p[i], b = 1;
    for (int k = 0; k < m; k++) {
      a = a * 0.5f + v[2 * (i + k)];
      b = b * 0.5f + v[2 * (i + k) + 1];
    }
    o[2 * i] = a;
    o[2 * i + 1] = b;
    p[i] = a;
  }
}

struct point3 {
  float x, y, z;
};

// expect: vectorized
void scale_points(struct point3 *q, const struct point3 *p, float factor, int n) {
  for (int i = 0; i < n; i++) {
    q[i].x = p[i].x * factor;
    q[i].y = p[i].y * factor;
    q[i].z = p[i].z * factor;
  }
}

// expect: vectorized
void verlet(struct point3 *restrict p, struct point3 *restrict before, const struct point3 *restrict a, float damp, float step, int n) {
  for (int i = 0; i < n; i++) {
    const struct point3 t = p[i];
    p[i].x += (p[i].x - before[i].x) * damp + a[i].x * step;
    p[i].y += (p[i].y - before[i].y) * damp + a[i].y * step;
    p[i].z += (p[i].z - before[i].z) * damp + a[i].z * step;
    before[i] = t;
  }
}

// expect: any
void move_points(struct point3 *p, float dx, float dy, float dz, int n) {
  for (int i = 0; i < n; i++) {
    p[i].x += dx;
    p[i].y += dy;
    p[i].z += dz;
  }
}

// expect: any
void turn_points(struct point3 *restrict q, const struct point3 *restrict p, int n) {
  for (int i = 0; i < n; i++) {
    q[i].x = p[i].y + 1;
    q[i].y = p[i].z + 1;
    q[i].z = p[i].x + 1;
  }
}

struct colour {
  unsigned char r, g, b;
};

// expect: any
void dim_colours(struct colour *restrict d, const struct colour *restrict s, int gain, int n) {
  for (int i = 0; i < n; i++) {
    d[i].r = (unsigned char)(s[i].r * gain >> 8);
    d[i].g = (unsigned char)(s[i].g * gain >> 8);
    d[i].b = (unsigned char)(s[i].b * gain >> 8);
  }
}

// expect: any
void five_together(double (*restrict u)[5], const double (*restrict r)[5], int n) {
  for (int i = 0; i < n; i++) {
    u[i][0] += r[i][0];
    u[i][1] += r[i][1];
    u[i][2] += r[i][2];
    u[i][3] += r[i][3];
    u[i][4] += r[i][4];
  }
}

// expect: any
void seven_apart(short *restrict d, const short *restrict s, int n) {
  for (int i = 0; i < n; i++) {
    d[7 * i] = (short)(s[7 * i] - 1);
    d[7 * i + 1] = (short)(s[7 * i + 1] - 1);
    d[7 * i + 2] = (short)(s[7 * i + 2] - 1);
    d[7 * i + 3] = (short)(s[7 * i + 3] - 1);
    d[7 * i + 4] = (short)(s[7 * i + 4] - 1);
    d[7 * i + 5] = (short)(s[7 * i + 5] - 1);
    d[7 * i + 6] = (short)(s[7 * i + 6] - 2);
  }
}

// expect: any
void clamp_positive(struct point3 *p, int n) {
  for (int i = 0; i < n; i++) {
    p[i].x = p[i].x < 0 ? 0 : p[i].x;
    p[i].y = p[i].y < 0 ? 0 : p[i].y;
    p[i].z = p[i].z < 0 ? 0 : p[i].z;
  }
}
