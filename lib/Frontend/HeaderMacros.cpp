#include "HeaderMacros.h"
#include "clang/Lex/PPCallbacks.h"

using namespace clang;

namespace vecify {
namespace {

/// A keyword, or a type of <stddef.h> and <stdint.h>.
bool isInOurText(const IdentifierInfo &name, const LangOptions &language) {
  const llvm::StringRef text = name.getName();
  if (text.starts_with("_"))
    return text == "__attribute__" || text == "__asm__";
  return name.isKeyword(language) || text.ends_with("_t") || text == "errno";
}

class Watch : public PPCallbacks {
public:
  Watch(Preprocessor &preprocessor, uint32_t begin, uint32_t end, HeaderMacros &found)
      : Pp(preprocessor), Begin(begin), End(end), Found(found) {}

  void MacroExpands(const Token &name, const MacroDefinition &macro, SourceRange, const MacroArgs *) override {
    if (isUsers(macro.getMacroInfo()) && isInHeaders(name.getLocation()))
      note(name, Found.expanded);
  }

  void MacroDefined(const Token &name, const MacroDirective *definition) override {
    const MacroDirective *before = definition->getPrevious();
    if (before && before->isDefined() && isUsers(before->getMacroInfo()) && isInHeaders(name.getLocation()))
      note(name, Found.replaced);
  }

  void MacroUndefined(const Token &name, const MacroDefinition &macro, const MacroDirective *) override {
    if (isUsers(macro.getMacroInfo()) && isInHeaders(name.getLocation()))
      note(name, Found.replaced);
  }

  void EndOfMainFile() override {
    // Ours say `static inline __attribute__((always_inline))`; the headers of the compiler that reads the output may
    // say
    // `__extension__ extern __inline`, whatever those of this one say.
    for (const auto &macro : Pp.macros()) {
      const IdentifierInfo &name = *macro.first;
      const bool isOfHeaders = name.getName() == "inline" || name.getName().starts_with("__");
      const MacroInfo *definition = Pp.getMacroInfo(&name);
      if (isOfHeaders && name.isKeyword(Pp.getLangOpts()) && isUsers(definition) && !isSpelling(name, *definition))
        Found.replaced.insert(name.getName().str());
    }
  }

private:
  /// #define inline __inline, as autoconf writes it for old compilers.
  static bool isSpelling(const IdentifierInfo &keyword, const MacroInfo &macro) {
    return macro.getNumTokens() == 1 && macro.getReplacementToken(0).is(keyword.getTokenID());
  }

  bool isUsers(const MacroInfo *macro) const {
    const SourceManager &sources = Pp.getSourceManager();
    return macro && !macro->isBuiltinMacro() && macro->getDefinitionLoc().isValid() &&
           !sources.isInSystemHeader(macro->getDefinitionLoc()) &&
           !sources.isWrittenInBuiltinFile(macro->getDefinitionLoc());
  }

  bool isInHeaders(SourceLocation place) const {
    const SourceManager &sources = Pp.getSourceManager();
    auto at = sources.getDecomposedExpansionLoc(place);
    if (at.first == sources.getMainFileID())
      return false;
    while (at.first.isValid() && at.first != sources.getMainFileID())
      at = sources.getDecomposedIncludedLoc(at.first);
    return at.first.isValid() && at.second >= Begin && at.second < End;
  }

  void note(const Token &name, std::set<std::string> &into) {
    const IdentifierInfo &identifier = *name.getIdentifierInfo();
    // _GNU_SOURCE, _POSIX_C_SOURCE: meant for the headers; #define __inline static is not
    if (identifier.getName().starts_with("_") && !identifier.isKeyword(Pp.getLangOpts()))
      return;
    into.insert(identifier.getName().str());
    if (isInOurText(identifier, Pp.getLangOpts()))
      Found.necessary.insert(identifier.getName().str());
  }

  Preprocessor &Pp;
  uint32_t Begin, End;
  HeaderMacros &Found;
};

} // namespace

void watchHeaderMacros(Preprocessor &preprocessor, uint32_t begin, uint32_t end, HeaderMacros &found) {
  preprocessor.addPPCallbacks(std::make_unique<Watch>(preprocessor, begin, end, found));
}

} // namespace vecify
