// Step, AI Engines: floats are computed in accumulators, the only registers that add and multiply them.
//
//     %x = cast %a : 16xbf16 -> 16xf32
//     %y = cast %b : 16xbf16 -> 16xf32             %s = wide_mac %s0, %a, %b : 16xaccfloat
//     %p = mul %x, %y : 16xf32               ->    (whoever stores it: srs %s, 0 [0, 0] : 16xf32)
//     %s = add %s0, %p : 16xf32
//
// Factors are bfloat16, whose products a float holds exactly. A single sum or difference of two of them that becomes
// bfloat16 again stays a vector: the API does the rest. Whether C lets the core round its own way was asked before
// (Plan/Utilization.h).
#include "Boundary.h"
#include "Rewrites.h"
#include "Steps.h"

namespace vecify {

namespace {

constexpr ScalarType Half = ScalarType::BF16, Single = ScalarType::F32, Sum = ScalarType::AccFloat;

/// What a conversion from bfloat16 converts, or NoValue.
ValueId widened(const Function &f, ValueId v) {
  const Op *cast = definedBy(f, v, OpKind::Cast);
  return cast && f.typeOf(cast->operands[0]).element == Half ? cast->operands[0] : NoValue;
}

/// cast(x op y) to bfloat16, where x and y come from it: the two roundings give what one does.
bool narrow(const Op &original, Rewriter &rewriter) {
  const Op op = rewriter.mapped(original);
  if (op.kind != OpKind::Cast)
    return false;
  Function &f = rewriter.result();
  const VectorType type = rewriter.source().typeOf(original.results[0]);
  const Op *inner = f.definitionOf(op.operands[0]);
  if (!inner || type.rank() != 1 || type.element != Half || (inner->kind != OpKind::Add && inner->kind != OpKind::Sub))
    return false;
  const ValueId a = widened(f, inner->operands[0]), b = widened(f, inner->operands[1]);
  if (a == NoValue || b == NoValue)
    return false;
  const OpKind kind = inner->kind;
  rewriter.map(original.results[0],
               rewriter.builder().create(kind, type, {a, b}, rewriter.source().values[original.results[0]].name));
  return true;
}

class FloatSums {
public:
  explicit FloatSums(Function &function)
      : F(function), Original(function),
        Boundary(
            Original, [this](ValueId v) { return isSum(v) ? std::optional(Sum) : std::nullopt; },
            [this](ValueId v, ScalarType, BlockEditor &editor) { return enter(v, editor); },
            [this](ValueId v, BlockEditor &editor) { return leave(v, editor); }) {}

  void run() {
    for (ValueId v = 0; v < Original.values.size(); ++v)
      if (isSum(v))
        F.values[v].type.element = Sum;
    BlockEditor editor(F);
    editor.run([&](OpId id) { visit(id, editor); });
  }

private:
  /// Of the values of the source.
  bool isSum(ValueId v) const {
    if (v >= Original.values.size() || Original.typeOf(v).rank() != 1 || Original.typeOf(v).element != Single)
      return false;
    const Op *op = Original.definitionOf(v);
    if (!op)
      return true; // what a loop carries
    switch (op->kind) {
    case OpKind::Add:
    case OpKind::Sub:
    case OpKind::Mmul:
    case OpKind::For:
    case OpKind::If:
      return true;
    case OpKind::Cast:
      return widened(Original, v) != NoValue;
    case OpKind::Mul:
    case OpKind::Fma:
      return areFactors(op->operands[0], op->operands[1]);
    default:
      return false;
    }
  }

  /// Both are factors, and one has lanes.
  bool areFactors(ValueId a, ValueId b) const {
    const auto has = [&](ValueId v) { return halfOf(v) != NoValue || shortConstant(v).has_value(); };
    const auto isVector = [&](ValueId v) { return halfOf(v) != NoValue && F.typeOf(halfOf(v)).rank() == 1; };
    return has(a) && has(b) && (isVector(a) || isVector(b));
  }

  /// The bfloat16 that `v` is made of: lanes, or a scalar that is the same for all.
  ValueId halfOf(ValueId v) const {
    if (const ValueId half = widened(Original, v); half != NoValue)
      return half;
    const std::optional<ValueId> scalar = splatOf(Original, v);
    return scalar && *scalar != v ? widened(Original, *scalar) : NoValue;
  }

  /// A constant that is a bfloat16.
  std::optional<double> shortConstant(ValueId v) const {
    const std::optional<double> value = splatFp(Original, v);
    const bool isShort = value && (std::bit_cast<uint32_t>(float(*value)) & 0xffff) == 0;
    return isShort ? value : std::nullopt;
  }

  ValueId factor(ValueId v, BlockEditor &editor) const {
    if (const ValueId half = halfOf(v); half != NoValue)
      return half;
    Op constant;
    constant.kind = OpKind::Constant;
    constant.fpValue = *shortConstant(v);
    return editor.insert(std::move(constant), Original.typeOf(v).withElement(Half));
  }

  /// The two factors of an op; if one is a scalar, it is the second.
  std::pair<ValueId, ValueId> factors(const Op &op, BlockEditor &editor) const {
    ValueId a = factor(op.operands[0], editor), b = factor(op.operands[1], editor);
    return F.typeOf(a).isScalar() ? std::pair(b, a) : std::pair(a, b);
  }

  void visit(OpId id, BlockEditor &editor) {
    if (id >= Original.ops.size())
      return;
    const Op op = F.ops[id];
    if (op.kind == OpKind::Mul && isSum(op.results[0])) {
      const auto [a, b] = factors(op, editor);
      F.ops[id].kind = OpKind::WideMul;
      F.ops[id].operands = {a, b};
      return;
    }
    if (op.kind == OpKind::Fma && isSum(op.results[0])) {
      const auto [a, b] = factors(op, editor);
      const ValueId sum = isSum(op.operands[2]) ? op.operands[2] : enter(op.operands[2], editor);
      F.ops[id].kind = OpKind::WideMac;
      F.ops[id].operands = {sum, a, b};
      return;
    }
    const bool isVector = op.results.size() == 1 && F.typeOf(op.results[0]).rank() == 1;
    if (op.kind == OpKind::Cast && isVector && F.typeOf(op.results[0]).element == Half &&
        Original.typeOf(op.operands[0]).element == Single) {
      const ValueId sum = isSum(op.operands[0]) ? op.operands[0] : enter(op.operands[0], editor);
      const ValueId zero = noShift(editor);
      F.ops[id].kind = OpKind::Srs;
      F.ops[id].operands = {sum, zero};
      F.ops[id].ints = {0, 0};
      return;
    }
    Boundary.convertOperands(id, editor);
  }

  ValueId enter(ValueId v, BlockEditor &editor) const {
    const VectorType type = F.typeOf(v).withElement(Sum);
    if (const std::optional<double> value = splatFp(F, v)) {
      Op constant;
      constant.kind = OpKind::Constant;
      constant.fpValue = *value;
      return editor.insert(std::move(constant), type);
    }
    return editor.insert(OpKind::Cast, type, {v}, F.values[v].name);
  }

  ValueId leave(ValueId v, BlockEditor &editor) const {
    const std::string name = F.values[v].name;
    Op op;
    op.kind = OpKind::Srs;
    op.operands = {v, noShift(editor)};
    op.ints = {0, 0};
    return editor.insert(std::move(op), F.typeOf(v).withElement(Single), name);
  }

  static ValueId noShift(BlockEditor &editor) {
    Op none;
    none.kind = OpKind::Constant;
    return editor.insert(std::move(none), VectorType::scalar(ScalarType::I32));
  }

  Function &F;
  const Function Original;
  AccumulatorBoundary Boundary;
};

} // namespace

llvm::Expected<Function> floatAccumulators(const Function &f, const Target &target, const LowerOptions &) {
  if (!target.aie->hasFloats())
    return f;
  Rewriter rewriter(f);
  Function result = sweep(rewriter.run(narrow));
  FloatSums(result).run();
  fuseSums(result);
  return sweep(std::move(result));
}

} // namespace vecify
