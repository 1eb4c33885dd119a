// What CPUs do otherwise than the one that the tables of their ISA describe.
#include "AVX2/Family.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {
namespace {

using namespace x86;

/// Zen 5: four vector pipes of 512 bits. Measured, one instruction against streams of another that share its pipes.
namespace zen5 {

constexpr uint16_t Pipe0 = 1, Pipe1 = 2, Pipe2 = 4, Pipe3 = 256;
constexpr uint16_t Multiply = Pipe0 | Pipe1, AddFloat = Pipe2 | Pipe3, Move = Pipe1 | Pipe2, Edges = Pipe0 | Pipe3,
                   Any = Multiply | AddFloat;

/// Cycles between two divisions or square roots, of any width.
float divisionCycles(const Row &row) {
  const bool isDouble = row.element == ScalarType::F64;
  return row.kind == OpKind::Div ? (isDouble ? 4 : 2.5f) : (isDouble ? 7.5f : 4.5f);
}

uint16_t pipesOf(const Row &row) {
  // Of a sequence the parts are spread.
  const bool isSequence = *row.helper || row.uops > 2;
  const uint16_t asOnPort5 = row.ports & P5 && !(row.ports & P0) ? Move : Any;
  if (classOf(row.kind) == OpClass::Compare)
    return isFloat(row.element) && !isSequence && row.ports != P5 ? AddFloat : Any;
  switch (row.kind) {
  case OpKind::Mul:
  case OpKind::MulHigh:
  case OpKind::MulRound:
    return isSequence ? Any : Multiply;
  case OpKind::MulAddPairs:
  case OpKind::MulAddBytes:
  case OpKind::SadOctets:
  case OpKind::DotAccumulate:
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
  case OpKind::Shl:
  case OpKind::Shr:
  case OpKind::ShlImm:
  case OpKind::ShrImm:
    return isSequence ? Any : AddFloat;
  case OpKind::AddSat:
  case OpKind::SubSat:
    return Edges;
  case OpKind::Cast:
    if (isFloat(row.element) != isFloat(row.source))
      return row.uops > 1 ? Any : AddFloat;
    return asOnPort5;
  case OpKind::ZipLo:
  case OpKind::ZipHi:
  case OpKind::Select:
    return isSequence ? Move : Any;
  default:
    break;
  }
  if (row.element == ScalarType::I1)
    return Edges;
  // Exchanges within 128 bits go to all pipes, others to those that the first CPU has on port 5.
  if (row.ports == P15 && row.latency <= 1)
    return Any;
  return asOnPort5;
}

void tune(Target &target) {
  target.portNames = {"fp0", "fp1", "fp2", "load", "load", "load", "store", "store", "fp3"};
  target.issueWidth = 8;
  target.caches = {{48u << 10, 64, 128, 4}, {1u << 20, 64, 52, 14}, {32u << 20, 64, 28, 50}, {0, 64, 11, 400}};
  // Gathers of eight take 15 cycles, eight loads that put lanes together 4.
  llvm::erase_if(target.rows, [](const Row &row) { return row.kind == OpKind::Gather && row.detail == 0; });
  for (Row &row : target.rows) {
    if (row.kind == OpKind::Div || row.kind == OpKind::Sqrt) {
      if (!isFloat(row.element) || *row.helper || !row.ports)
        continue;
      row.uops = 1;
      row.ports = Pipe1;
      row.portUses = divisionCycles(row);
    } else if (row.ports & LOAD) {
      // The third port takes no vectors.
      row.ports &= uint16_t(~32);
    } else if (row.ports & P015) {
      // A comparison into a predicate keeps two pipes busy.
      if (row.ports == P5 && classOf(row.kind) == OpClass::Compare)
        row.portUses = 2 * row.uops;
      row.ports = pipesOf(row);
    }
  }
}

} // namespace zen5
} // namespace

void tuneFor(Target &target, llvm::StringRef cpu) {
  if (target.header != "immintrin.h" || cpu != "znver5")
    return;
  zen5::tune(target);
  target = finish(std::move(target));
}

} // namespace vecify
