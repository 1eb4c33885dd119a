#include "KeepApart.h"
#include "Compose.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

/// A sum of floats: with a product, or with a sum of equal numbers, which gcc takes for one, it could be fused.
static bool couldFuse(const Nest &nest) {
  return llvm::any_of(nest.exprs, [](const Expr &e) {
    return isFloat(e.type) && (e.kind == Expr::MulAdd ||
                               (e.kind == Expr::Binary && (e.binary == BinaryOp::Add || e.binary == BinaryOp::Sub)));
  });
}

static bool anyCouldFuse(const LoopEntry &loop) {
  return (loop.nest && couldFuse(*loop.nest)) || llvm::any_of(loop.inner, anyCouldFuse);
}

static bool anyIsStrict(const LoopEntry &loop) {
  return (loop.nest && loop.nest->clauses.fpStrict && couldFuse(*loop.nest)) || llvm::any_of(loop.inner, anyIsStrict);
}

/// The function speaks of floats, in its loops or between them.
static bool namesFloats(llvm::StringRef definition) {
  const std::set<std::string> words = identifiersOf(definition);
  return words.count("float") || words.count("double");
}

static void addInlined(const LoopEntry &loop, const std::map<std::string, unsigned> &functions,
                       std::set<unsigned> &callees) {
  if (loop.nest && couldFuse(*loop.nest))
    for (const std::string &name : loop.nest->inlined)
      if (auto callee = functions.find(name); callee != functions.end())
        callees.insert(callee->second);
  for (const LoopEntry &inner : loop.inner)
    addInlined(inner, functions, callees);
}

KeptApart findKeptApart(const ParsedFile &file, FpMode mode) {
  KeptApart kept;
  kept.isFile = mode == FpMode::Strict;
  kept.inlined.resize(file.functions.size());
  std::map<std::string, unsigned> byName;
  for (unsigned f = 0; f < file.functions.size(); ++f)
    byName.emplace(file.functions[f].name, f);
  for (unsigned f = 0; f < file.functions.size(); ++f) {
    const FunctionEntry &entry = file.functions[f];
    const llvm::StringRef text = llvm::StringRef(file.text).slice(entry.definition.begin, entry.definition.end);
    if (kept.isFile ? llvm::any_of(entry.loops, anyCouldFuse) || namesFloats(text)
                    : llvm::any_of(entry.loops, anyIsStrict))
      kept.functions.insert(f);
    for (const LoopEntry &loop : entry.loops)
      addInlined(loop, byName, kept.inlined[f]);
  }
  const auto isKept = [&](unsigned f) { return kept.contains(f); };
  for (size_t before = ~size_t(0); before != kept.functions.size();) {
    before = kept.functions.size();
    for (unsigned f = 0; f < kept.inlined.size(); ++f) {
      const std::set<unsigned> &callees = kept.inlined[f];
      if (isKept(f) || llvm::any_of(callees, isKept)) {
        kept.functions.insert(f);
        kept.functions.insert(callees.begin(), callees.end());
      }
    }
  }
  return kept;
}

/// The directives for gcc behind these lines: it fuses by default, and its vectorizer fuses complex products even when
/// told not to.
static KeepApartText gccBehind(llvm::StringRef front, llvm::StringRef back) {
  return {(front + "#pragma GCC push_options\n"
                   "#pragma GCC optimize(\"fp-contract=off\", \"no-tree-vectorize\")\n"
                   "#endif\n")
              .str(),
          (back + "#pragma GCC pop_options\n"
                  "#endif")
              .str()};
}

KeepApartText keepApartByGcc(llvm::StringRef condition) {
  const std::string line = ("#if " + condition + "\n").str();
  return gccBehind(line, line);
}

KeepApartText keepApartText(bool isFile) {
  if (isFile)
    return keepApartByGcc("defined(__GNUC__) && !defined(__clang__)");
  return gccBehind("#if defined(__clang__)\n"
                   "#pragma float_control(push)\n"
                   "#pragma STDC FP_CONTRACT OFF\n"
                   "#elif defined(__GNUC__)\n",
                   "#if defined(__clang__)\n"
                   "#pragma float_control(pop)\n"
                   "#elif defined(__GNUC__)\n");
}

} // namespace vecify
