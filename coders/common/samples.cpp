#include "coders/common/samples.hpp"

#include <algorithm>

namespace lodestone::coders {
namespace {

// Readers: the raw value of a sample, and its quantum.
struct Byte {
  static constexpr std::size_t kBytes = 1;
  static std::uint32_t Raw(const std::uint8_t* p) { return p[0]; }
  static Quantum Get(const std::uint8_t* p) { return QuantumFromByte(p[0]); }
  static void Put(std::uint8_t* p, Quantum value) { p[0] = ByteFromQuantum(value); }
};

struct BigShort {
  static constexpr std::size_t kBytes = 2;
  static std::uint32_t Raw(const std::uint8_t* p) { return p[0] * 256u + p[1]; }
  static Quantum Get(const std::uint8_t* p) { return QuantumFromShort(Raw(p)); }
  static void Put(std::uint8_t* p, Quantum value) {
    const std::uint16_t wide = ShortFromQuantum(value);
    p[0] = static_cast<std::uint8_t>(wide >> 8);
    p[1] = static_cast<std::uint8_t>(wide);
  }
};

struct LittleShort {
  static constexpr std::size_t kBytes = 2;
  static std::uint32_t Raw(const std::uint8_t* p) { return p[1] * 256u + p[0]; }
  static Quantum Get(const std::uint8_t* p) { return QuantumFromShort(Raw(p)); }
  static void Put(std::uint8_t* p, Quantum value) {
    const std::uint16_t wide = ShortFromQuantum(value);
    p[0] = static_cast<std::uint8_t>(wide);
    p[1] = static_cast<std::uint8_t>(wide >> 8);
  }
};

template <typename Sample>
struct Direct {
  static constexpr std::size_t kBytes = Sample::kBytes;
  Quantum operator()(const std::uint8_t* p) const { return Sample::Get(p); }
};

template <typename Sample>
struct Tabled {
  static constexpr std::size_t kBytes = Sample::kBytes;
  const Quantum* table;
  std::uint32_t last;
  Quantum operator()(const std::uint8_t* p) const { return table[std::min(Sample::Raw(p), last)]; }
};

Quantum Opposite(Quantum value) {
  return static_cast<Quantum>(MaxRGB - value);
}

template <typename Get, typename Set>
void ForEach(const Get& get, const std::uint8_t* source, std::size_t samples, std::size_t count,
             PixelPacket* pixels, const Set& set) {
  constexpr std::size_t kStep = Get::kBytes;
  for (std::size_t x = 0; x < count; ++x) {
    set(pixels[x], source, get);
    source += samples * kStep;
  }
}

template <typename Get>
void ImportGray(const Get& get, const std::uint8_t* source, std::size_t count, PixelPacket* pixels,
                bool alpha) {
  ForEach(get, source, alpha ? 2 : 1, count, pixels,
          [alpha](PixelPacket& q, const std::uint8_t* p, const Get& value) {
            q.red = q.green = q.blue = value(p);
            q.opacity = alpha ? Opposite(value(p + Get::kBytes)) : OpaqueOpacity;
          });
}

template <typename Get>
void ImportColor(const Get& get, const std::uint8_t* source, std::size_t count, PixelPacket* pixels,
                 bool alpha) {
  if (alpha) {
    ForEach(get, source, 4, count, pixels,
            [](PixelPacket& q, const std::uint8_t* p, const Get& value) {
              q.red = value(p);
              q.green = value(p + Get::kBytes);
              q.blue = value(p + 2 * Get::kBytes);
              q.opacity = Opposite(value(p + 3 * Get::kBytes));
            });
    return;
  }
  ForEach(get, source, 3, count, pixels,
          [](PixelPacket& q, const std::uint8_t* p, const Get& value) {
            q.red = value(p);
            q.green = value(p + Get::kBytes);
            q.blue = value(p + 2 * Get::kBytes);
            q.opacity = OpaqueOpacity;
          });
}

template <typename Get>
void ImportCmyk(const Get& get, const std::uint8_t* source, std::size_t count, PixelPacket* pixels,
                IndexPacket* indexes, bool alpha) {
  const std::size_t samples = alpha ? 5 : 4;
  for (std::size_t x = 0; x < count; ++x) {
    const std::uint8_t* p = source + x * samples * Get::kBytes;
    pixels[x].red = get(p);
    pixels[x].green = get(p + Get::kBytes);
    pixels[x].blue = get(p + 2 * Get::kBytes);
    pixels[x].opacity = get(p + 3 * Get::kBytes);
    if (indexes != nullptr) {
      indexes[x] = alpha ? Opposite(get(p + 4 * Get::kBytes)) : OpaqueOpacity;
    }
  }
}

template <typename Get>
void ImportPlane(const Get& get, const std::uint8_t* source, std::size_t count, PixelPacket* pixels,
                 Quantum PixelPacket::*member, bool opposite) {
  for (std::size_t x = 0; x < count; ++x) {
    const Quantum value = get(source + x * Get::kBytes);
    pixels[x].*member = opposite ? Opposite(value) : value;
  }
}

template <typename Get>
void ImportWith(const Get& get, Channels channels, const std::uint8_t* source, std::size_t count,
                PixelPacket* pixels, IndexPacket* indexes) {
  switch (channels) {
    case Channels::kGray:
      return ImportGray(get, source, count, pixels, false);
    case Channels::kGrayAlpha:
      return ImportGray(get, source, count, pixels, true);
    case Channels::kRgb:
      return ImportColor(get, source, count, pixels, false);
    case Channels::kRgba:
      return ImportColor(get, source, count, pixels, true);
    case Channels::kCmyk:
      return ImportCmyk(get, source, count, pixels, indexes, false);
    case Channels::kCmyka:
      return ImportCmyk(get, source, count, pixels, indexes, true);
    case Channels::kRed:
      return ImportPlane(get, source, count, pixels, &PixelPacket::red, false);
    case Channels::kGreen:
      return ImportPlane(get, source, count, pixels, &PixelPacket::green, false);
    case Channels::kBlue:
      return ImportPlane(get, source, count, pixels, &PixelPacket::blue, false);
    case Channels::kAlpha:
      return ImportPlane(get, source, count, pixels, &PixelPacket::opacity, true);
    case Channels::kBlack:
      return ImportPlane(get, source, count, pixels, &PixelPacket::opacity, false);
  }
}

template <typename Sample>
void ImportSamples(const SampleFormat& format, const std::uint8_t* source, std::size_t count,
                   PixelPacket* pixels, IndexPacket* indexes, const SampleTable* table) {
  if (table != nullptr) {
    const Tabled<Sample> get{table->data(), static_cast<std::uint32_t>(table->size() - 1)};
    return ImportWith(get, format.channels, source, count, pixels, indexes);
  }
  ImportWith(Direct<Sample>{}, format.channels, source, count, pixels, indexes);
}

inline Quantum OnePlane(Channels channel, const PixelPacket& p, Quantum alpha) {
  switch (channel) {
    case Channels::kRed:
      return p.red;
    case Channels::kGreen:
      return p.green;
    case Channels::kBlue:
      return p.blue;
    case Channels::kBlack:
      return p.opacity;
    default:
      return alpha;
  }
}

// The quanta of one pixel in file order; alpha is last, whether it is used or not.
inline void Gather(Channels channels, const PixelPacket& p, Quantum alpha, Quantum* out) {
  switch (channels) {
    case Channels::kGray:
    case Channels::kGrayAlpha:
      out[0] = Intensity(p);
      out[1] = alpha;
      return;
    case Channels::kCmyk:
    case Channels::kCmyka:
      out[3] = p.opacity;
      out[4] = alpha;
      break;
    case Channels::kRgba:
      out[3] = alpha;
      break;
    case Channels::kRgb:
      break;
    default:
      out[0] = OnePlane(channels, p, alpha);
      return;
  }
  out[0] = p.red;
  out[1] = p.green;
  out[2] = p.blue;
}

template <typename Sample, Channels kChannels>
void ExportAs(const PixelPacket* pixels, const IndexPacket* indexes, std::size_t count, bool matte,
              std::uint8_t* out) {
  constexpr bool kInk = kChannels == Channels::kCmyk || kChannels == Channels::kCmyka;
  constexpr std::size_t kSamples = SamplesPerPixel(kChannels);
  for (std::size_t x = 0; x < count; ++x) {
    Quantum opacity = OpaqueOpacity;
    if constexpr (kInk) {
      if (indexes != nullptr && matte) opacity = indexes[x];
    } else {
      if (matte) opacity = pixels[x].opacity;
    }
    Quantum values[5];
    Gather(kChannels, pixels[x], Opposite(opacity), values);
    for (std::size_t s = 0; s < kSamples; ++s) Sample::Put(out + s * Sample::kBytes, values[s]);
    out += kSamples * Sample::kBytes;
  }
}

template <typename Sample>
void ExportSamples(Channels channels, const PixelPacket* pixels, const IndexPacket* indexes,
                   std::size_t n, bool matte, std::uint8_t* out) {
  using enum Channels;
  switch (channels) {
    case kGray:
      return ExportAs<Sample, kGray>(pixels, indexes, n, matte, out);
    case kGrayAlpha:
      return ExportAs<Sample, kGrayAlpha>(pixels, indexes, n, matte, out);
    case kRgb:
      return ExportAs<Sample, kRgb>(pixels, indexes, n, matte, out);
    case kRgba:
      return ExportAs<Sample, kRgba>(pixels, indexes, n, matte, out);
    case kCmyk:
      return ExportAs<Sample, kCmyk>(pixels, indexes, n, matte, out);
    case kCmyka:
      return ExportAs<Sample, kCmyka>(pixels, indexes, n, matte, out);
    case kRed:
      return ExportAs<Sample, kRed>(pixels, indexes, n, matte, out);
    case kGreen:
      return ExportAs<Sample, kGreen>(pixels, indexes, n, matte, out);
    case kBlue:
      return ExportAs<Sample, kBlue>(pixels, indexes, n, matte, out);
    case kAlpha:
      return ExportAs<Sample, kAlpha>(pixels, indexes, n, matte, out);
    case kBlack:
      return ExportAs<Sample, kBlack>(pixels, indexes, n, matte, out);
  }
}

template <typename Sample>
void ImportGraySamplesOf(const std::uint8_t* source, std::size_t count, Quantum* samples,
                         const SampleTable* table) {
  if (table == nullptr) {
    for (std::size_t x = 0; x < count; ++x) samples[x] = Sample::Get(source + x * Sample::kBytes);
    return;
  }
  const Tabled<Sample> get{table->data(), static_cast<std::uint32_t>(table->size() - 1)};
  for (std::size_t x = 0; x < count; ++x) samples[x] = get(source + x * Sample::kBytes);
}

template <typename Sample>
void ExportGraySamplesAs(const Quantum* samples, std::size_t count, std::uint8_t* out) {
  for (std::size_t x = 0; x < count; ++x) Sample::Put(out + x * Sample::kBytes, samples[x]);
}

}  // namespace

SampleTable MakeSampleTable(std::uint32_t max_value) {
  SampleTable table(std::size_t{max_value} + 1);
  for (std::uint32_t v = 0; v <= max_value; ++v) table[v] = QuantumFromRange(v, max_value);
  return table;
}

void ImportRow(const SampleFormat& format, const std::uint8_t* source, std::size_t count,
               PixelPacket* pixels, IndexPacket* indexes, const SampleTable* table) {
  if (table == nullptr && PlaceRow(format, source, count, pixels, indexes)) return;
  if (format.bytes == 1) return ImportSamples<Byte>(format, source, count, pixels, indexes, table);
  if (format.little_endian) {
    return ImportSamples<LittleShort>(format, source, count, pixels, indexes, table);
  }
  ImportSamples<BigShort>(format, source, count, pixels, indexes, table);
}

void ImportGraySamples(const SampleFormat& format, const std::uint8_t* source, std::size_t count,
                       Quantum* samples, const SampleTable* table) {
  if (table == nullptr && PlaceSamples(format, source, count, samples)) return;
  if (format.bytes == 1) return ImportGraySamplesOf<Byte>(source, count, samples, table);
  if (format.little_endian) return ImportGraySamplesOf<LittleShort>(source, count, samples, table);
  ImportGraySamplesOf<BigShort>(source, count, samples, table);
}

void ExportGraySamples(const SampleFormat& format, const Quantum* samples, std::size_t count,
                       std::uint8_t* destination) {
  if (TakeSamples(format, samples, count, destination)) return;
  if (format.little_endian) return ExportGraySamplesAs<LittleShort>(samples, count, destination);
  ExportGraySamplesAs<BigShort>(samples, count, destination);
}

void ExportRow(const SampleFormat& format, const PixelPacket* pixels, const IndexPacket* indexes,
               std::size_t count, bool matte, std::uint8_t* destination) {
  if (TakeRow(format, pixels, count, matte, destination)) return;
  if (format.bytes == 1) {
    return ExportSamples<Byte>(format.channels, pixels, indexes, count, matte, destination);
  }
  if (format.little_endian) {
    return ExportSamples<LittleShort>(format.channels, pixels, indexes, count, matte, destination);
  }
  ExportSamples<BigShort>(format.channels, pixels, indexes, count, matte, destination);
}

}  // namespace lodestone::coders
