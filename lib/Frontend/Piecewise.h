// An integer expression as a function of one value in it, piece by piece.
//
//     (x & ~255) ? (-x) >> 31 & 255 : x        0 below 0, x up to 255, 255 above
//
// What codecs write for a clamp takes many forms; that it is one shows here.
#pragma once
#include "vecify/Nest/Nest.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace vecify {

/// Where x lies in [lo, hi] the value is factor * x + offset; or something that is not 0.
struct Piece {
  using Wide = __int128;
  int64_t lo = 0, hi = 0;
  int factor = 0; ///< -1, 0 or 1
  Wide offset = 0;
  bool isNonzero = false;

  Wide at(int64_t x) const { return factor * Wide(x) + offset; }
  Wide least() const { return std::min(at(lo), at(hi)); }
  Wide most() const { return std::max(at(lo), at(hi)); }
};
using Pieces = llvm::SmallVector<Piece, 6>;

/// `id` for all values of x in [lo, hi], in order and without gaps; `isX`: the expressions that are x. Nothing where
/// it is no such function of x, of 32 bits at most (x itself may be of 64). `signedWraps`: -fwrapv; else overflow of
/// signed integers may give anything.
std::optional<Pieces> piecesOf(const Nest &nest, ExprId id, llvm::function_ref<bool(ExprId)> isX, int64_t lo,
                               int64_t hi, bool signedWraps);

/// The ends of the clamp of x that the pieces are, if they are one.
std::optional<std::pair<int64_t, int64_t>> clampOf(const Pieces &pieces);

} // namespace vecify
