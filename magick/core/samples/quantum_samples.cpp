#include "magick/core/samples/quantum_samples.hpp"

namespace lodestone {
namespace {

using enum Sample;

constexpr Sample kIndexes[] = {kIndex, kAlpha};
constexpr Sample kGreys[] = {kGrey, kAlpha};
constexpr Sample kColors[] = {kRed, kGreen, kBlue, kAlpha};
constexpr Sample kInks[] = {kRed, kGreen, kBlue, kBlack, kIndexAlpha};

template <std::size_t kSize>
std::span<const Sample> Part(const Sample (&samples)[kSize], std::size_t begin, std::size_t count) {
  return std::span(samples).subspan(begin, count);
}

}  // namespace

std::span<const Sample> SamplesOf(QuantumType type, bool is_cmyk) {
  switch (type) {
    case IndexQuantum:
      return Part(kIndexes, 0, 1);
    case IndexAlphaQuantum:
      return kIndexes;
    case GrayQuantum:
      return Part(kGreys, 0, 1);
    case GrayAlphaQuantum:
      return kGreys;
    case RedQuantum:
    case CyanQuantum:
      return Part(kColors, 0, 1);
    case GreenQuantum:
    case MagentaQuantum:
      return Part(kColors, 1, 1);
    case BlueQuantum:
    case YellowQuantum:
      return Part(kColors, 2, 1);
    case AlphaQuantum:
      return is_cmyk ? Part(kInks, 4, 1) : Part(kColors, 3, 1);
    case BlackQuantum:
      return Part(kInks, 3, 1);
    case RGBQuantum:
      return Part(kColors, 0, 3);
    case RGBAQuantum:
      return kColors;
    case CMYKQuantum:
      return Part(kInks, 0, 4);
    case CMYKAQuantum:
      return kInks;
    default:
      return {};
  }
}

}  // namespace lodestone

unsigned int MagickGetQuantumSamplesPerPixel(const QuantumType quantum_type) {
  if (quantum_type == CIEYQuantum) return 1;
  if (quantum_type == CIEXYZQuantum) return 3;
  return static_cast<unsigned>(lodestone::SamplesOf(quantum_type, false).size());
}
