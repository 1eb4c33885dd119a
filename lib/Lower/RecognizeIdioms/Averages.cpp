// Sums that are shifted right: the averages of image and video code, without leaving the narrow type.
//
//     (a + b + 1) >> 1            avg_up(a, b)
//     (a + b) >> 1                avg_down(a, b)
//     (a + 2*b + c + 2) >> 2      avg_up(b, avg_down(a, c))
//
// Of a sum whose weights add up to 2^s, the weight 2^(s-1) is split off, if some addend has it, and what is left is
// averaged first:
//
//     (2^(s-1) * b + S + k) >> s  =  (b + ((S + k') >> (s-1)) + h) >> 1    where k = 2^(s-1) * h + k'
//
// for floor((floor(x / m) + n) / 2) is floor((x + m*n) / 2m).
#include "Narrow.h"
#include "Patterns.h"

namespace vecify {

namespace {

/// Addends with their weights, and a constant.
struct WeightedSum {
  llvm::SmallVector<std::pair<ValueId, int64_t>, 4> addends;
  int64_t constant = 0;

  int64_t weight() const {
    int64_t sum = 0;
    for (const auto &[value, weight] : addends)
      sum += weight;
    return sum;
  }
  void add(ValueId value, int64_t weight) {
    for (auto &[known, total] : addends)
      if (known == value) {
        total += weight;
        return;
      }
    addends.push_back({value, weight});
  }
};

} // namespace

static void collect(const Site &s, ValueId v, int64_t weight, WeightedSum &sum, unsigned depth = 5) {
  if (std::optional<int64_t> constant = splatInt(s.f, v)) {
    sum.constant += weight * *constant;
    return;
  }
  const Op *op = depth ? s.f.definitionOf(v) : nullptr;
  const llvm::SmallVector<ValueId, 3> operands = op ? op->operands : llvm::SmallVector<ValueId, 3>();
  if (op && op->kind == OpKind::Add) {
    collect(s, operands[0], weight, sum, depth - 1);
    return collect(s, operands[1], weight, sum, depth - 1);
  }
  // (unsigned)(a + b + 1) >> 1
  if (op && op->kind == OpKind::Cast && isInteger(s.f.typeOf(operands[0]).element) &&
      bitsOf(s.f.typeOf(operands[0]).element) == bitsOf(s.f.typeOf(v).element))
    return collect(s, operands[0], weight, sum, depth - 1);
  constexpr int64_t most = 8;
  if (op && op->kind == OpKind::ShlImm && op->ints[0] <= 3)
    return collect(s, operands[0], weight << op->ints[0], sum, depth - 1);
  if (op && op->kind == OpKind::Mul)
    for (unsigned i : {0u, 1u})
      if (int64_t factor = splatInt(s.f, operands[i]).value_or(0); factor > 0 && factor <= most)
        return collect(s, operands[1 - i], weight * factor, sum, depth - 1);
  sum.add(v, weight);
}

/// (sum >> shift) in the narrow type, or nullopt where no addend has half of the weight.
static std::optional<ValueId> averageOf(Site &s, WeightedSum sum, int64_t shift, const VectorType &narrow) {
  const int64_t half = int64_t(1) << (shift - 1);
  auto heavy = llvm::find_if(sum.addends, [&](const auto &addend) { return addend.second >= half; });
  if (heavy == sum.addends.end())
    return std::nullopt;
  const ValueId value = heavy->first;
  heavy->second -= half;
  if (!heavy->second)
    sum.addends.erase(heavy);
  const bool isUp = sum.constant >= half;
  sum.constant -= isUp ? half : 0;
  ValueId rest;
  if (shift == 1) {
    rest = s.cast(sum.addends[0].first, narrow.element);
  } else if (std::optional<ValueId> inner = averageOf(s, std::move(sum), shift - 1, narrow)) {
    rest = *inner;
  } else {
    return std::nullopt;
  }
  return s.emit(isUp ? OpKind::AvgUp : OpKind::AvgDown, narrow, {s.cast(value, narrow.element), rest});
}

static Replacement average(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const int64_t shift = op.ints[0], all = int64_t(1) << std::min<int64_t>(shift, 4);
  if (!s.isIntegerVector() || shift < 1 || shift > 3)
    return std::nullopt;
  WeightedSum sum;
  collect(s, s.operand(0), 1, sum);
  if (sum.weight() != all || sum.addends.size() < 2 || sum.constant < 0 || sum.constant >= all)
    return std::nullopt;
  llvm::SmallVector<ValueId, 4> values;
  for (const auto &[value, weight] : sum.addends)
    values.push_back(value);
  // Eight values of a type that is at most half as wide never wrap.
  std::optional<ScalarType> type = narrowFor(s, OpKind::AvgUp, values, {ScalarType::U8, ScalarType::U16});
  if (!type || (!(shift == 1 && sum.constant == 1) && !target.find(OpKind::AvgDown, *type, target.lanesOf(*type))))
    return std::nullopt;
  std::optional<ValueId> result = averageOf(s, std::move(sum), shift, s.type.withElement(*type));
  return result ? with(s.cast(*result, s.type.element)) : Replacement();
}

const Pattern averageUp = {"(a + b + 1) >> 1 on bytes",
                           R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %s = add %x, %y : 16xi32
  %one = constant 1 : 16xi32
  %t = add %s, %one : 16xi32
  %h = shr_imm %t [1] : 16xi32
  %r = cast %h : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                           R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[16] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %q = cast %y : 16xu8
  %p = cast %x : 16xu8
  %h = avg_up %p, %q : 16xu8
  %w = cast %h : 16xi32
  %r = cast %w : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                           OpKind::ShrImm, average};

const Pattern averageOfThree = {"(a + 2*b + c + 2) >> 2 on bytes",
                                R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[1] lanes(1) : 16xu8
  %c = transfer_read u8[2] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %z = cast %c : 16xi32
  %d = shl_imm %y [1] : 16xi32
  %s = add %x, %d : 16xi32
  %t = add %s, %z : 16xi32
  %two = constant 2 : 16xi32
  %u = add %t, %two : 16xi32
  %h = shr_imm %u [2] : 16xi32
  %r = cast %h : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                                R"(  %a = transfer_read u8[0] lanes(1) : 16xu8
  %b = transfer_read u8[1] lanes(1) : 16xu8
  %c = transfer_read u8[2] lanes(1) : 16xu8
  %x = cast %a : 16xi32
  %y = cast %b : 16xi32
  %z = cast %c : 16xi32
  %n = cast %z : 16xu8
  %o = cast %x : 16xu8
  %d = avg_down %o, %n : 16xu8
  %m = cast %y : 16xu8
  %h = avg_up %m, %d : 16xu8
  %w = cast %h : 16xi32
  %r = cast %w : 16xu8
  transfer_write %r, u8[16] lanes(1))",
                                OpKind::ShrImm, average};

/// (x + 2^(s-1)) >> s rounds what all bits but one are shifted out of: avg_up(x >> (s-1), 0). x fills a narrow type,
/// the sum does not.
static Replacement roundedShift(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const int64_t shift = op.ints[0];
  const std::optional<Op> sum =
      s.isIntegerVector() && shift >= 1 ? s.definition(op.operands[0], OpKind::Add) : std::nullopt;
  for (unsigned i : {0u, 1u}) {
    if (!sum || splatInt(s.f, sum->operands[1 - i]) != int64_t(1) << (shift - 1))
      continue;
    const ValueId x = sum->operands[i];
    const std::optional<ScalarType> type = narrowFor(s, OpKind::AvgUp, {x}, {ScalarType::U8, ScalarType::U16});
    if (!type || bitsOf(*type) < shift || rangeOf(s.f, op.operands[0]).fits(*type))
      continue;
    const VectorType narrow = s.type.withElement(*type);
    ValueId rest = s.cast(x, *type);
    if (shift > 1)
      rest = s.emitInts(OpKind::ShrImm, narrow, {rest}, {shift - 1});
    return with(s.cast(s.emit(OpKind::AvgUp, narrow, {rest, s.b.constant(narrow, 0)}), s.type.element));
  }
  return std::nullopt;
}

const Pattern roundedShiftOfNarrow = {"(x + 128) >> 8 on words",
                                      R"(  %a = transfer_read u16[0] lanes(1) : 16xu16
  %x = cast %a : 16xi32
  %c = constant 128 : 16xi32
  %s = add %x, %c : 16xi32
  %h = shr_imm %s [8] : 16xi32
  %r = cast %h : 16xu16
  transfer_write %r, u16[16] lanes(1))",
                                      R"(  %a = transfer_read u16[0] lanes(1) : 16xu16
  %x = cast %a : 16xi32
  %n = cast %x : 16xu16
  %t = shr_imm %n [7] : 16xu16
  %z = constant 0 : 16xu16
  %h = avg_up %t, %z : 16xu16
  %w = cast %h : 16xi32
  %r = cast %w : 16xu16
  transfer_write %r, u16[16] lanes(1))",
                                      OpKind::ShrImm, roundedShift};

} // namespace vecify
