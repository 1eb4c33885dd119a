#include "StraightCode.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

namespace vecify {

double gainOfRuns(const Nest &nest) {
  constexpr size_t atOnce = 4;
  constexpr double shuffled = 0.65;
  std::vector<std::pair<AccessId, std::set<int64_t>>> runs; // the first of each, and where the others are
  for (AccessId id = 0; id < nest.accesses.size(); ++id) {
    const Access &access = nest.accesses[id];
    if (!access.isWrite)
      continue;
    if (!access.isAffine() || access.packedBy != NoId)
      return 1;
    bool found = false;
    for (auto &[first, places] : runs) {
      const Access &other = nest.accesses[first];
      const std::optional<int64_t> apart = other.array == access.array
                                               ? (nest.byteAddress(access) - nest.byteAddress(other)).asConstant()
                                               : std::nullopt;
      if (apart && *apart % bytesOf(access.type) == 0) {
        places.insert(*apart / bytesOf(access.type));
        found = true;
        break;
      }
    }
    if (!found)
      runs.push_back({id, {0}});
  }
  double stores = 0, vectors = 0;
  for (const auto &[first, places] : runs) {
    if (places.size() < atOnce || *places.rbegin() - *places.begin() != int64_t(places.size()) - 1)
      return 1;
    stores += double(places.size());
    vectors += double(places.size() / atOnce + places.size() % atOnce);
  }
  return runs.empty() ? 1 : std::max(1.0, shuffled * stores / vectors);
}

} // namespace vecify
