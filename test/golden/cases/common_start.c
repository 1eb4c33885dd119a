// RUN avx2: --target=avx2 -- -march=x86-64-v3
// Both pointers walk over one row.
typedef unsigned char byte;

void chop(byte *row, unsigned long bytes) {
  byte *from, *to, *end = row + bytes;
  from = row;
  to = row;
  while (from < end) {
    *to++ = *from;
    from += 2;
  }
}
