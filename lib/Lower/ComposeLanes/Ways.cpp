// See Ways.h.
#include "Ways.h"

namespace vecify {

/// Of a register that says which lanes to take, in issue slots: it is filled once, and is one less for others.
static constexpr double EffortOfLanes = 0.75;

WayFinder::WayFinder(const Function &function, BlockId block, const Target &target)
    : F(function), T(target), Sources(function, block), Memory(function, block) {
  const llvm::ArrayRef<OpId> ops = F.blocks[block].ops;
  for (size_t place = 0; place < ops.size(); ++place)
    for (ValueId result : F.ops[ops[place]].results)
      PlaceOf[result] = place;
}

std::optional<Way> WayFinder::wayTo(ValueId v) {
  const llvm::ArrayRef<ByteSource> bytes = Sources.of(v);
  std::optional<Way> best;
  if (llvm::none_of(bytes, [&](const ByteSource &byte) { return constantOf(byte) || byte.value == v; })) {
    std::optional<Way> memory = throughMemory(v), registers = fromRegisters(v);
    best = memory && (!registers || memory->effort <= registers->effort) ? std::move(memory) : std::move(registers);
  }
  std::optional<Way> blocks = throughBlocks(v);
  return blocks && (!best || effortWithLoads(*blocks) < effortWithLoads(*best)) ? blocks : best;
}

double WayFinder::effortWithLoads(const Way &way) const {
  double effort = way.effort;
  for (const Part &part : way.from)
    if (part.value == NoValue)
      effort += part.windows.size() == 1 ? effortOfLoads(part.windows) : effortOfBlocks(part.windows);
  return effort;
}

/// They are loaded one by one, of which a cycle has two, and put into a register without a slot of their own.
double WayFinder::effortOfBlocks(llvm::ArrayRef<Window> windows) const {
  constexpr double effortOfBlock = 2, effortOfJoining = 0.5;
  return windows[0] == windows.back() ? effortOfBlock : effortOfBlock * double(windows.size()) + effortOfJoining;
}

std::optional<uint8_t> WayFinder::constantOf(const ByteSource &byte) const {
  if (byte.isZero())
    return 0;
  const std::optional<int64_t> value = splatInt(F, byte.value);
  const int64_t size = bitsOf(F.typeOf(byte.value).element) / 8;
  return value ? std::optional(uint8_t(uint64_t(*value) >> 8 * (byte.byte % size))) : std::nullopt;
}

std::optional<WayFinder::Loaded> WayFinder::loadedBytes(ValueId v) {
  Loaded loaded;
  int64_t lowest = INT64_MAX, highest = INT64_MIN;
  for (const ByteSource &byte : Sources.of(v)) {
    if (constantOf(byte)) {
      loaded.addresses.push_back(std::nullopt);
      continue;
    }
    const std::optional<Window> window = Memory.windowOf(byte.value);
    if (!window || (lowest <= highest && window->load != loaded.all.load))
      return std::nullopt;
    loaded.all.load = window->load;
    const int64_t address = window->offset + byte.byte;
    lowest = std::min(lowest, address);
    highest = std::max(highest, address);
    loaded.addresses.push_back(address);
  }
  loaded.all.offset = lowest;
  loaded.all.bytes = highest + 1 - lowest;
  if (lowest > highest || !Memory.isUnchanged(loaded.all, PlaceOf.at(v)))
    return std::nullopt;
  return loaded;
}

/// All bytes come from loads of one run: they are loaded again, from where that takes the fewest registers.
std::optional<Way> WayFinder::throughMemory(ValueId v) {
  const std::optional<Loaded> loaded = loadedBytes(v);
  if (!loaded)
    return std::nullopt;
  llvm::SmallVector<int64_t, 64> addresses;
  for (const std::optional<int64_t> &address : loaded->addresses)
    addresses.push_back(*address);
  std::optional<Way> best;
  double least = 0;
  const auto take = [&](llvm::ArrayRef<Window> windows) {
    std::optional<Way> way = throughWindows(v, windows, addresses);
    if (!way)
      return;
    const double effort = way->effort + effortOfLoads(windows);
    if (!best || effort < least) {
      least = effort;
      best = std::move(way);
    }
  };
  const int64_t whole = T.registerBits.front() / 8;
  for (int64_t bytes = F.typeOf(v).bits() / 8; bytes <= whole; bytes *= 2) {
    if (const std::optional<Window> window = Memory.around(loaded->all, bytes))
      take({*window});
    if (const auto windows = Memory.across(loaded->all, bytes))
      take({windows->first, windows->second});
  }
  return best;
}

/// The constant bytes, if they are the same in every so many and stand beside others.
std::optional<Filling> WayFinder::fillingOf(ValueId v) const {
  const llvm::ArrayRef<ByteSource> bytes = Sources.of(v);
  for (int64_t period : {2, 4, 8}) {
    Filling filling;
    filling.bytes = period;
    bool isSame = true;
    for (int64_t b = 0; b < int64_t(bytes.size()); ++b) {
      const std::optional<uint8_t> constant = constantOf(bytes[b]);
      isSame &= constant == constantOf(bytes[b % period]);
      if (b < period)
        (constant ? filling.set : filling.keep) |= uint64_t(constant.value_or(0xff)) << 8 * b;
    }
    if (isSame)
      return filling;
  }
  return std::nullopt;
}

/// The bytes of each block of 128 bits come from one or two windows of as many, wherever these are: the registers are
/// put together of such blocks as they are loaded. Constants are filled in.
///
///     d[4*i] = s[3*i], .. d[4*i+3] = 255    two blocks 12 bytes apart, one shuffle, one or
///     d[3*i] = s[3*i+2], ..                 two registers of two blocks, from both of which the shuffle takes
std::optional<Way> WayFinder::throughBlocks(ValueId v) {
  constexpr int64_t size = 16;
  const int64_t count = F.typeOf(v).bits() / 8 / size;
  if (count != 2 || F.typeOf(v).bits() % (8 * size) != 0)
    return std::nullopt;
  const std::optional<Loaded> loaded = loadedBytes(v);
  if (!loaded || !T.find(RowKey{OpKind::Concat, ScalarType::U8, ScalarType::U8, unsigned(size * count), 2}))
    return std::nullopt;
  const bool isFilled = llvm::is_contained(loaded->addresses, std::nullopt);
  const std::optional<Filling> filling = isFilled ? fillingOf(v) : Filling();
  if (!filling)
    return std::nullopt;
  Part first, second;
  bool needsTwo = false;
  for (int64_t block = 0; block < count; ++block) {
    int64_t lowest = INT64_MAX, highest = INT64_MIN;
    for (const std::optional<int64_t> &address : llvm::ArrayRef(loaded->addresses).slice(block * size, size))
      if (address) {
        lowest = std::min(lowest, *address);
        highest = std::max(highest, *address);
      }
    if (lowest > highest || highest - lowest >= 2 * size)
      return std::nullopt;
    const bool isWide = highest - lowest >= size;
    const Window wanted{loaded->all.load, lowest, highest + 1 - lowest};
    const std::optional<Window> from = Memory.justAt(isWide ? Window{wanted.load, lowest, size} : wanted, size);
    const std::optional<Window> rest = isWide ? Memory.justAt({wanted.load, highest + 1 - size, size}, size) : from;
    if (!from || !rest || !loadOf(F, *from) || !loadOf(F, *rest) || !effortOf(*from))
      return std::nullopt;
    first.windows.push_back(*from);
    second.windows.push_back(*rest);
    needsTwo |= isWide;
  }
  Way way;
  way.from.push_back(first);
  if (needsTwo)
    way.from.push_back(second);
  Places places;
  for (int64_t b = 0; b < size * count; ++b) {
    const std::optional<int64_t> &address = loaded->addresses[b];
    const int64_t block = b / size;
    const bool isInFirst = !address || *address < first.windows[block].end();
    const Window &window = (isInFirst ? first : second).windows[block];
    const int64_t place = address ? *address - window.offset : b % size;
    places.push_back((isInFirst ? 0 : size * count) + block * size + place);
  }
  std::optional<Way> found = by(v, std::move(way), places);
  if (!found)
    return found;
  found->filling = *filling;
  found->effort += isFilled ? 1 + filling->clears() : 0;
  return found;
}

std::optional<Way> WayFinder::throughWindows(ValueId v, llvm::ArrayRef<Window> windows,
                                             llvm::ArrayRef<int64_t> addresses) const {
  Way way;
  for (const Window &window : windows) {
    if (!loadOf(F, window) || !effortOf(window))
      return std::nullopt;
    const ValueId loaded = Memory.valueOf(window);
    way.from.push_back({loaded != NoValue && PlaceOf.at(loaded) < PlaceOf.at(v) ? loaded : NoValue, {window}});
  }
  Places places;
  for (int64_t address : addresses) {
    const int64_t part = address < windows[0].end() ? 0 : 1;
    places.push_back(address - windows[part].offset + part * windows[0].bytes);
  }
  return by(v, std::move(way), places);
}

/// Windows that stand in order are others' as well; one that does not is its own, and lies across two lines of the
/// cache.
double WayFinder::effortOfLoads(llvm::ArrayRef<Window> windows) const {
  double effort = 0;
  for (const Window &window : windows)
    effort += effortOf(window).value_or(0) * (Memory.isInOrder(window) ? 0.5 : 1.5);
  return effort;
}

std::optional<double> WayFinder::effortOf(const Window &window) const {
  const ScalarType element = Memory.elementOf(window);
  const Row *row = T.find(RowKey{OpKind::Load, element, element, unsigned(8 * window.bytes / bitsOf(element)),
                                 F.ops[window.load].mem.unaligned});
  return row ? std::optional(row->effort()) : std::nullopt;
}

std::optional<Way> WayFinder::fromRegisters(ValueId v) const {
  Way way;
  Places places;
  for (const ByteSource &byte : Sources.of(v)) {
    const auto part = llvm::find_if(way.from, [&](const Part &p) { return p.value == byte.value; });
    const int64_t index = part - way.from.begin();
    if (part == way.from.end())
      way.from.push_back({byte.value, {}});
    places.push_back(byte.byte + index * F.typeOf(way.from[0].value).bits() / 8);
  }
  const int64_t bits = F.typeOf(way.from[0].value).bits();
  if (way.from.size() > 2 || bits < F.typeOf(v).bits() || F.typeOf(way.from.back().value).bits() != bits)
    return std::nullopt;
  return by(v, std::move(way), places);
}

std::optional<Way> WayFinder::by(ValueId v, Way way, const Places &places) const {
  const auto standTogether = [&](int64_t width) {
    for (int64_t b = 0; b < int64_t(places.size()); ++b)
      if (places[b] - b % width != places[b / width * width] || places[b / width * width] % width)
        return false;
    return true;
  };
  int64_t width = 8;
  while (!standTogether(width))
    width /= 2;
  const int64_t size = typeOf(way.from[0]).bits() / 8;
  bool stay = true;
  for (int64_t b = 0; b < size; b += width) {
    way.lanes.push_back((b < int64_t(places.size()) ? places[b] : b) / width);
    stay &= way.lanes.back() == b / width;
  }
  way.type = VectorType::vector(size / width, typeOfLanes(v, way, width));
  if (stay)
    way.lanes.clear();
  else
    chooseOp(way);
  return isPossible(v, way) ? std::optional(std::move(way)) : std::nullopt;
}

/// The cheapest one; Bitcast if there is none.
void WayFinder::chooseOp(Way &way) const {
  const RowKey shuffle = shuffleKey(way.type, way.lanes);
  // What takes more is left to the compiler, which may find it harder than the table says.
  const Row *row = T.find(shuffle);
  if (row && (row->uops <= 2 || row->detail == ShuffleInBlocksOfTwo)) {
    way.kind = OpKind::Shuffle;
    way.effort = row->effort();
    if (shuffle.detail <= ShuffleInBlocks && shuffle.detail != ShuffleOfWindow)
      way.effort += EffortOfLanes;
    else if (shuffle.detail == ShuffleInBlocksOfTwo)
      way.effort += 2 * EffortOfLanes;
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

VectorType WayFinder::typeOf(const Part &part) const {
  if (part.value != NoValue)
    return F.typeOf(part.value);
  const ScalarType element = Memory.elementOf(part.windows[0]);
  int64_t bytes = 0;
  for (const Window &window : part.windows)
    bytes += window.bytes;
  return VectorType::vector(8 * bytes / bitsOf(element), element);
}

/// The value's own lanes where they are as wide and the sources have them too, else integers.
ScalarType WayFinder::typeOfLanes(ValueId v, const Way &way, int64_t width) const {
  const ScalarType element = F.typeOf(v).element;
  const bool isOwn = int64_t(bitsOf(element)) == 8 * width &&
                     llvm::all_of(way.from, [&](const Part &part) { return typeOf(part).element == element; });
  return isOwn ? element : integerType(unsigned(8 * width), false);
}

/// The target sees registers as others, and takes the first part of one.
bool WayFinder::isPossible(ValueId v, const Way &way) const {
  if (way.kind == OpKind::Bitcast && !way.lanes.empty())
    return false;
  const VectorType &type = F.typeOf(v);
  const int64_t parts = way.type.bits() / type.bits();
  RowKey first{OpKind::ExtractSlice, way.type.element, way.type.element, unsigned(way.type.lanes())};
  first.detail = uint8_t(parts | 128);
  return (parts == 1 || T.find(first)) && canSee(way.type.element, type) &&
         llvm::all_of(way.from, [&](const Part &part) { return canSee(typeOf(part).element, way.type); });
}

bool WayFinder::canSee(ScalarType from, const VectorType &to) const {
  return from == to.element || T.find(OpKind::Bitcast, to.element, from, unsigned(to.bits() / bitsOf(to.element)));
}

} // namespace vecify
