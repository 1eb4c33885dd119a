// RUN error: --target=avx2 -p nonexistent
int x;
