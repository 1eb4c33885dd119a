// Random loops and branches that carry, swap and drop values while they read and write overlapping memory: what may
// go wrong when a printer keeps expressions back and shares variables. VECIFY_EMIT_RANDOM sets the number of functions.
#include "CProgram.h"
#include "EmitTesting.h"
#include "vecify/IR/Builder.h"
#include <cstdlib>
#include <random>

namespace vecify {
namespace {

class ControlGenerator {
public:
  explicit ControlGenerator(uint64_t seed) : Random(seed), B(F, 0) {}

  Function run() {
    F.name = "control";
    F.counter = "i";
    F.body = F.addBlock();
    B.setBlock(F.body);
    parameter("n", ScalarType::I32, 0, 5);
    parameter("s", ScalarType::I32);
    parameter("t", ScalarType::I32);
    F.arrays = {{"p", "int *", ScalarType::I32, false, false, 4, {}},
                {"q", "int *", ScalarType::I32, false, false, 4, {}}};
    if (pick(2))
      F.arrays[0].disjoint = {1};
    F.patterns = {{0, ScalarType::I32, "p[{0}]", {IndexExpr(4)}, 0}, {1, ScalarType::I32, "q[{0}]", {IndexExpr(4)}, 0}};
    Indices = {IndexExpr(0)};
    block(12, 0);
    // Live-outs under the names of parameters, in any order.
    std::vector<ValueId> returned = {B.index(IndexExpr::symbol(F.parameters[0].value))};
    for (const char *name : {"t", "s", "u"}) {
      F.results.push_back({name, ScalarType::I32});
      returned.push_back(any(scalar()));
    }
    B.ret(returned);
    return std::move(F);
  }

private:
  static VectorType scalar() { return VectorType::scalar(ScalarType::I32); }
  static VectorType vector() { return VectorType::vector(8, ScalarType::I32); }
  unsigned pick(unsigned n) { return unsigned(Random() % n); }

  void parameter(const char *name, ScalarType type, std::optional<int64_t> lo = {}, std::optional<int64_t> hi = {}) {
    const ValueId v = F.addValue(VectorType::scalar(type), name);
    F.parameters.push_back({v, name, type, lo, hi, 1});
    Values.push_back(v);
  }

  ValueId any(const VectorType &type) {
    std::vector<ValueId> fitting;
    for (ValueId v : Values)
      if (F.typeOf(v) == type)
        fitting.push_back(v);
    if (fitting.empty() || pick(12) == 0) {
      if (type.isScalar() || fitting.empty())
        return B.constant(type, pick(3) ? int64_t(pick(7)) : -5);
    }
    // Recent ones most.
    const unsigned n = fitting.size();
    return fitting[n - 1 - std::min(pick(n), pick(n))];
  }

  MemRef place() {
    MemRef mem;
    mem.pattern = pick(2);
    mem.subs = {Indices[pick(Indices.size())] + IndexExpr(int64_t(pick(3) * 4))};
    return mem;
  }

  void memory() {
    const bool isVector = pick(2);
    Op op;
    op.mem = place();
    if (pick(2)) {
      op.kind = isVector ? OpKind::Load : OpKind::TransferRead;
      Values.push_back(F.ops[B.append(op, {isVector ? vector() : scalar()}, pick(2) ? "x" : "")].results[0]);
      return;
    }
    op.kind = isVector ? OpKind::Store : OpKind::TransferWrite;
    op.operands = {any(isVector ? vector() : scalar())};
    B.append(op);
  }

  void arithmetic() {
    static const OpKind kinds[] = {OpKind::Add, OpKind::Sub, OpKind::Xor, OpKind::Mul, OpKind::Min};
    const VectorType type = pick(2) ? vector() : scalar();
    const ValueId a = any(type), b = any(type);
    Values.push_back(B.create(kinds[pick(5)], type, {a, b}, pick(3) ? "" : "acc"));
  }

  ValueId condition() {
    const ValueId a = any(scalar());
    ValueId b = any(scalar());
    if (a == b)
      b = B.constant(scalar(), 3);
    return B.create(pick(2) ? OpKind::CmpLt : OpKind::CmpNe, VectorType::scalar(ScalarType::I1), {a, b});
  }

  void block(unsigned ops, unsigned depth) {
    for (unsigned i = 0; i < ops; ++i) {
      const unsigned choice = pick(depth < 3 ? 10 : 8);
      if (choice < 4)
        arithmetic();
      else if (choice < 8)
        memory();
      else if (choice == 8)
        loop(depth);
      else
        branch(depth);
    }
  }

  /// What is defined in a block is forgotten behind it.
  struct Scope {
    explicit Scope(ControlGenerator &g) : G(g), Values(g.Values), Indices(g.Indices) {}
    ~Scope() {
      G.Values = Values;
      G.Indices = Indices;
    }
    ControlGenerator &G;
    std::vector<ValueId> Values;
    std::vector<IndexExpr> Indices;
  };

  void loop(unsigned depth) {
    llvm::SmallVector<ValueId, 4> inits;
    llvm::SmallVector<VectorType, 4> types;
    for (unsigned k = pick(4); k > 0; --k) {
      types.push_back(pick(2) ? vector() : scalar());
      inits.push_back(any(types.back()));
    }
    const ValueId lower = B.index(IndexExpr(pick(2)));
    const ValueId upper = pick(2) ? B.index(IndexExpr(int64_t(pick(4))))
                                  : B.index(IndexExpr::symbol(F.parameters[0].value) + IndexExpr(int64_t(pick(2))));
    const OpId id = B.forLoop(lower, upper, B.index(IndexExpr(1 + pick(2))), inits, "i");
    const BlockId body = F.ops[id].blocks[0], outside = B.block();
    {
      Scope scope(*this);
      const std::vector<ValueId> arguments = F.blocks[body].arguments;
      B.setBlock(body);
      Indices.push_back(IndexExpr::symbol(arguments[0]));
      Values.insert(Values.end(), arguments.begin() + 1, arguments.end());
      block(4, depth + 1);
      llvm::SmallVector<ValueId, 4> yields;
      // Often the arguments themselves in another order: parallel assignment.
      for (unsigned k = 0; k < types.size(); ++k) {
        const unsigned other = pick(types.size());
        const bool swaps = pick(3) == 0 && types[other] == types[k];
        yields.push_back(swaps ? arguments[1 + other] : any(types[k]));
      }
      B.yield(yields);
    }
    B.setBlock(outside);
    Values.insert(Values.end(), F.ops[id].results.begin(), F.ops[id].results.end());
  }

  void branch(unsigned depth) {
    llvm::SmallVector<VectorType, 4> types;
    for (unsigned k = pick(3); k > 0; --k)
      types.push_back(pick(2) ? vector() : scalar());
    llvm::SmallVector<ValueId, 4> kept;
    for (const VectorType &type : types)
      kept.push_back(any(type));
    const OpId id = B.ifOp(condition(), types);
    const llvm::SmallVector<BlockId, 2> blocks = F.ops[id].blocks;
    const BlockId outside = B.block();
    const unsigned empty = pick(3);
    for (unsigned side = 0; side < 2; ++side) {
      Scope scope(*this);
      B.setBlock(blocks[side]);
      if (side != empty)
        block(3, depth + 1);
      llvm::SmallVector<ValueId, 4> yields;
      for (unsigned k = 0; k < types.size(); ++k)
        yields.push_back(side == empty || pick(3) == 0 ? kept[k] : any(types[k]));
      B.yield(yields);
    }
    B.setBlock(outside);
    Values.insert(Values.end(), F.ops[id].results.begin(), F.ops[id].results.end());
  }

  std::mt19937_64 Random;
  Function F;
  Builder B;
  std::vector<ValueId> Values;
  std::vector<IndexExpr> Indices;
};

KernelCase randomControl(uint64_t seed) {
  KernelCase result{ControlGenerator(seed).run(), {}};
  std::mt19937_64 random(seed);
  for (unsigned run = 0; run < 4; ++run) {
    KernelInput input;
    for (const Parameter &p : result.function.parameters)
      input.parameters.push_back(
          {p.type, p.lo ? random() % 6 : uint64_t(int64_t(int32_t(random() % 2 ? random() : random() % 5)))});
    for (unsigned a = 0; a < 2; ++a) {
      MemoryImage image;
      image.base = 64;
      for (unsigned byte = 0; byte < 64 + 256; ++byte)
        image.bytes.push_back(byte % 4 == 0 ? uint8_t(random()) : uint8_t(0));
      input.memory.arrays.push_back(std::move(image));
    }
    result.inputs.push_back(std::move(input));
  }
  return result;
}

} // namespace

TEST(RandomControl, RunsAsInterpreted) {
  const char *text = std::getenv("VECIFY_EMIT_RANDOM");
  const unsigned count = text ? unsigned(std::atoi(text)) : 40;
  for (unsigned done = 0; done < count && !::testing::Test::HasFailure(); done += 40) {
    std::vector<KernelCase> cases;
    for (unsigned i = 0; i < std::min(40u, count - done); ++i) {
      cases.push_back(randomControl(done + i));
      if (llvm::Error wrong = verify(cases.back().function)) {
        ADD_FAILURE() << llvm::toString(std::move(wrong)) << toText(cases.back().function);
        return;
      }
    }
    SCOPED_TRACE("seeds from " + std::to_string(done));
    // Branches whose sides are alike leave a condition that nobody needs.
    expectAsInterpreted(cases, emitTarget("avx2"),
                        {"-Wno-unused-variable", "-Wno-unused-but-set-variable", "-Wno-tautological-compare"});
  }
}

} // namespace vecify
