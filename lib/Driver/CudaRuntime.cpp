// See CudaRuntime.h. All of it is under the 0BSD licence in the output.
#include "CudaRuntime.h"

namespace vecify {

static constexpr const char *Launching = R"(
/* The macros and functions vecify_* below are under the 0BSD licence: use them as you like. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef VECIFY_LAUNCH /* an emulator brings its own */
#include <cuda_runtime.h>
#define VECIFY_LAUNCH(kernel, grid, threads, stream, ...)        \
  do {                                                           \
    (void)cudaGetLastError(); /* of somebody else */             \
    kernel<<<grid, threads, 0, stream>>>(__VA_ARGS__);           \
    vecify_check(cudaGetLastError(), #kernel);                   \
  } while (0)
#define VECIFY_SHARED(type, name, extents) __shared__ __align__(16) type name extents
#define VECIFY_PRAGMA(text) _Pragma(#text)
#define VECIFY_UNROLL(steps) VECIFY_PRAGMA(unroll steps)
#endif
#ifndef VECIFY_LEAST_WORK /* iterations below which a loop stays on the host */
#define VECIFY_LEAST_WORK 65536
#endif

/* The first error of the function that runs in this thread. */
static thread_local cudaError_t vecify_error = cudaSuccess;

static inline bool vecify_failed() {
  return vecify_error != cudaSuccess;
}

)";

static constexpr const char *CheckQuietly = R"(static inline bool vecify_check(cudaError_t error, const char *where) {
  (void)where;
  if (error != cudaSuccess && !vecify_failed())
    vecify_error = error;
  return error == cudaSuccess;
}
)";

static constexpr const char *CheckOrAbort = R"(static inline bool vecify_check(cudaError_t error, const char *where) {
  if (error == cudaSuccess)
    return true;
  vecify_error = error;
  if (error != cudaErrorNoDevice && error != cudaErrorInsufficientDriver) {
    fprintf(stderr, "%s: %s\n", where, cudaGetErrorString(error));
    abort();
  }
  return false;
}
)";

static constexpr const char *Buffers = R"(
/* Device memory of this thread, by number: it grows and is kept until vecify_release. */
struct vecify_buffer {
  char *memory;
  size_t bytes;
};
enum { vecify_array_buffers = 16, vecify_scratch_buffers = 16 };
static thread_local vecify_buffer vecify_buffers[vecify_array_buffers + vecify_scratch_buffers];

static inline char *vecify_allocate(int number, size_t bytes) {
  if (number >= vecify_array_buffers + vecify_scratch_buffers) {
    vecify_check(cudaErrorMemoryAllocation, "too many arrays");
    return NULL;
  }
  vecify_buffer *buffer = &vecify_buffers[number];
  if (buffer->bytes < bytes) {
    void *memory = NULL;
    vecify_check(cudaFree(buffer->memory), "cudaFree");
    buffer->memory = NULL;
    buffer->bytes = 0;
    if (!vecify_check(cudaMalloc(&memory, bytes), "cudaMalloc"))
      return NULL;
    buffer->memory = (char *)memory;
    buffer->bytes = bytes;
  }
  return buffer->memory;
}
)";

static constexpr const char *Release = R"(
static inline void vecify_release() {
  for (vecify_buffer &buffer : vecify_buffers) {
    vecify_check(cudaFree(buffer.memory), "cudaFree");
    buffer.memory = NULL;
    buffer.bytes = 0;
  }
}
)";

/// Of sums.
static constexpr const char *Scratch = R"(
static inline void *vecify_scratch(int number, size_t bytes) {
  return vecify_allocate(vecify_array_buffers + number, bytes);
}

template <typename T> static inline T vecify_read(const T *device, cudaStream_t stream) {
  T value = T();
  if (!vecify_failed() &&
      vecify_check(cudaMemcpyAsync(&value, device, sizeof value, cudaMemcpyDeviceToHost, stream), "copy of a result"))
    vecify_check(cudaStreamSynchronize(stream), "wait for a result");
  return value;
}
)";

static constexpr const char *Managed = R"(
/* In managed memory the results may be halfway: there is no going back to the host. */
static inline bool vecify_finish() {
  if (!vecify_failed())
    vecify_check(cudaStreamSynchronize(0), "a kernel");
  if (vecify_failed()) {
    fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(vecify_error));
    abort();
  }
  return true;
}
)";

/// Of a loop that touches no array.
static constexpr const char *NothingToCopy = R"(
static inline bool vecify_finish() {
  return vecify_to_host(NULL, 0);
}
)";

static constexpr const char *Copies = R"(
/* Bytes [from, to) behind `host`, which is at `device` on the device. */
enum { vecify_in = 1, vecify_out = 2 };
struct vecify_array {
  const void *host;
  ptrdiff_t from, to;
  int direction;
  char *device = NULL;

  uintptr_t begin() const { return (uintptr_t)host + from; }
  uintptr_t end() const { return (uintptr_t)host + to; }
};

/* Arrays that overlap share a buffer, in which they lie as they do on the host. */
static inline bool vecify_to_device(vecify_array *arrays, int count) {
  vecify_error = cudaSuccess;
  for (int a = 0; a < count; a++)
    arrays[a].device = (char *)arrays[a].host; /* what is NULL stays NULL */
  uintptr_t done = 0;
  for (int group = 0;; group++) {
    /* The next group begins at the lowest byte behind those before, and ends where nothing goes on. */
    uintptr_t begin = UINTPTR_MAX, end;
    for (int a = 0; a < count; a++)
      if (arrays[a].host && arrays[a].from < arrays[a].to && arrays[a].begin() >= done && arrays[a].begin() < begin)
        begin = arrays[a].begin();
    if (begin == UINTPTR_MAX)
      return true;
    end = begin;
    for (bool grows = true; grows;) {
      grows = false;
      for (int a = 0; a < count; a++)
        if (arrays[a].host && arrays[a].from < arrays[a].to && arrays[a].begin() >= begin &&
            (arrays[a].begin() < end || arrays[a].begin() == begin) && arrays[a].end() > end) {
          end = arrays[a].end();
          grows = true;
        }
    }
    if (group >= vecify_array_buffers) {
      vecify_check(cudaErrorMemoryAllocation, "too many arrays");
      return false;
    }
    /* Alignments are those of the host. */
    const uintptr_t shift = begin % 256;
    char *const memory = vecify_allocate(group, end - begin + shift);
    if (!memory)
      return false;
    for (int a = 0; a < count; a++) {
      if (!arrays[a].host || arrays[a].from >= arrays[a].to || arrays[a].begin() < begin || arrays[a].begin() >= end)
        continue;
      arrays[a].device = (char *)((uintptr_t)memory + shift + ((uintptr_t)arrays[a].host - begin));
      if (arrays[a].direction & vecify_in)
        vecify_check(cudaMemcpy(arrays[a].device + arrays[a].from, (const char *)arrays[a].host + arrays[a].from,
                                arrays[a].to - arrays[a].from, cudaMemcpyHostToDevice),
                     "copy to the device");
    }
    if (vecify_failed())
      return false;
    done = end;
  }
}
)";

static constexpr const char *CopiesBack = R"(
static inline bool vecify_to_host(const vecify_array *arrays, int count) {
  int copied = 0;
  if (!vecify_failed())
    vecify_check(cudaStreamSynchronize(0), "a kernel");
  for (int a = 0; a < count && !vecify_failed(); a++)
    if ((arrays[a].direction & vecify_out) && arrays[a].host && arrays[a].from < arrays[a].to)
      copied += vecify_check(cudaMemcpy((char *)arrays[a].host + arrays[a].from, arrays[a].device + arrays[a].from,
                                        arrays[a].to - arrays[a].from, cudaMemcpyDeviceToHost),
                             "copy from the device");
)";

/// Once some results are there the loop cannot be run again.
static constexpr const char *NoWayBack = R"(  if (copied && vecify_failed()) {
    fprintf(stderr, "CUDA: results are halfway: %s\n", cudaGetErrorString(vecify_error));
    abort();
  }
)";

/// The caller hears of it.
static constexpr const char *WayBack = "  (void)copied;\n";

std::string cudaRuntime(const Options &options, llvm::StringRef code) {
  std::string text = Launching;
  text += options.cudaOnError == Options::Abort ? CheckOrAbort : CheckQuietly;
  const bool usesScratch = code.contains("vecify_scratch(");
  if (options.cudaMemory != Options::Managed || usesScratch)
    text += Buffers;
  if (options.cudaMemory == Options::Copy)
    text += Release;
  if (usesScratch)
    text += Scratch;
  if (options.cudaMemory == Options::Managed)
    return text + Managed;
  text += std::string(Copies) + CopiesBack;
  text += options.cudaOnError == Options::Return ? WayBack : NoWayBack;
  // What has been copied back counts, whether or not its buffers can be freed.
  text += "  const bool is_done = !vecify_failed();\n";
  if (options.cudaMemory == Options::Copy)
    text += "  vecify_release();\n";
  text += "  return is_done;\n}\n";
  return code.contains("vecify_finish(") ? text + NothingToCopy : text;
}

bool tellsErrors(const Options &options, bool hasDeviceForms) {
  return options.cudaOnError == Options::Return || (options.cudaOnError == Options::FallBack && hasDeviceForms);
}

std::string cudaErrorFunction(const Options &options, const std::string &stem, bool hasDeviceForms) {
  if (!tellsErrors(options, hasDeviceForms))
    return "";
  return "\ncudaError_t " + stem + "_cuda_error(void) {\n  return vecify_error;\n}\n";
}

} // namespace vecify
