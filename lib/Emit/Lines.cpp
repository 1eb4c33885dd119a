// See Lines.h.
#include "Lines.h"

namespace vecify {

/// Where the first line of `text` ends best: behind the last outermost comma or operator that leaves it short enough.
static size_t breakPoint(llvm::StringRef text, unsigned room) {
  size_t best = llvm::StringRef::npos;
  int depth = 0, bestDepth = 1 << 20;
  for (size_t i = 0; i < text.size() && i < room; ++i) {
    if (text[i] == '(')
      ++depth;
    else if (text[i] == ')')
      --depth;
    if (i + 1 >= text.size() || text[i + 1] != ' ')
      continue;
    const bool isBreak =
        text[i] == ',' || (i && (text.slice(i - 1, i + 1) == "&&" || text.slice(i - 1, i + 1) == "||"));
    // A break far to the left wastes the line, however shallow.
    if (isBreak && (depth <= bestDepth || best < room / 3)) {
      best = i + 1;
      bestDepth = depth;
    }
  }
  return best;
}

void Lines::line(llvm::StringRef text) {
  Text += Indent;
  for (bool isFirst = true; text.size() > (isFirst ? room() : room() - 4); isFirst = false) {
    const size_t at = breakPoint(text, isFirst ? room() : room() - 4);
    if (at == llvm::StringRef::npos)
      break;
    Text += text.take_front(at);
    Text += "\n" + Indent + "    ";
    text = text.drop_front(at).ltrim();
  }
  Text += text;
  Text += '\n';
}

std::string Lines::take() {
  std::string text = std::move(Text);
  Text.clear();
  return text;
}

} // namespace vecify
