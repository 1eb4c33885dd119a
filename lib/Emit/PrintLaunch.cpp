// Launches and barriers; see Printer.h. A launch becomes a kernel of its own and a call:
//
//     static __global__ void __launch_bounds__(256) saxpy_i_kernel(ptrdiff_t n, ..) {
//       const ptrdiff_t block = blockIdx.x, thread = threadIdx.x, blocks = gridDim.x;
//       for (ptrdiff_t i = 1024 * block + 4 * thread; i < n; i += 1024 * blocks) { ... }
//     }
//     ...
//     VECIFY_LAUNCH(saxpy_i_kernel, dim3(blocks, 1, 1), dim3(256, 1, 1), stream, n, ..);
#include "Printer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {

using llvm::StringRef;

/// What the coordinates of a launch are called, and what they are in CUDA.
static constexpr struct {
  const char *name, *text;
} Coordinates[] = {{"block", "blockIdx.x"},   {"block_y", "blockIdx.y"},   {"block_z", "blockIdx.z"},
                   {"thread", "threadIdx.x"}, {"thread_y", "threadIdx.y"}, {"thread_z", "threadIdx.z"},
                   {"blocks", "gridDim.x"},   {"blocks_y", "gridDim.y"},   {"blocks_z", "gridDim.z"}};

void Printer::defineCaptured(ValueId v, const std::string &name) {
  Snippet snippet;
  snippet.c.text = name;
  snippet.c.type = promoted(F.typeOf(v).element);
  define(v, std::move(snippet));
}

static void collectUses(const Function &f, const Spelling &s, BlockId block, llvm::function_ref<void(ValueId)> visit) {
  for (OpId id : f.blocks[block].ops) {
    if (!s.isLive(id))
      continue;
    visitSpelledUses(f.ops[id], f, [&](ValueId v, bool) { visit(v); });
    for (BlockId inner : f.ops[id].blocks)
      collectUses(f, s, inner, visit);
  }
}

static bool isOfParameters(const Function &f, const IndexExpr &expr) {
  return expr.terms().size() <= 3 && llvm::all_of(expr.symbols(), [&](SymbolId s) {
           return llvm::any_of(f.parameters, [&](const Parameter &p) { return p.value == s; });
         });
}

std::string Printer::kernel(OpId id, StringRef name, std::vector<ValueId> &captured,
                            std::vector<Interface::Local> &parameters) {
  const Op &op = F.ops[id];
  const BlockId body = op.blocks[0];
  // None of the host's own names is seen here.
  const LocalNames hostNames = Names;
  Names = KernelNames;
  Names.openScope();
  std::vector<std::string> coordinates;
  for (unsigned c = 0; c < std::size(Coordinates); ++c) {
    coordinates.push_back(Names.unique(Coordinates[c].name));
    if (c < 6)
      defineCaptured(F.blocks[body].arguments[c], coordinates[c]);
  }
  // What the host has computed comes as a parameter; constants are printed as they are.
  std::vector<std::string> names;
  std::set<ValueId> seen;
  collectUses(F, S, body, [&](ValueId v) {
    const bool isParameter = llvm::any_of(F.parameters, [&](const Parameter &p) { return p.value == v; });
    const OpId definition = F.values[v].definition;
    const bool isInside = S.ancestorIn(S.placeOf[id].block, definition == ~0u ? id : definition) == id &&
                          (definition != ~0u || S.blockOf[v] == body || S.blockOf[v] != F.body);
    if (isParameter || isInside || definition == ~0u || !seen.insert(v).second)
      return;
    const unsigned extent = unsigned(llvm::find(op.operands, v) - op.operands.begin());
    const Op &source = F.ops[definition];
    if (source.kind == OpKind::IndexValue && source.index.asConstant()) {
      Snippet snippet;
      snippet.c = integerLiteral(ScalarType::Index, *source.index.asConstant());
      snippet.c.type = ScalarType::I32;
      define(v, std::move(snippet));
    } else if (source.kind == OpKind::IndexValue && isOfParameters(F, source.index)) {
      // What the kernel can compute as well from the parameters.
      define(v, index(source.index));
    } else if (source.kind == OpKind::Constant) {
      Snippet snippet = scalar(definition);
      define(v, std::move(snippet));
    } else if (extent < 3) {
      defineCaptured(v, coordinates[6 + extent]);
    } else {
      names.push_back(Names.unique(nameFor(v)));
      captured.push_back(v);
      defineCaptured(v, names.back());
    }
  });
  Out.in();
  block(body, {body, {}});
  Out.out();
  const std::string text = Out.take();

  const std::set<std::string> mentioned = identifiersIn(text);
  std::string prologue;
  for (unsigned c = 0; c < std::size(Coordinates); ++c)
    if (mentioned.count(coordinates[c]))
      prologue += (prologue.empty() ? "const ptrdiff_t " : ", ") + coordinates[c] + " = " + Coordinates[c].text;
  if (!prologue.empty())
    Out.line("  " + prologue + ";");
  for (uint32_t a = 0; a < F.arrays.size(); ++a) {
    const ArrayInfo &array = F.arrays[a];
    if (array.space != ArrayInfo::Shared || !mentioned.count(I.bases[a]))
      continue;
    std::string extents;
    for (int64_t extent : array.extents)
      extents += "[" + std::to_string(extent) + "]";
    Out.line("  VECIFY_SHARED(" + cTypeName(array.element).str() + ", " + I.bases[a] + ", " + extents + ");");
  }
  Out.append(text);
  parameters = I.localsIn(text);
  llvm::erase_if(parameters, [&](const Interface::Local &local) {
    if (llvm::is_contained(I.outs, local.name))
      return true;
    for (uint32_t a = 0; a < F.arrays.size(); ++a)
      if (F.arrays[a].space == ArrayInfo::Shared && I.bases[a] == local.name)
        return true;
    return false;
  });
  std::vector<std::string> declarations;
  for (const Interface::Local &local : parameters)
    declarations.push_back(local.declaration);
  for (unsigned c = 0; c < captured.size(); ++c)
    declarations.push_back(cTypeName(F.typeOf(captured[c]).element).str() + " " + names[c]);
  const std::string inside = Out.take();
  int64_t threads = 1;
  for (int64_t size : op.ints)
    threads *= size;
  Out.line("static __global__ void __launch_bounds__(" + std::to_string(threads) + ") " + name.str() + "(" +
           llvm::join(declarations, ", ") + ") {");
  Out.append(inside);
  Out.line("}");
  Out.append("\n");
  Names = hostNames;
  return Out.take();
}

void Printer::launch(OpId id) {
  const Op &op = F.ops[id];
  std::string name = KernelBase + "_kernel" + (LaunchCount ? std::to_string(LaunchCount + 1) : "");
  // The kernel sees none of the host's variables.
  Lines host = std::move(Out);
  Out = Lines();
  std::string *const sink = Kernels;
  Kernels = nullptr;
  const std::vector<ValueState> before = State;
  const llvm::SetVector<ValueId> keptBack = KeptBack;
  KeptBack.clear();
  std::vector<ValueId> captured;
  std::vector<Interface::Local> parameters;
  const std::string text = kernel(id, name, captured, parameters);
  // One kernel serves all launches that do the same.
  std::string nameless = text;
  nameless.erase(nameless.find(name), name.size());
  const auto [known, isNew] = KernelNamesByText.try_emplace(nameless, name);
  if (isNew) {
    *sink += text;
    ++LaunchCount;
  }
  name = known->second;
  State = before;
  KeptBack = keptBack;
  Kernels = sink;
  Out = std::move(host);

  const auto dims = [&](auto text) {
    std::string result = "dim3(";
    for (unsigned d = 0; d < 3; ++d)
      result += (d ? ", " : "") + text(d);
    return result + ")";
  };
  std::string call = "VECIFY_LAUNCH(" + name + ", ";
  Snippet all;
  const auto argument = [&](ValueId v) {
    const Snippet snippet = useAsName(v);
    all.absorb(snippet);
    return snippet.c.text;
  };
  call += dims([&](unsigned d) { return argument(op.operands[d]); }) + ", ";
  call += dims([&](unsigned d) { return std::to_string(op.ints[d]); }) + ", stream";
  for (const Interface::Local &parameter : parameters)
    call += ", " + parameter.name;
  for (ValueId v : captured)
    call += ", " + argument(v);
  flushBefore(id, all);
  commit(all);
  Out.line(call + ");");
}

void Printer::barrier() {
  for (ValueId v : llvm::SmallVector<ValueId, 8>(KeptBack.begin(), KeptBack.end()))
    if (!State[v].snippet.loads.empty())
      writeOut(v);
  Out.line("__syncthreads();");
}

} // namespace vecify
