// What the laboratory found, and what follows from it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "accel/accelerate.h"

namespace lodestone::cli {

struct LabFinding {
  // Reads no text of a record later.
  explicit LabFinding(const MagickAccelerateLabRecord& record);

  bool done() const { return raw.outcome == MagickAccelerateDone && raw.wrong == 0; }
  bool SameVariant(const LabFinding& other) const {
    return device == other.device && experiment == other.experiment && variant == other.variant;
  }
  // "" where there is none, "runtime's" or columns x rows.
  std::string Group() const;

  MagickAccelerateLabRecord raw;  // numbers only: its strings are gone
  std::string device, experiment, variant, baseline, detail, source;
};

// One variant on one device, with all its sizes of groups together.
struct LabRow {
  const LabFinding* first;            // of the same variant
  const LabFinding* best = nullptr;   // the fastest; null unless all that ran are right
  const LabFinding* wrong = nullptr;  // one that is wrong
  double ratio = 0;                   // the baseline's time by this one's; 0: none
};

class LabFindings {
 public:
  void Add(const MagickAccelerateLabRecord& record) { all_.emplace_back(record); }

  const std::vector<LabFinding>& all() const { return all_; }
  // In the order in which they came.
  std::vector<LabRow> Rows() const;
  // Devices that did no experiments, and experiments that could not begin, have an empty variant.
  bool AnyWrong() const;
  bool AnyFailed() const;
  bool AnyDone() const;

 private:
  std::vector<LabFinding> all_;
};

// "11-tap Gaussian filter: buffers, image objects, sizes of groups"; the name itself for others.
std::string LabTitle(const std::string& experiment);

}  // namespace lodestone::cli
