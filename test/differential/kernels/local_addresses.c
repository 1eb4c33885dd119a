// Local arrays whose address leaves by *t and &*t: others may read and write them.

// expect: any
int read_through_row(const int *restrict a, int *restrict b, int n) {
  int t[2][400];
  int *p = *t;
  for (int i = 0; i < 400; i++)
    t[0][i] = i;
  for (int i = 0; i < n && i < 300; i++) {
    t[0][i] = a[i] & 255;
    b[i] = p[i + 1];
  }
  return t[0][3];
}

struct four {
  int v[4];
  int k;
};

// expect: any
void first_of_member(const int *restrict a, int *restrict b, int n) {
  struct four s = {{1, 2, 3, 4}, 5};
  for (int i = 0; i < n; i++) {
    b[i] = s.v[0] + a[i] % 7 + s.k;
    *s.v = 9;
  }
}

// expect: any
void store_through_first(const int *restrict a, int *restrict b, int n) {
  int t[3];
  for (int i = 0; i < n; i++) {
    t[0] = a[i];
    t[1] = a[i] & 3; // Reads a[i] also where the store to t[0] is dead.
    *t = 7;
    b[i] = t[0] ^ t[1];
  }
}

// expect: any
void pointer_to_first(const int *restrict a, int *restrict b, int n) {
  int t[3];
  for (int i = 0; i < n; i++) {
    int *p = &*t;
    t[0] = a[i] & 15;
    t[1] = 3;
    p[0] = p[0] + 1;
    b[i] = t[0] ^ t[1];
  }
}

// A local that a callee is told of: what comes in by a parameter does not lead there.
static void look_at(const short *t, int *out) {
  *out = t[0] + t[15];
}

// expect: vectorized
int blur_and_look(const unsigned char *top, unsigned char *dst) {
  short v[16];
  int seen;
  for (int i = 0; i < 16; i++)
    v[i] = (short)(top[i] + 2 * top[i + 1] + top[i + 2]);
  look_at(v, &seen);
  for (int i = 0; i < 16; i++)
    dst[i] = (unsigned char)(v[i] >> 2);
  return seen;
}

struct point {
  int x, y;
};

// A literal is no block: the semicolon behind it belongs to the loop.
// expect: any
void swap_points(struct point *restrict a, const struct point *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = (struct point){b[i].y, b[i].x};
}

// Pointers that lead to a number of this function, or may.
// expect: any
unsigned sum_and_itself(const unsigned *a, int n, int k) {
  unsigned s = 3, z[4] = {0};
  unsigned *q = k & 1 ? &s : z;
  for (int x = 0; x < n; x++) {
    s += a[x];
    *q ^= 5;
  }
  return s + z[0];
}

// expect: any
unsigned sum_by_another_name(const unsigned *a, int n) {
  unsigned s = 3, *q = &s;
  for (int x = 0; x < n; x++) {
    s += a[x];
    *q ^= 5;
  }
  return s;
}
