// The emitter of differential harnesses: tables from the user's types, then the
// driver.
//
//   #if VECIFY_ORIGINAL || VECIFY_REWRITTEN
//     #define dot dot_original            renames
//     #include "dot.c"                    or the text itself
//     static void vecify_call_0(...)      one call and one table row per
//     function
//   #else
//     ...the driver of HarnessRuntime/, the same text in every harness
//   #endif
//
// Whatever needs a C type (sizes, kinds, offsets, conversions of arguments) is
// asked of the user's own compiler in the first half; the driver below sees
// bytes and kinds only.
#include "vecify/Driver/Harness.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace vecify {
namespace {

const char *const runtimeParts[] = {
#include "HarnessRuntime/Parts.inc"
};

const char protocolText[] =
#include "HarnessRuntime/Protocol.inc"
    ;

const char usageText[] =
    R"c(/* Tests and times rewritten functions against the originals. Written by vecify --emit-harness.
 *
 * Compile this file three times and link (any C11 compiler on a POSIX system):
 *
 *   cc -O0 -fwrapv -fno-strict-aliasing -ffp-contract=off -DVECIFY_ORIGINAL  -c THIS.c -o original.o
 *   cc YOUR-FLAGS                                         -DVECIFY_REWRITTEN -c THIS.c -o rewritten.o
 *   cc -O1 THIS.c original.o rewritten.o -o harness -lm
 *   ./harness
 *
 * Where the compiler has them, put in place of -fwrapv
 *   clang:  -fsanitize=undefined,float-cast-overflow -fno-sanitize=pointer-overflow -fsanitize-trap=all
 *   gcc:    -fsanitize=undefined,float-cast-overflow -fsanitize-undefined-trap-on-error
 * and -fstack-protector-all, so that an input on which the original has undefined behaviour is set aside, not compared.
 * The original is not optimized: what it does not read, though the C does, the rewritten function may not read either.
 * To time (./harness --time), compile the first line with YOUR-FLAGS instead.
 * With -DVECIFY_SELF the second line compiles the original too: a test of the harness itself.
 */
)c";

/// Text as a C string literal, quotes included.
std::string quoted(StringRef text) {
  std::string literal = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      literal += '\\';
    literal += c;
  }
  return literal + '"';
}

/// The pointee to ask the compiler about: bytes stand for `void`.
std::string elementType(StringRef element) { return element == "void" ? "unsigned char" : element.str(); }

std::string flag(bool is, const char *name) { return is ? std::string(" | ") + name : std::string(); }

/// Prints the half of the harness that sees the user's types.
class TableWriter {
public:
  explicit TableWriter(raw_ostream &out) : out(out) {}

  void renames(ArrayRef<HarnessFunction> functions, ArrayRef<std::string> otherExternals) {
    for (const HarnessFunction &function : functions)
      rename(function.name);
    for (const std::string &name : otherExternals)
      rename(name);
    out << '\n';
  }

  void source(StringRef path, StringRef text, StringRef name) {
    if (!path.empty()) {
      out << "#include " << quoted(path) << '\n';
      return;
    }
    text.consume_front("\xEF\xBB\xBF"); // allowed at the beginning of a file alone
    out << "#line 1 " << quoted(name) << '\n' << text;
    if (!text.ends_with("\n"))
      out << '\n';
  }

  void function(const HarnessFunction &function, unsigned index) {
    out << "\n/* " << signature(function) << " */\n";
    checkBeliefs(function);
    call(function, index);
    for (size_t i = 0; i != function.params.size(); ++i)
      fields(function.params[i], index, i);
    params(function, index);
    globals(function, index);
  }

  void table(ArrayRef<HarnessFunction> functions) {
    out << "\nconst struct vecify_function VECIFY_TABLE[] = {\n";
    for (size_t i = 0; i != functions.size(); ++i) {
      const HarnessFunction &function = functions[i];
      out << "    {" << quoted(function.name) << ", vecify_call_" << i << ", vecify_params_" << i << ", "
          << function.params.size() << ", " << (function.reassociates ? "VECIFY_REASSOCIATES" : "0") << ", ";
      if (function.returnType == "void")
        out << "0, 0";
      else
        out << "sizeof(" << function.returnType << "), VECIFY_KIND(" << function.returnType << ")";
      out << ", vecify_globals_" << i << ", " << function.globals.size() << "},\n";
    }
    out << "    {0, 0, 0, 0, 0, 0, 0, 0, 0}};\n";
  }

private:
  void rename(StringRef name) { out << "#define " << name << " VECIFY_SIDE(" << name << ")\n"; }

  std::string signature(const HarnessFunction &function) {
    std::string text = (function.isStatic ? "static " : "") + function.returnType + " " + function.name + "(";
    for (const HarnessParam &param : function.params) {
      if (&param != &function.params.front())
        text += ", ";
      text += param.declaration.empty() ? param.type + " " + param.name : param.declaration;
    }
    // A declaration may hold a comment of its own, which would end ours.
    for (size_t at = 0; (at = text.find("*/", at)) != std::string::npos;)
      text.replace(at, 2, "* /");
    return text + ")";
  }

  /// The frontend and this compiler must agree on the elements, or nothing
  /// below means anything.
  void checkBeliefs(const HarnessFunction &function) {
    for (const HarnessParam &param : function.params)
      if (param.elementBytes)
        out << "VECIFY_BELIEVE(" << elementType(param.element) << ", " << param.elementBytes << ", " << param.isFloat
            << ", " << param.isSigned << ");\n";
  }

  void call(const HarnessFunction &function, unsigned index) {
    out << "static void vecify_call_" << index << "(void **vecify_a, void *vecify_r) {\n";
    if (function.params.empty())
      out << "  (void)vecify_a;\n";
    if (function.returnType == "void")
      out << "  (void)vecify_r;\n  ";
    else
      out << "  *(" << function.returnType << " *)vecify_r = ";
    out << function.name << "(";
    for (size_t i = 0; i != function.params.size(); ++i) {
      const HarnessParam &param = function.params[i];
      // void * converts to any object pointer, so that no declarator need be
      // built.
      out << (i ? ", " : "") << "*(" << (param.isPointer ? "void *" : param.type + " ") << "*)vecify_a[" << i << "]";
    }
    out << ");\n}\n";
  }

  void fields(const HarnessParam &param, unsigned function, size_t index) {
    if (param.fields.empty())
      return;
    out << "static const struct vecify_field vecify_fields_" << function << "_" << index << "[] = {\n";
    for (const HarnessField &field : param.fields) {
      out << "    {" << quoted(field.path) << ", __builtin_offsetof(" << param.element << ", " << field.path
          << "), sizeof(((" << param.element << " *)0)->" << field.path << "), sizeof(" << elementType(field.element)
          << "), VECIFY_KIND(" << elementType(field.element) << "), 0" << flag(field.isPointer, "VECIFY_POINTER")
          << flag(field.isConst, "VECIFY_CONST") << flag(field.isRestrict, "VECIFY_RESTRICT")
          << flag(field.isSize, "VECIFY_SIZE") << flag(field.isIndexArray, "VECIFY_INDEX") << "},\n";
    }
    out << "};\n";
  }

  int indexOf(const HarnessFunction &function, StringRef name) {
    for (size_t i = 0; i != function.params.size(); ++i)
      if (!name.empty() && function.params[i].name == name)
        return i;
    return -1;
  }

  void params(const HarnessFunction &function, unsigned index) {
    out << "static const struct vecify_param vecify_params_" << index << "[] = {\n";
    for (size_t i = 0; i != function.params.size(); ++i) {
      const HarnessParam &param = function.params[i];
      const std::string type = param.isPointer ? elementType(param.element) : param.type;
      out << "    {" << quoted(param.name) << ", sizeof(" << type << "), sizeof(" << type << ")"
          << (param.rowElements > 1 ? " * " + std::to_string(param.rowElements) : std::string()) << ", VECIFY_KIND("
          << type << "), 0" << flag(param.isPointer, "VECIFY_POINTER") << flag(param.isConst, "VECIFY_CONST")
          << flag(param.isRestrict, "VECIFY_RESTRICT") << flag(param.isSize, "VECIFY_SIZE")
          << flag(param.isIndexArray, "VECIFY_INDEX") << flag(param.isPermutation, "VECIFY_PERMUTATION") << ", "
          << indexOf(function, param.endOf) << ", ";
      if (param.fields.empty())
        out << "0, 0, ";
      else
        out << "vecify_fields_" << index << "_" << i << ", " << param.fields.size() << ", ";
      bound(param.lo, "VECIFY_UNBOUNDED_LO");
      bound(param.hi, "VECIFY_UNBOUNDED_HI");
      out << param.multiple << "},\n";
    }
    out << "    {0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1}};\n";
  }

  void bound(const std::optional<int64_t> &value, const char *none) {
    // INT64_MIN has no literal in C.
    if (value && *value != INT64_MIN)
      out << *value << "LL, ";
    else
      out << none << ", ";
  }

  void globals(const HarnessFunction &function, unsigned index) {
    out << "static const struct vecify_global vecify_globals_" << index << "[] = {\n";
    for (const HarnessGlobal &global : function.globals)
      out << "    {" << quoted(global.name) << ", (void *)&" << global.name << ", sizeof(" << global.name
          << "), sizeof(" << global.element << "), VECIFY_KIND(" << global.element << "), 0"
          << flag(global.isConst, "VECIFY_CONST") << flag(global.isSize, "VECIFY_SIZE") << "},\n";
    out << "    {0, 0, 0, 0, 0, 0}};\n";
  }

  raw_ostream &out;
};

} // namespace

std::string emitHarness(StringRef originalPath, StringRef rewrittenPath, StringRef originalText,
                        StringRef rewrittenText, ArrayRef<HarnessFunction> functions,
                        ArrayRef<std::string> otherExternals) {
  std::string text;
  raw_string_ostream out(text);
  TableWriter writer(out);

  out << usageText;
  out << "#if defined(VECIFY_ORIGINAL) || defined(VECIFY_REWRITTEN)\n"
         "#ifdef VECIFY_ORIGINAL\n#define VECIFY_SIDE(name) name##_original\n"
         "#else\n#define VECIFY_SIDE(name) name##_rewritten\n#endif\n";
  writer.renames(functions, otherExternals);

  // Beyond this point no user macro may be needed by our own lines, nor ours by
  // theirs.
  out << "#if defined(VECIFY_ORIGINAL) || defined(VECIFY_SELF)\n";
  writer.source(originalPath, originalText, "original.c");
  out << "#else\n";
  writer.source(rewrittenPath, rewrittenText, "rewritten.c");
  out << "#endif\n\n#line 1 \"harness-tables.c\"\n" << protocolText;
  out << "#ifdef VECIFY_ORIGINAL\n#define VECIFY_TABLE "
         "vecify_original_functions\n"
         "#else\n#define VECIFY_TABLE vecify_rewritten_functions\n#endif\n"
         "extern const struct vecify_function VECIFY_TABLE[];\n";
  for (size_t i = 0; i != functions.size(); ++i)
    writer.function(functions[i], i);
  writer.table(functions);

  out << "\n#else /* the driver */\n#line 1 \"harness-driver.c\"\n#define "
         "_GNU_SOURCE\n"
      << protocolText;
  for (const char *part : runtimeParts)
    out << part;
  out << "#endif\n";
  return text;
}

} // namespace vecify
