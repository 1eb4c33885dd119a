// What every iteration touches, whichever way its branches go: a lane that is switched off may read it too.
//
//     if (c[i])  y[i] = k[i] * x[i];       reads c[i], k[i] and writes y[i]
//     else       y[i] = k[i];
#include "vecify/Nest/Occurrences.h"
#include <map>

namespace vecify {
namespace {

class Collector {
public:
  explicit Collector(const Nest &nest) : nest(nest) {}

  TouchedPlaces ofBody(llvm::ArrayRef<NodeId> body) {
    TouchedPlaces touched;
    for (NodeId id : body) {
      const Node &node = nest.nodes[id];
      if (node.kind == Node::Assign) {
        touched.merge(ofExpr(node.value));
        note(node.access, touched);
      } else if (node.kind == Node::If) {
        touched.merge(ofExpr(node.condition));
        touched.merge(inBoth(ofBody(node.body), ofBody(node.elseBody)));
      }
    }
    return touched;
  }

private:
  void note(AccessId id, TouchedPlaces &touched) const {
    if (id != NoId && nest.accesses[id].isAffine())
      touched.insert(placeOf(nest, nest.accesses[id]));
  }

  TouchedPlaces ofExpr(ExprId id) {
    if (const auto known = ofExprs.find(id); known != ofExprs.end())
      return known->second;
    TouchedPlaces touched;
    const Expr &e = nest.exprs[id];
    if (e.kind == Expr::Load)
      note(e.access, touched);
    // Only the first operand of these is sure to be evaluated.
    bool lazy = e.kind == Expr::Select || e.kind == Expr::LogicalAnd || e.kind == Expr::LogicalOr;
    for (unsigned o = 0; o < (lazy ? 1 : e.operands.size()); ++o)
      touched.merge(ofExpr(e.operands[o]));
    if (e.kind == Expr::Select)
      touched.merge(inBoth(ofExpr(e.operands[1]), ofExpr(e.operands[2])));
    return ofExprs[id] = touched;
  }

  static TouchedPlaces inBoth(const TouchedPlaces &a, const TouchedPlaces &b) {
    TouchedPlaces both;
    for (const auto &place : a)
      if (b.count(place))
        both.insert(place);
    return both;
  }

  const Nest &nest;
  std::map<ExprId, TouchedPlaces> ofExprs; ///< values are shared
};

} // namespace

TouchedPlace placeOf(const Nest &nest, const Access &access) {
  return {access.array, nest.byteAddress(access), int64_t(bytesOf(access.type))};
}

TouchedPlaces touchedPlaces(const Nest &nest, LoopId loop) {
  return touchedPlaces(nest, nest.nodes[nest.loops[loop].node].body);
}

TouchedPlaces touchedPlaces(const Nest &nest, llvm::ArrayRef<NodeId> body) { return Collector(nest).ofBody(body); }

std::vector<AccessId> readsBetweenTouched(const Nest &nest) {
  constexpr int64_t farthest = 2048; // within a page, or on the next one's
  if (nest.loops.size() != 1 || nest.mayLeaveEarly())
    return {};
  const TouchedPlaces touched = touchedPlaces(nest);
  std::vector<AccessId> result;
  for (const Occurrence &o : occurrences(nest)) {
    const Access &access = nest.accesses[o.access];
    if (access.isWrite || !access.isAffine() || touched.count(placeOf(nest, access)) ||
        llvm::is_contained(result, o.access))
      continue;
    const auto [array, address, bytes] = placeOf(nest, access);
    if (address.degreeIn(nest.rootIterator()) != 1)
      continue;
    const std::optional<int64_t> step = address.coefficientOf(nest.rootIterator()).asConstant();
    if (!step || *step <= 0 || *step > farthest)
      continue;
    const bool isBetween =
        llvm::any_of(touched, [&, array = array, &address = address, bytes = bytes](const auto &place) {
          const std::optional<int64_t> behind = (address - std::get<1>(place)).asConstant();
          return std::get<0>(place) == array && behind && *behind > 0 && *behind + bytes <= *step;
        });
    if (isBetween)
      result.push_back(o.access);
  }
  return result;
}

} // namespace vecify
