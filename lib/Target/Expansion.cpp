// Resolves the wildcards and `$` placeholders of the tables.
//
//     ROW(Add, F32|F64, X|Y, "_mm$w_add_$s({0}, {1})", ..)  ->  4xf32 "_mm_add_ps({0}, {1})", 8xf32 "_mm256_add_ps(..",
//                                                               2xf64 "_mm_add_pd({0}, {1})", 4xf64 "_mm256_add_pd(.."
//
// A template of the preamble is instantiated for each row that calls it, with that row's placeholders, once per name.
#include "Expansion.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

namespace vecify {
namespace {

bool isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; }

unsigned storageBits(ScalarType type) { return type == ScalarType::I1 ? 8 : bitsOf(type); }

} // namespace

void forEachPreambleName(llvm::StringRef text, llvm::function_ref<void(llvm::StringRef)> found) {
  for (size_t at = text.find("vecify_"); at != llvm::StringRef::npos; at = text.find("vecify_", at)) {
    const llvm::StringRef name = text.substr(at).take_while(isNameCharacter);
    found(name);
    at += name.size();
  }
}

TableExpansion::TableExpansion(Target &target, const Family &family, const char *baseAttribute)
    : T(target), F(family), BaseAttribute(baseAttribute), Store(std::make_shared<Storage>()) {
  T.Texts = Store;
}

void TableExpansion::add(const TableSource &source) {
  for (const char *text : source.preamble) {
    llvm::StringRef name;
    // The defined function's name is the first one that is followed by its parameters.
    forEachPreambleName(text, [&](llvm::StringRef n) {
      if (name.empty())
        name = n;
    });
    assert(!name.empty() && "a preamble template without a vecify_ name");
    Templates[name] = {text, source.attribute};
  }
  const char *feature = "";
  for (const RowPattern &pattern : source.rows) {
    if (pattern.form == RowPattern::Feature)
      feature = pattern.text;
    else if (!*feature || llvm::is_contained(T.extensions, llvm::StringRef(feature)))
      addPattern(pattern, feature);
  }
}

bool TableExpansion::hasRegister(ScalarType element, unsigned lanes) const {
  return T.isNative(VectorType::vector(lanes, element));
}

void TableExpansion::addPattern(const RowPattern &pattern, const char *feature) {
  const auto forEachType = [](uint32_t set, auto visit) {
    for (; set; set &= set - 1)
      visit(ScalarType(llvm::countr_zero(set)));
  };
  forEachType(pattern.elements, [&](ScalarType element) {
    forEachType(pattern.sources ? pattern.sources : table::setOf(element), [&](ScalarType source) {
      const unsigned bits = storageBits(element), sourceBits = storageBits(source);
      if ((pattern.form == RowPattern::Widen && bits <= sourceBits) ||
          (pattern.form == RowPattern::Narrow && bits >= sourceBits) ||
          (pattern.form == RowPattern::Same && bits != sourceBits))
        return;
      if ((pattern.kind == OpKind::NarrowPair || pattern.kind == OpKind::NarrowPairSat) && sourceBits != 2 * bits)
        return;
      if (pattern.kind == OpKind::Bitcast && element == source)
        return;
      const bool byElement = pattern.form == RowPattern::Register || pattern.form == RowPattern::Plain;
      for (unsigned w = 0; w < 6; ++w) {
        if (!(pattern.widths >> w & 1))
          continue;
        const unsigned width = w < 5 ? 32u << w : 16;
        const unsigned lanes = width / (byElement ? bits : std::max(bits, sourceBits));
        const unsigned sourceLanes = pattern.form == RowPattern::Register ? width / sourceBits : lanes;
        if (!hasRegister(element, lanes) || !hasRegister(source, sourceLanes))
          continue;
        // Slices and pieces are registers too.
        const unsigned parts = pattern.detail & 127;
        if ((pattern.kind == OpKind::ExtractSlice || pattern.kind == OpKind::Concat) &&
            !hasRegister(element, lanes / parts))
          continue;
        TableContext context{pattern.kind, element, source, lanes, width, feature, pattern.detail};
        if (!pattern.combines) {
          addInstance(pattern, context);
          continue;
        }
        for (uint16_t set = pattern.combines; set; set &= set - 1) {
          context.detail = uint8_t(llvm::countr_zero(unsigned(set)));
          addInstance(pattern, context);
        }
      }
    });
  });
}

void TableExpansion::addInstance(const RowPattern &pattern, const TableContext &context) {
  const RowCost cost = F.costAt ? F.costAt(pattern.cost, context.width) : pattern.cost;
  Row row{};
  row.kind = context.kind;
  row.element = context.element;
  row.source = context.source;
  row.lanes = context.lanes;
  row.text = resolve(pattern.text, context);
  row.uops = cost.uops;
  row.ports = cost.ports;
  row.portUses = cost.uses;
  row.latency = cost.latency;
  row.feature = context.feature;
  row.helper = require(pattern.text, context);
  row.detail = context.detail;
  T.rows.push_back(row);
}

const char *TableExpansion::resolve(llvm::StringRef text, const TableContext &context) {
  Buffer.clear();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$') {
      Buffer += text[i];
      continue;
    }
    assert(i + 1 < text.size() && "a lone $ in a table");
    spell(text[++i], context);
  }
  return Store->saver.save(Buffer.str()).data();
}

void TableExpansion::spell(char placeholder, const TableContext &c) {
  const unsigned bits = c.width <= 128 ? 128 : c.width;
  const unsigned elementBits = std::max(F.partialIsRegister ? 0 : 128u, c.lanes * storageBits(c.element));
  const auto append = [&](const llvm::Twine &text) { Buffer += text.str(); };
  const auto typeOf = [&](ScalarType element, unsigned lanes) {
    return T.typeName(T, VectorType::vector(lanes, element));
  };
  const unsigned sourceLanes = c.kind == OpKind::NarrowPair || c.kind == OpKind::NarrowPairSat ||
                                       c.kind == OpKind::MulAddPairs || c.kind == OpKind::DotAccumulate ||
                                       c.kind == OpKind::Bitcast
                                   ? c.width / storageBits(c.source)
                                   : c.lanes;
  switch (placeholder) {
  case 's':
    return append(F.suffix(T, c.element, false));
  case 'u':
    return append(F.suffix(T, c.element, true));
  case 'S':
    return append(F.suffix(T, c.source, false));
  case 'U':
    return append(F.suffix(T, c.source, true));
  case 'p':
    return append("u" + llvm::Twine(storageBits(c.element)));
  case 'P':
    return append("s" + llvm::Twine(storageBits(c.element)));
  case 'd':
    return append(F.suffix(T, integerType(2 * storageBits(c.source), isSignedInteger(c.source)), true));
  case 'D':
    return append(F.suffix(T, integerType(storageBits(c.source) / 2, isSignedInteger(c.source)), true));
  case 'x':
    append(F.suffix(T, c.element, false));
    return append(!isFloat(c.element) && storageBits(c.element) == 64 && bits < 512 ? "x" : "");
  case 'i':
    return append("si" + llvm::Twine(bits));
  case 'w':
    return bits == 128 ? void() : append(llvm::Twine(bits));
  case 'j':
    return append("si" + llvm::Twine(elementBits));
  case 'r':
    return elementBits == 128 ? void() : append(llvm::Twine(elementBits));
  case 'c':
    for (unsigned lane = 0; lane < elementBits / storageBits(c.element); ++lane)
      append((lane ? ", " : "") + llvm::Twine(lane));
    return;
  case 'b':
    return append(llvm::Twine(bits));
  case 'y':
    return append(llvm::Twine(bits / 8));
  case 'q':
    return append(c.lanes * storageBits(c.element) > 64 ? "q" : "");
  case 'Q':
    return append(sourceLanes * storageBits(c.source) > 64 ? "q" : "");
  case 'v':
    return append(typeOf(c.element, c.lanes));
  case 'V':
    return append(typeOf(c.source, sourceLanes));
  case 'k':
    return append(T.predicateMasks ? "__mmask" + llvm::Twine(std::max(8u, c.lanes)).str()
                                   : typeOf(maskType(storageBits(c.element)), c.lanes));
  case 'K':
    return append(llvm::Twine(std::max(8u, c.lanes)));
  case 'H':
    return append(llvm::Twine(std::max(8u, c.lanes / 2)));
  case 'z':
    return append(isFloat(c.element) ? F.suffix(T, c.element, false) : "si" + std::to_string(elementBits));
  case 't':
    return append(cSpelling(c.element).str());
  case 'T':
    return append(cSpelling(c.source).str());
  case 'n':
    return append(llvm::Twine(storageBits(c.element)));
  case 'N':
    return append(llvm::Twine(storageBits(c.source)));
  case 'l':
    return append(llvm::Twine(c.lanes));
  case 'h':
    return append(llvm::Twine(c.lanes / 2));
  case 'f': {
    const uint64_t all = c.lanes >= 64 ? ~uint64_t(0) : (uint64_t(1) << c.lanes) - 1;
    return append("0x" + llvm::utohexstr(all, /*LowerCase=*/true) + (c.lanes >= 64 ? "ull" : c.lanes == 32 ? "u" : ""));
  }
  case 'e':
    return append(isUnsignedInteger(c.element) ? "u" : "i");
  case 'o':
    return append(textOf(c.kind).str());
  }
  llvm_unreachable("unknown $ placeholder in a table");
}

const char *TableExpansion::require(llvm::StringRef text, const TableContext &context,
                                    std::vector<const char *> *names) {
  const char *first = "";
  forEachPreambleName(text, [&](llvm::StringRef templateName) {
    const char *name = resolve(templateName, context);
    if (!*first)
      first = name;
    if (names && !llvm::is_contained(llvm::map_range(*names, [](const char *n) { return llvm::StringRef(n); }), name))
      names->push_back(name);
    if (!Defined.insert(name).second)
      return;
    auto found = Templates.find(templateName);
    if (found == Templates.end())
      found = Templates.find(name);
    // A function may spell another one's name with other placeholders than the template does.
    for (auto it = Templates.begin(); found == Templates.end() && it != Templates.end(); ++it)
      if (it->first().contains('$') && llvm::StringRef(resolve(it->first(), context)) == name)
        found = it;
    if (found == Templates.end())
      llvm::report_fatal_error(llvm::Twine("a table row calls '") + templateName + "', which no preamble defines");
    PreambleFunction function{};
    function.name = name;
    function.text = resolve(found->second.text, context);
    function.attribute =
        F.needsWidest && F.needsWidest(function.text) ? BaseAttribute : found->second.attribute;
    if (*context.feature)
      function.attribute = Store->saver.save(F.withFeature(function.attribute, context.feature)).data();
    require(found->second.text, context, &function.needs);
    llvm::erase_if(function.needs, [&](const char *n) { return llvm::StringRef(n) == name; });
    T.preamble.push_back(function);
  });
  return first;
}

Target expandTables(Target target, const Family &family, llvm::ArrayRef<TableSource> sources) {
  target.rows.reserve(8192);
  TableExpansion expansion(target, family, sources.back().attribute);
  for (const TableSource &source : sources)
    expansion.add(source);
  target = finish(std::move(target));
  expansion.addReductions();
  return finish(std::move(target));
}

} // namespace vecify
