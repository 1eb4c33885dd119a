// What asks the compiler to leave a whole function as it stands; then its loops stay so too.
#include "Pragmas.h"
#include "SourceMap.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace vecify {
namespace {

/// What gcc's attribute `optimize` may hold if it wants no vector code.
bool switchesOff(llvm::StringRef argument) {
  return argument == "0" || argument == "\"O0\"" || argument == "\"-O0\"" || argument == "\"0\"" ||
         argument == "\"no-tree-vectorize\"" || argument == "\"-fno-tree-vectorize\"" ||
         argument == "\"no-tree-loop-vectorize\"" || argument == "\"-fno-tree-loop-vectorize\"";
}

/// clang drops gcc's attribute `optimize`, so it is read from the tokens between the declaration's begin and its end,
/// or the body. One that a macro stands for is not found.
std::string optimizeAttribute(const FunctionDecl &declaration, const SourceMap &source) {
  const TextRange range = source.rangeOf(declaration.getSourceRange());
  if (range.isEmpty())
    return "";
  const SourceManager &sources = source.sources();
  const llvm::StringRef text = source.file();
  Lexer lexer(sources.getLocForStartOfFile(sources.getMainFileID()), source.language(), text.begin(),
              text.begin() + range.begin, text.end());
  Token token;
  bool isInside = false;
  while (!lexer.LexFromRawLexer(token) && token.isNot(tok::l_brace) && token.isNot(tok::semi)) {
    const llvm::StringRef spelling = text.substr(sources.getFileOffset(token.getLocation()), token.getLength());
    isInside &= token.isNot(tok::r_paren);
    if (isInside && switchesOff(spelling))
      return ("__attribute__((optimize(" + spelling + ")))").str();
    isInside |= spelling == "optimize" || spelling == "__optimize__";
  }
  return "";
}

} // namespace

std::string switchedOffBy(const FunctionDecl &function, const SourceMap &source) {
  if (const auto *attr = function.getAttr<OptimizeNoneAttr>())
    return attr->isImplicit() ? "#pragma clang optimize off" : "__attribute__((optnone))";
  for (const FunctionDecl *declaration : function.redecls())
    if (std::string attribute = optimizeAttribute(*declaration, source); !attribute.empty())
      return attribute;
  return "";
}

} // namespace vecify
