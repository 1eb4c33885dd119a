// Writes nests by hand, statement by statement in source order:
//
//     NestMaker m;
//     IndexExpr n = m.param("n");
//     ArrayId a = m.array("a");
//     IndexExpr i = m.loop("i", 0, n);
//     m.store(a, {i}, m.add(m.load(a, {i - 1}), m.number(1)));
//     m.end();
//     Nest nest = m.take();
//
// Every statement and loop has a line of its own, starting with 1, so texts of facts can name them.
#pragma once
#include "vecify/Nest/Nest.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace vecify {

class NestMaker {
public:
  Nest nest;

  explicit NestMaker(ScalarType element = ScalarType::F32) : element(element) { nest.source.function = "f"; }

  // -- names
  IndexExpr param(std::string name, std::optional<int64_t> lo = {}, std::optional<int64_t> hi = {}) {
    Symbol symbol;
    symbol.name = std::move(name);
    symbol.lo = lo;
    symbol.hi = hi;
    nest.symbols.push_back(std::move(symbol));
    return IndexExpr::symbol(nest.symbols.size() - 1);
  }
  ArrayId array(std::string name, bool isRestrict = true) {
    Array array;
    array.name = std::move(name);
    array.isRestrict = isRestrict;
    array.mayBeDerived = false;
    array.element = element;
    nest.arrays.push_back(std::move(array));
    return nest.arrays.size() - 1;
  }
  LocalId local(std::string name, ScalarType type, LoopId scope = NoId) {
    Local local;
    local.name = std::move(name);
    local.type = type;
    local.scope = scope;
    nest.locals.push_back(std::move(local));
    return nest.locals.size() - 1;
  }

  // -- statements
  IndexExpr loop(std::string name, IndexExpr lower, IndexExpr upper) {
    Symbol symbol;
    symbol.kind = Symbol::Iterator;
    symbol.name = name;
    symbol.type = ScalarType::Index;
    symbol.loop = nest.loops.size();
    nest.symbols.push_back(symbol);
    Loop loop;
    loop.parent = loops.empty() ? NoId : loops.back();
    loop.iterator = nest.symbols.size() - 1;
    loop.lower = std::move(lower);
    loop.upper = std::move(upper);
    loop.name = std::move(name);
    loop.loc = nextLine();
    Node node;
    node.kind = Node::Loop;
    node.loop = nest.loops.size();
    node.loc = loop.loc;
    loop.node = append(std::move(node));
    loops.push_back(nest.loops.size());
    open.push_back({loop.node, false});
    nest.loops.push_back(std::move(loop));
    return IndexExpr::symbol(nest.loops.back().iterator);
  }
  void branch(ExprId condition) {
    Node node;
    node.kind = Node::If;
    node.condition = condition;
    node.loc = nextLine();
    open.push_back({append(std::move(node)), false});
  }
  /// The innermost loop is left where the condition holds.
  void leave(ExprId condition) {
    branch(condition);
    nest.nodes[open.back().first].leaves = true;
    end();
  }
  void otherwise() { open.back().second = true; }
  /// Ends the innermost loop or if.
  void end() {
    if (nest.nodes[open.back().first].kind == Node::Loop)
      loops.pop_back();
    open.pop_back();
  }
  AccessId store(ArrayId array, std::vector<IndexExpr> subs, ExprId value) {
    return store(access(array, std::move(subs), true), value);
  }
  AccessId store(AccessId target, ExprId value) {
    Node node;
    node.access = target;
    node.value = value;
    node.loc = nextLine();
    nest.accesses[target].isWrite = true;
    append(std::move(node));
    return target;
  }
  void assign(LocalId local, ExprId value) {
    Node node;
    node.local = local;
    node.value = value;
    node.loc = nextLine();
    append(std::move(node));
  }

  // -- accesses
  /// Rows of several subscripts hold `row` elements; 0: subscripts are compared one by one (rows in bounds).
  AccessId access(ArrayId array, std::vector<IndexExpr> subs, bool isWrite = false, int64_t row = 0) {
    Access access;
    access.array = array;
    access.type = nest.arrays[array].element;
    access.isWrite = isWrite;
    access.rowsInBounds = row == 0;
    IndexExpr stride(bytesOf(access.type));
    for (size_t d = 0; d < subs.size(); ++d) {
      access.strideBytes.insert(access.strideBytes.begin(), stride);
      stride = stride * IndexExpr(row == 0 ? 1000 : row);
    }
    access.loc = {line + 1, line + 1, 1}; // of the statement to come
    access.text = nest.arrays[array].name;
    for (const IndexExpr &sub : subs)
      access.text += "[" + text(sub) + "]";
    access.subs = std::move(subs);
    return nest.add(std::move(access));
  }
  /// array[index], where the index is no polynomial.
  AccessId indirect(ArrayId array, ExprId index) {
    AccessId id = access(array, {IndexExpr(0)});
    nest.accesses[id].indirect = {index};
    nest.accesses[id].text = nest.arrays[array].name + "[?]";
    return id;
  }

  // -- expressions
  ExprId load(AccessId access) {
    Expr e;
    e.kind = Expr::Load;
    e.type = nest.accesses[access].type;
    e.access = access;
    return nest.add(std::move(e));
  }
  ExprId load(ArrayId array, std::vector<IndexExpr> subs) { return load(access(array, std::move(subs))); }
  ExprId read(LocalId local) {
    Expr e;
    e.kind = Expr::Local;
    e.type = nest.locals[local].type;
    e.local = local;
    return nest.add(std::move(e));
  }
  ExprId number(int64_t value) {
    Expr e;
    e.kind = isFloat(element) ? Expr::FpConst : Expr::IntConst;
    e.type = element;
    e.intValue = value;
    e.fpValue = double(value);
    return nest.add(std::move(e));
  }
  ExprId binary(BinaryOp op, ExprId a, ExprId b, FpFlags fp = {}) {
    Expr e;
    e.kind = Expr::Binary;
    e.type = nest.exprs[a].type;
    e.binary = op;
    e.operands = {a, b};
    e.fp = fp;
    return nest.add(std::move(e));
  }
  ExprId index(IndexExpr value) {
    Expr e;
    e.kind = Expr::Index;
    e.type = ScalarType::I32;
    e.index = std::move(value);
    return nest.add(std::move(e));
  }
  ExprId add(ExprId a, ExprId b, FpFlags fp = {}) { return binary(BinaryOp::Add, a, b, fp); }
  ExprId compare(ExprId a, Predicate predicate, ExprId b, FpFlags fp = {}) {
    Expr e;
    e.kind = Expr::Compare;
    e.type = ScalarType::I1;
    e.predicate = predicate;
    e.operands = {a, b};
    e.fp = fp;
    return nest.add(std::move(e));
  }
  ExprId select(ExprId condition, ExprId yes, ExprId no) {
    Expr e;
    e.kind = Expr::Select;
    e.type = nest.exprs[yes].type;
    e.operands = {condition, yes, no};
    return nest.add(std::move(e));
  }
  ExprId cast(ScalarType to, ExprId value) {
    Expr e;
    e.kind = Expr::Cast;
    e.type = to;
    e.operands = {value};
    return nest.add(std::move(e));
  }
  ExprId mulAdd(ExprId a, ExprId b, ExprId c, FpFlags fp = {}) {
    Expr e;
    e.kind = Expr::MulAdd;
    e.type = nest.exprs[c].type;
    e.operands = {a, b, c};
    e.fp = fp;
    return nest.add(std::move(e));
  }
  ExprId not_(ExprId value) {
    Expr e;
    e.kind = Expr::Not;
    e.type = ScalarType::I1;
    e.operands = {value};
    return nest.add(std::move(e));
  }
  /// Some condition on x[i] that nobody can know.
  ExprId unknown(ExprId value) { return compare(value, Predicate::Gt, number(0)); }

  /// Once: the nest so far, every loop ended.
  Nest take() {
    assert(open.empty() && "end() is missing");
    return std::move(nest);
  }
  std::string text(const IndexExpr &expr) const {
    return expr.print([&](SymbolId id) { return nest.symbols[id].name; });
  }

private:
  Loc nextLine() {
    ++line;
    return {line, line, 1};
  }
  NodeId append(Node node) {
    const NodeId id = nest.add(std::move(node));
    if (!open.empty()) {
      Node &parent = nest.nodes[open.back().first];
      (open.back().second ? parent.elseBody : parent.body).push_back(id);
    }
    return id;
  }

  ScalarType element;
  uint32_t line = 0;
  std::vector<LoopId> loops;
  std::vector<std::pair<NodeId, bool>> open;
};

} // namespace vecify
