// RUN check: --check stale.data
int x;
