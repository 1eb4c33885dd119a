#include "Pragmas.h"
#include "ClangVersion.h"
#include "Constants.h"
#include "clang/AST/Attr.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace vecify {
namespace {

/// By the words of a directive, those in parentheses left out.
PragmaUse::Role roleOf(llvm::ArrayRef<llvm::StringRef> words) {
  static constexpr llvm::StringLiteral dividing[] = {"for",  "simd",   "loop",        "taskloop", "distribute",
                                                     "tile", "unroll", "interchange", "reverse",  "stripe",
                                                     "fuse", "split",  "target",      "teams",    "metadirective"};
  if (!words.empty() && words[0] == "simd")
    return PragmaUse::Simd;
  const bool divides = llvm::any_of(words, [](llvm::StringRef word) { return llvm::is_contained(dividing, word); });
  return divides ? PragmaUse::Divides : PragmaUse::Encloses;
}

/// `tokens` is _Pragma("...") or NAME or NAME(...).
bool isOneCall(llvm::ArrayRef<Token> tokens) {
  if (tokens.empty() || !tokens[0].getIdentifierInfo() || tokens.size() == 1)
    return tokens.size() == 1 && tokens[0].getIdentifierInfo();
  unsigned depth = 0;
  for (const Token &token : tokens.drop_front()) {
    depth += token.is(tok::l_paren);
    if (depth == 0)
      return false;
    depth -= token.is(tok::r_paren);
    if (depth == 0)
      return &token == &tokens.back();
  }
  return false;
}

/// Each macro on the way from `_Pragma` to where the user wrote it gives the pragma alone.
bool standsAlone(SourceLocation pragma, const Preprocessor &pp) {
  const SourceManager &sources = pp.getSourceManager();
  while (pragma.isMacroID()) {
    if (sources.isMacroArgExpansion(pragma)) {
      pragma = sources.getImmediateSpellingLoc(pragma);
      continue;
    }
    const llvm::StringRef name = Lexer::getImmediateMacroName(pragma, sources, pp.getLangOpts());
    const MacroInfo *macro = pp.getMacroInfo(pp.getIdentifierInfo(name));
    if (!macro || !isOneCall(macro->tokens()))
      return false;
    pragma = sources.getImmediateExpansionRange(pragma).getBegin();
  }
  return true;
}

/// Records the tokens of a pragma, macros expanded, and keeps clang from warning of it.
class TokenRecorder : public PragmaHandler {
public:
  TokenRecorder(llvm::StringRef name, PragmaUse::Kind kind, bool keepsName, std::vector<PragmaUse> &uses)
      : PragmaHandler(name), Kind(kind), KeepsName(keepsName), Uses(uses) {}

  void HandlePragma(Preprocessor &pp, PragmaIntroducer introducer, Token &first) override {
    PragmaUse use;
    use.kind = Kind;
    use.loc = introducer.Loc;
    use.isAlone = introducer.Kind == PIK__Pragma && standsAlone(introducer.Loc, pp);
    if (KeepsName)
      use.tokens.push_back({pp.getSpelling(first), first.getLocation()});
    Token token;
    for (pp.Lex(token); token.isNot(tok::eod) && token.isNot(tok::eof); pp.Lex(token))
      use.tokens.push_back({pp.getSpelling(token), token.getLocation()});
    if (Kind == PragmaUse::Omp) {
      unsigned depth = 0;
      llvm::SmallVector<llvm::StringRef, 8> words;
      for (const PragmaToken &word : use.tokens) {
        depth -= word.text == ")" && depth > 0;
        if (depth == 0)
          words.push_back(word.text);
        depth += word.text == "(";
      }
      use.role = roleOf(words);
    }
    Uses.push_back(std::move(use));
  }

private:
  PragmaUse::Kind Kind;
  bool KeepsName;
  std::vector<PragmaUse> &Uses;
};

/// `#pragma scop`: marks a region for other tools, promises nothing.
class Ignored : public PragmaHandler {
public:
  explicit Ignored(llvm::StringRef name) : PragmaHandler(name) {}
  void HandlePragma(Preprocessor &pp, PragmaIntroducer, Token &) override { pp.DiscardUntilEndOfDirective(); }
};

} // namespace

/// Sees every pragma begin: notes those that clang reads itself, and takes over `omp` from the parser, which registers
/// a handler that only warns when OpenMP is off.
class MainFileWatch : public PPCallbacks {
public:
  MainFileWatch(PragmaCollector &collector, Preprocessor &pp) : Collector(collector), Pp(pp) {}

  void FileChanged(SourceLocation, FileChangeReason, SrcMgr::CharacteristicKind, FileID) override {
    if (HasTaken || Pp.getLangOpts().OpenMP)
      return;
    HasTaken = true;
    auto recorder = std::make_unique<TokenRecorder>("omp", PragmaUse::Omp, false, Collector.uses);
    Pp.RemovePragmaHandler(recorder.get()); // by its name: the parser's
    Pp.AddPragmaHandler(recorder.get());    // and the parser takes it out again by that name
    Collector.Lent.push_back(std::move(recorder));
  }

  void PragmaDirective(SourceLocation loc, PragmaIntroducerKind introducer) override {
    const SourceManager &sources = Pp.getSourceManager();
    if (introducer != PIK_HashPragma || loc.isMacroID())
      return;
    bool isInvalid = false;
    const char *text = sources.getCharacterData(loc, &isInvalid);
    if (isInvalid)
      return;
    llvm::StringRef line = llvm::StringRef(text).split('\n').first;
    const auto word = [&] {
      line = line.ltrim(" \t#");
      const llvm::StringRef taken = line.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
      line = line.drop_front(taken.size());
      return taken;
    };
    word(); // pragma
    const llvm::StringRef first = word(), second = word();
    const bool isHint = (first == "clang" && second == "loop") ||
                        (first == "GCC" && (second == "unroll" || second == "nounroll")) || first == "unroll" || first == "nounroll" ||
                        first == "unroll_and_jam" || first == "nounroll_and_jam";
    if (isHint)
      Collector.uses.push_back({PragmaUse::Clang, loc, {}});
    else if (first == "omp" && Pp.getLangOpts().OpenMP)
      Collector.uses.push_back({PragmaUse::Omp, loc, {}, roleOf(second)}); // its clauses are in the AST
  }

private:
  PragmaCollector &Collector;
  Preprocessor &Pp;
  bool HasTaken = false;
};

void PragmaCollector::install(CompilerInstance &compiler) {
  Preprocessor &pp = compiler.getPreprocessor();
  pp.AddPragmaHandler(new TokenRecorder("vecify", PragmaUse::Vecify, false, uses));
  pp.AddPragmaHandler(new TokenRecorder("ivdep", PragmaUse::Gcc, true, uses));
  for (const char *name : {"ivdep", "novector"})
    pp.AddPragmaHandler("GCC", new TokenRecorder(name, PragmaUse::Gcc, true, uses));
  pp.AddPragmaHandler(new Ignored("scop"));
  pp.AddPragmaHandler(new Ignored("endscop"));
  pp.addPPCallbacks(std::make_unique<MainFileWatch>(*this, pp));
}

LoopPragmas LoopPragmas::inherited() const {
  LoopPragmas inner;
  inner.promises = promises;
  inner.noalias = noalias;
  inner.reductions = reductions;
  inner.clauses.fp = clauses.fp;
  inner.clauses.fpStrict = clauses.fpStrict;
  inner.clauses.fpContract = clauses.fpContract;
  inner.clauses.mathUlp = clauses.mathUlp;
  inner.clauses.loc = clauses.loc;
  if (collapse > 1) {
    inner.collapse = collapse - 1;
    inner.clauses.annotated = true;
    inner.clauses.independent = clauses.independent;
    inner.consumed = consumed;
    inner.keptBy = keptBy;
  }
  if (offInside) {
    inner.offInside = inner.clauses.off = true;
    inner.clauses.offBy = clauses.offBy;
  }
  return inner;
}

void readHints(const Stmt *annotated, LoopPragmas &pragmas, const ASTContext &ast) {
  Clauses &clauses = pragmas.clauses;
  const auto numberOf = [&](const LoopHintAttr *hint) -> int64_t {
    return constantInt(hint->getValue(), ast).value_or(0);
  };
  if (const auto *attributed = dyn_cast<AttributedStmt>(annotated))
    for (const Attr *attr : attributed->getAttrs()) {
      const auto *hint = dyn_cast<LoopHintAttr>(attr);
      if (!hint)
        continue;
      switch (hint->getOption()) {
      case LoopHintAttr::Vectorize:
        if (hint->getState() == LoopHintAttr::Disable) {
          clauses.off = true;
          clauses.offBy = "#pragma clang loop vectorize(disable)";
        } else {
          clauses.annotated = true;
          clauses.independent |= hint->getState() == LoopHintAttr::AssumeSafety;
        }
        break;
      case LoopHintAttr::VectorizeWidth: {
        const int64_t width = numberOf(hint);
        if (width == 1) {
          clauses.off = true;
          clauses.offBy = "#pragma clang loop vectorize_width(1)";
        } else {
          clauses.annotated = true;
          clauses.width = width;
        }
        break;
      }
      case LoopHintAttr::InterleaveCount:
        clauses.unroll = numberOf(hint);
        break;
      default: // unrolling and distribution of scalar code are the next compiler's business
        break;
      }
    }
  if (const auto *based = dyn_cast<OMPLoopBasedDirective>(annotated)) {
    pragmas.collapse = std::max<int64_t>(pragmas.collapse, based->getLoopsNumber());
    if (based->getDirectiveKind() != llvm::omp::OMPD_simd)
      pragmas.keptBy = "a loop that OpenMP divides";
  }
  const auto *directive = dyn_cast<OMPLoopDirective>(annotated);
  if (!directive)
    return;
  const OpenMPDirectiveKind kind = directive->getDirectiveKind();
  clauses.parallelFor |= kind == llvm::omp::OMPD_parallel_for || kind == llvm::omp::OMPD_for ||
                         kind == llvm::omp::OMPD_parallel_for_simd || kind == llvm::omp::OMPD_for_simd;
  if (!isOpenMPSimdDirective(kind))
    return;
  clauses.annotated = clauses.independent = true;
  const auto constantOf = [&](const clang::Expr *expr) -> int64_t {
    return constantInt(expr, ast).value_or(0);
  };
  const auto nameOf = [](const clang::Expr *expr) -> std::string {
    const auto *ref = dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
    return ref ? ref->getNameInfo().getAsString() : "";
  };
  for (const OMPClause *clause : directive->clauses()) {
    if (const auto *safelen = dyn_cast<OMPSafelenClause>(clause)) {
      clauses.safelen = constantOf(safelen->getSafelen());
    } else if (const auto *simdlen = dyn_cast<OMPSimdlenClause>(clause)) {
      clauses.width = constantOf(simdlen->getSimdlen());
    } else if (const auto *collapse = dyn_cast<OMPCollapseClause>(clause)) {
      pragmas.collapse = constantOf(collapse->getNumForLoops());
    } else if (const auto *aligned = dyn_cast<OMPAlignedClause>(clause)) {
      for (const clang::Expr *var : variablesOf(*aligned)) {
        Promise promise;
        promise.name = nameOf(var);
        promise.alignment = std::max<int64_t>(1, constantOf(aligned->getAlignment()));
        pragmas.promises.push_back(promise);
      }
    } else if (const auto *priv = dyn_cast<OMPPrivateClause>(clause)) {
      for (const clang::Expr *var : variablesOf(*priv))
        pragmas.privates.push_back(nameOf(var));
    } else if (const auto *reduction = dyn_cast<OMPReductionClause>(clause)) {
      if (reduction->getModifier() == OMPC_REDUCTION_inscan)
        clauses.independent = false;
      const std::string op = reduction->getNameInfo().getName().getAsString();
      std::optional<ReductionKind> combine;
      if (op == "operator+" || op == "operator-")
        combine = ReductionKind::Add;
      else if (op == "operator*")
        combine = ReductionKind::Mul;
      else if (op == "operator&")
        combine = ReductionKind::And;
      else if (op == "operator|")
        combine = ReductionKind::Or;
      else if (op == "operator^")
        combine = ReductionKind::Xor;
      else if (op == "min")
        combine = ReductionKind::Min;
      else if (op == "max")
        combine = ReductionKind::Max;
      if (!combine)
        clauses.independent = false;
      else
        for (const clang::Expr *var : variablesOf(*reduction))
          pragmas.reductions.push_back({nameOf(var), *combine});
    }
  }
}

} // namespace vecify
