// All edits of a program are numbered in the order of a walk over it, big ones
// first; the walk counts down to the wanted number and edits there.
#include "Reduce.h"
#include "Build.h"
#include "Generate.h"
#include <algorithm>

namespace vecify::fuzz {
namespace {

bool leavesLoop(const Code &code) {
  return std::any_of(code.begin(), code.end(), [](const Stmt &s) {
    if (s.kind == Stmt::Break || s.kind == Stmt::Continue)
      return true;
    bool isLoop =
        s.kind == Stmt::For || s.kind == Stmt::While || s.kind == Stmt::DoWhile;
    return !isLoop && (leavesLoop(s.body) || leavesLoop(s.orElse));
  });
}

class Edit {
public:
  Edit(Function &f, int number) : f(f), left(number) {}

  /// Whether there was an edit of this number.
  bool apply() {
    if (f.result != Ty::Void && wanted()) {
      f.result = Ty::Void;
      dropReturns(f.body);
      return true;
    }
    if (statements(f.body))
      return true;
    return expressions(f.body);
  }

private:
  bool wanted() { return left-- == 0; }

  static void dropReturns(Code &code) {
    std::erase_if(code, [](const Stmt &s) { return s.kind == Stmt::Return; });
    for (Stmt &s : code)
      for (Code *part : {&s.body, &s.orElse})
        dropReturns(*part);
  }

  /// Puts `parts` in place of code[k].
  static bool splice(Code &code, size_t k, Code parts) {
    code.erase(code.begin() + k);
    code.insert(code.begin() + k, parts.begin(), parts.end());
    return true;
  }

  bool statements(Code &code) {
    for (size_t k = 0; k < code.size(); ++k) {
      Stmt &s = code[k];
      if (s.pinned || s.kind == Stmt::Return)
        continue;
      if (s.kind != Stmt::Decl && s.kind != Stmt::Block && wanted())
        return splice(code, k, {});
      if (s.kind == Stmt::If) {
        if (wanted())
          return splice(code, k, Code(s.body));
        if (!s.orElse.empty() && wanted())
          return splice(code, k, Code(s.orElse));
        if (!s.orElse.empty() && wanted()) {
          s.orElse.clear();
          return true;
        }
      }
      if (s.kind == Stmt::Switch && wanted())
        return splice(code, k, Code(s.body[0].body));
      if (s.kind == Stmt::For && !leavesLoop(s.body) && wanted()) {
        Code once = s.init;
        once.insert(once.end(), s.body.begin(), s.body.end());
        return splice(code, k, std::move(once));
      }
    }
    for (Stmt &s : code)
      for (Code *part : {&s.body, &s.orElse})
        if (!s.pinned && statements(*part))
          return true;
    return false;
  }

  bool expressions(Code &code) {
    for (Stmt &s : code) {
      bool isLoop = s.kind == Stmt::For || s.kind == Stmt::While ||
                    s.kind == Stmt::DoWhile;
      if (!isLoop && !s.pinned && s.kind != Stmt::Return && s.kind != Stmt::Spelled &&
          !(s.kind == Stmt::Decl && (s.op == "bare" || f.vars[s.var].kind != Var::Local)))
        if (expression(s.rhs))
          return true;
      if (s.kind == Stmt::Assign) {
        if (s.op != "=" && s.lhs.type == s.rhs.type && wanted()) {
          s.op = "=";
          return true;
        }
        if (inside(s.lhs))
          return true;
      }
      for (Code *part : {&s.body, &s.orElse})
        if (!s.pinned && expressions(*part))
          return true;
    }
    return false;
  }

  bool inside(Expr &e) {
    bool isArray = e.kind == Expr::Index && e.kids[0].var >= 0 && f.vars[e.kids[0].var].kind == Var::Array;
    for (size_t k = e.kind == Expr::Index ? 1 : 0; k < e.kids.size(); ++k) {
      Expr &kid = e.kids[k];
      if (kid.kind == Expr::PostInc)
        continue;
      // Around arrays there is room for any subscript.
      if (isArray && kid.kind == Expr::Binary)
        for (const Expr &part : kid.kids)
          if (part.kind != Expr::IntLit && isInt(part.type) && wanted()) {
            Expr kept = part;
            kid = std::move(kept);
            return true;
          }
      if (expression(kid))
        return true;
    }
    return false;
  }

  bool expression(Expr &e) {
    if (e.kind == Expr::IntLit || e.kind == Expr::FloatLit ||
        e.kind == Expr::PostInc)
      return false;
    if (e.kind == Expr::Deref || (e.kind == Expr::Spelled && !e.value))
      return false;
    if (e.kind != Expr::Index)
      for (const Expr &kid : e.kids)
        if (promote(kid.type) == promote(e.type) && kid.range.within(e.range) &&
            wanted()) {
          Expr kept = kid;
          e = std::move(kept);
          return true;
        }
    if (e.range.wild || (e.range.lo <= 1 && e.range.hi >= 1)) {
      if (wanted()) {
        e = isFloat(e.type) ? real(1, e.type) : literal(1, promote(e.type));
        return true;
      }
    }
    return inside(e);
  }

  Function &f;
  int left;
};
} // namespace

Function reduce(const Function &function,
                const std::function<bool(const Function &)> &fails,
                int trials) {
  Function best = function;
  for (int number = 0; trials > 0;) {
    Function next = best;
    if (!Edit(next, number).apply())
      break;
    prune(next);
    --trials;
    if (fails(next))
      best = std::move(next);
    else
      ++number;
  }
  return best;
}

} // namespace vecify::fuzz
