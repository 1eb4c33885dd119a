// Step: what a loop carries from one iteration to the next is carried as narrow as it came, and extended where it is
// used.
//
//     for .. carry(%p : 32xu32 = %init) {           for .. carry(%q : 32xu8 = (u8)%init) {
//       %c = cast %a : 32xu8 -> 32xu32                %p = cast %q : 32xu8 -> 32xu32
//       %s = shuffle %p, %c [31, 32 ..]       ->      %c = cast %a : 32xu8 -> 32xu32
//       ..                                            %s = shuffle %p, %c [31, 32 ..]
//       yield %c                                      yield %a
//     }                                             }
//
// Where what was carried in at first fits, too, or nobody looks at more of it. The shuffle is narrow-integers'
// business. A value that the loop leaves as it found it, in no iteration, must not lose bits that someone looks at
// behind.
#include "../HoistTransfers/Trips.h"
#include "DemandedBits.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"

namespace vecify {
namespace {

const Op &yieldOf(const Function &f, const Op &loop) { return f.ops[f.blocks[loop.blocks[0]].ops.back()]; }

/// The narrower vector that the loop's next iteration gets an extension of; none: NoValue.
ValueId extended(const Function &f, const Op &loop, unsigned c) {
  const Op *cast = definedBy(f, yieldOf(f, loop).operands[c], OpKind::Cast);
  const VectorType &type = f.typeOf(loop.results[c]);
  if (!cast || type.isScalar() || !isInteger(type.element) || type.element == ScalarType::Index)
    return NoValue;
  const ScalarType narrow = f.typeOf(cast->operands[0]).element;
  const bool isNarrower = isInteger(narrow) && !isMask(narrow) && bitsOf(narrow) < bitsOf(type.element);
  return isNarrower ? cast->operands[0] : NoValue;
}

/// Without looking at what values are and who needs them.
bool hasExtended(const Function &f) {
  return llvm::any_of(f.ops, [&](const Op &op) {
    for (unsigned c = 0; op.kind == OpKind::For && c < op.results.size(); ++c)
      if (extended(f, op, c) != NoValue)
        return true;
    return false;
  });
}

class CarriedNarrowing {
public:
  CarriedNarrowing(const Function &source, Function &result)
      : S(source), F(result), Ranges(source), Demanded(source, Ranges) {}

  /// Of the last loop that carries any: what the loops before are asked for may be less then.
  bool run() {
    for (BlockId block = 0; block < S.blocks.size(); ++block)
      for (OpId id : llvm::reverse(S.blocks[block].ops)) {
        bool isChanged = false;
        for (unsigned c = 0; S.ops[id].kind == OpKind::For && c < S.ops[id].results.size(); ++c)
          if (mayBeNarrow(S.ops[id], c)) {
            narrow(block, id, c);
            isChanged = true;
          }
        if (isChanged)
          return true;
      }
    return false;
  }

private:
  ValueId argumentOf(const Op &loop, unsigned c) const { return S.blocks[loop.blocks[0]].arguments[1 + c]; }

  bool mayBeNarrow(const Op &loop, unsigned c) {
    const ValueId next = extended(S, loop, c);
    if (next == NoValue)
      return false;
    const ScalarType narrow = S.typeOf(next).element;
    if (Ranges[loop.operands[3 + c]].fits(narrow))
      return true;
    const auto isLowOnly = [&](ValueId v) { return !(Demanded[v] & ~lowBits(bitsOf(narrow))); };
    return isLowOnly(argumentOf(loop, c)) && (isLowOnly(loop.results[c]) || leavesExtended(loop, c, narrow));
  }

  /// The loop, or one of those that its iterations go on from, has an iteration, and so leaves an extension.
  bool leavesExtended(const Op &last, unsigned c, ScalarType narrow) const {
    for (const Op *loop = &last;;) {
      const ValueId next = extended(S, *loop, c), lower = loop->operands[0];
      if (next == NoValue || S.typeOf(next).element != narrow)
        return false;
      if (runsAtLeastOnce(S, lower, last.operands[1]))
        return true;
      ValueId init = loop->operands[3 + c];
      while (const Op *slice = definedBy(S, init, OpKind::ExtractSlice))
        init = slice->operands[0];
      const Op *before = definedBy(S, init, OpKind::For);
      if (!before || before->operands[1] != lower)
        return false;
      c = unsigned(llvm::find(before->results, init) - before->results.begin());
      loop = before;
    }
  }

  void narrow(BlockId block, OpId loop, unsigned c) {
    const ValueId init = S.ops[loop].operands[3 + c], next = extended(S, S.ops[loop], c);
    const ValueId argument = argumentOf(S.ops[loop], c), result = S.ops[loop].results[c];
    const VectorType wide = S.typeOf(result), narrow = S.typeOf(next);
    const BlockId body = S.ops[loop].blocks[0];
    const std::string &name = S.values[result].name;

    const ValueId carried = F.addValue(narrow, name), left = F.addValue(narrow, name);
    F.blocks[body].arguments[1 + c] = carried;
    F.ops[F.blocks[body].ops.back()].operands[c] = next;
    F.ops[loop].results[c] = left;
    F.values[left].definition = loop;
    put(body, 0, castTo(argument, wide, carried));
    put(block, placeOf(block, loop) + 1, castTo(result, wide, left));

    const ValueId first = F.addValue(narrow, name);
    F.ops[loop].operands[3 + c] = first;
    const std::optional<ValueId> scalar = splatOf(S, init);
    if (!scalar)
      return put(block, placeOf(block, loop), castTo(first, narrow, init));
    const VectorType one = VectorType::scalar(narrow.element);
    const ValueId small = F.addValue(one, S.values[*scalar].name);
    put(block, placeOf(block, loop), castTo(small, one, *scalar));
    Op spread = castTo(first, narrow, small);
    spread.kind = OpKind::Broadcast;
    put(block, placeOf(block, loop), std::move(spread));
  }

  /// result = (type)operand
  Op castTo(ValueId result, const VectorType &type, ValueId operand) {
    assert(F.typeOf(result) == type);
    Op cast;
    cast.kind = OpKind::Cast;
    cast.operands = {operand};
    cast.results = {result};
    return cast;
  }

  size_t placeOf(BlockId block, OpId op) const {
    return llvm::find(F.blocks[block].ops, op) - F.blocks[block].ops.begin();
  }

  void put(BlockId block, size_t place, Op op) {
    const OpId id = F.addOp(std::move(op));
    F.blocks[block].ops.insert(F.blocks[block].ops.begin() + place, id);
  }

  const Function &S;
  Function &F; ///< a copy of S, edited
  RangeTable Ranges;
  DemandedBits Demanded;
};

} // namespace

llvm::Expected<Function> narrowCarried(const Function &f, const Target &, const LowerOptions &) {
  if (!hasExtended(f))
    return f;
  for (Function narrowed = f;;) {
    Function result = narrowed;
    if (!CarriedNarrowing(narrowed, result).run())
      return sweep(std::move(result));
    narrowed = std::move(result);
  }
}

} // namespace vecify
