// Step: a load that lies across two others is taken out of their registers, as long as that relieves the ports.
//
//     %a = load x[%i]                 %a = load x[%i]
//     %b = load x[%i + 16]      ->    %b = load x[%i + 16]
//     %c = load x[%i + 3]             %c = shuffle %a, %b [3, 4, .., 18]
//
// A load across the border of two cache lines accesses the cache twice, a window of two registers is one shuffle; which
// of them is cheaper depends on what else the block does, so shares are taken one by one while the busiest ports get
// less to do.
#include "Alias.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include "vecify/Target/Ports.h"

namespace vecify {

namespace {

class LoadSharing {
public:
  LoadSharing(Function &function, const Target &target) : F(function), T(target), Crossings(function, target) {}

  void run() {
    for (BlockId block = 0; block < F.blocks.size(); ++block)
      if (isRepeated(block))
        share(block);
  }

private:
  /// Loads at constant distances from each other, by their distance in bytes from the first.
  struct Neighbours {
    OpId first;
    std::map<int64_t, OpId> loads;
  };
  struct Share {
    OpId load, low, high;
    int64_t firstLane;
  };

  bool isRepeated(BlockId block) const {
    return llvm::any_of(F.ops, [&](const Op &op) { return op.kind == OpKind::For && op.blocks[0] == block; });
  }

  bool isWhole(const Op &load) const {
    return load.kind == OpKind::Load && llvm::is_contained(T.registerBits, F.typeOf(load.results[0]).bits());
  }

  const Row *windowRow(const VectorType &type) const {
    return T.find(RowKey{OpKind::Shuffle, type.element, type.element, unsigned(type.lanes()), ShuffleOfWindow});
  }

  /// Of loads that no write of the block may overlap in front of its last load.
  std::vector<Neighbours> neighboursIn(BlockId block) const {
    std::vector<Neighbours> all;
    llvm::ArrayRef<OpId> ops = F.blocks[block].ops;
    while (!ops.empty() && !isWhole(F.ops[ops.back()]))
      ops = ops.drop_back();
    for (OpId id : ops) {
      const Op &load = F.ops[id];
      if (!isWhole(load) || !windowRow(F.typeOf(load.results[0])) || isWritten(load, ops))
        continue;
      const IndexExpr address = F.byteAddress(load.mem);
      bool found = false;
      for (Neighbours &neighbours : all) {
        const Op &first = F.ops[neighbours.first];
        std::optional<int64_t> distance = (address - F.byteAddress(first.mem)).asConstant();
        if (first.mem.pattern != load.mem.pattern || !distance ||
            !(F.typeOf(first.results[0]) == F.typeOf(load.results[0])))
          continue;
        neighbours.loads.try_emplace(*distance, id);
        found = true;
        break;
      }
      if (!found)
        all.push_back({id, {{0, id}}});
    }
    return all;
  }

  bool isWritten(const Op &load, llvm::ArrayRef<OpId> ops) const {
    bool written = false;
    const auto visit = [&](const Op &other) { written |= isMemoryWrite(other.kind) && mayOverlap(F, load, other); };
    for (OpId id : ops) {
      if (isMemory(F.ops[id].kind))
        visit(F.ops[id]);
      for (BlockId inner : F.ops[id].blocks)
        forEachMemoryOp(F, inner, visit);
    }
    return written;
  }

  /// What could be shared: misaligned loads between two aligned ones.
  std::vector<Share> candidates(BlockId block) const {
    std::vector<Share> shares;
    for (const Neighbours &neighbours : neighboursIn(block)) {
      const VectorType &type = F.typeOf(F.ops[neighbours.first].results[0]);
      const int64_t whole = type.bits() / 8, size = bytesOf(type.element);
      for (auto [distance, id] : neighbours.loads) {
        if (Crossings.of(F.ops[id]) == 0)
          continue;
        for (auto low = neighbours.loads.lower_bound(distance - whole + 1); low->first < distance; ++low) {
          auto high = neighbours.loads.find(low->first + whole);
          if (high == neighbours.loads.end() || Crossings.of(F.ops[low->second]) > 0 || (distance - low->first) % size)
            continue;
          shares.push_back({id, low->second, high->second, (distance - low->first) / size});
          break;
        }
      }
    }
    return shares;
  }

  PortLoad pressure(BlockId block) const {
    PortLoad ports;
    for (OpId id : F.blocks[block].ops)
      if (const Row *row = T.find(F, F.ops[id]))
        ports.add(row->ports, row->portUses * (1 + (isWhole(F.ops[id]) ? Crossings.of(F.ops[id]) : 0)));
    return ports;
  }

  void share(BlockId block) {
    std::vector<Share> shares = candidates(block);
    if (shares.empty())
      return;
    PortLoad ports = pressure(block);
    std::map<OpId, Share> taken;
    for (const Share &share : evenly(shares)) {
      const Op &load = F.ops[share.load];
      const Row *loadRow = T.find(F, load), *window = windowRow(F.typeOf(load.results[0]));
      PortLoad after = ports;
      after.add(loadRow->ports, -loadRow->portUses * (1 + Crossings.of(load)));
      after.add(window->ports, window->portUses);
      if (after.busiest() >= ports.busiest())
        continue;
      ports = after;
      taken.emplace(share.load, share);
    }
    if (!taken.empty())
      apply(block, taken);
  }

  /// Every other one first, so that what is shared is spread over the block.
  static std::vector<Share> evenly(llvm::ArrayRef<Share> shares) {
    std::vector<Share> result;
    for (size_t start : {0u, 1u})
      for (size_t i = start; i < shares.size(); i += 2)
        result.push_back(shares[i]);
    return result;
  }

  /// The loads that are shared move up to where the first of them is needed: their addresses are made of the same
  /// values, and nothing in between writes to them.
  void apply(BlockId block, const std::map<OpId, Share> &taken) {
    std::vector<OpId> ops;
    std::set<OpId> done;
    auto emit = [&](OpId id) {
      if (done.insert(id).second)
        ops.push_back(id);
    };
    for (OpId id : F.blocks[block].ops) {
      if (auto share = taken.find(id); share != taken.end()) {
        emit(share->second.low);
        emit(share->second.high);
        turnIntoWindow(share->second);
      }
      emit(id);
    }
    F.blocks[block].ops = std::move(ops);
  }

  void turnIntoWindow(const Share &share) {
    Op &op = F.ops[share.load];
    op.kind = OpKind::Shuffle;
    op.mem = MemRef();
    op.operands = {F.ops[share.low].results[0], F.ops[share.high].results[0]};
    for (int64_t lane = 0; lane < F.typeOf(op.results[0]).lanes(); ++lane)
      op.ints.push_back(share.firstLane + lane);
  }

  Function &F;
  const Target &T;
  LineCrossings Crossings;
};

} // namespace

llvm::Expected<Function> shareLoads(const Function &f, const Target &target, const LowerOptions &) {
  Function result = f;
  LoadSharing(result, target).run();
  return std::move(result);
}

} // namespace vecify
