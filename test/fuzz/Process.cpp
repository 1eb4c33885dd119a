// posix_spawn into a process group of its own, so that a compiler driver dies
// with its children; safe to use from several threads.
#include "Process.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace vecify::fuzz {

std::string Finished::ending() const {
  if (timedOut)
    return "timed out";
  return signal ? "signal " + std::to_string(signal)
                : "exit code " + std::to_string(exitCode);
}

Finished runProcess(const std::vector<std::string> &args, double seconds) {
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  auto elapsed = [&] {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };

  Finished result;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    result.output = std::strerror(errno);
    return result;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  std::vector<char *> argv;
  for (const std::string &arg : args)
    argv.push_back(const_cast<char *>(arg.c_str()));
  argv.push_back(nullptr);
  pid_t pid = 0;
  int error =
      posix_spawnp(&pid, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    result.output = args[0] + ": " + std::strerror(error);
    return result;
  }

  char buffer[4096];
  for (;;) {
    double left = seconds - elapsed();
    pollfd wait{ends[0], POLLIN, 0};
    int ready = left > 0 ? poll(&wait, 1, int(left * 1000) + 1) : 0;
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready <= 0) {
      result.timedOut = true;
      kill(-pid, SIGKILL);
      break;
    }
    ssize_t got = read(ends[0], buffer, sizeof buffer);
    if (got <= 0)
      break;
    if (result.output.size() < (1 << 22))
      result.output.append(buffer, size_t(got));
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && !result.timedOut)
    result.exitCode = WEXITSTATUS(status);
  if (WIFSIGNALED(status))
    result.signal = WTERMSIG(status);
  result.seconds = elapsed();
  return result;
}

} // namespace vecify::fuzz
