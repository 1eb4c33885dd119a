// Rows seen through casts, which may lie over each other.
#include <stddef.h>
#include <stdint.h>

typedef int32_t row4[4];

// expect: declined CarriedDependence
void shifted_views(int16_t *a, int n) {
  for (int i = 0; i < n; i++)
    (*((int8_t(*)[]) & a[1]))[i] = (*((int8_t(*)[]) & a[0]))[i + 1];
}

// expect: vectorized
void moving_views(int32_t *p, int n) {
  for (int i = 0; i < n; i++)
    (*(row4 *)&p[i + 2])[0] = (*(row4 *)&p[i])[1] + 1;
}

// expect: vectorized
void views_ahead(int32_t *p, int n) {
  for (int i = 0; i < n; i++)
    (*(row4 *)&p[i])[0] = (*(row4 *)&p[i])[2] + 1;
}

// expect: declined CarriedDependence
void offset_that_wraps(uint32_t *c, int n) {
  for (int i = 1; i < n; i++)
    *(uint32_t *)((char *)c + (size_t)i * 4) = 2 * *(uint32_t *)((char *)c + ((size_t)i + (size_t)-4 / 4) * 4);
}
