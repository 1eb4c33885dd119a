// From a C file to nests, by clang. The only door: nobody else sees a clang header.
#pragma once
#include "vecify/Nest/Nest.h"
#include "vecify/Support/Decline.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace vecify {

enum class FpMode : uint8_t { FromFlags, Strict, Contract, Fast };

struct FrontendOptions {
  std::vector<std::string> compileFlags; ///< what follows "--", or the entry of compile_commands.json
  std::string buildDir;                  ///< -p; empty: none
  FpMode fp = FpMode::FromFlags;
  unsigned maxDepth = 64;         ///< deeper nests are declined with TooDeep
  unsigned maxStatements = 4000;  ///< per nest
  unsigned maxOperations = 16384; ///< per expression
};

/// A loop of the source with the nest rooted at it, or why there is none, and the loops inside it.
struct LoopEntry {
  Loc loc;
  std::string name; ///< "i", "while"
  std::optional<Nest> nest;
  std::optional<Remark> decline;   ///< set where `nest` is not
  std::vector<uint32_t> writtenBy; ///< where the invocations of macros begin that the loop is declined for
  Clauses clauses;                 ///< also when declined (expect(vectorized) must be reported)
  bool isBehindLoop = false;       ///< directly, in the same block: behind the entry before this one
  std::vector<LoopEntry> inner;
};

/// A member of a struct, or what it is made of where that is a struct itself.
struct MemberInfo {
  std::string path;    ///< "gain", "pos.x", "ends[1].x"; an array of numbers without subscripts
  std::string element; ///< a type that can be written anywhere: of what it holds, or bytes
};

struct ParameterInfo {
  std::string name, type, declaration; ///< "const float *restrict", "const float *restrict a"
  std::string element;                 ///< innermost element type for pointers, else the type itself
  bool isPointer = false, isConst = false, isRestrict = false, isFloat = false, isSigned = true;
  unsigned elementBytes = 0;
  bool isSize = false;           ///< integer that reaches a loop bound or a subscript
  bool isIndexArray = false;     ///< its elements are used as subscripts
  std::string endOf;             ///< the earlier pointer parameter that it is compared with, or empty
  std::optional<int64_t> lo, hi; ///< promised range
  int64_t multiple = 1;
  int64_t rowElements = 1;         ///< of a pointer to rows of constant length, T (*)[4]: elements of a row
  std::vector<MemberInfo> members; ///< of the struct that it points to; none if they cannot be told apart
};

struct FunctionEntry {
  std::string name, returnType;
  bool isStatic = false, isVariadic = false;
  std::vector<ParameterInfo> parameters;
  std::vector<LoopEntry> loops; ///< outermost loops in source order
  TextRange definition;         ///< from the first specifier to the closing brace
  TextRange nameRange;          ///< the name in it; empty where a macro makes the name
  Loc loc;
  bool touchesMemoryInLoopsOnly = false; ///< what is no loop computes with scalars
};

/// An #include of the main file that no declaration encloses, and no #if, the include guard aside.
struct Include {
  std::string name; ///< as written: "<stddef.h>"
  uint32_t end = 0; ///< where the next line begins
};

/// #ifndef NAME, #define NAME ... #endif around all of the file.
struct IncludeGuard {
  std::string name;   ///< empty: there is none
  uint32_t begin = 0; ///< of what it guards: the line after #define
};

/// Text that has taken the place of a macro's invocation.
struct Expansion {
  TextRange range; ///< in ParsedFile::text
  std::string original;
};

struct ParsedFile {
  std::string path;
  std::string text;     ///< what the ranges below count in: the file, with macros that write loops expanded
  std::string original; ///< the file
  std::vector<Expansion> expansions; ///< in order
  std::vector<Include> includes;
  IncludeGuard guard;
  std::set<std::string> macros;      ///< names that are a macro anywhere in the file or its headers
  std::set<std::string> declared;    ///< outside of all functions, by the file or its headers; not by the system's
  std::set<std::string> identifiers; ///< all that the file and its headers mention
  std::vector<FunctionEntry> functions;
  std::vector<std::string> externalVariables; ///< file-scope, defined here, with external linkage
  std::string triple;                         ///< of the compile flags: "x86_64-...", "aarch64-..."
  bool isAArch64 = false;                     ///< aarch64-linux-gnu, arm64-apple-macosx
  std::string cpu;                            ///< that the flags tune for: "x86-64", "znver5"
  std::map<std::string, bool> features;       ///< of the compile flags: "avx2", "fma", ..., and glibc's "libmvec"
  bool includesLibrary = false;               ///< <stdlib.h>
  std::string contradiction; ///< why <stddef.h>, <stdint.h>, <stdlib.h>, <immintrin.h> cannot stand in front of it
  std::set<std::string> macrosAside;      ///< which those headers must not see
  bool contractsAcrossStatements = false; ///< -ffp-contract=fast or -ffast-math in force
  bool signedWraps = false;               ///< -fwrapv
  bool hasGappedTables = false;           ///< initializers leave out elements before others: {1, [20] = 5}
  bool wantsDeclarationsFirst = false;    ///< -Wdeclaration-after-statement
  bool isGnu89 = false;                   ///< no `restrict`, no counters declared by for statements
};

/// Where the text begins: behind a byte order mark.
uint32_t topOf(llvm::StringRef text);

/// After the last #include above `limit` that no #if encloses; else the top of the file, inside its include guard.
uint32_t preamblePlace(const ParsedFile &file, uint32_t limit);

/// Parses `path` and extracts every loop of every function of the main file, in source order.
///
/// Errors: a user error with clang's own diagnostics already printed to `diagnostics`: syntax errors, missing or
/// unreadable file, malformed or contradictory pragmas (error at the token). Nothing is ever written.
llvm::Expected<ParsedFile> parseFile(llvm::StringRef path, const FrontendOptions &options,
                                     llvm::raw_ostream &diagnostics);

/// The root loop's text, unchanged but for its start: resumes from the iteration `done` (a C expression of type
/// ptrdiff_t: completed iterations). A for loop's init is replaced, other loops get assignments in front:
///
///     for (int i = 0; i < n; i++) s += a[i];   ->   for (int i = (int)i_done; i < n; i++) s += a[i];
///
/// May be several statements; the caller wraps it in a block. Every line is moved to start with `indent`, but for
/// directives.
///
/// `doneIsAllOrNothing`: `done` is 0 or the trip count. `staysScalar`: next to nothing is left, and the next compiler
/// is to make no vectors of it.
std::string resumeLoop(const Nest &nest, llvm::StringRef fileText, llvm::StringRef done, bool doneIsAllOrNothing,
                       bool staysScalar, llvm::StringRef indent);

/// What the loop leaves in variables that are declared outside of it, once `done` iterations have run; may be empty.
std::string assignCounters(const Nest &nest, llvm::StringRef done);

/// A replacement of a byte range of the file.
struct TextEdit {
  TextRange range;
  std::string text;
};
/// Applies non-overlapping edits, those at one place in their order; everything else stays byte-for-byte.
std::string applyEdits(llvm::StringRef text, std::vector<TextEdit> edits);

} // namespace vecify
