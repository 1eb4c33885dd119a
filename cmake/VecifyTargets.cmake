# vecify_library(NAME [PUBLIC lib...] [PRIVATE lib...])
#   Builds lib/NAME/**.cpp as the static library Vecify<NAME>. A folder without
#   sources becomes a header-only library.
# vecify_tool(NAME)
#   Builds tool/NAME/**.cpp as bin/NAME.

# Private headers are found from lib/NAME, whichever subfolder includes them.
function(vecify_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PUBLIC;PRIVATE")
  set(folder ${PROJECT_SOURCE_DIR}/lib/${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  if(NOT sources)
    add_library(Vecify${name} INTERFACE)
    target_include_directories(Vecify${name} INTERFACE ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(Vecify${name} INTERFACE Vecify::LLVM ${arg_PUBLIC})
    return()
  endif()
  add_library(Vecify${name} STATIC ${sources})
  target_include_directories(Vecify${name}
    PUBLIC ${PROJECT_SOURCE_DIR}/include PRIVATE ${folder})
  target_link_libraries(Vecify${name}
    PUBLIC Vecify::LLVM ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  vecify_precompile_headers(Vecify${name})
endfunction()

function(vecify_tool name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tool/${name}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE VecifyDriver)
  vecify_precompile_headers(${name})
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# Frontend, the one that sees clang, has a larger set of its own.
function(vecify_precompile_headers target)
  if(target STREQUAL VecifyFrontend AND EXISTS ${PROJECT_SOURCE_DIR}/lib/Frontend/ClangHeaders.h)
    target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/lib/Frontend/ClangHeaders.h)
  else()
    target_precompile_headers(${target} REUSE_FROM VecifyCommonHeaders)
  endif()
endfunction()

# The common headers are compiled once, here; every other target reuses the result.
file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/CommonHeaders.cpp CONTENT "")
add_library(VecifyCommonHeaders OBJECT ${CMAKE_CURRENT_BINARY_DIR}/CommonHeaders.cpp)
target_link_libraries(VecifyCommonHeaders PRIVATE Vecify::LLVM)
target_precompile_headers(VecifyCommonHeaders PRIVATE ${PROJECT_SOURCE_DIR}/cmake/CommonHeaders.h)
