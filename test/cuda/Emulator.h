// Runs the kernels of a CUDA output on the host, more strictly than any GPU: compile the output as C++ with
// `-include Emulator.h`.
//
// Every thread of a block is a fiber. Warps run in an order that VECIFY_SEED draws, and switch where a thread must wait.
// The run is aborted, with a message, where
//   - threads of a block wait at different barriers, or some have ended while others wait;
//   - threads of a warp named in a shuffle's mask do not arrive at it together;
//   - a thread touches shared memory that another one has touched since the last barrier, if one of them wrote;
//   - a subscript of shared memory is out of bounds;
//   - a vector type is loaded or stored at an address that is no multiple of its size;
//   - device memory is touched outside of its allocation (unmapped pages at both ends: an allocation lies flush with the
//     one at its end, or at its start, as the seed says);
//   - a launch has no blocks, too many of them, or too many threads.
// Shared memory and fresh device memory hold NaN. x86-64 and AArch64.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sys/mman.h>
#include <tuple>
#include <type_traits>
#include <vector>

#define __global__
#define __device__
#define __host__
#define __launch_bounds__(...)
#define __forceinline__ inline
#ifndef __restrict__
#define __restrict__ __restrict
#endif

// -- types of CUDA

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
struct uint3 {
  unsigned x, y, z;
};

namespace emulator {
[[noreturn]] inline void fail(const char *what) {
  std::fprintf(stderr, "CUDA emulator: %s\n", what);
  std::abort();
}
/// A vector type of CUDA: every copy of one in memory must be aligned.
template <typename V> inline void checkAlignment(const V *at) {
  if (reinterpret_cast<uintptr_t>(at) % sizeof(V))
    fail("a misaligned vector access");
}
} // namespace emulator

#define EMULATOR_VECTOR(Name, T, N, ...)                                                                               \
  struct Name {                                                                                                        \
    T __VA_ARGS__;                                                                                                     \
    Name() = default;                                                                                                  \
    Name(const Name &other) { *this = other; }                                                                         \
    Name &operator=(const Name &other) {                                                                               \
      emulator::checkAlignment(this);                                                                                  \
      emulator::checkAlignment(&other);                                                                                \
      std::memcpy(static_cast<void *>(this), &other, sizeof other);                                                    \
      return *this;                                                                                                    \
    }                                                                                                                  \
  } __attribute__((aligned(sizeof(T) * N)));
#define EMULATOR_VECTORS(Name, T)                                                                                      \
  EMULATOR_VECTOR(Name##2, T, 2, x, y)                                                                                 \
  EMULATOR_VECTOR(Name##4, T, 4, x, y, z, w)                                                                           \
  inline Name##2 make_##Name##2(T x, T y) {                                                                            \
    Name##2 v;                                                                                                         \
    v.x = x, v.y = y;                                                                                                  \
    return v;                                                                                                          \
  }                                                                                                                    \
  inline Name##4 make_##Name##4(T x, T y, T z, T w) {                                                                  \
    Name##4 v;                                                                                                         \
    v.x = x, v.y = y, v.z = z, v.w = w;                                                                                \
    return v;                                                                                                          \
  }
EMULATOR_VECTORS(char, signed char)
EMULATOR_VECTORS(uchar, unsigned char)
EMULATOR_VECTORS(short, short)
EMULATOR_VECTORS(ushort, unsigned short)
EMULATOR_VECTORS(int, int)
EMULATOR_VECTORS(uint, unsigned)
EMULATOR_VECTORS(longlong, long long)
EMULATOR_VECTORS(ulonglong, unsigned long long)
EMULATOR_VECTORS(float, float)
EMULATOR_VECTORS(double, double)

// -- one fiber per thread

namespace emulator {

/// Saves the callee-saved registers and the stack, and goes on where the other fiber stopped.
extern "C" void emulatorSwitch(void **from, void *to);
#if defined(__x86_64__)
__asm__(".text\n.weak emulatorSwitch\n.type emulatorSwitch,@function\nemulatorSwitch:\n"
        "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n"
        "mov %rsp,(%rdi)\nmov %rsi,%rsp\n"
        "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\nret\n");
inline void *freshStack(char *top, void (*entry)()) {
  void **sp = reinterpret_cast<void **>(reinterpret_cast<uintptr_t>(top) & ~uintptr_t(15));
  *--sp = nullptr; // where `entry` would return to; it does not
  *--sp = reinterpret_cast<void *>(entry);
  return sp - 6;
}
#elif defined(__aarch64__)
__asm__(".text\n.weak emulatorSwitch\n.type emulatorSwitch,%function\nemulatorSwitch:\n"
        "sub sp,sp,#160\nstp x19,x20,[sp]\nstp x21,x22,[sp,#16]\nstp x23,x24,[sp,#32]\nstp x25,x26,[sp,#48]\n"
        "stp x27,x28,[sp,#64]\nstp x29,x30,[sp,#80]\nstp d8,d9,[sp,#96]\nstp d10,d11,[sp,#112]\n"
        "stp d12,d13,[sp,#128]\nstp d14,d15,[sp,#144]\nmov x9,sp\nstr x9,[x0]\nmov sp,x1\n"
        "ldp x19,x20,[sp]\nldp x21,x22,[sp,#16]\nldp x23,x24,[sp,#32]\nldp x25,x26,[sp,#48]\n"
        "ldp x27,x28,[sp,#64]\nldp x29,x30,[sp,#80]\nldp d8,d9,[sp,#96]\nldp d10,d11,[sp,#112]\n"
        "ldp d12,d13,[sp,#128]\nldp d14,d15,[sp,#144]\nadd sp,sp,#160\nret\n");
inline void *freshStack(char *top, void (*entry)()) {
  char *sp = reinterpret_cast<char *>(reinterpret_cast<uintptr_t>(top) & ~uintptr_t(15)) - 160;
  std::memset(sp, 0, 160);
  *reinterpret_cast<void **>(sp + 88) = reinterpret_cast<void *>(entry);
  return sp;
}
#endif

constexpr unsigned WarpThreads = 32;
constexpr size_t StackBytes = 128 << 10;

struct Thread {
  enum State { Ready, AtBarrier, AtShuffle, Ended } state = Ready;
  int where = 0;          ///< line of the barrier or shuffle
  unsigned mask = 0;      ///< of the shuffle
  uint64_t given = 0;     ///< to the other lanes
  void *stack = nullptr;  ///< where it stopped
  char *memory = nullptr; ///< of its stack
};

/// The block that runs. One at a time: the host's function is done when its kernels are.
struct Block {
  std::vector<Thread> threads;
  unsigned current = 0;
  void *scheduler = nullptr;
  void (*body)(void *) = nullptr;
  void *arguments = nullptr;
  uint64_t random = 1;
  unsigned epoch = 1; ///< barriers passed, over all blocks
  size_t serial = 0;  ///< of the block

  uint64_t draw() {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    return random;
  }
};
inline Block block;

inline uint64_t seed() {
  static const uint64_t value = [] {
    const char *text = std::getenv("VECIFY_SEED");
    return text ? std::strtoull(text, nullptr, 10) * 0x9E3779B97F4A7C15ull + 1 : 0x2545F4914F6CDD1Dull;
  }();
  return value;
}

} // namespace emulator

inline uint3 threadIdx, blockIdx;
inline dim3 blockDim, gridDim;

namespace emulator {

inline void setThread(unsigned t) {
  block.current = t;
  threadIdx = {t % blockDim.x, t / blockDim.x % blockDim.y, t / blockDim.x / blockDim.y};
}

inline void stop(Thread::State state, int where) {
  Thread &thread = block.threads[block.current];
  thread.state = state;
  thread.where = where;
  emulatorSwitch(&thread.stack, block.scheduler);
}

inline void runThread() {
  block.body(block.arguments);
  stop(Thread::Ended, 0);
  fail("a thread that has ended goes on");
}

inline void resume(unsigned t) {
  setThread(t);
  emulatorSwitch(&block.scheduler, block.threads[t].stack);
}

/// Lets the lanes of a shuffle go on once all of its mask are there.
inline bool completeShuffle(unsigned first) {
  const unsigned count = unsigned(block.threads.size());
  bool anyWaits = false;
  unsigned mask = 0;
  int where = 0;
  for (unsigned l = 0; l < WarpThreads && first + l < count; ++l)
    if (block.threads[first + l].state == Thread::AtShuffle) {
      const Thread &thread = block.threads[first + l];
      if (anyWaits && (thread.mask != mask || thread.where != where))
        fail("lanes of a warp wait at different shuffles");
      anyWaits = true;
      mask = thread.mask;
      where = thread.where;
    }
  if (!anyWaits)
    return false;
  for (unsigned l = 0; l < WarpThreads; ++l)
    if (mask >> l & 1) {
      if (first + l >= count || block.threads[first + l].state != Thread::AtShuffle)
        fail("a lane that a shuffle's mask names does not take part");
    }
  for (unsigned l = 0; l < WarpThreads && first + l < count; ++l)
    if (block.threads[first + l].state == Thread::AtShuffle)
      block.threads[first + l].state = Thread::Ready;
  return true;
}

inline void runBlock() {
  const unsigned count = unsigned(block.threads.size()), warps = (count + WarpThreads - 1) / WarpThreads;
  for (Thread &thread : block.threads) {
    thread.state = Thread::Ready;
    if (!thread.memory)
      thread.memory = static_cast<char *>(std::malloc(StackBytes));
    thread.stack = freshStack(thread.memory + StackBytes, runThread);
  }
  ++block.serial;
  ++block.epoch;
  std::vector<unsigned> order(warps);
  for (unsigned w = 0; w < warps; ++w)
    order[w] = w;
  for (;;) {
    for (unsigned w = warps; w > 1; --w)
      std::swap(order[w - 1], order[block.draw() % w]);
    bool anyRan = false;
    for (unsigned w : order) {
      const unsigned first = w * WarpThreads;
      for (bool goesOn = true; goesOn;) {
        // Lanes of a warp in one of two orders: neither may matter.
        const bool isUpwards = block.draw() & 1;
        for (unsigned l = 0; l < WarpThreads; ++l) {
          const unsigned t = first + (isUpwards ? l : WarpThreads - 1 - l);
          if (t < count && block.threads[t].state == Thread::Ready) {
            anyRan = true;
            resume(t);
          }
        }
        goesOn = completeShuffle(first);
      }
    }
    unsigned ended = 0, waiting = 0;
    int where = 0;
    for (const Thread &thread : block.threads) {
      ended += thread.state == Thread::Ended;
      if (thread.state != Thread::AtBarrier)
        continue;
      if (waiting++ && thread.where != where)
        fail("threads of a block wait at different barriers");
      where = thread.where;
    }
    if (ended == count)
      return;
    if (ended && waiting)
      fail("threads have ended while others wait at a barrier");
    if (waiting == count) {
      ++block.epoch;
      for (Thread &thread : block.threads)
        thread.state = Thread::Ready;
    } else if (!anyRan) {
      fail("no thread can go on");
    }
  }
}

template <typename Call> inline void launch(dim3 grid, dim3 threads, Call call) {
  const size_t count = size_t(threads.x) * threads.y * threads.z;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.x > 2147483647u || grid.y > 65535 || grid.z > 65535)
    fail("a grid that no device takes");
  if (count == 0 || count > 1024 || threads.z > 64)
    fail("a block that no device takes");
  for (size_t t = count; t < block.threads.size(); ++t)
    std::free(block.threads[t].memory);
  block.threads.resize(count);
  block.random = seed() + grid.x;
  block.body = [](void *call) { (*static_cast<Call *>(call))(); };
  block.arguments = &call;
  gridDim = grid;
  blockDim = threads;
  // Blocks come in any order, too.
  const uint64_t blocks = uint64_t(grid.x) * grid.y * grid.z, turn = block.draw() % blocks;
  for (uint64_t b = 0; b < blocks; ++b) {
    const uint64_t at = (b + turn) % blocks;
    blockIdx = {unsigned(at % grid.x), unsigned(at / grid.x % grid.y), unsigned(at / grid.x / grid.y)};
    runBlock();
  }
}

/// Shared memory of the block: NaN at first, and each element knows who touched it since the last barrier.
template <typename T> struct SharedElement {
  T value;
  size_t serial = 0;
  unsigned written = 0, read = 0; ///< epochs
  unsigned writer = 0, reader = 0;
  bool readByMany = false;

  void enter() {
    if (serial == block.serial)
      return;
    serial = block.serial;
    written = read = 0;
    std::memset(static_cast<void *>(&value), 0xff, sizeof value);
  }
  operator T() {
    enter();
    if (written == block.epoch && writer != block.current)
      fail("a thread reads shared memory that another one writes");
    readByMany = read == block.epoch && (readByMany || reader != block.current);
    read = block.epoch;
    reader = block.current;
    return value;
  }
  SharedElement &operator=(T fresh) {
    enter();
    if ((written == block.epoch && writer != block.current) ||
        (read == block.epoch && (readByMany || reader != block.current)))
      fail("a thread writes shared memory that another one uses");
    written = block.epoch;
    writer = block.current;
    value = fresh;
    return *this;
  }
  SharedElement &operator=(SharedElement &other) { return *this = T(other); }
};

/// T[a][b].. with checked subscripts.
template <typename T> struct SharedArray {
  using Inner = std::remove_extent_t<T>;
  static constexpr size_t Extent = std::extent_v<T>;
  using Element = std::conditional_t<std::is_array_v<Inner>, SharedArray<Inner>, SharedElement<Inner>>;
  Element elements[Extent];
  Element &operator[](ptrdiff_t i) {
    if (i < 0 || size_t(i) >= Extent)
      fail("a subscript of shared memory is out of bounds");
    return elements[i];
  }
};
template <typename T> struct Shared : SharedArray<T> {};

} // namespace emulator

#define VECIFY_SHARED(type, name, extents) static emulator::Shared<type extents> name
#define VECIFY_UNROLL(steps)
#define VECIFY_LAUNCH(kernel, grid, threads, stream, ...)                                                              \
  do {                                                                                                                 \
    (void)(stream);                                                                                                    \
    emulator::launch(grid, threads, [&] { kernel(__VA_ARGS__); });                                                     \
  } while (0)
#define __syncthreads() emulator::stop(emulator::Thread::AtBarrier, __LINE__)

namespace emulator {
/// What lane `from` gives; the lane's own where there is none.
template <typename T> inline T shuffle(unsigned mask, T value, unsigned from, int where) {
  Thread &thread = block.threads[block.current];
  if (!(mask >> (block.current % WarpThreads) & 1))
    fail("a lane takes part in a shuffle that does not name it");
  thread.mask = mask;
  thread.given = 0;
  std::memcpy(&thread.given, &value, sizeof value);
  stop(Thread::AtShuffle, where);
  const unsigned first = block.current - block.current % WarpThreads;
  if (from < WarpThreads && first + from < block.threads.size())
    std::memcpy(&value, &block.threads[first + from].given, sizeof value);
  // Nobody may give something new before all have taken this.
  stop(Thread::AtShuffle, -where);
  return value;
}
inline unsigned lane() { return block.current % WarpThreads; }
} // namespace emulator
#define __shfl_down_sync(mask, value, delta) emulator::shuffle(mask, value, emulator::lane() + (delta), __LINE__)
#define __shfl_xor_sync(mask, value, bits) emulator::shuffle(mask, value, emulator::lane() ^ (bits), __LINE__)
#define __shfl_sync(mask, value, from) emulator::shuffle(mask, value, (from), __LINE__)

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline float __fmul_rn(float a, float b) {
  volatile float product = a * b; // not to be fused with a sum
  return product;
}
inline double __dmul_rn(double a, double b) {
  volatile double product = a * b;
  return product;
}

// -- the part of the run-time library that outputs use

enum cudaError_t { cudaSuccess, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorInsufficientDriver = 35, cudaErrorNoDevice = 100 };
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };
typedef struct CUstream_st *cudaStream_t;
#define CUDART_VERSION 0

inline const char *cudaGetErrorString(cudaError_t error) { return error ? "an error of the emulator" : "no error"; }

namespace emulator {
struct Allocation {
  char *pages;
  size_t mapped, bytes;
};
inline std::map<char *, Allocation> allocations;
/// VECIFY_FAIL_AT=n: the n-th call of the run-time library fails; VECIFY_NO_DEVICE: all of them.
inline cudaError_t called() {
  static const char *const none = std::getenv("VECIFY_NO_DEVICE"), *const at = std::getenv("VECIFY_FAIL_AT");
  static long calls = 0;
  if (none)
    return cudaErrorNoDevice;
  return at && ++calls == std::atol(at) ? cudaErrorMemoryAllocation : cudaSuccess;
}
inline bool isWithin(const void *at, size_t bytes) {
  for (const auto &[memory, allocation] : allocations)
    if (at >= memory && static_cast<const char *>(at) + bytes <= memory + allocation.bytes)
      return true;
  return false;
}
} // namespace emulator

inline cudaError_t cudaMalloc(void **memory, size_t bytes) {
  if (const cudaError_t error = emulator::called())
    return error;
  constexpr size_t page = 4096;
  const size_t inside = (bytes + page - 1) / page * page + (bytes == 0 ? page : 0), mapped = inside + 2 * page;
  char *const pages = static_cast<char *>(mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (pages == MAP_FAILED)
    return cudaErrorMemoryAllocation;
  mprotect(pages + page, inside, PROT_READ | PROT_WRITE);
  std::memset(pages + page, 0xff, inside);
  // A device's allocations are multiples of 256; flush with the page behind is worth more, so outputs ask for what
  // they shift by.
  const bool atEnd = emulator::seed() >> 7 & 1;
  char *const start = atEnd ? pages + page + (inside - bytes) / 16 * 16 : pages + page;
  emulator::allocations[start] = {pages, mapped, bytes};
  *memory = start;
  return cudaSuccess;
}
inline cudaError_t cudaFree(void *memory) {
  if (const cudaError_t error = emulator::called())
    return error;
  if (!memory)
    return cudaSuccess;
  const auto found = emulator::allocations.find(static_cast<char *>(memory));
  if (found == emulator::allocations.end())
    emulator::fail("cudaFree of what was not allocated");
  munmap(found->second.pages, found->second.mapped);
  emulator::allocations.erase(found);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
  if (const cudaError_t error = emulator::called())
    return error;
  if (bytes && !emulator::isWithin(kind == cudaMemcpyHostToDevice ? to : from, bytes))
    emulator::fail("a copy outside of device memory");
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy(to, from, bytes, kind);
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return emulator::called(); }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
