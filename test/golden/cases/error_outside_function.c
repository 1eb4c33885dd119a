// RUN error: --target=avx2
#pragma vecify independent
int x;
