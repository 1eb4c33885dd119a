// See Interface.h.
#include "Interface.h"
#include "vecify/Support/BytesAsNumber.h"
#include "llvm/ADT/StringExtras.h"

namespace vecify {

using llvm::StringRef;

std::string declare(StringRef type, StringRef name) {
  // The name stands behind the innermost "(*", else at the end.
  const size_t at = type.find("(*");
  if (at != StringRef::npos) {
    size_t end = at + 2;
    while (end < type.size() && type[end] == '*')
      ++end;
    return (type.take_front(end) + name + type.drop_front(end)).str();
  }
  return (type + (type.ends_with("*") ? "" : " ") + name).str();
}

/// Made by the vector part itself.
static bool isBuffer(const ArrayInfo &array) {
  return array.space == ArrayInfo::Stack || array.space == ArrayInfo::Heap;
}

std::set<std::string> sourceIdentifiers(const Function &f) {
  std::set<std::string> names;
  const auto add = [&](StringRef text) {
    const std::set<std::string> found = identifiersIn(text);
    names.insert(found.begin(), found.end());
  };
  for (const Parameter &p : f.parameters)
    add(p.name);
  for (const ArrayInfo &a : f.arrays) {
    if (isBuffer(a))
      continue;
    add(a.name);
    add(a.paramType);
  }
  for (const MemPattern &p : f.patterns)
    if (!isBuffer(f.arrays[p.array]))
      add(p.text);
  for (const Result &r : f.results)
    add(r.name);
  return names;
}

namespace {

struct Used {
  std::vector<bool> parameter, asIndex, array;
};

Used findUses(const Spelling &s) {
  const Function &f = s.f;
  Used used{std::vector<bool>(f.parameters.size()), std::vector<bool>(f.parameters.size()),
            std::vector<bool>(f.arrays.size())};
  for (unsigned p = 0; p < f.parameters.size(); ++p) {
    used.parameter[p] = !s.users[f.parameters[p].value].empty();
    used.asIndex[p] = s.isIndexSymbol[f.parameters[p].value] && isInteger(f.parameters[p].type);
  }
  for (OpId id = 0; id < f.ops.size(); ++id)
    if (f.ops[id].mem.pattern != ~0u && s.isLive(id))
      used.array[f.patterns[f.ops[id].mem.pattern].array] = true;
  // What is copied to a device, and whether that pays, is computed from parameters too.
  const auto use = [&](const IndexExpr &expr) {
    for (SymbolId symbol : expr.symbols())
      for (unsigned p = 0; p < f.parameters.size(); ++p)
        if (f.parameters[p].value == symbol)
          used.parameter[p] = used.asIndex[p] = true;
  };
  use(f.work);
  for (const CopyRange &copy : f.copies)
    for (const auto *ends : {&copy.lower, &copy.upper})
      for (const IndexExpr &end : *ends)
        use(end);
  return used;
}

bool isIdentifierChar(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Where the C expression `base` stands in `pattern`: at the front, behind opening parentheses and operators only.
std::optional<size_t> findBase(StringRef pattern, StringRef base) {
  for (StringRef rest = pattern; !rest.empty();) {
    StringRef after = rest;
    if (after.consume_front(base) &&
        !(isIdentifierChar(base.back()) && !after.empty() && isIdentifierChar(after.front())))
      return pattern.size() - rest.size();
    // Bytes seen as a number, wherever it begins.
    StringRef type = rest;
    type.consume_front("const ");
    if (const size_t end = rest.find(bytesAsNumber); type.starts_with("struct { ") && end != StringRef::npos) {
      rest = rest.drop_front(end + bytesAsNumber.size());
      continue;
    }
    // ((char **)rows)[{0}]
    if (const StringRef cast = rest.take_front(rest.find(')'));
        cast.ends_with("*") && llvm::all_of(cast, [](char c) { return isIdentifierChar(c) || c == ' ' || c == '*'; }) &&
        !cast.starts_with("*") && cast.size() < rest.size()) {
      rest = rest.drop_front(cast.size() + 1);
      continue;
    }
    const bool isOperator = rest.consume_front("__real__ ") || rest.consume_front("__imag__ ") ||
                            rest.consume_front("(") || rest.consume_front("*") || rest.consume_front("&");
    if (!isOperator)
      return std::nullopt;
  }
  return std::nullopt;
}

/// The pattern with its base replaced by the pointer `name`. Empty when the base is not found.
std::string rebased(StringRef pattern, StringRef base, StringRef name) {
  const bool isObject = base.consume_front("&");
  const std::optional<size_t> at = findBase(pattern, base);
  if (!at)
    return "";
  std::string before = pattern.take_front(*at).str(), middle = name.str();
  StringRef after = pattern.drop_front(*at + base.size());
  if (isObject) {
    if (after.consume_front("."))
      middle += "->";
    else
      middle = "(*" + middle + ")";
  } else if (StringRef(before).ends_with("(") && after.consume_front(")")) {
    before.pop_back(); // (s->data)[{0}]
  }
  return before + middle + after.str();
}

/// What can be named by itself: a variable, or the address of one.
bool isPlainBase(StringRef base) {
  base.consume_front("&");
  return isIdentifierText(base);
}

std::string lowered(StringRef text) { return nameFrom(text); }

/// The type whose address any variable of that width and signedness has: long and long long are not one.
bool hasOneSpelling(ScalarType type) {
  return isFloat(type) || type == ScalarType::I32 || type == ScalarType::U32 || type == ScalarType::I16 ||
         type == ScalarType::U16;
}

/// The types that an outlined function names.
std::set<std::string> typesNamed(const Function &f) {
  std::set<std::string> types = {"ptrdiff_t", "uintptr_t", "size_t",   "int8_t",   "int16_t", "int32_t",
                                 "int64_t",   "uint8_t",   "uint16_t", "uint32_t", "uint64_t"};
  for (const ArrayInfo &array : f.arrays) // behind a bracket stand lengths
    if (!isBuffer(array) && hasSpelledType(f, array))
      types.merge(identifiersIn(StringRef(array.paramType).split('[').first));
  return types;
}

void keepPatterns(const Function &f, Interface &result) {
  for (const MemPattern &pattern : f.patterns)
    result.patterns.push_back(pattern.text);
}

} // namespace

std::vector<Interface::Local> Interface::localsIn(StringRef body) const {
  std::set<std::string> mentioned = identifiersIn(body);
  // Lengths in an array's type are declared before it.
  std::vector<Local> found;
  for (const Local &local : llvm::reverse(locals)) {
    if (!mentioned.count(local.name))
      continue;
    const std::set<std::string> more = identifiersIn(local.declaration);
    mentioned.insert(more.begin(), more.end());
    found.push_back(local);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<std::string> outAssignment(const Interface &interface, const Function &f, unsigned r, StringRef value,
                                       LocalNames &names) {
  const ScalarType type = f.results[r].type;
  if (hasOneSpelling(type))
    return {"*" + interface.outs[r] + " = " + value.str() + ";"};
  const std::string name = names.unique(nameFrom(f.results[r].name) + "_new");
  return {"const " + cSpelling(type).str() + " " + name + " = " + value.str() + ";",
          "__builtin_memcpy(" + interface.outs[r] + ", &" + name + ", sizeof " + name + ");"};
}

/// An array of the vector part's own, and what it is called.
std::string declareBuffer(const Function &f, unsigned a, LocalNames &names, Interface &result) {
  const ArrayInfo &array = f.arrays[a];
  const std::string base = names.unique(lowered(array.name));
  const std::string element = cSpelling(array.element).str();
  if (array.space == ArrayInfo::Heap) {
    if (result.block.empty())
      result.block = names.unique("panels");
    result.panels.push_back(element + " *const " + base + " = (" + element + " *)(((uintptr_t)" + result.block + " + " +
                            std::to_string(result.blockBytes + 63) + ") & ~(uintptr_t)63);");
    result.blockBytes += (array.extents[0] * int64_t(bytesOf(array.element)) + 63) / 64 * 64;
  } else {
    std::string extents;
    for (int64_t extent : array.extents)
      extents += "[" + std::to_string(extent) + "]";
    result.buffers.push_back(element + " " + base + extents + " __attribute__((aligned(" +
                             std::to_string(array.alignment) + ")));");
  }
  for (unsigned p = 0; p < f.patterns.size(); ++p)
    if (f.patterns[p].array == a)
      result.patterns[p] = rebased(f.patterns[p].text, array.name, base);
  return base;
}

/// The pointer, of whose object the compiler is to know nothing.
static std::string hidden(StringRef pointer, Interface &interface) {
  interface.helpers.insert("vecify_hidden");
  return ("vecify_hidden(" + pointer + ")").str();
}

Interface inlineInterface(const Spelling &s, LocalNames &names) {
  const Function &f = s.f;
  const Used used = findUses(s);
  Interface result;
  keepPatterns(f, result);
  for (unsigned p = 0; p < f.parameters.size(); ++p) {
    const Parameter &parameter = f.parameters[p];
    CText text;
    text.text = parameter.name;
    text.type = promoted(parameter.type);
    if (!isIdentifierText(parameter.name) && used.parameter[p]) {
      const ScalarType type = used.asIndex[p] ? ScalarType::Index : parameter.type;
      text.text = names.unique(lowered(parameter.name));
      text.type = promoted(type);
      result.locals.push_back({text.text, "const " + cTypeName(type).str() + " " + text.text, parameter.name});
    }
    result.parameters.push_back(std::move(text));
  }
  for (unsigned a = 0; a < f.arrays.size(); ++a) {
    const ArrayInfo &array = f.arrays[a];
    if (isBuffer(array)) {
      result.bases.push_back(used.array[a] ? declareBuffer(f, a, names, result) : array.name);
      continue;
    }
    std::string base = array.name;
    if (used.array[a] && (array.isReadAhead || !isPlainBase(array.name))) {
      base = names.unique(lowered(array.name));
      const std::string value = array.isReadAhead ? hidden(array.name, result) : array.name;
      result.locals.push_back({base, declare(array.paramType, "const " + base), value});
      for (unsigned p = 0; p < f.patterns.size(); ++p)
        if (f.patterns[p].array == a)
          result.patterns[p] = rebased(f.patterns[p].text, array.name, base);
    }
    result.bases.push_back(std::move(base));
  }
  return result;
}

Interface outlinedInterface(const Spelling &s, LocalNames &names, bool isGnu89,
                            const std::map<std::string, std::string> &standIns) {
  const Function &f = s.f;
  Used used = findUses(s);
  // Lengths in the arrays' types are parameters too.
  for (unsigned a = 0; a < f.arrays.size(); ++a)
    if (used.array[a] && hasSpelledType(f, f.arrays[a]))
      for (unsigned p : parametersInType(f, f.arrays[a]))
        used.parameter[p] = used.asIndex[p] = true;
  Interface result;
  keepPatterns(f, result);
  const std::set<std::string> types = typesNamed(f);
  const auto localName = [&](StringRef text) {
    const std::string name = isIdentifierText(text) ? text.str() : lowered(text);
    // The source's own name where it is one: it means the same here. In C it may be that of a type, too.
    const bool isOwn = identifiersIn(text).count(name) && !types.count(name);
    return isOwn && names.claim(name) ? name : names.unique(name);
  };
  for (unsigned p = 0; p < f.parameters.size(); ++p) {
    const Parameter &parameter = f.parameters[p];
    CText text;
    text.text = parameter.name;
    if (used.parameter[p]) {
      const ScalarType type = used.asIndex[p] ? ScalarType::Index : parameter.type;
      text.text = localName(parameter.name);
      text.type = promoted(type);
      result.locals.push_back({text.text, cTypeName(type).str() + " " + text.text, parameter.name});
    }
    result.parameters.push_back(std::move(text));
  }
  for (unsigned a = 0; a < f.arrays.size(); ++a) {
    const ArrayInfo &array = f.arrays[a];
    if (isBuffer(array)) {
      result.bases.push_back(used.array[a] ? declareBuffer(f, a, names, result) : array.name);
      continue;
    }
    std::string base = array.name;
    if (used.array[a]) {
      base = localName(array.name);
      std::string type = array.paramType;
      const bool isSpelled = hasSpelledType(f, array);
      if (!isSpelled)
        type = (array.isConst ? "const " : "") + cSpelling(array.element).str() + " *";
      const bool isOwn =
          array.isRestrict && StringRef(type).ends_with("*") && array.disjoint.size() + 1 >= f.arrays.size();
      const std::string argument = isSpelled ? array.name
                                             : "(" + StringRef(type).rtrim().str() + ")" +
                                                   (isPlainBase(array.name) ? array.name : "(" + array.name + ")");
      const std::string restricted = isOwn ? (isGnu89 ? "__restrict " : "restrict ") : "";
      result.locals.push_back(
          {base, declare(type, restricted + base), array.isReadAhead ? hidden(argument, result) : argument, a});
      for (unsigned p = 0; p < f.patterns.size(); ++p)
        if (f.patterns[p].array == a)
          result.patterns[p] = isSpelled ? rebased(f.patterns[p].text, array.name, base) : "";
    }
    result.bases.push_back(std::move(base));
  }
  for (const Result &r : f.results) {
    result.outs.push_back(names.unique(lowered(r.name) + "_out"));
    const std::string type = hasOneSpelling(r.type) ? cTypeName(r.type).str() + " *" : "void *";
    const auto standIn = standIns.find(r.name);
    result.locals.push_back(
        {result.outs.back(), type + result.outs.back(), "&" + (standIn == standIns.end() ? r.name : standIn->second)});
  }
  return result;
}

} // namespace vecify
