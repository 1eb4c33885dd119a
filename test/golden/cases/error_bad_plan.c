// RUN error: --plan=random
int x;
