// Step: what is done alike to all members of a structure is done to them side by side, as they lie in memory.
//
//     %r = transfer_read s[4*%i]     lanes(4) : 8xf32       %s = transfer_read s[4*%i] lanes(1) : 32xf32
//     %g = transfer_read s[4*%i + 1] lanes(4) : 8xf32       %a = shuffle %s [3, 3, 3, 3, 7, ..]
//     ...                                              ->   %p = mul %s, %a : 32xf32
//     %x = mul %r, %a : 8xf32                               transfer_write %p, d[4*%i] lanes(1)
//     %y = mul %g, %a : 8xf32
//     ...
//     transfer_write %x, d[4*%i]     lanes(4)
//
// Instead of taking members apart and putting them together again, wherever that is less to do: what was computed once
// for all members now is for each. What a loop carries for each member it then carries for all.
#include "Interleave.h"
#include "MemberTrees.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include <set>

namespace vecify {

namespace {

class JoinedMembers {
public:
  JoinedMembers(const Function &source, const Target &target, const LowerOptions &options)
      : S(source), T(target), O(options), Trees(source) {
    countRuns(source.body, 1);
    for (const InterleaveGroup &group : Trees.groups())
      if (group.writes)
        look(group);
  }
  bool hasWork() const { return !Joined.empty(); }

  bool rewrite(const Op &op, Rewriter &rewriter) {
    const OpId id = op.id;
    for (unsigned g : Wanted)
      if (Trees.groups()[g].members.front().op == id)
        readAll(g, rewriter);
    if (const auto loop = Loops.find(id); loop != Loops.end()) {
      rewriteLoop(op, loop->second, rewriter);
      return true;
    }
    if (op.kind == OpKind::Yield && !Yields.empty() && Yields.back().yield == id) {
      rewriteYield(op, rewriter);
      return true;
    }
    if (op.kind == OpKind::Extract)
      return rewriteExtract(op, rewriter);
    const auto found = Joined.find(id);
    if (found == Joined.end())
      return false;
    const InterleaveGroup &group = *found->second.group;
    if (group.members.back().op == id) {
      Emitted.clear();
      rewriter.builder().transferWrite(emit(found->second.tree, rewriter), placeOf(group, rewriter));
    }
    return true;
  }

private:
  using Parts = MemberTrees::Parts;
  using Node = MemberTrees::Node;
  using Tree = MemberTrees::Tree;
  static constexpr Node None = MemberTrees::None;
  struct Write {
    const InterleaveGroup *group;
    Node tree;
  };
  /// A loop whose body is being written.
  struct OpenLoop {
    OpId yield;
    llvm::ArrayRef<Node> results;
  };

  /// How often a block runs, `times` those of `block`, if every loop does so ten times.
  void countRuns(BlockId block, int64_t times) {
    for (OpId id : S.blocks[block].ops) {
      Times[id] = times;
      for (BlockId inner : S.ops[id].blocks)
        countRuns(inner, S.ops[id].kind == OpKind::For ? 10 * times : times);
    }
  }

  int64_t timesOf(const Tree &tree) const {
    const OpId definition = S.values[tree.parts[0]].definition;
    return definition == ~0u ? 1 : Times.at(definition);
  }

  const VectorType &typeOf(const InterleaveGroup &group) const { return accessType(S, S.ops[group.lowest]); }

  /// Registers that a value of one member takes.
  int64_t registersOf(const VectorType &type) const {
    return type.lanes() / nativeLanes(T, O, type.element, minorLanes(type));
  }

  void look(const InterleaveGroup &group) {
    Parts parts(group.stride);
    for (const InterleaveGroup::Member &member : group.members)
      parts[member.offset] = S.ops[member.op].operands[0];
    const VectorType &type = typeOf(group);
    if (!llvm::isPowerOf2_64(type.lanes()))
      return;
    const Node tree = Trees.build(parts);
    if (tree == None)
      return;
    const bool isOdd = !llvm::isPowerOf2_64(group.stride);
    // What it costs more, and what need not be moved.
    int64_t more = 0, moves = Times.at(group.lowest) * group.stride * registersOf(type);
    std::set<unsigned> groups;
    std::set<Node> nodes;
    collect(tree, nodes);
    for (Node n : nodes) {
      const Tree &node = Trees[n];
      // Lanes would have to come from other registers.
      if (isOdd && node.form == Tree::Members && !MemberTrees::isInOrder(node))
        return;
      const std::set<ValueId> different(node.parts.begin(), node.parts.end());
      const int64_t registers = timesOf(node) * registersOf(S.typeOf(node.parts[0]));
      if (node.form == Tree::Each)
        more += (group.stride - int64_t(different.size())) * registers;
      if (node.form != Tree::Members)
        continue;
      if (groups.insert(node.group).second)
        moves += group.stride * registers;
      if (!MemberTrees::isInOrder(node))
        more += group.stride * registers;
    }
    if (more >= moves * int64_t(llvm::Log2_64_Ceil(uint64_t(group.stride))) || isCarriedForOthers(nodes, group))
      return;
    Wanted.insert(groups.begin(), groups.end());
    for (Node n : nodes)
      if (Trees[n].form == Tree::Result)
        if (std::vector<Node> &all = Loops[Trees.loopOf(Trees[n])]; !llvm::is_contained(all, n))
          all.push_back(n);
    for (const InterleaveGroup::Member &member : group.members)
      Joined[member.op] = {&group, tree};
  }

  /// A loop that carries something on for each member as well would do everything twice.
  bool isCarriedForOthers(const std::set<Node> &nodes, const InterleaveGroup &group) const {
    std::set<OpId> own;
    for (const InterleaveGroup::Member &member : group.members)
      own.insert(member.op);
    std::set<ValueId> carried, behind;
    for (Node n : nodes) {
      for (ValueId part : Trees[n].parts) {
        if (const OpId definition = S.values[part].definition; definition != ~0u)
          own.insert(definition);
        if (Trees[n].form == Tree::Argument || Trees[n].form == Tree::Result)
          carried.insert(part);
        if (Trees[n].form == Tree::Result)
          behind.insert(part);
      }
    }
    return !carried.empty() && llvm::any_of(Times, [&](const auto &op) {
      const Op &user = S.ops[op.first];
      const bool isLaneBehind = user.kind == OpKind::Extract && behind.count(user.operands[0]);
      return !own.count(op.first) && user.kind != OpKind::Yield && !isLaneBehind &&
             llvm::any_of(user.operands, [&](ValueId v) { return carried.count(v); });
    });
  }

  void collect(Node node, std::set<Node> &nodes) const {
    if (node == None || !nodes.insert(node).second)
      return;
    for (Node operand : Trees[node].operands)
      collect(operand, nodes);
  }

  // -- code

  /// a b a b .., as vectors laid end to end: all of them the same one, made within blocks of 128 bits.
  llvm::SmallVector<ValueId, 4> splatsInTurn(llvm::ArrayRef<ValueId> splats, Builder &b,
                                             const std::string &name) const {
    const VectorType type = b.function().typeOf(splats[0]);
    const int64_t lanes = type.lanes(), ofBlock = 128 / bitsOf(type.element);
    if (int64_t(splats.size()) > ofBlock || lanes < ofBlock || !llvm::isPowerOf2_64(splats.size()))
      return interleaved(splats, T, b);
    llvm::SmallVector<int64_t, 64> zip;
    for (int64_t lane = 0; lane < lanes; ++lane)
      zip.push_back(lane / ofBlock * ofBlock + lane % ofBlock / 2 + lane % 2 * lanes);
    llvm::SmallVector<ValueId, 4> turns(splats.begin(), splats.end());
    for (size_t apart = splats.size() / 2; apart > 0; apart /= 2)
      for (size_t i = 0; i < apart; ++i)
        turns[i] = shuffled(b, turns[i], turns[i + apart], zip, name);
    return llvm::SmallVector<ValueId, 4>(splats.size(), turns[0]);
  }

  MemRef placeOf(const InterleaveGroup &group, Rewriter &rewriter) const {
    return contiguousFrom(rewriter.result(), rewriter.mapped(S.ops[group.lowest].mem), bytesOf(typeOf(group).element),
                          0);
  }

  void readAll(unsigned g, Rewriter &rewriter) {
    const InterleaveGroup &group = Trees.groups()[g];
    const VectorType &type = typeOf(group);
    Wholes[g] = rewriter.builder().transferRead(withMinor(type, type.lanes() * group.stride), placeOf(group, rewriter),
                                                {}, NoValue, NoValue, S.values[S.ops[group.lowest].results[0]].name);
  }

  void rewriteLoop(const Op &loop, llvm::ArrayRef<Node> carried, Rewriter &rewriter) {
    Parts inits, arguments;
    Emitted.clear();
    for (Node n : carried) {
      const ValueId init = emit(Trees[n].operands[1], rewriter);
      inits.push_back(init);
      const Function &f = rewriter.result();
      arguments.push_back(rewriter.result().addValue(f.typeOf(init), S.values[Trees[n].parts[0]].name));
      Arrived[Trees[n].operands[0]] = arguments.back();
    }
    Yields.push_back({S.blocks[loop.blocks[0]].ops.back(), carried});
    rewriter.copy(loop);
    Function &f = rewriter.result();
    const OpId id = f.values[rewriter.mapped(loop.results[0])].definition;
    Block &body = f.blocks[f.ops[id].blocks[0]];
    for (size_t i = 0; i < carried.size(); ++i) {
      const ValueId result = f.addValue(f.typeOf(inits[i]), S.values[Trees[carried[i]].parts[0]].name);
      f.values[result].definition = id;
      f.ops[id].operands.push_back(inits[i]);
      f.ops[id].results.push_back(result);
      body.arguments.push_back(arguments[i]);
      Arrived[carried[i]] = result;
    }
    Yields.pop_back();
  }

  void rewriteYield(const Op &yield, Rewriter &rewriter) {
    Parts fed;
    Emitted.clear();
    for (Node n : Yields.back().results)
      fed.push_back(emit(Trees[n].operands[2], rewriter));
    rewriter.copy(yield);
    Function &f = rewriter.result();
    f.ops[f.blocks[rewriter.builder().block()].ops.back()].operands.append(fed.begin(), fed.end());
  }

  /// A lane of what the loop has carried for one member.
  bool rewriteExtract(const Op &extract, Rewriter &rewriter) {
    for (const auto &[loop, carried] : Loops)
      for (Node n : carried)
        if (const auto part = llvm::find(Trees[n].parts, extract.operands[0]); part != Trees[n].parts.end()) {
          Op lane = extract;
          lane.operands = {Arrived.at(n)};
          lane.ints[0] = extract.ints[0] * int64_t(Trees[n].parts.size()) + (part - Trees[n].parts.begin());
          lane.results.clear();
          const VectorType &type = S.typeOf(extract.results[0]);
          const OpId id = rewriter.builder().append(std::move(lane), {type}, S.values[extract.results[0]].name);
          rewriter.map(extract.results[0], rewriter.result().ops[id].results[0]);
          return true;
        }
    return false;
  }

  /// Where the members are written; what several groups have in common each makes for itself, until equal ops are
  /// merged.
  ValueId emit(Node node, Rewriter &rewriter) {
    if (const auto found = Emitted.find(node); found != Emitted.end())
      return found->second;
    const ValueId whole = emitTree(node, rewriter);
    return Emitted[node] = whole;
  }

  ValueId emitTree(Node node, Rewriter &rewriter) {
    const Tree tree = Trees[node];
    Builder &b = rewriter.builder();
    const int64_t count = int64_t(tree.parts.size());
    const VectorType &part = S.typeOf(tree.parts[0]);
    const VectorType type = withMinor(part, part.lanes() * count);
    const std::string &name = S.values[tree.parts[0]].name;
    switch (tree.form) {
    case Tree::Splat: {
      const Op *op = S.definitionOf(tree.parts[0]);
      if (op->kind == OpKind::Broadcast)
        return b.broadcast(rewriter.mapped(op->operands[0]), type);
      Op constant = *op;
      constant.results.clear();
      const OpId id = b.append(std::move(constant), {type}, name);
      return b.function().ops[id].results[0];
    }
    case Tree::Splats: {
      Parts splats;
      for (ValueId v : tree.parts)
        splats.push_back(rewriter.mapped(v));
      return b.create(OpKind::Concat, type, splatsInTurn(splats, b, name), name);
    }
    case Tree::Members: {
      const ValueId whole = Wholes.at(tree.group);
      if (MemberTrees::isInOrder(tree))
        return whole;
      llvm::SmallVector<int64_t, 64> lanes;
      for (int64_t lane = 0; lane < type.lanes(); ++lane)
        lanes.push_back(lane / count * count + tree.members[lane % count]);
      return shuffled(b, whole, whole, lanes, name);
    }
    case Tree::Signs: {
      const ValueId value = emit(tree.operands[0], rewriter);
      const ScalarType bits = integerType(bitsOf(part.element), false);
      llvm::SmallVector<ValueId, 4> signs;
      for (ValueId v : tree.parts) {
        const Op *op = S.definitionOf(v);
        const bool isNegated = op && op->kind == OpKind::Neg;
        signs.push_back(b.constant(part.withElement(bits), isNegated ? int64_t(1) << (bitsOf(bits) - 1) : 0));
      }
      const VectorType whole = type.withElement(bits);
      const ValueId mask = b.create(OpKind::Concat, whole, splatsInTurn(signs, b, "signs"), "signs");
      const ValueId flipped = b.create(OpKind::Xor, whole, {b.create(OpKind::Bitcast, whole, {value}), mask});
      return b.create(OpKind::Bitcast, type, {flipped}, name);
    }
    case Tree::Argument:
    case Tree::Result:
      return Arrived.at(node);
    case Tree::Each:
    case Tree::Window:
      break;
    }
    const Op *first = S.definitionOf(tree.parts[0]);
    Op op = *first;
    op.results.clear();
    for (unsigned i = 0; i < op.operands.size(); ++i)
      op.operands[i] =
          tree.operands[i] == None ? rewriter.mapped(first->operands[i]) : emit(tree.operands[i], rewriter);
    if (tree.form == Tree::Window) {
      const int64_t begin = op.ints[0] * count;
      op.ints.clear();
      for (int64_t lane = 0; lane < type.lanes(); ++lane)
        op.ints.push_back(begin + lane);
    }
    op.noWrap = llvm::all_of(tree.parts, [&](ValueId v) { return S.definitionOf(v)->noWrap; });
    const OpId id = b.append(std::move(op), {type}, name);
    b.function().ops[id].fp = first->fp;
    return b.function().ops[id].results[0];
  }

  const Function &S;
  const Target &T;
  const LowerOptions &O;
  MemberTrees Trees;
  std::set<unsigned> Wanted; ///< groups that are read whole
  std::map<OpId, Write> Joined;
  std::map<unsigned, ValueId> Wholes;
  std::map<Node, ValueId> Emitted;
  std::map<OpId, int64_t> Times;
  std::map<OpId, std::vector<Node>> Loops; ///< what they are to carry, too
  std::vector<OpenLoop> Yields;
  std::map<Node, ValueId> Arrived; ///< Argument and Result in the copy
};

} // namespace

llvm::Expected<Function> joinMembers(const Function &f, const Target &target, const LowerOptions &options) {
  if (target.aie)
    return f;
  JoinedMembers step(f, target, options);
  if (!step.hasWork())
    return f;
  Rewriter rewriter(f);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) { return step.rewrite(op, r); }));
}

} // namespace vecify
