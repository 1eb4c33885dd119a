// RUN explain: --target=avx512 --explain -o /dev/null -- -march=x86-64-v4

// To promise independent iterations would be false: the next one overwrites what is not kept.
int added(int n, const int *restrict x, int *restrict out, int limit) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    out[k] = i;
    k += x[i] > limit;
  }
  return k;
}

int counted(int n, const int *restrict x, int *restrict out, int limit) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    out[k] = x[i];
    if (x[i] > limit)
      k++;
  }
  return k;
}

int chosen(int n, const int *restrict x, int *restrict out, int limit) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    out[k] = x[i];
    k = x[i] > limit ? k + 1 : k;
  }
  return k;
}

// The last of each run: no filter.
int last_of_each(int n, const int *restrict x, int *restrict out) {
  int k = 0;
  for (int i = 1; i < n; i++) {
    k += x[i] != x[i - 1];
    out[k] = x[i];
  }
  return k;
}

// From the end on: nothing packs that.
int downwards(int n, const int *restrict x, int *restrict out, int limit) {
  int k = n - 1;
  for (int i = 0; i < n; i++) {
    out[k] = x[i];
    k -= x[i] > limit;
  }
  return k;
}

// What the advice comes to.
int filtered(int n, const int *restrict x, int *restrict out, int limit) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > limit)
      out[k++] = i;
  return k;
}

// Every step may move.
int stepped(int n, const int *restrict x, int *restrict out) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    out[k] = i;
    k += x[i];
  }
  return k;
}

// No reduction, whatever is promised: each iteration reads what it has come to.
void running_maximum(int n, const float *restrict x, float *restrict y) {
  float m = x[0];
  for (int i = 0; i < n; i++) {
    m = x[i] > m ? x[i] : m;
    y[i] = m;
  }
}
