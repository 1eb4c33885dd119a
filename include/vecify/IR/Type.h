// The type of every value: a static n-D shape of one element type; rank 0 is a scalar.
#pragma once
#include "vecify/Support/ScalarType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace vecify {

struct VectorType {
  llvm::SmallVector<int64_t, 2> shape;
  ScalarType element = ScalarType::I32;

  static VectorType scalar(ScalarType element) { return {{}, element}; }
  static VectorType vector(int64_t lanes, ScalarType element) { return {{lanes}, element}; }
  VectorType withElement(ScalarType e) const { return {shape, e}; }
  bool isScalar() const { return shape.empty(); }
  unsigned rank() const { return shape.size(); }
  /// Product of the dims; 1 for a scalar.
  int64_t lanes() const {
    int64_t n = 1;
    for (int64_t d : shape)
      n *= d;
    return n;
  }
  unsigned bits() const { return lanes() * bitsOf(element); }
  bool operator==(const VectorType &) const = default;
  /// "6x16xf32"; "f32" for a scalar.
  std::string text() const;
};

/// The inverse of VectorType::text.
std::optional<VectorType> parseVectorType(llvm::StringRef text);

} // namespace vecify
