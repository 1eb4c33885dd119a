// Step, AI Engines: sums of products move into accumulators, which are wider than what C sums in.
//
//     %x = cast %a : 32xi16 -> 32xi32
//     %y = cast %b : 32xi16 -> 32xi32              %p = wide_mul %a, %b : 32xacc32
//     %p = mul %x, %y : 32xi32                ->   %s = add %s0, %p : 32xacc32
//     %s = add %s0, %p : 32xi32                    (whoever else reads it: srs %s, 0 [0, 0] : 32xi32)
//
// A *web* is all that is connected by additions and loop-carried values to at least one product. Modulo the width of
// the result nothing changes: an accumulator is at least as wide, and srs by 0 without saturation keeps the low bits.
// Where the accumulator is wider than C's type, the sum is exact if C's cannot wrap; srs is `nowrap` then, and shifts
// and clamps behind it may become part of it (ShiftRoundSaturate.cpp).
#include "Boundary.h"
#include "NarrowIntegers/Ranges.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include <map>

namespace vecify {

namespace {

/// What a product multiplies, narrower than the product itself where C widened it.
struct Factors {
  ValueId a = NoValue, b = NoValue; ///< b may be a scalar
};

struct Web {
  bool isLong = false, isSliding = false, isExact = true;
  unsigned slidingBits = 0;
  std::vector<OpId> products;
};

class AccumulatorForming {
public:
  AccumulatorForming(Function &function, const Target &target)
      : F(function), Core(*target.aie), Original(function), Ranges(Original),
        Boundary(
            Original,
            [this](ValueId v) {
              const Web *web = webOf(v);
              return web ? std::optional(accumulatorOf(*web)) : std::nullopt;
            },
            [this](ValueId v, ScalarType acc, BlockEditor &editor) { return entering(v, acc, editor); },
            [this](ValueId v, BlockEditor &editor) { return leaving(v, *webOf(v), editor); }) {}

  void run() {
    findProducts();
    if (Products.empty())
      return;
    connect();
    gather();
    choose();
    rewrite();
  }

private:
  bool isVectorInteger(ValueId v) const {
    const VectorType &type = F.typeOf(v);
    return type.rank() == 1 && isInteger(type.element) && type.element != ScalarType::Index;
  }

  /// `v` without the conversion that only widened it: lanes, or a scalar that is the same for all.
  ValueId narrowed(ValueId v) const {
    if (std::optional<ValueId> scalar = splatOf(F, v); scalar && *scalar != v)
      return narrowed(*scalar);
    // A parameter that C promoted.
    if (const Op *index = definedBy(F, v, OpKind::IndexValue))
      if (std::optional<SymbolId> symbol = index->index.asSymbol();
          symbol && isFactor(F.typeOf(ValueId(*symbol)).element, F.typeOf(v).element))
        return ValueId(*symbol);
    const Op *cast = definedBy(F, v, OpKind::Cast);
    if (cast && isInteger(F.typeOf(cast->operands[0]).element) &&
        isFactor(F.typeOf(cast->operands[0]).element, F.typeOf(v).element))
      return cast->operands[0];
    return v;
  }

  static bool isFactor(ScalarType narrow, ScalarType wide) {
    const bool known = narrow == ScalarType::I8 || narrow == ScalarType::U8 || narrow == ScalarType::I16 ||
                       (narrow == ScalarType::I32 && bitsOf(wide) > 32);
    return known && bitsOf(narrow) < bitsOf(wide);
  }

  /// A factor that the core multiplies, or NoValue. Constants take the narrowest type.
  ValueId factorOf(ValueId v, ScalarType product) {
    const ValueId narrow = narrowed(v);
    const ScalarType element = F.typeOf(narrow).element;
    if (std::optional<int64_t> constant = splatInt(F, v)) {
      for (ScalarType type : {ScalarType::I8, ScalarType::U8, ScalarType::I16, ScalarType::I32})
        if (*constant >= minValue(type) && *constant <= maxValue(type))
          return constantOf(type, *constant);
      return NoValue;
    }
    if (element == ScalarType::I8 || element == ScalarType::U8 || element == ScalarType::I16 ||
        (element == ScalarType::I32 && bitsOf(product) >= 32))
      return narrow;
    return NoValue;
  }

  /// A scalar constant; it is defined where its product stands.
  ValueId constantOf(ScalarType type, int64_t value) {
    Op op;
    op.kind = OpKind::Constant;
    op.intValue = value;
    const ValueId v = F.addValue(VectorType::scalar(type));
    op.results = {v};
    Pending.insert(F.addOp(std::move(op)));
    return v;
  }

  void findProducts() {
    for (OpId id = 0; id < F.ops.size(); ++id)
      if (F.ops[id].kind == OpKind::Mmul && isVectorInteger(F.ops[id].results[0]))
        Products[id] = {F.ops[id].operands[1], F.ops[id].operands[2]};
    for (OpId id = 0, end = OpId(F.ops.size()); id < end; ++id) {
      if (F.ops[id].kind != OpKind::Mul || !isVectorInteger(F.ops[id].results[0]) ||
          isUnsignedInteger(F.typeOf(F.ops[id].results[0]).element))
        continue;
      const ScalarType product = F.typeOf(F.ops[id].results[0]).element;
      const ValueId x = F.ops[id].operands[0], y = F.ops[id].operands[1];
      Factors factors{factorOf(x, product), factorOf(y, product)};
      if (factors.a == NoValue || factors.b == NoValue)
        continue;
      if (F.typeOf(factors.a).isScalar())
        std::swap(factors.a, factors.b);
      if (!F.typeOf(factors.a).isScalar())
        Products[id] = factors;
    }
  }

  /// Values that addition or a loop connects, through results of additions and products and through what is carried.
  void connect() {
    const auto isNode = [&](ValueId v) {
      const Op *op = F.definitionOf(v);
      return isVectorInteger(v) && !isUnsignedInteger(F.typeOf(v).element) &&
             (!op || op->kind == OpKind::Add || op->kind == OpKind::For || op->kind == OpKind::If ||
              Products.count(F.values[v].definition));
    };
    const auto join = [&](ValueId a, ValueId b) {
      if (isNode(a) && isNode(b) && F.typeOf(a) == F.typeOf(b))
        Webs.unionSets(a, b);
    };
    for (OpId id = 0; id < Original.ops.size(); ++id) {
      const Op &op = F.ops[id];
      if (op.kind == OpKind::Add && isNode(op.results[0]))
        for (ValueId operand : op.operands)
          join(operand, op.results[0]);
      if (Products.count(id))
        Webs.insert(op.results[0]);
      if (op.kind == OpKind::Mmul)
        join(op.operands[0], op.results[0]);
      if (op.kind != OpKind::For && op.kind != OpKind::If)
        continue;
      for (unsigned r = 0; r < op.results.size(); ++r) {
        for (BlockId block : op.blocks) {
          const ValueId yielded = F.ops[F.blocks[block].ops.back()].operands[r];
          join(op.results[r], yielded);
          if (op.kind == OpKind::For)
            join(F.blocks[block].arguments[r + 1], op.results[r]);
        }
        if (op.kind == OpKind::For)
          join(op.operands[r + 3], op.results[r]);
      }
    }
  }

  void gather() {
    for (const auto &[id, factors] : Products)
      All[leader(F.ops[id].results[0])].products.push_back(id);
  }

  ValueId leader(ValueId v) const { return Webs.findLeader(v) == Webs.member_end() ? NoValue : *Webs.findLeader(v); }
  /// The web that `v` belongs to, or null.
  const Web *webOf(ValueId v) const {
    if (v >= Original.values.size())
      return nullptr;
    const ValueId l = leader(v);
    auto found = l == NoValue ? All.end() : All.find(l);
    return found == All.end() ? nullptr : &found->second;
  }

  unsigned factorBits(const Factors &factors) const {
    return std::max(bitsOf(F.typeOf(factors.a).element), bitsOf(F.typeOf(factors.b).element));
  }

  /// Products of scalars with neighbouring reads of one row: what sliding_mul sums.
  bool slides(const Web &web) const {
    unsigned rows = 0;
    std::vector<const Op *> reads;
    for (OpId id : web.products) {
      const Factors &factors = Products.at(id);
      const Op *read = definedBy(F, factors.a, OpKind::TransferRead);
      if (F.typeOf(factors.b).isScalar() && read)
        reads.push_back(read);
    }
    for (size_t r = 1; r < reads.size(); ++r)
      rows += (F.byteAddress(reads[r]->mem) - F.byteAddress(reads[r - 1]->mem)).asConstant().has_value() &&
              reads[r]->mem.pattern == reads[r - 1]->mem.pattern;
    // The patterns of equal accesses differ; what counts is array and distance.
    if (rows == 0)
      for (size_t r = 1; r < reads.size(); ++r)
        rows += F.patterns[reads[r]->mem.pattern].array == F.patterns[reads[r - 1]->mem.pattern].array;
    return rows > 0;
  }

  void choose() {
    for (auto &[representative, web] : All) {
      const ScalarType element = F.typeOf(representative).element;
      web.isLong = bitsOf(element) > 32;
      unsigned widest = 0;
      for (OpId id : web.products)
        widest = std::max(widest, factorBits(Products.at(id)));
      web.isLong |= widest > 16;
      for (OpId id : web.products)
        if (F.ops[id].kind == OpKind::Mmul)
          web.isLong |= Core.mmulOf(F.typeOf(F.ops[id].operands[1]).element)->accumulator == Core.longSum;
      if (!web.isLong && Core.slidingOf(widest) && slides(web)) {
        web.isSliding = true;
        web.slidingBits = widest;
      }
    }
    // Sums that C may wrap, or that are carried from one step to the next.
    for (OpId id = 0; id < Original.ops.size(); ++id) {
      const Op &op = Original.ops[id];
      const bool isSum = op.kind == OpKind::Add || Products.count(id);
      if (isSum && op.kind == OpKind::Mmul && !op.noWrap)
        All[leader(op.results[0])].isExact = false;
      if (!isSum || op.kind == OpKind::Mmul || op.results.empty() || !webOf(op.results[0]) || op.noWrap)
        continue;
      const ValueRange a = Ranges[op.operands[0]], b = Ranges[op.operands[1]];
      const ValueRange exact = op.kind == OpKind::Add ? a.plus(b) : a.times(b);
      if (!exact.fits(Original.typeOf(op.results[0]).element))
        All[leader(op.results[0])].isExact = false;
    }
  }

  ScalarType accumulatorOf(const Web &web) const {
    return web.isLong ? Core.longSum : web.isSliding ? Core.slidingOf(web.slidingBits)->accumulator : Core.shortSum;
  }

  void rewrite() {
    for (ValueId v = 0; v < Original.values.size(); ++v)
      if (const Web *web = webOf(v))
        F.values[v].type.element = accumulatorOf(*web);
    BlockEditor editor(F);
    editor.run([&](OpId id) { visit(id, editor); });
  }

  void visit(OpId id, BlockEditor &editor) {
    if (auto product = Products.find(id); product != Products.end() && F.ops[id].kind != OpKind::Mmul) {
      const Factors factors = product->second;
      F.ops[id].kind = OpKind::WideMul;
      F.ops[id].operands = {here(factors.a, editor), here(factors.b, editor)};
      F.ops[id].noWrap = false;
      return;
    }
    const OpKind kind = F.ops[id].kind;
    if ((kind == OpKind::Add || kind == OpKind::Mmul) && webOf(F.ops[id].results[0]))
      F.ops[id].noWrap = false;
    Boundary.convertOperands(id, editor);
  }

  ValueId here(ValueId v, BlockEditor &editor) {
    const OpId definition = F.values[v].definition;
    if (definition == ~0u || !Pending.count(definition))
      return v;
    Op constant;
    constant.kind = OpKind::Constant;
    constant.intValue = F.ops[definition].intValue;
    const VectorType type = F.typeOf(v);
    return editor.insert(std::move(constant), type);
  }

  ValueId entering(ValueId v, ScalarType acc, BlockEditor &editor) {
    const VectorType type = F.typeOf(v).withElement(acc);
    if (std::optional<int64_t> constant = splatInt(F, v)) {
      Op copy;
      copy.kind = OpKind::Constant;
      copy.intValue = *constant;
      if (*constant == 0)
        return editor.insert(std::move(copy), type);
      return editor.insert(OpKind::Cast, type, {editor.insert(std::move(copy), type.withElement(ScalarType::I32))});
    }
    const std::string name = F.values[v].name;
    ValueId source = narrowed(v);
    if (F.typeOf(source).isScalar())
      source = v;
    return editor.insert(OpKind::Cast, type, {source}, name);
  }

  ValueId leaving(ValueId v, const Web &web, BlockEditor &editor) {
    const std::string name = F.values[v].name;
    Op none;
    none.kind = OpKind::Constant;
    const ValueId zero = editor.insert(std::move(none), VectorType::scalar(ScalarType::I32));
    Op op;
    op.kind = OpKind::Srs;
    op.operands = {v, zero};
    op.ints = {0, 0};
    op.noWrap = web.isExact;
    return editor.insert(std::move(op), F.typeOf(v).withElement(Original.typeOf(v).element), name);
  }

  Function &F;
  const AieCore &Core;
  const Function Original;
  RangeTable Ranges;
  std::map<OpId, Factors> Products;
  std::set<OpId> Pending; ///< constants without a place
  llvm::EquivalenceClasses<ValueId> Webs;
  std::map<ValueId, Web> All;
  AccumulatorBoundary Boundary;
};

} // namespace

void fuseSums(Function &f) {
  const std::vector<unsigned> uses = useCounts(f);
  for (Op &op : f.ops) {
    if (op.kind != OpKind::Add || !isAccumulator(f.typeOf(op.results[0]).element))
      continue;
    for (unsigned i : {1u, 0u}) {
      const Op *product = definedBy(f, op.operands[i], OpKind::WideMul);
      if (!product || uses[op.operands[i]] != 1)
        continue;
      const ValueId sum = op.operands[1 - i];
      op.kind = OpKind::WideMac;
      op.operands = {sum, product->operands[0], product->operands[1]};
      break;
    }
  }
}

llvm::Expected<Function> formAccumulators(const Function &f, const Target &target, const LowerOptions &) {
  Function result = f;
  AccumulatorForming(result, target).run();
  fuseSums(result);
  return sweep(std::move(result));
}

} // namespace vecify
