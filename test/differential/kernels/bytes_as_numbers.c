// Numbers that begin at any byte, copied from and to it.
#include <stdint.h>
#include <string.h>

static inline uint32_t read32(const void *p) {
  uint32_t v;
  memcpy(&v, p, sizeof v);
  return v;
}

static inline void write16(void *p, uint16_t v) { memcpy(p, &v, 2); }

// expect: vectorized
void hashes(uint32_t *restrict out, const uint8_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = (read32(in + 4 * i) * 2654435761u) >> 20;
}

// Each number overlaps the one before.
// expect: any
void rolling(uint32_t *restrict out, const uint8_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = read32(in + i) * 2654435761u;
}

// expect: vectorized
void xored(uint8_t *restrict out, const uint8_t *restrict in, uint32_t key, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t v;
    memcpy(&v, in + 4 * i, 4);
    v ^= key;
    memcpy(out + 4 * i, &v, 4);
  }
}

// expect: any
void in_place(uint8_t *data, int n) {
  for (int i = 0; i < n; i++) {
    uint16_t v;
    memcpy(&v, data + 2 * i, 2);
    write16(data + 2 * i, (uint16_t)(v >> 8 | v << 8));
  }
}

// expect: any
float total(const char *in, int n) {
  float sum = 0;
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++) {
    float v;
    memcpy(&v, in + 4 * i, 4);
    sum += v > 0 && v < 100 ? (float)(int)v : 1;
  }
  return sum;
}

struct record {
  uint8_t tag;
  uint8_t value[6];
};

// expect: any
void values(uint32_t *restrict out, const struct record *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = read32(in[i].value + 1) + in[i].tag;
}

// The first number is of the loop's own.
// expect: any
void against_first(uint32_t *restrict out, const uint8_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = read32(in + 4 * i) - read32(in);
}

// expect: any
void move_words(uint8_t *out, const uint8_t *in, int n) {
  for (int i = 0; i < n; i++) {
    uint64_t v;
    memcpy(&v, in + 8 * i, 8);
    memcpy(out + 8 * i, &v, 8);
  }
}

// expect: vectorized
void copy_four(uint8_t *d, const uint8_t *s, int w) {
  for (int x = 0; x < w; x += 4)
    memcpy(d + x, s + x, 4);
}
// expect: vectorized
void mirror_pixels(uint8_t *restrict d, const uint8_t *restrict s, int w) {
  for (int x = 0; x < w; x++)
    memcpy(d + 4 * x, s + 4 * (w - 1 - x), 4);
}
// expect: any
void copy_eight(void *d, const void *s, int n) {
  for (int x = 0; x < n; x++)
    __builtin_memcpy((char *)d + 8 * x, (const char *)s + 8 * x, 8);
}
// expect: any
void words_beside_bytes(uint8_t *restrict d, const uint8_t *restrict s, int n) {
  for (int x = 0; x < n; x++) {
    memcpy(d + 4 * x, s + 2 * x, 2);
    d[4 * x + 2] = 0;
    d[4 * x + 3] = s[2 * x];
  }
}
// expect: any
void move_up(uint8_t *d, int n) {
  for (int x = n - 1; x >= 0; x--)
    memcpy(d + 4 * x + 4, d + 4 * x, 4);
}
// expect: any
void bytes_to_floats(float *restrict d, const uint8_t *restrict s, int n) {
  for (int x = 0; x < n; x++)
    memcpy(&d[x], s + 4 * (n - 1 - x), 4);
}
