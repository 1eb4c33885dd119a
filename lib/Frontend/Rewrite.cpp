// The text side of a rewrite: edits, and the loop that resumes where the vector code stopped. No clang in here.
#include "vecify/Frontend/Frontend.h"
#include "vecify/Support/Mentions.h"
#include "vecify/Support/StayScalar.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cassert>

namespace vecify {
namespace {

bool isName(llvm::StringRef text) {
  return llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// In parentheses unless it is one token.
std::string operand(llvm::StringRef text) { return isName(text) ? text.str() : "(" + text.str() + ")"; }

/// Prints polynomials as C that is computed in ptrdiff_t, whatever the types of its parts.
class IndexText {
public:
  IndexText(const Nest &nest, llvm::StringRef done) : nest(nest), done(operand(done)) {}

  /// `expr` at the start of root iteration `done`.
  std::string operator()(const IndexExpr &expr) const {
    // A symbol of our own stands for `done`, so that lower + done cancels where it can.
    const SymbolId doneId = SymbolId(nest.symbols.size());
    const IndexExpr at = expr.substitute(nest.rootIterator(), nest.root().lower + IndexExpr::symbol(doneId));
    // Names that are wider than int come first and widen what follows.
    std::string text;
    for (const IndexExpr::Term &term : at.terms())
      if (!term.symbols.empty())
        append(text, term, doneId);
    for (const IndexExpr::Term &term : at.terms())
      if (term.symbols.empty())
        append(text, term, doneId);
    return text.empty() ? "0" : text;
  }

private:
  void append(std::string &text, const IndexExpr::Term &term, SymbolId doneId) const {
    const bool isNegative = term.coefficient < 0;
    const uint64_t magnitude = isNegative ? -uint64_t(term.coefficient) : uint64_t(term.coefficient);
    text += text.empty() ? (isNegative ? "-" : "") : (isNegative ? " - " : " + ");
    llvm::ListSeparator times(" * ");
    if (magnitude != 1 || term.symbols.empty())
      (text += times) += std::to_string(magnitude);
    for (SymbolId id : term.symbols) {
      text += times;
      if (id == doneId) {
        text += done;
        continue;
      }
      const Symbol &symbol = nest.symbols[id];
      if (bitsOf(symbol.type) < 64 || isUnsignedInteger(symbol.type))
        text += "(ptrdiff_t)";
      text += operand(symbol.name);
    }
  }

  const Nest &nest;
  std::string done;
};

/// What an induction has to be set to.
std::string valueOf(const Induction &induction, const IndexText &text) {
  if (induction.isPointer) {
    const std::string base = induction.base.empty() ? induction.name : induction.base;
    const std::string steps = text(induction.value);
    return steps == "0" ? base : base + " + " + operand(steps);
  }
  return "(" + induction.cType + ")" + operand(text(induction.value));
}

/// Its value under a name of its own, before anything is set: "float *p_resumed = p + 8; ".
std::string kept(const Induction &induction, const IndexText &text) {
  const bool isStarred = llvm::StringRef(induction.cType).ends_with("*");
  return induction.cType + (isStarred ? "" : " ") + induction.name + "_resumed = " + valueOf(induction, text) + "; ";
}

/// Sets several variables at once: those whose new value reads another one's old value come before that one changes;
/// where they go round in a circle a copy is kept.
std::string assignments(llvm::ArrayRef<const Induction *> inductions, const IndexText &text) {
  const auto reads = [&](const Induction &reader, const Induction &other) {
    return mentions(valueOf(reader, text), other.name);
  };
  std::vector<const Induction *> pending(inductions.begin(), inductions.end());
  std::string result;
  while (!pending.empty()) {
    const auto free = llvm::find_if(pending, [&](const Induction *candidate) {
      return llvm::none_of(pending,
                           [&](const Induction *other) { return other != candidate && reads(*other, *candidate); });
    });
    if (free == pending.end())
      break;
    result += (*free)->name + " = " + valueOf(**free, text) + "; ";
    pending.erase(free);
  }
  for (const Induction *induction : pending)
    result += kept(*induction, text);
  for (const Induction *induction : pending)
    result += induction->name + " = " + induction->name + "_resumed; ";
  return result;
}

/// `#pragma vecify`: other compilers warn of it.
bool isOurPragma(llvm::StringRef line) {
  return line.consume_front("#") && (line = line.ltrim()).consume_front("pragma") && line.ltrim().starts_with("vecify");
}

/// A piece of the loop in its new place: lines that start with `from`, the first excepted, start with `to`, and our
/// pragmas become comments. Directives stay where they are, and so does what continues a spliced line, which may be
/// inside a string.
std::string moved(llvm::StringRef text, llvm::StringRef from, llvm::StringRef to) {
  std::string result;
  bool isFirst = true, isSpliced = false;
  while (!text.empty()) {
    llvm::StringRef line = text.take_front(text.find('\n') + 1); // npos + 1 is 0
    if (line.empty())
      line = text;
    text = text.drop_front(line.size());
    const llvm::StringRef words = line.trim();
    if (isOurPragma(words)) {
      const size_t hash = line.find('#');
      result += (line.take_front(hash) + "/* " + words + " */" + line.drop_front(hash + words.size())).str();
    } else {
      if (!isFirst && !isSpliced && !words.empty() && !words.starts_with("#") && line.consume_front(from))
        result += to;
      result += line;
    }
    isFirst = false;
    isSpliced = words.ends_with("\\");
  }
  return result;
}

/// What hides a counter from the next compiler; a number rather than a pointer.
std::string hideCounter(const Nest &nest) {
  const Induction *hidden = nullptr;
  for (const Induction &induction : nest.inductions)
    if (!hidden || (hidden->isPointer && !induction.isPointer))
      hidden = &induction;
  return hidden ? stayScalar(hidden->name) : "";
}

/// Several statements on the line, the first of which may guard one: at the beginning of a line of its own that would
/// be taken for a mistake.
bool guardsOneOfSeveral(llvm::StringRef line) {
  const llvm::StringRef word = line.ltrim().take_while(llvm::isAlpha);
  return (word == "if" || word == "for" || word == "while") && line.count(';') > 1;
}

/// A loop's body, moved, with `first` as its first statement.
std::string withFirst(llvm::StringRef first, llvm::StringRef body, llvm::StringRef from, llvm::StringRef to) {
  const std::string inside = (to + "  ").str(), opened = ("{\n" + inside + first + "\n").str();
  if (!body.consume_front("{"))
    return opened + inside + moved(body, from, inside) + "\n" + to.str() + "}";
  const llvm::StringRef line = body.take_front(body.find('\n'));
  const std::string before = guardsOneOfSeveral(line) ? ("{\n" + inside + first + " ").str() : opened + inside;
  if (line.size() == body.size()) // { all; in; one; line; }
    return before + body.drop_back().trim().str() + "\n" + to.str() + "}";
  const bool isComment = line.trim().starts_with("//") && !line.trim().ends_with("\\");
  if (line.trim().empty() || isComment)
    return ("{" + line.rtrim() + "\n" + inside + first).str() + moved(body.drop_front(line.size()), from, to);
  return before + moved(body.ltrim(), from, to);
}

/// From 0 to a constant or to what has a name.
bool hasPlainBounds(const Nest &nest) {
  const IndexExpr &upper = nest.root().upper;
  return nest.root().lower.isZero() && (upper.asConstant() || upper.asSymbol());
}

/// Some counter goes down.
bool countsDown(const Nest &nest) {
  return llvm::any_of(nest.inductions, [&](const Induction &induction) {
    const std::optional<int64_t> step = induction.value.coefficientOf(nest.rootIterator()).asConstant();
    return !induction.isPointer && step && *step < 0;
  });
}

} // namespace

std::string resumeLoop(const Nest &nest, llvm::StringRef fileText, llvm::StringRef done, bool doneIsAllOrNothing,
                       bool staysScalar, llvm::StringRef indent) {
  const Source &source = nest.source;
  const IndexText text(nest, done);
  const std::string first = staysScalar && !source.body.isEmpty() ? hideCounter(nest) : "";
  // Where gcc 12 does not see that the start has reached the bound (i < n - 4 with n of 16 bits; i >= 0 from n - 1 -
  // done), it takes the iterations that are left to be 2^32 - 1 and warns of them. So the loop is entered only if
  // nothing was done; one that must be asked all the same starts from a number that gcc knows nothing of.
  const bool isKnownToEnd = hasPlainBounds(nest) && (source.conditionHasEffects || !countsDown(nest));
  const bool looksEndless = doneIsAllOrNothing && !source.isDo && !isKnownToEnd && first.empty();
  const bool isAllThatIsLeft = source.isDo ? doneIsAllOrNothing : looksEndless && !source.conditionHasEffects;
  const bool isUnderIf = source.isDo || isAllThatIsLeft;
  const std::string place = (indent + (isUnderIf ? "  " : "")).str();
  const auto sourceText = [&](uint32_t begin, uint32_t end) {
    return moved(fileText.slice(begin, end), source.indent, place);
  };
  const auto bodyText = [&] {
    const llvm::StringRef body = fileText.slice(source.body.begin, source.body.end);
    return first.empty() ? moved(body, source.indent, place) : withFirst(first, body, source.indent, place);
  };
  // From there to the end.
  const auto loopText = [&](uint32_t begin) {
    if (first.empty())
      return sourceText(begin, source.loop.end);
    const std::string text = sourceText(begin, source.body.begin);
    const llvm::StringRef head = llvm::StringRef(text).rtrim(), space = llvm::StringRef(text).drop_front(head.size());
    const llvm::StringRef line = head.substr(head.rfind('\n') + 1).ltrim(); // npos + 1 is 0
    const bool endsWithLine = line.contains("//") || line.starts_with("#");
    const bool isOnItsOwnLine = space.contains('\n') && (fileText[source.body.begin] == '{' || endsWithLine);
    return head.str() + (isOnItsOwnLine ? "\n" + place : " ") + bodyText() +
           sourceText(source.body.end, source.loop.end);
  };

  std::vector<const Induction *> declared, assigned;
  for (const Induction &induction : nest.inductions)
    (induction.declaredInInit ? declared : assigned).push_back(&induction);
  // What the loop declares may be made of what stood in variables that are set before it.
  std::string front;
  std::vector<std::string> starts;
  for (const Induction *induction : declared) {
    starts.push_back(valueOf(*induction, text));
    if (llvm::none_of(assigned, [&](const Induction *other) { return mentions(starts.back(), other->name); }))
      continue;
    front += kept(*induction, text);
    starts.back() = induction->name + "_resumed";
  }
  front += assignments(assigned, text);
  if (!front.empty()) {
    front.back() = '\n';
    front.insert(0, indent);
  }
  if (looksEndless && source.conditionHasEffects)
    front.insert(0, (indent + hideValue(done) + "\n").str());
  const std::string start = (isAllThatIsLeft ? indent + "if (" + done + " == 0) {\n" : "").str() + place;
  const std::string end = (isAllThatIsLeft ? "\n" + indent + "}" : "").str();
  const std::string loop = loopText(source.loop.begin);

  if (isAllThatIsLeft && source.isDo)
    return front + start + loop + end;
  if (source.isDo) {
    // The body of a do loop runs before its condition is asked: only if something is left, or nothing was done.
    const std::string trip = text(nest.tripCount(0));
    return (indent + "const _Bool isLeft_ = " + done + " == 0 || " + done + " < " + trip + ";\n" + front + indent +
            "if (isLeft_)\n" + start + loop)
        .str();
  }
  if (!source.isFor)
    return front + start + (source.expandedHead.empty() ? loop : source.expandedHead + " " + bodyText()) + end;

  // for (init; ...): init is replaced by a declaration of what it declares; everything else was set in front.
  std::string init;
  for (const auto &[induction, value] : llvm::zip_equal(declared, starts)) {
    init += init.empty() ? induction->cType + (llvm::StringRef(induction->cType).ends_with("*") ? "" : " ") : ", ";
    if (induction->isPointer && induction != declared.front())
      init += '*';
    init += induction->name + " = " + value;
  }
  // A lone counter is set where the reader looks for it.
  const bool hasInit = !source.forInit.isEmpty() || !source.expandedHead.empty();
  if (declared.empty() && assigned.size() == 1 && hasInit && !looksEndless) {
    init = assigned[0]->name + " = " + valueOf(*assigned[0], text);
    front.clear();
  }
  if (!source.expandedHead.empty())
    return front + start + "for (" + init + source.expandedHead + " " + bodyText() + end;
  return front + start + sourceText(source.loop.begin, source.forInit.begin) + init + loopText(source.forInit.end) +
         end;
}

std::string assignCounters(const Nest &nest, llvm::StringRef done) {
  std::vector<const Induction *> assigned;
  for (const Induction &induction : nest.inductions)
    if (!induction.declaredInInit)
      assigned.push_back(&induction);
  return assignments(assigned, IndexText(nest, done));
}

std::string applyEdits(llvm::StringRef text, std::vector<TextEdit> edits) {
  llvm::stable_sort(edits, [](const TextEdit &a, const TextEdit &b) {
    return std::pair(a.range.begin, a.range.end) < std::pair(b.range.begin, b.range.end);
  });
  std::string result;
  uint32_t at = 0;
  for (const TextEdit &edit : edits) {
    assert(edit.range.begin >= at && edit.range.end >= edit.range.begin && "edits must not overlap");
    result += text.slice(at, edit.range.begin);
    result += edit.text;
    at = edit.range.end;
  }
  result += text.drop_front(at);
  return result;
}

} // namespace vecify
