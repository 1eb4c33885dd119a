// What asks the compiler to leave a whole function as it stands; then its loops stay so too.
#include "Pragmas.h"
#include "SourceMap.h"
#include "clang/AST/Attr.h"
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

/// A function whose instructions are not those that the flags allow; or are chosen when the program runs.
static std::string ownTarget(const FunctionDecl &function) {
  if (const auto *attr = function.getAttr<TargetAttr>()) {
    const llvm::StringRef features = attr->getFeaturesStr();
    if (features.contains("no-") || features.contains("arch=") || features.contains("general-regs-only"))
      return ("__attribute__((target(\"" + features + "\")))").str();
  }
  for (const Attr *attr : function.attrs())
    if (isa<TargetClonesAttr, TargetVersionAttr, CPUDispatchAttr, CPUSpecificAttr>(attr))
      return "__attribute__((" + std::string(attr->getSpelling()) + "))";
  return "";
}

std::string switchedOffBy(const FunctionDecl &function, const SourceMap &source) {
  if (std::string target = ownTarget(function); !target.empty())
    return target;
  // What is printed beside a function is static, and C lets no such inline function use it.
  if (function.isInlineSpecified() && function.isExternallyVisible())
    return "'inline' without 'static'";
  if (const auto *attr = function.getAttr<OptimizeNoneAttr>())
    return attr->isImplicit() ? "#pragma clang optimize off" : "__attribute__((optnone))";
  for (const FunctionDecl *declaration : function.redecls())
    if (std::string attribute = optimizeAttribute(*declaration, source); !attribute.empty())
      return attribute;
  return "";
}

} // namespace vecify
