// RUN error: --print=nets
int x;
