// The polyhedral model of a nest, behind a wall: isl lives in lib/Poly only.
#pragma once
#include "vecify/Nest/Facts.h"
#include "vecify/Support/Decline.h"
#include <memory>

namespace vecify {

struct PolyOptions {
  /// Work per nest, deterministic unlike a time limit: a question to isl about r constraints on c unknowns counts
  /// r * r * c. A gemm takes 20 thousand; the whole is about a second of isl.
  unsigned long maxOperations = 5'000'000;
  /// Where the root has no lanes because parameters decide, look for conditions on them that give it lanes and put
  /// them into Facts::assumptions. The caller must emit those as guards.
  bool mayAssume = false;
  /// Answer accesses that differ by constants without isl. Off only where tests compare the two.
  bool useClosedForms = true;
};

/// Domains, access relations (may / must), schedule and dependences of one nest.
class Scop {
public:
  ~Scop();
  Scop(Scop &&);
  struct Impl;
  Impl &impl() const { return *I; }

private:
  friend llvm::Expected<Scop> buildScop(const Nest &nest, const PolyOptions &options);
  explicit Scop(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> I;
};

/// Builds domains and access relations; a non-affine subscript becomes a may-access to the whole array.
/// The nest must outlive the result.
///
/// Errors: Decline(OutOfBudget).
llvm::Expected<Scop> buildScop(const Nest &nest, const PolyOptions &options = {});

/// Dependences of the nest and what they allow for each loop. Pointers that may alias are taken as distinct here and
/// reported in Facts::mayAlias. Clauses waive edges of the root loop: `independent` all (up to its safelen), `ivdep`
/// the assumed ones. All fields of the facts are set, scalars and cells included.
///
/// Errors: Decline(OutOfBudget); Decline(ParamInMemory) at a store that may change a parameter read from the same
///         array (other arrays that may overlap it are alias pairs).
llvm::Expected<Facts> analyse(const Scop &scop);

/// The stable text form of --print=deps: one line an edge, with both places and the distance.
void printDependences(const Nest &nest, const Facts &facts, llvm::raw_ostream &os);

} // namespace vecify
