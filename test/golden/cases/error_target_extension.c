// RUN error: --target=avx2+vnni99
int x;
