// RUN error: -o /dev/null %f error_binary.c
int x;
