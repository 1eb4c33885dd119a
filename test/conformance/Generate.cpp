// conformance-generate TARGET OUT.c OUT.data [--only-extensions] [--math] [--plant=NAME]
//
// Writes a C program that calls every row of a target and compares with the meaning of its op. --plant replaces the
// text of the first row of that op by a wrong one, to show that the program fails; only that op's rows are written.
// --math writes the rows that call a vector math library, which are left out otherwise.
#include "WriteC.h"
#include "llvm/Support/raw_ostream.h"
#include <fstream>

using namespace vecify;

namespace {

/// The text of another row with the same operands and result: sub for add, and so on.
bool plant(Target &target, llvm::StringRef name) {
  const std::optional<OpKind> kind = parseOpKind(name);
  for (Row &row : target.rows) {
    if (!kind || row.kind != *kind)
      continue;
    for (const Row &other : target.rows)
      if (&other != &row && other.element == row.element && other.source == row.source && other.lanes == row.lanes &&
          classOf(other.kind) == classOf(row.kind) && operandCount(other.kind) == operandCount(row.kind) &&
          other.kind != row.kind && llvm::StringRef(other.text) != row.text) {
        row.text = other.text;
        row.helper = other.helper;
        return true;
      }
  }
  return false;
}

bool write(const char *path, const std::string &text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), std::streamsize(text.size()));
  return bool(file);
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4) {
    llvm::errs() << "usage: conformance-generate TARGET OUT.c OUT.data [--only-extensions] [--math] [--plant=OP]\n";
    return 1;
  }
  llvm::Expected<Target> target = parseTarget(argv[1]);
  if (!target) {
    llvm::errs() << llvm::toString(target.takeError()) << "\n";
    return 1;
  }
  bool onlyExtensions = false, isMath = false;
  std::optional<OpKind> onlyKind;
  for (int i = 4; i < argc; ++i) {
    const llvm::StringRef option = argv[i];
    if (option == "--only-extensions")
      onlyExtensions = true;
    else if (option == "--math")
      isMath = true;
    else if (option.starts_with("--plant=") && plant(*target, option.substr(8)))
      onlyKind = parseOpKind(option.substr(8));
    else {
      llvm::errs() << "cannot do " << option << "\n";
      return 1;
    }
  }
  const conformance::Written written = conformance::writeCases(*target, [&](const Row &row) {
    return (!onlyExtensions || *row.feature) && (!onlyKind || row.kind == *onlyKind) &&
           (row.kind == OpKind::MathCall) == isMath;
  });
  std::string c = "#include <" + target->header + ">\n";
  if (!target->cpuTestHeader.empty())
    c += "#include <" + target->cpuTestHeader + ">\n";
  if (isMath)
    c += "#include <sleef.h>\n";
  c += "#include \"Runtime.h\"\n";
  // As in an output: attributes where the compile flags do not allow the ISA.
  c += "#if defined(IN_PLACE)\n#define FUNCTION static\n#else\n#define FUNCTION static " +
       (target->attribute.empty() ? "" : "__attribute__((target(\"" + target->attribute + "\")))") + "\n#endif\n";
  c += written.c;
  c += "int main(int argc, char **argv) {\n  const int supported = " +
       (target->cpuTest.empty() ? "1" : target->cpuTest) +
       ";\n  return runCases(argc, argv, cases, sizeof cases / sizeof cases[0], supported);\n}\n";
  if (!write(argv[2], c) || !write(argv[3], written.data)) {
    llvm::errs() << "cannot write " << argv[2] << " or " << argv[3] << "\n";
    return 1;
  }
  llvm::outs() << argv[1] << ": " << written.cases << " cases, " << written.functions << " functions, "
               << written.data.size() / 1000000 << " MB of values\n";
  return 0;
}
