// RUN error: --target=avx2 . -o /dev/null
int x;
