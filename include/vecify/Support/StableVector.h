// A sequence that only changes at its end, and whose elements stay where they are: a reference to one holds while
// others are added. std::deque promises that too, with an allocation for every element as large as ours are.
#pragma once

#include "llvm/ADT/iterator.h"
#include <cassert>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace vecify {

template <typename T> class StableVector {
  static constexpr size_t ChunkSize = 32;

  template <bool IsConst>
  class Iterator : public llvm::iterator_facade_base<Iterator<IsConst>, std::random_access_iterator_tag,
                                                     std::conditional_t<IsConst, const T, T>> {
    using Owner = std::conditional_t<IsConst, const StableVector, StableVector>;

  public:
    Iterator() = default;
    Iterator(Owner *owner, size_t index) : O(owner), Index(index) {}
    auto &operator*() const { return (*O)[Index]; }
    bool operator==(const Iterator &other) const { return Index == other.Index; }
    bool operator<(const Iterator &other) const { return Index < other.Index; }
    ptrdiff_t operator-(const Iterator &other) const { return ptrdiff_t(Index) - ptrdiff_t(other.Index); }
    Iterator &operator+=(ptrdiff_t n) {
      Index += size_t(n);
      return *this;
    }
    Iterator &operator-=(ptrdiff_t n) {
      Index -= size_t(n);
      return *this;
    }

  private:
    Owner *O = nullptr;
    size_t Index = 0;
  };

public:
  using value_type = T;
  using iterator = Iterator<false>;
  using const_iterator = Iterator<true>;

  StableVector() = default;
  StableVector(const StableVector &other) : Size(other.Size) {
    Chunks.reserve(other.Chunks.size());
    for (const std::vector<T> &chunk : other.Chunks) {
      Chunks.emplace_back().reserve(ChunkSize);
      Chunks.back().insert(Chunks.back().end(), chunk.begin(), chunk.end());
    }
  }
  StableVector(StableVector &&other) noexcept { swap(other); }
  StableVector &operator=(StableVector other) noexcept {
    swap(other);
    return *this;
  }
  ~StableVector() = default;

  void swap(StableVector &other) noexcept {
    Chunks.swap(other.Chunks);
    std::swap(Size, other.Size);
  }

  size_t size() const { return Size; }
  bool empty() const { return Size == 0; }
  T &operator[](size_t i) {
    assert(i < Size);
    return Chunks[i / ChunkSize][i % ChunkSize];
  }
  const T &operator[](size_t i) const {
    assert(i < Size);
    return Chunks[i / ChunkSize][i % ChunkSize];
  }
  T &back() { return (*this)[Size - 1]; }
  const T &back() const { return (*this)[Size - 1]; }

  template <typename... Arguments> T &emplace_back(Arguments &&...arguments) {
    if (Size % ChunkSize == 0)
      Chunks.emplace_back().reserve(ChunkSize);
    ++Size;
    return Chunks.back().emplace_back(std::forward<Arguments>(arguments)...);
  }
  /// Drops all but the first `size` elements.
  void truncate(size_t size) {
    assert(size <= Size);
    for (; Size > size; --Size) {
      Chunks.back().pop_back();
      if (Chunks.back().empty())
        Chunks.pop_back();
    }
  }

  iterator begin() { return {this, 0}; }
  iterator end() { return {this, Size}; }
  const_iterator begin() const { return {this, 0}; }
  const_iterator end() const { return {this, Size}; }

private:
  std::vector<std::vector<T>> Chunks; ///< none of which grows beyond what is reserved
  size_t Size = 0;
};

} // namespace vecify
