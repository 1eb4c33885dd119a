// Maximum flow by shortest paths. Source: Dinic, Soviet Math. Doklady 11, 1970.
#include "MinimumCut.h"
#include <algorithm>

namespace vecify {

MinimumCut::Node MinimumCut::add() {
  Edges.emplace_back();
  return Node(Edges.size() - 1);
}

void MinimumCut::connect(Node from, Node to, int64_t cost) {
  if (cost <= 0 || from == to)
    return;
  Edges[from].push_back({to, uint32_t(Edges[to].size()), std::min(cost, Never)});
  Edges[to].push_back({from, uint32_t(Edges[from].size() - 1), 0});
}

/// Steps from the source through edges that something is left of; whether the sink is reached.
bool MinimumCut::rank() {
  Rank.assign(Edges.size(), ~0u);
  std::vector<Node> queue = {Source};
  Rank[Source] = 0;
  for (size_t q = 0; q < queue.size(); ++q)
    for (const Edge &edge : Edges[queue[q]])
      if (edge.left > 0 && Rank[edge.to] == ~0u) {
        Rank[edge.to] = Rank[queue[q]] + 1;
        queue.push_back(edge.to);
      }
  return Rank[Sink] != ~0u;
}

int64_t MinimumCut::push(Node node, int64_t most) {
  if (node == Sink)
    return most;
  for (; Next[node] < Edges[node].size(); ++Next[node]) {
    Edge &edge = Edges[node][Next[node]];
    if (edge.left <= 0 || Rank[edge.to] != Rank[node] + 1)
      continue;
    if (const int64_t pushed = push(edge.to, std::min(most, edge.left))) {
      edge.left -= pushed;
      Edges[edge.to][edge.back].left += pushed;
      return pushed;
    }
  }
  return 0;
}

int64_t MinimumCut::solve() {
  int64_t flow = 0;
  while (rank()) {
    Next.assign(Edges.size(), 0);
    while (const int64_t pushed = push(Source, Never))
      flow += pushed;
  }
  // What still reaches the sink.
  WithSink.assign(Edges.size(), false);
  std::vector<Node> queue = {Sink};
  WithSink[Sink] = true;
  for (size_t q = 0; q < queue.size(); ++q)
    for (const Edge &edge : Edges[queue[q]])
      if (!WithSink[edge.to] && Edges[edge.to][edge.back].left > 0) {
        WithSink[edge.to] = true;
        queue.push_back(edge.to);
      }
  return flow;
}

} // namespace vecify
