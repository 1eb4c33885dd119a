// See LaneNetworks.h.
//
// A network is a connected component of the ops of a block that do nothing but move lanes. Two of them are connected
// where one takes what the other makes, or both take the same: unpacklo and unpackhi of two registers. What a component
// does is found by running it on the numbers of its lanes, so it does not matter which instructions it takes.
#include "LaneNetworks.h"
#include "vecify/IR/Interpret.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>
#include <tuple>

namespace vecify {

using llvm::ArrayRef;

/// Ops below which a call is hardly shorter; 4 x 4 lanes take so many.
static constexpr size_t LeastOfNetwork = 8;

namespace {

/// Which lane of which register.
struct Lane {
  uint64_t vector, lane;
  bool operator==(const Lane &) const = default;
};

/// What a network puts where: per output, per lane, a lane of an input.
using LaneMap = std::vector<std::vector<Lane>>;

struct Shape {
  const char *name;
  /// What is in lane `to.lane` of output `to.vector`, given that there are so many inputs of so many lanes.
  Lane (*source)(const Lane &to, size_t inputs, size_t inputLanes, size_t outputLanes);
};

/// In the order in which they are tried: with as many registers as lanes all three are the same.
const Shape Shapes[] = {
    {"transpose",
     [](const Lane &to, size_t, size_t, size_t) {
       return Lane{to.lane, to.vector};
     }},
    {"deinterleave",
     [](const Lane &to, size_t inputs, size_t inputLanes, size_t) {
       const uint64_t at = to.lane * inputs + to.vector;
       return Lane{at / inputLanes, at % inputLanes};
     }},
    {"interleave",
     [](const Lane &to, size_t inputs, size_t, size_t outputLanes) {
       const uint64_t at = to.vector * outputLanes + to.lane;
       return Lane{at % inputs, at / inputs};
     }},
};

class NetworkFinder {
public:
  explicit NetworkFinder(Spelling &spelling) : S(spelling), F(spelling.f) {}

  void run() {
    for (BlockId b = 0; b < F.blocks.size(); ++b)
      for (const std::vector<OpId> &ops : componentsOf(b))
        if (ops.size() >= LeastOfNetwork)
          if (std::optional<LaneNetwork> network = networkOf(b, ops)) {
            gather(*network);
            S.networks.push_back(std::move(*network));
          }
  }

private:
  bool isMember(BlockId block, OpId id) const {
    if (id == ~0u || S.placeOf[id].block != block || !S.isLive(id))
      return false;
    switch (F.ops[id].kind) {
    case OpKind::Shuffle:
    case OpKind::ZipLo:
    case OpKind::ZipHi:
    case OpKind::Even:
    case OpKind::Odd:
    case OpKind::Slide:
    case OpKind::Reverse:
    case OpKind::Concat:
    case OpKind::ExtractSlice:
    case OpKind::InsertSlice: {
      const ScalarType element = F.typeOf(F.ops[id].results[0]).element;
      return element != ScalarType::I1 && !isMask(element);
    }
    default:
      return false;
    }
  }

  /// The ops of each in the block's order.
  std::vector<std::vector<OpId>> componentsOf(BlockId block) const {
    llvm::EquivalenceClasses<OpId> classes;
    std::map<ValueId, OpId> takers;
    for (OpId id : F.blocks[block].ops)
      if (isMember(block, id)) {
        classes.insert(id);
        for (ValueId v : F.ops[id].operands) {
          const OpId definition = F.values[v].definition;
          classes.unionSets(id, isMember(block, definition) ? definition : takers.insert({v, id}).first->second);
        }
      }
    std::vector<std::vector<OpId>> components;
    std::map<OpId, size_t> numberOf;
    for (OpId id : F.blocks[block].ops)
      if (isMember(block, id)) {
        const auto [at, isNew] = numberOf.insert({classes.getLeaderValue(id), components.size()});
        if (isNew)
          components.emplace_back();
        components[at->second].push_back(id);
      }
    return components;
  }

  std::optional<LaneNetwork> networkOf(BlockId block, const std::vector<OpId> &ops) const {
    LaneNetwork network;
    network.block = block;
    const std::set<OpId> inside(ops.begin(), ops.end());
    const auto isInside = [&](OpId id) { return inside.count(id) != 0; };
    for (OpId id : ops) {
      for (ValueId v : F.ops[id].operands)
        if (!isInside(F.values[v].definition) && !llvm::is_contained(network.inputs, v))
          network.inputs.push_back(v);
      if (!llvm::all_of(S.users[F.ops[id].results[0]], isInside))
        network.outputs.push_back(F.ops[id].results[0]);
    }
    const auto areAlike = [&](ArrayRef<ValueId> values) {
      return llvm::all_of(values, [&](ValueId v) { return F.typeOf(v) == F.typeOf(values[0]); });
    };
    if (network.outputs.empty() || !areAlike(network.inputs) || !areAlike(network.outputs) ||
        !nameAfterShape(network, ops))
      return std::nullopt;
    network.ops = byStages(network, ops);
    const unsigned place = placeOf(network, ops);
    for (ValueId v : network.outputs)
      for (OpId user : S.users[v])
        if (const OpId here = S.ancestorIn(block, user);
            here != ~0u && !isInside(here) && S.placeOf[here].position < place)
          return std::nullopt;
    for (unsigned p = S.placeOf[ops.front()].position; p < S.placeOf[ops.back()].position; ++p)
      if (!F.ops[F.blocks[block].ops[p]].blocks.empty())
        return std::nullopt; // what stands on both sides of a loop is not to live through it
    return network;
  }

  /// Behind which op of the block all inputs are there and no op of the network has to come earlier than it did.
  unsigned placeOf(const LaneNetwork &network, ArrayRef<OpId> ops) const {
    unsigned place = S.placeOf[ops.front()].position;
    for (ValueId v : network.inputs)
      if (const OpId id = F.values[v].definition; id != ~0u && S.placeOf[id].block == network.block)
        place = std::max(place, S.placeOf[id].position);
    return place;
  }

  /// What the ops do to the inputs; nothing where an op cannot be run.
  std::optional<LaneMap> laneMapOf(const LaneNetwork &network, ArrayRef<OpId> ops) const {
    // Numbers of vectors and of lanes apart: both fit a byte.
    using Numbers = std::vector<uint64_t>;
    std::map<ValueId, Numbers> vectors, lanes;
    for (size_t i = 0; i < network.inputs.size(); ++i) {
      const size_t count = size_t(F.typeOf(network.inputs[i]).lanes());
      vectors[network.inputs[i]] = Numbers(count, i);
      for (uint64_t l = 0; l < count; ++l)
        lanes[network.inputs[i]].push_back(l);
    }
    for (OpId id : ops)
      for (std::map<ValueId, Numbers> *numbers : {&vectors, &lanes}) {
        std::vector<Numbers> operands;
        for (ValueId v : F.ops[id].operands)
          operands.push_back((*numbers)[v]);
        llvm::Expected<Numbers> result = evaluate(F.ops[id], F, operands);
        if (!result) {
          llvm::consumeError(result.takeError());
          return std::nullopt;
        }
        (*numbers)[F.ops[id].results[0]] = std::move(*result);
      }
    LaneMap map;
    for (ValueId v : network.outputs) {
      map.emplace_back();
      for (size_t l = 0; l < vectors[v].size(); ++l)
        map.back().push_back({vectors[v][l], lanes[v][l]});
    }
    return map;
  }

  /// Finds the shape and puts inputs and outputs into its order; says whether there is one.
  bool nameAfterShape(LaneNetwork &network, ArrayRef<OpId> ops) const {
    constexpr size_t most = 64;
    const size_t inputs = network.inputs.size(), outputs = network.outputs.size();
    const size_t inputLanes = size_t(F.typeOf(network.inputs[0]).lanes());
    const size_t outputLanes = size_t(F.typeOf(network.outputs[0]).lanes());
    if (inputs > most || inputs * inputLanes != outputs * outputLanes)
      return false;
    const std::optional<LaneMap> map = laneMapOf(network, ops);
    if (!map)
      return false;
    for (const Shape &shape : Shapes) {
      LaneMap wanted(outputs);
      for (size_t o = 0; o < outputs; ++o)
        for (size_t l = 0; l < outputLanes; ++l)
          wanted[o].push_back(shape.source({o, l}, inputs, inputLanes, outputLanes));
      if (orderAs(wanted, *map, network)) {
        network.what = std::string(shape.name) + "_" + std::to_string(inputs) + "x" + std::to_string(inputLanes);
        return true;
      }
    }
    return false;
  }

  /// Orders inputs and outputs so that what the network does is `wanted`, if it is that up to their order.
  bool orderAs(const LaneMap &wanted, const LaneMap &map, LaneNetwork &network) const {
    constexpr size_t none = ~size_t(0);
    std::vector<size_t> inputs(network.inputs.size(), none), outputs(network.outputs.size(), none);
    const auto fits = [&](size_t o, const std::vector<Lane> &lanes) {
      std::vector<size_t> now = inputs;
      for (size_t l = 0; l < lanes.size(); ++l) {
        const Lane &want = wanted[o][l];
        if (want.vector >= now.size() || want.lane != lanes[l].lane)
          return false;
        size_t &input = now[want.vector];
        if (input == none && !llvm::is_contained(now, lanes[l].vector))
          input = lanes[l].vector;
        if (input != lanes[l].vector)
          return false;
      }
      inputs = std::move(now);
      return true;
    };
    for (size_t found = 0; found < map.size(); ++found) {
      size_t o = 0;
      while (o < wanted.size() && (outputs[o] != none || !fits(o, map[found])))
        ++o;
      if (o == wanted.size())
        return false;
      outputs[o] = found;
    }
    if (llvm::is_contained(inputs, none))
      return false;
    const auto ordered = [](ArrayRef<ValueId> values, ArrayRef<size_t> order) {
      llvm::SmallVector<ValueId, 16> result;
      for (size_t i : order)
        result.push_back(values[i]);
      return result;
    };
    network.inputs = ordered(network.inputs, inputs);
    network.outputs = ordered(network.outputs, outputs);
    return true;
  }

  /// Stage after stage, and ops with the same operands side by side: so a stage takes one register more than there are
  /// values between stages.
  std::vector<OpId> byStages(const LaneNetwork &network, ArrayRef<OpId> ops) const {
    std::map<ValueId, unsigned> number, stages;
    for (ValueId v : network.inputs)
      number.insert({v, unsigned(number.size())});
    unsigned last = 0;
    for (OpId id : ops) {
      unsigned &stage = stages[F.ops[id].results[0]];
      for (ValueId v : F.ops[id].operands)
        stage = std::max(stage, stages[v] + 1);
      last = std::max(last, stage);
    }
    const auto keyOf = [&](OpId id) {
      std::vector<unsigned> operands;
      for (ValueId v : F.ops[id].operands)
        operands.push_back(number[v]);
      return std::make_tuple(std::move(operands), F.ops[id].kind, F.ops[id].ints);
    };
    std::vector<OpId> result;
    for (unsigned stage = 1; stage <= last; ++stage) {
      const auto begin = result.end() - result.begin();
      llvm::copy_if(ops, std::back_inserter(result), [&](OpId id) { return stages[F.ops[id].results[0]] == stage; });
      std::stable_sort(result.begin() + begin, result.end(), [&](OpId a, OpId b) { return keyOf(a) < keyOf(b); });
      for (OpId id : ArrayRef(result).drop_front(begin))
        number.insert({F.ops[id].results[0], unsigned(number.size())});
    }
    return result;
  }

  /// Moves the ops to their place.
  void gather(const LaneNetwork &network) {
    std::vector<OpId> &all = F.blocks[network.block].ops;
    const std::set<OpId> inside(network.ops.begin(), network.ops.end());
    std::vector<OpId> inOrder = network.ops;
    llvm::sort(inOrder, [&](OpId a, OpId b) { return S.placeOf[a].position < S.placeOf[b].position; });
    const unsigned place = placeOf(network, inOrder);
    std::vector<OpId> now;
    for (unsigned p = 0; p < all.size(); ++p) {
      if (!inside.count(all[p]))
        now.push_back(all[p]);
      if (p == place)
        now.insert(now.end(), network.ops.begin(), network.ops.end());
    }
    all = std::move(now);
    for (unsigned p = 0; p < all.size(); ++p)
      S.placeOf[all[p]].position = p;
  }

  Spelling &S;
  Function &F;
};

} // namespace

Spelling withLaneNetworks(Spelling spelling) {
  NetworkFinder(spelling).run();
  return spelling;
}

} // namespace vecify
