// Runs conformance cases on the CPU or on one device.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "accel/accelerate.h"
#include "utilities/conform/cases.hpp"

namespace lodestone::conform {

// What became of one case.
struct CaseResult {
  std::string pam;      // the result as a file; "" if there is none
  std::string problem;  // why it was not run there
};

// Where this thread's operations run while it lives: one device, or the CPU. One at a time, in a
// process whose other threads call no operation.
class Target {
 public:
  // device: its whole name; "": the CPU.
  explicit Target(const std::string& device);
  ~Target();
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  // By the library's events, everything that an accelerator can do ran here.
  CaseResult Run(const Case& each);

 private:
  struct Ran {
    std::string operation, accelerator, device, detail;
    bool done;
  };

  static void Record(const MagickAccelerateEvent* event, void* context);
  const Image* Source(const SourceImage& source);
  // Why the operations of the latest case prove nothing, "" if they do.
  std::string WhyNotHere();

  const std::string device_;
  MagickAccelerateMode mode_before_;
  std::mutex mutex_;      // guards the next one
  std::vector<Ran> ran_;  // during the latest case
  std::map<SourceImage, cli::ImageList> sources_;
};

}  // namespace lodestone::conform
