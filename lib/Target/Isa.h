// The ISAs that --target can name: each folder of this library defines one.
#pragma once
#include "Table.h"

namespace vecify {

struct Extension {
  const char *name;    ///< as in "avx512+vnni"
  const char *feature; ///< as the compilers and Row::feature spell it: "avx512vnni"
  const char *summary;
};

struct Isa {
  const char *name;
  const char *summary;
  llvm::ArrayRef<Extension> extensions;
  /// The target with these features enabled (Extension::feature, in the order of `extensions`).
  Target (*make)(std::vector<std::string> features);
};

extern const Isa avx2Isa, avx512Isa, neonIsa, cudaIsa, aieIsa, aieMlIsa, aie2pIsa;

} // namespace vecify
