// Step, AI Engines: arithmetic whose low bits do not depend on the sign is done on signed elements, which the API
// multiplies and loads without a cast.
//
//     %x = bitcast %a : 32xu16
//     %y = bitcast %b : 32xu16              ->    %s = add %a, %b : 32xi16
//     %s = add %x, %y : 32xu16
//     %r = bitcast %s : 32xi16
#include "Rewrites.h"
#include "Steps.h"

namespace vecify {

static bool hasNoSign(OpKind kind) {
  switch (kind) {
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::Mul:
  case OpKind::And:
  case OpKind::Or:
  case OpKind::Xor:
  case OpKind::Not:
  case OpKind::Select:
  case OpKind::ShlImm:
  case OpKind::ShlUniform:
    return true;
  default:
    return false;
  }
}

/// `v` with signed elements; a conversion that made it unsigned is taken back.
static ValueId asSigned(Rewriter &rewriter, ValueId v) {
  Function &f = rewriter.result();
  const VectorType type = f.typeOf(v);
  if (type.isScalar() || !isUnsignedInteger(type.element))
    return v;
  const VectorType wanted = type.withElement(integerType(bitsOf(type.element), true));
  Builder &b = rewriter.builder();
  if (const Op *cast = definedBy(f, v, OpKind::Bitcast); cast && f.typeOf(cast->operands[0]) == wanted)
    return cast->operands[0];
  if (const Op *cast = definedBy(f, v, OpKind::Cast);
      cast && isInteger(f.typeOf(cast->operands[0]).element) &&
      bitsOf(f.typeOf(cast->operands[0]).element) < bitsOf(wanted.element)) {
    const ValueId source = cast->operands[0];
    return b.create(OpKind::Cast, wanted, {source}, f.values[v].name);
  }
  if (const std::optional<int64_t> constant = splatInt(f, v))
    return b.constant(wanted, wrapTo(wanted.element, *constant));
  return b.create(OpKind::Bitcast, wanted, {v}, f.values[v].name);
}

llvm::Expected<Function> preferSigned(const Function &f, const Target &, const LowerOptions &) {
  Rewriter rewriter(f);
  Function result = rewriter.run([&](const Op &op, Rewriter &r) {
    if (op.results.size() != 1 || f.typeOf(op.results[0]).isScalar())
      return false;
    const VectorType type = f.typeOf(op.results[0]);
    if (op.kind == OpKind::Bitcast) {
      const ValueId source = r.mapped(op.operands[0]);
      const Op *inner = definedBy(r.result(), source, OpKind::Bitcast);
      if (!inner || !(r.result().typeOf(inner->operands[0]) == type))
        return false;
      r.map(op.results[0], inner->operands[0]);
      return true;
    }
    if (!hasNoSign(op.kind) || !isUnsignedInteger(type.element) || bitsOf(type.element) < 16 ||
        bitsOf(type.element) > 32)
      return false;
    Op fresh = r.mapped(op);
    fresh.results.clear();
    fresh.noWrap = false;
    for (ValueId &operand : fresh.operands)
      operand = asSigned(r, operand);
    const VectorType wanted = type.withElement(integerType(bitsOf(type.element), true));
    const std::string name = f.values[op.results[0]].name;
    const OpId id = r.builder().append(std::move(fresh), {wanted}, name);
    r.map(op.results[0], r.builder().create(OpKind::Bitcast, type, {r.result().ops[id].results[0]}, name));
    return true;
  });
  return sweep(std::move(result));
}

} // namespace vecify
