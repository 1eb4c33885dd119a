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
#include <type_traits>
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

/// bfloat16 in memory.
struct Half {
  uint16_t bits;
  operator float() const {
    const uint32_t wide = uint32_t(bits) << 16;
    float value;
    memcpy(&value, &wide, sizeof value);
    return value;
  }
};

/// What clang calls to round to bfloat16 and not every libgcc has: the result is the low half of the register.
extern "C" float orig___truncsfbf2(float value) {
  uint32_t u;
  memcpy(&u, &value, sizeof u);
  u = (value != value ? u | 0x400000 : u + 0x7fff + (u >> 16 & 1)) >> 16;
  memcpy(&value, &u, sizeof u);
  return value;
}

/// Whether every result of a trial with floats is exact, whatever the order: small whole numbers.
inline bool isExact(unsigned style) { return style % 5 == 0 || style % 5 == 3; }

/// No larger than 4: whole numbers, of like size, of any, of either sign, with zeros and subnormal ones.
inline float number(Random &random, unsigned style) {
  const uint64_t r = random.next();
  const float fraction = float(r >> 20 & 0xff) / 256;
  switch (style % 5) {
  case 0:
  case 3:
    return float(int(r % 9) - 4);
  case 1:
    return 1 + fraction;
  case 2:
    return (r & 1 ? -1 : 1) * (1 + fraction) / float(1 << (r >> 8) % 12);
  default:
    return r % 7 == 0 ? 0.0f : r % 7 == 1 ? -0.0f : r % 7 == 2 ? 3e-39f * fraction : fraction * 4 - 2;
  }
}

/// A result as good as C's: the same where sums are exact, else within the roundings of a few hundred products.
inline bool isClose(float got, float wanted, unsigned style, float unit) {
  if (isExact(style))
    return got == wanted;
  const float least = 16 * 64 * 0x1p-20f, difference = got > wanted ? got - wanted : wanted - got;
  return difference <= unit * (wanted < 0 ? -wanted : wanted) + least;
}
template <class T> bool isClose(Buffer &got, Buffer &wanted, unsigned style) {
  for (size_t i = 0; i < got.size() / sizeof(T); ++i)
    if (!isClose(float(got.as<T>()[i]), float(wanted.as<T>()[i]), style, sizeof(T) == 2 ? 0x1p-7f : 0x1p-16f))
      return false;
  return true;
}

/// Anything, edge values, small numbers, zeros: by the trial.
template <class T> void fill(Buffer &buffer, Random &random, unsigned style) {
  T *p = buffer.as<T>();
  for (size_t i = 0; i < buffer.size() / sizeof(T); ++i) {
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, Half>) {
      const float value = number(random, style);
      memcpy(&p[i], reinterpret_cast<const char *>(&value) + sizeof value - sizeof(T), sizeof(T));
    } else {
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
