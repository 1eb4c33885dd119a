// See WriteC.h. One C function per row text and operand types (rows that differ only in sign share one); one case per
// op, with an offset into the data file:
//
//     static void f3(void *mem, const uint8_t *const *in, uint8_t *out) {
//       __m256 x0 = LOAD_JUNK(..); memcpy(&x0, in[0], 32);
//       const __m256 y = _mm256_add_ps(x0, x1);
//       memcpy(out, &y, 32);
//     }
//     {"add f32x8", f3, VALUES, 40, 1024, {32, 32, 0}, 32, ...},
//
// The bytes above a partial vector and the bits above a short predicate are filled with junk, and never compared.
#include "WriteC.h"
#include "vecify/Target/AieCode.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace vecify::conformance {
namespace {

bool isPredicate(const VectorType &type) { return type.element == ScalarType::I1; }

unsigned laneBytes(ScalarType type) { return type == ScalarType::I1 ? 1 : bitsOf(type) / 8; }

/// In the data file: lane by lane as in memory, predicates as a byte 0 or 1 a lane.
unsigned storedBytes(const VectorType &type) { return laneBytes(type.element) * unsigned(type.lanes()); }

void store(const VectorType &type, llvm::ArrayRef<uint64_t> lanes, std::string &data) {
  for (uint64_t lane : lanes) {
    // A scalar truth value is 0 or 1, whatever mask it comes from.
    const uint64_t value = type.isScalar() && isMask(type.element) ? lane & 1 : lane;
    data.append(reinterpret_cast<const char *>(&value), laneBytes(type.element));
  }
}

std::string memoryType(ScalarType type) {
  return type == ScalarType::F16 || type == ScalarType::BF16 ? "uint16_t" : cSpelling(type).str();
}

/// The signed number of the element's width with these bits.
std::string signedLiteral(ScalarType element, uint64_t bits) {
  const unsigned unused = 64 - bitsOf(element);
  const int64_t value = int64_t(bits << unused) >> unused;
  if (value == INT64_MIN)
    return "(-9223372036854775807LL - 1)";
  return std::to_string(value) + (unused ? "" : "LL");
}

std::string literal(const VectorType &type, const Op &op) {
  if (op.kind != OpKind::Constant)
    return op.ints.empty() ? "0" : std::to_string(op.ints[0]);
  if (isFloat(type.element)) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%.17g", op.fpValue);
    if (text.find_first_of(".e") == std::string::npos)
      text += ".0";
    return text + (type.element == ScalarType::F32 ? "f" : "");
  }
  if (isMask(type.element))
    return op.intValue ? "-1" : "0";
  return signedLiteral(type.element, uint64_t(op.intValue));
}

std::string laneList(const VectorType &type, const Op &op, bool fromTheLast) {
  std::vector<std::string> lanes;
  if (op.kind == OpKind::Shuffle) {
    for (int64_t lane : op.ints)
      lanes.push_back(std::to_string(lane));
    return llvm::join(lanes, ", ");
  }
  for (int64_t l = 0; l < type.lanes(); ++l)
    lanes.push_back(signedLiteral(type.element, uint64_t(op.ints[0]) + uint64_t(l) * uint64_t(op.ints[1])));
  if (fromTheLast)
    std::reverse(lanes.begin(), lanes.end());
  return llvm::join(lanes, ", ");
}

std::string filled(const Row &row, const RowOp &rowOp) {
  std::string text = row.text;
  const auto replace = [&](llvm::StringRef placeholder, const std::string &with) {
    for (size_t at = 0; (at = text.find(placeholder.str(), at)) != std::string::npos; at += with.size())
      text.replace(at, placeholder.size(), with);
  };
  for (unsigned o = 0; o < rowOp.operandCount(); ++o)
    replace("{" + std::to_string(o) + "}", "x" + std::to_string(o));
  replace("{mem}", "&mem[0]");
  if (!rowOp.hasResult())
    return text;
  replace("{imm}", literal(rowOp.result(), rowOp.op));
  if (row.kind == OpKind::SlidingMul || row.kind == OpKind::Mmul) {
    for (unsigned i = 0; i < 3; ++i)
      replace("{i" + std::to_string(i) + "}", std::to_string(rowOp.op.ints[i]));
    replace("{T1}", cSpelling(row.source).str());
  }
  if (row.kind == OpKind::ExtractSlice)
    replace("{part}", std::to_string(rowOp.op.ints[0] / rowOp.result().lanes()));
  if (row.kind == OpKind::FromLanes) {
    std::vector<std::string> names;
    for (unsigned o = 0; o < rowOp.operandCount(); ++o)
      names.push_back("x" + std::to_string(o));
    replace("{lanes}", llvm::join(names, ", "));
    replace("{senal}", llvm::join(llvm::reverse(names), ", "));
  }
  if (row.kind == OpKind::Iota || row.kind == OpKind::Shuffle) {
    replace("{lanes}", laneList(rowOp.result(), rowOp.op, false));
    replace("{senal}", laneList(rowOp.result(), rowOp.op, true));
  }
  return text;
}

/// A vector, sum or mask of an AI Engine, lane by lane.
std::string aieOperandText(const Target &target, const VectorType &type, const std::string &name,
                           const std::string &from) {
  std::string text = "  " + target.typeName(target, type) + " " + name + ";\n";
  const std::string lanes = "  for (unsigned l = 0; l < " + std::to_string(type.lanes()) + "; l++)\n    ";
  if (isPredicate(type))
    return text + lanes + name + ".lanes[l] = bits(" + from + ") >> l & 1;\n";
  if (!isAccumulator(type.element))
    return text + "  memcpy(&" + name + ", " + from + ", sizeof " + name + ");\n";
  const std::string lane = isFloat(type.element) ? "float" : laneBytes(type.element) == 4 ? "int32_t" : "int64_t";
  return text + lanes + name + ".lanes[l] = ((const " + lane + " *)" + from + ")[l];\n";
}

std::string aieResultText(const Target &target, const VectorType &type, const std::string &expression) {
  const std::string text = "  const " + target.typeName(target, type) + " y = " + expression + ";\n";
  const std::string lanes = "  for (unsigned l = 0; l < " + std::to_string(type.lanes()) + "; l++)\n    ";
  if (isPredicate(type))
    return text + "  uint64_t z = 0;\n" + lanes + "z |= (uint64_t)y.lanes[l] << l;\n  memcpy(out, &z, 8);\n";
  if (!isAccumulator(type.element))
    return text + "  memcpy(out, &y, sizeof y);\n";
  const std::string lane = isFloat(type.element) ? "float" : laneBytes(type.element) == 4 ? "int32_t" : "int64_t";
  return text + lanes + "((" + lane + " *)out)[l] = (" + lane + ")y.lanes[l];\n";
}

std::string operandText(const Target &target, const VectorType &type, unsigned index) {
  const std::string name = "x" + std::to_string(index), from = "in[" + std::to_string(index) + "]";
  if (type.isScalar()) {
    const std::string c = target.aie && type.element == ScalarType::BF16 ? "bfloat16" : cSpelling(type.element).str();
    return "  " + c + " " + name + ";\n  memcpy(&" + name + ", " + from + ", sizeof " + name + ");\n";
  }
  if (target.aie)
    return aieOperandText(target, type, name, from);
  const std::string c = target.typeName(target, type);
  if (isPredicate(type)) {
    const std::string junk = type.lanes() < 8 ? " | (0xffu << " + std::to_string(type.lanes()) + ")" : "";
    return "  const " + c + " " + name + " = (" + c + ")(bits(" + from + ")" + junk + ");\n";
  }
  return "  " + c + " " + name + ";\n  memset(&" + name + ", 0xb6, sizeof " + name + ");\n  memcpy(&" + name + ", " +
         from + ", " + std::to_string(storedBytes(type)) + ");\n";
}

std::string bodyText(const Target &target, const Row &row, const RowOp &rowOp) {
  std::string text;
  const bool isMemory = classOf(row.kind) == OpClass::Memory;
  if (isMemory)
    text += "  " + std::string(rowOp.hasResult() ? "const " : "") +
            (target.aie && row.element == ScalarType::BF16 ? "bfloat16" : memoryType(row.element)) +
            " *mem = memory;\n";
  else
    text += "  (void)memory;\n";
  if (row.kind == OpKind::FromLanes) {
    // The operands lie one behind the other.
    const std::string c = cSpelling(row.element).str();
    text += "  " + c + " x[" + std::to_string(row.lanes) + "];\n  memcpy(x, in[0], sizeof x);\n";
    for (unsigned o = 0; o < row.lanes; ++o)
      text += "  const " + c + " x" + std::to_string(o) + " = x[" + std::to_string(o) + "];\n";
  } else {
    for (unsigned o = 0; o < rowOp.operandCount(); ++o)
      text += operandText(target, rowOp.operand(o), o);
  }
  if (rowOp.operandCount() == 0)
    text += "  (void)in;\n";
  const std::string expression = filled(row, rowOp);
  if (!rowOp.hasResult())
    return text + "  " + expression + ";\n  (void)out;\n";
  const VectorType &type = rowOp.result();
  if (target.aie) {
    // As outputs do around ops that obey the modes.
    const ModeUse use = modesObeyed(rowOp.op, rowOp.function, *target.aie);
    text += std::string("  aie::set_rounding(aie::rounding_mode::") + textOf(use.rounding.value_or(AieRounding::Floor)) +
            ");\n  aie::set_saturation(aie::saturation_mode::" + (use.saturates.value_or(false) ? "saturate" : "none") +
            ");\n";
  }
  if (target.aie && !type.isScalar())
    return text + aieResultText(target, type, expression);
  if (isPredicate(type) && !type.isScalar())
    return text + "  const " + target.typeName(target, type) + " z = " + expression +
           ";\n  const uint64_t y = z;\n  memcpy(out, &y, 8);\n";
  if (type.isScalar() && isMask(type.element))
    return text + "  const " + memoryType(integerType(std::max(8u, bitsOf(type.element)), true)) + " y = (" +
           expression + ") != 0;\n  memcpy(out, &y, " + std::to_string(storedBytes(type)) + ");\n";
  const std::string c = type.isScalar() ? cSpelling(type.element).str() : target.typeName(target, type);
  return text + "  const " + c + " y = " + expression + ";\n  memcpy(out, &y, " + std::to_string(storedBytes(type)) +
         ");\n";
}

/// How the runtime compares: bytes; floats with any NaN for any; the same with zeros of either sign; bits.
const char *comparison(const RowOp &rowOp) {
  const VectorType &type = rowOp.result();
  if (isPredicate(type) && !type.isScalar())
    return "BITS";
  if (!isFloat(type.element))
    return "BYTES";
  const Op &op = rowOp.op;
  const bool picksNumber =
      op.kind == OpKind::FMin || op.kind == OpKind::FMax ||
      (op.kind == OpKind::Reduce && (op.combine == ReductionKind::FMin || op.combine == ReductionKind::FMax));
  switch (type.element) {
  case ScalarType::F64:
    return picksNumber ? "F64_ZEROS" : "F64";
  case ScalarType::F32:
  case ScalarType::AccFloat:
    return picksNumber ? "F32_ZEROS" : "F32";
  case ScalarType::F16:
    return picksNumber ? "F16_ZEROS" : "F16";
  default:
    return "BF16";
  }
}

/// How far the result may be from the true one, rounded to the type.
int64_t unitsOff(const RowOp &rowOp) { return rowOp.op.kind == OpKind::MathCall ? rowOp.op.ints[0] : 0; }

const char *memoryKind(OpKind kind) {
  switch (kind) {
  case OpKind::Load:
    return "LOAD";
  case OpKind::Store:
    return "STORE";
  case OpKind::MaskedLoad:
    return "MASKED_LOAD";
  case OpKind::MaskedStore:
    return "MASKED_STORE";
  case OpKind::LoadSplat:
    return "LOAD_SPLAT";
  case OpKind::LoadRepeat:
    return "LOAD_REPEAT";
  case OpKind::Gather:
    return "GATHER";
  case OpKind::Scatter:
    return "SCATTER";
  default:
    return "VALUES";
  }
}

class Writer {
public:
  Writer(const Target &target) : T(target) {}

  /// A function of the preamble and those that it calls.
  void require(llvm::StringRef name) {
    if (!Required.insert(name).second)
      return;
    const PreambleFunction *function = T.findPreamble(name);
    if (!function)
      llvm::report_fatal_error("no preamble function " + llvm::Twine(name));
    for (const char *need : function->needs)
      require(need);
    std::string definition = definitionOf(*function, true);
    if (*function->pieces)
      definition = "#ifdef __clang__\n" + definitionByPieces(*function) + "#else\n" + definition + "#endif\n";
    if (*function->header && !*function->isaMacro)
      return; // declared there
    if (*function->isaMacro)
      definition = "#ifndef " + std::string(function->isaMacro) + "\n" + definition + "#endif\n";
    Preamble += definition;
  }

  void add(const Row &row) {
    if (*row.helper)
      require(row.helper);
    for (const RowOp &rowOp : opsOf(row, T)) {
      const std::string body = bodyText(T, row, rowOp);
      const auto [place, isNew] = Functions.try_emplace(body, unsigned(Functions.size()));
      if (isNew)
        Code += "FUNCTION void f" + std::to_string(place->second) +
                "(void *memory, const uint8_t *const *in, uint8_t *out) {\n" + body + "}\n";
      addCase(row, rowOp, place->second);
    }
  }

  Written finish() {
    Written written;
    written.c = Preamble + Code + "static const struct Case cases[] = {\n" + Cases + "};\n";
    written.data = std::move(Data);
    written.cases = Count;
    written.functions = unsigned(Functions.size());
    return written;
  }

private:
  void addCase(const Row &row, const RowOp &rowOp, unsigned function) {
    llvm::raw_string_ostream os(Cases);
    const auto begin = [&](size_t trials, size_t offset) {
      os << "{\"" << describe(row, rowOp.op) << "\", f" << function << ", " << memoryKind(row.kind) << ", " << trials
         << ", " << offset << "u, {";
      if (row.kind == OpKind::FromLanes)
        os << storedBytes(rowOp.result());
      else
        for (unsigned o = 0; o < rowOp.operandCount(); ++o)
          os << (o ? ", " : "") << storedBytes(rowOp.operand(o));
      if (rowOp.operandCount() == 0)
        os << 0;
      unsigned predicates = 0;
      for (unsigned o = 0; o < rowOp.operandCount() && row.kind != OpKind::FromLanes; ++o)
        predicates |= unsigned(isPredicate(rowOp.operand(o)) && !rowOp.operand(o).isScalar()) << o;
      os << "}, " << predicates << ", ";
    };
    ++Count;
    if (classOf(row.kind) == OpClass::Memory) {
      const bool isMasked = row.kind == OpKind::MaskedLoad || row.kind == OpKind::MaskedStore ||
                            ((row.kind == OpKind::Gather || row.kind == OpKind::Scatter) && row.detail);
      const bool isIndexed = row.kind == OpKind::Gather || row.kind == OpKind::Scatter;
      begin(1, 0);
      const unsigned bytes = row.lanes * laneBytes(row.element);
      os << bytes << ", BYTES, 0, " << row.lanes << ", "
         << (isMasked ? (T.predicateMasks ? "BIT_MASK" : "LANE_MASK") : "NO_MASK") << ", "
         << (isIndexed ? laneBytes(row.source) : 0) << ", " << touchedMultiple(row) << "},\n";
      return;
    }
    const VectorType &type = rowOp.result();
    const Stored &stored = storedTrials(row, rowOp);
    begin(stored.lanes / size_t(isLanewise(rowOp.op) ? type.lanes() : 1), stored.offset);
    os << storedBytes(type) << ", " << comparison(rowOp) << ", " << (stored.isAllDefined ? 0 : 1) << ", "
       << type.lanes() << ", NO_MASK, 0, " << unitsOff(rowOp) << "},\n";
  }

  /// Of memory's bytes: where an access may begin; 0: at its elements.
  unsigned touchedMultiple(const Row &row) const {
    if (row.kind == OpKind::LoadSplat && row.detail)
      return 1;
    return T.aie && !row.detail ? T.aie->alignmentOf(row.lanes * laneBytes(row.element)) : 0;
  }

  /// Where trials lie in the data file; `lanes`: of the result if lanewise, else the number of trials.
  struct Stored {
    size_t offset, lanes;
    bool isAllDefined;
  };

  /// The lanes of a lanewise op are the same for all widths and stored once.
  const Stored &storedTrials(const Row &row, const RowOp &rowOp) {
    std::string key =
        describe(row, rowOp.op) + " " + std::to_string(rowOp.op.intValue) + " " + std::to_string(rowOp.op.fpValue);
    if (isLanewise(rowOp.op)) {
      Row anyWidth = row;
      anyWidth.lanes = 0;
      key = describe(anyWidth, rowOp.op);
    }
    const auto [place, isNew] = Known.try_emplace(key);
    if (!isNew)
      return place->second;
    const Trials trials = trialsOf(rowOp);
    const bool isAllDefined = !llvm::is_contained(trials.isDefined, 0);
    place->second = {Data.size(), isLanewise(rowOp.op) ? trials.result.size() : trials.count, isAllDefined};
    if (row.kind == OpKind::FromLanes) {
      // The runtime sees the scalars as one operand: what comes out, if the row is right.
      for (size_t t = 0; t < trials.count; ++t)
        for (const std::vector<uint64_t> &operand : trials.operands)
          store(VectorType::scalar(row.element), operand[t], Data);
    } else {
      for (unsigned o = 0; o < rowOp.operandCount(); ++o)
        store(rowOp.operand(o), trials.operands[o], Data);
    }
    store(rowOp.result(), trials.result, Data);
    if (!isAllDefined)
      Data.append(trials.isDefined.begin(), trials.isDefined.end());
    return place->second;
  }

  const Target &T;
  llvm::StringMap<unsigned> Functions;
  llvm::StringMap<Stored> Known;
  llvm::StringSet<> Required;
  std::string Preamble, Code, Cases, Data;
  unsigned Count = 0;
};

} // namespace

Written writeCases(const Target &target, llvm::function_ref<bool(const Row &)> wanted) {
  Writer writer(target);
  for (const std::string &helper : target.cpuTestHelpers)
    writer.require(helper);
  for (const Row &row : target.rows)
    if (wanted(row))
      writer.add(row);
  return writer.finish();
}

} // namespace vecify::conformance
