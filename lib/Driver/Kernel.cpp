#include "Kernel.h"
#include "FileText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {

using llvm::StringRef;

static std::string parameterList(const FunctionEntry &entry) {
  std::vector<std::string> declarations;
  for (const ParameterInfo &parameter : entry.parameters)
    declarations.push_back(parameter.declaration);
  return "(" + (declarations.empty() ? "void" : llvm::join(declarations, ", ")) + ")";
}

std::optional<TextEdit> parametersInCxx(const FunctionEntry &entry, StringRef fileText) {
  if (entry.nameRange.isEmpty())
    return std::nullopt;
  const size_t open = findInCode(fileText, "(", entry.nameRange.end);
  const size_t end = closingOf(fileText, open + 1) + 1;
  const StringRef written = fileText.slice(open, end);
  if (!written.contains("[restrict") && !written.contains("[static"))
    return std::nullopt;
  return TextEdit{{uint32_t(open), uint32_t(end)}, parameterList(entry)};
}

std::vector<TextEdit> kernelEdits(const FunctionEntry &entry, bool isKernel, StringRef fileText) {
  std::vector<TextEdit> edits;
  if (entry.isStatic || entry.nameRange.isEmpty())
    return edits;
  const uint32_t begin = entry.definition.begin;
  if (!isKernel) {
    const std::string separator = StringRef(entry.returnType).ends_with("*") ? "" : " ";
    edits.push_back({entry.definition, "extern \"C\" " + entry.returnType + separator + entry.name +
                                           parameterList(entry) + "; /* no kernel: left to the host */"});
    return edits;
  }
  edits.push_back({{begin, begin}, "extern \"C\" "});
  if (std::optional<TextEdit> parameters = parametersInCxx(entry, fileText))
    edits.push_back(std::move(*parameters));
  return edits;
}

std::string inCxx(StringRef text) {
  static constexpr std::pair<StringRef, StringRef> words[] = {{"restrict", "__restrict"}, {"__bf16", "bfloat16"}};
  std::string result;
  const auto isName = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  while (!text.empty()) {
    StringRef word = text.take_while(isName);
    if (word.empty())
      word = text.take_front();
    const auto *known = llvm::find_if(words, [&](const auto &pair) { return pair.first == word; });
    result += known == std::end(words) ? word : known->second;
    text = text.drop_front(word.size());
  }
  return result;
}

bool needsNoScalarLoop(const Nest &nest, const Function &code) {
  return code.coversAll && code.guards.empty() && nest.source.isFor && !nest.source.hoistInit &&
         !nest.source.conditionHasEffects &&
         llvm::all_of(nest.inductions, [](const Induction &i) { return i.declaredInInit; });
}

} // namespace vecify
