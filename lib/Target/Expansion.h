// The state of reading a target's tables: patterns in, rows and preamble functions out.
#pragma once
#include "Table.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"

namespace vecify {

/// One instance of a pattern: what the `$` placeholders are replaced by.
struct TableContext {
  OpKind kind;
  ScalarType element, source;
  unsigned lanes;
  unsigned width; ///< bits of the wider register
  const char *feature;
  uint8_t detail;
};

struct MathRow;

class TableExpansion {
public:
  /// `baseAttribute`: of the widest table.
  TableExpansion(Target &target, const Family &family, const char *baseAttribute);

  /// Appends the rows of `source`.
  void add(const TableSource &source);
  /// Appends a `Reduce` row for every operator, element and register that no row reduces yet.
  void addReductions();

private:
  struct Template {
    const char *text;
    const char *attribute;
  };

  void addPattern(const RowPattern &pattern, const char *feature);
  void addInstance(const RowPattern &pattern, const TableContext &context);
  bool hasRegister(ScalarType element, unsigned lanes) const;
  /// `text` with its `$` placeholders replaced.
  const char *resolve(llvm::StringRef text, const TableContext &context);
  void spell(char placeholder, const TableContext &context);
  /// Instantiates the preamble templates that `text` calls; returns the first one's name or "".
  const char *require(llvm::StringRef text, const TableContext &context, std::vector<const char *> *names = nullptr);
  /// Appends the rows of all functions of a library on one register.
  void addMathCalls(const MathRegister &reg, const char *attribute);
  void addMathCall(const MathRegister &reg, const char *attribute, const MathRow &function, ScalarType element);
  void addReduction(ReductionKind combine, OpKind op, ScalarType element, unsigned lanes);

  Target &T;
  const Family &F;
  const char *BaseAttribute;
  struct Storage {
    llvm::BumpPtrAllocator allocator;
    llvm::StringSaver saver{allocator};
  };
  std::shared_ptr<Storage> Store;
  llvm::StringMap<Template> Templates; ///< by name with placeholders
  llvm::StringSet<> Defined;           ///< names of T.preamble
  llvm::SmallString<512> Buffer;
};

/// Bits of a lane in a register; a predicate counts as 8.
inline unsigned storageBits(ScalarType type) { return type == ScalarType::I1 ? 8 : bitsOf(type); }

/// Calls `found` for every identifier of `text` that begins with "vecify_" (placeholders count as letters).
void forEachPreambleName(llvm::StringRef text, llvm::function_ref<void(llvm::StringRef)> found);

} // namespace vecify
