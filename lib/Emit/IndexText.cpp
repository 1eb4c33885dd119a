// See IndexText.h. Terms are grouped by the parameters they are multiplied with, highest degree first; parameters
// stand behind counters, constants at the end.
#include "IndexText.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>

namespace vecify {

namespace {

using Wide = __int128;

struct Interval {
  Wide lo, hi;
  Interval operator*(const Interval &o) const {
    const Wide corners[] = {lo * o.lo, lo * o.hi, hi * o.lo, hi * o.hi};
    return {*llvm::min_element(corners), *llvm::max_element(corners)};
  }
  Interval operator+(const Interval &o) const { return {lo + o.lo, hi + o.hi}; }
  bool fitsInt() const { return lo >= INT32_MIN && hi <= INT32_MAX; }
  /// Far beyond 64 bits all that matters is that it does not fit an int; keeps products within 128 bits.
  Interval clamped() const {
    const Wide limit = Wide(1) << 62;
    return {std::max(std::min(lo, limit), -limit), std::max(std::min(hi, limit), -limit)};
  }
};

/// A piece of the sum with its interval, so that int is used only where it is enough.
struct Piece {
  CText text;
  Interval range;
  bool isNegative = false; ///< to be subtracted
  unsigned degree = 0;
};

bool isWide(ScalarType type) { return isInteger(type) && bitsOf(type) == 64; }
bool isIntLike(ScalarType type) { return promoted(type) == ScalarType::I32; }

/// Insertion sort: a sum has few terms.
template <typename Less> void sortStably(std::vector<Piece> &pieces, Less less) {
  for (auto it = pieces.begin(); it != pieces.end(); ++it)
    std::rotate(std::upper_bound(pieces.begin(), it, *it, less), it, it + 1);
}

class IndexPrinter {
public:
  IndexPrinter(IndexSymbols symbols, bool wraps) : Symbols(symbols), Wraps(wraps) {}

  Piece sum(const IndexExpr &expr) {
    // Groups of terms with the same parameters as factors.
    std::map<llvm::SmallVector<SymbolId, 2>, IndexExpr> groups;
    for (const IndexExpr::Term &term : expr.terms()) {
      llvm::SmallVector<SymbolId, 2> parameters;
      IndexExpr rest(term.coefficient);
      for (SymbolId s : term.symbols) {
        if (Symbols(s).isParameter)
          parameters.push_back(s);
        else
          rest = rest * IndexExpr::symbol(s);
      }
      groups[parameters] += rest;
    }
    std::vector<Piece> pieces;
    for (const auto &[parameters, rest] : groups) {
      if (!parameters.empty()) {
        pieces.push_back(product(rest, parameters));
        continue;
      }
      for (const IndexExpr::Term &term : rest.terms())
        if (!term.symbols.empty())
          pieces.push_back(product(IndexExpr(term.coefficient), term.symbols));
    }
    sortStably(pieces, [](const Piece &a, const Piece &b) { return a.degree > b.degree; });
    if (const int64_t constant = expr.constantTerm(); constant || pieces.empty())
      pieces.push_back(literal(constant));
    return join(std::move(pieces));
  }

private:
  /// Wide enough for what is computed with it.
  bool isEnough(ScalarType type) const { return Wraps ? type == ScalarType::U64 : isWide(type); }

  CText widened(const CText &text) const {
    return isEnough(text.type) ? text : castTo(Wraps ? ScalarType::U64 : ScalarType::Index, text);
  }

  static Piece literal(int64_t value) {
    Piece piece;
    piece.isNegative = value < 0 && value != INT64_MIN;
    piece.text = integerLiteral(ScalarType::Index, piece.isNegative ? -value : value);
    piece.text.type = value >= INT32_MIN && value <= INT32_MAX ? ScalarType::I32 : ScalarType::Index;
    piece.range = {value, value};
    return piece;
  }

  Interval intervalOf(SymbolId s) {
    const auto [lo, hi] = rangeOf(Symbols(s));
    return {lo, hi};
  }

  /// Counters of outer loops before lengths: i * n. A parameter does not say what it is, but its name and place do:
  /// lengths have longer names, and bounds are met before counters.
  llvm::SmallVector<SymbolId, 3> asPeopleWrite(llvm::ArrayRef<SymbolId> symbols) {
    llvm::SmallVector<SymbolId, 3> ordered(symbols.begin(), symbols.end());
    std::reverse(ordered.begin(), ordered.end());
    const auto rank = [&](SymbolId s) {
      const std::string &name = Symbols(s).text.text;
      const size_t letter = name.size() == 1 ? llvm::StringRef("irjyzkxc").find(name[0]) : llvm::StringRef::npos;
      return letter == llvm::StringRef::npos ? size_t(100) : letter;
    };
    for (auto it = ordered.begin(); it != ordered.end(); ++it)
      std::rotate(std::upper_bound(ordered.begin(), it, *it, [&](SymbolId a, SymbolId b) { return rank(a) < rank(b); }),
                  it, it + 1);
    return ordered;
  }

  /// rest * symbols; a minus sign of `rest` becomes the piece's.
  Piece product(const IndexExpr &rest, llvm::ArrayRef<SymbolId> symbols) {
    std::vector<Piece> factors;
    bool isNegative = false;
    std::optional<int64_t> constant = rest.asConstant();
    if (constant && *constant < 0 && *constant != INT64_MIN) {
      isNegative = true;
      constant = -*constant;
    }
    if (!constant) {
      const IndexExpr::Term *only = rest.terms().size() == 1 ? &rest.terms()[0] : nullptr;
      if (only && only->coefficient < 0 && only->coefficient != INT64_MIN) {
        isNegative = true;
        factors.push_back(sum(-rest));
      } else {
        factors.push_back(sum(rest));
      }
    }
    for (SymbolId s : asPeopleWrite(symbols)) {
      Piece piece;
      piece.text = Symbols(s).text;
      piece.range = intervalOf(s);
      factors.push_back(std::move(piece));
    }
    if (constant && *constant != 1)
      factors.insert(factors.begin(), literal(*constant));
    Piece result = multiply(std::move(factors));
    result.degree = symbols.size();
    for (const IndexExpr::Term &term : rest.terms())
      result.degree = std::max<unsigned>(result.degree, symbols.size() + term.symbols.size());
    result.isNegative = isNegative;
    if (isNegative)
      result.range = {-result.range.hi, -result.range.lo};
    return result;
  }

  Piece multiply(std::vector<Piece> factors) {
    if (factors.size() == 1)
      return factors[0];
    Interval range = factors[0].range;
    bool fits = range.fitsInt();
    for (size_t f = 0; f < factors.size(); ++f) {
      if (f)
        range = range.clamped() * factors[f].range.clamped();
      fits &= range.fitsInt() && isIntLike(factors[f].text.type) && !factors[f].isNegative;
    }
    if (!fits) {
      // The first factor widens the rest.
      auto wide = llvm::find_if(factors, [&](const Piece &p) { return isEnough(p.text.type); });
      if (wide == factors.end()) {
        auto symbol = llvm::find_if(factors, [](const Piece &p) { return !p.text.isLiteral; });
        symbol->text = widened(symbol->text);
        std::rotate(factors.begin(), symbol, symbol + 1);
      } else if (wide - factors.begin() > 1 || (wide != factors.begin() && !factors[0].text.isLiteral)) {
        std::rotate(factors.begin(), wide, wide + 1);
      }
    }
    Piece result;
    result.range = range;
    result.text.binding = Binding::Product;
    result.text.type = fits ? ScalarType::I32 : ScalarType::Index;
    for (size_t f = 0; f < factors.size(); ++f) {
      const Piece &factor = factors[f];
      std::string text = factor.text.at(f ? Binding::Unary : Binding::Product);
      if (factor.isNegative)
        text = (f ? "(-" : "-") + factor.text.at(Binding::Unary) + (f ? ")" : "");
      result.text.text += (f ? " * " : "") + text;
      if (factor.text.type == ScalarType::U64 && !fits)
        result.text.type = ScalarType::U64;
    }
    return result;
  }

  Piece join(std::vector<Piece> pieces) {
    if (pieces.size() == 1)
      return signedAlone(std::move(pieces[0]));
    Interval range = {0, 0};
    bool fits = true;
    for (const Piece &piece : pieces) {
      range = range.clamped() + piece.range;
      fits &= range.fitsInt() && isIntLike(piece.text.type);
    }
    // What is added comes before what is subtracted, and something wide before anything narrow.
    sortStably(pieces, [](const Piece &a, const Piece &b) {
      const auto rank = [](const Piece &p) { return p.text.isLiteral ? 2 : p.isNegative ? 1 : 0; };
      return rank(a) < rank(b);
    });
    if (!fits && (pieces[0].isNegative || !isEnough(pieces[0].text.type))) {
      auto wide = llvm::find_if(pieces, [&](const Piece &p) { return !p.isNegative && isEnough(p.text.type); });
      if (wide != pieces.end() && !wide->text.isLiteral)
        std::rotate(pieces.begin(), wide, wide + 1);
    }
    if (fits) {
      // The order has changed; every partial sum must fit.
      Interval partial = {0, 0};
      for (const Piece &piece : pieces)
        fits &= (partial = partial + piece.range).fitsInt();
    }
    Piece result;
    result.range = range;
    if (!fits && pieces[0].isNegative && pieces.size() > 1 && pieces[1].text.isLiteral && !pieces[1].isNegative)
      std::swap(pieces[0], pieces[1]); // 15 - n
    // 256 - (ptrdiff_t)n
    if (!fits && pieces[0].text.isLiteral && !isEnough(pieces[0].text.type) && !isEnough(pieces[1].text.type)) {
      pieces[1].text = widened(pieces[1].text);
      pieces[0].text.type = ScalarType::Index;
    }
    result.text.type = fits ? ScalarType::I32 : ScalarType::Index;
    result.text.binding = Binding::Sum;
    // A narrow piece is converted by the wide sum it is added to.
    bool wideSoFar = false;
    for (size_t p = 0; p < pieces.size(); ++p) {
      Piece &piece = pieces[p];
      if (!fits && !wideSoFar) {
        const bool nextIsWide = p == 0 && isEnough(pieces[1].text.type) && !pieces[1].text.isLiteral;
        const bool isOperator = piece.text.binding == Binding::Sum || piece.text.binding == Binding::Product;
        if (!isEnough(piece.text.type) && !(nextIsWide && !isOperator && !piece.isNegative))
          piece.text = widened(piece.text);
        wideSoFar = true;
      }
      const std::string text = piece.text.at(Binding::Product);
      result.text.text += p ? (piece.isNegative ? " - " : " + ") : (piece.isNegative ? "-" : "");
      result.text.text += p == 0 && piece.isNegative ? piece.text.at(Binding::Unary) : text;
      if (piece.text.type == ScalarType::U64)
        result.text.type = ScalarType::U64;
    }
    return result;
  }

  Piece signedAlone(Piece piece) const {
    if (!piece.isNegative)
      return piece;
    const bool fits = isIntLike(piece.text.type) && piece.range.fitsInt();
    if (!piece.text.isLiteral && !fits)
      piece.text = widened(piece.text);
    piece.text.text = "-" + piece.text.at(Binding::Unary);
    piece.text.binding = Binding::Unary;
    piece.isNegative = false;
    return piece;
  }

  IndexSymbols Symbols;
  bool Wraps;
};

} // namespace

std::pair<int64_t, int64_t> rangeOf(const IndexSymbol &symbol) {
  const ScalarType type = isInteger(symbol.text.type) ? symbol.text.type : ScalarType::Index;
  return {symbol.lo.value_or(minValue(type)), symbol.hi.value_or(maxValue(type))};
}

CText indexText(const IndexExpr &expr, IndexSymbols symbols, bool wraps) {
  CText text = IndexPrinter(symbols, wraps).sum(expr).text;
  if (expr.asConstant()) {
    text = integerLiteral(ScalarType::Index, *expr.asConstant());
    text.type = ScalarType::I32;
  }
  return text;
}

double bitsOfSums(const IndexExpr &expr, IndexSymbols symbols) {
  double sum = 0;
  for (const IndexExpr::Term &term : expr.terms()) {
    double magnitude = std::abs(double(term.coefficient));
    for (SymbolId s : term.symbols) {
      const IndexSymbol factor = symbols(s);
      const auto [lo, hi] = rangeOf(factor);
      const bool isBeyond = factor.text.type == ScalarType::U64 && !factor.hi;
      magnitude *= isBeyond ? 0x1p64 : std::max(std::abs(double(lo)), std::abs(double(hi)));
    }
    sum += magnitude;
  }
  return sum == 0 ? 0 : std::log2(sum);
}

} // namespace vecify
