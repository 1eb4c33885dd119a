// Questions about the rows of Ops.def, and the spelling of combining kinds.
#include "vecify/IR/Function.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>

namespace vecify {
namespace {

struct OpRow {
  llvm::StringLiteral text;
  int operands;
  OpClass opClass;
};

constexpr OpRow opRows[] = {
#define OP(Name, Text, Operands, Class) {Text, Operands, OpClass::Class},
#include "vecify/IR/Ops.def"
};

const OpRow &rowOf(OpKind kind) {
  assert(size_t(kind) < std::size(opRows));
  return opRows[size_t(kind)];
}

/// In the order of ReductionKind.
constexpr llvm::StringLiteral reductionTexts[] = {"add", "mul",  "min",  "max",  "and", "or",
                                                  "xor", "cmin", "cmax", "fmin", "fmax"};

} // namespace

llvm::StringRef textOf(OpKind kind) { return rowOf(kind).text; }
OpClass classOf(OpKind kind) { return rowOf(kind).opClass; }

bool isComparison(OpKind kind) { return classOf(kind) == OpClass::Compare || kind == OpKind::CompareWhere; }

Relation relationBy(OpKind compare, bool ofFloats, bool isInverted) {
  assert(classOf(compare) == OpClass::Compare);
  const auto asked = Relation(unsigned(compare) - unsigned(OpKind::CmpEq));
  if (!isInverted)
    return asked;
  switch (asked) {
  case Relation::Eq:
    return Relation::Ne;
  case Relation::Ne:
    return Relation::Eq;
  case Relation::Lt:
    return ofFloats ? Relation::NotLt : Relation::Ge;
  case Relation::Le:
    return ofFloats ? Relation::NotLe : Relation::Gt;
  case Relation::Gt:
    return ofFloats ? Relation::NotGt : Relation::Le;
  default:
    return ofFloats ? Relation::NotGe : Relation::Lt;
  }
}

OpKind compareOf(Relation relation) {
  const unsigned place = unsigned(relation), ordered = unsigned(Relation::NotLt) - unsigned(Relation::Lt);
  return OpKind(unsigned(OpKind::CmpEq) + (relation < Relation::NotLt ? place : place - ordered));
}

bool isEffect(OpKind kind) { return isMemoryWrite(kind) || kind == OpKind::Barrier || kind == OpKind::DomainError; }

bool isMemoryWrite(OpKind kind) {
  switch (kind) {
  case OpKind::TransferWrite:
  case OpKind::Store:
  case OpKind::MaskedStore:
  case OpKind::Scatter:
  case OpKind::CompressStore:
    return true;
  default:
    return false;
  }
}

bool narrowsTwo(OpKind kind) {
  return kind == OpKind::NarrowPair || kind == OpKind::NarrowPairSat || kind == OpKind::NarrowBlocks ||
         kind == OpKind::NarrowBlocksSat;
}
int operandCount(OpKind kind) { return rowOf(kind).operands; }

std::optional<OpKind> parseOpKind(llvm::StringRef text) {
  static const llvm::StringMap<OpKind> kinds = [] {
    llvm::StringMap<OpKind> map;
    for (size_t i = 0; i < std::size(opRows); ++i)
      map[opRows[i].text] = OpKind(i);
    return map;
  }();
  const auto found = kinds.find(text);
  return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

llvm::StringRef textOf(ReductionKind kind) {
  assert(size_t(kind) < std::size(reductionTexts));
  return reductionTexts[size_t(kind)];
}

std::optional<ReductionKind> parseReductionKind(llvm::StringRef text) {
  for (size_t i = 0; i < std::size(reductionTexts); ++i)
    if (reductionTexts[i] == text)
      return ReductionKind(i);
  return std::nullopt;
}

bool isAccumulation(OpKind kind) {
  return kind == OpKind::WideMul || kind == OpKind::WideMac || kind == OpKind::SlidingMul || kind == OpKind::Mmul ||
         kind == OpKind::Srs;
}

OpKind opOf(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Add:
    return OpKind::Add;
  case ReductionKind::Mul:
    return OpKind::Mul;
  case ReductionKind::Min:
    return OpKind::Min;
  case ReductionKind::Max:
    return OpKind::Max;
  case ReductionKind::And:
    return OpKind::And;
  case ReductionKind::Or:
    return OpKind::Or;
  case ReductionKind::Xor:
    return OpKind::Xor;
  case ReductionKind::CMin:
    return OpKind::CMin;
  case ReductionKind::CMax:
    return OpKind::CMax;
  case ReductionKind::FMin:
    return OpKind::FMin;
  case ReductionKind::FMax:
    return OpKind::FMax;
  }
  llvm_unreachable("reduction kind");
}

} // namespace vecify
