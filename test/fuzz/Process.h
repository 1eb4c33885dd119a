// Runs a command with a time limit and collects what it prints.
#pragma once
#include <string>
#include <vector>

namespace vecify::fuzz {

struct Finished {
  int exitCode = -1; // -1 when it did not exit by itself
  int signal = 0;
  bool timedOut = false;
  std::string output; // stdout and stderr as they came
  double seconds = 0;

  bool ok() const { return exitCode == 0; }
  /// "exit code 3", "signal 11", "timed out".
  std::string ending() const;
};

/// Runs args[0], found by PATH, killing its process group after `seconds`.
Finished runProcess(const std::vector<std::string> &args, double seconds);

} // namespace vecify::fuzz
