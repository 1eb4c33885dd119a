// RUN avx2: --target=avx2
struct particle { float x, y, z, m; };
void push(struct particle *p, int n, float dt) {
  for (int i = 0; i < n; i++)
    p[i].x += dt * p[i].m;
}
