// Groups of statements in loops of their own leave the same memory behind.
#include "FactsOf.h"
#include "RandomNest.h"
#include "vecify/Nest/Distribution.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

/// A loop of one iteration around a loop for each group.
Nest inLoopsOfTheirOwn(Nest nest, const std::vector<std::vector<NodeId>> &groups) {
  const LoopId moved = LoopId(nest.loops.size());
  nest.loops.push_back(nest.loops[0]);
  nest.loops[moved].parent = 0;
  nest.symbols[nest.loops[moved].iterator].loop = moved;
  for (LoopId l = 1; l < moved; ++l)
    if (nest.loops[l].parent == 0)
      nest.loops[l].parent = moved;
  Symbol once;
  once.kind = Symbol::Iterator;
  once.name = "once";
  once.type = ScalarType::Index;
  once.loop = 0;
  nest.symbols.push_back(once);
  Node root;
  root.kind = Node::Loop;
  root.loop = 0;
  for (const std::vector<NodeId> &group : groups) {
    Node loop;
    loop.kind = Node::Loop;
    loop.loop = moved;
    loop.body = group;
    root.body.push_back(nest.add(std::move(loop)));
  }
  Loop &outer = nest.loops[0];
  outer.iterator = SymbolId(nest.symbols.size() - 1);
  outer.lower = IndexExpr(0);
  outer.upper = IndexExpr(1);
  outer.node = nest.add(std::move(root));
  return nest;
}

/// The bodies of the parts, of which every second group has lanes.
std::vector<std::vector<NodeId>> bodies(const Nest &nest, const Facts &facts, unsigned seed) {
  const std::vector<std::vector<NodeId>> groups = statementGroups(nest, facts);
  llvm::SmallVector<bool, 8> hasLanes;
  for (size_t g = 0; g < groups.size(); ++g)
    hasLanes.push_back((g + seed) % 2);
  std::vector<std::vector<NodeId>> result;
  const std::vector<Distribution::Part> parts = *partsOf(nest, facts, groups, hasLanes);
  for (const Distribution::Part &part : parts)
    result.push_back(part.body);
  return result;
}

TEST(Distribution, LoopsOfTheirOwnLeaveTheSameMemory) {
  RandomNestOptions options;
  unsigned distributed = 0;
  for (uint64_t seed = 0; seed < 600; ++seed) {
    options.arrays = 1 + seed % 4;
    const RandomNest made = randomNest(seed, options);
    const std::optional<Facts> facts = tryFactsOf(made.nest);
    if (!facts)
      continue;
    const std::vector<std::vector<NodeId>> parts = bodies(made.nest, *facts, unsigned(seed / 4));
    distributed += parts.size() > 1;
    ASSERT_EQ(run(inLoopsOfTheirOwn(made.nest, parts), made.world, {}), run(made.nest, made.world, {}))
        << "seed " << seed;
  }
  EXPECT_GT(distributed, 20u);
}

std::string summary(const Nest &nest) {
  std::string text;
  for (const std::vector<NodeId> &group : statementGroups(nest, *tryFactsOf(nest))) {
    text += text.empty() ? "" : "; ";
    for (NodeId id : group)
      text += (id == group[0] ? "" : " ") + std::to_string(nest.nodes[id].loc.line);
  }
  return text;
}

/// Statements at lines 2 and 3: a[i + x] = b[i]; b[i + y] = a[i]
Nest pair(int64_t x, int64_t y) {
  NestMaker m;
  const IndexExpr n = m.param("n");
  const ArrayId a = m.array("a"), b = m.array("b");
  const IndexExpr i = m.loop("i", 0, n);
  m.store(a, {i + x}, m.load(b, {i}));
  m.store(b, {i + y}, m.load(a, {i}));
  m.end();
  return m.take();
}

TEST(Distribution, ACycleStaysTogether) {
  EXPECT_EQ(summary(pair(0, 0)), "2; 3");
  EXPECT_EQ(summary(pair(0, 1)), "2 3");
  EXPECT_EQ(summary(pair(-1, 0)), "2 3");
}

/// for i: a[i] = c[i]; b[i] = a[i + 1]
TEST(Distribution, WhatTheNextIterationOverwritesIsReadFirst) {
  NestMaker m;
  const IndexExpr n = m.param("n");
  const ArrayId a = m.array("a"), b = m.array("b"), c = m.array("c");
  const IndexExpr i = m.loop("i", 0, n);
  m.store(a, {i}, m.load(c, {i}));
  m.store(b, {i}, m.load(a, {i + 1}));
  m.end();
  const Nest nest = m.take();
  const Facts facts = *tryFactsOf(nest);
  const auto parts = partsOf(nest, facts, statementGroups(nest, facts), {true, true});
  ASSERT_EQ(parts->size(), 1u);
  const std::vector<NodeId> &body = nest.nodes[nest.root().node].body;
  EXPECT_EQ((*parts)[0].body, (std::vector<NodeId>{body[1], body[0]}));
}

/// for i: s = s * (x[i] * x[i]); y[i] = s * 3
TEST(Distribution, WhatACycleDoesNotNeedIsTakenOut) {
  NestMaker m;
  const IndexExpr n = m.param("n");
  const ArrayId x = m.array("x"), y = m.array("y");
  const LocalId s = m.local("s", ScalarType::F32);
  const IndexExpr i = m.loop("i", 0, n);
  m.assign(s, m.add(m.read(s), m.add(m.load(x, {i}), m.load(x, {i}))));
  m.store(y, {i}, m.add(m.read(s), m.number(3)));
  m.end();
  const Nest nest = m.take();
  const Nest split = withCyclesSplit(nest, *tryFactsOf(nest));
  const std::vector<NodeId> &body = split.nodes[split.root().node].body;
  ASSERT_EQ(body.size(), 3u);
  EXPECT_EQ(split.locals[split.nodes[body[0]].local].name, "s_in");
  const Facts facts = *tryFactsOf(split);
  const auto groups = statementGroups(split, facts);
  ASSERT_EQ(groups.size(), 3u);
  const auto parts = partsOf(split, facts, groups, {true, false, true});
  ASSERT_TRUE(parts.has_value());
  ASSERT_EQ(parts->size(), 3u);
  EXPECT_EQ((*parts)[1].takes.size(), 1u);
  EXPECT_EQ((*parts)[1].gives.size(), 1u);
  EXPECT_EQ((*parts)[2].takes, (*parts)[1].gives);
}

} // namespace
