// What several rows are made of, as trees of ops on all of them at once.
#pragma once
#include "Alias.h"
#include <set>

namespace vecify {

class RowTrees {
public:
  RowTrees(Function &function, const Target &target, const LowerOptions &options, unsigned rows);
  /// Stores of so many rows side by side become one each, and what they store is made at once. The ops of single rows
  /// are still there, used or not. False where there are none.
  bool join();

private:
  using Parts = std::vector<ValueId>; ///< of a value: that of each row
  using Node = unsigned;
  static constexpr Node None = ~0u;
  enum class Form : uint8_t {
    Splat,    ///< one splat or scalar in all rows
    Repeat,   ///< one load of 128 bits in all rows
    Each,     ///< the same op on each; a scalar operand is no node
    Beside,   ///< loads of neighbours
    Window,   ///< splats of lanes of one load
    Blend,    ///< other splats and scalars
    Concat,   ///< anything
    Recast,   ///< the same bits with another sign
    Carried,  ///< results of a loop; operands: the argument, the first value, the next one
    Argument, ///< what the loop carries, inside it
  };
  struct Tree {
    Form form;
    Parts parts;
    VectorType type;
    std::vector<Node> operands = {};
    unsigned window = 0;
    int64_t first = 0, apart = 0; ///< of a Window: the lane of row 0, and how far that of the next row is
    ValueId whole = NoValue;
  };
  /// Lanes side by side all of which are read.
  struct Window {
    std::vector<OpId> reads; ///< of each lane
    int64_t offset = 0;      ///< of the first lane from what the first one reads first
    ValueId whole = NoValue;
  };
  /// A load before `anchor` of what `loads` read.
  struct Read {
    ValueId whole;
    OpId anchor;
    std::vector<OpId> loads;
    MemRef mem;
  };
  struct Place {
    BlockId block = 0;
    int index = 0; ///< -1: an argument of the block
  };

  // -- what there is (RowTrees.cpp)
  void findPlaces(BlockId block, unsigned depth);
  std::vector<std::vector<OpId>> rowsOfStores() const;
  std::optional<int64_t> distance(OpId from, OpId to) const;
  bool mayMove(OpId op, OpId to) const;
  bool mayReadAtOnce(llvm::ArrayRef<OpId> loads) const;
  bool isEarlier(OpId a, OpId b) const;
  OpId firstOf(llvm::ArrayRef<OpId> ops) const;
  OpId lastOf(llvm::ArrayRef<OpId> ops) const;
  VectorType ofAllRows(const VectorType &type) const;
  bool fits(const VectorType &type) const;
  bool allAre(const Parts &parts, std::initializer_list<OpKind> kinds) const;
  Parts operandsOf(const Parts &parts, unsigned i) const;
  bool isEach(const Parts &parts) const;
  bool areBeside(const Parts &parts) const;
  bool findWindow(Tree &tree);

  // -- trees (RowTrees.cpp)
  /// None where there is no register for all rows.
  Node build(const Parts &parts);
  /// Scalars that stand for as many lanes as a row of `row` has; integers reduced to the bits of its element.
  Node buildSplats(const Parts &scalars, const VectorType &row);
  Node buildArithmetic(const Parts &scalars, const VectorType &row);
  Node buildCarried(const Parts &parts);
  Node add(Tree tree);

  // -- their code (EmitRows.cpp)
  ValueId emit(Node node);
  ValueId emitTree(Node node);
  ValueId emitSplat(const Tree &tree);
  ValueId emitEach(const Tree &tree);
  ValueId emitBlend(const Tree &tree);
  ValueId emitConcat(const Tree &tree);
  ValueId emitCarried(const Tree &tree);
  ValueId emitLoad(llvm::ArrayRef<OpId> reads, int64_t offset, const VectorType &type);
  void emitStore(llvm::ArrayRef<OpId> stores, ValueId whole);
  ValueId emitBehind(const Parts &parts, Op op, VectorType type);
  ValueId append(std::vector<OpId> &where, Op op, VectorType type, ValueId named);
  Op copyOf(const Op &op) const;
  Place placeOf(ValueId v) const;
  void insertAll();

  Function &F;
  const Target &T;
  const LowerOptions &O;
  const unsigned Rows;
  std::vector<Place> Places;                        ///< of ops
  std::vector<unsigned> Depths;                     ///< of blocks
  std::vector<BlockId> ArgumentBlocks;              ///< of values
  std::vector<std::pair<OpId, unsigned>> Arguments; ///< of values: what carries them, and as which of its values
  std::vector<Tree> Trees;
  std::map<std::pair<Parts, std::string>, Node> Known; ///< with the type of a row
  std::vector<Window> Windows;
  std::vector<Read> Reads;
  std::map<BlockId, std::vector<OpId>> Front;
  std::map<OpId, std::vector<OpId>> Before, Behind;
  std::vector<std::pair<OpId, OpId>> Moved; ///< stores, and behind which other one
  std::set<OpId> Replaced;
};

} // namespace vecify
