// What every iteration touches, whichever way its branches go: a lane that is switched off may read it too.
//
//     if (c[i])  y[i] = k[i] * x[i];       reads c[i], k[i] and writes y[i]
//     else       y[i] = k[i];
#include "vecify/Nest/Occurrences.h"
#include "vecify/Nest/Range.h"
#include <map>

namespace vecify {
namespace {

/// What locals are known to hold where a statement begins.
using KnownLocals = std::map<LocalId, int64_t>;

class Collector {
public:
  explicit Collector(const Nest &nest) : nest(nest) {}

  TouchedPlaces ofBody(llvm::ArrayRef<NodeId> body, KnownLocals known = {}) {
    TouchedPlaces touched;
    for (NodeId id : body) {
      const Node &node = nest.nodes[id];
      if (node.kind == Node::Assign) {
        touched.merge(ofExpr(node.value));
        note(node.access, touched);
      } else if (node.kind == Node::If) {
        touched.merge(ofExpr(node.condition));
        touched.merge(inBoth(ofBody(node.body, known), ofBody(node.elseBody, known)));
      } else if (isEntered(nest, node.loop)) {
        touched.merge(ofFirstIteration(node, known));
      }
      update(known, node);
    }
    return touched;
  }

private:
  /// Whatever ends the loop, the first iteration is on its way up to the first exit that it may take.
  TouchedPlaces ofFirstIteration(const Node &loop, const KnownLocals &known) {
    llvm::ArrayRef<NodeId> body = loop.body;
    KnownLocals here = known;
    size_t sure = 0;
    for (; sure < body.size(); ++sure) {
      const Node &node = nest.nodes[body[sure]];
      if (node.leaves && valueOf(node.condition, here) != 0)
        break;
      update(here, node);
    }
    TouchedPlaces touched = ofBody(body.take_front(sure), known), first;
    if (sure < body.size())
      touched.merge(ofExpr(nest.nodes[body[sure]].condition));
    const Loop &its = nest.loops[loop.loop];
    for (const auto &[array, address, bytes] : touched)
      first.insert({array, address.substitute(its.iterator, its.lower), bytes});
    return first;
  }

  void update(KnownLocals &known, const Node &node) const {
    const bool isPlain = node.kind == Node::Assign && node.local != NoId;
    const std::optional<int64_t> value = isPlain ? valueOf(node.value, known) : std::nullopt;
    forget(known, node);
    if (value && isInteger(nest.locals[node.local].type))
      known[node.local] = *value;
  }

  void forget(KnownLocals &known, const Node &node) const {
    if (node.kind == Node::Assign)
      known.erase(node.local);
    for (llvm::ArrayRef<NodeId> body : {llvm::ArrayRef(node.body), llvm::ArrayRef(node.elseBody)})
      for (NodeId id : body)
        forget(known, nest.nodes[id]);
  }

  /// Of constants, such locals, and conditions on them.
  std::optional<int64_t> valueOf(ExprId id, const KnownLocals &known) const {
    const Expr &e = nest.exprs[id];
    if (e.kind == Expr::IntConst)
      return e.intValue;
    if (e.kind == Expr::Local) {
      const auto local = known.find(e.local);
      return local == known.end() ? std::nullopt : std::optional(local->second);
    }
    if (e.kind == Expr::Cast && isInteger(e.type) && isInteger(nest.exprs[e.operands[0]].type)) {
      const std::optional<int64_t> value = valueOf(e.operands[0], known);
      return value && *value >= 0 && *value < 128 ? value : std::nullopt; // a number of every type
    }
    const bool isOfIntegers = llvm::all_of(e.operands, [&](ExprId o) { return isInteger(nest.exprs[o].type); });
    if (e.kind != Expr::Not && e.kind != Expr::LogicalAnd && e.kind != Expr::LogicalOr &&
        !(e.kind == Expr::Compare && isOfIntegers))
      return std::nullopt;
    const std::optional<int64_t> a = valueOf(e.operands[0], known);
    if (!a)
      return std::nullopt;
    if (e.kind == Expr::Not)
      return !*a;
    if (e.kind == Expr::LogicalAnd && !*a)
      return 0;
    if (e.kind == Expr::LogicalOr && *a)
      return 1;
    const std::optional<int64_t> b = valueOf(e.operands[1], known);
    if (!b)
      return std::nullopt;
    return e.kind == Expr::Compare ? holds(e.predicate, *a, *b) : *b;
  }

  /// Of unsigned numbers beyond 2^63, only whether they are equal is asked.
  static std::optional<int64_t> holds(Predicate predicate, int64_t a, int64_t b) {
    if (predicate == Predicate::Eq || predicate == Predicate::Ne)
      return (a == b) == (predicate == Predicate::Eq);
    if (a < 0 || b < 0)
      return std::nullopt;
    const bool isLess = predicate == Predicate::Lt || predicate == Predicate::Le;
    return a == b ? predicate == Predicate::Le || predicate == Predicate::Ge : (a < b) == isLess;
  }

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
