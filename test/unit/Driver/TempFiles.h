// A directory of files that is gone when the test is.
#pragma once
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

namespace vecify {

class TempFiles {
public:
  TempFiles() { EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("vecify", Dir)); }
  ~TempFiles() { llvm::sys::fs::remove_directories(Dir); }

  std::string path(llvm::StringRef name) const { return (Dir + "/" + name).str(); }
  std::string directory() const { return Dir.str().str(); }
  /// Writes the file and returns its path.
  std::string write(llvm::StringRef name, llvm::StringRef text) const {
    std::error_code error;
    llvm::raw_fd_ostream(path(name), error) << text;
    EXPECT_FALSE(error) << error.message();
    return path(name);
  }
  std::string read(llvm::StringRef name) const {
    const auto buffer = llvm::MemoryBuffer::getFile(path(name));
    return buffer ? (*buffer)->getBuffer().str() : "<" + buffer.getError().message() + ">";
  }
  /// Names in the directory, sorted.
  std::vector<std::string> names() const {
    std::vector<std::string> result;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator at(Dir, error), end; !error && at != end; at.increment(error))
      result.push_back(llvm::sys::path::filename(at->path()).str());
    llvm::sort(result);
    return result;
  }

private:
  llvm::SmallString<128> Dir;
};

} // namespace vecify
