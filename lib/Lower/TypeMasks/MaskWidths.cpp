// See MaskWidths.h.
#include "MaskWidths.h"
#include "Match.h"

namespace vecify {

namespace {

class MaskWidths {
public:
  explicit MaskWidths(const Function &function) : F(function), Width(function.values.size()) {
    collectUsers();
    chooseWidths();
  }
  std::vector<unsigned> take() { return std::move(Width); }

private:
  bool isTruth(ValueId v) const {
    const VectorType &type = F.typeOf(v);
    return !type.isScalar() && type.element == ScalarType::I1;
  }

  static bool isLogic(OpKind kind) {
    return kind == OpKind::And || kind == OpKind::Or || kind == OpKind::Xor || kind == OpKind::AndNot ||
           kind == OpKind::Not;
  }

  void collectUsers() {
    Users.resize(F.values.size());
    for (OpId id = 0; id < F.ops.size(); ++id)
      for (ValueId operand : F.ops[id].operands)
        Users[operand].push_back(id);
    // What is carried or yielded has one width all the way: users of the argument are users of the value.
    Alias.resize(F.values.size(), NoValue);
    for (const Op &op : F.ops) {
      if (op.kind == OpKind::For)
        for (unsigned c = 0; c < op.results.size(); ++c)
          Alias[op.results[c]] = F.blocks[op.blocks[0]].arguments[1 + c];
    }
  }

  /// The width in which `user` wants its masks; 0 if it does not care.
  unsigned wantedBy(const Op &user) const {
    switch (user.kind) {
    case OpKind::Select:
      return isTruth(user.results[0]) ? Width[user.results[0]] : bitsOf(F.typeOf(user.results[0]).element);
    case OpKind::TransferRead:
    case OpKind::Gather:
    case OpKind::MaskedLoad:
      return bitsOf(F.typeOf(user.results[0]).element);
    case OpKind::TransferWrite:
    case OpKind::Scatter:
    case OpKind::MaskedStore:
    case OpKind::CompressStore:
      return bitsOf(F.typeOf(user.operands[0]).element);
    case OpKind::For:
    case OpKind::If:
    case OpKind::Yield:
    case OpKind::Return:
      return 0;
    default:
      return user.results.empty() || !isTruth(user.results[0]) ? 0 : Width[user.results[0]];
    }
  }

  void chooseWidths() {
    for (const Op &op : F.ops)
      if (classOf(op.kind) == OpClass::Compare && isTruth(op.results[0]) && !isTruth(op.operands[0]))
        Width[op.results[0]] = std::max(8u, bitsOf(F.typeOf(op.operands[0]).element));
    std::vector<unsigned> fixed = Width;
    // Backwards, so that users are decided before what they use; loops may need a second look.
    for (unsigned round = 0; round < 2; ++round)
      for (ValueId v = F.values.size(); v-- > 0;) {
        if (!isTruth(v) || fixed[v])
          continue;
        if (unsigned width = choose(v))
          Width[v] = width;
      }
    for (ValueId v = 0; v < F.values.size(); ++v)
      if (isTruth(v) && !Width[v])
        Width[v] = 32;
    for (ValueId v = 0; v < F.values.size(); ++v)
      if (isTruth(v) && Alias[v] != NoValue)
        Width[v] = Width[Alias[v]];
  }

  unsigned choose(ValueId v) const {
    unsigned agreed = 0, widest = 0;
    bool differ = false;
    for (OpId id : Users[v]) {
      unsigned wanted = wantedBy(F.ops[id]);
      if (!wanted)
        continue;
      differ |= agreed && agreed != wanted;
      agreed = wanted;
      widest = std::max(widest, wanted);
    }
    if (agreed && !differ)
      return agreed;
    unsigned operands = 0;
    if (const Op *op = F.definitionOf(v); op && isLogic(op->kind))
      for (ValueId operand : op->operands)
        operands = std::max(operands, Width[operand]);
    if (!operands && !widest)
      return widthOfYields(v);
    return operands ? operands : widest;
  }

  /// Of what the branches of an `if` yield for its result `v`; 0 if it is no such result.
  unsigned widthOfYields(ValueId v) const {
    const Op *op = F.definitionOf(v);
    if (!op || op->kind != OpKind::If)
      return 0;
    const size_t result = llvm::find(op->results, v) - op->results.begin();
    unsigned widest = 0;
    for (BlockId block : op->blocks)
      widest = std::max(widest, Width[F.ops[F.blocks[block].ops.back()].operands[result]]);
    return widest;
  }

  const Function &F;
  std::vector<unsigned> Width;
  std::vector<llvm::SmallVector<OpId, 2>> Users;
  std::vector<ValueId> Alias;
};

} // namespace

std::vector<unsigned> chooseMaskWidths(const Function &function) { return MaskWidths(function).take(); }

} // namespace vecify
