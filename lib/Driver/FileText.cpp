#include "FileText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"

namespace vecify {

using llvm::StringRef;

std::string firstLine(const ParsedFile &file, const Options &options) {
  return firstLine(file.path, file.original, options);
}

std::string firstLine(StringRef path, StringRef text, const Options &options) {
  llvm::MD5 hash;
  hash.update(text);
  llvm::MD5::MD5Result digest;
  hash.final(digest);
  std::string line = "vecify " VECIFY_VERSION " " + path.substr(path.rfind('/') + 1).str() + " " +
                     digest.digest().str().str().substr(0, 12);
  if (const std::string flags = portableCommandLine(options); !flags.empty())
    line += " " + flags;
  for (size_t at; (at = line.find("*/")) != std::string::npos;)
    line.replace(at, 2, "*\\/");
  return "/* " + line + " */\n";
}

/// "/usr/include", "-I/usr/include", "-DCONFIG=\"/etc/x\"".
static bool holdsAbsolutePath(StringRef flag) {
  const size_t slash = flag.find('/');
  if (slash == StringRef::npos)
    return false;
  const StringRef before = flag.take_front(slash);
  return before.empty() || before == "-I" || before == "-L" || before == "-B" || before == "-F" ||
         StringRef("=\"',:").contains(before.back()) ||
         llvm::StringSwitch<bool>(before)
             .Cases("-isystem", "-iquote", "-include", "-idirafter", "-isysroot", true)
             .Default(false);
}

/// Flags whose value may be the next argument.
static bool mayTakeNext(StringRef flag) {
  return llvm::StringSwitch<bool>(flag)
      .Cases("-I", "-L", "-B", "-F", "-isystem", "-iquote", "-include", "-idirafter", true)
      .Cases("-isysroot", "--sysroot", "-imacros", "-resource-dir", "-D", "-x", true)
      .Default(false);
}

std::string portableCommandLine(const Options &options) {
  std::vector<std::string> words;
  if (options.fromIr)
    words.push_back("--from-ir");
  if (!options.targets.empty())
    words.push_back("--target=" + llvm::join(options.targets, ","));
  if (options.fp != FpMode::FromFlags)
    words.push_back(options.fp == FpMode::Strict ? "--fp=strict"
                    : options.fp == FpMode::Fast ? "--fp=fast"
                                                 : "--fp=contract");
  if (options.form == Options::Variants)
    words.push_back("--form=variants");
  if (options.cudaOnError != Options::FallBack)
    words.push_back(options.cudaOnError == Options::Abort ? "--cuda-on-error=abort" : "--cuda-on-error=return");
  if (options.cudaMemory != Options::Copy)
    words.push_back(options.cudaMemory == Options::Managed ? "--cuda-mem=managed" : "--cuda-mem=persistent");
  if (options.onlyAnnotated)
    words.push_back("--only=annotated");
  if (!options.onlyFunctions.empty())
    words.push_back("--only=" + options.onlyFunctions);
  if (options.maxGrowthPercent > 0)
    words.push_back("--max-growth=" + std::to_string(options.maxGrowthPercent));
  if (options.stackBytes != Options().stackBytes)
    words.push_back("--stack=" + std::to_string(options.stackBytes));
  if (options.allowAlloc)
    words.push_back("--alloc");
  if (options.parallel)
    words.push_back("--parallel");
  if (options.plan)
    words.push_back("--plan=" + std::to_string(*options.plan));
  if (options.randomSeed)
    words.push_back("--plan=random:" + std::to_string(*options.randomSeed));
  if (!options.compileFlags.empty())
    words.push_back("--");
  for (size_t i = 0; i < options.compileFlags.size(); ++i) {
    const bool takesNext = mayTakeNext(options.compileFlags[i]) && i + 1 < options.compileFlags.size();
    if (holdsAbsolutePath(options.compileFlags[i + takesNext])) {
      i += takesNext;
      continue;
    }
    words.push_back(options.compileFlags[i]);
  }
  if (!words.empty() && words.back() == "--")
    words.pop_back();
  return llvm::join(words, " ");
}

std::set<std::string> headersAbove(const ParsedFile &file, uint32_t place) {
  std::set<std::string> headers;
  for (const Include &include : file.includes)
    if (include.end <= place)
      headers.insert(include.name);
  return headers;
}

/// What tells the helpers of a header from those of other files: its guard's macro, else its name; empty for other
/// files.
static std::string headerTag(const ParsedFile &file) {
  const StringRef extension = llvm::sys::path::extension(file.path);
  if (file.guard.name.empty() && (extension == ".c" || extension == ".i" || extension.empty()))
    return "";
  std::string tag;
  for (char c : file.guard.name.empty() ? llvm::sys::path::filename(file.path) : StringRef(file.guard.name))
    tag += llvm::isAlnum(c) ? llvm::toLower(c) : '_';
  return StringRef(tag).trim('_').str();
}

std::string withFreeHelpers(StringRef code, const std::optional<std::set<std::string>> &helpers,
                            const ParsedFile &file) {
  constexpr StringRef Prefix = "vecify_";
  const std::string tag = headerTag(file);
  std::string result;
  while (!code.empty()) {
    const size_t at = code.find(Prefix);
    result += code.take_front(at);
    code = code.substr(at);
    const StringRef name = code.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    code = code.drop_front(name.size());
    const bool isWhole = result.empty() || !(llvm::isAlnum(result.back()) || result.back() == '_');
    const bool isHelper = isWhole && name.size() > Prefix.size() && (!helpers || helpers->count(name.str()));
    std::string free = name.str();
    if (isHelper && !tag.empty())
      free += "_" + tag;
    for (unsigned n = 2; isHelper && file.identifiers.count(free); ++n)
      free = (name + (tag.empty() ? "" : "_" + tag) + "_" + llvm::Twine(n)).str();
    result += free;
  }
  return result;
}

size_t findInCode(llvm::StringRef text, llvm::StringRef chars, size_t at) {
  for (; at < text.size(); ++at) {
    const llvm::StringRef rest = text.substr(at);
    if (rest.starts_with("//"))
      at = std::min(text.find('\n', at), text.size());
    else if (rest.starts_with("/*"))
      at = std::min(text.find("*/", at + 2), text.size()) + 1;
    else if (chars.contains(rest[0]))
      return at;
  }
  return text.size();
}

uint32_t closingOf(llvm::StringRef text, size_t at) {
  for (unsigned depth = 1;; ++at) {
    at = findInCode(text, "()", at);
    if (at >= text.size() || (depth += text[at] == '(' ? 1 : -1) == 0)
      return uint32_t(at);
  }
}

StringRef newlineBefore(StringRef text, uint32_t offset) {
  const StringRef before = text.slice(topOf(text), offset);
  return before.substr(before.rfind('\n') + 1).trim().empty() ? "" : "\n"; // npos + 1 is 0
}

StringRef newlineAfter(StringRef text, uint32_t offset) {
  return text.substr(offset).split('\n').first.trim().empty() ? "" : "\n";
}

/// Invocations of macros come back whose text nothing has touched.
static void takeBack(const ParsedFile &file, std::vector<TextEdit> &edits) {
  for (const Expansion &expansion : file.expansions)
    if (llvm::none_of(edits, [&](const TextEdit &edit) {
          return edit.range.begin < expansion.range.end && expansion.range.begin < edit.range.end;
        }))
      edits.push_back({expansion.range, expansion.original});
}

std::string applyToFile(const ParsedFile &file, std::vector<TextEdit> edits) {
  const StringRef text = file.text;
  takeBack(file, edits);
  if (text.split('\n').first.ends_with("\r"))
    for (TextEdit &edit : edits) {
      std::string dos;
      for (char c : edit.text) {
        if (c == '\n' && !StringRef(dos).ends_with("\r"))
          dos += '\r';
        dos += c;
      }
      edit.text = std::move(dos);
    }
  return applyEdits(text, std::move(edits));
}

} // namespace vecify
