// A sum and a copy as outputs make them, right with DEFECT=0 and wrong in one way each otherwise; selftest.py expects the
// emulator to say so.
#include <cstdint>
#include <cstdio>

enum {
  Nothing,
  RemovedBarrier,   // a warp reads what another one has not written yet
  SwappedLane,      // a shuffle takes from the wrong lane
  DroppedBound,     // the last block goes on behind the array
  MisalignedLoad,   // float4 from an address that is none
  DivergentBarrier, // some threads wait for each other, others have left
  PartialShuffle,   // some lanes of the mask take no part
  OutsideShared,    // a subscript beyond shared memory
  WrittenTwice,     // two threads write one element of shared memory
  UninitialisedRead // what nobody wrote is NaN
};

static __global__ void sum(ptrdiff_t n, const float *x, float *total) {
  VECIFY_SHARED(float, of_warp, [32]);
  const unsigned thread = threadIdx.x;
  float s = 0;
  for (ptrdiff_t i = 4 * thread; i < n + (DEFECT == DroppedBound ? 4096 : 0); i += 1024) {
    const float4 v = *(const float4 *)&x[i + (DEFECT == MisalignedLoad ? 1 : 0)];
    s += v.x + v.y + v.z + v.w;
  }
  if (DEFECT == PartialShuffle && thread % 32 == 7)
    return;
  for (unsigned far = 16; far > 0; far /= 2)
    s += DEFECT == SwappedLane ? __shfl_xor_sync(0xffffffffu, s, far & 3) : __shfl_down_sync(0xffffffffu, s, far);
  if (thread % 32 == 0 && !(DEFECT == UninitialisedRead && thread == 32))
    of_warp[DEFECT == OutsideShared ? thread : DEFECT == WrittenTwice ? 0 : thread / 32] = s;
  if (DEFECT == DivergentBarrier && thread >= 128)
    return;
  if (DEFECT != RemovedBarrier)
    __syncthreads();
  s = 0;
  for (unsigned warp = 0; warp < 8; warp++)
    s += of_warp[warp];
  if (thread == 0)
    *total = s;
}

int main() {
  float host[4096], expected = 0, result = 0, *x = nullptr, *total = nullptr;
  for (int i = 0; i < 4096; i++)
    expected += host[i] = float(i % 13 - 5);
  cudaMalloc((void **)&x, sizeof host);
  cudaMalloc((void **)&total, sizeof *total);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  VECIFY_LAUNCH(sum, dim3(1), dim3(256), 0, 4096, x, total);
  cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);
  if (result != expected)
    std::printf("the sum is %g, not %g\n", result, expected);
  return result == expected ? 0 : 3;
}
