#include "SourceMap.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace vecify {

SourceMap::SourceMap(const SourceManager &sources, const LangOptions &language, llvm::StringRef text,
                     llvm::ArrayRef<Expansion> expansions)
    : Sources(sources), Language(language), Expansions(expansions), LineStarts{0} {
  for (size_t at = text.find('\n'); at != llvm::StringRef::npos; at = text.find('\n', at + 1))
    LineStarts.push_back(uint32_t(at + 1));
}

llvm::StringRef SourceMap::file() const { return Sources.getBufferData(Sources.getMainFileID()); }

std::optional<uint32_t> SourceMap::offsetOf(SourceLocation place) const {
  if (place.isInvalid())
    return std::nullopt;
  const auto [id, offset] = Sources.getDecomposedLoc(Sources.getFileLoc(place));
  if (id != Sources.getMainFileID())
    return std::nullopt;
  return offset;
}

Loc SourceMap::locOf(SourceLocation place) const {
  const std::optional<uint32_t> offset = offsetOf(place);
  if (!offset)
    return {};
  uint32_t original = *offset;
  for (const Expansion &expansion : Expansions) {
    if (expansion.range.begin >= *offset)
      break;
    const uint32_t within = std::min(*offset, expansion.range.end) - expansion.range.begin;
    original -= within;
    if (expansion.range.end <= *offset)
      original += uint32_t(expansion.original.size());
  }
  // clang would count the columns from the line's start each time.
  const auto next = llvm::upper_bound(LineStarts, original);
  const uint32_t line = uint32_t(next - LineStarts.begin());
  return {*offset, line, original - LineStarts[line - 1] + 1};
}

SourceLocation SourceMap::callerOf(SourceLocation place) const {
  return Sources.isMacroArgExpansion(place) ? Sources.getImmediateSpellingLoc(place)
                                            : Sources.getImmediateExpansionRange(place).getBegin();
}

TextRange SourceMap::rangeOf(SourceRange range) const {
  const std::optional<uint32_t> begin = offsetOf(range.getBegin());
  if (!begin)
    return {};
  // Inside the argument that the first token is in, the last one ends where it is written; a token of any other
  // expansion where the expansion ends: M(a, b) that stands for `a += b` ends behind the parenthesis. clang cuts an
  // argument into pieces; what they have in common is the parameter that they replace.
  const auto parameterOf = [&](SourceLocation place) {
    return Sources.isMacroArgExpansion(place) ? Sources.getImmediateExpansionRange(place).getBegin() : SourceLocation();
  };
  const auto isArgumentOfFirst = [&](SourceLocation place) {
    const SourceLocation parameter = parameterOf(place);
    for (SourceLocation first = range.getBegin(); parameter.isValid() && first.isMacroID(); first = callerOf(first))
      if (parameterOf(first) == parameter)
        return true;
    return false;
  };
  SourceLocation last = range.getEnd();
  while (last.isMacroID())
    last = isArgumentOfFirst(last) ? Sources.getImmediateSpellingLoc(last)
                                   : Sources.getImmediateExpansionRange(last).getEnd();
  const std::optional<uint32_t> lastOffset = offsetOf(last);
  if (!lastOffset)
    return {};
  const uint32_t end = *lastOffset + Lexer::MeasureTokenLength(last, Sources, Language);
  if (end < *begin)
    return {};
  return {*begin, end};
}

/// With which the text of a statement ends: the innermost one of `for (..) if (..) x = y;`.
static const Stmt *lastStatement(const Stmt *stmt) {
  while (true)
    if (const auto *loop = dyn_cast<ForStmt>(stmt))
      stmt = loop->getBody();
    else if (const auto *loop = dyn_cast<WhileStmt>(stmt))
      stmt = loop->getBody();
    else if (const auto *branch = dyn_cast<IfStmt>(stmt))
      stmt = branch->getElse() ? branch->getElse() : branch->getThen();
    else if (const auto *choice = dyn_cast<SwitchStmt>(stmt))
      stmt = choice->getBody();
    else if (const auto *label = dyn_cast<LabelStmt>(stmt))
      stmt = label->getSubStmt();
    else if (const auto *label = dyn_cast<SwitchCase>(stmt))
      stmt = label->getSubStmt();
    else if (const auto *attributed = dyn_cast<AttributedStmt>(stmt))
      stmt = attributed->getSubStmt();
    else
      return stmt;
}

TextRange SourceMap::rangeOf(const Stmt &stmt) const {
  TextRange range = rangeOf(stmt.getSourceRange());
  if (range.isEmpty() || file()[range.end - 1] == ';')
    return range;
  if (isa<CompoundStmt>(lastStatement(&stmt)))
    return range;
  // The semicolon is no part of an expression statement in clang's eyes.
  const SourceLocation fileStart = Sources.getLocForStartOfFile(Sources.getMainFileID());
  Lexer lexer(fileStart, Language, file().begin(), file().begin() + range.end, file().end());
  Token token;
  lexer.LexFromRawLexer(token);
  if (!token.is(tok::semi))
    return {}; // a macro's
  range.end = Sources.getFileOffset(token.getLocation()) + 1;
  return range;
}

std::string SourceMap::text(const Stmt &stmt) const {
  // A part of a macro's body, and of an argument: nowhere written as it is.
  if (Lexer::makeFileCharRange(CharSourceRange::getTokenRange(stmt.getSourceRange()), Sources, Language).isInvalid()) {
    std::string printed;
    llvm::raw_string_ostream out(printed);
    stmt.printPretty(out, nullptr, PrintingPolicy(Language));
    return printed;
  }
  std::string folded;
  bool isBlank = false;
  for (char c : text(rangeOf(stmt.getSourceRange()))) {
    if (isspace(static_cast<unsigned char>(c))) {
      isBlank = !folded.empty();
      continue;
    }
    if (isBlank)
      folded += ' ';
    isBlank = false;
    folded += c;
  }
  return folded;
}

SourceLocation SourceMap::startOfExpansion(SourceLocation place) const {
  if (!place.isMacroID())
    return {};
  SourceLocation begin;
  if (!Lexer::isAtStartOfMacroExpansion(place, Sources, Language, &begin))
    return {};
  return begin;
}

bool SourceMap::isExpandedOnce(SourceLocation place) const {
  for (; place.isMacroID(); place = callerOf(place))
    if (Sources.isMacroArgExpansion(place) && !isOnlyUse(Sources.getImmediateExpansionRange(place).getBegin()))
      return false;
  return true;
}

bool SourceMap::isOnlyUse(SourceLocation parameter) const {
  const auto [id, offset] = Sources.getDecomposedSpellingLoc(parameter);
  const llvm::StringRef text = Sources.getBufferData(id);
  size_t begin = text.rfind('\n', offset) + 1; // npos + 1 is 0
  while (begin > 1 && text.take_front(begin - 1).rtrim('\r').ends_with("\\"))
    begin = text.rfind('\n', begin - 2) + 1;
  Lexer lexer(Sources.getLocForStartOfFile(id), Language, text.begin(), text.begin() + begin, text.end());
  std::vector<std::pair<tok::TokenKind, llvm::StringRef>> tokens;
  Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(tok::eof) && (tokens.empty() || !token.isAtStartOfLine());
       lexer.LexFromRawLexer(token))
    tokens.push_back({token.getKind(), token.is(tok::raw_identifier) ? token.getRawIdentifier() : ""});
  // # define NAME ( parameters ) text
  const auto closing = llvm::find_if(tokens, [](const auto &t) { return t.first == tok::r_paren; });
  const llvm::StringRef name =
      text.substr(offset, Lexer::MeasureTokenLength(Sources.getSpellingLoc(parameter), Sources, Language));
  unsigned uses = 0;
  for (auto use = closing; use != tokens.end(); ++use) {
    if (use->second != name)
      continue;
    const auto next = std::next(use);
    ++uses;
    if (std::prev(use)->first == tok::hash || std::prev(use)->first == tok::hashhash ||
        (next != tokens.end() && next->first == tok::hashhash))
      return false;
  }
  return uses == 1;
}

std::optional<std::string> SourceMap::macroBodyOf(SourceLocation place) const {
  while (place.isMacroID()) {
    if (!Sources.isMacroArgExpansion(place))
      return Lexer::getImmediateMacroName(place, Sources, Language).str();
    place = Sources.getImmediateSpellingLoc(place);
  }
  return std::nullopt;
}

} // namespace vecify
