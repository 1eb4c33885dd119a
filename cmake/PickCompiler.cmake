# Prefers clang of the LLVM we link with (it builds the tree faster than g++),
# unless the user chose a compiler by CC, CXX, -D or a toolchain file.
# Must run before project(), which fixes the compiler.
if(NOT CMAKE_CXX_COMPILER AND NOT CMAKE_TOOLCHAIN_FILE
   AND NOT DEFINED ENV{CXX} AND NOT DEFINED ENV{CC})
  find_program(VECIFY_CLANGXX NAMES clang++-${VECIFY_LLVM}
    HINTS /usr/lib/llvm-${VECIFY_LLVM}/bin)
  find_program(VECIFY_CLANG NAMES clang-${VECIFY_LLVM}
    HINTS /usr/lib/llvm-${VECIFY_LLVM}/bin)
  mark_as_advanced(VECIFY_CLANGXX VECIFY_CLANG)
  if(VECIFY_CLANGXX AND VECIFY_CLANG)
    set(CMAKE_CXX_COMPILER ${VECIFY_CLANGXX} CACHE FILEPATH "C++ compiler")
    set(CMAKE_C_COMPILER ${VECIFY_CLANG} CACHE FILEPATH "C compiler")
  endif()
endif()
