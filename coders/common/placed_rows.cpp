#include "coders/common/placed_rows.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "kernels/samples/samples_cpu.hpp"
#include "magick/core/samples/sample_plan.hpp"

namespace lodestone::coders {
namespace {

// Which samples of the file make a packet; nothing for what is not only moved.
kernels::SamplePlaces ImportPlaces(Channels channels) {
  kernels::SamplePlaces places{SamplesPerPixel(channels), {}};
  places.out.resize(kPacketSamples);
  auto* const out = places.out.data();
  switch (channels) {
    case Channels::kGray:
    case Channels::kGrayAlpha:
      out[kRed] = out[kGreen] = out[kBlue] = {0, 0};
      if (channels == Channels::kGrayAlpha) out[kOpacity] = {1, MaxRGB};
      return places;
    case Channels::kRgb:
    case Channels::kRgba:
    case Channels::kCmyk:
      out[kRed] = {0, 0};
      out[kGreen] = {1, 0};
      out[kBlue] = {2, 0};
      if (channels == Channels::kRgba) out[kOpacity] = {3, MaxRGB};
      if (channels == Channels::kCmyk) out[kOpacity] = {3, 0};
      return places;
    default:
      return {};
  }
}

// Quanta as they are in memory, or with their bytes in the other order.
constexpr bool HasQuanta(const SampleFormat& format) {
  return format.bytes == 2 && QuantumDepth == 16;
}
constexpr bool IsSwapped(const SampleFormat& format) {
  return format.little_endian != (std::endian::native == std::endian::little);
}

constexpr std::size_t kPixels = 512;  // that stay in the nearest cache

// Calls visit(first, count) for parts of that many pixels.
template <class Visit>
void ForParts(std::size_t count, Visit visit) {
  for (std::size_t x = 0; x < count; x += kPixels) visit(x, std::min(kPixels, count - x));
}

void PlaceQuanta(const kernels::SamplePlaces& places, const SampleFormat& format,
                 const std::uint8_t* source, std::size_t count, Quantum* to) {
  const std::size_t samples = SamplesPerPixel(format.channels);
  ForParts(count, [&](std::size_t x, std::size_t part) {
    Quantum quanta[kPixels * kPacketSamples];
    PlaceSamples(format, source + x * format.PixelBytes(), part * samples, quanta);
    kernels::PlaceSamples(places, quanta, part, to + x * kPacketSamples);
  });
}

// Of packets; nothing for other channels.
kernels::SamplePlaces ExportPlaces(Channels channels, bool matte) {
  if (channels != Channels::kRgb && channels != Channels::kRgba) return {};
  kernels::SamplePlaces places{kPacketSamples, {{kRed, 0}, {kGreen, 0}, {kBlue, 0}}};
  if (channels == Channels::kRgba)
    places.out.push_back({matte ? kOpacity : kernels::SamplePlace::kNowhere, MaxRGB});
  return places;
}

}  // namespace

void WidenBytes(const std::uint8_t* bytes, std::size_t count, Quantum* quanta) {
#if QuantumDepth == 8
  std::copy_n(bytes, count, quanta);
#else
  kernels::WidenSamples(bytes, count, quanta);
#endif
}

void NarrowQuanta(const Quantum* quanta, std::size_t count, std::uint8_t* bytes) {
#if QuantumDepth == 8
  std::copy_n(quanta, count, bytes);
#else
  kernels::NarrowSamples(quanta, count, bytes);
#endif
}

bool PlaceRow(const SampleFormat& format, const std::uint8_t* source, std::size_t count,
              PixelPacket* pixels, IndexPacket* indexes) {
  if (format.bytes != 1 && !HasQuanta(format)) return false;
  const kernels::SamplePlaces places = ImportPlaces(format.channels);
  if (places.out.empty()) return false;
  auto* const to = reinterpret_cast<Quantum*>(pixels);
  if (format.bytes == 1)
    kernels::PlaceSamples(places, source, count, to);
  else
    PlaceQuanta(places, format, source, count, to);
  if (format.channels == Channels::kCmyk && indexes != nullptr)
    std::fill_n(indexes, count, IndexPacket{OpaqueOpacity});
  return true;
}

bool TakeRow(const SampleFormat& format, const PixelPacket* pixels, std::size_t count, bool matte,
             std::uint8_t* destination) {
  const kernels::SamplePlaces places = ExportPlaces(format.channels, matte);
  if (places.out.empty() || (format.bytes != 1 && !HasQuanta(format))) return false;
  const auto* const from = reinterpret_cast<const Quantum*>(pixels);
  const std::size_t samples = places.out.size();
  ForParts(count, [&](std::size_t x, std::size_t part) {
    Quantum placed[kPixels * kPacketSamples];
    kernels::PlaceSamples(places, from + x * kPacketSamples, part, placed);
    TakeSamples(format, placed, part * samples, destination + x * format.PixelBytes());
  });
  return true;
}

bool PlaceSamples(const SampleFormat& format, const std::uint8_t* source, std::size_t count,
                  Quantum* quanta) {
  if (format.bytes == 1) {
    WidenBytes(source, count, quanta);
  } else if (!HasQuanta(format)) {
    return false;
  } else if (IsSwapped(format)) {
    kernels::SwapSamples(source, count, reinterpret_cast<std::uint8_t*>(quanta));
  } else {
    std::memcpy(quanta, source, count * sizeof(Quantum));
  }
  return true;
}

bool TakeSamples(const SampleFormat& format, const Quantum* quanta, std::size_t count,
                 std::uint8_t* destination) {
  if (format.bytes == 1) {
    NarrowQuanta(quanta, count, destination);
  } else if (!HasQuanta(format)) {
    return false;
  } else if (IsSwapped(format)) {
    kernels::SwapSamples(reinterpret_cast<const std::uint8_t*>(quanta), count, destination);
  } else {
    std::memcpy(destination, quanta, count * sizeof(Quantum));
  }
  return true;
}

ByteOrder PacketOrder(bool alpha) {
  return {kPacketSamples, kRed, kGreen, kBlue, alpha ? kOpacity : ByteOrder::kNone};
}

void ImportBytes(const ByteOrder& order, const std::uint8_t* bytes, std::size_t count,
                 PixelPacket* pixels) {
  kernels::SamplePlaces places{order.bytes, {}};
  places.out.resize(kPacketSamples);
  auto* const out = places.out.data();
  out[kRed] = {order.red, 0};
  out[kGreen] = {order.green, 0};
  out[kBlue] = {order.blue, 0};
  out[kOpacity] = order.alpha == ByteOrder::kNone
                      ? kernels::SamplePlace{kernels::SamplePlace::kNowhere, OpaqueOpacity}
                      : kernels::SamplePlace{order.alpha, MaxRGB};
  kernels::PlaceSamples(places, bytes, count, reinterpret_cast<Quantum*>(pixels));
}

}  // namespace lodestone::coders
