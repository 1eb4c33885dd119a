#include "vecify/IR/Congruence.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace vecify {

std::optional<int64_t> Congruence::modulo(int64_t n) const {
  if (modulus % n != 0)
    return std::nullopt;
  return ((residue % n) + n) % n;
}

static Congruence reduced(int64_t modulus, int64_t residue) {
  modulus = std::abs(modulus);
  return {modulus, modulus ? ((residue % modulus) + modulus) % modulus : residue};
}

/// Beyond this nothing is gained, and products would overflow.
static constexpr int64_t Most = 1 << 20;

static Congruence sum(Congruence a, Congruence b) {
  return reduced(std::gcd(a.modulus, b.modulus), a.residue + b.residue);
}

static Congruence product(Congruence a, Congruence b) {
  for (const Congruence &c : {a, b})
    if (std::abs(c.modulus) > Most || std::abs(c.residue) > Most)
      return {};
  // (m1 x + r1)(m2 y + r2)
  const int64_t common = std::gcd(std::gcd(a.modulus * b.modulus, a.modulus * b.residue), b.modulus * a.residue);
  return reduced(common, a.residue * b.residue);
}

Congruences::Congruences(const Function &function) : F(function), LoopOf(function.values.size(), ~0u) {
  for (OpId id = 0; id < F.ops.size(); ++id)
    if (F.ops[id].kind == OpKind::For)
      LoopOf[F.blocks[F.ops[id].blocks[0]].arguments[0]] = id;
}

Congruence Congruences::of(ValueId value) const {
  if (value < LoopOf.size() && LoopOf[value] != ~0u) {
    const Op &loop = F.ops[LoopOf[value]];
    const Congruence step = of(loop.operands[2]);
    return step.modulus == 0 ? sum(of(loop.operands[0]), {step.residue, 0}) : Congruence{};
  }
  for (const Parameter &parameter : F.parameters)
    if (parameter.value == value)
      return {parameter.multiple, 0};
  const Op *op = F.definitionOf(value);
  if (!op)
    return {};
  switch (op->kind) {
  case OpKind::Constant:
    return {0, op->intValue};
  case OpKind::IndexValue:
    return bitsOf(F.typeOf(value).element) == 64 ? of(op->index) : Congruence{};
  case OpKind::And:
    for (unsigned i : {0u, 1u}) {
      const Congruence mask = of(op->operands[i]);
      if (mask.modulus == 0 && mask.residue < 0 && llvm::isPowerOf2_64(uint64_t(-mask.residue)))
        return {-mask.residue, 0};
    }
    return {};
  default:
    return {};
  }
}

Congruence Congruences::of(const IndexExpr &expr) const {
  Congruence total{0, 0};
  for (const IndexExpr::Term &term : expr.terms()) {
    Congruence one{0, term.coefficient};
    for (SymbolId symbol : term.symbols)
      one = product(one, of(ValueId(symbol)));
    total = sum(total, one);
  }
  return total;
}

} // namespace vecify
