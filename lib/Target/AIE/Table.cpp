// See Table.h.
#include "Table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <deque>

namespace vecify {
namespace {

void replaceAll(std::string &text, llvm::StringRef from, llvm::StringRef to) {
  for (size_t at; (at = text.find(from.data(), 0, from.size())) != std::string::npos;)
    text.replace(at, from.size(), to.data(), to.size());
}

template <class Visit> void forEachType(uint32_t set, Visit visit) {
  for (; set; set &= set - 1)
    visit(ScalarType(llvm::countr_zero(set)));
}

/// The accumulator that holds any value of `type`.
ScalarType holderOf(const AieCore &core, ScalarType type) { return bitsOf(type) <= 16 ? core.shortSum : core.longSum; }

class Expansion {
public:
  explicit Expansion(Target &target) : T(target), Texts(std::make_shared<std::deque<std::string>>()) { T.keep(Texts); }

  void add(const AiePattern &pattern) {
    forEachType(pattern.elements, [&](ScalarType element) {
      forEachType(pattern.sources ? pattern.sources : table::setOf(element), [&](ScalarType source) {
        for (unsigned lanes : {4u, 8u, 16u, 32u, 64u, 128u})
          if (isRegister(element, lanes) && (isRegister(source, lanes) || movesParts(pattern.kind)) &&
              hasParts(pattern, element, source, lanes))
            add(pattern, element, source, lanes);
      });
    });
  }

private:
  static bool movesParts(OpKind kind) { return kind == OpKind::SlidingMul || kind == OpKind::Mmul; }

  /// What the text puts together or takes apart are registers as well.
  bool hasParts(const AiePattern &pattern, ScalarType element, ScalarType source, unsigned lanes) const {
    switch (pattern.kind) {
    case OpKind::Concat:
    case OpKind::ExtractSlice:
      return isRegister(element, lanes / (pattern.detail & 127));
    case OpKind::Even:
    case OpKind::Odd:
      return isRegister(element, 2 * lanes);
    case OpKind::WideMul:
    case OpKind::WideMac: {
      const ScalarType factor = ScalarType(pattern.detail & 127);
      // Products of 32 bits need the long accumulators.
      const bool isWide = bitsOf(factor) > 16 || bitsOf(source) > 16;
      return (pattern.detail & 128 || isRegister(factor, lanes)) &&
             (!isWide || isFloat(element) || element == T.aie->longSum);
    }
    case OpKind::Select:
      return isRegister(ScalarType::I1, lanes);
    default:
      return classOf(pattern.kind) != OpClass::Compare || isRegister(ScalarType::I1, lanes);
    }
  }

  bool isRegister(ScalarType type, unsigned lanes) const {
    if (type == ScalarType::I1)
      return lanes <= 64;
    if (isFloat(type) && !T.aie->hasFloats())
      return false;
    if (isAccumulator(type))
      return (type == ScalarType::AccFloat || type == T.aie->shortSum || type == T.aie->longSum) &&
             lanes <= 2 * T.aie->lanesOf(type) && lanes >= 4 &&
             (type != ScalarType::AccFloat || lanes <= 32); // what floats of memory fill
    // The first cores have unsigned vectors of bytes only.
    if (T.aie->arch == 10 && isUnsignedInteger(type) && bitsOf(type) > 8)
      return false;
    const unsigned bits = lanes * bitsOf(type);
    return bits >= 128 && bits <= 1024;
  }

  void add(const AiePattern &pattern, ScalarType element, ScalarType source, unsigned lanes) {
    Row row{};
    row.kind = pattern.kind;
    row.element = element;
    row.source = source;
    row.lanes = lanes;
    std::string text = pattern.text;
    replaceAll(text, "$t", aieName(element));
    replaceAll(text, "$T", aieName(source));
    replaceAll(text, "$l", std::to_string(lanes));
    replaceAll(text, "$h", std::to_string(lanes / 2));
    replaceAll(text, "$q", std::to_string(lanes / 4));
    replaceAll(text, "$a", aieName(holderOf(*T.aie, source)));
    // A scalar factor says its type: C would make an int of it.
    const bool isProduct = pattern.kind == OpKind::WideMul || pattern.kind == OpKind::WideMac;
    if (isProduct && (pattern.detail & 128)) {
      const std::string last = pattern.kind == OpKind::WideMul ? "{1}" : "{2}";
      text.replace(text.rfind(last), last.size(), aieName(ScalarType(pattern.detail & 127)) + ("(" + last + ")"));
    }
    row.text = Texts->emplace_back(std::move(text)).c_str();
    const float scale =
        pattern.scalesWithBits
            ? std::max(1.0f, lanes * bitsOf(element) / float(T.aie->mostAlignment * 8 > 256 ? 512 : 256))
            : 1;
    row.uops = pattern.cost.uops * scale;
    row.ports = pattern.cost.ports;
    row.portUses = pattern.cost.uses * scale;
    row.latency = pattern.cost.latency;
    row.feature = "";
    row.helper = helperOf(row.text);
    row.detail = pattern.detail;
    if (!pattern.combines)
      T.rows.push_back(row);
    for (uint16_t set = pattern.combines; set; set &= set - 1) {
      row.detail = uint8_t(llvm::countr_zero(unsigned(set)));
      T.rows.push_back(row);
    }
  }

  const char *helperOf(llvm::StringRef text) const {
    for (const PreambleFunction &function : T.preamble)
      if (text.contains(function.name))
        return function.name;
    return "";
  }

  Target &T;
  std::shared_ptr<std::deque<std::string>> Texts;
};

} // namespace

const char *aieName(ScalarType type) {
  switch (type) {
  case ScalarType::I8:
    return "int8";
  case ScalarType::U8:
    return "uint8";
  case ScalarType::I16:
    return "int16";
  case ScalarType::U16:
    return "uint16";
  case ScalarType::I32:
    return "int32";
  case ScalarType::U32:
    return "uint32";
  case ScalarType::F32:
    return "float";
  case ScalarType::BF16:
    return "bfloat16";
  default:
    return isAccumulator(type) ? cSpelling(type).data() : "void";
  }
}

Target expandAie(Target target, llvm::ArrayRef<AiePattern> patterns) {
  Expansion expansion(target);
  for (const AiePattern &pattern : patterns)
    expansion.add(pattern);
  return finish(std::move(target));
}

} // namespace vecify
