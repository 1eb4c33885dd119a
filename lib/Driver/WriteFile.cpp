#include "WriteFile.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace vecify {

namespace fs = llvm::sys::fs;

static llvm::Error failure(llvm::StringRef what, llvm::StringRef path, std::error_code why) {
  return llvm::createStringError(why, "cannot " + what + " '" + path + "': " + why.message());
}

bool isDevice(llvm::StringRef path) {
  fs::file_status status;
  fs::status(path, status);
  // What /dev/stdout leads to is open already: it is written, not replaced.
  return (fs::exists(status) && !fs::is_regular_file(status)) || path.starts_with("/dev/") ||
         path.starts_with("/proc/");
}

llvm::Error writeAtomically(llvm::StringRef path, llvm::StringRef text) {
  fs::file_status status;
  fs::status(path, status);
  if (fs::exists(status) && !fs::is_regular_file(status) && status.type() != fs::file_type::character_file &&
      status.type() != fs::file_type::fifo_file)
    return failure("write", path, std::make_error_code(std::errc::is_a_directory));
  // A device or a pipe cannot be replaced; a symbolic link is followed to the file it names.
  if (isDevice(path)) {
    std::error_code why;
    llvm::raw_fd_ostream os(path, why);
    if (why)
      return failure("write", path, why);
    os << text;
    os.flush();
    why = os.error();
    os.clear_error();
    return why ? failure("write", path, why) : llvm::Error::success();
  }
  llvm::SmallString<256> real(path);
  if (fs::exists(status))
    if (std::error_code why = fs::real_path(path, real))
      return failure("write", path, why);
  unsigned mode = fs::exists(status) ? unsigned(status.permissions()) : 0666 & ~fs::getUmask();
  llvm::Expected<fs::TempFile> temp = fs::TempFile::create(real + ".vecify-%%%%%%", mode | fs::owner_write);
  if (!temp)
    return failure("write", path, llvm::errorToErrorCode(temp.takeError()));
  {
    llvm::raw_fd_ostream os(temp->FD, /*shouldClose=*/false);
    os << text;
    os.flush();
    if (os.has_error()) {
      std::error_code why = os.error();
      os.clear_error();
      llvm::consumeError(temp->discard());
      return failure("write", path, why);
    }
  }
  if (fs::exists(status))
    fs::setPermissions(temp->FD, fs::perms(mode));
  if (llvm::Error error = temp->keep(real))
    return failure("write", path, llvm::errorToErrorCode(std::move(error)));
  return llvm::Error::success();
}

llvm::Expected<std::string> readFile(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return failure("read", path, buffer.getError());
  return (*buffer)->getBuffer().str();
}

llvm::Expected<std::string> unifiedDiff(llvm::StringRef before, llvm::StringRef after, llvm::StringRef labelBefore,
                                        llvm::StringRef labelAfter) {
  if (before == after)
    return std::string();
  auto program = llvm::sys::findProgramByName("diff");
  if (!program)
    return llvm::createStringError(program.getError(), "cannot find the program 'diff'");
  llvm::SmallString<128> paths[3];
  auto remove = llvm::make_scope_exit([&] {
    for (auto &path : paths)
      if (!path.empty())
        fs::remove(path);
  });
  llvm::StringRef texts[3] = {before, after, ""};
  for (unsigned i = 0; i < 3; ++i) {
    int fd;
    if (std::error_code why = fs::createTemporaryFile("vecify", "txt", fd, paths[i]))
      return failure("create", "a temporary file", why);
    llvm::raw_fd_ostream os(fd, /*shouldClose=*/true);
    os << texts[i];
  }
  std::string one = labelBefore.str(), two = labelAfter.str();
  llvm::StringRef arguments[] = {*program, "-u", "--label", one, "--label", two, paths[0], paths[1]};
  std::optional<llvm::StringRef> redirects[] = {std::nullopt, llvm::StringRef(paths[2]), std::nullopt};
  std::string why;
  int code = llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt, redirects, 0, 0, &why);
  if (code != 0 && code != 1)
    return llvm::createStringError(std::make_error_code(std::errc::io_error), "diff failed: " + why);
  return readFile(paths[2]);
}

} // namespace vecify
