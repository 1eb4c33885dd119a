// Step: native transfers become loads and stores. Runs after unroll-to-native; every transfer is contiguous by now
// (lower-accesses saw to the others).
//
//     %x = transfer_read a[%i] (1) : 8xf32              ->  %x = load a[%i] : 8xf32
//     %x = transfer_read a[%i] (1) mask %m, 0           ->  %x = masked_load a[%i], %m
//     %s = transfer_read a[%k]; %v = broadcast %s       ->  %v = load_splat a[%k]
#include "Match.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include <cmath>

namespace vecify {

namespace {

MemRef withoutLanes(MemRef mem) {
  mem.laneSteps.clear();
  return mem;
}

class TransferLowering {
public:
  TransferLowering(const Function &source, const Target &target) : S(source), T(target), Users(source.values.size()) {
    for (const Op &op : S.ops)
      forEachUse(op, [&](ValueId v) { Users[v].push_back(&op); });
  }

  bool operator()(const Op &op, Rewriter &rewriter) {
    if (op.kind == OpKind::TransferRead)
      return S.typeOf(op.results[0]).isScalar() ? splat(op, rewriter) : read(op, rewriter);
    if (op.kind == OpKind::TransferWrite && !S.typeOf(op.operands[0]).isScalar())
      return write(op, rewriter);
    return false;
  }

private:
  ValueId load(OpKind kind, const Op &op, llvm::ArrayRef<ValueId> operands, VectorType type, Rewriter &rewriter) {
    Op load;
    load.kind = kind;
    load.operands.assign(operands.begin(), operands.end());
    load.mem = withoutLanes(rewriter.mapped(op.mem));
    Builder &b = rewriter.builder();
    OpId id = b.append(std::move(load), {type}, S.values[op.results[0]].name);
    return rewriter.result().ops[id].results[0];
  }

  bool read(const Op &op, Rewriter &rewriter) {
    VectorType type = S.typeOf(op.results[0]);
    Builder &b = rewriter.builder();
    if (!hasMask(op, S)) {
      rewriter.map(op.results[0], load(OpKind::Load, op, {}, type, rewriter));
      return true;
    }
    ValueId oldMask = maskOf(op, S), mask = rewriter.mapped(oldMask);
    ValueId result = load(OpKind::MaskedLoad, op, {mask}, type, rewriter);
    // A masked load gives 0 in the lanes that are off.
    ValueId padding = op.operands.back();
    if (padding != oldMask && !isAllZeros(S, padding))
      result = b.create(OpKind::Select, type, {mask, result, b.broadcast(rewriter.mapped(padding), type)},
                        S.values[op.results[0]].name);
    rewriter.map(op.results[0], result);
    return true;
  }

  /// A scalar that is read only to be broadcast.
  bool splat(const Op &op, Rewriter &rewriter) {
    const auto &users = Users[op.results[0]];
    if (users.empty() || users[0]->kind != OpKind::Broadcast)
      return false;
    VectorType type = S.typeOf(users[0]->results[0]);
    for (const Op *user : users)
      if (user->kind != OpKind::Broadcast || !(S.typeOf(user->results[0]) == type))
        return false;
    if (!T.find(OpKind::LoadSplat, type.element, type.lanes()))
      return false;
    ValueId result = load(OpKind::LoadSplat, op, {}, type, rewriter);
    rewriter.map(op.results[0], result);
    for (const Op *user : users)
      Splats.insert(user);
    return true;
  }

  bool write(const Op &op, Rewriter &rewriter) {
    Op store;
    bool masked = hasMask(op, S);
    store.kind = masked ? OpKind::MaskedStore : OpKind::Store;
    store.operands.push_back(rewriter.mapped(op.operands[0]));
    if (masked)
      store.operands.push_back(rewriter.mapped(maskOf(op, S)));
    store.mem = withoutLanes(rewriter.mapped(op.mem));
    rewriter.builder().append(std::move(store));
    return true;
  }

public:
  /// Broadcasts whose operand is a splat already.
  std::set<const Op *> Splats;

private:
  const Function &S;
  const Target &T;
  std::vector<llvm::SmallVector<const Op *, 2>> Users;
};

} // namespace

llvm::Expected<Function> lowerTransfers(const Function &f, const Target &target, const LowerOptions &) {
  Rewriter rewriter(f);
  TransferLowering lowering(f, target);
  return rewriter.run([&](const Op &op, Rewriter &r) {
    r.builder().loc = op.loc;
    r.builder().fp = op.fp;
    if (lowering.Splats.count(&op)) {
      r.map(op.results[0], r.mapped(op.operands[0]));
      return true;
    }
    return lowering(op, r);
  });
}

} // namespace vecify
