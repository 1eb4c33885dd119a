// RUN error: --target=avx2 missing.c
int x;
