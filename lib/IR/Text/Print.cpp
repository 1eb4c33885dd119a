// The text form; docs/IR.md has the grammar, Parse.cpp the way back. Locs are
// not printed.
#include "Text/Names.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <bit>
#include <cmath>

namespace vecify {
namespace {

/// The shortest decimal that reads back as the same double; NaNs as their bits.
std::string textOfDouble(double value) {
  if (std::isnan(value))
    return "nan(0x" + llvm::utohexstr(std::bit_cast<uint64_t>(value), /*LowerCase=*/true) + ")";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  char text[40];
  for (int digits = 1; digits <= 17; ++digits) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value)
      break;
  }
  std::string result = text;
  if (result.find_first_of(".e") == std::string::npos)
    result += ".0";
  return result;
}

class Printer {
public:
  Printer(const Function &function, llvm::raw_ostream &os) : F(function), N(function), OS(os) {}

  void function() {
    OS << "func " << label(F.name) << '(';
    llvm::interleaveComma(F.parameters, OS, [&](const Parameter &p) { parameter(p); });
    OS << ')';
    if (!F.counter.empty())
      OS << " counter " << label(F.counter);
    if (F.coversAll)
      OS << " covers_all";
    OS << " trip (" << N.expr(F.trip) << ')';
    if (!F.results.empty()) {
      OS << " results(";
      llvm::interleaveComma(F.results, OS, [&](const Result &r) { OS << label(r.name) << " : " << textOf(r.type); });
      OS << ')';
    }
    OS << " {\n";
    for (uint32_t a = 0; a < F.arrays.size(); ++a)
      array(a);
    for (uint32_t p = 0; p < F.patterns.size(); ++p)
      pattern(p);
    for (const RuntimeGuard &g : F.guards)
      guard(g);
    for (const CopyRange &c : F.copies)
      copy(c);
    if (!F.work.isZero())
      OS << "  work (" << N.expr(F.work) << ")\n";
    block(F.body, 1);
    OS << "}\n";
  }

  /// One op without its blocks and without a newline.
  void line(const Op &op) {
    if (!op.results.empty()) {
      values(op.results);
      OS << " = ";
    }
    OS << textOf(op.kind);
    switch (classOf(op.kind)) {
    case OpClass::Constant:
      constant(op);
      break;
    case OpClass::Index:
      OS << " (" << N.expr(op.index) << ')';
      break;
    case OpClass::Callee:
      OS << ' ' << quoted(textOf(op.function));
      operands(op);
      break;
    case OpClass::Memory:
      memory(op);
      break;
    case OpClass::Control:
      op.kind == OpKind::For ? forHead(op) : operands(op);
      if (op.kind == OpKind::Launch)
        launchArguments(op);
      break;
    case OpClass::Combine:
    case OpClass::CombineInts:
    case OpClass::Contract:
      OS << ' ' << textOf(op.combine);
      if (op.product != ReductionKind::Mul)
        OS << '(' << textOf(op.product) << ')';
      operands(op);
      break;
    default:
      operands(op);
    }
    if (classOf(op.kind) == OpClass::Contract)
      contract(op.contract);
    if (hasInts(op)) {
      OS << " [";
      llvm::interleaveComma(op.ints, OS);
      OS << ']';
    }
    if (!op.results.empty() && op.kind != OpKind::For) {
      OS << " : ";
      llvm::interleaveComma(op.results, OS, [&](ValueId v) { type(v); });
    }
    flags(op.fp);
    if (op.noWrap)
      OS << " nowrap";
    if (!op.comment.empty())
      OS << " comment " << quoted(op.comment);
  }

private:
  static std::string label(llvm::StringRef text) { return isIdentifier(text) ? text.str() : quoted(text); }
  static bool hasInts(const Op &op) {
    const OpClass c = classOf(op.kind);
    return c == OpClass::Ints || c == OpClass::ElementwiseInts || c == OpClass::CombineInts ||
           ((c == OpClass::Callee || c == OpClass::Control) && !op.ints.empty());
  }

  void type(ValueId v) { OS << (v < F.values.size() ? F.typeOf(v).text() : "<no type>"); }
  void values(llvm::ArrayRef<ValueId> ids) {
    llvm::interleaveComma(ids, OS, [&](ValueId v) { OS << N.value(v); });
  }
  void operands(const Op &op) {
    if (!op.operands.empty())
      OS << ' ';
    values(op.operands);
  }
  void exprs(llvm::ArrayRef<IndexExpr> list) {
    llvm::interleaveComma(list, OS, [&](const IndexExpr &e) { OS << N.expr(e); });
  }

  void parameter(const Parameter &p) {
    OS << N.value(p.value);
    if (p.value >= F.values.size() || p.name != F.values[p.value].name)
      OS << ' ' << quoted(p.name);
    OS << " : " << textOf(p.type);
    if (p.lo || p.hi) {
      OS << " in [";
      if (p.lo)
        OS << *p.lo;
      OS << ", ";
      if (p.hi)
        OS << *p.hi;
      OS << ']';
    }
    if (p.multiple != 1)
      OS << " multiple " << p.multiple;
    if (p.likelyMost != INT64_MAX)
      OS << " likely " << p.likelyMost;
    if (p.isOpaque)
      OS << " opaque";
  }

  void array(uint32_t id) {
    const ArrayInfo &a = F.arrays[id];
    OS << "  array " << N.array(id) << " : " << textOf(a.element);
    if (a.name != N.array(id))
      OS << " name " << quoted(a.name);
    if (!a.paramType.empty())
      OS << " type " << quoted(a.paramType);
    if (a.space != ArrayInfo::User) {
      OS << (a.space == ArrayInfo::Shared  ? " shared ["
             : a.space == ArrayInfo::Stack ? " stack ["
             : a.space == ArrayInfo::Heap  ? " heap ["
                                           : " scratch [");
      llvm::interleaveComma(a.extents, OS);
      OS << ']';
    }
    OS << (a.isConst ? " const" : "") << (a.isRestrict ? " restrict" : "") << (a.isObject ? " object" : "")
       << (a.isReadAhead ? " ahead" : "");
    if (a.alignment != 1)
      OS << " align " << a.alignment;
    if (!a.disjoint.empty()) {
      OS << " disjoint(";
      llvm::interleaveComma(a.disjoint, OS, [&](uint32_t other) { OS << N.array(other); });
      OS << ')';
    }
    OS << '\n';
  }

  void pattern(uint32_t id) {
    const MemPattern &p = F.patterns[id];
    OS << "  pattern " << N.pattern(id) << " = " << N.array(p.array) << ' ' << quoted(p.text) << " : "
       << textOf(p.type);
    OS << " strides(";
    exprs(p.strideBytes);
    OS << ')';
    if (p.offsetBytes != 0)
      OS << " offset " << p.offsetBytes;
    if (p.length != 0)
      OS << " length " << p.length << (p.endsThere ? " ends" : "");
    OS << (p.rowsInBounds ? " in_rows\n" : "\n");
  }

  void guard(const RuntimeGuard &g) {
    if (g.kind == RuntimeGuard::NonNegative) {
      OS << "  guard nonneg (" << N.expr(g.expr) << ')';
    } else if (g.kind == RuntimeGuard::Either) {
      OS << "  guard either (" << N.expr(g.expr) << ") or (" << N.expr(g.orElse) << ')';
    } else if (g.kind == RuntimeGuard::Lead) {
      OS << "  guard lead " << N.array(g.b) << " of " << N.array(g.a) << " at_most(" << N.expr(g.atMost)
         << ") at_least(" << N.expr(g.atLeast) << ')';
      if (!g.upperA.empty()) {
        OS << " from(";
        exprs(g.lowerB);
        OS << ") to(";
        exprs(g.upperA);
        OS << ')';
      }
      if (g.equalIsFine)
        OS << " or_equal";
      if (g.isFar)
        OS << " far";
    } else {
      const auto range = [&](uint32_t array, llvm::ArrayRef<IndexExpr> lower, llvm::ArrayRef<IndexExpr> upper) {
        OS << ' ' << N.array(array) << " from(";
        exprs(lower);
        OS << ") to(";
        exprs(upper);
        OS << ')';
      };
      OS << "  guard disjoint";
      range(g.a, g.lowerA, g.upperA);
      range(g.b, g.lowerB, g.upperB);
      if (!g.rowPointer.empty())
        OS << " rows " << quoted(g.rowPointer) << " stride " << g.rowStride << " from (" << N.expr(g.firstRow)
           << ") count (" << N.expr(g.rowCount) << ')';
      if (g.equalIsFine)
        OS << " or_equal";
      if (g.isFar)
        OS << " far";
    }
    if (!g.why.empty())
      OS << ' ' << quoted(g.why);
    OS << '\n';
  }

  void copy(const CopyRange &c) {
    OS << "  copy" << (c.in ? " in" : "") << (c.out ? " out" : "") << ' ' << N.array(c.array) << " from(";
    exprs(c.lower);
    OS << ") to(";
    exprs(c.upper);
    OS << ")\n";
  }

  void block(BlockId id, unsigned depth) {
    if (id >= F.blocks.size() || depth > F.blocks.size()) {
      OS.indent(2 * depth) << "<no block of its own>\n";
      return;
    }
    for (OpId o : F.blocks[id].ops) {
      if (o >= F.ops.size()) {
        OS.indent(2 * depth) << "<no op " << o << ">\n";
        continue;
      }
      const Op &op = F.ops[o];
      OS.indent(2 * depth);
      line(op);
      for (size_t b = 0; b < op.blocks.size(); ++b) {
        OS << (b == 0 ? " {\n" : " else {\n");
        block(op.blocks[b], depth + 1);
        OS.indent(2 * depth) << '}';
      }
      OS << '\n';
    }
  }

  void constant(const Op &op) {
    const bool isFp =
        !op.results.empty() && op.results[0] < F.values.size() && isFloat(F.typeOf(op.results[0]).element);
    OS << ' ';
    if (isFp)
      OS << textOfDouble(op.fpValue);
    else
      OS << op.intValue;
  }

  /// value, pattern[subs] lanes(steps) at(index vectors) mask %m else %padding
  void memory(const Op &op) {
    llvm::ArrayRef<ValueId> rest = op.operands;
    const auto take = [&] {
      const ValueId v = rest.front();
      rest = rest.drop_front();
      return N.value(v);
    };
    const bool isWrite = isMemoryWrite(op.kind);
    OS << ' ';
    if (isWrite && !rest.empty())
      OS << take() << ", ";
    OS << N.pattern(op.mem.pattern) << '[';
    exprs(op.mem.subs);
    OS << ']';
    if (!op.mem.laneSteps.empty()) {
      OS << " lanes(";
      llvm::interleave(
          op.mem.laneSteps, OS, [&](const auto &steps) { exprs(steps); }, "; ");
      OS << ')';
    }
    const bool isIndexed = op.kind == OpKind::Gather || op.kind == OpKind::Scatter;
    const size_t vectors = isIndexed ? 1 : op.mem.indirectSubs.size();
    if (vectors != 0) {
      OS << " at(";
      for (size_t i = 0; i < vectors; ++i) {
        OS << (i ? ", " : "");
        if (i < op.mem.indirectSubs.size())
          OS << unsigned(op.mem.indirectSubs[i]) << ": ";
        OS << (rest.empty() ? "<no operand>" : take());
      }
      OS << ')';
    }
    if (!rest.empty())
      OS << " mask " << take();
    if (!rest.empty())
      OS << " else " << take();
    for (; !rest.empty();)
      OS << " <extra operand " << take() << '>';
    if (op.mem.nontemporal)
      OS << " nontemporal";
    if (op.mem.unaligned)
      OS << " unaligned";
    if (op.mem.rowSet != 0)
      OS << " row(" << unsigned(op.mem.row) << " of " << unsigned(op.mem.rowSet) << ')';
  }

  void contract(const ContractMaps &c) {
    OS << " maps(";
    llvm::interleaveComma(c.maps, OS, [&](const auto &map) {
      OS << '(';
      llvm::interleaveComma(map, OS, [&](uint8_t dim) { OS << unsigned(dim); });
      OS << ')';
    });
    OS << ") iterators(";
    llvm::interleaveComma(c.isReduction, OS, [&](bool isReduction) { OS << (isReduction ? "red" : "par"); });
    OS << ')';
  }

  /// %i = %lower to %upper step %step carry(%s : 16xf32 = %s0)
  void forHead(const Op &op) {
    llvm::ArrayRef<ValueId> arguments;
    if (!op.blocks.empty() && op.blocks[0] < F.blocks.size())
      arguments = F.blocks[op.blocks[0]].arguments;
    if (op.operands.size() < 3 || arguments.size() + 2 != op.operands.size()) {
      operands(op);
      OS << " <block arguments do not match>";
      return;
    }
    OS << ' ' << N.value(arguments[0]) << " = " << N.value(op.operands[0]) << " to " << N.value(op.operands[1])
       << " step " << N.value(op.operands[2]) << (op.mayStop ? " stops" : "");
    if (arguments.size() == 1)
      return;
    OS << " carry(";
    for (size_t i = 1; i < arguments.size(); ++i) {
      OS << (i > 1 ? ", " : "") << N.value(arguments[i]) << " : ";
      type(arguments[i]);
      OS << " = " << N.value(op.operands[i + 2]);
    }
    OS << ')';
  }

  void launchArguments(const Op &op) {
    OS << " (";
    if (!op.blocks.empty() && op.blocks[0] < F.blocks.size())
      values(F.blocks[op.blocks[0]].arguments);
    OS << ')';
  }

  void flags(const FpFlags &fp) {
    if (fp == FpFlags::strict())
      return;
    if (fp == FpFlags::fast()) {
      OS << " fp(fast)";
      return;
    }
    OS << " fp(";
    llvm::ListSeparator comma;
    const std::pair<bool, const char *> all[] = {
        {fp.contract, "contract"}, {fp.reassoc, "reassoc"}, {fp.nnan, "nnan"}, {fp.ninf, "ninf"}, {fp.nsz, "nsz"}};
    for (const auto &[isSet, text] : all)
      if (isSet)
        OS << comma << text;
    OS << ')';
  }

  const Function &F;
  Names N;
  llvm::raw_ostream &OS;
};

} // namespace

void print(const Function &function, llvm::raw_ostream &os) { Printer(function, os).function(); }

std::string toText(const Function &function) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(function, os);
  return text;
}

std::string toText(const Function &function, const Op &op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Printer(function, os).line(op);
  return text;
}

} // namespace vecify
