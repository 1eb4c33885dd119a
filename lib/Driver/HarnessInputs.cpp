#include "HarnessInputs.h"
#include "vecify/Driver/Harness.h"
#include "llvm/ADT/STLExtras.h"

namespace vecify {

static HarnessParam harnessParam(const ParameterInfo &info, bool promisesDistinct) {
  HarnessParam p;
  p.name = info.name;
  p.type = info.type;
  p.isPointer = info.isPointer;
  p.isConst = info.isConst;
  p.isRestrict = info.isRestrict || promisesDistinct;
  p.element = info.element;
  p.isFloat = info.isFloat;
  p.isSigned = info.isSigned;
  p.elementBytes = info.elementBytes;
  p.isSize = info.isSize;
  p.isIndexArray = info.isIndexArray;
  p.isPermutation = info.isIndexArray && promisesDistinct;
  p.lo = info.lo;
  p.hi = info.hi;
  p.multiple = info.multiple;
  p.declaration = info.declaration;
  p.endOf = info.endOf;
  p.rowElements = info.rowElements;
  for (const MemberInfo &member : info.members) {
    HarnessField field;
    field.path = member.path;
    field.element = member.element;
    p.fields.push_back(std::move(field));
  }
  return p;
}

/// A driver can make arguments for scalars and for pointers to data.
static bool isCallable(const FunctionEntry &entry) {
  return !entry.isVariadic && llvm::none_of(entry.parameters, [](const ParameterInfo &p) {
    const llvm::StringRef element = p.element;
    return p.isPointer && (element.contains('*') || element.contains("(unnamed") || element.empty());
  });
}

std::string harnessOf(const ParsedFile &file, const Composed &composed) {
  std::vector<HarnessFunction> functions;
  std::vector<std::string> others;
  for (const FunctionEntry &entry : file.functions) {
    auto it =
        llvm::find_if(composed.rewrittenFunctions, [&](const Composed::Function &f) { return f.name == entry.name; });
    if (it == composed.rewrittenFunctions.end() || !isCallable(entry)) {
      if (!entry.isStatic)
        others.push_back(entry.name);
      continue;
    }
    HarnessFunction f;
    f.name = entry.name;
    f.returnType = entry.returnType;
    f.isStatic = entry.isStatic;
    f.reassociates = it->reassociates;
    for (const ParameterInfo &parameter : entry.parameters)
      f.params.push_back(harnessParam(parameter, it->promisesDistinct));
    functions.push_back(std::move(f));
  }
  others.insert(others.end(), file.externalVariables.begin(), file.externalVariables.end());
  return emitHarness("", "", file.original, composed.text, functions, others);
}

} // namespace vecify
