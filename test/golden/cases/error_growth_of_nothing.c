// RUN error: --max-growth=0
int x;
