#include <math.h>
#include <stddef.h>
#include <stdio.h>

ptrdiff_t conv_3x3_stride_2(const float (*image)[224][3], const float (*filter)[3][3][16], float (*out)[112][16]);

static float image[224][224][3], filter[3][3][3][16], out[112][112][16];

int main(void) {
  for (int y = 0; y < 224; y++)
    for (int x = 0; x < 224; x++)
      for (int c = 0; c < 3; c++)
        image[y][x][c] = (float)((y * 5 + x * 3 + c) % 101) / 9;
  for (int i = 0; i < 3 * 3 * 3 * 16; i++)
    (&filter[0][0][0][0])[i] = (float)(i % 37 - 18) / 7;
  if (conv_3x3_stride_2(image, filter, out) != 112)
    return 1;
  for (int oy = 0; oy < 112; oy++)
    for (int ox = 0; ox < 112; ox++)
      for (int f = 0; f < 16; f++) {
        float sum = 0;
        for (int ky = 0; ky < 3; ky++)
          for (int kx = 0; kx < 3; kx++)
            for (int c = 0; c < 3; c++) {
              const int y = 2 * oy + ky, x = 2 * ox + kx;
              if (y < 224 && x < 224)
                sum = fmaf(image[y][x][c], filter[ky][kx][c][f], sum);
            }
        if (out[oy][ox][f] != sum)
          return printf("out[%d][%d][%d] is %g, not %g\n", oy, ox, f, out[oy][ox][f], sum), 1;
      }
  return 0;
}
