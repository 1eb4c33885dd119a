// See SetConflicts.h. Measured on a Zen 4 with 16 rows of 1024 floats: 1.2 cycles for each instead of 0.3.
#include "SetConflicts.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <numeric>

namespace vecify {

/// Of the first cache: lines in a set, and bytes after which sets begin anew.
static constexpr int64_t Ways = 8, SetPeriod = 4096;
/// Cycles until a line is back from the next cache.
static constexpr double Refill = 8;
/// Pitches, of those that are not known, which are multiples of the period.
static constexpr double MultiplesOfPeriod = 0.25;
/// Accesses less apart than so many bytes are in one row.
static constexpr int64_t WithinRow = 1024;

double setConflicts(const Function &code, BlockId block) {
  std::map<uint32_t, std::vector<IndexExpr>> rowsOfArrays;
  std::map<uint32_t, unsigned> accesses;
  for (OpId id : code.blocks[block].ops) {
    const Op &op = code.ops[id];
    if (op.kind != OpKind::Load && op.kind != OpKind::Store)
      continue;
    const uint32_t array = code.patterns[op.mem.pattern].array;
    const IndexExpr address = code.byteAddress(op.mem);
    std::vector<IndexExpr> &rows = rowsOfArrays[array];
    ++accesses[array];
    if (rows.size() < 64 && llvm::none_of(rows, [&](const IndexExpr &row) {
          const std::optional<int64_t> apart = (address - row).asConstant();
          return apart && std::abs(*apart) < WithinRow;
        }))
      rows.push_back(address);
  }
  int64_t rows = 0, pitch = 0;
  unsigned inRows = 0;
  bool isKnown = true;
  for (const auto &[array, addresses] : rowsOfArrays) {
    if (addresses.size() < 2)
      continue;
    rows += int64_t(addresses.size());
    inRows += accesses[array];
    for (const IndexExpr &address : llvm::drop_begin(addresses)) {
      const std::optional<int64_t> apart = (address - addresses[0]).asConstant();
      isKnown &= apart.has_value();
      pitch = std::gcd(pitch, apart.value_or(0));
    }
  }
  if (rows <= Ways)
    return 0;
  if (!isKnown)
    return MultiplesOfPeriod * Refill * inRows;
  return rows > Ways * (SetPeriod / std::gcd(SetPeriod, pitch)) ? Refill * inRows : 0;
}

} // namespace vecify
