// Step: truth values become masks of the width of what they select, on targets whose masks are vectors.
//
//     %m = cmp_gt %x, %t : 16xi1            ->   %m = cmp_gt %x, %t : 16xm32
//     %r = select %m, %a, %b : 16xi16            %n = mask_cast %m : 16xm16
//                                                %r = select %n, %a, %b : 16xi16
//
// MaskWidths.h says how wide. Targets with predicate registers keep I1.
#include "Edit.h"
#include "MaskWidths.h"
#include "Steps.h"
#include "vecify/IR/Pattern.h"

namespace vecify {

namespace {

class MaskTyping {
public:
  MaskTyping(Function &function, const Target &target)
      : F(function), T(target), Editor(function), Width(chooseMaskWidths(function)) {}

  void run() {
    for (ValueId v = 0; v < Width.size(); ++v)
      if (Width[v])
        F.values[v].type.element = maskType(Width[v]);
    for (OpId id = 0; id < F.ops.size(); ++id)
      if (classOf(F.ops[id].kind) == OpClass::Control)
        noteYields(F.ops[id]);
    Editor.run([&](OpId id) { visit(id); });
  }

private:
  void visit(OpId id) {
    switch (F.ops[id].kind) {
    case OpKind::Select:
      if (Width[F.ops[id].results[0]]) {
        for (unsigned i = 0; i < 3; ++i)
          setOperand(id, i, Width[F.ops[id].results[0]]);
        return;
      }
      setOperand(id, 0, bitsOf(F.typeOf(F.ops[id].results[0]).element));
      return;
    case OpKind::Broadcast:
      if (Width[F.ops[id].results[0]])
        broadcastTruth(id);
      return;
    case OpKind::For:
      for (unsigned c = 0; c < F.ops[id].results.size(); ++c)
        setOperand(id, 3 + c, Width[F.ops[id].results[c]]);
      return;
    case OpKind::If:
      return;
    case OpKind::Yield:
      if (auto wanted = Yields.find(id); wanted != Yields.end())
        for (unsigned i = 0; i < F.ops[id].operands.size(); ++i)
          setOperand(id, i, wanted->second[i]);
      return;
    default:
      for (unsigned i = 0; i < F.ops[id].operands.size(); ++i)
        setOperand(id, i, maskWidthOf(F.ops[id]));
    }
  }

  /// The width in which `op` wants its masks, now that types are masks; 0 if it does not care.
  unsigned maskWidthOf(const Op &op) const {
    if (isMemoryWrite(op.kind))
      return bitsOf(F.typeOf(op.operands[0]).element);
    if (op.results.empty() || F.typeOf(op.results[0]).isScalar())
      return 0;
    return bitsOf(F.typeOf(op.results[0]).element);
  }

  /// Both branches, or the body, yield in the widths of the results.
  void noteYields(const Op &op) {
    llvm::SmallVector<unsigned, 4> widths;
    for (ValueId result : op.results)
      widths.push_back(Width[result]);
    for (BlockId block : op.blocks)
      if (!F.blocks[block].ops.empty())
        Yields[F.blocks[block].ops.back()] = widths;
  }

  void setOperand(OpId id, unsigned i, unsigned width) {
    ValueId v = F.ops[id].operands[i];
    VectorType type = F.typeOf(v);
    if (!width || type.isScalar() || !isMask(type.element) || bitsOf(type.element) == width)
      return;
    VectorType to = type.withElement(maskType(width));
    std::string name = F.values[v].name;
    ValueId cast = NoValue;
    // A prefix mask or a constant is made afresh in the other width.
    const Op *maker = definedBy(F, v, OpKind::CreateMask);
    if (!maker)
      maker = definedBy(F, v, OpKind::Constant);
    if (maker) {
      Op copy = *maker;
      copy.results.clear();
      cast = Editor.insert(std::move(copy), to, name);
    } else {
      cast = Editor.insert(OpKind::MaskCast, to, {v}, name);
    }
    F.ops[id].operands[i] = cast;
  }

  /// A scalar truth value to all lanes: 0 or -1 as an integer, broadcast, and seen as a mask; where registers of masks
  /// and of integers are not the same, compared with 0.
  void broadcastTruth(OpId id) {
    ValueId condition = F.ops[id].operands[0], result = F.ops[id].results[0];
    ScalarType element = integerType(Width[result], true), mask = maskType(Width[result]);
    VectorType scalar = VectorType::scalar(element), vector = F.typeOf(result).withElement(element);
    Op minusOne, zero, zeros;
    minusOne.intValue = -1;
    ValueId yes = Editor.insert(std::move(minusOne), scalar), no = Editor.insert(std::move(zero), scalar);
    ValueId integer = Editor.insert(OpKind::Select, scalar, {condition, yes, no});
    ValueId lanes = Editor.insert(OpKind::Broadcast, vector, {integer});
    bool isSame = T.find(OpKind::Bitcast, mask, element, T.lanesOf(element));
    F.ops[id].kind = isSame ? OpKind::Bitcast : OpKind::CmpNe;
    F.ops[id].operands = {lanes};
    if (!isSame) {
      ValueId none = Editor.insert(std::move(zeros), vector);
      F.ops[id].operands.push_back(none);
    }
  }

  Function &F;
  const Target &T;
  BlockEditor Editor;
  std::vector<unsigned> Width;
  std::map<OpId, llvm::SmallVector<unsigned, 4>> Yields;
};

} // namespace

llvm::Expected<Function> typeMasks(const Function &f, const Target &target, const LowerOptions &) {
  Function result = f;
  if (!target.predicateMasks)
    MaskTyping(result, target).run();
  return sweep(std::move(result));
}

} // namespace vecify
