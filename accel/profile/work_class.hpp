// Works that cost alike: what the cost model keeps apart, beside their size.
#pragma once

#include <optional>
#include <string>

#include "accel/plugin.h"

namespace lodestone::accel {

// Where the source's pixels are for the device that does the work.
enum class SourcePlace { kPageable, kPinned, kResident };

struct WorkClass {
  unsigned operation;  // MagickAccelerateOperation, or kFetch
  MagickAccelerateChannels channels;
  unsigned scale;  // how much smaller or larger, in half octaves of the side: kSameScale = alike
  SourcePlace source;
  bool kept;  // the result stays on the device

  // Bringing a result from the device's memory to the host's.
  static constexpr unsigned kFetch = 0;
  static constexpr unsigned kOperations = 13, kChannels = 4, kScales = 9, kSameScale = 4,
                            kSources = 3;
  static constexpr unsigned kPlaces = 2 * kSources, kBlocks = kChannels * kOperations;
  static constexpr unsigned kCount = kBlocks * kPlaces * kScales;

  // Numbers of what is done, of how the pixels come and go, and of the whole.
  unsigned block() const { return operation * kChannels + channels; }
  unsigned place() const { return kept * kSources + static_cast<unsigned>(source); }
  unsigned index() const;
  static WorkClass FromIndex(unsigned index);
  // "resize/alpha/-2/pinned/kept", for files.
  std::string name() const;
  static std::optional<WorkClass> FromName(const std::string& name);
};

// kept: the result stays on the device.
WorkClass ClassOf(const MagickAccelerateWork& work, bool kept);
// Large results are fetched to other memory than small ones, which their size tells.
WorkClass FetchClass();

}  // namespace lodestone::accel
