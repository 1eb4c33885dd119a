// Strided accesses of one block that belong together.
//
//     transfer_read z[2*%i]     lanes(2)     re     members 0 and 1 of a group
//     transfer_read z[2*%i + 1] lanes(2)     im     of stride 2
#pragma once
#include "Alias.h"
#include <functional>

namespace vecify {

struct InterleaveGroup {
  struct Member {
    OpId op;
    int64_t offset; ///< in elements from the lowest member
  };
  llvm::SmallVector<Member, 4> members; ///< in the order of the code
  int64_t stride = 2;                   ///< in elements of the lowest member: 2 to 8
  bool writes = false;
  OpId lowest = 0;                         ///< the member with offset 0
  llvm::SmallVector<OpId, 8> between = {}; ///< of reads: the writes that further members would be moved across
  bool isComplete() const { return int64_t(members.size()) == stride; }
  int64_t span() const { ///< offset of the highest member
    int64_t highest = 0;
    for (const Member &member : members)
      highest = std::max(highest, member.offset);
    return highest;
  }
};

/// Which accesses belong together, beyond those of one type in one stride.
struct GroupRules {
  /// Lanes of a type are cheap to move down by one: reads of the elements after the next few strides belong to the
  /// group as well: z[2*i + 2] is z[2*i], one lane further.
  std::function<bool(const VectorType &)> sharesNext = {};
  /// Members of as many bits are of one group where they are within one stride: { float x; int id; }.
  std::function<bool(ScalarType, ScalarType)> mixes = {};
  bool writesHaveGaps = false; ///< else a group of writes has all members
};

/// The groups of all blocks whose members may be accessed together: reads at the first member's place, writes at the
/// last one's.
std::vector<InterleaveGroup> findInterleaveGroups(const Function &function, const GroupRules &rules = {});

/// Of members of groups in the order of the code: the writes become one where the last one is, the reads where the
/// first one is, and some read of what was written before then comes too early.
bool passEachOther(const Function &f, const Block &block, llvm::ArrayRef<OpId> writes, llvm::ArrayRef<OpId> reads);

/// Where the address of `first` is known, so is that of `op`.
bool usesOnlySymbolsOf(const Op &first, const Op &op);

/// Bytes from the beginning of the struct or complex number that lane 0 is a part of, where the lanes are of one after
/// the other: 4 of p[i].y. Each is there as a whole. None where the place is not spelled as a part of an element.
std::optional<int64_t> offsetInStruct(const Function &f, const MemRef &mem);

/// Contiguous lanes of `size` bytes each, from `offset` elements behind lane 0 of `mem`, whatever rows they lie in;
/// adds a pattern to `f` where the place is spelled without a subscript of that stride.
MemRef contiguousFrom(Function &f, MemRef mem, int64_t size, int64_t offset);

} // namespace vecify
