// Every op on scalars, printed as C and run on the edges of its types: C must wrap, truncate and round as the IR says
// and must not do anything undefined on the way.
#include "CProgram.h"
#include "EmitTesting.h"
#include "vecify/IR/Builder.h"
#include <bit>
#include <cmath>

namespace vecify {
namespace {

constexpr ScalarType Integers[] = {ScalarType::I8,  ScalarType::U8,  ScalarType::I16, ScalarType::U16,  ScalarType::I32,
                                   ScalarType::U32, ScalarType::I64, ScalarType::U64, ScalarType::Index};
constexpr ScalarType Floats[] = {ScalarType::F32, ScalarType::F64};

/// A function whose result is `make(operands)` for parameters of these types.
Function functionOf(llvm::ArrayRef<ScalarType> types, ScalarType result,
                    llvm::function_ref<ValueId(Builder &, llvm::ArrayRef<ValueId>)> make) {
  Function f;
  f.name = "op";
  f.counter = "i";
  f.body = f.addBlock();
  Builder b(f, f.body);
  std::vector<ValueId> operands;
  for (size_t i = 0; i < types.size(); ++i) {
    const std::string name(1, char('a' + i));
    operands.push_back(f.addValue(VectorType::scalar(types[i]), name));
    f.parameters.push_back({operands.back(), name, types[i], {}, {}, 1});
  }
  f.results.push_back({"r", result});
  const ValueId value = make(b, operands);
  b.ret({b.index(IndexExpr(0)), value});
  return f;
}

uint64_t bitsOfFloat(ScalarType type, double value) {
  return type == ScalarType::F32 ? std::bit_cast<uint32_t>(float(value)) : std::bit_cast<uint64_t>(value);
}

std::vector<uint64_t> edges(ScalarType type) {
  std::vector<uint64_t> values;
  if (isFloat(type)) {
    for (double v :
         {0.0, -0.0, 1.0, -1.5, 2.5, -2.5, 0.1, 1e30, -1e-30, double(INFINITY), -double(INFINITY), 16777216.0})
      values.push_back(bitsOfFloat(type, v));
    return values;
  }
  if (type == ScalarType::I1)
    return {0, 1};
  const int64_t lo = minValue(type), hi = type == ScalarType::U64 ? -1 : maxValue(type);
  for (int64_t v : {int64_t(0), int64_t(1), int64_t(2), int64_t(7), int64_t(100), lo, lo + 1, hi, hi - 1, hi / 2})
    values.push_back(uint64_t(v));
  if (isSignedInteger(type))
    for (int64_t v : {-1, -2, -100})
      values.push_back(uint64_t(int64_t(v)));
  return values;
}

/// All pairs of edges that `isDefined` accepts.
KernelCase overEdges(Function f, llvm::function_ref<bool(llvm::ArrayRef<Scalar>)> isDefined) {
  KernelCase result{std::move(f), {}};
  std::vector<std::vector<Scalar>> inputs = {{}};
  for (const Parameter &p : result.function.parameters) {
    std::vector<std::vector<Scalar>> next;
    for (const auto &start : inputs)
      for (uint64_t bits : edges(p.type)) {
        next.push_back(start);
        next.back().push_back({p.type, bits});
      }
    inputs = std::move(next);
  }
  // A few of the many where there are three operands.
  const size_t stride = inputs.size() > 400 ? 7 : 1;
  for (size_t i = 0; i < inputs.size(); i += stride)
    if (isDefined(inputs[i]))
      result.inputs.push_back({inputs[i], {}});
  return result;
}

bool always(llvm::ArrayRef<Scalar>) { return true; }

/// Whatever C leaves undefined traps.
void run(const std::vector<KernelCase> &cases) {
  expectAsInterpreted(cases, emitTarget("avx2"), {"-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"});
}

} // namespace

TEST(ScalarOps, IntegerArithmeticWraps) {
  std::vector<KernelCase> cases;
  for (ScalarType type : Integers) {
    for (OpKind kind : {OpKind::Add, OpKind::Sub, OpKind::Mul, OpKind::Min, OpKind::Max, OpKind::And, OpKind::Or,
                        OpKind::Xor, OpKind::AndNot}) {
      // Counters do not overflow.
      if (type == ScalarType::Index && (kind == OpKind::Add || kind == OpKind::Sub || kind == OpKind::Mul))
        continue;
      cases.push_back(overEdges(functionOf({type, type}, type,
                                           [&](Builder &b, llvm::ArrayRef<ValueId> v) {
                                             return b.create(kind, VectorType::scalar(type), v);
                                           }),
                                always));
    }
    for (OpKind kind : {OpKind::Neg, OpKind::Abs, OpKind::Not})
      if (type != ScalarType::Index)
        cases.push_back(overEdges(functionOf({type}, type,
                                             [&](Builder &b, llvm::ArrayRef<ValueId> v) {
                                               return b.create(kind, VectorType::scalar(type), v);
                                             }),
                                  always));
  }
  run(cases);
}

TEST(ScalarOps, WideningOpsKeepTheirBits) {
  std::vector<KernelCase> cases;
  for (ScalarType type :
       {ScalarType::I8, ScalarType::U8, ScalarType::I16, ScalarType::U16, ScalarType::I32, ScalarType::U32})
    for (OpKind kind : {OpKind::AddSat, OpKind::SubSat, OpKind::AvgUp, OpKind::AvgDown, OpKind::MulHigh})
      cases.push_back(overEdges(functionOf({type, type}, type,
                                           [&](Builder &b, llvm::ArrayRef<ValueId> v) {
                                             return b.create(kind, VectorType::scalar(type), v);
                                           }),
                                always));
  run(cases);
}

TEST(ScalarOps, DivisionsNeverTrap) {
  std::vector<KernelCase> cases;
  for (ScalarType type : Integers)
    for (OpKind kind : {OpKind::Div, OpKind::Rem}) {
      const auto make = [&](Builder &b, llvm::ArrayRef<ValueId> v) {
        return b.create(kind, VectorType::scalar(type), v);
      };
      cases.push_back(overEdges(functionOf({type, type}, type, make), [&](llvm::ArrayRef<Scalar> v) {
        const bool overflows =
            isSignedInteger(type) && v[1].bits == ~uint64_t(0) && int64_t(v[0].bits) == minValue(type);
        return v[1].bits != 0 && !overflows;
      }));
      // What is undefined is computed, but not looked at.
      cases.push_back(overEdges(
          functionOf({type, type}, type,
                     [&](Builder &b, llvm::ArrayRef<ValueId> v) {
                       const VectorType scalar = VectorType::scalar(type);
                       return b.create(OpKind::And, scalar, {b.create(kind, scalar, v), b.constant(scalar, 0)});
                     }),
          always));
      cases.push_back(overEdges(functionOf({type}, type,
                                           [&](Builder &b, llvm::ArrayRef<ValueId> v) {
                                             const VectorType scalar = VectorType::scalar(type);
                                             return b.create(kind, scalar, {v[0], b.constant(scalar, 7)});
                                           }),
                                always));
    }
  run(cases);
}

TEST(ScalarOps, ShiftsKeepTheSign) {
  std::vector<KernelCase> cases;
  for (ScalarType type : Integers) {
    if (type == ScalarType::Index)
      continue;
    for (OpKind kind : {OpKind::Shl, OpKind::Shr})
      cases.push_back(overEdges(functionOf({type, type}, type,
                                           [&](Builder &b, llvm::ArrayRef<ValueId> v) {
                                             return b.create(kind, VectorType::scalar(type), v);
                                           }),
                                [&](llvm::ArrayRef<Scalar> v) { return v[1].bits < bitsOf(type); }));
    for (OpKind kind : {OpKind::ShlImm, OpKind::ShrImm})
      cases.push_back(
          overEdges(functionOf({type}, type,
                               [&](Builder &b, llvm::ArrayRef<ValueId> v) {
                                 Op op;
                                 op.kind = kind;
                                 op.operands = {v[0]};
                                 op.ints = {3};
                                 return b.function().ops[b.append(op, {VectorType::scalar(type)})].results[0];
                               }),
                    always));
  }
  run(cases);
}

TEST(ScalarOps, RotationsTakeAnyAmount) {
  std::vector<KernelCase> cases;
  for (ScalarType type : {ScalarType::U8, ScalarType::U16, ScalarType::U32, ScalarType::U64}) {
    cases.push_back(overEdges(functionOf({type, type}, type,
                                         [&](Builder &b, llvm::ArrayRef<ValueId> v) {
                                           return b.create(OpKind::RotateLeft, VectorType::scalar(type), v);
                                         }),
                              always));
    cases.push_back(overEdges(functionOf({type}, type,
                                         [&](Builder &b, llvm::ArrayRef<ValueId> v) {
                                           Op op;
                                           op.kind = OpKind::RotateLeftImm;
                                           op.operands = {v[0]};
                                           op.ints = {3};
                                           return b.function().ops[b.append(op, {VectorType::scalar(type)})].results[0];
                                         }),
                              always));
  }
  run(cases);
}

TEST(ScalarOps, ComparesAndSelectsKnowTheSign) {
  std::vector<KernelCase> cases;
  std::vector<ScalarType> types(std::begin(Integers), std::end(Integers));
  types.insert(types.end(), std::begin(Floats), std::end(Floats));
  const VectorType truth = VectorType::scalar(ScalarType::I1);
  for (ScalarType type : types)
    for (OpKind kind : {OpKind::CmpEq, OpKind::CmpNe, OpKind::CmpLt, OpKind::CmpLe, OpKind::CmpGt, OpKind::CmpGe})
      cases.push_back(overEdges(functionOf({type, type}, type,
                                           [&](Builder &b, llvm::ArrayRef<ValueId> v) {
                                             const ValueId c = b.create(kind, truth, v);
                                             return b.create(OpKind::Select, VectorType::scalar(type), {c, v[1], v[0]});
                                           }),
                                always));
  for (OpKind kind : {OpKind::And, OpKind::Or, OpKind::Xor, OpKind::AndNot})
    cases.push_back(
        overEdges(functionOf({ScalarType::I32, ScalarType::I32}, ScalarType::I32,
                             [&](Builder &b, llvm::ArrayRef<ValueId> v) {
                               const ValueId zero = b.constant(VectorType::scalar(ScalarType::I32), 0);
                               const ValueId c = b.create(OpKind::CmpLt, truth, {v[0], zero});
                               const ValueId d = b.create(OpKind::CmpGt, truth, v);
                               const ValueId e = b.create(kind, truth, {c, b.create(OpKind::Not, truth, {d})});
                               return b.cast(e, ScalarType::I32);
                             }),
                  always));
  run(cases);
}

TEST(ScalarOps, CastsConvertAsC) {
  std::vector<KernelCase> cases;
  std::vector<ScalarType> types(std::begin(Integers), std::end(Integers));
  types.insert(types.end(), std::begin(Floats), std::end(Floats));
  for (ScalarType from : types)
    for (ScalarType to : types) {
      if (from == to)
        continue;
      const auto isDefined = [&](llvm::ArrayRef<Scalar> v) {
        if (!isFloat(from) || isFloat(to))
          return true;
        const double value =
            from == ScalarType::F32 ? std::bit_cast<float>(uint32_t(v[0].bits)) : std::bit_cast<double>(v[0].bits);
        return std::trunc(value) >= double(minValue(to)) && std::trunc(value) <= double(maxValue(to)) &&
               std::abs(value) < 1e9;
      };
      cases.push_back(overEdges(
          functionOf({from}, to, [&](Builder &b, llvm::ArrayRef<ValueId> v) { return b.cast(v[0], to); }), isDefined));
      // The cast value in arithmetic, where C would compute in a narrower type.
      if (isInteger(to) && to != ScalarType::Index)
        cases.push_back(overEdges(functionOf({from}, to,
                                             [&](Builder &b, llvm::ArrayRef<ValueId> v) {
                                               const ValueId c = b.cast(v[0], to);
                                               return b.create(
                                                   OpKind::Add, VectorType::scalar(to),
                                                   {c, b.create(OpKind::Mul, VectorType::scalar(to), {c, c})});
                                             }),
                                  isDefined));
    }
  run(cases);
}

TEST(ScalarOps, BitcastsKeepTheBits) {
  std::vector<KernelCase> cases;
  const std::pair<ScalarType, ScalarType> pairs[] = {
      {ScalarType::F32, ScalarType::I32}, {ScalarType::F32, ScalarType::U32}, {ScalarType::F64, ScalarType::I64},
      {ScalarType::F64, ScalarType::U64}, {ScalarType::I32, ScalarType::U32}, {ScalarType::I8, ScalarType::U8}};
  for (auto [a, b] : pairs)
    for (auto [from, to] : {std::pair(a, b), std::pair(b, a)})
      cases.push_back(overEdges(functionOf({from}, to,
                                           [&, to = to](Builder &builder, llvm::ArrayRef<ValueId> v) {
                                             return builder.create(OpKind::Bitcast, VectorType::scalar(to), v);
                                           }),
                                always));
  run(cases);
}

TEST(ScalarOps, FloatsRoundOnce) {
  std::vector<KernelCase> cases;
  const auto isNumber = [](llvm::ArrayRef<Scalar> values) {
    // No infinities, so that no NaN arises: its payload is not specified.
    return llvm::all_of(values, [](const Scalar &s) {
      return std::isfinite(s.type == ScalarType::F32 ? double(std::bit_cast<float>(uint32_t(s.bits)))
                                                     : std::bit_cast<double>(s.bits));
    });
  };
  for (ScalarType type : Floats) {
    const VectorType scalar = VectorType::scalar(type);
    const auto isNonzero = [&](llvm::ArrayRef<Scalar> v) {
      return isNumber(v) && (v[1].bits << 1 << (64 - bitsOf(type))) != 0;
    };
    for (OpKind kind :
         {OpKind::Add, OpKind::Sub, OpKind::Mul, OpKind::Div, OpKind::CMin, OpKind::CMax, OpKind::CopySign})
      cases.push_back(
          overEdges(functionOf({type, type}, type,
                               [&](Builder &b, llvm::ArrayRef<ValueId> v) { return b.create(kind, scalar, v); }),
                    kind == OpKind::Div ? llvm::function_ref<bool(llvm::ArrayRef<Scalar>)>(isNonzero) : isNumber));
    for (OpKind kind : {OpKind::Fma, OpKind::Fms, OpKind::Fnma, OpKind::Fnms})
      cases.push_back(
          overEdges(functionOf({type, type, type}, type,
                               [&](Builder &b, llvm::ArrayRef<ValueId> v) { return b.create(kind, scalar, v); }),
                    isNumber));
    for (OpKind kind :
         {OpKind::Neg, OpKind::Abs, OpKind::Floor, OpKind::Ceil, OpKind::Trunc, OpKind::Rint, OpKind::Round})
      cases.push_back(overEdges(
          functionOf({type}, type, [&](Builder &b, llvm::ArrayRef<ValueId> v) { return b.create(kind, scalar, v); }),
          isNumber));
    cases.push_back(overEdges(functionOf({type}, type,
                                         [&](Builder &b, llvm::ArrayRef<ValueId> v) {
                                           return b.create(OpKind::Sqrt, scalar, {b.create(OpKind::Abs, scalar, v)});
                                         }),
                              isNumber));
    // A product that must not be fused with the sum.
    cases.push_back(overEdges(functionOf({type, type, type}, type,
                                         [&](Builder &b, llvm::ArrayRef<ValueId> v) {
                                           const ValueId product = b.create(OpKind::Mul, scalar, {v[0], v[1]});
                                           const ValueId fenced = b.create(OpKind::FpFence, scalar, {product});
                                           return b.create(OpKind::Add, scalar, {fenced, v[2]});
                                         }),
                              isNumber));
  }
  run(cases);
}

TEST(ScalarOps, ConstantsAreExact) {
  std::vector<KernelCase> cases;
  for (ScalarType type : Integers)
    for (uint64_t bits : edges(type))
      cases.push_back(overEdges(functionOf({}, type,
                                           [&](Builder &b, llvm::ArrayRef<ValueId>) {
                                             return b.constant(VectorType::scalar(type), int64_t(bits));
                                           }),
                                always));
  for (ScalarType type : Floats)
    for (double value : {0.0, -0.0, 0.1, 1.0, -3.0, 1e-45, 3.4028234663852886e38, 1e300, double(INFINITY),
                         -double(INFINITY), 16777217.0})
      cases.push_back(overEdges(functionOf({}, type,
                                           [&](Builder &b, llvm::ArrayRef<ValueId>) {
                                             return b.constantFp(VectorType::scalar(type),
                                                                 type == ScalarType::F32 ? float(value) : value);
                                           }),
                                always));
  run(cases);
}

} // namespace vecify
