// See RandomFunctions.h. Grows a block op by op out of the values that are
// visible; subscripts are made of loop counters, which are small, and of
// constants.
#include "RandomFunctions.h"
#include "vecify/IR/Builder.h"
#include <random>

namespace vecify {
namespace {

class Generator {
public:
  explicit Generator(uint64_t seed) : Random(seed), B(F, 0) {}

  Function run() {
    interface();
    F.body = F.addBlock();
    B.setBlock(F.body);
    statements(3 + below(12), 0);
    std::vector<ValueId> returned = {B.index(IndexExpr(int64_t(below(100))), hint())};
    for (unsigned r = below(3); r > 0; --r) {
      const VectorType type = VectorType::scalar(element());
      F.results.push_back({"r" + std::to_string(r), type.element});
      returned.push_back(value(type));
    }
    B.ret(returned);
    return std::move(F);
  }

private:
  uint64_t below(uint64_t n) { return Random() % n; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T> T pick(std::initializer_list<T> list) { return *(list.begin() + below(list.size())); }

  ScalarType element() {
    using enum ScalarType;
    return pick({I8, U8, I16, U16, I32, U32, I64, U64, F16, BF16, F32, F64, Index, I32, F32});
  }
  VectorType type() {
    VectorType result = VectorType::scalar(element());
    for (unsigned rank = pick({0, 1, 1, 1, 2, 3}); rank > 0; --rank)
      result.shape.push_back(pick<int64_t>({1, 2, 3, 4, 8}));
    return result;
  }
  std::string hint() { return pick<const char *>({"", "x", "acc", "s->n", "x", "a b", "7", "x.1"}); }
  FpFlags flags() { return {chance(20), chance(20), chance(20), chance(20), chance(20)}; }

  void interface() {
    F.name = pick<const char *>({"f", "main_i", "odd name"});
    F.counter = pick<const char *>({"", "i", "p->i"});
    F.coversAll = chance(50);
    for (unsigned p = 0; p < 4; ++p) {
      const ScalarType t = p == 0 ? ScalarType::I32 : element();
      Parameter parameter{F.addValue(VectorType::scalar(t), hint()), hint(), t, {}, {}, 1};
      if (chance(30))
        parameter.lo = -int64_t(below(100));
      if (chance(30))
        parameter.hi = below(100);
      if (chance(30))
        parameter.multiple = 1 << below(6);
      F.parameters.push_back(parameter);
      Visible.push_back(parameter.value);
    }
    for (unsigned a = 0; a < 3; ++a) {
      F.arrays.push_back({pick<const char *>({"x", "y", "s->p", "x"}),
                          pick<const char *>({"", "float *"}),
                          element(),
                          chance(30),
                          chance(30),
                          1u << below(6),
                          {}});
      if (F.arrays[a].element == ScalarType::Index)
        F.arrays[a].element = ScalarType::I64;
      for (unsigned other = 0; other < 3; ++other)
        if (other != a && chance(40))
          F.arrays[a].disjoint.push_back(other);
    }
    for (unsigned p = 0; p < 5; ++p) {
      const uint32_t array = below(3);
      MemPattern pattern{
          array, F.arrays[array].element, pick<const char *>({"x[{0}]", "a\"\\\n[{0}]"}), {}, int64_t(below(8))};
      for (unsigned s = below(3); s > 0; --s)
        pattern.strideBytes.push_back(IndexExpr(pick<int64_t>({1, 4, 8, 16, -4})));
      F.patterns.push_back(std::move(pattern));
    }
    F.trip = overParameters();
    for (unsigned g = below(3); g > 0; --g)
      guard();
  }

  void guard() {
    RuntimeGuard g;
    if (chance(50)) {
      g.a = 0;
      g.b = 1 + below(2);
      const auto ends = [&](auto... lists) {
        for (auto *list : {lists...})
          for (unsigned e = 1 + below(2); e > 0; --e)
            list->push_back(overParameters());
      };
      if (chance(50)) {
        g.kind = RuntimeGuard::Lead;
        g.atMost = overParameters();
        g.atLeast = overParameters();
        if (chance(50))
          ends(&g.upperA, &g.lowerB);
      } else {
        g.kind = RuntimeGuard::Disjoint;
        ends(&g.lowerA, &g.upperA, &g.lowerB, &g.upperB);
        if (chance(30)) {
          g.rowPointer = "rows[{0}].of";
          g.rowStride = 8 * int64_t(below(4));
          g.firstRow = overParameters();
          g.rowCount = overParameters();
        }
      }
      g.equalIsFine = chance(30);
    } else {
      g.expr = IndexExpr(int64_t(below(5))); // holds
    }
    g.why = pick<const char *>({"", "because", "line\nbreak \x7f"});
    F.guards.push_back(std::move(g));
  }

  IndexExpr overParameters() {
    const IndexExpr n = IndexExpr::symbol(F.parameters[0].value);
    return pick({IndexExpr(), IndexExpr(7), n, n * n - 3, IndexExpr(0) - n * 2 + 1});
  }

  /// A visible value of the type; made if there is none, or by chance.
  ValueId value(const VectorType &type) {
    std::vector<ValueId> found;
    for (ValueId v : Visible)
      if (F.typeOf(v) == type)
        found.push_back(v);
    if (!found.empty() && !chance(15))
      return found[below(found.size())];
    if (isMask(type.element))
      return added(B.constant(type, below(2)));
    if (isFloat(type.element))
      return added(B.constantFp(type, pick({0.0, -0.0, 1.0, 0.1, -3.5, 1e10, 65504.0, 1e-8})));
    return added(B.constant(type, pick<int64_t>({0, 1, -1, 7, 100, INT64_MIN, INT64_MAX})));
  }
  ValueId added(ValueId v) {
    if (F.values[v].name.empty())
      F.values[v].name = hint();
    Visible.push_back(v);
    return v;
  }
  ValueId create(OpKind kind, const VectorType &type, llvm::ArrayRef<ValueId> operands) {
    B.fp = flags();
    return added(B.create(kind, type, operands));
  }
  ValueId create(Op op, const VectorType &type) {
    B.fp = flags();
    return added(F.ops[B.append(std::move(op), {type})].results[0]);
  }

  // -- ops

  void statements(unsigned count, unsigned depth) {
    for (; count > 0; --count)
      switch (below(depth < 3 ? 12 : 9)) {
      case 0:
      case 1:
      case 2:
      case 3:
        arithmetic();
        break;
      case 4:
        conversion();
        break;
      case 5:
        shapes();
        break;
      case 6:
        reduction();
        break;
      case 7:
      case 8:
        memory();
        break;
      case 9:
      case 10:
        loop(depth);
        break;
      default:
        depth == 0 && chance(30) ? launch(depth) : branch(depth);
      }
  }

  void arithmetic() {
    const VectorType t = type();
    using enum OpKind;
    const auto pickOp = [&] {
      if (isFloat(t.element))
        return pick({Add,   Sub,  Mul,   Div,  Neg,   Abs,      CMin, CMax, FMin, FMax, Sqrt,
                     Floor, Ceil, Trunc, Rint, Round, CopySign, Fma,  Fms,  Fnma, Fnms, FpFence});
      return pick({Add,    Sub, Mul, Div, Rem,    Neg,    Abs,   Min,     Max,     And,      Or,      Xor,
                   AndNot, Not, Shl, Shr, AddSat, SubSat, AvgUp, AvgDown, MulHigh, MulRound, AbsDiff, Fma});
    };
    const bool isUnsigned = isInteger(t.element) && !isSignedInteger(t.element) && t.element != ScalarType::Index;
    const bool is64Bits = isInteger(t.element) && t.element != ScalarType::Index && bitsOf(t.element) == 64;
    const OpKind kind = isUnsigned && chance(5)  ? pick({Popcount, LeadingZeros, RotateLeft})
                        : is64Bits && chance(10) ? MulHalves
                                                 : pickOp();
    std::vector<ValueId> operands;
    for (int o = operandCount(kind); o > 0; --o)
      operands.push_back(value(t));
    const ValueId result = create(kind, t, operands);
    if (chance(20))
      F.ops[F.values[result].definition].comment = "why \"not\"";
    if (chance(30)) {
      const ValueId mask = create(pick({CmpEq, CmpNe, CmpLt, CmpLe, CmpGt, CmpGe}), t.withElement(maskFor(t.element)),
                                  {result, operands[0]});
      create(Select, t, {mask, operands[0], result});
      if (!t.isScalar())
        create(MaskedAdd, t, {mask, operands[0], result});
      if (!t.isScalar()) {
        Op where;
        where.kind = CompareWhere;
        where.operands = {operands[0], result, mask};
        where.ints = {int64_t(below(unsigned(isFloat(t.element) ? Relation::NotGe : Relation::Ge) + 1))};
        create(std::move(where), F.typeOf(mask));
      }
    }
    if (isFloat(t.element) && chance(20)) {
      Op op;
      op.kind = MathCall;
      op.function = pick({MathFunction::Sin, MathFunction::Exp2});
      if (chance(50))
        op.ints = {int64_t(below(5))};
      op.operands = {result};
      create(std::move(op), t);
    }
    if ((t.element == ScalarType::F32 || t.element == ScalarType::F64) && chance(10)) {
      Op op;
      op.kind = RecoverProduct;
      for (unsigned o = 0; o < 6; ++o)
        op.operands.push_back(value(t));
      op.ints = {int64_t(below(2))};
      create(std::move(op), t);
    }
    if (!isFloat(t.element) && chance(20)) {
      Op op;
      op.kind = pick({ShlImm, ShrImm, Within});
      op.operands = {result};
      op.ints = {int64_t(below(bitsOf(t.element)))};
      if (op.kind == Within)
        op.ints.push_back(op.ints[0] + int64_t(below(100)));
      create(std::move(op), t);
      if (isUnsigned) {
        Op rotation;
        rotation.kind = RotateLeftImm;
        rotation.operands = {result};
        rotation.ints = {1 + int64_t(below(bitsOf(t.element) - 1))};
        create(std::move(rotation), t);
      }
      create(pick({ShlUniform, ShrUniform}), t, {result, value(VectorType::scalar(ScalarType::I32))});
    }
  }

  ScalarType maskFor(ScalarType t) { return chance(50) ? ScalarType::I1 : maskType(bitsOf(t)); }

  void conversion() {
    const VectorType t = type();
    const ValueId v = value(t);
    create(OpKind::Cast, t.withElement(element()), {v});
    if (t.rank() == 1)
      create(OpKind::Bitcast, VectorType::vector(t.bits() / 8, ScalarType::U8), {v});
    const ValueId mask = value(t.withElement(ScalarType::I1));
    create(OpKind::MaskCast, t.withElement(ScalarType::M16), {mask});
  }

  void shapes() {
    VectorType t = type();
    if (t.isScalar())
      t.shape = {4};
    const ValueId v = value(t), w = value(t);
    Op op;
    switch (below(8)) {
    case 0:
      create(pick({OpKind::Even, OpKind::Odd, OpKind::ZipLo, OpKind::ZipHi}), t, {v, w});
      break;
    case 1:
      create(OpKind::Reverse, t, {v});
      break;
    case 2: {
      VectorType sum = t;
      sum.shape.back() *= 2;
      create(OpKind::Concat, sum, {v, w});
      break;
    }
    case 3: {
      VectorType part = t;
      for (int64_t &dim : part.shape) {
        const int64_t size = 1 + below(dim);
        op.ints.push_back(below(dim - size + 1));
        dim = size;
      }
      op.kind = OpKind::ExtractSlice;
      op.operands = {v};
      Op insert = op;
      insert.kind = OpKind::InsertSlice;
      insert.operands = {create(std::move(op), part), w};
      create(std::move(insert), t);
      break;
    }
    case 4: {
      op.kind = OpKind::Transpose;
      op.operands = {v};
      VectorType to = t;
      std::reverse(to.shape.begin(), to.shape.end());
      for (unsigned d = t.rank(); d-- > 0;)
        op.ints.push_back(d);
      create(std::move(op), to);
      break;
    }
    case 5: {
      op.kind = OpKind::CreateMask;
      for (unsigned d = 0; d < t.rank(); ++d)
        op.operands.push_back(value(VectorType::scalar(ScalarType::Index)));
      create(std::move(op), t.withElement(ScalarType::I1));
      break;
    }
    case 6:
      added(B.iota(t.withElement(ScalarType::I16), below(100), pick<int64_t>({-1, 0, 1, 3})));
      create(OpKind::Broadcast, t, {value(VectorType::scalar(t.element))});
      break;
    default:
      op.kind = OpKind::Extract;
      op.operands = {v};
      for (int64_t dim : t.shape)
        op.ints.push_back(below(dim));
      create(std::move(op),
             VectorType::scalar(isMask(t.element) && pick<bool>({false, true}) ? ScalarType::I1 : t.element));
      create(OpKind::ShapeCast, VectorType::vector(t.lanes(), t.element), {v});
      create(OpKind::FromLanes, {{2}, t.element},
             {value(VectorType::scalar(t.element)), value(VectorType::scalar(t.element))});
      if (t.rank() == 1) {
        const ValueId mask = value(t.withElement(ScalarType::I1));
        create(OpKind::FirstTrue, VectorType::scalar(ScalarType::Index), {mask});
        create(OpKind::CountTrue, VectorType::scalar(ScalarType::Index), {mask});
        create(OpKind::Compress, t, {mask, v});
      }
      if (t.rank() == 1 && !isMask(t.element) && llvm::isPowerOf2_64(uint64_t(t.lanes()))) {
        const VectorType indices = t.withElement(integerType(bitsOf(t.element), false));
        const ValueId index = value(indices);
        create(OpKind::Permute, t, {index, v});
        create(OpKind::Permute, t, {index, v, w});
        if (t.bits() % 128 == 0)
          create(OpKind::PermuteBlocks, t,
                 {B.create(OpKind::And, indices, {index, B.constant(indices, 128 / bitsOf(t.element) - 1)}), v});
      }
      if (t.rank() == 1) {
        Op shuffle;
        shuffle.kind = OpKind::Shuffle;
        shuffle.operands = {v, w};
        for (unsigned l = 0; l < 3; ++l)
          shuffle.ints.push_back(below(2 * t.lanes()));
        create(std::move(shuffle), VectorType::vector(3, t.element));
      }
    }
  }

  void reduction() {
    using enum ReductionKind;
    const ScalarType t = element();
    Op op;
    op.combine = isFloat(t) ? pick({Add, Mul, CMin, CMax, FMin, FMax}) : pick({Add, Mul, Min, Max, And, Or, Xor});
    const ReductionKind product = isFloat(t) ? pick({Mul, Mul, Add, CMin}) : pick({Mul, Mul, Add, And});
    switch (below(4)) {
    case 0:
      op.kind = OpKind::Reduce;
      op.operands = {value(VectorType::vector(1 + below(9), t))};
      create(std::move(op), VectorType::scalar(t));
      break;
    case 1:
      op.kind = OpKind::MultiReduce;
      op.operands = {value({{2, 3, 4}, t}), value({{3}, t})};
      op.ints = {0, 2};
      create(std::move(op), {{3}, t});
      break;
    case 2:
      op.kind = OpKind::Contract;
      op.product = product;
      op.operands = {value({{2, 4}, t}), value({{4, 3}, t}), value({{2, 3}, t})};
      op.contract.maps = {{0, 2}, {2, 1}, {0, 1}};
      op.contract.isReduction = {false, false, true};
      create(std::move(op), {{2, 3}, t});
      break;
    default:
      op.kind = OpKind::OuterProduct;
      op.product = product;
      op.operands = {value({{2}, t}), value({{3}, t}), value({{2, 3}, t})};
      create(std::move(op), {{2, 3}, t});
      create(OpKind::MulAddPairs, {{3}, ScalarType::I32},
             {value({{6}, ScalarType::I16}), value({{6}, ScalarType::I16})});
      create(OpKind::MulAddQuads, {{3}, ScalarType::I64},
             {value({{12}, ScalarType::I16}), value({{12}, ScalarType::I16})});
      create(OpKind::MulAddBytes, {{3}, ScalarType::I16}, {value({{6}, ScalarType::U8}), value({{6}, ScalarType::I8})});
      create(pick({OpKind::NarrowPair, OpKind::NarrowPairSat}), {{4}, ScalarType::I16},
             {value({{2}, ScalarType::I32}), value({{2}, ScalarType::I32})});
      create(pick({OpKind::NarrowBlocks, OpKind::NarrowBlocksSat}), {{16}, ScalarType::I16},
             {value({{8}, ScalarType::I32}), value({{8}, ScalarType::I32})});
      create(OpKind::SadOctets, {{2}, ScalarType::U64}, {value({{16}, ScalarType::U8}), value({{16}, ScalarType::U8})});
      accumulation();
      create(OpKind::DotAccumulate, {{2}, ScalarType::I32},
             {value({{8}, ScalarType::U8}), value({{8}, ScalarType::I8}), value({{2}, ScalarType::I32})});
    }
  }

  void create(OpKind kind, VectorType type, llvm::ArrayRef<ValueId> operands, llvm::ArrayRef<int64_t> ints) {
    Op op;
    op.kind = kind;
    op.operands.assign(operands.begin(), operands.end());
    op.ints.assign(ints.begin(), ints.end());
    create(std::move(op), std::move(type));
  }

  void accumulation() {
    using enum ScalarType;
    const ScalarType acc = pick({Acc32, Acc48, Acc64, Acc80, I32}), factor = pick({I8, U8, I16});
    const VectorType sums{{4}, acc}, factors{{4}, factor}, many{{8}, factor};
    const ValueId scalar = value(VectorType::scalar(I16));
    create(OpKind::WideMul, sums, {value(factors), value(factors)});
    create(OpKind::WideMac, sums, {value(sums), value(factors), scalar});
    create(OpKind::SlidingMul, sums, {value(sums), value(factors), value(many)}, {1, 1, 3});
    create(OpKind::Mmul, sums, {value(sums), value(many), value(many)}, {2, 4, 2});
    create(OpKind::Srs, sums.withElement(pick({I8, U8, I16, I32})), {value(sums), value(VectorType::scalar(I32))},
           {int64_t(below(2)), int64_t(below(2))});
    const VectorType floats{{4}, AccFloat}, halves{{4}, BF16}, manyHalves{{8}, BF16};
    create(OpKind::WideMul, floats, {value(halves), value(VectorType::scalar(BF16))});
    create(OpKind::WideMac, floats, {value(floats), value(halves), value(halves)});
    create(OpKind::Mmul, floats, {value(floats), value(manyHalves), value(manyHalves)}, {2, 4, 2});
    create(OpKind::Srs, floats.withElement(pick({BF16, F32})), {value(floats), value(VectorType::scalar(I32))}, {0, 0});
    create(OpKind::Slide, many, {value(many), value(many)}, {int64_t(below(9))});
  }

  /// Counters are below 8 and strides at most 16 bytes: with few lanes
  /// everything stays near the middle.
  IndexExpr subscript() {
    IndexExpr sub(int64_t(below(8)));
    for (ValueId iv : Counters)
      if (chance(50))
        sub += IndexExpr::symbol(iv) * pick<int64_t>({1, 2, -1});
    return sub;
  }

  void memory() {
    MemRef mem;
    mem.pattern = below(F.patterns.size());
    const MemPattern &pattern = F.patterns[mem.pattern];
    VectorType t = type().withElement(pattern.type);
    for (size_t s = 0; s < pattern.strideBytes.size(); ++s)
      mem.subs.push_back(subscript());
    const bool isNative = chance(30);
    mem.nontemporal = chance(10);
    if (chance(10)) {
      mem.rowSet = 1 + below(3);
      mem.row = below(8);
    }
    const ScalarType maskElement = maskFor(pattern.type);
    Op op;
    if (chance(10)) {
      op.kind = OpKind::Address;
      op.mem = mem;
      create(std::move(op), VectorType::scalar(ScalarType::Index));
      op = Op();
    }
    if (isNative) {
      const ValueId mask = value(t.withElement(maskElement)), index = smallIndex(t);
      const ValueId written = value(t);
      op.mem = std::move(mem);
      op.kind = pick({OpKind::Load, OpKind::LoadSplat, OpKind::LoadRepeat, OpKind::MaskedLoad, OpKind::Gather,
                      OpKind::Store, OpKind::MaskedStore, OpKind::Scatter, OpKind::CompressStore});
      if (op.kind == OpKind::CompressStore && t.rank() != 1)
        op.kind = OpKind::MaskedStore;
      const bool isMasked =
          op.kind == OpKind::MaskedLoad || op.kind == OpKind::MaskedStore || op.kind == OpKind::CompressStore;
      const bool isIndexed = op.kind == OpKind::Gather || op.kind == OpKind::Scatter;
      const bool isWrite = op.kind == OpKind::Store || op.kind == OpKind::MaskedStore || op.kind == OpKind::Scatter ||
                           op.kind == OpKind::CompressStore;
      if (isWrite)
        op.operands.push_back(written);
      if (isIndexed)
        op.operands.push_back(index);
      if (isMasked || (isIndexed && chance(50)))
        op.operands.push_back(mask);
      if (isWrite)
        B.append(std::move(op));
      else
        create(std::move(op), t);
      return;
    }
    for (unsigned d = 0; d < t.rank(); ++d) {
      auto &steps = mem.laneSteps.emplace_back();
      for (size_t s = 0; s < mem.subs.size(); ++s)
        steps.push_back(IndexExpr(pick<int64_t>({0, 1, -1, 2})));
    }
    llvm::SmallVector<ValueId, 2> vectors;
    for (size_t s = 0; s < mem.subs.size(); ++s)
      if (chance(20)) {
        mem.indirectSubs.push_back(s);
        vectors.push_back(smallIndex(t));
      }
    const ValueId mask = chance(40) ? value(t.withElement(maskElement)) : ~0u;
    if (chance(50)) {
      const ValueId padding = mask == ~0u ? ~0u : value(VectorType::scalar(t.element));
      added(B.transferRead(t, std::move(mem), vectors, mask, padding));
    } else {
      const ValueId written = value(t);
      B.transferWrite(written, std::move(mem), vectors, mask);
    }
  }

  /// Lanes 0..7 of some integer type.
  ValueId smallIndex(const VectorType &t) {
    const VectorType index = t.withElement(pick({ScalarType::I8, ScalarType::U16, ScalarType::I32, ScalarType::I64}));
    const ValueId any = value(index);
    return added(B.create(OpKind::And, index, {any, B.constant(index, 7)}));
  }

  /// Runs `fill` inside the block and forgets what became visible there.
  template <class Fill> void inside(BlockId block, Fill fill) {
    const BlockId outer = B.block();
    const size_t visible = Visible.size();
    B.setBlock(block);
    fill();
    Visible.resize(visible);
    B.setBlock(outer);
  }

  void loop(unsigned depth) {
    const ValueId lower = B.index(IndexExpr(int64_t(below(3))), hint());
    const ValueId upper = B.index(IndexExpr(int64_t(below(8)))), step = B.index(IndexExpr(int64_t(1 + below(4))));
    std::vector<ValueId> inits;
    const bool mayStop = below(4) == 0;
    if (mayStop)
      inits.push_back(value(VectorType::scalar(ScalarType::I1)));
    for (unsigned c = below(3); c > 0; --c)
      inits.push_back(value(type()));
    const OpId id = B.forLoop(lower, upper, step, inits, hint());
    F.ops[id].mayStop = mayStop;
    const BlockId body = F.ops[id].blocks[0];
    inside(body, [&] {
      const std::vector<ValueId> arguments = F.blocks[body].arguments;
      Visible.insert(Visible.end(), arguments.begin(), arguments.end());
      Counters.push_back(arguments[0]);
      statements(1 + below(4), depth + 1);
      std::vector<ValueId> yielded;
      for (ValueId init : inits)
        yielded.push_back(value(F.typeOf(init)));
      B.yield(yielded);
      Counters.pop_back();
    });
    Visible.insert(Visible.end(), F.ops[id].results.begin(), F.ops[id].results.end());
  }

  /// A grid of a few threads, which meet on the body's top level.
  void launch(unsigned depth) {
    Op op;
    op.kind = OpKind::Launch;
    for (unsigned d = 0; d < 3; ++d) {
      op.operands.push_back(B.index(IndexExpr(int64_t(1 + below(2)))));
      op.ints.push_back(1 + below(2));
    }
    const BlockId body = F.addBlock();
    op.blocks = {body};
    for (unsigned a = 0; a < 6; ++a)
      F.blocks[body].arguments.push_back(F.addValue(VectorType::scalar(ScalarType::Index), hint()));
    B.append(std::move(op));
    inside(body, [&] {
      const std::vector<ValueId> arguments = F.blocks[body].arguments;
      Visible.insert(Visible.end(), arguments.begin(), arguments.end());
      statements(1 + below(3), depth + 1);
      for (OpKind kind : {OpKind::Barrier, OpKind::DomainError}) {
        Op effect;
        effect.kind = kind;
        B.append(std::move(effect));
      }
      Op reduce;
      reduce.kind = OpKind::BlockReduce;
      reduce.combine = pick({ReductionKind::Add, ReductionKind::Xor});
      const VectorType type = VectorType::scalar(ScalarType::I32);
      reduce.operands = {value(type)};
      create(std::move(reduce), type);
      statements(1 + below(2), depth + 1);
      B.yield({});
    });
  }

  void branch(unsigned depth) {
    const ValueId condition = value(VectorType::scalar(ScalarType::I1));
    std::vector<VectorType> types;
    for (unsigned r = below(3); r > 0; --r)
      types.push_back(type());
    const OpId id = B.ifOp(condition, types);
    const llvm::SmallVector<BlockId, 2> blocks = F.ops[id].blocks;
    for (BlockId block : blocks)
      inside(block, [&] {
        statements(below(4), depth + 1);
        std::vector<ValueId> yielded;
        for (const VectorType &t : types)
          yielded.push_back(value(t));
        B.yield(yielded);
      });
    Visible.insert(Visible.end(), F.ops[id].results.begin(), F.ops[id].results.end());
  }

  std::mt19937_64 Random;
  Function F;
  Builder B;
  std::vector<ValueId> Visible, Counters;
};

} // namespace

Function randomFunction(uint64_t seed) { return Generator(seed).run(); }

} // namespace vecify
