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
#include <map>
#include <utility>

namespace vecify {

class WidthCut {
public:
  explicit WidthCut(Widths &widths)
      : W(widths), F(widths.F), Blocks(widths.F.ops.size(), 0), Borders(widths.F.values.size()) {
    for (const Op &op : F.ops)
      if (W.isNarrowable(op) && W.of(op.results[0]) < W.ownBits(op) && !Widths::isFreeInAnyWidth(F, op.results[0]) &&
          !Widths::isOfFree(F, op))
        Nodes[op.id] = Cut.add();
    for (BlockId block = 0; block < F.blocks.size(); ++block)
      for (OpId id : F.blocks[block].ops)
        Blocks[id] = block;
  }

  /// The ops that are cheaper as wide as their types.
  std::vector<OpId> wide() {
    for (const auto &[id, node] : Nodes) {
      const Op &op = F.ops[id];
      const ValueId result = op.results[0];
      charge(node, rowsOf(result) * W.uopsAt(op, W.of(result)), rowsOf(result) * W.uopsAt(op, W.ownBits(op)));
      for (const ValueId operand : op.operands)
        take(op, node, operand);
      if (classOf(op.kind) != OpClass::Compare)
        giveOutside(op, node);
    }
    std::vector<OpId> result;
    if (Nodes.empty() || Cut.solve() >= WhenNarrow)
      return result;
    for (const auto &[id, node] : Nodes)
      if (Cut.isWithSink(node))
        result.push_back(id);
    return result;
  }

private:
  using Node = MinimumCut::Node;

  /// A value's conversions to the other width.
  struct Border {
    std::optional<Node> narrowed, widened;
    bool isAmongAlike = false; ///< from one narrow width to another one, or from a wide one
  };

  void charge(Node node, int64_t narrow, int64_t wide) {
    Cut.connect(node, MinimumCut::Sink, narrow);
    Cut.connect(MinimumCut::Source, node, wide);
    WhenNarrow += narrow;
  }

  int64_t rowsOf(ValueId v) const { return F.typeOf(v).lanes() / minorLanes(F.typeOf(v)); }

  bool isRead(ValueId v) const {
    const Op *op = F.definitionOf(v);
    for (; op && op->kind == OpKind::Cast; op = F.definitionOf(v))
      v = op->operands[0];
    return op && op->kind == OpKind::TransferRead;
  }

  int64_t conversion(ValueId v, unsigned from, unsigned to) const {
    const Op *shifted = definedBy(F, v, OpKind::ShlImm);
    if (from == to || (shifted && shifted->ints[0] >= int64_t(to)))
      return 0;
    const ScalarType source = integerType(from, true), target = integerType(to, true);
    return rowsOf(v) * int64_t(uopsOfConversion(W.T, W.O, source, target, minorLanes(F.typeOf(v)), isRead(v)));
  }

  int64_t maskConversion(ValueId v, unsigned from, unsigned to) const {
    if (from == to || W.T.predicateMasks)
      return 0;
    const int64_t lanes = minorLanes(F.typeOf(v));
    return rowsOf(v) * int64_t(uopsOfConversion(W.T, W.O, maskType(from), maskType(to), lanes, false));
  }

  /// On the source's side if some user of `v` that is connected to it is there; `from`: where `v` is.
  Node narrowed(ValueId v, Node from, int64_t cost) {
    std::optional<Node> &border = Borders[v].narrowed;
    if (!border) {
      border = Cut.add();
      Cut.connect(*border, from, cost);
      WhenNarrow += from == MinimumCut::Sink ? cost : 0;
    }
    return *border;
  }
  /// The same for the sink's side.
  Node widened(ValueId v, Node from, int64_t cost) {
    std::optional<Node> &border = Borders[v].widened;
    if (!border)
      Cut.connect(from, *(border = Cut.add()), cost);
    return *border;
  }

  void take(const Op &op, Node node, ValueId v) {
    const unsigned bits = W.of(op.results[0]), own = W.ownBits(op);
    const Op *def = F.definitionOf(v);
    const auto from = def ? Nodes.find(def->id) : Nodes.end();
    if (F.typeOf(v).element == ScalarType::I1)
      takeMask(op, node, v);
    else if (from != Nodes.end())
      takeFrom(v, from->second, node, bits, own);
    else if (def && Blocks[def->id] == Blocks[op.id] && Widths::isVectorInteger(F, v) &&
             !Widths::isFreeInAnyWidth(F, v)) // Loops leave the conversion of what comes from outside in front of them.
      takeOutside(v, node, bits, own);
  }

  void takeMask(const Op &op, Node node, ValueId mask) {
    const unsigned bits = W.of(op.results[0]), own = W.ownBits(op);
    const Op *def = F.definitionOf(mask);
    const auto from = def ? Nodes.find(def->id) : Nodes.end();
    if (from != Nodes.end()) {
      Cut.connect(from->second, node, maskConversion(mask, W.of(mask), own));
      Cut.connect(node, from->second, maskConversion(mask, W.ownBits(*def), bits));
    } else if (op.kind == OpKind::Select) {
      const unsigned width = W.widthOfMask(mask);
      charge(node, maskConversion(mask, width, bits), maskConversion(mask, width, own));
    }
  }

  /// Narrow ones may be of two widths, and so may wide ones.
  void takeFrom(ValueId v, Node from, Node node, unsigned bits, unsigned own) {
    const unsigned whole = bitsOf(F.typeOf(v).element), narrow = W.of(v);
    const int64_t amongNarrow = narrow < bits ? conversion(v, narrow, bits) : 0,
                  amongWide = whole < own ? conversion(v, whole, own) : 0;
    if (!std::exchange(Borders[v].isAmongAlike, true))
      charge(node, amongNarrow, amongWide);
    Cut.connect(node, narrowed(v, from, conversion(v, whole, bits) - amongNarrow), MinimumCut::Never);
    Cut.connect(widened(v, from, conversion(v, narrow, own) - amongWide), node, MinimumCut::Never);
  }

  void takeOutside(ValueId v, Node node, unsigned bits, unsigned own) {
    const unsigned width = W.of(v);
    if (width > bits)
      Cut.connect(node, narrowed(v, MinimumCut::Sink, conversion(v, width, bits)), MinimumCut::Never);
    else
      charge(node, conversion(v, width, bits), 0);
    if (width < own)
      charge(node, 0, conversion(v, width, own));
  }

  /// To users whose width is settled.
  void giveOutside(const Op &op, Node node) {
    const ValueId result = op.results[0];
    const unsigned bits = W.of(result), own = W.ownBits(op);
    bool isWidened = false;
    for (const OpId user : W.Users[result]) {
      if (Nodes.count(user))
        continue;
      if (const unsigned taken = bitsTaken(F.ops[user], own); taken != own) {
        charge(node, conversion(result, bits, taken), conversion(result, own, taken));
      } else if (!std::exchange(isWidened, true)) {
        const int64_t cost = conversion(result, bits, own);
        Cut.connect(widened(result, node, cost), MinimumCut::Sink, MinimumCut::Never);
        WhenNarrow += cost;
      }
    }
  }

  unsigned bitsTaken(const Op &user, unsigned own) {
    if (user.kind == OpKind::Cast && Widths::isVectorInteger(F, user.results[0]))
      return bitsOf(F.typeOf(user.results[0]).element);
    // What becomes of products of halves looks for halves.
    return user.kind == OpKind::Mul && own == 32 && W.fitsOne(user.operands, 16) ? 16 : own;
  }

  Widths &W;
  const Function &F;
  MinimumCut Cut;
  std::map<OpId, Node> Nodes;
  std::vector<BlockId> Blocks;
  std::vector<Border> Borders;
  int64_t WhenNarrow = 0; ///< what all of them cost as they are now
};

bool Widths::widenWhereCheaper() {
  const std::vector<OpId> wide = WidthCut(*this).wide();
  for (OpId id : wide)
    Width[F.ops[id].results[0]] = ownBits(F.ops[id]);
  return !wide.empty();
}

} // namespace vecify
