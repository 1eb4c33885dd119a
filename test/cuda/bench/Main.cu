// The figures of scripts/measure-cuda: each function on device memory, first compared with the C original at small odd
// sizes, then timed against a copy on the device or cuBLAS in the same run. A line "name ratio must aim" for each.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <functional>
#include <vector>
#include "kernels.h"

extern "C" { // the original, compiled by the host's C compiler
void cpu_copy_scaled(long, float, const float *, float *);
void cpu_axpy(long, float, const float *, float *);
float cpu_sum(long, const float *);
float cpu_dot(long, const float *, const float *);
void cpu_five_point(long, long, const float *, float *);
void cpu_seven_point(long, long, long, const float *, float *);
void cpu_transpose(long, long, const float *, float *);
void cpu_gemv(long, long, const float *, const float *, float *);
void cpu_gemm(long, long, long, const float *, const float *, float *);
}

static void require(bool holds, const char *what) {
  if (!holds) {
    fprintf(stderr, "failed: %s (%s)\n", what, cudaGetErrorString(cudaGetLastError()));
    exit(1);
  }
}

/// `count` floats on the device, with a copy on the host where it is small.
struct Array {
  float *device = nullptr;
  std::vector<float> host;
  Array(size_t count, bool keepsHost) {
    require(cudaMalloc(&device, count * sizeof(float)) == cudaSuccess, "allocation");
    std::vector<float> values(std::min<size_t>(count, 1 << 24));
    unsigned state = 12345;
    for (float &v : values)
      v = float(int((state = state * 1664525u + 1013904223u) >> 16) % 2001 - 1000) / 1000;
    for (size_t at = 0; at < count; at += values.size())
      cudaMemcpy(device + at, values.data(), std::min(values.size(), count - at) * sizeof(float), cudaMemcpyHostToDevice);
    if (keepsHost)
      host = values;
  }
  ~Array() { cudaFree(device); }
  Array(const Array &) = delete;
  /// How far the device is from what the host holds, relative to `scale`.
  double error(double scale) const {
    std::vector<float> got(host.size());
    cudaMemcpy(got.data(), device, got.size() * sizeof(float), cudaMemcpyDeviceToHost);
    double most = 0;
    for (size_t i = 0; i < got.size(); ++i)
      most = std::max(most, std::fabs(double(got[i]) - host[i]) / scale);
    return most;
  }
};

/// Seconds a call, the median of some after one that does not count.
static double seconds(const std::function<void()> &call) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  std::vector<float> times;
  for (int run = 0; run < 12; ++run) {
    cudaEventRecord(begin);
    call();
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
    if (run)
      times.push_back(milliseconds);
  }
  require(cudaGetLastError() == cudaSuccess, "timing");
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2] / 1000;
}

static void report(const char *name, double ratio, double must, double aim) {
  printf("%s %.3f %.2f %.2f\n", name, ratio, must, aim);
}

static void checkSmall() {
  const long n = 1003, m = 517, p = 131;
  const double exact = 0, rounded = 1e-5;
  Array a(n * m, true), b(n * m, true), c(n * m, true);
  copy_scaled_vecify_dev(n * m, 0.5f, a.device, b.device, 0);
  cpu_copy_scaled(n * m, 0.5f, a.host.data(), b.host.data());
  require(b.error(1) <= exact, "copy");
  axpy_vecify_dev(n * m, 0.25f, a.device, b.device, 0);
  cpu_axpy(n * m, 0.25f, a.host.data(), b.host.data());
  require(b.error(1) <= rounded, "axpy");
  require(std::fabs(sum_vecify_dev(n, a.device, 0) - cpu_sum(n, a.host.data())) <= rounded * n, "sum");
  require(std::fabs(dot_vecify_dev(n, a.device, b.device, 0) - cpu_dot(n, a.host.data(), b.host.data())) <= rounded * n, "dot");
  five_point_vecify_dev(n, m, a.device, b.device, 0);
  cpu_five_point(n, m, a.host.data(), b.host.data());
  require(b.error(1) <= rounded, "five_point");
  seven_point_vecify_dev(59, 61, 67, a.device, b.device, 0);
  cpu_seven_point(59, 61, 67, a.host.data(), b.host.data());
  require(b.error(1) <= rounded, "seven_point");
  transpose_vecify_dev(n, m, a.device, b.device, 0);
  cpu_transpose(n, m, a.host.data(), b.host.data());
  require(b.error(1) <= exact, "transpose");
  gemv_vecify_dev(n, m, a.device, b.device, c.device, 0);
  cpu_gemv(n, m, a.host.data(), b.host.data(), c.host.data());
  require(c.error(double(m)) <= rounded, "gemv");
  gemm_vecify_dev(n, m, p, a.device, b.device, c.device, 0);
  cpu_gemm(n, m, p, a.host.data(), b.host.data(), c.host.data());
  require(c.error(double(p)) <= rounded, "gemm");
}

int main(int argc, char **) {
  cudaDeviceProp device;
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) {
    fprintf(stderr, "no CUDA device\n");
    return 77;
  }
  printf("device %s\n", device.name);
  checkSmall();
  if (argc > 1) // --check: under a sanitizer
    return 0;

  const long n = 1l << 27; // floats: 2^29 bytes
  Array x(n, false), y(n, false);
  const double copying = seconds([&] { cudaMemcpyAsync(y.device, x.device, n * 4, cudaMemcpyDeviceToDevice); });
  const double bandwidth = 2.0 * n * 4 / copying;
  printf("memcpy %.1f GB/s\n", bandwidth / 1e9);
  const auto ofMemcpy = [&](const char *name, double bytes, double must, double aim, const std::function<void()> &call) {
    report(name, bytes / seconds(call) / bandwidth, must, aim);
  };
  ofMemcpy("copy", 8.0 * n, .90, .97, [&] { copy_scaled_vecify_dev(n, 2.0f, x.device, y.device, 0); });
  ofMemcpy("axpy", 12.0 * n, .90, .97, [&] { axpy_vecify_dev(n, 2.0f, x.device, y.device, 0); });
  ofMemcpy("sum", 4.0 * n, .85, .95, [&] { sum_vecify_dev(n, x.device, 0); });
  ofMemcpy("dot", 8.0 * n, .85, .95, [&] { dot_vecify_dev(n, x.device, y.device, 0); });
  const long side = 11585;
  ofMemcpy("five_point", 8.0 * side * side, .70, .85, [&] { five_point_vecify_dev(side, side, x.device, y.device, 0); });
  ofMemcpy("seven_point", 8.0 * 512 * 512 * 512, .70, .85, [&] { seven_point_vecify_dev(512, 512, 512, x.device, y.device, 0); });
  ofMemcpy("transpose", 8.0 * 8192 * 16384, .80, .90, [&] { transpose_vecify_dev(8192, 16384, x.device, y.device, 0); });
  ofMemcpy("gemv", 4.0 * 8192 * 16384, .85, .92, [&] { gemv_vecify_dev(8192, 16384, x.device, y.device, y.device + 16384, 0); });

  const long s = 4096;
  Array a(s * s, false), b(s * s, false), c(s * s, false);
  cublasHandle_t blas;
  require(cublasCreate(&blas) == CUBLAS_STATUS_SUCCESS, "cuBLAS");
  cublasSetMathMode(blas, CUBLAS_PEDANTIC_MATH); // no TF32
  const float one = 1, none = 0;
  const double theirs = seconds([&] {
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, s, s, s, &one, b.device, s, a.device, s, &none, c.device, s);
  });
  const double ours = seconds([&] { gemm_vecify_dev(s, s, s, a.device, b.device, c.device, 0); });
  const double odd = seconds([&] { gemm_vecify_dev(4093, 4093, 4093, a.device, b.device, c.device, 0); });
  report("gemm_4096", theirs / ours, .70, .90);
  report("gemm_4093", ours / odd * std::pow(4093.0 / 4096.0, 3), .80, .90);
  return 0;
}
