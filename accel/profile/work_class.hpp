// Work classes: calls that cost alike, which the cost model keeps apart, beside their size.
#pragma once

#include <optional>
#include <string>

#include "accel/operation_table.hpp"

namespace lodestone::accel {

// Where the source's pixels are for the device that runs the work.
enum class SourcePlace { kPageable, kPinned, kResident };

struct WorkClass {
  unsigned operation;  // MagickAccelerateOperation, or kFetch
  MagickAccelerateChannels channels;
  unsigned scale;  // reduction or enlargement, in half octaves of the side; kSameScale: none
  SourcePlace source;
  bool kept;  // the result stays on the device

  // Fetching a result from the device's memory.
  static constexpr unsigned kFetch = 0;
  static constexpr unsigned kOperations = kOperationIndexes, kChannels = kChannelKinds, kScales = 9,
                            kSameScale = 4, kSources = 3;
  static constexpr unsigned kPlaces = 2 * kSources, kBlocks = kChannels * kOperations;
  static constexpr unsigned kCount = kBlocks * kPlaces * kScales;

  // Indices of the operation, of the transfers, and of the whole class.
  unsigned block() const { return operation * kChannels + channels; }
  unsigned place() const { return kept * kSources + static_cast<unsigned>(source); }
  unsigned index() const;
  static WorkClass FromIndex(unsigned index);
  // "resize/alpha/-2/pinned/kept", for files.
  std::string name() const;
  static std::optional<WorkClass> FromName(const std::string& name);
};

SourcePlace PlaceOf(const MagickAcceleratePixels& source);
// kept: the result stays on the device.
WorkClass ClassOf(const MagickAccelerateWork& work, bool kept);
// Large results are fetched to other memory than small ones, which follows from their size.
WorkClass FetchClass();

}  // namespace lodestone::accel
