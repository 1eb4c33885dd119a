// Minima and maxima of what is valid, with and without their places: one condition of several is the comparison.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
int nearest_open(const float *dist, const uint8_t *done, int n) {
  float least = 1e30f;
  int best = -1;
  for (int i = 0; i < n; i++)
    if (!done[i] && dist[i] < least) {
      least = dist[i];
      best = i;
    }
  return best;
}
// expect: vectorized
float closest_hit(const float *t, float tmin, int n) {
  float best = 1e30f;
  for (int i = 0; i < n; i++)
    if (t[i] > tmin && t[i] < best)
      best = t[i];
  return best;
}
// expect: vectorized
int greatest_below(const int *x, int n) {
  int most = -100;
  for (int i = 0; i < n; i++)
    if (x[i] > most && x[i] < 100 && x[i] != 50)
      most = x[i];
  return most;
}
// expect: any
int least_of_marked(const int *x, const uint8_t *marked, int n) {
  int least = 1 << 30;
  for (int i = 0; i < n; i++)
    if (x[i] < least && marked[i])
      least = x[i];
  return least;
}
// expect: any
int least_quotient(const int *x, const int *d, int n) {
  int least = 1 << 30;
  for (int i = 0; i < n; i++)
    if (d[i] != 0 && x[i] < least && 1000 / d[i] > 3)
      least = x[i];
  return least;
}
// expect: any
double two_bests(const double *x, int n) {
  double best = 0, second = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > best && x[i] > second) {
      second = best;
      best = x[i];
    }
  return best + second;
}
// expect: vectorized
int greatest_counted_to_n(int n, const float *x) {
  int place = 0;
  float most = -1e30f;
  for (int i = 1; i <= n; i++)
    if (x[i] > most) {
      place = i;
      most = x[i];
    }
  return place;
}
// expect: vectorized
int last_least_counted_to_n(int n, const int16_t *x) {
  int place = 0, least = 32767;
  for (int i = 0; i <= n; i++)
    if (x[i] <= least) {
      place = i;
      least = x[i];
    }
  return place * 2 + least;
}
// expect: any
int first_above_counted_to_n(int n, const int *x) {
  int i;
  for (i = 0; i <= n; i++)
    if (x[i] > 1000)
      break;
  return i;
}
