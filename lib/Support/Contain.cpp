// LLVM's recovery context leaves a crash by longjmp. Two things are added to it: a stack so deep that real code does
// not exhaust it, and one for the signal handlers, without which a stack that is exhausted after all cannot be
// reported.
#include "vecify/Support/Contain.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include <csignal>
#include <cstring>

namespace vecify {

static constexpr unsigned stackBytes = 512u << 20; ///< reserved, not committed
static constexpr size_t signalStackBytes = 64u << 10;

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
  llvm::CrashRecoveryContext context;
  auto onOwnSignalStack = [&] {
    char memory[signalStackBytes];
    stack_t stack = {};
    stack.ss_sp = memory;
    stack.ss_size = sizeof memory;
    sigaltstack(&stack, nullptr);
    body();
    stack.ss_flags = SS_DISABLE;
    sigaltstack(&stack, nullptr);
  };
  if (context.RunSafelyOnThread(onOwnSignalStack, stackBytes))
    return llvm::Error::success();
  int signal = context.RetCode - 128;
  return llvm::createStringError(strsignal(signal));
}

} // namespace vecify
