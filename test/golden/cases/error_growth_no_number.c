// RUN error: --max-growth=much
int x;
