// What the vector part calls the source's parameters and arrays, in place and as a function of its own.
//
//     in place   n, (ptrdiff_t)n, const ptrdiff_t s_n = s->n;      x[{0}]      s_data[{0}]
//     outlined   saxpy_i_avx2(ptrdiff_t n, float alpha, const float *x, float *y)
#pragma once
#include "CText.h"
#include "LocalNames.h"
#include "Spelling.h"
#include "vecify/Emit/Emit.h"

namespace vecify {

struct Interface {
  std::vector<CText> parameters;     ///< per Function::parameters: what the body calls it
  std::vector<std::string> patterns; ///< per Function::patterns: lvalue with holes; empty: spelled in bytes
  std::vector<std::string> bases;    ///< per Function::arrays: the pointer that the body uses
  std::vector<std::string> outs;     ///< outlined: per Function::results, the pointer parameter
  /// In place: constants at the top of the vector part. Outlined: the parameters, live-outs last.
  struct Local {
    std::string name, declaration;      ///< "const float *x"
    std::string value;                  ///< what it is set to, or the call's argument
    std::optional<uint32_t> array = {}; ///< which of Function::arrays it is
  };
  std::vector<Local> locals;
  std::vector<std::string> buffers; ///< declarations at the top of the vector part, or of the loop that threads share

  std::set<std::string> helpers; ///< that the locals' values call

  std::string block;               ///< name of what is allocated; empty: nothing
  int64_t blockBytes = 0;          ///< of it, in use
  std::vector<std::string> panels; ///< declarations of pointers to its parts

  /// Those that `body` mentions, or that another one's declaration does.
  std::vector<Local> localsIn(llvm::StringRef body) const;
};

Interface inlineInterface(const Spelling &spelling, LocalNames &names);
Interface outlinedInterface(const Spelling &spelling, LocalNames &names, bool isGnu89,
                            const std::map<std::string, std::string> &standIns = {});

/// Statements that store live-out `r` through its pointer parameter.
std::vector<std::string> outAssignment(const Interface &interface, const Function &function, unsigned r,
                                       llvm::StringRef value, LocalNames &names);

/// Names that the output must not use for anything of its own.
std::set<std::string> reservedIn(const Function &function, const EmitOptions &options);
/// "vecify: text" as a comment, which cannot end itself.
std::string commented(llvm::StringRef text);

/// All identifiers in the C texts that the function's vector part may print as they are.
std::set<std::string> sourceIdentifiers(const Function &function);

/// "float (*)[64]" and "A" give "float (*A)[64]".
std::string declare(llvm::StringRef type, llvm::StringRef name);

} // namespace vecify
