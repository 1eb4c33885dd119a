// RUN error: --target=avx2 -- -fno-such-flag
int x;
