// Two registers that are made alike and become one of half as wide lanes: the same two with their lanes, together, in
// another order, made without what restores the source's.
#pragma once
#include "Edit.h"
#include "Steps.h"
#include "vecify/Target/Target.h"
#include <map>

namespace vecify {

/// Two registers: of the source's order, or of another one.
using Halves = std::pair<ValueId, ValueId>;

/// Makes them anew, from what they are narrowed by down to what has been widened.
class HalvesInOrder {
public:
  HalvesInOrder(Function &f, const Target &target) : F(f), T(target) {}
  virtual ~HalvesInOrder() = default;
  void run();

protected:
  /// What has the lanes of the op that is visited, made of such halves; nullopt: it stays.
  virtual std::optional<ValueId> narrowed(const Op &root) = 0;
  /// What this order has a way of its own for.
  virtual std::optional<Halves> made(Halves natural) = 0;
  /// The lanes of the first, then those of the second, where they are parts of something already.
  virtual std::optional<ValueId> joined(Halves parts);

  /// Both in this order: what is the same in all lanes, has a way of its own, or is computed lane by lane.
  std::optional<Halves> build(Halves natural);
  /// The register of lanes of `bits` bits that both are widened from, one after the other.
  std::optional<ValueId> wholeOf(Halves natural, unsigned bits);

  const VectorType &typeOf(ValueId v) const { return F.typeOf(v); }
  const Op *definition(ValueId v, OpKind kind) const { return definedBy(F, v, kind); }
  bool isUniform(ValueId v) const;
  bool hasRow(OpKind kind, ScalarType element, ScalarType source, int64_t lanes) const {
    return T.find(kind, element, source, unsigned(lanes)) != nullptr;
  }
  ValueId insert(OpKind kind, const VectorType &type, llvm::ArrayRef<ValueId> operands, ValueId named) {
    return Edit->insert(kind, type, operands, F.values[named].name);
  }
  ValueId insert(OpKind kind, const VectorType &type, llvm::ArrayRef<ValueId> operands, llvm::ArrayRef<int64_t> ints,
                 ValueId named);
  ValueId insertConstant(const VectorType &type, int64_t value);

  Function &F;
  const Target &T;
  BlockEditor *Edit = nullptr;

private:
  std::optional<ValueId> joinedLoads(Halves parts);
  std::optional<Halves> laneByLane(Halves natural);

  std::map<Halves, std::optional<Halves>> Known;
  OpId Root = 0;
  /// Where each op stands: its block, and how many ops before it there may write.
  llvm::DenseMap<OpId, std::pair<BlockId, unsigned>> Places;
  std::map<ValueId, ValueId> Replaced;
};

/// `after` where it has rows and less to do, else `before`.
Function lessToDo(const Function &before, const Function &after, const Target &target, const LowerOptions &options);

} // namespace vecify
