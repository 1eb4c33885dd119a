#include "Reads.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

void SharedReads::written(const Op &store) {
  const uint32_t array = F.patterns[store.mem.pattern].array;
  for (auto it = Known.begin(); it != Known.end();)
    it = F.areDisjoint(std::get<0>(it->first), array) ? std::next(it) : Known.erase(it);
}

std::optional<MemRef> SharedReads::moved(const MemRef &mem, int64_t elements) const {
  MemRef result = mem;
  if (elements == 0)
    return result;
  const MemPattern &pattern = F.patterns[mem.pattern];
  if (mem.subs.empty() || !(pattern.strideBytes.back() == IndexExpr(int64_t(bytesOf(pattern.type)))))
    return std::nullopt;
  result.subs.back() += IndexExpr(elements);
  return result;
}

std::optional<int64_t> SharedReads::elementsPast(const Congruences &congruences, const MemRef &mem,
                                                 unsigned bytes) const {
  const std::optional<int64_t> past = congruences.of(F.byteAddress(mem)).modulo(bytes);
  const int64_t size = bytesOf(F.patterns[mem.pattern].type);
  return past && *past % size == 0 ? std::optional(*past / size) : std::nullopt;
}

ValueId SharedReads::read(const MemRef &mem, int64_t elements, const VectorType &type, BlockEditor &editor,
                          llvm::StringRef name) {
  Op load;
  load.kind = OpKind::Load;
  load.mem = *moved(mem, elements);
  const auto key = std::make_tuple(F.patterns[mem.pattern].array, F.byteAddress(load.mem), type.lanes(), type.element);
  auto [place, isNew] = Known.try_emplace(key, NoValue);
  if (isNew)
    place->second = editor.insert(std::move(load), type, name);
  return place->second;
}

} // namespace vecify
