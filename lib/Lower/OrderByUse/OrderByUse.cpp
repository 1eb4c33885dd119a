// Step: ops stand where their values are needed, one register's chain after the other.
//
//     %x0 = load; %x1 = load                 %x0 = load
//     %p0 = mul %x0; %p1 = mul %x1    ->     %p0 = mul %x0
//     store %p0; store %p1                   store %p0
//                                            %x1 = load ...
//
// The unroller leaves all pieces of one op beside each other, which keeps all of them alive. Here each store, and each
// value that the block passes on, is preceded by just the ops that it needs, the operand that needs most registers
// first (Sethi and Ullman, 1970). Chains so long that a CPU does not look beyond them alternate, as many as there are
// registers for. Stores keep their order, a load stays before every store that may overlap it, and loops and branches
// stay where they are.
#include "Alias.h"
#include "Steps.h"
#include "vecify/Target/Target.h"
#include <set>

namespace vecify {

namespace {

class UseOrder {
public:
  UseOrder(Function &function, const Target &target)
      : F(function), T(target), Place(function.ops.size(), Elsewhere), Need(function.ops.size()),
        Latency(function.ops.size()) {}

  void run() {
    for (Block &block : F.blocks) {
      // What is this large is not going to fit the registers in any order.
      if (block.ops.empty() || block.ops.size() > 2000)
        continue;
      Ordered.clear();
      Ordered.reserve(block.ops.size());
      auto begin = block.ops.begin();
      // Up to and including each loop or branch, and to the end of the block.
      for (auto op = begin; op != block.ops.end(); ++op)
        if (!F.ops[*op].blocks.empty() || op + 1 == block.ops.end()) {
          orderSegment(llvm::ArrayRef(&*begin, size_t(op + 1 - begin)));
          begin = op + 1;
        }
      block.ops = Ordered;
    }
  }

private:
  static constexpr uint8_t Elsewhere = 0, Waiting = 1, Done = 2;

  /// Cycles from which on a chain is long: its ops fill the schedulers of a CPU before the next one's come.
  static constexpr double LongChain = 24;
  static constexpr size_t MostChains = 8;

  void orderSegment(llvm::ArrayRef<OpId> segment) {
    Loads.clear();
    for (size_t i = 0; i < segment.size(); ++i) {
      const Op &op = F.ops[segment[i]];
      Place[segment[i]] = Waiting;
      Need[segment[i]] = needOf(op);
      Latency[segment[i]] = latencyOf(op);
      if (isMemory(op.kind) && !isMemoryWrite(op.kind))
        Loads.push_back({i, segment[i]});
    }
    const unsigned registers = registersFor(segment);
    placeStores(segment, registers);
    placeOperandsOfLast(F.ops[segment.back()], registers);
    for (OpId id : segment)
      emit(id);
  }

  void placeStores(llvm::ArrayRef<OpId> segment, unsigned registers) {
    std::vector<OpId> stores;
    std::vector<size_t> positions;
    for (size_t i = 0; i < segment.size(); ++i)
      if (isMemoryWrite(F.ops[segment[i]].kind)) {
        stores.push_back(segment[i]);
        positions.push_back(i);
      }
    for (llvm::ArrayRef<OpId> rest = stores; !rest.empty();) {
      const llvm::ArrayRef<size_t> at = llvm::ArrayRef(positions).take_back(rest.size());
      const size_t chains = chainsFrom(
          rest, registers, [&](size_t more) { return !areReadBetween(rest.take_front(more), at[0], at[more]); });
      alternate(rest.take_front(chains));
      for (size_t s = 0; s < chains; ++s)
        placeStore(rest[s], at[s]);
      rest = rest.drop_front(chains);
    }
  }

  /// A load that waits, between these positions, may read what one of the stores writes.
  bool areReadBetween(llvm::ArrayRef<OpId> stores, size_t from, size_t to) const {
    return llvm::any_of(Loads, [&](const auto &load) {
      return Place[load.second] == Waiting && load.first > from && load.first < to &&
             llvm::any_of(stores, [&](OpId store) { return mayOverlap(F, F.ops[load.second], F.ops[store]); });
    });
  }

  void placeStore(OpId store, size_t position) {
    // Loads behind an earlier store are not among its operands: those stores have been placed already.
    emitOperands(store);
    for (auto [at, load] : Loads)
      if (Place[load] == Waiting && at < position && mayOverlap(F, F.ops[load], F.ops[store]))
        emit(load);
    emit(store);
  }

  /// What the block passes on, or a loop begins with.
  void placeOperandsOfLast(const Op &last, unsigned registers) {
    std::vector<OpId> left;
    for (ValueId v : last.operands)
      if (OpId definition = F.values[v].definition; definition != ~0u && Place[definition] == Waiting)
        left.push_back(definition);
    for (llvm::ArrayRef<OpId> roots = left; !roots.empty();) {
      const size_t chains = chainsFrom(roots, registers, [](size_t) { return true; });
      if (chains == 1)
        break;
      alternate(roots.take_front(chains));
      for (OpId root : roots.take_front(chains))
        emit(root);
      roots = roots.drop_front(chains);
    }
    emitOperands(last.id);
  }

  /// How many of the roots, from the first one on, have chains that should alternate: 1 where they need not.
  size_t chainsFrom(llvm::ArrayRef<OpId> roots, unsigned registers, llvm::function_ref<bool(size_t)> mayTake) const {
    size_t count = 1;
    unsigned need = Need[roots[0]];
    while (count < std::min(roots.size(), MostChains) && Latency[roots[count - 1]] >= LongChain &&
           Latency[roots[count]] >= LongChain && need + Need[roots[count]] <= registers && mayTake(count))
      need += Need[roots[count++]];
    return count;
  }

  /// Emits what the roots need, a few ops of each in turn.
  void alternate(llvm::ArrayRef<OpId> roots) {
    if (roots.size() < 2)
      return;
    std::vector<std::vector<OpId>> chains(roots.size());
    std::set<OpId> taken;
    size_t longest = 0;
    for (size_t r = 0; r < roots.size(); ++r) {
      collectOperands(roots[r], taken, chains[r]);
      longest = std::max(longest, chains[r].size());
    }
    for (size_t i = 0; i < longest; ++i)
      for (const std::vector<OpId> &chain : chains)
        if (i < chain.size())
          emit(chain[i]);
  }

  /// The ops that emitOperands would place, in its order.
  void collectOperands(OpId id, std::set<OpId> &taken, std::vector<OpId> &chain) const {
    for (OpId definition : operandsOf(id))
      if (taken.insert(definition).second) {
        collectOperands(definition, taken, chain);
        chain.push_back(definition);
      }
  }

  /// Registers that chains may take: what the segment leaves of values from elsewhere, half of all at least. Across a
  /// call none is kept.
  unsigned registersFor(llvm::ArrayRef<OpId> segment) const {
    if (llvm::any_of(segment, [&](OpId id) { return F.ops[id].kind == OpKind::MathCall; }))
      return 0;
    return std::max(T.vectorRegisters / 2, registersLeft(F, segment, T));
  }

  /// Cycles from the segment's first op to the op's result.
  double latencyOf(const Op &op) const {
    double before = 0;
    for (ValueId operand : op.operands)
      if (OpId id = F.values[operand].definition; id != ~0u && Place[id] == Waiting)
        before = std::max(before, Latency[id]);
    const Row *row = isMemory(op.kind) ? nullptr : T.find(F, op);
    return before + (row ? row->latency : 0);
  }

  /// Registers that computing the op takes, were its operands a tree.
  unsigned needOf(const Op &op) const {
    llvm::SmallVector<unsigned, 4> needs;
    llvm::SmallVector<ValueId, 4> counted;
    for (ValueId operand : op.operands)
      if (OpId id = F.values[operand].definition;
          id != ~0u && Place[id] == Waiting && !F.typeOf(operand).isScalar() && !llvm::is_contained(counted, operand)) {
        counted.push_back(operand);
        needs.push_back(Need[id]);
      }
    llvm::sort(needs, std::greater<>());
    unsigned most = 1;
    for (unsigned i = 0; i < needs.size(); ++i)
      most = std::max(most, needs[i] + i);
    return most;
  }

  /// What the op waits for, what needs most registers first.
  llvm::SmallVector<OpId, 4> operandsOf(OpId id) const {
    llvm::SmallVector<OpId, 4> definitions;
    forEachUse(F.ops[id], [&](ValueId v) {
      if (OpId definition = F.values[v].definition; definition != ~0u && Place[definition] == Waiting)
        definitions.push_back(definition);
    });
    llvm::stable_sort(definitions, [&](OpId a, OpId b) { return Need[a] > Need[b]; });
    return definitions;
  }

  void emitOperands(OpId id) {
    for (OpId definition : operandsOf(id))
      emit(definition);
  }

  void emit(OpId id) {
    if (Place[id] != Waiting)
      return;
    emitOperands(id);
    Place[id] = Done;
    Ordered.push_back(id);
  }

  Function &F;
  const Target &T;
  std::vector<uint8_t> Place;
  std::vector<unsigned> Need;
  std::vector<double> Latency;
  std::vector<OpId> Ordered;
  /// Loads of the segment and where they stood in it.
  std::vector<std::pair<size_t, OpId>> Loads;
};

} // namespace

llvm::Expected<Function> orderByUse(const Function &f, const Target &target, const LowerOptions &) {
  Function result = f;
  UseOrder(result, target).run();
  return result;
}

} // namespace vecify
