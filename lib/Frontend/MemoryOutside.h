// See MemoryOutside.cpp.
#pragma once

namespace clang {
class FunctionDecl;
}

namespace vecify {

/// No statement of the function outside of its loops reads or writes memory, calls, or names an object of the file.
bool touchesMemoryInLoopsOnly(const clang::FunctionDecl &function);

} // namespace vecify
