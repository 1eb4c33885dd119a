// See BlocksOfRows.h.
#include "BlocksOfRows.h"
#include "VectorizeNest.h"
#include "vecify/Nest/Exposed.h"
#include "vecify/Nest/Fission.h"
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/RowBlocks.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

namespace {

/// The loops of a nest whose iterations the rows are split into, and lanes in them.
class LaneFinder {
public:
  LaneFinder(const Nest &nest, const Facts &facts) : N(nest), F(facts), Instances(occurrences(nest)) {}

  std::vector<Tile> tiles() const {
    std::vector<Tile> result;
    for (NodeId id : N.nodes[N.root().node].body)
      if (const Node &rows = N.nodes[id]; mayBeLanes(rows.loop))
        result.push_back({rows.loop, NoId});
    if (result.empty())
      return {};
    for (NodeId id : N.nodes[N.root().node].body)
      if (const Node &rows = N.nodes[id]; !mayBeLanes(rows.loop))
        addLanesIn(rows.body, result);
    return result;
  }

private:
  bool mayBeLanes(LoopId loop) const {
    const LoopFacts &facts = F.loops[loop];
    return facts.anyLanes && !facts.updatesCells && !handsOnScalars(N, loop) &&
           llvm::none_of(N.loops, [&](const Loop &inner) {
             return inner.lower.uses(N.loops[loop].iterator) || inner.upper.uses(N.loops[loop].iterator);
           });
  }

  /// Of what is done row by row.
  void addLanesIn(llvm::ArrayRef<NodeId> body, std::vector<Tile> &tiles) const {
    for (NodeId id : body) {
      const Node &node = N.nodes[id];
      if (node.kind == Node::Loop && mayBeLanes(node.loop) && isContiguous(node.loop))
        tiles.push_back({node.loop, NoId});
      else if (node.kind == Node::Loop)
        addLanesIn(node.body, tiles);
    }
  }

  /// What moves with the loop's counter goes from one element to the next.
  bool isContiguous(LoopId loop) const {
    const SymbolId counter = N.loops[loop].iterator;
    return llvm::all_of(Instances, [&](const Occurrence &instance) {
      if (!llvm::is_contained(instance.loops, loop))
        return true;
      const Access &access = N.accesses[instance.access];
      if (!access.isAffine())
        return false;
      const IndexExpr place = N.byteAddress(access);
      const int64_t size = bytesOf(access.type);
      return !place.uses(counter) ||
             (place.degreeIn(counter) == 1 && place.coefficientOf(counter).asConstant() == size);
    });
  }

  const Nest &N;
  const Facts &F;
  const std::vector<Occurrence> Instances;
};

} // namespace

std::optional<Variant> blocksOfRows(const Nest &nest, int64_t rows, const PolyOptions &options) {
  const std::optional<RowBlocks> blocks = inRowBlocks(nest, rows);
  if (!blocks)
    return std::nullopt;
  llvm::Expected<Facts> together = analyseNest(blocks->nest, options);
  if (!together) {
    llvm::consumeError(together.takeError());
    return std::nullopt;
  }
  std::optional<Nest> apart = withLoopSplit(blocks->nest, *together, blocks->rows);
  if (!apart)
    return std::nullopt;
  llvm::Expected<Facts> facts = analyseNest(*apart, options);
  if (!facts) {
    llvm::consumeError(facts.takeError());
    return std::nullopt;
  }
  llvm::append_range(facts->assumptions, together->assumptions);
  std::vector<Tile> tiles = LaneFinder(*apart, *facts).tiles();
  if (tiles.empty())
    return std::nullopt;
  return Variant{std::move(*apart), std::move(*facts), std::move(tiles), std::nullopt};
}

} // namespace vecify
