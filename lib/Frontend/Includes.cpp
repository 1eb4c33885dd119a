#include "Includes.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"

using namespace clang;

namespace vecify {
namespace {

class IncludeWatch : public PPCallbacks {
public:
  IncludeWatch(Preprocessor &preprocessor, ParsedFile &file) : Pp(preprocessor), File(file) {}

  void InclusionDirective(SourceLocation hash, const Token &, llvm::StringRef name, bool isAngled,
                          CharSourceRange nameRange, OptionalFileEntryRef, llvm::StringRef, llvm::StringRef,
                          const Module *, bool, SrcMgr::CharacteristicKind) override {
    const SourceManager &sources = Pp.getSourceManager();
    if (sources.getFileID(hash) != sources.getMainFileID())
      return;
    const SourceLocation nameEnd = sources.getExpansionRange(nameRange).getEnd();
    const Include include{(isAngled ? "<" + name + ">" : "\"" + name + "\"").str(),
                          nextLine(sources.getFileOffset(nameEnd))};
    LastDirective = sources.getFileOffset(hash);
    if (Depth == 0)
      File.includes.push_back(include);
    if (Depth == unsigned(Guard.isValid()))
      Guarded.push_back(include);
  }

  void FileChanged(SourceLocation place, FileChangeReason reason, SrcMgr::CharacteristicKind, FileID) override {
    if (reason == ExitFile && isInMainFile(place) && !Forbidden && LastDirective && isMallocForbidden())
      Forbidden = LastDirective;
  }

  void If(SourceLocation place, SourceRange, ConditionValueKind) override { enter(place); }
  void Ifdef(SourceLocation place, const Token &, const MacroDefinition &) override { enter(place); }
  void Ifndef(SourceLocation place, const Token &name, const MacroDefinition &) override {
    // Every directive begins with a # that `place` does not point at; nothing else may come first.
    if (isInMainFile(place) && Depth == 0 && isOnlyDirectiveUpTo(place)) {
      Guard = place;
      File.guard.name = name.getIdentifierInfo()->getName().str();
    }
    enter(place);
  }
  void Elif(SourceLocation, SourceRange, ConditionValueKind, SourceLocation of) override { noteElse(of); }
  void Elifdef(SourceLocation, const Token &, const MacroDefinition &) override { noteElse(Guard); }
  void Elifdef(SourceLocation, SourceRange, SourceLocation of) override { noteElse(of); }
  void Elifndef(SourceLocation, const Token &, const MacroDefinition &) override { noteElse(Guard); }
  void Elifndef(SourceLocation, SourceRange, SourceLocation of) override { noteElse(of); }
  void Else(SourceLocation, SourceLocation of) override { noteElse(of); }
  void Endif(SourceLocation place, SourceLocation of) override {
    if (!isInMainFile(place))
      return;
    --Depth;
    if (of == Guard && !HasElse)
      IsGuarded = !tokenAfter(Pp.getSourceManager().getFileOffset(place)).has_value();
  }

  void MacroDefined(const Token &name, const MacroDirective *) override {
    if (!File.guard.begin && Guard.isValid() && isInMainFile(name.getLocation()) &&
        name.getIdentifierInfo()->getName() == File.guard.name)
      File.guard.begin = nextLine(Pp.getSourceManager().getFileOffset(name.getLocation()));
  }

  void EndOfMainFile() override {
    if (IsGuarded && File.guard.begin)
      File.includes = Guarded;
    else
      File.guard = {};
    if (Forbidden)
      llvm::erase_if(File.includes, [&](const Include &include) { return include.end > *Forbidden; });
  }

private:
  bool isInMainFile(SourceLocation place) const { return Pp.getSourceManager().isWrittenInMainFile(place); }

  /// <immintrin.h> calls malloc and free, which some projects forbid: #pragma GCC poison malloc, #define malloc do_not
  bool isMallocForbidden() const {
    return llvm::any_of(llvm::ArrayRef<const char *>{"malloc", "free"}, [&](const char *name) {
      const IdentifierInfo *identifier = Pp.getIdentifierInfo(name);
      return identifier->isPoisoned() || identifier->hasMacroDefinition();
    });
  }

  void enter(SourceLocation place) { Depth += isInMainFile(place); }

  void noteElse(SourceLocation of) { HasElse |= of == Guard && Guard.isValid(); }

  /// Where the first token behind the one at `offset` begins, if there is one.
  std::optional<uint32_t> tokenAfter(uint32_t offset) const {
    const SourceManager &sources = Pp.getSourceManager();
    const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    Lexer lexer(sources.getLocForStartOfFile(sources.getMainFileID()), Pp.getLangOpts(), text.begin(),
                text.begin() + offset, text.end());
    Token token;
    lexer.LexFromRawLexer(token);
    lexer.LexFromRawLexer(token);
    if (token.is(tok::eof))
      return std::nullopt;
    return sources.getFileOffset(token.getLocation());
  }

  /// The first token of the file is the # in front of `place`.
  bool isOnlyDirectiveUpTo(SourceLocation place) const {
    const SourceManager &sources = Pp.getSourceManager();
    const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    Lexer lexer(sources.getLocForStartOfFile(sources.getMainFileID()), Pp.getLangOpts(), text.begin(), text.begin(),
                text.end());
    Token token;
    lexer.LexFromRawLexer(token);
    lexer.LexFromRawLexer(token);
    return token.getLocation() == place;
  }

  /// The start of the line after `offset`; a comment that begins before it is skipped.
  uint32_t nextLine(uint32_t offset) const {
    const SourceManager &sources = Pp.getSourceManager();
    const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    Lexer lexer(sources.getLocForStartOfFile(sources.getMainFileID()), Pp.getLangOpts(), text.begin(),
                text.begin() + offset, text.end());
    lexer.SetCommentRetentionState(true);
    size_t end = offset;
    for (Token token;;) {
      lexer.LexFromRawLexer(token);
      const size_t begin = sources.getFileOffset(token.getLocation());
      const size_t newline = text.slice(end, begin).find('\n');
      if (newline != llvm::StringRef::npos)
        return uint32_t(end + newline + 1);
      if (token.is(tok::eof))
        return uint32_t(text.size());
      end = begin + token.getLength();
    }
  }

  Preprocessor &Pp;
  ParsedFile &File;
  unsigned Depth = 0;   ///< conditions that are open in the main file
  SourceLocation Guard; ///< the first directive, if it is #ifndef
  bool HasElse = false, IsGuarded = false;
  std::optional<uint32_t> LastDirective; ///< where the last #include begins
  std::optional<uint32_t> Forbidden;     ///< where the one begins that forbids malloc
  std::vector<Include> Guarded;          ///< includes that nothing but the guard encloses
};

} // namespace

void watchIncludes(Preprocessor &preprocessor, ParsedFile &file) {
  preprocessor.addPPCallbacks(std::make_unique<IncludeWatch>(preprocessor, file));
}

uint32_t topOf(llvm::StringRef text) { return text.starts_with("\xEF\xBB\xBF") ? 3 : 0; }

uint32_t preamblePlace(const ParsedFile &file, uint32_t limit) {
  uint32_t place = file.guard.name.empty() ? topOf(file.text) : file.guard.begin;
  for (const Include &include : file.includes)
    if (include.end <= limit)
      place = include.end;
  return place;
}

} // namespace vecify
