// Reads and writes under a mask that is the same in all lanes and known: of every lane, or of none.
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

/// Whether the mask of an access is true, or false, in all lanes; nothing if it has none or it is not known.
static std::optional<bool> decided(const Op &op, const Site &s) {
  if (!hasMask(op, s.f))
    return std::nullopt;
  const std::optional<int64_t> mask = splatInt(s.f, maskOf(op, s.f));
  return mask ? std::optional<bool>(*mask != 0) : std::nullopt;
}

static Replacement readAllOrNothing(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const std::optional<bool> isRead = decided(op, s);
  if (!isRead)
    return std::nullopt;
  if (!*isRead)
    return with(s.b.broadcast(op.operands.back(), s.type));
  return with(s.b.transferRead(s.type, op.mem, llvm::ArrayRef(op.operands).take_front(op.mem.indirectSubs.size()), ~0u,
                               ~0u, s.name));
}

static Replacement writeAllOrNothing(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const std::optional<bool> isWritten = decided(op, s);
  if (!isWritten)
    return std::nullopt;
  if (*isWritten)
    s.b.transferWrite(op.operands[0], op.mem, llvm::ArrayRef(op.operands).slice(1, op.mem.indirectSubs.size()));
  return llvm::SmallVector<ValueId, 1>();
}

const Pattern readOfAll = {"a read whose mask is known is one of all lanes, or none",
                           R"(  %m = constant 1 : 8xi1
  %p = constant 0 : i32
  %a = transfer_read i32[0] lanes(1) mask %m else %p : 8xi32
  transfer_write %a, i32[8] lanes(1))",
                           R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  transfer_write %a, i32[8] lanes(1))",
                           OpKind::TransferRead, readAllOrNothing};

const Pattern writeOfNone = {"a write whose mask is known is one of all lanes, or none",
                             R"(  %m = constant 0 : 8xi1
  %n = constant 1 : 8xi1
  %a = transfer_read i32[0] lanes(1) : 8xi32
  transfer_write %a, i32[8] lanes(1) mask %m
  transfer_write %a, i32[16] lanes(1) mask %n)",
                             R"(  %a = transfer_read i32[0] lanes(1) : 8xi32
  transfer_write %a, i32[16] lanes(1))",
                             OpKind::TransferWrite, writeAllOrNothing};

} // namespace vecify
