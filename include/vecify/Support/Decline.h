// A "no" to the user: where, why, and with what facts. Not an error: the nest stays untouched.
#pragma once
#include "vecify/Support/Loc.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace vecify {

/// The rows of Remarks.def.
enum class Reason : uint16_t {
#define REMARK(Name, Kind, Text, Advice) Name,
#include "vecify/Support/Remarks.def"
};

enum class RemarkKind : uint8_t { Passed, Missed, Note };

/// One row of Remarks.def: Text and Advice hold {0}, {1}... for the arguments.
struct RemarkRow {
  llvm::StringRef name;
  RemarkKind kind;
  llvm::StringRef text, advice;
};
const RemarkRow &rowOf(Reason reason);

/// Why a loop, or one candidate plan for it, is not transformed.
class Decline : public llvm::ErrorInfo<Decline> {
public:
  static char ID;
  Decline(Loc loc, Reason reason, std::vector<std::string> args = {})
      : loc(loc), reason(reason), args(std::move(args)) {}
  /// "cannot vectorize ...": the row's text with the arguments filled in.
  std::string text() const;
  /// What would make it a yes; may be empty.
  std::string advice() const;
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

  Loc loc;
  Reason reason;
  std::vector<std::string> args;
};

/// Shorthand for the return statement of a function with an Expected or Error result.
llvm::Error decline(Loc loc, Reason reason, std::vector<std::string> args = {});

/// One line for the user about a place in the file.
struct Remark {
  Loc loc;
  Reason reason;
  std::vector<std::string> args;
};
/// The decline in `error`, at `loc` if it has no place of its own; an InternalError for anything else.
Remark remarkOf(llvm::Error error, Loc loc);

} // namespace vecify
