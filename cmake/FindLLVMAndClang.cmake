# Finds LLVM and Clang of version VECIFY_LLVM and wraps their shared libraries:
#   Vecify::LLVM    headers and libLLVM
#   Vecify::Clang   libclang-cpp, which brings Vecify::LLVM along
# Both packages keep their headers in one folder, so that Frontend alone includes
# clang is held by test/layering, not by include paths.
set(_llvm_hints /usr/lib/llvm-${VECIFY_LLVM}/lib/cmake /usr/lib64/llvm${VECIFY_LLVM}/lib/cmake)
find_package(LLVM CONFIG REQUIRED HINTS ${_llvm_hints} PATH_SUFFIXES llvm)
if(NOT LLVM_VERSION_MAJOR EQUAL VECIFY_LLVM)
  message(FATAL_ERROR "LLVM ${VECIFY_LLVM} is wanted, ${LLVM_PACKAGE_VERSION} was found in "
    "${LLVM_DIR}; install llvm-${VECIFY_LLVM}-dev, run scripts/setup or set LLVM_DIR")
endif()
find_package(Clang CONFIG REQUIRED
  HINTS ${LLVM_DIR}/../clang ${_llvm_hints} PATH_SUFFIXES clang NO_DEFAULT_PATH)
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_INSTALL_PREFIX}")

# Where clang keeps stddef.h, immintrin.h and friends; Frontend gets it as a macro
# of this name, because vecify does not lie beside clang, where clang would look.
set(VECIFY_CLANG_RESOURCE_DIR ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR})
if(NOT EXISTS ${VECIFY_CLANG_RESOURCE_DIR}/include/stddef.h)
  message(FATAL_ERROR "clang's own headers are not in ${VECIFY_CLANG_RESOURCE_DIR}; "
    "install libclang-common-${VECIFY_LLVM}-dev or run scripts/setup")
endif()

separate_arguments(_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")

add_library(VecifyLLVM INTERFACE)
add_library(Vecify::LLVM ALIAS VecifyLLVM)
target_include_directories(VecifyLLVM SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_options(VecifyLLVM INTERFACE ${_llvm_definitions})
target_link_libraries(VecifyLLVM INTERFACE LLVM)

add_library(VecifyClang INTERFACE)
add_library(Vecify::Clang ALIAS VecifyClang)
target_include_directories(VecifyClang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
target_compile_definitions(VecifyClang INTERFACE
  VECIFY_CLANG_RESOURCE_DIR="${VECIFY_CLANG_RESOURCE_DIR}")
target_link_libraries(VecifyClang INTERFACE clang-cpp VecifyLLVM)

