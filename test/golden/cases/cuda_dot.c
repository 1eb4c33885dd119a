// A sum: registers, shuffles, shared memory, a second launch; always in the same order. What may overlap is checked.
// RUN cuda: --target=cuda --cuda-on-error=return --cuda-mem=persistent %f
double dot(int n, const double *x, const double *y, double *product) {
  double s = 0.0;
#pragma vecify fp(reassoc)
  for (int i = 0; i < n; i++) {
    product[i] = x[i] * y[i];
    s += product[i];
  }
  return s;
}
