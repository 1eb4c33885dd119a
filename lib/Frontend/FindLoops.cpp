#include "FindLoops.h"
#include "vecify/Support/Contain.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/Lexer.h"
#include <functional>

using namespace clang;

namespace vecify {
namespace {

class LoopFinder {
public:
  LoopFinder(const FileContext &file, const FunctionDecl &function, std::vector<PragmaUse> &uses,
             DiagnosticsEngine &diagnostics)
      : File(file), Function(function), Facts(function), Uses(uses), Diagnostics(diagnostics) {}

  std::vector<LoopEntry> run() {
    list(Function.getBody());
    attachPragmas();
    std::vector<LoopEntry> entries;
    find(Function.getBody(), 0, pragmasOfFunction(), entries);
    return entries;
  }

private:
  /// Calls `visit` on each loop that is not inside another one, with what stands around it (attributes, OpenMP).
  void forOutermost(const Stmt *stmt, llvm::function_ref<void(const Stmt *loop, const Stmt *annotated)> visit) const {
    if (!stmt)
      return;
    const Stmt *loop = stripToLoop(stmt);
    if (loopParts(loop, File.ast))
      return visit(loop, stmt);
    if (const auto *captured = dyn_cast<CapturedStmt>(stmt))
      return forOutermost(captured->getCapturedStmt(), visit);
    for (const Stmt *child : stmt->children())
      forOutermost(child, visit);
  }

  /// Counts statements and notes all loops, in source order.
  struct Size {
    unsigned statements = 0, depth = 0;
  };
  Size list(const Stmt *stmt) {
    Size size;
    if (!stmt)
      return size;
    const Stmt *loop = stripToLoop(stmt);
    const bool isLoop = loopParts(loop, File.ast).has_value();
    if (isLoop) {
      Loops.push_back(loop);
      stmt = loop;
    }
    const auto addChild = [&](const Stmt *child) {
      const Size inner = list(child);
      size.statements += inner.statements;
      size.depth = std::max(size.depth, inner.depth);
    };
    if (const auto *block = dyn_cast<CompoundStmt>(stmt))
      noteNeighbours(*block);
    if (const auto *captured = dyn_cast<CapturedStmt>(stmt))
      addChild(captured->getCapturedStmt());
    else if (!isa<clang::Expr>(stmt) || isa<StmtExpr>(stmt))
      for (const Stmt *child : stmt->children())
        addChild(child);
    if (!isa<CompoundStmt>(stmt))
      ++size.statements;
    if (isLoop) {
      ++size.depth;
      Sizes[loop] = size;
    }
    return size;
  }

  void noteNeighbours(const CompoundStmt &block) {
    bool isBehindLoop = false;
    for (const Stmt *child : block.body()) {
      const bool isLoop = loopParts(child, File.ast).has_value();
      if (isLoop && isBehindLoop)
        BehindLoop.insert(child);
      isBehindLoop = isLoop;
    }
  }

  void error(SourceLocation where, const std::string &text) {
    Diagnostics.Report(where, Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << text;
  }

  void attachPragmas() {
    const SourceManager &sources = File.source.sources();
    const auto isBefore = [&](SourceLocation a, SourceLocation b) { return sources.isBeforeInTranslationUnit(a, b); };
    for (PragmaUse &use : Uses) {
      if (use.loc.isInvalid() || isBefore(use.loc, Function.getBody()->getBeginLoc()) ||
          isBefore(Function.getEndLoc(), use.loc))
        continue;
      const auto next =
          llvm::find_if(Loops, [&](const Stmt *loop) { return isBefore(use.loc, loopParts(loop, File.ast)->keyword); });
      if (use.kind == PragmaUse::Omp && !use.tokens.empty() &&
          (use.tokens[0].text == "ordered" || use.tokens[0].text == "scan"))
        Orderings.push_back(use.loc);
      // The standards' pragmas belong to the statement behind them, which may not be a loop.
      else if (next != Loops.end() &&
               (use.kind == PragmaUse::Vecify || isDirectlyBefore(use.loc, loopParts(*next, File.ast)->keyword)))
        Attached[*next].push_back(use);
      else if (use.kind == PragmaUse::Vecify)
        error(use.loc, "'#pragma vecify' is not followed by a loop");
      use.loc = SourceLocation(); // taken
    }
  }

  /// Nothing but pragmas and comments lies between a pragma and the loop.
  bool isDirectlyBefore(SourceLocation pragma, SourceLocation keyword) const {
    const std::optional<uint32_t> from = File.source.offsetOf(pragma), to = File.source.offsetOf(keyword);
    if (!from || !to || *to <= *from)
      return from == to; // both in one macro
    const SourceManager &sources = File.source.sources();
    const llvm::StringRef text = File.source.file();
    Lexer lexer(sources.getLocForStartOfFile(sources.getMainFileID()), File.source.language(), text.begin(),
                text.begin() + *from, text.end());
    Token token;
    bool inDirective = false, inOperator = false;
    unsigned depth = 0;
    while (!lexer.LexFromRawLexer(token)) {
      if (sources.getFileOffset(token.getLocation()) >= *to)
        return true;
      if (token.isAtStartOfLine())
        inDirective = token.is(tok::hash);
      if (inDirective || depth > 0 || inOperator) {
        depth += token.is(tok::l_paren);
        depth -= depth > 0 && token.is(tok::r_paren);
        inOperator &= depth > 0;
        continue;
      }
      // _Pragma("...") and macros that stand for it
      if (!token.is(tok::raw_identifier))
        return false;
      inOperator = true;
    }
    return false;
  }

  /// What holds for all loops.
  LoopPragmas pragmasOfFunction() const {
    LoopPragmas pragmas;
    pragmas.clauses.offBy = switchedOffBy(Function, File.source);
    pragmas.clauses.off = pragmas.offInside = !pragmas.clauses.offBy.empty();
    if (pragmas.offInside)
      pragmas.clauses.loc = File.source.locOf(Function.getLocation());
    return pragmas;
  }

  /// Names of the loop and of all loops inside it.
  void namesOf(const Stmt *loop, std::vector<std::string> &names) const {
    names.push_back(loopName(*loopParts(loop, File.ast)));
    for (const Stmt *child : loop->children())
      forOutermost(child, [&](const Stmt *inner, const Stmt *) { namesOf(inner, names); });
  }

  LoopPragmas pragmasOf(const Stmt *loop, const Stmt *annotated, const LoopPragmas &outer) {
    LoopPragmas pragmas = outer.inherited();
    std::vector<std::string> names;
    namesOf(loop, names);
    for (const Clauses::Dim &dim : outer.clauses.shape)
      if (llvm::is_contained(names, dim.loop)) {
        pragmas.clauses.shape.push_back(dim);
        pragmas.clauses.annotated = true;
      }
    const auto attached = Attached.find(loop);
    if (attached != Attached.end())
      for (const PragmaUse &use : attached->second) {
        if (!pragmas.clauses.loc.isValid() || attached->second.front().loc == use.loc)
          pragmas.clauses.loc = File.source.locOf(use.loc);
        if (use.kind != PragmaUse::Omp || !use.tokens.empty())
          readClauses(use, pragmas, Diagnostics);
        if (use.kind == PragmaUse::Omp && use.role != PragmaUse::Simd)
          continue;
        // Ours is harmless to others.
        if (isDirective(use.loc) || (use.isAlone && use.kind != PragmaUse::Vecify))
          pragmas.consumed.push_back(use.loc);
        else if (use.kind != PragmaUse::Vecify)
          pragmas.keptBy = "a loop behind _Pragma";
      }
    for (const Stmt *wrapper = annotated; wrapper && wrapper != loop;) {
      readHints(wrapper, pragmas, File.ast);
      if (!isByDirective(wrapper, loop))
        pragmas.keptBy = "a loop behind _Pragma";
      if (const auto *attributed = dyn_cast<AttributedStmt>(wrapper))
        wrapper = attributed->getSubStmt();
      else if (const auto *directive = dyn_cast<OMPLoopBasedDirective>(wrapper))
        wrapper = directive->getAssociatedStmt();
      else if (const auto *captured = dyn_cast<CapturedStmt>(wrapper))
        wrapper = captured->getCapturedStmt();
      else
        break;
    }
    for (SourceLocation ordering : Orderings)
      if (!File.source.sources().isBeforeInTranslationUnit(ordering, loop->getBeginLoc()) &&
          File.source.sources().isBeforeInTranslationUnit(ordering, loop->getEndLoc()))
        pragmas.clauses.independent = false; // omp ordered, omp scan
    for (const PragmaToken &name : pragmas.loopNames)
      if (!llvm::is_contained(names, name.text))
        error(name.loc,
              "no loop of this nest is named '" + name.text + "'; its loops are '" + llvm::join(names, "', '") + "'");
    for (const PragmaToken &name : pragmas.variables) {
      const bool isName = llvm::all_of(name.text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
      if (isName && !isDeclared(name.text))
        error(name.loc, "no variable is named '" + name.text + "' here");
    }
    return pragmas;
  }

  /// What clang made `wrapper` of, if it takes nothing but a loop, can be commented out.
  bool isByDirective(const Stmt *wrapper, const Stmt *loop) const {
    const auto *attributed = dyn_cast<AttributedStmt>(wrapper);
    const bool isHint = attributed && llvm::any_of(attributed->getAttrs(), llvm::IsaPred<LoopHintAttr>);
    if (!isHint && !isa<OMPLoopBasedDirective>(wrapper))
      return true;
    const auto attached = Attached.find(loop);
    return attached != Attached.end() && llvm::any_of(attached->second, [&](const PragmaUse &use) {
             return use.kind == (isHint ? PragmaUse::Clang : PragmaUse::Omp) && isDirective(use.loc);
           });
  }

  bool isDirective(SourceLocation pragma) const {
    const std::optional<uint32_t> offset = File.source.offsetOf(pragma);
    return offset && File.source.file()[*offset] == '#';
  }

  bool isDeclared(llvm::StringRef name) const {
    if (Facts.declaresName(name))
      return true;
    const auto found = File.ast.getTranslationUnitDecl()->lookup(&File.ast.Idents.get(name));
    return !found.empty();
  }

  void find(const Stmt *stmt, unsigned depth, const LoopPragmas &outer, std::vector<LoopEntry> &into) {
    forOutermost(stmt, [&](const Stmt *loop, const Stmt *annotated) {
      const LoopPragmas pragmas = pragmasOf(loop, annotated, outer);
      LoopEntry entry = enter(loop, depth, pragmas);
      entry.isBehindLoop = BehindLoop.contains(loop);
      for (const Stmt *child : loop->children())
        find(child, depth + 1, pragmas, entry.inner);
      into.push_back(std::move(entry));
    });
  }

  LoopEntry enter(const Stmt *loop, unsigned depth, const LoopPragmas &pragmas) {
    const LoopParts parts = *loopParts(loop, File.ast);
    LoopEntry entry;
    entry.loc = File.source.locOf(parts.keyword);
    entry.name = loopName(parts);
    entry.clauses = pragmas.clauses;
    const auto refuse = [&](Reason reason, std::vector<std::string> args = {}) {
      entry.decline = Remark{entry.loc, reason, std::move(args)};
      return entry;
    };
    if (const auto macro = File.source.macroBodyOf(parts.keyword); macro && !isHeadMacro(parts)) {
      entry.writtenBy = invocationsAround(*loop);
      return refuse(Reason::MacroBody, {*macro});
    }
    if (!File.source.isInMainFile(parts.keyword)) {
      entry.loc = File.source.locOf(Function.getLocation());
      return refuse(Reason::InHeader);
    }
    if (!File.source.isExpandedOnce(parts.keyword))
      return refuse(Reason::UnsupportedStmt, {"an argument that its macro uses more than once, or as text,"});
    if (File.ast.getTypeSize(File.ast.VoidPtrTy) != 64)
      return refuse(Reason::UnsupportedType, {"32-bit pointer"});
    if (File.ast.getTargetInfo().isBigEndian())
      return refuse(Reason::UnsupportedType, {"big-endian"});
    if (!pragmas.keptBy.empty())
      return refuse(Reason::UnsupportedStmt, {pragmas.keptBy});
    const Size size = Sizes.lookup(loop);
    if (size.depth > File.options.maxDepth)
      return refuse(Reason::TooDeep, {std::to_string(size.depth) + " nested loops"});
    if (size.statements > File.options.maxStatements)
      return refuse(Reason::TooDeep, {std::to_string(size.statements) + " statements"});
    std::optional<Source> source = sourceOf(loop, parts, depth, pragmas);
    if (!source) {
      entry.writtenBy = invocationsAround(*loop);
      return refuse(Reason::MacroBody, {"that ends inside it"});
    }
    if (declaresType(source->forInit))
      return refuse(Reason::UnsupportedStmt, {"a type that the loop's head declares"});
    Conditionals::Found conditional = File.conditionals.in(source->loop, File.source);
    if (source->inMacroArgument && !conditional.holds.empty())
      conditional.cut = "conditional text in a macro's argument";
    if (!conditional.cut.empty())
      return refuse(Reason::LabelInside, {conditional.cut});
    source->holds = std::move(conditional.holds);

    std::optional<Extracted> extracted;
    if (llvm::Error crash = contain([&] { extracted = extract(loop, parts, pragmas, !source->forInit.isEmpty()); })) {
      entry.decline = remarkOf(std::move(crash), entry.loc);
    } else if (auto *remark = std::get_if<Remark>(&extracted->result)) {
      entry.decline = std::move(*remark);
    } else {
      entry.nest = std::move(std::get<Nest>(extracted->result));
      entry.nest->source = *source;
      entry.nest->source.conditionHasEffects |= entry.nest->endsByExit;
      entry.nest->source.hoistInit = extracted->hoistsInit;
      entry.nest->source.outerVariables = Facts.changedOuterVariables(loop);
      entry.nest->source.fileVariables = Facts.fileVariables(loop);
      entry.nest->source.usedFromOutside = Facts.usedFromOutside(loop);
      // Compilers warn of types of a function that it does not use; whether this loop does is not looked at.
      for (const Decl *decl : Function.decls())
        if (const auto *alias = dyn_cast<TypedefNameDecl>(decl))
          entry.nest->source.usedFromOutside.insert(alias->getNameAsString());
    }
    return entry;
  }

  /// sizeof(struct s { int x; }): a type of the loop's own, which what stands in the place of `init` would not declare.
  bool declaresType(TextRange init) const {
    return llvm::any_of(Function.decls(), [&](const Decl *decl) {
      const std::optional<uint32_t> offset =
          isa<TagDecl>(decl) ? File.source.offsetOf(decl->getLocation()) : std::nullopt;
      return offset && *offset >= init.begin && *offset < init.end;
    });
  }

  /// Where the macros are invoked that write the loop's beginning and its end.
  std::vector<uint32_t> invocationsAround(const Stmt &loop) const {
    std::vector<uint32_t> begins;
    const SourceManager &sources = File.source.sources();
    for (SourceLocation place : {loop.getBeginLoc(), loop.getEndLoc()})
      if (place.isMacroID() && sources.isWrittenInMainFile(sources.getExpansionLoc(place)))
        begins.push_back(sources.getFileOffset(sources.getExpansionLoc(place)));
    return begins;
  }

  struct Extracted {
    std::variant<Nest, Remark> result;
    bool hoistsInit = false;
  };
  Extracted extract(const Stmt *loop, const LoopParts &parts, const LoopPragmas &pragmas, bool mayHoist) const {
    NestExtractor extractor(File, Facts, loop, pragmas);
    Extracted plain{extractor.run()};
    if (extractor.wantsHoistedInit() && mayHoist && isa<clang::Expr>(parts.init)) {
      auto hoisted = NestExtractor(File, Facts, loop, pragmas, /*hoistsInit=*/true).run();
      if (std::holds_alternative<Nest>(hoisted))
        return {std::move(hoisted), true};
    }
    return plain;
  }

  /// Where the loop's text lies; nothing if that is not one piece of the file.
  std::optional<Source> sourceOf(const Stmt *loop, const LoopParts &parts, unsigned depth,
                                 const LoopPragmas &pragmas) const {
    Source source;
    source.function = Function.getNameAsString();
    source.loop = File.source.rangeOf(*loop);
    if (isHeadMacro(parts))
      source.expandedHead = headText(parts);
    source.functionDecl = File.source.rangeOf(Function.getSourceRange());
    source.isFor = parts.kind == LoopParts::For;
    source.isDo = parts.kind == LoopParts::Do;
    source.conditionHasEffects = parts.condition && parts.condition->HasSideEffects(File.ast);
    source.inMacroArgument = parts.keyword.isMacroID();
    source.depth = depth;
    source.mayBeInlined = Function.isReferenced() || Function.isInlined();
    const llvm::StringRef text = File.source.file();
    if (source.loop.isEmpty())
      return std::nullopt;
    const size_t lineStart = text.rfind('\n', source.loop.begin) + 1; // npos + 1 is 0
    source.indent = text.substr(lineStart).take_while([](char c) { return c == ' ' || c == '\t'; }).str();
    source.body = File.source.rangeOf(*parts.body);
    if (source.body.begin < source.loop.begin || source.body.end > source.loop.end)
      source.body = {};
    if (!source.expandedHead.empty()) {
      if (source.body.isEmpty())
        return std::nullopt;
    } else if (source.isFor) {
      const std::optional<TextRange> init = initRange(source.loop);
      if (!init)
        return std::nullopt;
      source.forInit = *init;
    }
    for (SourceLocation where : pragmas.consumed) {
      const std::optional<uint32_t> offset = File.source.offsetOf(where);
      if (offset)
        source.pragmas.push_back(text[*offset] == '#' ? lineRange(*offset) : callRange(*offset, source.loop.begin));
    }
    return source;
  }

  /// FOR_EACH(i, n) { ... }: the macro gives the loop's head and nothing else, the body is the user's.
  bool isHeadMacro(const LoopParts &parts) const {
    const SourceLocation begin = File.source.startOfExpansion(parts.keyword);
    return begin.isValid() && parts.kind != LoopParts::Do && begin.isFileID() && File.source.isInMainFile(begin) &&
           parts.body->getBeginLoc().isFileID() && File.source.isInMainFile(parts.body->getBeginLoc());
  }

  /// What follows the init: "; i < n; i++)", or for a while loop "while (i < n)".
  std::string headText(const LoopParts &parts) const {
    const auto print = [&](const clang::Expr *expr) {
      std::string text;
      llvm::raw_string_ostream os(text);
      if (expr)
        expr->printPretty(os, nullptr, File.ast.getPrintingPolicy());
      return text;
    };
    if (parts.kind == LoopParts::While)
      return "while (" + print(parts.condition) + ")";
    return "; " + print(parts.condition) + "; " + print(parts.increment) + ")";
  }

  /// The whole directive, continued lines included, without the last newline.
  TextRange lineRange(uint32_t offset) const {
    const llvm::StringRef text = File.source.file();
    const uint32_t begin = text.rfind('\n', offset) + 1;
    size_t end = text.find('\n', offset);
    while (end != llvm::StringRef::npos && end > 0 && text.slice(begin, end).rtrim("\r").ends_with("\\"))
      end = text.find('\n', end + 1);
    return {begin, uint32_t(std::min(end, text.size()))};
  }

  /// _Pragma("..."), or the macro that stands for it, up to its last parenthesis if it has any before `limit`.
  TextRange callRange(uint32_t offset, uint32_t limit) const {
    const SourceManager &sources = File.source.sources();
    const llvm::StringRef text = File.source.file();
    Lexer lexer(sources.getLocForStartOfFile(sources.getMainFileID()), File.source.language(), text.begin(),
                text.begin() + offset, text.end());
    Token token;
    lexer.LexFromRawLexer(token);
    uint32_t end = sources.getFileOffset(token.getLocation()) + token.getLength();
    unsigned depth = 0;
    do {
      lexer.LexFromRawLexer(token);
      depth += token.is(tok::l_paren);
      if (depth == 0 || token.is(tok::eof) || sources.getFileOffset(token.getLocation()) >= limit)
        break;
      end = sources.getFileOffset(token.getLocation()) + token.getLength();
      depth -= token.is(tok::r_paren);
    } while (depth > 0);
    return {offset, end};
  }

  /// Between the parenthesis after `for` and the first semicolon.
  std::optional<TextRange> initRange(TextRange loop) const {
    const SourceManager &sources = File.source.sources();
    const llvm::StringRef text = File.source.file();
    Lexer lexer(sources.getLocForStartOfFile(sources.getMainFileID()), File.source.language(), text.begin(),
                text.begin() + loop.begin, text.end());
    Token token;
    unsigned depth = 0;
    std::optional<uint32_t> begin;
    while (!lexer.LexFromRawLexer(token)) {
      const uint32_t offset = sources.getFileOffset(token.getLocation());
      if (offset >= loop.end)
        break;
      if (token.isOneOf(tok::l_paren, tok::l_brace, tok::l_square)) {
        if (depth++ == 0)
          begin = offset + 1;
      } else if (token.isOneOf(tok::r_paren, tok::r_brace, tok::r_square)) {
        --depth;
      } else if (token.is(tok::semi) && depth == 1 && begin) {
        return TextRange{*begin, offset};
      }
    }
    return std::nullopt;
  }

  const FileContext &File;
  const FunctionDecl &Function;
  const FunctionFacts Facts;
  std::vector<PragmaUse> &Uses;
  DiagnosticsEngine &Diagnostics;
  std::vector<const Stmt *> Loops;
  llvm::DenseMap<const Stmt *, Size> Sizes;
  llvm::DenseSet<const Stmt *> BehindLoop; ///< what stands in one block, directly behind another loop
  llvm::DenseMap<const Stmt *, std::vector<PragmaUse>> Attached;
  std::vector<SourceLocation> Orderings; ///< omp ordered, omp scan: iterations that are not independent
};

} // namespace

std::vector<LoopEntry> findLoops(const FileContext &file, const FunctionDecl &function, std::vector<PragmaUse> &uses,
                                 DiagnosticsEngine &diagnostics) {
  return LoopFinder(file, function, uses, diagnostics).run();
}

} // namespace vecify
