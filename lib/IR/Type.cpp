// The spelling of types: every dim followed by an x, then the element.
#include "vecify/IR/Type.h"

namespace vecify {

std::string VectorType::text() const {
  std::string result;
  for (int64_t dim : shape)
    result += std::to_string(dim) + "x";
  return result += textOf(element);
}

std::optional<VectorType> parseVectorType(llvm::StringRef text) {
  VectorType type;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    int64_t dim = 0;
    if (text.consumeInteger(10, dim) || !text.consume_front("x"))
      return std::nullopt;
    type.shape.push_back(dim);
  }
  std::optional<ScalarType> element = parseScalarType(text);
  if (!element)
    return std::nullopt;
  type.element = *element;
  return type;
}

} // namespace vecify
