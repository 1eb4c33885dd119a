#include "FromIr.h"
#include "FileText.h"
#include "vecify/Emit/WholeFunction.h"
#include "vecify/IR/Verify.h"
#include "vecify/Lower/Lower.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// "saxpy.ir:3:5: error: expected a type": an error of the text as compilers print it, any other as it is.
static Error inFile(StringRef path, Error error) {
  std::string text;
  const auto at = [&](Loc loc, const llvm::Twine &what) {
    text = path.str();
    if (loc.isValid())
      text += ":" + std::to_string(loc.line) + ":" + std::to_string(loc.column);
    text += (": error: " + what).str();
  };
  llvm::handleAllErrors(
      std::move(error), [&](const IrError &e) { at(e.loc, e.text); }, [&](const Decline &d) { at(d.loc, d.text()); },
      [&](const llvm::ErrorInfoBase &other) { at({}, other.message()); });
  return llvm::createStringError(std::make_error_code(std::errc::invalid_argument), text);
}

static Expected<std::vector<Target>> targetsOf(const Options &options) {
  std::vector<Target> targets;
  for (const std::string &spec : options.targets.empty() ? std::vector<std::string>{"avx2"} : options.targets) {
    Expected<Target> target = parseTarget(spec);
    if (!target)
      return target.takeError();
    targets.push_back(std::move(*target));
  }
  return targets;
}

static Expected<Function> parseVerified(StringRef text) {
  Expected<Function> function = parseFunction(text);
  if (!function)
    return function.takeError();
  if (Error wrong = verify(*function))
    return std::move(wrong);
  return function;
}

/// The steps that --print=step:NAME or all asks for.
static Expected<std::string> stepsText(const Function &function, const Target &target, StringRef what) {
  std::string text;
  llvm::raw_string_ostream out(text);
  const bool all = !what.consume_front("step:");
  const auto show = [&](StringRef name, const Function &f) {
    if (!all && name != what)
      return;
    out << "// step " << name << "\n";
    print(f, out);
  };
  show("build", function);
  Expected<Function> code = lowerToNative(function, target, {}, show);
  if (!code)
    return code.takeError();
  return text;
}

Expected<std::string> lowerIrFile(StringRef path, StringRef text, const Options &options) {
  Expected<std::vector<Target>> targets = targetsOf(options);
  if (!targets)
    return targets.takeError();
  Expected<Function> function = parseVerified(text);
  if (!function)
    return inFile(path, function.takeError());
  std::string result;
  std::vector<std::pair<const Target *, std::set<std::string>>> uses;
  FunctionTexts networks;
  for (const Target &target : *targets) {
    if (options.output == Options::Print) {
      Expected<std::string> steps = stepsText(*function, target, options.print);
      if (!steps)
        return inFile(path, steps.takeError());
      result += *steps;
      continue;
    }
    Expected<Function> code = lowerToNative(*function, target);
    if (!code)
      return inFile(path, code.takeError());
    if (targets->size() > 1)
      code->name += "_" + target.name;
    EmitOptions emitOptions;
    emitOptions.networks = networks;
    Expected<WholeFunction> whole = emitWhole(*code, target, emitOptions);
    if (!whole)
      return inFile(path, whole.takeError());
    uses.push_back({&target, whole->helpers});
    networks.insert(whole->networks.begin(), whole->networks.end());
    result += "\n" + whole->text;
  }
  if (options.output == Options::Print)
    return result;
  return firstLine(path, text, options) + emitPreamble(uses, true, {}, {}, networks) + result;
}

} // namespace vecify
