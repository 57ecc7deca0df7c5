#include "coders/common/plane_rows.hpp"

#include <algorithm>
#include <cstring>

namespace lodestone::coders {
namespace {

constexpr std::size_t kPixels = 512;  // that stay in the nearest cache
constexpr std::size_t kBytesMax = kPixels * 5 * 2;

template <std::size_t kSamples, std::size_t kBytes>
void Interleave(const PlaneRow& planes, std::size_t first, std::size_t count, std::uint8_t* out) {
  for (std::size_t x = 0; x < count; ++x) {
    for (std::size_t s = 0; s < kSamples; ++s) {
      std::memcpy(out, planes[s] + (first + x) * kBytes, kBytes);
      out += kBytes;
    }
  }
}

template <std::size_t kSamples, std::size_t kBytes>
void Separate(const std::uint8_t* in, std::size_t first, std::size_t count,
              const MutablePlaneRow& planes) {
  for (std::size_t x = 0; x < count; ++x) {
    for (std::size_t s = 0; s < kSamples; ++s) {
      std::memcpy(planes[s] + (first + x) * kBytes, in, kBytes);
      in += kBytes;
    }
  }
}

// Calls visit<samples, bytes>() for the layout of a format.
template <class Visit>
void ForLayout(const SampleFormat& format, const Visit& visit) {
  const auto with = [&]<std::size_t kSamples>() {
    if (format.bytes == 1) return visit.template operator()<kSamples, 1>();
    visit.template operator()<kSamples, 2>();
  };
  switch (SamplesPerPixel(format.channels)) {
    case 2:
      return with.template operator()<2>();
    case 3:
      return with.template operator()<3>();
    case 4:
      return with.template operator()<4>();
    default:
      return with.template operator()<5>();
  }
}

}  // namespace

void ImportPlanes(const SampleFormat& format, const PlaneRow& planes, std::size_t count,
                  PixelPacket* pixels, IndexPacket* indexes) {
  ForLayout(format, [&]<std::size_t kSamples, std::size_t kBytes>() {
    for (std::size_t x = 0; x < count; x += kPixels) {
      std::uint8_t bytes[kBytesMax];
      const std::size_t part = std::min(kPixels, count - x);
      Interleave<kSamples, kBytes>(planes, x, part, bytes);
      ImportRow(format, bytes, part, pixels + x, indexes == nullptr ? nullptr : indexes + x,
                nullptr);
    }
  });
}

void ExportPlanes(const SampleFormat& format, const PixelPacket* pixels, const IndexPacket* indexes,
                  std::size_t count, bool matte, const MutablePlaneRow& planes) {
  ForLayout(format, [&]<std::size_t kSamples, std::size_t kBytes>() {
    for (std::size_t x = 0; x < count; x += kPixels) {
      std::uint8_t bytes[kBytesMax];
      const std::size_t part = std::min(kPixels, count - x);
      ExportRow(format, pixels + x, indexes == nullptr ? nullptr : indexes + x, part, matte, bytes);
      Separate<kSamples, kBytes>(bytes, x, part, planes);
    }
  });
}

}  // namespace lodestone::coders
