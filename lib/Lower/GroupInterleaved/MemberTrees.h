// Values of all members of a structure that are made alike, as trees: what JoinMembers may make of all at once.
//
//     %x0 = mul %r, %a;  %x1 = mul %g, %a      Each(mul) of Members(%r, %g) and Splat(%a)
#pragma once
#include "Groups.h"
#include <map>

namespace vecify {

class MemberTrees {
public:
  using Parts = std::vector<ValueId>; ///< of each member
  using Node = unsigned;
  static constexpr Node None = ~0u;
  struct Tree {
    enum Form {
      Splat,    ///< one scalar for all
      Splats,   ///< a scalar for each
      Members,  ///< read side by side, in some order
      Each,     ///< the same op of each
      Window,   ///< of each the same neighbouring lanes of two vectors
      Signs,    ///< some of them negated
      Argument, ///< carried by a loop, inside of it
      Result,   ///< and behind it
    } form;
    Parts parts;
    /// Of Each and Window its operands, None for a scalar; of Signs the values before; of Argument the Result; of
    /// Result the Argument, the initial values and what the loop yields.
    std::vector<Node> operands = {};
    unsigned group = 0; ///< of Members, and which one is read for each
    llvm::SmallVector<int64_t, 8> members = {};
  };

  explicit MemberTrees(const Function &source);

  /// The tree of these values, one for each member; None if they are not made alike.
  Node build(const Parts &parts);
  const Tree &operator[](Node node) const { return Trees[node]; }
  llvm::ArrayRef<InterleaveGroup> groups() const { return Groups; }
  /// The loop that carries a Result.
  OpId loopOf(const Tree &result) const { return CarriedBy.at(result.parts[0]).loop; }
  static bool isInOrder(const Tree &members);

private:
  struct Carried {
    OpId loop = ~0u;
    unsigned index = 0; ///< of the loop's results
  };

  void findLoops();
  Node add(Tree tree);
  Node buildSigns(const Parts &parts);
  Node buildCarried(const Parts &parts, OpId loop);
  bool isSplat(ValueId v) const;
  bool isOneSplat(const Parts &splats) const;
  bool isEach(const Parts &parts) const;
  bool isWindow(const Parts &parts) const;

  const Function &S;
  const std::vector<InterleaveGroup> Groups;
  std::map<ValueId, std::pair<unsigned, int64_t>> MemberOf; ///< of a group that is read whole
  std::map<ValueId, Carried> CarriedBy;
  std::vector<Tree> Trees;
  std::map<Parts, Node> Known;
};

} // namespace vecify
