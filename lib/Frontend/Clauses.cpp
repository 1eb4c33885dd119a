// The clauses of `#pragma vecify`, of `#pragma omp simd` where OpenMP is off, and of the GCC pragmas.
//
// A clause that is not understood is an error at its token, with the nearest spelling; so is a pair that contradicts
// itself. OpenMP's own mistakes are not ours to report: a clause that we do not know only takes back what we would
// have concluded.
#include "Pragmas.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace vecify {
namespace {

constexpr llvm::StringLiteral known[] = {"vectorize", "shape",     "order",   "unroll", "tail",   "independent",
                                         "noalias",   "multiple",  "range",   "aligned", "fp",    "reduction",
                                         "math",      "expect",    "off",     "cores"};
constexpr llvm::StringLiteral later[] = {"tile",     "pack",       "target",   "warp",  "layout",
                                         "outer",    "distance",   "permutation", "readable", "writable", "pure",
                                         "trusted",  "nontemporal", "scan",    "speculate"};

std::optional<ReductionKind> reductionOperator(llvm::StringRef text) {
  return llvm::StringSwitch<std::optional<ReductionKind>>(text)
      .Case("+", ReductionKind::Add)
      .Case("-", ReductionKind::Add)
      .Case("*", ReductionKind::Mul)
      .Case("min", ReductionKind::Min)
      .Case("max", ReductionKind::Max)
      .Case("&", ReductionKind::And)
      .Case("|", ReductionKind::Or)
      .Case("^", ReductionKind::Xor)
      .Default(std::nullopt);
}

class ClauseReader {
public:
  ClauseReader(const PragmaUse &use, LoopPragmas &pragmas, DiagnosticsEngine &diagnostics)
      : Use(use), Pragmas(pragmas), Clauses(pragmas.clauses), Diagnostics(diagnostics) {}

  void readVecify() {
    if (atEnd())
      return error(Use.loc, "expected a clause after '#pragma vecify'");
    while (!atEnd() && !Failed) {
      if (peek() == ",") {
        ++Next;
        continue;
      }
      readClause();
    }
  }

  void readGcc() {
    const llvm::StringRef name = Use.tokens[0].text;
    if (name == "ivdep") {
      Clauses.ivdep = Clauses.annotated = true;
    } else if (name == "novector") {
      Clauses.off = true;
      Clauses.offBy = "#pragma GCC novector";
    }
  }

  /// simd [clauses], parallel for [simd] [clauses], for [simd].
  void readOmp() {
    bool isSimd = false, isFor = false;
    for (; !atEnd(); ++Next) {
      if (peek() == "simd")
        isSimd = true;
      else if (peek() == "for")
        isFor = true;
      else if (peek() != "parallel")
        break;
    }
    Clauses.parallelFor |= isFor;
    if (Use.role == PragmaUse::Divides) {
      Pragmas.keptBy = "a loop that OpenMP divides";
      Pragmas.collapse = loopsDivided();
    }
    if (!isSimd)
      return;
    Clauses.annotated = Clauses.independent = true;
    while (!atEnd()) {
      if (peek() == ",") {
        ++Next;
        continue;
      }
      readOmpClause();
    }
  }

private:
  /// How many loops, each inside the one before, a directive divides: where it does not say, all.
  int64_t loopsDivided() const {
    const std::string text = join(Use.tokens);
    int64_t count = 1;
    for (llvm::StringRef clause : {"collapse(", "ordered("})
      if (const size_t at = text.find(clause); at != std::string::npos) {
        int64_t value = 0;
        llvm::StringRef rest = llvm::StringRef(text).drop_front(at + clause.size());
        count = std::max(count, rest.consumeInteger(0, value) ? INT64_MAX : value);
      }
    static constexpr llvm::StringLiteral whole[] = {"tile", "interchange", "stripe", "metadirective", "target"};
    return llvm::is_contained(whole, Use.tokens[0].text) ? INT64_MAX : count;
  }

  using Arguments = std::vector<std::vector<PragmaToken>>; ///< split at commas

  bool atEnd() const { return Next >= Use.tokens.size(); }
  llvm::StringRef peek() const { return atEnd() ? "" : llvm::StringRef(Use.tokens[Next].text); }
  SourceLocation here() const {
    return atEnd() ? (Use.tokens.empty() ? Use.loc : Use.tokens.back().loc) : Use.tokens[Next].loc;
  }

  void error(SourceLocation where, const std::string &text) {
    Failed = true;
    const unsigned id = Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "%0");
    Diagnostics.Report(where, id) << text;
  }

  static std::string join(llvm::ArrayRef<PragmaToken> tokens) {
    std::string text;
    for (const PragmaToken &token : tokens)
      text += token.text;
    return text;
  }

  /// The parenthesized list at the cursor, if there is one.
  std::optional<Arguments> arguments() {
    if (peek() != "(")
      return std::nullopt;
    ++Next;
    Arguments list(1);
    for (unsigned depth = 1; !atEnd(); ++Next) {
      const llvm::StringRef text = peek();
      depth += text == "(";
      depth -= text == ")";
      if (depth == 0) {
        ++Next;
        return list;
      }
      if (depth == 1 && text == ",")
        list.emplace_back();
      else
        list.back().push_back(Use.tokens[Next]);
    }
    error(here(), "expected ')'");
    return list;
  }

  std::optional<int64_t> number(llvm::ArrayRef<PragmaToken> tokens) {
    int64_t value = 0;
    if (!tokens.empty() && !llvm::StringRef(join(tokens)).getAsInteger(0, value))
      return value;
    error(tokens.empty() ? here() : tokens[0].loc, "expected an integer");
    return std::nullopt;
  }

  void readClause() {
    const PragmaToken name = Use.tokens[Next++];
    if (!llvm::is_contained(known, name.text))
      return rejectUnknown(name);
    const std::optional<Arguments> list = arguments();
    if (Failed)
      return;
    const bool isBare = name.text == "vectorize" || name.text == "independent" || name.text == "off";
    if (isBare && list)
      return error(name.loc, "clause '" + name.text + "' takes no arguments");
    if (!isBare && (!list || list->front().empty()))
      return error(name.loc, "clause '" + name.text + "' needs arguments in parentheses");
    if (name.text == "off") {
      Clauses.off = Pragmas.offInside = true;
      Clauses.offBy = "#pragma vecify off";
    } else if (name.text != "fp" && name.text != "noalias" && name.text != "multiple" && name.text != "range" &&
               name.text != "aligned" && name.text != "math" && name.text != "cores") {
      Pragmas.requests = true;
      Clauses.annotated = true;
    }
    readKnown(name, list.value_or(Arguments()));
    if (!Failed && Clauses.off && Clauses.offBy == "#pragma vecify off" && Pragmas.requests)
      error(name.loc, "clause 'off' contradicts the other clauses of this loop");
  }

  void readKnown(const PragmaToken &name, const Arguments &list) {
    if (name.text == "independent")
      Clauses.independent = true;
    else if (name.text == "shape")
      readShape(list);
    else if (name.text == "order")
      readOrder(name, list);
    else if (name.text == "unroll")
      readUnroll(name, list);
    else if (name.text == "tail")
      readTail(list);
    else if (name.text == "fp")
      readFp(list);
    else if (name.text == "math")
      readMath(list);
    else if (name.text == "cores")
      readCores(list);
    else if (name.text == "expect")
      readExpect(list);
    else if (name.text == "reduction")
      readReduction(name, list);
    else if (name.text == "noalias")
      readNoalias(name, list);
    else if (name.text == "multiple" || name.text == "range" || name.text == "aligned")
      readPromise(name, list);
  }

  void rejectUnknown(const PragmaToken &name) {
    if (llvm::is_contained(later, name.text))
      return error(name.loc, "clause '" + name.text + "' of '#pragma vecify' is not supported yet");
    std::string best;
    unsigned bestDistance = 3;
    for (llvm::StringRef candidate : known) {
      const unsigned distance = candidate.edit_distance(name.text, /*AllowReplacements=*/true, bestDistance);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = candidate.str();
      }
    }
    error(name.loc, "unknown clause '" + name.text + "' in '#pragma vecify'" +
                        (best.empty() ? "" : "; did you mean '" + best + "'?"));
  }

  void readShape(const Arguments &list) {
    std::vector<vecify::Clauses::Dim> shape;
    for (const auto &argument : list) {
      if (argument.size() != 3 || argument[1].text != ":")
        return error(argument.empty() ? here() : argument[0].loc, "expected LOOP:SIZE in clause 'shape'");
      vecify::Clauses::Dim dim;
      dim.loop = argument[0].text;
      llvm::StringRef size = argument[2].text;
      dim.inVectors = size.consume_back("v");
      if (size.getAsInteger(10, dim.size) || dim.size < 1)
        return error(argument[2].loc, "expected a positive size such as 8 or 2v");
      shape.push_back(std::move(dim));
    }
    const auto isSame = [](const auto &a, const auto &b) {
      return a.loop == b.loop && a.size == b.size && a.inVectors == b.inVectors;
    };
    if (!Clauses.shape.empty() &&
        !std::equal(shape.begin(), shape.end(), Clauses.shape.begin(), Clauses.shape.end(), isSame))
      return error(list[0][0].loc, "a second, different clause 'shape'");
    Clauses.shape = std::move(shape);
    for (const auto &argument : list)
      Pragmas.loopNames.push_back({argument[0].text, argument[0].loc});
  }

  void readOrder(const PragmaToken &name, const Arguments &list) {
    for (const auto &argument : list) {
      if (argument.size() == 1 && llvm::isDigit(argument[0].text[0]))
        return error(name.loc, "clause 'order' with a number is not supported yet");
      if (argument.size() != 1)
        return error(argument.empty() ? here() : argument[0].loc, "expected the name of a loop");
      Clauses.order.push_back(argument[0].text);
      Pragmas.loopNames.push_back({argument[0].text, argument[0].loc});
    }
  }

  void readUnroll(const PragmaToken &name, const Arguments &list) {
    const std::optional<int64_t> count = number(list[0]);
    if (!count)
      return;
    if (*count < 1 || *count > 64)
      return error(list[0][0].loc, "the unroll factor must be between 1 and 64");
    if (Clauses.unroll && Clauses.unroll != *count)
      return error(name.loc, "a second, different clause 'unroll'");
    Clauses.unroll = *count;
  }

  void readTail(const Arguments &list) {
    using C = vecify::Clauses;
    const std::string text = join(list[0]);
    const auto tail = llvm::StringSwitch<std::optional<C::Tail>>(text)
                          .Case("mask", C::MaskTail)
                          .Case("epilogue", C::EpilogueTail)
                          .Case("overlap", C::OverlapTail)
                          .Case("none", C::NoTail)
                          .Default(std::nullopt);
    if (!tail)
      return error(list[0][0].loc, "expected mask, epilogue, overlap or none in clause 'tail'");
    if (Clauses.tail != C::AnyTail && Clauses.tail != *tail)
      return error(list[0][0].loc, "a second, different clause 'tail'");
    Clauses.tail = *tail;
  }

  void readFp(const Arguments &list) {
    for (const auto &argument : list) {
      const std::string text = join(argument);
      if (text == "strict")
        Clauses.fpStrict = true;
      else if (text == "contract")
        Clauses.fpContract = Clauses.fp.contract = true;
      else if (text == "reassoc")
        Clauses.fp.reassoc = true;
      else
        return error(argument.empty() ? here() : argument[0].loc,
                     "expected strict, contract or reassoc in clause 'fp'");
      if (Clauses.fpStrict && (Clauses.fpContract || Clauses.fp.reassoc))
        return error(argument[0].loc, "fp(strict) contradicts fp(contract) and fp(reassoc)");
    }
  }

  void readMath(const Arguments &list) {
    if (const std::optional<int64_t> ulp = number(list[0])) {
      if (*ulp < 1 || *ulp > 64)
        return error(list[0][0].loc, "the error must be between 1 and 64 units in the last place");
      Clauses.mathUlp = int(*ulp);
    }
  }

  void readCores(const Arguments &list) {
    if (const std::optional<int64_t> count = number(list[0])) {
      if (*count < 1 || *count > 1024)
        return error(list[0][0].loc, "the number of threads must be between 1 and 1024");
      Clauses.cores = *count;
    }
  }

  void readExpect(const Arguments &list) {
    const std::string text = join(list[0]);
    if (text == "vectorized")
      Clauses.expectVectorized = true;
    else if (llvm::StringRef(text).starts_with("shape") || text == "no_gather")
      error(list[0][0].loc, "clause 'expect(" + text + ")' of '#pragma vecify' is not supported yet");
    else
      error(list[0][0].loc, "expected 'vectorized' in clause 'expect'");
  }

  /// op : names, the list being split at commas.
  void readReduction(const PragmaToken &name, const Arguments &list) {
    const auto &first = list[0];
    if (first.size() < 3 || first[1].text != ":")
      return error(name.loc, "expected an operator, ':' and variables in clause 'reduction'");
    if (first[0].text == "argmax" || first[0].text == "argmin" || first[0].text == "inscan")
      return error(first[0].loc, "clause 'reduction(" + first[0].text + ")' is not supported yet");
    const std::optional<ReductionKind> kind = reductionOperator(first[0].text);
    if (!kind)
      return error(first[0].loc, "expected +, *, min, max, &, | or ^ in clause 'reduction'");
    for (const auto &argument : list)
      addReduction(*kind, join(llvm::ArrayRef(argument).drop_front(&argument == &first ? 2 : 0)), argument);
  }

  void addReduction(ReductionKind kind, const std::string &name, llvm::ArrayRef<PragmaToken> place) {
    for (const LoopPragmas::Reduction &other : Pragmas.reductions)
      if (other.name == name && other.kind != kind)
        return error(place.empty() ? here() : place.back().loc, "'" + name + "' is in two different reductions");
    Pragmas.reductions.push_back({name, kind});
    Pragmas.variables.push_back({name, place.empty() ? here() : place.back().loc});
  }

  void readNoalias(const PragmaToken &name, const Arguments &list) {
    if (list.size() < 2)
      return error(name.loc, "clause 'noalias' needs two or more arrays");
    std::vector<std::string> names;
    for (const auto &argument : list) {
      names.push_back(join(argument));
      Pragmas.variables.push_back({names.back(), argument.empty() ? here() : argument[0].loc});
    }
    Pragmas.noalias.push_back(std::move(names));
  }

  /// multiple(n, 8), range(n, 0, 4096), aligned(a, 64).
  void readPromise(const PragmaToken &name, const Arguments &list) {
    const size_t wanted = name.text == "range" ? 3 : 2;
    if (list.size() != wanted)
      return error(name.loc, "clause '" + name.text + "' needs " + std::to_string(wanted) + " arguments");
    Promise promise;
    promise.name = join(list[0]);
    const std::optional<int64_t> first = number(list[1]);
    const std::optional<int64_t> second = wanted == 3 && first ? number(list[2]) : first;
    if (!first || !second)
      return;
    if (name.text == "range") {
      promise.lo = first;
      promise.hi = second;
      if (*first > *second)
        return error(list[1][0].loc, "the range is empty");
    } else if (*first < 1 || (name.text == "aligned" && !llvm::isPowerOf2_64(*first))) {
      return error(list[1][0].loc,
                   name.text == "aligned" ? "expected a power of two" : "expected a positive integer");
    } else if (name.text == "multiple") {
      promise.multiple = *first;
    } else {
      promise.alignment = *first;
    }
    Pragmas.variables.push_back({promise.name, list[0].empty() ? here() : list[0][0].loc});
    Pragmas.promises.push_back(std::move(promise));
  }

  void readOmpClause() {
    const std::string name = Use.tokens[Next++].text;
    const std::optional<Arguments> list = arguments();
    int64_t value = 0;
    const auto integer = [&] {
      return list && !llvm::StringRef(join(list->front())).getAsInteger(0, value) && value > 0;
    };
    if (name == "safelen" && integer()) {
      Clauses.safelen = value;
    } else if (name == "simdlen" && integer()) {
      Clauses.width = value;
    } else if (name == "collapse" && integer()) {
      Pragmas.collapse = value;
    } else if (name == "private" && list) {
      for (const auto &argument : *list)
        Pragmas.privates.push_back(join(argument));
    } else if (name == "aligned" && list) {
      readOmpAligned(*list);
    } else if (name == "reduction" && list && list->front().size() >= 3 && list->front()[1].text == ":") {
      const std::optional<ReductionKind> kind = reductionOperator(list->front()[0].text);
      if (!kind) {
        Clauses.independent = false;
        return;
      }
      for (const auto &argument : *list)
        Pragmas.reductions.push_back(
            {join(llvm::ArrayRef(argument).drop_front(&argument == &list->front() ? 2 : 0)), *kind});
    } else if (name == "reduction") { // inscan and other modifiers
      Clauses.independent = false;
    }
  }

  /// aligned(a, b : 64): the colon is in the last part.
  void readOmpAligned(const Arguments &list) {
    unsigned alignment = 1;
    const auto &last = list.back();
    const auto colon = llvm::find_if(last, [](const PragmaToken &token) { return token.text == ":"; });
    if (colon != last.end())
      (void)llvm::StringRef(join(llvm::ArrayRef(last).drop_front(colon - last.begin() + 1)))
          .getAsInteger(0, alignment);
    for (const auto &argument : list) {
      Promise promise;
      promise.name = join(&argument == &last ? llvm::ArrayRef(last).take_front(colon - last.begin())
                                             : llvm::ArrayRef(argument));
      promise.alignment = std::max(1u, alignment);
      Pragmas.promises.push_back(std::move(promise));
    }
  }

  const PragmaUse &Use;
  LoopPragmas &Pragmas;
  vecify::Clauses &Clauses;
  DiagnosticsEngine &Diagnostics;
  size_t Next = 0;
  bool Failed = false;
};

} // namespace

void readClauses(const PragmaUse &use, LoopPragmas &pragmas, DiagnosticsEngine &diagnostics) {
  ClauseReader reader(use, pragmas, diagnostics);
  switch (use.kind) {
  case PragmaUse::Vecify:
    return reader.readVecify();
  case PragmaUse::Gcc:
    return reader.readGcc();
  case PragmaUse::Omp:
    return reader.readOmp();
  case PragmaUse::Clang:
    return;
  }
}

} // namespace vecify
