// The text form of dependences: what --print=deps shows.
//
//     dependences gauss:i at 3:3
//       flow a[i] at 4 -> a[i - 1] at 4, carried by i, distance (1)
#include "vecify/Poly/Scop.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace vecify {

static constexpr const char *kindNames[] = {"flow", "anti", "output"};
static constexpr const char *removableNames[] = {"",
                                                 ", removable by a guard",
                                                 ", waived by a promise",
                                                 ", removable by reassociation",
                                                 ", removable by expansion",
                                                 ", removable by speculation"};

void printDependences(const Nest &nest, const Facts &facts, llvm::raw_ostream &os) {
  os << "dependences " << nest.source.function << ':' << nest.root().name << " at " << nest.loc().line << ':'
     << nest.loc().column << '\n';
  for (const Edge &edge : facts.edges) {
    const Access &source = nest.accesses[edge.source], &sink = nest.accesses[edge.sink];
    os << "  " << kindNames[edge.kind] << ' ' << source.text << " at " << source.loc.line << " -> " << sink.text
       << " at " << sink.loc.line;
    if (edge.carriedBy != NoId)
      os << ", carried by " << nest.loops[edge.carriedBy].name;
    os << ", distance (";
    llvm::interleaveComma(edge.distance, os, [&](std::optional<int64_t> d) { d ? os << *d : os << '*'; });
    os << ')' << (edge.isAssumed ? ", assumed" : "") << removableNames[unsigned(edge.removableBy)] << '\n';
  }
}

} // namespace vecify
