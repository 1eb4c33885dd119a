// See SumPairs.h.
//
//     %p = mul %a, %b : 32xi32             %m = mul_add_pairs (i16)%a, (i16)%b : 16xi32
//     %s = add %acc, %p : 32xi32     ->    %p = concat %m, 0 : 32xi32
//                                          %s = add %acc, %p : 32xi32
//
// The lanes of %s are not what they were, but their sum is. That is allowed where nothing but the sum of its lanes is
// ever used: in additions of such values, around loops, and in the final reduction. The lanes that get 0 cost nothing
// once registers are made of them.
#include "SumPairs.h"
#include "NarrowIntegers/Ranges.h"
#include "Rewrites.h"

namespace vecify {

namespace {

/// The same bits with or without a sign.
bool changesSign(const Function &f, const Op &op) {
  return op.kind == OpKind::Cast && isInteger(f.typeOf(op.operands[0]).element) &&
         isInteger(f.typeOf(op.results[0]).element) &&
         bitsOf(f.typeOf(op.operands[0]).element) == bitsOf(f.typeOf(op.results[0]).element);
}

/// Which values matter only by the sum of their lanes: the largest set that is closed under use.
class SumOnly {
public:
  explicit SumOnly(const Function &function) : F(function), Users(function.values.size()), Is(function.values.size()) {
    for (OpId id = 0; id < F.ops.size(); ++id) {
      for (ValueId operand : F.ops[id].operands)
        Users[operand].push_back(id);
      for (BlockId block : F.ops[id].blocks)
        if (!F.blocks[block].ops.empty())
          Owner[F.blocks[block].ops.back()] = id;
    }
    for (ValueId v = 0; v < Is.size(); ++v) {
      const VectorType &type = F.typeOf(v);
      Is[v] = type.rank() == 1 && isInteger(type.element) && bitsOf(type.element) >= 32 &&
              type.element != ScalarType::Index;
    }
    for (bool changed = true; changed;) {
      changed = false;
      // Users first, so that long chains are decided in one go.
      for (ValueId v = Is.size(); v-- > 0;)
        if (Is[v] && !llvm::all_of(Users[v], [&](OpId user) { return sums(F.ops[user], user, v); })) {
          Is[v] = false;
          changed = true;
        }
    }
  }
  bool operator()(ValueId v) const { return Is[v]; }

private:
  bool sums(const Op &user, OpId id, ValueId v) const {
    switch (user.kind) {
    case OpKind::Add:
      return Is[user.results[0]];
    case OpKind::Cast:
      return changesSign(F, user) && Is[user.results[0]];
    case OpKind::Reduce:
      return user.combine == ReductionKind::Add;
    case OpKind::ExtractSlice:
      return isHalved(v);
    case OpKind::For:
      for (unsigned c = 0; c < user.results.size(); ++c)
        if (user.operands[3 + c] == v && !(Is[F.blocks[user.blocks[0]].arguments[1 + c]] && Is[user.results[c]]))
          return false;
      return !llvm::is_contained(llvm::ArrayRef(user.operands).take_front(3), v);
    case OpKind::Yield: {
      const Op &control = F.ops[Owner.at(id)];
      for (unsigned i = 0; i < user.operands.size(); ++i)
        if (user.operands[i] == v && !(Is[control.results[i]] && (control.kind != OpKind::For ||
                                                                  Is[F.blocks[control.blocks[0]].arguments[1 + i]])))
          return false;
      return true;
    }
    default:
      return false;
    }
  }

  /// Its two halves are taken apart and added up, and nothing else is done with them.
  bool isHalved(ValueId v) const {
    if (Users[v].size() != 2)
      return false;
    const Op &a = F.ops[Users[v][0]], &b = F.ops[Users[v][1]];
    int64_t half = F.typeOf(v).lanes() / 2;
    auto isHalf = [&](const Op &op, int64_t offset) {
      return op.kind == OpKind::ExtractSlice && op.ints[0] == offset && F.typeOf(op.results[0]).lanes() == half &&
             Users[op.results[0]].size() == 1;
    };
    if (!(isHalf(a, 0) && isHalf(b, half)) && !(isHalf(b, 0) && isHalf(a, half)))
      return false;
    OpId sum = Users[a.results[0]][0];
    return Users[b.results[0]][0] == sum && F.ops[sum].kind == OpKind::Add && Is[F.ops[sum].results[0]];
  }

  const Function &F;
  std::vector<llvm::SmallVector<OpId, 2>> Users;
  std::map<OpId, OpId> Owner;
  std::vector<bool> Is;
};

class PairSums {
public:
  PairSums(const Function &source, const Target &target, const LowerOptions &options)
      : S(source), T(target), O(options), Ranges(source), Sums(source), KeepsLanes(source.values.size()) {
    std::vector<bool> isAddend(S.values.size());
    // Users first: what one of them takes by its lanes is not summed in groups before.
    for (const Op &op : llvm::reverse(S.ops)) {
      if (op.results.size() != 1)
        continue;
      const ValueId v = op.results[0];
      if (isAddend[v] && !KeepsLanes[v] && changesSign(S, op) && Sums(op.operands[0])) {
        isAddend[op.operands[0]] = true;
        continue;
      }
      if (isAddend[v] && !KeepsLanes[v]) {
        if (Form form = Sums(v) ? formOf(v) : Form::None; form != Form::None) {
          Addends[v] = form;
          KeepsLanes[v] = true;
        }
      } else if (isAddend[v]) {
        if (Form form = formOf(v); form == Form::Pairs || form == Form::Octets)
          Shared[v] = form;
      }
      for (ValueId operand : op.operands)
        if (KeepsLanes[v])
          KeepsLanes[operand] = true;
        else if (addsUp(op))
          isAddend[operand] = true;
    }
  }
  bool hasWork() const { return !Addends.empty() || !Shared.empty(); }

  bool rewrite(const Op &op, Rewriter &rewriter) {
    if (op.kind == OpKind::Add && !KeepsLanes[op.results[0]] && Sums(op.results[0]) &&
        llvm::any_of(op.operands, [&](ValueId v) { return Shared.count(v) != 0; })) {
      addUpShared(op, rewriter);
      return true;
    }
    auto found = op.results.size() == 1 ? Addends.find(op.results[0]) : Addends.end();
    if (found == Addends.end())
      return false;
    if (found->second != Form::Pairs || op.kind != OpKind::Mul)
      rewriter.copy(op);
    rewriter.map(op.results[0], summed(op, found->second, rewriter));
    return true;
  }

private:
  /// The sum of all lanes of its operands is what matters, or half of that.
  bool addsUp(const Op &op) const {
    return op.kind == OpKind::Add      ? Sums(op.results[0])
           : op.kind == OpKind::Reduce ? op.combine == ReductionKind::Add
                                       : op.kind == OpKind::ExtractSlice && Sums(op.operands[0]);
  }

  /// What an addend becomes: sums of two 16-bit products, of four that 64 bits hold, of eight bytes, or of four byte
  /// products.
  enum class Form { None, Pairs, Quads, Octets, Dots };

  ValueId summed(const Op &op, Form form, Rewriter &rewriter) {
    const ValueId sums = form == Form::Octets ? octets(op, rewriter)
                         : form == Form::Dots ? dots(op, rewriter)
                                              : products(op, form, rewriter);
    return filled(sums, S.typeOf(op.results[0]), op, rewriter);
  }

  /// A sum with an addend that is also used by its lanes.
  void addUpShared(const Op &op, Rewriter &rewriter) {
    llvm::SmallVector<ValueId, 2> operands;
    for (ValueId v : op.operands) {
      const auto form = Shared.find(v);
      operands.push_back(form == Shared.end() ? rewriter.mapped(v)
                                              : summed(*S.definitionOf(v), form->second, rewriter));
    }
    const ValueId result = op.results[0];
    rewriter.map(result, rewriter.builder().create(OpKind::Add, S.typeOf(result), operands, S.values[result].name));
  }

  bool fits(ValueId v, ScalarType type) { return Ranges[v].fits(type); }
  bool isProductOf(const Op &op, ScalarType a, ScalarType b) {
    return op.kind == OpKind::Mul && fits(op.operands[0], a) && fits(op.operands[1], b);
  }

  /// The product that a sum adds up in wider elements, or the op itself.
  const Op &productIn(const Op &op) const {
    const Op *product = op.kind == OpKind::Cast ? definedBy(S, op.operands[0], OpKind::Mul) : nullptr;
    const bool isWider = product && isInteger(S.typeOf(op.results[0]).element) &&
                         bitsOf(S.typeOf(op.results[0]).element) > bitsOf(S.typeOf(op.operands[0]).element);
    return isWider ? *product : op;
  }

  bool hasDots(ScalarType a, ScalarType b, int64_t n) const {
    unsigned lanes = unsigned(nativeLanes(T, O, ScalarType::U8, n)) / 4;
    return T.find(RowKey{OpKind::DotAccumulate, ScalarType::I32, a, lanes, uint8_t(b)});
  }

  bool hasQuads(unsigned shorts) const {
    return T.find(OpKind::MulAddQuads, ScalarType::I64, ScalarType::I16, shorts / 4);
  }

  /// Bytes whose products the target sums up in fours, perhaps after one of the factors has been moved by 128.
  struct DotTypes {
    ScalarType first, second;
    bool isMoved = false;
  };

  std::optional<DotTypes> dotTypes(const Op &op) {
    constexpr ScalarType U8 = ScalarType::U8, I8 = ScalarType::I8;
    const int64_t lanes = S.typeOf(op.results[0]).lanes();
    for (auto [a, b] : {std::pair(U8, I8), {U8, U8}, {I8, I8}})
      if (isProductOf(op, a, b) && (hasDots(a, b, lanes) || (a == b && hasDots(U8, I8, lanes))))
        return DotTypes{a, b, !hasDots(a, b, lanes)};
    return std::nullopt;
  }

  /// A sum of values some of which are products: their own pairs are worth more than those of the sum.
  bool hasProducts(const Op &sum) {
    if (sum.kind != OpKind::Add)
      return false;
    // Sums may share their parts many times over.
    const auto [known, isNew] = WithProducts.try_emplace(sum.results[0], false);
    if (!isNew)
      return known->second;
    const bool has = llvm::any_of(sum.operands, [&](ValueId part) {
      const Op *op = S.definitionOf(part);
      return op && Sums(part) && (isProductOf(*op, ScalarType::I16, ScalarType::I16) || hasProducts(*op));
    });
    return WithProducts[sum.results[0]] = has;
  }

  Form formOf(ValueId v) {
    const Op *op = S.definitionOf(v);
    const VectorType &type = S.typeOf(v);
    if (!op || !llvm::isPowerOf2_64(type.lanes()) || op->kind == OpKind::Constant || op->kind == OpKind::Concat ||
        op->kind == OpKind::ExtractSlice || hasProducts(*op))
      return Form::None;
    unsigned bytes = unsigned(nativeLanes(T, O, ScalarType::U8, type.lanes()));
    unsigned shorts = unsigned(nativeLanes(T, O, ScalarType::I16, type.lanes()));
    // Eight bytes get eight zeros, where that is one instruction all the same.
    const Row *octets =
        bytes >= 8 ? T.find(OpKind::SadOctets, ScalarType::U64, ScalarType::U8, std::max(bytes, 16u) / 8) : nullptr;
    const bool hasOctets = octets && (bytes >= 16 || octets->uops <= 1);
    bool hasPairs = shorts >= 4 && T.find(OpKind::MulAddPairs, ScalarType::I32, ScalarType::I16, shorts / 2);
    // Lanes that come from wider elements would have to be packed first.
    const unsigned source = widthOfSource(v);
    if (hasOctets && fits(v, ScalarType::U8) && op->kind != OpKind::Mul && source <= 8)
      return Form::Octets;
    if (source > 16)
      return Form::None;
    bool is32 = bitsOf(type.element) == 32;
    if (is32 && type.lanes() >= 8 && dotTypes(*op))
      return Form::Dots;
    if (!hasPairs)
      return Form::None;
    if (is32 && isProductOf(*op, ScalarType::I16, ScalarType::I16))
      return Form::Pairs;
    // Two of them must fit 32 bits before they are widened.
    if (const Op &product = productIn(*op); product.kind == OpKind::Mul) {
      const ValueRange range = Ranges[product.results[0]];
      if (!isProductOf(product, ScalarType::I16, ScalarType::I16))
        return Form::None;
      return range.plus(range).fits(ScalarType::I32) ? Form::Pairs : hasQuads(shorts) ? Form::Quads : Form::None;
    }
    return fits(v, ScalarType::I16) ? Form::Pairs : Form::None;
  }

  /// Bits of the widest elements that the lanes of `v` are computed from; what is the same in all lanes has none.
  unsigned widthOfSource(ValueId v) {
    auto [known, isNew] = SourceWidths.try_emplace(v, 0);
    if (!isNew)
      return known->second;
    const Op *op = S.definitionOf(v);
    const VectorType &type = S.typeOf(v);
    unsigned bits = 0;
    if (!op || isMemory(op->kind) || !op->blocks.empty())
      bits = type.isScalar() ? 0 : bitsOf(type.element);
    else if (op->kind != OpKind::Broadcast && op->kind != OpKind::Constant)
      for (ValueId operand : op->operands)
        bits = std::max(bits, widthOfSource(operand));
    return SourceWidths[v] = bits;
  }

  ValueId narrowed(ValueId v, ScalarType element, Rewriter &rewriter) {
    Function &f = rewriter.result();
    const VectorType type = f.typeOf(v);
    const std::string name = f.values[v].name;
    return type.element == element ? v : rewriter.builder().create(OpKind::Cast, type.withElement(element), {v}, name);
  }

  /// a[2l] * b[2l] + a[2l+1] * b[2l+1], or the same of four.
  ValueId products(const Op &op, Form form, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    const VectorType type = S.typeOf(op.results[0]);
    const bool areFour = form == Form::Quads;
    const VectorType sums = areFour ? VectorType::vector(type.lanes() / 4, ScalarType::I64)
                                    : VectorType::vector(type.lanes() / 2, ScalarType::I32);
    ValueId x, y;
    if (const Op &product = productIn(op); product.kind == OpKind::Mul) {
      x = narrowed(rewriter.mapped(product.operands[0]), ScalarType::I16, rewriter);
      y = narrowed(rewriter.mapped(product.operands[1]), ScalarType::I16, rewriter);
    } else {
      x = narrowed(rewriter.mapped(op.results[0]), ScalarType::I16, rewriter);
      y = b.constant(type.withElement(ScalarType::I16), 1);
    }
    return b.create(areFour ? OpKind::MulAddQuads : OpKind::MulAddPairs, sums, {x, y}, S.values[op.results[0]].name);
  }

  /// A conversion that no byte notices.
  static bool isWidening(const Function &f, const Op &op) {
    return (op.kind == OpKind::Cast || op.kind == OpKind::Bitcast) && isInteger(f.typeOf(op.results[0]).element) &&
           isInteger(f.typeOf(op.operands[0]).element) && bitsOf(f.typeOf(op.results[0]).element) > 8 &&
           bitsOf(f.typeOf(op.operands[0]).element) <= bitsOf(f.typeOf(op.results[0]).element);
  }

  /// Sums of eight bytes; of eight distances, where the value is one.
  ValueId octets(const Op &op, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    Function &f = rewriter.result();
    const VectorType bytes = S.typeOf(op.results[0]).withElement(ScalarType::U8);
    ValueId v = rewriter.mapped(op.results[0]);
    ValueId byte = v;
    for (const Op *wide = f.definitionOf(v); wide && isWidening(f, *wide); wide = f.definitionOf(byte))
      byte = wide->operands[0];
    const Op *distance = definedBy(f, byte, OpKind::AbsDiff);
    llvm::SmallVector<ValueId, 2> operands;
    if (distance && f.typeOf(distance->results[0]) == bytes)
      operands.assign(distance->operands.begin(), distance->operands.end());
    else
      operands = {narrowed(v, ScalarType::U8, rewriter), b.constant(bytes, 0)};
    const int64_t lanes = std::max<int64_t>(bytes.lanes(), 16);
    if (lanes > bytes.lanes())
      for (ValueId &operand : operands)
        operand = b.create(OpKind::Concat, withMinor(bytes, lanes), {operand, b.constant(bytes, 0)});
    return b.create(OpKind::SadOctets, VectorType::vector(lanes / 8, ScalarType::U64), operands,
                    S.values[op.results[0]].name);
  }

  ValueId dots(const Op &op, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    VectorType quarter = VectorType::vector(S.typeOf(op.results[0]).lanes() / 4, ScalarType::I32);
    auto types = dotTypes(op);
    ValueId x = rewriter.mapped(op.operands[0]), y = rewriter.mapped(op.operands[1]);
    ValueId a = narrowed(x, types->first, rewriter), c = narrowed(y, types->second, rewriter);
    ValueId zero = b.constant(quarter, 0);
    const std::string &name = S.values[op.results[0]].name;
    auto dot = [&](ValueId first, ValueId second) {
      return b.create(OpKind::DotAccumulate, quarter, {first, second, zero}, name);
    };
    if (!types->isMoved)
      return dot(a, c);
    // a * c = (a + 128) * c - 128 * c = a * (c - 128) - a * -128: each first factor unsigned, each second one signed.
    const VectorType bytes = S.typeOf(op.results[0]).withElement(types->first);
    auto moved = [&](ValueId v, ScalarType to) {
      ValueId flipped = b.create(OpKind::Xor, bytes, {v, b.constant(bytes, wrapTo(bytes.element, 128))}, name);
      return b.create(OpKind::Bitcast, bytes.withElement(to), {flipped}, name);
    };
    const bool isSigned = types->first == ScalarType::I8;
    ValueId all = isSigned ? dot(moved(a, ScalarType::U8), c) : dot(a, moved(c, ScalarType::I8));
    ValueId excess = isSigned ? dot(b.constant(bytes.withElement(ScalarType::U8), 128), c)
                              : dot(a, b.constant(bytes.withElement(ScalarType::I8), -128));
    return b.create(OpKind::Sub, quarter, {all, excess}, name);
  }

  /// `sums` in the first lanes of `type`, 0 in the others. Sums that are narrower than the lanes are widened, and such
  /// as are wider show their low half, which they do not exceed, beside a half that is 0.
  ValueId filled(ValueId sums, const VectorType &type, const Op &op, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    Function &f = rewriter.result();
    const std::string &name = S.values[op.results[0]].name;
    const VectorType from = f.typeOf(sums);
    if (bitsOf(from.element) < bitsOf(type.element))
      sums = b.create(OpKind::Cast, VectorType::vector(from.lanes(), type.element), {sums}, name);
    else if (from.element != type.element)
      sums =
          b.create(OpKind::Bitcast, VectorType::vector(from.bits() / bitsOf(type.element), type.element), {sums}, name);
    llvm::SmallVector<ValueId, 8> parts = {sums};
    const VectorType part = f.typeOf(sums);
    ValueId zero = b.constant(part, 0);
    parts.resize(type.lanes() / part.lanes(), zero);
    return b.create(OpKind::Concat, type, parts, name);
  }

  const Function &S;
  const Target &T;
  const LowerOptions &O;
  RangeTable Ranges;
  SumOnly Sums;
  std::vector<bool> KeepsLanes; ///< somebody takes the value lane by lane
  std::map<ValueId, Form> Addends;
  std::map<ValueId, Form> Shared; ///< addends of sums that are also used by their lanes
  std::map<ValueId, unsigned> SourceWidths;
  std::map<ValueId, bool> WithProducts;
};

} // namespace

Function sumPairs(const Function &function, const Target &target, const LowerOptions &options) {
  PairSums step(function, target, options);
  if (!step.hasWork())
    return function;
  Rewriter rewriter(function);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) { return step.rewrite(op, r); }));
}

} // namespace vecify
