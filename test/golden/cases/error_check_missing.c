// RUN error: --target=avx2 --check nonexistent.c
int x;
