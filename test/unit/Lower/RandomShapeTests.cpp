// Random straight-line functions on n-D values, through all steps, each compared with the one before: transfers with
// permuted, strided and uniform lanes, masks of boxes, contractions over several semirings, reductions along any dims,
// transposes, slices, reshapes. With a register file of one or a few registers nearly all of it is computed tile by
// tile.
#include "Example.h"
#include "vecify/IR/Builder.h"
#include "vecify/IR/Verify.h"
#include "vecify/Lower/Lower.h"
#include "vecify/Support/Decline.h"

namespace vecify {
namespace {

using Shape = llvm::SmallVector<int64_t, 2>;

class Generator {
public:
  explicit Generator(uint64_t seed) : Random(seed), F(example("")), B(F, 0) {
    F.ops.truncate(0);
    F.blocks.truncate(0);
    F.values.truncate(F.parameters.size());
    F.body = F.addBlock();
    B.setBlock(F.body);
  }

  Function run() {
    for (unsigned i = 0; i < 2 + pick(3); ++i)
      Values.push_back(read(shape(), elements[pick(std::size(elements))]));
    for (unsigned i = 0; i < 6; ++i)
      step();
    for (unsigned i = 0; i < 2; ++i)
      write(value());
    B.ret({F.parameters[0].value});
    return std::move(F);
  }

private:
  static constexpr ScalarType elements[] = {ScalarType::I32, ScalarType::F32, ScalarType::F32, ScalarType::F64,
                                            ScalarType::I16, ScalarType::I64, ScalarType::U8};

  unsigned pick(size_t n) { return unsigned(Random() % n); }
  ValueId value() { return Values[pick(Values.size())]; }
  const VectorType &typeOf(ValueId v) const { return F.typeOf(v); }

  Shape shape() {
    static const int64_t sizes[] = {1, 2, 3, 4, 4, 8, 8, 16, 24, 48};
    Shape result;
    int64_t lanes = 1;
    for (unsigned d = 0, rank = 1 + pick(3); d < rank; ++d) {
      const int64_t size = sizes[pick(std::size(sizes))];
      if (lanes * size > 256)
        break;
      result.push_back(size);
      lanes *= size;
    }
    return result;
  }

  /// Row-major, with dims exchanged, with gaps, or (for reads) with dims that do not move.
  MemRef place(const VectorType &type, bool isRead) {
    MemRef mem;
    for (uint32_t p = 0; p < F.patterns.size(); ++p)
      if (F.patterns[p].type == type.element)
        mem.pattern = p;
    std::vector<unsigned> order(type.rank());
    for (unsigned d = 0; d < type.rank(); ++d)
      order[d] = d;
    if (pick(3) == 0)
      std::shuffle(order.begin(), order.end(), Random);
    std::vector<int64_t> steps(type.rank());
    int64_t stride = pick(8) ? 1 : 2, span = 0;
    for (unsigned d : llvm::reverse(order)) {
      const bool isUniform = isRead && pick(8) == 0;
      steps[d] = isUniform ? 0 : stride;
      span += steps[d] * (type.shape[d] - 1);
      stride = stride * type.shape[d] + (pick(4) == 0);
    }
    const int64_t room = 4096 / bytesOf(type.element);
    mem.subs = {IndexExpr(int64_t(pick(size_t(2 * room - span))) - room)};
    for (int64_t step : steps)
      mem.laneSteps.push_back({IndexExpr(step)});
    return mem;
  }

  ValueId read(const Shape &shape, ScalarType element) {
    const VectorType type{shape, element};
    if (pick(10))
      return B.transferRead(type, place(type, true));
    const ValueId mask = box(type);
    const VectorType scalar = VectorType::scalar(element);
    const ValueId padding = isFloat(element) ? B.constantFp(scalar, pick(2)) : B.constant(scalar, pick(2));
    return B.transferRead(type, place(type, true), {}, mask, padding);
  }

  ValueId box(const VectorType &type) {
    llvm::SmallVector<ValueId, 3> sizes;
    for (int64_t size : type.shape)
      sizes.push_back(B.index(IndexExpr(int64_t(pick(size_t(size + 2))))));
    return B.create(OpKind::CreateMask, type.withElement(ScalarType::I1), sizes);
  }

  void write(ValueId v) {
    if (typeOf(v).isScalar())
      return;
    const VectorType type = typeOf(v);
    const ValueId mask = pick(10) ? ~0u : box(type);
    B.transferWrite(v, place(type, false), {}, mask);
  }

  ValueId like(const Shape &shape, ScalarType element) {
    for (unsigned i = 0; i < 4; ++i)
      if (const ValueId v = value(); typeOf(v) == VectorType{shape, element})
        return v;
    return read(shape, element);
  }

  ReductionKind combining(ScalarType element) {
    static const ReductionKind floats[] = {ReductionKind::Add, ReductionKind::Mul, ReductionKind::CMin,
                                           ReductionKind::CMax};
    static const ReductionKind integers[] = {ReductionKind::Add, ReductionKind::Min, ReductionKind::Max,
                                             ReductionKind::Or};
    return isFloat(element) ? floats[pick(4)] : integers[pick(4)];
  }

  ValueId append(Op op, VectorType type) { return F.ops[B.append(std::move(op), {std::move(type)})].results[0]; }

  void step() {
    const ValueId v = value();
    const VectorType type = typeOf(v);
    if (type.isScalar())
      return;
    Op op;
    op.operands = {v};
    switch (pick(10)) {
    case 0: {
      op.kind = OpKind::Transpose;
      VectorType to = VectorType::scalar(type.element);
      for (int64_t d = 0; d < int64_t(type.rank()); ++d)
        op.ints.push_back(d);
      std::shuffle(op.ints.begin(), op.ints.end(), Random);
      for (int64_t d : op.ints)
        to.shape.push_back(type.shape[d]);
      return Values.push_back(append(std::move(op), to));
    }
    case 1: {
      op.kind = OpKind::Broadcast;
      VectorType to = type;
      for (int64_t &size : to.shape)
        size = size == 1 ? 4 : size;
      if (to.lanes() <= 128 && to.rank() < 3)
        to.shape.insert(to.shape.begin(), 2);
      return Values.push_back(append(std::move(op), to));
    }
    case 2: {
      op.kind = OpKind::ShapeCast;
      VectorType to{{type.lanes()}, type.element};
      for (int64_t size : {2, 4, 8})
        if (to.shape.back() % size == 0 && pick(2)) {
          to.shape.back() /= size;
          to.shape.insert(to.shape.begin(), size);
        }
      return Values.push_back(append(std::move(op), to));
    }
    case 3: {
      op.kind = OpKind::ExtractSlice;
      VectorType to = type;
      for (int64_t &size : to.shape) {
        const int64_t kept = 1 + pick(size_t(size));
        op.ints.push_back(pick(size_t(size - kept + 1)));
        size = kept;
      }
      const llvm::SmallVector<int64_t, 5> offsets = op.ints;
      const ValueId part = append(std::move(op), to);
      Values.push_back(part);
      Op insert;
      insert.kind = OpKind::InsertSlice;
      insert.operands = {part, like(type.shape, type.element)};
      insert.ints = offsets;
      return Values.push_back(append(std::move(insert), type));
    }
    case 4: {
      op.kind = OpKind::MultiReduce;
      op.combine = combining(type.element);
      VectorType to = VectorType::scalar(type.element);
      for (unsigned d = 0; d < type.rank(); ++d)
        if (pick(2))
          op.ints.push_back(d);
        else
          to.shape.push_back(type.shape[d]);
      op.operands.push_back(to.isScalar() ? zero(type.element) : like(to.shape, type.element));
      return Values.push_back(append(std::move(op), to));
    }
    case 5:
    case 6:
      return contract(v);
    case 7: {
      static const ScalarType others[] = {ScalarType::U8, ScalarType::I16, ScalarType::U32, ScalarType::I64};
      op.kind = isFloat(type.element) ? OpKind::Neg : OpKind::Cast;
      const VectorType to = isFloat(type.element) ? type : type.withElement(others[pick(4)]);
      return Values.push_back(append(std::move(op), to));
    }
    default: {
      const ValueId other = like(type.shape, type.element);
      static const OpKind integers[] = {OpKind::Add, OpKind::Sub, OpKind::Max, OpKind::Xor};
      static const OpKind floats[] = {OpKind::Add, OpKind::Sub, OpKind::Mul, OpKind::CMax};
      return Values.push_back(B.create(isFloat(type.element) ? floats[pick(4)] : integers[pick(4)], type, {v, other}));
    }
    }
  }

  ValueId zero(ScalarType element) {
    const VectorType scalar = VectorType::scalar(element);
    return isFloat(element) ? B.constantFp(scalar, 1) : B.constant(scalar, 1);
  }

  /// v is the first factor; its dims are kept or reduced at random, the second factor adds one of its own.
  void contract(ValueId v) {
    const VectorType type = typeOf(v);
    Op op;
    op.kind = OpKind::Contract;
    op.combine = combining(type.element);
    const ReductionKind products[] = {ReductionKind::Mul, ReductionKind::Mul, ReductionKind::Add,
                                      isFloat(type.element) ? ReductionKind::CMin : ReductionKind::And};
    op.product = products[pick(4)];
    std::vector<int64_t> space(type.shape.begin(), type.shape.end());
    space.push_back(int64_t(1) << pick(4));
    op.contract.maps.resize(3);
    Shape other, result;
    for (unsigned dim = 0; dim < space.size(); ++dim) {
      const bool isOwn = dim + 1 == space.size();
      op.contract.isReduction.push_back(!isOwn && pick(2));
      if (!isOwn)
        op.contract.maps[0].push_back(uint8_t(dim));
      if (isOwn || op.contract.isReduction[dim] || pick(3) == 0)
        op.contract.maps[1].push_back(uint8_t(dim));
      if (!op.contract.isReduction[dim])
        op.contract.maps[2].push_back(uint8_t(dim));
    }
    for (unsigned o : {1u, 2u})
      if (pick(2))
        std::shuffle(op.contract.maps[o].begin(), op.contract.maps[o].end(), Random);
    for (uint8_t dim : op.contract.maps[1])
      other.push_back(space[dim]);
    for (uint8_t dim : op.contract.maps[2])
      result.push_back(space[dim]);
    const VectorType to{result, type.element};
    if (to.lanes() > 256 || VectorType{other, type.element}.lanes() > 256)
      return;
    const ValueId factor = like(other, type.element), accumulator = like(result, type.element);
    op.operands = {v, factor, accumulator};
    op.fp.contract = isFloat(type.element) && pick(2);
    B.fp = op.fp;
    Values.push_back(append(std::move(op), to));
    B.fp = {};
  }

  std::mt19937_64 Random;
  Function F;
  Builder B;
  std::vector<ValueId> Values;
};

/// How many of `count` functions the target could express.
unsigned lowerMany(const Target &target, unsigned count, uint64_t seed) {
  unsigned lowered = 0;
  for (unsigned i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    const uint64_t own = seed * 1000 + i;
    SCOPED_TRACE(target.name + ", seed " + std::to_string(own));
    Function before = Generator(own).run();
    if (llvm::Error wrong = verify(before)) {
      ADD_FAILURE() << llvm::toString(std::move(wrong)) << toText(before);
      return 0;
    }
    auto code = lowerToNative(before, target, {}, [&](llvm::StringRef step, const Function &after) {
      if (::testing::Test::HasFailure())
        return;
      SCOPED_TRACE("step " + step.str());
      expectSameMeaning(before, after, 1, own);
      before = after;
    });
    if (code) {
      ++lowered;
      continue;
    }
    llvm::handleAllErrors(
        code.takeError(),
        [&](const Decline &decline) {
          EXPECT_EQ(decline.reason, Reason::NoVectorForm);
          if (std::getenv("VECIFY_SHOW_DECLINES"))
            llvm::errs() << target.name << ": " << decline.text() << "\n";
        },
        [&](const llvm::ErrorInfoBase &bug) { ADD_FAILURE() << bug.message() << toText(before); });
  }
  return lowered;
}

unsigned countFromEnvironment(unsigned standard) {
  const char *text = std::getenv("VECIFY_LOWER_RANDOM");
  return text ? unsigned(std::atoi(text)) : standard;
}

TEST(RandomShapes, KeepTheirMeaning) {
  const unsigned count = countFromEnvironment(60);
  for (const std::string &name : allTargets())
    EXPECT_GE(lowerMany(target(name), count, 1), count / 2) << name;
}

TEST(RandomShapes, KeepTheirMeaningTileByTile) {
  const unsigned count = countFromEnvironment(60);
  for (const std::string &name : allTargets())
    for (unsigned registers : {1, 4}) {
      Target small = target(name);
      small.vectorRegisters = registers;
      EXPECT_GE(lowerMany(small, count, 1 + registers), count / 2) << name;
    }
}

} // namespace
} // namespace vecify
