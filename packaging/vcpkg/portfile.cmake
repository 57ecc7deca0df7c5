# vcpkg port of Lodestone, built from the tree that it lies in:
#
#   vcpkg install lodestone --overlay-ports=packaging/vcpkg
#
# Untested: only its syntax has been checked.

# Loadable coders and accelerators need the shared library.
vcpkg_check_linkage(ONLY_DYNAMIC_LIBRARY)

# A feature, and the options of configure that it stands for.
set(options_of_avif avif)
set(options_of_exr openexr)
set(options_of_gif gif)
set(options_of_heic heic)
set(options_of_jp2 jp2)
set(options_of_jxl jxl)
set(options_of_text fontconfig freetype)
set(options_of_tiff tiff)
set(options_of_webp webp)
set(options --disable-loadable-coders)
foreach(feature IN ITEMS avif exr gif heic jp2 jxl text tiff webp)
  if(feature IN_LIST FEATURES)
    foreach(option IN LISTS options_of_${feature})
      list(APPEND options --with-${option})
    endforeach()
  endif()
endforeach()
if(NOT "opencl" IN_LIST FEATURES)
  list(APPEND options --disable-opencl)
endif()

vcpkg_make_configure(
  SOURCE_PATH "${CURRENT_PORT_DIR}/../.."
  AUTORECONF
  COPY_SOURCE
  LANGUAGES C CXX
  OPTIONS --enable-unity --disable-tests --without-seccomp ac_cv_prog_CLANG= ${options}
)
vcpkg_make_install()
vcpkg_fixup_pkgconfig()
vcpkg_copy_tools(TOOL_NAMES lodestone AUTO_CLEAN)

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${CURRENT_PORT_DIR}/../../LICENSE")
