// What CPUs do otherwise than the one that the tables of their ISA describe.
#include "AVX2/Family.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

using namespace x86;

// Zen: four vector pipes of their own. Measured, one instruction against streams of another that share its pipes.

constexpr uint16_t Pipe0 = 1, Pipe1 = 2, Pipe2 = 4, Pipe3 = 256;
constexpr uint16_t Multiply = Pipe0 | Pipe1, AddFloat = Pipe2 | Pipe3, Move = Pipe1 | Pipe2, Edges = Pipe0 | Pipe3,
                   AllButFirst = Move | Pipe3, Any = Multiply | AddFloat;

/// What a generation of Zen does unlike the others.
struct Zen {
  uint16_t multiplyIntegers, saturate, shift, select;
  uint16_t exchange; ///< of lanes within 128 bits
  /// Masks of one bit a lane: what computes with them, comparisons. Zen 4 writes two in a cycle, whichever writes them.
  uint16_t predicates, intoPredicate;
  /// Cycles between two divisions, two square roots, of any width.
  float divideFloats, divideDoubles, rootOfFloats, rootOfDoubles;
  unsigned vectorLoads, vectorStores; ///< in a cycle
  float issueWidth;
  llvm::ArrayRef<CacheLevel> caches;
  bool halvesWidest = false; ///< registers of 512 bits pass through the pipes, and to and from memory, in two halves
};

constexpr CacheLevel
    zen3Caches[] = {{32u << 10, 64, 64, 4}, {512u << 10, 64, 28, 12}, {32u << 20, 64, 18, 46}, {0, 64, 5.5f, 300}},
    zen4Caches[] = {{32u << 10, 64, 64, 4}, {1u << 20, 64, 28, 14}, {32u << 20, 64, 23, 50}, {0, 64, 7, 400}},
    zen5Caches[] = {{48u << 10, 64, 128, 4}, {1u << 20, 64, 52, 14}, {32u << 20, 64, 28, 50}, {0, 64, 11, 400}};
constexpr Zen zen3 = {Edges, Multiply, Move, Multiply, Move, Edges, Any, 3.5f, 4.5f, 5, 8.5f, 2, 1, 6, zen3Caches},
              zen4 = {Multiply, Multiply, AddFloat, Any, AllButFirst, Multiply, Multiply,   3,
                      4.7f,     5,        8.9f,     2,   1,           6,        zen4Caches, true},
              zen5 = {Multiply, Edges, AddFloat, Any, Any, Edges, Any, 2.5f, 4, 4.5f, 7.5f, 2, 2, 8, zen5Caches};

uint16_t pipesOf(const Row &row, const Zen &zen) {
  // Of a sequence the parts are spread.
  const bool isSequence = *row.helper || row.uops > 2;
  const uint16_t asOnPort5 = row.ports & P5 && !(row.ports & P0) ? Move : Any;
  if (isComparison(row.kind))
    return row.ports == P5 ? zen.intoPredicate : isFloat(row.element) && !isSequence ? AddFloat : Any;
  switch (row.kind) {
  case OpKind::Mul:
    return isSequence ? Any : isFloat(row.element) ? Multiply : zen.multiplyIntegers;
  case OpKind::MulHigh:
  case OpKind::MulHalves:
  case OpKind::MulRound:
    return isSequence ? Any : zen.multiplyIntegers;
  case OpKind::MulAddPairs:
  case OpKind::MulAddBytes:
  case OpKind::SadOctets:
  case OpKind::DotAccumulate:
    return zen.multiplyIntegers;
  case OpKind::Fma:
  case OpKind::Fms:
  case OpKind::Fnma:
  case OpKind::Fnms:
  case OpKind::MathCall:
    return Multiply;
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::MaskedAdd:
    return isFloat(row.element) && !isSequence ? AddFloat : Any;
  case OpKind::CMin:
  case OpKind::CMax:
  case OpKind::Floor:
  case OpKind::Ceil:
  case OpKind::Trunc:
  case OpKind::Rint:
    return isSequence ? Any : AddFloat;
  case OpKind::Shl:
  case OpKind::Shr:
  case OpKind::ShlImm:
  case OpKind::ShrImm:
  case OpKind::RotateLeft:
  case OpKind::RotateLeftImm:
    return isSequence ? Any : zen.shift;
  case OpKind::AddSat:
  case OpKind::SubSat:
    return zen.saturate;
  case OpKind::Cast:
    if (isFloat(row.element) != isFloat(row.source))
      return row.uops > 1 ? Any : AddFloat;
    return asOnPort5;
  case OpKind::ZipLo:
  case OpKind::ZipHi:
    return isSequence ? Move : zen.exchange;
  case OpKind::Select:
    return zen.select;
  default:
    break;
  }
  if (row.element == ScalarType::I1)
    return zen.predicates;
  // Exchanges within 128 bits, and others, which the first CPU has on port 5.
  if (row.ports == P15 && row.latency <= 1)
    return zen.exchange;
  return asOnPort5;
}

/// The first so many of the ports in `set`.
uint16_t firstOf(uint16_t set, unsigned count) {
  uint16_t first = 0;
  for (unsigned bit = 0; bit < 16 && unsigned(llvm::popcount(first)) < count; ++bit)
    first |= uint16_t(set & 1u << bit);
  return first;
}

bool usesWidest(const Row &row) { return row.lanes * std::max(bitsOf(row.element), bitsOf(row.source)) == 512; }

void tune(Target &target, const Zen &zen) {
  target.portNames = {"fp0", "fp1", "fp2", "load", "load", "load", "store", "store", "fp3"};
  target.issueWidth = zen.issueWidth;
  target.widestSlowdown = 1;
  target.caches = zen.caches.vec();
  // Loads that put lanes together take a third of the time: four cycles instead of fifteen for eight doubles on Zen 5.
  llvm::erase_if(target.rows, [](const Row &row) { return row.kind == OpKind::Gather && row.detail == 0; });
  for (Row &row : target.rows) {
    if (row.kind == OpKind::Div || row.kind == OpKind::Sqrt) {
      if (!isFloat(row.element) || *row.helper || !row.ports)
        continue;
      const bool isDouble = row.element == ScalarType::F64;
      row.uops = 1;
      row.ports = Pipe1;
      row.portUses = row.kind == OpKind::Div ? (isDouble ? zen.divideDoubles : zen.divideFloats)
                                             : (isDouble ? zen.rootOfDoubles : zen.rootOfFloats);
    } else if (row.ports & LOAD) {
      row.ports = uint16_t((row.ports & ~LOAD) | firstOf(row.ports & LOAD, zen.vectorLoads));
    } else if (row.ports & STORE) {
      row.ports = uint16_t((row.ports & ~STORE) | firstOf(row.ports & STORE, zen.vectorStores));
    } else if (row.ports & P015) {
      // A comparison into a predicate keeps two pipes busy.
      if (row.ports == P5 && isComparison(row.kind) && !zen.halvesWidest)
        row.portUses = 2 * row.uops;
      row.ports = pipesOf(row, zen);
      // What else a sequence has to do keeps the other pipes busy; masks of one bit a lane are mostly made of scalars.
      if (row.element != ScalarType::I1 &&
          row.uops * float(llvm::popcount(row.ports)) > row.portUses * float(llvm::popcount(Any))) {
        row.ports = Any;
        row.portUses = row.uops;
      }
    }
    // Two stores of a half in a cycle go into one line only: a loop that also loads does one in two thirds of one.
    if (zen.vectorStores > 1 && row.kind == OpKind::Store && !usesWidest(row))
      row.portUses = 1.25f;
    // The tables say so of stores already. Loads that come in two halves keep a fifth of the ports' time for
    // themselves. Functions of the math libraries wait for themselves as much as for the pipes.
    if (zen.halvesWidest && usesWidest(row) && !(row.ports & STORE))
      row.portUses *= row.kind == OpKind::MathCall ? 1.4f : row.ports & LOAD ? 2.4f : 2;
  }
}

/// Of AVX2: micro-code, a cycle and a half for each element, whatever the mask.
void slowMaskedStores(Target &target) {
  for (Row &row : target.rows)
    if (row.kind == OpKind::MaskedStore && !*row.helper)
      row.uops = row.portUses = 1.5f * float(row.lanes);
}

/// Of AVX2 on Zen 3: what takes other times than where the tables come from.
void tuneZen3Rows(Target &target) {
  for (Row &row : target.rows) {
    const bool isWhole = row.lanes * bitsOf(row.element) == 256;
    switch (row.kind) {
    case OpKind::Gather:
      row.uops = 4 * float(row.lanes);
      row.portUses = 2.5f * float(row.lanes);
      break;
    case OpKind::Reverse:
    case OpKind::Shuffle:
      // Through the whole register: two micro-ops, and late. A blend more where there are two of them.
      if (isWhole && row.ports == Move && row.detail < ShuffleOfBlocks && row.detail != ShuffleInBlocks &&
          row.uops <= 2)
        row.uops = row.portUses = row.detail == ShuffleOfWindow ? 3 : 2, row.latency = 8;
      break;
    case OpKind::Even:
    case OpKind::Odd:
    case OpKind::NarrowPair:
    case OpKind::NarrowPairSat:
      // Such a one follows what takes the lanes block by block.
      if (isWhole && row.uops == 2)
        row.uops = row.portUses = 3, row.latency = 9;
      break;
    case OpKind::Select:
      row.uops = row.portUses = 1, row.latency = 1;
      break;
    case OpKind::CMin:
    case OpKind::CMax:
      row.latency = 1;
      break;
    default:
      break;
    }
  }
}

/// Of AVX-512 on Zen 4 and 5: what is one instruction of one micro-op there.
void tuneSingles(Target &target) {
  for (Row &row : target.rows) {
    if (*row.helper || row.uops <= 1 || row.uops > 3)
      continue;
    const bool isWide = row.kind == OpKind::Mul || row.kind == OpKind::Min || row.kind == OpKind::Max;
    const bool narrows = row.kind == OpKind::Cast && !isFloat(row.element) && !isFloat(row.source);
    const bool isShuffle = row.kind == OpKind::Shuffle && llvm::StringRef(row.text).count("_mm") <= 1;
    if (!(isWide && bitsOf(row.element) >= 32) && !narrows && !isShuffle)
      continue;
    if (isWide)
      row.ports = P01;
    row.uops = row.portUses = 1;
    row.latency = std::min(row.latency, 5.0f);
  }
}

} // namespace

void tuneFor(Target &target, llvm::StringRef cpu) {
  if (target.header != "immintrin.h")
    return;
  const bool isAvx2 = target.name == "avx2";
  target.readsAgain = (cpu.starts_with("znver") && cpu != "znver1") || cpu == "haswell" || cpu == "broadwell";
  if (cpu == "znver5") {
    tuneSingles(target);
    tune(target, zen5);
    // A load, a sum and a store take 1.6 cycles in a loop of their own, and 1.1 in one of four times as many.
    target.leastStep = 1.7f;
  } else if (cpu == "znver4") {
    tuneSingles(target);
    for (Row &row : target.rows)
      if (row.kind == OpKind::MaskedStore && !usesWidest(row))
        row.portUses = 1;
    tune(target, zen4);
    target.window = 140;
  } else if ((cpu == "znver2" || cpu == "znver3") && isAvx2) {
    tune(target, zen3);
    tuneZen3Rows(target);
  } else {
    return;
  }
  if (isAvx2)
    slowMaskedStores(target);
  target = finish(std::move(target));
}

} // namespace vecify
