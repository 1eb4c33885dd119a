// RUN error: --target=avx2 -- --no-such-flag
int x;
