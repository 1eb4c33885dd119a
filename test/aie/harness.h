// Buffers between unmapped pages, contents, and the oracle's own misbehaviour for the generated programs of run.py.
#pragma once
#include <algorithm>
#include <initializer_list>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <vector>

struct Random {
  uint64_t state;
  uint64_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
  }
  int64_t between(int64_t lo, int64_t hi) { return lo + int64_t(next() % uint64_t(hi - lo + 1)); }
};

/// The largest of some extents.
inline int64_t most(std::initializer_list<int64_t> extents) { return std::max(extents); }

/// `bytes` at `base`, which is a multiple of `alignment`; what lies beyond, and the slack around it, faults on access.
/// Odd trials lie flush with the page behind, even ones with the page before.
class Buffer {
public:
  Buffer(size_t bytes, size_t alignment, size_t before, size_t behind, bool atEnd) : Bytes(bytes) {
    const size_t page = 4096;
    const size_t head = (before + alignment - 1) / alignment * alignment;
    const size_t body = (head + bytes + behind + page - 1) / page * page + page;
    Size = body + 2 * page;
    Map = static_cast<uint8_t *>(mmap(nullptr, Size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(Map, page, PROT_NONE);
    mprotect(Map + page + body, page, PROT_NONE);
    memset(Map + page, 0x5a, body);
    uint8_t *end = Map + page + body;
    const size_t tail = (bytes + behind + alignment - 1) / alignment * alignment;
    Base = atEnd ? end - tail : Map + page + head;
    Copy.assign(body, 0);
  }
  ~Buffer() { munmap(Map, Size); }
  Buffer(const Buffer &) = delete;
  template <class T> T *as() { return reinterpret_cast<T *>(Base); }
  uint8_t *bytes() { return Base; }
  size_t size() const { return Bytes; }
  /// Nothing outside of the buffer was written.
  bool isIntact() const {
    for (const uint8_t *p = Map + 4096; p < Map + Size - 4096; ++p)
      if ((p < Base || p >= Base + Bytes) && *p != 0x5a)
        return false;
    return true;
  }

private:
  uint8_t *Map, *Base;
  size_t Size, Bytes;
  std::vector<uint8_t> Copy;
};

/// Anything, edge values, small numbers, zeros: by the trial.
template <class T> void fill(Buffer &buffer, Random &random, unsigned style) {
  T *p = buffer.as<T>();
  for (size_t i = 0; i < buffer.size() / sizeof(T); ++i) {
    const uint64_t r = random.next();
    const T lowest = T(uint64_t(1) << (8 * sizeof(T) - 1)), highest = T(~lowest);
    switch (style % 5) {
    case 0:
      p[i] = T(int64_t(r % 41) - 20);
      break;
    case 1:
      p[i] = T(r >> 7);
      break;
    case 2:
      p[i] = r % 3 == 0 ? lowest : r % 3 == 1 ? highest : T(r >> 9);
      break;
    case 3:
      p[i] = T(int64_t(r % 2001) - 1000);
      break;
    default:
      p[i] = T((int64_t(r) >> 40) >> (r % 16));
    }
  }
}

/// From row-major to blocks, and back.
inline void relayout(uint8_t *matrix, size_t element, int64_t rows, int64_t columns, int64_t r, int64_t c, bool back) {
  std::vector<uint8_t> copy(matrix, matrix + rows * columns * element);
  size_t at = 0;
  for (int64_t br = 0; br < rows; br += r)
    for (int64_t bc = 0; bc < columns; bc += c)
      for (int64_t i = 0; i < r; ++i)
        for (int64_t j = 0; j < c; ++j, ++at) {
          const size_t plain = (br + i) * columns + bc + j;
          memcpy(matrix + (back ? plain : at) * element, copy.data() + (back ? at : plain) * element, element);
        }
}

static sigjmp_buf afterTrap;
static void trapped(int) { siglongjmp(afterTrap, 1); }

/// Runs the original; false where it did what C leaves undefined.
template <class F> bool isDefined(F original) {
  signal(SIGILL, trapped);
  signal(SIGTRAP, trapped);
  bool finished = false;
  if (sigsetjmp(afterTrap, 1) == 0) {
    original();
    finished = true;
  }
  signal(SIGILL, SIG_DFL);
  signal(SIGTRAP, SIG_DFL);
  return finished;
}
