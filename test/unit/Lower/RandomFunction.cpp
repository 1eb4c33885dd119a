// See RandomFunction.h. Nothing undefined is generated: shift amounts are below the width, divisors positive,
// floats clamped before they become integers.
#include "RandomFunction.h"
#include "Example.h"

namespace vecify {

namespace {

class Generator {
public:
  Generator(uint64_t seed, const RandomOptions &options) : O(options), Random(seed), F(example("")), B(F, 0) {
    F.ops.truncate(0);
    F.blocks.truncate(0);
    F.values.truncate(F.parameters.size());
    F.body = F.addBlock();
    B.setBlock(F.body);
  }

  Function run() {
    ValueId zero = B.index(IndexExpr(0)), length = F.parameters[0].value;
    Position = zero;
    if (!O.loops) {
      block(NoMask);
      B.ret({length});
      return std::move(F);
    }
    ValueId step = B.index(IndexExpr(O.lanes));
    VectorType index = VectorType::scalar(ScalarType::Index);
    ValueId end = B.create(OpKind::And, index, {length, B.constant(index, -O.lanes)}, "end");
    llvm::SmallVector<ValueId, 3> inits;
    for (unsigned a = 0; a < 1 + pick(3); ++a) {
      ScalarType type = accumulatorTypes[pick(std::size(accumulatorTypes))];
      inits.push_back(constant(type, pick(2)));
    }
    OpId loop = B.forLoop(zero, end, step, inits, "i");
    std::vector<ValueId> arguments = F.blocks[F.ops[loop].blocks[0]].arguments;
    B.setBlock(F.ops[loop].blocks[0]);
    Position = arguments[0];
    block(NoMask);
    B.yield(accumulated(llvm::ArrayRef(arguments).drop_front(), NoMask));
    B.setBlock(F.body);
    llvm::SmallVector<ValueId, 3> values(F.ops[loop].results.begin(), F.ops[loop].results.end());
    Values.clear();
    if (O.masks)
      values = tail(length, end, values);
    for (ValueId v : values)
      finish(v);
    B.ret({length});
    return std::move(F);
  }

private:
  static constexpr ValueId NoMask = ~0u;
  static constexpr ScalarType memoryTypes[] = {ScalarType::I8,  ScalarType::U8,  ScalarType::I16,
                                               ScalarType::U16, ScalarType::I32, ScalarType::U32,
                                               ScalarType::I64, ScalarType::F32, ScalarType::F64};
  static constexpr ScalarType accumulatorTypes[] = {ScalarType::I32, ScalarType::U32, ScalarType::I64, ScalarType::F32,
                                                    ScalarType::F64};

  unsigned pick(unsigned n) { return unsigned(Random() % n); }
  VectorType vector(ScalarType type) const { return VectorType::vector(O.lanes, type); }
  ValueId constant(ScalarType type, int64_t value) {
    return isFloat(type) ? B.constantFp(vector(type), double(value)) : B.constant(vector(type), wrap(type, value));
  }
  static int64_t wrap(ScalarType type, int64_t value) {
    unsigned bits = bitsOf(type);
    if (bits >= 64)
      return value;
    return isUnsignedInteger(type) ? int64_t(uint64_t(value) & ((uint64_t(1) << bits) - 1))
                                   : llvm::SignExtend64(uint64_t(value), bits);
  }

  llvm::SmallVector<ValueId, 3> tail(ValueId length, ValueId end, llvm::ArrayRef<ValueId> values) {
    ValueId rest = B.create(OpKind::CmpLt, VectorType::scalar(ScalarType::I1), {end, length});
    llvm::SmallVector<VectorType, 3> types;
    for (ValueId v : values)
      types.push_back(F.typeOf(v));
    OpId branch = B.ifOp(rest, types);
    B.setBlock(F.ops[branch].blocks[0]);
    ValueId left = B.index(IndexExpr::symbol(length) - IndexExpr::symbol(end), "left");
    ValueId mask = B.create(OpKind::CreateMask, vector(ScalarType::I1), {left}, "tail");
    Position = end;
    block(mask);
    B.yield(accumulated(values, mask));
    B.setBlock(F.ops[branch].blocks[1]);
    B.yield(values);
    B.setBlock(F.body);
    Values.clear();
    return {F.ops[branch].results.begin(), F.ops[branch].results.end()};
  }

  /// Each accumulator combined with a value of its type.
  llvm::SmallVector<ValueId, 3> accumulated(llvm::ArrayRef<ValueId> accumulators, ValueId mask) {
    llvm::SmallVector<ValueId, 3> next;
    for (ValueId acc : accumulators) {
      ScalarType type = F.typeOf(acc).element;
      OpKind kinds[] = {OpKind::Add, OpKind::Add, isFloat(type) ? OpKind::CMin : OpKind::Max};
      ValueId value = asType(anyValue(), type);
      ValueId sum = B.create(kinds[pick(3)], F.typeOf(acc), {value, acc}, "acc");
      next.push_back(mask == NoMask ? sum : B.create(OpKind::Select, F.typeOf(acc), {mask, sum, acc}));
    }
    return next;
  }

  void finish(ValueId v) {
    ScalarType type = F.typeOf(v).element;
    ReductionKind kinds[] = {ReductionKind::Add, isFloat(type) ? ReductionKind::CMax : ReductionKind::Max,
                             isFloat(type) ? ReductionKind::CMin : ReductionKind::Xor};
    B.fp = FpFlags::fast();
    ValueId total = B.reduce(kinds[pick(3)], v);
    B.fp = {};
    MemRef mem;
    mem.pattern = patternOf(type);
    mem.subs = {IndexExpr(-300 - int64_t(pick(10)))};
    B.transferWrite(total, mem);
  }

  void block(ValueId mask) {
    Values.clear();
    Masks.clear();
    if (mask != NoMask)
      Masks.push_back(mask);
    for (unsigned i = 0; i < 2 + pick(3); ++i)
      Values.push_back(read(memoryTypes[pick(std::size(memoryTypes))], mask));
    for (unsigned i = 0; i < O.ops; ++i) {
      if (O.otherAccess && pick(8) == 0)
        write(anyValue(), mask);
      if (O.otherAccess && pick(6) == 0)
        Values.push_back(read(memoryTypes[pick(std::size(memoryTypes))], mask));
      step();
    }
    for (unsigned i = 0; i < 1 + pick(2); ++i)
      write(anyValue(), mask);
  }

  uint32_t patternOf(ScalarType type) const {
    for (uint32_t p = 0; p < F.patterns.size(); ++p)
      if (F.patterns[p].type == type)
        return p;
    return 0;
  }

  MemRef place(ScalarType type, int64_t step) {
    MemRef mem;
    mem.pattern = patternOf(type);
    mem.subs = {IndexExpr::symbol(Position) * IndexExpr(step == 0 ? 1 : step) + IndexExpr(int64_t(pick(5)) - 2)};
    mem.laneSteps.emplace_back();
    mem.laneSteps[0].push_back(IndexExpr(step));
    return mem;
  }

  ValueId read(ScalarType type, ValueId mask) {
    static const int64_t steps[] = {1, 1, 1, 1, -1, 2, 2, 3, 4, 0};
    int64_t step = O.otherAccess ? steps[pick(std::size(steps))] : 1;
    if (step == 0 && mask != NoMask)
      step = 1;
    ValueId padding = mask == NoMask ? NoMask : scalarConstant(type, pick(4) ? 0 : 3);
    if (O.otherAccess && pick(8) == 0) {
      // Indirect: an index of a narrow type is in bounds whatever it is.
      MemRef mem = place(type, 0);
      mem.subs = {IndexExpr(int64_t(pick(3)))};
      mem.indirectSubs = {0};
      ValueId index = B.transferRead(vector(ScalarType::U8), place(ScalarType::U8, 1), {}, mask,
                                     mask == NoMask ? NoMask : scalarConstant(ScalarType::U8, 0));
      return B.transferRead(vector(type), mem, {index}, mask, padding, "g");
    }
    return B.transferRead(vector(type), place(type, step), {}, mask, padding, "x");
  }

  ValueId scalarConstant(ScalarType type, int64_t value) {
    VectorType scalar = VectorType::scalar(type);
    return isFloat(type) ? B.constantFp(scalar, double(value)) : B.constant(scalar, value);
  }

  void write(ValueId v, ValueId mask) {
    static const int64_t steps[] = {1, 1, 1, -1, 2, 4};
    int64_t step = O.otherAccess ? steps[pick(std::size(steps))] : 1;
    MemRef mem = place(F.typeOf(v).element, step);
    B.transferWrite(v, mem, {}, mask);
  }

  ValueId anyValue() {
    // The later ones most, so that chains grow.
    unsigned n = unsigned(Values.size());
    return Values[n - 1 - std::min(pick(n), pick(n))];
  }

  /// A conversion that is defined for every lane.
  ValueId asType(ValueId v, ScalarType type) {
    ScalarType from = F.typeOf(v).element;
    if (from == type)
      return v;
    if (isFloat(from) && isInteger(type)) {
      v = B.create(OpKind::CMin, F.typeOf(v), {v, constant(from, 100)});
      v = B.create(OpKind::CMax, F.typeOf(v), {v, constant(from, isUnsignedInteger(type) ? 0 : -100)});
    }
    return B.cast(v, type);
  }

  /// C's promotion.
  ValueId promoted(ValueId v) {
    ScalarType type = F.typeOf(v).element;
    return isInteger(type) && bitsOf(type) < 32 ? B.cast(v, ScalarType::I32) : v;
  }

  ValueId uniform(ScalarType type) {
    ValueId scalar = F.parameters[isFloat(type) ? 2 : 1].value;
    if (F.typeOf(scalar).element != type)
      scalar = B.cast(scalar, type);
    return B.broadcast(scalar, vector(type));
  }

  void step() {
    ValueId a = promoted(anyValue());
    ScalarType type = F.typeOf(a).element;
    ValueId b = pick(3) == 0   ? constant(type, interesting())
                : pick(6) == 0 ? uniform(type)
                               : asType(promoted(anyValue()), type);
    ValueId result = isFloat(type) ? floatOp(a, b, type) : integerOp(a, b, type);
    // Back to a narrow type, as an assignment to a u8 or i16 does.
    if (pick(3) == 0)
      result = asType(result, memoryTypes[pick(std::size(memoryTypes))]);
    Values.push_back(result);
  }

  int64_t interesting() {
    static const int64_t values[] = {0, 1, 2, 3, 7, 8, 10, 16, 127, 128, 255, 256, -1, -2, -128, 32767, -32768, 65535};
    return values[pick(std::size(values))];
  }

  ValueId truth(ValueId a, ValueId b) {
    static const OpKind kinds[] = {OpKind::CmpEq, OpKind::CmpNe, OpKind::CmpLt,
                                   OpKind::CmpLe, OpKind::CmpGt, OpKind::CmpGe};
    VectorType truths = vector(ScalarType::I1);
    ValueId m = B.create(kinds[pick(6)], truths, {a, b}, "m");
    if (!Masks.empty() && pick(3) == 0) {
      static const OpKind logic[] = {OpKind::And, OpKind::Or, OpKind::Xor};
      m = B.create(logic[pick(3)], truths, {m, Masks[pick(unsigned(Masks.size()))]});
    }
    if (pick(4) == 0)
      m = B.create(OpKind::Not, truths, {m});
    if (pick(8) == 0) {
      // A condition that is the same for all lanes.
      ValueId uniform =
          B.create(OpKind::CmpLt, VectorType::scalar(ScalarType::I1), {F.parameters[1].value, F.parameters[3].value});
      m = B.create(OpKind::And, truths, {m, B.broadcast(uniform, truths)});
    }
    Masks.push_back(m);
    return Masks[pick(2) ? Masks.size() - 1 : pick(unsigned(Masks.size()))];
  }

  ValueId floatOp(ValueId a, ValueId b, ScalarType type) {
    static const OpKind kinds[] = {OpKind::Add, OpKind::Sub, OpKind::Mul, OpKind::Mul, OpKind::CMin, OpKind::CMax};
    switch (pick(9)) {
    case 0:
      return B.create(OpKind::Select, vector(type), {truth(a, b), a, b}, "s");
    case 1:
      return B.create(pick(2) ? OpKind::Fma : OpKind::Fnma, vector(type), {a, b, asType(promoted(anyValue()), type)});
    case 2:
      return B.create(pick(2) ? OpKind::Neg : OpKind::Abs, vector(type), {a});
    default:
      return B.create(kinds[pick(6)], vector(type), {a, b});
    }
  }

  ValueId integerOp(ValueId a, ValueId b, ScalarType type) {
    static const OpKind kinds[] = {OpKind::Add, OpKind::Sub, OpKind::Mul, OpKind::Min, OpKind::Max,
                                   OpKind::And, OpKind::Or,  OpKind::Xor, OpKind::Add, OpKind::Sub};
    VectorType v = vector(type);
    switch (pick(19)) {
    case 0:
      return B.create(OpKind::Select, v, {truth(a, b), a, b}, "s");
    case 1:
      return B.create(OpKind::Shl, v, {a, constant(type, pick(6) ? pick(12) : bitsOf(type) - 1)});
    case 2:
    case 3:
      return B.create(OpKind::Shr, v, {a, constant(type, pick(6) ? 1 + pick(12) : bitsOf(type) - 1 - pick(2))});
    case 4:
      return B.create(pick(2) ? OpKind::Shl : OpKind::Shr, v, {a, B.broadcast(B.cast(F.parameters[3].value, type), v)});
    case 5:
      return B.create(OpKind::Shr, v, {a, B.create(OpKind::And, v, {b, constant(type, 15)})});
    case 6:
      return B.create(pick(2) ? OpKind::Div : OpKind::Rem, v, {a, constant(type, 1 + pick(70))});
    case 7:
      return B.create(pick(2) ? OpKind::Neg : OpKind::Not, v, {a});
    case 8:
      if (isSignedInteger(type))
        return B.create(OpKind::Abs, v, {B.create(OpKind::Sub, v, {a, b})});
      [[fallthrough]];
    case 9: {
      // A clamp to a narrow type and the conversion.
      if (!isSignedInteger(type))
        return B.create(OpKind::Add, v, {a, b});
      static const ScalarType narrow[] = {ScalarType::U8, ScalarType::I8, ScalarType::I16, ScalarType::U16};
      ScalarType to = narrow[pick(4)];
      ValueId sum = B.create(pick(2) ? OpKind::Add : OpKind::Sub, v, {a, b});
      ValueId low = B.create(OpKind::Max, v, {sum, constant(type, minValue(to))});
      return B.cast(B.create(OpKind::Min, v, {low, constant(type, maxValue(to))}), to);
    }
    case 10: {
      ValueId sum = B.create(OpKind::Add, v, {B.create(OpKind::Add, v, {a, b}), constant(type, 1)});
      return B.create(OpKind::Shr, v, {sum, constant(type, 1)});
    }
    case 11:
      return B.create(OpKind::Shr, v, {B.create(OpKind::Mul, v, {a, b}), constant(type, 16)});
    case 12: {
      const int bits = int(bitsOf(type)), by = pick(2) ? 1 + pick(bits - 1) : 8 * pick(bits / 8);
      if (by == 0 || isSignedInteger(type))
        return B.create(OpKind::Xor, v, {a, b});
      const ValueId low = B.create(OpKind::Shr, v, {a, constant(type, bits - by)});
      return B.create(kinds[pick(3) ? 6 : 0], v, {B.create(OpKind::Shl, v, {a, constant(type, by)}), low});
    }
    default:
      return B.create(kinds[pick(10)], v, {a, b});
    }
  }

  const RandomOptions &O;
  std::mt19937_64 Random;
  Function F;
  Builder B;
  ValueId Position = 0;
  std::vector<ValueId> Values, Masks;
};

} // namespace

Function randomFunction(uint64_t seed, const RandomOptions &options) { return Generator(seed, options).run(); }

} // namespace vecify
