// Loop bounds of native code as polynomials, and what they leave between them.
#include "Iterations.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

namespace vecify {

/// A bound as a polynomial; of one that keeps a loop from running backward or ends it with its block, what it is if the
/// loop runs and the block is whole.
static IndexExpr boundOf(const Function &code, ValueId bound) {
  const Op *op = code.definitionOf(bound);
  if (op && op->kind == OpKind::IndexValue)
    return op->index.substituteAll([&](SymbolId s) { return boundOf(code, s); });
  if (op && op->kind == OpKind::Constant)
    return IndexExpr(op->intValue);
  if (op && (op->kind == OpKind::Max || op->kind == OpKind::Select))
    return boundOf(code, op->operands[1]);
  if (op && op->kind == OpKind::Min)
    return boundOf(code, op->operands[0]);
  if (op && (op->kind == OpKind::And || op->kind == OpKind::Rem)) {
    const std::optional<int64_t> count = boundOf(code, op->operands[0]).asConstant();
    const std::optional<int64_t> size = boundOf(code, op->operands[1]).asConstant();
    if (count && size && *size != 0)
      return IndexExpr(op->kind == OpKind::And ? *count & *size : *count % *size);
  }
  return IndexExpr::symbol(bound);
}

std::optional<int64_t> iterationsBetween(const Function &code, ValueId from, ValueId to) {
  constexpr int64_t endless = int64_t(1) << 30;
  const std::optional<int64_t> count = (boundOf(code, to) - boundOf(code, from)).asConstant();
  return count && *count < endless ? count : std::nullopt;
}

/// What the integer is at most, going by its params. Infinite where nothing is said of them.
static double likelyMost(const Function &code, ValueId scalar);
static double likelyMost(const Function &code, const IndexExpr &expr) {
  double most = 0;
  for (const IndexExpr::Term &term : expr.terms()) {
    double product = double(term.coefficient);
    for (SymbolId s : term.symbols)
      product = product < 0 ? 0 : product * likelyMost(code, s);
    most += product;
  }
  return most;
}

static double likelyMost(const Function &code, ValueId scalar) {
  const Op *op = code.definitionOf(scalar);
  if (op && op->kind == OpKind::IndexValue)
    return likelyMost(code, op->index);
  if (op && op->kind == OpKind::And)
    return likelyMost(code, op->operands[0]);
  if (op && (op->kind == OpKind::Max || op->kind == OpKind::Select))
    return likelyMost(code, op->operands[1]);
  const auto parameter = llvm::find_if(code.parameters, [&](const Parameter &p) { return p.value == scalar; });
  const bool isKnown = parameter != code.parameters.end() && parameter->likelyMost != INT64_MAX;
  return isKnown ? double(parameter->likelyMost) : INFINITY;
}

/// Of the counter of a loop whose bounds are constants, what it is in the middle.
static std::optional<double> middleOf(const Function &code, ValueId counter) {
  for (const Op &op : code.ops)
    if (op.kind == OpKind::For && code.blocks[op.blocks[0]].arguments[0] == counter) {
      const std::optional<int64_t> from = boundOf(code, op.operands[0]).asConstant(),
                                   to = boundOf(code, op.operands[1]).asConstant();
      return from && to ? std::optional((double(*from) + double(*to) - 1) / 2) : std::nullopt;
    }
  return std::nullopt;
}

/// Bounds that move with such counters only: j from 8*t to 8*t + r.
static std::optional<double> meanBetween(const Function &code, ValueId from, ValueId to) {
  const IndexExpr distance = boundOf(code, to) - boundOf(code, from);
  double mean = 0;
  for (const IndexExpr::Term &term : distance.terms()) {
    double product = double(term.coefficient);
    for (SymbolId symbol : term.symbols) {
      const std::optional<double> middle = middleOf(code, symbol);
      if (!middle)
        return std::nullopt;
      product *= *middle;
    }
    mean += product;
  }
  return std::max(0.0, mean);
}

double expectedBetween(const Function &code, ValueId from, ValueId to) {
  if (const std::optional<double> mean = meanBetween(code, from, to))
    return std::min(*mean, UnknownTrip);
  return std::clamp(likelyMost(code, to) - double(integerOf(code, from).value_or(0)), 1.0, UnknownTrip);
}

std::optional<int64_t> integerOf(const Function &code, ValueId scalar) {
  const Op *op = code.definitionOf(scalar);
  if (op && op->kind == OpKind::IndexValue)
    return op->index.asConstant();
  if (op && op->kind == OpKind::Constant)
    return op->intValue;
  return std::nullopt;
}

} // namespace vecify
