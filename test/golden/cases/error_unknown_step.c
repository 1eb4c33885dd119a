// RUN error: --print=step:unrol
int x;
