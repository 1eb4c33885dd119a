// How busy a core's ports are, loads that touch two cache lines included.
#pragma once
#include "vecify/Target/Target.h"
#include <map>

namespace vecify {

/// Port slots that a block takes, by the set of ports that can give them.
class PortLoad {
public:
  void add(uint16_t ports, double slots) {
    if (ports)
      Slots[ports] += slots;
  }
  /// Cycles: the tightest bound over all sets of ports, work that can only go there / ports in the set.
  double busiest() const;

private:
  std::map<uint16_t, double> Slots;
};

/// Accesses of the first-level cache that a vector load makes beyond its first: a register's lanes across the border of
/// two lines.
///
///     x[16*i]      none: arrays are taken for aligned
///     x[i - 1]     none where i goes from 1 in steps of 16
///     x[16*i + 3]  1 of 64 bytes; 1/2 of 32 bytes, for every other one crosses
///     x[i + k]     the same, where k is the counter of a loop of step 1
class LineCrossings {
public:
  LineCrossings(const Function &function, const Target &target);
  double of(const Op &load) const;

private:
  const Function &F;
  unsigned LineBytes;
  struct Progression {
    int64_t step, start;
  };
  std::map<ValueId, Progression> Loops; ///< of their counters
};

} // namespace vecify
