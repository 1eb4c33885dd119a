// What the text of an output file needs, whatever is rewritten in it: a first line that says how it was made, a place
// for includes and helpers, and the line ends of the original.
#pragma once
#include "vecify/Driver/Driver.h"
#include <set>

namespace vecify {

/// "/* vecify 0.1.0 saxpy.c 0123456789ab --target=avx2 */": enough to write the file again.
std::string firstLine(llvm::StringRef path, llvm::StringRef text, const Options &options);
std::string firstLine(const ParsedFile &file, const Options &options);

/// The command line as the first line states it: what decides the output, in one spelling. Flags that hold an absolute
/// path are left out, for they differ between machines.
std::string portableCommandLine(const Options &options);

/// The headers that are included above `place`: "<stddef.h>".
std::set<std::string> headersAbove(const ParsedFile &file, uint32_t place);

/// `code` of ours with its helper functions renamed where the file, or one that includes it, may define the same:
/// vecify_min_2, and vecify_min_util_h in a header. `helpers`: those it may call; nullopt: all that it defines.
std::string withFreeHelpers(llvm::StringRef code, const std::optional<std::set<std::string>> &helpers,
                            const ParsedFile &file);

/// The first of `chars` outside of comments, from `at` on; the text's end where there is none.
size_t findInCode(llvm::StringRef text, llvm::StringRef chars, size_t at);
/// The parenthesis that closes the one in front of `at`.
uint32_t closingOf(llvm::StringRef text, size_t at);

/// Directives must begin and end a line: the newline that `offset` lacks in front of, or behind it.
llvm::StringRef newlineBefore(llvm::StringRef text, uint32_t offset);
llvm::StringRef newlineAfter(llvm::StringRef text, uint32_t offset);

/// `edits` applied to the file's text, with the line ends that it has. Invocations of macros in whose text there is no
/// edit are as they were.
std::string applyToFile(const ParsedFile &file, std::vector<TextEdit> edits);

} // namespace vecify
