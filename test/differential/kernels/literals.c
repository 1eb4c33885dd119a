// String literals as tables, and tables that nobody may write.
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

// expect: vectorized
void hex_digits(const uint8_t *restrict s, char *restrict d, size_t n) {
  for (size_t i = 0; i < n; i++) {
    d[2 * i] = "0123456789abcdef"[s[i] >> 4];
    d[2 * i + 1] = "0123456789abcdef"[s[i] & 15];
  }
}

#define DIGITS                                                                                                         \
  "0123456789"                                                                                                         \
  "ABCDEF"

// expect: vectorized
void digits_of_a_macro(const uint8_t *s, char *d, size_t n) {
  for (size_t i = 0; i < n; i++)
    d[i] = DIGITS[s[i] & 15];
}

// expect: any
void letters_of_64(const uint32_t *s, char *d, size_t n) {
  for (size_t i = 0; i < n; i++) {
    d[4 * i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[s[i] >> 18 & 63];
    d[4 * i + 1] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[s[i] >> 12 & 63];
    d[4 * i + 2] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[s[i] >> 6 & 63];
    d[4 * i + 3] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[s[i] & 63];
  }
}

// expect: any
void escapes(const uint8_t *s, uint8_t *d, size_t n) {
  for (size_t i = 0; i < n; i++)
    d[i] = (uint8_t)("\x80\xff\0\"\\\n\tq"[s[i] & 7] + s[i]);
}

// expect: any
void wide(const uint8_t *s, int *d, size_t n) {
  for (size_t i = 0; i < n; i++)
    d[i] = (int)L"abcdefgh"[s[i] & 7] * 3;
}

// expect: any
void braces(const uint8_t *s, char *d, size_t n) {
  for (size_t i = 0; i < n; i++)
    d[i] = "{0}{1}{}"[s[i] & 7];
}

// expect: vectorized
void read_in_order(uint8_t *restrict d, const uint8_t *restrict s) {
  for (int i = 0; i < 32; i++)
    d[i] ^= (uint8_t)("a key of thirty-two characters.."[i] + s[i]);
}

static const uint8_t inverted[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};

// expect: vectorized
void reversed_bits(uint8_t *d, size_t n) {
  for (size_t i = 0; i < n; i++)
    d[i] = (uint8_t)(inverted[d[i] & 15] << 4 | inverted[d[i] >> 4]);
}
