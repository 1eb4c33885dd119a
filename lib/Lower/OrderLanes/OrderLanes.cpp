// Step: lanes stand in the order that costs least, where all that happens to them happens lane by lane.
//
//     %re = even %z0, %z1                          %re = shuffle %z0, %z1 [0, 2, 8, 10, 4, 6, 12, 14]
//     %r = mul %re, %k                       ->    %r = mul %re, %k
//     %lo = zip_lo %r, %im                         %lo = shuffle %r, %im [0, 8, 1, 9, 4, 12, 5, 13]
//
// Registers of several blocks of 128 bits take lanes apart and put them together block by block; what crosses the
// blocks to restore the order is an instruction more each time, and slow. Values that are connected through operations
// on lanes and through such exchanges form a chain. For each chain the orders that its exchanges leave are followed,
// what enters or leaves it in the source's order is reordered there, and the whole is taken if it costs less.
#include "Edit.h"
#include "Exchange.h"
#include "Steps.h"
#include "vecify/Target/Target.h"
#include "llvm/ADT/IntEqClasses.h"
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace vecify {
namespace {

bool isExchange(OpKind kind) {
  return kind == OpKind::Even || kind == OpKind::Odd || kind == OpKind::ZipLo || kind == OpKind::ZipHi;
}

/// How a chain is followed.
struct Way {
  bool isFollowed = false;
  /// What meets operands of the source's order, and others, has the others' order, else the source's.
  bool keepsOrder = false;
  /// What a loop carries has the order that an iteration leaves it in, else the source's.
  bool carriesOrder = false;
};
constexpr Way Ways[] = {{true, true, false}, {true, false, false}, {true, true, true}};

class LaneOrders {
public:
  LaneOrders(Function &function, const Target &target)
      : F(function), T(target), IsUniform(F.values.size()), Movable(F.values.size()), Depth(F.values.size()),
        Carried(F.values.size()), Chain(unsigned(F.values.size())), Shuffles(F.ops.size()) {}

  void run() {
    if (llvm::none_of(F.ops, [](const Op &op) { return isExchange(op.kind); }))
      return;
    connect(F.body, 0);
    Chain.compress();
    Best.assign(Chain.getNumClasses(), 0);
    std::vector<Way> chosen(Best.size());
    for (const Way &way : Ways) {
      ByChain.assign(Best.size(), way);
      follow();
      for (unsigned chain = 0; chain < Best.size(); ++chain)
        if (Cost[chain] < Best[chain] - Least) {
          Best[chain] = Cost[chain];
          chosen[chain] = way;
        }
      if (!way.carriesOrder && way.keepsOrder)
        Left = Order;
    }
    ByChain = chosen;
    follow();
    apply();
  }

private:
  /// A gain that is worth a change, in cycles.
  static constexpr double Least = 0.01;
  static constexpr double Never = std::numeric_limits<double>::infinity();

  bool isVector(ValueId v) const { return F.typeOf(v).rank() == 1; }

  /// Every lane of the result is made of those lanes of the operands.
  bool keepsLanes(const Op &op) const {
    const OpClass of = classOf(op.kind);
    if (op.results.size() != 1 || !(isLaneByLane(op.kind) || of == OpClass::Callee || of == OpClass::Cast))
      return false;
    return isVector(op.results[0]) &&
           llvm::all_of(op.operands,
                        [&](ValueId v) {
                          return F.typeOf(v).isScalar() || F.typeOf(v).shape == F.typeOf(op.results[0]).shape;
                        }) &&
           !narrowsTwo(op.kind);
  }

  /// Finds what may stand in any order, and what depends on each other's.
  void connect(BlockId block, unsigned depth) {
    for (ValueId argument : F.blocks[block].arguments)
      Depth[argument] = depth;
    for (OpId id : F.blocks[block].ops) {
      const Op &op = F.ops[id];
      for (ValueId result : op.results)
        Depth[result] = depth;
      if (op.kind == OpKind::For)
        connectLoop(op, depth);
      else
        for (BlockId inner : op.blocks)
          connect(inner, depth);
      if (op.kind == OpKind::Constant || op.kind == OpKind::Broadcast || op.kind == OpKind::LoadSplat) {
        IsUniform[op.results[0]] = true;
      } else if (isExchange(op.kind) || keepsLanes(op)) {
        const ValueId result = op.results[0];
        IsUniform[result] = !isExchange(op.kind) && llvm::all_of(op.operands, [&](ValueId v) { return isFree(v); });
        Movable[result] = !IsUniform[result];
        for (ValueId operand : op.operands)
          if (Movable[result] && Movable[operand])
            Chain.join(result, operand);
      }
    }
  }

  void connectLoop(const Op &loop, unsigned depth) {
    const Block &body = F.blocks[loop.blocks[0]];
    const Op &yield = F.ops[body.ops.back()];
    for (size_t i = 0; i < loop.results.size(); ++i)
      if (isVector(loop.results[i]))
        for (ValueId v : {body.arguments[i + 1], loop.results[i]}) {
          Movable[v] = true;
          Carried[v] = yield.operands[i];
        }
    connect(loop.blocks[0], depth + 1);
    for (size_t i = 0; i < loop.results.size(); ++i)
      if (isVector(loop.results[i])) {
        Chain.join(body.arguments[i + 1], loop.results[i]);
        for (ValueId v : {loop.operands[i + 3], yield.operands[i]})
          if (Movable[v])
            Chain.join(v, loop.results[i]);
      }
  }

  /// Stands in every order.
  bool isFree(ValueId v) const { return IsUniform[v] || !isVector(v); }

  // -- following

  void follow() {
    Order.assign(F.values.size(), LaneOrder());
    Cost.assign(Best.size(), 0);
    Wanted.clear();
    Reordered.clear();
    Shuffles.assign(F.ops.size(), {});
    follow(F.body);
  }

  /// What a loop's body yields is the loop's.
  void follow(BlockId block, bool isOfLoop = false) {
    for (OpId id : llvm::ArrayRef(F.blocks[block].ops).drop_back(isOfLoop)) {
      const Op &op = F.ops[id];
      if (op.kind == OpKind::For) {
        followLoop(id);
        continue;
      }
      for (BlockId inner : op.blocks)
        follow(inner);
      if (op.results.size() != 1 || !Movable[op.results[0]] || !ByChain[Chain[op.results[0]]].isFollowed)
        wantNatural(id);
      else if (isExchange(op.kind))
        followExchange(id);
      else
        followLanes(id);
    }
  }

  /// The loop's results and what its body begins with have the order of what the body leaves, or the source's.
  void followLoop(OpId id) {
    const Op &loop = F.ops[id];
    const Block &body = F.blocks[loop.blocks[0]];
    for (size_t i = 0; i < loop.results.size(); ++i)
      for (ValueId v : {body.arguments[i + 1], loop.results[i]})
        if (Movable[v] && ByChain[Chain[v]].carriesOrder)
          Order[v] = Left[Carried[v]];
    follow(loop.blocks[0], true);
    for (size_t i = 0; i < loop.results.size(); ++i)
      for (auto [user, operand] : {std::pair(id, i + 3), std::pair(body.ops.back(), i)})
        want(user, operand, Order[loop.results[i]], Chain[loop.results[i]]);
  }

  void followExchange(OpId id) {
    const Op &op = F.ops[id];
    const VectorType &type = F.typeOf(op.results[0]);
    const ValueId x = op.operands[0], y = op.operands[1];
    const LaneOrder &order = Order[isFree(x) ? y : x];
    std::optional<BlockExchange> exchange;
    if (isFree(x) || isFree(y) || Order[x] == Order[y])
      exchange = exchangeInBlocks(op.kind, type, order);
    const Row *across = T.find(F, op), *within = exchange ? T.find(shuffleKey(type, exchange->lanes)) : nullptr;
    if (!across || !within || within->effort() > across->effort()) {
      wantNatural(id);
      return;
    }
    Cost[Chain[op.results[0]]] += (within->effort() - across->effort()) * weightOf(op.results[0]);
    Order[op.results[0]] = exchange->order;
    Shuffles[id] = exchange->lanes;
  }

  void followLanes(OpId id) {
    const Op &op = F.ops[id];
    const LaneOrder *order = nullptr;
    bool agree = true;
    for (ValueId v : op.operands) {
      if (isFree(v))
        continue;
      if (order && *order != Order[v]) {
        agree = false;
        if (!order->empty())
          continue;
      }
      order = &Order[v];
    }
    LaneOrder common;
    if (order && (agree || ByChain[Chain[op.results[0]]].keepsOrder))
      common = *order;
    for (size_t i = 0; i < op.operands.size(); ++i)
      want(id, i, common, Chain[op.results[0]]);
    Order[op.results[0]] = common;
  }

  /// The operand is needed in that order; what that takes is the chain's to pay.
  void want(OpId user, size_t operand, const LaneOrder &order, unsigned chain) {
    const ValueId v = F.ops[user].operands[operand];
    if (isFree(v) || Order[v] == order)
      return;
    Wanted[{user, operand}] = order;
    if (Reordered.insert({v, order}).second)
      Cost[chain] += reorderingOf(v, order).cost * weightOf(v);
  }

  /// In the source's order, which only values of chains do not have already. An integer's reduction takes any.
  void wantNatural(OpId user) {
    if (F.ops[user].kind == OpKind::Reduce && isInteger(F.typeOf(F.ops[user].results[0]).element))
      return;
    for (size_t i = 0; i < F.ops[user].operands.size(); ++i)
      want(user, i, LaneOrder(), Chain[F.ops[user].operands[i]]);
  }

  /// An iteration counts for ten of what surrounds the loop.
  double weightOf(ValueId v) const { return std::pow(10, Depth[v]); }

  /// A shuffle of one register, seen as lanes of a type that may be wider than its own.
  struct Reordering {
    VectorType type;
    llvm::SmallVector<int64_t, 16> lanes;
    double cost;
  };

  Reordering reorderingOf(ValueId v, const LaneOrder &order) const {
    VectorType type = F.typeOf(v);
    llvm::SmallVector<int64_t, 16> lanes = reordering(Order[v], order, type.lanes());
    Reordering best{type, lanes, Never};
    while (true) {
      const Row *row = T.find(shuffleKey(type, lanes));
      if (row && row->effort() < best.cost)
        best = {type, lanes, row->effort()};
      // Bits of a predicate have no instruction, alone or in pairs.
      bool arePairs = type.element != ScalarType::I1 && bitsOf(type.element) < 64;
      for (size_t l = 0; l < lanes.size(); l += 2)
        arePairs &= lanes[l] % 2 == 0 && lanes[l + 1] == lanes[l] + 1;
      if (!arePairs)
        return best;
      type = VectorType::vector(type.lanes() / 2, integerType(2 * bitsOf(type.element), false));
      for (size_t l = 0; l < lanes.size() / 2; ++l)
        lanes[l] = lanes[2 * l] / 2;
      lanes.truncate(lanes.size() / 2);
    }
  }

  // -- applying

  void apply() {
    BlockEditor editor(F);
    // A block's values are no others': what is reordered in one is reordered again in the next.
    std::map<std::pair<ValueId, LaneOrder>, ValueId> reordered;
    BlockId block = ~0u;
    const auto place = blocksOfOps();
    editor.run([&](OpId id) {
      if (place[id] != block)
        reordered.clear();
      block = place[id];
      for (size_t i = 0; i < F.ops[id].operands.size(); ++i)
        if (auto wanted = Wanted.find({id, i}); wanted != Wanted.end()) {
          ValueId &known = reordered.try_emplace({F.ops[id].operands[i], wanted->second}, NoValue).first->second;
          if (known == NoValue)
            known = insertReordering(editor, F.ops[id].operands[i], wanted->second);
          F.ops[id].operands[i] = known;
        }
      if (!Shuffles[id].empty()) {
        F.ops[id].kind = OpKind::Shuffle;
        F.ops[id].ints.assign(Shuffles[id].begin(), Shuffles[id].end());
      }
    });
  }

  std::vector<BlockId> blocksOfOps() const {
    std::vector<BlockId> place(F.ops.size());
    for (BlockId block = 0; block < F.blocks.size(); ++block)
      for (OpId id : F.blocks[block].ops)
        place[id] = block;
    return place;
  }

  ValueId insertReordering(BlockEditor &editor, ValueId v, const LaneOrder &order) {
    const Reordering reordering = reorderingOf(v, order);
    const VectorType type = F.typeOf(v);
    const std::string name = F.values[v].name;
    const ValueId seen = type == reordering.type ? v : editor.insert(OpKind::Bitcast, reordering.type, {v}, name);
    Op shuffle;
    shuffle.kind = OpKind::Shuffle;
    shuffle.operands = {seen, seen};
    shuffle.ints.assign(reordering.lanes.begin(), reordering.lanes.end());
    const ValueId result = editor.insert(std::move(shuffle), reordering.type, name);
    return type == reordering.type ? result : editor.insert(OpKind::Bitcast, type, {result}, name);
  }

  Function &F;
  const Target &T;
  /// By value: all lanes are the same; may be a chain's; how many loops it is in; of what a loop carries, what its
  /// iterations leave.
  std::vector<bool> IsUniform, Movable;
  std::vector<unsigned> Depth;
  std::vector<ValueId> Carried;
  llvm::IntEqClasses Chain;
  /// By chain: the way it is followed, what that costs more than the source's order, and the least cost so far.
  std::vector<Way> ByChain;
  std::vector<double> Cost, Best;
  /// By value: the order it has; what it had when loops carried the source's order.
  std::vector<LaneOrder> Order, Left;
  /// What users want in another order, and which values stand in which other orders.
  std::map<std::pair<OpId, size_t>, LaneOrder> Wanted;
  std::set<std::pair<ValueId, LaneOrder>> Reordered;
  /// By op: the shuffle that it becomes.
  std::vector<llvm::SmallVector<int64_t, 16>> Shuffles;
};

} // namespace

llvm::Expected<Function> orderLanes(const Function &f, const Target &target, const LowerOptions &) {
  Function result = f;
  LaneOrders(result, target).run();
  return std::move(result);
}

} // namespace vecify
