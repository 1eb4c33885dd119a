// Arrays of structs, members, file-scope arrays, local arrays.
#include <stdint.h>

struct vec3 {
  float x, y, z;
};
struct particle {
  double position[2], velocity[2];
};
struct track {
  float *samples;
  int count;
  float gain;
};
struct histogram {
  int bins[64];
  int total;
};
typedef struct {
  uint8_t r, g, b, a;
} rgba;

// expect: any
void translate(struct vec3 *restrict points, struct vec3 by, int n) {
  for (int i = 0; i < n; i++) {
    points[i].x += by.x;
    points[i].y += by.y;
    points[i].z += by.z;
  }
}

// expect: vectorized
void squared_lengths(float *restrict out, const struct vec3 *restrict v, int n) {
  for (int i = 0; i < n; i++)
    out[i] = v[i].x * v[i].x + v[i].y * v[i].y + v[i].z * v[i].z;
}

// expect: any
void drift(struct particle *restrict p, double dt, int n) {
  for (int i = 0; i < n; i++) {
    p[i].position[0] += dt * p[i].velocity[0];
    p[i].position[1] += dt * p[i].velocity[1];
  }
}

// expect: vectorized
void scale_track(struct track *t) {
  float *const samples = t->samples;
  const float gain = t->gain;
  const int count = t->count;
  for (int i = 0; i < count; i++)
    samples[i] *= gain;
}

// expect: vectorized
void scale_track_through(struct track *t) {
  for (int i = 0; i < t->count; i++)
    t->samples[i] *= t->gain;
}

// expect: vectorized
void clear_histogram(struct histogram *h) {
  for (int i = 0; i < 64; i++)
    h->bins[i] = 0;
  h->total = 0;
}

// expect: vectorized
void opaque_pixels(rgba *restrict pixels, int n) {
  for (int i = 0; i < n; i++)
    pixels[i].a = 255;
}

// expect: vectorized
void split_planes(uint8_t *restrict r, uint8_t *restrict g, uint8_t *restrict b, const rgba *restrict p, int n) {
  for (int i = 0; i < n; i++) {
    r[i] = p[i].r;
    g[i] = p[i].g;
    b[i] = p[i].b;
  }
}

static const float window[32] = {0.0f, 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f, 0.9f, 1.0f,
                                 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f,
                                 0.9f, 0.8f, 0.7f, 0.6f, 0.5f, 0.4f, 0.3f, 0.2f, 0.1f, 0.0f};

// expect: vectorized
void apply_window(float *restrict block) {
  for (int i = 0; i < 32; i++)
    block[i] *= window[i];
}

static int32_t accumulator[128];

// expect: vectorized
void accumulate(const int16_t *x, int n) {
  const int count = n < 128 ? n : 128;
  for (int i = 0; i < count; i++)
    accumulator[i] += x[i];
}

// expect: vectorized
void through_local(float *restrict out, const float *restrict in, int blocks) {
  for (int b = 0; b < blocks; b++) {
    float temporary[16];
    for (int i = 0; i < 16; i++)
      temporary[i] = in[16 * b + i] * 0.5f;
    for (int i = 0; i < 16; i++)
      out[16 * b + i] = temporary[15 - i] + in[16 * b + i];
  }
}

// expect: any
void count_levels(struct histogram *restrict h, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    h->bins[x[i] & 63]++;
}

struct channel {
  int gain;
  int taps[24];
  int length, offset;
  int tail[4];
};

// A subscript does not leave its array, so the members behind it keep their values.
// expect: vectorized
void scale_taps(struct channel *c) {
  c->length = c->length & 15;
  for (int i = 0; i < c->length; i++)
    c->taps[i] = (c->taps[i] & 0xfff) * 3 + (c->offset & 255);
}

// The last member may go on behind its struct.
// expect: any
void fill_tail(struct channel *c) {
  for (int i = 0; i < 4; i++)
    c->tail[i] = (c->offset ^ i) & 255;
}

struct pair {
  int a, b;
};
static void swap_parts(struct pair *to, struct pair from) {
  to->a = from.b;
  to->b = from.a;
}

// The argument is a copy.
// expect: vectorized
void swap_all_parts(struct pair *x, int n) {
  for (int i = 0; i < n; i++)
    swap_parts(&x[i], x[i]);
}

static struct pair take_pair(struct pair *from) {
  struct pair result = *from;
  from->a = 1;
  from->b = result.a;
  return result;
}

// expect: vectorized
void take_pairs(struct pair *restrict x, int *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    struct pair taken = take_pair(&x[i]);
    y[i] = taken.a ^ taken.b;
  }
}
