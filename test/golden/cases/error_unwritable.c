// RUN error: -o /nonexistent/out.c
int x;
