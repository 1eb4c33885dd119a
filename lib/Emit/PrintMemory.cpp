// Addresses, subscripts and whether two accesses may meet; see Printer.h.
#include "IndexText.h"
#include "Printer.h"
#include "RowText.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

using llvm::StringRef;

Snippet Printer::index(const IndexExpr &expr) {
  Snippet snippet;
  snippet.c = indexText(expr, [&](SymbolId id) {
    const Snippet value = use(id);
    snippet.absorb(value);
    IndexSymbol symbol;
    symbol.text = value.c;
    if (const ScalarType type = F.typeOf(id).element; isInteger(type) && bitsOf(type) < 64) {
      symbol.lo = minValue(type);
      symbol.hi = maxValue(type);
    }
    for (const Parameter &parameter : F.parameters) {
      if (parameter.value != id)
        continue;
      symbol.isParameter = true;
      if (parameter.lo)
        symbol.lo = parameter.lo;
      if (parameter.hi)
        symbol.hi = parameter.hi;
    }
    return symbol;
  });
  return snippet;
}

Snippet Printer::lvalue(const MemRef &mem) {
  const MemPattern &pattern = F.patterns[mem.pattern];
  Snippet snippet;
  std::string text = I.patterns[mem.pattern];
  bool isSpelled = !text.empty();
  for (unsigned s = 0; s < mem.subs.size() && isSpelled; ++s) {
    const std::string hole = "{" + std::to_string(s) + "}";
    const size_t at = text.find(hole);
    if (at == std::string::npos) {
      isSpelled = false;
      break;
    }
    const Snippet sub = index(mem.subs[s]);
    snippet.absorb(sub);
    text.replace(at, hole.size(), sub.c.text);
  }
  if (!isSpelled) {
    const Snippet bytes = index(F.byteAddress(mem));
    snippet = bytes;
    const std::string type = (F.arrays[pattern.array].isConst ? "const " : "") + cSpelling(pattern.type).str();
    text = "*(" + type + " *)((" + (F.arrays[pattern.array].isConst ? "const " : "") + "char *)" +
           CText{I.bases[pattern.array], isIdentifierText(I.bases[pattern.array]) ? Binding::Primary : Binding::Sum}
               .at(Binding::Unary) +
           " + " + bytes.c.at(Binding::Product) + ")";
  }
  snippet.c = {};
  snippet.c.text = std::move(text);
  snippet.c.type = promoted(pattern.type);
  if (snippet.c.text[0] == '*')
    snippet.c.binding = Binding::Unary;
  return snippet;
}

Snippet Printer::address(const Op &op, const Row &row) {
  const MemPattern &pattern = F.patterns[op.mem.pattern];
  Snippet snippet = lvalue(op.mem);
  std::string &text = snippet.c.text;
  const ScalarType element = op.results.empty() ? F.typeOf(op.operands[0]).element : F.typeOf(op.results[0]).element;
  // a[0] is at a.
  const StringRef name = StringRef(text).ends_with("[0]") ? StringRef(text).drop_back(3) : StringRef();
  if (text[0] == '*')
    text = text.substr(1);
  else if (isIdentifierText(name) && name == StringRef(I.bases[pattern.array]))
    text = name.str();
  else
    text = "&" + text;
  const bool isCastByRow = StringRef(row.text).contains("*){mem}");
  if (element != pattern.type && !isMask(element) && !isCastByRow) {
    const bool reads = !op.results.empty();
    text = (reads ? "(const " : "(") + cSpelling(element).str() + " *)" + text;
  }
  snippet.c.binding = Binding::Unary;
  return snippet;
}

/// Bytes from the first to behind the last byte that the op touches; nothing where that is not known.
static std::optional<int64_t> extentOf(const Function &f, const Op &op) {
  switch (op.kind) {
  case OpKind::Gather:
  case OpKind::Scatter:
    return std::nullopt;
  case OpKind::LoadSplat:
    return bytesOf(f.patterns[op.mem.pattern].type);
  default: {
    const VectorType &type = f.typeOf(op.results.empty() ? op.operands[0] : op.results[0]);
    return type.lanes() * int64_t(bytesOf(type.element));
  }
  }
}

bool Printer::mayOverlap(const Op &read, const Op &write) const {
  const uint32_t a = F.patterns[read.mem.pattern].array, b = F.patterns[write.mem.pattern].array;
  if (a != b)
    return !F.areDisjoint(a, b);
  const std::optional<int64_t> readBytes = extentOf(F, read), writeBytes = extentOf(F, write);
  const std::optional<int64_t> distance = (F.byteAddress(write.mem) - F.byteAddress(read.mem)).asConstant();
  if (!readBytes || !writeBytes || !distance)
    return true;
  return *distance < *readBytes && -*distance < *writeBytes;
}

Snippet Printer::vectorOp(OpId id, const Row &row) {
  const Op &op = F.ops[id];
  Snippet snippet;
  Snippet where;
  if (op.mem.pattern != ~0u) {
    where = address(op, row);
    snippet.absorb(where);
    if (!op.results.empty())
      snippet.loads.push_back(id);
  }
  snippet.c = fillRow(row, F, op, [&](unsigned i) {
    const ValueId v = op.operands[i];
    const Snippet value = F.typeOf(v).isScalar() ? typed(v, F.typeOf(v).element)
                          : mentions(row.text, i) > 1 ? useAsName(v) : use(v);
    snippet.absorb(value);
    return value.c;
  }, where.c.text);
  if (StringRef(row.text) != "{0}")
    ++snippet.depth;
  return snippet;
}

} // namespace vecify
