// Ops: what stands between an op's name and its types depends on its class.
#include "Text/Parser.h"
#include <bit>
#include <limits>

namespace vecify {

using llvm::StringRef;
using llvm::Twine;

bool Parser::ops() {
  while (!accept("}"))
    if (!op())
      return false;
  return true;
}

bool Parser::op() {
  llvm::SmallVector<Token, 2> results;
  while (isValueNext()) {
    results.push_back(T);
    advance();
    if (!accept(",")) {
      if (!expect("="))
        return false;
      break;
    }
  }
  const std::optional<OpKind> kind = T.kind == Token::Word ? parseOpKind(T.text) : std::nullopt;
  if (!kind)
    return fail("expected an operation");
  OpLine = T.line;
  B.loc = here();
  advance();
  Op op;
  op.kind = *kind;
  Types.clear();
  Token literal;
  bool isNegative = false;
  llvm::SmallVector<Token, 4> arguments; // of a loop's block
  if (!attributes(op, literal, isNegative, arguments))
    return false;
  if (op.kind != OpKind::For && !results.empty() && (!expect(":") || !types(results.size())))
    return false;
  if (!want(Types.size() == results.size(),
            "there are " + Twine(results.size()) + " results and " + Twine(Types.size()) + " types"))
    return false;
  if (op.kind == OpKind::Constant && !constant(op, literal, isNegative))
    return false;
  FpFlags fp;
  if (accept("fp") && (!expect("(") || !list(")", [&] { return flag(fp); })))
    return false;
  op.noWrap = accept("nowrap");
  if (accept("comment") && !string(op.comment))
    return false;
  return finish(std::move(op), fp, results, arguments);
}

bool Parser::attributes(Op &op, Token &literal, bool &isNegative, llvm::SmallVectorImpl<Token> &arguments) {
  switch (classOf(op.kind)) {
  case OpClass::Constant:
    isNegative = accept("-");
    literal = T;
    if (accept("nan")) {
      if (!expect("("))
        return false;
      literal = T;
      advance();
      return expect(")");
    }
    advance();
    return true;
  case OpClass::Index:
    return expect("(") && expr(op.index) && expect(")");
  case OpClass::Memory:
    return memory(op);
  case OpClass::Callee:
    return mathFunction(op) && operands(op) && (!isNext("[") || ints(op));
  case OpClass::Control:
    return (op.kind == OpKind::For ? forHead(op, arguments) : operands(op)) &&
           (op.kind != OpKind::Launch || launchArguments(arguments)) && (!isNext("[") || ints(op));
  case OpClass::Combine:
    return combine(op) && operands(op);
  case OpClass::CombineInts:
    return combine(op) && operands(op) && ints(op);
  case OpClass::Contract:
    return combine(op) && operands(op) && contract(op.contract);
  case OpClass::Ints:
  case OpClass::ElementwiseInts:
    return operands(op) && ints(op);
  default:
    return operands(op);
  }
}

bool Parser::operands(Op &op) {
  // A value on the next line is the result of the next op.
  if (!isValueNext() || T.line != OpLine)
    return true;
  do {
    if (!operand(op))
      return false;
  } while (accept(","));
  return true;
}

bool Parser::operand(Op &op) {
  ValueId v;
  if (!value(v))
    return false;
  op.operands.push_back(v);
  return true;
}

bool Parser::types(size_t count) {
  do {
    if (!type(Types.emplace_back()))
      return false;
  } while (Types.size() < count && accept(","));
  return true;
}

bool Parser::ints(Op &op) {
  return expect("[") && list("]", [&] { return integer(op.ints.emplace_back()); });
}

bool Parser::combine(Op &op) {
  const std::optional<ReductionKind> kind = parseReductionKind(T.text);
  if (!kind)
    return fail("expected a combining kind");
  op.combine = *kind;
  advance();
  const bool hasProduct = op.kind == OpKind::Contract || op.kind == OpKind::OuterProduct;
  if (!hasProduct || !accept("("))
    return true;
  const std::optional<ReductionKind> product = parseReductionKind(T.text);
  if (!product)
    return fail("expected what joins the factors");
  op.product = *product;
  advance();
  return expect(")");
}

bool Parser::mathFunction(Op &op) {
  std::string name;
  if (!string(name))
    return false;
  const std::optional<MathFunction> function = parseMathFunction(name);
  if (!function)
    return fail("no function '" + name + "' is known");
  op.function = *function;
  return true;
}

bool Parser::constant(Op &op, const Token &literal, bool isNegative) {
  const auto broken = [&] {
    T = literal;
    return fail("expected a constant of type " + Types[0].text());
  };
  if (Types.empty())
    return fail("a constant has a result");
  if (!isFloat(Types[0].element)) {
    uint64_t magnitude = 0;
    if (literal.kind != Token::Number || literal.text.getAsInteger(10, magnitude) ||
        magnitude > uint64_t(std::numeric_limits<int64_t>::max()) + isNegative)
      return broken();
    op.intValue = isNegative ? int64_t(-magnitude) : int64_t(magnitude);
    return true;
  }
  uint64_t bits = 0;
  double number = 0;
  if (literal.text.starts_with("0x") && !literal.text.getAsInteger(0, bits))
    op.fpValue = std::bit_cast<double>(bits);
  else if (literal.text == "inf")
    op.fpValue = std::numeric_limits<double>::infinity();
  else if (literal.kind == Token::Number && !literal.text.getAsDouble(number))
    op.fpValue = number;
  else
    return broken();
  if (isNegative)
    op.fpValue = -op.fpValue;
  return true;
}

bool Parser::memory(Op &op) {
  // A value to be written comes first.
  if (isValueNext() && (!operand(op) || !expect(",")))
    return false;
  const auto found = Patterns.find(T.text);
  if (T.kind != Token::Word || found == Patterns.end())
    return fail("expected a pattern");
  op.mem.pattern = found->second;
  advance();
  if (!expect("[") || !exprs("]", op.mem.subs))
    return false;
  if (accept("lanes") && !laneSteps(op.mem))
    return false;
  const auto indexVector = [&] {
    if (T.kind == Token::Number && (!small(op.mem.indirectSubs.emplace_back()) || !expect(":")))
      return false;
    return operand(op);
  };
  if (accept("at") && (!expect("(") || !list(")", indexVector)))
    return false;
  if (accept("mask") && !operand(op))
    return false;
  if (accept("else") && !operand(op))
    return false;
  op.mem.nontemporal = accept("nontemporal");
  op.mem.unaligned = accept("unaligned");
  return !accept("row") || (expect("(") && small(op.mem.row) && expect("of") && small(op.mem.rowSet) && expect(")"));
}

bool Parser::laneSteps(MemRef &mem) {
  if (!expect("("))
    return false;
  do {
    auto &steps = mem.laneSteps.emplace_back();
    if (isNext(";") || isNext(")"))
      continue;
    do {
      if (!expr(steps.emplace_back()))
        return false;
    } while (accept(","));
  } while (accept(";"));
  return expect(")");
}

bool Parser::contract(ContractMaps &c) {
  const auto map = [&] {
    auto &dims = c.maps.emplace_back();
    return expect("(") && list(")", [&] { return small(dims.emplace_back()); });
  };
  const auto iterator = [&] {
    const bool isReduction = accept("red");
    c.isReduction.push_back(isReduction);
    return isReduction || expect("par");
  };
  return expect("maps") && expect("(") && list(")", map) && expect("iterators") && expect("(") && list(")", iterator);
}

bool Parser::flag(FpFlags &fp) {
  const std::pair<const char *, bool FpFlags::*> all[] = {{"contract", &FpFlags::contract},
                                                          {"reassoc", &FpFlags::reassoc},
                                                          {"nnan", &FpFlags::nnan},
                                                          {"ninf", &FpFlags::ninf},
                                                          {"nsz", &FpFlags::nsz}};
  if (accept("fast")) {
    fp = FpFlags::fast();
    return true;
  }
  for (const auto &[text, field] : all)
    if (accept(text))
      return fp.*field = true;
  return fail("expected a floating-point flag");
}

bool Parser::forHead(Op &op, llvm::SmallVectorImpl<Token> &arguments) {
  const auto argument = [&] {
    if (!isValueNext())
      return fail("expected a new value");
    arguments.push_back(T);
    advance();
    return true;
  };
  const auto carried = [&] {
    return argument() && expect(":") && type(Types.emplace_back()) && expect("=") && operand(op);
  };
  if (!argument() || !expect("=") || !operand(op) || !expect("to") || !operand(op) || !expect("step") || !operand(op))
    return false;
  op.mayStop = accept("stops");
  return !accept("carry") || (expect("(") && list(")", carried));
}

bool Parser::launchArguments(llvm::SmallVectorImpl<Token> &arguments) {
  return expect("(") && list(")", [&] {
           if (!isValueNext())
             return fail("expected a new value");
           arguments.push_back(T);
           advance();
           return true;
         });
}

bool Parser::finish(Op op, FpFlags fp, llvm::ArrayRef<Token> results, llvm::ArrayRef<Token> arguments) {
  const OpKind kind = op.kind;
  const auto resultTypes = Types;
  if (kind == OpKind::For || kind == OpKind::Launch)
    op.blocks = {F.addBlock()};
  else if (kind == OpKind::If)
    op.blocks = {F.addBlock(), F.addBlock()};
  const llvm::SmallVector<BlockId, 2> blocks = op.blocks;
  for (size_t a = 0; a < arguments.size(); ++a) {
    ValueId v;
    const VectorType type =
        a == 0 || kind == OpKind::Launch ? VectorType::scalar(ScalarType::Index) : resultTypes[a - 1];
    if (!newValue(arguments[a], type, v))
      return false;
    F.blocks[blocks[0]].arguments.push_back(v);
  }
  const OpId id = B.append(std::move(op));
  F.ops[id].fp = fp;
  const BlockId outer = B.block();
  for (size_t b = 0; b < blocks.size(); ++b) {
    B.setBlock(blocks[b]);
    if ((b > 0 && !expect("else")) || !expect("{") || !ops())
      return false;
  }
  B.setBlock(outer);
  for (size_t r = 0; r < results.size(); ++r) {
    ValueId v;
    if (!newValue(results[r], resultTypes[r], v))
      return false;
    F.values[v].definition = id;
    F.ops[id].results.push_back(v);
  }
  return true;
}

} // namespace vecify
