// RUN error: -Rpass=inline
int x;
