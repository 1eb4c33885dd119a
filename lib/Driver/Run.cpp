// The tool on its files: vectorize, report, write. Nothing is written before everything is known to be right.
#include "FromIr.h"
#include "HarnessInputs.h"
#include "Kernel.h"
#include "Launch.h"
#include "Report.h"
#include "Tune.h"
#include "VectorizeFile.h"
#include "WriteFile.h"
#include "vecify/Support/DeepStack.h"
#include "llvm/Support/Path.h"

namespace vecify {

using llvm::Expected;

/// foo.cc -> foo.json
static std::string manifestPath(const Options &options) {
  llvm::SmallString<128> path(options.outputPath);
  llvm::sys::path::replace_extension(path, "json");
  return path.str().str();
}

static ExitCode writeResult(const FileResult &result, const Options &options, llvm::raw_ostream &out,
                            llvm::raw_ostream &err) {
  auto failed = [&](llvm::Error error) {
    err << "vecify: error: " << llvm::toString(std::move(error)) << "\n";
    return UserError;
  };
  const std::string &text = result.composed.text;
  switch (options.output) {
  case Options::Stdout:
    out << text;
    if (options.form == Options::Variants)
      out << result.variants.header;
    out << result.composed.header;
    return Written;
  case Options::File:
    if (llvm::Error error = writeAtomically(options.outputPath, text))
      return failed(std::move(error));
    if (result.targets[0].aie && !isDevice(options.outputPath))
      if (llvm::Error error =
              writeAtomically(manifestPath(options), manifestOf(result.file, result.decisions, result.targets[0])))
        return failed(std::move(error));
    if (options.form == Options::Variants)
      if (llvm::Error error = writeAtomically(headerPath(options), result.variants.header))
        return failed(std::move(error));
    if (!result.composed.header.empty())
      if (llvm::Error error = writeAtomically(headerPath(options), result.composed.header))
        return failed(std::move(error));
    return Written;
  case Options::InPlace:
    if (result.composed.changed)
      if (llvm::Error error = writeAtomically(result.file.path, text))
        return failed(std::move(error));
    return Written;
  case Options::Diff: {
    Expected<std::string> diff = unifiedDiff(result.file.original, text, result.file.path, result.file.path);
    if (!diff)
      return failed(diff.takeError());
    out << *diff;
    return Written;
  }
  case Options::Check: {
    Expected<std::string> old = readFile(options.outputPath);
    if (!old)
      return failed(old.takeError());
    if (*old == text)
      return Written;
    Expected<std::string> diff = unifiedDiff(*old, text, options.outputPath, result.file.path);
    if (!diff)
      return failed(diff.takeError());
    out << *diff;
    err << "vecify: '" << options.outputPath << "' is stale\n";
    return Stale;
  }
  case Options::Harness: {
    if (!result.composed.changed) {
      err << "vecify: warning: nothing was rewritten in '" << result.file.path << "'\n";
    }
    std::string harness = harnessOf(result.file, result.composed);
    if (options.outputPath.empty()) {
      out << harness;
      return Written;
    }
    if (llvm::Error error = writeAtomically(options.outputPath, harness))
      return failed(std::move(error));
    return Written;
  }
  case Options::Print:
    if (options.print == "manifest") {
      if (result.targets[0].aie)
        out << manifestOf(result.file, result.decisions, result.targets[0]);
      return Written;
    }
    for (const auto &decisions : result.decisions)
      for (const LoopDecision &decision : decisions)
        printWhat(decision, result.targets, options, out);
    return Written;
  }
  llvm_unreachable("output");
}

/// --from-ir: each file is lowered by itself; nothing is written before all are known to be right.
static ExitCode runFromIr(const Options &options, llvm::raw_ostream &out, llvm::raw_ostream &err) {
  std::vector<FileResult> results;
  for (const std::string &path : options.files) {
    Expected<std::string> text = readFile(path);
    Expected<std::string> code = text ? lowerIrFile(path, *text, options) : text.takeError();
    if (!code) {
      err << (text ? "" : "vecify: error: ") << llvm::toString(code.takeError()) << "\n";
      return UserError;
    }
    FileResult result;
    result.file.path = path;
    result.composed.text = std::move(*code);
    results.push_back(std::move(result));
  }
  ExitCode code = Written;
  Options output = options;
  if (options.output == Options::Print)
    output.output = Options::Stdout; // the steps are the text
  for (const FileResult &result : results)
    if (ExitCode written = writeResult(result, output, out, err); written != Written)
      code = written;
  return code;
}

static ExitCode runHere(const Options &options, llvm::raw_ostream &out, llvm::raw_ostream &err) {
  std::vector<FileResult> results;
  for (const std::string &path : options.files) {
    if (options.tune)
      if (llvm::Error error = tuneFile(path, options, err)) {
        err << "vecify: error: " << llvm::toString(std::move(error)) << "\n";
        return UserError;
      }
    Expected<FileResult> result = vectorizeFile(path, options, err);
    if (!result) {
      std::string text = llvm::toString(result.takeError());
      if (!text.empty())
        err << "vecify: error: " << text << "\n";
      return UserError; // nothing is written, not even for the files that are fine
    }
    results.push_back(std::move(*result));
  }
  ExitCode code = Written;
  for (const FileResult &result : results) {
    if (const ExitCode reported = reportOn(result, options, err); reported != Written && code != InternalFailure)
      code = reported;
    ExitCode written = writeResult(result, options, out, err);
    if (written != Written)
      code = written;
  }
  return code;
}

int run(const Options &options, llvm::raw_ostream &out, llvm::raw_ostream &err) {
  int code = InternalFailure;
  onDeepStack([&] {
    code = options.launch   ? launch(options, err)
           : options.fromIr ? runFromIr(options, out, err)
                            : runHere(options, out, err);
  });
  return code;
}

} // namespace vecify
