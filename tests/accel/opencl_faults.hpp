// Makes chosen calls of the OpenCL interface fail. The test program's own definitions of the calls
// come before the loader's, and pass on to them what is not to fail.
#pragma once

#include "accel/opencl/device/api.hpp"

namespace lodestone::accel::opencl::testing {

// From construction to destruction the nth call of that name answers with the status, and where
// the fault lasts every later one too. "execution" stands for a command that ends in that status.
class Fault {
 public:
  Fault(const char* call, unsigned nth, cl_int status, bool lasts = false);
  ~Fault();
  Fault(const Fault&) = delete;
  Fault& operator=(const Fault&) = delete;

  // Whether so many calls were made.
  bool struck() const;
};

}  // namespace lodestone::accel::opencl::testing
