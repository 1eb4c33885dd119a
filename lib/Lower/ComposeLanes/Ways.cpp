// See Ways.h.
#include "Ways.h"
#include "Alias.h"

namespace vecify {

/// Of a register that says which lanes to take, in issue slots: it is filled once, and is one less for others.
static constexpr double EffortOfLanes = 0.75;

WayFinder::WayFinder(const Function &function, BlockId block, const Target &target)
    : F(function), Ops(function.blocks[block].ops), T(target), Sources(function, block) {
  for (size_t place = 0; place < Ops.size(); ++place)
    for (ValueId result : F.ops[Ops[place]].results)
      Places[result] = place;
}

std::optional<Way> WayFinder::wayTo(ValueId v) const {
  const Bytes bytes = Sources.of(v);
  if (llvm::any_of(bytes, [&](const ByteSource &byte) { return byte.isZero() || byte.value == v; }))
    return std::nullopt;
  std::optional<Way> way = throughMemory(v, bytes);
  return way ? way : byShuffle(v, bytes);
}

/// From where a load begins the bytes stand in order, and all of them are loaded.
std::optional<Way> WayFinder::throughMemory(ValueId v, Bytes bytes) const {
  const auto loadOf = [&](const ByteSource &byte) -> const Op * {
    const Op *load = definedBy(F, byte.value, OpKind::Load);
    return load && Places.count(byte.value) ? load : nullptr;
  };
  const Op *first = loadOf(bytes[0]);
  if (!first || bytes[0].byte != 0)
    return std::nullopt;
  const ScalarType element = F.typeOf(bytes[0].value).element;
  const VectorType type = VectorType::vector(F.typeOf(v).bits() / bitsOf(element), element);
  const Row *row = T.find(RowKey{OpKind::Load, element, element, unsigned(type.lanes()), first->mem.unaligned});
  if (!row || !canSee(element, F.typeOf(v)))
    return std::nullopt;
  const IndexExpr begin = F.byteAddress(first->mem);
  llvm::SmallDenseMap<ValueId, std::optional<int64_t>, 8> begins;
  for (int64_t b = 0; b < int64_t(bytes.size()); ++b) {
    const auto [known, isNew] = begins.try_emplace(bytes[b].value);
    if (isNew) {
      const Op *load = loadOf(bytes[b]);
      if (!load || F.patterns[load->mem.pattern].array != F.patterns[first->mem.pattern].array ||
          isWrittenBetween(*load, Places.at(bytes[b].value), Places.at(v)))
        return std::nullopt;
      known->second = (F.byteAddress(load->mem) - begin).asConstant();
    }
    if (!known->second || *known->second + bytes[b].byte != b)
      return std::nullopt;
  }
  Way way;
  way.kind = OpKind::Load;
  way.type = type;
  way.load = first->id;
  way.effort = row->effort();
  return way;
}

bool WayFinder::isWrittenBetween(const Op &load, size_t first, size_t last) const {
  bool isWritten = false;
  const auto visit = [&](const Op &other) { isWritten |= isMemoryWrite(other.kind) && mayOverlap(F, load, other); };
  for (OpId id : Ops.slice(first, last - first)) {
    if (isMemory(F.ops[id].kind))
      visit(F.ops[id]);
    for (BlockId inner : F.ops[id].blocks)
      forEachMemoryOp(F, inner, visit);
  }
  return isWritten;
}

std::optional<Way> WayFinder::byShuffle(ValueId v, Bytes bytes) const {
  Way way;
  for (const ByteSource &byte : bytes)
    if (!llvm::is_contained(way.from, byte.value))
      way.from.push_back(byte.value);
  const int64_t bits = F.typeOf(way.from[0]).bits(), size = bits / 8;
  if (way.from.size() > 2 || bits < F.typeOf(v).bits() || F.typeOf(way.from.back()).bits() != bits)
    return std::nullopt;
  const auto placeOf = [&](int64_t b) { return bytes[b].byte + (bytes[b].value == way.from[0] ? 0 : size); };
  const auto standTogether = [&](int64_t width) {
    for (int64_t b = 0; b < int64_t(bytes.size()); ++b)
      if (placeOf(b) - b % width != placeOf(b / width * width) || placeOf(b / width * width) % width)
        return false;
    return true;
  };
  int64_t width = 8;
  while (!standTogether(width))
    width /= 2;
  bool stay = true;
  llvm::SmallVector<int64_t, 64> lanes;
  for (int64_t b = 0; b < size; b += width) {
    lanes.push_back(b < int64_t(bytes.size()) ? placeOf(b) / width : b / width);
    stay &= lanes.back() == b / width;
  }
  way.type = VectorType::vector(size / width, typeOfLanes(v, way, width));
  if (!stay) {
    way.lanes = std::move(lanes);
    chooseOp(way);
  }
  return isPossible(v, way) ? std::optional(std::move(way)) : std::nullopt;
}

/// The cheapest one; Bitcast if there is none.
void WayFinder::chooseOp(Way &way) const {
  const RowKey shuffle = shuffleKey(way.type, way.lanes);
  // What takes more is left to the compiler, which may find it harder than the table says.
  if (const Row *row = T.find(shuffle); row && row->uops <= 2) {
    way.kind = OpKind::Shuffle;
    way.effort = row->effort();
    // Which lanes it takes must stand in a register.
    if (shuffle.detail <= ShuffleInBlocks && shuffle.detail != ShuffleOfWindow)
      way.effort += EffortOfLanes;
  }
  const int64_t n = way.type.lanes();
  const auto take = [&](OpKind kind, llvm::function_ref<int64_t(int64_t)> lane) {
    const Row *row = T.find(kind, way.type.element, unsigned(n));
    for (int64_t l = 0; l < n; ++l)
      if (way.lanes[l] != lane(l))
        return;
    if (row && (way.kind == OpKind::Bitcast || row->effort() <= way.effort)) {
      way.kind = kind;
      way.effort = row->effort();
    }
  };
  take(OpKind::Even, [](int64_t l) { return 2 * l; });
  take(OpKind::Odd, [](int64_t l) { return 2 * l + 1; });
  take(OpKind::ZipLo, [&](int64_t l) { return l / 2 + l % 2 * n; });
  take(OpKind::ZipHi, [&](int64_t l) { return n / 2 + l / 2 + l % 2 * n; });
}

/// The value's own lanes where they are as wide and the sources have them too, else integers.
ScalarType WayFinder::typeOfLanes(ValueId v, const Way &way, int64_t width) const {
  const ScalarType element = F.typeOf(v).element;
  const bool isOwn = int64_t(bitsOf(element)) == 8 * width &&
                     llvm::all_of(way.from, [&](ValueId value) { return F.typeOf(value).element == element; });
  return isOwn ? element : integerType(unsigned(8 * width), false);
}

/// The target sees registers as others, and takes the first part of one.
bool WayFinder::isPossible(ValueId v, const Way &way) const {
  const VectorType &type = F.typeOf(v);
  if (way.kind == OpKind::Bitcast && !way.lanes.empty())
    return false;
  const int64_t parts = way.type.bits() / type.bits();
  RowKey first{OpKind::ExtractSlice, way.type.element, way.type.element, unsigned(way.type.lanes())};
  first.detail = uint8_t(parts | 128);
  return (parts == 1 || T.find(first)) && canSee(way.type.element, type) &&
         llvm::all_of(way.from, [&](ValueId value) { return canSee(F.typeOf(value).element, way.type); });
}

bool WayFinder::canSee(ScalarType from, const VectorType &to) const {
  return from == to.element || T.find(OpKind::Bitcast, to.element, from, unsigned(to.bits() / bitsOf(to.element)));
}

} // namespace vecify
