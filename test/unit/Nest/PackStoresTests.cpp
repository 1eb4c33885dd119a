// Stores of what some iterations choose, side by side.
#include "NestMaker.h"
#include "vecify/Nest/PackStores.h"
#include "gtest/gtest.h"

using namespace vecify;

namespace {

/// for i in [0, n), with int arrays x and y and the count k, which lives outside.
struct Packing : NestMaker {
  IndexExpr n = param("n"), i;
  ArrayId x = array("x"), y = array("y");
  LocalId k = local("k", ScalarType::I32);
  Packing() : NestMaker(ScalarType::I32) { i = loop("i", 0, n); }

  AccessId storeAtCount(ArrayId array, ExprId value) { return store(indirect(array, read(k)), value); }
  void countUp(int64_t by = 1) { assign(k, add(read(k), number(by))); }
  std::optional<Nest> packed() {
    end();
    return packedStores(take());
  }
};

} // namespace

TEST(PackStores, StoresGoToTheFurthestPlace) {
  Packing p;
  p.branch(p.unknown(p.load(p.x, {p.i})));
  const AccessId store = p.storeAtCount(p.y, p.load(p.x, {p.i}));
  p.countUp();
  p.end();
  const std::optional<Nest> nest = p.packed();
  ASSERT_TRUE(nest);
  const Access &access = nest->accesses[store];
  EXPECT_EQ(access.packedBy, p.k);
  EXPECT_TRUE(access.isAffine());
  EXPECT_EQ(access.subs[0], p.i + IndexExpr::symbol(nest->locals[p.k].onEntry));
  EXPECT_EQ(nest->symbols[nest->locals[p.k].onEntry].name, "k");
  EXPECT_TRUE(nest->assumptions.empty());
}

TEST(PackStores, CopiesOfTheCountAreTakenAway) {
  Packing p;
  const LocalId old = p.local("old", ScalarType::I32, 0);
  p.branch(p.unknown(p.load(p.x, {p.i})));
  p.assign(old, p.read(p.k));
  p.assign(p.k, p.add(p.read(old), p.number(1)));
  p.store(p.indirect(p.y, p.read(old)), p.load(p.x, {p.i}));
  p.end();
  const std::optional<Nest> nest = p.packed();
  ASSERT_TRUE(nest);
  const Node &branch = nest->nodes[nest->nodes[nest->root().node].body[0]];
  ASSERT_EQ(branch.body.size(), 2u);
  EXPECT_NE(nest->nodes[branch.body[0]].access, NoId);
  EXPECT_EQ(nest->nodes[branch.body[1]].local, p.k);
}

TEST(PackStores, WhatLiesAheadMayBeRead) {
  Packing p;
  p.branch(p.unknown(p.load(p.x, {p.i + 1})));
  p.storeAtCount(p.x, p.load(p.x, {p.i}));
  p.countUp();
  p.end();
  const std::optional<Nest> nest = p.packed();
  ASSERT_TRUE(nest);
  const IndexExpr entry = IndexExpr::symbol(nest->locals[p.k].onEntry);
  // Nor does the read one further on meet what is stored, then.
  ASSERT_EQ(nest->assumptions.size(), 1u);
  EXPECT_EQ(nest->assumptions[0].expr, IndexExpr(0) - entry);
}

TEST(PackStores, WhatWasStoredMayNotBeRead) {
  Packing behind; // after the store
  behind.branch(behind.unknown(behind.load(behind.x, {behind.i})));
  behind.storeAtCount(behind.x, behind.number(1));
  behind.countUp();
  behind.end();
  behind.store(behind.y, {behind.i}, behind.load(behind.x, {behind.i}));
  EXPECT_FALSE(behind.packed());

  Packing fixed; // at a place that does not move
  fixed.branch(fixed.unknown(fixed.load(fixed.x, {0})));
  fixed.storeAtCount(fixed.x, fixed.number(1));
  fixed.countUp();
  fixed.end();
  EXPECT_FALSE(fixed.packed());
}

TEST(PackStores, CountsAreReadByStoresOnlyAndRunByOne) {
  Packing twice;
  twice.branch(twice.unknown(twice.load(twice.x, {twice.i})));
  twice.storeAtCount(twice.y, twice.number(1));
  twice.countUp(2);
  twice.end();
  EXPECT_FALSE(twice.packed());

  Packing read;
  read.branch(read.unknown(read.load(read.x, {read.i})));
  read.storeAtCount(read.y, read.read(read.k));
  read.countUp();
  read.end();
  EXPECT_FALSE(read.packed());

  Packing behind; // y[++k]
  behind.branch(behind.unknown(behind.load(behind.x, {behind.i})));
  behind.countUp();
  behind.storeAtCount(behind.y, behind.number(1));
  behind.end();
  EXPECT_FALSE(behind.packed());

  Packing elsewhere; // counted on another way than the store's
  elsewhere.branch(elsewhere.unknown(elsewhere.load(elsewhere.x, {elsewhere.i})));
  elsewhere.storeAtCount(elsewhere.y, elsewhere.number(1));
  elsewhere.end();
  elsewhere.branch(elsewhere.unknown(elsewhere.load(elsewhere.x, {elsewhere.i + 1})));
  elsewhere.countUp();
  elsewhere.end();
  EXPECT_FALSE(elsewhere.packed());
}

TEST(PackStores, APlaceThatMayStayIsOverwritten) {
  Packing p;
  const AccessId store = p.storeAtCount(p.y, p.load(p.x, {p.i}));
  p.assign(p.k, p.add(p.read(p.k), p.cast(ScalarType::I32, p.unknown(p.load(p.x, {p.i})))));
  p.end();
  const Nest nest = p.take();
  EXPECT_FALSE(packedStores(nest));
  const std::optional<OverwrittenPlace> found = overwrittenPlace(nest);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->store, store);
  EXPECT_EQ(found->place, p.k);
  EXPECT_TRUE(found->isFilter);
}

TEST(PackStores, APlaceThatMovesByDataIsNotKnownToBe) {
  Packing p;
  p.storeAtCount(p.y, p.load(p.x, {p.i}));
  p.assign(p.k, p.add(p.read(p.k), p.load(p.x, {p.i})));
  p.end();
  EXPECT_FALSE(overwrittenPlace(p.take()));
}
