// Step: sums of narrow products become dot products, four bytes or two 16-bit integers at a time: those that a loop
// carries, and those that are written out.
//
//     for %p = %from to %to step 4 carry(%s = %z) {            for .. {
//       %x0 = transfer_read a[%p] : i8                           %x = load_splat a[%p] unaligned : 16xu32
//       %y0 = transfer_read b[%p] lanes(4) : 16xi8       ->      %y = transfer_read b[%p] lanes(1) : 64xu8
//       %s0 = add %s, (i32)%x0 * (i32)%y0                        %s3 = dot_acc %y, (bitcast %x), %s
//       .. a[%p + 1], b[%p + 1]: lanes beside those before       yield %s3
//
// What the target wants side by side is where it is found: lanes between each other are whole registers of memory,
// lanes that slide along memory are so with the sums in another order (of two: first the even ones, then the odd ones,
// put right behind the loop), all others are interleaved in registers. Bytes of signs that the target cannot multiply
// are moved by 128 into the other one, and what that adds is taken off before the loop (UniformSums.cpp):
//
//     sum x*y = sum x*(y + 128) - 128 * sum x
//
// Integers wrap, so their order is free.
#include "CarriedSums.h"
#include "DotForm.h"
#include "GroupInterleaved/Groups.h"
#include "GroupInterleaved/Interleave.h"
#include "Steps.h"
#include "UniformSums.h"
#include "WrittenSums.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

/// Where the neighbours along the products of one lane lie.
enum class Lie {
  Between, ///< lane l has them at l * group
  Sliding, ///< lane l has them from l on
  Apart    ///< in vectors of their own
};

struct Dots {
  std::vector<NarrowProduct> products;
  DotForm form;
  Lie lie = Lie::Apart;
  bool mayReadAgain = true; ///< where the dot products stand, memory is as it was where the factors were read
};

/// A sum that a loop carries.
struct CarriedDots : Dots {
  CarriedDots(CarriedSum &&sum, const DotForm &form, Lie lie)
      : Dots{std::move(sum.products), form, lie, true}, carried(sum.carried), adds(std::move(sum.adds)) {}
  unsigned carried;
  std::vector<OpId> adds;
};

/// One that is written out.
struct WrittenDots : Dots {
  std::vector<WrittenSum::Addend> others;
};

class FormingDots {
public:
  FormingDots(const Function &source, const Target &target, const LowerOptions &options)
      : S(source), T(target), O(options), Ranges(source) {
    const std::vector<unsigned> uses = useCounts(S);
    for (OpId id = 0; id < S.ops.size(); ++id)
      if (S.ops[id].kind == OpKind::For && S.ops[id].ints.empty())
        look(id, uses);
    std::set<OpId> carried;
    for (const auto &[id, all] : Loops)
      for (const CarriedDots &dots : all)
        carried.insert(dots.adds.begin(), dots.adds.end());
    for (WrittenSum &sum : writtenSums(S, Ranges, uses))
      if (!carried.count(sum.root))
        look(std::move(sum));
  }
  bool hasWork() const { return !Loops.empty() || !Written.empty(); }

  bool rewrite(const Op &op, Rewriter &rewriter) const {
    if (const auto found = Loops.find(op.id); found != Loops.end()) {
      loop(op, found->second, rewriter);
      return true;
    }
    if (const auto found = Written.find(op.id); found != Written.end()) {
      rewriter.map(op.results[0], written(op, found->second, rewriter));
      return true;
    }
    return false;
  }

private:
  void look(OpId id, llvm::ArrayRef<unsigned> uses) {
    const Op &loop = S.ops[id];
    // Reads are moved to the last of their group.
    bool writes = false;
    forEachMemoryOp(S, loop.blocks[0], [&](const Op &op) { writes |= isMemoryWrite(op.kind); });
    if (writes)
      return;
    std::vector<CarriedDots> all;
    for (CarriedSum &sum : carriedSums(S, loop, Ranges, uses)) {
      const VectorType &type = S.typeOf(loop.results[sum.carried]);
      const int64_t native = nativeLanesOf(type);
      const std::optional<DotForm> form = dotFormOf(S, sum.products, bitsOf(type.element), native, T, Ranges);
      if (!form || (form->movesY && !canSplit(loop, sum.products)))
        continue;
      const Lie lie = lieOf(sum.products, *form, native);
      all.push_back({std::move(sum), *form, lie});
    }
    if (!all.empty())
      Loops.emplace(id, std::move(all));
  }

  void look(WrittenSum sum) {
    llvm::stable_sort(sum.products, [&](const NarrowProduct &a, const NarrowProduct &b) {
      return isShared(S, a.x) > isShared(S, b.x);
    });
    sortByPlace(sum);
    const VectorType &type = S.typeOf(S.ops[sum.root].results[0]);
    const unsigned bits = bitsOf(type.element);
    while (sum.products.size() % (bits == 64 ? 4 : 2) != 0) {
      sum.others.push_back({sum.products.back().term, sum.products.back().isSubtracted});
      sum.products.pop_back();
    }
    if (sum.products.empty())
      return;
    const int64_t native = nativeLanesOf(type);
    std::optional<DotForm> form = dotFormOf(S, sum.products, bits, native, T, Ranges);
    if (!form || form->movesY || (form->kind == OpKind::MulAddPairs && !multipliesPairsAtOnce(native)))
      return;
    form->xFirst &= form->kind == OpKind::MulAddQuads || form->group == 4; // it is the constant, or like one
    const bool mayReadAgain = isUnchanged(sum);
    Lie lie = lieOf(sum.products, *form, native);
    if (lie == Lie::Between && !mayReadAgain)
      lie = Lie::Apart;
    Written.emplace(sum.root, WrittenDots{{std::move(sum.products), *form, lie, mayReadAgain}, std::move(sum.others)});
  }

  /// Where a product that is made wider is one instruction, pairs of them that are several have nothing to offer.
  bool multipliesPairsAtOnce(int64_t lanes) const {
    const Row *row = T.find(OpKind::MulAddPairs, ScalarType::I32, ScalarType::I16, unsigned(lanes));
    return row && row->uops <= 1;
  }

  /// Nothing is written between the reads of its factors, which stand in its block, and the sum.
  bool isUnchanged(const WrittenSum &sum) const {
    std::set<OpId> reads;
    for (const NarrowProduct &product : sum.products)
      for (ValueId factor : {product.x, product.y})
        if (const Op *read = definedBy(S, factor, OpKind::TransferRead))
          reads.insert(read->id);
    const auto block = llvm::find_if(S.blocks, [&](const Block &b) { return llvm::is_contained(b.ops, sum.root); });
    size_t seen = 0;
    for (OpId id : block->ops) {
      if (id == sum.root)
        return seen == reads.size();
      seen += reads.count(id);
      if (seen > 0 && (isMemoryWrite(S.ops[id].kind) || !S.ops[id].blocks.empty()))
        return false;
    }
    return false;
  }

  /// The order of memory, where all that lanes have of their own is read from one array.
  void sortByPlace(WrittenSum &sum) const {
    std::vector<std::pair<int64_t, size_t>> order;
    const Op *first = definedBy(S, sum.products[0].y, OpKind::TransferRead);
    for (size_t p = 0; p < sum.products.size(); ++p) {
      const Op *read = definedBy(S, sum.products[p].y, OpKind::TransferRead);
      if (!first || !read || S.patterns[read->mem.pattern].array != S.patterns[first->mem.pattern].array)
        return;
      const std::optional<int64_t> ahead = (S.byteAddress(read->mem) - S.byteAddress(first->mem)).asConstant();
      if (!ahead)
        return;
      order.push_back({*ahead, p});
    }
    llvm::sort(order);
    const std::vector<NarrowProduct> old = sum.products;
    for (size_t p = 0; p < order.size(); ++p)
      sum.products[p] = old[order[p].second];
  }

  int64_t nativeLanesOf(const VectorType &type) const { return nativeLanes(T, O, type.element, type.lanes()); }

  /// Whether the x's are words of memory that can be read before the loop.
  bool canSplit(const Op &loop, llvm::ArrayRef<NarrowProduct> products) const {
    const llvm::SmallVector<ValueId, 8> xs = factors(products, &NarrowProduct::x);
    const Block &body = S.blocks[loop.blocks[0]];
    for (size_t x = 0; x < xs.size(); x += 4)
      if (!areNeighbours(S, llvm::ArrayRef(xs).slice(x, 4)))
        return false;
    return llvm::all_of(xs, [&](ValueId x) {
      bool isKnown = true;
      forEachUse(*S.definitionOf(x), [&](ValueId v) {
        isKnown &= S.values[v].definition == NoValue || !llvm::is_contained(body.ops, S.values[v].definition);
      });
      return isKnown;
    });
  }

  static llvm::SmallVector<ValueId, 8> factors(llvm::ArrayRef<NarrowProduct> products, ValueId NarrowProduct::*which) {
    llvm::SmallVector<ValueId, 8> values;
    for (const NarrowProduct &product : products)
      values.push_back(product.*which);
    return values;
  }

  // -- how the lanes lie

  Lie lieOf(llvm::ArrayRef<NarrowProduct> products, const DotForm &form, int64_t native) const {
    std::optional<Lie> all;
    for (size_t p = 0; p < products.size(); p += form.group) {
      const Lie lie = lieOf(factors(products.slice(p, form.group), &NarrowProduct::y), form, native);
      if (all && *all != lie)
        return Lie::Apart;
      all = lie;
      // Both factors would have to slide.
      if (lie == Lie::Sliding && !isShared(S, products[p].x))
        return Lie::Apart;
    }
    return *all;
  }

  Lie lieOf(llvm::ArrayRef<ValueId> ys, const DotForm &form, int64_t native) const {
    const Op *first = definedBy(S, ys[0], OpKind::TransferRead);
    if (!first)
      return Lie::Apart;
    const int64_t size = bytesOf(S.typeOf(ys[0]).element), lanes = S.typeOf(ys[0]).lanes();
    for (size_t g = 0; g < ys.size(); ++g) {
      const Op *read = definedBy(S, ys[g], OpKind::TransferRead);
      if (!read || hasMask(*read, S) || !read->mem.indirectSubs.empty() || !(S.typeOf(ys[g]) == S.typeOf(ys[0])) ||
          S.patterns[read->mem.pattern].array != S.patterns[first->mem.pattern].array ||
          S.laneStrideBytes(read->mem, 0) != S.laneStrideBytes(first->mem, 0) ||
          (S.byteAddress(read->mem) - S.byteAddress(first->mem)).asConstant() != int64_t(g) * size)
        return Lie::Apart;
    }
    const std::optional<int64_t> stride = S.laneStrideBytes(first->mem, 0).asConstant();
    if (stride == size * int64_t(form.group))
      return Lie::Between;
    const bool fillsRegisters = lanes % (native * form.group) == 0;
    return stride == size && fillsRegisters ? Lie::Sliding : Lie::Apart;
  }

  // -- the loop anew

  void loop(const Op &op, llvm::ArrayRef<CarriedDots> all, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    Function &f = rewriter.result();
    const Block &body = S.blocks[op.blocks[0]];
    llvm::SmallVector<ValueId, 16> inits;
    for (ValueId init : llvm::ArrayRef(op.operands).drop_front(3))
      inits.push_back(rewriter.mapped(init));
    std::map<OpId, std::pair<const CarriedDots *, size_t>> ends; // of a group's chain; with its first product
    std::set<OpId> others;
    std::map<std::vector<ValueId>, ValueId> excess;
    for (const CarriedDots &dots : all) {
      inits[dots.carried] = started(op, dots, inits[dots.carried], excess, rewriter);
      for (size_t a = 0; a < dots.adds.size(); ++a) {
        const bool isEnd = (a + 1) % dots.form.group == 0;
        isEnd ? void(ends[dots.adds[a]] = {&dots, a + 1 - dots.form.group}) : void(others.insert(dots.adds[a]));
      }
    }
    const OpId fresh = b.forLoop(rewriter.mapped(op.operands[0]), rewriter.mapped(op.operands[1]),
                                 rewriter.mapped(op.operands[2]), inits, S.values[body.arguments[0]].name);
    f.ops[fresh].mayStop = op.mayStop;
    const BlockId outer = b.block(), inside = f.ops[fresh].blocks[0];
    for (size_t a = 0; a < body.arguments.size(); ++a) {
      const ValueId argument = f.blocks[inside].arguments[a];
      f.values[argument].name = S.values[body.arguments[a]].name;
      rewriter.map(body.arguments[a], argument);
    }
    std::map<const CarriedDots *, ValueId> sums;
    for (const CarriedDots &dots : all)
      sums[&dots] = rewriter.mapped(body.arguments[dots.carried + 1]);
    b.setBlock(inside);
    for (OpId id : llvm::ArrayRef(body.ops).drop_back()) {
      const Op &inner = S.ops[id];
      if (others.count(id))
        continue;
      b.loc = inner.loc;
      b.fp = inner.fp;
      const auto end = ends.find(id);
      if (end == ends.end()) {
        if (!rewrite(inner, rewriter))
          rewriter.copy(inner);
        continue;
      }
      const auto &[dots, first] = end->second;
      sums[dots] = dot(*dots, first, sums[dots], S.values[inner.results[0]].name, rewriter);
      rewriter.map(inner.results[0], sums[dots]);
    }
    llvm::SmallVector<ValueId, 16> yielded;
    for (ValueId v : S.ops[body.ops.back()].operands)
      yielded.push_back(rewriter.mapped(v));
    b.yield(yielded);
    b.setBlock(outer);
    for (size_t r = 0; r < op.results.size(); ++r)
      rewriter.map(op.results[r], f.ops[fresh].results[r]);
    for (const CarriedDots &dots : all) {
      const ValueId result = op.results[dots.carried];
      rewriter.map(result, finished(dots, rewriter.mapped(result), S.typeOf(result), rewriter));
    }
  }

  /// What a sum begins with, in the order of the dots, less what moved factors add to it.
  ValueId started(const Op &op, const CarriedDots &dots, ValueId init, std::map<std::vector<ValueId>, ValueId> &excess,
                  Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    const VectorType own = S.typeOf(op.results[dots.carried]), type = own.withElement(dots.form.sum());
    const std::string name = S.values[op.results[dots.carried]].name;
    if (own.element != type.element)
      init = b.create(OpKind::Bitcast, type, {init}, name);
    if (dots.lie == Lie::Sliding && !splatOf(rewriter.result(), init) && !splatInt(rewriter.result(), init)) {
      const int64_t group = dots.form.group;
      llvm::SmallVector<ValueId, 4> parts, turned;
      for (int64_t p = 0; p < group; ++p)
        parts.push_back(
            b.extractSlice(init, {p * type.lanes() / group}, VectorType::vector(type.lanes() / group, type.element)));
      for (int64_t p = 0; p < group; ++p)
        turned.push_back(everyNth(parts, p, T, b, name));
      init = b.create(OpKind::Concat, type, turned, name);
    }
    if (!dots.form.movesY)
      return init;
    const llvm::SmallVector<ValueId, 8> xs = factors(dots.products, &NarrowProduct::x);
    const int64_t native = nativeLanesOf(own);
    const auto [known, isNew] = excess.try_emplace(std::vector<ValueId>(xs.begin(), xs.end()), NoValue);
    if (isNew)
      known->second =
          repeated(scaledSumBefore(op, xs, dots.form.x == ScalarType::I8, native, rewriter), type.lanes() / native, b);
    return b.create(OpKind::Sub, type, {init, known->second}, name);
  }

  /// The sum in the order of its lanes.
  ValueId finished(const Dots &dots, ValueId sum, const VectorType &type, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    const std::string name = rewriter.result().values[sum].name;
    if (dots.lie == Lie::Sliding) {
      const int64_t group = dots.form.group, lanes = type.lanes() / group;
      llvm::SmallVector<ValueId, 4> parts;
      for (int64_t p = 0; p < group; ++p)
        parts.push_back(b.extractSlice(sum, {p * lanes}, VectorType::vector(lanes, dots.form.sum())));
      sum = b.create(OpKind::Concat, type.withElement(dots.form.sum()), interleaved(parts, T, b), name);
    }
    return type.element == dots.form.sum() ? sum : b.create(OpKind::Bitcast, type, {sum}, name);
  }

  // -- a sum that is written out

  ValueId written(const Op &op, const WrittenDots &dots, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    const VectorType own = S.typeOf(op.results[0]), type = own.withElement(dots.form.sum());
    const std::string name = S.values[op.results[0]].name;
    const auto bits = [&](ValueId v, const VectorType &as) {
      return rewriter.result().typeOf(v) == as ? v : b.create(OpKind::Bitcast, as, {v}, name);
    };
    // What is the same in all lanes may be in any order.
    llvm::SmallVector<WrittenSum::Addend, 4> others(dots.others.begin(), dots.others.end());
    const auto isStart = [&](const WrittenSum::Addend &other) {
      return !other.isSubtracted && (dots.lie != Lie::Sliding || splatInt(S, other.value) || splatOf(S, other.value));
    };
    const bool accumulates = dots.form.kind == OpKind::DotAccumulate;
    ValueId sum = accumulates ? b.constant(type, 0) : NoValue;
    if (auto *start = llvm::find_if(others, isStart); accumulates && start != others.end()) {
      sum = bits(rewriter.mapped(start->value), type);
      others.erase(start);
    }
    for (size_t p = 0; p < dots.products.size(); p += dots.form.group)
      sum = dot(dots, p, sum, name, rewriter);
    sum = finished(dots, sum, own, rewriter);
    for (const WrittenSum::Addend &other : others)
      sum = b.create(other.isSubtracted ? OpKind::Sub : OpKind::Add, own,
                     {sum, bits(rewriter.mapped(other.value), own)}, name);
    return sum;
  }

  // -- one dot product

  /// `sum`, or nothing, and the products of the group that begins with `first`.
  ValueId dot(const Dots &dots, size_t first, ValueId sum, const std::string &name, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    const DotForm &form = dots.form;
    const llvm::ArrayRef<NarrowProduct> products = llvm::ArrayRef(dots.products).slice(first, form.group);
    const llvm::SmallVector<ValueId, 8> xs = factors(products, &NarrowProduct::x),
                                        ys = factors(products, &NarrowProduct::y);
    const VectorType type = VectorType::vector(S.typeOf(ys[0]).lanes(), form.sum());
    const int64_t native = nativeLanesOf(type);
    const bool isKnown = llvm::all_of(xs, [&](ValueId v) { return isShared(S, v); }),
               readsAgain = dots.mayReadAgain && llvm::none_of(xs, [&](ValueId v) { return isShared(S, v); });
    const ValueId x =
        isKnown
            ? repeated(word(dots, products, form.x, native, rewriter), type.lanes() / native, b)
            : sideBySide(xs, form.x, readsAgain && lieOf(xs, form, native) == Lie::Between ? Lie::Between : Lie::Apart,
                         type.lanes(), rewriter);
    ValueId y = sideBySide(ys, form.movesY ? other(form.y) : form.y, dots.lie, type.lanes(), rewriter);
    if (form.movesY)
      y = moved(y, form.y, rewriter);
    const ValueId a = form.xFirst ? x : y, c = form.xFirst ? y : x;
    if (form.kind == OpKind::DotAccumulate)
      return b.create(form.kind, type, {a, c, sum}, name);
    const ValueId dot = b.create(form.kind, type, {a, c}, name);
    return sum == NoValue ? dot : b.create(OpKind::Add, type, {sum, dot}, name);
  }

  static ScalarType other(ScalarType byte) { return byte == ScalarType::I8 ? ScalarType::U8 : ScalarType::I8; }

  /// By 128 into the other sign.
  static ValueId moved(ValueId v, ScalarType to, Rewriter &rewriter) {
    Builder &b = rewriter.builder();
    const VectorType bytes = rewriter.result().typeOf(v);
    const std::string name = rewriter.result().values[v].name;
    const ValueId flipped = b.create(OpKind::Xor, bytes, {v, b.constant(bytes, wrapTo(bytes.element, 128))}, name);
    return b.create(OpKind::Bitcast, bytes.withElement(to), {flipped}, name);
  }

  static ValueId repeated(ValueId v, int64_t times, Builder &b) {
    const VectorType type = b.function().typeOf(v);
    const std::string name = b.function().values[v].name;
    const llvm::SmallVector<ValueId, 8> copies(size_t(times), v);
    return times == 1 ? v
                      : b.create(OpKind::Concat, VectorType::vector(times * type.lanes(), type.element), copies, name);
  }

  /// The same value in another narrow type that holds it.
  static ValueId converted(ValueId v, ScalarType to, Builder &b) {
    const VectorType type = b.function().typeOf(v);
    const std::string name = b.function().values[v].name;
    if (type.element == to)
      return v;
    const bool isBits = bitsOf(type.element) == bitsOf(to) && !type.isScalar();
    return b.create(isBits ? OpKind::Bitcast : OpKind::Cast, type.withElement(to), {v}, name);
  }

  /// Scalars side by side in each of `lanes` lanes: from memory where they lie so, else put together.
  ValueId word(const Dots &dots, llvm::ArrayRef<NarrowProduct> products, ScalarType element, int64_t lanes,
               Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    const llvm::SmallVector<ValueId, 8> xs = factors(products, &NarrowProduct::x);
    const unsigned count = unsigned(xs.size()), bits = bitsOf(element);
    const VectorType words = VectorType::vector(lanes, integerType(count * bits, false)),
                     parts = VectorType::vector(count * lanes, element);
    if (dots.mayReadAgain && areNeighbours(S, xs) && bitsOf(S.typeOf(xs[0]).element) <= bits)
      return converted(splatOfNeighbours(*S.definitionOf(xs[0]), count, lanes, rewriter), element, b);
    ValueId whole = NoValue;
    std::string name;
    if (llvm::all_of(xs, [&](ValueId x) { return splatInt(S, x).has_value(); })) {
      uint64_t value = 0;
      llvm::SmallVector<int64_t, 4> constants;
      for (unsigned p = 0; p < count; ++p) {
        constants.push_back(constantOf(products[p]));
        value |= (uint64_t(constants[p]) & ((1u << bits) - 1)) << p * bits;
      }
      whole = b.constant(words, value);
      name = nameOfFactors(constants);
    } else {
      ValueId scalar = NoValue;
      for (unsigned p = 0; p < count; ++p) {
        ValueId part = b.cast(b.cast(scalarOf(products[p], rewriter), integerType(bits, false)), words.element);
        if (p > 0)
          part = shiftedUp(part, p * bits, b);
        scalar = p == 0 ? part : b.create(OpKind::Or, VectorType::scalar(words.element), {scalar, part});
      }
      whole = b.broadcast(scalar, words);
    }
    return b.create(OpKind::Bitcast, parts, {whole}, name);
  }

  int64_t constantOf(const NarrowProduct &product) const {
    return product.isSubtracted ? -*splatInt(S, product.x) : *splatInt(S, product.x);
  }

  ValueId scalarOf(const NarrowProduct &product, Rewriter &rewriter) const {
    if (!splatInt(S, product.x))
      return rewriter.mapped(product.x);
    const ScalarType element = product.isSubtracted ? ScalarType::I32 : S.typeOf(product.x).element;
    return rewriter.builder().constant(VectorType::scalar(element), constantOf(product));
  }

  static ValueId shiftedUp(ValueId v, int64_t by, Builder &b) {
    Op op;
    op.kind = OpKind::ShlImm;
    op.operands = {v};
    op.ints = {by};
    const VectorType type = b.function().typeOf(v);
    return b.function().ops[b.append(std::move(op), {type})].results[0];
  }

  static ValueId inAllLanes(ValueId v, int64_t lanes, Builder &b) {
    const VectorType type = b.function().typeOf(v);
    return type.isScalar() ? b.broadcast(v, VectorType::vector(lanes, type.element)) : v;
  }

  /// Lanes whose neighbours stand side by side.
  ValueId sideBySide(llvm::ArrayRef<ValueId> ys, ScalarType element, Lie lie, int64_t lanes, Rewriter &rewriter) const {
    Builder &b = rewriter.builder();
    const VectorType type = S.typeOf(ys[0]);
    const VectorType all = VectorType::vector(int64_t(ys.size()) * lanes, type.element);
    const std::string name = S.values[ys[0]].name;
    const Op *first = S.definitionOf(ys[0]);
    if (lie == Lie::Between)
      return converted(
          b.transferRead(all, contiguousFrom(rewriter.result(), rewriter.mapped(first->mem), bytesOf(type.element), 0),
                         {}, NoValue, NoValue, name),
          element, b);
    llvm::SmallVector<ValueId, 4> parts;
    for (ValueId y : ys)
      parts.push_back(lie == Lie::Sliding ? rewriter.mapped(y)
                                          : converted(inAllLanes(rewriter.mapped(y), lanes, b), element, b));
    if (lie == Lie::Apart)
      parts = interleaved(parts, T, b);
    return converted(
        b.create(OpKind::Concat, VectorType::vector(all.lanes(), b.function().typeOf(parts[0]).element), parts, name),
        element, b);
  }

  const Function &S;
  const Target &T;
  const LowerOptions &O;
  RangeTable Ranges;
  std::map<OpId, std::vector<CarriedDots>> Loops;
  std::map<OpId, WrittenDots> Written;
};

} // namespace

llvm::Expected<Function> formDots(const Function &f, const Target &target, const LowerOptions &options) {
  const FormingDots step(f, target, options);
  if (!step.hasWork())
    return f;
  Rewriter rewriter(f);
  return sweep(rewriter.run([&](const Op &op, Rewriter &r) { return step.rewrite(op, r); }));
}

} // namespace vecify
