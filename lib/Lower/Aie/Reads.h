// Aligned reads of a block, each made once: what several ops of the block read of one interval is shared.
#pragma once
#include "Edit.h"
#include "vecify/IR/Congruence.h"
#include <map>

namespace vecify {

class SharedReads {
public:
  explicit SharedReads(Function &function) : F(function) {}

  /// A new block begins, or what has been read may change.
  void forget() { Known.clear(); }
  /// Drops what a store may change.
  void written(const Op &store);
  /// `lanes` elements from `elements` behind `mem` on, which must be aligned; an earlier read if there is one.
  ValueId read(const MemRef &mem, int64_t elements, const VectorType &type, BlockEditor &editor, llvm::StringRef name);
  /// The elements by which `mem` lies behind a multiple of `bytes`, if that is known.
  std::optional<int64_t> elementsPast(const Congruences &congruences, const MemRef &mem, unsigned bytes) const;
  /// `mem`, moved by some elements of its innermost subscript; nothing where that has another stride.
  std::optional<MemRef> moved(const MemRef &mem, int64_t elements) const;

private:
  Function &F;
  /// Array, address, lanes -> value.
  std::map<std::tuple<uint32_t, IndexExpr, int64_t, ScalarType>, ValueId> Known;
};

} // namespace vecify
