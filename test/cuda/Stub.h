// Just enough of CUDA for clang to compile an output to PTX without a toolkit:
//
//     clang -x cuda --cuda-device-only -nocudainc -nocudalib -include Stub.h -S out.cu
#pragma once
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#include <stddef.h>
#include <stdint.h>
#include <__clang_cuda_builtin_vars.h>
#include <stdio.h>
#include <stdlib.h>

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
#define STUB_VECTORS(Name, T)                                                                                          \
  struct alignas(2 * sizeof(T)) Name##2 {                                                                              \
    T x, y;                                                                                                            \
  };                                                                                                                   \
  struct alignas(4 * sizeof(T) < 16 ? 4 * sizeof(T) : 16) Name##4 {                                                    \
    T x, y, z, w;                                                                                                      \
  };                                                                                                                   \
  static inline __device__ Name##2 make_##Name##2(T x, T y) { return {x, y}; }                                         \
  static inline __device__ Name##4 make_##Name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
STUB_VECTORS(char, signed char)
STUB_VECTORS(uchar, unsigned char)
STUB_VECTORS(short, short)
STUB_VECTORS(ushort, unsigned short)
STUB_VECTORS(int, int)
STUB_VECTORS(uint, unsigned)
STUB_VECTORS(longlong, long long)
STUB_VECTORS(ulonglong, unsigned long long)
STUB_VECTORS(float, float)
STUB_VECTORS(double, double)

static inline __device__ int __popc(unsigned x) { return __builtin_popcount(x); }
static inline __device__ int __popcll(unsigned long long x) { return __builtin_popcountll(x); }

#define STUB_SHUFFLE(T)                                                                                                \
  static inline __device__ T __shfl_down_sync(unsigned mask, T value, unsigned delta) {                                \
    union {                                                                                                            \
      T value;                                                                                                         \
      int words[(sizeof(T) + 3) / 4];                                                                                  \
    } u;                                                                                                               \
    u.value = value;                                                                                                   \
    for (unsigned w = 0; w < (sizeof(T) + 3) / 4; w++)                                                                 \
      u.words[w] = __nvvm_shfl_sync_down_i32(mask, u.words[w], delta, 31);                                             \
    return u.value;                                                                                                    \
  }
STUB_SHUFFLE(int)
STUB_SHUFFLE(unsigned)
STUB_SHUFFLE(long)
STUB_SHUFFLE(unsigned long)
STUB_SHUFFLE(float)
STUB_SHUFFLE(double)
static inline __device__ float __fmul_rn(float a, float b) { return __nvvm_mul_rn_f(a, b); }
static inline __device__ double __dmul_rn(double a, double b) { return __nvvm_mul_rn_d(a, b); }

#define STUB_MATH(Name)                                                                                                \
  extern "C" __device__ float Name##f(float) noexcept;                                                                 \
  extern "C" __device__ double Name(double) noexcept;
#define STUB_MATH2(Name)                                                                                               \
  extern "C" __device__ float Name##f(float, float) noexcept;                                                          \
  extern "C" __device__ double Name(double, double) noexcept;
extern "C" __device__ float fmaf(float, float, float) noexcept;
extern "C" __device__ double fma(double, double, double) noexcept;
STUB_MATH(exp)
STUB_MATH(sqrt)
STUB_MATH(fabs)
STUB_MATH(floor)
STUB_MATH2(fmin)
STUB_MATH2(fmax)
static inline __device__ float fmin(float a, float b) { return fminf(a, b); }
static inline __device__ float fmax(float a, float b) { return fmaxf(a, b); }

enum cudaError_t { cudaSuccess, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorInsufficientDriver = 35, cudaErrorNoDevice = 100 };
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };
typedef struct CUstream_st *cudaStream_t;
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaFree(void *);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpyAsync(void *, const void *, size_t, cudaMemcpyKind, cudaStream_t);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaGetLastError();
const char *cudaGetErrorString(cudaError_t);
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t, cudaStream_t);
extern "C" int cudaConfigureCall(dim3, dim3, size_t, cudaStream_t);

#define VECIFY_LAUNCH(kernel, grid, threads, stream, ...)        \
  do {                                                           \
    kernel<<<grid, threads, 0, stream>>>(__VA_ARGS__);           \
    vecify_check(cudaGetLastError(), #kernel);                   \
  } while (0)
#define VECIFY_SHARED(type, name, extents) __shared__ type name extents
#define VECIFY_UNROLL(steps)
