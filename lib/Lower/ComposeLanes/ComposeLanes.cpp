// Step: lanes that several instructions move, one behind the other, are moved by one.
//
//     %e = even %a, %b                                 %s = shuffle %a, %b [0, 1, 4, 5, ..]
//     %o = odd %a, %b                           ->
//     %s = zip_lo (even %e, %e), (even %o, %o)
//
// What takes the members of structures apart, widens and narrows numbers, shifts whole bytes and puts members together
// again does nothing to the bytes but to move them. Every byte of what is used in the end is followed to where it was
// loaded or computed; where it all comes from two registers, one shuffle of those will do. Which of a block's registers
// are made that way is decided together, for what is in between may serve several of them.
#include "Edit.h"
#include "Steps.h"
#include "Ways.h"
#include <map>
#include <set>

namespace vecify {
namespace {

class Composer {
public:
  Composer(Function &function, const Target &target) : F(function), T(target) {}

  void run() {
    findUsesElsewhere();
    std::map<ValueId, Way> chosen;
    for (BlockId block = 0; block < F.blocks.size(); ++block)
      chosen.merge(chooseIn(block));
    if (!chosen.empty())
      apply(chosen);
  }

private:
  using Ways = std::map<ValueId, Way>;

  void findUsesElsewhere() {
    std::vector<BlockId> definedIn(F.values.size(), ~0u);
    IsUsedElsewhere.resize(F.values.size());
    for (BlockId block = 0; block < F.blocks.size(); ++block)
      for (OpId id : F.blocks[block].ops)
        for (ValueId result : F.ops[id].results)
          definedIn[result] = block;
    for (BlockId block = 0; block < F.blocks.size(); ++block)
      for (OpId id : F.blocks[block].ops)
        for (ValueId operand : F.ops[id].operands)
          if (definedIn[operand] != block)
            IsUsedElsewhere[operand] = true;
  }

  /// Where that is less to do, taken together; from all of them on, those are given up that are better as they are.
  Ways chooseIn(BlockId block) const {
    if (!mayHaveChains(block))
      return {};
    WayFinder finder(F, block, T);
    const std::vector<bool> isUsed = usedByOthers(block, finder.sources());
    Ways ways;
    for (OpId id : F.blocks[block].ops)
      for (ValueId result : F.ops[id].results)
        if (isUsed[result] && isLast(result, finder.sources()))
          if (std::optional<Way> way = finder.wayTo(result))
            ways[result] = std::move(*way);
    if (ways.empty())
      return {};
    const double before = effortOf(block, finder, isUsed, {});
    double after = effortOf(block, finder, isUsed, ways);
    for (auto it = ways.begin(); it != ways.end();) {
      auto node = ways.extract(it++);
      const double without = effortOf(block, finder, isUsed, ways);
      if (without <= after)
        after = without;
      else
        ways.insert(std::move(node));
    }
    return after < before - Least ? ways : Ways();
  }

  /// To ask for less than where every byte comes from.
  bool mayHaveChains(BlockId block) const {
    const auto moves = [&](const Op *op) { return op && mayMoveBytes(op->kind) && op->kind != OpKind::Bitcast; };
    return llvm::any_of(F.blocks[block].ops, [&](OpId id) {
      return moves(&F.ops[id]) &&
             llvm::any_of(F.ops[id].operands, [&](ValueId v) { return moves(F.definitionOf(strippedOfCasts(v))); });
    });
  }

  ValueId strippedOfCasts(ValueId v) const {
    const Op *op = definedBy(F, v, OpKind::Bitcast);
    return op ? strippedOfCasts(op->operands[0]) : v;
  }

  /// By ops that do more than to move bytes, or outside of the block.
  std::vector<bool> usedByOthers(BlockId block, const ByteSources &sources) const {
    std::vector<bool> isUsed = IsUsedElsewhere;
    for (OpId id : F.blocks[block].ops) {
      const Op &op = F.ops[id];
      if (op.results.size() != 1 || !sources.isMoved(op.results[0]))
        for (ValueId operand : op.operands)
          isUsed[operand] = true;
    }
    return isUsed;
  }

  /// Moves what others have moved; a single move is what it is.
  bool isLast(ValueId v, const ByteSources &sources) const {
    return sources.isMoved(v) &&
           llvm::any_of(F.definitionOf(v)->operands, [&](ValueId o) { return sources.isMoved(o); });
  }

  /// Of the block's ops that load and move bytes, those that are needed.
  double effortOf(BlockId block, const WayFinder &finder, std::vector<bool> isNeeded, const Ways &ways) const {
    double effort = 0;
    std::set<Window> loaded;
    const auto load = [&](const Window &window) {
      if (loaded.insert(window).second)
        effort += finder.effortOf(window).value_or(0);
    };
    std::set<llvm::SmallVector<Window, 2>> joined;
    for (OpId id : llvm::reverse(F.blocks[block].ops)) {
      const Op &op = F.ops[id];
      if (op.results.size() != 1 || !isNeeded[op.results[0]])
        continue;
      if (const std::optional<Window> window = finder.memory().windowOf(op.results[0])) {
        load(*window);
        continue;
      }
      const auto way = ways.find(op.results[0]);
      if (way != ways.end()) {
        effort += way->second.effort;
        for (const Part &part : way->second.from)
          if (part.value != NoValue)
            isNeeded[part.value] = true;
          else if (part.windows.size() == 1)
            load(part.windows[0]);
          else if (joined.insert(part.windows).second)
            effort += finder.effortOfBlocks(part.windows);
      } else if (finder.sources().isMoved(op.results[0])) {
        const Row *row = T.find(F, op);
        effort += row ? row->effort() : 0;
        for (ValueId operand : op.operands)
          isNeeded[operand] = true;
      }
    }
    return effort;
  }

  void apply(const Ways &ways) {
    std::map<ValueId, ValueId> replaced;
    BlockEditor editor(F);
    editor.run([&](OpId id) {
      const auto way = F.ops[id].results.size() == 1 ? ways.find(F.ops[id].results[0]) : ways.end();
      if (way != ways.end()) {
        replaced[way->first] = insert(editor, way->first, way->second);
        editor.drop();
      }
    });
    replaceUses(F, replaced);
  }

  ValueId insert(BlockEditor &editor, ValueId v, const Way &way) {
    const VectorType type = F.typeOf(v);
    const std::string name = F.values[v].name;
    const auto seenAs = [&](const VectorType &as, ValueId value) {
      return F.typeOf(value) == as ? value : editor.insert(OpKind::Bitcast, as, {value}, name);
    };
    llvm::SmallVector<ValueId, 2> from;
    for (const Part &part : way.from)
      from.push_back(seenAs(way.type, part.value != NoValue ? part.value : loaded(editor, part, name)));
    ValueId result = from[0];
    if (way.kind != OpKind::Bitcast) {
      Op move;
      move.kind = way.kind;
      move.operands = {from[0], from.back()};
      if (way.kind == OpKind::Shuffle)
        move.ints.assign(way.lanes.begin(), way.lanes.end());
      result = editor.insert(std::move(move), way.type, name);
    }
    if (way.type.bits() > type.bits()) {
      Op first;
      first.kind = OpKind::ExtractSlice;
      first.operands = {result};
      first.ints = {0};
      const ScalarType element = way.type.element;
      result = editor.insert(std::move(first), VectorType::vector(type.bits() / bitsOf(element), element), name);
    }
    return seenAs(type, filled(editor, seenAs, result, way));
  }

  ValueId filled(BlockEditor &editor, llvm::function_ref<ValueId(const VectorType &, ValueId)> seenAs, ValueId v,
                 const Way &way) {
    const Filling &filling = way.filling;
    if (filling.bytes == 0)
      return v;
    const ScalarType element = integerType(unsigned(8 * filling.bytes), false);
    const VectorType type = VectorType::vector(F.typeOf(v).bits() / bitsOf(element), element);
    v = seenAs(type, v);
    const auto with = [&](OpKind kind, uint64_t bits) {
      Op constant;
      constant.kind = OpKind::Constant;
      constant.intValue = int64_t(bits);
      v = editor.insert(kind, type, {v, editor.insert(std::move(constant), type)});
    };
    if (filling.clears())
      with(OpKind::And, filling.keep);
    if (filling.set)
      with(OpKind::Or, filling.set);
    return v;
  }

  ValueId loaded(BlockEditor &editor, const Part &part, llvm::StringRef name) {
    llvm::SmallVector<ValueId, 2> blocks;
    for (const Window &window : part.windows)
      blocks.push_back(loaded(editor, window, name));
    if (blocks.size() == 1)
      return blocks[0];
    const VectorType &type = F.typeOf(blocks[0]);
    return editor.insert(OpKind::Concat, VectorType::vector(type.lanes() * blocks.size(), type.element), blocks, name);
  }

  /// Windows of one load are those of one block.
  ValueId loaded(BlockEditor &editor, const Window &window, llvm::StringRef name) {
    const auto [known, isNew] = Loaded.try_emplace(window, NoValue);
    if (isNew) {
      const ScalarType element = F.typeOf(F.ops[window.load].results[0]).element;
      const VectorType type = VectorType::vector(8 * window.bytes / bitsOf(element), element);
      known->second = editor.insert(*loadOf(F, window), type, name);
    }
    return known->second;
  }

  /// A gain that is worth a change, in issue slots.
  static constexpr double Least = 0.1;

  Function &F;
  const Target &T;
  std::vector<bool> IsUsedElsewhere;
  std::map<Window, ValueId> Loaded;
};

} // namespace

llvm::Expected<Function> composeLanes(const Function &f, const Target &target, const LowerOptions &) {
  Function result = f;
  if (!target.aie)
    Composer(result, target).run();
  return std::move(result);
}

} // namespace vecify
