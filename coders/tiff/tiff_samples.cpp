#include "coders/tiff/tiff_samples.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "magick/core/samples/packed_samples.hpp"

namespace lodestone::coders {
namespace {

constexpr bool kLittleEndian = std::endian::native == std::endian::little;
constexpr unsigned kTableBits = 16;

bool HasWholeBytes(unsigned bits) {
  return bits % 8 == 0;
}

// The largest sample of up to 64 bits.
std::uint64_t Largest(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

Quantum FromUnsigned(std::uint64_t value, unsigned bits) {
  if (bits > 32) return FromUnsigned(value >> (bits - 32), 32);
  const std::uint64_t max = Largest(bits);
  return static_cast<Quantum>((value * MaxRGB + max / 2) / max);
}

// Sizes below that of a quantum are rounded down, as in GraphicsMagick.
std::uint64_t ToUnsigned(Quantum value, unsigned bits) {
  if (bits < QuantumDepth) return value / SampleRatio(bits);
  if (bits <= 32) return (value * Largest(bits) + MaxRGB / 2) / MaxRGB;
  return ToUnsigned(value, 32) << 32 | ToUnsigned(value, 32);
}

// Calls use(i, value) for each sample.
template <typename Use>
void ForEachNumber(unsigned bits, const std::uint8_t* row, std::size_t count, const Use& use) {
  if (HasWholeBytes(bits)) {
    for (std::size_t i = 0; i < count; ++i) use(i, GetBytes(row, bits / 8, kLittleEndian));
    return;
  }
  BitReader reader(row);
  for (std::size_t i = 0; i < count; ++i) use(i, std::uint64_t{reader.Get(bits)});
}

// The same for sizes of which a byte holds several.
template <unsigned kBits, typename Use>
void ForEachPart(const std::uint8_t* row, std::size_t count, const Use& use) {
  constexpr unsigned kParts = 8 / kBits;
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned shift = 8 - kBits * (static_cast<unsigned>(i % kParts) + 1);
    use(i, std::uint64_t{row[i / kParts]} >> shift & Largest(kBits));
  }
}

template <typename Use>
void ForEachSample(unsigned bits, const std::uint8_t* row, std::size_t count, const Use& use) {
  switch (bits) {
    case 1:
      return ForEachPart<1>(row, count, use);
    case 2:
      return ForEachPart<2>(row, count, use);
    case 4:
      return ForEachPart<4>(row, count, use);
    default:
      return ForEachNumber(bits, row, count, use);
  }
}

// Calls get(i) for each sample and stores it.
template <typename Get>
void StoreSamples(unsigned bits, std::uint8_t* row, std::size_t count, const Get& get) {
  if (HasWholeBytes(bits)) {
    for (std::size_t i = 0; i < count; ++i) PutBytes(row, bits / 8, get(i), kLittleEndian);
    return;
  }
  BitWriter writer(row);
  for (std::size_t i = 0; i < count; ++i) writer.Put(bits, static_cast<std::uint32_t>(get(i)));
}

}  // namespace

TiffUnpacker::TiffUnpacker(const TiffFormat& format) : format_(format) {
  const bool direct = format.IsPlain(8) || format.IsPlain(16);
  if (direct || format.is_float() || format.bits > kTableBits) return;
  table_.resize(std::size_t{1} << format.bits);
  for (std::size_t i = 0; i < table_.size(); ++i) {
    table_[i] = FromUnsigned(i, format.bits);
  }
}

void TiffUnpacker::UnpackBytes(const std::uint8_t* row, std::size_t count, Quantum* out) const {
  if (format_.bits == 8) return WidenBytes(row, count, out);
  if constexpr (QuantumDepth == 16) {
    std::memcpy(out, row, count * sizeof(std::uint16_t));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t value = 0;
    std::memcpy(&value, row + i * sizeof value, sizeof value);
    out[i] = QuantumFromShort(value);
  }
}

void TiffUnpacker::UnpackFloats(const std::uint8_t* row, std::size_t count, Quantum* out) const {
  const double span = format_.white - format_.black;
  const double scale = span != 0.0 ? MaxRGBDouble / span : 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = FloatOfBits(format_.bits, GetBytes(row, format_.bits / 8, kLittleEndian));
    const double level = (value - format_.black) * scale;
    out[i] = level > 0.0 ? RoundDoubleToQuantum(level) : Quantum{0};  // no number is black
  }
}

void TiffUnpacker::Unpack(const std::uint8_t* row, std::size_t count, Quantum* out) const {
  if (format_.is_float()) return UnpackFloats(row, count, out);
  if (format_.IsPlain(8) || format_.IsPlain(16)) return UnpackBytes(row, count, out);
  if (!table_.empty()) {
    const Quantum* table = table_.data();
    return ForEachSample(format_.bits, row, count,
                         [=](std::size_t i, std::uint64_t value) { out[i] = table[value]; });
  }
  const unsigned bits = format_.bits;
  ForEachNumber(bits, row, count,
                [=](std::size_t i, std::uint64_t value) { out[i] = FromUnsigned(value, bits); });
}

void UnpackTiffNumbers(unsigned bits, const std::uint8_t* row, std::size_t count,
                       std::uint16_t* out) {
  ForEachSample(bits, row, count, [=](std::size_t i, std::uint64_t value) {
    out[i] = static_cast<std::uint16_t>(value);
  });
}

void TiffPacker::PackBytes(const Quantum* samples, std::size_t count, std::uint8_t* row) const {
  if (format_.bits == 8) return NarrowQuanta(samples, count, row);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint16_t value = ShortFromQuantum(samples[i]);
    std::memcpy(row + i * sizeof value, &value, sizeof value);
  }
}

void TiffPacker::PackFloats(const Quantum* samples, std::size_t count, std::uint8_t* row) const {
  const double scale = (format_.white - format_.black) / MaxRGBDouble;
  StoreSamples(format_.bits, row, count, [&](std::size_t i) {
    return FloatBits(format_.bits, samples[i] * scale + format_.black);
  });
}

void TiffPacker::Pack(const Quantum* samples, std::size_t count, std::uint8_t* row) const {
  if (format_.is_float()) return PackFloats(samples, count, row);
  if (format_.IsPlain(8) || format_.IsPlain(16)) return PackBytes(samples, count, row);
  StoreSamples(format_.bits, row, count,
               [&](std::size_t i) { return ToUnsigned(samples[i], format_.bits); });
}

void PackTiffNumbers(unsigned bits, const std::uint16_t* numbers, std::size_t count,
                     std::uint8_t* row) {
  StoreSamples(bits, row, count, [&](std::size_t i) { return std::uint64_t{numbers[i]}; });
}

}  // namespace lodestone::coders
