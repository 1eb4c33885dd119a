// RUN list: --list-targets
// RUN version: --version
int x;
