// A harness without vecify: signatures as JSON in, the harness's C text out.
//
//   HarnessFromSignatures original.c rewritten.c < signatures.json > harness.c
//
// Why: the kernels and the harness must be trustworthy before, and apart from,
// the product that they judge. `signatures` takes the JSON from clang's own AST
// dump.
#include "vecify/Driver/Harness.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace vecify;

namespace {

std::string text(const json::Object &object, StringRef key) {
  return object.getString(key).value_or("").str();
}
bool is(const json::Object &object, StringRef key) {
  return object.getBoolean(key).value_or(false);
}

HarnessField readField(const json::Object &object) {
  HarnessField field;
  field.path = text(object, "path");
  field.element = text(object, "element");
  field.isPointer = is(object, "isPointer");
  field.isConst = is(object, "isConst");
  field.isRestrict = is(object, "isRestrict");
  field.isSize = is(object, "isSize");
  field.isIndexArray = is(object, "isIndexArray");
  return field;
}

HarnessParam readParam(const json::Object &object) {
  HarnessParam param;
  param.name = text(object, "name");
  param.type = text(object, "type");
  param.element = text(object, "element");
  param.declaration = text(object, "declaration");
  param.endOf = text(object, "endOf");
  param.isPointer = is(object, "isPointer");
  param.isConst = is(object, "isConst");
  param.isRestrict = is(object, "isRestrict");
  param.isFloat = is(object, "isFloat");
  param.isSigned = is(object, "isSigned");
  param.elementBytes = object.getInteger("elementBytes").value_or(0);
  param.isSize = is(object, "isSize");
  param.isIndexArray = is(object, "isIndexArray");
  param.isPermutation = is(object, "isPermutation");
  param.lo = object.getInteger("lo");
  param.hi = object.getInteger("hi");
  param.multiple = object.getInteger("multiple").value_or(1);
  param.rowElements = object.getInteger("rowElements").value_or(1);
  if (const json::Array *fields = object.getArray("fields"))
    for (const json::Value &field : *fields)
      param.fields.push_back(readField(*field.getAsObject()));
  return param;
}

HarnessFunction readFunction(const json::Object &object) {
  HarnessFunction function;
  function.name = text(object, "name");
  function.returnType = text(object, "returnType");
  function.reassociates = is(object, "reassociates");
  function.isStatic = is(object, "isStatic");
  if (const json::Array *params = object.getArray("params"))
    for (const json::Value &param : *params)
      function.params.push_back(readParam(*param.getAsObject()));
  if (const json::Array *globals = object.getArray("globals"))
    for (const json::Value &value : *globals) {
      const json::Object &global = *value.getAsObject();
      function.globals.push_back({text(global, "name"), text(global, "element"),
                                  is(global, "isConst"), is(global, "isSize")});
    }
  return function;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    errs() << "usage: " << argv[0]
           << " ORIGINAL.c REWRITTEN.c < signatures.json\n";
    return 1;
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> input = MemoryBuffer::getSTDIN();
  if (!input) {
    errs() << "cannot read the signatures: " << input.getError().message()
           << '\n';
    return 1;
  }
  Expected<json::Value> parsed = json::parse((*input)->getBuffer());
  if (!parsed) {
    errs() << "signatures: " << toString(parsed.takeError()) << '\n';
    return 1;
  }
  const json::Object &file = *parsed->getAsObject();
  std::vector<HarnessFunction> functions;
  for (const json::Value &function : *file.getArray("functions"))
    functions.push_back(readFunction(*function.getAsObject()));
  std::vector<std::string> others;
  for (const json::Value &name : *file.getArray("otherExternals"))
    others.push_back(name.getAsString()->str());
  outs() << emitHarness(argv[1], argv[2], "", "", functions, others);
  return 0;
}
