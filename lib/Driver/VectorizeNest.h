// The pipeline for one tree of loops: which regions are rewritten, by which plans.
#pragma once
#include "Pins.h"
#include "vecify/Poly/Scop.h"
#include <memory>

namespace vecify {

/// What was decided for one loop of the source.
struct LoopDecision {
  /// Iterations run by several threads: of the loop itself, or of the first loop of its vector part.
  struct Threads {
    unsigned count = 0; ///< 0: as many as OpenMP likes
    bool inVectorPart = false;
    std::vector<std::string> privates; ///< variables of which each thread has its own
    std::string trip;                  ///< C expression of the trip count, compared with leastIterations
    uint64_t leastIterations = 0;      ///< fewer are not worth threads; 0: always
  };

  const LoopEntry *entry = nullptr;
  std::shared_ptr<const LoopEntry> fused; ///< what `entry` is where it stands for several loops of the source,
  std::vector<const LoopEntry *> parts;   ///< these, one behind the other
  std::optional<Facts> facts;             ///< of its nest
  std::optional<Remark> decline;          ///< why there is no nest, no facts, or no plan
  std::vector<Variant> variants;          ///< the schedules that the candidates' tiles lie in
  std::vector<Candidates> candidates;     ///< per target; empty when declined before planning
  bool vectorized = false;                ///< this very loop is rewritten
  std::vector<LoopDecision> inner;
  double cyclesPerRun = 0;           ///< as decided, on the first target
  double corePerRun = 0;             ///< of them the instructions', as if data were always at hand
  bool isPinned = false;             ///< the plan was measured (--tune), not chosen by its price
  std::optional<Pin> lostPin;        ///< names a plan that there is not
  std::optional<Remark> notFused;    ///< an internal error when it was planned with the loop behind it
  std::optional<Remark> noTimeTiles; ///< why its steps do not run in time tiles, where that would gain
  std::optional<Threads> threads;    ///< see Threads.h
  std::optional<Remark> noThreads;   ///< why not, where they were asked for
};

struct PlanningContext {
  const std::vector<Target> &targets;
  PlanOptions plan;
  const Options &options;
  const Pins &pins;
  llvm::StringRef text;          ///< of the file
  llvm::StringRef contradiction; ///< ParsedFile::contradiction
  bool signedWraps = false;      ///< -fwrapv
};

/// A shape clause that names an inner loop belongs to that loop: hands it down.
void passShapesDown(LoopEntry &entry);

/// Decides for `entry` and the loops inside it: the root vectorized, or some of the inner ones, or nothing.
LoopDecision decide(const LoopEntry &entry, const PlanningContext &context);

/// Whether a randomised run takes the one of two choices at `loc`.
bool coin(uint64_t seed, Loc loc);

/// Errors: as buildScop() and analyse().
llvm::Expected<Facts> analyseNest(const Nest &nest, const PolyOptions &options);

/// True if this loop or one inside it is rewritten.
bool anyVectorized(const LoopDecision &decision);

} // namespace vecify
