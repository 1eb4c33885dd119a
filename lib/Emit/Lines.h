// Indented lines of C, wrapped at 100 columns behind commas and logical operators.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <string>

namespace vecify {

inline constexpr unsigned LineColumns = 100;

class Lines {
public:
  explicit Lines(std::string indent = "") : Indent(std::move(indent)) {}
  void line(llvm::StringRef text);
  void in() { Indent += "  "; }
  void out() { Indent.resize(Indent.size() - 2); }
  /// Columns left for a line's text.
  unsigned room() const { return Indent.size() >= LineColumns - 20 ? 20 : LineColumns - Indent.size(); }
  const std::string &indent() const { return Indent; }
  /// The text so far; the indentation stays.
  std::string take();
  bool isEmpty() const { return Text.empty(); }
  void append(llvm::StringRef text) { Text += text; }

private:
  std::string Indent, Text;
};

} // namespace vecify
