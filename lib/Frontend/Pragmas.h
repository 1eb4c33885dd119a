// The pragmas that vecify understands: collected while clang preprocesses, attached to the loop that follows.
//
//     #pragma vecify shape(i:16) unroll(2)
//     #pragma omp simd reduction(+:s)
//     for (...)
#pragma once
#include "vecify/Nest/Nest.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Pragma.h"
#include <memory>

namespace vecify {

class SourceMap;

struct PragmaToken {
  std::string text;
  clang::SourceLocation loc;
};

/// One pragma, by `#pragma` or `_Pragma`.
struct PragmaUse {
  enum Kind : uint8_t {
    Vecify,
    Omp,    ///< tokens after "omp"
    Gcc,    ///< "ivdep" or "novector"; also a bare ivdep
    Clang   ///< clang loop, unroll and their kin: what they say is in the AST
  };
  Kind kind = Vecify;
  clang::SourceLocation loc; ///< of the # or _Pragma
  std::vector<PragmaToken> tokens;
  /// What an OpenMP directive does with the loop behind it.
  enum Role : uint8_t {
    Encloses, ///< takes any statement: critical, parallel
    Simd,
    Divides ///< takes nothing but a loop, and gives its iterations away: parallel for, taskloop, tile
  };
  Role role = Encloses;
  bool isAlone = false; ///< _Pragma("...") in the file itself, or macros there that stand for that and nothing else
};

/// A promise about a variable, named as in the pragma.
struct Promise {
  std::string name; ///< without blanks
  std::optional<int64_t> lo, hi;
  int64_t multiple = 1;
  unsigned alignment = 1;
};

/// All that the pragmas before a loop say.
struct LoopPragmas {
  Clauses clauses;
  struct Reduction {
    std::string name;
    ReductionKind kind = ReductionKind::Add;
  };
  std::vector<Reduction> reductions;
  std::vector<std::string> privates;
  std::vector<Promise> promises;
  std::vector<std::vector<std::string>> noalias;
  int64_t collapse = 1;   ///< loops that omp simd speaks of
  bool offInside = false; ///< what switches this loop off holds for those inside too
  bool requests = false;  ///< a vecify clause asks for vectorization, so `off` contradicts it
  std::vector<PragmaToken> loopNames, variables; ///< named by clauses: must exist
  std::vector<clang::SourceLocation> consumed; ///< pragmas that must not stay before a rewritten loop
  std::string keptBy; ///< what stays before the loop and takes nothing but a loop

  /// What also holds for the loops inside.
  LoopPragmas inherited() const;
};

/// Watches the preprocessor. Install before parsing; `uses` is complete after it.
class PragmaCollector {
public:
  void install(clang::CompilerInstance &compiler);
  /// In the order of the translation unit.
  std::vector<PragmaUse> uses;

private:
  std::vector<std::unique_ptr<clang::PragmaHandler>> Lent; ///< handlers that the preprocessor lets go without delete
  friend class MainFileWatch;
};

/// The attribute or pragma by which the compiler shall not optimize the function, as text; empty if there is none.
std::string switchedOffBy(const clang::FunctionDecl &function, const SourceMap &source);
/// Reads the clauses of one use into `pragmas`; errors go to clang's diagnostics at their token.
void readClauses(const PragmaUse &use, LoopPragmas &pragmas, clang::DiagnosticsEngine &diagnostics);
/// The hints that clang hung on the loop (clang loop, unroll), and an OpenMP directive where OpenMP is on.
void readHints(const clang::Stmt *annotated, LoopPragmas &pragmas, const clang::ASTContext &ast);

} // namespace vecify
