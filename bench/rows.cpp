#include "bench/rows.hpp"

#include <algorithm>
#include <cmath>

namespace lodestone::bench {
namespace {

// libvips blurs in integers by default, which deviates by 1.2 steps on average at 8 bits.
constexpr double kCoarseBlur = 1.5;
// ImageMagick's taps of wide blurs deviate by 1.9 steps on a small image.
constexpr double kCoarseWideBlur = 2.5;
// JPEG data begin with 16 bits that GraphicsMagick cuts off to 8.
constexpr double kCutOff = 3;

}  // namespace

const std::vector<Row>& Rows() {
  using enum Operation;
  using enum Goal;
  // clang-format off
  static const auto& rows = *new std::vector<Row>{
      {"lanczos-25", "Lanczos to 25%", kLanczos, 0.25, false, kBeatPeers, 3, {18.0, 56}, 1},
      {"lanczos-50", "Lanczos to 50%", kLanczos, 0.50, false, kBeatPeers, 3, {20.8, 75}, 1},
      {"catmull-rom-25", "Catmull-Rom to 25%", kCatmullRom, 0.25, false, kBeatPeers, 2, {10.7, 40}, 1},
      {"mitchell-150", "Mitchell to 150%", kMitchell, 1.50, false, kBeatPeers, 2, {54, 174}, 1},
      {"scale-25", "Scale (area) to 25%", kArea, 0.25, false, kMemorySpeed, 0.5, {5.2, 17.8}, 1},
      {"scale-50", "Scale (area) to 50%", kArea, 0.50, false, kMemorySpeed, 0.5, {0, 0}, 1},
      {"scale-37", "Scale (area) to 37%", kArea, 0.37, false, kBeatPeers, 0.5, {7.9, 22.8}, 1},
      {"lanczos-25-alpha", "Lanczos to 25%, alpha", kLanczos, 0.25, true, kNearOpaque, 3, {0, 0}, 1},
      {"scale-25-alpha", "Scale (area) to 25%, alpha", kArea, 0.25, true, kNearOpaque, 0.5, {0, 0}, 1},
      {"blur-2", "Blur, sigma 2, 13 taps", kBlur, 1, false, kBeatPeers, 6.5, {0, 0}, kCoarseBlur, 6, 2},
      {"blur-8", "Blur, sigma 8, 49 taps", kBlur, 1, false, kBeatPeers, 24.5, {0, 0}, kCoarseBlur, 24, 8},
      {"blur-25", "Blur, sigma 25, 151 taps", kBlur, 1, false, kBeatPeers, 75.5, {0, 0}, kCoarseWideBlur, 75, 25},
      {"gaussian-2", "Gaussian blur, 13 x 13", kGaussianBlur, 1, false, kBeatPeers, 6.5, {0, 0}, kCoarseBlur, 6, 2},
      {"grey-gaussian", "Gaussian blur, 3 x 3, grey", kGaussianBlur, 1, false, kBeatPeers, 1.5, {0, 0}, 1, 1, 0.85, true},
      {"separable-11", "11 taps along both axes", kSeparable, 1, false, kBeatPeers, 5.5, {0, 0}, 1},
      {"convolve-5", "Convolution, 5 x 5", kConvolve, 1, false, kBeatPeers, 6.25, {0, 0}, 1},
      {"sharpen", "Sharpen, 5 x 5", kSharpen, 1, false, kBeatPeers, 6.25, {0, 0}, 1, 2, 1},
      {"unsharp", "Unsharp mask, sigma 2, 13 taps", kUnsharp, 1, false, kBeatPeers, 6.5, {0, 0}, 1, 6, 2},
      {"motion-blur", "Motion blur, 21 taps", kMotionBlur, 1, false, kBeatPeers, 5.25, {0, 0}, 1, 10, 5},
      {"edge", "Edge, 3 x 3", kEdge, 1, false, kBeatPeers, 2.25, {0, 0}, 1, 1},
      {"emboss", "Emboss, 3 x 3", kEmboss, 1, false, kBeatPeers, 2.25, {0, 0}, 1, 1, 0.5},
      {"median-3", "Median, 3 x 3", kMedian, 1, false, kBeatPeers, 0, {0, 0}, 1, 1},
      {"median-5", "Median, 5 x 5", kMedian, 1, false, kBeatPeers, 0, {0, 0}, 1, 2},
      {"despeckle", "Despeckle", kDespeckle, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"negate", "Negate", kNegate, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"gamma", "Gamma correction", kGamma, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"color-matrix", "Colour matrix, 3 x 3", kColorMatrix, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"modulate", "Modulate", kModulate, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"level", "Level", kLevel, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"normalize", "Normalize", kNormalize, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"flip", "Flip", kFlip, 1, false, kBeatPeers, 0, {0, 0}, 0},
      {"rotate-90", "Rotate by 90 degrees", kRotate, 1, false, kBeatPeers, 0, {0, 0}, 0},
      {"over", "Composite, over", kOver, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"edit", "Edit: six operations", kEdit, 0.50, false, kBeatPeers, 3, {0, 0}, 1},
      {"sample-50", "Sample to 50%", kSample, 0.50, false, kBeatPeers, 0, {0, 0}, 0},
      {"thumbnail-5", "Thumbnail to 5%", kThumbnail, 0.05, false, kBeatPeers, 0.5, {0, 0}, 1},
      {"crop", "Crop to a half", kCrop, 0.50, false, kBeatPeers, 0, {0, 0}, 0},
      {"flop", "Flop", kFlop, 1, false, kBeatPeers, 0, {0, 0}, 0},
      {"contrast", "Contrast", kContrast, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"equalize", "Equalize", kEqualize, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"threshold", "Threshold", kThreshold, 1, false, kBeatPeers, 0, {0, 0}, 0},
      {"grey", "Colours to grey", kGrey, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"quantize", "Quantize to 64 colours", kQuantize, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"flatten", "Flatten two images", kFlatten, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"constitute", "Constitute, 8-bit RGB", kConstitute, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"dispatch", "Dispatch, 8-bit RGB, and back", kDispatch, 1, false, kBeatPeers, 0, {0, 0}, 1},
      {"draw-polygon", "Polygon of 1000 corners, filled", kDrawPolygon, 1, false, kFifth, 0, {0, 0}, 1},
      {"draw-stroke", "Outline of that polygon", kDrawStroke, 1, false, kFifth, 0, {0, 0}, 1},
      {"draw-text", "Text, 40 lines", kDrawText, 1, false, kFifth, 0, {0, 0}, 2},
      {"encode-jpeg", "JPEG to memory", kEncodeJpeg, 1, false, kKeepUp, 0, {0, 0}, kCutOff},
      {"decode-jpeg", "JPEG from memory", kDecodeJpeg, 1, false, kKeepUp, 0, {0, 0}, kCutOff},
      {"encode-png", "PNG to memory", kEncodePng, 1, false, kKeepUp, 0, {0, 0}, 0},
      {"decode-png", "PNG from memory", kDecodePng, 1, false, kKeepUp, 0, {0, 0}, 0},
  };
  // clang-format on
  return rows;
}

unsigned Scaled(unsigned size, double factor) {
  return static_cast<unsigned>(std::max(1L, std::lround(size * factor)));
}

std::pair<unsigned, unsigned> ResultSize(const Row& row, const RawImage& source) {
  if (row.operation == Operation::kRotate) return {source.rows, source.columns};
  if (row.operation != Operation::kEdit)
    return {Scaled(source.columns, row.factor), Scaled(source.rows, row.factor)};
  const auto part = [](unsigned size, unsigned most) {
    return std::min(most, EditHalf(size) - kEditCropOffset);
  };
  return {part(source.columns, kEditColumns), part(source.rows, kEditRows)};
}

}  // namespace lodestone::bench
