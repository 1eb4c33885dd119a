// Strings and bytes.
#include <stddef.h>
#include <stdint.h>

// expect: vectorized
void to_upper_ascii(char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (text[i] >= 'a' && text[i] <= 'z')
      text[i] = (char)(text[i] - ('a' - 'A'));
}

// expect: vectorized
size_t count_newlines(const unsigned char *text, size_t length) {
  size_t lines = 0;
  for (size_t i = 0; i < length; i++)
    lines += text[i] == '\n';
  return lines;
}

// expect: vectorized
void xor_with_key(uint8_t *restrict data, const uint8_t *restrict key, size_t n) {
  for (size_t i = 0; i < n; i++)
    data[i] ^= key[i];
}

// expect: vectorized
void nibbles_to_hex(char *restrict hex, const uint8_t *restrict nibbles, int n) {
  for (int i = 0; i < n; i++) {
    const int v = nibbles[i] & 15;
    hex[i] = (char)(v < 10 ? '0' + v : 'a' + v - 10);
  }
}

// expect: vectorized
int any_non_ascii(const signed char *s, int n) {
  int bits = 0;
  for (int i = 0; i < n; i++)
    bits |= s[i];
  return bits < 0;
}

// expect: vectorized
void byte_swap32(uint32_t *restrict words, int n) {
  for (int i = 0; i < n; i++) {
    const uint32_t w = words[i];
    words[i] = (w >> 24) | ((w >> 8) & 0xff00u) | ((w << 8) & 0xff0000u) | (w << 24);
  }
}

// expect: vectorized
unsigned char checksum8(const unsigned char *p, unsigned n) {
  unsigned char sum = 0;
  while (n-- != 0)
    sum = (unsigned char)(sum + *p++);
  return sum;
}

// expect: vectorized
void copy_reversed(unsigned char *restrict dst, const unsigned char *restrict src, int n) {
  const unsigned char *from = src + n;
  for (int i = 0; i < n; i++)
    *dst++ = *--from;
}

// expect: vectorized
void latin1_to_utf16(uint16_t *restrict dst, const uint8_t *restrict src, size_t n) {
  for (size_t i = 0; i < n; ++i)
    dst[i] = src[i];
}

// expect: vectorized
void replace_byte(uint8_t *buffer, uint8_t from, uint8_t to, size_t n) {
  for (size_t i = 0; i < n; i++)
    buffer[i] = buffer[i] == from ? to : buffer[i];
}

// expect: vectorized
long find_byte(const unsigned char *text, unsigned char wanted, long n) {
  for (long i = 0; i < n; i++)
    if (text[i] == wanted)
      return i;
  return -1;
}

// expect: declined NotProfitable
size_t length_of(const char *s) {
  size_t n = 0;
  while (s[n] != 0)
    n++;
  return n;
}

// The masked vector begins before the buffer.
// expect: vectorized
void reversed_bytes(uint8_t *restrict y, const uint8_t *restrict x, int all, int n) {
  uint8_t buffer[4];
#pragma vecify tail(mask) shape(i:16)
  for (int i = 0; i < 4; i++)
    buffer[i] = all > 15 ? x[i] : x[i + 1];
#pragma vecify tail(mask) shape(k:16)
  for (int k = 0; k < 4; k++)
    y[k] = buffer[3 - k];
  for (int i = 4; i < n; i++)
    y[i] = x[i];
}
