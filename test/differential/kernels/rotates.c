// Rotations: by constants, by what stands in memory and by a parameter, in the forms that C code spells them.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void rotate_7(uint32_t *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] << 7) | (x[i] >> 25);
}

// expect: vectorized
void rotate_8(uint32_t *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] << 8) ^ (x[i] >> 24);
}

// expect: vectorized
void rotate_16(uint32_t *restrict y, const uint32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] << 16) + (x[i] >> 16);
}

// expect: vectorized
void rotate_of_sum(uint64_t *restrict y, const uint64_t *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    const uint64_t s = x[i] + 0x9e3779b97f4a7c15u;
    y[i] = (s >> 13) | (s << 51);
  }
}

// expect: vectorized
void rotate_64_by_32(uint64_t *restrict y, const uint64_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] << 32) | (x[i] >> 32);
}

// expect: vectorized
void rotate_shorts(uint16_t *restrict y, const uint16_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint16_t)((x[i] << 5) | (x[i] >> 11));
}

// expect: vectorized
void rotate_shorts_by_half(uint16_t *restrict y, const uint16_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint16_t)((x[i] << 8) | (x[i] >> 8));
}

// expect: vectorized
void rotate_bytes(uint8_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)((x[i] << 3) | (x[i] >> 5));
}

// expect: vectorized
void rotate_bytes_by_half(uint8_t *restrict y, const uint8_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint8_t)((x[i] << 4) | (x[i] >> 4));
}

// expect: vectorized
void rotate_signed(int32_t *restrict y, const int32_t *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (int32_t)(((uint32_t)x[i] << 9) | ((uint32_t)x[i] >> 23));
}

// expect: vectorized
void rotate_by_lanes(uint32_t *restrict y, const uint32_t *restrict x, const uint32_t *restrict r, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] << (r[i] & 31)) | (x[i] >> (-r[i] & 31));
}

// expect: vectorized
void rotate_right_by_lanes(uint32_t *restrict y, const uint32_t *restrict x, const uint8_t *restrict r, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] >> (r[i] & 31)) | (x[i] << ((32 - r[i]) & 31));
}

// Twice x where r is 0: no rotation.
// expect: vectorized
void sum_of_shifts(uint32_t *restrict y, const uint32_t *restrict x, const uint32_t *restrict r, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] << (r[i] & 31)) + (x[i] >> (-r[i] & 31));
}

// expect: vectorized
void rotate_by_less_than_all(uint32_t *restrict y, const uint32_t *restrict x, const uint32_t *restrict r, int n) {
  for (int i = 0; i < n; i++) {
    const uint32_t by = 1 + (r[i] & 15);
    y[i] = (x[i] << by) ^ (x[i] >> (32 - by));
  }
}

// expect: vectorized
void rotate_longs_by_lanes(uint64_t *restrict y, const uint64_t *restrict x, const int *restrict r, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] << (r[i] & 63)) | (x[i] >> (-r[i] & 63));
}

// Shifts of 64 bits, and amounts that add up to 32.
// expect: vectorized
void shift_longs_by_lanes(uint64_t *restrict y, const uint64_t *restrict x, const uint32_t *restrict r, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] << (r[i] & 31)) | (x[i] >> (-r[i] & 31));
}

// expect: vectorized
void rotate_by_one_amount(uint32_t *restrict y, const uint32_t *restrict x, unsigned r, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] << (r & 31)) | (x[i] >> (-r & 31));
}

// expect: vectorized
void rotate_longs_by_one_amount(uint64_t *restrict y, const uint64_t *restrict x, int r, int n) {
  r &= 63;
  for (int i = 0; i < n; i++)
    y[i] = (x[i] << r) | (x[i] >> ((64 - r) & 63));
}

// expect: vectorized
void murmur_words(uint32_t *restrict y, const uint32_t *restrict x, uint32_t seed, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t k = x[i] * 0xcc9e2d51u, h = seed;
    k = (k << 15) | (k >> 17);
    h ^= k * 0x1b873593u;
    h = (h << 13) | (h >> 19);
    h = h * 5 + 0xe6546b64u;
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    y[i] = h;
  }
}

// expect: vectorized
void quarter_rounds(uint32_t *restrict a, uint32_t *restrict b, uint32_t *restrict c, uint32_t *restrict d, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t p = a[i], q = b[i], r = c[i], s = d[i];
    p += q, s ^= p, s = s << 16 | s >> 16;
    r += s, q ^= r, q = q << 12 | q >> 20;
    p += q, s ^= p, s = s << 8 | s >> 24;
    r += s, q ^= r, q = q << 7 | q >> 25;
    a[i] = p, b[i] = q, c[i] = r, d[i] = s;
  }
}

// expect: vectorized
void sip_rounds(uint64_t *restrict a, uint64_t *restrict b, uint64_t *restrict c, uint64_t *restrict d, int n) {
  for (int i = 0; i < n; i++) {
    uint64_t p = a[i], q = b[i], r = c[i], s = d[i];
    p += q, q = q << 13 | q >> 51, q ^= p, p = p << 32 | p >> 32;
    r += s, s = s << 16 | s >> 48, s ^= r;
    p += s, s = s << 21 | s >> 43, s ^= p;
    r += q, q = q << 17 | q >> 47, q ^= r, r = r << 32 | r >> 32;
    a[i] = p, b[i] = q, c[i] = r, d[i] = s;
  }
}

// What C promotes may be shifted by more bits than it has.
// expect: any
void rotate_halves(uint16_t *restrict y, const uint16_t *restrict x, const uint8_t *restrict r, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint16_t)((x[i] << (r[i] & 31)) | (x[i] >> (-r[i] & 31)));
}

// expect: any
void rotate_halves_beyond(uint16_t *restrict y, const uint16_t *restrict x, const uint8_t *restrict r, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint16_t)((x[i] << (r[i] & 15)) | (x[i] >> (31 - (r[i] & 15) + 1)));
}

// expect: any
void rotate_halves_by_places(uint16_t *restrict y, const uint16_t *restrict x, const uint8_t *restrict r, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (uint16_t)((x[i] << (r[i] & 15)) + (x[i] >> (16 - (r[i] & 15))));
}
