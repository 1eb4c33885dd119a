// See CProgram.h.
#include "CProgram.h"
#include "Compilers.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace vecify {

static std::string declared(const std::string &type, const std::string &name) {
  return type + (llvm::StringRef(type).ends_with("*") ? "" : " ") + name;
}

static std::string pointerType(const ArrayInfo &array) {
  return array.paramType.empty() ? cSpelling(array.element).str() + " *" : array.paramType;
}

static const char *const Frame = R"(#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
#include <stdint.h>
#define UNUSED __attribute__((unused))
static FILE *data;
UNUSED static uint64_t read_word(void) {
  uint64_t word;
  if (fread(&word, 1, 8, data) != 8)
    exit(3);
  return word;
}
UNUSED static void show(const void *value, size_t size) {
  uint64_t bits = 0;
  memcpy(&bits, value, size);
  printf("%llx ", (unsigned long long)bits);
}
UNUSED static void show_hash(const unsigned char *bytes, size_t size) {
  uint64_t hash = 14695981039346656037ull;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ bytes[i]) * 1099511628211ull;
  printf("%llx ", (unsigned long long)hash);
}
UNUSED static unsigned char *read_array(size_t size) {
  unsigned char *bytes = malloc(size ? size : 1);
  if (!bytes || fread(bytes, 1, size, data) != size)
    exit(3);
  return bytes;
}
)";

static Function withTypes(Function f) {
  for (ArrayInfo &array : f.arrays)
    array.paramType = pointerType(array);
  return f;
}

llvm::Expected<std::string> programOf(const std::vector<KernelCase> &cases, const Target &target, Form form,
                                      const std::string &dataPath) {
  std::string functions, main;
  std::set<std::string> helpers;
  FunctionTexts networks;
  for (size_t c = 0; c < cases.size(); ++c) {
    Function f = withTypes(cases[c].function);
    f.name += std::to_string(c);
    EmitOptions options;
    options.indent = "  ";
    options.networks = networks;
    llvm::Expected<EmittedKernel> kernel = emit(f, target, options);
    if (!kernel)
      return kernel.takeError();
    helpers.insert(kernel->helpers.begin(), kernel->helpers.end());
    networks.insert(kernel->networks.begin(), kernel->networks.end());
    if (form == Form::Outlined)
      functions += kernel->functionText;
    std::string signature, call;
    const auto add = [&](const std::string &declaration, const std::string &argument) {
      signature += (signature.empty() ? "" : ", ") + declaration;
      call += (call.empty() ? "" : ", ") + argument;
    };
    for (const Parameter &p : f.parameters)
      add(declared(cSpelling(p.type).str(), p.name), p.name);
    for (const ArrayInfo &a : f.arrays)
      add(declared(a.paramType, a.name), a.name);
    functions += "__attribute__((noinline)) static void case" + std::to_string(c) + "(" +
                 (signature.empty() ? "void" : signature) + ") {\n";
    for (const Parameter &p : f.parameters)
      functions += "  (void)" + p.name + ";\n";
    for (const ArrayInfo &a : f.arrays)
      functions += "  (void)" + a.name + ";\n";
    for (const Result &r : f.results)
      if (llvm::none_of(f.parameters, [&](const Parameter &p) { return p.name == r.name; }))
        functions += "  " + declared(cSpelling(r.type).str(), r.name) + " = 0;\n";
    functions += form == Form::Inline ? kernel->inlineText : kernel->callText;
    functions += "  show(&" + kernel->doneName + ", sizeof " + kernel->doneName + ");\n";
    for (const Result &r : f.results)
      functions += "  show(&" + r.name + ", sizeof " + r.name + ");\n";
    functions += "}\n";
    std::string before, after;
    for (const Parameter &p : f.parameters) {
      before += "    " + declared(cSpelling(p.type).str(), p.name) + ";\n    word = read_word();\n    memcpy(&" +
                p.name + ", &word, sizeof " + p.name + ");\n";
    }
    for (size_t a = 0; a < f.arrays.size(); ++a) {
      const std::string number = std::to_string(a);
      before += "    uint64_t size" + number + " = read_word(), base" + number + " = read_word();\n";
      before += "    unsigned char *bytes" + number + " = read_array(size" + number + ");\n";
      before += "    " + declared(f.arrays[a].paramType, f.arrays[a].name) + " = (" + f.arrays[a].paramType +
                ")(bytes" + number + " + base" + number + ");\n";
      after += "    show_hash(bytes" + number + ", size" + number + ");\n    free(bytes" + number + ");\n";
    }
    main += "  for (size_t run = 0; run < " + std::to_string(cases[c].inputs.size()) + "; run++) {\n" + before +
            "    case" + std::to_string(c) + "(" + call + ");\n" + after + "    printf(\"\\n\");\n  }\n";
  }
  const bool withAttributes = form == Form::Outlined;
  if (withAttributes)
    helpers.insert(target.cpuTestHelpers.begin(), target.cpuTestHelpers.end());
  return emitPreamble({{&target, helpers}}, withAttributes, {}, {}, networks) + Frame + functions +
         "int main(void) {\n  uint64_t word = 0;\n  (void)word;\n  data = fopen(\"" + dataPath +
         "\", \"rb\");\n  if (!data)\n    return 2;\n" + main + "  return 0;\n}\n";
}

std::string dataOf(const std::vector<KernelCase> &cases) {
  std::string data;
  const auto word = [&](uint64_t value) {
    for (unsigned b = 0; b < 8; ++b)
      data += char(value >> (8 * b));
  };
  for (const KernelCase &c : cases)
    for (const KernelInput &input : c.inputs) {
      for (const Scalar &value : input.parameters)
        word(value.bits);
      for (const MemoryImage &image : input.memory.arrays) {
        word(image.bytes.size());
        word(uint64_t(image.base));
        data.append(image.bytes.begin(), image.bytes.end());
      }
    }
  return data;
}

llvm::Expected<std::vector<std::string>> expectedLines(const std::vector<KernelCase> &cases) {
  std::vector<std::string> lines;
  for (const KernelCase &c : cases)
    for (const KernelInput &input : c.inputs) {
      Memory memory = input.memory;
      auto results = interpret(c.function, input.parameters, memory);
      if (!results)
        return results.takeError();
      std::string line;
      llvm::raw_string_ostream os(line);
      for (size_t r = 0; r < results->size(); ++r) {
        const Scalar &value = (*results)[r];
        const unsigned bits = bitsOf(value.type);
        os << llvm::utohexstr(bits < 64 ? value.bits & ((uint64_t(1) << bits) - 1) : value.bits, true) << ' ';
      }
      // Where a guard fails the live-outs keep their values.
      if (results->size() == 1)
        for (const Result &r : c.function.results) {
          uint64_t bits = 0;
          for (size_t p = 0; p < c.function.parameters.size(); ++p)
            if (c.function.parameters[p].name == r.name)
              bits = input.parameters[p].bits;
          const unsigned width = bitsOf(r.type);
          os << llvm::utohexstr(width < 64 ? bits & ((uint64_t(1) << width) - 1) : bits, true) << ' ';
        }
      for (const MemoryImage &image : memory.arrays) {
        uint64_t hash = 14695981039346656037ull;
        for (uint8_t byte : image.bytes)
          hash = (hash ^ byte) * 1099511628211ull;
        os << llvm::utohexstr(hash, true) << ' ';
      }
      lines.push_back(line);
    }
  return lines;
}

static std::vector<std::string> machineFlags(const Target &target) {
  std::vector<std::string> flags;
  if (target.name != "neon")
    for (const std::string &feature : target.requires_)
      flags.push_back("-m" + feature);
  return flags;
}

namespace {

class DataFile {
public:
  explicit DataFile(const std::string &content) {
    llvm::sys::fs::createTemporaryFile("vecify-data", "bin", Path);
    std::error_code error;
    llvm::raw_fd_ostream os(Path, error);
    os << content;
  }
  ~DataFile() { llvm::sys::fs::remove(Path); }
  std::string path() const { return Path.str().str(); }

private:
  llvm::SmallString<128> Path;
};

} // namespace

void expectAsInterpreted(const std::vector<KernelCase> &cases, const Target &target,
                         const std::vector<std::string> &moreFlags) {
  auto expected = expectedLines(cases);
  ASSERT_TRUE(bool(expected)) << llvm::toString(expected.takeError());
  const DataFile data(dataOf(cases));
  unsigned combination = 0;
  for (Form form : {Form::Inline, Form::Outlined}) {
    auto program = programOf(cases, target, form, data.path());
    ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
    for (const Toolchain &toolchain : toolchainsFor(target.name)) {
      std::vector<std::string> flags = form == Form::Inline ? machineFlags(target) : std::vector<std::string>();
      flags.insert(flags.end(), {"-Wall", "-Wextra", "-Werror", "-std=gnu99", combination++ % 2 ? "-O3" : "-O2"});
      flags.insert(flags.end(), moreFlags.begin(), moreFlags.end());
      SCOPED_TRACE(toolchain.compiler + (form == Form::Inline ? " in place" : " outlined"));
      if (!toolchain.runs) {
        ASSERT_EQ(compileErrors(toolchain, flags, *program), "");
        continue;
      }
      const RunResult result = compileAndRun(toolchain, flags, *program);
      ASSERT_EQ(result.status, 0) << result.output << *program;
      llvm::SmallVector<llvm::StringRef, 32> lines;
      llvm::StringRef(result.output).split(lines, '\n', -1, false);
      ASSERT_EQ(lines.size(), expected->size());
      size_t line = 0;
      for (size_t c = 0; c < cases.size(); ++c)
        for (size_t run = 0; run < cases[c].inputs.size(); ++run, ++line)
          ASSERT_EQ(lines[line].str(), (*expected)[line])
              << "case " << c << ", run " << run << "\n"
              << toText(cases[c].function) << *programOf({cases[c]}, target, form, "data");
    }
  }
}

} // namespace vecify
