// Legal, enumerate, realize, choose: the planner's table of contents.
#include "vecify/Plan/Plan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <random>
#include <set>

namespace vecify {

using llvm::Error;
using llvm::Expected;

double scalarCycles(const Function &code, const Target &target);

llvm::StringRef textOf(Tail tail) {
  switch (tail) {
  case Tail::Epilogue: return "epilogue";
  case Tail::Mask: return "masked tail";
  case Tail::Overlap: return "overlapped tail";
  case Tail::None: return "no tail";
  }
  llvm_unreachable("tail");
}

/// The decline in `error`, or an InternalError remark for anything else.
static Remark remarkOf(Error error, Loc loc) {
  Remark remark{loc, Reason::InternalError, {}};
  llvm::handleAllErrors(
      std::move(error), [&](const Decline &d) { remark = {d.loc.isValid() ? d.loc : loc, d.reason, d.args}; },
      [&](const llvm::ErrorInfoBase &e) { remark.args = {e.message()}; });
  return remark;
}

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

double scalarPrice(const Nest &nest, const Facts &facts, const Target &target) {
  Plan scalar;
  scalar.lanes = 1;
  Legality anything;
  PlanOptions options;
  Expected<Function> code = buildSuperVectors(nest, facts, anything, scalar, options);
  if (!code) {
    llvm::consumeError(code.takeError());
    return 4;
  }
  return scalarCycles(*code, target);
}

/// trip is a multiple of `lanes` by constants and promises.
static bool isMultiple(const Nest &nest, int64_t lanes) {
  for (const IndexExpr::Term &term : nest.tripCount(0).terms()) {
    int64_t factor = term.coefficient;
    for (SymbolId s : term.symbols)
      factor *= nest.symbols[s].multiple;
    if (factor % lanes != 0)
      return false;
  }
  return true;
}

/// The lanes that an exact shape clause asks of the root, or 0.
static Expected<int64_t> requestedShape(const Nest &nest, const Target &target) {
  int64_t lanes = 0;
  unsigned big = 0;
  std::string text;
  for (const Clauses::Dim &dim : nest.clauses.shape) {
    big += dim.size > 1;
    text += (text.empty() ? "" : ", ") + dim.loop + ":" + std::to_string(dim.size) + (dim.inVectors ? "v" : "");
    if (dim.loop != nest.root().name || dim.size < 1)
      continue;
    unsigned widest = *widths(nest).rbegin();
    lanes = dim.inVectors ? dim.size * (target.registerBits[0] / widest) : dim.size;
  }
  if (big > 1)
    return decline(nest.clauses.loc, Reason::ShapeNotSupported, {text});
  if (lanes & (lanes - 1))
    return decline(nest.clauses.loc, Reason::ShapeNotLegal, {"the size " + std::to_string(lanes) + " is not a power of two"});
  return lanes;
}

static std::vector<Plan> enumerate(const Nest &nest, const Legality &legality, const Target &target, int64_t shape) {
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
  auto add = [&](unsigned lanes, unsigned unroll, unsigned width, Tail tail) {
    if (lanes < 2 || uint64_t(lanes) * unroll > legality.maxLanes || lanes * unroll > 512)
      return;
    if (clauses.tail != Clauses::AnyTail) {
      static constexpr Tail Wanted[] = {Tail::Epilogue, Tail::Mask, Tail::Epilogue, Tail::Overlap, Tail::None};
      if (tail != Wanted[clauses.tail])
        return;
    }
    if (tail == Tail::Overlap && !legality.idempotent)
      return;
    if (tail == Tail::None && !(isMultiple(nest, lanes) && !legality.needsLastIteration))
      return;
    if (tail == Tail::Mask && legality.needsLastIteration)
      return;
    Plan plan;
    plan.lanes = lanes;
    plan.unroll = unroll;
    plan.registerBits = width;
    plan.tail = tail;
    plans.push_back(std::move(plan));
  };
  for (auto [lanes, width] : seen)
    for (unsigned unroll : {1u, 2u, 4u, 8u}) {
      if (clauses.unroll > 0 ? unroll != unsigned(clauses.unroll) : unroll > 1 && callsFunctions && shape == 0)
        continue;
      if (shape > 0 && int64_t(lanes) * unroll != shape)
        continue;
      for (Tail tail : {Tail::None, Tail::Epilogue, Tail::Mask, Tail::Overlap})
        add(lanes, unroll, width, tail);
    }
  if (plans.empty() && shape > 1)
    for (Tail tail : {Tail::None, Tail::Epilogue, Tail::Mask, Tail::Overlap})
      add(shape, 1, target.registerBits[0], tail);
  return plans;
}

static std::string summarize(const Nest &nest, const Plan &plan) {
  std::string text = nest.root().name + ": " + std::to_string(plan.lanes * plan.unroll) + " lanes";
  if (plan.unroll > 1)
    text += " (" + std::to_string(plan.unroll) + " x " + std::to_string(plan.lanes) + ")";
  return text + ", " + textOf(plan.tail).str();
}

/// The call that the plan makes lane by lane, if any: what it would take to make it a vector's.
static std::optional<Remark> laneCall(const Nest &nest, const Target &target) {
  for (const Expr &e : nest.exprs) {
    if (e.kind != Expr::Call)
      continue;
    std::string name = textOf(e.function).str() + (e.type == ScalarType::F32 ? "f" : "");
    if (e.ulp == 0)
      return Remark{e.loc, Reason::MathCall, {name}};
    unsigned lanes = target.lanesOf(e.type);
    if (!target.find(RowKey{OpKind::MathCall, e.type, e.type, lanes, mathDetail(e.function, e.ulp)}))
      return Remark{e.loc, Reason::MathBound, {name, std::to_string(e.ulp)}};
  }
  return std::nullopt;
}

/// Build, lower and price; a plan that cannot be expressed says why.
static void realize(Plan &plan, const Nest &nest, const Facts &facts, const Legality &legality, const Target &target,
                    const PlanOptions &options, double scalar) {
  plan.summary = summarize(nest, plan);
  Expected<Function> built = buildSuperVectors(nest, facts, legality, plan, options);
  if (!built) {
    plan.declined = remarkOf(built.takeError(), nest.loc());
    return;
  }
  plan.built = std::move(*built);
  Expected<Function> code = options.lower(*plan.built, target, plan.registerBits);
  if (!code) {
    plan.declined = remarkOf(code.takeError(), nest.loc());
    return;
  }
  plan.code = std::move(*code);
  plan.cost = estimateCost(*plan.code, target, plan, nest, scalar);
}

Candidates planRoot(const Nest &nest, const Facts &facts, const Target &target, const PlanOptions &options) {
  Candidates result;
  auto leaveAlone = [&](Remark why) {
    Plan plan;
    plan.leaveAlone = true;
    plan.summary = "leave it alone";
    plan.cost.price = result.rival;
    result.plans.push_back(std::move(plan));
    result.chosen = result.plans.size() - 1;
    result.reason = std::move(why);
  };
  Expected<Legality> legality = checkLegality(nest, facts);
  result.scalar = result.rival = scalarPrice(nest, facts, target);
  if (!legality) {
    leaveAlone(remarkOf(legality.takeError(), nest.loc()));
    return result;
  }
  Expected<int64_t> shape = requestedShape(nest, target);
  if (!shape) {
    leaveAlone(remarkOf(shape.takeError(), nest.clauses.loc));
    return result;
  }
  // First all widths with the plainest legal tail, then the other tails of the three best: what differs there is small.
  std::vector<Plan> all = enumerate(nest, *legality, target, *shape);
  auto realizeAt = [&](size_t p) {
    if (!all[p].built && !all[p].declined)
      realize(all[p], nest, facts, *legality, target, options, result.scalar);
  };
  std::optional<Remark> firstNo;
  bool everything = options.randomSeed || options.forcedPlan;
  std::vector<size_t> order;
  for (size_t p = 0; p < all.size(); ++p) {
    bool plain = p == 0 || all[p].lanes != all[p - 1].lanes || all[p].unroll != all[p - 1].unroll ||
                 all[p].registerBits != all[p - 1].registerBits;
    if (plain || everything)
      realizeAt(p);
    if (all[p].code)
      order.push_back(p);
    else if (all[p].declined && !firstNo)
      firstNo = all[p].declined;
  }
  llvm::stable_sort(order, [&](size_t a, size_t b) { return all[a].cost.price < all[b].cost.price; });
  if (!everything)
    for (size_t best = 0; best < std::min<size_t>(3, order.size()); ++best)
      for (size_t p = 0; p < all.size(); ++p)
        if (all[p].lanes == all[order[best]].lanes && all[p].unroll == all[order[best]].unroll &&
            all[p].registerBits == all[order[best]].registerBits)
          realizeAt(p);
  // A plan that cannot have its plain tail may still have another.
  if (order.empty() && !everything)
    for (size_t p = 0; p < all.size(); ++p)
      realizeAt(p);
  for (Plan &plan : all)
    if (plan.code || plan.declined)
      result.plans.push_back(std::move(plan));

  std::vector<unsigned> legal;
  for (unsigned p = 0; p < result.plans.size(); ++p)
    if (result.plans[p].code)
      legal.push_back(p);
  if (legal.empty()) {
    if (!firstNo)
      for (const Plan &plan : result.plans)
        if (plan.declined && !firstNo)
          firstNo = plan.declined;
    leaveAlone(firstNo ? *firstNo
                       : Remark{nest.loc(), Reason::ShapeNotLegal, {"no lane count satisfies the clauses and the dependences"}});
    return result;
  }
  // What the compiler itself would do with an innermost loop: the plain tail at its own width. It pays for what our
  // narrowing and tails save, but not for more.
  bool innermost = nest.loops.size() == 1;
  if (innermost)
    for (unsigned p : legal)
      if (result.plans[p].tail == Tail::Epilogue || result.plans[p].tail == Tail::None)
        result.rival = std::min(result.rival, result.plans[p].cost.price * 1.10 * 256 / std::min(256u, options.rivalBits));

  auto cheaper = [&](unsigned a, unsigned b) { return result.plans[a].cost.price < result.plans[b].cost.price; };
  unsigned chosen = *std::min_element(legal.begin(), legal.end(), cheaper);
  if (options.randomSeed) {
    std::mt19937_64 random(*options.randomSeed ^ (uint64_t(nest.loc().raw) * 0x9E3779B97F4A7C15ull));
    chosen = legal[random() % legal.size()];
    result.forced = true;
  } else if (options.forcedPlan) {
    chosen = legal[std::min<size_t>(*options.forcedPlan, legal.size() - 1)];
    result.forced = true;
  } else if (nest.clauses.annotated) {
    result.forced = true;
  }
  double price = result.plans[chosen].cost.price;
  std::string prices = llvm::formatv("the best plan takes {0:f2} cycles per iteration, the compiler alone {1:f2}", price,
                                     result.rival);
  leaveAlone(laneCall(nest, target).value_or(Remark{nest.loc(), Reason::NotProfitable, {prices}}));
  if (result.forced || price < result.rival) {
    result.chosen = chosen;
    result.reason.reset();
  }
  return result;
}

static void printPlan(const Plan &plan, unsigned number, unsigned count, const Target &target, const Nest &nest,
                      llvm::raw_ostream &os) {
  os << "plan " << number << " of " << count << "  " << target.name << "  line " << nest.loc().line << "  "
     << plan.summary;
  if (plan.declined) {
    os << "\n  declined: " << llvm::toString(decline(plan.declined->loc, plan.declined->reason, plan.declined->args))
       << "\n";
    return;
  }
  os << llvm::format("  %.3f cycles per iteration\n", plan.cost.price);
  if (plan.leaveAlone)
    return;
  os << llvm::format("  %.3f in the main loop, limited by %s; %u of %u registers; about %u bytes\n",
                     plan.cost.perIteration, plan.cost.limit.c_str(), plan.cost.liveRegisters, target.vectorRegisters,
                     plan.cost.bytes);
}

void print(const Candidates &candidates, const Nest &nest, const Target &target, llvm::raw_ostream &os) {
  unsigned count = candidates.plans.size();
  os << "chosen ";
  printPlan(candidates.best(), candidates.chosen, count, target, nest, os);
  for (unsigned p = 0; p < count; ++p)
    if (p != candidates.chosen)
      printPlan(candidates.plans[p], p, count, target, nest, os);
}

} // namespace vecify
