// Runs a function: one slot of lanes per value, control, memory.
//
// The slots lie in one array that is laid out once, so a loop allocates
// nothing. Strides of the patterns are over parameters and so are numbers from
// the start.
#include "vecify/IR/Interpret.h"
#include "Interpret/Lanes.h"
#include "Interpret/Numbers.h"
#include "vecify/IR/Builder.h"
#include "vecify/IR/Verify.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

namespace vecify {
namespace {

class Machine {
public:
  Machine(const Function &function, Memory &memory) : F(function), M(memory), Slots(F.values.size() + 1) {
    for (size_t v = 0; v < F.values.size(); ++v)
      Slots[v + 1] = Slots[v] + F.values[v].type.lanes();
    Store.resize(Slots.back());
  }

  llvm::Expected<std::vector<Scalar>> run(llvm::ArrayRef<Scalar> parameters) {
    if (parameters.size() != F.parameters.size())
      return error("takes " + llvm::Twine(F.parameters.size()) + " parameters");
    // What only the function itself sees comes behind the source's arrays.
    while (M.arrays.size() < F.arrays.size() && F.arrays[M.arrays.size()].space != ArrayInfo::User)
      M.arrays.push_back({undefinedBytes(F.arrays[M.arrays.size()]), 0});
    if (M.arrays.size() != F.arrays.size())
      return error("takes " + llvm::Twine(F.arrays.size()) + " arrays");
    for (size_t p = 0; p < parameters.size(); ++p) {
      if (parameters[p].type != F.parameters[p].type)
        return error("parameter '" + F.parameters[p].name + "' is " + textOf(F.parameters[p].type));
      lanes(F.parameters[p].value)[0] = canonical(parameters[p].type, parameters[p].bits);
    }
    for (const RuntimeGuard &guard : F.guards) {
      const bool isEither = guard.kind == RuntimeGuard::Either;
      if (guard.kind != RuntimeGuard::NonNegative && !isEither)
        continue;
      const std::optional<int64_t> value = exactly(guard.expr), other = isEither ? exactly(guard.orElse) : value;
      if (!value || !other)
        return error("the guard '" + guard.why + "' overflows");
      if (*value < 0 && *other < 0)
        return std::vector<Scalar>{{ScalarType::Index, 0}};
    }
    for (const MemPattern &pattern : F.patterns) {
      auto &strides = Strides.emplace_back();
      for (const IndexExpr &stride : pattern.strideBytes)
        strides.push_back(wrapped(stride));
    }
    const Op *end = block(F.body);
    if (!end)
      return error(Why);
    std::vector<Scalar> results;
    for (ValueId v : end->operands)
      results.push_back({F.typeOf(v).element, lanes(v)[0]});
    return results;
  }

private:
  llvm::Error error(const llvm::Twine &text) const {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "in '" + F.name + "': " + text);
  }
  bool fail(const Op &op, const llvm::Twine &text) {
    Why = ("'" + toText(F, op) + "': " + text).str();
    return false;
  }
  MutableLanes lanes(ValueId v) { return MutableLanes(Store).slice(Slots[v], Slots[v + 1] - Slots[v]); }
  void copy(ValueId from, ValueId to) {
    const MutableLanes source = lanes(from);
    std::copy(source.begin(), source.end(), lanes(to).begin());
  }

  /// The polynomial modulo 2^64.
  uint64_t wrapped(const IndexExpr &expr) const {
    uint64_t sum = 0;
    for (const IndexExpr::Term &term : expr.terms()) {
      uint64_t product = uint64_t(term.coefficient);
      for (SymbolId s : term.symbols)
        product *= Store[Slots[s]];
      sum += product;
    }
    return sum;
  }

  /// The polynomial in Z; nothing if it, a term or a partial sum does not fit
  /// int64.
  std::optional<int64_t> exactly(const IndexExpr &expr) const {
    int64_t sum = 0;
    for (const IndexExpr::Term &term : expr.terms()) {
      int64_t product = term.coefficient;
      for (SymbolId s : term.symbols) {
        const uint64_t factor = Store[Slots[s]];
        if (F.typeOf(s).element == ScalarType::U64 && factor > uint64_t(INT64_MAX))
          return std::nullopt;
        if (llvm::MulOverflow(product, int64_t(factor), product))
          return std::nullopt;
      }
      if (llvm::AddOverflow(sum, product, sum))
        return std::nullopt;
    }
    return sum;
  }

  /// Runs the ops of a block; returns its yield or return, or null after an
  /// error.
  const Op *block(BlockId id) {
    const Op *op = nullptr;
    for (OpId o : F.blocks[id].ops) {
      op = &F.ops[o];
      if (!run(*op))
        return nullptr;
    }
    return op;
  }

  bool run(const Op &op) {
    switch (classOf(op.kind)) {
    case OpClass::Index:
      lanes(op.results[0])[0] = canonical(F.typeOf(op.results[0]).element, wrapped(op.index));
      return true;
    case OpClass::Memory:
      return memory(op);
    case OpClass::Control:
      return op.kind == OpKind::For ? forLoop(op) : op.kind == OpKind::Launch ? launch(op) : ifElse(op);
    default:
      break;
    }
    // Outside of a launch all lanes run in lock step: a barrier is nothing. Nor is errno.
    if (op.kind == OpKind::Yield || op.kind == OpKind::Return || op.kind == OpKind::Barrier ||
        op.kind == OpKind::DomainError)
      return true;
    Views.clear();
    for (ValueId operand : op.operands)
      Views.push_back(lanes(operand));
    const char *why = evaluateLanes(op, F, Views, lanes(op.results[0]));
    return !why || fail(op, why);
  }

  // -- launches: the blocks one after the other, the threads of a block in lock
  // step where they meet in barriers and reductions, else one after the other

  static std::vector<uint8_t> undefinedBytes(const ArrayInfo &array) {
    size_t bytes = bytesOf(array.element);
    for (int64_t extent : array.extents)
      bytes *= extent;
    return std::vector<uint8_t>(bytes, 0xff); // NaN
  }

  bool launch(const Op &op) {
    const std::vector<ValueId> &arguments = F.blocks[op.blocks[0]].arguments;
    size_t count = 1;
    for (int64_t threads : op.ints)
      count *= threads;
    const auto extent = [&](unsigned d) { return int64_t(lanes(op.operands[d])[0]); };
    const std::vector<uint64_t> before = Store;
    const int64_t x = extent(0), y = extent(1), z = extent(2);
    for (int64_t block = 0; block < x * y * z; ++block) {
      for (size_t a = 0; a < F.arrays.size(); ++a)
        if (F.arrays[a].space == ArrayInfo::Shared)
          M.arrays[a].bytes = undefinedBytes(F.arrays[a]);
      const int64_t place[] = {block % x, block / x % y, block / x / y};
      Threads.assign(count, before);
      for (size_t t = 0; t < count; ++t) {
        const size_t thread[] = {t % op.ints[0], t / op.ints[0] % op.ints[1], t / op.ints[0] / op.ints[1]};
        for (unsigned d = 0; d < 3; ++d) {
          Threads[t][Slots[arguments[d]]] = place[d];
          Threads[t][Slots[arguments[d + 3]]] = thread[d];
        }
      }
      if (!lockstep(op.blocks[0]))
        return false;
    }
    Store = before;
    return true;
  }

  bool meets(const Op &op) const {
    if (op.kind == OpKind::Barrier || op.kind == OpKind::BlockReduce)
      return true;
    return llvm::any_of(
        op.blocks, [&](BlockId b) { return llvm::any_of(F.blocks[b].ops, [&](OpId id) { return meets(F.ops[id]); }); });
  }

  /// Every thread in turn, each with its own values.
  bool forEachThread(llvm::function_ref<bool()> body) {
    for (std::vector<uint64_t> &thread : Threads) {
      Store.swap(thread);
      const bool isFine = body();
      Store.swap(thread);
      if (!isFine)
        return false;
    }
    return true;
  }

  /// What the threads of the block have to agree on.
  std::optional<uint64_t> common(const Op &op, ValueId v) {
    for (const std::vector<uint64_t> &thread : Threads)
      if (thread[Slots[v]] != Threads[0][Slots[v]]) {
        fail(op, "threads of a block go different ways to where they meet");
        return std::nullopt;
      }
    return Threads[0][Slots[v]];
  }

  bool lockstep(BlockId id) {
    for (OpId o : F.blocks[id].ops) {
      const Op &op = F.ops[o];
      bool isFine = true;
      if (!meets(op))
        isFine = forEachThread([&] { return run(op); });
      else if (op.kind == OpKind::BlockReduce)
        isFine = blockReduce(op);
      else if (op.kind != OpKind::Barrier)
        isFine = op.kind == OpKind::For ? lockstepFor(op) : lockstepIf(op);
      if (!isFine)
        return false;
    }
    return true;
  }

  bool lockstepIf(const Op &op) {
    const std::optional<uint64_t> condition = common(op, op.operands[0]);
    if (!condition)
      return false;
    const BlockId side = op.blocks[*condition ? 0 : 1];
    if (!lockstep(side))
      return false;
    const Op &yield = F.ops[F.blocks[side].ops.back()];
    return forEachThread([&] {
      for (size_t r = 0; r < op.results.size(); ++r)
        copy(yield.operands[r], op.results[r]);
      return true;
    });
  }

  bool lockstepFor(const Op &op) {
    const std::vector<ValueId> &arguments = F.blocks[op.blocks[0]].arguments;
    const auto lower = common(op, op.operands[0]), upper = common(op, op.operands[1]),
               step = common(op, op.operands[2]);
    if (!lower || !upper || !step)
      return false;
    const auto moveAll = [&](llvm::ArrayRef<ValueId> from, llvm::ArrayRef<ValueId> to) {
      for (size_t v = 0; v < to.size(); ++v)
        copy(from[v], to[v]);
      return true;
    };
    const auto carried = llvm::ArrayRef(arguments).drop_front();
    forEachThread([&] { return moveAll(llvm::ArrayRef(op.operands).drop_front(3), carried); });
    for (int64_t iv = *lower; iv < int64_t(*upper); iv += int64_t(*step)) {
      forEachThread([&] {
        lanes(arguments[0])[0] = uint64_t(iv);
        return true;
      });
      if (!lockstep(op.blocks[0]))
        return false;
      const Op &yield = F.ops[F.blocks[op.blocks[0]].ops.back()];
      forEachThread([&] {
        carry(yield.operands, arguments);
        return true;
      });
    }
    return forEachThread([&] { return moveAll(carried, op.results); });
  }

  /// Thread l with thread l + n/2, again and again; an odd one out waits.
  bool blockReduce(const Op &op) {
    std::vector<uint64_t> values;
    for (const std::vector<uint64_t> &thread : Threads)
      values.push_back(thread[Slots[op.operands[0]]]);
    while (values.size() > 1) {
      const size_t half = (values.size() + 1) / 2;
      for (size_t l = 0; l + half < values.size(); ++l) {
        elementwise(opOf(op.combine), F.typeOf(op.results[0]).element, values[l], values[l + half], {}, values[l]);
      }
      values.resize(half);
    }
    for (std::vector<uint64_t> &thread : Threads)
      thread[Slots[op.results[0]]] = values[0];
    return true;
  }

  bool ifElse(const Op &op) {
    const Op *yield = block(op.blocks[lanes(op.operands[0])[0] ? 0 : 1]);
    for (size_t r = 0; yield && r < op.results.size(); ++r)
      copy(yield->operands[r], op.results[r]);
    return yield;
  }

  bool forLoop(const Op &op) {
    const std::vector<ValueId> &arguments = F.blocks[op.blocks[0]].arguments;
    const size_t carried = op.results.size();
    int64_t iv = lanes(op.operands[0])[0];
    const int64_t upper = lanes(op.operands[1])[0], step = lanes(op.operands[2])[0];
    if (step <= 0)
      return fail(op, "the step " + llvm::Twine(step) + " is not positive");
    for (size_t c = 0; c < carried; ++c)
      copy(op.operands[c + 3], arguments[c + 1]);
    while (iv < upper) {
      lanes(arguments[0])[0] = uint64_t(iv);
      const Op *yield = block(op.blocks[0]);
      if (!yield)
        return false;
      carry(yield->operands, arguments);
      if (llvm::AddOverflow(iv, step, iv) || (op.mayStop && lanes(arguments[1])[0]))
        break;
    }
    for (size_t c = 0; c < carried; ++c)
      copy(arguments[c + 1], op.results[c]);
    return true;
  }

  /// All yielded values at once: one may be the argument that another one
  /// replaces.
  void carry(llvm::ArrayRef<ValueId> yielded, llvm::ArrayRef<ValueId> arguments) {
    Scratch.clear();
    for (ValueId v : yielded) {
      const MutableLanes from = lanes(v);
      Scratch.insert(Scratch.end(), from.begin(), from.end());
    }
    const uint64_t *from = Scratch.data();
    for (ValueId argument : arguments.drop_front()) {
      const MutableLanes to = lanes(argument);
      std::copy_n(from, to.size(), to.begin());
      from += to.size();
    }
  }

  // -- memory

  /// Where the lanes of an op lie; modulo 2^64, so that a senseless subscript
  /// is out of bounds and nothing worse.
  struct Addresses {
    uint64_t first = 0;
    llvm::SmallVector<uint64_t, 2> strides;                        ///< per dim, bytes
    llvm::SmallVector<std::pair<Lanes, uint64_t>, 1> indexVectors; ///< and the bytes they count
    size_t period = 0;                                             ///< lanes after which they begin again; 0: never
  };

  bool memory(const Op &op) {
    const bool isWrite = op.results.empty();
    const ValueId value = isWrite ? op.operands[0] : op.results[0];
    const VectorType &type = F.typeOf(value);
    const unsigned size = bytesOf(type.element);
    const MemPattern &pattern = F.patterns[op.mem.pattern];
    const auto &strides = Strides[op.mem.pattern];

    Addresses at;
    at.first = M.arrays[pattern.array].base + pattern.offsetBytes;
    for (size_t s = 0; s < op.mem.subs.size(); ++s)
      at.first += wrapped(op.mem.subs[s]) * strides[s];
    if (op.kind == OpKind::Address) {
      lanes(op.results[0])[0] = at.first;
      return true;
    }
    switch (op.kind) {
    case OpKind::TransferRead:
    case OpKind::TransferWrite:
      for (const auto &steps : op.mem.laneSteps) {
        uint64_t stride = 0;
        for (size_t s = 0; s < steps.size(); ++s)
          stride += wrapped(steps[s]) * strides[s];
        at.strides.push_back(stride);
      }
      for (size_t i = 0; i < op.mem.indirectSubs.size(); ++i)
        at.indexVectors.push_back({lanes(op.operands[isWrite + i]), strides[op.mem.indirectSubs[i]]});
      break;
    case OpKind::Gather:
    case OpKind::Scatter:
      at.strides.assign(type.rank(), 0);
      at.indexVectors.push_back({lanes(op.operands[isWrite]), size});
      break;
    case OpKind::LoadSplat:
      at.strides.assign(type.rank(), 0);
      break;
    case OpKind::LoadRepeat:
      at.strides.assign(type.rank(), size);
      at.period = 16 / size;
      break;
    default:
      at.strides.assign(type.rank(), size);
      for (size_t d = type.rank(); d-- > 1;)
        at.strides[d - 1] = at.strides[d] * type.shape[d];
    }

    Lanes mask;
    if (const ValueId m = maskOf(op, F); m != ~0u)
      mask = lanes(m);
    if (op.kind == OpKind::CompressStore) {
      llvm::SmallVector<size_t, 16> on;
      for (size_t lane = 0; lane < mask.size(); ++lane)
        if (mask[lane])
          on.push_back(lane);
      return on.empty() ||
             transfer(op, at, VectorType::vector(on.size(), type.element), {},
                      [&](size_t lane, uint8_t *bytes) { std::memcpy(bytes, &lanes(value)[on[lane]], size); });
    }
    uint64_t padding = 0;
    if (op.kind == OpKind::TransferRead && !mask.empty())
      padding = lanes(op.operands.back())[0];
    return transfer(op, at, type, mask, [&](size_t lane, uint8_t *bytes) {
      if (isWrite) {
        std::memcpy(bytes, &lanes(value)[lane], size);
        return;
      }
      uint64_t bits = 0;
      if (bytes)
        std::memcpy(&bits, bytes, size);
      lanes(value)[lane] = bytes ? canonical(type.element, bits) : padding;
    });
  }

  /// Calls `move` for every lane in ascending order, with its place in memory;
  /// with null for lanes of a read that are masked off.
  template <class Move>
  bool transfer(const Op &op, const Addresses &at, const VectorType &type, Lanes mask, Move move) {
    MemoryImage &image = M.arrays[F.patterns[op.mem.pattern].array];
    const int64_t size = bytesOf(type.element), end = image.bytes.size();
    llvm::SmallVector<int64_t, 4> index(type.rank(), 0);
    uint64_t address = at.first;
    const size_t count = type.lanes();
    for (size_t lane = 0; lane < count; ++lane) {
      if (!mask.empty() && !mask[lane]) {
        if (!op.results.empty())
          move(lane, nullptr);
      } else {
        uint64_t sum = address;
        for (const auto &[vector, bytes] : at.indexVectors)
          sum += vector[lane] * bytes;
        const int64_t place = int64_t(sum);
        if (place < 0 || place > end - size)
          return fail(op, "lane " + llvm::Twine(lane) + " lies at byte " +
                              llvm::Twine(int64_t(sum - uint64_t(image.base))) + " of '" +
                              F.arrays[F.patterns[op.mem.pattern].array].name + "', outside its " + llvm::Twine(end) +
                              " bytes");
        move(lane, image.bytes.data() + place);
      }
      for (size_t d = type.rank(); d-- > 0;) {
        address += at.strides[d];
        if (++index[d] < type.shape[d])
          break;
        address -= at.strides[d] * type.shape[d];
        index[d] = 0;
      }
      if (at.period && (lane + 1) % at.period == 0)
        address = at.first;
    }
    return true;
  }

  const Function &F;
  Memory &M;
  std::vector<size_t> Slots; ///< of each value in Store; one more at the end
  std::vector<uint64_t> Store, Scratch;
  std::vector<std::vector<uint64_t>> Threads; ///< Store of each thread of the block that runs
  std::vector<llvm::SmallVector<uint64_t, 2>> Strides;
  llvm::SmallVector<Lanes, 4> Views;
  std::string Why;
};

} // namespace

llvm::Expected<std::vector<Scalar>> interpret(const Function &function, llvm::ArrayRef<Scalar> parameters,
                                              Memory &memory) {
  if (llvm::Error broken = verify(function))
    return broken;
  return Machine(function, memory).run(parameters);
}

} // namespace vecify
