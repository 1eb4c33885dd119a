// See DemandedBits.h. Backwards over the ops until nothing changes; loops carry demands around.
#include "DemandedBits.h"

namespace vecify {

uint64_t lowBits(unsigned bits) { return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1; }

/// All bits up to the highest one: what carries can reach.
static uint64_t upTo(uint64_t bits) { return bits ? lowBits(64 - llvm::countl_zero(bits)) : 0; }

static unsigned widthOf(const Function &f, ValueId v) {
  ScalarType type = f.typeOf(v).element;
  return isMask(type) ? 1 : bitsOf(type);
}

/// Fewest bits that hold the range, signed or unsigned.
static unsigned bitsFor(const ValueRange &range, unsigned width) {
  for (unsigned bits = 1; bits < width; ++bits) {
    __int128 top = __int128(1) << bits, half = top / 2;
    if ((range.lo >= 0 && range.hi < top) || (range.lo >= -half && range.hi < half))
      return bits;
  }
  return width;
}

DemandedBits::DemandedBits(const Function &function, RangeTable &ranges)
    : F(function), Ranges(ranges), Demanded(function.values.size()) {
  // Demands only grow, so this ends; each round takes them once around every loop.
  do {
    Changed = false;
    visitBlock(F.body);
  } while (Changed);
}

void DemandedBits::demand(ValueId v, uint64_t bits) {
  unsigned width = widthOf(F, v);
  bits &= lowBits(width);
  if (isInteger(F.typeOf(v).element)) {
    unsigned needed = bitsFor(Ranges[v], width);
    if (bits >> (needed - 1))
      bits = lowBits(width);
  } else if (bits) {
    bits = lowBits(width);
  }
  if (bits & ~Demanded[v]) {
    Demanded[v] |= bits;
    Changed = true;
  }
}

void DemandedBits::visitBlock(BlockId block) {
  for (OpId id : llvm::reverse(F.blocks[block].ops))
    visit(F.ops[id]);
}

void DemandedBits::visit(const Op &op) {
  constexpr uint64_t all = ~uint64_t(0);
  switch (op.kind) {
  case OpKind::For: {
    const Block &body = F.blocks[op.blocks[0]];
    const Op &yield = F.ops[body.ops.back()];
    for (unsigned c = 0; c < op.results.size(); ++c) {
      demand(yield.operands[c], Demanded[op.results[c]] | Demanded[body.arguments[1 + c]]);
    }
    visitBlock(op.blocks[0]);
    for (unsigned c = 0; c < op.results.size(); ++c) {
      demand(op.results[c], Demanded[body.arguments[1 + c]]);
      demand(op.operands[3 + c], Demanded[body.arguments[1 + c]] | Demanded[op.results[c]]);
    }
    for (unsigned i = 0; i < 3; ++i)
      demand(op.operands[i], all);
    return;
  }
  case OpKind::If:
    for (BlockId block : op.blocks) {
      const Op &yield = F.ops[F.blocks[block].ops.back()];
      for (unsigned r = 0; r < op.results.size(); ++r)
        demand(yield.operands[r], Demanded[op.results[r]]);
      visitBlock(block);
    }
    demand(op.operands[0], all);
    return;
  case OpKind::Yield:
    return; // its owner has passed the demands on
  default:
    break;
  }
  bool isIntegerOp = op.results.size() == 1 && isInteger(F.typeOf(op.results[0]).element) && isPure(op);
  if (isIntegerOp)
    return visitIntegerOp(op, Demanded[op.results[0]]);
  forEachUse(op, [&](ValueId v) { demand(v, all); });
}

void DemandedBits::visitIntegerOp(const Op &op, uint64_t wanted) {
  constexpr uint64_t all = ~uint64_t(0);
  unsigned width = widthOf(F, op.results[0]);
  if (!wanted)
    return;
  switch (op.kind) {
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::Mul:
  case OpKind::Neg:
    for (ValueId operand : op.operands)
      demand(operand, upTo(wanted));
    return;
  case OpKind::And:
  case OpKind::Or:
    for (unsigned i = 0; i < 2; ++i) {
      uint64_t kept = wanted;
      if (std::optional<int64_t> constant = splatInt(F, op.operands[1 - i]))
        kept &= op.kind == OpKind::And ? uint64_t(*constant) : ~uint64_t(*constant);
      demand(op.operands[i], kept);
    }
    return;
  case OpKind::AndNot:
    for (unsigned i = 0; i < 2; ++i) {
      const std::optional<int64_t> constant = splatInt(F, op.operands[1 - i]);
      demand(op.operands[i], !constant ? wanted : wanted & (i == 0 ? uint64_t(*constant) : ~uint64_t(*constant)));
    }
    return;
  case OpKind::Xor:
  case OpKind::Not:
  case OpKind::Within:
  case OpKind::Broadcast:
  case OpKind::Reverse:
  case OpKind::ExtractSlice:
  case OpKind::Concat:
  case OpKind::Even:
  case OpKind::Odd:
  case OpKind::ZipLo:
  case OpKind::ZipHi:
  case OpKind::Shuffle:
    for (ValueId operand : op.operands)
      demand(operand, wanted);
    return;
  case OpKind::ShlImm:
    demand(op.operands[0], wanted >> op.ints[0]);
    return;
  case OpKind::ShrImm: {
    uint64_t bits = wanted << op.ints[0];
    // The top `amount` bits are copies of the sign.
    if (isSignedInteger(F.typeOf(op.results[0]).element) && (wanted >> (width - op.ints[0])))
      bits |= uint64_t(1) << (width - 1);
    demand(op.operands[0], bits);
    return;
  }
  case OpKind::Shl:
  case OpKind::ShlUniform:
    demand(op.operands[0], upTo(wanted));
    demand(op.operands[1], all);
    return;
  case OpKind::Select:
    demand(op.operands[0], all);
    demand(op.operands[1], wanted);
    demand(op.operands[2], wanted);
    return;
  case OpKind::Cast:
  case OpKind::Bitcast: {
    ScalarType from = F.typeOf(op.operands[0]).element;
    if (!isInteger(from) || (op.kind == OpKind::Bitcast && bitsOf(from) != width)) {
      demand(op.operands[0], all);
      return;
    }
    uint64_t bits = wanted & lowBits(bitsOf(from));
    if (bitsOf(from) < width && isSignedInteger(from) && (wanted >> bitsOf(from)))
      bits |= uint64_t(1) << (bitsOf(from) - 1);
    demand(op.operands[0], bits);
    return;
  }
  case OpKind::Reduce:
    demand(op.operands[0], op.combine == ReductionKind::Add || op.combine == ReductionKind::Mul ? upTo(wanted) : all);
    return;
  default:
    forEachUse(op, [&](ValueId v) { demand(v, all); });
  }
}

} // namespace vecify
