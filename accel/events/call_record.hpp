// The event of one call, filled in as the call proceeds.
#pragma once

#include <chrono>
#include <cstdint>

#include "accel/accelerator.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel {

// Begins with the call and measures its duration. Its arguments must live until Emit.
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
  // By a library instead.
  void SetDoneBy(const char* library) { event_.accelerator = library; }
  void SetFirst(bool first) { event_.first = first; }
  void SetPredicted(std::uint64_t ns) { event_.predicted_ns = ns; }
  // The accelerator that did not run it, "" if the reason is not about one device, and why.
  void SetDeclinedBy(const std::string& declined_by, const Attempt& why);

  // It ends now, not when the record is complete: after `ns`, elapsed_ns() if that was its own
  // time.
  void End(std::uint64_t ns);

  // The complete record of a call that ended with `attempt`, which must outlive it.
  const MagickAccelerateEvent& Finish(const Attempt& attempt);
  // Writes the event of a call that ended with `attempt`, if there is a listener.
  void Emit(const Attempt& attempt);

 private:
  void Fill(const MagickAccelerateParts& parts);

  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  MagickAccelerateEvent event_{};
  bool ended_ = false;
};

}  // namespace lodestone::accel
