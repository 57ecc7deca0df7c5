#include "coders/dpx/dpx.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kWordBytes = 4;

std::uint32_t WordAt(const std::uint8_t* p, bool little_endian) {
  if (little_endian) return p[0] | p[1] << 8 | p[2] << 16 | std::uint32_t{p[3]} << 24;
  return p[3] | p[2] << 8 | p[1] << 16 | std::uint32_t{p[0]} << 24;
}

void PutWord(std::uint8_t* p, std::uint32_t word, bool little_endian) {
  for (unsigned i = 0; i < kWordBytes; ++i)
    p[little_endian ? i : kWordBytes - 1 - i] = static_cast<std::uint8_t>(word >> 8 * i);
}

// Where in a word of three samples each of them begins.
unsigned ShiftOf(const DpxLayout& layout, std::size_t i) {
  const auto place = static_cast<unsigned>(layout.swapped ? 2 - i % 3 : i % 3);
  return 10 * place + (layout.packing == DpxPacking::kLowPadding ? 2 : 0);
}

bool ThreeInAWord(const DpxLayout& layout) {
  return layout.bits == 10 && layout.packing != DpxPacking::kPacked;
}

bool OneInAShort(const DpxLayout& layout) {
  return layout.bits == 16 || (layout.bits == 12 && layout.packing != DpxPacking::kPacked);
}

// Bits behind the sample in its short.
unsigned PaddingOf(const DpxLayout& layout) {
  return layout.bits == 12 && layout.packing == DpxPacking::kLowPadding ? 4 : 0;
}

}  // namespace

std::size_t DpxLayout::RowBytes(std::size_t samples) const {
  if (ThreeInAWord(*this)) return (samples + 2) / 3 * kWordBytes;
  if (OneInAShort(*this)) return samples * 2;
  return (samples * bits + 31) / 32 * kWordBytes;
}

DpxLayout LayoutOf(const ImageInfo* image_info, const DpxElement& element, bool little_endian,
                   bool writes) {
  DpxLayout layout{element.bits, element.packing, little_endian, false};
  const char* const packing = AccessDefinition(image_info, "dpx", "packing-method");
  const auto is = [](const char* text, const char* word) { return LocaleCompare(text, word) == 0; };
  if (packing != nullptr && !writes) {
    if (is(packing, "packed")) layout.packing = DpxPacking::kPacked;
    if (is(packing, "lsbpad") || is(packing, "a")) layout.packing = DpxPacking::kLowPadding;
    if (is(packing, "msbpad") || is(packing, "b")) layout.packing = DpxPacking::kHighPadding;
  }
  if (const char* const order = AccessDefinition(image_info, "dpx", "pixel-endian")) {
    if (is(order, "lsb")) layout.little_endian = true;
    if (is(order, "msb")) layout.little_endian = false;
  }
  layout.swapped = ThreeInAWord(layout) && element.Samples() > 1;
  if (element.descriptor == DpxDescriptor::kCbYCrY) layout.swapped = ThreeInAWord(layout);
  const char* swap = AccessDefinition(image_info, "dpx", "swap-samples");
  if (swap == nullptr)
    swap = AccessDefinition(image_info, "dpx", writes ? "swap-samples-write" : "swap-samples-read");
  if (swap != nullptr && !is(swap, "false")) layout.swapped = !layout.swapped;
  return layout;
}

void UnpackDpxRow(const DpxLayout& layout, const std::uint8_t* row,
                  std::span<std::uint16_t> samples) {
  if (layout.bits == 8) {
    std::copy_n(row, samples.size(), samples.begin());
  } else if (ThreeInAWord(layout)) {
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const std::uint32_t word = WordAt(row + i / 3 * kWordBytes, layout.little_endian);
      samples[i] = static_cast<std::uint16_t>(word >> ShiftOf(layout, i) & 0x3ff);
    }
  } else if (OneInAShort(layout)) {
    const unsigned padding = PaddingOf(layout), mask = 0xffffu >> (16 - layout.bits);
    for (std::size_t i = 0; i < samples.size(); ++i, row += 2) {
      const unsigned value = layout.little_endian ? row[0] | row[1] << 8 : row[1] | row[0] << 8;
      samples[i] = static_cast<std::uint16_t>(value >> padding & mask);
    }
  } else {
    // From the low end of each word on, across words.
    std::uint64_t held = 0;
    unsigned count = 0;
    for (std::uint16_t& sample : samples) {
      if (count < layout.bits) {
        held |= std::uint64_t{WordAt(row, layout.little_endian)} << count;
        row += kWordBytes;
        count += 32;
      }
      sample = static_cast<std::uint16_t>(held & (0xffffu >> (16 - layout.bits)));
      held >>= layout.bits;
      count -= layout.bits;
    }
  }
}

void PackDpxRow(const DpxLayout& layout, std::span<const std::uint16_t> samples,
                std::uint8_t* row) {
  std::uint8_t* const end = row + layout.RowBytes(samples.size());
  std::fill(row, end, std::uint8_t{0});
  if (layout.bits == 8) {
    for (const std::uint16_t sample : samples) *row++ = static_cast<std::uint8_t>(sample);
  } else if (ThreeInAWord(layout)) {
    for (std::size_t i = 0; i < samples.size(); i += 3, row += kWordBytes) {
      std::uint32_t word = 0;
      for (std::size_t k = i; k < std::min(i + 3, samples.size()); ++k)
        word |= std::uint32_t{samples[k]} << ShiftOf(layout, k);
      PutWord(row, word, layout.little_endian);
    }
  } else if (OneInAShort(layout)) {
    const unsigned padding = PaddingOf(layout);
    for (const std::uint16_t sample : samples) {
      const unsigned value = unsigned{sample} << padding;
      row[layout.little_endian ? 0 : 1] = static_cast<std::uint8_t>(value);
      row[layout.little_endian ? 1 : 0] = static_cast<std::uint8_t>(value >> 8);
      row += 2;
    }
  } else {
    std::uint64_t held = 0;
    unsigned count = 0;
    for (const std::uint16_t sample : samples) {
      held |= std::uint64_t{sample} << count;
      count += layout.bits;
      if (count < 32) continue;
      PutWord(row, static_cast<std::uint32_t>(held), layout.little_endian);
      row += kWordBytes;
      held >>= 32;
      count -= 32;
    }
    if (row != end) PutWord(row, static_cast<std::uint32_t>(held), layout.little_endian);
  }
}

}  // namespace lodestone::coders
