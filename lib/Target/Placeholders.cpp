// What a `$` placeholder of a table stands for in one instance of a row; Table.h lists them.
#include "Expansion.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace vecify {

const char *TableExpansion::resolve(llvm::StringRef text, const TableContext &context) {
  Buffer.clear();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$') {
      Buffer += text[i];
      continue;
    }
    assert(i + 1 < text.size() && "a lone $ in a table");
    spell(text[++i], context);
  }
  return Store->saver.save(Buffer.str()).data();
}

void TableExpansion::spell(char placeholder, const TableContext &c) {
  const unsigned bits = c.width <= 128 ? 128 : c.width;
  const unsigned elementBits = std::max(F.partialIsRegister ? 0 : 128u, c.lanes * storageBits(c.element));
  const auto append = [&](const llvm::Twine &text) { Buffer += text.str(); };
  const auto typeOf = [&](ScalarType element, unsigned lanes) {
    return T.typeName(T, VectorType::vector(lanes, element));
  };
  const unsigned sourceLanes = narrowsTwo(c.kind) || c.kind == OpKind::MulAddPairs || c.kind == OpKind::MulAddQuads ||
                                       c.kind == OpKind::MulAddBytes || c.kind == OpKind::SadOctets ||
                                       c.kind == OpKind::DotAccumulate || c.kind == OpKind::Bitcast
                                   ? c.width / storageBits(c.source)
                                   : c.lanes;
  switch (placeholder) {
  case 's':
    return append(F.suffix(T, c.element, false));
  case 'u':
    return append(F.suffix(T, c.element, true));
  case 'S':
    return append(F.suffix(T, c.source, false));
  case 'U':
    return append(F.suffix(T, c.source, true));
  case 'p':
    return append("u" + llvm::Twine(storageBits(c.element)));
  case 'P':
    return append("s" + llvm::Twine(storageBits(c.element)));
  case 'd':
    return append(F.suffix(T, integerType(2 * storageBits(c.source), isSignedInteger(c.source)), true));
  case 'D':
    return append(F.suffix(T, integerType(storageBits(c.source) / 2, isSignedInteger(c.source)), true));
  case 'x':
    append(F.suffix(T, c.element, false));
    return append(!isFloat(c.element) && storageBits(c.element) == 64 && bits < 512 ? "x" : "");
  case 'i':
    return append("si" + llvm::Twine(bits));
  case 'w':
    return bits == 128 ? void() : append(llvm::Twine(bits));
  case 'j':
    return append("si" + llvm::Twine(elementBits));
  case 'r':
    return elementBits == 128 ? void() : append(llvm::Twine(elementBits));
  case 'c':
    for (unsigned lane = 0; lane < elementBits / storageBits(c.element); ++lane)
      append((lane ? ", " : "") + llvm::Twine(lane));
    return;
  case 'b':
    return append(llvm::Twine(bits));
  case 'y':
    return append(llvm::Twine(bits / 8));
  case 'q':
    return append(c.lanes * storageBits(c.element) > 64 ? "q" : "");
  case 'Q':
    return append(sourceLanes * storageBits(c.source) > 64 ? "q" : "");
  case 'v':
    return append(typeOf(c.element, c.lanes));
  case 'V':
    return append(typeOf(c.source, sourceLanes));
  case 'k':
    return append(T.predicateMasks ? "__mmask" + llvm::Twine(std::max(8u, c.lanes)).str()
                                   : typeOf(maskType(storageBits(c.element)), c.lanes));
  case 'K':
    return append(llvm::Twine(std::max(8u, c.lanes)));
  case 'H':
    return append(llvm::Twine(std::max(8u, c.lanes / 2)));
  case 'z':
    return append(isFloat(c.element) ? F.suffix(T, c.element, false) : "si" + std::to_string(elementBits));
  case 't':
    return append(cSpelling(c.element).str());
  case 'T':
    return append(cSpelling(c.source).str());
  case 'n':
    return append(llvm::Twine(storageBits(c.element)));
  case 'N':
    return append(llvm::Twine(storageBits(c.source)));
  case 'l':
    return append(llvm::Twine(c.lanes));
  case 'h':
    return append(llvm::Twine(c.lanes / 2));
  case 'f': {
    const uint64_t all = c.lanes >= 64 ? ~uint64_t(0) : (uint64_t(1) << c.lanes) - 1;
    return append("0x" + llvm::utohexstr(all, /*LowerCase=*/true) + (c.lanes >= 64 ? "ull" : c.lanes == 32 ? "u" : ""));
  }
  case 'e':
    return append(isUnsignedInteger(c.element) ? "u" : "i");
  case 'o':
    return append(textOf(c.kind).str());
  }
  llvm_unreachable("unknown $ placeholder in a table");
}

} // namespace vecify
