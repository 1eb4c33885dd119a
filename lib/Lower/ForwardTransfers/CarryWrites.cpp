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
//
// Likewise what a block of lanes reads a few lanes behind what it has just written; a load that meets two stores waits
// until both have left the pipeline:
//
//     for %j step 8 {                          for %j step 8 carry(%c = its lanes before the first block) {
//       transfer_write %y, a[%j + 1] (8)         transfer_write %y, a[%j + 1] (8)
//       %x = transfer_read a[%j] (8)      ->     %x = shuffle %c, %y [7, 8, .., 14]
//       ...                                      ...  yield %y
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
  WriteCarrying(Function &function, const Target &target)
      : F(function), MayShuffle(!target.aie), Representative(function.values.size()) {
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

  /// A write of which an op of the same iteration reads some lanes, and before them the last ones of the iteration
  /// before.
  struct LanesBefore {
    size_t write;
    int64_t count; ///< of lanes that the iteration before has written
  };

  std::optional<LanesBefore> lanesBefore(const Block &block, size_t read, int64_t step) const {
    const llvm::ArrayRef<OpId> body = block.ops;
    const ValueId counter = block.arguments[0];
    const Op &place = F.ops[body[read]];
    if (!isPlain(place, OpKind::TransferRead) || accessType(F, place).rank() != 1 || changesOtherwise(place, block))
      return std::nullopt;
    const int64_t lanes = minorLanes(accessType(F, place));
    const std::optional<int64_t> lane = F.laneStrideBytes(place.mem, 0).asConstant();
    if (!lane || *lane == 0)
      return std::nullopt;
    for (size_t i = read; i-- > 0;) {
      const Op &write = F.ops[body[i]];
      if (!isMemoryWrite(write.kind) || !mayOverlap(F, place, write))
        continue;
      // Another array that may overlap may do so at any distance.
      if (F.patterns[write.mem.pattern].array != F.patterns[place.mem.pattern].array ||
          !isPlain(write, OpKind::TransferWrite) || !(accessType(F, write) == accessType(F, place)))
        return std::nullopt;
      const std::optional<int64_t> ahead = (F.byteAddress(write.mem) - F.byteAddress(place.mem)).asConstant();
      if (!ahead || *ahead % *lane != 0 || *ahead / *lane <= 0 || *ahead / *lane >= lanes)
        return std::nullopt;
      // Blocks follow each other, and nothing else touches what they write.
      const Op moved = at(place, counter, IndexExpr::symbol(counter) + step);
      const bool follows = F.byteAddress(moved.mem) == F.byteAddress(place.mem) + IndexExpr(*lane * lanes);
      if (!follows || !(F.laneStrideBytes(write.mem, 0) == F.laneStrideBytes(place.mem, 0)) ||
          isDisturbed(write, body.drop_front(i + 1)) || isDisturbed(place, body.take_front(i)))
        return std::nullopt;
      return LanesBefore{i, *ahead / *lane};
    }
    return std::nullopt;
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
        if (const std::optional<LanesBefore> lanes = lanesBefore(block, i, *distance); lanes && MayShuffle)
          kept.push_back(joinLanes(editor, loop, body[i], F.ops[body[lanes->write]].operands[0], lanes->count));
        else
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

  /// Lanes `first` and further of the two laid end to end.
  Op window(ValueId before, ValueId behind, int64_t first) const {
    Op op;
    op.kind = OpKind::Shuffle;
    op.operands = {before, behind};
    for (int64_t lane = 0; lane < minorLanes(F.typeOf(behind)); ++lane)
      op.ints.push_back(first + lane);
    return op;
  }

  /// In place of `read`: the last `count` lanes of what was written in the iteration before, and the first ones of
  /// `written`.
  OpId joinLanes(BlockEditor &editor, OpId loop, OpId read, ValueId written, int64_t count) {
    const Op place = F.ops[read];
    const VectorType type = accessType(F, place);
    const std::string name = F.values[place.results[0]].name;
    const int64_t lanes = minorLanes(type);
    const ValueId first = firstRead(editor, loop, place, type, name);
    const ValueId init = editor.insert(window(first, first, count), type, name);
    Op joined = window(carry(loop, init, written, name), written, lanes - count);
    joined.loc = place.loc;
    joined.results = {place.results[0]};
    Changed = true;
    return F.addOp(std::move(joined));
  }

  /// A new carried value of the loop: what `read` reads in the first iteration, then `next`.
  ValueId carry(BlockEditor &editor, OpId loop, const Op &read, ValueId next) {
    const std::string name = F.values[read.results[0]].name;
    return carry(loop, firstRead(editor, loop, read, accessType(F, read), name), next, name);
  }

  ValueId carry(OpId loop, ValueId init, ValueId next, const std::string &name) {
    const VectorType type = F.typeOf(init);
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
  const bool MayShuffle; ///< lanes of two registers; AI Engines would rather read again
  std::vector<ValueId> Representative;
  bool Changed = false;
};

} // namespace

llvm::Expected<Function> carryWrites(const Function &f, const Target &target, const LowerOptions &) {
  if (target.isSimt)
    return f;
  Function result = f;
  WriteCarrying(result, target).run();
  return sweep(std::move(result));
}

} // namespace vecify
