// Where each access of a nest is executed, and when within one iteration.
//
//     for i                         a[i] in the condition   loops {i}    phase 0
//       if (a[i] > 0)
//         for j                     b[j] (read)             loops {i,j}  phase 2
//           c[i] += b[j];           c[i] (read), c[i]       loops {i,j}  phase 2, 3
//
// The phase is the textual position: all reads of a statement share one, its write has the next. Two accesses in the
// same iteration of all their common loops happen in the order of their phases.
#pragma once
#include "vecify/Nest/Nest.h"
#include <set>

namespace vecify {

struct Occurrence {
  AccessId access = NoId;
  NodeId node = NoId;                 ///< Assign, or If for a read of its condition
  llvm::SmallVector<LoopId, 4> loops; ///< enclosing, outermost (the root) first
  unsigned phase = 0;
  llvm::SmallVector<std::pair<NodeId, bool>, 2> branches; ///< enclosing ifs; true: on the else side
};

/// Every access that the statements execute, in textual order. Reads that only parameters are made of have none.
std::vector<Occurrence> occurrences(const Nest &nest);

/// Loops that enclose both.
unsigned commonLoops(const Occurrence &a, const Occurrence &b);
/// They are on different sides of one `if`: never both in the same iteration.
bool areExclusive(const Occurrence &a, const Occurrence &b);

/// Every read of the array is one of what the same iteration of all loops around it has written before: what the array
/// held when the nest began does not matter.
bool readsOnlyOwnWrites(const Nest &nest, ArrayId array);

/// Array, byte address, and how many bytes.
using TouchedPlace = std::tuple<ArrayId, IndexExpr, int64_t>;
/// Of an affine access.
TouchedPlace placeOf(const Nest &nest, const Access &access);
using TouchedPlaces = std::set<TouchedPlace>;
/// What every iteration of the loop reads or writes, whatever its conditions say. Of loops inside that are entered for
/// sure, that is what their first iterations do.
TouchedPlaces touchedPlaces(const Nest &nest, LoopId loop = 0);
/// The same of some statements.
TouchedPlaces touchedPlaces(const Nest &nest, llvm::ArrayRef<NodeId> body);

/// Reads under a condition of what lies between the bytes that the iteration touches anyway and those of the next one:
/// p[i].t where p[i].r is asked about. All iterations but the last may make them without asking. None where the nest
/// has inner loops or may be left early.
std::vector<AccessId> readsBetweenTouched(const Nest &nest);

/// Distinct accesses read by an expression, subscripts of indirect accesses included.
llvm::SmallVector<AccessId, 4> readsOf(const Nest &nest, ExprId expr);

} // namespace vecify
