// RUN explain: --target=avx2 --explain -o /dev/null --only='member|in_callee'
struct state {
  float x[64], gain;
  int stdcount;
};

void outside(struct state *p, int n) {
  for (int i = 0; i < n; i++)
    p->x[i] *= 2;
}

#define x (p->x)
void member(struct state *p, int n) {
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}

static inline float half(const struct state *p, int i) { return x[i] / 2; }
void in_callee(float *restrict y, const struct state *s, int n) {
  for (int i = 0; i < n; i++)
    y[i] = half(s, i);
}
#undef x

// Macros like these are expanded to what is meant.
#define gain gain
#define stdcount(p) (p)->stdcount
void the_same(float *restrict y, const struct state *p) {
  for (int i = 0; i < stdcount(p); i++)
    y[i] *= p->gain;
}
