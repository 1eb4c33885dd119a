// From "avx512+vnni" to the target's tables.
#include "Isa.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace vecify {
namespace {

constexpr const Isa *isas[] = {&avx2Isa, &avx512Isa, &neonIsa, &cudaIsa, &aieIsa, &aieMlIsa, &aie2pIsa};

llvm::Error unknown(llvm::StringRef what, llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> known) {
  std::string message = ("unknown " + what + " '" + name + "'").str();
  llvm::StringRef nearest;
  unsigned distance = ~0u;
  for (llvm::StringRef candidate : known)
    if (const unsigned d = name.edit_distance(candidate); d < distance) {
      distance = d;
      nearest = candidate;
    }
  if (known.empty())
    message += "; there is none";
  else if (distance <= std::max<size_t>(1, name.size() / 2))
    message += ("; did you mean '" + nearest + "'?").str();
  else
    message += "; known are " + llvm::join(known, ", ");
  return llvm::createStringError(message);
}

} // namespace

llvm::Expected<Target> parseTarget(llvm::StringRef spec) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  spec.split(parts, '+');
  const Isa *isa = nullptr;
  llvm::SmallVector<llvm::StringRef, 4> names;
  for (const Isa *candidate : isas) {
    names.push_back(candidate->name);
    if (parts[0] == candidate->name)
      isa = candidate;
  }
  if (!isa)
    return unknown("target", parts[0], names);

  llvm::SmallVector<bool, 8> isOn(isa->extensions.size(), false);
  for (llvm::StringRef part : llvm::ArrayRef(parts).drop_front()) {
    llvm::SmallVector<llvm::StringRef, 8> known;
    bool found = false;
    for (size_t i = 0; i < isa->extensions.size(); ++i) {
      known.push_back(isa->extensions[i].name);
      if (part != isa->extensions[i].name && part != isa->extensions[i].feature)
        continue;
      isOn[i] = found = true;
    }
    if (!found)
      return unknown(std::string("extension of ") + isa->name, part, known);
  }
  std::vector<std::string> features;
  for (size_t i = 0; i < isOn.size(); ++i)
    if (isOn[i])
      features.push_back(isa->extensions[i].feature);
  return isa->make(std::move(features));
}

std::string withExtensions(llvm::StringRef name, llvm::function_ref<bool(llvm::StringRef feature)> has) {
  std::string spec = name.str();
  for (const Isa *isa : isas)
    if (name == isa->name)
      for (const Extension &extension : isa->extensions)
        if (has(extension.feature))
          spec += std::string("+") + extension.name;
  return spec;
}

void listTargets(llvm::raw_ostream &os) {
  for (const Isa *isa : isas) {
    os << isa->name << "  " << isa->summary << "\n";
    for (const Extension &extension : isa->extensions)
      os << "  +" << extension.name << "  " << extension.summary << "\n";
  }
}

} // namespace vecify
