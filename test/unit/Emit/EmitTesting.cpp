#include "EmitTesting.h"
#include "Compilers.h"
#include <map>

namespace vecify {

Function nativeFunction(llvm::StringRef text) {
  llvm::Expected<Function> function = parseFunction(text);
  if (!function) {
    ADD_FAILURE() << llvm::toString(function.takeError()) << "\nin\n" << text.str();
    return {};
  }
  if (llvm::Error wrong = verify(*function))
    ADD_FAILURE() << llvm::toString(std::move(wrong)) << "\nin\n" << text.str();
  return std::move(*function);
}

const Target &emitTarget(llvm::StringRef spec) {
  static std::map<std::string, Target> known;
  auto found = known.find(spec.str());
  if (found != known.end())
    return found->second;
  llvm::Expected<Target> target = parseTarget(spec);
  if (!target) {
    ADD_FAILURE() << llvm::toString(target.takeError());
    return known[spec.str()];
  }
  return known[spec.str()] = std::move(*target);
}

EmittedKernel emitted(llvm::StringRef irText, llvm::StringRef target, std::set<std::string> reserved,
                      bool signedWraps) {
  EmitOptions options;
  options.reservedNames = std::move(reserved);
  options.signedWraps = signedWraps;
  llvm::Expected<EmittedKernel> kernel = emit(nativeFunction(irText), emitTarget(target), options);
  if (!kernel) {
    ADD_FAILURE() << llvm::toString(kernel.takeError()) << "\nin\n" << irText.str();
    return {};
  }
  return std::move(*kernel);
}

std::string fileWith(const EmittedKernel &kernel, llvm::StringRef target, bool outlined, llvm::StringRef user) {
  const auto [front, back] = user.split('@');
  std::set<std::string> helpers = kernel.helpers;
  if (outlined)
    helpers.insert(emitTarget(target).cpuTestHelpers.begin(), emitTarget(target).cpuTestHelpers.end());
  return emitPreamble({{&emitTarget(target), helpers}}, outlined, {}, {}, kernel.networks) +
         (outlined ? kernel.functionText : "") + front.str() + (outlined ? kernel.callText : kernel.inlineText) +
         back.str();
}

void expectCleanC(const EmittedKernel &kernel, llvm::StringRef target, llvm::StringRef user, llvm::StringRef types) {
  unsigned combination = 0;
  for (const Toolchain &toolchain : toolchainsFor(target.str()))
    for (bool outlined : {false, true}) {
      std::vector<std::string> flags = {"-O1",      "-Wall",
                                        "-Wextra",  "-Wpedantic",
                                        "-Wshadow", "-Wmissing-prototypes",
                                        "-Werror",  combination++ % 2 ? "-std=c99" : "-std=c17"};
      if (!outlined && target != "neon")
        for (const std::string &feature : emitTarget(target).requires_)
          flags.push_back("-m" + feature);
      const std::string file = "#include <stdint.h>\n" + types.str() + fileWith(kernel, target, outlined, user);
      EXPECT_EQ(compileErrors(toolchain, flags, file), "") << toolchain.compiler << "\n" << file;
    }
}

} // namespace vecify
