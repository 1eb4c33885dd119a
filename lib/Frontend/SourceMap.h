// From clang's locations to bytes of the main file.
#pragma once
#include "vecify/Frontend/Frontend.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include <optional>
#include <string>
#include <vector>

namespace vecify {

class SourceMap {
public:
  /// `original`: what the user sees, if the main file is that with `expansions`.
  SourceMap(const clang::SourceManager &sources, const clang::LangOptions &language, llvm::StringRef original,
            llvm::ArrayRef<Expansion> expansions);

  /// The byte where `place` is written; for a place inside a macro's expansion that of the expansion, for one inside a
  /// macro's argument that of the argument. Nothing if that is not in the main file.
  std::optional<uint32_t> offsetOf(clang::SourceLocation place) const;
  bool isInMainFile(clang::SourceLocation place) const { return offsetOf(place).has_value(); }
  /// Line and column as an editor counts them in the original (no #line); what is expanded lies where it began.
  Loc locOf(clang::SourceLocation place) const;

  /// The bytes from the first to the last token of `range`; empty if they are not contiguous in the main file.
  /// A last token that is a macro's expansion counts with all of its arguments.
  TextRange rangeOf(clang::SourceRange range) const;
  /// A statement with its semicolon; empty if that is a macro's.
  TextRange rangeOf(const clang::Stmt &stmt) const;
  llvm::StringRef text(TextRange range) const { return file().slice(range.begin, range.end); }
  /// As the user wrote it, white space folded to one blank; with macros expanded where it is nowhere contiguous.
  std::string text(const clang::Stmt &stmt) const;
  /// The whole main file.
  llvm::StringRef file() const;

  /// The macro whose body `place` comes from, if it is not in one of its arguments.
  std::optional<std::string> macroBodyOf(clang::SourceLocation place) const;

  /// Inside macros' arguments, each macro uses its argument once, and as it is: none of `s = #z; z`, `z z`.
  bool isExpandedOnce(clang::SourceLocation place) const;

  /// Where the outermost macro invocation begins of which `place` is the first token; invalid if there is none.
  clang::SourceLocation startOfExpansion(clang::SourceLocation place) const;

  const clang::SourceManager &sources() const { return Sources; }
  const clang::LangOptions &language() const { return Language; }

private:
  /// From inside a macro to where its argument is written, or else to where the macro is invoked.
  clang::SourceLocation callerOf(clang::SourceLocation place) const;
  /// The definition in whose text this parameter lies has no other use of it, nor `#` or `##` beside it.
  bool isOnlyUse(clang::SourceLocation parameter) const;

  const clang::SourceManager &Sources;
  const clang::LangOptions &Language;
  llvm::ArrayRef<Expansion> Expansions;
  std::vector<uint32_t> LineStarts;
};

} // namespace vecify
