// What stands at the top of an output file: includes, and the functions that rows and the printer call.
#include "vecify/Emit/Emit.h"
#include "vecify/Support/PutAside.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace vecify {

namespace {

/// Functions on scalars and addresses, and forms of control, that no row of a target calls.
const PreambleFunction commonFunctions[] = {
    {"vecify_min",
     "static inline ptrdiff_t vecify_min(ptrdiff_t a, ptrdiff_t b) {\n"
     "  return a < b ? a : b;\n"
     "}\n",
     {}},
    {"vecify_max",
     "static inline ptrdiff_t vecify_max(ptrdiff_t a, ptrdiff_t b) {\n"
     "  return a > b ? a : b;\n"
     "}\n",
     {}},
    {"vecify_hidden",
     "/* What is read ahead within a page may lie beyond the end of what the compiler knows to be there. */\n"
     "static inline void *vecify_hidden(const void *p) {\n"
     "  __asm__(\"\" : \"+r\"(p));\n"
     "  return (void *)(uintptr_t)p;\n"
     "}\n",
     {}},
    {"vecify_rows_apart",
     "/* Whether none of the rows behind `count` pointers meets [lower, upper) with its bytes [from, to). */\n"
     "static inline int vecify_rows_apart(const void *pointers, ptrdiff_t stride, ptrdiff_t count, ptrdiff_t from, "
     "ptrdiff_t to,\n"
     "                                    uintptr_t lower, uintptr_t upper) {\n"
     "  ptrdiff_t row;\n"
     "  for (row = 0; row < count; row++) {\n"
     "    uintptr_t base;\n"
     "    __builtin_memcpy(&base, (const char *)pointers + row * stride, sizeof base);\n"
     "    if (base + (uintptr_t)from < upper && lower < base + (uintptr_t)to)\n"
     "      return 0;\n"
     "  }\n"
     "  return 1;\n"
     "}\n",
     {}},
    {"vecify_saturate",
     "static inline int64_t vecify_saturate(int64_t value, int64_t lowest, int64_t highest) {\n"
     "  return value < lowest ? lowest : value > highest ? highest : value;\n"
     "}\n",
     {}},
    {"vecify_float32_of_bits",
     "static inline float vecify_float32_of_bits(uint32_t bits) {\n"
     "  union { uint32_t bits; float value; } u;\n"
     "  u.bits = bits;\n"
     "  return u.value;\n"
     "}\n",
     {}},
    {"vecify_bits_of_float32",
     "static inline uint32_t vecify_bits_of_float32(float value) {\n"
     "  union { uint32_t bits; float value; } u;\n"
     "  u.value = value;\n"
     "  return u.bits;\n"
     "}\n",
     {}},
    {"vecify_float64_of_bits",
     "static inline double vecify_float64_of_bits(uint64_t bits) {\n"
     "  union { uint64_t bits; double value; } u;\n"
     "  u.bits = bits;\n"
     "  return u.value;\n"
     "}\n",
     {}},
    {"vecify_bits_of_float64",
     "static inline uint64_t vecify_bits_of_float64(double value) {\n"
     "  union { uint64_t bits; double value; } u;\n"
     "  u.value = value;\n"
     "  return u.bits;\n"
     "}\n",
     {}},
    {"vecify_steps",
     "/* step(0), step(1) and so on, count of them; the compiler sees all at once where there are as many as there may "
     "be. */\n"
     "template <int Most, typename Step> static __device__ void vecify_steps(ptrdiff_t count, Step step) {\n"
     "  if (count == Most) {\n"
     "    VECIFY_UNROLL(Most)\n"
     "    for (int k = 0; k < Most; k++)\n"
     "      step(k);\n"
     "  } else {\n"
     "    for (ptrdiff_t k = 0; k < count; k++)\n"
     "      step(k);\n"
     "  }\n"
     "}\n",
     {}},
};

const PreambleFunction *findCommon(llvm::StringRef name) {
  for (const PreambleFunction &function : commonFunctions)
    if (name == function.name)
      return &function;
  return nullptr;
}

/// Definitions in the order of the target's preamble, needs before users, each name once a file.
class Definitions {
public:
  explicit Definitions(bool withAttributes) : WithAttributes(withAttributes) {}

  void add(const Target &target, llvm::StringRef name) {
    const PreambleFunction *function = findCommon(name);
    if (!function)
      function = target.findPreamble(name);
    if (!function || !Done.insert(name.str()).second)
      return;
    for (const char *need : function->needs)
      add(target, need);
    append(target, *function);
  }

  /// A function for this target alone.
  void add(const Target &target, const std::string &name, const std::string &text) {
    if (Done.insert(name).second)
      append(target, {name.c_str(), text.c_str(), {}, target.attribute.c_str()});
  }

  std::string take() {
    std::string text = std::move(Text);
    Text.clear();
    return text;
  }

private:
  void append(const Target &target, const PreambleFunction &function) {
    llvm::StringRef text(Text);
    if (!text.empty() && !text.ends_with("\n\n"))
      Text += "\n";
    std::string definition = definitionOf(function, WithAttributes);
    if (target.isSimt && llvm::StringRef(definition).starts_with("static inline "))
      definition.insert(14, "__host__ __device__ ");
    Text += llvm::StringRef(definition).rtrim();
    Text += "\n";
  }

  bool WithAttributes;
  std::set<std::string> Done;
  std::string Text;
};

} // namespace

/// Functions of a library whose registers have a common macro. Where `test` holds, clang passes those in memory.
static std::string declarationsOf(const std::map<std::string, const PreambleFunction *> &functions,
                                  const std::string &test, bool withAttributes) {
  std::string declarations, pieces;
  for (const auto &[name, function] : functions) {
    declarations += definitionOf(*function, withAttributes);
    if (withAttributes && *function->pieces)
      pieces += definitionByPieces(*function);
  }
  if (pieces.empty())
    return declarations;
  return test + " /* which passes such vectors in memory then */\n" + pieces + "#else\n" + declarations + "#endif\n";
}

std::string emitPreamble(llvm::ArrayRef<std::pair<const Target *, std::set<std::string>>> uses, bool withAttributes,
                         const std::set<std::string> &present, const std::set<std::string> &aside,
                         const FunctionTexts &networks) {
  if (uses.empty())
    return "";
  const auto include = [&](llvm::StringRef header) {
    return present.count("<" + header.str() + ">") ? "" : "#include <" + header.str() + ">\n";
  };
  const bool allocates = llvm::any_of(uses, [](const auto &use) { return use.second.count("malloc") != 0; });
  const std::string text =
      include("stddef.h") + include("stdint.h") + (allocates ? include("stdlib.h") : std::string());
  Definitions definitions(withAttributes);
  // Common functions first: every target's part may call them.
  std::string common;
  for (const auto &[target, names] : uses)
    for (const std::string &name : names)
      if (findCommon(name))
        definitions.add(*target, name);
  common = definitions.take();
  // Targets of one architecture share its condition.
  std::vector<std::string> tests;
  for (const auto &[target, names] : uses)
    if (!llvm::is_contained(tests, target->archTest))
      tests.push_back(target->archTest);
  bool saidLicence = false;
  const auto licence = [&] {
    if (saidLicence)
      return std::string();
    saidLicence = true;
    return std::string("\n/* The functions vecify_* below are under the 0BSD licence: use them as you like. */\n");
  };
  if (!common.empty())
    common = licence() + common;
  std::string rest;
  for (const std::string &test : tests) {
    std::set<std::string> headers, linuxHeaders, libraries;
    /// Of libraries, by the macro of their registers.
    std::map<std::string, std::map<std::string, const PreambleFunction *>> undeclared, declared;
    std::string functions;
    for (const auto &[target, names] : uses) {
      if (target->archTest != test)
        continue;
      if (!target->header.empty())
        headers.insert(target->header);
      if (!target->cpuTestHeader.empty() &&
          llvm::any_of(target->cpuTestHelpers, [&](const std::string &helper) { return names.count(helper); }))
        linuxHeaders.insert(target->cpuTestHeader);
      // In the order of the target's table, so that needs come first and the text does not depend on names.
      for (const PreambleFunction &function : target->preamble) {
        if (!names.count(function.name))
          continue;
        if (!*function.library) {
          definitions.add(*target, function.name);
          continue;
        }
        if (!*function.header) {
          declared[function.isaMacro][function.name] = &function;
          continue;
        }
        libraries.insert("#include <" + std::string(function.header) + "> /* link with -l" + function.library +
                         " */\n");
        if (withAttributes && *function.isaMacro)
          undeclared[function.isaMacro][function.name] = &function;
      }
      for (const auto &[name, text] : networks)
        if (names.count(name))
          definitions.add(*target, name, text);
      const std::string more = definitions.take();
      functions += (functions.empty() || more.empty() ? "" : "\n") + more;
    }
    std::string includes;
    for (const std::string &header : headers)
      includes += include(header);
    for (const std::string &header : linuxHeaders)
      if (const std::string line = include(header); !line.empty())
        includes += "#ifdef __linux__\n" + line + "#endif\n";
    const bool isGuarded =
        withAttributes && !test.empty() && !(includes.empty() && declared.empty() && functions.empty());
    if (isGuarded)
      rest += "#if " + test + "\n";
    for (const std::string &include : libraries)
      includes += include;
    rest += includes;
    for (const auto &[macro, ofMacro] : undeclared)
      rest += "#ifndef " + macro + " /* without it the header does not declare them */\n" +
              declarationsOf(ofMacro, "#ifdef __clang__", withAttributes) + "#endif\n";
    if (!declared.empty())
      rest += "\n/* Of glibc 2.35 and later; link with -lm */\n";
    for (const auto &[macro, ofMacro] : declared)
      rest += declarationsOf(ofMacro, "#if defined(__clang__) && !defined(" + macro + ")", withAttributes);
    if (!declared.empty() && functions.empty())
      rest += "\n";
    if (!functions.empty())
      rest += licence() + functions;
    if (isGuarded)
      rest += "#endif\n";
  }
  return withoutMacros(aside, text + common + rest);
}

} // namespace vecify
