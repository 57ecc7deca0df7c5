// The explanations of this thread's operations during its lifetime.
#pragma once

#include <string>
#include <vector>

#include "accel/accelerate.h"
#include "utilities/devices/device_legend.hpp"

namespace lodestone::cli {

class Explanations {
 public:
  Explanations() { MagickAccelerateSetThreadExplain(&Explanations::Handle, this); }
  ~Explanations() { MagickAccelerateSetThreadExplain(nullptr, nullptr); }
  Explanations(const Explanations&) = delete;
  Explanations& operator=(const Explanations&) = delete;

  void PrintReport() const;
  void PrintJson() const;

 private:
  struct ExplainedCandidate {
    std::string accelerator, device, detail;
    MagickAccelerateCandidate raw;  // numbers only: its strings are no longer valid
  };
  struct Operation {
    std::string name, accelerator, device, declined_by, detail;
    MagickAccelerateEvent raw;
    std::vector<ExplainedCandidate> candidates;
  };

  static void Handle(const MagickAccelerateEvent* event,
                     const MagickAccelerateCandidate* candidates, std::size_t count, void* context);
  static std::string Sentence(const Operation& operation);
  static std::string CandidateTable(const Operation& operation, DeviceLegend* legend);

  std::vector<Operation> operations_;
};

}  // namespace lodestone::cli
