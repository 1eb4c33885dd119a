// The vocabulary of the planner's tests: nests and facts by hand, and a lowering that changes nothing.
#pragma once
#include "../Nest/NestMaker.h"
#include "vecify/Plan/Plan.h"
#include "gtest/gtest.h"

namespace vecify {

/// Facts of a nest without dependences: any lanes, everything written in the region private to an iteration.
inline Facts freeFacts(const Nest &nest) {
  Facts facts;
  facts.loops.resize(nest.loops.size());
  for (LoopFacts &loop : facts.loops)
    loop.anyLanes = loop.parallel = true;
  facts.locals.resize(nest.locals.size());
  for (ScalarFacts &scalar : facts.locals)
    scalar.kind = ScalarFacts::Private;
  return facts;
}

/// for (i = 0; i < trip; i++) { y[i] = y[i] + x[i]; } with `statements` such statements, each on arrays of its own.
inline Nest adds(IndexExpr (*trip)(NestMaker &), unsigned statements = 1) {
  NestMaker m;
  const IndexExpr count = trip(m);
  const IndexExpr i = m.loop("i", 0, count);
  for (unsigned s = 0; s < statements; ++s) {
    const std::string number = std::to_string(s);
    const ArrayId x = m.array("x" + number), y = m.array("y" + number);
    for (ArrayId a : {x, y})
      m.nest.arrays[a].paramType = "float *";
    m.store(y, {i}, m.add(m.load(y, {i}), m.load(x, {i})));
  }
  m.end();
  Nest nest = m.take();
  for (Access &access : nest.accesses)
    access.pattern = nest.arrays[access.array].name + "[{0}]", access.indirect = {NoId};
  return nest;
}
inline IndexExpr unknownTrip(NestMaker &m) { return m.param("n"); }
template <int64_t N> IndexExpr constantTrip(NestMaker &) { return N; }

inline Target planTarget() {
  llvm::Expected<Target> target = parseTarget("avx2");
  return std::move(*target);
}

/// Super-vectors stand for themselves.
inline PlanOptions planOptions() {
  PlanOptions options;
  options.lower = [](Function function, const Target &, unsigned) {
    return llvm::Expected<Function>(std::move(function));
  };
  return options;
}

/// "Reason: text" of a refusal; "" where there is none.
inline std::string refusal(const std::optional<Remark> &remark) {
  return remark ? rowOf(remark->reason).name.str() + ": " + Decline(remark->loc, remark->reason, remark->args).text()
                : "";
}
inline std::string refusal(llvm::Expected<Legality> legality) {
  if (legality)
    return "";
  std::string text;
  llvm::handleAllErrors(legality.takeError(), [&](const Decline &d) {
    text = refusal(Remark{d.loc, d.reason, d.args});
  });
  return text;
}

} // namespace vecify
