// Blocks of 128 bits are exchanged last, and once.
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

namespace {

/// A shuffle of 256 bits whose two operands are the lower, or the upper, blocks of two registers each, and which keeps
/// lanes in their blocks.
struct WithinChosenBlocks {
  const Op *first = nullptr, *second = nullptr; ///< the operands' shuffles
  bool isUpper = false;
};

/// The lower blocks of both operands, or the upper ones.
llvm::SmallVector<int64_t, 32> blocksOf(int64_t lanes, bool isUpper) {
  llvm::SmallVector<int64_t, 32> result;
  for (int64_t l = 0; l < lanes; ++l)
    result.push_back(l % (lanes / 2) + (isUpper ? lanes / 2 : 0) + (l < lanes / 2 ? 0 : lanes));
  return result;
}

/// Whether a shuffle chooses the upper blocks of its operands, or the lower ones; nullopt where it does something else.
std::optional<bool> choosesUpper(const Op &shuffle, int64_t lanes) {
  for (bool isUpper : {false, true})
    if (llvm::equal(shuffle.ints, blocksOf(lanes, isUpper)))
      return isUpper;
  return std::nullopt;
}

std::optional<WithinChosenBlocks> withinChosenBlocks(const Function &f, const Op &op, int64_t lanes) {
  for (int64_t l = 0; l < lanes; ++l)
    if (op.kind != OpKind::Shuffle || op.ints[l] % lanes / (lanes / 2) != l / (lanes / 2))
      return std::nullopt;
  WithinChosenBlocks result;
  result.first = definedBy(f, op.operands[0], OpKind::Shuffle);
  result.second = definedBy(f, op.operands[1], OpKind::Shuffle);
  if (!result.first || !result.second || result.first->ints != result.second->ints)
    return std::nullopt;
  const std::optional<bool> isUpper = choosesUpper(*result.first, lanes);
  result.isUpper = isUpper.value_or(false);
  return isUpper ? std::optional(result) : std::nullopt;
}

} // namespace

/// What happens within the blocks happens before these are chosen, if it happens to the other blocks as well: to half
/// as many registers then.
static Replacement moveBehind(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const Function &source = rewriter.source();
  const Op *own =
      s.type.bits() == 256 && op.results[0] < source.values.size() ? source.definitionOf(op.results[0]) : nullptr;
  if (!own || own->kind != OpKind::Shuffle || own->ints != op.ints)
    return std::nullopt;
  const int64_t lanes = s.type.lanes();
  const std::optional<WithinChosenBlocks> here = withinChosenBlocks(source, *own, lanes);
  const std::optional<Op> first = here ? s.definition(op.operands[0], OpKind::Shuffle) : std::nullopt,
                          second = here ? s.definition(op.operands[1], OpKind::Shuffle) : std::nullopt;
  if (!first || !second || first->ints != here->first->ints || second->ints != here->first->ints)
    return std::nullopt;
  const bool hasTwin = llvm::any_of(source.ops, [&](const Op &other) {
    if (other.kind != OpKind::Shuffle || other.ints != own->ints || !(source.typeOf(other.results[0]) == s.type))
      return false;
    const std::optional<WithinChosenBlocks> there = withinChosenBlocks(source, other, lanes);
    return there && there->isUpper != here->isUpper && there->first->operands == here->first->operands &&
           there->second->operands == here->second->operands;
  });
  if (!hasTwin)
    return std::nullopt;
  const auto within = [&](unsigned i) {
    return s.emitInts(OpKind::Shuffle, s.type, {first->operands[i], second->operands[i]}, op.ints);
  };
  const ValueId low = within(0), high = within(1);
  return with(s.emitInts(OpKind::Shuffle, s.type, {low, high}, first->ints));
}

const Pattern blocksLast = {"what happens to all blocks happens before they are exchanged",
                            R"(  %a = load f32[0] : 8xf32
  %b = load f32[8] : 8xf32
  %c = load f32[16] : 8xf32
  %d = load f32[24] : 8xf32
  %l = shuffle %a, %b [0, 1, 2, 3, 8, 9, 10, 11] : 8xf32
  %m = shuffle %c, %d [0, 1, 2, 3, 8, 9, 10, 11] : 8xf32
  %u = shuffle %a, %b [4, 5, 6, 7, 12, 13, 14, 15] : 8xf32
  %v = shuffle %c, %d [4, 5, 6, 7, 12, 13, 14, 15] : 8xf32
  %r = shuffle %l, %m [0, 8, 1, 9, 4, 12, 5, 13] : 8xf32
  %s = shuffle %u, %v [0, 8, 1, 9, 4, 12, 5, 13] : 8xf32
  store %r, f32[32]
  store %s, f32[40])",
                            R"(  %a = load f32[0] : 8xf32
  %b = load f32[8] : 8xf32
  %c = load f32[16] : 8xf32
  %d = load f32[24] : 8xf32
  %p = shuffle %a, %c [0, 8, 1, 9, 4, 12, 5, 13] : 8xf32
  %q = shuffle %b, %d [0, 8, 1, 9, 4, 12, 5, 13] : 8xf32
  %r = shuffle %p, %q [0, 1, 2, 3, 8, 9, 10, 11] : 8xf32
  %x = shuffle %a, %c [0, 8, 1, 9, 4, 12, 5, 13] : 8xf32
  %y = shuffle %b, %d [0, 8, 1, 9, 4, 12, 5, 13] : 8xf32
  %s = shuffle %x, %y [4, 5, 6, 7, 12, 13, 14, 15] : 8xf32
  store %r, f32[32]
  store %s, f32[40])",
                            OpKind::Shuffle, moveBehind};

/// Blocks chosen from chosen ones come from two registers, or do if one was chosen twice.
static Replacement chooseOnce(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const int64_t lanes = s.type.lanes();
  const std::optional<bool> isUpper = s.type.bits() == 256 ? choosesUpper(op, lanes) : std::nullopt;
  if (!isUpper)
    return std::nullopt;
  llvm::SmallVector<ValueId, 2> from;
  std::optional<bool> wasUpper;
  for (ValueId operand : op.operands) {
    const Op *before = definedBy(s.f, operand, OpKind::Shuffle);
    const std::optional<bool> chosen = before ? choosesUpper(*before, lanes) : std::nullopt;
    if (!chosen || (wasUpper && *wasUpper != *chosen))
      return std::nullopt;
    wasUpper = chosen;
    from.push_back(before->operands[*isUpper ? 1 : 0]);
  }
  return with(s.emitInts(OpKind::Shuffle, s.type, from, blocksOf(lanes, *wasUpper)));
}

const Pattern blocksOfBlocks = {"blocks chosen from chosen ones",
                                R"(  %a = load f32[0] : 8xf32
  %b = load f32[8] : 8xf32
  %c = load f32[16] : 8xf32
  %d = load f32[24] : 8xf32
  %l = shuffle %a, %b [4, 5, 6, 7, 12, 13, 14, 15] : 8xf32
  %m = shuffle %c, %d [4, 5, 6, 7, 12, 13, 14, 15] : 8xf32
  %r = shuffle %l, %m [0, 1, 2, 3, 8, 9, 10, 11] : 8xf32
  store %r, f32[32])",
                                R"(  %a = load f32[0] : 8xf32
  %c = load f32[16] : 8xf32
  %r = shuffle %a, %c [4, 5, 6, 7, 12, 13, 14, 15] : 8xf32
  store %r, f32[32])",
                                OpKind::Shuffle, chooseOnce};

} // namespace vecify
