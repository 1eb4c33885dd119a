// What values are called that have a name of their own: after the source where it says, else after what they are.
#include "Printer.h"
#include <cmath>

namespace vecify {

std::string Printer::nameFor(ValueId v) const {
  const Op *definition = F.definitionOf(v);
  const std::string &hint = F.values[v].name;
  if (definition && definition->kind == OpKind::Broadcast && !hint.empty())
    return hint + "_v";
  if (!hint.empty())
    return hint;
  // What is only stored is called like the array.
  if (S.users[v].size() == 1) {
    const Op &user = F.ops[S.users[v][0]];
    if (S.writesBelow(S.users[v][0]) && user.mem.pattern != ~0u && user.operands[0] == v)
      return nameFrom(F.arrays[F.patterns[user.mem.pattern].array].name);
  }
  if (!definition)
    return "v";
  switch (definition->kind) {
  case OpKind::Constant: {
    const bool isFloating = isFloat(F.typeOf(v).element);
    const double value = isFloating ? definition->fpValue : double(definition->intValue);
    if (value == 0 || value == 1)
      return value == 0 ? "zero" : "one";
    if (std::abs(value) < 1e6 && value == int64_t(value))
      return value < 0 ? "minus" + std::to_string(-int64_t(value)) : "c" + std::to_string(int64_t(value));
    return "constant";
  }
  case OpKind::Iota:
    return "lanes";
  case OpKind::IndexValue:
    return "at";
  case OpKind::CreateMask:
  case OpKind::CmpEq:
  case OpKind::CmpNe:
  case OpKind::CmpLt:
  case OpKind::CmpLe:
  case OpKind::CmpGt:
  case OpKind::CmpGe:
  case OpKind::CompareWhere:
    return "mask";
  case OpKind::Mul:
    return "product";
  case OpKind::Add:
    return "sum";
  case OpKind::Sub:
    return "difference";
  case OpKind::Reduce:
    return "total";
  case OpKind::ExtractSlice:
  case OpKind::Concat:
  case OpKind::Cast:
  case OpKind::Bitcast:
  case OpKind::Even:
  case OpKind::Odd:
    if (!definition->operands.empty() && !F.values[definition->operands[0]].name.empty())
      return F.values[definition->operands[0]].name;
    break;
  default:
    break;
  }
  return "t";
}

} // namespace vecify
