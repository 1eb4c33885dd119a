#include "Leave.h"
#include "Build.h"
#include "Generator.h"

namespace vecify::fuzz {
namespace {

bool isLoop(const Stmt &s) { return s.kind == Stmt::For || s.kind == Stmt::While || s.kind == Stmt::DoWhile; }

void innermostLoops(Code &code, std::vector<Stmt *> &loops) {
  for (Stmt &s : code) {
    bool holdsLoop = false;
    eachStmt(s.body, [&](const Stmt &inner) { holdsLoop |= isLoop(inner); });
    if (isLoop(s) && !holdsLoop)
      loops.push_back(&s);
    for (Code *part : {&s.body, &s.orElse})
      innermostLoops(*part, loops);
  }
}

/// It changes nothing and stands for itself.
bool isPlain(const Expr &e) {
  bool plain = true;
  eachExpr(e, [&](const Expr &part) {
    plain &= part.kind != Expr::PostInc && part.kind != Expr::Spelled && part.kind != Expr::Deref;
  });
  return plain;
}

/// Parts of the value that are always evaluated, memory among them.
void collectValues(const Expr &e, std::vector<Expr> &values) {
  bool reads = false;
  eachExpr(e, [&](const Expr &part) { reads |= part.kind == Expr::Index; });
  if (!reads || !isPlain(e))
    return;
  if (e.kind != Expr::IntLit && e.kind != Expr::FloatLit)
    values.push_back(e);
  if (e.kind == Expr::Index || e.kind == Expr::Call)
    return;
  const bool isLazy = e.kind == Expr::Cond || e.op == "&&" || e.op == "||";
  for (size_t k = 0; k < (isLazy ? 1 : e.kids.size()); ++k)
    collectValues(e.kids[k], values);
}

/// A comparison that holds now and then.
std::optional<Expr> sometimes(const Expr &e, Rng &rng) {
  if (isFloat(e.type))
    return tryBinary(rng.percent(50) ? ">" : "<", e, real(rng.percent(50) ? 40.5 : -3.25, e.type));
  const int64_t lo = int64_t(std::max<Wide>(e.range.lo, 0)), hi = int64_t(std::min<Wide>(e.range.hi, 120));
  if (lo > hi || e.range.lo == e.range.hi)
    return std::nullopt;
  if (e.range.within({0, 1}))
    return rng.percent(50) ? std::optional(e) : tryBinary("==", e, literal(rng.below(2)));
  return tryBinary("==", e, literal(lo + rng.below(hi - lo + 1)));
}

} // namespace

void leaveEarly(Function &f, Rng &rng) {
  // An array of the function's own would stay undefined where a loop that fills it is left.
  for (const Var &var : f.vars)
    if (var.kind == Var::LocalArray)
      return;
  if (!rng.percent(14))
    return;
  std::vector<Stmt *> loops;
  innermostLoops(f.body, loops);
  for (Stmt *loop : loops) {
    struct Place {
      size_t at;
      Expr value;
    };
    std::vector<Place> places;
    for (size_t s = 0; s < loop->body.size(); ++s) {
      const Stmt &stmt = loop->body[s];
      if (stmt.kind != Stmt::Assign && stmt.kind != Stmt::Decl && stmt.kind != Stmt::If)
        continue;
      std::vector<Expr> values;
      collectValues(stmt.rhs, values);
      // In front of the statement, or behind it, where it has changed nothing of the value.
      for (Expr &value : values)
        places.push_back({s + (stmt.kind == Stmt::Decl && rng.percent(40)), value});
    }
    if (places.empty() || !rng.percent(80))
      continue;
    const Place place = places[size_t(rng.below(int64_t(places.size())))];
    const std::optional<Expr> test = sometimes(place.value, rng);
    if (!test)
      continue;
    Stmt leave = branch(*test, {simple(Stmt::Break)});
    loop->body.insert(loop->body.begin() + ptrdiff_t(place.at), std::move(leave));
    f.isAffine = false;
  }
}

} // namespace vecify::fuzz
