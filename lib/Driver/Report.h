// What the user is told: remarks at source locations, explanations, and the dumps of --print.
#pragma once
#include "VectorizeNest.h"

namespace vecify {

struct FileResult;

/// All that is to be said of a file, unmet expectations too: ExpectationFailed, InternalFailure under --strict, or
/// Written.
ExitCode reportOn(const FileResult &result, const Options &options, llvm::raw_ostream &err);

/// -Rpass, -Rpass-missed and --explain, in source order.
void report(const ParsedFile &file, const std::vector<LoopDecision> &decisions, const std::vector<Target> &targets,
            const Options &options, llvm::raw_ostream &err);

/// Warns that a pin of --tune is ignored. Without a place: of a function that is gone.
void reportStalePin(const ParsedFile &file, Loc loc, const Pin &pin, llvm::StringRef why, const Options &options,
                    llvm::raw_ostream &err);

/// Warns, whatever was asked for, of every nest that a bug of ours has left alone: those of `decisions` and `others`.
/// True if there is one.
bool warnOfInternalErrors(const ParsedFile &file, const std::vector<std::vector<LoopDecision>> &decisions,
                          const std::vector<Remark> &others, llvm::raw_ostream &err);

/// --print=...
void printWhat(const LoopDecision &decision, const std::vector<Target> &targets, const Options &options,
               llvm::raw_ostream &out);

/// Loops that a pragma names and that stayed as they were.
std::vector<const LoopDecision *> unmetExpectations(const std::vector<LoopDecision> &decisions, bool allAnnotated);

} // namespace vecify
