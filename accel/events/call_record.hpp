// The event of one call, filled as the call goes on.
#pragma once

#include <chrono>
#include <cstdint>

#include "accel/accelerator.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel {

// Begins with the call and measures its duration. What it is given must live until Emit.
class CallRecord {
 public:
  explicit CallRecord(const char* operation);

  std::uint64_t elapsed_ns() const;

  void SetSizes(std::uint32_t source_columns, std::uint32_t source_rows, std::uint32_t columns,
                std::uint32_t rows);
  void SetChannels(MagickAccelerateChannels channels) {
    event_.alpha = HasAlpha(channels);
    event_.samples = SamplesOf(channels);
  }
  void SetDoneBy(const Accelerator& by);
  void SetFirst(bool first) { event_.first = first; }
  void SetPredicted(std::uint64_t ns) { event_.predicted_ns = ns; }
  // Who did not do it, "" when that is not a matter of one device, and why.
  void SetPassedOver(const std::string& who, const Attempt& why);

  // The whole record of a call that ended with `attempt`, which must live as long as it is used.
  const MagickAccelerateEvent& Finish(const Attempt& attempt);
  // Writes the event of a call that ended with `attempt`, if anybody listens.
  void Emit(const Attempt& attempt);

 private:
  void Fill(const MagickAccelerateParts& parts);

  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  MagickAccelerateEvent event_{};
};

}  // namespace lodestone::accel
