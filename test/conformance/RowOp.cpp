// See RowOp.h.
#include "RowOp.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <limits>

namespace vecify::conformance {
namespace {

using llvm::ArrayRef;

VectorType maskOf(const Target &target, ScalarType element, unsigned lanes) {
  return VectorType::vector(lanes, target.predicateMasks ? ScalarType::I1 : maskType(bitsOf(element)));
}

struct Math {
  MathFunction function;
  int ulp;
};

/// What mathDetail made `detail` of.
Math mathOf(uint8_t detail) {
  for (unsigned f = 0; f <= unsigned(MathFunction::Fdim); ++f)
    for (int ulp = 1; ulp <= 4; ++ulp)
      if (mathDetail(MathFunction(f), ulp) == detail)
        return {MathFunction(f), ulp};
  llvm::report_fatal_error("not the detail of a math function");
}

struct Shape {
  std::vector<VectorType> operands;
  std::optional<VectorType> result;
};

Shape shapeOf(const Row &row, const Target &target) {
  const VectorType whole = VectorType::vector(row.lanes, row.element), scalar = VectorType::scalar(row.element);
  const VectorType source = VectorType::vector(row.lanes, row.source);
  const VectorType mask = isMask(row.element) ? whole : maskOf(target, row.element, row.lanes);
  const auto refit = [&](ScalarType element) { return VectorType::vector(whole.bits() / bitsOf(element), element); };
  const bool isMasked = row.detail;
  switch (row.kind) {
  case OpKind::Constant:
  case OpKind::Iota:
  case OpKind::Load:
  case OpKind::LoadSplat:
  case OpKind::LoadRepeat:
    return {{}, whole};
  case OpKind::Broadcast:
    return {{scalar}, whole};
  case OpKind::Select:
  case OpKind::MaskedAdd:
    return {{mask, whole, whole}, whole};
  case OpKind::ShlUniform:
  case OpKind::ShrUniform:
    return {{whole, VectorType::scalar(ScalarType::I32)}, whole};
  case OpKind::Cast:
  case OpKind::MaskCast:
    return {{source}, whole};
  case OpKind::Bitcast:
    return {{refit(row.source)}, whole};
  case OpKind::NarrowPair:
  case OpKind::NarrowBlocks:
  case OpKind::NarrowBlocksSat:
  case OpKind::NarrowPairSat: {
    const VectorType half = VectorType::vector(row.lanes / 2, row.source);
    return {{half, half}, whole};
  }
  case OpKind::MulAddPairs:
  case OpKind::MulAddQuads:
  case OpKind::SadOctets:
    return {{refit(row.source), refit(row.source)}, whole};
  case OpKind::MulAddBytes:
    return {{refit(row.source), refit(ScalarType::I8)}, whole};
  case OpKind::DotAccumulate:
    return {{refit(row.source), refit(ScalarType(row.detail)), whole}, whole};
  case OpKind::Store:
    return {{whole}, std::nullopt};
  case OpKind::MaskedLoad:
    return {{mask}, whole};
  case OpKind::MaskedStore:
    return {{whole, mask}, std::nullopt};
  case OpKind::Gather:
    return isMasked ? Shape{{source, mask}, whole} : Shape{{source}, whole};
  case OpKind::Scatter:
    return isMasked ? Shape{{whole, source, mask}, std::nullopt} : Shape{{whole, source}, std::nullopt};
  case OpKind::ExtractSlice:
    return {{whole}, VectorType::vector(row.lanes / (row.detail & 127), row.element)};
  case OpKind::Concat:
    return {std::vector<VectorType>(row.detail, VectorType::vector(row.lanes / row.detail, row.element)), whole};
  case OpKind::FromLanes:
    return {std::vector<VectorType>(row.lanes, scalar), whole};
  case OpKind::FirstTrue:
  case OpKind::CountTrue:
    return {{whole}, VectorType::scalar(ScalarType::Index)};
  case OpKind::Compress:
    return {{mask, whole}, whole};
  case OpKind::Extract:
  case OpKind::Reduce:
    return {{whole}, scalar};
  case OpKind::Reverse:
    return {{whole}, whole};
  case OpKind::Permute:
  case OpKind::PermuteBlocks: {
    Shape shape{std::vector<VectorType>(1 + std::max<unsigned>(row.detail, 1), whole), whole};
    shape.operands[0] = whole.withElement(integerType(bitsOf(row.element), /*isSigned=*/false));
    return shape;
  }
  case OpKind::Even:
  case OpKind::Odd:
  case OpKind::Shuffle:
  case OpKind::ZipLo:
  case OpKind::ZipHi:
    return {{whole, whole}, whole};
  case OpKind::CreateMask:
    return {{VectorType::scalar(ScalarType::Index)}, whole};
  case OpKind::Slide:
    return {{whole, whole}, whole};
  case OpKind::Srs:
    return {{source, VectorType::scalar(ScalarType::I32)}, whole};
  case OpKind::WideMul:
  case OpKind::WideMac: {
    const VectorType last = row.detail & 128 ? VectorType::scalar(ScalarType(row.detail & 127))
                                             : VectorType::vector(row.lanes, ScalarType(row.detail & 127));
    return row.kind == OpKind::WideMul ? Shape{{source, last}, whole} : Shape{{whole, source, last}, whole};
  }
  case OpKind::SlidingMul: {
    // Taps fill a register of 128 bits, data two of the lanes.
    const unsigned taps = 128 / bitsOf(row.source);
    return {{whole, VectorType::vector(taps, row.source), VectorType::vector(2 * row.lanes, row.source)}, whole};
  }
  case OpKind::Mmul: {
    const MmulShape &block = *target.aie->mmulOf(row.source);
    return {
        {whole, VectorType::vector(block.r * block.s, row.source), VectorType::vector(block.s * block.t, row.source)},
        whole};
  }
  default:
    break;
  }
  if (row.kind == OpKind::MathCall)
    return {std::vector<VectorType>(operandCount(mathOf(row.detail).function), whole), whole};
  if (row.kind == OpKind::CompareWhere)
    return {{whole, whole, mask}, mask};
  if (classOf(row.kind) == OpClass::Compare)
    return {{whole, whole}, mask};
  if (classOf(row.kind) == OpClass::Elementwise || classOf(row.kind) == OpClass::ElementwiseInts)
    return {std::vector<VectorType>(operandCount(row.kind), whole), whole};
  llvm::report_fatal_error(llvm::Twine("no conformance test for rows of ") + textOf(row.kind));
}

std::vector<int64_t> shiftAmounts(unsigned bits) {
  std::vector<int64_t> amounts;
  for (unsigned i = 0; i < bits; i += bits <= 8 || i == 0 || i + 2 >= bits ? 1 : i < 2 ? 1 : bits / 4 - 1)
    amounts.push_back(i);
  return amounts;
}

/// Of every kind: every third lane of the two, lanes of both backwards, lanes that repeat; windows; lanes of one
/// register backwards and over its whole width; lanes backwards in fours, and swapped in pairs.
std::vector<std::vector<int64_t>> shuffles(int64_t n) {
  std::vector<std::vector<int64_t>> all;
  const auto add = [&](llvm::function_ref<int64_t(int64_t)> lane) {
    std::vector<int64_t> &lanes = all.emplace_back();
    for (int64_t l = 0; l < n; ++l)
      lanes.push_back(((lane(l) % (2 * n)) + 2 * n) % (2 * n));
  };
  add([](int64_t l) { return 1 + 3 * l; });
  add([](int64_t l) { return 2 - l; });
  add([](int64_t l) { return 5 * l; });
  for (int64_t first : {int64_t(1), n / 2, n - 1})
    add([first](int64_t l) { return first + l; });
  add([n](int64_t l) { return n - 1 - l; });
  add([n](int64_t l) { return 3 * l % n; });
  add([n](int64_t l) { return (l ^ 3) % n; });
  add([](int64_t l) { return l ^ 1; });
  add([n](int64_t l) { return l % 3 == 1 ? n + l : l; });
  add([n](int64_t l) { return l % 5 < 2 ? l : n + l; });
  add([n](int64_t l) { return (l % 3 == 0 ? n : 0) + (l ^ 1); });
  return all;
}

} // namespace

/// Rows of products that some core multiplies, at these lanes.
static bool isOfCore(const Row &row, const Target &target) {
  if (row.kind == OpKind::SlidingMul) {
    const SlidingShape *shape = target.aie->slidingOf(bitsOf(row.source));
    return shape && shape->accumulator == row.element && shape->lanes == row.lanes &&
           2 * row.lanes * bitsOf(row.source) <= 1024;
  }
  if (row.kind == OpKind::Mmul) {
    const MmulShape *block = target.aie->mmulOf(row.source);
    return block && block->accumulator == row.element && block->r * block->t == row.lanes;
  }
  return true;
}

std::vector<RowOp> opsOf(const Row &row, const Target &target) {
  if (target.aie && !isOfCore(row, target))
    return {};
  const Shape shape = shapeOf(row, target);
  RowOp base;
  base.op.kind = row.kind;
  base.op.mem.unaligned =
      (row.kind == OpKind::Load || row.kind == OpKind::LoadSplat || row.kind == OpKind::Store) && row.detail;
  for (const VectorType &type : shape.operands)
    base.op.operands.push_back(base.function.addValue(type));
  if (shape.result)
    base.op.results.push_back(base.function.addValue(*shape.result));

  std::vector<RowOp> ops;
  const auto addWithInts = [&](std::initializer_list<int64_t> ints) {
    RowOp next = base;
    next.op.ints.assign(ints.begin(), ints.end());
    ops.push_back(next);
  };
  const unsigned bits = isMask(row.element) ? 1 : bitsOf(row.element);
  switch (row.kind) {
  case OpKind::ShlImm:
  case OpKind::ShrImm:
    for (int64_t amount : shiftAmounts(bits))
      if ((amount == 0) == (row.detail == 1))
        addWithInts({amount});
    break;
  case OpKind::RotateLeftImm:
    for (int64_t amount = 1; amount < bits; ++amount)
      if ((2 * amount == bits) == (row.detail == 1))
        addWithInts({amount});
    break;
  case OpKind::CompareWhere:
    addWithInts({row.detail});
    break;
  case OpKind::RecoverProduct:
    addWithInts({0});
    addWithInts({1});
    break;
  case OpKind::Extract:
    for (unsigned lane = 0; lane < row.lanes; lane += row.lanes <= 8 || lane + 1 == row.lanes ? 1 : row.lanes / 4 - 1)
      addWithInts({lane});
    break;
  case OpKind::ExtractSlice: {
    const unsigned parts = row.detail & 127, part = row.lanes / parts;
    for (unsigned p = row.detail & 128 ? 0 : 1; p < (row.detail & 128 ? 1 : parts); ++p)
      addWithInts({int64_t(p * part)});
    break;
  }
  case OpKind::Shuffle:
    if (row.detail > ShuffleOfBlocks) {
      RowOp next = base;
      llvm::append_range(next.op.ints, shuffleLanes(row.detail, row.element, row.lanes));
      ops.push_back(next);
      break;
    }
    for (const std::vector<int64_t> &lanes : shuffles(row.lanes)) {
      RowOp next = base;
      next.op.ints.assign(lanes.begin(), lanes.end());
      if (target.find(rowKeyOf(next.function, next.op)) == &row)
        ops.push_back(next);
    }
    break;
  case OpKind::Iota:
    addWithInts({0, 1});
    addWithInts({-3, 7});
    addWithInts({maxValue(row.element), -1});
    break;
  case OpKind::Constant:
    if (row.detail) {
      ops.push_back(base);
      break;
    }
    if (isFloat(row.element)) {
      for (double value : {1.0, -0.0, 0.1, -3.5, 65504.0}) {
        RowOp next = base;
        next.op.fpValue = value;
        ops.push_back(next);
      }
      break;
    }
    for (int64_t value : isMask(row.element) ? std::vector<int64_t>{-1}
                         : isAccumulator(row.element)
                             ? std::vector<int64_t>{1, -1, INT32_MIN | 1, INT32_MAX}
                             : std::vector<int64_t>{1, -1, minValue(row.element) | 1, maxValue(row.element)}) {
      RowOp next = base;
      next.op.intValue = value;
      ops.push_back(next);
    }
    break;
  case OpKind::Slide:
    for (unsigned by : {1u, row.lanes / 2, row.lanes - 1})
      addWithInts({by});
    break;
  case OpKind::Srs:
    if (isFloat(row.element)) {
      addWithInts({0, 0});
      break;
    }
    for (int64_t half : {0, 1})
      for (int64_t saturate : {0, 1})
        addWithInts({half, saturate});
    break;
  case OpKind::SlidingMul: {
    if (row.detail) { // begins at zero
      Op zero;
      zero.kind = OpKind::Constant;
      zero.results = {base.op.operands[0]};
      base.function.addOp(std::move(zero));
    }
    const int64_t points = target.aie->slidingOf(bitsOf(row.source))->points, taps = 128 / bitsOf(row.source);
    addWithInts({0, 0, points});
    addWithInts({taps - points, 1, points});
    addWithInts({0, int64_t(row.lanes) - points + 1, points});
    break;
  }
  case OpKind::Mmul: {
    const MmulShape &block = *target.aie->mmulOf(row.source);
    addWithInts({block.r, block.s, block.t});
    break;
  }
  case OpKind::MathCall:
    base.op.function = mathOf(row.detail).function;
    addWithInts({mathOf(row.detail).ulp});
    break;
  case OpKind::Reduce:
    base.op.combine = ReductionKind(row.detail);
    ops.push_back(base);
    break;
  default:
    ops.push_back(base);
  }
  for (const RowOp &rowOp : ops) {
    const RowKey key = rowKeyOf(rowOp.function, rowOp.op);
    if (target.find(key) != &row)
      llvm::report_fatal_error("rowKeyOf does not lead to the row of " + llvm::Twine(describe(row, rowOp.op)));
  }
  return ops;
}

std::string describe(const Row &row, const Op &op) {
  std::string text = textOf(row.kind).str() + " " + textOf(row.element).str() + "x" + std::to_string(row.lanes);
  if (row.source != row.element)
    text += " from " + textOf(row.source).str();
  if (row.kind == OpKind::MathCall)
    text += " " + textOf(op.function).str();
  else if (row.detail)
    text += " (" + std::to_string(row.detail) + ")";
  for (int64_t i : op.ints)
    text += " #" + std::to_string(i);
  return text;
}

} // namespace vecify::conformance
