// RUN avx2: --target=avx2
/* before */ void f(float *a, int n) { // head
  // above the loop
  for (int i = 0; i < n; i++) /* header */ {
    a[i] += 1.0f; // body
  } // after
}
/* end */
