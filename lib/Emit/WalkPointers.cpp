// Loops as AI Engine compilers like them: pointers that walk, unsigned trip counts, hints in front.
//
//     for (ptrdiff_t i = 0; i < i_end; i += 32)         int16_t *y_p = y;
//       aie::store_v(&y[i], ...);                       VECIFY_PIPELINE
//                                                       for (unsigned i = 0; i < (unsigned)i_end / 32; i++) {
//                                                         aie::store_v(y_p, ...);
//                                                         y_p += 32;
//                                                       }
#include "Printer.h"
#include "RowText.h"
#include "vecify/IR/Congruence.h"
#include "vecify/Target/AieCode.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

namespace {

/// Values that are defined below `block`, or are its arguments.
void collectInside(const Function &f, BlockId block, std::set<ValueId> &inside) {
  inside.insert(f.blocks[block].arguments.begin(), f.blocks[block].arguments.end());
  for (OpId id : f.blocks[block].ops) {
    inside.insert(f.ops[id].results.begin(), f.ops[id].results.end());
    for (BlockId inner : f.ops[id].blocks)
      collectInside(f, inner, inside);
  }
}

bool uses(const Op &op, ValueId v) {
  if (llvm::is_contained(op.operands, v) || op.index.uses(v))
    return true;
  return llvm::any_of(op.mem.subs, [&](const IndexExpr &sub) { return sub.uses(v); });
}

} // namespace

std::vector<Printer::Walk> Printer::walkPointers(OpId loop) {
  const Op &op = F.ops[loop];
  const BlockId body = op.blocks[0];
  const ValueId counter = F.blocks[body].arguments[0];
  std::set<ValueId> inside;
  collectInside(F, body, inside);
  const std::optional<int64_t> step = Congruences(F).of(op.operands[2]).modulus == 0
                                          ? std::optional(Congruences(F).of(op.operands[2]).residue)
                                          : std::nullopt;
  struct Group {
    uint32_t array;
    IndexExpr row; ///< the address without its constant part
    ScalarType element;
    int64_t first;
    std::string name;
  };
  std::vector<Group> groups;
  std::vector<Walk> walks;
  for (OpId id : F.blocks[body].ops) {
    const Op &access = F.ops[id];
    if (!step || (access.kind != OpKind::Load && access.kind != OpKind::Store))
      continue;
    const IndexExpr place = F.byteAddress(access.mem);
    const std::optional<int64_t> perStep =
        place.degreeIn(counter) == 1 ? place.coefficientOf(counter).asConstant() : std::nullopt;
    const bool isFixed = llvm::all_of(place.symbols(), [&](SymbolId s) { return s == counter || !inside.count(s); });
    const ScalarType element = F.typeOf(access.results.empty() ? access.operands[0] : access.results[0]).element;
    const int64_t size = bytesOf(element), constant = place.constantTerm();
    if (!perStep || !isFixed || *perStep * *step % size)
      continue;
    const uint32_t array = F.patterns[access.mem.pattern].array;
    const IndexExpr row = place - IndexExpr(constant);
    auto group = llvm::find_if(groups, [&](const Group &g) {
      return g.array == array && g.row == row && g.element == element && (constant - g.first) % size == 0;
    });
    if (group == groups.end()) {
      // The address where the loop begins.
      Op first = access;
      const std::optional<int64_t> from = Congruences(F).of(op.operands[0]).modulus == 0
                                              ? std::optional(Congruences(F).of(op.operands[0]).residue)
                                              : std::nullopt;
      for (IndexExpr &sub : first.mem.subs)
        sub = sub.substitute(counter, from ? IndexExpr(*from) : IndexExpr::symbol(op.operands[0]));
      const Row *row0 = T.find(F, access);
      Snippet start = address(first, *row0);
      const std::string name = Names.unique(nameFrom(F.arrays[array].name) + "_p");
      const bool isConst = F.arrays[array].isConst;
      commit(start);
      Out.line(std::string(isConst ? "const " : "") + cSpelling(element).str() + " *" + name + " = " + start.c.text +
               ";");
      groups.push_back({array, row, element, constant, name});
      walks.push_back({name, std::to_string(*perStep * *step / size)});
      group = std::prev(groups.end());
    }
    const int64_t beyond = (constant - group->first) / size;
    Walked[id] = beyond == 0  ? group->name
                 : beyond > 0 ? group->name + " + " + std::to_string(beyond)
                              : group->name + " - " + std::to_string(-beyond);
  }
  return walks;
}

bool Printer::usesCounter(OpId loop) const {
  const ValueId counter = F.blocks[F.ops[loop].blocks[0]].arguments[0];
  for (OpId id = 0; id < F.ops.size(); ++id)
    if (S.isLive(id) && !Walked.count(id) && uses(F.ops[id], counter))
      return true;
  return false;
}

bool Printer::isInnermost(OpId loop) const {
  return llvm::none_of(F.blocks[F.ops[loop].blocks[0]].ops,
                       [&](OpId id) { return F.ops[id].kind == OpKind::For && S.isLive(id); });
}

std::string Printer::tileLoopHead(OpId loop, const std::string &counter, const std::string &plain, const Snippet &lower,
                                  const Snippet &upper) {
  const Op &op = F.ops[loop];
  const Congruences known(F);
  const Congruence from = known.of(op.operands[0]), to = known.of(op.operands[1]), step = known.of(op.operands[2]);
  std::string hints;
  const std::set<OpId> writtenOut = loopsToWriteOut(F);
  const bool isPipelined =
      isInnermost(loop) || llvm::any_of(F.blocks[op.blocks[0]].ops, [&](OpId id) { return writtenOut.count(id); });
  if (isPipelined)
    hints = writtenOut.count(loop) ? "VECIFY_UNROLL" : "VECIFY_PIPELINE";
  if (isPipelined)
    Preamble.insert("VECIFY_PIPELINE");
  if (step.modulus != 0)
    return hints.empty() ? plain : hints + "\n" + Out.indent() + plain;
  const bool isConstant = from.modulus == 0 && to.modulus == 0;
  const int64_t trips = isConstant ? (to.residue - from.residue + step.residue - 1) / step.residue : 0;
  if (isConstant && trips > 0 && hints == "VECIFY_PIPELINE")
    hints += " VECIFY_TRIPS(" + std::to_string(trips) + ")";
  std::string head = plain;
  const auto isWhole = [&](const Congruence &c) { return c.modulo(step.residue) == from.modulo(step.residue); };
  if (isConstant && trips > 0 && !usesCounter(loop)) {
    head = "for (unsigned " + counter + " = 0; " + counter + " < " + std::to_string(std::max<int64_t>(0, trips)) +
           "; " + counter + "++) {";
  } else if (!usesCounter(loop) && from.modulo(step.residue) && isWhole(to) && step.residue > 1) {
    // Vector loops end where their lanes do, and not before they begin.
    const std::string span = from.modulus == 0 && from.residue == 0
                                 ? upper.c.at(Binding::Unary)
                                 : "(" + upper.c.at(Binding::Sum) + " - " + lower.c.at(Binding::Product) + ")";
    head = "for (unsigned " + counter + " = 0; " + counter + " < (unsigned)" + span + " / " +
           std::to_string(step.residue) + "; " + counter + "++) {";
  }
  return hints.empty() ? head : hints + "\n" + Out.indent() + head;
}

} // namespace vecify
