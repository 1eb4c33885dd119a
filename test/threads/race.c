/* A race that the sanitizer must find: one t for all threads. */
int main(void) {
  int a[1000], t;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1000; i++) {
    t = i;
    a[i] = t;
  }
  return a[7] == -1;
}
