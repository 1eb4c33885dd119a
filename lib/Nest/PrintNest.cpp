// The text form of a nest: what --print=nest shows and what the frontend's tests compare with.
//
//     nest saxpy:i at 3:3
//       param n : i32
//       param alpha : f32
//       array x : const float * restrict, align 4
//       array y : float * restrict, align 4
//       loop i = 0 to n
//         y[i] = muladd(alpha, x[i], y[i])
//       induction int i = i
//
// Stable: everything is printed in the order of its ids or of the tree, nothing depends on addresses.
#include "vecify/Nest/Nest.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <cmath>

namespace vecify {
namespace {

constexpr const char *unaryNames[] = {"-",     "~",    "abs",   "sqrt",     "floor",         "ceil",
                                      "trunc", "rint", "round", "popcount", "leading_zeros", "bits"};
constexpr const char *binaryNames[] = {"+",  "-",   "*",   "/",    "%",    "&",    "|",    "^",       "<<",
                                       ">>", "min", "max", "cmin", "cmax", "fmin", "fmax", "copysign"};
constexpr const char *predicateNames[] = {"==", "!=", "<", "<=", ">", ">="};
constexpr const char *reductionNames[] = {"+", "*", "min", "max", "&", "|", "^", "cmin", "cmax", "fmin", "fmax"};
constexpr const char *tailNames[] = {"any", "mask", "epilogue", "overlap", "none"};

class NestPrinter {
public:
  NestPrinter(const Nest &nest, llvm::raw_ostream &os) : nest(nest), os(os) {}

  void print() {
    os << "nest " << nest.source.function << ':' << nest.root().name << " at " << nest.loc().line << ':'
       << nest.loc().column << '\n';
    for (const Symbol &symbol : nest.symbols)
      printParam(symbol);
    for (const Array &array : nest.arrays)
      printArray(array);
    for (const Local &local : nest.locals)
      printLocal(local);
    for (const Assumption &assumption : nest.assumptions)
      os << "  assume " << text(assumption.expr) << " >= 0  // " << assumption.why << '\n';
    printClauses();
    printNode(nest.root().node, 2);
    for (const Induction &induction : nest.inductions)
      printInduction(induction);
  }

private:
  std::string text(const IndexExpr &expr) const {
    return expr.print([&](SymbolId id) {
      const std::string &name = nest.symbols[id].name;
      return llvm::StringRef(name).contains(' ') ? "(" + name + ")" : name;
    });
  }

  void printReads(llvm::ArrayRef<AccessId> reads) {
    if (reads.empty())
      return;
    os << ", reads ";
    llvm::interleaveComma(reads, os, [&](AccessId id) { printAccess(nest.accesses[id]); });
  }

  void printParam(const Symbol &symbol) {
    if (symbol.kind != Symbol::Param || symbol.isOpaque)
      return;
    os << "  param " << symbol.name << " : " << textOf(symbol.type);
    const bool isWholeType = isInteger(symbol.type) && bitsOf(symbol.type) < 64 && symbol.lo == minValue(symbol.type) &&
                             symbol.hi == maxValue(symbol.type);
    if ((symbol.lo || symbol.hi) && !isWholeType) {
      os << ", range ";
      symbol.lo ? os << *symbol.lo : os << "?";
      os << "..";
      symbol.hi ? os << *symbol.hi : os << "?";
    }
    if (symbol.multiple != 1)
      os << ", multiple of " << symbol.multiple;
    printReads(symbol.reads);
    os << '\n';
  }

  void printArray(const Array &array) {
    os << "  array " << array.name << " : " << array.paramType;
    os << (array.kind == Array::Pointer ? "" : array.kind == Array::LocalObject ? ", local" : ", object");
    if (array.isRestrict)
      os << ", restrict";
    if (array.isConst)
      os << ", const";
    if (array.bytes)
      os << ", " << *array.bytes << " bytes";
    os << ", align " << array.alignment << ", element " << textOf(array.element);
    if (array.isRows())
      os << ", rows behind " << array.rows.pointer;
    printReads(array.baseReads);
    if (!array.noalias.empty()) {
      os << ", noalias ";
      llvm::interleaveComma(array.noalias, os, [&](ArrayId id) { os << nest.arrays[id].name; });
    }
    os << '\n';
  }

  void printLocal(const Local &local) {
    os << "  local " << local.name << " : " << textOf(local.type);
    if (local.scope != NoId)
      os << ", of loop " << nest.loops[local.scope].name;
    if (local.isLiveOut)
      os << ", live-out";
    if (local.isDomainError)
      os << ", domain error";
    if (local.promisedReduction)
      os << ", reduction(" << reductionNames[size_t(local.promisedKind)] << ')';
    os << '\n';
  }

  void printInduction(const Induction &induction) {
    os << "  induction " << induction.cType << ' ' << induction.name << " = ";
    if (induction.isPointer)
      os << (induction.base.empty() ? induction.name : induction.base);
    if (induction.isPointer && !induction.value.isZero())
      os << " + ";
    if (!induction.isPointer || !induction.value.isZero())
      os << text(induction.value);
    os << (induction.declaredInInit ? ", declared by the loop" : "") << '\n';
  }

  void printFlags(const FpFlags &fp) {
    if (fp == FpFlags{})
      return;
    os << '{';
    llvm::ListSeparator comma(",");
    const std::pair<bool, const char *> flags[] = {
        {fp.contract, "contract"}, {fp.reassoc, "reassoc"}, {fp.nnan, "nnan"}, {fp.ninf, "ninf"}, {fp.nsz, "nsz"}};
    for (const auto &[isSet, name] : flags)
      if (isSet)
        os << comma << name;
    os << '}';
  }

  void printClauses() {
    const Clauses &c = nest.clauses;
    std::string line;
    llvm::raw_string_ostream s(line);
    if (c.annotated)
      s << " annotated";
    if (c.off)
      s << " off by '" << c.offBy << "'";
    if (c.independent)
      s << " independent";
    if (c.ivdep)
      s << " ivdep";
    if (c.cores)
      s << " cores(" << c.cores << ')';
    if (c.safelen)
      s << " safelen(" << c.safelen << ')';
    if (!c.shape.empty()) {
      s << " shape(";
      llvm::interleaveComma(
          c.shape, s, [&](const Clauses::Dim &dim) { s << dim.loop << ':' << dim.size << (dim.inVectors ? "v" : ""); });
      s << ')';
    }
    if (!c.order.empty())
      s << " order(" << llvm::join(c.order, ", ") << ')';
    if (c.width)
      s << " width(" << c.width << ')';
    if (c.unroll)
      s << " unroll(" << c.unroll << ')';
    if (c.tail != Clauses::AnyTail)
      s << " tail(" << tailNames[c.tail] << ')';
    if (c.expectVectorized)
      s << " expect(vectorized)";
    if (c.mathUlp)
      s << " math(" << *c.mathUlp << ')';
    if (c.fpStrict)
      s << " fp(strict)";
    if (c.fpContract)
      s << " fp(contract)";
    if (c.fp.reassoc)
      s << " fp(reassoc)";
    if (c.parallelFor)
      s << " parallel-for";
    if (!line.empty())
      os << "  clauses" << line << '\n';
  }

  void printAccess(const Access &access) {
    llvm::StringRef rest = access.pattern;
    while (!rest.empty()) {
      const size_t open = rest.find('{');
      os << rest.take_front(open);
      if (open == llvm::StringRef::npos)
        return;
      const size_t close = rest.find('}', open);
      unsigned sub = 0;
      const bool isHole = !rest.slice(open + 1, close).getAsInteger(10, sub) && sub < access.subs.size();
      assert(isHole && "a pattern's braces hold subscript numbers");
      (void)isHole;
      if (sub < access.indirect.size() && access.indirect[sub] != NoId)
        printExpr(access.indirect[sub]);
      else
        os << text(access.subs[sub]);
      rest = rest.drop_front(close + 1);
    }
  }

  void printCall(llvm::StringRef name, const Expr &expr) {
    os << name;
    printFlags(expr.fp);
    os << '(';
    llvm::interleaveComma(expr.operands, os, [&](ExprId id) { printExpr(id); });
    os << ')';
  }

  /// expf(x), or expf{4 ulp}(x) where less than the library's precision will do.
  void printMathCall(const Expr &expr) {
    std::string name = textOf(expr.function).str() + (expr.type == ScalarType::F32 ? "f" : "");
    if (expr.ulp)
      name += "{" + std::to_string(expr.ulp) + " ulp}";
    printCall(name, expr);
  }

  void printInfix(llvm::StringRef name, const Expr &expr) {
    os << '(';
    printExpr(expr.operands[0]);
    os << ' ' << name;
    printFlags(expr.fp);
    os << ' ';
    printExpr(expr.operands[1]);
    os << ')';
  }

  void printFloat(double value) {
    if (std::isfinite(value))
      os << llvm::format("%.17g", value);
    else
      os << (std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
  }

  void printExpr(ExprId id) {
    const Expr &expr = nest.exprs[id];
    switch (expr.kind) {
    case Expr::IntConst:
      os << expr.intValue;
      if (expr.type != ScalarType::I32)
        os << ':' << textOf(expr.type);
      return;
    case Expr::FpConst:
      printFloat(expr.fpValue);
      os << ':' << textOf(expr.type);
      return;
    case Expr::Param:
      os << nest.symbols[expr.symbol].name;
      return;
    case Expr::Index:
      os << textOf(expr.type) << '<' << text(expr.index) << '>';
      return;
    case Expr::Load:
      return printAccess(nest.accesses[expr.access]);
    case Expr::Local:
      os << nest.locals[expr.local].name;
      return;
    case Expr::Unary: {
      const llvm::StringRef name = unaryNames[size_t(expr.unary)];
      return printCall(name, expr);
    }
    case Expr::Binary: {
      const llvm::StringRef name = binaryNames[size_t(expr.binary)];
      return expr.binary < BinaryOp::Min ? printInfix(name, expr) : printCall(name, expr);
    }
    case Expr::Compare:
      return printInfix(predicateNames[size_t(expr.predicate)], expr);
    case Expr::Not:
      return printCall("!", expr);
    case Expr::LogicalAnd:
      return printInfix("&&", expr);
    case Expr::LogicalOr:
      return printInfix("||", expr);
    case Expr::Select:
      return printCall("select", expr);
    case Expr::Cast:
      return printCall(textOf(expr.type), expr);
    case Expr::MulAdd:
      return printCall(expr.negateProduct ? "nmuladd" : expr.negateAddend ? "mulsub" : "muladd", expr);
    case Expr::Fma:
      return printCall("fma", expr);
    case Expr::RecoverProduct:
      return printCall(expr.isImaginary ? "imagproduct" : "realproduct", expr);
    case Expr::Call:
      return printMathCall(expr);
    }
  }

  void printBody(llvm::ArrayRef<NodeId> body, unsigned indent) {
    for (NodeId child : body)
      printNode(child, indent);
  }

  void printNode(NodeId id, unsigned indent) {
    const Node &node = nest.nodes[id];
    os.indent(indent);
    switch (node.kind) {
    case Node::Loop: {
      const Loop &loop = nest.loops[node.loop];
      os << "loop " << nest.symbols[loop.iterator].name << " = " << text(loop.lower) << " to " << text(loop.upper)
         << '\n';
      return printBody(node.body, indent + 2);
    }
    case Node::Assign:
      if (node.access != NoId)
        printAccess(nest.accesses[node.access]);
      else
        os << nest.locals[node.local].name;
      os << " = ";
      printExpr(node.value);
      os << '\n';
      return;
    case Node::If:
      os << (node.leaves ? "exit if " : "if ");
      printExpr(node.condition);
      os << '\n';
      printBody(node.body, indent + 2);
      if (!node.elseBody.empty()) {
        os.indent(indent) << "else\n";
        printBody(node.elseBody, indent + 2);
      }
      return;
    }
  }

  const Nest &nest;
  llvm::raw_ostream &os;
};

} // namespace

void print(const Nest &nest, llvm::raw_ostream &os) { NestPrinter(nest, os).print(); }

} // namespace vecify
