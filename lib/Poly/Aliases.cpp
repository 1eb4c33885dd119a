// C's rules: a variable whose address stays inside the function meets nothing else; two named objects never overlap;
// nobody writes what is declared const;
// what is reached through a restrict pointer p and modified is reached through pointers based on p alone (6.7.3.1).
// Another restrict pointer q, even if it was computed from p, says the same of itself, so p and q are distinct; a
// plain local pointer may be based on p.
#include "Aliases.h"
#include "Dependences.h"
#include "HarmfulLead.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include <map>

namespace vecify {

bool mayOverlap(const Nest &nest, ArrayId idA, ArrayId idB) {
  const Array &a = nest.arrays[idA], &b = nest.arrays[idB];
  if (a.kind == Array::LocalObject || b.kind == Array::LocalObject)
    return false;
  if (a.kind == Array::Object && b.kind == Array::Object)
    return false;
  const auto isReadOnly = [](const Array &array) { return array.kind == Array::Object && array.isConst; };
  if (isReadOnly(a) || isReadOnly(b))
    return false;
  // An object is not reached through a pointer, and a parameter is not computed from another one.
  const auto isForeign = [](const Array &array) {
    return array.isRestrict || array.kind != Array::Pointer || !array.mayBeDerived;
  };
  if ((a.isRestrict && isForeign(b)) || (b.isRestrict && isForeign(a)))
    return false;
  return !llvm::is_contained(a.noalias, idB) && !llvm::is_contained(b.noalias, idA);
}

namespace {

/// Who reads and writes each array, and why its contents matter beyond the statements.
struct ArrayUse {
  std::vector<const Occurrence *> instances;
  bool isWritten = false, isReadByParams = false, holdsCell = false;
  bool isUsed() const { return isReadByParams || !instances.empty(); }
  bool isSummedUp = false; ///< updated by a loop inside that does not move the place: kept in a register until it ends
  /// A parameter's snapshot and a cell's accumulator live longer than an iteration.
  bool livesLonger() const { return isReadByParams || holdsCell; }
};

std::vector<ArrayUse> usesOf(const Scop::Impl &scop, llvm::ArrayRef<CellReduction> cells) {
  const Nest &nest = scop.nest;
  std::vector<ArrayUse> uses(nest.arrays.size());
  for (const Occurrence &o : scop.instances) {
    const Access &access = nest.accesses[o.access];
    uses[access.array].instances.push_back(&o);
    uses[access.array].isWritten |= access.isWrite;
    uses[access.array].isSummedUp |= access.isWrite && access.isAffine() && llvm::any_of(o.loops, [&](LoopId loop) {
                                       return loop != 0 && !nest.byteAddress(access).uses(nest.loops[loop].iterator);
                                     });
  }
  for (ArrayUse &use : uses)
    use.isSummedUp &=
        llvm::any_of(use.instances, [&](const Occurrence *o) { return !nest.accesses[o->access].isWrite; });
  const auto readByParams = [&](const std::vector<AccessId> &reads) {
    for (AccessId id : reads)
      uses[nest.accesses[id].array].isReadByParams = true;
  };
  for (const Symbol &symbol : nest.symbols)
    readByParams(symbol.reads);
  for (const Array &array : nest.arrays)
    readByParams(array.baseReads);
  for (const CellReduction &cell : cells)
    uses[nest.accesses[cell.accesses[0]].array].holdsCell = true;
  return uses;
}

/// With equal bases, common bytes are met in the same root iteration only; or in the same iteration of every loop, by
/// accesses that are in the same loops.
bool isFineIfEqual(const Scop::Impl &scop, const ArrayUse &a, const ArrayUse &b, bool ofEveryLoop) {
  if (a.livesLonger() || b.livesLonger())
    return false;
  llvm::SmallSet<std::pair<AccessId, AccessId>, 16> seen;
  for (const Occurrence *x : a.instances)
    for (const Occurrence *y : b.instances) {
      const Access &accessX = scop.nest.accesses[x->access], &accessY = scop.nest.accesses[y->access];
      if ((accessX.isWrite && accessY.isEarly) || (accessY.isWrite && accessX.isEarly))
        return false;
      if (!(accessX.isWrite || accessY.isWrite) || !seen.insert({x->access, y->access}).second)
        continue;
      if (ofEveryLoop && x->loops != y->loops)
        return false;
      if (conflictAcrossIterations(scop, *x, *y, ofEveryLoop ? unsigned(x->loops.size()) : 1))
        return false;
    }
  return !scop.context.isExhausted();
}

/// An iteration stores into one, and then it reads the other. Of some lanes that are stored: if that is the same
/// memory, it must be read anew, and the load waits until the store has left the pipeline. At the same place: an
/// iteration that meets its own result by another name is nobody's intent, and what it stores could not be stored
/// together.
bool isReadBehind(const Nest &nest, const ArrayUse &a, const ArrayUse &b) {
  return llvm::any_of(a.instances, [&](const Occurrence *store) {
    const Access &write = nest.accesses[store->access];
    return write.isWrite && llvm::any_of(b.instances, [&](const Occurrence *o) {
             const Access &read = nest.accesses[o->access];
             if (read.isWrite || o->phase <= store->phase)
               return false;
             return !store->branches.empty() || (read.isAffine() && write.isAffine() &&
                                                 (nest.byteAddress(read) - nest.byteAddress(write)).isZero());
           });
  });
}

/// Of arrays that are updated in place the nest touches as many bytes by either name, but for a few at the ends. Equal
/// bases of others, such as a row of sums and the matrix, are nobody's intent, and to allow them would keep sums in
/// memory.
bool mayBeInPlace(const Footprint &x, const Footprint &y) {
  if (x.lower.size() != 1 || x.upper.size() != 1 || y.lower.size() != 1 || y.upper.size() != 1)
    return true;
  const IndexExpr more = x.upper[0] - x.lower[0] - (y.upper[0] - y.lower[0]);
  const std::optional<int64_t> bytes = more.asConstant();
  return bytes && std::abs(*bytes) <= 64;
}

} // namespace

std::vector<Facts::AliasPair> aliasPairs(const Scop::Impl &scop, llvm::ArrayRef<CellReduction> cells) {
  const Nest &nest = scop.nest;
  const std::vector<ArrayUse> uses = usesOf(scop, cells);
  std::vector<Facts::AliasPair> pairs;
  std::map<ArrayId, Footprint> touched;
  const auto touchedOf = [&](ArrayId array) -> const Footprint & {
    if (!touched.count(array))
      touched[array] = footprint(nest, array);
    return touched[array];
  };
  for (ArrayId a = 0; a < uses.size(); ++a)
    for (ArrayId b = a + 1; b < uses.size(); ++b) {
      if (!uses[a].isUsed() || !uses[b].isUsed() || !(uses[a].isWritten || uses[b].isWritten) ||
          !mayOverlap(nest, a, b))
        continue;
      Facts::AliasPair pair;
      pair.a = a;
      pair.b = b;
      const auto isPacked = [&](ArrayId array) {
        return llvm::any_of(nest.accesses, [&](const Access &x) { return x.array == array && x.packedBy != NoId; });
      };
      const auto isInScalars = [&](ArrayId array) { return llvm::is_contained(nest.inScalars, array); };
      // No base to compare, no place that is known, one that holds nothing for a while, another order, or nothing to be
      // gained.
      if (!nest.splitLoops.empty() || isReadBehind(nest, uses[a], uses[b]) || isReadBehind(nest, uses[b], uses[a]) ||
          nest.arrays[a].isRows() || nest.arrays[b].isRows() || isPacked(a) || isPacked(b) || isInScalars(a) ||
          isInScalars(b)) {
        pairs.push_back(std::move(pair));
        continue;
      }
      // Nobody has two results in one place; and code that allows for it cannot store each together, nor keep sums in
      // registers.
      const bool areResults = uses[a].isWritten && uses[b].isWritten;
      const bool areSums = uses[a].isSummedUp || uses[b].isSummedUp;
      pair.equalIsFine = !areResults && !areSums && mayBeInPlace(touchedOf(a), touchedOf(b)) &&
                         isFineIfEqual(scop, uses[a], uses[b], false);
      pair.equalIsFineInTiles =
          pair.equalIsFine && (nest.loops.size() == 1 || isFineIfEqual(scop, uses[a], uses[b], true));
      if (!uses[a].livesLonger() && !uses[b].livesLonger()) {
        pair.needsNoGuard = nest.clauses.independent;
        findHarmfulLead(scop, pair);
      }
      pairs.push_back(std::move(pair));
    }
  return pairs;
}

llvm::Error checkParamsInMemory(const Scop::Impl &scop) {
  const Nest &nest = scop.nest;
  const auto isFixed = [&](const Access &access) {
    return llvm::all_of(access.subs, [&](const IndexExpr &sub) { return nest.isOverParams(sub); });
  };
  const auto check = [&](const std::vector<AccessId> &reads, const std::string &name) -> llvm::Error {
    for (AccessId id : reads) {
      if (!isFixed(nest.accesses[id]) && nest.isWritten(nest.accesses[id].array))
        return decline(nest.accesses[id].loc, Reason::ParamInMemory, {name});
      Occurrence onEntry;
      onEntry.access = id;
      for (const Occurrence &o : scop.instances) {
        const Access &store = nest.accesses[o.access];
        if (!store.isWrite || store.array != nest.accesses[id].array)
          continue;
        const Conflict conflict = conflictOf(scop, onEntry, o, 0);
        if (!conflict.isImpossible && !conflict.system.isEmpty(scop.context))
          return decline(store.loc, Reason::ParamInMemory, {name});
      }
    }
    return llvm::Error::success();
  };
  for (const Symbol &symbol : nest.symbols)
    if (llvm::Error error = check(symbol.reads, symbol.name))
      return error;
  for (const Array &array : nest.arrays)
    if (llvm::Error error = check(array.baseReads, array.name))
      return error;
  return llvm::Error::success();
}

} // namespace vecify
