// The pipeline for one file: parse, decide for every loop, compose the new text.
#pragma once
#include "Compose.h"
#include "Pins.h"

namespace vecify {

/// One file, from its name to the text that would be written.
struct FileResult {
  ParsedFile file;
  std::vector<Target> targets;
  bool inPlace = false; ///< the compile flags allow the (single) target everywhere
  KeptApart keptApart;
  PlanOptions plan;
  Pins pins;
  std::vector<std::vector<LoopDecision>> decisions; ///< per function
  Composed composed;
  Variants variants; ///< --form=variants
};

/// Parses the file and finds out what to plan for. What clang has to say goes to `err`.
llvm::Expected<FileResult> openFile(const std::string &path, const Options &options, llvm::raw_ostream &err);

/// The decisions for one function, under the pins of `result`.
std::vector<LoopDecision> decideFunction(const FileResult &result, unsigned function, const Options &options);

/// All of it: opened, pins read, decided and composed.
llvm::Expected<FileResult> vectorizeFile(const std::string &path, const Options &options, llvm::raw_ostream &err);

/// foo_simd.c -> foo_simd.h, for --form=variants.
std::string headerPath(const Options &options);

} // namespace vecify
