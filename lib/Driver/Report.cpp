#include "Report.h"
#include "VectorizeFile.h"
#include "vecify/Lower/Lower.h"
#include "vecify/Plan/Explain.h"
#include "vecify/Poly/Scop.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

namespace vecify {

static void line(const ParsedFile &file, Loc loc, llvm::StringRef kind, const llvm::Twine &text,
                 llvm::raw_ostream &err) {
  err << file.path << ":" << loc.line << ":" << loc.column << ": " << kind << ": " << text << "\n";
}

/// What a remark ends in: clang's flag, or under --explain the row of Remarks.def.
static std::string tag(Reason reason, const Options &options) {
  const RemarkRow &row = rowOf(reason);
  if (options.explain)
    return " [" + row.name.str() + "]";
  return row.kind == RemarkKind::Passed ? " [-Rpass=vecify]" : " [-Rpass-missed=vecify]";
}

static std::string vectorizedText(const LoopDecision &decision, const std::vector<Target> &targets) {
  std::string text;
  for (unsigned t = 0; t < targets.size(); ++t) {
    const Plan &plan = decision.candidates[t].best();
    if (plan.code)
      text += (text.empty() ? "" : "; ") + targets[t].name + " " + plan.summary;
  }
  return text;
}

/// Math functions that the plan calls for single lanes.
static std::set<MathFunction> calledByLane(const Function &code) {
  std::set<MathFunction> result;
  for (const Op &op : code.ops)
    if (op.kind == OpKind::MathCall && code.typeOf(op.results[0]).isScalar())
      if (const Op *operand = code.definitionOf(op.operands[0]); operand && operand->kind == OpKind::Extract)
        result.insert(op.function);
  return result;
}

/// What the guards check, each once, in their order.
static std::vector<std::string> checksOf(const Function &code) {
  std::vector<std::string> checks;
  for (const RuntimeGuard &guard : code.guards) {
    std::string text = guard.why;
    if (guard.kind == RuntimeGuard::Lead)
      text = "'" + code.arrays[guard.a].name + "' and '" + code.arrays[guard.b].name +
             "' do not overlap, or do so without harm";
    if (guard.kind == RuntimeGuard::Disjoint)
      text = "'" + code.arrays[guard.a].name + "' and '" + code.arrays[guard.b].name + "' do not overlap" +
             (guard.equalIsFine ? ", or are the same" : "");
    if (!llvm::is_contained(checks, text))
      checks.push_back(std::move(text));
  }
  return checks;
}

static void explainPlans(const LoopDecision &decision, const std::vector<Target> &targets, llvm::raw_ostream &err) {
  for (unsigned t = 0; t < decision.candidates.size(); ++t) {
    const Candidates &candidates = decision.candidates[t];
    const Plan &best = candidates.best();
    if (!best.code)
      continue;
    const std::string mainLoop = best.cost.limit == Limit::Unknown
                                     ? ""
                                     : llvm::formatv(" ({0:f2} in the main loop, limited by {1})",
                                                     best.cost.perIteration, textOf(best.cost.limit))
                                           .str();
    err << llvm::formatv("    {0}: {1:f2} cycles per iteration{2}; "
                         "scalar {3:f2}; {4} of {5} registers; about {6} bytes of code beside the loop's {7}\n",
                         targets[t].name, best.cost.price, mainLoop, candidates.scalar.price, best.cost.liveRegisters,
                         targets[t].vectorRegisters, best.cost.bytes, candidates.scalar.bytes);
    explainLoops(best, targets[t], "      ", err);
    explainRunnersUp(candidates, decision.isPinned, "      ", err);
    if (best.cost.utilization > 0)
      err << llvm::formatv("    modelled utilization: {0:f0} %\n", 100 * best.cost.utilization);
    for (MathFunction function : calledByLane(*best.code))
      err << "    called lane by lane: '" << textOf(function) << "'\n";
    for (const std::string &text : checksOf(*best.code))
      err << "    checked at run time: " << text << "\n";
  }
}

/// Whether threads run the loop, where that was asked for.
static void reportThreads(const ParsedFile &file, const LoopDecision &decision, const Options &options,
                          llvm::raw_ostream &err) {
  const std::string &name = decision.entry->name;
  if (decision.threads && (options.remarkPassed || options.explain)) {
    const LoopDecision::Threads &threads = *decision.threads;
    std::string how = threads.inVectorPart ? "its vector part is divided among " : "as a whole, by ";
    how += threads.count ? std::to_string(threads.count) + " of them" : "as many as OpenMP has";
    if (threads.leastIterations)
      how += ", from " + std::to_string(threads.leastIterations) + " iterations on";
    line(file, decision.entry->loc, "remark",
         Decline(decision.entry->loc, Reason::Threaded, {name, how}).text() + tag(Reason::Threaded, options), err);
  }
  if (decision.noThreads && (options.remarkMissed || options.explain)) {
    const Decline no(decision.noThreads->loc, decision.noThreads->reason, decision.noThreads->args);
    line(file, no.loc, "remark", no.text() + tag(no.reason, options), err);
    if (!no.advice().empty())
      line(file, no.loc, "note", no.advice(), err);
  }
}

static void report(const ParsedFile &file, const LoopDecision &decision, const std::vector<Target> &targets,
                   const Options &options, llvm::raw_ostream &err) {
  Loc loc = decision.entry->loc;
  reportThreads(file, decision, options, err);
  if (decision.vectorized) {
    Decline text(loc, Reason::Vectorized, {vectorizedText(decision, targets)});
    if (options.remarkPassed || options.explain)
      line(file, loc, "remark", text.text() + tag(Reason::Vectorized, options), err);
    if (options.explain)
      explainPlans(decision, targets, err);
    for (const LoopEntry *part : llvm::ArrayRef(decision.parts).drop_front(decision.fused ? 1 : 0)) {
      const Decline joined(part->loc, Reason::Vectorized, {"in one with the loop at line " + std::to_string(loc.line)});
      if (options.remarkPassed || options.explain)
        line(file, part->loc, "remark", joined.text() + tag(Reason::Vectorized, options), err);
    }
    return;
  }
  if (decision.decline && (!anyVectorized(decision) || options.explain)) {
    Decline no(decision.decline->loc.isValid() ? decision.decline->loc : loc, decision.decline->reason,
               decision.decline->args);
    bool missed = rowOf(no.reason).kind == RemarkKind::Missed;
    if ((options.remarkMissed && missed) || options.explain) {
      line(file, no.loc, "remark",
           "loop '" + decision.entry->name + "' at line " + std::to_string(loc.line) + ": " + no.text() +
               tag(no.reason, options),
           err);
      if (!no.advice().empty())
        line(file, no.loc, "note", no.advice(), err);
    }
  }
  if (decision.noTimeTiles && options.explain) {
    const Decline no(decision.noTimeTiles->loc, decision.noTimeTiles->reason, decision.noTimeTiles->args);
    line(file, no.loc, "remark", no.text() + tag(no.reason, options), err);
  }
  for (const LoopDecision &inner : decision.inner)
    report(file, inner, targets, options, err);
}

void report(const ParsedFile &file, const std::vector<LoopDecision> &decisions, const std::vector<Target> &targets,
            const Options &options, llvm::raw_ostream &err) {
  if (options.explain || options.remarkPassed || options.remarkMissed)
    for (const LoopDecision &decision : decisions)
      report(file, decision, targets, options, err);
}

void reportStalePin(const ParsedFile &file, Loc loc, const Pin &pin, llvm::StringRef why, const Options &options,
                    llvm::raw_ostream &err) {
  const Decline text(loc, Reason::StalePin, {pin.loop, pin.function, why.str()});
  line(file, loc.isValid() ? loc : Loc{0, 1, 1}, options.explain ? "remark" : "warning",
       text.text() + (options.explain ? tag(Reason::StalePin, options) : "; " + text.advice()), err);
}

static void listInternalErrors(const LoopDecision &decision, std::vector<Remark> &into) {
  if (decision.decline && decision.decline->reason == Reason::InternalError)
    into.push_back(*decision.decline);
  if (decision.notFused)
    into.push_back(*decision.notFused);
  for (const LoopDecision &inner : decision.inner)
    listInternalErrors(inner, into);
}

bool warnOfInternalErrors(const ParsedFile &file, const std::vector<std::vector<LoopDecision>> &decisions,
                          const std::vector<Remark> &others, llvm::raw_ostream &err) {
  std::vector<Remark> errors;
  for (const std::vector<LoopDecision> &ofFunction : decisions)
    for (const LoopDecision &decision : ofFunction)
      listInternalErrors(decision, errors);
  llvm::append_range(errors, others);
  for (const Remark &error : errors) {
    Decline text(error.loc, error.reason, error.args);
    line(file, error.loc, "warning", text.text() + "; " + text.advice(), err);
  }
  return !errors.empty();
}

static void printSteps(const Plan &plan, const Target &target, llvm::StringRef only, llvm::raw_ostream &out) {
  if (!plan.built)
    return;
  auto show = [&](llvm::StringRef name, const Function &function) {
    if (!only.empty() && only != name)
      return;
    out << "// step " << name << "\n";
    print(function, out);
  };
  show("build", *plan.built);
  llvm::consumeError(lowerToNative(*plan.built, target, {plan.registerBits}, show).takeError());
}

void printWhat(const LoopDecision &decision, const std::vector<Target> &targets, const Options &options,
               llvm::raw_ostream &out) {
  llvm::StringRef what = options.print;
  bool all = what == "all";
  if (!decision.entry->nest) {
    if (decision.decline)
      out << "line " << decision.entry->loc.line
          << ": no nest: " << Decline(decision.decline->loc, decision.decline->reason, decision.decline->args).text()
          << "\n";
  } else {
    const Nest &nest = *decision.entry->nest;
    if (all || what == "nest")
      print(nest, out);
    if (decision.facts && (all || what == "deps"))
      printDependences(nest, *decision.facts, out);
    if (decision.facts && (all || what == "facts"))
      print(nest, *decision.facts, out);
    for (unsigned t = 0; t < decision.candidates.size(); ++t) {
      if (all || what == "plans")
        print(decision.candidates[t], nest, targets[t], out);
      llvm::StringRef step = what;
      if (all || step.consume_front("step:"))
        printSteps(decision.candidates[t].best(), targets[t], all ? "" : step, out);
    }
  }
  for (const LoopDecision &inner : decision.inner)
    printWhat(inner, targets, options, out);
}

std::vector<const LoopDecision *> unmetExpectations(const std::vector<LoopDecision> &decisions, bool allAnnotated) {
  std::vector<const LoopDecision *> unmet;
  for (const LoopDecision &decision : decisions) {
    const Clauses &clauses = decision.entry->clauses;
    bool expected = clauses.expectVectorized || (allAnnotated && clauses.annotated);
    if (expected && !anyVectorized(decision))
      unmet.push_back(&decision);
    for (const LoopDecision *inner : unmetExpectations(decision.inner, allAnnotated))
      unmet.push_back(inner);
  }
  return unmet;
}

ExitCode reportOn(const FileResult &result, const Options &options, llvm::raw_ostream &err) {
  ExitCode code = Written;
  for (const auto &decisions : result.decisions)
    report(result.file, decisions, result.targets, options, err);
  if (warnOfInternalErrors(result.file, result.decisions, result.composed.internalErrors, err) && options.strict)
    code = InternalFailure;
  for (const auto &decisions : result.decisions)
    for (const LoopDecision *decision : unmetExpectations(decisions, options.expectVectorized)) {
      err << result.file.path << ":" << decision->entry->loc.line << ":" << decision->entry->loc.column
          << ": error: this loop was expected to be vectorized";
      if (decision->decline)
        err << ": " << Decline(decision->decline->loc, decision->decline->reason, decision->decline->args).text();
      err << "\n";
      if (code == Written)
        code = ExpectationFailed;
    }
  return code;
}

} // namespace vecify
