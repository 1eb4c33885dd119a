// One equation of a linearised subscript into one per dimension, where that is proved to be the same.
#pragma once
#include "Model.h"

namespace vecify {

/// Splits `difference == 0`, a difference of element subscripts of a pair of instances, along the symbolic strides of
/// the two addresses it comes from (those strides may cancel in the difference).
///
/// Returns: equations that hold for exactly the same instances within the domains; {difference} where nothing can
///          be split or proved.
std::vector<IndexExpr> delinearize(const Scop::Impl &scop, const Occurrence &a, const Occurrence &b, unsigned shared,
                                   const IndexExpr &difference, llvm::ArrayRef<IndexExpr> addresses);

} // namespace vecify
