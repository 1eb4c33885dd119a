// See AieCode.h.
#include "vecify/IR/Pattern.h"
#include "vecify/Target/AieCode.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace vecify {

namespace {

/// Trips and ops of a loop that is written out, at most: some kilobytes of a program memory of 16.
constexpr int64_t MostTrips = 16, MostOps = 256;

std::optional<int64_t> constantOf(const Function &f, ValueId v) {
  const Op *op = f.definitionOf(v);
  if (op && op->kind == OpKind::IndexValue)
    return op->index.asConstant();
  return op && op->kind == OpKind::Constant ? std::optional(op->intValue) : std::nullopt;
}

bool isShort(const Function &f, const Op &loop) {
  const std::optional<int64_t> from = constantOf(f, loop.operands[0]), to = constantOf(f, loop.operands[1]),
                               step = constantOf(f, loop.operands[2]);
  if (!from || !to || !step || *step <= 0)
    return false;
  const int64_t trips = (*to - *from + *step - 1) / *step;
  return trips <= MostTrips && trips * int64_t(f.blocks[loop.blocks[0]].ops.size()) <= MostOps;
}

} // namespace

std::set<OpId> loopsToWriteOut(const Function &f) {
  std::set<OpId> result;
  const auto isInnermost = [&](const Op &loop) {
    return llvm::all_of(f.blocks[loop.blocks[0]].ops, [&](OpId id) { return f.ops[id].blocks.empty(); });
  };
  for (const Op &outer : f.ops) {
    if (outer.kind != OpKind::For)
      continue;
    for (OpId id : f.blocks[outer.blocks[0]].ops)
      if (f.ops[id].kind == OpKind::For && isInnermost(f.ops[id]) && isShort(f, f.ops[id]))
        result.insert(id);
  }
  return result;
}

const char *textOf(AieRounding rounding) {
  constexpr const char *names[] = {"floor", "positive_inf", "conv_even"};
  return names[size_t(rounding)];
}

ModeUse modesObeyed(const Op &op, const Function &f, const AieCore &core) {
  const ValueId v = op.kind == OpKind::Reduce ? op.operands[0] : op.results.empty() ? ~0u : op.results[0];
  if (v == ~0u || f.typeOf(v).isScalar())
    return {};
  const ScalarType element = f.typeOf(v).element;
  const auto saturatesIf = [](bool obeys) { return obeys ? std::optional(false) : std::nullopt; };
  switch (op.kind) {
  case OpKind::Srs:
    if (isFloat(element))
      return {element == ScalarType::BF16 ? std::optional(AieRounding::ConvEven) : std::nullopt, std::nullopt};
    if (constantOf(f, op.operands[1]) == 0)
      return {std::nullopt, op.ints[1] != 0};
    return {op.ints[0] ? AieRounding::PositiveInf : AieRounding::Floor, op.ints[1] != 0};
  case OpKind::ShrImm:
    return {op.ints[0] != 0 ? std::optional(AieRounding::Floor) : std::nullopt, std::nullopt};
  case OpKind::ShrUniform:
    return {AieRounding::Floor, std::nullopt};
  case OpKind::ShlImm:
    return {std::nullopt, saturatesIf(op.ints[0] != 0)};
  case OpKind::ShlUniform:
    return {std::nullopt, false};
  case OpKind::Reduce: // products with ones
    return {std::nullopt, saturatesIf(op.combine == ReductionKind::Add && isInteger(element) &&
                                      !isAccumulator(element) && bitsOf(element) <= 16)};
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::Neg:
    if (element == ScalarType::BF16)
      return {AieRounding::ConvEven, std::nullopt};
    // The first cores add bytes as words.
    return {std::nullopt, saturatesIf(core.arch == 10 && isInteger(element) && bitsOf(element) == 8)};
  default:
    return {};
  }
}

std::vector<bool> partsOfAccesses(const Function &f) {
  std::vector<bool> result(f.ops.size());
  const std::vector<unsigned> uses = useCounts(f);
  // Accumulators made of a load, or of parts of it; it must be loaded for nothing else.
  std::map<ValueId, std::vector<OpId>> madeOf;
  for (OpId id = 0; id < f.ops.size(); ++id) {
    const Op &op = f.ops[id];
    if (op.kind == OpKind::Store && uses[op.operands[0]] == 1) {
      const Op *srs = f.definitionOf(op.operands[0]);
      if (srs && srs->kind == OpKind::Srs)
        result[f.values[op.operands[0]].definition] = true;
    }
    if (op.kind == OpKind::Cast && isAccumulator(f.typeOf(op.results[0]).element) && uses[op.operands[0]] == 1) {
      const Op *source = f.definitionOf(op.operands[0]);
      const bool isPart = source && source->kind == OpKind::ExtractSlice;
      const ValueId whole = isPart ? source->operands[0] : op.operands[0];
      if (const Op *load = f.definitionOf(whole); load && load->kind == OpKind::Load)
        madeOf[whole].push_back(id);
    }
  }
  for (const auto &[load, casts] : madeOf)
    for (OpId id : casts)
      result[id] = casts.size() == uses[load];
  return result;
}

} // namespace vecify
