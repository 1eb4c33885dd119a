#include "ExpandMacros.h"
#include "clang/Lex/TokenConcatenation.h"

using namespace clang;

namespace vecify {

/// Finds what must stay: _Pragma leaves no tokens that could be printed, and the system's macros are nobody's to read.
class InvocationWatcher : public PPCallbacks {
public:
  explicit InvocationWatcher(Invocations &invocations) : All(invocations) {}
  void PragmaDirective(SourceLocation place, PragmaIntroducerKind) override { All.keep(place); }
  void MacroExpands(const Token &name, const MacroDefinition &macro, SourceRange, const MacroArgs *) override {
    const MacroInfo *info = macro.getMacroInfo();
    if (name.getLocation().isFileID() && info && All.isOfSystem(info->getDefinitionLoc()))
      All.keep(name.getLocation());
  }

private:
  Invocations &All;
};

namespace {

/// Nobody reviews more than that.
constexpr size_t mostTokens = 4000;

/// Tokens in lines: a new one after each statement and brace, two blanks for each block.
class TokenPrinter {
public:
  TokenPrinter(Preprocessor &preprocessor, llvm::StringRef indent)
      : Lexed(preprocessor), Concatenation(preprocessor), Indent(indent.str()) {}

  std::string print(llvm::ArrayRef<Token> tokens) {
    for (size_t t = 0; t < tokens.size(); ++t) {
      const bool isLast = t + 1 == tokens.size();
      put(tokens[t], isLast ? nullptr : &tokens[t + 1]);
    }
    return std::move(Text);
  }

private:
  enum Brace : uint8_t { Block, OfDo, OfType, OfInitializer };

  void put(const Token &token, const Token *next) {
    const bool closes = token.is(tok::r_brace) && !Open.empty();
    if (closes && Open.back() != OfInitializer)
      EndsLine = !Text.empty();
    if (EndsLine) {
      if (const llvm::StringRef note = noteOfFallingThrough(token); !note.empty())
        Text += " " + note.str();
      Text += "\n" + Indent + std::string(2 * (depth() - (closes ? 1 : 0)), ' ');
    }
    else if (!Text.empty() &&
             (token.hasLeadingSpace() || token.isAtStartOfLine() || Concatenation.AvoidConcat(BeforeLast, Last, token)))
      Text += ' ';
    EndsLine = false;
    Text += Lexed.getSpelling(token);
    follow(token, next);
    BeforeLast = Last;
    Last = token;
  }

  /// The comment in front of a label without which compilers warn; no token stands for it.
  llvm::StringRef noteOfFallingThrough(const Token &token) const {
    if (!token.isOneOf(tok::kw_case, tok::kw_default))
      return "";
    const SourceManager &sources = Lexed.getSourceManager();
    const auto [file, end] = sources.getDecomposedSpellingLoc(token.getLocation());
    const auto [fileBefore, before] = sources.getDecomposedSpellingLoc(Last.getLocation());
    if (file != fileBefore || before + Last.getLength() > end)
      return "";
    const llvm::StringRef between = sources.getBufferData(file).slice(before + Last.getLength(), end);
    const size_t from = between.find("/*"), to = between.find("*/");
    const bool isNote = between.contains_insensitive("fall") && from != llvm::StringRef::npos && to > from;
    return isNote ? between.slice(from, to + 2) : "";
  }

  /// Blocks that are indented.
  size_t depth() const {
    return llvm::count_if(Open, [](Brace brace) { return brace != OfInitializer; });
  }

  void follow(const Token &token, const Token *next) {
    switch (token.getKind()) {
    case tok::l_paren:
    case tok::l_square:
      ++Parentheses;
      break;
    case tok::r_paren:
    case tok::r_square:
      --Parentheses;
      break;
    case tok::equal:
    case tok::kw_return:
      IsValue |= Parentheses == 0;
      break;
    case tok::kw_struct:
    case tok::kw_union:
    case tok::kw_enum:
      IsType |= Parentheses == 0;
      break;
    case tok::l_brace:
      Open.push_back(Parentheses > 0 || IsValue           ? OfInitializer
                     : Last.is(tok::kw_do)                ? OfDo
                     : IsType && Last.isNot(tok::r_paren) ? OfType
                                                          : Block);
      if (Open.back() != OfInitializer)
        endStatement();
      break;
    case tok::r_brace: {
      const Brace brace = Open.empty() ? Block : Open.back();
      if (!Open.empty())
        Open.pop_back();
      const bool goesOn = !next || next->isOneOf(tok::kw_else, tok::semi, tok::comma, tok::r_paren) ||
                          (brace == OfDo && next->is(tok::kw_while));
      if (brace == Block || brace == OfDo)
        EndsLine = !goesOn;
      break;
    }
    case tok::semi:
      if (Parentheses == 0 && (Open.empty() || Open.back() != OfInitializer))
        endStatement();
      break;
    default:
      break;
    }
  }

  void endStatement() {
    EndsLine = true;
    IsValue = IsType = false;
  }

  Preprocessor &Lexed;
  TokenConcatenation Concatenation;
  const std::string Indent;
  std::string Text;
  std::vector<Brace> Open;
  int Parentheses = 0;
  bool EndsLine = false;
  bool IsValue = false, IsType = false; ///< of the statement so far: has an `=`, declares a structure
  Token Last{}, BeforeLast{};
};

} // namespace

Invocations::Invocation *Invocations::invocationAt(SourceLocation place) {
  const SourceManager &sources = Lexed->getSourceManager();
  if (!place.isMacroID())
    return nullptr;
  const CharSourceRange range = sources.getExpansionRange(place);
  const auto [file, begin] = sources.getDecomposedLoc(range.getBegin());
  if (file != sources.getMainFileID())
    return nullptr;
  Invocation &invocation = ByBegin[begin];
  if (invocation.end == 0)
    invocation.end = sources.getFileOffset(range.getEnd()) +
                     Lexer::MeasureTokenLength(range.getEnd(), sources, Lexed->getLangOpts());
  return &invocation;
}

void Invocations::keep(SourceLocation place) {
  const auto [file, begin] = Lexed->getSourceManager().getDecomposedExpansionLoc(place);
  if (file == Lexed->getSourceManager().getMainFileID())
    ByBegin[begin].staysAsItIs = true;
}

bool Invocations::isOfSystem(SourceLocation place) const { return Lexed->getSourceManager().isInSystemHeader(place); }

void Invocations::note(const Token &token) {
  Invocation *invocation = invocationAt(token.getLocation());
  if (!invocation || invocation->staysAsItIs)
    return;
  const IdentifierInfo *name = token.getIdentifierInfo();
  invocation->staysAsItIs =
      token.isAnnotation() || (name && name->hasMacroDefinition()) || invocation->tokens.size() >= mostTokens;
  invocation->tokens.push_back(token);
}

void Invocations::watch(Preprocessor &preprocessor) {
  Lexed = &preprocessor;
  preprocessor.setTokenWatcher([this](const Token &token) { note(token); });
  preprocessor.addPPCallbacks(std::make_unique<InvocationWatcher>(*this));
}

std::string Invocations::expand(llvm::StringRef text, const std::set<uint32_t> &wanted,
                                std::vector<Expansion> &expansions) const {
  std::string result;
  const bool isDos = text.split('\n').first.ends_with("\r");
  uint32_t done = 0;
  for (const uint32_t begin : wanted) {
    const auto found = ByBegin.find(begin);
    if (found == ByBegin.end() || begin < done || found->second.staysAsItIs || found->second.end > text.size())
      continue;
    const llvm::StringRef original = text.slice(begin, found->second.end);
    if (original.contains("/*") || original.contains("//") || original.contains('#'))
      continue;
    const size_t line = text.rfind('\n', begin) + 1; // npos + 1 is 0
    const llvm::StringRef indent = text.substr(line).take_while([](char c) { return c == ' ' || c == '\t'; });
    std::string printed = TokenPrinter(*Lexed, indent).print(found->second.tokens);
    if (isDos)
      for (size_t at = printed.find('\n'); at != std::string::npos; at = printed.find('\n', at + 2))
        printed.insert(at, "\r");
    result += text.slice(done, begin);
    const auto place = uint32_t(result.size());
    result += printed;
    expansions.push_back({{place, uint32_t(result.size())}, original.str()});
    done = found->second.end;
  }
  return result + text.substr(done).str();
}

} // namespace vecify
