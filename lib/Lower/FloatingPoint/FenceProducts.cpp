// Step: a strict product that meets an addition is fenced, so that the next compiler cannot fuse the two.
//
//     %p = mul %a, %b : 8xf32            ->   %p = mul %a, %b : 8xf32
//     %s = add %p, %c : 8xf32                 %f = fp_fence %p : 8xf32
//                                             %s = add %f, %c : 8xf32
//
// gcc in GNU mode fuses intrinsics and strict scalar code alike wherever FMA instructions are allowed. A product that
// reaches no addition or subtraction needs no fence, and none is needed on targets without FMA. The flow is followed
// through what compilers look through: negation, splats, slices, selects, loop-carried values, and memory: what is
// stored into a buffer and read again by the next loop is a register where those loops are short.
#include "Edit.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include <cmath>

namespace vecify {

namespace {

class ProductFlow {
public:
  explicit ProductFlow(const Function &function) : F(function), Users(function.values.size()) {
    for (OpId id = 0; id < F.ops.size(); ++id) {
      for (ValueId operand : F.ops[id].operands)
        Users[operand].push_back(id);
      if (isRead(F.ops[id].kind))
        Reads.push_back(id);
      for (BlockId block : F.ops[id].blocks)
        if (!F.blocks[block].ops.empty())
          Owner[F.blocks[block].ops.back()] = id;
    }
  }

  /// Some path leads from the product to an addition, with which it may not be fused, through nothing that rounds.
  bool meetsStrictAddition(ValueId product) {
    bool mayFuse = F.definitionOf(product)->fp.contract;
    llvm::SmallVector<ValueId, 8> work = {product};
    std::set<ValueId> seen = {product};
    auto flowsTo = [&](ValueId v) {
      if (seen.insert(v).second)
        work.push_back(v);
    };
    while (!work.empty()) {
      ValueId v = work.pop_back_val();
      for (OpId id : Users[v]) {
        const Op &user = F.ops[id];
        switch (user.kind) {
        case OpKind::Add:
        case OpKind::Sub:
        case OpKind::Reduce:
        case OpKind::MultiReduce:
          if (!(mayFuse && user.fp.contract))
            return true;
          break;
        case OpKind::Neg:
        case OpKind::Broadcast:
        case OpKind::ExtractSlice:
        case OpKind::InsertSlice:
        case OpKind::Concat:
        case OpKind::ShapeCast:
        case OpKind::Extract:
        case OpKind::Select:
          flowsTo(user.results[0]);
          break;
        case OpKind::For:
          for (unsigned c = 0; c < user.results.size(); ++c)
            if (user.operands[3 + c] == v) {
              flowsTo(F.blocks[user.blocks[0]].arguments[1 + c]);
              flowsTo(user.results[c]);
            }
          break;
        case OpKind::Yield:
          if (auto owner = Owner.find(id); owner != Owner.end()) {
            const Op &control = F.ops[owner->second];
            for (unsigned i = 0; i < user.operands.size(); ++i) {
              if (user.operands[i] != v)
                continue;
              flowsTo(control.results[i]);
              if (control.kind == OpKind::For)
                flowsTo(F.blocks[control.blocks[0]].arguments[1 + i]);
            }
          }
          break;
        default:
          if (isMemoryWrite(user.kind) && user.operands[0] == v)
            for (OpId read : Reads)
              if (mayMeet(F.patterns[user.mem.pattern], F.patterns[F.ops[read].mem.pattern]))
                flowsTo(F.ops[read].results[0]);
          break;
        }
      }
    }
    return false;
  }

private:
  static bool isRead(OpKind kind) {
    return kind == OpKind::TransferRead || kind == OpKind::Load || kind == OpKind::MaskedLoad ||
           kind == OpKind::LoadSplat || kind == OpKind::LoadRepeat || kind == OpKind::Gather;
  }
  /// Elements of one type, in arrays that may be the same: before or behind the write makes no difference in a loop.
  bool mayMeet(const MemPattern &written, const MemPattern &read) const {
    return written.type == read.type &&
           (written.array == read.array || !llvm::is_contained(F.arrays[written.array].disjoint, read.array));
  }

  const Function &F;
  std::vector<llvm::SmallVector<OpId, 2>> Users;
  std::map<OpId, OpId> Owner;
  std::vector<OpId> Reads;
};

} // namespace

static bool dividesByPowerOfTwo(const Function &f, const Op &op) {
  const std::optional<double> divisor = op.kind == OpKind::Div ? splatFp(f, op.operands[1]) : std::nullopt;
  int exponent = 0;
  return divisor && std::abs(std::frexp(*divisor, &exponent)) == 0.5;
}

static bool hasFma(const Target &target) {
  return target.find(OpKind::Fma, ScalarType::F32, target.lanesOf(ScalarType::F32)) != nullptr;
}

llvm::Expected<Function> fenceProducts(const Function &f, const Target &target, const LowerOptions &) {
  if (!hasFma(target))
    return f;
  ProductFlow flow(f);
  Function result = f;
  std::map<ValueId, ValueId> fenced;
  BlockEditor editor(result);
  editor.run([&](OpId id) {
    const Op &op = result.ops[id];
    // gcc takes x + x for 2 * x, and x / 4 for 0.25 * x.
    const bool isDouble = op.kind == OpKind::Add && op.operands[0] == op.operands[1];
    if (op.kind != OpKind::Mul && !isDouble && !dividesByPowerOfTwo(result, op))
      return;
    ValueId product = op.results[0];
    if (!isFloat(result.typeOf(product).element) || !flow.meetsStrictAddition(product))
      return;
    fenced[product] =
        editor.insertAfter(OpKind::FpFence, result.typeOf(product), {product}, result.values[product].name);
  });
  if (fenced.empty())
    return result;
  for (Op &op : result.ops)
    if (op.kind != OpKind::FpFence)
      for (ValueId &operand : op.operands)
        if (auto fence = fenced.find(operand); fence != fenced.end())
          operand = fence->second;
  return result;
}

} // namespace vecify
