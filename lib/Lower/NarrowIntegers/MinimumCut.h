// The cheapest way to tell the nodes of a graph apart that belong to its source from those that belong to its sink.
#pragma once
#include <cstdint>
#include <vector>

namespace vecify {

class MinimumCut {
public:
  using Node = uint32_t;
  static constexpr Node Source = 0, Sink = 1;
  static constexpr int64_t Never = INT64_MAX / 4;

  MinimumCut() : Edges(2) {}
  Node add();
  /// What it costs that `from` is on the source's side and `to` on the sink's.
  void connect(Node from, Node to, int64_t cost);
  /// Finds the cut; of several that cost the same the one with the fewest nodes on the sink's side. Returns its cost.
  int64_t solve();
  bool isWithSink(Node node) const { return WithSink[node]; }

private:
  struct Edge {
    Node to;
    uint32_t back; ///< its counterpart among the edges of `to`
    int64_t left;
  };
  bool rank();
  int64_t push(Node node, int64_t most);

  std::vector<std::vector<Edge>> Edges;
  std::vector<unsigned> Rank, Next;
  std::vector<bool> WithSink;
};

} // namespace vecify
