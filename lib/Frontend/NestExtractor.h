// Extracts one region: a loop statement of clang's AST becomes a Nest, or a Decline with the reason and the place.
//
// The region is executed symbolically, once, in C's order of evaluation. The environment says of each variable that
// the region changes what polynomial (or place) it holds at this point, if any:
//
//     while (n--)                 t = 0 to n          n: entry value - t, after the condition - t - 1
//       *dst++ = *src++ + off;    dst[t] = src[t] + off
//
// A variable with a known value is used as that value; every other one is a Local of the nest. Assignments to Locals
// are always emitted and swept at the end if nobody reads them, so no decision has to be taken early.
//
// The parts, a file each. Statements: ExtractNest, Jumps, Exits, Branches, ExtractSwitch. Loops: ExtractLoop,
// Starts, Inductions, TripCount. Expressions: ExtractExpr, ExtractArithmetic, ExtractAssign, ExtractLoad, Conversions,
// FloatingPoint, ExtractComplex, ExtractCall, MathErrno, Inline, OutParameters, MakeExprs. Memory: Places,
// Dereferences, PointerRows, Structs, Parts, LocalArrays, Origins. Integers: ExtractIndex, Assumptions, Variables. What
// is left to do: Normalize, Collect.
#pragma once
#include "CallSites.h"
#include "Conditionals.h"
#include "CountedLoops.h"
#include "FunctionFacts.h"
#include "Pragmas.h"
#include "SourceMap.h"
#include "Value.h"
#include "vecify/Frontend/Frontend.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/MapVector.h"
#include <set>
#include <variant>

namespace vecify {

/// What is the same for all nests of a file.
struct FileContext {
  clang::ASTContext &ast;
  clang::Preprocessor &preprocessor;
  const SourceMap &source;
  const FrontendOptions &options;
  const PassedConstants &passed;
  const Conditionals &conditionals;
};

/// A loop statement taken apart; parts that are not there are null.
struct LoopParts {
  enum Kind : uint8_t { For, While, Do } kind = For;
  const clang::Stmt *init = nullptr;
  const clang::Expr *condition = nullptr;
  const clang::Expr *increment = nullptr;
  const clang::Stmt *body = nullptr;
  clang::SourceLocation keyword;
};
/// Nothing if `stmt` is no loop, or is the `do { } while (0)` of macros.
std::optional<LoopParts> loopParts(const clang::Stmt *stmt, const clang::ASTContext &ast);
/// Skips attributes, OpenMP directives and captures down to the loop itself.
const clang::Stmt *stripToLoop(const clang::Stmt *stmt);

/// To come here has no meaning in C, so nothing comes here: __builtin_unreachable(), in whatever it is wrapped.
bool neverRuns(const clang::Stmt *stmt);
/// Nor does what begins with it.
bool neverRuns(llvm::ArrayRef<const clang::Stmt *> part);

class NestExtractor {
public:
  NestExtractor(const FileContext &file, const FunctionFacts &facts, const clang::Stmt *root, LoopPragmas pragmas,
                bool hoistsInit = false);

  /// Source is left to the caller, except `function`.
  std::variant<Nest, Remark> run();
  /// Why run() failed is that the for statement's init does more than set counters; with `hoistsInit` it may work.
  bool wantsHoistedInit() const { return WantsHoistedInit; }

  /// By how much a variable moves in one iteration, over params; pointers count elements.
  struct Step {
    IndexExpr body, condition, increment;
    Needs needs;
    /// The sum is made in another type and converted back: it wraps around, though the variable's own type does not.
    bool isConverted = false;
    IndexExpr total() const { return body + condition + increment; }
  };

private:
  using Env = llvm::DenseMap<const clang::VarDecl *, Value>;
  using Block = std::vector<NodeId>;

  // ---- Failing: the first reason wins, everything after it is skipped.
  bool failed() const { return Failure.has_value(); }
  void fail(clang::SourceLocation place, Reason reason, std::vector<std::string> args = {});
  void fail(const Value &value);
  Value problem(clang::SourceLocation place, Reason reason, std::vector<std::string> args = {}) const;
  Value unsupported(const clang::Expr *expr) const;
  Value unsupportedText(clang::SourceLocation place, std::string text) const {
    return problem(place, Reason::UnsupportedExpr, {std::move(text)});
  }

  // ---- ExtractNest: statements.
  void checkPrivates(const clang::Stmt *stmt);
  void checkRanges();
  void checkNames(const clang::Stmt *stmt);
  bool isMacro(const clang::NamedDecl *decl) const;
  void extractStmt(const clang::Stmt *stmt);
  void extractDeclaration(const clang::DeclStmt *stmt);
  void extractIf(const clang::Expr *condition, llvm::ArrayRef<const clang::Stmt *> thenPart,
                 llvm::ArrayRef<const clang::Stmt *> elsePart, clang::SourceLocation place);
  void extractSwitch(const clang::SwitchStmt *stmt);
  void extractEffects(const clang::Expr *expr); ///< an expression whose value is not used
  void extractBranches(ExprId condition, llvm::ArrayRef<const clang::Stmt *> thenPart,
                       llvm::ArrayRef<const clang::Stmt *> elsePart, clang::SourceLocation place);
  Block extractBranch(llvm::ArrayRef<const clang::Stmt *> stmts);
  void mergeEnv(const Env &other);
  void joinBranches(ExprId condition, const Env &afterThen);
  void mergeCalleeValues(ExprId condition, const Env &thenEnv, const Env &elseEnv);
  NodeId emit(Node node);
  /// A condition: what it always is, or its expression; neither where it fails.
  struct Truth {
    std::optional<bool> always;
    ExprId id = NoId;
  };
  Truth evalTruth(const clang::Expr *condition);
  ExprId negated(ExprId condition, clang::SourceLocation place);
  void emitIf(ExprId condition, Block body, Block elseBody, clang::SourceLocation place);
  void emitAssign(LocalId local, ExprId value, clang::SourceLocation place);
  void emitStore(AccessId access, ExprId value, clang::SourceLocation place);

  // ---- Jumps: blocks.
  void extractList(llvm::ArrayRef<const clang::Stmt *> stmts);
  std::optional<size_t> joinOf(llvm::ArrayRef<const clang::Stmt *> stmts) const;
  std::optional<size_t> positionOf(const clang::LabelDecl *label, llvm::ArrayRef<const clang::Stmt *> stmts) const;

  struct LoopShape;
  // ---- Exits.
  bool leaves(const clang::Stmt *stmt) const;
  std::optional<bool> unreachableSide(const clang::Expr *condition, llvm::ArrayRef<const clang::Stmt *> thenPart,
                                      llvm::ArrayRef<const clang::Stmt *> elsePart) const;
  std::optional<bool> leavingSide(const clang::IfStmt *conditional) const;
  bool isInRootBody() const;
  bool isInDivergentBody(bool orBranch = false) const;
  bool holdsLeave(const clang::Stmt *stmt) const;
  bool emitLeaveOf(const clang::Stmt *jump);
  ExprId isSet(LocalId flag, clang::SourceLocation place);
  LocalId temporaryLocal(llvm::StringRef name, ScalarType type, clang::SourceLocation place);
  std::optional<bool> breakingSide(const clang::IfStmt *conditional) const;
  void extractBreak(const clang::IfStmt *conditional, bool side);
  void extractBreaks(llvm::ArrayRef<const clang::Stmt *> stmts);
  bool isReadOnWayOut(const clang::VarDecl *var) const;
  bool mayLeaveEarly(const LoopShape &shape) const;
  llvm::SmallVector<const clang::Expr *, 4> countingConjuncts(LoopShape &shape) const;
  void emitExit(const clang::Expr *condition, bool leavesWhen, clang::SourceLocation place);
  void emitLeave(ExprId condition, clang::SourceLocation place);

  // ---- ExtractLoop.
  void extractLoop(const clang::Stmt *stmt, bool isRoot);
  LoopShape prepareLoop(const clang::Stmt *stmt, bool isRoot);
  void findTripCount(LoopShape &shape);
  void bindConstants(const clang::Stmt *init);
  const clang::Stmt *hoistedInit() const;
  void bindEntryValues();
  const clang::Expr *valueAtRoot(const clang::VarDecl *var) const;
  const clang::Expr *setBeforeRoot(const clang::VarDecl *var) const;
  const clang::Expr *lastValue(const clang::VarDecl *var, bool mustStillHold) const;
  bool isOnlyCompared(const clang::VarDecl *pointer) const;
  void bindCommonStarts();
  bool isAsDeclared(const clang::VarDecl *var) const;
  IndexExpr entryValue(const clang::VarDecl *var);
  void bindInductions(const LoopShape &shape, const IndexExpr &completed, bool isAfterBody = false);
  void extractLoopBody(const LoopShape &shape);
  void bindAfterLoop(const LoopShape &shape);
  bool isDeclarable(llvm::StringRef name) const;
  void noteInductions(const LoopShape &shape);
  void checkStarts(const LoopShape &shape);

  // ---- Inductions: by how much each variable moves in one iteration.
  struct StepScan;
  using Steps = std::vector<std::pair<const clang::VarDecl *, Step>>;
  Steps computeSteps(const clang::Stmt *loop);
  const Steps &stepsOf(const clang::Stmt *loop);
  std::optional<IndexValue> innerStep(const clang::Stmt *loop, const clang::VarDecl *var);
  void probe(llvm::function_ref<void()> look);
  std::optional<IndexValue> probeIndex(const clang::Expr *expr);
  std::optional<IndexValue> probeTrip(const clang::Stmt *loop);

  // ---- TripCount.
  struct Trip {
    IndexExpr count;
    /// Unit-step integer variable that may be the iterator itself.
    const clang::VarDecl *counter = nullptr;
    Needs needs;
    bool endsByWrapping = false; ///< the counter's last value is one below zero
    bool endsAtBound = false;    ///< its last value is the bound itself
  };
  std::optional<Trip> uncountedTrip(const LoopShape &shape); // Exits
  std::optional<Trip> divergentTrip(LoopShape &shape);       // Divergence
  bool isCommon(const Trip &trip, const LoopShape &shape) const;
  struct Comparison;
  std::optional<Trip> tripCount(LoopShape &shape);
  std::optional<Trip> tripFromCondition(const clang::Expr *spelled, const LoopShape &shape, bool isPart = false,
                                        bool isOneOfSeveral = false, bool isTurned = false);
  std::optional<Trip> compareIntegers(const Value &left, const Value &right, const clang::Expr *leftSyntax,
                                      const clang::Expr *rightSyntax, Comparison comparison, const LoopShape &shape);
  std::optional<Trip> comparePointers(const Value &left, const Value &right, Comparison comparison,
                                      const LoopShape &shape);
  std::optional<Trip> tripFromComparison(const Comparison &comparison, const LoopShape &shape);
  bool isFixedOnEntry(const clang::Expr *condition) const;
  std::optional<Trip> gatedTrip(const clang::Expr *gate, Trip trip);
  std::optional<Trip> shorterTrip(const Trip &left, const Trip &right, clang::SourceLocation place);
  IndexExpr ceilDivide(const IndexExpr &count, const IndexExpr &step, clang::SourceLocation place);
  void noteRange(SymbolId id, llvm::ArrayRef<IndexExpr> exprs);
  ScalarType typeOfTexts(llvm::ArrayRef<IndexExpr> exprs) const;
  std::string wideText(const IndexExpr &poly) const;
  void inheritReads(Invariant &invariant, const IndexExpr &poly) const;
  void needAtLeast(const IndexExpr &expr, int64_t least, std::string why, llvm::SmallVectorImpl<Need> &needs) const;
  bool variesAround(const clang::Stmt *expr, const LoopShape &shape) const;
  void noTrip(clang::SourceLocation place, std::string why);
  std::string whyUnmoved(const clang::Expr *left, const clang::Expr *right, bool isPart) const;

  // ---- ExtractExpr: data.
  Value eval(const clang::Expr *expr);
  bool isOfItsPlace(const clang::Expr *literal) const;
  Value evalWithoutParens(const clang::Expr *expr);
  Value evalCast(const clang::CastExpr *cast);
  Value evalBinary(const clang::BinaryOperator *binary);
  Value evalArithmetic(const clang::Expr *place, clang::BinaryOperatorKind opcode, clang::QualType type, Value left,
                       Value right, const clang::Expr *leftSyntax, const clang::Expr *rightSyntax, clang::FPOptions fp);
  Value evalAssignment(const clang::BinaryOperator *assign, bool isValueUsed);
  Value evalIncrement(const clang::UnaryOperator *increment, bool isValueUsed);
  Value evalUnary(const clang::UnaryOperator *unary);
  Value evalSelect(const clang::Expr *place, clang::QualType type, ExprId condition, Value thenValue, Value elseValue);
  std::optional<IndexValue> namedProduct(const clang::VarDecl *var);
  Value evalVariable(const clang::VarDecl *var, const clang::Expr *place);
  Value evalLoad(const clang::Expr *lvalue);
  Value invariantValue(const Invariant &invariant, clang::QualType type, const clang::Expr *syntax,
                       const clang::VarDecl *var = nullptr);
  std::optional<Invariant> invariantPart(const Place &place, const clang::Expr *lvalue) const;
  Value memberOf(const Value &whole, const std::string &path, const clang::Expr *syntax);
  Value evalConditional(const clang::AbstractConditionalOperator *conditional);
  ExprId evalCondition(const clang::Expr *expr); ///< I1, or NoId after a failure
  ExprId evalConditionOf(const clang::Expr *expr, const Value &value);
  Value evalPointerArithmetic(const clang::Expr *syntax, clang::BinaryOperatorKind opcode, clang::QualType type,
                              const Value &left, const Value &right);
  Value loadFrom(const Place &place, const clang::Expr *syntax);
  Value storeTo(const Place &place, Value value, const clang::Expr *target, clang::SourceLocation where,
                bool isValueUsed);
  Target targetOf(const clang::Expr *lvalue, Value &why);
  Value readTarget(const Target &target, const clang::Expr *syntax);
  Value writeTarget(const Target &target, Value value, const clang::Expr *syntax, clang::SourceLocation where,
                    bool isValueUsed);
  void checkConditionEffects(const Value &value);
  bool isZeroOrOne(ExprId id) const;
  std::optional<std::pair<int64_t, int64_t>> smallRange(const Value &value) const;
  ExprId convertBits(ExprId id, ScalarType type, clang::SourceLocation place);
  Value convert(Value value, clang::QualType type, clang::SourceLocation place);
  void assignVariable(const clang::VarDecl *var, Value value, clang::SourceLocation place);
  ExprId exprOf(const Value &value, clang::SourceLocation place); ///< fails if there is none
  bool isNeverZero(ExprId id) const;
  ExprId conditionOf(const Value &value, clang::SourceLocation place);
  Value truthValue(ExprId condition, clang::QualType type, std::optional<Invariant> invariant);
  void noteQuotient(SymbolId quotient, clang::BinaryOperatorKind opcode, const Value &left, const Value &right);
  void settleQuotients();
  Value temporary(Value value, clang::SourceLocation place);
  Value settled(Value value, llvm::StringRef name, clang::SourceLocation place);
  ExprId temporaryOf(ExprId value, llvm::StringRef name, clang::SourceLocation place);
  Value dataValue(ExprId expr, clang::QualType type);
  ExprId fuse(clang::BinaryOperatorKind opcode, ExprId left, ExprId right, const clang::Expr *leftSyntax,
              const clang::Expr *rightSyntax, ScalarType type, FpFlags flags, clang::SourceLocation place);
  FpFlags flagsFrom(clang::FPOptions fp) const;
  FpFlags defaultFlags() const;
  int permittedUlp(clang::FPOptions fp) const;
  bool mayContract(clang::FPOptions fp) const;
  // -- half precision (ExcessPrecision.cpp)
  bool hasExcessPrecision(clang::QualType type) const;
  bool hasUnclearPrecision(const clang::Expr *syntax) const;
  Value inFloat(const Value &value, const clang::Expr *syntax, clang::SourceLocation place);
  bool isFenvFree(clang::FPOptions fp, clang::SourceLocation place);

  // ---- ExtractIndex: the polynomial side of integer values.
  std::optional<IndexValue> combineIndex(clang::BinaryOperatorKind opcode, const Value &left, const Value &right,
                                         clang::QualType type) const;
  void convertIndex(const Value &from, Value &to, clang::QualType type);
  /// The exact value of an index in its type, together with what that needs; nothing if it may wrap unseen.
  std::optional<IndexValue> exactIndex(const Value &value);
  /// The polynomial, which needs that the value does not wrap around; nothing where that cannot be asked on entry.
  std::optional<IndexValue> withoutWrapping(const Value &value);
  /// A polynomial that is the value modulo 2^64: enough for addresses.
  std::optional<IndexValue> addressIndex(const Value &value);
  std::optional<Invariant> combineInvariant(llvm::StringRef op, const Value &left, const Value &right) const;
  SymbolId paramFor(const Invariant &invariant, ScalarType type);
  void attachParam(Value &value);
  /// The same for a value that is 0 or 1.
  void attachTruth(Value &value);
  void noteRange(SymbolId id, clang::BinaryOperatorKind opcode, const Value &left, const Value &right);

  // ---- ExtractCall and Inline.
  Value evalCall(const clang::CallExpr *call, bool isValueUsed);
  Place bytesSeenAs(Place place, clang::QualType type) const; // Conversions
  Value evalBitCopy(const BitCopy &copy, const clang::CallExpr *call);
  std::optional<Value> evalRounding(const clang::CallExpr *call, llvm::StringRef name);
  std::optional<Value> evalLibraryCall(const clang::CallExpr *call, const clang::FunctionDecl *callee);
  // -- MathErrno.cpp
  bool keepsErrno() const;
  void noteDomainError(ExprId argument, clang::SourceLocation where, llvm::StringRef function);
  void settleDomainErrors();
  Value mathCall(const clang::CallExpr *call, MathFunction function, clang::QualType type,
                 std::vector<ExprId> operands);
  ExprId smallPower(const clang::CallExpr *call, llvm::ArrayRef<ExprId> operands);
  Value evalByteSwap(const clang::CallExpr *call);
  Value evalZeros(const clang::CallExpr *call, bool isLeading);
  Value evalPopcount(const clang::CallExpr *call);
  std::optional<Value> evalBuiltin(const clang::CallExpr *call, const clang::FunctionDecl *callee);
  // -- questions about floats (ExtractClassification.cpp)
  /// nullopt: the builtin asks none.
  std::optional<Value> evalClassification(const clang::CallExpr *call, unsigned builtin);
  ExprId compareFloats(Predicate predicate, ExprId a, ExprId b, clang::SourceLocation where);
  ExprId compareWithInfinity(Predicate predicate, ExprId x, clang::SourceLocation where);
  ExprId eitherOf(ExprId a, ExprId b, clang::SourceLocation where);
  Value evalInlined(const clang::CallExpr *call, const clang::FunctionDecl *callee, bool isValueUsed);
  bool inlineList(llvm::ArrayRef<const clang::Stmt *> stmts, Value &result);
  bool inlineLoop(const clang::Stmt *loop, llvm::ArrayRef<const clang::Stmt *> rest, Value &result);
  bool inlineIf(const clang::IfStmt *conditional, llvm::ArrayRef<const clang::Stmt *> rest, Value &result);

  // ---- OutParameters: addresses of variables that inlined functions get.
  bool escapes(const clang::VarDecl *var) const;
  bool isOnlyFollowed(const clang::ParmVarDecl *pointer) const;
  bool doesMoreThanFollow(const clang::Stmt *stmt, const clang::ParmVarDecl *pointer) const;
  std::optional<LentPlace> lentTarget(const clang::ParmVarDecl *parameter, const clang::Expr *argument);
  std::optional<Target> followedTarget(const clang::Expr *lvalue);
  bool isFollowedInLoop(const clang::ParmVarDecl *parameter) const;

  // ---- Places.
  Value pointerTo(Place place, clang::QualType pointerType) const;
  std::shared_ptr<const Place> placeOf(const clang::Expr *lvalue, Value &why);
  std::string paramType(clang::QualType type, const std::string &base) const;
  std::shared_ptr<const Place> objectPlace(const clang::VarDecl *var, const clang::Expr *place, Value &why);
  std::shared_ptr<const Place> literalPlace(const clang::StringLiteral *literal);
  std::shared_ptr<const Place> pointerBase(const clang::VarDecl *var, clang::QualType type);
  std::shared_ptr<const Place> pointerBase(const Invariant &invariant, clang::QualType type, const clang::VarDecl *var);
  Value unreachable(clang::QualType element, const clang::Expr *syntax);
  std::shared_ptr<const Place> shifted(const Place &place, const Value &steps, bool isNegative, bool isRow,
                                       const clang::Expr *syntax, Value &why);
  std::shared_ptr<const Place> shiftedBy(const Place &place, const IndexValue &steps);
  std::shared_ptr<const Place> member(const Place &place, const clang::MemberExpr *expr, Value &why) const;
  std::shared_ptr<const Place> decayed(const Place &place, Value &why);
  bool keepsItsValue(const clang::Expr *expr) const;
  std::optional<IndexExpr> sizeOf(clang::QualType type);
  AccessId accessTo(const Place &place, bool isWrite, const clang::Expr *syntax);
  bool liesInObject(const Place &place) const;
  std::optional<Invariant> invariantRead(const Place &place, AccessId access);
  void describeElements(Array &array, clang::QualType pointee) const;
  Value changingPointer(const Place &place, const clang::Expr *lvalue) const;

  // ---- PointerRows.
  std::shared_ptr<const Place> rowsBehind(const Place &pointer, AccessId read);
  std::optional<Remark> whyNoRowAccess(const Place &place, ScalarType type, bool isWrite,
                                       const clang::Expr *syntax) const;

  // ---- Dereferences: pointers that lead somewhere.
  std::optional<bool> dereferenced(ArrayId array) const;
  bool isFollowedBefore(const clang::VarDecl *pointer) const;
  bool innerLoopsRun(bool mayAssume);
  std::string textOf(const Place &place, std::optional<size_t> open = std::nullopt) const;
  std::shared_ptr<const Place> frozen(const Place &place, clang::SourceLocation where);
  bool isInMemory(const clang::VarDecl *var) const;
  void noteOrigin(Array &array, const clang::VarDecl *var) const;
  ArrayLength lengthOfParameter(ArrayId array) const;

  // ---- Definitions: what variables are sums of.
  const clang::Expr *definitionAtRoot(const clang::VarDecl *var) const;
  std::optional<IndexExpr> sumOf(const clang::Expr *e, unsigned bits, bool onEntry = false) const;
  std::optional<int64_t> mostTrips() const;
  void noteDefinitions();

  // ---- LoopBefore: what the statements before have left.
  void noteLoopBefore();
  void noteValuesBefore();
  std::optional<IndexExpr> valueOnEntry(const clang::Expr *operand) const;

  void settleRestrict();
  void settleLocals();

  // ---- Structs: held in parts, one scalar each.
  struct Part {
    std::string path;
    clang::QualType type;
    int64_t offset = 0; ///< bytes
    bool isOfComplex = false;
  };
  static bool isOfParts(clang::QualType type) { return type->isRecordType() || type->isAnyComplexType(); }
  std::optional<std::vector<Part>> partsOf(clang::QualType type) const;
  bool appendParts(clang::QualType type, const std::string &path, int64_t offset, std::vector<Part> &parts) const;
  bool isUnionOfBits(const clang::RecordDecl *decl) const;
  clang::QualType heldType(const clang::VarDecl *var, llvm::StringRef path, clang::QualType type) const;
  Value sameBits(Value value, clang::QualType type, clang::SourceLocation where);
  bool isHeldInParts(const clang::VarDecl *var) const;
  bool isScratch(const clang::VarDecl *var) const;
  std::optional<int64_t> numberOfElement(const clang::Expr *subscript);
  std::optional<Target> partTarget(const clang::Expr *lvalue);
  Value readPart(const clang::VarDecl *var, const std::string &path, clang::QualType type, const clang::Expr *syntax);
  void writePart(const clang::VarDecl *var, const std::string &path, clang::QualType type, Value value,
                 clang::SourceLocation where);
  LocalId partLocal(const clang::VarDecl *var, const std::string &path, clang::QualType type);
  void declareParts(const clang::VarDecl *var);
  Value evalStruct(const clang::Expr *expr);
  Value loadStruct(const clang::Expr *lvalue);
  std::optional<Value> partOfLiteral(const clang::Expr *lvalue);
  Value loadParts(const Target &target, clang::QualType type, const clang::Expr *syntax);
  bool appendInit(const clang::Expr *init, clang::QualType type, const std::string &path, Members &members);
  Value assignStruct(const clang::Expr *target, const clang::Expr *source, clang::SourceLocation where,
                     bool isValueUsed);
  /// `isFresh`: the target has no value yet that `value` could be made of.
  void storeStruct(const Target &target, clang::QualType type, const Value &value, const clang::Expr *syntax,
                   clang::SourceLocation where, bool isFresh = false);
  Place partPlace(const Place &place, const Part &part) const;
  bool mayRead(const Access &read, const Place &place, llvm::ArrayRef<Part> parts) const;
  bool mayRead(ExprId id, const Target &target, llvm::ArrayRef<Part> parts) const;
  Value selectStruct(const clang::Expr *syntax, ExprId condition, const Value &a, const Value &b);

  // ---- ExtractComplex: complex numbers are held in parts too.
  struct ComplexParts {
    Value real;
    std::optional<Value> imag; ///< not there in a real operand
  };
  static ComplexParts complexParts(const Value &value);
  static Value makeComplex(clang::QualType type, Value real, Value imag);
  Value convertComplex(const Value &value, clang::QualType type, clang::SourceLocation place);
  Value zeroOf(clang::QualType type);
  Value negated(const Value &value, clang::SourceLocation place);
  std::optional<Value> evalComplex(const clang::Expr *expr);
  Value evalComplexExp(const clang::CallExpr *call);
  std::optional<Value> evalComplexCall(const clang::CallExpr *call, llvm::StringRef name);
  Value evalComplexArithmetic(const clang::Expr *syntax, clang::BinaryOperatorKind opcode, clang::QualType type,
                              const Value &left, const Value &right, const clang::Expr *leftSyntax,
                              const clang::Expr *rightSyntax, clang::FPOptions fp);
  ComplexParts named(ComplexParts factor, clang::SourceLocation where);
  Value complexProduct(const clang::Expr *syntax, clang::QualType type, ComplexParts left, ComplexParts right,
                       clang::FPOptions fp);
  Value complexQuotient(const clang::Expr *syntax, clang::QualType type, ComplexParts left, ComplexParts right,
                        clang::FPOptions fp);
  Value assignComplex(const clang::CompoundAssignOperator *assignment, bool isValueUsed);

  // ---- LocalArrays: held in parts too.
  using CountedLoops = llvm::SmallDenseMap<const clang::Stmt *, CountedLoop>;
  std::optional<CountedLoop> countedLoop(const clang::ForStmt &loop, const clang::VarDecl *counter) const;
  bool isConstantInside(const clang::Stmt *subscript, const clang::Stmt *scope, CountedLoops &loops) const;
  bool isFilledForCallees(const clang::VarDecl *array, const clang::Stmt *scope, CountedLoops &loops) const;
  bool hasConstantSubscripts(const clang::VarDecl *array, const clang::Stmt *scope, CountedLoops &loops) const;
  bool isLentForElements(const clang::Expr *pointer, const FunctionFacts &facts, CountedLoops &loops,
                         unsigned depth = 0) const;
  bool canCopy(const CountedLoops &loops, size_t most) const;
  const clang::Stmt *scopeOf(const clang::VarDecl *array) const;
  void findLocalArrays();
  void copyLoop(const clang::ForStmt &loop);

  // ---- Assumptions: ranges, and what must hold on entry.
  struct Interval;
  Interval intervalOf(const IndexExpr &poly) const;
  bool isNonNegative(const IndexExpr &poly) const;
  bool fitsType(const IndexExpr &poly, ScalarType type) const;
  /// Appends what makes `poly` a value of `type`; nothing where that is known anyway.
  void needRange(const IndexExpr &poly, ScalarType type, std::string why, llvm::SmallVectorImpl<Need> &needs) const;
  /// The smallest values of `poly` over the iterations of the region, over params only: all must be >= 0.
  std::optional<std::vector<IndexExpr>> lowerCorners(const IndexExpr &poly) const;
  /// Turns needs into assumptions of the nest. False if one cannot be said about the params.
  bool assume(llvm::ArrayRef<Need> needs);
  bool anyBefore(llvm::function_ref<bool(const clang::Stmt *stmt, const clang::Stmt *partAround)> look) const;
  void noteKnownRanges();
  void noteFact(const clang::Expr *condition, bool isTrue);
  const clang::Expr *startOf(const clang::VarDecl *counter, const LoopParts &loop) const;
  void noteCounter(const LoopParts &loop);

  // ---- Variables.
  LocalId localFor(const clang::VarDecl *var);
  std::optional<ScalarType> scalarType(clang::QualType type) const;
  bool isOfCallee(const clang::VarDecl *var) const;
  bool isName(const clang::VarDecl *var) const;
  bool mayRename(const clang::VarDecl *var) const;
  const FunctionFacts &factsOf(const clang::VarDecl *var) const;
  const FunctionFacts &factsOf(const clang::FunctionDecl *callee) const;
  const FunctionFacts &factsHere() const;
  bool isInvariant(const clang::VarDecl *var) const;
  bool wraps(ScalarType type) const; ///< arithmetic in this type is modulo 2^bits
  bool wraps(const Step &step, ScalarType type) const { return step.isConverted || wraps(type); }
  IndexExpr symbolOf(const clang::VarDecl *var);
  std::string symbolName(SymbolId id) const { return Result.symbols[id].name; }
  std::string freshName(llvm::StringRef wanted) const;
  void nameIterators();
  bool mayBeHidden(const clang::VarDecl *var) const;
  std::optional<Remark> finish(const Block &top);
  void applyPromises(Symbol &symbol) const;
  void applyPromises(Array &array) const;
  void applyPromises(Local &local) const;
  void resolveNoalias();
  void nameElements();

  // ---- Expressions of the nest.
  Value integerValue(int64_t number, clang::QualType type) const;
  ExprId intConst(int64_t value, ScalarType type);
  ExprId indexExpr(const IndexExpr &poly, ScalarType type);
  ExprId cast(ExprId operand, ScalarType type, clang::SourceLocation place);
  ExprId unaryOf(UnaryOp op, ExprId operand, clang::SourceLocation place, FpFlags flags = {});
  ExprId binaryOf(BinaryOp op, ExprId a, ExprId b, clang::SourceLocation place, FpFlags flags = {});
  ExprId add(Expr expr);
  Loc locOf(clang::SourceLocation place) const { return File.source.locOf(place); }

  const FileContext &File;
  const FunctionFacts &Facts;
  const clang::Stmt *Root;
  const LoopPragmas Promised;
  const bool HoistsInit;
  bool WantsHoistedInit = false;
  Nest Result;
  std::optional<Remark> Failure;

  Env Environment;
  Block *Current = nullptr; ///< where statements go
  /// quotient = dividend / divisor, rounded down, or towards zero if not `floors`.
  struct Quotient {
    SymbolId quotient = NoId;
    IndexExpr dividend;
    int64_t divisor = 1;
    bool floors = false;
  };
  std::vector<Quotient> Quotients;
  /// Labels of the statement that follows the region being extracted: a goto to them ends it.
  llvm::SmallVector<const clang::LabelDecl *, 2> EndLabels;
  std::vector<LoopId> LoopStack;           ///< loops being extracted, outermost first
  llvm::SmallVector<ExprId, 4> Conditions; ///< of operands that may not be evaluated; NoId: nobody knows
  unsigned Branches = 0;                   ///< depth of If nodes
  unsigned Statements = 0;
  /// The innermost loop that ends by the data, and what was around its body when that began.
  struct DivergentBody {
    LoopId loop = NoId;
    unsigned branches = 0;
    size_t conditions = 0, inlining = 0;
    LocalId leaves = NoId; ///< set by a `break` that stands deeper
  };
  std::optional<DivergentBody> Divergent;
  /// Of a callee's loop that it may return from: what it returns, and whether it has.
  struct ReturnFromLoop {
    size_t depth = 0; ///< of the loop in LoopStack
    LocalId value = NoId, isDone = NoId;
  };
  std::optional<ReturnFromLoop> Returns;
  bool HasLeft = false;   ///< some iterations of the root have ended before what is being extracted
  bool IsEntry = false;   ///< evaluating what runs on entry whatever the trip count
  bool IsProbing = false; ///< looking ahead: what is emitted is thrown away
  llvm::DenseSet<const clang::VarDecl *> ActiveInductions;
  llvm::DenseMap<const clang::VarDecl *, LoopId> Scopes;
  llvm::DenseMap<const clang::VarDecl *, LocalId> LocalIds;
  std::map<std::pair<const clang::VarDecl *, std::string>, LocalId> PartIds; ///< looked up, never walked
  /// Parts that every iteration of the root has set by now.
  std::set<std::pair<const clang::VarDecl *, std::string>> SetParts;
  mutable llvm::DenseMap<const clang::VarDecl *, bool> Scratch; ///< what is known of isScratch
  llvm::DenseSet<const clang::VarDecl *> HeldArrays;            ///< arrays that are held in parts
  CountedLoops CopiedLoops;                                     ///< loops that are written out
  CounterValues Counters{File.ast};                             ///< of those around what is extracted
  size_t CopiedTrips = 0;                                       ///< of the longest of those around what is extracted
  unsigned Operations = 0, OperationsInRows = 0;                ///< Nest::partInRows
  llvm::DenseMap<const clang::VarDecl *, ArrayId> ObjectIds;
  llvm::MapVector<const clang::VarDecl *, SymbolId> SymbolOfVar; ///< of invariant scalars
  std::map<std::string, ArrayId> PointerIds, RowIds;
  /// What a function of the library reports as a domain error if it is negative, and the statement that says so.
  struct DomainCheck {
    ExprId argument = NoId;
    NodeId report = NoId;
  };
  std::vector<DomainCheck> DomainChecks;
  std::vector<std::pair<std::string, IndexExpr>> RowsRead; ///< pointer and row of what is read whatever the data is
  std::vector<const clang::VarDecl *> PointerOf;           ///< per array: the variable whose value on entry is its base
  std::map<std::pair<std::string, ScalarType>, SymbolId> ParamIds;
  llvm::DenseMap<const clang::Stmt *, std::unique_ptr<Steps>> StepsOf;
  std::vector<const clang::FunctionDecl *> Inlining;
  llvm::DenseMap<const clang::ParmVarDecl *, LentPlace> Lent;            ///< to these, what they point to
  mutable llvm::DenseMap<const clang::ParmVarDecl *, bool> OnlyFollowed; ///< what is known of isOnlyFollowed
  std::vector<size_t> ConditionsOnWay; ///< of each of these: Conditions of what its statements stand under
  std::map<std::string, const clang::VarDecl *> NamesUsed;
  llvm::DenseMap<ArrayId, bool> Dereferenced; ///< what every run follows; true: if the root loop runs
  std::vector<unsigned> WrittenOut;           ///< operations of each expression where no part is shared, up to a limit
  llvm::DenseSet<ExprId> ReadsOfBool;         ///< variables and elements of type _Bool
  std::map<const clang::OpaqueValueExpr *, Value> Common;      ///< of a ?: b, while it is evaluated
  llvm::SmallPtrSet<const clang::FunctionDecl *, 2> WithLoops; ///< callees whose variables are variables of the nest
  bool StoresInside = false; ///< the outermost call being inlined stores, so values are evaluated where they are named
  mutable llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<FunctionFacts>> CalleeFacts;
  llvm::DenseMap<const clang::Stmt *, std::optional<IndexValue>> ProbedTrips;
  struct Fact {
    std::optional<int64_t> lo, hi;
    int64_t multiple = 1;
  };
  llvm::DenseMap<const clang::VarDecl *, Fact> KnownFacts;
};

/// As pragmas spell expressions.
std::string withoutBlanks(llvm::StringRef text);
/// Turns `a < b ? a : b` and its kin into Min, Max, CMin, CMax, Abs where that is exactly the same.
/// `signedWraps`: -fwrapv.
void normalize(Nest &nest, bool signedWraps);
/// `stmt` runs into a `continue` of the loop being extracted.
bool holdsContinue(const clang::Stmt *stmt);
/// `stmt` holds a `continue` or a goto outside of the loops and expressions in it.
bool holdsJump(const clang::Stmt *stmt);
/// Statements of a block, or the statement itself.
llvm::SmallVector<const clang::Stmt *, 8> statementsOf(const clang::Stmt *stmt);
/// The counter's name for remarks: the variable of the increment or the condition; "while" or "do" without one.
std::string loopName(const LoopParts &parts);
/// The paths of the parts of a complex number.
inline constexpr llvm::StringLiteral realPath = ".real", imagPath = ".imag";
/// The path of memberPath()s and subscripts by which an lvalue names a part of its variable; nothing where `number`
/// knows no constant for a subscript.
std::optional<std::string> partPath(const clang::Expr *lvalue,
                                    llvm::function_ref<std::optional<int64_t>(const clang::Expr *)> number);
/// With integer constant expressions as subscripts.
std::optional<std::string> partPath(const clang::Expr *lvalue, const clang::ASTContext &ast);
/// An lvalue as the part that `path` names of the longest one in it that is not a part itself.
struct PartOf {
  const clang::Expr *whole;
  std::string path;
};
PartOf partOf(const clang::Expr *lvalue, llvm::function_ref<std::optional<int64_t>(const clang::Expr *)> number);
/// With integer constant expressions as subscripts.
PartOf partOf(const clang::Expr *lvalue, const clang::ASTContext &ast);
/// ".x", or that of the member that a union is held as; "" of what has no name.
std::string memberPath(const clang::ValueDecl *member);

/// A variable, or with `ast` the part of it that `path` names.
struct VariablePart {
  VariablePart(const clang::VarDecl *var, const clang::ASTContext *ast = nullptr, llvm::StringRef path = "")
      : var(var), ast(ast), path(path) {}
  const clang::VarDecl *var;
  const clang::ASTContext *ast;
  llvm::StringRef path;
};
/// True if the value that it has when `region` ends may be read.
bool isLiveAfter(const VariablePart &part, const clang::Stmt *region, const FunctionFacts &facts);
/// True if an iteration of the loop may read it before it sets it.
bool readsFirst(const VariablePart &part, const LoopParts &loop);

} // namespace vecify
