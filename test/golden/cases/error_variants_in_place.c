// RUN error: --form=variants -i
int x;
