// The main loop takes as many cycles as its busiest unit; what surrounds it, and what the scalar loop finishes, counts
// at one op a cycle. The peak is what the vector unit can multiply a cycle, or the busiest unit itself.
#include "Utilization.h"
#include "BlockCost.h"
#include "Iterations.h"
#include "vecify/Target/AieCode.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>

namespace vecify {

namespace {

/// Ports as lib/Target/AIE/Target.cpp numbers them.
struct Slots {
  double load = 0, store = 0, vector = 0, move = 0, products = 0, cycles = 0;
};

class SlotWalk {
public:
  SlotWalk(const Function &code, const Target &target)
      : F(code), T(target), WrittenOut(loopsToWriteOut(code)), Parts(partsOfAccesses(code)) {}

  /// One pass of a block, inner loops included.
  Slots walk(BlockId block, bool isLoop) {
    Slots own, nested;
    for (OpId id : F.blocks[block].ops) {
      const Op &op = F.ops[id];
      if (op.kind == OpKind::For) {
        const double trips = tripsOf(op);
        const Slots body = walk(op.blocks[0], true);
        if (WrittenOut.count(id)) { // its ops are this block's
          for (double Slots::*slot : {&Slots::load, &Slots::store, &Slots::vector, &Slots::move, &Slots::products})
            own.*slot += body.*slot * trips;
          continue;
        }
        nested.cycles += body.cycles * trips + LoopEntry;
        nested.products += body.products * trips;
        nested.load += body.load * trips;
        nested.store += body.store * trips;
        nested.vector += body.vector * trips;
        continue;
      }
      if (op.kind == OpKind::If || Parts[id])
        continue; // what is left over of a run, counted elsewhere
      count(op, own);
    }
    const double busiest = std::max({std::ceil(own.load / 2), own.store, own.vector, own.move, isLoop ? 1.0 : 0.0});
    own.cycles = busiest + nested.cycles;
    own.products += nested.products;
    own.load += nested.load;
    own.store += nested.store;
    own.vector += nested.vector;
    return own;
  }

private:
  /// Cycles to fill and drain a pipelined loop.
  static constexpr double LoopEntry = 8;
  /// Elements of a run whose length is not known: 8 KB of 16 bits.
  static constexpr double UnknownLength = 4096;

  double tripsOf(const Op &loop) const {
    const auto from = integerOf(F, loop.operands[0]), to = integerOf(F, loop.operands[1]),
               step = integerOf(F, loop.operands[2]);
    if (from && to && step && *step > 0)
      return std::max(0.0, double(*to - *from) / double(*step));
    if (!step || *step <= 0)
      return UnknownTrip;
    // What the loop before has left over.
    for (const Op &before : F.ops)
      if (before.kind == OpKind::For && before.operands[1] == loop.operands[0])
        if (const auto whole = integerOf(F, before.operands[2]))
          return std::max(0.0, double(*whole - *step) / 2 / double(*step));
    return UnknownLength / double(*step);
  }

  void count(const Op &op, Slots &slots) const {
    const Row *row = T.find(F, op);
    if (!row)
      return;
    const double uses = slotsOf(op, *row);
    slots.products += productsOf(op);
    if (row->ports == 3)
      slots.load += uses;
    else if (row->ports == 4)
      slots.store += uses;
    else if (row->ports == 8)
      slots.vector += uses;
    else if (row->ports == 16)
      slots.move += uses;
  }

  int64_t productsOf(const Op &op) const {
    const int64_t lanes = op.results.empty() ? 0 : F.typeOf(op.results[0]).lanes();
    switch (op.kind) {
    case OpKind::WideMul:
    case OpKind::WideMac:
      return lanes;
    case OpKind::SlidingMul:
      return lanes * op.ints[2];
    case OpKind::Mmul:
      return op.ints[0] * op.ints[1] * op.ints[2];
    default:
      return 0;
    }
  }

  unsigned factorBits(const Op &op) const {
    unsigned bits = 8;
    for (unsigned i = op.kind == OpKind::WideMul ? 0 : 1; i < op.operands.size(); ++i)
      bits = std::max(bits, bitsOf(F.typeOf(op.operands[i]).element));
    return bits;
  }

  /// Of a sum of products: as many cycles as the unit needs for them.
  double slotsOf(const Op &op, const Row &row) const {
    if (op.kind == OpKind::SlidingMul)
      if (const SlidingShape *shape = T.aie->slidingOf(factorBits(op)))
        return std::ceil(double(op.ints[2]) / double(shape->points)) *
               std::max(1.0, double(F.typeOf(op.results[0]).lanes()) / double(shape->lanes));
    if (op.kind == OpKind::Mmul) {
      const bool isFloatSum = isFloat(F.typeOf(op.results[0]).element);
      return std::max(1.0, double(productsOf(op)) / (isFloatSum ? T.aie->peakBlocks : T.aie->peakOf(factorBits(op))));
    }
    if (op.kind == OpKind::FromLanes)
      return double(llvm::count_if(op.operands, [&](ValueId v) { return !integerOf(F, v); }));
    return row.portUses;
  }

  const Function &F;
  const Target &T;
  const std::set<OpId> WrittenOut;
  const std::vector<bool> Parts;
};

} // namespace

double utilizationOf(const Function &code, const Target &target, const Nest &nest) {
  if (!target.aie)
    return 0;
  (void)nest;
  const Slots all = SlotWalk(code, target).walk(code.body, false);
  if (all.cycles <= 0)
    return 0;
  // What the operands' way to the unit allows bounds the peak as well.
  const double ideal = std::max({all.load / 2, all.store, all.vector});
  return std::min(1.0, ideal / all.cycles);
}

std::optional<Remark> exceedsTile(const Nest &nest, const Target &target) {
  if (!target.aie)
    return std::nullopt;
  int64_t total = 0;
  for (ArrayId a = 0; a < nest.arrays.size(); ++a) {
    const Footprint range = footprint(nest, a);
    int64_t end = 0;
    for (const IndexExpr &upper : range.upper)
      end = std::max(end, upper.asConstant().value_or(0));
    total += range.isKnown ? end : 0;
  }
  if (total <= int64_t(target.aie->dataBytes))
    return std::nullopt;
  return Remark{nest.loc(), Reason::TileMemory, {std::to_string(total), std::to_string(target.aie->dataBytes)}};
}

std::optional<Remark> roundsOtherwise(const Nest &nest, const Target &target) {
  if (!target.aie)
    return std::nullopt;
  bool isPermitted = target.aie->hasFloats(), isArithmetic = false;
  const Expr *rounds = nullptr;
  const auto isHalf = [&](ExprId id) {
    const Expr &e = nest.exprs[id];
    return e.kind == Expr::FpConst || (e.kind == Expr::Cast && nest.exprs[e.operands[0]].type == ScalarType::BF16);
  };
  for (const Expr &e : nest.exprs) {
    if (!isFloat(e.type))
      continue;
    switch (e.kind) {
    case Expr::Unary:
    case Expr::Binary:
    case Expr::MulAdd:
    case Expr::Fma:
    case Expr::RecoverProduct:
    case Expr::Call: {
      // The core adds floats and multiplies halves.
      const bool isSum = e.kind == Expr::Binary && (e.binary == BinaryOp::Add || e.binary == BinaryOp::Sub);
      const bool isProduct = e.kind == Expr::MulAdd || (e.kind == Expr::Binary && e.binary == BinaryOp::Mul);
      const bool hasHalves = isProduct && isHalf(e.operands[0]) && isHalf(e.operands[1]);
      isPermitted &= e.fp.reassoc && e.type == ScalarType::F32 && (isSum || hasHalves);
      isArithmetic = true;
      break;
    }
    case Expr::Cast:
      break;
    default:
      continue;
    }
    rounds = rounds ? rounds : &e;
  }
  // Conversions carry no permission of their own.
  if (!rounds || (isPermitted && isArithmetic))
    return std::nullopt;
  return Remark{rounds->loc, Reason::InexactFloats, {cSpelling(rounds->type).str(), target.name}};
}

} // namespace vecify
