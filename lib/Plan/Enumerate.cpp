// See Enumerate.h.
#include "Enumerate.h"
#include "vecify/Nest/Range.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

namespace vecify {

using llvm::Expected;

/// Element widths in bits of all that becomes a vector.
static std::set<unsigned> widths(const Nest &nest) {
  std::set<unsigned> result;
  for (const Access &access : nest.accesses)
    result.insert(bitsOf(access.type));
  for (const Local &local : nest.locals)
    if (bitsOf(local.type) >= 8)
      result.insert(bitsOf(local.type));
  if (result.empty())
    result.insert(32);
  return result;
}

/// The loops in the body of the root itself.
static llvm::SmallVector<LoopId, 2> loopsInBody(const Nest &nest) {
  llvm::SmallVector<LoopId, 2> result;
  for (NodeId id : nest.nodes[nest.root().node].body)
    if (nest.nodes[id].kind == Node::Loop)
      result.push_back(nest.nodes[id].loop);
  return result;
}

Expected<RequestedShape> requestedShape(const Nest &nest, const Target &target) {
  const llvm::SmallVector<LoopId, 2> inner = loopsInBody(nest);
  const std::string innerName = inner.size() == 1 ? nest.loops[inner[0]].name : "";
  int64_t root = 0, along = 0;
  unsigned big = 0;
  std::string text;
  for (const Clauses::Dim &dim : nest.clauses.shape) {
    big += dim.size > 1;
    text += (text.empty() ? "" : ", ") + dim.loop + ":" + std::to_string(dim.size) + (dim.inVectors ? "v" : "");
    if (dim.size < 1)
      continue;
    const int64_t size = dim.inVectors ? dim.size * (target.registerBits[0] / *widths(nest).rbegin()) : dim.size;
    if (dim.loop == nest.root().name)
      root = size;
    else if (dim.loop == innerName)
      along = size;
  }
  const bool isTile = big == 2 && root > 1 && along > 1;
  if (big > 1 && !isTile)
    return decline(nest.clauses.loc, Reason::ShapeNotSupported, {text});
  const RequestedShape shape = isTile ? RequestedShape{along, root} : RequestedShape{root, 0};
  for (int64_t size : {shape.lanes, shape.rows})
    if (size & (size - 1))
      return decline(nest.clauses.loc, Reason::ShapeNotLegal,
                     {"the size " + std::to_string(size) + " is not a power of two"});
  return shape;
}

/// In the order of enumeration; the first legal one is the plainest.
static constexpr Tail Tails[] = {Tail::None, Tail::Epilogue, Tail::Halves, Tail::Mask, Tail::Overlap};

static bool hasReductions(const Nest &nest, const Facts &facts) {
  for (LocalId l = 0; l < nest.locals.size(); ++l)
    if (facts.locals[l].isAccumulated() && nest.locals[l].scope == NoId)
      return true;
  return !facts.cells.empty();
}

/// Shorter vectors than these take as long as their lanes one by one.
static unsigned leastLanes(unsigned widestBits) { return std::max(64 / widestBits, widestBits == 64 ? 2u : 4u); }

uint64_t opsOf(const Nest &nest, unsigned lanes, unsigned unroll, unsigned registerBits) {
  const uint64_t bits = uint64_t(lanes) * unroll * *widths(nest).rbegin();
  return nest.exprs.size() * ((bits + registerBits - 1) / registerBits);
}

std::vector<Plan> enumerate(const Nest &nest, const Facts &facts, const Legality &legality, const Target &target,
                            int64_t shape) {
  std::vector<Plan> plans;
  const Clauses &clauses = nest.clauses;
  std::set<unsigned> bits = widths(nest);
  std::set<std::pair<unsigned, unsigned>> seen; // (lanes, register bits)
  for (unsigned r = 0; r < std::min<size_t>(2, target.registerBits.size()); ++r) {
    unsigned width = target.registerBits[r];
    for (unsigned lanes = width / *bits.rbegin(); lanes <= width / *bits.begin(); lanes *= 2)
      seen.insert({lanes, width});
  }
  if (clauses.width > 0)
    seen = {{unsigned(clauses.width), target.registerBits[0]}};
  // Calls run one after the other, however many vectors there are.
  bool callsFunctions = llvm::any_of(nest.exprs, [](const Expr &e) { return e.kind == Expr::Call; });
  const int64_t most = mostIterations(nest, 0);
  auto add = [&](unsigned lanes, unsigned unroll, unsigned width, Tail tail) {
    if (lanes < 2 || uint64_t(lanes) * unroll > legality.maxLanes || lanes * unroll > 512)
      return;
    // Nothing ever fills it; a masked vector need not be full.
    if (int64_t(lanes) * unroll > most && !(tail == Tail::Mask && unroll == 1))
      return;
    if (clauses.tail != Clauses::AnyTail) {
      static constexpr Tail Wanted[] = {Tail::Epilogue, Tail::Mask, Tail::Epilogue, Tail::Overlap, Tail::None};
      if (tail != Wanted[clauses.tail])
        return;
    }
    if (opsOf(nest, lanes, unroll, width) > MostOps)
      return;
    if (tail == Tail::Overlap && !legality.idempotent)
      return;
    if (tail == Tail::None && (tripFactor(nest) % lanes || legality.needsLastIteration))
      return;
    if (tail == Tail::Mask && (legality.needsLastIteration || legality.wholeVectors))
      return;
    const unsigned least = leastLanes(*bits.rbegin());
    if (tail == Tail::Halves && (lanes <= least || hasReductions(nest, facts) || legality.wholeVectors))
      return;
    Plan plan;
    plan.lanes = lanes;
    plan.unroll = unroll;
    plan.registerBits = width;
    plan.tail = tail;
    plan.leastLanes = least;
    plan.number = plans.size();
    plans.push_back(std::move(plan));
  };
  for (auto [lanes, width] : seen)
    for (unsigned unroll : {1u, 2u, 4u, 8u}) {
      if (clauses.unroll > 0 ? unroll != unsigned(clauses.unroll) : unroll > 1 && callsFunctions && shape == 0)
        continue;
      if (shape > 0 && int64_t(lanes) * unroll != shape)
        continue;
      for (Tail tail : Tails)
        add(lanes, unroll, width, tail);
    }
  if (plans.empty() && shape > 1)
    for (Tail tail : Tails)
      add(shape, 1, target.registerBits[0], tail);
  return plans;
}

Expected<Legality> enumerateTiles(const Nest &nest, const Facts &facts, const Target &target,
                                  const RequestedShape &shape, std::vector<Plan> &plans) {
  const llvm::SmallVector<LoopId, 2> inner = loopsInBody(nest);
  if (inner.size() != 1)
    return decline(nest.loc(), Reason::ShapeNotLegal, {"the body of the loop is not one loop"});
  Expected<Legality> legality = checkTile(nest, facts, inner[0]);
  if (!legality)
    return legality;
  const unsigned widest = *widths(nest).rbegin(), native = target.registerBits[0] / widest;
  std::vector<std::pair<unsigned, unsigned>> sizes; // rows, lanes in all
  for (unsigned rows : {2u, 4u, 8u})
    for (unsigned unroll : {1u, 2u})
      if (rows <= 4 || target.vectorRegisters >= 32)
        sizes.push_back({rows, native * unroll});
  if (shape.rows > 0)
    sizes = {{unsigned(shape.rows), unsigned(shape.lanes)}};
  const int64_t mostRows = mostIterations(nest, 0), mostLanes = mostIterations(nest, inner[0]);
  for (auto [rows, all] : sizes)
    for (Tail tail : {Tail::Halves, Tail::Mask}) {
      const unsigned lanes = std::min(native, all);
      if (rows > mostRows || lanes > mostLanes)
        continue;
      if (lanes < 2 || all > legality->maxLanes || rows * opsOf(nest, all, 1, target.registerBits[0]) > MostOps)
        continue;
      Plan plan;
      plan.number = plans.size();
      plan.vectorLoop = inner[0];
      plan.rows = rows;
      plan.lanes = lanes;
      plan.unroll = all / lanes;
      plan.registerBits = target.registerBits[0];
      plan.tail = tail;
      plan.leastLanes = leastLanes(widest);
      plans.push_back(std::move(plan));
    }
  return legality;
}

} // namespace vecify
