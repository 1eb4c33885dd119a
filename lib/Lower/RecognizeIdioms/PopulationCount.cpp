// Bits that are counted two, four and eight at a time, and the bytes added up by a product.
//
//     t = x - ((x >> 1) & 0x55555555)                     or (x & 0x5..) + ((x >> 1) & 0x5..)
//     v = (t & 0x33333333) + ((t >> 2) & 0x33333333)
//     w = (v + (v >> 4)) & 0x0f0f0f0f                     or (v & 0x0f..) + ((v >> 4) & 0x0f..)
//     (w * 0x01010101) >> 24                         ->   popcount(x)
//
// And so with 64 bits.
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

namespace {

class Count {
public:
  explicit Count(const Site &site) : S(site), Bits(bitsOf(site.type.element)) {}

  /// What the bits of `sums`, a count in each byte, are those of.
  std::optional<ValueId> ofBytes(ValueId sums) const {
    const std::optional<ValueId> fours = added(sums, 4, 0x0f0f0f0f0f0f0f0f);
    const std::optional<ValueId> twos = fours ? added(*fours, 2, 0x3333333333333333) : std::nullopt;
    if (!twos)
      return std::nullopt;
    const std::optional<ValueId> each = added(*twos, 1, 0x5555555555555555);
    return each ? each : reduced(*twos);
  }

  uint64_t repeated(uint64_t pattern) const { return Bits == 64 ? pattern : pattern & ((uint64_t(1) << Bits) - 1); }
  bool isSplat(ValueId v, uint64_t pattern) const {
    const std::optional<int64_t> splat = splatInt(S.f, v);
    return splat && repeated(uint64_t(*splat)) == repeated(pattern);
  }

private:
  /// x of x & pattern.
  std::optional<ValueId> masked(ValueId v, uint64_t pattern) const {
    const Op *op = definedBy(S.f, v, OpKind::And);
    for (unsigned i : {0u, 1u})
      if (op && isSplat(op->operands[i], pattern))
        return op->operands[1 - i];
    return std::nullopt;
  }
  std::optional<ValueId> shifted(ValueId v, int64_t by) const {
    const Op *op = definedBy(S.f, v, OpKind::ShrImm);
    return op && op->ints[0] == by ? std::optional(op->operands[0]) : std::nullopt;
  }
  /// x of (x & pattern) + ((x >> by) & pattern), or of (x + (x >> by)) & pattern where the sums fit.
  std::optional<ValueId> added(ValueId v, int64_t by, uint64_t pattern) const {
    const std::optional<ValueId> sum = by == 4 ? masked(v, pattern) : std::nullopt;
    const Op *add = definedBy(S.f, sum.value_or(v), OpKind::Add);
    for (unsigned i : {0u, 1u}) {
      if (!add)
        return std::nullopt;
      const std::optional<ValueId> x = sum ? add->operands[i] : masked(add->operands[i], pattern);
      const std::optional<ValueId> high =
          sum ? std::optional(add->operands[1 - i]) : masked(add->operands[1 - i], pattern);
      if (x && high && shifted(*high, by) == x)
        return x;
    }
    return std::nullopt;
  }
  /// x of x - ((x >> 1) & 0x55555555).
  std::optional<ValueId> reduced(ValueId v) const {
    const Op *sub = definedBy(S.f, v, OpKind::Sub);
    const std::optional<ValueId> high = sub ? masked(sub->operands[1], 0x5555555555555555) : std::nullopt;
    return high && shifted(*high, 1) == sub->operands[0] ? std::optional(sub->operands[0]) : std::nullopt;
  }

  const Site &S;
  const unsigned Bits;
};

} // namespace

static Replacement count(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const unsigned bits = bitsOf(s.type.element);
  if (!s.isVector() || !isUnsignedInteger(s.type.element) || bits < 32 || op.ints[0] != int64_t(bits) - 8)
    return std::nullopt;
  const Count count(s);
  const std::optional<Op> product = s.definition(op.operands[0], OpKind::Mul);
  for (unsigned i : {0u, 1u})
    if (product && count.isSplat(product->operands[i], 0x0101010101010101))
      if (const std::optional<ValueId> x = count.ofBytes(product->operands[1 - i]))
        return with(s.emit(OpKind::Popcount, {*x}));
  return std::nullopt;
}

const Pattern populationCount = {"bits counted in parallel are counted by one op",
                                 R"(  %x = transfer_read u32[0] lanes(1) : 8xu32
  %c5 = constant 1431655765 : 8xu32
  %c3 = constant 858993459 : 8xu32
  %cf = constant 252645135 : 8xu32
  %c1 = constant 16843009 : 8xu32
  %a = shr_imm %x [1] : 8xu32
  %b = and %a, %c5 : 8xu32
  %t = sub %x, %b : 8xu32
  %d = and %t, %c3 : 8xu32
  %e = shr_imm %t [2] : 8xu32
  %g = and %e, %c3 : 8xu32
  %v = add %d, %g : 8xu32
  %h = shr_imm %v [4] : 8xu32
  %i = add %v, %h : 8xu32
  %w = and %i, %cf : 8xu32
  %m = mul %w, %c1 : 8xu32
  %r = shr_imm %m [24] : 8xu32
  transfer_write %r, u32[8] lanes(1))",
                                 R"(  %x = transfer_read u32[0] lanes(1) : 8xu32
  %r = popcount %x : 8xu32
  transfer_write %r, u32[8] lanes(1))",
                                 OpKind::ShrImm, count};

} // namespace vecify
