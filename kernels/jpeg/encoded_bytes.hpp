// From bits of parts of a scan to its bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/jpeg/encoded_bits.hpp"

namespace lodestone::kernels {

// Bits that do not fill a byte.
struct JpegTail {
  std::uint64_t bits = 0;
  unsigned count = 0;
};

// What is left behind those bits, if that was left before them.
JpegTail TailOf(const JpegBits& bits, const JpegTail& before);

// At most as many bytes, from behind the tail before.
std::size_t MostJpegBytes(std::size_t mcus, std::size_t blocks);

// With byte stuffing and restart markers, the next of which is `restart`. Behind the last bits of
// the scan the byte is filled up. Returns how many bytes there are.
std::size_t PutJpegBytes(const JpegBits& bits, const JpegTail& before, std::size_t restart,
                         bool is_last, std::uint8_t* to);

}  // namespace lodestone::kernels
