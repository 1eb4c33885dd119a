// The cut of small random graphs against all cuts there are.
#include "NarrowIntegers/MinimumCut.h"
#include <gtest/gtest.h>
#include <random>

namespace vecify {
namespace {

struct Edge {
  unsigned from, to;
  int64_t cost;
};

int64_t costOf(const std::vector<Edge> &edges, unsigned withSink) {
  int64_t cost = 0;
  for (const Edge &edge : edges)
    if (!(withSink >> edge.from & 1) && (withSink >> edge.to & 1))
      cost += edge.cost;
  return cost;
}

TEST(MinimumCut, IsTheCheapestOfAll) {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 300; ++round) {
    const unsigned inner = 1 + random() % 6, nodes = inner + 2;
    std::vector<Edge> edges;
    MinimumCut cut;
    for (unsigned n = 0; n < inner; ++n)
      cut.add();
    for (unsigned e = 0; e < 3 * nodes; ++e) {
      edges.push_back({unsigned(random() % nodes), unsigned(random() % nodes), int64_t(random() % 5)});
      cut.connect(edges.back().from, edges.back().to, edges.back().cost);
    }
    int64_t least = INT64_MAX;
    unsigned fewest = 0;
    for (unsigned side = 0; side < 1u << inner; ++side) {
      const unsigned withSink = side << 2 | 1u << MinimumCut::Sink;
      const int64_t cost = costOf(edges, withSink);
      if (cost < least || (cost == least && std::popcount(withSink) < std::popcount(fewest))) {
        least = cost;
        fewest = withSink;
      }
    }
    ASSERT_EQ(cut.solve(), least);
    unsigned found = 0;
    for (unsigned n = 0; n < nodes; ++n)
      found |= unsigned(cut.isWithSink(n)) << n;
    EXPECT_EQ(found, fewest);
  }
}

} // namespace
} // namespace vecify
