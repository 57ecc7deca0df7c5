// The result of one variant of an experiment.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "accel/accelerate.h"

namespace lodestone::lab {

struct Record {
  // It ran, and its results are correct.
  bool done() const { return outcome == MagickAccelerateDone && !wrong; }
  bool SameVariant(const Record& other) const {
    return device == other.device && experiment == other.experiment && variant == other.variant;
  }

  std::string device;      // stable name
  std::string experiment;  // "gaussian-11", ...; "" where the device ran none
  std::string variant;  // human-readable; one record per work-group size; "" where none could start
  std::string
      baseline;  // the variant of the experiment to compare with, "" for the baseline itself
  unsigned columns = 0, rows = 0;  // of the image; the number of work-items and 1 without one
  unsigned group_columns = 0, group_rows = 0;  // work-items of a group; 0: the driver's default
  bool on_host = false;                        // by one thread of the CPU, in plain C++
  MagickAccelerateOutcome outcome = MagickAccelerateDone;  // done: it ran to completion
  MagickAccelerateReason reason = MagickAccelerateNoReason;
  std::string detail;  // why it did not run, or what is wrong
  bool wrong = false;  // differs from the CPU's results; there are no times then
  unsigned error = 0;  // largest difference from the CPU's results, in steps of 8 bits
  uint64_t ns = 0;     // median of several runs, by the device's clock, or the CPU's for on_host
  uint64_t bytes = 0;  // minimum that it reads and writes; 0: not relevant
  uint64_t published_ns = 0;        // the article's time for this variant; 0: none
  double published_per_second = 0;  // or the rate in work-items per second
  double published_ratio = 0;       // the article's baseline time divided by this one's; 0: none
  std::string published_source;     // the article, "" for none
  double done_share = 0;            // overall progress, 0 ... 1
};

// Receives every record as it comes; false: stop.
using Handler = std::function<bool(const Record&)>;

}  // namespace lodestone::lab
