// Prints the blocks of a native function as C statements.
//
// Ops are visited in order. A value that is used once is kept back and put into its user as long as the line stays
// readable; it is written out as a constant of its own before anything changes that it reads. Carried
// values are mutable variables, shared along init -> argument -> result wherever nobody needs the old value.
#pragma once
#include "Interface.h"
#include "Lines.h"
#include "Spelling.h"
#include "vecify/Emit/Emit.h"
#include "llvm/ADT/SetVector.h"
#include <map>

namespace vecify {

/// Mutable variables of the output, by number.
using VariableId = unsigned;

/// An expression and what it depends on.
struct Snippet {
  CText c;
  llvm::SmallVector<VariableId, 2> reads; ///< mutable variables
  llvm::SmallVector<OpId, 2> loads;       ///< memory reads in it
  llvm::SmallVector<ValueId, 2> consumed; ///< kept-back values that it is made of
  unsigned depth = 0;                     ///< nested calls

  void absorb(const Snippet &other);
};

/// The first loop at the top level; ~0u if there is none.
OpId firstLoop(const Function &f);
/// Without parentheses around all of it, which rows have so that their text fits anywhere.
llvm::StringRef bareText(llvm::StringRef text);

/// "s = s + x" as "s += x".
std::string assignmentText(llvm::StringRef variable, llvm::StringRef value);

class Printer {
public:
  Printer(const Spelling &spelling, const Target &target, const Interface &interface, LocalNames &names,
          const EmitOptions &options, std::string indent);

  /// The whole body. `leave` receives the texts of the Return's operands: done first, then the live-outs.
  llvm::Error print(llvm::function_ref<void(Lines &, llvm::ArrayRef<std::string>)> leave);
  std::string text() { return Out.take(); }
  /// A GPU's: launches print their kernels to `kernels` and themselves as calls on `stream`.
  void printKernelsTo(std::string &kernels, std::string base) {
    Kernels = &kernels;
    KernelBase = std::move(base);
    KernelNames = Names;
  }
  const std::set<std::string> &preambleUses() const { return Preamble; }
  /// What preambleUses names beyond the target's preamble.
  const FunctionTexts &networks() const { return Networks; }

private:
  struct ValueState {
    bool isKnown = false, isKeptBack = false;
    Snippet snippet;
  };
  /// Where the values yielded by the innermost block go; nullopt: already there.
  struct BlockExit {
    BlockId block;
    llvm::SmallVector<std::optional<VariableId>, 4> targets;
  };

  // Printer.cpp: values and statements
  Snippet use(ValueId v);
  /// As `use`, written out first where it is no single token.
  Snippet useAsName(ValueId v);
  void define(ValueId v, Snippet snippet);
  void commit(const Snippet &snippet);
  void keepBack(ValueId v, Snippet snippet);
  void nameIt(ValueId v, const Snippet &snippet);
  void writeOut(ValueId v);
  /// Composes until the line fits, writing out the longest operands.
  Snippet composeWithin(unsigned columns, llvm::function_ref<Snippet()> compose);
  void flushReaders(VariableId variable, const Snippet &except);
  void flushLoads(OpId writer, const Snippet &except);
  void flushBefore(OpId control, const Snippet &header);
  bool mayBeKeptBack(OpId id, const Snippet &snippet) const;
  std::optional<VariableId> carriedTarget(OpId id) const;
  void assign(VariableId variable, Snippet value);
  /// The op's result is the variable from here on.
  void assignResult(VariableId variable, ValueId result, Snippet value);
  void statement(OpId id, llvm::function_ref<Snippet()> compose);
  void result(OpId id, llvm::function_ref<Snippet()> compose);
  void op(OpId id);
  void block(BlockId id, BlockExit exit);

  // PrintNetwork.cpp
  void network(const LaneNetwork &network);
  /// The name of a function that does it; no other function of the file has that name.
  std::string functionFor(const LaneNetwork &network);
  std::string definitionOf(const LaneNetwork &network, llvm::StringRef name);
  /// "__m256 a0[8]"
  std::string arrayOf(llvm::ArrayRef<ValueId> values, llvm::StringRef name) const;
  std::string nameFor(ValueId v) const;
  std::string typeText(const VectorType &type) const;
  VariableId newVariable(std::string name);
  void hold(VariableId variable, ValueId v);
  void fail(const Op &op, llvm::StringRef why);

  // WalkPointers.cpp: AI Engines
  struct Walk {
    std::string name;    ///< of the pointer
    std::string advance; ///< elements a step
  };
  std::vector<Walk> walkPointers(OpId loop);
  bool usesCounter(OpId loop) const;
  bool isInnermost(OpId loop) const;
  /// The loop's head for an AI Engine, hints in front: a count of unsigned trips where nothing asks for the counter.
  std::string tileLoopHead(OpId loop, const std::string &counter, const std::string &plain, const Snippet &lower,
                           const Snippet &upper);

  // PrintControl.cpp
  void forLoop(OpId id);
  void ifElse(OpId id);
  void yield(OpId id);
  void fence(OpId id);
  /// The variable that holds `v` if `control` may go on using it for a result of its own.
  std::optional<VariableId> reusable(ValueId v, OpId control, bool insideCounts);

  // PrintExits.cpp
  /// The loop stops by branches at the ends of its blocks, which `break` stands for.
  bool leavesByBreak(OpId loop) const;
  /// The body of such a loop; `variables` hold what it carries.
  void bodyWithBreaks(OpId loop, llvm::ArrayRef<std::optional<VariableId>> variables);

  // PrintLaunch.cpp
  void launch(OpId id);
  void barrier();
  std::string kernel(OpId launch, llvm::StringRef name, std::vector<ValueId> &captured,
                     std::vector<Interface::Local> &parameters);
  void defineCaptured(ValueId v, const std::string &name);

  // PrintMemory.cpp
  Snippet index(const IndexExpr &expr, bool isData = false);
  Snippet lvalue(const MemRef &mem);
  std::string baseText(const MemPattern &pattern) const;
  Snippet byteAddress(const MemRef &mem);
  Snippet integerAddress(const MemRef &mem);
  std::optional<Snippet> addressInStruct(const Op &op);
  Snippet address(const Op &op, const Row &row);
  std::string declaredElement(const MemPattern &pattern) const;
  bool mayOverlap(const Op &read, const Op &write) const;
  Snippet vectorOp(OpId id, const Row &row);

  // PrintScalar.cpp
  Snippet scalar(OpId id);
  Snippet typed(ValueId v, ScalarType type);
  Snippet arithmetic(const Op &op);
  Snippet bitwise(const Op &op);
  Snippet shift(const Op &op);
  Snippet rotation(const Op &op);
  Snippet division(const Op &op);
  Snippet comparison(const Op &op);
  Snippet choice(const Op &op, llvm::StringRef relation);
  Snippet cast(const Op &op);
  Snippet bitcast(const Op &op);
  Snippet widened(const Op &op);
  Snippet call(const Op &op, llvm::StringRef function);
  Snippet fused(const Op &op);

  const Spelling &S;
  const Function &F;
  const Target &T;
  const Interface &I;
  LocalNames &Names;
  const EmitOptions &Options;
  OpId ThreadedLoop; ///< gets Options.threadsPragma; ~0u: none
  Lines Out;
  std::vector<ValueState> State;
  llvm::SetVector<ValueId> KeptBack;
  std::vector<std::string> Variables;
  std::vector<llvm::SmallVector<ValueId, 2>> Holders; ///< per variable: values that live in it now
  std::vector<BlockExit> Exits;
  std::map<OpId, std::string> Walked; ///< memory ops whose address is a walked pointer, and some elements
  std::set<std::string> Preamble;
  FunctionTexts Networks;
  std::vector<std::string> Returned;
  std::string Wrong;
  std::string *Kernels = nullptr;
  std::string KernelBase;
  LocalNames KernelNames; ///< those that kernels and host have in common
  std::map<std::string, std::string> KernelNamesByText;
  unsigned LaunchCount = 0;
  llvm::function_ref<void(Lines &, llvm::ArrayRef<std::string>)> *Leave = nullptr;
};

} // namespace vecify
