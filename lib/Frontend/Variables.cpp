// What a C variable is to the nest: a parameter, a local, or memory; and what is known of its value on entry.
#include "Collect.h"
#include "Constants.h"
#include "InitialRange.h"
#include "NestExtractor.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace vecify {

std::string withoutBlanks(llvm::StringRef text) {
  std::string result = text.str();
  llvm::erase(result, ' ');
  return result;
}

std::optional<ScalarType> NestExtractor::scalarType(QualType type) const {
  if (type.isNull())
    return std::nullopt;
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto *enumeration = type->getAs<EnumType>()) {
    const QualType integer = enumeration->getDecl()->getIntegerType();
    return integer.isNull() ? std::nullopt : scalarType(integer);
  }
  const auto *builtin = type->getAs<BuiltinType>();
  if (!builtin)
    return std::nullopt;
  switch (builtin->getKind()) {
  case BuiltinType::Bool:
    return ScalarType::U8;
  case BuiltinType::Float16:
    return ScalarType::F16;
  case BuiltinType::BFloat16:
    return ScalarType::BF16;
  case BuiltinType::Float:
    return ScalarType::F32;
  case BuiltinType::Double:
    return ScalarType::F64;
  default:
    break;
  }
  if (!builtin->isInteger())
    return std::nullopt;
  const uint64_t bits = File.ast.getTypeSize(type);
  return bits <= 64 ? std::optional(integerType(bits, builtin->isSignedInteger())) : std::nullopt;
}

/// The function that declares `var`, through the regions that OpenMP captures.
static const FunctionDecl *ownerOf(const VarDecl *var) {
  const DeclContext *context = var->getDeclContext();
  while (context && !isa<FunctionDecl>(context))
    context = context->getParent();
  return cast_or_null<FunctionDecl>(context);
}

/// A variable of a function that is being inlined.
bool NestExtractor::isOfCallee(const VarDecl *var) const {
  return var->isLocalVarDeclOrParm() && ownerOf(var) != &Facts.function();
}

/// Of these it is a name for a value, unless the function has loops, which change it.
bool NestExtractor::isName(const VarDecl *var) const { return isOfCallee(var) && !WithLoops.contains(ownerOf(var)); }

/// What runs now runs whenever its function has come so far, so that the name may get another value.
bool NestExtractor::mayRename(const VarDecl *var) const {
  const auto inlined = llvm::find(Inlining, ownerOf(var));
  return inlined != Inlining.end() && Conditions.size() == ConditionsOnWay[inlined - Inlining.begin()];
}

const FunctionFacts &NestExtractor::factsOf(const VarDecl *var) const {
  return isOfCallee(var) ? factsOf(ownerOf(var)) : Facts;
}

/// Of the function whose statements are being extracted.
const FunctionFacts &NestExtractor::factsHere() const { return Inlining.empty() ? Facts : factsOf(Inlining.back()); }

const FunctionFacts &NestExtractor::factsOf(const FunctionDecl *callee) const {
  std::unique_ptr<FunctionFacts> &facts = CalleeFacts[callee];
  if (!facts)
    facts = std::make_unique<FunctionFacts>(*callee);
  return *facts;
}

bool NestExtractor::isInvariant(const VarDecl *var) const {
  return !isOfCallee(var) && !Facts.isChangedIn(var, Root) && !Facts.isDeclaredIn(var, Root);
}

IndexExpr NestExtractor::symbolOf(const VarDecl *var) {
  const SymbolId id = paramFor(Invariant{var->getNameAsString(), true, {}, false}, *scalarType(var->getType()));
  SymbolOfVar.insert({var, id});
  if (const auto fact = KnownFacts.find(var); fact != KnownFacts.end()) {
    Symbol &symbol = Result.symbols[id];
    if (fact->second.lo && (!symbol.lo || *symbol.lo < *fact->second.lo))
      symbol.lo = fact->second.lo;
    if (fact->second.hi && (!symbol.hi || *symbol.hi > *fact->second.hi))
      symbol.hi = fact->second.hi;
    symbol.multiple = fact->second.multiple;
  }
  if (const std::optional<Range> range = initialRange(var, Facts, File.ast)) {
    Symbol &symbol = Result.symbols[id];
    symbol.lo = std::max(range->lo, symbol.lo.value_or(range->lo));
    symbol.hi = std::min(range->hi, symbol.hi.value_or(range->hi));
  }
  if (const auto *parameter = dyn_cast<ParmVarDecl>(var); parameter && Facts.changesOf(var).empty())
    if (const auto passed = File.passed.numbers.find(parameter); passed != File.passed.numbers.end())
      Result.symbols[id].likelyMost = passed->second;
  return IndexExpr::symbol(id);
}

LocalId NestExtractor::localFor(const VarDecl *var) {
  const auto [it, isNew] = LocalIds.try_emplace(var, LocalId(Result.locals.size()));
  if (!isNew)
    return it->second;
  Local local;
  local.name = var->getNameAsString();
  local.type = scalarType(var->getType()).value_or(ScalarType::I32);
  local.isBool = var->getType()->isBooleanType();
  local.isRegister = var->getStorageClass() == SC_Register;
  local.isUnset = var->hasLocalStorage() && !var->hasInit() && !Facts.escapes(var) && isAsDeclared(var);
  local.loc = locOf(var->getLocation());
  if (const auto scope = Scopes.find(var); scope != Scopes.end())
    local.scope = scope->second;
  if (local.scope == NoId)
    local.isLiveOut = isLiveAfter(var, Root, Facts) || isReadOnWayOut(var);
  applyPromises(local);
  Result.locals.push_back(std::move(local));
  return it->second;
}

void NestExtractor::applyPromises(Symbol &symbol) const {
  const std::string name = withoutBlanks(symbol.name);
  for (const Promise &promise : Promised.promises) {
    if (promise.name != name)
      continue;
    if (promise.lo && (!symbol.lo || *symbol.lo < *promise.lo))
      symbol.lo = promise.lo;
    if (promise.hi && (!symbol.hi || *symbol.hi > *promise.hi))
      symbol.hi = promise.hi;
    symbol.multiple = std::max(symbol.multiple, promise.multiple);
  }
}

void NestExtractor::applyPromises(Array &array) const {
  for (const Promise &promise : Promised.promises)
    if (promise.name == withoutBlanks(array.name))
      array.alignment = std::max(array.alignment, promise.alignment);
}

void NestExtractor::applyPromises(Local &local) const {
  if (llvm::is_contained(Promised.privates, local.name))
    local.isLiveOut = false;
  for (const LoopPragmas::Reduction &reduction : Promised.reductions)
    if (reduction.name == local.name) {
      local.promisedReduction = true;
      local.promisedKind = reduction.kind;
    }
}

/// noalias(a, b, c): each of them against each other one.
void NestExtractor::resolveNoalias() {
  for (const std::vector<std::string> &names : Promised.noalias)
    for (ArrayId a = 0; a < Result.arrays.size(); ++a)
      for (ArrayId b = 0; b < Result.arrays.size(); ++b)
        if (a != b && llvm::is_contained(names, withoutBlanks(Result.arrays[a].name)) &&
            llvm::is_contained(names, withoutBlanks(Result.arrays[b].name)) &&
            !llvm::is_contained(Result.arrays[a].noalias, b))
          Result.arrays[a].noalias.push_back(b);
}

/// `wanted`, or with underscores behind it until no variable of the function and no symbol has that name.
std::string NestExtractor::freshName(llvm::StringRef wanted) const {
  std::string name = wanted.str();
  const auto isTaken = [&] {
    return Facts.declaresName(name) ||
           llvm::any_of(Result.symbols, [&](const Symbol &symbol) { return symbol.name == name; }) ||
           llvm::any_of(Result.locals, [&](const Local &local) { return local.name == name; });
  };
  while (isTaken())
    name += '_';
  return name;
}

/// An iterator has its counter's own name, unless a parameter (that counter's value on entry) or an enclosing loop has
/// it too.
void NestExtractor::nameIterators() {
  for (LoopId id = 0; id < Result.loops.size(); ++id) {
    std::string &name = Result.symbols[Result.loops[id].iterator].name;
    const auto isTaken = [&] {
      for (const Symbol &symbol : Result.symbols)
        if (symbol.kind == Symbol::Param && symbol.name == name)
          return true;
      for (LoopId outer = Result.loops[id].parent; outer != NoId; outer = Result.loops[outer].parent)
        if (Result.symbols[Result.loops[outer].iterator].name == name)
          return true;
      return false;
    };
    while (isTaken())
      name += '_';
  }
}

namespace {

/// The statement leaves the function or the enclosing block for good.
bool neverReturns(const Stmt *stmt) {
  if (const auto *block = dyn_cast_or_null<CompoundStmt>(stmt))
    return !block->body_empty() && neverReturns(block->body_back());
  return isa_and_nonnull<ReturnStmt>(stmt);
}

} // namespace

/// Whether `look` says so of anything that ran before the root whichever way led there: statements that stand before
/// it, and those around it with the part that it stands in. Nothing where jumps may lead past them.
bool NestExtractor::anyBefore(llvm::function_ref<bool(const Stmt *stmt, const Stmt *partAround)> look) const {
  if (Facts.hasGoto())
    return false;
  const Stmt *selection = Root;
  while (selection && !isa<SwitchStmt>(selection))
    selection = Facts.parentOf(selection);
  const auto isJumpedInto = [&](const Stmt *stmt) { return selection && holdsCase(stmt); };
  const Stmt *inner = Root;
  for (const Stmt *outer = Facts.parentOf(Root); outer; inner = outer, outer = Facts.parentOf(outer)) {
    if (isJumpedInto(inner))
      continue;
    if (const auto *block = dyn_cast<CompoundStmt>(outer)) {
      const llvm::ArrayRef<const Stmt *> earlier(block->body_begin(), llvm::find(block->body(), inner));
      for (const Stmt *before : llvm::reverse(earlier)) {
        if (isJumpedInto(before))
          break;
        if (look(before, nullptr))
          return true;
      }
    } else if (look(outer, inner)) {
      return true;
    }
  }
  return false;
}

/// Facts on variables that hold at the root: __builtin_assume(n > 0), `if (n > 64) return;` before it, the ranges of
/// enclosing counters. Only for variables that are never changed after they got their value.
void NestExtractor::noteKnownRanges() {
  anyBefore([&](const Stmt *stmt, const Stmt *partAround) {
    if (const auto *conditional = dyn_cast<IfStmt>(stmt)) {
      if (partAround && partAround == conditional->getThen())
        noteFact(conditional->getCond(), /*isTrue=*/true);
      else if (!partAround && !conditional->getElse() && neverReturns(conditional->getThen()))
        noteFact(conditional->getCond(), /*isTrue=*/false);
    } else if (const auto *call = dyn_cast<CallExpr>(stmt)) {
      const FunctionDecl *callee = call->getDirectCallee();
      if (callee && callee->getBuiltinID() == Builtin::BI__builtin_assume)
        noteFact(call->getArg(0), /*isTrue=*/true);
    } else if (const auto parts = partAround ? loopParts(stmt, File.ast) : std::nullopt;
               parts && parts->kind == LoopParts::For) {
      noteCounter(*parts);
    }
    return false;
  });
}

/// Of a condition in which nothing is known to move: f2c's `static integer i__` does, but in memory.
std::string NestExtractor::whyUnmoved(const clang::Expr *left, const clang::Expr *right, bool isPart) const {
  for (const clang::Expr *side : {left, right})
    if (const VarDecl *var = asVariable(side->IgnoreParenImpCasts());
        var && var->hasGlobalStorage() && Facts.isChangedIn(var, Root))
      return "its counter '" + var->getNameAsString() + "' is a static or global variable";
  return isPart ? "a part of its condition does not change; ask it in front of the loop"
                : "its condition does not change";
}

/// `n > c`, `n % c == 0` and conjunctions of them.
void NestExtractor::noteFact(const clang::Expr *condition, bool isTrue) {
  const auto *binary = dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!binary)
    return;
  BinaryOperatorKind opcode = binary->getOpcode();
  if (opcode == (isTrue ? BO_LAnd : BO_LOr)) {
    noteFact(binary->getLHS(), isTrue);
    noteFact(binary->getRHS(), isTrue);
    return;
  }
  const std::optional<int64_t> bound = constantInt(binary->getRHS(), File.ast);
  if (!bound)
    return;
  const clang::Expr *left = binary->getLHS()->IgnoreParenImpCasts();
  const auto unchanged = [&](const clang::Expr *expr) -> const VarDecl * {
    const VarDecl *var = asVariable(expr);
    const bool isKnown = var && !isInMemory(var) && Facts.changesOf(var).empty() && scalarType(var->getType()) &&
                         isInteger(*scalarType(var->getType()));
    return isKnown ? var : nullptr;
  };
  if (const auto *rest = dyn_cast<BinaryOperator>(left); rest && rest->getOpcode() == BO_Rem) {
    const VarDecl *var = unchanged(rest->getLHS()->IgnoreParenImpCasts());
    const std::optional<int64_t> divisor = constantInt(rest->getRHS(), File.ast);
    if (var && divisor && *divisor > 0 && *bound == 0 && opcode == (isTrue ? BO_EQ : BO_NE))
      KnownFacts[var].multiple = *divisor;
    return;
  }
  const VarDecl *var = unchanged(left);
  if (!var || !binary->isComparisonOp())
    return;
  // An int compared with an unsigned constant is compared as unsigned.
  const QualType compared = binary->getLHS()->getType();
  if (compared->isUnsignedIntegerType() && !var->getType()->isUnsignedIntegerType())
    return;
  if (!isTrue)
    opcode = BinaryOperator::negateComparisonOp(opcode);
  Fact &fact = KnownFacts[var];
  const auto atLeast = [&](int64_t lo) { fact.lo = std::max(lo, fact.lo.value_or(lo)); };
  const auto atMost = [&](int64_t hi) { fact.hi = std::min(hi, fact.hi.value_or(hi)); };
  const bool isUnsigned64 = var->getType()->isUnsignedIntegerType() && bitsOf(*scalarType(var->getType())) == 64;
  switch (opcode) {
  case BO_GT:
    if (*bound < INT64_MAX && !isUnsigned64)
      atLeast(*bound + 1);
    break;
  case BO_GE:
    if (!isUnsigned64)
      atLeast(*bound);
    break;
  case BO_LT:
    if (*bound > INT64_MIN)
      atMost(*bound - 1);
    if (isUnsigned64)
      atLeast(0);
    break;
  case BO_LE:
    atMost(*bound);
    if (isUnsigned64)
      atLeast(0);
    break;
  case BO_EQ:
    atLeast(*bound);
    atMost(*bound);
    break;
  default:
    break;
  }
}

/// What `int i = e` or `i = e` of the for statement's init sets the counter to; null where it does not.
const clang::Expr *NestExtractor::startOf(const VarDecl *counter, const LoopParts &loop) const {
  if (factsOf(counter).isDeclaredIn(counter, loop.init))
    return counter->getInit();
  const auto *assign = dyn_cast_or_null<BinaryOperator>(loop.init);
  return assign && assign->getOpcode() == BO_Assign && asVariable(assign->getLHS()) == counter ? assign->getRHS()
                                                                                               : nullptr;
}

/// The counter of an enclosing loop that starts at a constant and only goes up is never below it.
void NestExtractor::noteCounter(const LoopParts &loop) {
  const auto *increment = dyn_cast_or_null<UnaryOperator>(loop.increment ? loop.increment->IgnoreParens() : nullptr);
  if (!increment || !increment->isIncrementOp() || !loop.init || !loop.condition)
    return;
  const VarDecl *var = asVariable(increment->getSubExpr());
  if (!var || isInMemory(var) || Facts.isChangedIn(var, loop.body) || !var->getType()->isIntegerType())
    return;
  const std::optional<int64_t> least = constantInt(startOf(var, loop), File.ast);
  if (!least)
    return;
  // An upward counter leaves the loop before it could wrap only if its bound says so.
  const auto *compare = dyn_cast<BinaryOperator>(loop.condition->IgnoreParens());
  const bool isBelow =
      compare && compare->getOpcode() == BO_LT && asVariable(compare->getLHS()->IgnoreParenImpCasts()) == var;
  const std::optional<ScalarType> type = scalarType(var->getType());
  if (!isBelow || !type || (wraps(*type) && bitsOf(*type) < 32))
    return;
  Fact &fact = KnownFacts[var];
  fact.lo = std::max(fact.lo.value_or(INT64_MIN), *least);
}

/// The element of an array is what most of its accesses read and write.
void NestExtractor::nameElements() {
  for (ArrayId id = 0; id < Result.arrays.size(); ++id) {
    std::map<ScalarType, unsigned> counts;
    for (const Access &access : Result.accesses)
      if (access.array == id)
        ++counts[access.type];
    unsigned most = counts[Result.arrays[id].element];
    for (const auto &[type, count] : counts)
      if (count > most) {
        most = count;
        Result.arrays[id].element = type;
      }
  }
}

/// Sweeps what is not needed. The loop's init may only set what the resumed loop can set again.
std::optional<Remark> NestExtractor::finish(const Block &top) {
  const LiveParts live = findLive(Result);
  for (NodeId id : top) {
    if (id == Result.root().node)
      continue;
    const Node &node = Result.nodes[id];
    const bool isNeeded = node.kind != Node::Assign || node.local == NoId || live.locals[node.local];
    if (isNeeded && !HoistsInit)
      WantsHoistedInit = true;
    if (isNeeded)
      return Remark{node.loc,
                    Reason::UnsupportedStmt,
                    {"setting '" + (node.local != NoId ? Result.locals[node.local].name : std::string("memory")) +
                     "' in the for statement"}};
  }
  settleQuotients();
  sweep(Result, live);
  nameElements();
  nameIterators();
  return std::nullopt;
}

} // namespace vecify
