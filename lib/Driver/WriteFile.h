// Files in and out: a write is all or nothing.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace vecify {

/// A device or a pipe, or what leads to one: it is written as it stands, and nothing stands beside it.
bool isDevice(llvm::StringRef path);

/// Writes to a temporary beside `path` and renames it; keeps the mode of an existing file.
/// Errors: a user error naming the path; the old file is then as it was.
llvm::Error writeAtomically(llvm::StringRef path, llvm::StringRef text);
llvm::Expected<std::string> readFile(llvm::StringRef path);

/// `diff -u` of two texts under these labels; empty when equal.
/// Errors: when there is no diff program.
llvm::Expected<std::string> unifiedDiff(llvm::StringRef before, llvm::StringRef after, llvm::StringRef labelBefore,
                                        llvm::StringRef labelAfter);

} // namespace vecify
