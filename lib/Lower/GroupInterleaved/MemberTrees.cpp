// See MemberTrees.h.
#include "MemberTrees.h"
#include "../Match.h"
#include "llvm/ADT/Sequence.h"
#include <set>

namespace vecify {

/// Every element from the first to the last one is read by some member.
static bool readsAll(const InterleaveGroup &group) {
  std::set<int64_t> offsets;
  for (const InterleaveGroup::Member &member : group.members)
    offsets.insert(member.offset);
  return int64_t(offsets.size()) == group.stride && *offsets.rbegin() == group.stride - 1;
}

MemberTrees::MemberTrees(const Function &source) : S(source), Groups(findInterleaveGroups(source)) {
  for (unsigned g = 0; g < Groups.size(); ++g)
    if (!Groups[g].writes && readsAll(Groups[g]))
      for (const InterleaveGroup::Member &member : Groups[g].members)
        MemberOf[S.ops[member.op].results[0]] = {g, member.offset % Groups[g].stride};
  findLoops();
}

void MemberTrees::findLoops() {
  for (OpId id = 0; id < S.ops.size(); ++id) {
    const Op &op = S.ops[id];
    for (unsigned c = 0; op.kind == OpKind::For && c < op.results.size(); ++c) {
      CarriedBy[op.results[c]] = {id, c};
      CarriedBy[S.blocks[op.blocks[0]].arguments[1 + c]] = {id, c};
    }
  }
}

bool MemberTrees::isInOrder(const Tree &members) {
  for (size_t m = 0; m < members.members.size(); ++m)
    if (members.members[m] != int64_t(m))
      return false;
  return true;
}

MemberTrees::Node MemberTrees::add(Tree tree) {
  Known[tree.parts] = Node(Trees.size());
  Trees.push_back(std::move(tree));
  return Node(Trees.size() - 1);
}

MemberTrees::Node MemberTrees::build(const Parts &parts) {
  if (const auto found = Known.find(parts); found != Known.end())
    return found->second;
  const VectorType &type = S.typeOf(parts[0]);
  if (type.rank() != 1 || !llvm::all_of(parts, [&](ValueId v) { return S.typeOf(v) == type; }))
    return Known[parts] = None;
  if (llvm::all_of(parts, [&](ValueId v) { return isSplat(v); }))
    return add({isOneSplat(parts) ? Tree::Splat : Tree::Splats, parts});
  if (const auto carried = CarriedBy.find(parts[0]); carried != CarriedBy.end())
    return buildCarried(parts, carried->second.loop);
  Tree tree{Tree::Members, parts};
  for (ValueId v : parts) {
    const auto member = MemberOf.find(v);
    if (member == MemberOf.end())
      break;
    if (tree.members.empty())
      tree.group = member->second.first;
    if (member->second.first != tree.group || Groups[tree.group].stride != int64_t(parts.size()))
      break;
    tree.members.push_back(member->second.second);
  }
  if (tree.members.size() == parts.size())
    return add(std::move(tree));
  if (const Node signs = buildSigns(parts); signs != None)
    return signs;
  const bool areWindows = isWindow(parts);
  if (!areWindows && !isEach(parts))
    return Known[parts] = None;
  Tree each{areWindows ? Tree::Window : Tree::Each, parts};
  for (unsigned i = 0; i < S.definitionOf(parts[0])->operands.size(); ++i) {
    Parts operands;
    for (ValueId v : parts)
      operands.push_back(S.definitionOf(v)->operands[i]);
    const bool isScalar = S.typeOf(operands[0]).isScalar();
    each.operands.push_back(isScalar ? None : build(operands));
    if (isScalar ? !llvm::all_equal(operands) : each.operands.back() == None)
      return Known[parts] = None;
  }
  return add(std::move(each));
}

bool MemberTrees::isSplat(ValueId v) const {
  const Op *op = S.definitionOf(v);
  return op &&
         (op->kind == OpKind::Constant || (op->kind == OpKind::Broadcast && S.typeOf(op->operands[0]).isScalar()));
}

bool MemberTrees::isOneSplat(const Parts &splats) const {
  const Op *first = S.definitionOf(splats[0]);
  return llvm::all_of(splats, [&](ValueId v) {
    const Op *op = S.definitionOf(v);
    return v == splats[0] ||
           (op->kind == OpKind::Broadcast && first->kind == OpKind::Broadcast && op->operands[0] == first->operands[0]);
  });
}

/// Made lane by lane, by the same op of operands of the same types.
bool MemberTrees::isEach(const Parts &parts) const {
  const Op *first = S.definitionOf(parts[0]);
  if (!first || first->operands.empty() ||
      !(isLaneByLane(first->kind) || first->kind == OpKind::Cast || first->kind == OpKind::Bitcast))
    return false;
  const int64_t lanes = S.typeOf(parts[0]).lanes();
  const auto keepsLanes = [&](ValueId v) { return S.typeOf(v).isScalar() || S.typeOf(v).lanes() == lanes; };
  return llvm::all_of(first->operands, keepsLanes) && areMadeAlike(S, parts);
}

/// As many lanes as before, from the same one on.
bool MemberTrees::isWindow(const Parts &parts) const {
  const Op *first = S.definitionOf(parts[0]);
  return first && vecify::isWindow(*first) && areMadeAlike(S, parts);
}

/// Some of them negated, as conjugates have it; not all.
MemberTrees::Node MemberTrees::buildSigns(const Parts &parts) {
  Parts plain;
  for (ValueId v : parts) {
    const Op *op = S.definitionOf(v);
    plain.push_back(op && op->kind == OpKind::Neg ? op->operands[0] : v);
  }
  const auto isNegated = [&](size_t m) { return plain[m] != parts[m]; };
  const auto members = llvm::seq<size_t>(0, plain.size());
  if (!isFloat(S.typeOf(parts[0]).element) || llvm::none_of(members, isNegated) || llvm::all_of(members, isNegated))
    return None;
  const Node operand = build(plain);
  return operand == None ? None : add({Tree::Signs, parts, {operand}});
}

/// Of what one loop carries for each member, be it inside the loop or behind it.
MemberTrees::Node MemberTrees::buildCarried(const Parts &parts, OpId id) {
  const Op &loop = S.ops[id];
  const Block &body = S.blocks[loop.blocks[0]];
  Parts inits, arguments, results, yields;
  for (ValueId v : parts) {
    const auto found = CarriedBy.find(v);
    if (found == CarriedBy.end() || found->second.loop != id)
      return Known[parts] = None;
    const unsigned c = found->second.index;
    inits.push_back(loop.operands[3 + c]);
    arguments.push_back(body.arguments[1 + c]);
    results.push_back(loop.results[c]);
    yields.push_back(S.ops[body.ops.back()].operands[c]);
  }
  if (parts != arguments && parts != results)
    return Known[parts] = None;
  const Node init = build(inits);
  if (init == None)
    return Known[arguments] = Known[results] = None;
  const std::map<Parts, Node> known = Known;
  const Node argument = add({Tree::Argument, arguments}), result = add({Tree::Result, results});
  const Node yield = build(yields);
  if (yield == None) {
    Known = known; // what was built of the argument is none either
    return Known[arguments] = Known[results] = None;
  }
  Trees[argument].operands = {result};
  Trees[result].operands = {argument, init, yield};
  return Known[parts];
}

} // namespace vecify
