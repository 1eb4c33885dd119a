// Arrays whose pointers stand in structures, read where only some iterations get to; the structures are not there where
// no iteration does.
#include <stddef.h>
#include <stdint.h>

typedef struct {
  const int *weights;
  int count;
} filter;
typedef struct {
  const filter *filter;
  int width;
} stage;

// expect: vectorized
void through_inner_loop(int n, int taps, const int *w, const int *restrict x, int *restrict y) {
  const filter made = {w, taps};
  const filter *f = taps > 0 ? &made : NULL;
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int k = 0; k < taps; k++)
      sum += f->weights[k] * x[i];
    y[i] = sum;
  }
}

// The structure is followed by the condition of the loop inside.
// expect: vectorized
void through_condition(int n, const int *w, const int *restrict x, int *restrict y) {
  const filter made = {w, n / 4};
  const filter *f = n > 0 ? &made : NULL;
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int k = 0; k < f->count; k++)
      sum += f->weights[k] * x[i];
    y[i] = sum;
  }
}

// Two pointers on the way.
// expect: vectorized
void through_two(int n, int m, const int *w, int *restrict y) {
  const filter inside = {w, m / 8};
  const stage made = {m > 0 ? &inside : NULL, m};
  const stage *s = n > 0 ? &made : NULL;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int sum = 0;
      for (int k = 0; k < s->filter->count; k++)
        sum += s->filter->weights[k] + j;
      y[i] ^= sum;
    }
}

// Followed before the loop, so that a condition inside may read it.
// expect: vectorized
void through_branch(int n, const int *w, int *restrict y) {
  const filter made = {w, n};
  const filter *f = &made;
  if (f->count < 0)
    return;
  for (int i = 0; i < n; i++)
    if (y[i] > 0)
      y[i] = y[i] / 2 + f->weights[i];
}

// Followed before a switch, and in a block that a case leads into.
// expect: vectorized
int through_switch(int n, int k, const int *w, int *restrict y) {
  const filter made = {w, n};
  const filter *f = &made;
  const int count = f->count;
  switch (k & 1) {
  case 0:
    for (int i = 0; i < n; i++)
      if (y[i] > 0)
        y[i] = y[i] / 2 + f->weights[i];
  }
  return count;
}

// expect: any
int through_case(int n, int k, const int *w, int *restrict y) {
  const filter made = {w, n};
  const filter *f = k & 1 ? &made : NULL;
  int count = 0;
  switch (k & 1) {
  case 1: {
    count = f->count;
    __attribute__((fallthrough));
  case 0:
    for (int i = 0; i < n; i++)
      if (y[i] * (k & 1) > 0)
        y[i] = y[i] / 2 + f->weights[i];
  }
  }
  return count;
}

// Followed on one side of a condition only: where it is not, it leads nowhere.
// expect: any
void through_branch_unknown(int n, int c, const int *w, int *restrict y) {
  const filter made = {w, n};
  const filter *f = c > 0 ? &made : NULL;
  int scale = c > 0 && f->count > 4 ? f->count : 1;
  for (int i = 0; i < n; i++)
    if (c > 0)
      y[i] = y[i] / 2 + scale + f->weights[i];
}

// expect: vectorized
void through_rows(int n, int m, const int *w, int *restrict y) {
  const filter made = {w, m};
  const filter *f = n > 0 && m > 0 ? &made : NULL;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[j] += f->weights[j] + i;
}

// What is read through the pointer may be written.
// expect: any
void through_written(int n, int m, int *w) {
  filter made = {w, m};
  filter *f = n > 0 && m > 0 ? &made : NULL;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      w[j] += f->weights[i & 1] + f->count;
}
