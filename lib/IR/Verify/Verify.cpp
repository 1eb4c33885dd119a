// The structure of a function: interface, blocks, dominance. What an op keeps
// by itself is OpRules'.
//
// A value is visible from its definition to the end of its block, nested blocks
// included; since control is structured, that is dominance.
#include "vecify/IR/Verify.h"
#include "Verify/OpRules.h"
#include "Walk.h"
#include "llvm/ADT/Twine.h"

namespace vecify {
namespace {

using llvm::Error;
using llvm::Twine;

/// More lanes than any plan could want; keeps products of dims within int64.
constexpr int64_t maxLanes = int64_t(1) << 24;

class Verifier {
public:
  explicit Verifier(const Function &function)
      : F(function), IsVisible(F.values.size()), IsDefined(F.values.size()), IsUsedBlock(F.blocks.size()),
        IsUsedOp(F.ops.size()) {}

  Error run() {
    if (Error e = values())
      return e;
    if (Error e = parameters())
      return e;
    if (Error e = memory())
      return e;
    if (Error e = guards())
      return e;
    if (F.body >= F.blocks.size())
      return error(Loc(), "the function has no body");
    if (!F.blocks[F.body].arguments.empty())
      return error(Loc(), "the body takes arguments");
    return block(F.body, nullptr);
  }

private:
  Error error(Loc loc, const Twine &text) const {
    return llvm::make_error<IrError>(loc.isValid() ? loc : F.loc, ("in '" + F.name + "': " + text).str());
  }
  Error error(const Op &op, const Twine &text) const { return error(op.loc, "'" + toText(F, op) + "': " + text); }

  Error values() const {
    for (const Value &value : F.values) {
      int64_t lanes = 1;
      for (int64_t dim : value.type.shape) {
        if (dim < 1 || dim > maxLanes || (lanes *= dim) > maxLanes)
          return error(Loc(), "a value has the shape " + value.type.text());
      }
    }
    return Error::success();
  }

  Error parameters() {
    for (const Parameter &p : F.parameters) {
      if (p.value >= F.values.size() || IsDefined[p.value])
        return error(p.loc, "parameter '" + p.name + "' has no value of its own");
      if (F.values[p.value].definition != ~0u)
        return error(p.loc, "parameter '" + p.name + "' is defined by an op");
      if (F.typeOf(p.value) != VectorType::scalar(p.type))
        return error(p.loc, "parameter '" + p.name + "' is " + F.typeOf(p.value).text() + ", not " + textOf(p.type));
      if (p.lo && p.hi && *p.lo > *p.hi)
        return error(p.loc, "parameter '" + p.name + "' has an empty range");
      if (p.multiple < 1)
        return error(p.loc, "parameter '" + p.name + "' is a multiple of " + Twine(p.multiple));
      define(p.value);
    }
    return Error::success();
  }

  Error memory() const {
    for (const ArrayInfo &a : F.arrays) {
      if (a.element == ScalarType::I1)
        return error(a.loc, "array '" + a.name + "' holds truth values");
      if (a.alignment == 0 || (a.alignment & (a.alignment - 1)))
        return error(a.loc, "array '" + a.name + "' is aligned to " + Twine(a.alignment));
      for (uint32_t other : a.disjoint)
        if (other >= F.arrays.size() || &F.arrays[other] == &a)
          return error(a.loc, "array '" + a.name + "' is disjoint from an array that is not there or itself");
    }
    for (const MemPattern &p : F.patterns) {
      if (p.array >= F.arrays.size())
        return error(p.loc, "pattern \"" + p.text + "\" has no array");
      if (p.type == ScalarType::I1)
        return error(p.loc, "pattern \"" + p.text + "\" holds truth values");
      for (const IndexExpr &stride : p.strideBytes)
        if (const std::string why = brokenExpr(stride); !why.empty())
          return error(p.loc, "pattern \"" + p.text + "\": " + why);
    }
    return Error::success();
  }

  Error guards() const {
    if (const std::string why = brokenExpr(F.trip); !why.empty())
      return error(Loc(), "the trip count: " + why);
    for (const RuntimeGuard &g : F.guards) {
      for (const IndexExpr *e : {&g.expr, &g.orElse, &g.atMost, &g.atLeast, &g.firstRow, &g.rowCount})
        if (const std::string why = brokenExpr(*e); !why.empty())
          return error(g.loc, "a guard: " + why);
      if (g.kind == RuntimeGuard::NonNegative || g.kind == RuntimeGuard::Either)
        continue;
      if (g.a >= F.arrays.size() || g.b >= F.arrays.size() || g.a == g.b)
        return error(g.loc, "a guard: keeps no two arrays apart");
      const bool isWithinEnds = g.kind == RuntimeGuard::Disjoint || !g.upperA.empty() || !g.lowerB.empty();
      for (const auto *ends : {&g.lowerA, &g.upperA, &g.lowerB, &g.upperB}) {
        const bool isNeeded = g.kind == RuntimeGuard::Disjoint || ends == &g.upperA || ends == &g.lowerB;
        if (isWithinEnds && isNeeded && ends->empty())
          return error(g.loc, "a guard: a byte range without an end");
        for (const IndexExpr &end : *ends)
          if (const std::string why = brokenExpr(end); !why.empty())
            return error(g.loc, "a guard: " + why);
      }
    }
    return Error::success();
  }

  void define(ValueId v) {
    IsDefined[v] = IsVisible[v] = true;
    Trail.push_back(v);
  }

  /// Symbols are visible integer scalars.
  std::string brokenExpr(const IndexExpr &expr) const {
    if (expr.isPoisoned())
      return "a coefficient has overflowed";
    for (const IndexExpr::Term &term : expr.terms())
      for (SymbolId s : term.symbols) {
        if (s >= F.values.size() || !IsVisible[s])
          return "a symbol that is not visible here";
        if (!F.typeOf(s).isScalar() || !isInteger(F.typeOf(s).element))
          return "the symbol '" + F.values[s].name + "' is " + F.typeOf(s).text() + ", no integer scalar";
      }
    return "";
  }

  /// `parent`: the op that the block belongs to, or null for the body.
  Error block(BlockId id, const Op *parent) {
    const auto where = [&] { return parent ? "'" + toText(F, *parent) + "'" : std::string("the body"); };
    if (id >= F.blocks.size() || IsUsedBlock[id])
      return error(parent ? parent->loc : Loc(), where() + " has no block of its own");
    IsUsedBlock[id] = true;
    const Block &b = F.blocks[id];
    const size_t outer = Trail.size();
    for (ValueId argument : b.arguments) {
      if (argument >= F.values.size() || IsDefined[argument] || F.values[argument].definition != ~0u)
        return error(parent ? parent->loc : Loc(), "a block argument of " + where() + " is no value of its own");
      define(argument);
    }
    const OpKind end = parent ? OpKind::Yield : OpKind::Return;
    if (b.ops.empty() || b.ops.back() >= F.ops.size() || F.ops[b.ops.back()].kind != end)
      return error(parent ? parent->loc : Loc(), "a block of " + where() + " does not end in " + textOf(end));
    for (OpId o : b.ops) {
      if (o >= F.ops.size() || IsUsedOp[o])
        return error(parent ? parent->loc : Loc(), "an op stands at two places, or is not there");
      IsUsedOp[o] = true;
      const Op &op = F.ops[o];
      if ((op.kind == OpKind::Yield || op.kind == OpKind::Return) && o != b.ops.back())
        return error(op, "is not the end of its block");
      if (Error e = oneOp(o))
        return e;
    }
    if (Error e = ending(F.ops[b.ops.back()], parent))
      return e;
    while (Trail.size() > outer) {
      IsVisible[Trail.back()] = false;
      Trail.pop_back();
    }
    return Error::success();
  }

  Error oneOp(OpId id) {
    const Op &op = F.ops[id];
    for (ValueId operand : op.operands)
      if (operand >= F.values.size() || !IsVisible[operand])
        return error(op, "uses a value that is not visible here");
    for (ValueId result : op.results)
      if (result >= F.values.size() || IsDefined[result] || F.values[result].definition != id)
        return error(op, "its result is not its own");
    for (BlockId nested : op.blocks)
      if (nested >= F.blocks.size())
        return error(op, "has a block that is not there");
    if (const std::string why = brokenExpr(op.index); !why.empty())
      return error(op, why);
    for (const IndexExpr &sub : op.mem.subs)
      if (const std::string why = brokenExpr(sub); !why.empty())
        return error(op, why);
    for (const auto &steps : op.mem.laneSteps)
      for (const IndexExpr &step : steps)
        if (const std::string why = brokenExpr(step); !why.empty())
          return error(op, why);
    if (const std::string why = argumentsExist(op); !why.empty())
      return error(op, why);
    if (const std::string why = brokenRule(F, op); !why.empty())
      return error(op, why);
    for (BlockId nested : op.blocks)
      if (Error e = block(nested, &op))
        return e;
    for (ValueId result : op.results)
      define(result);
    return Error::success();
  }

  std::string argumentsExist(const Op &op) const {
    for (BlockId nested : op.blocks)
      for (ValueId argument : F.blocks[nested].arguments)
        if (argument >= F.values.size())
          return "a block argument is not there";
    return "";
  }

  /// The yield or return of a block against what it ends.
  Error ending(const Op &end, const Op *parent) const {
    llvm::SmallVector<VectorType, 4> wanted;
    if (parent) {
      for (ValueId result : parent->results)
        wanted.push_back(F.typeOf(result));
    } else {
      wanted.push_back(VectorType::scalar(ScalarType::Index));
      for (const Result &result : F.results)
        wanted.push_back(VectorType::scalar(result.type));
    }
    if (end.operands.size() != wanted.size())
      return error(end,
                   "gives " + Twine(end.operands.size()) + " values where " + Twine(wanted.size()) + " are needed");
    for (size_t i = 0; i < wanted.size(); ++i)
      if (F.typeOf(end.operands[i]) != wanted[i])
        return error(end, "gives " + F.typeOf(end.operands[i]).text() + " where " + wanted[i].text() + " is needed");
    return Error::success();
  }

  const Function &F;
  std::vector<bool> IsVisible, IsDefined, IsUsedBlock, IsUsedOp;
  std::vector<ValueId> Trail;
};

} // namespace

char IrError::ID = 0;

void IrError::log(llvm::raw_ostream &os) const {
  if (loc.isValid())
    os << loc.line << ':' << loc.column << ": ";
  os << text;
}

llvm::Error verify(const Function &function) { return Verifier(function).run(); }

} // namespace vecify
