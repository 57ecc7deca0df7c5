/* A driver under the name of NVIDIA's, which no file names to the loader: that of
 * LODESTONE_TEST_DRIVER. */
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdlib.h>

__attribute__((visibility("default"))) void* CL_API_CALL
clGetExtensionFunctionAddress(const char* name) {
  typedef void*(CL_API_CALL * Address)(const char*);
  const char* driver = getenv("LODESTONE_TEST_DRIVER");
  void* library = driver ? dlopen(driver, RTLD_NOW | RTLD_LOCAL) : NULL;
  Address address = library ? (Address)dlsym(library, "clGetExtensionFunctionAddress") : NULL;
  return address ? address(name) : NULL;
}
