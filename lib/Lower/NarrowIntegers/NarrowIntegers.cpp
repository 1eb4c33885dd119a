// Step: arithmetic that C's promotions made wide is done in as few bits as its result needs.
//
//     %x = cast %a : 32xu8 -> 32xi32             %x = cast %a : 32xu8 -> 32xu16
//     %p = mul %x, %alpha : 32xi32        ->     %p = mul %x, (u16)%alpha : 32xu16
//     %h = shr_imm %p [8] : 32xi32               %h = shr_imm %p [8] : 32xu16
//     %r = cast %h : 32xi32 -> 32xu8             %r = cast %h : 32xu16 -> 32xu8
//
// Exact for all inputs: what an op is computed in is decided by value ranges and demanded bits (Widths.h). Must run
// before lanes become registers, for a narrow op needs a quarter of them.
#include "Steps.h"
#include "Widths.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

class Narrowing {
public:
  Narrowing(const Function &source, const Target &target, const LowerOptions &options)
      : S(source), Ranges(source), W(source, target, options, Ranges), Narrow(source.values.size(), NoValue) {}

  bool rewrite(const Op &op, Rewriter &rewriter) {
    if (op.results.size() != 1)
      return false;
    ValueId result = op.results[0];
    const VectorType &type = S.typeOf(result);
    if (type.isScalar())
      return false;
    if (classOf(op.kind) == OpClass::Compare)
      return compare(op, rewriter);
    if (!isInteger(type.element) || type.element == ScalarType::Index || isAccumulator(type.element) ||
        isAccumulation(op.kind))
      return false;
    if (op.kind == OpKind::Cast && isInteger(S.typeOf(op.operands[0]).element))
      return cast(op, rewriter);
    unsigned bits = W.of(result);
    if (bits == bitsOf(type.element))
      return false;
    define(result, compute(op, W.workType(op, bits), rewriter), rewriter);
    return true;
  }

private:
  bool compare(const Op &op, Rewriter &rewriter) {
    ScalarType own = S.typeOf(op.operands[0]).element;
    if (!isInteger(own) || own == ScalarType::Index || W.ofComparison(op) == bitsOf(own))
      return false;
    ScalarType type = W.workType(op, W.ofComparison(op));
    Builder &b = rewriter.builder();
    llvm::SmallVector<ValueId, 2> operands;
    for (unsigned i : {0u, 1u})
      operands.push_back(W.isClamped(op, i, bitsOf(type)) ? clamped(op.operands[i], type, rewriter)
                                                          : in(op.operands[i], type, rewriter));
    rewriter.map(op.results[0], b.create(op.kind, S.typeOf(op.results[0]), operands, S.values[op.results[0]].name));
    return true;
  }

  /// A splat of the scalar clamped to `type`.
  ValueId clamped(ValueId old, ScalarType type, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    ValueId scalar = rewriter.mapped(S.definitionOf(old)->operands[0]);
    VectorType wide = rewriter.result().typeOf(scalar);
    const std::string name = rewriter.result().values[scalar].name;
    scalar = b.create(OpKind::Min, wide, {scalar, b.constant(wide, maxValue(type))}, name);
    if (isSignedInteger(wide.element))
      scalar = b.create(OpKind::Max, wide, {scalar, b.constant(wide, minValue(type))}, name);
    return b.broadcast(converted(scalar, type, rewriter), S.typeOf(old).withElement(type));
  }

  bool cast(const Op &op, Rewriter &rewriter) {
    ValueId result = op.results[0];
    ScalarType to = S.typeOf(result).element;
    unsigned bits = W.of(result);
    if (bits == bitsOf(to)) {
      if (Narrow[op.operands[0]] == NoValue)
        return false;
      rewriter.map(result, in(op.operands[0], to, rewriter));
      return true;
    }
    ScalarType type = integerType(bits, !Ranges[result].fits(integerType(bits, false)) &&
                                            Ranges[result].fits(integerType(bits, true)));
    define(result, in(op.operands[0], type, rewriter), rewriter);
    return true;
  }

  /// The value in its narrow form, and extended for whoever needs all of it.
  void define(ValueId old, ValueId narrow, Rewriter &rewriter) {
    Narrow[old] = narrow;
    rewriter.map(old, in(old, S.typeOf(old).element, rewriter));
  }

  /// `old` converted to `type`: from the width it was computed in, with the sign in which that shows it exactly.
  ValueId in(ValueId old, ScalarType type, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    Function &f = rewriter.result();
    ValueId v = Narrow[old] == NoValue ? rewriter.mapped(old) : Narrow[old];
    unsigned bits = bitsOf(f.typeOf(v).element);
    if (bits < bitsOf(type)) {
      ScalarType exact = integerType(bits, !Ranges[old].fits(integerType(bits, false)));
      v = converted(v, Narrow[old] == NoValue ? f.typeOf(v).element : exact, rewriter);
    }
    if (std::optional<ValueId> scalar = splatOf(f, v); scalar && *scalar != v && bits != bitsOf(type))
      return b.broadcast(converted(*scalar, type, rewriter), f.typeOf(v).withElement(type));
    return converted(v, type, rewriter);
  }

  ValueId converted(ValueId v, ScalarType type, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    Function &f = rewriter.result();
    VectorType from = f.typeOf(v);
    if (from.element == type)
      return v;
    if (std::optional<int64_t> constant = splatInt(f, v); constant && definedBy(f, v, OpKind::Constant))
      return b.constant(from.withElement(type), wrapTo(type, *constant));
    const std::string name = f.values[v].name;
    OpKind kind = bitsOf(from.element) == bitsOf(type) && !from.isScalar() ? OpKind::Bitcast : OpKind::Cast;
    return b.create(kind, from.withElement(type), {v}, name);
  }

  ValueId compute(const Op &op, ScalarType type, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    VectorType vector = S.typeOf(op.results[0]).withElement(type);
    const std::string &name = S.values[op.results[0]].name;
    switch (op.kind) {
    case OpKind::Constant:
      return b.constant(vector, wrapTo(type, op.intValue));
    case OpKind::Broadcast:
      return b.create(OpKind::Broadcast, vector, {converted(rewriter.mapped(op.operands[0]), type, rewriter)}, name);
    case OpKind::Iota:
      return b.iota(vector, wrapTo(type, op.ints[0]), wrapTo(type, op.ints[1]));
    case OpKind::Within:
      // The bounds hold for what the type shows as it is, not for low bits.
      if (!ValueRange(op.ints[0], op.ints[1]).fits(type))
        return in(op.operands[0], type, rewriter);
      break;
    default:
      break;
    }
    Op narrow;
    narrow.kind = op.kind;
    narrow.ints = op.ints;
    for (unsigned i = 0; i < op.operands.size(); ++i) {
      ValueId operand = op.operands[i];
      bool isData = isInteger(S.typeOf(operand).element) && !S.typeOf(operand).isScalar();
      narrow.operands.push_back(isData ? in(operand, type, rewriter) : rewriter.mapped(operand));
    }
    const int64_t most = bitsOf(type) - 1;
    if (op.kind == OpKind::ShrImm)
      narrow.ints[0] = std::min(narrow.ints[0], most);
    if (op.kind == OpKind::ShrUniform && Ranges[op.operands[1]].hi > most) {
      const VectorType scalar = S.typeOf(op.operands[1]);
      narrow.operands[1] = b.create(OpKind::Min, scalar, {narrow.operands[1], b.constant(scalar, most)});
    }
    OpId id = b.append(std::move(narrow), {vector}, name);
    return rewriter.result().ops[id].results[0];
  }

  const Function &S;
  RangeTable Ranges;
  Widths W;
  /// New id of the narrow form of an old value.
  std::vector<ValueId> Narrow;
};

} // namespace

llvm::Expected<Function> narrowIntegers(const Function &f, const Target &target, const LowerOptions &options) {
  Narrowing narrowing(f, target, options);
  Rewriter rewriter(f);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) { return narrowing.rewrite(op, r); }));
}

} // namespace vecify
