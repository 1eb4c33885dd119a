// RUN explain: --target=avx2 --explain -o /dev/null
// Nobody needs the values, but the calls that make them, the volatile reads and the lengths of types are to happen.
char *next(float *a, char *p);
int count(void);
struct pair { int x, y; } both(void);

void rows(float *a, char *in, int n, int m, int stride) {
  int offset = 0;
  for (int i = 0; i < n; i++) {
    char *p = in + offset;
    for (int j = 0; j < m; j++)
      p = next(a, p);
    offset += stride;
  }
}

void assigned(float *a, char *p, int n) {
  for (int i = 0; i < n; i++) {
    char *q = p;
    q = next(a, q);
    a[i] = 1;
  }
}

void declared(float *a, char *p, int n) {
  for (int i = 0; i < n; i++) {
    char *q = &next(a, p)[i];
    a[i] = 1;
  }
}

void chosen(float *a, char **p, int n) {
  for (int i = 0; i < n; i++) {
    char *q = i & 1 ? next(a, *p) : *p;
    a[i] = 1;
  }
}

void structure(float *a, int n) {
  for (int i = 0; i < n; i++) {
    struct pair s = both();
    a[i] = 1;
  }
}

void volatile_pointer(float *a, char *volatile *p, int n) {
  for (int i = 0; i < n; i++) {
    char *q = *p;
    a[i] = 1;
  }
}

static inline float same(float *a, float x) {
  char *q = next(a, 0);
  return x;
}

void inlined(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = same(a, b[i]);
}

void length(float *a, int n) {
  for (int i = 0; i < n; i++) {
    int(*q)[count()];
    a[i] = 1;
  }
}
