// What whoever places a kernel on a tile must know of it.
#include "Kernel.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace vecify {

namespace json = llvm::json;

namespace {

/// One array parameter, in all vectorized loops of a function together.
struct Buffer {
  std::string type;
  ScalarType element = ScalarType::I32;
  bool isRead = false, isWritten = false, isKnown = true;
  std::vector<std::string> begin, end; ///< bytes from the base: alternatives, the least and the largest count
  std::optional<int64_t> bytes;
  unsigned alignment = 1, before = 0, behind = 0;
  std::optional<Blocking> blocking;
};

class KernelManifest {
public:
  KernelManifest(const FunctionEntry &entry, const std::vector<LoopDecision> &decisions, const Target &target)
      : Entry(entry), T(target) {
    for (const LoopDecision &decision : decisions)
      visit(decision);
  }

  bool isKernel() const { return !Loops.empty(); }

  void write(json::OStream &out) const {
    out.object([&] {
      out.attribute("name", Entry.name);
      out.attributeArray("loops", [&] {
        for (const auto &[line, plan] : Loops)
          loop(line, *plan, out);
      });
      out.attributeArray("buffers", [&] {
        for (const auto &[name, buffer] : Buffers)
          this->buffer(name, buffer, out);
      });
      memory(out);
      out.attributeArray("assumptions", [&] {
        for (const std::string &text : assumptions())
          out.value(text);
      });
    });
  }

private:
  void visit(const LoopDecision &decision) {
    if (!decision.vectorized) {
      for (const LoopDecision &inner : decision.inner)
        visit(inner);
      return;
    }
    const Plan &plan = decision.candidates[0].best();
    if (!plan.code)
      return;
    const Nest &nest = *decision.entry->nest;
    Loops.push_back({nest.loc().line, &plan});
    for (ArrayId a = 0; a < nest.arrays.size(); ++a)
      note(nest, a, plan.code->arrays[a]);
    for (const Symbol &symbol : nest.symbols)
      if (symbol.kind == Symbol::Param && symbol.multiple > 1)
        Promises.insert(symbol.name + " is a multiple of " + std::to_string(symbol.multiple));
  }

  static std::string text(const Nest &nest, const IndexExpr &expr) {
    return expr.print([&](SymbolId s) { return nest.symbols[s].name; });
  }

  void note(const Nest &nest, ArrayId a, const ArrayInfo &info) {
    Buffer &buffer = Buffers[info.name];
    buffer.type = nest.arrays[a].paramType;
    buffer.element = nest.arrays[a].element;
    for (const Access &access : nest.accesses)
      if (access.array == a)
        (access.isWrite ? buffer.isWritten : buffer.isRead) = true;
    const Footprint range = footprint(nest, a);
    buffer.isKnown &= range.isKnown;
    std::optional<int64_t> most = 0;
    for (const IndexExpr &end : range.upper) {
      add(buffer.end, text(nest, end));
      const std::optional<int64_t> constant = end.asConstant();
      most = most && constant ? std::optional(std::max(*most, *constant)) : std::nullopt;
    }
    for (const IndexExpr &begin : range.lower)
      add(buffer.begin, text(nest, begin));
    buffer.bytes = range.isKnown ? most : std::nullopt;
    buffer.alignment = std::max(buffer.alignment, info.assumedAlignment);
    buffer.before = std::max(buffer.before, info.slackBefore);
    buffer.behind = std::max(buffer.behind, info.slackBehind);
    if (info.blocking)
      buffer.blocking = info.blocking;
  }

  static void add(std::vector<std::string> &texts, std::string text) {
    if (!llvm::is_contained(texts, text))
      texts.push_back(std::move(text));
  }

  void loop(unsigned line, const Plan &plan, json::OStream &out) const {
    out.object([&] {
      out.attribute("line", line);
      out.attribute("shape", plan.summary);
      out.attribute("cycles_per_iteration", llvm::formatv("{0:f3}", plan.cost.perIteration).str());
      out.attribute("limited_by", textOf(plan.cost.limit));
      if (plan.cost.utilization > 0)
        out.attribute("modelled_utilization", llvm::formatv("{0:f2}", plan.cost.utilization).str());
    });
  }

  void buffer(const std::string &name, const Buffer &buffer, json::OStream &out) const {
    out.object([&] {
      out.attribute("name", name);
      out.attribute("type", buffer.type);
      out.attribute("direction", buffer.isRead && buffer.isWritten ? "inout" : buffer.isWritten ? "out" : "in");
      out.attribute("element_bytes", bytesOf(buffer.element));
      const auto ends = [&](const char *key, const std::vector<std::string> &texts) {
        out.attributeArray(key, [&] {
          for (const std::string &text : texts)
            out.value(text);
        });
      };
      ends("begins_at_least_of", buffer.begin);
      ends("ends_at_most_of", buffer.end);
      if (buffer.bytes)
        out.attribute("bytes", *buffer.bytes);
      out.attribute("alignment", buffer.alignment);
      out.attribute("readable_before", buffer.before);
      out.attribute("readable_behind", buffer.behind);
      if (buffer.blocking)
        layout(*buffer.blocking, out);
    });
  }

  /// The order in which a DMA takes elements of the row-major matrix so that they lie in blocks.
  static void layout(const Blocking &b, json::OStream &out) {
    out.attributeObject("layout", [&] {
      out.attribute("rows", b.rows);
      out.attribute("columns", b.columns);
      out.attribute("block_rows", b.blockRows);
      out.attribute("block_columns", b.blockColumns);
    });
    out.attributeArray("dma", [&] {
      const std::pair<int64_t, int64_t> dims[] = {{b.rows / b.blockRows, b.blockRows * b.columns},
                                                  {b.columns / b.blockColumns, b.blockColumns},
                                                  {b.blockRows, b.columns},
                                                  {b.blockColumns, 1}};
      for (const auto &[size, stride] : dims)
        out.object([&] {
          out.attribute("size", size);
          out.attribute("stride", stride);
        });
    });
  }

  void memory(json::OStream &out) const {
    out.attributeObject("memory", [&] {
      std::optional<int64_t> total = 0;
      for (const auto &[name, buffer] : Buffers)
        total = total && buffer.bytes ? std::optional(*total + *buffer.bytes + buffer.before + buffer.behind)
                                      : std::nullopt;
      out.attribute("capacity", int64_t(T.aie->dataBytes));
      if (!total)
        return;
      out.attribute("bytes", *total);
      out.attribute("double_buffered_bytes", 2 * *total);
      out.attribute("double_buffer", 2 * *total <= int64_t(T.aie->dataBytes));
    });
  }

  std::vector<std::string> assumptions() const {
    std::vector<std::string> texts(Promises.begin(), Promises.end());
    for (const auto &[name, buffer] : Buffers) {
      if (buffer.alignment > 1)
        texts.push_back(name + " begins at a multiple of " + std::to_string(buffer.alignment) + " bytes");
      if (buffer.before > 0)
        texts.push_back(std::to_string(buffer.before) + " bytes before what is read of " + name + " may be read");
      if (buffer.behind > 0)
        texts.push_back(std::to_string(buffer.behind) + " bytes behind what is read of " + name + " may be read");
      if (buffer.blocking)
        texts.push_back(name + " lies in blocks, as its layout says");
    }
    return texts;
  }

  const FunctionEntry &Entry;
  const Target &T;
  std::vector<std::pair<unsigned, const Plan *>> Loops;
  llvm::MapVector<std::string, Buffer, std::map<std::string, unsigned>> Buffers;
  std::set<std::string> Promises;
};

} // namespace

std::string manifestOf(const ParsedFile &file, const std::vector<std::vector<LoopDecision>> &decisions,
                       const Target &target) {
  std::string text;
  llvm::raw_string_ostream os(text);
  json::OStream out(os, 2);
  const llvm::StringRef path = file.path;
  out.object([&] {
    out.attribute("source", path.substr(path.rfind('/') + 1));
    out.attribute("target", target.name);
    out.attributeArray("kernels", [&] {
      for (unsigned f = 0; f < file.functions.size(); ++f) {
        const KernelManifest kernel(file.functions[f], decisions[f], target);
        if (kernel.isKernel())
          kernel.write(out);
      }
    });
  });
  os << "\n";
  return os.str();
}

} // namespace vecify
