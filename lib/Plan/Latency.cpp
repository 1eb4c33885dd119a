// Longest paths through a block, in registers and through memory.
#include "Latency.h"
#include "BlockCost.h"
#include "OpCost.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <optional>

namespace vecify {

/// The longest paths through the body from `start` to what depends on it.
Latency::Reach Latency::pathsFrom(ValueId start) const {
  Reach reach = {{start, 0}};
  goThrough(Body, reach);
  return reach;
}

void Latency::goThrough(const Block &body, Reach &reach) const {
  for (OpId id : body.ops) {
    const Op &op = F.ops[id];
    if (op.kind == OpKind::If && isExit(F, op)) {
      const Block &goesOn = F.blocks[op.blocks[1]];
      goThrough(goesOn, reach);
      const Op &yield = F.ops[goesOn.ops.back()];
      for (unsigned r = 0; r < op.results.size(); ++r)
        if (auto it = reach.find(yield.operands[r]); it != reach.end())
          reach[op.results[r]] = it->second;
    }
    if (op.kind == OpKind::For || op.kind == OpKind::If)
      continue;
    double from = -1;
    for (ValueId v : op.operands)
      if (auto it = reach.find(v); it != reach.end())
        from = std::max(from, it->second);
    if (from < 0)
      continue;
    for (ValueId r : op.results)
      reach[r] = from + latencyOf(F, T, op);
  }
}

double Latency::carried() const {
  double worst = 0;
  const Op *yield = Body.ops.empty() ? nullptr : &F.ops[Body.ops.back()];
  if (!yield || yield->kind != OpKind::Yield)
    return 0;
  for (unsigned c = 0; c < yield->operands.size() && c + 1 < Body.arguments.size(); ++c) {
    const Reach reach = pathsFrom(Body.arguments[c + 1]);
    if (auto it = reach.find(yield->operands[c]); it != reach.end())
      worst = std::max(worst, it->second);
  }
  return worst;
}

double Latency::window(double waiting) const {
  if (T.window == 0)
    return 0;
  std::map<ValueId, double> ready;
  double depth = 0;
  for (OpId id : Body.ops) {
    const Op &op = F.ops[id];
    double from = 0;
    for (ValueId v : op.operands)
      if (auto it = ready.find(v); it != ready.end())
        from = std::max(from, it->second);
    for (ValueId r : op.results)
      depth = std::max(depth, ready[r] = from + latencyOf(F, T, op));
  }
  return depth * waiting / T.window;
}

/// From a store's operand to the result of a load of the same bytes.
static constexpr double StoreForward = 6; // cycles, Golden Cove
/// Dependences over more iterations than these hold up nobody.
static constexpr int64_t FarthestIteration = 8;

double Latency::throughMemory(int64_t step) const {
  std::vector<const Op *> reads, writes;
  for (OpId id : Body.ops) {
    const Op &op = F.ops[id];
    if (op.kind == OpKind::Load || op.kind == OpKind::TransferRead)
      reads.push_back(&op);
    else if (op.kind == OpKind::Store || op.kind == OpKind::TransferWrite)
      writes.push_back(&op);
  }
  double worst = 0;
  if (reads.size() * writes.size() > 2000)
    return worst;
  for (const Op *read : reads) {
    if (!read->mem.indirectSubs.empty())
      continue;
    const IndexExpr from = F.byteAddress(read->mem);
    const IndexExpr stride = from.substitute(Body.arguments[0], IndexExpr::symbol(Body.arguments[0]) + step) - from;
    if (stride.isZero())
      continue;
    std::optional<Reach> reach;
    for (const Op *write : writes) {
      if (!write->mem.indirectSubs.empty() ||
          F.patterns[write->mem.pattern].array != F.patterns[read->mem.pattern].array ||
          !(F.typeOf(write->operands[0]) == F.typeOf(read->results[0])))
        continue;
      const IndexExpr gap = F.byteAddress(write->mem) - from;
      const std::optional<int64_t> bytesBetween = gap.asConstant(), bytesAStep = stride.asConstant();
      const int64_t bytes = F.typeOf(read->results[0]).bits() / 8;
      for (int64_t later = 1; later <= FarthestIteration; ++later) {
        const bool isSame = gap == stride * later;
        const bool meets = bytesBetween && bytesAStep && std::abs(*bytesBetween - *bytesAStep * later) < bytes;
        if (!isSame && !meets)
          continue;
        if (!reach)
          reach = pathsFrom(read->results[0]);
        const auto it = reach->find(write->operands[0]);
        if (it == reach->end())
          break;
        // Compilers keep the scalar of one iteration in a register.
        const bool isKept = later == 1 && F.typeOf(read->results[0]).isScalar();
        const double forwarded = !isSame ? StoreForwardStall : isKept ? 0 : StoreForward;
        worst = std::max(worst, (it->second + forwarded) / double(later));
        break;
      }
    }
  }
  return worst;
}

double Latency::behindMasks() const {
  double held = 0;
  std::vector<const Op *> masked;
  for (OpId id : Body.ops) {
    const Op &op = F.ops[id];
    const bool isRead = op.kind == OpKind::Load || op.kind == OpKind::MaskedLoad;
    if (!isRead && op.kind != OpKind::MaskedStore)
      continue;
    const IndexExpr place = F.byteAddress(op.mem);
    const auto isThere = [&](const Op *other) {
      const std::optional<int64_t> gap = (F.byteAddress(other->mem) - place).asConstant();
      return gap && std::abs(*gap) < int64_t(F.typeOf(other->operands[0]).bits() / 8) &&
             F.patterns[other->mem.pattern].array == F.patterns[op.mem.pattern].array;
    };
    if (isRead && masked.size() < 32)
      held += llvm::any_of(masked, isThere) ? StoreForwardStall / 2 : 0;
    else if (!isRead)
      masked.push_back(&op);
  }
  return held;
}

/// Cycles that a vector waits for some of whose bytes a store of less has just written, others aside.
static constexpr double Blocked = 11;

double Latency::behindParts() const {
  struct Written {
    uint32_t array;
    IndexExpr address;
    int64_t bytes;
  };
  std::vector<Written> writes;
  unsigned count = 0;
  for (OpId id : Body.ops) {
    const Op &op = F.ops[id];
    const bool isWrite = op.kind == OpKind::Store || op.kind == OpKind::TransferWrite;
    if ((!isWrite && op.kind != OpKind::Load) || (op.kind == OpKind::Load && writes.empty()))
      continue;
    const VectorType &type = F.typeOf(isWrite ? op.operands[0] : op.results[0]);
    const Written access{F.patterns[op.mem.pattern].array, F.byteAddress(op.mem),
                         type.lanes() * int64_t(bytesOf(type.element))};
    if (isWrite) {
      if (writes.size() < 64 && (op.kind == OpKind::Store || type.isScalar()))
        writes.push_back(access);
      continue;
    }
    count += llvm::any_of(writes, [&](const Written &write) {
      const std::optional<int64_t> behind =
          write.array == access.array ? (access.address - write.address).asConstant() : std::nullopt;
      return behind && *behind < write.bytes && -*behind < access.bytes &&
             !(*behind >= 0 && *behind + access.bytes <= write.bytes);
    });
  }
  return Blocked * count;
}

} // namespace vecify
