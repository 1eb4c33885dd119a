// RUN avx2: --target=avx2
// RUN avx512: -- -O3 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma -mavx2 -mbmi -mbmi2 -mavx512cd
#include <stdint.h>
#include <string.h>
static inline uint32_t read32(const void *p) {
  uint32_t v;
  memcpy(&v, p, sizeof v);
  return v;
}
void differences(uint32_t *restrict out, const uint8_t *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = read32(in + 4 * i) - read32(in);
}
