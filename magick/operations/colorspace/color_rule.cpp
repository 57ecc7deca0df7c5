#include "magick/operations/colorspace/color_rule.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "accel/work.hpp"
#include "kernels/color/color_cpu.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/operations/colorspace/in_place.hpp"
#include "magick/operations/colorspace/point.hpp"

namespace lodestone {
namespace {

MagickAccelerateColor ArgumentsOf(const ColorRule& rule, bool has_alpha) {
  MagickAccelerateColor color{rule.function, {}, has_alpha, rule.with_opacity};
  std::copy(rule.numbers.begin(), rule.numbers.end(), color.numbers);
  return color;
}

// Of a few pixels, here and now.
void Change(const ColorRule& rule, bool has_alpha, PixelPacket* pixels, std::size_t count) {
  auto* const samples = reinterpret_cast<kernels::QuantumSample*>(pixels);
  const MagickAccelerateColor color = ArgumentsOf(rule, has_alpha);
  const kernels::ColorWork work{{{samples, count, 1, count * kernels::kChannels},
                                 {samples, count, 1, count * kernels::kChannels},
                                 kernels::Channels::kPlain,
                                 color}};
  kernels::ColorBand(work, 0, 1);
}

MagickAccelerateWork WorkOf(const Image* image, const char* name, const ColorRule& rule) {
  MagickAccelerateWork work = accel::PlainWorkRecord(MagickAccelerateColors);
  work.color = ArgumentsOf(rule, image->matte != MagickFalse);
  work.name = name;
  return work;
}

MagickPassFail ShadesByRule(Image* image, const char* name, const ColorRule& rule,
                            const char* text) {
  return ChangeShades(
      image, name,
      [&](PixelPacket* shades, std::size_t count) { Change(rule, false, shades, count); }, text);
}

}  // namespace

MagickPassFail ChangeColors(Image* image, const char* name, const ColorRule& rule,
                            const char* text) {
  if (image->storage_class == PseudoClass)
    return ChangePalette(image, [&](PixelPacket* colors, std::size_t count) {
      Change(rule, image->matte != MagickFalse, colors, count);
    });
  if (HasGreySamples(image)) return ShadesByRule(image, name, rule, text);
  return RunInPlace(image, WorkOf(image, name, rule), text);
}

MagickPassFail ChangeToGrey(Image* image, const char* name, const ColorRule& rule,
                            const char* text) {
  const bool as_it_is =
      image->storage_class == PseudoClass || HasOpacity(image) || HasGreySamples(image);
  const MagickPassFail status = as_it_is ? ChangeColors(image, name, rule, text)
                                         : RunToGrey(image, WorkOf(image, name, rule), 0, text);
  if (status != MagickFail) image->is_grayscale = MagickTrue;
  return status;
}

MagickPassFail TakeSample(Image* image, const char* name, const ColorRule& rule, const char* text) {
  if (HasGreySamples(image)) return ShadesByRule(image, name, rule, text);
  MagickAccelerateWork work = WorkOf(image, name, rule);
  work.color.has_alpha = 1;
  return RunToGrey(image, work, 0, text);
}

MagickPassFail ChangeFour(Image* image, const char* name, const ColorRule& rule, const char* text) {
  MagickAccelerateWork work = WorkOf(image, name, rule);
  work.color.has_alpha = 1;
  work.color.with_opacity = 1;
  return RunInPlace(image, work, text);
}

MagickPassFail ChangeShades(
    Image* image, const char* name,
    const std::function<void(PixelPacket* shades, std::size_t count)>& change, const char* text) {
  std::vector<PixelPacket> shades(std::size_t{MaxRGB} + 1);
  for (std::size_t i = 0; i < shades.size(); ++i) {
    shades[i] = PixelPacket{};
    shades[i].red = shades[i].green = shades[i].blue = static_cast<Quantum>(i);
  }
  change(shades.data(), shades.size());
  PointTable red, green, blue;
  for (const PixelPacket& shade : shades) {
    red.push_back(shade.red);
    green.push_back(shade.green);
    blue.push_back(shade.blue);
  }
  const bool alike = red == green && green == blue;
  return ChangeSamples(image, name,
                       alike ? PointRule::ForColors(&red) : PointRule{&red, &green, &blue}, text);
}

}  // namespace lodestone
