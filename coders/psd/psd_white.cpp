#include "coders/psd/psd_white.hpp"

#include <algorithm>

namespace lodestone::coders {
namespace {

unsigned TakeSample(unsigned bytes, const std::uint8_t* at) {
  return bytes == 1 ? *at : at[0] * 256u + at[1];
}

void PutSample(unsigned bytes, unsigned sample, std::uint8_t* at) {
  if (bytes == 2) *at++ = static_cast<std::uint8_t>(sample >> 8);
  *at = static_cast<std::uint8_t>(sample);
}

// Replaces the distance of each sample from white by what `change` makes of it and of alpha.
template <class Change>
void ChangeDistances(unsigned bytes, std::size_t count, const std::uint8_t* alpha,
                     std::uint8_t* row, const Change& change) {
  const unsigned white = bytes == 1 ? 0xff : 0xffff;
  for (std::size_t i = 0; i < count * bytes; i += bytes) {
    const unsigned distance = white - TakeSample(bytes, row + i);
    PutSample(bytes, white - change(distance, TakeSample(bytes, alpha + i), white), row + i);
  }
}

}  // namespace

bool BlendsWithWhite(PsdMode mode) {
  return mode == PsdMode::kGray || mode == PsdMode::kDuotone || mode == PsdMode::kRgb ||
         mode == PsdMode::kCmyk;
}

void BlendWithWhite(unsigned bytes, std::size_t count, const std::uint8_t* alpha,
                    std::uint8_t* row) {
  ChangeDistances(bytes, count, alpha, row, [](unsigned distance, unsigned share, unsigned white) {
    return (distance * share + white / 2) / white;
  });
}

void UnblendWhite(unsigned bytes, std::size_t count, const std::uint8_t* alpha, std::uint8_t* row) {
  ChangeDistances(bytes, count, alpha, row, [](unsigned distance, unsigned share, unsigned white) {
    return share == 0 ? distance : std::min((distance * white + share / 2) / share, white);
  });
}

bool AreClose(unsigned bytes, std::size_t count, const std::uint8_t* a, const std::uint8_t* b) {
  for (std::size_t i = 0; i < count * bytes; i += bytes) {
    const unsigned x = TakeSample(bytes, a + i), y = TakeSample(bytes, b + i);
    if (std::max(x, y) - std::min(x, y) > 1) return false;
  }
  return true;
}

}  // namespace lodestone::coders
