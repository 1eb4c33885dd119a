// Calls the functions of api.c as an application does. Exit code 0: all results are right. With -DRETURNS a failing call
// of CUDA must be reported, else nobody may notice it.
#include "api.h"
#include <cstdio>
#include <vector>

static int wrong = 0;
static void expect(bool holds, const char *what) {
  if (!holds && ++wrong < 10)
    std::printf("wrong: %s\n", what);
}

#ifdef RETURNS
static bool failed() { return api_cuda_error() != cudaSuccess; }
#else
static bool failed() { return false; }
#endif

static void testHost() {
  for (size_t n : {0, 1, 3, 255, 1000, 5000})
    for (int shift = 0; shift < 4; shift++) {
      std::vector<float> x(n + 8), y(n + 8), before;
      for (size_t i = 0; i < n + 8; i++)
        x[i] = float(i % 17), y[i] = float(i % 5);
      before = y;
      axpy(n, 2.0f, x.data() + shift, y.data() + 1);
      for (size_t i = 0; i < n + 8 && !failed(); i++)
        expect(y[i] == before[i] + (i >= 1 && i <= n ? 2.0f * x[i - 1 + shift] : 0.0f), "axpy");
    }
  std::vector<double> x(3000, 0.5), y(3000, 2.0);
  const double s = dot(3000, x.data(), y.data());
  expect(failed() || s == 3000.5, "dot");
  // In place: the same array twice.
  std::vector<float> z(2000, 1.0f);
  axpy(2000, 2.0f, z.data(), z.data());
  for (float v : z)
    expect(failed() || v == 3.0f, "axpy in place");
  // One lies inside the other: no launch may do it.
  std::vector<float> w(2001, 1.0f), original = w;
  axpy(2000, 2.0f, w.data(), w.data() + 1);
  for (int i = 0; i < 2000; i++)
    original[i + 1] = 2.0f * original[i] + original[i + 1];
  expect(!failed() && w == original, "axpy of overlapping arrays");
  // Two arrays in each other's gaps.
  std::vector<float> parts(2000, 9.0f);
  for (int i = 0; i < 2000; i++)
    w[i] = float(i);
  deinterleave(1000, w.data(), parts.data(), parts.data() + 1);
  for (int i = 0; i < 1000; i++)
    expect(failed() || (parts[2 * i] == 4.0f * i && parts[2 * i + 1] == 3.0f * (2 * i + 1)), "interleaved results");
}

static unsigned scrambledHere(unsigned n, unsigned k) {
  unsigned product = 1;
  for (unsigned i = 0; i < n; i++)
    product *= (i ^ k) | 1;
  return product;
}

static void testScalars() {
  const unsigned product = scrambled(3000, 77);
  expect(failed() || product == scrambledHere(3000, 77), "a product of counters");
  std::vector<float> x(1000, 4.0f);
  std::vector<int> k(2000, 6);
  const int end = halves(1000, x.data(), k.data());
  expect(failed() || (end == 2000 && x[0] == 4.0f && x[999] == 2.0f && k[999] == 6 && k[1000] == 3), "a counter that goes on");
  four_times(1000, x.data());
  expect(failed() || x[0] == 16.0f, "a static function");
}

static void testDevice() {
  std::vector<float> x(1000, 2.0f), y(1000, 1.0f);
  float *dx, *dy;
  cudaMalloc((void **)&dx, 4000);
  cudaMalloc((void **)&dy, 4000);
  cudaMemcpy(dx, x.data(), 4000, cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y.data(), 4000, cudaMemcpyHostToDevice);
  axpy_vecify_dev(999, 3.0f, dx + 1, dy, 0);
  cudaMemcpy(y.data(), dy, 4000, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 1000; i++)
    expect(y[i] == (i < 999 ? 7.0f : 1.0f), "axpy on device memory");
  double *d;
  std::vector<double> half(1000, 0.5);
  cudaMalloc((void **)&d, 8000);
  cudaMemcpy(d, half.data(), 8000, cudaMemcpyHostToDevice);
  expect(dot_vecify_dev(1000, d, d, 0) == 250.5, "dot on device memory");
  expect(api_cuda_error() == cudaSuccess, "no error");
  axpy_vecify_dev(900, 3.0f, dx, dx + 1, 0);
  expect(api_cuda_error() == cudaErrorInvalidValue, "arrays that overlap");
  expect(scrambled_vecify_dev(3000, 77, 0) == scrambledHere(3000, 77), "a product on the device");
  expect(api_cuda_error() == cudaSuccess, "an earlier error");
  int *dk;
  std::vector<int> k(2000, 6);
  cudaMalloc((void **)&dk, 8000);
  cudaMemcpy(dk, k.data(), 8000, cudaMemcpyHostToDevice);
  expect(halves_vecify_dev(1000, dx, dk, 0) == 2000, "a counter on the device");
  cudaMemcpy(k.data(), dk, 8000, cudaMemcpyDeviceToHost);
  expect(k[999] == 6 && k[1000] == 3 && k[1999] == 3, "halves on the device");
}

int main() {
  testHost();
  testScalars();
  if (!std::getenv("VECIFY_FAIL_AT") && !std::getenv("VECIFY_NO_DEVICE"))
    testDevice();
  return wrong ? 1 : 0;
}
