// Rows in blocks: which loops are cut where, and how a scalar goes from one part to the next.
#include "NestMaker.h"
#include "vecify/Nest/RowBlocks.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

/// for i in [0, n) { s = x[i]; for j in bounds: s += x[j]; x[i] = s; }
struct Triangle : NestMaker {
  IndexExpr n = param("n", 1, 1000000), i;
  ArrayId x = array("x");
  LocalId s = local("s", ScalarType::F32, 0);

  Triangle() { i = loop("i", 0, n); }
  std::optional<RowBlocks> blocks(IndexExpr lower, IndexExpr upper, bool isLiveOut = false) {
    nest.locals[s].isLiveOut = isLiveOut;
    assign(s, load(x, {i}));
    const IndexExpr j = loop("j", std::move(lower), std::move(upper));
    assign(s, add(read(s), load(x, {j})));
    end();
    store(x, {i}, read(s));
    end();
    return inRowBlocks(take(), 8);
  }
  /// "lower to upper" of each loop, the root's first.
  static std::vector<std::string> bounds(const Nest &nest) {
    const auto text = [&](const IndexExpr &e) { return e.print([&](SymbolId s) { return nest.symbols[s].name; }); };
    std::vector<std::string> result;
    for (const Loop &loop : nest.loops)
      result.push_back(text(loop.lower) + " to " + text(loop.upper));
    return result;
  }
};

using Texts = std::vector<std::string>;

} // namespace

TEST(RowBlocks, RowsThatGrowHaveTheirBeginningInCommon) {
  Triangle t;
  const std::optional<RowBlocks> blocks = t.blocks(0, t.i);
  ASSERT_TRUE(blocks);
  EXPECT_EQ(blocks->rows, 1u);
  EXPECT_EQ(blocks->nest.writtenOut->count, 8);
  EXPECT_EQ(Triangle::bounds(blocks->nest),
            (Texts{"0 to n / 8", "0 to 8", "0 to 8*i_by8", "8*i_by8 to 8*i_by8 + i_row"}));
}

TEST(RowBlocks, RowsThatShrinkHaveTheirEndInCommon) {
  Triangle t;
  const std::optional<RowBlocks> blocks = t.blocks(t.i + 1, t.n);
  ASSERT_TRUE(blocks);
  EXPECT_EQ(Triangle::bounds(blocks->nest),
            (Texts{"0 to n / 8", "0 to 8", "8*i_by8 + i_row + 1 to 8*i_by8 + 8", "8*i_by8 + 8 to n"}));
}

TEST(RowBlocks, ScalarsGoThroughABufferAndHaveAnotherNameThen) {
  Triangle t;
  const std::optional<RowBlocks> blocks = t.blocks(0, t.i);
  ASSERT_TRUE(blocks);
  const Nest &nest = blocks->nest;
  ASSERT_EQ(nest.arrays.size(), 2u);
  EXPECT_EQ(nest.arrays[1].own, 8);
  // s = x[i]; for; s_rows[] = s; s' = s_rows[]; for; x[i] = s'
  const std::vector<NodeId> &body = nest.nodes[nest.loops[blocks->rows].node].body;
  ASSERT_EQ(body.size(), 6u);
  EXPECT_EQ(nest.accesses[nest.nodes[body[2]].access].array, 1u);
  EXPECT_NE(nest.nodes[body[3]].local, nest.nodes[body[0]].local);
  EXPECT_EQ(nest.exprs[nest.nodes[body[5]].value].local, nest.nodes[body[3]].local);
}

TEST(RowBlocks, NothingIsCutWithoutAPartOfAll) {
  EXPECT_FALSE(Triangle().blocks(0, 20));
  {
    Triangle t; // both ends move
    EXPECT_FALSE(t.blocks(t.i, t.i + 5));
  }
  {
    Triangle t; // the first rows may begin behind their end
    const IndexExpr from = t.param("from", 0, 100);
    EXPECT_FALSE(t.blocks(from, t.i));
  }
  {
    Triangle t; // read behind the root
    EXPECT_FALSE(t.blocks(0, t.i, /*isLiveOut=*/true));
  }
}
