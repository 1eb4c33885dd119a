#include "Conditionals.h"
#include "vecify/Nest/TextInC.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace vecify {
namespace {

class Watcher : public PPCallbacks {
public:
  Watcher(const SourceManager &sources, std::set<uint32_t> &taken) : Sources(sources), Taken(taken) {}

  void If(SourceLocation word, SourceRange, ConditionValueKind value) override { note(word, value == CVK_True); }
  void Elif(SourceLocation word, SourceRange, ConditionValueKind value, SourceLocation) override {
    note(word, value == CVK_True);
  }
  void Ifdef(SourceLocation word, const Token &, const MacroDefinition &macro) override { note(word, bool(macro)); }
  void Ifndef(SourceLocation word, const Token &, const MacroDefinition &macro) override { note(word, !macro); }
  void Elifdef(SourceLocation word, const Token &, const MacroDefinition &macro) override { note(word, bool(macro)); }
  void Elifndef(SourceLocation word, const Token &, const MacroDefinition &macro) override { note(word, !macro); }

private:
  void note(SourceLocation word, bool isTaken) {
    if (isTaken && Sources.isInMainFile(word))
      Taken.insert(Sources.getFileOffset(word));
  }

  const SourceManager &Sources;
  std::set<uint32_t> &Taken;
};

struct Directive {
  llvm::StringRef word; ///< if, elifdef, endif, pragma ..
  uint32_t place = 0;   ///< of the word
  std::string rest;     ///< without comments
  llvm::StringRef line; ///< as written, for messages
  bool isConstant = true;
};

/// #if .. #endif, as far as it was read.
struct Group {
  llvm::StringRef line;
  std::vector<std::string> conditions; ///< that held or did not: `!defined(A)`
  bool isTaken = false;                ///< the branch that is being read
  bool wasTaken = false, mayChange = false, holdsText = false;
  size_t place = 0; ///< among all conditions; those of groups inside come behind
};

/// The condition of a branch, or its opposite.
std::string conditionOf(const Directive &directive, bool holds) {
  const bool isOpposite = directive.word.ends_with("ndef");
  if (directive.word.ends_with("def"))
    return (holds == isOpposite ? "!defined(" : "defined(") + directive.rest + ")";
  return (holds ? "" : "!") + operandInC(directive.rest); // beside && and behind !
}

/// Reads the directives of a range one by one.
class Reader {
public:
  Reader(TextRange range, const SourceMap &source)
      : End(range.end), Source(source),
        Raw(source.sources().getLocForStartOfFile(source.sources().getMainFileID()), source.language(),
            source.file().begin(), source.file().begin() + range.begin, source.file().end()) {
    Raw.LexFromRawLexer(Next);
  }

  /// `seesText`: there was something else in front of it. Nothing at the end of the range.
  std::optional<Directive> next(bool &seesText) {
    for (seesText = false; Next.isNot(tok::eof) && offset() < End;) {
      const bool isDirective = Next.is(tok::hash) && Next.isAtStartOfLine();
      const llvm::StringRef line = Source.file().substr(offset()).split('\n').first.rtrim("\r \t\\");
      Raw.LexFromRawLexer(Next);
      if (isDirective)
        return directive(line);
      seesText = true;
    }
    return std::nullopt;
  }

private:
  uint32_t offset() const { return Source.sources().getFileOffset(Next.getLocation()); }

  Directive directive(llvm::StringRef line) {
    Directive result;
    result.line = line;
    for (; Next.isNot(tok::eof) && !Next.isAtStartOfLine(); Raw.LexFromRawLexer(Next)) {
      if (result.word.empty() && Next.is(tok::raw_identifier)) {
        result.word = Next.getRawIdentifier();
        result.place = offset();
        continue;
      }
      result.isConstant &= Next.is(tok::numeric_constant);
      if (Next.hasLeadingSpace() && !result.rest.empty())
        result.rest += ' ';
      result.rest += Lexer::getSpelling(Next, Source.sources(), Source.language());
    }
    return result;
  }

  uint32_t End;
  const SourceMap &Source;
  Lexer Raw;
  Token Next;
};

} // namespace

void Conditionals::watch(Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<Watcher>(preprocessor.getSourceManager(), Taken));
}

Conditionals::Found Conditionals::in(TextRange range, const SourceMap &source) const {
  std::vector<Group> open;
  std::vector<std::string> all;
  std::string define;
  Reader reader(range, source);
  bool seesText = false;
  while (const std::optional<Directive> directive = reader.next(seesText)) {
    for (Group &group : open)
      group.holdsText |= seesText;
    const llvm::StringRef word = directive->word;
    const bool begins = word == "if" || word == "ifdef" || word == "ifndef";
    if (begins)
      open.push_back({directive->line, {}, false, false, false, false, all.size()});
    else if (word == "define" || word == "undef")
      define = "'" + directive->line.str() + "' besides conditional text";
    if (!begins && !word.starts_with("el") && word != "endif")
      continue;
    if (open.empty())
      return {"", "'" + directive->line.str() + "' without its #if"};
    Group &group = open.back();
    if (word != "endif") {
      group.isTaken = word == "else" ? !group.wasTaken : Taken.count(directive->place) > 0;
      // What follows the branch that is taken is not asked.
      if (word != "else" && !group.wasTaken)
        group.conditions.push_back(conditionOf(*directive, group.isTaken));
      group.wasTaken |= group.isTaken;
      group.mayChange |= !directive->isConstant;
      continue;
    }
    const Group ended = std::move(group);
    open.pop_back();
    // What stands in a branch that is not taken is not asked either.
    const bool isRead = llvm::all_of(open, [](const Group &outer) { return outer.isTaken; });
    if (!ended.mayChange || !ended.holdsText || !isRead)
      continue;
    all.insert(all.begin() + ended.place, ended.conditions.begin(), ended.conditions.end());
  }
  if (!open.empty())
    return {"", "'" + open.front().line.str() + "' without its #endif"};
  std::vector<std::string> once;
  for (std::string &condition : all)
    if (!llvm::is_contained(once, condition))
      once.push_back(std::move(condition));
  return {llvm::join(once, " && "), once.empty() ? "" : define};
}

} // namespace vecify
