// RUN explain: --target=avx2 --explain -o /dev/null
// A subscript stays inside a declared array, unless it is the last member, which may go on.
struct queue {
  int size, slots[64], used, rest[1];
};
void add(struct queue *q) {
  for (int i = 0; i < q->used; i++)
    q->slots[i] += q->size;
}
void add_rest(struct queue *q, int n) {
  for (int i = -70; i < q->used; i++)
    q->rest[i] += n;
}
void mirror(float *p, int n) {
  for (int i = 0; i < n / 2; i++) {
    float t = p[i];
    p[i] = p[n - 1 - i];
    p[n - 1 - i] = t;
  }
}
