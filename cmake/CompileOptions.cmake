# Language, warnings, build types, sanitizers, ccache and linker.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# Assertions stay on in every build type: a wrong program must stop, not be written.
set(CMAKE_C_FLAGS_RELEASE "-O2")
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g")

# LLVM's libraries are built without RTTI and exceptions, and so are we.
add_compile_options(
  $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>
  -Wall -Wextra -Wno-deprecated-declarations)
if(VECIFY_WERROR)
  add_compile_options(-Werror)
endif()

if(VECIFY_SANITIZE)
  add_compile_options(-fsanitize=${VECIFY_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer -g)
  # LLVM's libraries carry no type information for UBSan's vptr check.
  if(VECIFY_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize=vptr)
  endif()
  add_link_options(-fsanitize=${VECIFY_SANITIZE})
endif()

# ccache must be told that a precompiled header stands for its text.
find_program(VECIFY_CCACHE ccache)
mark_as_advanced(VECIFY_CCACHE)
if(VECIFY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${VECIFY_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros
    ${VECIFY_CCACHE})
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  else()
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  endif()
endif()

# lld links the tests several times faster than GNU ld.
find_program(VECIFY_LLD NAMES ld.lld)
mark_as_advanced(VECIFY_LLD)
if(VECIFY_LLD)
  add_link_options(-fuse-ld=lld)
endif()
