// The entropy-coded data of a scan, without byte stuffing and markers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/common/aligned_array.hpp"
#include "kernels/jpeg/frame.hpp"

namespace lodestone::kernels {

struct JpegScan {
  AlignedArray<std::uint8_t> bytes;   // and zeros behind them, to be read in advance
  std::vector<std::uint32_t> begins;  // of each restart interval, then the end
};

// Null if all is as it should be: restart markers in their order, and the end of the image after
// them; else what is wrong. Throws std::bad_alloc.
const char* ReadJpegScan(std::span<const std::uint8_t> data, const JpegFrame& frame,
                         JpegScan& scan);

}  // namespace lodestone::kernels
