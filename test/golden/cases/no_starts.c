// RUN explain: --target=avx2 --explain -o /dev/null
// The counter starts at what the loop itself leaves behind: resumed in the middle it would start anew.
int nearest(const int *restrict gain, int factor, int amp, int top) {
  int j, least = 1 << 30;
#pragma vecify vectorize
  for (j = top; j >= 2; j--) {
    int d = gain[j] * factor - amp;
    d = d < 0 ? -d : d;
    if (d < least) {
      least = d;
      top = j;
    }
  }
  return top;
}
