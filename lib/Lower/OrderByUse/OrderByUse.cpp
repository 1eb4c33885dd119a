// Step: ops stand where their values are needed, one register's chain after the other.
//
//     %x0 = load; %x1 = load                 %x0 = load
//     %p0 = mul %x0; %p1 = mul %x1    ->     %p0 = mul %x0
//     store %p0; store %p1                   store %p0
//                                            %x1 = load ...
//
// The unroller leaves all pieces of one op beside each other, which keeps all of them alive. Here each store, and each
// value that the block passes on, is preceded by just the ops that it needs, the operand that needs most registers
// first (Sethi and Ullman, 1970). Stores keep their order, a load stays before every store that may overlap it, and
// loops and branches stay where they are.
#include "Alias.h"
#include "Steps.h"

namespace vecify {

namespace {

class UseOrder {
public:
  explicit UseOrder(Function &function)
      : F(function), Place(function.ops.size(), Elsewhere), Need(function.ops.size()) {}

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

  void orderSegment(llvm::ArrayRef<OpId> segment) {
    Loads.clear();
    for (size_t i = 0; i < segment.size(); ++i) {
      const Op &op = F.ops[segment[i]];
      Place[segment[i]] = Waiting;
      Need[segment[i]] = needOf(op);
      if (isMemory(op.kind) && !isMemoryWrite(op.kind))
        Loads.push_back({i, segment[i]});
    }
    for (size_t i = 0; i < segment.size(); ++i) {
      OpId id = segment[i];
      if (!isMemoryWrite(F.ops[id].kind))
        continue;
      // Loads behind an earlier store are not among its operands: those stores have been placed already.
      emitOperands(id);
      for (auto [position, load] : Loads)
        if (Place[load] == Waiting && position < i && mayOverlap(F, F.ops[load], F.ops[id]))
          emit(load);
      emit(id);
    }
    emitOperands(segment.back());
    for (OpId id : segment)
      emit(id);
  }

  /// Registers that computing the op takes, were its operands a tree.
  unsigned needOf(const Op &op) const {
    llvm::SmallVector<unsigned, 4> needs;
    for (ValueId operand : op.operands)
      if (OpId id = F.values[operand].definition; id != ~0u && Place[id] == Waiting && !F.typeOf(operand).isScalar())
        needs.push_back(Need[id]);
    llvm::sort(needs, std::greater<>());
    unsigned most = 1;
    for (unsigned i = 0; i < needs.size(); ++i)
      most = std::max(most, needs[i] + i);
    return most;
  }

  void emitOperands(OpId id) {
    llvm::SmallVector<OpId, 4> definitions;
    forEachUse(F.ops[id], [&](ValueId v) {
      if (OpId definition = F.values[v].definition; definition != ~0u && Place[definition] == Waiting)
        definitions.push_back(definition);
    });
    llvm::stable_sort(definitions, [&](OpId a, OpId b) { return Need[a] > Need[b]; });
    for (OpId definition : definitions)
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
  std::vector<uint8_t> Place;
  std::vector<unsigned> Need;
  std::vector<OpId> Ordered;
  /// Loads of the segment and where they stood in it.
  std::vector<std::pair<size_t, OpId>> Loads;
};

} // namespace

llvm::Expected<Function> orderByUse(const Function &f, const Target &, const LowerOptions &) {
  Function result = f;
  UseOrder(result).run();
  return result;
}

} // namespace vecify
