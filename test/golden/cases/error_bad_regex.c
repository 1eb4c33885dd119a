// RUN error: --only=[
int x;
