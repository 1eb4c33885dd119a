// Address equations of a pair of accesses.
//
//     A[i][j] / A[i-1][j+1], rows in bounds     i = i' - 1, j = j' + 1
//     a[i*n + j] / a[i*n + j - 1]               i = i', j = j' - 1      if |j - j' + 1| < n is proved
//     p[i].re (8 bytes apart) / (char *)p + k   -4 < 8*i - k' < 1
//     s->v[i] / s->n behind v[8]                4*i < 32, hence none
//
// Subscripts may be compared one by one where every row holds its subscripts and the member lies within the element,
// because then the address determines the subscripts. Otherwise byte intervals are compared.
#include "Conflict.h"
#include "Delinearize.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// The address of each access determines its subscripts, and equal elements are needed for a common byte.
static bool comparesBySubscript(const Access &a, const Access &b) {
  if (a.subs.empty() || a.subs.size() != b.subs.size() || a.strideBytes != b.strideBytes)
    return false;
  if (a.subs.size() > 1 && !(a.rowsInBounds && b.rowsInBounds))
    return false;
  // A symbolic stride is the size of a row type, which holds the element.
  const std::optional<int64_t> stride = a.strideBytes.back().asConstant();
  const auto liesWithin = [&](const Access &access) {
    return access.offsetBytes >= 0 && (!stride || access.offsetBytes + int64_t(bytesOf(access.type)) <= *stride);
  };
  return liesWithin(a) && liesWithin(b);
}

static bool membersOverlap(const Access &a, const Access &b) {
  return a.offsetBytes < b.offsetBytes + int64_t(bytesOf(b.type)) &&
         b.offsetBytes < a.offsetBytes + int64_t(bytesOf(a.type));
}

static bool isIndirect(const Access &access, size_t sub) {
  return sub < access.indirect.size() && access.indirect[sub] != NoId;
}

namespace {

class ConflictBuilder {
public:
  ConflictBuilder(const Scop::Impl &scop, const Occurrence &a, const Occurrence &b, unsigned shared)
      : scop(scop), occurrenceA(a), occurrenceB(b), a(scop.nest.accesses[a.access]), b(scop.nest.accesses[b.access]),
        shared(shared) {}

  Conflict build() {
    if (comparesBySubscript(a, b))
      compareSubscripts();
    else
      compareBytes();
    for (const IndexExpr &e : result.equations)
      describe(e);
    for (const IndexExpr &e : result.inequalities)
      describe(e);
    if (result.isImpossible)
      return std::move(result);
    addLengths(a, [](const IndexExpr &sub) { return sub; });
    addLengths(b, [&](const IndexExpr &sub) { return inSecond(sub); });
    for (const IndexExpr &e : result.equations)
      result.system.addEquality(e);
    for (const IndexExpr &e : result.inequalities)
      result.system.addInequality(e);
    scop.addDomains(result.system, occurrenceA, occurrenceB, shared);
    scop.addKnowledge(result.system);
    return std::move(result);
  }

private:
  IndexExpr inSecond(const IndexExpr &expr) const { return scop.inSecond(expr, occurrenceB.loops, shared); }

  /// C lets no subscript leave a declared array: s->v[i] does not reach the member behind v.
  void addLengths(const Access &access, llvm::function_ref<IndexExpr(const IndexExpr &)> at) {
    for (size_t d = 0; d < access.lengths.size(); ++d) {
      const IndexExpr sub = at(access.subs[d]);
      if (access.lengths[d].sure() == 0 || isIndirect(access, d) || sub.isPoisoned())
        continue;
      result.system.addInequality(sub);
      result.system.addInequality(IndexExpr(access.lengths[d].sure() - 1) - sub);
    }
  }

  void compareSubscripts() {
    result.isImpossible = !membersOverlap(a, b);
    for (size_t d = 0; d < a.subs.size(); ++d) {
      if (isIndirect(a, d) || isIndirect(b, d))
        result.isExact = false;
      else
        addEquation(a.subs[d] - inSecond(b.subs[d]), {a.subs[d], b.subs[d]});
    }
  }

  void compareBytes() {
    if (!a.isAffine() || !b.isAffine()) {
      result.isExact = false;
      return;
    }
    const IndexExpr addressA = scop.nest.byteAddress(a), addressB = scop.nest.byteAddress(b);
    const IndexExpr gap = addressA - inSecond(addressB);
    const int64_t sizeA = bytesOf(a.type), sizeB = bytesOf(b.type);
    if (sizeA == sizeB)
      if (const std::optional<IndexExpr> elements = gap.dividedBy(sizeA)) {
        addEquation(*elements, {addressA, addressB});
        return;
      }
    if (const std::optional<int64_t> constant = gap.asConstant()) {
      result.isImpossible = *constant >= sizeB || *constant <= -sizeA;
      return;
    }
    result.inequalities.push_back(IndexExpr(sizeB - 1) - gap);
    result.inequalities.push_back(gap + (sizeA - 1));
  }

  void addEquation(const IndexExpr &difference, llvm::ArrayRef<IndexExpr> addresses) {
    if (difference.isPoisoned()) {
      result.isExact = false;
      return;
    }
    for (const IndexExpr &e : delinearize(scop, occurrenceA, occurrenceB, shared, difference, addresses)) {
      if (const std::optional<int64_t> constant = e.asConstant()) {
        result.isImpossible |= *constant != 0;
        continue;
      }
      result.equations.push_back(e);
    }
  }

  /// Products with counters are one unknown each: then the equation is a superset.
  void describe(const IndexExpr &expr) {
    for (const IndexExpr::Term &term : expr.terms()) {
      const bool hasCounter = llvm::any_of(term.symbols, [&](SymbolId id) {
        return id >= scop.nest.symbols.size() || scop.nest.symbols[id].kind == Symbol::Iterator;
      });
      if (hasCounter && term.symbols.size() > 1)
        result.isExact = false;
      else if (!hasCounter && !term.symbols.empty())
        result.dependsOnParams = true;
    }
  }

  const Scop::Impl &scop;
  const Occurrence &occurrenceA, &occurrenceB;
  const Access &a, &b;
  const unsigned shared;
  Conflict result;
};

} // namespace

Conflict conflictOf(const Scop::Impl &scop, const Occurrence &a, const Occurrence &b, unsigned shared) {
  return ConflictBuilder(scop, a, b, shared).build();
}

} // namespace vecify
