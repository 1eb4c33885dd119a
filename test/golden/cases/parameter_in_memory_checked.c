// RUN explain: --target=avx2 --explain -o /dev/null
struct buffer { int n; int data[100]; };
void clear(struct buffer *b, int *p) {
  for (int i = 0; i < b->n; i++)
    p[i] = 0;
}
