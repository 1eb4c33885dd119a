// Quotients and remainders of bytes and halfwords by constants: of 8 and of 16 bits, whatever C promotes them to.
#include <stdint.h>

// expect: vectorized
void by_512(int16_t*restrict o,const int16_t*restrict p,int n) {
  for (int k=0;k<n; k++)
    o[k]=p[k]/512;
}

// expect: vectorized
void d300(int16_t*restrict o,const int16_t*restrict p,int n) {
  for (int k=0;k<n; k++)
    o[k]=p[k]/300;
}

// expect: vectorized
void d100(int16_t*restrict o,const int16_t*restrict p,int n) {
  for (int k=0;k<n; k++)
    o[k]=p[k]/100;
}

// expect: vectorized
void d256b(int8_t*restrict o,const int16_t*restrict p,int n) {
  for (int k=0;k<n; k++)
    o[k]=p[k]/256;
}

// expect: vectorized
void d256i(int32_t*restrict o,const int16_t*restrict p,int n) {
  for (int k=0;k<n; k++)
    o[k]=p[k]/256;
}

// expect: vectorized
void m1000(int16_t*restrict o,const int16_t*restrict p,int n) {
  for (int k=0;k<n; k++)
    o[k]=p[k]%1000;
}

// expect: vectorized
void b4(int8_t*restrict o,const int8_t*restrict p,int n) {
  for (int k=0;k<n; k++)
    o[k]=p[k]/4;
}

// expect: vectorized
void b7(int8_t*restrict o,const int8_t*restrict p,int n) {
  for (int k=0;k<n; k++)
    o[k]=p[k]/7;
}

// expect: vectorized
void h(int16_t*restrict o,const int16_t*restrict p,int n) {
  for (int k=0;k<n; k++)
    o[k]=p[k]/-300;
}

// expect: vectorized
void u(uint16_t*restrict o,const uint16_t*restrict p,int n) {
  for (int k=0;k<n; k++)
    o[k]=p[k]/1000;
}

// expect: vectorized
void halves_of_bytes(int8_t *restrict o, const int8_t *restrict p, int n) {
  for (int k = 0; k < n; k++)
    o[k] = (int8_t)(p[k] / 2 + p[k] % 4);
}
// expect: vectorized
void by_powers(int32_t *restrict o, const int16_t *restrict p, int n) {
  for (int k = 0; k < n; k++)
    o[k] = p[k] / 2 + p[k] / 16384 + p[k] % 8 + p[k] / -8;
}
