// RUN error: -i --diff
int x;
