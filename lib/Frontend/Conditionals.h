// What is compiled of a range under these flags, and what the preprocessor must find for it to be the same again.
#pragma once
#include "SourceMap.h"
#include "clang/Lex/Preprocessor.h"
#include <set>

namespace vecify {

class Conditionals {
public:
  /// Install before parsing; the callbacks live in the preprocessor and refer to this.
  void watch(clang::Preprocessor &preprocessor);

  struct Found {
    std::string holds; ///< as after #if: `!defined(FIXED) && N > 4`; "" if the range is the same under all flags
    std::string cut;   ///< what of the range no condition stands for: "'#else' without its #if"; "" if there is nothing
  };
  /// What holds nothing but pragmas may differ.
  Found in(TextRange range, const SourceMap &source) const;

private:
  /// The offsets of the words `if`, `elifdef` .. in the main file whose branch was compiled.
  std::set<uint32_t> Taken;
};

} // namespace vecify
