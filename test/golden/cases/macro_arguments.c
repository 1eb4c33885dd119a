// What takes the place of a macro's argument is one argument too, and the macro must not use it as text or twice.
// RUN avx2: --target=avx2 --Rpass-missed=vecify -- -O2 -march=x86-64-v3
#define LINE(text) text
#define TWICE(text) text text
#define CHECKED(text)                                                                                                  \
  note = #text;                                                                                                        \
  text
#define CHECKED_TOO(text) CHECKED(text)

void numbered(int *restrict y, const int *restrict x, int n) {
  LINE(for (int i = 0; i < n; i++) y[i] = (unsigned char)(x[i] + i);)
}

void doubled(int *restrict y, const int *restrict x, int n) {
  TWICE(for (int i = 0; i < n; i++) y[i] += x[i];)
}

const char *checked(int *restrict y, const int *restrict x, int n) {
  const char *note;
  CHECKED_TOO(for (int i = 0; i < n; i++) y[i] = x[i];)
  return note;
}
