# vcpkg port of Lodestone, built from the tree that it lies in:
#
#   scripts/recipe vcpkg
#   vcpkg install lodestone --overlay-ports=out/vcpkg
#
# Untested: only its syntax has been checked.

# Loadable coders and accelerators need the shared library.
vcpkg_check_linkage(ONLY_DYNAMIC_LIBRARY)

# Features are called like the options of configure.
set(options --disable-loadable-coders)
foreach(feature IN ITEMS
@each library fonts program:  @name@
)
  if(feature IN_LIST FEATURES)
    list(APPEND options --with-${feature})
  endif()
endforeach()
set(tools lodestone)
if("opencl" IN_LIST FEATURES)
  list(APPEND tools lodestone-lab)
else()
  list(APPEND options --disable-opencl)
endif()

vcpkg_make_configure(
  SOURCE_PATH "${CURRENT_PORT_DIR}/../.."
  AUTORECONF
  COPY_SOURCE
  LANGUAGES C CXX
  OPTIONS --enable-unity --disable-tests --without-seccomp --without-cuda-kernels ac_cv_prog_CLANG= ${options}
)
vcpkg_make_install()
vcpkg_fixup_pkgconfig()
vcpkg_copy_tools(TOOL_NAMES ${tools} AUTO_CLEAN)

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${CURRENT_PORT_DIR}/../../LICENSE")
