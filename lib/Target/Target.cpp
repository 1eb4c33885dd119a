// Looks rows up and answers what fits a register.
#include "vecify/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"

namespace vecify {
namespace {

unsigned bitsInRegister(ScalarType type) { return type == ScalarType::I1 ? 8 : bitsOf(type); }

/// How many exchanges shuffleLanes numbers.
constexpr uint8_t Exchanges = 15;

uint64_t packed(const RowKey &key) {
  return uint64_t(key.kind) << 40 | uint64_t(key.element) << 32 | uint64_t(key.source) << 24 |
         uint64_t(key.lanes & 0xffff) << 8 | key.detail;
}

uint8_t sliceDetail(int64_t operandLanes, int64_t resultLanes, int64_t offset) {
  if (resultLanes == 0 || operandLanes % resultLanes || offset % resultLanes)
    return 0;
  return uint8_t(operandLanes / resultLanes | (offset == 0 ? 128 : 0));
}

ShuffleKind shuffleKind(const VectorType &type, llvm::ArrayRef<int64_t> lanes) {
  const int64_t n = int64_t(lanes.size()), inBlock = std::max<int64_t>(1, 128 / bitsInRegister(type.element));
  bool isWindow = lanes[0] > 0 && lanes[0] < n, isOfOne = true, staysInBlock = true, isBlend = true;
  for (int64_t l = 0; l < n; ++l) {
    isWindow &= lanes[l] == lanes[0] + l;
    isOfOne &= lanes[l] < n;
    staysInBlock &= lanes[l] % n / inBlock == l / inBlock;
    isBlend &= lanes[l] % n == l;
  }
  if (!isOfOne)
    return isWindow ? ShuffleOfWindow : isBlend ? ShuffleBlend : staysInBlock ? ShuffleInBlocksOfTwo : ShuffleOfTwo;
  return staysInBlock ? ShuffleInBlocks : ShuffleOfOne;
}

bool usesSourceOfOperand(OpKind kind) {
  if (narrowsTwo(kind))
    return true;
  switch (kind) {
  case OpKind::Cast:
  case OpKind::Bitcast:
  case OpKind::MaskCast:
  case OpKind::MulAddPairs:
  case OpKind::MulAddQuads:
  case OpKind::MulAddBytes:
  case OpKind::SadOctets:
  case OpKind::DotAccumulate:
  case OpKind::Srs:
  case OpKind::WideMul:
    return true;
  default:
    return false;
  }
}

/// The element is operand 0's, not the result's.
bool describesOperand(OpKind kind) {
  switch (kind) {
  case OpKind::Store:
  case OpKind::MaskedStore:
  case OpKind::Scatter:
  case OpKind::Reduce:
  case OpKind::Extract:
  case OpKind::FirstTrue:
  case OpKind::CountTrue:
  case OpKind::ExtractSlice:
  case OpKind::CompareWhere:
    return true;
  default:
    return classOf(kind) == OpClass::Compare;
  }
}

} // namespace

uint8_t mathDetail(MathFunction function, int ulp) {
  constexpr unsigned functionBits = 5, boundsTold = 4;
  constexpr uint8_t none = 255;
  if (ulp < 1)
    return none;
  return uint8_t(unsigned(function) | (std::min<unsigned>(unsigned(ulp), boundsTold) - 1) << functionBits);
}

llvm::SmallVector<int64_t, 16> shuffleLanes(uint8_t detail, ScalarType element, unsigned lanes) {
  llvm::SmallVector<int64_t, 16> result;
  if (detail <= ShuffleOfBlocks || detail > ShuffleOfBlocks + Exchanges)
    return result;
  detail -= ShuffleOfBlocks;
  const unsigned group = 128 / bitsInRegister(element), bits = lanes * bitsInRegister(element);
  const bool isUpper = detail % 2 == 0;
  if (detail == 15) {
    for (unsigned l = 0; bits >= 128 && group > 2 && l < lanes; ++l)
      result.push_back(l % 2 == 0 ? l : lanes + l);
    return result;
  }
  if (detail >= 13) {
    for (unsigned l = 0; bits == 256 && l < lanes; ++l)
      result.push_back(detail == 13 ? lanes / 2 + l : l < lanes / 2 ? l : lanes + l);
    return result;
  }
  if (detail >= 11) {
    // Of two lanes in 128 bits these are exchanges 1 and 2.
    for (unsigned l = 0; bits > 128 && group > 2 && l < lanes; ++l)
      result.push_back(l / group * group + l % (group / 2) * 2 + isUpper + (l % group < group / 2 ? 0 : lanes));
    return result;
  }
  if (detail == 9 || detail == 10) {
    for (unsigned l = 0; bits == 256 && l < lanes; ++l)
      result.push_back((isUpper ? group : 0) + l % group + (l < group ? 0 : lanes));
    return result;
  }
  const unsigned size = 1u << (detail - 1) / 2;
  if (bits < 128 || 2 * size > group)
    return result;
  for (unsigned l = 0; l < lanes; ++l) {
    const unsigned inside = l % group, block = inside / size;
    result.push_back(l - inside + (isUpper ? group / 2 : 0) + block / 2 * size + inside % size +
                     (block % 2 ? lanes : 0));
  }
  return result;
}

RowKey shuffleKey(const VectorType &type, llvm::ArrayRef<int64_t> lanes) {
  RowKey key{OpKind::Shuffle, type.element, type.element, unsigned(type.lanes()), shuffleKind(type, lanes)};
  for (uint8_t detail = ShuffleOfBlocks + 1; detail <= ShuffleOfBlocks + Exchanges; ++detail)
    if (llvm::ArrayRef(shuffleLanes(detail, type.element, key.lanes)) == lanes)
      key.detail = detail;
  return key;
}

RowKey rowKeyOf(const Function &function, const Op &op) {
  const auto typeOfOperand = [&](unsigned i) -> const VectorType & { return function.typeOf(op.operands[i]); };
  const bool byOperand = describesOperand(op.kind);
  if (byOperand ? op.operands.empty() : op.results.empty())
    return {op.kind, ScalarType::I32, ScalarType::I32, 0, 0};
  const VectorType &type = byOperand ? typeOfOperand(0) : function.typeOf(op.results[0]);
  RowKey key{op.kind, type.element, type.element, unsigned(type.lanes()), 0};
  if (type.isScalar())
    key.lanes = 0; // scalars have no rows
  if (usesSourceOfOperand(op.kind))
    key.source = typeOfOperand(0).element;
  switch (op.kind) {
  case OpKind::Reduce:
  case OpKind::BlockReduce:
    key.detail = uint8_t(op.combine);
    break;
  case OpKind::Gather:
    key.source = typeOfOperand(0).element;
    key.detail = op.operands.size() > 1;
    break;
  case OpKind::Scatter:
    key.source = typeOfOperand(1).element;
    key.detail = op.operands.size() > 2;
    break;
  case OpKind::Constant:
    // -0.0 is not all zeros.
    key.detail = isFloat(type.element) ? llvm::bit_cast<uint64_t>(op.fpValue) == 0 : op.intValue == 0;
    break;
  case OpKind::ShlImm:
  case OpKind::ShrImm:
    key.detail = !op.ints.empty() && op.ints[0] == 0;
    break;
  case OpKind::RotateLeftImm:
    key.detail = !op.ints.empty() && 2 * op.ints[0] == int64_t(bitsOf(type.element));
    break;
  case OpKind::ExtractSlice:
    key.detail = sliceDetail(type.lanes(), function.typeOf(op.results[0]).lanes(), op.ints.empty() ? -1 : op.ints[0]);
    break;
  case OpKind::CompareWhere:
    key.detail = op.ints.empty() ? 0 : uint8_t(op.ints[0]);
    break;
  case OpKind::Concat:
    key.detail = uint8_t(op.operands.size());
    break;
  case OpKind::Permute:
    key.element = key.source = function.typeOf(op.results[0]).element;
    key.detail = uint8_t(op.operands.size() - 1);
    break;
  case OpKind::DotAccumulate:
    key.detail = uint8_t(typeOfOperand(1).element);
    break;
  case OpKind::Shuffle:
    return shuffleKey(type, op.ints);
  case OpKind::Load:
  case OpKind::LoadSplat:
  case OpKind::Store:
    key.detail = op.mem.unaligned;
    break;
  case OpKind::WideMul:
  case OpKind::WideMac: {
    const VectorType &last = typeOfOperand(op.operands.size() - 1);
    key.source = typeOfOperand(op.operands.size() - 2).element;
    key.detail = uint8_t(unsigned(last.element) | (last.isScalar() ? 128 : 0));
    break;
  }
  case OpKind::SlidingMul: {
    const Op *sum = function.definitionOf(op.operands[0]);
    key.source = typeOfOperand(2).element;
    key.detail = sum && sum->kind == OpKind::Constant && sum->intValue == 0;
    break;
  }
  case OpKind::Mmul:
    key.source = typeOfOperand(1).element;
    break;
  case OpKind::MathCall:
    key.detail = mathDetail(op.function, op.ints.empty() ? 0 : int(op.ints[0]));
    break;
  default:
    break;
  }
  return key;
}

const Row *Target::find(const RowKey &key) const {
  auto found = Index.find(packed(key));
  if (found == Index.end() && key.kind == OpKind::Shuffle && key.detail == ShuffleInBlocks)
    found = Index.find(packed({key.kind, key.element, key.source, key.lanes, ShuffleOfOne}));
  if (found == Index.end() && key.kind == OpKind::Shuffle && key.detail != ShuffleOfTwo)
    found = Index.find(packed({key.kind, key.element, key.source, key.lanes, ShuffleOfTwo}));
  return found == Index.end() ? nullptr : &rows[found->second];
}

const Row *Target::find(const Function &function, const Op &op) const { return find(rowKeyOf(function, op)); }

const Row *Target::find(OpKind kind, ScalarType element, unsigned lanes) const {
  return find(RowKey{kind, element, element, lanes});
}

const Row *Target::find(OpKind kind, ScalarType element, ScalarType source, unsigned lanes) const {
  return find(RowKey{kind, element, source, lanes});
}

const Row *Target::find(ReductionKind combine, ScalarType element, unsigned lanes) const {
  return find(RowKey{OpKind::Reduce, element, element, lanes, uint8_t(combine)});
}

const PreambleFunction *Target::findPreamble(llvm::StringRef name) const {
  for (const PreambleFunction &function : preamble)
    if (name == function.name)
      return &function;
  return nullptr;
}

bool Target::isNative(const VectorType &type) const {
  if (type.rank() != 1 || type.lanes() < 2 || !llvm::isPowerOf2_64(type.lanes()))
    return false;
  if (type.element == ScalarType::I1)
    return predicateMasks && type.lanes() <= registerBits.front() / 8;
  if (isMask(type.element) && predicateMasks)
    return false;
  if (type.element == ScalarType::Index)
    return false;
  return llvm::is_contained(registerBits, type.bits()) || llvm::is_contained(partialBits, type.bits());
}

unsigned Target::lanesOf(ScalarType element, unsigned bits) const {
  if (aie && isAccumulator(element))
    return aie->lanesOf(element);
  for (unsigned width : registerBits)
    if (bits == 0 || width <= bits)
      return width / bitsInRegister(element);
  for (unsigned width : partialBits)
    if (width <= bits)
      return width / bitsInRegister(element);
  return 0;
}

Target finish(Target target) {
  target.Index.clear();
  target.Index.reserve(unsigned(target.rows.size()));
  std::vector<Row> kept;
  kept.reserve(target.rows.size());
  for (const Row &row : target.rows) {
    if (*row.feature && !llvm::is_contained(target.extensions, llvm::StringRef(row.feature)))
      continue;
    const RowKey key{row.kind, row.element, row.source, row.lanes, row.detail};
    const auto [place, isNew] = target.Index.try_emplace(packed(key), unsigned(kept.size()));
    if (isNew)
      kept.push_back(row);
    else
      kept[place->second] = row;
  }
  target.rows = std::move(kept);
  return target;
}

static std::string withAttributes(std::string text, std::string attribute, const char *target) {
  attribute = "__attribute__((" + attribute;
  if (*target)
    attribute += std::string(", target(\"") + target + "\")";
  attribute += "))";
  constexpr llvm::StringLiteral placeholder = "{attr}";
  if (const size_t at = text.find(placeholder); at != std::string::npos)
    text.replace(at, placeholder.size(), attribute);
  return text;
}

std::string definitionOf(const PreambleFunction &function, bool withTargetAttribute) {
  return withAttributes(function.text, *function.library ? "const" : "always_inline",
                        withTargetAttribute ? function.attribute : "");
}

std::string definitionByPieces(const PreambleFunction &function) {
  return withAttributes(function.pieces, "always_inline", function.attribute);
}

} // namespace vecify
