#include "Threads.h"
#include "vecify/Emit/Emit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {

namespace {

/// Cycles that a run must take for its threads to be worth starting: some ten microseconds.
constexpr double WorthThreads = 50000;

struct Refusal {
  std::string why, advice;
};

/// What keeps the iterations of the root from running at the same time; scalars and the loop's form aside.
std::optional<Refusal> dependence(const Nest &nest, const Facts &facts) {
  if (nest.mayLeaveEarly())
    return Refusal{"it may be left early, and then later iterations must not have run", ""};
  if (nest.clauses.independent || nest.clauses.ivdep)
    return Refusal{"its iterations are promised, not proved, to be independent",
                   "drop the promise; threads are given to what can be proved"};
  if (!facts.loops[0].parallel) {
    const auto between = llvm::find_if(facts.edges, [](const Edge &e) { return e.carriedBy == 0; });
    if (between == facts.edges.end())
      return Refusal{"its iterations depend on each other", ""};
    const Access &from = nest.accesses[between->source], &to = nest.accesses[between->sink];
    return Refusal{"'" + from.text + "' (line " + std::to_string(from.loc.line) + ") and '" + to.text + "' (line " +
                       std::to_string(to.loc.line) + ") of different iterations may be one place",
                   ""};
  }
  if (!facts.cells.empty())
    return Refusal{"'" + nest.accesses[facts.cells[0].accesses[0]].text + "' is updated by all of its iterations", ""};
  return std::nullopt;
}

/// The vector part of the loop itself.
std::optional<Refusal> checkVectorPart(const LoopDecision &decision, bool inPlace) {
  if (!inPlace)
    return Refusal{"compilers lose the target attribute of a function in its parallel regions",
                   "compile with flags that allow the instructions everywhere, such as -mavx2 -mfma"};
  const Plan &best = decision.candidates[0].best();
  // A plan may have put another loop outside; its schedule has facts of its own.
  const Variant *schedule = best.isRescheduled() ? &decision.variants[best.variant] : nullptr;
  if (std::optional<Refusal> no =
          schedule ? dependence(schedule->nest, schedule->facts) : dependence(*decision.entry->nest, *decision.facts))
    return no;
  if (!best.code || !hasThreadableLoop(*best.code))
    return Refusal{"its vector part carries values from one iteration to the next", ""};
  return std::nullopt;
}

/// Counters and inductions of the loops inside live outside of the region unless their for statement declares them.
std::optional<Refusal> checkCounters(const LoopEntry &entry) {
  if (entry.nest)
    for (const Induction &induction : entry.nest->inductions)
      if (!induction.declaredInInit)
        return Refusal{"'" + induction.name + "' is declared outside of the loop that moves it",
                       "declare it in the for statement"};
  for (const LoopEntry &inner : entry.inner)
    if (std::optional<Refusal> no = checkCounters(inner))
      return no;
  return std::nullopt;
}

/// A loop of the source that encloses what was vectorized; collects what every thread needs a copy of.
std::optional<Refusal> checkEnclosing(const LoopDecision &decision, std::vector<std::string> &privates) {
  const Nest &nest = *decision.entry->nest;
  const Facts &facts = *decision.facts;
  if (!nest.source.isFor || nest.source.hoistInit || nest.source.conditionHasEffects || nest.inductions.size() != 1)
    return Refusal{"OpenMP wants a for loop with one counter", ""};
  if (nest.source.inMacroArgument || !nest.source.expandedHead.empty())
    return Refusal{"no directive may stand in a macro", ""};
  if (std::optional<Refusal> no = checkCounters(*decision.entry))
    return no;
  if (std::optional<Refusal> no = dependence(nest, facts))
    return no;
  if (!facts.mayAlias.empty())
    return Refusal{"'" + nest.arrays[facts.mayAlias[0].a].name + "' and '" + nest.arrays[facts.mayAlias[0].b].name +
                       "' may overlap",
                   "declare the pointers restrict"};
  if (!facts.assumptions.empty())
    return Refusal{"it rests on a condition that is checked at run time: " + facts.assumptions[0].why, ""};
  for (LocalId l = 0; l < nest.locals.size(); ++l) {
    const Local &local = nest.locals[l];
    if (!local.object.empty() && !llvm::is_contained(privates, local.object))
      privates.push_back(local.object);
    if (local.scope != NoId)
      continue; // declared in the body
    if (facts.locals[l].kind != ScalarFacts::Private || local.isLiveOut)
      return Refusal{"'" + local.name + "' is carried from one iteration to the next or used after the loop", ""};
    privates.push_back(local.name);
  }
  return std::nullopt;
}

bool isKnownTrip(const Nest &nest) {
  for (LoopId l = 0; l < nest.loops.size(); ++l)
    if (!nest.tripCount(l).asConstant())
      return false;
  return true;
}

/// The trip count in doubles, which no value of the parameters overflows.
std::string tripText(const Nest &nest) {
  return nest.tripCount(0).print([&](SymbolId s) {
    const std::string &name = nest.symbols[s].name;
    return "(double)" +
           (llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; }) ? name : "(" + name + ")");
  });
}

void choose(LoopDecision &decision, const Options &options, bool inPlace) {
  const int64_t cores = decision.entry->clauses.cores;
  const bool isAsked = options.parallel || cores > 0;
  if (!isAsked || decision.entry->clauses.parallelFor) {
    // The user's own directive takes the loops inside as well.
    if (!decision.entry->clauses.parallelFor)
      for (LoopDecision &inner : decision.inner)
        choose(inner, options, inPlace);
    return;
  }
  LoopDecision::Threads threads;
  threads.count = unsigned(cores);
  std::optional<Refusal> no;
  if (!anyVectorized(decision))
    no = Refusal{"nothing in it was vectorized", ""};
  else if (!decision.entry->nest || !decision.facts)
    no = Refusal{"the loop is not understood", ""};
  else if (!cores && decision.cyclesPerRun < WorthThreads && isKnownTrip(*decision.entry->nest))
    no = Refusal{"a run of about " + std::to_string(int64_t(decision.cyclesPerRun)) +
                     " cycles is shorter than starting threads takes",
                 "ask for threads with cores(n)"};
  else if (decision.vectorized || (options.form == Options::Variants && !inPlace))
    no = checkVectorPart(decision, inPlace);
  else
    no = checkEnclosing(decision, threads.privates);
  if (!no) {
    threads.inVectorPart = decision.vectorized;
    const Nest &nest = *decision.entry->nest;
    if (!cores && !isKnownTrip(nest)) {
      threads.leastIterations = uint64_t(WorthThreads * expectedTrip(nest, 0) / std::max(decision.cyclesPerRun, 1.0));
      threads.trip = tripText(nest);
    }
    decision.threads = std::move(threads);
    return;
  }
  decision.noThreads = Remark{decision.entry->loc, Reason::NotThreaded, {decision.entry->name, no->why, no->advice}};
  for (LoopDecision &inner : decision.inner)
    choose(inner, options, inPlace);
}

} // namespace

void chooseThreads(std::vector<LoopDecision> &decisions, const Options &options, bool inPlace) {
  for (LoopDecision &decision : decisions)
    choose(decision, options, inPlace);
}

std::string threadsPragma(const LoopDecision::Threads &threads) {
  std::string text = "#ifdef _OPENMP\n#pragma omp parallel for";
  if (threads.count)
    text += " num_threads(" + std::to_string(threads.count) + ")";
  if (!threads.privates.empty())
    text += " private(" + llvm::join(threads.privates, ", ") + ")";
  if (threads.leastIterations)
    text += " if (" + threads.trip + " >= " + std::to_string(threads.leastIterations) + ")";
  return text + "\n#endif\n";
}

} // namespace vecify
