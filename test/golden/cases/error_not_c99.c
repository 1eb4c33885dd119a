// RUN error: --target=avx2 -- -std=c89
int x;
