// Of the ops that may be computed in fewer bits, which ones should: conversions at the border between narrow and wide
// ones cost something, too.
//
//     h = (short)(x >> 13) & 31744        two conversions to 16 bits, or one behind the sum
//     r = h + ((short)x & 4095)
//
// Each op is on one side of a cut: narrow on the source's, as wide as its type on the sink's. What an op costs on a
// side is an edge to the other side's end; a value that has users of the other width is converted once for all of them.
#include "../LegalizeCasts/Stages.h"
#include "MinimumCut.h"
#include "Widths.h"
#include "llvm/ADT/DenseMap.h"
#include <utility>

namespace vecify {
namespace {

using Node = MinimumCut::Node;

/// A value's conversions to the other width.
struct Border {
  std::optional<Node> narrowed, widened;
  bool isAmongAlike = false; ///< from one narrow width to another one, or from a wide one
};

} // namespace

/// Whether any op has become wide again.
bool Widths::widenWhereCheaper() {
  MinimumCut cut;
  llvm::DenseMap<OpId, Node> nodes;
  for (const Op &op : F.ops)
    if (isNarrowable(op) && Width[op.results[0]] < ownBits(op) && !isFreeInAnyWidth(F, op.results[0]) &&
        !isOfFree(F, op))
      nodes[op.id] = cut.add();
  if (nodes.empty())
    return false;
  std::vector<BlockId> blocks(F.ops.size(), 0);
  for (BlockId block = 0; block < F.blocks.size(); ++block)
    for (OpId id : F.blocks[block].ops)
      blocks[id] = block;

  int64_t whenNarrow = 0; // what all of them cost as they are now
  const auto charge = [&](Node node, int64_t narrow, int64_t wide) {
    cut.connect(node, MinimumCut::Sink, narrow);
    cut.connect(MinimumCut::Source, node, wide);
    whenNarrow += narrow;
  };
  const auto rows = [&](ValueId v) { return F.typeOf(v).lanes() / minorLanes(F.typeOf(v)); };
  const auto isRead = [&](ValueId v) {
    const Op *op = F.definitionOf(v);
    for (; op && op->kind == OpKind::Cast; op = F.definitionOf(v))
      v = op->operands[0];
    return op && op->kind == OpKind::TransferRead;
  };
  const auto conversion = [&](ValueId v, unsigned from, unsigned to) -> int64_t {
    const Op *shifted = definedBy(F, v, OpKind::ShlImm);
    if (from == to || (shifted && shifted->ints[0] >= int64_t(to)))
      return 0;
    const ScalarType source = integerType(from, true), target = integerType(to, true);
    return rows(v) * int64_t(uopsOfConversion(T, O, source, target, minorLanes(F.typeOf(v)), isRead(v)));
  };
  const auto maskConversion = [&](ValueId v, unsigned from, unsigned to) -> int64_t {
    if (from == to || T.predicateMasks)
      return 0;
    const int64_t lanes = minorLanes(F.typeOf(v));
    return rows(v) * int64_t(uopsOfConversion(T, O, maskType(from), maskType(to), lanes, false));
  };
  // Loops leave the conversion of what comes from outside in front of them.
  const auto isHere = [&](ValueId v, const Op &user) {
    const Op *op = F.definitionOf(v);
    return op && blocks[op->id] == blocks[user.id];
  };

  std::vector<Border> borders(F.values.size());
  const auto narrowed = [&](ValueId v, Node from, int64_t cost) {
    std::optional<Node> &border = borders[v].narrowed;
    if (!border) {
      border = cut.add();
      cut.connect(*border, from, cost);
      whenNarrow += from == MinimumCut::Sink ? cost : 0;
    }
    return *border;
  };
  const auto widened = [&](ValueId v, Node from, int64_t cost) {
    std::optional<Node> &border = borders[v].widened;
    if (!border)
      cut.connect(from, *(border = cut.add()), cost);
    return *border;
  };

  for (const auto &[id, node] : nodes) {
    const Op &op = F.ops[id];
    const ValueId result = op.results[0];
    const unsigned bits = Width[result], own = ownBits(op);
    charge(node, rows(result) * uopsAt(op, bits), rows(result) * uopsAt(op, own));

    for (const ValueId v : op.operands) {
      const Op *def = F.definitionOf(v);
      const auto from = def ? nodes.find(def->id) : nodes.end();
      if (F.typeOf(v).element == ScalarType::I1) { // of a select
        if (from != nodes.end()) {
          cut.connect(from->second, node, maskConversion(v, Width[v], own));
          cut.connect(node, from->second, maskConversion(v, ownBits(*def), bits));
        } else if (op.kind == OpKind::Select) {
          charge(node, maskConversion(v, widthOfMask(v), bits), maskConversion(v, widthOfMask(v), own));
        }
      } else if (from != nodes.end()) {
        // Narrow ones may be of two widths, and so may wide ones.
        const unsigned whole = bitsOf(F.typeOf(v).element);
        const int64_t amongNarrow = Width[v] < bits ? conversion(v, Width[v], bits) : 0,
                      amongWide = whole < own ? conversion(v, whole, own) : 0;
        if (!std::exchange(borders[v].isAmongAlike, true))
          charge(node, amongNarrow, amongWide);
        cut.connect(node, narrowed(v, from->second, conversion(v, whole, bits) - amongNarrow), MinimumCut::Never);
        cut.connect(widened(v, from->second, conversion(v, Width[v], own) - amongWide), node, MinimumCut::Never);
      } else if (isVectorInteger(F, v) && !isFreeInAnyWidth(F, v) && isHere(v, op)) {
        if (Width[v] > bits)
          cut.connect(node, narrowed(v, MinimumCut::Sink, conversion(v, Width[v], bits)), MinimumCut::Never);
        else
          charge(node, conversion(v, Width[v], bits), 0);
        if (Width[v] < own)
          charge(node, 0, conversion(v, Width[v], own));
      }
    }

    if (classOf(op.kind) == OpClass::Compare)
      continue;
    bool isWidened = false;
    for (const OpId user : Users[result]) {
      if (nodes.count(user))
        continue;
      const Op &use = F.ops[user];
      unsigned taken = own;
      if (use.kind == OpKind::Cast && isVectorInteger(F, use.results[0]))
        taken = bitsOf(F.typeOf(use.results[0]).element);
      else if (use.kind == OpKind::Mul && own == 32 && fitsOne(use.operands, 16))
        taken = 16; // what becomes of products of halves looks for halves
      if (taken != own) {
        charge(node, conversion(result, bits, taken), conversion(result, own, taken));
      } else if (!isWidened) {
        isWidened = true;
        const int64_t cost = conversion(result, bits, own);
        cut.connect(widened(result, node, cost), MinimumCut::Sink, MinimumCut::Never);
        whenNarrow += cost;
      }
    }
  }
  if (cut.solve() >= whenNarrow)
    return false;
  for (const auto &[id, node] : nodes)
    if (cut.isWithSink(node))
      Width[F.ops[id].results[0]] = ownBits(F.ops[id]);
  return true;
}

} // namespace vecify
