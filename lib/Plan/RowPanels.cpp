// What the lanes of a tile share and its rows do not, where it is more than a read: alpha * A[i][k] of a product. A tile
// computes it once for all of its columns, some steps of the depth at a time, and they read the results.
//
//     for %i, 8 rows at a time                              for %i, 8 rows at a time {
//       for %j, 24 columns at a time                          for %k, 8 at a time, in each row: rows[row][%k] = alpha * A
//         for %k: C += (alpha * A[%i][%k]) * panel[%k][%j]    for %j ..., for %k: C += rows[row][%k] * panel[%k][%j]
#include "Blocking.h"
#include "SuperVectorBuilder.h"
#include "llvm/Support/SaveAndRestore.h"

namespace vecify {

using llvm::Error;
using llvm::Expected;

namespace {

class SharedExpressions {
public:
  SharedExpressions(const Nest &nest, const BlockableTile &tile, llvm::function_ref<bool(AccessId)> mayBeCopied)
      : N(nest), Rows(counterOf(tile.rows)), Lanes(counterOf(tile.lanes)), Depth(counterOf(tile.depth)),
        MayBeCopied(mayBeCopied) {}

  /// Appends the largest ones of an expression that every step of the depth evaluates.
  void collect(ExprId id, std::vector<ExprId> &found) {
    const Expr &e = N.exprs[id];
    Uses uses;
    if (e.operands.empty() || llvm::is_contained(found, id))
      return;
    if (isShared(id, uses) && uses.rows && uses.depth) {
      found.push_back(id);
      return;
    }
    const bool mayStop = e.kind == Expr::Select || e.kind == Expr::LogicalAnd || e.kind == Expr::LogicalOr;
    for (ExprId operand : llvm::ArrayRef(e.operands).take_front(mayStop ? 1 : e.operands.size()))
      collect(operand, found);
  }

private:
  struct Uses {
    bool rows = false, depth = false;
  };

  SymbolId counterOf(LoopId loop) const { return N.loops[loop].iterator; }

  /// Nothing in it moves with the lanes, traps, or takes longer in vectors along the depth.
  bool isShared(ExprId id, Uses &uses) {
    const Expr &e = N.exprs[id];
    if (bitsOf(e.type) < 8 || e.type == ScalarType::Index)
      return false;
    switch (e.kind) {
    case Expr::IntConst:
    case Expr::FpConst:
    case Expr::Param:
      return true;
    case Expr::Load: {
      if (!MayBeCopied(e.access))
        return false;
      const IndexExpr place = N.byteAddress(N.accesses[e.access]);
      uses.rows |= place.uses(Rows);
      uses.depth |= place.uses(Depth);
      return !place.uses(Lanes) && (!place.uses(Depth) || (place.degreeIn(Depth) == 1 &&
                                                           place.coefficientOf(Depth) == IndexExpr(bytesOf(e.type))));
    }
    case Expr::Binary:
      if (!isFloat(e.type) && (e.binary == BinaryOp::Div || e.binary == BinaryOp::Rem))
        return false;
      break;
    case Expr::Unary:
    case Expr::Cast:
    case Expr::MulAdd:
    case Expr::Fma:
    case Expr::RecoverProduct:
      break;
    default:
      return false;
    }
    return llvm::all_of(e.operands, [&](ExprId operand) { return isShared(operand, uses); });
  }

  const Nest &N;
  SymbolId Rows, Lanes, Depth;
  llvm::function_ref<bool(AccessId)> MayBeCopied;
};

} // namespace

std::vector<ExprId> sharedByLanes(const Nest &nest, const BlockableTile &tile,
                                  llvm::function_ref<bool(AccessId)> mayBeCopied) {
  std::vector<ExprId> found;
  SharedExpressions expressions(nest, tile, mayBeCopied);
  for (NodeId id : nest.nodes[nest.loops[tile.depth].node].body)
    if (nest.nodes[id].kind == Node::Assign)
      expressions.collect(nest.nodes[id].value, found);
  return found;
}

/// The array that the expression reads first.
static ArrayId arrayOf(const Nest &nest, ExprId id) {
  const Expr &e = nest.exprs[id];
  ArrayId array = e.kind == Expr::Load ? nest.accesses[e.access].array : NoId;
  for (size_t i = 0; i < e.operands.size() && array == NoId; ++i)
    array = arrayOf(nest, e.operands[i]);
  return array;
}

void SuperVectorBuilder::declareRowPanels(const std::vector<ExprId> &shared) {
  for (ExprId id : shared) {
    const std::string name = N.arrays[arrayOf(N, id)].name + "_rows";
    RowPanels.push_back({id, declareBuffer(name, N.exprs[id].type, {Tiles->rows, Tiles->blocking.depth})});
  }
}

/// Of the row at hand, this step of the depth: all lanes read it; to fill the panel they lie along the depth.
MemRef SuperVectorBuilder::inRowPanel(const RowPanel &panel) const {
  MemRef mem;
  mem.pattern = panel.pattern;
  mem.subs = {IndexExpr(Row), IndexExpr::symbol(symbols[N.loops[Blocks->depth].iterator]) -
                                  IndexExpr::symbol(BlockBounds.at(Blocks->depth).first)};
  if (!ReadsPanels && Lanes > 1)
    mem.laneSteps.push_back({IndexExpr(), IndexExpr(1)});
  return mem;
}

/// Computes what the rows at hand need of the depth's block.
Error SuperVectorBuilder::packRows() {
  const SymbolId depth = N.loops[Blocks->depth].iterator;
  const auto [from, to] = BlockBounds[Blocks->depth];
  const std::string &name = N.symbols[depth].name;
  llvm::SaveAndRestore<bool> reads(ReadsPanels, false);
  llvm::SaveAndRestore<SymbolId> lanes(LaneSymbol, depth);
  const auto fill = [&](ValueId k) -> Error {
    symbols[depth] = k;
    for (const RowPanel &panel : RowPanels)
      if (Error error = forEachRow([&]() -> Error {
            Expected<ValueId> value = expr(panel.expr, NoId);
            if (!value)
              return value.takeError();
            B.transferWrite(widen(*value), inRowPanel(panel));
            return Error::success();
          }))
        return error;
    return Error::success();
  };
  const ValueId whole = roundedEnd(B, from, to, Tiles->lanes, name + "_whole");
  Lanes = Tiles->lanes;
  Error error = plainLoop(from, whole, Lanes, name, fill);
  Lanes = 1;
  return error ? std::move(error) : plainLoop(whole, to, 1, name, fill);
}

} // namespace vecify
