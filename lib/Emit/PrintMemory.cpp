// Addresses, subscripts and whether two accesses may meet; see Printer.h.
#include "IndexText.h"
#include "Printer.h"
#include "RowText.h"
#include "WithinRows.h"
#include "vecify/Support/BytesAsNumber.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

using llvm::StringRef;

/// Subscripts and counters do not overflow, or C's would; data might, and wraps around.
Snippet Printer::index(const IndexExpr &expr, bool isData) {
  Snippet snippet;
  const auto symbolOf = [&](SymbolId id) {
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
  };
  // No loop counts up to 2^48.
  const auto nearSymbol = [&](SymbolId id) {
    IndexSymbol symbol = symbolOf(id);
    if (!symbol.isParameter && symbol.text.type == ScalarType::Index) {
      symbol.lo = symbol.lo.value_or(-(int64_t(1) << 48));
      symbol.hi = symbol.hi.value_or(int64_t(1) << 48);
    }
    return symbol;
  };
  const bool wraps = isData && !expr.asSymbol() && bitsOfSums(expr, nearSymbol) > 62.9;
  snippet.c = indexText(expr, symbolOf, wraps);
  return snippet;
}

/// The array's base as the operand of a cast.
std::string Printer::baseText(const MemPattern &pattern) const {
  const std::string &base = I.bases[pattern.array];
  return isIdentifierText(base) || base[0] == '&' ? base : "(" + base + ")";
}

/// (const float *)((const char *)x + 64 * i + 8)
Snippet Printer::byteAddress(const MemRef &mem) {
  const MemPattern &pattern = F.patterns[mem.pattern];
  const std::string isConst = F.arrays[pattern.array].isConst ? "const " : "";
  Snippet snippet = index(F.byteAddress(mem));
  snippet.c.text = "(" + isConst + cSpelling(pattern.type).str() + " *)((" + isConst + "char *)" + baseText(pattern) +
                   " + " + snippet.c.at(Binding::Sum) + ")";
  snippet.c.binding = Binding::Unary;
  return snippet;
}

/// Of bytes that are seen as a number: where they are; else "".
static StringRef addressOfBytes(StringRef lvalue) {
  const size_t type = lvalue.find(bytesAsNumber);
  if (!lvalue.consume_back(endOfBytes) || type == StringRef::npos)
    return "";
  StringRef address = lvalue.drop_front(type + bytesAsNumber.size());
  // ((const void *)&s[4 * i]) of a parameter that takes any pointer.
  for (StringRef cast : {"((const void *)", "((void *)"})
    if (address.starts_with(cast) && address.ends_with(")"))
      return address.drop_front(cast.size()).drop_back();
  return address;
}

/// (const int *)((uintptr_t)x - 12): lanes that are masked off may lie before the array, where no C pointer may point.
Snippet Printer::integerAddress(const MemRef &mem) {
  const MemPattern &pattern = F.patterns[mem.pattern];
  IndexExpr bytes = F.byteAddress(mem);
  std::string base;
  Snippet snippet;
  if (hasRowsApart(F, pattern)) {
    MemRef row = mem;
    for (IndexExpr &sub : llvm::drop_begin(row.subs))
      sub = IndexExpr(0);
    bytes = bytes - F.byteAddress(row);
    snippet = lvalue(row);
    base = StringRef(snippet.c.text).ends_with("[0]") ? snippet.c.text.substr(0, snippet.c.text.size() - 3)
                                                      : "&" + snippet.c.text;
  } else {
    base = baseText(pattern);
  }
  const std::optional<int64_t> constant = bytes.asConstant();
  const Snippet offset = index(constant ? IndexExpr(std::abs(*constant)) : bytes);
  snippet.absorb(offset);
  snippet.c = {};
  snippet.c.text = std::string("(") + (F.arrays[pattern.array].isConst ? "const " : "") +
                   cSpelling(pattern.type).str() + " *)((uintptr_t)" + base +
                   (constant && *constant < 0 ? " - " : " + ") + offset.c.at(Binding::Product) + ")";
  snippet.c.binding = Binding::Unary;
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
    snippet = byteAddress(mem);
    text = "*" + snippet.c.text;
  } else if (T.isSimt && pattern.isEnum) {
    // C++ takes no integer for an enumeration, and computes in another type than C.
    const std::string isConst = F.arrays[pattern.array].isConst ? "const " : "";
    text = "*(" + isConst + cSpelling(pattern.type).str() + " *)&" + text;
  }
  snippet.c = {};
  snippet.c.text = std::move(text);
  snippet.c.type = promoted(pattern.type);
  if (snippet.c.text[0] == '*')
    snippet.c.binding = Binding::Unary;
  return snippet;
}

/// A vector that starts in one member and goes on in the next is based on the struct: (const double *)&p[i] + 2.
std::optional<Snippet> Printer::addressInStruct(const Op &op) {
  const MemPattern &pattern = F.patterns[op.mem.pattern];
  const StringRef text(I.patterns[op.mem.pattern]);
  const size_t end = text.find("{0}]");
  const bool isOfComplex = text.contains("__real__ ") || text.contains("__imag__ ");
  const bool hasMember = end != StringRef::npos && (isOfComplex || text.drop_front(end).contains('.'));
  const auto isInner = [](const IndexExpr &sub) { return sub.asConstant().value_or(0) != 0; };
  const bool isConstant =
      llvm::all_of(pattern.strideBytes, [](const IndexExpr &e) { return e.asConstant().has_value(); });
  if (!hasMember || !isConstant || op.mem.subs.size() < 2 ||
      !(llvm::any_of(llvm::drop_begin(op.mem.subs), isInner) || isBeyondStruct(F, pattern, op.mem)))
    return std::nullopt;
  // offsetBytes says nothing of the part before the first subscript: t.rows[{0}].cells[{1}].
  if (text.take_front(end).contains('.') || text.take_front(end).contains("->"))
    return byteAddress(op.mem);
  IndexExpr rest(pattern.offsetBytes);
  for (unsigned d = 1; d < op.mem.subs.size(); ++d)
    rest += op.mem.subs[d] * pattern.strideBytes[d];
  const std::optional<IndexExpr> steps = rest.dividedBy(bytesOf(pattern.type));
  // "(&p[{0}].r)[{1}]" is based on p[i] too.
  StringRef front = text.take_front(end);
  const auto withoutPart = [&] { return front.consume_front("__real__ ") || front.consume_front("__imag__ "); };
  withoutPart();
  while (front.count('(') > front.count(')')) {
    if (!front.consume_front("(&") && !front.consume_front("("))
      return byteAddress(op.mem);
    withoutPart();
  }
  if (!steps)
    return byteAddress(op.mem);
  Snippet snippet = index(op.mem.subs[0]);
  const Snippet inner = index(*steps);
  const std::string base = (front + snippet.c.text + "]").str();
  snippet.absorb(inner);
  const std::string type = (op.results.empty() ? "(" : "(const ") + cSpelling(pattern.type).str() + " *)";
  snippet.c.text = "(" + type + "&" + base + " + " + inner.c.at(Binding::Sum) + ")";
  snippet.c.binding = Binding::Primary;
  return snippet;
}

/// The C type of the lvalue that the pattern spells, by its <stdint.h> name; empty where that is not certain (a
/// typedef, a member).
std::string Printer::declaredElement(const MemPattern &pattern) const {
  StringRef type(F.arrays[pattern.array].paramType), text(pattern.text);
  if (!type.consume_back("*") || text.contains('.') || text.contains("->") || text.contains("__real__ ") ||
      text.contains("__imag__ "))
    return "";
  type = type.trim();
  type.consume_front("const ");
  static const std::pair<const char *, const char *> names[] = {
      {"int", "int32_t"},          {"unsigned int", "uint32_t"},   {"unsigned", "uint32_t"},
      {"short", "int16_t"},        {"unsigned short", "uint16_t"}, {"signed char", "int8_t"},
      {"unsigned char", "uint8_t"}};
  for (const auto &[name, standard] : names)
    if (type == name)
      return standard;
  return type.str();
}

/// Has no closing bracket of one that opens before it.
static bool closesNone(StringRef text) {
  int open = 0;
  return llvm::all_of(text, [&](char c) { return (open += (c == '(') - (c == ')')) >= 0; });
}

Snippet Printer::address(const Op &op, const Row &row) {
  const MemPattern &pattern = F.patterns[op.mem.pattern];
  if (const auto walked = F.owns(op) ? Walked.find(op.id) : Walked.end(); walked != Walked.end()) {
    Snippet snippet;
    snippet.c.text = walked->second;
    snippet.c.binding = isIdentifierText(walked->second) ? Binding::Primary : Binding::Sum;
    return snippet;
  }
  if (std::optional<Snippet> snippet = addressInStruct(op))
    return *snippet;
  if (mayBeginOutside(F, op))
    return integerAddress(op.mem);
  Snippet snippet = lvalue(op.mem);
  std::string &text = snippet.c.text;
  const ScalarType element = op.results.empty() ? F.typeOf(op.operands[0]).element : F.typeOf(op.results[0]).element;
  // a[0] is at a.
  const StringRef name = StringRef(text).ends_with("[0]") ? StringRef(text).drop_back(3) : StringRef();
  const StringRef member = StringRef(text).starts_with("(&") && StringRef(text).ends_with(")[0]")
                               ? StringRef(text).drop_front(2).drop_back(4)
                               : StringRef();
  const bool isDereferenced = StringRef(row.text).contains("*{mem}");
  const StringRef bytes = isDereferenced ? StringRef() : addressOfBytes(text);
  if (!bytes.empty())
    text = bytes.str();
  else if (text[0] == '*')
    text = text.substr(1);
  else if (!member.empty() && closesNone(member))
    text = "&" + member.str();
  else if (isIdentifierText(name) && name == StringRef(I.bases[pattern.array]))
    text = name.str();
  else
    text = "&" + text;
  // x86's integer loads take void pointers or are cast by their rows; NEON's want the very type, which a long long, a
  // char or an enum of that width is not.
  const bool isCastByRow = StringRef(row.text).contains("*){mem}") || StringRef(row.text).contains("*{mem}");
  const bool takesVoid = T.header == "immintrin.h" && isInteger(element);
  const bool isSame =
      bytes.empty() && element == pattern.type && (isFloat(element) || declaredElement(pattern) == cSpelling(element));
  if (!isCastByRow && !takesVoid && !isMask(element) && !isSame)
    text = (op.results.empty() ? "(" : "(const ") + cSpelling(element).str() + " *)" + text;
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
    return bytesOf(f.typeOf(op.results[0]).element);
  case OpKind::LoadRepeat:
    return 16;
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
  snippet.c = fillRow(
      row, F, op,
      [&](unsigned i) {
        const ValueId v = op.operands[i];
        const Snippet value = F.typeOf(v).isScalar()      ? typed(v, F.typeOf(v).element)
                              : mentions(row.text, i) > 1 ? useAsName(v)
                                                          : use(v);
        snippet.absorb(value);
        return value.c;
      },
      where.c.text, op.mem.pattern == ~0u ? "" : declaredElement(F.patterns[op.mem.pattern]));
  if (StringRef(row.text) != "{0}")
    ++snippet.depth;
  return snippet;
}

} // namespace vecify
