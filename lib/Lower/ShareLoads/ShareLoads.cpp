// Step: a load that lies across two others is taken out of their registers, as long as that relieves the ports.
//
//     %a = load x[%i]                 %a = load x[%i]
//     %b = load x[%i + 16]      ->    %b = load x[%i + 16]
//     %c = load x[%i + 3]             %c = shuffle %a, %b [3, 4, .., 18]
//
//     %a = load x[%i - 1]             %a = load x[%i - 1]
//     %b = load x[%i]           ->    %c = load x[%i + 1]
//     %c = load x[%i + 1]             %b = shuffle %a, %c [1, 2, .., 15, 30]
//
// A load across the border of two cache lines accesses the cache twice, a window of two registers is one shuffle; which
// of them is cheaper depends on what else the block does, so shares are taken one by one while the busiest ports get
// less to do.
//
// gcc would rather read a shuffle's operands from memory, as often as they are used, than keep them in registers, and
// then nothing is gained: they are fenced.
#include "Alias.h"
#include "Edit.h"
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
    const std::vector<unsigned> uses = useCounts(F);
    std::erase_if(Kept, [&](ValueId loaded) { return uses[loaded] < 2 || uses[loaded] > MostRead; });
    fence(F, Kept);
  }

private:
  /// What is used more often gcc keeps in a register by itself.
  static constexpr unsigned MostRead = 4;

  /// Loads at constant distances from each other, by their distance in bytes from the first.
  struct Neighbours {
    OpId first;
    std::map<int64_t, OpId> loads;
  };
  /// Lanes of `load` are those of `low` from `firstLane` on, and then what `high` has behind these, which begins
  /// `apart` lanes behind `low`.
  struct Share {
    OpId load, low, high;
    int64_t firstLane, apart;
  };

  bool isRepeated(BlockId block) const {
    return llvm::any_of(F.ops, [&](const Op &op) { return op.kind == OpKind::For && op.blocks[0] == block; });
  }

  bool isWhole(const Op &load) const {
    return load.kind == OpKind::Load && llvm::is_contained(T.registerBits, F.typeOf(load.results[0]).bits());
  }

  /// The shuffle of two registers that lie so many lanes apart.
  const Row *windowRow(const VectorType &type, int64_t apart) const {
    const ShuffleKind kind = apart == type.lanes() ? ShuffleOfWindow : ShuffleOfTwo;
    return T.find(RowKey{OpKind::Shuffle, type.element, type.element, unsigned(type.lanes()), kind});
  }

  /// Of loads that no write of the block may overlap in front of its last load.
  std::vector<Neighbours> neighboursIn(BlockId block) const {
    std::vector<Neighbours> all;
    llvm::ArrayRef<OpId> ops = F.blocks[block].ops;
    while (!ops.empty() && !isWhole(F.ops[ops.back()]))
      ops = ops.drop_back();
    for (OpId id : ops) {
      const Op &load = F.ops[id];
      if (!isWhole(load) || !windowRow(F.typeOf(load.results[0]), 0) || isWritten(load, ops))
        continue;
      const IndexExpr address = F.byteAddress(load.mem);
      bool found = false;
      for (Neighbours &neighbours : all) {
        const Op &first = F.ops[neighbours.first];
        std::optional<int64_t> distance = (address - F.byteAddress(first.mem)).asConstant();
        if (F.patterns[first.mem.pattern].array != F.patterns[load.mem.pattern].array || !distance ||
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

  /// What could be shared: misaligned loads between two aligned ones, or else between any two that overlap.
  std::vector<Share> candidates(BlockId block) const {
    std::vector<Share> shares;
    for (const Neighbours &neighbours : neighboursIn(block)) {
      const VectorType &type = F.typeOf(F.ops[neighbours.first].results[0]);
      const int64_t size = bytesOf(type.element);
      for (auto [distance, id] : neighbours.loads)
        if (Crossings.of(F.ops[id]) > 0 && !shareBetween(neighbours, distance, id, type.lanes() * size, true, shares))
          shareBetween(neighbours, distance, id, type.lanes() * size, false, shares);
    }
    return shares;
  }

  /// Appends a share of the load at `distance`, if there is one; `whole` is what a register holds, in bytes.
  bool shareBetween(const Neighbours &neighbours, int64_t distance, OpId load, int64_t whole, bool ofAligned,
                    std::vector<Share> &shares) const {
    const int64_t size = bytesOf(F.typeOf(F.ops[load].results[0]).element);
    for (auto low = neighbours.loads.lower_bound(distance - whole + 1); low->first < distance; ++low) {
      if ((distance - low->first) % size || (ofAligned && Crossings.of(F.ops[low->second]) > 0))
        continue;
      const auto high = std::prev(neighbours.loads.upper_bound(low->first + whole));
      if (high->first <= distance || (high->first - low->first) % size ||
          (ofAligned && high->first < low->first + whole))
        continue;
      shares.push_back(
          {load, low->second, high->second, (distance - low->first) / size, (high->first - low->first) / size});
      return true;
    }
    return false;
  }

  PortLoad pressure(BlockId block) const {
    PortLoad ports;
    for (OpId id : F.blocks[block].ops)
      if (const Row *row = T.find(F, F.ops[id]))
        ports.add(row->ports, row->portUses * (1 + (isWhole(F.ops[id]) ? Crossings.of(F.ops[id]) : 0)));
    return ports;
  }

  /// A load may be an operand of its user; what is shared stands in registers, and so does what it is taken out of.
  static constexpr unsigned LeastRegisters = 4;

  void share(BlockId block) {
    std::vector<Share> shares = candidates(block);
    if (shares.empty() || registersLeft(F, F.blocks[block].ops, T) < LeastRegisters)
      return;
    PortLoad ports = pressure(block);
    std::map<OpId, Share> taken;
    std::set<OpId> needed;
    for (const Share &share : evenly(shares)) {
      if (needed.count(share.load) || taken.count(share.low) || taken.count(share.high))
        continue;
      const Op &load = F.ops[share.load];
      const Row *loadRow = T.find(F, load), *window = windowRow(F.typeOf(load.results[0]), share.apart);
      PortLoad after = ports;
      after.add(loadRow->ports, -loadRow->portUses * (1 + Crossings.of(load)));
      after.add(window->ports, window->portUses);
      if (after.busiest() >= ports.busiest())
        continue;
      ports = after;
      taken.emplace(share.load, share);
      needed.insert({share.low, share.high});
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
    const int64_t lanes = F.typeOf(op.results[0]).lanes();
    for (int64_t lane = share.firstLane; lane < share.firstLane + lanes; ++lane)
      op.ints.push_back(lane < lanes ? lane : lanes + lane - share.apart);
    Kept.insert(op.operands.begin(), op.operands.end());
  }

  Function &F;
  const Target &T;
  LineCrossings Crossings;
  std::set<ValueId> Kept; ///< what windows are taken out of
};

} // namespace

llvm::Expected<Function> shareLoads(const Function &f, const Target &target, const LowerOptions &) {
  Function result = f;
  LoadSharing(result, target).run();
  return std::move(result);
}

} // namespace vecify
