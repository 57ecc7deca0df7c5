// Makes selected OpenCL calls fail. The test program's own definitions of the functions take
// precedence over the loader's, and forward the calls that should not fail. Unmapping what nobody
// has seen mapped always fails.
#pragma once

#include "accel/gpu/opencl/api.hpp"

namespace lodestone::accel::gpu::testing {

// During its lifetime, the nth call of that name returns the status, and if the fault persists, so
// do all later ones. "execution" stands for a command that ends in that status.
class Fault {
 public:
  Fault(const char* call, unsigned nth, cl_int status, bool lasts = false);
  ~Fault();
  Fault(const Fault&) = delete;
  Fault& operator=(const Fault&) = delete;

  // Whether that many calls were made.
  bool struck() const;
};

}  // namespace lodestone::accel::gpu::testing
