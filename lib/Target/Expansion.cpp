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

void forEachType(uint32_t set, llvm::function_ref<void(ScalarType)> visit) {
  for (; set; set &= set - 1)
    visit(ScalarType(llvm::countr_zero(set)));
}

void forEachWidth(uint8_t set, llvm::function_ref<void(unsigned)> visit) {
  constexpr unsigned widths[] = {32, 64, 128, 256, 512, 16, 0};
  for (unsigned w = 0; w < std::size(widths); ++w)
    if (set >> w & 1)
      visit(widths[w]);
}

/// Whether the pattern's form names this pair of types.
bool isMeant(const RowPattern &pattern, ScalarType element, ScalarType source) {
  const unsigned bits = storageBits(element), sourceBits = storageBits(source);
  if (narrowsTwo(pattern.kind))
    return sourceBits == 2 * bits;
  if (pattern.kind == OpKind::Bitcast && element == source)
    return false;
  switch (pattern.form) {
  case RowPattern::Widen:
    return bits > sourceBits;
  case RowPattern::Narrow:
    return bits < sourceBits;
  case RowPattern::Same:
    return bits == sourceBits;
  default:
    return true;
  }
}

/// How many registers the value is put together from or cut into; each must be one of the target's.
unsigned partsOf(const RowPattern &pattern) {
  return pattern.kind == OpKind::ExtractSlice || pattern.kind == OpKind::Concat ? pattern.detail & 127 : 1;
}

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
  for (const MathRegister &reg : source.math)
    addMathCalls(reg, source.attribute);
}

bool TableExpansion::hasRegister(ScalarType element, unsigned lanes) const {
  return T.isNative(VectorType::vector(lanes, element));
}

void TableExpansion::addPattern(const RowPattern &pattern, const char *feature) {
  forEachType(pattern.elements, [&](ScalarType element) {
    forEachType(pattern.sources ? pattern.sources : table::setOf(element), [&](ScalarType source) {
      if (!isMeant(pattern, element, source))
        return;
      forEachWidth(pattern.widths, [&](unsigned width) {
        const unsigned bits = storageBits(element), sourceBits = storageBits(source);
        const bool fillsRegister = pattern.form == RowPattern::Register || pattern.form == RowPattern::Plain;
        const unsigned lanes = width / (fillsRegister ? bits : std::max(bits, sourceBits));
        const unsigned sourceLanes = pattern.form == RowPattern::Register ? width / sourceBits : lanes;
        if (width != 0 && (!hasRegister(element, lanes) || !hasRegister(source, sourceLanes) ||
                           !hasRegister(element, lanes / partsOf(pattern))))
          return;
        TableContext context{pattern.kind, element, source, lanes, width, feature, pattern.detail};
        if (!pattern.combines)
          return addInstance(pattern, context);
        for (uint16_t set = pattern.combines; set; set &= set - 1) {
          context.detail = uint8_t(llvm::countr_zero(unsigned(set)));
          addInstance(pattern, context);
        }
      });
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
  std::vector<const char *> calls;
  row.helper = require(pattern.text, context, &calls);
  assert(calls.size() <= 1 && "Row::helper names one function");
  row.detail = context.detail;
  T.rows.push_back(row);
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
    function.attribute = F.needsWidest && F.needsWidest(function.text) ? BaseAttribute : found->second.attribute;
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
  if (!target.isSimt)
    expansion.addReductions();
  return finish(std::move(target));
}

} // namespace vecify
