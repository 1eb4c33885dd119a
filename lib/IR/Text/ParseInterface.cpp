// The head of a function: parameters, arrays, patterns, guards.
#include "Text/Parser.h"

namespace vecify {

using llvm::StringRef;
using llvm::Twine;

bool Parser::function() {
  F.body = F.addBlock();
  B.setBlock(F.body);
  F.loc = here();
  if (!expect("func") || !name(F.name) || !expect("(") || !list(")", [&] { return parameter(); }))
    return false;
  if (accept("counter") && !name(F.counter))
    return false;
  F.coversAll = accept("covers_all");
  if (accept("trip") && (!expect("(") || !expr(F.trip) || !expect(")")))
    return false;
  if (accept("results") && (!expect("(") || !list(")", [&] { return result(); })))
    return false;
  if (!expect("{"))
    return false;
  while (accept("array"))
    if (!arrayInfo())
      return false;
  for (const auto &[token, info] : Disjoint) {
    const auto found = Arrays.find(token.text);
    if (found == Arrays.end()) {
      T = token;
      return fail("expected an array");
    }
    F.arrays[info].disjoint.push_back(found->second);
  }
  while (accept("pattern"))
    if (!pattern())
      return false;
  while (accept("guard"))
    if (!guard())
      return false;
  while (accept("copy"))
    if (!copyRange())
      return false;
  if (accept("work") && (!expect("(") || !expr(F.work) || !expect(")")))
    return false;
  return ops();
}

bool Parser::parameter() {
  if (!isValueNext())
    return fail("expected a parameter");
  Parameter p;
  p.loc = here();
  p.name = T.hint;
  const Token token = T;
  advance();
  if (T.kind == Token::String && !string(p.name))
    return false;
  if (!expect(":") || !element(p.type) || !newValue(token, VectorType::scalar(p.type), p.value))
    return false;
  if (accept("in")) {
    const auto bound = [&](StringRef close, std::optional<int64_t> &value) {
      return isNext(close) || integer(value.emplace());
    };
    if (!expect("[") || !bound(",", p.lo) || !expect(",") || !bound("]", p.hi) || !expect("]"))
      return false;
  }
  if (accept("multiple") && !integer(p.multiple))
    return false;
  if (accept("likely") && !integer(p.likelyMost))
    return false;
  p.isOpaque = accept("opaque");
  F.parameters.push_back(std::move(p));
  return true;
}

bool Parser::result() {
  Result r;
  if (!name(r.name) || !expect(":") || !element(r.type))
    return false;
  F.results.push_back(std::move(r));
  return true;
}

bool Parser::arrayInfo() {
  ArrayInfo a;
  a.loc = here();
  if (T.kind != Token::Word)
    return fail("expected the name of an array");
  a.name = T.text.str();
  if (!Arrays.try_emplace(T.text, F.arrays.size()).second)
    return fail("there are two arrays of this name");
  advance();
  if (!expect(":") || !element(a.element))
    return false;
  if ((accept("name") && !string(a.name)) || (accept("type") && !string(a.paramType)))
    return false;
  for (auto [word, space] : {std::pair("shared", ArrayInfo::Shared), std::pair("scratch", ArrayInfo::Scratch),
                             std::pair("heap", ArrayInfo::Heap), std::pair("stack", ArrayInfo::Stack)}) {
    if (!accept(word))
      continue;
    a.space = space;
    if (!expect("[") || !list("]", [&] { return integer(a.extents.emplace_back()); }))
      return false;
  }
  a.isConst = accept("const");
  a.isRestrict = accept("restrict");
  a.isObject = accept("object");
  a.isReadAhead = accept("ahead");
  if (accept("align") && !small(a.alignment))
    return false;
  if (accept("disjoint")) {
    const auto other = [&] {
      Disjoint.push_back({T, uint32_t(F.arrays.size())}); // may be declared further down
      if (T.kind != Token::Word)
        return fail("expected an array");
      advance();
      return true;
    };
    if (!expect("(") || !list(")", other))
      return false;
  }
  F.arrays.push_back(std::move(a));
  return true;
}

bool Parser::pattern() {
  MemPattern p;
  p.loc = here();
  if (T.kind != Token::Word)
    return fail("expected the name of a pattern");
  if (!Patterns.try_emplace(T.text, F.patterns.size()).second)
    return fail("there are two patterns of this name");
  advance();
  if (!expect("=") || !array(p.array) || !string(p.text) || !expect(":") || !element(p.type))
    return false;
  if (!expect("strides") || !expect("(") || !exprs(")", p.strideBytes))
    return false;
  if (accept("offset") && !integer(p.offsetBytes))
    return false;
  if (accept("length") && !integer(p.length))
    return false;
  p.endsThere = accept("ends");
  p.rowsInBounds = accept("in_rows");
  F.patterns.push_back(std::move(p));
  return true;
}

bool Parser::copyRange() {
  CopyRange c;
  c.in = accept("in");
  c.out = accept("out");
  F.copies.push_back(c);
  return array(F.copies.back().array) && expect("from") && expect("(") && exprs(")", F.copies.back().lower) &&
         expect("to") && expect("(") && exprs(")", F.copies.back().upper);
}

bool Parser::guard() {
  RuntimeGuard g;
  g.loc = here();
  if (accept("nonneg")) {
    if (!expect("(") || !expr(g.expr) || !expect(")"))
      return false;
  } else if (accept("either")) {
    g.kind = RuntimeGuard::Either;
    if (!expect("(") || !expr(g.expr) || !expect(")") || !expect("or") || !expect("(") || !expr(g.orElse) ||
        !expect(")"))
      return false;
  } else if (accept("lead")) {
    g.kind = RuntimeGuard::Lead;
    if (!array(g.b) || !expect("of") || !array(g.a) || !expect("at_most") || !expect("(") || !expr(g.atMost) ||
        !expect(")") || !expect("at_least") || !expect("(") || !expr(g.atLeast) || !expect(")"))
      return false;
    if (accept("from") &&
        (!expect("(") || !exprs(")", g.lowerB) || !expect("to") || !expect("(") || !exprs(")", g.upperA)))
      return false;
    g.equalIsFine = accept("or_equal");
    g.isFar = accept("far");
  } else {
    g.kind = RuntimeGuard::Disjoint;
    const auto range = [&](uint32_t &id, auto &lower, auto &upper) {
      return array(id) && expect("from") && expect("(") && exprs(")", lower) && expect("to") && expect("(") &&
             exprs(")", upper);
    };
    if (!expect("disjoint") || !range(g.a, g.lowerA, g.upperA) || !range(g.b, g.lowerB, g.upperB))
      return false;
    if (accept("rows") &&
        (!string(g.rowPointer) || !expect("stride") || !integer(g.rowStride) || !expect("from") || !expect("(") ||
         !expr(g.firstRow) || !expect(")") || !expect("count") || !expect("(") || !expr(g.rowCount) || !expect(")")))
      return false;
    g.equalIsFine = accept("or_equal");
    g.isFar = accept("far");
  }
  if (T.kind == Token::String && !string(g.why))
    return false;
  F.guards.push_back(std::move(g));
  return true;
}

} // namespace vecify
