// Images that show differences, restated plainly.
#include <cmath>
#include <random>

#include "magick/compare.h"
#include "tests/magick/support.hpp"
#include "tests/support/image_list.hpp"

namespace lodestone::test {
namespace {

// With a third of the samples changed by a bit.
ImagePtr Disturbed(const Image* image, unsigned seed) {
  Exception exception;
  ImagePtr copy(CloneImage(image, 0, 0, MagickTrue, exception));
  copy->storage_class = DirectClass;
  PixelPacket* const pixels = GetImagePixels(copy.get(), 0, 0, copy->columns, copy->rows);
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < copy->columns * copy->rows; ++i) {
    if (random() % 3 == 0) pixels[i].red ^= 1;
    if (random() % 3 == 0) pixels[i].green ^= 2;
    if (random() % 3 == 0) pixels[i].blue ^= 64;
    if (random() % 3 == 0 && image->matte) pixels[i].opacity ^= 4;
  }
  SyncImagePixels(copy.get());
  return copy;
}

bool Counts(ChannelType channel, ChannelType one) {
  return channel == AllChannels || channel == one;
}

PixelPacket Expected(const DifferenceImageOptions& options, const PixelPacket& a,
                     const PixelPacket& b) {
  const ChannelType channel = options.channel;
  const PixelPacket& color = options.highlight_color;
  const bool differs = (Counts(channel, RedChannel) && a.red != b.red) ||
                       (Counts(channel, GreenChannel) && a.green != b.green) ||
                       (Counts(channel, BlueChannel) && a.blue != b.blue) ||
                       (Counts(channel, OpacityChannel) && a.opacity != b.opacity);
  if (options.highlight_style == UndefinedHighlightStyle) return PixelPacket{};
  if (!differs) return b;
  PixelPacket pixel = b;
  if (options.highlight_style == AssignHighlightStyle) {
    pixel = color;
  } else if (options.highlight_style == XorHighlightStyle) {
    pixel.red ^= color.red, pixel.green ^= color.green;
    pixel.blue ^= color.blue, pixel.opacity ^= color.opacity;
  } else if (options.highlight_style == ThresholdHighlightStyle) {
    const bool brighter = PixelIntensity(&b) > PixelIntensity(&a);
    pixel.red = pixel.green = pixel.blue = brighter ? Quantum{MaxRGB} : Quantum{0};
  } else {
    const double opacity = b.opacity / MaxRGBDouble, cover = 1.0 - 0.75 * opacity;
    const auto mix = [&](Quantum over, Quantum under) {
      return static_cast<Quantum>(
          std::floor((0.25 * over + 0.75 * (1.0 - opacity) * under) / cover + 0.5));
    };
    pixel.red = mix(color.red, b.red);
    pixel.green = mix(color.green, b.green);
    pixel.blue = mix(color.blue, b.blue);
    pixel.opacity = static_cast<Quantum>(std::floor(0.75 * b.opacity + 0.5));
  }
  return pixel;
}

TEST(DifferenceImage, HighlightsWhatDiffers) {
  for (const unsigned long side : {1, 2, 3, 7, 16, 17, 255, 257})
    for (const Kind kind : {Kind::kOpaque, Kind::kMatte, Kind::kPalette}) {
      const ImagePtr image = RandomImage(side, 6, kind, 1);
      const ImagePtr other = Disturbed(image.get(), unsigned(side));
      const auto a = Pixels(image.get()), b = Pixels(other.get());
      for (int style = UndefinedHighlightStyle; style <= XorHighlightStyle; ++style)
        for (const ChannelType channel : {UndefinedChannel, RedChannel, GreenChannel, BlueChannel,
                                          OpacityChannel, AllChannels, GrayChannel}) {
          Exception exception;
          DifferenceImageOptions options;
          InitializeDifferenceImageOptions(&options, exception);
          options.channel = channel;
          options.highlight_style = static_cast<HighlightStyle>(style);
          options.highlight_color.opacity = 77;
          const ImagePtr shown(DifferenceImage(image.get(), other.get(), &options, exception));
          ASSERT_NE(nullptr, shown) << exception.text();
          EXPECT_EQ(DirectClass, shown->storage_class);
          EXPECT_FALSE(shown->matte);
          const auto actual = Pixels(shown.get());
          // A mix can lie between two steps.
          const int steps = style == TintHighlightStyle ? 1 : 0;
          for (std::size_t i = 0; i < actual.size(); ++i)
            ASSERT_TRUE(CloseSamples(Expected(options, a[i], b[i]), actual[i], steps))
                << side << " " << KindName(kind) << " style " << style << " pixel " << i;
        }
    }
}

TEST(DifferenceImage, HasTheDefaults) {
  DifferenceImageOptions options;
  InitializeDifferenceImageOptions(&options, nullptr);
  EXPECT_EQ(AllChannels, options.channel);
  EXPECT_EQ(TintHighlightStyle, options.highlight_style);
  EXPECT_EQ(ScaleCharToQuantum(241), options.highlight_color.red);
  EXPECT_EQ(0, options.highlight_color.green);
  EXPECT_EQ(ScaleCharToQuantum(30), options.highlight_color.blue);
  EXPECT_EQ(0, options.highlight_color.opacity);
  InitializeDifferenceImageOptions(nullptr, nullptr);
}

void ExpectRefused(const Image* a, const Image* b, const DifferenceImageOptions* options,
                   ExceptionType severity) {
  Exception exception;
  EXPECT_EQ(nullptr, DifferenceImage(a, b, options, exception));
  EXPECT_EQ(severity, exception.severity()) << exception.text();
}

TEST(DifferenceImage, RefusesWhatIsNotThere) {
  const ImagePtr image = RandomImage(5, 5, Kind::kOpaque, 1);
  const ImagePtr inks = RandomImage(5, 5, Kind::kCmyk, 1), blank = BlankImage(5, 5);
  DifferenceImageOptions options;
  InitializeDifferenceImageOptions(&options, nullptr);
  ExpectRefused(nullptr, image.get(), &options, OptionError);
  ExpectRefused(image.get(), nullptr, &options, OptionError);
  ExpectRefused(image.get(), image.get(), nullptr, OptionError);
  ExpectRefused(image.get(), inks.get(), &options, ImageError);
  ExpectRefused(image.get(), blank.get(), &options, CacheError);
  options.highlight_style = static_cast<HighlightStyle>(17);
  ExpectRefused(image.get(), image.get(), &options, OptionError);
  InitializeDifferenceImageOptions(&options, nullptr);
  options.channel = static_cast<ChannelType>(99);
  ExpectRefused(image.get(), image.get(), &options, OptionError);
}

}  // namespace
}  // namespace lodestone::test
