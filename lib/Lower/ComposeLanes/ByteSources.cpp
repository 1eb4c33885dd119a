// See ByteSources.h. Registers have their lowest byte first, as every target that has these ops does.
#include "ByteSources.h"

namespace vecify {

using llvm::ArrayRef;

bool mayMoveBytes(OpKind kind) {
  switch (kind) {
  case OpKind::Bitcast:
  case OpKind::Concat:
  case OpKind::Shuffle:
  case OpKind::Slide:
  case OpKind::Even:
  case OpKind::Odd:
  case OpKind::ZipLo:
  case OpKind::ZipHi:
  case OpKind::Reverse:
  case OpKind::ExtractSlice:
  case OpKind::Cast:
  case OpKind::ShlImm:
  case OpKind::ShrImm:
  case OpKind::RotateLeftImm:
  case OpKind::And:
  case OpKind::Or:
    return true;
  default:
    return narrowsTwo(kind);
  }
}

ByteSources::ByteSources(const Function &function, BlockId block)
    : F(function), Sources(function.values.size()), IsMoved(function.values.size()) {
  for (OpId id : F.blocks[block].ops) {
    const Op &op = F.ops[id];
    const auto areBytes = [&](ValueId v) {
      const VectorType &type = F.typeOf(v);
      return type.rank() == 1 && type.element != ScalarType::I1 && !isMask(type.element);
    };
    for (ValueId v : op.operands)
      if (areBytes(v) && Sources[v].empty())
        Sources[v] = itself(v);
    if (op.results.size() != 1 || !areBytes(op.results[0]))
      continue;
    const ValueId v = op.results[0];
    if (llvm::all_of(op.operands, areBytes))
      Sources[v] = moved(op);
    IsMoved[v] = !Sources[v].empty();
    if (Sources[v].empty())
      Sources[v] = itself(v);
  }
}

ByteSources::Bytes ByteSources::itself(ValueId v) const {
  Bytes bytes;
  for (int64_t b = 0; b < F.typeOf(v).bits() / 8; ++b)
    bytes.push_back({v, b});
  return bytes;
}

ByteSources::Bytes ByteSources::together(ArrayRef<ValueId> values) {
  Bytes all;
  for (ValueId v : values)
    llvm::append_range(all, Sources[v]);
  return all;
}

ByteSources::Bytes ByteSources::lanesOf(const Op &op, llvm::function_ref<int64_t(int64_t)> lane) {
  const int64_t size = bytesIn(op.results[0]);
  const Bytes all = together(op.operands);
  Bytes bytes;
  for (int64_t l = 0; l < F.typeOf(op.results[0]).lanes(); ++l)
    for (int64_t b = 0; b < size; ++b)
      bytes.push_back(all[lane(l) * size + b]);
  return bytes;
}

ByteSources::Bytes ByteSources::moved(const Op &op) {
  const VectorType &type = F.typeOf(op.results[0]);
  switch (op.kind) {
  case OpKind::Constant:
    return isAllZeros(F, op.results[0]) ? Bytes(type.bits() / 8) : Bytes();
  case OpKind::Bitcast:
  case OpKind::Concat:
    return together(op.operands);
  case OpKind::Shuffle:
  case OpKind::Slide:
  case OpKind::Even:
  case OpKind::Odd:
  case OpKind::ZipLo:
  case OpKind::ZipHi:
  case OpKind::Reverse:
  case OpKind::ExtractSlice:
    return shuffled(op);
  case OpKind::NarrowPair:
  case OpKind::NarrowBlocks:
    return narrowed(op);
  case OpKind::NarrowPairSat:
  case OpKind::NarrowBlocksSat:
    return isUnsignedInteger(type.element) && areLow(op) ? narrowed(op) : Bytes();
  case OpKind::Cast:
    return cast(op);
  case OpKind::ShlImm:
  case OpKind::ShrImm:
    return shifted(op);
  case OpKind::RotateLeftImm:
    return rotated(op);
  case OpKind::And:
    return chosen(op);
  case OpKind::Or:
    return joined(op);
  default:
    return {};
  }
}

ByteSources::Bytes ByteSources::shuffled(const Op &op) {
  const int64_t n = F.typeOf(op.operands[0]).lanes();
  switch (op.kind) {
  case OpKind::Shuffle:
    return lanesOf(op, [&](int64_t l) { return op.ints[l]; });
  case OpKind::Slide:
  case OpKind::ExtractSlice:
    return lanesOf(op, [&](int64_t l) { return op.ints[0] + l; });
  case OpKind::Even:
  case OpKind::Odd:
    return lanesOf(op, [&](int64_t l) { return 2 * l + (op.kind == OpKind::Odd); });
  case OpKind::Reverse:
    return lanesOf(op, [&](int64_t l) { return n - 1 - l; });
  default: {
    const int64_t first = op.kind == OpKind::ZipHi ? n / 2 : 0;
    return lanesOf(op, [&](int64_t l) { return first + l / 2 + (l % 2 ? n : 0); });
  }
  }
}

ByteSources::Bytes ByteSources::narrowed(const Op &op) {
  const VectorType &type = F.typeOf(op.results[0]), &wide = F.typeOf(op.operands[0]);
  if (!isInteger(type.element) || !isInteger(wide.element))
    return {};
  const int64_t size = bytesIn(op.results[0]), n = wide.lanes();
  const int64_t block = op.kind == OpKind::NarrowBlocks || op.kind == OpKind::NarrowBlocksSat ? 16 / (2 * size) : n;
  const Bytes all = together(op.operands);
  Bytes bytes;
  for (int64_t l = 0; l < type.lanes(); ++l) {
    const int64_t pair = l / (2 * block), inside = l % (2 * block);
    const int64_t lane = inside / block * n + pair * block + inside % block;
    for (int64_t b = 0; b < size; ++b)
      bytes.push_back(all[lane * 2 * size + b]);
  }
  return bytes;
}

/// The upper half of every lane of the operands is 0, so that nothing is beyond what an unsigned half can hold.
bool ByteSources::areLow(const Op &op) const {
  const int64_t size = bytesIn(op.operands[0]);
  return llvm::all_of(op.operands, [&](ValueId v) {
    for (int64_t b = 0; b < int64_t(Sources[v].size()); ++b)
      if (b % size >= size / 2 && !Sources[v][b].isZero())
        return false;
    return true;
  });
}

ByteSources::Bytes ByteSources::cast(const Op &op) {
  const ValueId v = op.results[0], from = op.operands[0];
  if (!isInteger(F.typeOf(v).element) || !isInteger(F.typeOf(from).element))
    return {};
  const int64_t size = bytesIn(v), old = bytesIn(from);
  Bytes bytes = isSignedInteger(F.typeOf(from).element) ? itself(v) : Bytes(F.typeOf(v).bits() / 8);
  for (int64_t l = 0; l < F.typeOf(v).lanes(); ++l)
    for (int64_t b = 0; b < std::min(size, old); ++b)
      bytes[l * size + b] = Sources[from][l * old + b];
  return bytes;
}

ByteSources::Bytes ByteSources::shifted(const Op &op) {
  const ValueId v = op.results[0];
  if (op.ints[0] % 8)
    return {};
  const int64_t size = bytesIn(v), by = op.kind == OpKind::ShrImm ? op.ints[0] / 8 : -op.ints[0] / 8;
  const bool fillsWithSign = op.kind == OpKind::ShrImm && isSignedInteger(F.typeOf(v).element);
  Bytes bytes = fillsWithSign ? itself(v) : Bytes(F.typeOf(v).bits() / 8);
  for (int64_t l = 0; l < F.typeOf(v).lanes(); ++l)
    for (int64_t b = 0; b < size; ++b)
      if (b + by >= 0 && b + by < size)
        bytes[l * size + b] = Sources[op.operands[0]][l * size + b + by];
  return bytes;
}

ByteSources::Bytes ByteSources::rotated(const Op &op) {
  if (op.ints[0] % 8)
    return {};
  const int64_t size = bytesIn(op.results[0]), by = op.ints[0] / 8;
  const Bytes &from = Sources[op.operands[0]];
  Bytes bytes;
  for (int64_t b = 0; b < int64_t(from.size()); ++b)
    bytes.push_back(from[b / size * size + (b + size - by) % size]);
  return bytes;
}

/// By a constant of bytes that are all ones or all zeros.
ByteSources::Bytes ByteSources::chosen(const Op &op) {
  for (unsigned o : {0, 1})
    if (const std::optional<int64_t> mask = splatInt(F, op.operands[o])) {
      const int64_t size = bytesIn(op.results[0]);
      Bytes bytes = Sources[op.operands[1 - o]];
      for (int64_t b = 0; b < int64_t(bytes.size()); ++b) {
        const uint8_t part = uint8_t(uint64_t(*mask) >> 8 * (b % size));
        if (part != 0 && part != 0xff)
          return {};
        if (part == 0)
          bytes[b] = ByteSource();
      }
      return bytes;
    }
  return {};
}

/// Where one of the two is 0.
ByteSources::Bytes ByteSources::joined(const Op &op) {
  Bytes bytes = itself(op.results[0]);
  ArrayRef<ByteSource> a = Sources[op.operands[0]], b = Sources[op.operands[1]];
  bool isAny = false;
  for (size_t i = 0; i < bytes.size(); ++i)
    if (a[i].isZero() || b[i].isZero()) {
      bytes[i] = a[i].isZero() ? b[i] : a[i];
      isAny = true;
    }
  return isAny ? bytes : Bytes();
}

} // namespace vecify
