// Expressions of the nest to ops: uniform values stay scalar, the rest is one super-vector op each.
#include "SuperVectorBuilder.h"
#include "llvm/Support/SaveAndRestore.h"

namespace vecify {

using llvm::Expected;

ValueId SuperVectorBuilder::widen(ValueId v) {
  if (!isUniform(v) || Lanes == 1)
    return v;
  return B.broadcast(v, vectorOf(F.typeOf(v).element));
}

ValueId SuperVectorBuilder::both(ValueId maskA, ValueId maskB) {
  if (maskA == NoId || maskB == NoId)
    return maskA == NoId ? maskB : maskA;
  if (isUniform(maskA) != isUniform(maskB)) {
    maskA = widen(maskA);
    maskB = widen(maskB);
  }
  return B.create(OpKind::And, F.typeOf(maskA), {maskA, maskB});
}

IndexExpr SuperVectorBuilder::map(const IndexExpr &expr) const {
  // Of a loop that runs once.
  const auto constantOf = [&](SymbolId s) {
    const Op *op = F.definitionOf(symbols[s]);
    return op && op->kind == OpKind::IndexValue ? op->index.asConstant() : std::nullopt;
  };
  const bool hasConstants = llvm::any_of(expr.symbols(), [&](SymbolId s) { return constantOf(s).has_value(); });
  if (Row == 0 && InGroup == 0 && !hasConstants)
    return expr.renamed([&](SymbolId s) { return symbols[s]; });
  return expr.substituteAll([&](SymbolId s) {
    const std::optional<int64_t> constant = constantOf(s);
    IndexExpr value = constant ? IndexExpr(*constant) : IndexExpr::symbol(symbols[s]);
    return s == RowSymbol ? value + IndexExpr(Row) : s == GroupedSymbol ? value + IndexExpr(InGroup) : value;
  });
}

Expected<ValueId> SuperVectorBuilder::indexValue(const IndexExpr &expr, ScalarType type, Loc loc) {
  SymbolId root = laneSymbol();
  ScalarType element = type == ScalarType::Index ? ScalarType::I64 : type;
  auto scalar = [&](const IndexExpr &e) {
    Op op;
    op.kind = OpKind::IndexValue;
    op.index = map(e);
    return F.ops[B.append(std::move(op), {VectorType::scalar(element)})].results[0];
  };
  if (Lanes == 1 || !usesLanes(expr))
    return scalar(expr);
  if (!Dims.empty())
    return gridIndex(expr, element, loc, scalar);
  // Horner in the counter: c0 + iv * (c1 + iv * ...), lane by lane, wrapping in the type as C does.
  if (expr.degreeIn(root) == 1) {
    IndexExpr step = expr.coefficientOf(root);
    ValueId first = widen(scalar(expr));
    ValueId offsets;
    if (std::optional<int64_t> constant = step.asConstant())
      offsets = B.iota(vectorOf(element), 0, *constant);
    else
      offsets = B.create(OpKind::Mul, vectorOf(element), {B.iota(vectorOf(element), 0, 1), widen(scalar(step))});
    return B.create(OpKind::Add, vectorOf(element), {first, offsets});
  }
  ValueId iv = B.create(OpKind::Add, vectorOf(element),
                        {widen(scalar(IndexExpr::symbol(root))), B.iota(vectorOf(element), 0, 1)});
  ValueId sum = NoId;
  for (const IndexExpr::Term &term : expr.terms()) {
    IndexExpr rest(term.coefficient);
    unsigned power = 0;
    for (SymbolId s : term.symbols) {
      if (s == root)
        ++power;
      else
        rest = rest * IndexExpr::symbol(s);
    }
    ValueId product = widen(scalar(rest));
    for (; power; --power)
      product = B.create(OpKind::Mul, vectorOf(element), {product, iv});
    sum = sum == NoId ? product : B.create(OpKind::Add, vectorOf(element), {sum, product});
  }
  (void)loc;
  return sum;
}

Expected<std::pair<ValueId, ValueId>> SuperVectorBuilder::matched(ValueId a, ValueId b) {
  if (isUniform(a) != isUniform(b)) {
    a = widen(a);
    b = widen(b);
  }
  return std::make_pair(a, b);
}

/// A truth value becomes 0 or 1; everything else is one C conversion.
Expected<ValueId> SuperVectorBuilder::castTo(ValueId v, ScalarType to) {
  VectorType from = F.typeOf(v);
  if (from.element == to)
    return v;
  if (from.element == ScalarType::I1) {
    VectorType type = from.withElement(to);
    bool fp = isFloat(to);
    ValueId one = fp ? B.constantFp(type, 1) : B.constant(type, 1);
    ValueId zero = fp ? B.constantFp(type, 0) : B.constant(type, 0);
    return B.create(OpKind::Select, type, {v, one, zero});
  }
  return B.cast(v, to);
}

static OpKind opOf(UnaryOp op) {
  switch (op) {
  case UnaryOp::Neg:
    return OpKind::Neg;
  case UnaryOp::BitNot:
    return OpKind::Not;
  case UnaryOp::Abs:
    return OpKind::Abs;
  case UnaryOp::Sqrt:
    return OpKind::Sqrt;
  case UnaryOp::Floor:
    return OpKind::Floor;
  case UnaryOp::Ceil:
    return OpKind::Ceil;
  case UnaryOp::Trunc:
    return OpKind::Trunc;
  case UnaryOp::Rint:
    return OpKind::Rint;
  case UnaryOp::Round:
    return OpKind::Round;
  case UnaryOp::Popcount:
    return OpKind::Popcount;
  case UnaryOp::LeadingZeros:
    return OpKind::LeadingZeros;
  case UnaryOp::Bits:
    return OpKind::Bitcast;
  }
  llvm_unreachable("unary op");
}

static OpKind opOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return OpKind::Add;
  case BinaryOp::Sub:
    return OpKind::Sub;
  case BinaryOp::Mul:
    return OpKind::Mul;
  case BinaryOp::Div:
    return OpKind::Div;
  case BinaryOp::Rem:
    return OpKind::Rem;
  case BinaryOp::And:
    return OpKind::And;
  case BinaryOp::Or:
    return OpKind::Or;
  case BinaryOp::Xor:
    return OpKind::Xor;
  case BinaryOp::Shl:
    return OpKind::Shl;
  case BinaryOp::Shr:
    return OpKind::Shr;
  case BinaryOp::Min:
    return OpKind::Min;
  case BinaryOp::Max:
    return OpKind::Max;
  case BinaryOp::CMin:
    return OpKind::CMin;
  case BinaryOp::CMax:
    return OpKind::CMax;
  case BinaryOp::FMin:
    return OpKind::FMin;
  case BinaryOp::FMax:
    return OpKind::FMax;
  case BinaryOp::CopySign:
    return OpKind::CopySign;
  }
  llvm_unreachable("binary op");
}

static OpKind opOf(Predicate predicate) {
  switch (predicate) {
  case Predicate::Eq:
    return OpKind::CmpEq;
  case Predicate::Ne:
    return OpKind::CmpNe;
  case Predicate::Lt:
    return OpKind::CmpLt;
  case Predicate::Le:
    return OpKind::CmpLe;
  case Predicate::Gt:
    return OpKind::CmpGt;
  case Predicate::Ge:
    return OpKind::CmpGe;
  }
  llvm_unreachable("predicate");
}

#define TRY_VALUE(Name, Call)                                                                                          \
  Expected<ValueId> Name##OrError = (Call);                                                                            \
  if (!Name##OrError)                                                                                                  \
    return Name##OrError.takeError();                                                                                  \
  ValueId Name = *Name##OrError

Expected<ValueId> SuperVectorBuilder::binary(const Expr &e, ValueId mask) {
  const bool leavesZeroOpen = e.kind == Expr::Binary && (e.binary == BinaryOp::FMin || e.binary == BinaryOp::FMax) &&
                              llvm::none_of(e.operands, [&](ExprId id) {
                                return N.exprs[id].kind == Expr::FpConst && N.exprs[id].fpValue != 0;
                              });
  if (leavesZeroOpen && Options.strictFp && !e.fp.nsz)
    return decline(e.loc, Reason::NoVectorForm, {"fmin and fmax of two zeros", "strict floating point"});
  TRY_VALUE(a, expr(e.operands[0], mask));
  TRY_VALUE(b, expr(e.operands[1], mask));
  OpKind kind = e.kind == Expr::Compare ? opOf(e.predicate) : opOf(e.binary);
  if ((kind == OpKind::Shl || kind == OpKind::Shr) && isUniform(a) && !isUniform(b))
    if (const std::optional<int64_t> step = stepInBlock(e.operands[1]); step && *step > 0) {
      // One value by amounts that count up: first all by what they have in common.
      TRY_VALUE(first, inFirstLane(e.operands[1]));
      a = B.create(kind, F.typeOf(a).withElement(e.type), {a, B.cast(first, F.typeOf(a).element)});
      b = B.iota(vectorOf(F.typeOf(a).element), 0, *step);
    }
  if (kind == OpKind::Shl || kind == OpKind::Shr) {
    b = B.cast(b, F.typeOf(a).element); // C promotes the amount on its own
    // Where C might not shift at all, any amount may come; of vectors' shifts none is undefined.
    const bool isConditional = mask != NoId && mask != LiveLanes;
    if (isConditional && isUniform(a) && isUniform(b) && N.exprs[e.operands[1]].kind != Expr::IntConst)
      b = B.create(OpKind::And, F.typeOf(b), {b, B.constant(F.typeOf(b), bitsOf(F.typeOf(b).element) - 1)});
  }
  auto pair = matched(a, b);
  VectorType type = F.typeOf(pair->first).withElement(e.kind == Expr::Compare ? ScalarType::I1 : e.type);
  B.fp = e.fp;
  const ValueId result = B.create(kind, type, {pair->first, pair->second});
  F.ops[F.values[result].definition].noWrap = overflowIsUndefined(e);
  return result;
}

/// C leaves the result undefined where it does not fit. What is carried from one iteration to the next is summed in
/// another order than C's, so that parts of the sum may well overflow.
bool SuperVectorBuilder::overflowIsUndefined(const Expr &e) const {
  const bool isSum = e.kind == Expr::Binary && (e.binary == BinaryOp::Add || e.binary == BinaryOp::Sub ||
                                                e.binary == BinaryOp::Mul || e.binary == BinaryOp::Shl);
  if (!Options.notesOverflow || !isSum || !isSignedInteger(e.type) || bitsOf(e.type) < 32)
    return false;
  for (ExprId operand : e.operands) {
    const Expr &o = N.exprs[operand];
    if (o.kind == Expr::Local && Fa.locals[o.local].isAccumulated())
      return false;
    if (o.kind == Expr::Load && cellOf(o.access))
      return false;
  }
  return true;
}

/// Both sides are computed for all lanes; what may trap in them is guarded by the side's own mask.
Expected<ValueId> SuperVectorBuilder::select(const Expr &e, ValueId mask) {
  if (N.interior && e.operands[0] == N.interior->condition)
    return expr(e.operands[IsInside ? 1 : 2], mask);
  TRY_VALUE(condition, expr(e.operands[0], mask));
  ValueId thenMask = both(mask, condition);
  ValueId no = B.create(OpKind::Not, F.typeOf(condition), {condition});
  ValueId elseMask = both(mask, no);
  Outer[thenMask] = Outer[elseMask] = mask;
  TRY_VALUE(yes, expr(e.operands[1], thenMask));
  TRY_VALUE(other, expr(e.operands[2], elseMask));
  if (!isUniform(condition) || !isUniform(yes) || !isUniform(other)) {
    condition = widen(condition);
    yes = widen(yes);
    other = widen(other);
  }
  B.fp = e.fp;
  return B.create(OpKind::Select, F.typeOf(yes), {condition, yes, other});
}

Expected<ValueId> SuperVectorBuilder::logical(const Expr &e, ValueId mask) {
  TRY_VALUE(a, expr(e.operands[0], mask));
  ValueId reaches = e.kind == Expr::LogicalAnd ? a : B.create(OpKind::Not, F.typeOf(a), {a});
  TRY_VALUE(b, expr(e.operands[1], both(mask, reaches)));
  auto pair = matched(a, b);
  return B.create(e.kind == Expr::LogicalAnd ? OpKind::And : OpKind::Or, F.typeOf(pair->first),
                  {pair->first, pair->second});
}

Expected<ValueId> SuperVectorBuilder::expr(ExprId id, ValueId mask) {
  if (N.exprs[id].operands.empty())
    return computed(id, mask);
  for (const RowPanel &panel : RowPanels)
    if (ReadsPanels && panel.expr == id)
      return B.transferRead(VectorType::scalar(N.exprs[id].type), inRowPanel(panel));
  // What is shared is computed once; while one expression is computed nothing changes.
  if (ExprDepth == 0)
    Computed.clear();
  // What more lanes have is there for fewer.
  for (ValueId lanes = mask;; lanes = Outer.lookup(lanes)) {
    if (const auto known = Computed.find({id, lanes}); known != Computed.end())
      return known->second;
    if (lanes == NoId || !Outer.count(lanes))
      break;
  }
  ++ExprDepth;
  Expected<ValueId> value = computed(id, mask);
  --ExprDepth;
  if (value)
    Computed[{id, mask}] = *value;
  return value;
}

Expected<ValueId> SuperVectorBuilder::computed(ExprId id, ValueId mask) {
  const Expr &e = N.exprs[id];
  llvm::SaveAndRestore place(B.loc, e.loc);
  switch (e.kind) {
  case Expr::IntConst:
    return B.constant(VectorType::scalar(e.type), e.intValue);
  case Expr::FpConst:
    return B.constantFp(VectorType::scalar(e.type), e.fpValue);
  case Expr::Param:
    return symbols[e.symbol];
  case Expr::Index: {
    TRY_VALUE(value, indexValue(e.index, e.type, e.loc));
    if (isUniform(value) || e.index.degreeIn(laneSymbol()) != 1 || !exactPolynomial(N, id, !Options.notesOverflow))
      return value;
    const std::optional<int64_t> step = e.index.coefficientOf(laneSymbol()).asConstant();
    return step ? counting({map(e.index), *step}, value) : value;
  }
  case Expr::Load:
    return load(e.access, mask);
  case Expr::Local:
    if (locals[e.local] == NoId)
      return decline(e.loc, Reason::CarriedScalar, {N.root().name, N.locals[e.local].name});
    return locals[e.local];
  case Expr::Unary: {
    TRY_VALUE(a, expr(e.operands[0], mask));
    B.fp = e.fp;
    return B.create(opOf(e.unary), F.typeOf(a).withElement(e.type), {a});
  }
  case Expr::Binary:
    if (const std::optional<Steps> steps = stepsInBlock(e))
      return stepped(id, *steps);
    return binary(e, mask);
  case Expr::Compare:
    return binary(e, mask);
  case Expr::Not: {
    TRY_VALUE(a, expr(e.operands[0], mask));
    return B.create(OpKind::Not, F.typeOf(a), {a});
  }
  case Expr::LogicalAnd:
  case Expr::LogicalOr:
    return logical(e, mask);
  case Expr::Select:
    return select(e, mask);
  case Expr::Cast: {
    TRY_VALUE(a, expr(e.operands[0], mask));
    return castTo(a, e.type);
  }
  case Expr::MulAdd:
  case Expr::Fma: {
    TRY_VALUE(a, expr(e.operands[0], mask));
    TRY_VALUE(b, expr(e.operands[1], mask));
    TRY_VALUE(c, expr(e.operands[2], mask));
    if (!isUniform(a) || !isUniform(b) || !isUniform(c)) {
      a = widen(a);
      b = widen(b);
      c = widen(c);
    }
    VectorType type = F.typeOf(a);
    B.fp = e.fp;
    if (e.kind == Expr::Fma || Options.fuseMulAdd) {
      OpKind kind = e.negateProduct ? (e.negateAddend ? OpKind::Fnms : OpKind::Fnma)
                                    : (e.negateAddend ? OpKind::Fms : OpKind::Fma);
      return B.create(kind, type, {a, b, c});
    }
    ValueId product = B.create(OpKind::Mul, type, {a, b});
    if (e.negateProduct && e.negateAddend)
      product = B.create(OpKind::Neg, type, {product});
    if (e.negateProduct && !e.negateAddend)
      return B.create(OpKind::Sub, type, {c, product});
    return B.create(e.negateAddend ? OpKind::Sub : OpKind::Add, type, {product, c});
  }
  case Expr::RecoverProduct:
  case Expr::Call: {
    Op op;
    if (e.kind == Expr::Call) {
      op.kind = OpKind::MathCall;
      op.function = e.function;
      op.ints = {e.ulp};
    } else {
      op.kind = OpKind::RecoverProduct;
      op.ints = {e.isImaginary};
    }
    bool uniform = true;
    for (ExprId operand : e.operands) {
      TRY_VALUE(v, expr(operand, mask));
      op.operands.push_back(v);
      uniform &= isUniform(v);
    }
    if (!uniform)
      for (ValueId &v : op.operands)
        v = widen(v);
    VectorType type = uniform ? VectorType::scalar(e.type) : vectorOf(e.type);
    return F.ops[B.append(std::move(op), {type})].results[0];
  }
  }
  llvm_unreachable("expression kind");
}

} // namespace vecify
