// See Names.h.
#include "Text/Names.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <functional>

namespace vecify {

bool isIdentifier(llvm::StringRef text) {
  const auto isFirst = [](char c) { return llvm::isAlpha(c) || c == '_'; };
  const auto isOther = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  return !text.empty() && isFirst(text.front()) && llvm::all_of(text, isOther);
}

std::string quoted(llvm::StringRef text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      (result += '\\') += c;
    else if (c == '\n')
      result += "\\n";
    else if (llvm::isPrint(c))
      result += c;
    else
      (result += '\\') += llvm::toHex(llvm::StringRef(&c, 1));
  }
  return result += '"';
}

Names::Names(const Function &f)
    : Values(f.values.size()), Ranks(f.values.size()) {
  llvm::StringMap<unsigned> usesOfHint;
  unsigned unnamed = 0;
  const auto name = [&](ValueId v) {
    if (v >= Values.size() || !Values[v].empty())
      return;
    Ranks[v] = Ranked.size();
    Ranked.push_back(v);
    const std::string &hint = f.values[v].name;
    if (hint.empty()) {
      Values[v] = "%" + std::to_string(unnamed++);
      return;
    }
    Values[v] = "%" + (isIdentifier(hint) ? hint : quoted(hint));
    if (const unsigned earlier = usesOfHint[hint]++)
      Values[v] += "." + std::to_string(earlier);
  };
  for (const Parameter &parameter : f.parameters)
    name(parameter.value);
  // Not visitOps: a broken function may have blocks that are not there or that
  // hold themselves.
  std::vector<bool> isNamed(f.blocks.size());
  const std::function<void(BlockId)> nameBlock = [&](BlockId block) {
    if (block >= f.blocks.size() || isNamed[block])
      return;
    isNamed[block] = true;
    for (ValueId argument : f.blocks[block].arguments)
      name(argument);
    for (OpId id : f.blocks[block].ops) {
      if (id >= f.ops.size())
        continue;
      for (ValueId result : f.ops[id].results)
        name(result);
      for (BlockId nested : f.ops[id].blocks)
        nameBlock(nested);
    }
  };
  nameBlock(f.body);
  for (ValueId v = 0; v < Values.size(); ++v)
    name(v); // only what a broken function uses without defining it

  llvm::StringSet<> taken;
  for (const ArrayInfo &array : f.arrays) {
    std::string label = array.name;
    if (!isIdentifier(label) || taken.contains(label))
      label = "a" + std::to_string(Arrays.size());
    while (!taken.insert(label).second)
      label += "_";
    Arrays.push_back(std::move(label));
  }
  std::vector<unsigned> patternsOf(f.arrays.size());
  for (const MemPattern &pattern : f.patterns) {
    if (pattern.array >= Arrays.size()) {
      Patterns.push_back("<no array>");
      continue;
    }
    const unsigned number = patternsOf[pattern.array]++;
    Patterns.push_back(Arrays[pattern.array] +
                       (number ? "." + std::to_string(number) : ""));
  }
}

std::string Names::value(ValueId v) const {
  return v < Values.size() ? Values[v]
                           : "%<no value " + std::to_string(v) + ">";
}
std::string Names::array(uint32_t a) const {
  return a < Arrays.size() ? Arrays[a] : "<no array " + std::to_string(a) + ">";
}
std::string Names::pattern(uint32_t p) const {
  return p < Patterns.size() ? Patterns[p]
                             : "<no pattern " + std::to_string(p) + ">";
}
std::string Names::expr(const IndexExpr &expr) const {
  if (llvm::any_of(expr.symbols(),
                   [&](SymbolId s) { return s >= Ranks.size(); }))
    return expr.print([&](SymbolId s) { return value(s); });
  const IndexExpr ranked = expr.substituteAll(
      [&](SymbolId s) { return IndexExpr::symbol(Ranks[s]); });
  return ranked.print([&](SymbolId rank) { return value(Ranked[rank]); });
}

} // namespace vecify
