#include "Includes.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"

using namespace clang;

namespace vecify {
namespace {

class IncludeWatch : public PPCallbacks {
public:
  IncludeWatch(Preprocessor &preprocessor, std::vector<Include> &into) : Pp(preprocessor), Into(into) {}

  void InclusionDirective(SourceLocation hash, const Token &, llvm::StringRef name, bool isAngled,
                          CharSourceRange nameRange, OptionalFileEntryRef, llvm::StringRef, llvm::StringRef,
                          const Module *, bool, SrcMgr::CharacteristicKind) override {
    const SourceManager &sources = Pp.getSourceManager();
    if (Depth > 0 || sources.getFileID(hash) != sources.getMainFileID())
      return;
    const SourceLocation nameEnd = sources.getExpansionRange(nameRange).getEnd();
    Into.push_back({(isAngled ? "<" + name + ">" : "\"" + name + "\"").str(), nextLine(sources.getFileOffset(nameEnd))});
  }

  void If(SourceLocation place, SourceRange, ConditionValueKind) override { enter(place, 1); }
  void Ifdef(SourceLocation place, const Token &, const MacroDefinition &) override { enter(place, 1); }
  void Ifndef(SourceLocation place, const Token &, const MacroDefinition &) override { enter(place, 1); }
  void Endif(SourceLocation place, SourceLocation) override { enter(place, -1); }

private:
  /// Counts the conditions that are open in the main file.
  void enter(SourceLocation place, int by) {
    if (Pp.getSourceManager().isWrittenInMainFile(place))
      Depth += by;
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
  std::vector<Include> &Into;
  int Depth = 0;
};

} // namespace

void watchIncludes(Preprocessor &preprocessor, std::vector<Include> &into) {
  preprocessor.addPPCallbacks(std::make_unique<IncludeWatch>(preprocessor, into));
}

} // namespace vecify
