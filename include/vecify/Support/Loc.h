// A place in the user's file, free of clang: plain numbers that every layer can carry and print.
#pragma once
#include <cstdint>

namespace vecify {

/// A position in the main file. `raw` is the byte offset; line and column count from 1; all zero when unknown.
struct Loc {
  uint32_t raw = 0, line = 0, column = 0;
  bool isValid() const { return line != 0; }
  bool operator==(const Loc &) const = default;
};

/// Half-open byte range of the main file.
struct TextRange {
  uint32_t begin = 0, end = 0;
  bool isEmpty() const { return begin == end; }
  bool operator==(const TextRange &) const = default;
};

} // namespace vecify
