// See MemoryRuns.h.
#include "MemoryRuns.h"
#include "Alias.h"
#include "llvm/Support/MathExtras.h"

namespace vecify {

MemoryRuns::MemoryRuns(const Function &function, BlockId block) : F(function), Ops(function.blocks[block].ops) {
  for (size_t place = 0; place < Ops.size(); ++place)
    if (F.ops[Ops[place]].kind == OpKind::Load)
      add(Ops[place], place);
}

void MemoryRuns::add(OpId id, size_t place) {
  const Op &load = F.ops[id];
  const VectorType &type = F.typeOf(load.results[0]);
  const int64_t bytes = type.bits() / 8;
  const IndexExpr address = F.byteAddress(load.mem);
  for (Run &run : Runs) {
    const Op &first = F.ops[run.first];
    const std::optional<int64_t> distance = (address - F.byteAddress(first.mem)).asConstant();
    if (!distance || F.patterns[first.mem.pattern].array != F.patterns[load.mem.pattern].array ||
        F.typeOf(first.results[0]).element != type.element || first.mem.rowSet != load.mem.rowSet ||
        first.mem.row != load.mem.row)
      continue;
    Windows[load.results[0]] = {run.first, *distance, bytes};
    run.loads.push_back(id);
    run.lowest = std::min(run.lowest, *distance);
    addSpan(run, *distance, *distance + bytes);
    return;
  }
  Windows[load.results[0]] = {id, 0, bytes};
  RunOfFirst[id] = unsigned(Runs.size());
  Runs.push_back({id, place, 0, {{0, bytes}}, {id}, {}});
}

void MemoryRuns::addSpan(Run &run, int64_t from, int64_t to) {
  for (auto span = run.spans.begin(); span != run.spans.end();)
    if (span->first <= to && span->second >= from) {
      from = std::min(from, span->first);
      to = std::max(to, span->second);
      span = run.spans.erase(span);
    } else {
      ++span;
    }
  run.spans[from] = to;
}

std::optional<Window> MemoryRuns::windowOf(ValueId loaded) const {
  const auto found = Windows.find(loaded);
  return found == Windows.end() ? std::nullopt : std::optional(found->second);
}

ValueId MemoryRuns::valueOf(const Window &window) const {
  for (OpId id : runOf(window).loads)
    if (Windows.at(F.ops[id].results[0]) == window)
      return F.ops[id].results[0];
  return NoValue;
}

bool MemoryRuns::isLoaded(const Window &window) const {
  return llvm::any_of(runOf(window).spans, [&](const auto &span) {
    return Window{window.load, span.first, span.second - span.first}.has(window);
  });
}

std::optional<Window> MemoryRuns::around(const Window &wanted, int64_t bytes) const {
  const int64_t lowest = runOf(wanted).lowest;
  const int64_t inOrder = lowest + llvm::divideFloorSigned(wanted.offset - lowest, bytes) * bytes;
  for (int64_t offset : {inOrder, wanted.offset, wanted.end() - bytes})
    if (const Window window{wanted.load, offset, bytes}; window.has(wanted) && isLoaded(window))
      return window;
  return std::nullopt;
}

std::optional<std::pair<Window, Window>> MemoryRuns::across(const Window &wanted, int64_t bytes) const {
  const int64_t lowest = runOf(wanted).lowest;
  const Window first{wanted.load, lowest + llvm::divideFloorSigned(wanted.offset - lowest, bytes) * bytes, bytes};
  for (int64_t offset : {first.end(), wanted.end() - bytes})
    if (const Window second{wanted.load, offset, bytes}; offset > first.offset && offset <= first.end() &&
                                                         second.end() >= wanted.end() && isLoaded(first) &&
                                                         isLoaded(second))
      return std::pair(first, second);
  return std::nullopt;
}

std::optional<Window> MemoryRuns::justAt(const Window &wanted, int64_t bytes) const {
  for (int64_t offset : {wanted.offset, wanted.end() - bytes})
    if (const Window window{wanted.load, offset, bytes}; isLoaded(window))
      return window;
  return std::nullopt;
}

bool MemoryRuns::isUnchanged(const Window &window, size_t place) {
  Run &run = Runs[RunOfFirst.at(window.load)];
  if (!run.changedAt)
    run.changedAt = firstChange(run);
  return place <= *run.changedAt;
}

size_t MemoryRuns::firstChange(const Run &run) const {
  bool isChanged = false;
  const auto visit = [&](const Op &other) {
    isChanged |=
        isMemoryWrite(other.kind) && llvm::any_of(run.loads, [&](OpId id) { return mayOverlap(F, F.ops[id], other); });
  };
  for (size_t place = run.place; place < Ops.size(); ++place) {
    const Op &op = F.ops[Ops[place]];
    if (isMemory(op.kind))
      visit(op);
    for (BlockId inner : op.blocks)
      forEachMemoryOp(F, inner, visit);
    if (isChanged)
      return place;
  }
  return Ops.size();
}

std::optional<Op> loadOf(const Function &function, const Window &window) {
  Op load = function.ops[window.load];
  load.results.clear();
  const MemPattern &pattern = function.patterns[load.mem.pattern];
  if (window.offset == 0)
    return load;
  for (size_t s = load.mem.subs.size(); s-- > 0;)
    if (const std::optional<int64_t> stride = pattern.strideBytes[s].asConstant();
        stride && *stride > 0 && window.offset % *stride == 0) {
      load.mem.subs[s] += window.offset / *stride;
      return load;
    }
  return std::nullopt;
}

} // namespace vecify
