// See Guards.h. A comparison is done in ptrdiff_t where the parameters' ranges prove that nothing overflows, else in
// 128 bits; what might not even fit there is first bounded by conditions of its own.
#include "Guards.h"
#include "IndexText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <cmath>
#include <set>

namespace vecify {

namespace {

class GuardPrinter {
public:
  explicit GuardPrinter(const Function &function) : F(function) {}

  GuardText all() {
    for (const RuntimeGuard &guard : F.guards) {
      if (guard.kind == RuntimeGuard::NonNegative)
        nonNegative(guard.expr);
      else if (guard.kind == RuntimeGuard::Either)
        either(guard);
      else if (guard.kind == RuntimeGuard::Disjoint)
        disjoint(guard);
      else
        lead(guard);
    }
    // Unequal polynomials may have one text: n - 1 of signed and of unsigned n.
    llvm::StringSet<> said;
    llvm::erase_if(Result.conditions, [&](const std::string &condition) { return !said.insert(condition).second; });
    return std::move(Result);
  }

private:
  const Parameter *parameterOf(SymbolId id) const {
    for (const Parameter &parameter : F.parameters)
      if (parameter.value == id)
        return &parameter;
    return nullptr;
  }

  IndexSymbol symbol(SymbolId id) const {
    IndexSymbol result;
    result.isParameter = true;
    const Parameter *parameter = parameterOf(id);
    if (!parameter) {
      result.text.text = "0 /* unknown symbol */";
      return result;
    }
    result.text.text = parameter->name;
    if (!isIdentifierText(parameter->name) && !llvm::StringRef(parameter->name).starts_with("("))
      result.text.binding = isPostfix(parameter->name) ? Binding::Primary : Binding::Conditional;
    result.text.type = promoted(parameter->type);
    if (isInteger(parameter->type) && bitsOf(parameter->type) < 64) {
      result.lo = minValue(parameter->type);
      result.hi = maxValue(parameter->type);
    }
    if (parameter->lo)
      result.lo = parameter->lo;
    if (parameter->hi)
      result.hi = parameter->hi;
    return result;
  }

  static bool isPostfix(llvm::StringRef text) {
    return llvm::all_of(llvm::enumerate(text), [&](auto c) {
      return llvm::isAlnum(c.value()) || c.value() == '_' || c.value() == '.' || c.value() == '[' || c.value() == ']' ||
             (c.value() == '-' && c.index() + 1 < text.size() && text[c.index() + 1] == '>') ||
             (c.value() == '>' && c.index() && text[c.index() - 1] == '-');
    });
  }

  CText text(const IndexExpr &expr) const {
    return indexText(expr, [&](SymbolId id) { return symbol(id); });
  }

  double bitsNeeded(const IndexExpr &expr) const {
    return bitsOfSums(expr, [&](SymbolId id) { return symbol(id); });
  }

  bool hasUnsigned(const IndexExpr &expr) const {
    return llvm::any_of(expr.symbols(), [&](SymbolId s) { return symbol(s).text.type == ScalarType::U64; });
  }

  /// A count of type size_t is at most PTRDIFF_MAX if every iteration of the root loop moves on in some object.
  bool isCountOfObjectElements(SymbolId s) const {
    if (F.trip.asSymbol() != s)
      return false;
    for (OpId id : F.blocks[F.body].ops) {
      const Op &loop = F.ops[id];
      if (loop.kind != OpKind::For)
        continue;
      const ValueId iv = F.blocks[loop.blocks[0]].arguments[0];
      for (OpId inner : F.blocks[loop.blocks[0]].ops) {
        const Op &op = F.ops[inner];
        const bool isPlain = op.kind == OpKind::Load || op.kind == OpKind::Store;
        if (!isPlain)
          continue;
        const IndexExpr at = F.byteAddress(op.mem);
        if (at.degreeIn(iv) == 1 && at.coefficientOf(iv).asConstant())
          return true;
      }
    }
    return false;
  }

  /// What nonNegative asks; nothing: it always holds.
  std::string asked(const IndexExpr &expr) {
    const size_t before = Result.conditions.size();
    nonNegative(expr);
    const std::vector<std::string> own(Result.conditions.begin() + ptrdiff_t(before), Result.conditions.end());
    Result.conditions.resize(before);
    return own.size() < 2 ? llvm::join(own, "") : "(" + llvm::join(own, " && ") + ")";
  }

  void either(const RuntimeGuard &guard) {
    const std::string first = asked(guard.expr), second = asked(guard.orElse);
    if (!first.empty() && !second.empty())
      Result.conditions.push_back("(" + first + " || " + second + ")");
  }

  void nonNegative(const IndexExpr &expr) {
    if (std::optional<int64_t> constant = expr.asConstant()) {
      if (*constant < 0)
        Result.conditions.push_back("0");
      return;
    }
    // left >= right, with the constant on the right.
    IndexExpr left, right(0);
    const int64_t constant = expr.constantTerm();
    for (const IndexExpr::Term &term : expr.terms())
      if (!term.symbols.empty())
        left += termOf(term);
    const bool isAllNegative = llvm::all_of(left.terms(), [](const IndexExpr::Term &t) { return t.coefficient < 0; });
    const bool isSingle =
        left.terms().size() == 1 && left.terms()[0].symbols.size() == 1 && std::abs(left.terms()[0].coefficient) == 1;
    if (isSingle && constant != INT64_MIN) {
      single(left.terms()[0].symbols[0], isAllNegative, constant);
      return;
    }
    std::string relation = " >= ";
    int64_t bound = -constant;
    if (isAllNegative) {
      left = -left;
      relation = " <= ";
      bound = constant;
    }
    std::string limit = integerLiteral(ScalarType::I64, bound).at(Binding::Shift);
    // a - b >= 0 is a >= b.
    if (bitsNeeded(left) < 62.9 && std::abs(double(bound)) < 4e18) {
      const CText text = signedText(left);
      const bool isAlways = text.type == ScalarType::I32 && (isAllNegative ? bound >= INT32_MAX : bound <= INT32_MIN);
      if (!isAlways)
        Result.conditions.push_back(text.at(Binding::Shift) + relation + limit);
      return;
    }
    // 128 bits hold any product of two; of more, the factors are bounded first.
    unsigned degree = 1;
    for (const IndexExpr::Term &term : left.terms())
      degree = std::max<unsigned>(degree, term.symbols.size());
    if (bitsNeeded(left) > 126)
      for (SymbolId s : left.symbols())
        bounded(s, 100 / degree - 4);
    std::string sum;
    for (const IndexExpr::Term &term : left.terms()) {
      const bool isNegative = term.coefficient < 0;
      const int64_t magnitude = isNegative ? -term.coefficient : term.coefficient;
      sum += sum.empty() ? (isNegative ? "-" : "") : (isNegative ? " - " : " + ");
      bool isFirst = true;
      for (SymbolId s : term.symbols) {
        sum += (isFirst ? "(__int128)" : " * ") + symbol(s).text.at(Binding::Primary);
        isFirst = false;
      }
      if (magnitude != 1)
        sum += " * " + integerLiteral(ScalarType::I64, magnitude).at(Binding::Primary);
    }
    Result.conditions.push_back("__extension__ (" + sum + relation + limit + ")");
  }

  static IndexExpr termOf(const IndexExpr::Term &term) {
    IndexExpr result(term.coefficient);
    for (SymbolId s : term.symbols)
      result = result * IndexExpr::symbol(s);
    return result;
  }

  /// p + constant >= 0 or -p + constant >= 0: a comparison needs no arithmetic at all.
  void single(SymbolId s, bool isNegative, int64_t constant) {
    const IndexSymbol p = symbol(s);
    const auto [lo, hi] = rangeOf(p);
    const int64_t bound = isNegative ? constant : -constant;
    if (isNegative ? hi <= bound && p.text.type != ScalarType::U64 : lo >= bound && p.text.type != ScalarType::U64)
      return; // always
    CText left = p.text;
    if (left.type == ScalarType::U64 && !p.hi && !isCountOfObjectElements(s))
      left = castTo(ScalarType::Index, left); // beyond PTRDIFF_MAX it is negative, and the scalar loop does it all
    if (left.type == ScalarType::U64 && !isNegative && bound <= 0)
      return; // always, without a sign
    if (left.type == ScalarType::U32 && (bound < 0 || bound > UINT32_MAX))
      left = castTo(ScalarType::Index, left);
    if (left.type == ScalarType::U64 && bound < 0)
      left = castTo(ScalarType::Index, left);
    Result.conditions.push_back(left.at(Binding::Shift) + (isNegative ? " <= " : " >= ") +
                                integerLiteral(ScalarType::I64, bound).at(Binding::Shift));
  }

  /// What compares with negative numbers as its value does.
  CText signedText(const IndexExpr &expr) const {
    CText value = text(expr);
    return isUnsignedInteger(value.type) ? castTo(ScalarType::Index, value) : value;
  }

  /// -2^bits <= p <= 2^bits
  void bounded(SymbolId s, unsigned bits) {
    const IndexSymbol p = symbol(s);
    const auto [lo, hi] = rangeOf(p);
    bits = std::min(bits, 62u);
    const std::string limit = integerLiteral(ScalarType::I64, int64_t(1) << bits).text;
    const bool isUnsigned = p.text.type == ScalarType::U64;
    if (isUnsigned || hi > int64_t(1) << bits)
      Result.conditions.push_back(p.text.at(Binding::Shift) + " <= " + limit);
    if (!isUnsigned && lo < -(int64_t(1) << bits))
      Result.conditions.push_back(p.text.at(Binding::Shift) + " >= -" + limit);
  }

  // -- disjoint arrays

  /// Keeps sums of addresses and these offsets within 64 bits with a sign.
  void bounded(llvm::ArrayRef<IndexExpr> offsets) {
    unsigned bits = 62;
    std::set<SymbolId> symbols;
    for (const IndexExpr &offset : offsets) {
      if (bitsNeeded(offset) < 61)
        continue;
      double sum = 1;
      unsigned degree = 1;
      for (const IndexExpr::Term &term : offset.terms()) {
        sum += std::abs(double(term.coefficient));
        degree = std::max<unsigned>(degree, term.symbols.size());
      }
      bits = std::min(bits, unsigned(std::max(1.0, (60 - std::ceil(std::log2(sum))) / degree)));
      for (SymbolId s : offset.symbols())
        symbols.insert(s);
    }
    for (SymbolId s : symbols)
      bounded(s, bits);
  }

  /// The least or greatest of the candidates, in units of `size` bytes.
  CText extreme(llvm::ArrayRef<IndexExpr> candidates, bool isUpper, int64_t size = 1) {
    CText result;
    for (const IndexExpr &candidate : candidates) {
      CText next = signedText(*candidate.dividedBy(size));
      if (&candidate == candidates.begin()) {
        result = std::move(next);
        continue;
      }
      const std::string function = isUpper ? "vecify_max" : "vecify_min";
      Result.preamble.insert(function);
      result.text = function + "(" + result.text + ", " + next.text + ")";
      result.binding = Binding::Primary;
      result.isLiteral = false;
    }
    return result;
  }

  /// What is added to the base: elements where the array is a pointer to its elements, else bytes. As a number with a
  /// sign where the end `isFar` from any object.
  std::string end(uint32_t a, llvm::ArrayRef<IndexExpr> candidates, bool isUpper, bool isFar) {
    const ArrayInfo &array = F.arrays[a];
    const llvm::StringRef type = array.paramType;
    const bool isElementPointer = !isFar && type.count('*') == 1 && !type.contains('[') && !type.contains("void") &&
                                  !type.contains("struct") && !type.contains("union") &&
                                  isElementType(type, array.element);
    const int64_t size = isElementPointer ? bytesOf(array.element) : 1;
    const bool inElements =
        isElementPointer && llvm::all_of(candidates, [&](const IndexExpr &e) { return e.dividedBy(size).has_value(); });
    const CText offset = extreme(candidates, isUpper, inElements ? size : 1);
    CText base;
    base.text = array.name;
    if (!isIdentifierText(array.name))
      base.binding = array.name[0] == '&' || array.name[0] == '*' ? Binding::Unary
                     : isPostfix(array.name)                      ? Binding::Primary
                                                                  : Binding::Conditional;
    const auto plus = [&](const std::string &pointer, Binding) {
      if (!offset.text.empty() && offset.text[0] == '-' && offset.binding == Binding::Unary)
        return pointer + " - " + offset.text.substr(1);
      return pointer + " + " + offset.at(Binding::Product);
    };
    const bool isNothing = candidates.empty() || (candidates.size() == 1 && candidates[0].isZero());
    const std::string number = isFar ? "(intptr_t)" : "(uintptr_t)";
    if (isNothing)
      return number + base.at(Binding::Unary);
    if (inElements)
      return "(uintptr_t)(" + plus(base.at(Binding::Sum), Binding::Sum) + ")";
    return plus(number + base.at(Binding::Unary), Binding::Sum);
  }

  /// `type` is a pointer to what `element` is, so that pointer steps are elements.
  static bool isElementType(llvm::StringRef type, ScalarType element) {
    llvm::StringRef pointee = type.split('*').first.trim();
    while (pointee.consume_front("const ") || pointee.consume_front("volatile "))
      pointee = pointee.ltrim();
    pointee.consume_back(" const");
    static const std::pair<const char *, unsigned> sizes[] = {
        {"float", 4},         {"double", 8},        {"char", 1},           {"signed char", 1},
        {"unsigned char", 1}, {"short", 2},         {"unsigned short", 2}, {"int", 4},
        {"unsigned int", 4},  {"unsigned", 4},      {"long long", 8},      {"unsigned long long", 8},
        {"int8_t", 1},        {"uint8_t", 1},       {"int16_t", 2},        {"uint16_t", 2},
        {"int32_t", 4},       {"uint32_t", 4},      {"int64_t", 8},        {"uint64_t", 8},
        {"long", 8},          {"unsigned long", 8}, {"size_t", 8},         {"ptrdiff_t", 8}};
    for (const auto &[name, bytes] : sizes)
      if (pointee == name)
        return bytes == bytesOf(element);
    return false;
  }

  void disjoint(const RuntimeGuard &guard) {
    if (!guard.rowPointer.empty())
      return rowsApart(guard);
    if (guard.isFar)
      bounded(endsOf(guard));
    std::string condition = "(" + isBehind(guard, guard.a, guard.upperA, guard.b, guard.lowerB) + " || " +
                            isBehind(guard, guard.b, guard.upperB, guard.a, guard.lowerA);
    if (guard.equalIsFine)
      condition += " || " + equalBases(guard);
    Result.conditions.push_back(condition + ")");
  }

  /// Each row's pointer is read: they may lead anywhere.
  void rowsApart(const RuntimeGuard &guard) {
    Result.preamble.insert("vecify_rows_apart");
    std::string first = guard.rowPointer;
    first.replace(first.find("{0}"), 3, signedText(guard.firstRow).text);
    Result.conditions.push_back("vecify_rows_apart((const void *)&" + first + ", " + std::to_string(guard.rowStride) +
                                ", " + signedText(guard.rowCount).text + ", " + extreme(guard.lowerA, false).text +
                                ", " + extreme(guard.upperA, true).text + ", " +
                                end(guard.b, guard.lowerB, false, false) + ", " +
                                end(guard.b, guard.upperB, true, false) + ")");
  }

  static llvm::SmallVector<IndexExpr, 8> endsOf(const RuntimeGuard &guard) {
    llvm::SmallVector<IndexExpr, 8> ends;
    for (const auto *some : {&guard.lowerA, &guard.upperA, &guard.lowerB, &guard.upperB})
      ends.append(some->begin(), some->end());
    return ends;
  }

  /// `b` begins where `a` ends, or later.
  std::string isBehind(const RuntimeGuard &guard, uint32_t a, llvm::ArrayRef<IndexExpr> upper, uint32_t b,
                       llvm::ArrayRef<IndexExpr> lower) {
    return end(a, upper, true, guard.isFar) + " <= " + end(b, lower, false, guard.isFar);
  }

  std::string equalBases(const RuntimeGuard &guard) const {
    return "(uintptr_t)" + baseText(guard.a) + " == (uintptr_t)" + baseText(guard.b);
  }

  void lead(const RuntimeGuard &guard) {
    std::string condition = "(" + leads(guard, guard.atMost, true) + " || " + leads(guard, guard.atLeast, false);
    if (guard.isFar)
      bounded(endsOf(guard));
    if (!guard.upperA.empty())
      condition += " || " + isBehind(guard, guard.a, guard.upperA, guard.b, guard.lowerB);
    if (guard.equalIsFine)
      condition += " || " + equalBases(guard);
    Result.conditions.push_back(condition + ")");
  }

  /// b <= a + bytes, or b >= a + bytes. What is not constant may be far below zero, hence the difference is compared.
  std::string leads(const RuntimeGuard &guard, const IndexExpr &bytes, bool atMost) {
    const std::string a = "(uintptr_t)" + baseText(guard.a), b = "(uintptr_t)" + baseText(guard.b);
    const std::string relation = atMost ? " <= " : " >= ";
    const std::optional<int64_t> constant = bytes.asConstant();
    if (!constant)
      return "(ptrdiff_t)(" + b + " - " + a + ")" + relation + signedText(bytes).at(Binding::Shift);
    const auto plus = [](int64_t more) { return more > 0 ? " + " + std::to_string(more) : ""; };
    return b + plus(-*constant) + relation + a + plus(*constant);
  }

  std::string baseText(uint32_t a) const {
    const std::string &name = F.arrays[a].name;
    return isIdentifierText(name) || name[0] == '&' || isPostfix(name) ? name : "(" + name + ")";
  }

  const Function &F;
  GuardText Result;
};

} // namespace

GuardText guardText(const Function &function) { return GuardPrinter(function).all(); }

} // namespace vecify
