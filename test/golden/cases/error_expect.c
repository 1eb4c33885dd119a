// RUN error: --expect=fast
int x;
