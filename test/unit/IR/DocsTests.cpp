// docs/IR.md cannot rot: its function verifies, and its table has every op with
// an example that verifies.
#include "TestFunctions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <map>

namespace vecify {
namespace {

std::string document() {
  llvm::SmallString<128> path(__FILE__);
  for (unsigned up = 0; up < 4; ++up)
    llvm::sys::path::remove_filename(path);
  llvm::sys::path::append(path, "docs", "IR.md");
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// The operands that the table's examples use.
constexpr const char *frame =
    R"ir(func t(%n : i32, %s : f32, %k : i32, %c : i1) trip (0) {
  array p : f32
  pattern p = p "p[{0}]" : f32 strides(4)
  %a = constant 0 : 8xi32
  %b = constant 0 : 8xi32
  %x = constant 0.0 : 8xf32
  %y = constant 0.0 : 8xf32
  %z = constant 0.0 : 8xf32
  %m = constant 0 : 8xi1
  %q = constant 0 : 4xi32
  %w = constant 0 : 2x4xi32
  %g = constant 0 : 4x4xi32
  %h = constant 0 : 8xi16
  %u = constant 0 : 16xu8
  %e = constant 0 : 16xi8
  %o = constant 0 : 4xi64
  %d = index (%n) : index
  LINE
  return %d
}
)ir";

TEST(Docs, ExampleVerifiesAndIsInThePrintersSpelling) {
  const std::string text = document();
  const size_t begin = text.find("```ir\n");
  ASSERT_NE(begin, std::string::npos);
  const std::string example =
      text.substr(begin + 6, text.find("```", begin + 6) - begin - 6);
  const Function f = parsed(example);
  EXPECT_EQ(complaint(f), "");
  EXPECT_EQ(toText(f), example.substr(example.find("func")));
}

TEST(Docs, TableHasEveryOpWithAnExample) {
  std::map<std::string, std::string> examples;
  const std::string text = document();
  llvm::StringRef rest = text;
  while (!rest.empty()) {
    const auto [line, after] = rest.split('\n');
    rest = after;
    llvm::SmallVector<llvm::StringRef, 4> cells;
    line.split(cells, '|');
    if (cells.size() == 5 && cells[1].trim().consume_front("`"))
      examples[cells[1].trim().drop_front().drop_back().str()] =
          cells[2].trim().str();
  }
#define OP(Name, Text, Operands, Class)                                        \
  EXPECT_TRUE(examples.count(Text)) << "docs/IR.md has no row for " << Text;
#include "vecify/IR/Ops.def"
  for (auto [op, example] : examples) {
    if (!parseOpKind(op) || example.front() != '`')
      continue;
    example = example.substr(1, example.size() - 2);
    if (op == "create_mask")
      example.replace(example.find("%n"), 2, "%d");
    std::string function = frame;
    function.replace(function.find("LINE"), 4, example);
    EXPECT_EQ(complaint(parsed(function)), "") << example;
    EXPECT_NE(example.find(op), std::string::npos) << example;
  }
}

} // namespace
} // namespace vecify
