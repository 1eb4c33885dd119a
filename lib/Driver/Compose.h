// From decisions to the new text of the file.
#pragma once
#include "KeepApart.h"
#include "VectorizeNest.h"

namespace vecify {

/// The new file, or the original text where nothing was rewritten.
struct Composed {
  std::string text;
  std::string header; ///< of a form that makes a header too
  bool changed = false;
  /// A function of which at least one loop was rewritten.
  struct Function {
    std::string name;
    bool reassociates = false;      ///< float results may differ: a sum reordered or a product fused by permission
    bool promisesDistinct = false;  ///< a pragma promises what overlapping arguments would break
  };
  std::vector<Function> rewrittenFunctions;    ///< in source order
  std::vector<Remark> internalErrors;          ///< nests left alone because of a bug of ours
};

/// Applies the decisions to `file`. `inPlace`: the compile flags allow the (single) target everywhere.
Composed compose(const ParsedFile &file, const std::vector<std::vector<LoopDecision>> &decisions,
                 const std::vector<Target> &targets, const KeptApart &apart, bool inPlace, const Options &options);

/// --target=cuda: the file as CUDA C++, and a header; C++ also where nothing was rewritten.
Composed composeCuda(const ParsedFile &file, const std::vector<std::vector<LoopDecision>> &decisions,
                     const Target &target, const KeptApart &apart, const Options &options, llvm::StringRef headerName);

/// --form=variants: only the vectorized functions, one copy per target named f_avx2 ..., and their header. Both empty
/// where nothing was vectorized.
struct Variants {
  std::string source, header;
  std::vector<Remark> internalErrors;
};
Variants composeVariants(const ParsedFile &file, const std::vector<std::vector<LoopDecision>> &decisions,
                         const std::vector<Target> &targets, const KeptApart &apart, const Options &options,
                         llvm::StringRef headerName);

/// Identifiers that occur anywhere in the text.
std::set<std::string> identifiersOf(llvm::StringRef text);

/// Names that the output must not reuse: those of the text, and macros of its headers.
std::set<std::string> reservedNames(const ParsedFile &file);

} // namespace vecify
