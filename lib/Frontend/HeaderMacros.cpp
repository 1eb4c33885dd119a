#include "HeaderMacros.h"
#include "clang/Lex/PPCallbacks.h"

using namespace clang;

namespace vecify {
namespace {

/// A keyword, or a type of <stddef.h> and <stdint.h>.
bool isInOurText(const IdentifierInfo &name, const LangOptions &language) {
  const llvm::StringRef text = name.getName();
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

private:
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
    // _GNU_SOURCE, _POSIX_C_SOURCE: meant for the headers
    if (identifier.getName().starts_with("_"))
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
