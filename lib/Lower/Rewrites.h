// What the patterns have in common: the type of the op at hand, its operands' definitions, short ways to emit.
#pragma once
#include "Match.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

using Replacement = std::optional<llvm::SmallVector<ValueId, 1>>;

/// One op as a pattern sees it. Operands are ids of the function being written.
class Site {
public:
  Site(const Op &op, Rewriter &rewriter, const Target &target)
      : op(op), f(rewriter.result()), b(rewriter.builder()), target(target),
        type(op.results.empty() ? VectorType() : rewriter.source().typeOf(op.results[0])),
        name(op.results.empty() ? "" : rewriter.source().values[op.results[0]].name) {}

  const Op &op;
  Function &f;
  Builder &b;
  const Target &target;
  const VectorType type;  ///< of the result
  const std::string name; ///< of the result

  ValueId operand(unsigned i) const { return op.operands[i]; }
  VectorType typeOf(ValueId v) const { return f.typeOf(v); }
  bool isVector() const { return !type.isScalar(); }
  bool isIntegerVector() const { return isVector() && isInteger(type.element) && type.element != ScalarType::Index; }
  std::optional<int64_t> constantOperand(unsigned i) const { return splatInt(f, op.operands[i]); }
  /// The definition of `v` if it is of this kind; a copy, for emitting may move what the function holds.
  std::optional<Op> definition(ValueId v, OpKind kind) const {
    const Op *found = definedBy(f, v, kind);
    return found ? std::optional<Op>(*found) : std::nullopt;
  }

  ValueId emit(OpKind kind, llvm::ArrayRef<ValueId> operands) { return emit(kind, type, operands); }
  ValueId emit(OpKind kind, const VectorType &of, llvm::ArrayRef<ValueId> operands) {
    return b.create(kind, of, operands, name);
  }
  ValueId emitInts(OpKind kind, const VectorType &of, llvm::ArrayRef<ValueId> operands, llvm::ArrayRef<int64_t> ints) {
    Op fresh;
    fresh.kind = kind;
    fresh.operands.assign(operands.begin(), operands.end());
    fresh.ints.assign(ints.begin(), ints.end());
    OpId id = b.append(std::move(fresh), {of}, name);
    return f.ops[id].results[0];
  }
  ValueId constant(int64_t value) { return b.constant(type, wrapTo(type.element, value)); }
  /// Integer conversion; a change of sign alone is a bitcast.
  ValueId cast(ValueId v, ScalarType element) {
    VectorType from = f.typeOf(v);
    if (from.element == element)
      return v;
    bool sameWidth = bitsOf(from.element) == bitsOf(element) && isInteger(element) && isInteger(from.element);
    const std::string hint = f.values[v].name;
    return b.create(sameWidth && !from.isScalar() ? OpKind::Bitcast : OpKind::Cast, from.withElement(element), {v},
                    hint);
  }
};

/// max(min(x, high), low) and min(max(x, low), high) between constants; `inner` and `outer` are theirs, in the order in
/// which they bound `value`.
struct Clamp {
  ValueId value, inner, outer;
  int64_t low, high;
};

/// What the site's Min or Max ends, if it is a clamp.
inline std::optional<Clamp> clampAt(const Site &s) {
  const OpKind otherKind = s.op.kind == OpKind::Max ? OpKind::Min : OpKind::Max;
  const auto boundOf = [&](const Op &op) -> std::optional<unsigned> {
    for (unsigned i : {1u, 0u})
      if (splatInt(s.f, op.operands[i]))
        return i;
    return std::nullopt;
  };
  const std::optional<unsigned> o = boundOf(s.op);
  const Op *other = o ? definedBy(s.f, s.op.operands[1 - *o], otherKind) : nullptr;
  const std::optional<unsigned> i = other ? boundOf(*other) : std::nullopt;
  if (!i)
    return std::nullopt;
  Clamp clamp{other->operands[1 - *i], other->operands[*i], s.op.operands[*o], 0, 0};
  const bool endsBelow = s.op.kind == OpKind::Max;
  clamp.low = *splatInt(s.f, endsBelow ? clamp.outer : clamp.inner);
  clamp.high = *splatInt(s.f, endsBelow ? clamp.inner : clamp.outer);
  return clamp;
}

inline Replacement with(ValueId v) { return llvm::SmallVector<ValueId, 1>{v}; }

/// A pattern's operands in either order: calls `match(x, y)` for (0, 1) and (1, 0).
template <typename F> bool eitherOrder(const Op &op, F match) {
  return match(op.operands[0], op.operands[1]) || match(op.operands[1], op.operands[0]);
}

} // namespace vecify
