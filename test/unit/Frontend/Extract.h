// The vocabulary of the frontend's tests: C text in, nest or decline out, as text.
#pragma once
#include "vecify/Frontend/Frontend.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace vecify {

struct Parsed {
  std::optional<ParsedFile> file;
  std::string error, diagnostics;
};

/// Parses `code` as a file of its own.
inline Parsed parse(llvm::StringRef code, FrontendOptions options = {}) {
  Parsed result;
  llvm::SmallString<128> path;
  int descriptor = -1;
  if (llvm::sys::fs::createTemporaryFile("nest", "c", descriptor, path)) {
    result.error = "cannot create a temporary file";
    return result;
  }
  const llvm::FileRemover remover(path);
  llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << code;
  llvm::raw_string_ostream diagnostics(result.diagnostics);
  llvm::Expected<ParsedFile> file = parseFile(path, options, diagnostics);
  if (file)
    result.file = std::move(*file);
  else
    result.error = llvm::toString(file.takeError());
  return result;
}

inline Parsed parse(llvm::StringRef code, std::vector<std::string> flags) {
  FrontendOptions options;
  options.compileFlags = std::move(flags);
  return parse(code, options);
}

/// Every loop of the file, outer ones before inner ones.
inline std::vector<const LoopEntry *> allLoops(const ParsedFile &file) {
  std::vector<const LoopEntry *> result;
  const std::function<void(const LoopEntry &)> add = [&](const LoopEntry &entry) {
    result.push_back(&entry);
    for (const LoopEntry &inner : entry.inner)
      add(inner);
  };
  for (const FunctionEntry &function : file.functions)
    for (const LoopEntry &loop : function.loops)
      add(loop);
  return result;
}

inline std::string declineText(const Remark &remark) {
  return rowOf(remark.reason).name.str() + ": " + Decline(remark.loc, remark.reason, remark.args).text();
}

/// The nest's text without its first line; or "Reason: text" of the decline; or the error.
inline std::string textOf(const LoopEntry &entry) {
  if (entry.decline)
    return declineText(*entry.decline);
  std::string text;
  llvm::raw_string_ostream os(text);
  print(*entry.nest, os);
  return text.substr(text.find('\n') + 1);
}

/// Of the first loop of the file.
inline std::string nestOf(llvm::StringRef code, std::vector<std::string> flags = {}) {
  const Parsed parsed = parse(code, std::move(flags));
  if (!parsed.file)
    return "error: " + parsed.error + "\n" + parsed.diagnostics;
  const auto loops = allLoops(*parsed.file);
  return loops.empty() ? "no loop" : textOf(*loops[0]);
}

/// Only the lines that start with one of `kinds` ("loop", "assume"...) and what is indented below them.
inline std::string linesOf(llvm::StringRef text, std::vector<llvm::StringRef> kinds) {
  std::string result;
  bool isTaken = false;
  llvm::SmallVector<llvm::StringRef, 16> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    if (!line.starts_with("   "))
      isTaken = llvm::any_of(kinds, [&](llvm::StringRef kind) { return line.ltrim().starts_with(kind); });
    if (isTaken && !line.empty())
      result += line.drop_front(2).str() + "\n";
  }
  return result.empty() ? text.str() : result;
}

/// The loops and statements of the first nest; its decline if it has none.
inline std::string bodyOf(llvm::StringRef code, std::vector<std::string> flags = {}) {
  return linesOf(nestOf(code, std::move(flags)), {"loop"});
}

/// Loops, statements, inductions and assumptions: all that depends on the form of the loop.
inline std::string formOf(llvm::StringRef code, std::vector<std::string> flags = {}) {
  return linesOf(nestOf(code, std::move(flags)), {"loop", "induction", "assume"});
}

/// One statement over `float *a, *b; int *k; uint8_t *u; short *h; double *d; int n; ...` in a loop over i.
inline std::string statement(llvm::StringRef text, std::vector<std::string> flags = {}) {
  const std::string code = "#include <math.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n"
                           "void f(float *a, float *b, int *k, unsigned *w, uint8_t *u, int8_t *c, short *h,\n"
                           "       double *d, long *l, bool *t, int n, int m, float x, unsigned v) {\n"
                           "  for (int i = 0; i < n; i++) {\n" +
                           text.str() + "\n  }\n}\n";
  const std::string body = bodyOf(code, std::move(flags));
  const size_t first = body.find("\n  ");
  if (!llvm::StringRef(body).starts_with("loop") || first == std::string::npos)
    return body;
  std::string result;
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::StringRef(body).drop_front(first + 1).split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (!line.empty())
      result += (result.empty() ? "" : "\n") + line.drop_front(2).str();
  return result;
}

/// The errors that a file gives, a line each, without their places.
inline std::vector<std::string> errorsOf(llvm::StringRef code, std::vector<std::string> flags = {}) {
  const Parsed parsed = parse(code, std::move(flags));
  std::vector<std::string> errors;
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::StringRef(parsed.diagnostics).split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (const size_t at = line.find(" error: "); at != llvm::StringRef::npos)
      errors.push_back(line.drop_front(at + 8).str());
  if (parsed.file)
    EXPECT_TRUE(errors.empty());
  return errors;
}

} // namespace vecify
