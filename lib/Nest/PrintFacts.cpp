// The text form of facts: what --print=facts shows and what tests compare with.
//
//     facts dot:i at 3:3
//       loop i at 3: any lanes, parallel
//       s: reduction +, strict order at 4
//       may alias: x, y; equal bases are fine
//       x: bytes [0, 4*n)
#include "vecify/Nest/Facts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace vecify {

static constexpr const char *kindNames[] = {"private", "reduction", "delayed", "latch",
                                            "place",   "running",   "scan",    "carried"};
static constexpr const char *reductionNames[] = {"+", "*", "min", "max", "&", "|", "^", "cmin", "cmax", "fmin", "fmax"};

static void printLoop(const Nest &nest, const Facts &facts, LoopId id, llvm::raw_ostream &os) {
  const LoopFacts &loop = facts.loops[id];
  os << "  loop " << nest.loops[id].name << " at " << nest.loops[id].loc.line << ": ";
  if (loop.anyLanes)
    os << "any lanes";
  else if (loop.maxLanes == 1)
    os << "one lane";
  else
    os << "at most " << loop.maxLanes << " lanes";
  if (loop.parallel)
    os << ", parallel";
  if (!loop.blocking.empty()) {
    os << "; blocked by ";
    llvm::interleaveComma(loop.blocking, os, [&](unsigned e) {
      const Edge &edge = facts.edges[e];
      os << nest.accesses[edge.source].text << " -> " << nest.accesses[edge.sink].text;
    });
  }
  os << '\n';
}

static void printScalar(const Nest &nest, const ScalarFacts &scalar, llvm::raw_ostream &os) {
  os << kindNames[scalar.kind];
  if (scalar.kind == ScalarFacts::Reduction) {
    os << ' ' << reductionNames[unsigned(scalar.reduction)];
    if (scalar.isConditional)
      os << ", conditional";
    os << (scalar.mayReassociate          ? ", any order"
           : scalar.takesNaN              ? ", strict order for NaN and the sign of zero"
           : scalar.onlyZeroSignMayDiffer ? ", strict order for the sign of zero"
                                          : ", strict order");
  }
  if (scalar.kind == ScalarFacts::Latch && scalar.isConditional)
    os << " of 0 or 1";
  if (scalar.kind == ScalarFacts::Place)
    os << (scalar.isLastPlace ? " (the last)" : "")
       << (scalar.extreme != NoId ? " of " + nest.locals[scalar.extreme].name : "");
  if (scalar.update.isValid())
    os << " at " << scalar.update.line;
  os << '\n';
}

static void printFootprint(const Nest &nest, ArrayId array, llvm::raw_ostream &os) {
  const auto used = [&](const Access &access) { return access.array == array; };
  if (llvm::none_of(nest.accesses, used))
    return;
  os << "  " << nest.arrays[array].name << ": bytes ";
  const Footprint range = footprint(nest, array);
  if (!range.isKnown) {
    os << "unknown\n";
    return;
  }
  const auto printEnds = [&](const std::vector<IndexExpr> &ends, const char *which) {
    if (ends.size() > 1)
      os << which << '(';
    llvm::interleaveComma(
        ends, os, [&](const IndexExpr &end) { os << end.print([&](SymbolId id) { return nest.symbols[id].name; }); });
    if (ends.size() > 1)
      os << ')';
  };
  os << '[';
  printEnds(range.lower, "min");
  os << ", ";
  printEnds(range.upper, "max");
  os << ")\n";
}

void print(const Nest &nest, const Facts &facts, llvm::raw_ostream &os) {
  os << "facts " << nest.source.function << ':' << nest.root().name << " at " << nest.loc().line << ':'
     << nest.loc().column << '\n';
  for (LoopId id = 0; id < facts.loops.size(); ++id)
    printLoop(nest, facts, id, os);
  for (LocalId id = 0; id < facts.locals.size(); ++id) {
    os << "  " << nest.locals[id].name << ": ";
    printScalar(nest, facts.locals[id], os);
  }
  for (const CellReduction &cell : facts.cells) {
    os << "  " << nest.accesses[cell.accesses[0]].text << ": ";
    printScalar(nest, cell.facts, os);
  }
  const auto text = [&](const IndexExpr &expr) {
    return expr.print([&](SymbolId id) { return nest.symbols[id].name; });
  };
  for (const Assumption &assumption : facts.assumptions) {
    os << "  assume " << text(assumption.expr) << " >= 0";
    for (const Assumption &other : assumption.orElse)
      os << " or " << text(other.expr) << " >= 0";
    os << "  // " << assumption.why;
    for (const Assumption &other : assumption.orElse)
      os << ", or " << other.why;
    os << '\n';
  }
  for (const Facts::AliasPair &pair : facts.mayAlias) {
    os << "  may alias: " << nest.arrays[pair.a].name << ", " << nest.arrays[pair.b].name
       << (pair.equalIsFineInTiles ? "; equal bases are fine"
           : pair.equalIsFine      ? "; equal bases are fine, but not in tiles"
                                   : "")
       << (pair.needsNoGuard ? "; no guard needed" : "");
    if (pair.harmfulLead)
      os << "; " << nest.arrays[pair.b].name << " may lead by " << text(pair.harmfulLead->above)
         << " bytes at most, or " << text(pair.harmfulLead->below) << " + " << pair.harmfulLead->perLane
         << " a lane at least";
    os << '\n';
  }
  for (ArrayId id = 0; id < nest.arrays.size(); ++id)
    printFootprint(nest, id, os);
}

} // namespace vecify
