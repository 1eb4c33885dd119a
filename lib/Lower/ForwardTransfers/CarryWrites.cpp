// Step: what an iteration writes and the next one reads is carried in a register.
//
//     for %j {                                %c0 = if %0 < %n { yield (transfer_read a[0]) } else { yield 0 }
//       %x = transfer_read a[%j]              for %j carry(%c = %c0) {
//       %y = add %x, %b                ->       %y = add %c, %b
//       transfer_write %y, a[%j + 1]            transfer_write %y, a[%j + 1]
//     }                                         yield %y
//                                             }
//
// Through memory the value would take the time of a store and a load from one iteration to the next. Sound where
// nothing that is written between the two may overlap the place: behind the write in its iteration, before the read in
// the next.
#include "../HoistTransfers/Trips.h"
#include "Alias.h"
#include "Edit.h"
#include "Steps.h"
#include "vecify/IR/Builder.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

class WriteCarrying {
public:
  explicit WriteCarrying(Function &function) : F(function), Representative(function.values.size()) {
    for (ValueId v = 0; v < Representative.size(); ++v)
      Representative[v] = v;
  }

  void run() {
    BlockEditor editor(F);
    editor.run([&](OpId id) {
      if (F.ops[id].kind == OpKind::For && isInnermost(F.ops[id]))
        carryThrough(editor, id);
    });
    if (Changed)
      replaceUses(F, [&](ValueId v) { return v < Representative.size() ? Representative[v] : v; });
  }

private:
  bool isInnermost(const Op &loop) const {
    const std::vector<OpId> &body = F.blocks[loop.blocks[0]].ops;
    // Every read is compared with every write; a body as large as this has no registers to carry them in.
    return body.size() < 500 && llvm::all_of(body, [&](OpId id) { return F.ops[id].blocks.empty(); });
  }

  /// `op` as it is when the loop's counter is `counter`.
  Op at(Op op, ValueId counter, const IndexExpr &value) const {
    for (IndexExpr &sub : op.mem.subs)
      sub = sub.substitute(counter, value);
    for (auto &steps : op.mem.laneSteps)
      for (IndexExpr &step : steps)
        step = step.substitute(counter, value);
    return op;
  }

  bool isPlain(const Op &op, OpKind kind) const {
    return op.kind == kind && !hasMask(op, F) && op.mem.indirectSubs.empty();
  }

  /// A write among body[from, to) may touch what `place` touches in the same iteration.
  bool isDisturbed(const Op &place, llvm::ArrayRef<OpId> body) const {
    return llvm::any_of(body,
                        [&](OpId id) { return isMemoryWrite(F.ops[id].kind) && mayOverlap(F, place, F.ops[id]); });
  }

  /// The address is made of more than the counter that changes from one iteration to the next.
  bool changesOtherwise(const Op &place, const Block &body) const {
    bool changes = false;
    forEachUse(place, [&](ValueId v) {
      const OpId definition = F.values[v].definition;
      changes |= llvm::is_contained(llvm::drop_begin(body.arguments), v) ||
                 (definition != ~0u && llvm::is_contained(body.ops, definition));
    });
    return changes;
  }

  /// The write whose value `body[read]` gets from the iteration before; nullopt: none, or not surely.
  std::optional<size_t> writeBefore(const Block &block, size_t read, int64_t step) const {
    const llvm::ArrayRef<OpId> body = block.ops;
    const ValueId counter = block.arguments[0];
    const Op &place = F.ops[body[read]];
    if (!isPlain(place, OpKind::TransferRead) || changesOtherwise(place, block) ||
        isDisturbed(place, body.take_front(read)))
      return std::nullopt;
    const Op next = at(place, counter, IndexExpr::symbol(counter) + step);
    if (isSamePlace(F, place, next)) // leaves the loop altogether: hoist-transfers
      return std::nullopt;
    for (size_t i = body.size(); i-- > 0;) {
      const Op &write = F.ops[body[i]];
      if (isPlain(write, OpKind::TransferWrite) && isSamePlace(F, next, write))
        return isDisturbed(write, body.drop_front(i + 1)) ? std::nullopt : std::optional(i);
    }
    return std::nullopt;
  }

  void carryThrough(BlockEditor &editor, OpId loop) {
    const Block block = F.blocks[F.ops[loop].blocks[0]]; // as it was, while values to be carried are added
    const std::vector<OpId> &body = block.ops;
    const std::optional<int64_t> distance = polynomialOf(F, F.ops[loop].operands[2]).asConstant();
    if (!distance)
      return;
    std::map<size_t, ValueId> carried; // the write -> the value of the iteration before
    std::vector<OpId> kept;
    for (size_t i = 0; i < body.size(); ++i) {
      const std::optional<size_t> write = writeBefore(block, i, *distance);
      if (!write) {
        kept.push_back(body[i]);
        continue;
      }
      auto [value, isNew] = carried.try_emplace(*write);
      if (isNew)
        value->second = carry(editor, loop, F.ops[body[i]], F.ops[body[*write]].operands[0]);
      Representative[F.ops[body[i]].results[0]] = value->second;
      Changed = true;
    }
    F.blocks[F.ops[loop].blocks[0]].ops = std::move(kept);
  }

  /// A new carried value of the loop: what `read` reads in the first iteration, then `next`.
  ValueId carry(BlockEditor &editor, OpId loop, const Op &read, ValueId next) {
    const VectorType type = accessType(F, read);
    const std::string name = F.values[read.results[0]].name;
    const ValueId init = firstRead(editor, loop, read, type, name);
    const BlockId body = F.ops[loop].blocks[0];
    const ValueId argument = F.addValue(type, name), result = F.addValue(type, name);
    F.values[result].definition = loop;
    F.ops[loop].operands.push_back(init);
    F.ops[loop].results.push_back(result);
    F.blocks[body].arguments.push_back(argument);
    F.ops[F.blocks[body].ops.back()].operands.push_back(next);
    return argument;
  }

  /// Read before the loop, if it runs.
  ValueId firstRead(BlockEditor &editor, OpId loop, const Op &read, const VectorType &type, const std::string &name) {
    const ValueId lower = F.ops[loop].operands[0], upper = F.ops[loop].operands[1];
    Op first = at(read, F.blocks[F.ops[loop].blocks[0]].arguments[0], polynomialOf(F, lower));
    first.results.clear();
    if (runsAtLeastOnce(F, lower, upper))
      return editor.insert(std::move(first), type, name);
    const ValueId runs = editor.insert(OpKind::CmpLt, VectorType::scalar(ScalarType::I1), {lower, upper}, "runs");
    Op branch;
    branch.kind = OpKind::If;
    branch.operands = {runs};
    branch.blocks = {F.addBlock(), F.addBlock()};
    Builder then(F, branch.blocks[0]), otherwise(F, branch.blocks[1]);
    const OpId value = then.append(std::move(first), {type}, name);
    then.yield({F.ops[value].results[0]});
    otherwise.yield({isFloat(type.element) ? otherwise.constantFp(type, 0) : otherwise.constant(type, 0)});
    return editor.insert(std::move(branch), type, name);
  }

  Function &F;
  std::vector<ValueId> Representative;
  bool Changed = false;
};

} // namespace

llvm::Expected<Function> carryWrites(const Function &f, const Target &target, const LowerOptions &) {
  if (target.isSimt)
    return f;
  Function result = f;
  WriteCarrying(result).run();
  return sweep(std::move(result));
}

} // namespace vecify
