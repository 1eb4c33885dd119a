// Which plans there are for a root: lanes, registers, unrolling and tails that its clauses and dependences allow.
#pragma once
#include "vecify/Plan/Plan.h"

namespace vecify {

/// What an exact shape clause asks for.
struct RequestedShape {
  int64_t lanes = 0;              ///< along the root; 0: nothing asked
  std::vector<Clauses::Dim> tile; ///< of two loops; none: nothing asked
};

/// Errors: Decline for a shape that no plan has.
llvm::Expected<RequestedShape> requestedShape(const Nest &nest, const Target &target);

/// Ops of one step of the main loop. Far beyond what registers and the cache of decoded ops hold, so no wider plan can
/// win; and the time to plan stays proportional to the size of the source.
constexpr uint64_t MostOps = 4096;
/// Of a tile: its rows share registers, or they are no better than one.
constexpr uint64_t MostTileOps = 1024;
/// Of one such step, estimated.
uint64_t opsOf(const Nest &nest, unsigned lanes, unsigned unroll, unsigned registerBits);

/// Plans with the lanes along the root; `shape`: their lanes in all, 0 where none are asked for.
std::vector<Plan> enumerate(const Nest &nest, const Facts &facts, const Legality &legality, const Target &target,
                            int64_t shape);

/// Tiles of a schedule: some rows, whole registers along the loop of the lanes, in cache blocks where their panels fit
/// into the bytes that `options` permit; or just the tile that is asked for.
///
/// Errors: Decline where that is not legal.
llvm::Expected<Legality> enumerateTiles(const Variant &variant, const Target &target, const RequestedShape &shape,
                                        const PlanOptions &options, std::vector<Plan> &plans);

/// Lanes carry something from block to block.
bool hasReductions(const Nest &nest, const Facts &facts);

} // namespace vecify
