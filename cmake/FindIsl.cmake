# Finds the integer set library: imported target Isl::Isl, variable Isl_VERSION.
find_path(Isl_INCLUDE_DIR isl/ctx.h)
find_library(Isl_LIBRARY isl)
mark_as_advanced(Isl_INCLUDE_DIR Isl_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Isl
  REQUIRED_VARS Isl_LIBRARY Isl_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "install libisl-dev or run scripts/setup")

if(Isl_FOUND AND NOT TARGET Isl::Isl)
  add_library(Isl::Isl UNKNOWN IMPORTED)
  set_target_properties(Isl::Isl PROPERTIES
    IMPORTED_LOCATION ${Isl_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${Isl_INCLUDE_DIR})
endif()
