// RUN avx2: --target=avx2 -- -mavx2
#include <stdint.h>

// Ranges of cases, as GNU C has them.
void digits(int n, const uint8_t *restrict text, uint8_t *restrict value) {
  for (int i = 0; i < n; i++) {
    switch (text[i]) {
    case '0' ... '9':
      value[i] = (uint8_t)(text[i] - '0');
      break;
    case 'a' ... 'f':
      value[i] = (uint8_t)(text[i] - 'a' + 10);
      break;
    case '_':
    case ' ' ... '/':
      value[i] = 254;
      break;
    default:
      value[i] = 255;
    }
  }
}
