// 3 x 3 convolution of a 16-bit image: a border of one pixel on all sides, coefficients in Q8.
#include <stdint.h>

void conv3x3_i16(const int16_t (*restrict image)[288], const int16_t (*restrict k)[3], int16_t (*restrict out)[256]) {
  for (int y = 0; y < 16; y++)
    for (int x = 0; x < 256; x++) {
      int32_t sum = 0;
      for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
          sum += k[dy][dx] * image[y + dy][x + dx];
      out[y][x] = (int16_t)(sum >> 8);
    }
}
