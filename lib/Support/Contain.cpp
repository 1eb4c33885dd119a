// LLVM's recovery context leaves a crash by longjmp. Two things are added to it: a stack so deep that real code does
// not exhaust it, and one for the signal handlers, without which a stack that is exhausted after all cannot be
// reported.
#include "vecify/Support/Contain.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/thread.h"
#include <csignal>
#include <cstring>

namespace vecify {

static constexpr unsigned stackBytes = 512u << 20; ///< reserved, not committed

namespace {

/// Where the signal handlers of this thread run.
class SignalStack {
public:
  SignalStack() {
    stack_t stack = {};
    stack.ss_sp = Memory;
    stack.ss_size = sizeof Memory;
    sigaltstack(&stack, &Before);
  }
  ~SignalStack() { sigaltstack(&Before, nullptr); }

private:
  char Memory[64u << 10];
  stack_t Before;
};

} // namespace

/// Lets the recovery context's handlers run on the signal stack of their thread.
static bool enableRecovery() {
  llvm::CrashRecoveryContext::Enable();
  for (int signal : {SIGSEGV, SIGBUS}) {
    struct sigaction action;
    sigaction(signal, nullptr, &action);
    action.sa_flags |= SA_ONSTACK;
    sigaction(signal, &action, nullptr);
  }
  return true;
}

llvm::Error contain(llvm::function_ref<void()> body) {
  static const bool isEnabled = enableRecovery();
  (void)isEnabled;
  int signal = 0;
  llvm::thread worker(std::optional<unsigned>(stackBytes), [&] {
    const SignalStack stack;
    llvm::CrashRecoveryContext context;
    if (!context.RunSafely(body))
      signal = context.RetCode - 128;
  });
  worker.join();
  return signal ? llvm::createStringError(strsignal(signal)) : llvm::Error::success();
}

} // namespace vecify
