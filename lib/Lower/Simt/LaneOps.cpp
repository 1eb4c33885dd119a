// Ops on lanes as ops on the registers of a thread; see Distributor.h.
#include "Distributor.h"

namespace vecify {

void Distributor::deviceOp(const Op &op) {
  B.loc = op.loc;
  B.fp = op.fp;
  if (InLaunch)
    InDevice.insert(InDevice.end(), op.results.begin(), op.results.end());
  if (Copies.count(&op)) {
    if (op.kind == OpKind::TransferWrite)
      copyTile(op);
    return;
  }
  switch (op.kind) {
  case OpKind::For:
    if (mappingOf(op))
      return mappedLoop(op, [&] { bodyOf(op); });
    return innerLoop(op);
  case OpKind::If:
    return branch(op);
  case OpKind::TransferRead:
    return read(op);
  case OpKind::TransferWrite:
    return write(op);
  case OpKind::Reduce:
    Map[op.results[0]] = {sumOfBlock(op)};
    return;
  case OpKind::Constant:
  case OpKind::Broadcast:
    if (isVectorOp(op))
      return uniform(op);
    break;
  case OpKind::Iota:
    return lanes(op);
  case OpKind::CreateMask:
    return liveLanes(op);
  default:
    break;
  }
  if (!isVectorOp(op))
    return copyScalar(op);
  eachRegister(op);
}

void Distributor::uniform(const Op &op) {
  const VectorType type = VectorType::scalar(S.typeOf(op.results[0]).element);
  if (op.kind == OpKind::Broadcast)
    Map[op.results[0]] = registers(op.operands[0]);
  else if (isFloat(type.element))
    Map[op.results[0]] = {B.constantFp(type, op.fpValue)};
  else
    Map[op.results[0]] = {B.constant(type, op.intValue)};
}

void Distributor::lanes(const Op &op) {
  const unsigned dim = op.ints.size() > 2 ? unsigned(op.ints[2]) : unsigned(S.typeOf(op.results[0]).rank()) - 1;
  const VectorType type = VectorType::scalar(S.typeOf(op.results[0]).element);
  Values values;
  for (size_t r = 0; r < registerCount(); ++r)
    values.push_back(B.constant(type, op.ints[0] + op.ints[1] * offset(dim, r)));
  Map[op.results[0]] = std::move(values);
}

void Distributor::liveLanes(const Op &op) {
  Values values;
  for (size_t r = 0; MeetsInside && r < registerCount(); ++r) {
    ValueId live = None;
    for (unsigned d = 0; d < op.operands.size(); ++d) {
      const ValueId inside = B.create(OpKind::CmpLt, Truth, {constant(offset(d, r)), scalar(op.operands[d])});
      live = live == None ? inside : B.create(OpKind::And, Truth, {live, inside});
    }
    values.push_back(live);
  }
  if (!MeetsInside)
    values.push_back(B.constant(Truth, 1));
  Map[op.results[0]] = std::move(values);
}

void Distributor::eachRegister(const Op &op) {
  std::vector<Values> operands;
  size_t count = 1;
  for (ValueId v : op.operands) {
    operands.push_back(registers(v));
    count = std::max(count, operands.back().size());
  }
  Values results;
  B.loc = op.loc;
  for (size_t r = 0; r < count; ++r) {
    Values at;
    for (const Values &values : operands)
      at.push_back(this->at(values, r));
    if (const std::optional<ValueId> known = ofTruths(op, at)) {
      results.push_back(*known);
      continue;
    }
    Op copy = op;
    copy.operands.assign(at.begin(), at.end());
    const VectorType type = VectorType::scalar(S.typeOf(op.results[0]).element);
    const OpId id = B.append(std::move(copy), {type});
    R.ops[id].fp = op.fp;
    results.push_back(R.ops[id].results[0]);
  }
  nameRegisters(results, S.values[op.results[0]].name);
  Map[op.results[0]] = std::move(results);
}

std::optional<ValueId> Distributor::ofTruths(const Op &op, llvm::ArrayRef<ValueId> at) const {
  if (op.kind == OpKind::Select && isTrue(at[0]))
    return at[1];
  if (op.kind == OpKind::And && isTrue(at[0]))
    return at[1];
  if (op.kind == OpKind::And && isTrue(at[1]))
    return at[0];
  if (op.kind == OpKind::Or && (isTrue(at[0]) || isTrue(at[1])))
    return isTrue(at[0]) ? at[0] : at[1];
  return std::nullopt;
}

} // namespace vecify
