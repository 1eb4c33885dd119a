// Build, verify, lower and price one plan, or the scalar loop that it is compared with.
#include "Realize.h"
#include "PlanText.h"
#include "Strips.h"
#include "Utilization.h"
#include "vecify/IR/Verify.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace vecify {

using llvm::Error;
using llvm::Expected;

Cost scalarLoopCost(const Function &code, const Target &target, double trip, bool isWrittenOut);

/// A few iterations, known in number, that only sum up in any order: compilers write them out as a tree, and nothing
/// waits for the iteration before.
static bool isWrittenOutByAll(const Nest &nest, const Facts &facts) {
  constexpr int64_t MostWrittenOut = 8;
  const std::optional<int64_t> trip = nest.tripCount(0).asConstant();
  return nest.loops.size() == 1 && trip && *trip <= MostWrittenOut &&
         llvm::all_of(facts.locals, [](const ScalarFacts &local) {
           return local.kind == ScalarFacts::Private || (local.kind == ScalarFacts::Reduction && local.mayReassociate);
         });
}

Cost scalarCost(const Nest &nest, const Facts &facts, const Target &target, const PlanOptions &plan) {
  Plan scalar;
  scalar.lanes = 1;
  Legality anything;
  PlanOptions options;
  options.fuseMulAdd = plan.fuseMulAdd;
  Expected<Function> code = buildSuperVectors(nest, facts, anything, scalar, options);
  // What parts of a loop are compared with is what it takes in order; compilers write short loops out as well.
  if (!code && plan.lower) {
    llvm::consumeError(code.takeError());
    code = buildInOrder(nest, facts, options);
    if (code)
      code = plan.lower(std::move(*code), target, target.registerBits[0]);
  }
  if (!code) {
    llvm::consumeError(code.takeError());
    Cost unknown;
    unknown.price = unknown.perIteration = 4;
    unknown.bytes = unsigned(5 * nest.exprs.size());
    return unknown;
  }
  return scalarLoopCost(*code, target, std::max(1.0, expectedTrip(nest, 0)), isWrittenOutByAll(nest, facts));
}

/// The tiles' loops cost what they would step by step, but for the bytes that do not move again.
static Expected<Cost> timeTiledCost(const Plan &plan, const Nest &nest, const Facts &facts, const Legality &legality,
                                    const Target &target, const PlanOptions &options, double scalar) {
  Plan byStep = plan;
  byStep.time.reset();
  Expected<Function> built = buildSuperVectors(nest, facts, legality, byStep, options);
  if (!built)
    return built.takeError();
  Expected<Function> code = options.lower(std::move(*built), target, plan.registerBits);
  if (!code)
    return code.takeError();
  return estimateCost(*code, target, plan, nest, scalar);
}

/// n >= 8 says nothing where n >= 9 must hold as well.
static void dropImpliedGuards(Function &f) {
  const auto exceeds = [](const RuntimeGuard &a, const RuntimeGuard &b) -> std::optional<int64_t> {
    if (a.kind != RuntimeGuard::NonNegative || b.kind != RuntimeGuard::NonNegative)
      return std::nullopt;
    return (a.expr - b.expr).asConstant();
  };
  for (size_t g = f.guards.size(); g-- > 0;) {
    const bool isImplied = llvm::any_of(f.guards, [&](const RuntimeGuard &other) {
      const std::optional<int64_t> slack = exceeds(f.guards[g], other);
      return &other != &f.guards[g] && slack && *slack >= 0;
    });
    if (isImplied)
      f.guards.erase(f.guards.begin() + long(g));
  }
}

void realize(Plan &plan, const Nest &nest, const Facts &facts, const Legality &legality, const Target &target,
             const PlanOptions &options, const Cost &scalar, Lowered &lowered) {
  plan.summary = summarize(nest, plan);
  Expected<Function> built = buildSuperVectors(nest, facts, legality, plan, options);
  if (!built) {
    plan.declined = remarkOf(built.takeError(), nest.loc());
    return;
  }
  if (Error wrong = verify(*built)) {
    plan.declined = remarkOf(std::move(wrong), nest.loc());
    return;
  }
  dropImpliedGuards(*built);
  plan.built = std::move(*built);
  const Lowered::key_type key(toText(*plan.built), plan.registerBits);
  auto code = lowered.find(key);
  if (code == lowered.end()) {
    Expected<Function> native = options.lower(*plan.built, target, plan.registerBits);
    if (!native) {
      plan.declined = remarkOf(native.takeError(), nest.loc());
      return;
    }
    code = lowered.insert({key, std::move(*native)}).first;
  }
  Expected<Cost> cost = plan.time ? timeTiledCost(plan, nest, facts, legality, target, options, scalar.price)
                                  : estimateCost(code->second, target, plan, nest, scalar.price);
  if (!cost) {
    plan.declined = remarkOf(cost.takeError(), nest.loc());
    return;
  }
  plan.cost = *cost;
  plan.cost.utilization = utilizationOf(code->second, target, nest);
  const double growth = 100.0 * plan.cost.bytes / scalar.bytes;
  if (options.maxGrowthPercent > 0 && growth > options.maxGrowthPercent) {
    plan.declined = Remark{
        nest.loc(), Reason::TooMuchGrowth, {llvm::formatv("{0:f0}", growth), std::to_string(options.maxGrowthPercent)}};
    return;
  }
  plan.code = code->second;
}

} // namespace vecify
