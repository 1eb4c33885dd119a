// Reductions that no table row has: a tree of halves made of the target's own rows.
//
//     8xf32 add:  static inline float vecify_avx2_reduce_add_f32x8(__m256 v) {
//                   const __m128 v4 = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
//                   const __m128 v2 = _mm_add_ps(v4, _mm_movehl_ps(v4, v4));
//                   const __m128 v1 = _mm_add_ps(v2, _mm_shuffle_ps(v2, v2, 1));
//                   return (v1)[0];
//                 }
//
// Lane l meets lane l + n/2, then the halves again: the order that Interpret defines, so floats round alike. While the
// vector is wider than the smallest whole register it is cut in two; below, lanes are moved down inside it.
#include "Expansion.h"

namespace vecify {
namespace {

struct Operator {
  ReductionKind combine;
  OpKind op;
};
constexpr Operator operators[] = {
    {ReductionKind::Add, OpKind::Add},   {ReductionKind::Mul, OpKind::Mul},   {ReductionKind::Min, OpKind::Min},
    {ReductionKind::Max, OpKind::Max},   {ReductionKind::And, OpKind::And},   {ReductionKind::Or, OpKind::Or},
    {ReductionKind::Xor, OpKind::Xor},   {ReductionKind::CMin, OpKind::CMin}, {ReductionKind::CMax, OpKind::CMax},
    {ReductionKind::FMin, OpKind::FMin}, {ReductionKind::FMax, OpKind::FMax}};

std::string fill(llvm::StringRef text, llvm::StringRef first, llvm::StringRef second = "") {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    const llvm::StringRef rest = text.substr(i);
    const auto replace = [&](llvm::StringRef placeholder, llvm::StringRef with) {
      if (!rest.starts_with(placeholder))
        return false;
      result += with;
      i += placeholder.size();
      return true;
    };
    if (!replace("{0}", first) && !replace("{1}", second) && !replace("{imm}", "0") && !replace("{part}", "1"))
      result += text[i++];
  }
  return result;
}

/// What is known of the function under construction: its body and the sum of its rows' costs.
struct Body {
  std::string text;
  float uops = 0, uses = 0, latency = 0;
  uint16_t ports = 0;
  std::vector<const char *> needs;
  const char *feature = "";

  void pay(float rowUops, uint16_t rowPorts, float rowUses, float rowLatency) {
    uops += rowUops;
    uses += rowUses;
    ports |= rowPorts;
    latency += rowLatency;
  }
  void use(const Row &row) {
    pay(row.uops, row.ports, row.portUses, row.latency);
    if (*row.helper && !llvm::is_contained(needs, row.helper))
      needs.push_back(row.helper);
    if (*row.feature)
      feature = row.feature;
  }
};

} // namespace

void TableExpansion::addReduction(ReductionKind combine, OpKind op, ScalarType element, unsigned lanes) {
  const unsigned bits = bitsOf(element);
  // Registers are cut down to this width.
  const unsigned smallest = F.partialIsRegister && bits < 64 ? T.partialBits.front() : T.registerBits.back();
  Body body;
  std::string value = "v";
  unsigned live = lanes;
  const auto declare = [&](unsigned registerLanes, const std::string &text) {
    value = "v" + std::to_string(live);
    body.text +=
        "  const " + T.typeName(T, VectorType::vector(registerLanes, element)) + " " + value + " = " + text + ";\n";
  };
  while (live * bits > smallest) {
    const Row *low = T.find(RowKey{OpKind::ExtractSlice, element, element, live, 2 | 128});
    const Row *high = T.find(RowKey{OpKind::ExtractSlice, element, element, live, 2});
    const Row *row = T.find(op, element, live / 2);
    if (!low || !high || !row)
      return;
    body.use(*high);
    body.use(*row);
    body.use(*low);
    const std::string text = fill(row->text, fill(low->text, value), fill(high->text, value));
    live /= 2;
    declare(live, text);
  }
  const unsigned workLanes = std::max(live, smallest / bits);
  const Row *row = T.find(op, element, workLanes);
  const Row *extract = T.find(OpKind::Extract, element, workLanes);
  if (!row || !extract)
    return;
  while (live > 1) {
    live /= 2;
    body.use(*row);
    body.pay(F.moveDownCost.uops, F.moveDownCost.ports, F.moveDownCost.uses, F.moveDownCost.latency);
    declare(workLanes, fill(row->text, value, F.moveDown(value, element, workLanes * bits, live)));
  }
  body.use(*extract);
  body.text += "  return " + fill(extract->text, value) + ";\n";

  const std::string name =
      "vecify_" + T.name + "_reduce_" + textOf(op).str() + "_" + textOf(element).str() + "x" + std::to_string(lanes);
  const std::string attribute = *body.feature ? F.withFeature(BaseAttribute, body.feature) : BaseAttribute;
  PreambleFunction function{};
  function.name = Store->saver.save(name).data();
  function.text = Store->saver
                      .save("static inline {attr} " + cSpelling(element).str() + " " + name + "(" +
                            T.typeName(T, VectorType::vector(lanes, element)) + " v) {\n" + body.text + "}\n")
                      .data();
  function.needs = body.needs;
  function.attribute = Store->saver.save(attribute).data();
  T.preamble.push_back(function);

  Row reduce{};
  reduce.kind = OpKind::Reduce;
  reduce.element = reduce.source = element;
  reduce.lanes = lanes;
  reduce.text = Store->saver.save(name + "({0})").data();
  reduce.uops = body.uops;
  reduce.ports = body.ports;
  reduce.portUses = body.uses;
  reduce.latency = body.latency;
  reduce.feature = body.feature;
  reduce.helper = function.name;
  reduce.detail = uint8_t(combine);
  T.rows.push_back(reduce);
}

void TableExpansion::addReductions() {
  constexpr ScalarType elements[] = {ScalarType::I8,  ScalarType::U8,  ScalarType::I16, ScalarType::U16,
                                     ScalarType::I32, ScalarType::U32, ScalarType::I64, ScalarType::U64,
                                     ScalarType::F16, ScalarType::F32, ScalarType::F64};
  std::vector<unsigned> widths = T.partialBits;
  widths.insert(widths.end(), T.registerBits.begin(), T.registerBits.end());
  for (const Operator &o : operators)
    for (ScalarType element : elements)
      for (unsigned width : widths) {
        const unsigned lanes = width / bitsOf(element);
        if (hasRegister(element, lanes) && !T.find(o.combine, element, lanes))
          addReduction(o.combine, o.op, element, lanes);
      }
}

} // namespace vecify
