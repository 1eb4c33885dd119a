// What differs between the versions of clang that vecify builds with (22 and 19), and nothing else.
#pragma once
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Config/llvm-config.h"
#if LLVM_VERSION_MAJOR >= 22
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Options/Options.h"
#else
#include "clang/Driver/Options.h"
#include "clang/Frontend/Utils.h"
#endif
#include "llvm/Support/VirtualFileSystem.h"

namespace vecify {

#if LLVM_VERSION_MAJOR >= 22
inline const llvm::opt::OptTable &driverOptions() { return clang::getDriverOptTable(); }
inline constexpr unsigned clangOption = clang::options::ClangOption;
#else
inline const llvm::opt::OptTable &driverOptions() { return clang::driver::getDriverOptTable(); }
inline constexpr unsigned clangOption = clang::driver::options::ClangOption;
#endif

/// An engine for the driver's complaints about `arguments`. `options` is kept alive by the caller.
inline llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>
makeDiagnostics(std::unique_ptr<clang::DiagnosticOptions> &options, llvm::raw_ostream &os) {
#if LLVM_VERSION_MAJOR >= 21
  return clang::CompilerInstance::createDiagnostics(*llvm::vfs::getRealFileSystem(), *options,
                                                    new clang::TextDiagnosticPrinter(os, *options));
#else
  clang::DiagnosticOptions *shared = options.release(); // counted by the engine and the printer
  return clang::CompilerInstance::createDiagnostics(shared, new clang::TextDiagnosticPrinter(os, shared));
#endif
}

/// A compiler for `invocation` that prints its diagnostics to `os`.
inline std::unique_ptr<clang::CompilerInstance>
makeCompiler(std::shared_ptr<clang::CompilerInvocation> invocation, llvm::raw_ostream &os) {
#if LLVM_VERSION_MAJOR >= 21
  auto compiler = std::make_unique<clang::CompilerInstance>(invocation);
  compiler->createVirtualFileSystem();
  compiler->createDiagnostics(new clang::TextDiagnosticPrinter(os, invocation->getDiagnosticOpts()));
#else
  auto compiler = std::make_unique<clang::CompilerInstance>();
  compiler->setInvocation(invocation);
  compiler->createDiagnostics(new clang::TextDiagnosticPrinter(os, &invocation->getDiagnosticOpts()));
#endif
  compiler->setVerboseOutputStream(os); // "1 error generated."
  return compiler;
}

/// The variables of an OpenMP clause.
template <typename ClauseT> auto variablesOf(const ClauseT &clause) {
#if LLVM_VERSION_MAJOR >= 20
  return clause.varlist();
#else
  return clause.varlists();
#endif
}

} // namespace vecify
