// Two interpreters: one that records addresses, one that runs data in blocks of lanes.
#include "Trace.h"
#include <algorithm>

namespace vecify {
namespace {

using Counters = std::map<SymbolId, int64_t>;

int64_t evaluate(const IndexExpr &expr, const World &world, const Counters &counters) {
  int64_t sum = 0;
  for (const IndexExpr::Term &term : expr.terms()) {
    int64_t product = term.coefficient;
    for (SymbolId s : term.symbols)
      product *= counters.count(s) ? counters.at(s) : world.params.at(s);
    sum += product;
  }
  return sum;
}

uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t h = (a ^ (b + 0x9E3779B97F4A7C15ull + (a << 6) + (a >> 2))) * 0xD6E8FEB86659FD93ull;
  return h ^ (h >> 29);
}

class Tracer {
public:
  Tracer(const Nest &nest, const World &world) : nest(nest), world(world) {}

  void node(NodeId id) {
    const Node &n = nest.nodes[id];
    if (n.kind == Node::Assign) {
      expr(n.value);
      if (n.access != NoId) {
        key.push_back(1);
        record(n.access);
        key.pop_back();
      }
    } else if (n.kind == Node::If) {
      expr(n.condition);
      side(1, n.body);
      side(2, n.elseBody);
    } else {
      const Loop &loop = nest.loops[n.loop];
      const int64_t lower = evaluate(loop.lower, world, counters), upper = evaluate(loop.upper, world, counters);
      loops.push_back({n.loop, unsigned(key.size())});
      for (int64_t i = lower; i < upper; ++i) {
        counters[loop.iterator] = i;
        side(i, n.body);
      }
      counters.erase(loop.iterator);
      loops.pop_back();
    }
  }

  std::vector<TracedAccess> result;

private:
  void side(int64_t position, const std::vector<NodeId> &body) {
    key.push_back(position);
    for (size_t b = 0; b < body.size(); ++b) {
      key.push_back(int64_t(b));
      node(body[b]);
      key.pop_back();
    }
    key.pop_back();
  }

  /// Reads have position 0 in their statement.
  void expr(ExprId id) {
    const Expr &e = nest.exprs[id];
    for (ExprId operand : e.operands)
      expr(operand);
    if (e.kind == Expr::Load) {
      key.push_back(0);
      record(e.access);
      key.pop_back();
    }
  }

  void record(AccessId id) {
    const Access &access = nest.accesses[id];
    result.push_back({id, world.bases[access.array] + evaluate(nest.byteAddress(access), world, counters), key, loops});
  }

  const Nest &nest;
  const World &world;
  Counters counters;
  std::vector<int64_t> key;
  std::vector<std::pair<LoopId, unsigned>> loops;
};

class Runner {
public:
  Runner(const Nest &nest, const World &world, const Lanes &how) : nest(nest), world(world), how(how) {}

  using Group = std::vector<Counters>;

  void node(NodeId id, const Group &group) {
    if (group.empty())
      return;
    const Node &n = nest.nodes[id];
    if (n.kind == Node::Assign)
      store({{&n, group}});
    else if (n.kind == Node::If)
      branch(n, group);
    else
      loop(n, group);
  }

  std::map<int64_t, uint64_t> written;

private:
  void body(const std::vector<NodeId> &nodes, const Group &group) {
    for (NodeId id : nodes)
      node(id, group);
  }

  void loop(const Node &n, const Group &group) {
    const Loop &loop = nest.loops[n.loop];
    if (n.loop == how.vectorized) {
      const Counters outer = group.front(); // outer loops run one iteration at a time
      const int64_t lower = evaluate(loop.lower, world, outer), upper = evaluate(loop.upper, world, outer);
      for (int64_t i = lower; i < upper;) {
        const int64_t size = i < lower + how.peel ? 1 : how.lanes;
        Group lanes;
        for (int64_t l = i; l < std::min(i + size, upper); ++l) {
          lanes.push_back(outer);
          lanes.back()[loop.iterator] = l;
        }
        body(n.body, lanes);
        i += size;
      }
      return;
    }
    // Lock step by counter; lanes outside of their own bounds wait.
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (const Counters &lane : group) {
      first = std::min(first, evaluate(loop.lower, world, lane));
      last = std::max(last, evaluate(loop.upper, world, lane));
    }
    for (int64_t i = first; i < last; ++i) {
      Group active;
      for (const Counters &lane : group)
        if (i >= evaluate(loop.lower, world, lane) && i < evaluate(loop.upper, world, lane)) {
          active.push_back(lane);
          active.back()[loop.iterator] = i;
        }
      if (!active.empty())
        body(n.body, active);
    }
  }

  void branch(const Node &n, const Group &group) {
    Group yes, no;
    for (const Counters &lane : group)
      (value(n.condition, lane) & 1 ? yes : no).push_back(lane);
    const auto isStore = [&](const std::vector<NodeId> &side) {
      return side.size() == 1 && nest.nodes[side[0]].kind == Node::Assign;
    };
    if (how.mergeStores && isStore(n.body) && isStore(n.elseBody)) {
      store({{&nest.nodes[n.body[0]], yes}, {&nest.nodes[n.elseBody[0]], no}});
      return;
    }
    if (!yes.empty())
      body(n.body, yes);
    if (!no.empty())
      body(n.elseBody, no);
  }

  /// All values first, then all stores, the last lane first.
  void store(const std::vector<std::pair<const Node *, Group>> &parts) {
    std::vector<std::tuple<int64_t, unsigned, uint64_t>> stores;
    for (const auto &[n, group] : parts)
      for (const Counters &lane : group)
        stores.push_back({address(n->access, lane), bytesOf(nest.accesses[n->access].type), value(n->value, lane)});
    std::reverse(stores.begin(), stores.end());
    for (const auto &[at, size, v] : stores)
      for (unsigned k = 0; k < size; ++k)
        written[at + k] = mix(v, k);
  }

  int64_t address(AccessId id, const Counters &lane) const {
    const Access &access = nest.accesses[id];
    return world.bases[access.array] + evaluate(nest.byteAddress(access), world, lane);
  }

  uint64_t value(ExprId id, const Counters &lane) const {
    const Expr &e = nest.exprs[id];
    uint64_t result = mix(e.kind, uint64_t(e.intValue));
    for (ExprId operand : e.operands)
      result = mix(result, value(operand, lane));
    if (e.kind == Expr::Load)
      for (unsigned k = 0; k < bytesOf(e.type); ++k) {
        const int64_t at = address(e.access, lane) + k;
        const auto found = written.find(at);
        result = mix(result, found != written.end() ? found->second : uint64_t(at));
      }
    return result;
  }

  const Nest &nest;
  const World &world;
  const Lanes how;
};

} // namespace

std::vector<TracedAccess> trace(const Nest &nest, const World &world) {
  Tracer tracer(nest, world);
  tracer.node(nest.root().node);
  return std::move(tracer.result);
}

bool conflicts(const Nest &nest, const TracedAccess &x, const TracedAccess &y) {
  const Access &a = nest.accesses[x.access], &b = nest.accesses[y.access];
  return (a.isWrite || b.isWrite) && x.address < y.address + int64_t(bytesOf(b.type)) &&
         y.address < x.address + int64_t(bytesOf(a.type));
}

LoopId carrier(const TracedAccess &x, const TracedAccess &y) {
  for (size_t d = 0; d < x.loops.size() && d < y.loops.size(); ++d) {
    if (x.loops[d].first != y.loops[d].first)
      break;
    if (x.key[x.loops[d].second] != y.key[y.loops[d].second])
      return x.loops[d].first;
  }
  return NoId;
}

int64_t smallestBlocked(const Nest &nest, const std::vector<TracedAccess> &all, LoopId loop) {
  int64_t smallest = 0;
  for (const TracedAccess &x : all)
    for (const TracedAccess &y : all) {
      if (!(x.key < y.key) || carrier(x, y) != loop || !conflicts(nest, x, y))
        continue;
      unsigned at = 0;
      for (const auto &[id, position] : x.loops)
        if (id == loop)
          at = position;
      const std::vector<int64_t> phaseX(x.key.begin() + at + 1, x.key.end());
      const std::vector<int64_t> phaseY(y.key.begin() + at + 1, y.key.end());
      const int64_t distance = y.key[at] - x.key[at];
      if (!(phaseX < phaseY) && (smallest == 0 || distance < smallest))
        smallest = distance;
    }
  return smallest;
}

std::map<int64_t, uint64_t> run(const Nest &nest, const World &world, const Lanes &lanes,
                                std::map<int64_t, uint64_t> written) {
  Runner runner(nest, world, lanes);
  runner.written = std::move(written);
  runner.node(nest.root().node, {Counters{}});
  return std::move(runner.written);
}

} // namespace vecify
