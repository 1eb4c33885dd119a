// Networks of shuffles as calls of functions that the file defines once.
//
//     __m256d a0[4] = {_mm256_loadu_pd(&a[i][j]), ..};      in place, where there are as many registers of one type
//     vecify_avx2_transpose_4x4_f64(a0);
//     .. a0[1] ..
//
//     const __m128 a0[8] = {_mm_loadu_ps(&a[i][j]), ..};    else from one array to another
//     __m256 a1[4];
//     vecify_avx2_transpose_8x4_f32(a0, a1);
//
// Once a call is inlined, as it always is, all indices are constants: gcc and clang then keep each element in a
// register like any other variable.
#include "Printer.h"
#include "RowText.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

using llvm::ArrayRef;
using llvm::StringRef;

static bool isInPlace(const LaneNetwork &network, const Function &f) {
  return network.inputs.size() == network.outputs.size() && f.typeOf(network.inputs[0]) == f.typeOf(network.outputs[0]);
}

/// Says what the function does to `v`.
static std::string commentOn(const LaneNetwork &network, bool inPlace) {
  if (StringRef(network.what).starts_with("transpose"))
    return inPlace ? "Lane i of v[k] and lane k of v[i] change places." : "Lane i of v[k] becomes lane k of to[i].";
  if (StringRef(network.what).starts_with("interleave"))
    return "The first lane of each v[k], then the second one of each, and so on.";
  const std::string to = inPlace ? "v" : "to";
  return "The lanes of all v[k] are dealt out in turn: the first one to " + to + "[0], the second one to " + to +
         "[1] ..";
}

std::string Printer::arrayOf(ArrayRef<ValueId> values, StringRef name) const {
  return typeText(F.typeOf(values[0])) + " " + name.str() + "[" + std::to_string(values.size()) + "]";
}

std::string Printer::definitionOf(const LaneNetwork &network, StringRef name) {
  const bool inPlace = isInPlace(network, F);
  std::map<ValueId, std::string> names;
  for (size_t i = 0; i < network.inputs.size(); ++i)
    names[network.inputs[i]] = "v[" + std::to_string(i) + "]";
  const auto valueOf = [&](const Op &op) {
    const Row *row = T.find(F, op);
    if (!row) {
      fail(op, "the target has no row for " + F.typeOf(op.results[0]).text());
      return std::string();
    }
    if (*row->helper)
      Preamble.insert(row->helper);
    const auto operand = [&](unsigned i) {
      CText text;
      text.text = names[op.operands[i]];
      return text;
    };
    return bareText(fillRow(*row, F, op, operand, "", "").text).str();
  };
  // An output goes to its place at once if all inputs have been read by then: it reads none, nor does what follows.
  const auto isLast = [&](const Op &op) {
    const ValueId result = op.results[0];
    return llvm::is_contained(network.outputs, result) &&
           !llvm::any_of(op.operands, [&](ValueId v) { return llvm::is_contained(network.inputs, v); }) &&
           !llvm::any_of(S.users[result], [&](OpId user) { return S.networkOf(user) == &network; });
  };
  Lines out("  ");
  unsigned count = 0;
  for (OpId id : network.ops)
    if (const Op &op = F.ops[id]; !isLast(op)) {
      const std::string value = valueOf(op);
      std::string &called = names[op.results[0]] = "t" + std::to_string(count++);
      out.line("const " + typeText(F.typeOf(op.results[0])) + " " + called + " = " + value + ";");
    }
  for (OpId id : network.ops) {
    const Op &op = F.ops[id];
    const auto *output = llvm::find(network.outputs, op.results[0]);
    if (output != network.outputs.end())
      out.line((inPlace ? "v[" : "to[") + std::to_string(output - network.outputs.begin()) +
               "] = " + (isLast(op) ? valueOf(op) : names[op.results[0]]) + ";");
  }
  const std::string from = arrayOf(network.inputs, "v");
  return "/* " + commentOn(network, inPlace) + " */\nstatic inline {attr} void " + name.str() + "(" +
         (inPlace ? from : "const " + from + ", " + arrayOf(network.outputs, "to")) + ") {\n" + out.take() + "}\n";
}

std::string Printer::functionFor(const LaneNetwork &network) {
  // Where registers of integers have one type, the sign is no part of the name.
  VectorType type = F.typeOf(network.inputs[0]);
  if (isUnsignedInteger(type.element)) {
    const VectorType withSign = type.withElement(integerType(bitsOf(type.element), true));
    if (typeText(withSign) == typeText(type))
      type = withSign;
  }
  const std::string base = "vecify_" + nameFrom(T.name) + "_" + network.what + "_" + textOf(type.element).str();
  std::string name = base;
  for (unsigned n = 2;; ++n) {
    const std::string definition = definitionOf(network, name);
    const auto isAnother = [&](const FunctionTexts &known) {
      const auto found = known.find(name);
      return found != known.end() && found->second != definition;
    };
    if (!isAnother(Options.networks) && !isAnother(Networks)) {
      Networks[name] = definition;
      Preamble.insert(name);
      return name;
    }
    name = base + "_" + std::to_string(n);
  }
}

void Printer::network(const LaneNetwork &network) {
  const bool inPlace = isInPlace(network, F);
  const std::string function = functionFor(network);
  std::string elements;
  for (ValueId v : network.inputs) {
    const Snippet element = use(v);
    commit(element);
    elements += (elements.empty() ? "" : ", ") + element.c.text;
  }
  const std::string to = Names.unique(nameFor(network.outputs[0]));
  const std::string from = inPlace ? to : Names.unique(nameFor(network.inputs[0]));
  Out.line((inPlace ? "" : "const ") + arrayOf(network.inputs, from) + " = {" + elements + "};");
  if (!inPlace)
    Out.line(arrayOf(network.outputs, to) + ";");
  Out.line(function + "(" + from + (inPlace ? "" : ", " + to) + ");");
  for (size_t o = 0; o < network.outputs.size(); ++o) {
    Snippet element;
    element.c.text = to + "[" + std::to_string(o) + "]";
    define(network.outputs[o], std::move(element));
  }
}

} // namespace vecify
