// The sentences of Remarks.def with their arguments filled in.
#include "vecify/Support/Decline.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

namespace vecify {
namespace {

constexpr RemarkRow rows[] = {
#define REMARK(Name, Kind, Text, Advice) {#Name, RemarkKind::Kind, Text, Advice},
#include "vecify/Support/Remarks.def"
};

/// "loop '{0}' ..." with {n} replaced by args[n]; a hole without an argument stays as it is.
std::string fillIn(llvm::StringRef pattern, llvm::ArrayRef<std::string> args) {
  std::string text;
  while (!pattern.empty()) {
    const size_t open = pattern.find('{');
    text += pattern.take_front(open);
    pattern = pattern.drop_front(std::min(open, pattern.size()));
    if (pattern.empty())
      break;
    const size_t close = pattern.find('}');
    unsigned number = 0;
    if (close != llvm::StringRef::npos && !pattern.slice(1, close).getAsInteger(10, number) && number < args.size()) {
      text += args[number];
      pattern = pattern.drop_front(close + 1);
    } else {
      text += '{';
      pattern = pattern.drop_front();
    }
  }
  return text;
}

} // namespace

char Decline::ID = 0;

const RemarkRow &rowOf(Reason reason) {
  assert(size_t(reason) < std::size(rows));
  return rows[size_t(reason)];
}

std::string Decline::text() const { return fillIn(rowOf(reason).text, args); }
std::string Decline::advice() const { return fillIn(rowOf(reason).advice, args); }

void Decline::log(llvm::raw_ostream &os) const {
  if (loc.isValid())
    os << loc.line << ':' << loc.column << ": ";
  os << text();
}

std::error_code Decline::convertToErrorCode() const { return llvm::inconvertibleErrorCode(); }

llvm::Error decline(Loc loc, Reason reason, std::vector<std::string> args) {
  return llvm::make_error<Decline>(loc, reason, std::move(args));
}

Remark remarkOf(llvm::Error error, Loc loc) {
  Remark remark{loc, Reason::InternalError, {}};
  llvm::handleAllErrors(
      std::move(error), [&](const Decline &d) { remark = {d.loc.isValid() ? d.loc : loc, d.reason, d.args}; },
      [&](const llvm::ErrorInfoBase &e) { remark.args = {e.message()}; });
  return remark;
}

} // namespace vecify
