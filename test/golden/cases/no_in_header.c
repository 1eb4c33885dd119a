// RUN explain: --target=avx2 --explain -o /dev/null
void clear(int *a, int n)
#include "no_in_header.data"
