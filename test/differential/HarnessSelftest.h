// What the selftests of the harness share: signatures in a line, and a harness
// that is written, compiled and run in a folder of its own.
#pragma once

#include "vecify/Driver/Harness.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <gtest/gtest.h>

namespace vecify {

inline HarnessParam pointer(std::string name, std::string element,
                            bool isConst = false, bool isRestrict = false) {
  HarnessParam param;
  param.name = name, param.element = element, param.isPointer = true;
  param.isConst = isConst, param.isRestrict = isRestrict;
  return param;
}
inline HarnessParam scalar(std::string name, std::string type) {
  HarnessParam param;
  param.name = name, param.type = param.element = type;
  return param;
}
inline HarnessParam size(std::string name, std::string type = "int") {
  HarnessParam param = scalar(name, type);
  param.isSize = true;
  return param;
}

/// An original with its signature; rewrites are tried against it.
struct Subject {
  HarnessFunction function;
  std::string original;
};

struct Outcome {
  int exitCode;
  std::string output;
};

class Harness : public testing::Test {
protected:
  void SetUp() override {
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
      GTEST_SKIP() << "the rewrites by hand need AVX2 and FMA";
#else
    GTEST_SKIP() << "the rewrites by hand are for x86-64";
#endif
    ASSERT_FALSE(
        llvm::sys::fs::createUniqueDirectory("vecify-harness", folder));
  }
  void TearDown() override {
    if (!folder.empty())
      llvm::sys::fs::remove_directories(folder);
  }

  /// Runs the harness of `subject` against `rewritten`.
  Outcome run(const Subject &subject, const std::string &rewritten,
              const std::string &options = "--budget=0.2") {
    write(
        "harness.c",
        emitHarness(
            "", "",
            "#include <stdint.h>\n#include <stddef.h>\n" + subject.original,
            "#include <immintrin.h>\n#include <stdint.h>\n#include <stddef.h>\n"
            "#define SIMD __attribute__((target(\"avx2,fma\")))\n" +
                rewritten,
            subject.function));
    const std::string trapping = "-O1 -fno-strict-aliasing -ffp-contract=off "
                                 "-fsanitize=undefined,float-cast-overflow "
                                 "-fsanitize-undefined-trap-on-error ";
    compile(trapping + "-DVECIFY_ORIGINAL -c harness.c -o original.o");
    compile("-O2 -DVECIFY_REWRITTEN -c harness.c -o rewritten.o");
    compile("-O1 -Wall -Wextra -Werror harness.c original.o rewritten.o -o "
            "harness -lm");
    const int status =
        std::system(("cd " + folder.str().str() + " && ./harness " + options +
                     " > output 2>&1")
                        .c_str());
    return {WEXITSTATUS(status), read("output")};
  }

  void expectCaught(const Subject &subject, const std::string &rewritten,
                    const std::string &message) {
    const Outcome outcome = run(subject, rewritten);
    EXPECT_EQ(outcome.exitCode, 1) << outcome.output;
    EXPECT_NE(outcome.output.find(message), std::string::npos)
        << outcome.output;
  }

  void expectPasses(const Subject &subject, const std::string &rewritten) {
    const Outcome outcome = run(subject, rewritten);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.output;
    EXPECT_NE(outcome.output.find(": ok: "), std::string::npos)
        << outcome.output;
    EXPECT_EQ(outcome.output.find(": ok: 0 inputs"), std::string::npos)
        << outcome.output;
  }

private:
  void write(const std::string &name, const std::string &text) {
    std::error_code error;
    llvm::raw_fd_ostream out((folder + "/" + name).str(), error);
    ASSERT_FALSE(error) << error.message();
    out << text;
  }
  std::string read(const std::string &name) {
    auto buffer = llvm::MemoryBuffer::getFile(folder + "/" + name);
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
  void compile(const std::string &command) {
    const int status =
        std::system(("cd " + folder.str().str() + " && " VECIFY_TEST_CC " " +
                     command + " > output 2>&1")
                        .c_str());
    ASSERT_EQ(status, 0) << command << "\n" << read("output");
  }

  llvm::SmallString<128> folder;
};

} // namespace vecify
