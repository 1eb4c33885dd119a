// Lanes in turn from two registers of several blocks of 128 bits: first within the blocks, which both halves of the
// whole have in common, then whole blocks.
#include "Patterns.h"
#include "Rewrites.h"

namespace vecify {

static Replacement zipByBlocks(const Op &op, Rewriter &rewriter, const Target &target) {
  Site s(op, rewriter, target);
  const int64_t bits = s.type.bits();
  if (!s.isVector() || (bits != 256 && bits != 512))
    return std::nullopt;
  const unsigned lanes = unsigned(s.type.lanes());
  const Row *own = target.find(op.kind, s.type.element, lanes);
  // The lower and the upper lanes of each block, then the lower and the upper blocks in turn.
  const auto within = [&](uint8_t half) {
    return shuffleLanes(uint8_t(ShuffleOfBlocks + 1 + half), s.type.element, lanes);
  };
  const VectorType wide = bits == 256 || isFloat(s.type.element) ? s.type : VectorType::vector(8, ScalarType::U64);
  const int64_t blocks = bits / 128, group = wide.lanes() / blocks, first = op.kind == OpKind::ZipHi ? blocks / 2 : 0;
  llvm::SmallVector<int64_t, 32> across;
  for (int64_t block = 0; block < blocks; ++block)
    for (int64_t lane = 0; lane < group; ++lane)
      across.push_back(block % 2 * wide.lanes() + (first + block / 2) * group + lane);
  const Row *last = target.find(shuffleKey(wide, across));
  const auto hasRow = [&](uint8_t half) {
    const RowKey key = shuffleKey(s.type, within(half));
    return key.detail > ShuffleOfBlocks && target.find(key);
  };
  if (!own || own->uops < 3 || !hasRow(0) || !hasRow(1) || !last || last->uops > 1)
    return std::nullopt;
  const auto as = [&](ValueId v, const VectorType &type) {
    return s.typeOf(v) == type ? v : s.emit(OpKind::Bitcast, type, {v});
  };
  llvm::SmallVector<ValueId, 2> parts;
  for (uint8_t half : {0, 1})
    parts.push_back(as(s.emitInts(OpKind::Shuffle, s.type, {s.operand(0), s.operand(1)}, within(half)), wide));
  return with(as(s.emitInts(OpKind::Shuffle, wide, parts, across), s.type));
}

const Pattern zipLowByBlocks = {"the lower lanes in turn, by blocks",
                                R"(  %a = load f32[0] : 8xf32
  %b = load f32[8] : 8xf32
  %r = zip_lo %a, %b : 8xf32
  store %r, f32[16])",
                                R"(  %a = load f32[0] : 8xf32
  %b = load f32[8] : 8xf32
  %l = shuffle %a, %b [0, 8, 1, 9, 4, 12, 5, 13] : 8xf32
  %h = shuffle %a, %b [2, 10, 3, 11, 6, 14, 7, 15] : 8xf32
  %r = shuffle %l, %h [0, 1, 2, 3, 8, 9, 10, 11] : 8xf32
  store %r, f32[16])",
                                OpKind::ZipLo, zipByBlocks};

const Pattern zipHighByBlocks = {"the upper lanes in turn, by blocks",
                                 R"(  %a = load i32[0] : 8xi32
  %b = load i32[8] : 8xi32
  %r = zip_hi %a, %b : 8xi32
  store %r, i32[16])",
                                 R"(  %a = load i32[0] : 8xi32
  %b = load i32[8] : 8xi32
  %l = shuffle %a, %b [0, 8, 1, 9, 4, 12, 5, 13] : 8xi32
  %h = shuffle %a, %b [2, 10, 3, 11, 6, 14, 7, 15] : 8xi32
  %r = shuffle %l, %h [4, 5, 6, 7, 12, 13, 14, 15] : 8xi32
  store %r, i32[16])",
                                 OpKind::ZipHi, zipByBlocks};

} // namespace vecify
