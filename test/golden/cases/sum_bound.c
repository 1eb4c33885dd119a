// An unsigned sum that begins where the loop does: where it wraps around nothing runs, so the two halves never meet.
// RUN nest: --print=nest -- -O3 -mavx2
// RUN avx2: --target=avx2 -- -O3 -mavx2
void halves(short *r, unsigned start, unsigned len) {
  for (unsigned j = start; j < start + len; j++)
    r[j + len] = (short)(r[j] + 1);
}
