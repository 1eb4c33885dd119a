// How x86's intrinsics are named and where its ports are; AVX-512 shares it.
#pragma once
#include "Isa.h"

namespace vecify::x86 {

/// Bits of Target::portNames. p2, p3, p11 load; p4, p9 store data; 7, 8 store addresses; 6, 10 scalar. Behind p0 is
/// what divides: while it does, p0 begins other work.
constexpr uint16_t P0 = 1, P1 = 2, P5 = 4, P01 = P0 | P1, P05 = P0 | P5, P15 = P1 | P5, P015 = P0 | P1 | P5,
                   LOAD = 8 | 16 | 32, STORE = 64 | 128, DIV = 4096;

extern const Family family;

/// "__m256", "__m128i", "__mmask16".
std::string typeName(const Target &target, const VectorType &type);
/// Vector functions come from glibc, whose libmvec serves every x86-64 CPU.
constexpr Extension libmvec = {"libmvec", "libmvec", "vector functions of glibc 2.35 and later"};
/// Those extensions that a CPU has or lacks.
std::vector<std::string> cpuFeatures(llvm::ArrayRef<std::string> extensions);
/// Golden Cove: ports, caches, issue width; the rest is the ISA's.
Target golden();
/// `__builtin_cpu_supports("a") && ...`
std::string cpuTest(llvm::ArrayRef<std::string> features);
/// Rows of AVX2/Intrinsics.def and its functions.
TableSource commonTable();

} // namespace vecify::x86
