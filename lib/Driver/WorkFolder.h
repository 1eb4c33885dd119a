// A directory of files that is gone with it.
#pragma once
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <string>

namespace vecify {

class WorkFolder {
public:
  explicit WorkFolder(llvm::StringRef name) { Failed = bool(llvm::sys::fs::createUniqueDirectory(name, Path)); }
  WorkFolder(const WorkFolder &) = delete;
  ~WorkFolder() {
    if (!Failed)
      llvm::sys::fs::remove_directories(Path);
  }
  bool isThere() const { return !Failed; }
  llvm::StringRef path() const { return Path; }
  std::string file(llvm::StringRef name) const { return (Path + "/" + name).str(); }

private:
  llvm::SmallString<128> Path;
  bool Failed = false;
};

} // namespace vecify
