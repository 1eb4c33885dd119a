// Values and statements; see Printer.h.
#include "Printer.h"
#include "RowText.h"
#include "ShiftedVectors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

namespace vecify {

using llvm::ArrayRef;
using llvm::StringRef;

/// Longest text and deepest nesting of calls that are kept back for their user.
static constexpr unsigned KeptBackColumns = 84, KeptBackDepth = 2;

void Snippet::absorb(const Snippet &other) {
  const auto addNew = [](auto &to, const auto &from) {
    for (auto x : from)
      if (!llvm::is_contained(to, x))
        to.push_back(x);
  };
  addNew(reads, other.reads);
  addNew(loads, other.loads);
  addNew(consumed, other.consumed);
  depth = std::max(depth, other.depth);
}

std::string assignmentText(StringRef variable, StringRef value) {
  StringRef rest = value;
  if (rest.consume_front(variable) && (rest.consume_front(" + ") || rest.consume_front(" - "))) {
    // Only a single operand: s + a + b is (s + a) + b.
    int depth = 0;
    bool isSingle = true;
    for (size_t i = 0; i < rest.size(); ++i) {
      depth += rest[i] == '(' || rest[i] == '[' ? 1 : rest[i] == ')' || rest[i] == ']' ? -1 : 0;
      isSingle &= depth != 0 || rest[i] != ' ' || (i && rest[i - 1] == ',');
    }
    if (isSingle)
      return (variable + " " + value.slice(variable.size() + 1, variable.size() + 2) + "= " + rest + ";").str();
  }
  return (variable + " = " + value + ";").str();
}

Printer::Printer(const Spelling &spelling, const Target &target, const Interface &interface, LocalNames &names,
                 const EmitOptions &options, std::string indent)
    : S(spelling), F(spelling.f), T(target), I(interface), Names(names), Options(options),
      ThreadedLoop(options.threadsPragma.empty() ? ~0u : firstLoop(F)), Out(std::move(indent)), State(F.values.size()),
      KernelNames(names) {
  for (unsigned p = 0; p < F.parameters.size(); ++p) {
    Snippet snippet;
    snippet.c = I.parameters[p];
    // A live-out that is also read: its variable changes when the vector part is left.
    for (const Result &r : F.results)
      if (r.name == snippet.c.text)
        snippet.reads.push_back(newVariable(r.name));
    define(F.parameters[p].value, std::move(snippet));
  }
}

llvm::Error Printer::print(llvm::function_ref<void(Lines &, ArrayRef<std::string>)> leave) {
  Leave = &leave;
  if (Options.isInLoop && !T.isSimt && !T.aie && maySeeShiftedVectors(F))
    Out.line(MemoryMayChange);
  block(F.body, {F.body, {}});
  if (!Wrong.empty())
    return llvm::createStringError("%s", Wrong.c_str());
  return llvm::Error::success();
}

void Printer::fail(const Op &op, StringRef why) {
  if (Wrong.empty())
    Wrong = (F.name + ": cannot print '" + textOf(op.kind) + "': " + why).str();
}

std::string Printer::typeText(const VectorType &type) const {
  return type.isScalar() ? cTypeName(type.element).str() : T.typeName(T, type);
}

VariableId Printer::newVariable(std::string name) {
  Variables.push_back(std::move(name));
  Holders.emplace_back();
  return Variables.size() - 1;
}

void Printer::hold(VariableId variable, ValueId v) {
  Snippet snippet;
  snippet.c.text = Variables[variable];
  snippet.c.type = promoted(F.typeOf(v).element);
  snippet.reads = {variable};
  State[v] = {true, false, std::move(snippet)};
  Holders[variable].push_back(v);
}

void Printer::define(ValueId v, Snippet snippet) {
  snippet.consumed.clear();
  State[v] = {true, false, std::move(snippet)};
}

Snippet Printer::use(ValueId v) {
  const ValueState &state = State[v];
  assert(state.isKnown && "a value is used before it is printed");
  Snippet snippet = state.snippet;
  if (state.isKeptBack)
    snippet.consumed.push_back(v);
  return snippet;
}

Snippet Printer::useAsName(ValueId v) {
  if (State[v].isKeptBack)
    writeOut(v);
  return use(v);
}

void Printer::commit(const Snippet &snippet) {
  for (ValueId v : snippet.consumed) {
    KeptBack.remove(v);
    State[v].isKeptBack = false;
  }
}

void Printer::keepBack(ValueId v, Snippet snippet) {
  commit(snippet);
  define(v, std::move(snippet));
  State[v].isKeptBack = true;
  KeptBack.insert(v);
}

void Printer::nameIt(ValueId v, const Snippet &snippet) {
  commit(snippet);
  const VectorType &type = F.typeOf(v);
  CText name;
  name.text = Names.unique(nameFor(v));
  name.type = promoted(type.element);
  Out.line("const " + typeText(type) + " " + name.text + " = " + snippet.c.text + ";");
  Snippet named;
  named.c = std::move(name);
  define(v, std::move(named));
}

void Printer::writeOut(ValueId v) {
  const Snippet snippet = State[v].snippet;
  KeptBack.remove(v);
  nameIt(v, snippet);
}

Snippet Printer::composeWithin(unsigned columns, llvm::function_ref<Snippet()> compose) {
  for (;;) {
    Snippet snippet = compose();
    if (snippet.c.text.size() <= columns || snippet.consumed.empty())
      return snippet;
    const auto length = [&](ValueId v) { return State[v].snippet.c.text.size(); };
    const ValueId longest = *std::max_element(snippet.consumed.begin(), snippet.consumed.end(),
                                              [&](ValueId a, ValueId b) { return length(a) < length(b); });
    // Naming what is hardly longer than a name gains nothing.
    if (length(longest) < 16)
      return snippet;
    writeOut(longest);
  }
}

void Printer::flushReaders(VariableId variable, const Snippet &except) {
  for (ValueId v : llvm::SmallVector<ValueId, 8>(KeptBack.begin(), KeptBack.end()))
    if (llvm::is_contained(State[v].snippet.reads, variable) && !llvm::is_contained(except.consumed, v))
      writeOut(v);
}

void Printer::flushLoads(OpId writer, const Snippet &except) {
  for (ValueId v : llvm::SmallVector<ValueId, 8>(KeptBack.begin(), KeptBack.end()))
    if (!llvm::is_contained(except.consumed, v) &&
        llvm::any_of(State[v].snippet.loads, [&](OpId load) { return mayOverlap(F.ops[load], F.ops[writer]); }))
      writeOut(v);
}

void Printer::flushBefore(OpId control, const Snippet &header) {
  const bool writes = S.writesBelow(control);
  for (ValueId v : llvm::SmallVector<ValueId, 8>(KeptBack.begin(), KeptBack.end())) {
    const Snippet &snippet = State[v].snippet;
    if (!llvm::is_contained(header.consumed, v) && (!snippet.reads.empty() || (writes && !snippet.loads.empty())))
      writeOut(v);
  }
}

bool Printer::mayBeKeptBack(OpId id, const Snippet &snippet) const {
  const Op &op = F.ops[id];
  const OpId user = op.results.size() == 1 ? S.soleUser(op.results[0]) : ~0u;
  if (user == ~0u || S.placeOf[user].block != S.placeOf[id].block)
    return false;
  // Many intrinsics are macros, which take a compound literal's commas for their own.
  const bool isCompound = StringRef(snippet.c.text).contains('{');
  return snippet.c.text.size() <= KeptBackColumns && snippet.depth <= KeptBackDepth && !isCompound;
}

/// The variable of the enclosing loop or if that this op's result is yielded to, when nobody needs the old value any
/// more: the op may then assign it directly.
std::optional<VariableId> Printer::carriedTarget(OpId id) const {
  const Op &op = F.ops[id];
  const BlockExit &exit = Exits.back();
  if (op.results.size() != 1 || S.placeOf[id].block != exit.block || exit.targets.empty())
    return std::nullopt;
  const Op &end = F.ops[F.blocks[exit.block].ops.back()];
  const ValueId v = op.results[0];
  std::optional<VariableId> target;
  for (unsigned k = 0; k < end.operands.size(); ++k) {
    if (end.operands[k] != v)
      continue;
    if (target || !exit.targets[k])
      return std::nullopt;
    target = exit.targets[k];
  }
  if (!target)
    return std::nullopt;
  for (ValueId holder : Holders[*target])
    if (!S.isLastUse(holder, exit.block, id))
      return std::nullopt;
  return target;
}

void Printer::assign(VariableId variable, Snippet value) {
  if (value.c.text == Variables[variable])
    return commit(value);
  flushReaders(variable, value);
  commit(value);
  Out.line(assignmentText(Variables[variable], value.c.text));
}

void Printer::assignResult(VariableId variable, ValueId result, Snippet value) {
  assign(variable, std::move(value));
  Holders[variable].clear();
  hold(variable, result);
}

void Printer::statement(OpId id, llvm::function_ref<Snippet()> compose) {
  Snippet snippet = composeWithin(Out.room() - 1, compose);
  flushLoads(id, snippet);
  commit(snippet);
  Out.line(snippet.c.text + ";");
}

void Printer::result(OpId id, llvm::function_ref<Snippet()> compose) {
  const Op &op = F.ops[id];
  const ValueId v = op.results[0];
  const auto composeBehind = [&](const std::string &front) {
    return composeWithin(Out.room() > front.size() + 20 ? Out.room() - front.size() : 20, compose);
  };
  if (std::optional<VariableId> target = carriedTarget(id))
    return assignResult(*target, v, composeBehind(Variables[*target] + " = ;"));
  // Whatever is kept back must fit a line of its own.
  Snippet snippet = composeBehind("const " + typeText(F.typeOf(v)) + " " + nameFor(v) + "  = ;");
  // Names and literals need no copy, as long as what they name does not change.
  const bool isFree = snippet.reads.empty() && snippet.loads.empty() && snippet.consumed.empty();
  const bool isShort = snippet.c.binding == Binding::Primary && (snippet.depth == 0 || snippet.c.text.ends_with("()"));
  if (isFree && (isShort || snippet.c.isLiteral))
    return define(v, std::move(snippet));
  if (mayBeKeptBack(id, snippet))
    return keepBack(v, std::move(snippet));
  nameIt(v, snippet);
}

void Printer::op(OpId id) {
  const Op &op = F.ops[id];
  if (!S.isLive(id))
    return;
  if (const LaneNetwork *network = S.networkOf(id)) {
    if (network->first() == id)
      this->network(*network);
    return;
  }
  if (!op.comment.empty())
    Out.line("/* " + op.comment + " */");
  switch (op.kind) {
  case OpKind::For:
    return forLoop(id);
  case OpKind::If:
    return ifElse(id);
  case OpKind::Yield:
  case OpKind::Return:
    return yield(id);
  case OpKind::FpFence:
    return fence(id);
  case OpKind::Launch:
    return launch(id);
  case OpKind::Barrier:
    return barrier();
  case OpKind::DomainError:
    return Out.line("(void)__builtin_sqrt(-1.0); /* sets errno */");
  case OpKind::IndexValue:
    return result(id, [&] {
      const ScalarType type = F.typeOf(op.results[0]).element;
      Snippet snippet = index(op.index, /*isData=*/type != ScalarType::Index);
      if (bitsOf(type) < 64)
        snippet.c = castTo(type, snippet.c);
      return snippet;
    });
  default:
    break;
  }
  const auto isVector = [&](ValueId v) { return !F.typeOf(v).isScalar(); };
  // Scalars have rows only where a target spells them unlike C.
  const bool isScalarOp = !llvm::any_of(op.operands, isVector) && !llvm::any_of(op.results, isVector);
  if (isScalarOp && !(T.isSimt && T.find(F, op))) {
    if (op.results.empty())
      return statement(id, [&] { return scalar(id); });
    return result(id, [&] { return scalar(id); });
  }
  const Row *row = T.find(F, op);
  if (!row) {
    // The same register under another name costs nothing and prints nothing.
    if (op.kind == OpKind::Bitcast && typeText(F.typeOf(op.operands[0])) == typeText(F.typeOf(op.results[0])))
      return result(id, [&] { return use(op.operands[0]); });
    fail(op, "the target has no row for " +
                 (op.results.empty() ? F.typeOf(op.operands[0]) : F.typeOf(op.results[0])).text());
    for (ValueId v : op.results)
      define(v, {});
    return;
  }
  if (*row->helper)
    Preamble.insert(row->helper);
  if (op.results.empty())
    return statement(id, [&] { return vectorOp(id, *row); });
  result(id, [&] { return vectorOp(id, *row); });
}

void Printer::block(BlockId id, BlockExit exit) {
  Exits.push_back(std::move(exit));
  Names.openScope();
  for (OpId opId : F.blocks[id].ops)
    op(opId);
  Names.closeScope();
  Exits.pop_back();
}

} // namespace vecify
