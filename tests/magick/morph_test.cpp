// Images between others, hidden in others, and seen through two colours.
#include "magick/fx.h"

#include <algorithm>
#include <random>
#include "tests/magick/support.hpp"
#include "tests/support/image_list.hpp"

namespace lodestone::test {
namespace {

ImagePtr Pair(unsigned long columns, unsigned long rows, Kind first, Kind second) {
  std::vector<ImagePtr> images;
  images.push_back(RandomImage(columns, rows, first, 1));
  images.push_back(RandomImage(columns, rows, second, 2));
  return ListOf(std::move(images));
}

Quantum Mixed(Quantum a, Quantum b, double share) {
  return static_cast<Quantum>((1.0 - share) * a + share * b + 0.5);
}

// Images of one size are not resized.
TEST(MorphImages, MixesSamples) {
  Exception exception;
  for (const unsigned long side : {1, 2, 3, 7, 16, 17, 255, 257})
    for (const Kind kind : {Kind::kOpaque, Kind::kMatte, Kind::kPalette, Kind::kPaletteMatte}) {
      const ImagePtr list = Pair(side, 5, kind, Kind::kMatte);
      const ImagePtr frames(MorphImages(list.get(), 4, exception));
      ASSERT_NE(nullptr, frames) << exception.text();
      ASSERT_EQ(6u, GetImageListLength(frames.get()));
      ExpectSameImage(list.get(), frames.get(), "first");
      const auto a = Pixels(list.get()), b = Pixels(list->next);
      int number = 0;
      for (const Image* frame = frames->next; frame->next; frame = frame->next) {
        const double share = ++number / 5.0;
        EXPECT_EQ(DirectClass, frame->storage_class);
        const auto actual = Pixels(frame);
        for (std::size_t i = 0; i < actual.size(); ++i) {
          PixelPacket expected;
          expected.red = Mixed(a[i].red, b[i].red, share);
          expected.green = Mixed(a[i].green, b[i].green, share);
          expected.blue = Mixed(a[i].blue, b[i].blue, share);
          expected.opacity = Mixed(a[i].opacity, b[i].opacity, share);
          ASSERT_TRUE(SamePixel(expected, actual[i])) << side << " " << KindName(kind) << " " << i;
        }
      }
    }
}

TEST(MorphImages, AreGraphicsMagicks) {
  SKIP_WITHOUT_GM_LIBRARY();
  ExceptionInfo theirs;
  GM(GetExceptionInfo)(&theirs);
  std::mt19937 random(3);
  for (int i = 0; i < 30; ++i) {
    Exception exception;
    std::vector<ImagePtr> images;
    for (int n = 0; n < 3; ++n)
      images.push_back(RandomImage(1 + random() % 60, 1 + random() % 40,
                                   i % 2 ? Kind::kOpaque : Kind::kPalette, unsigned(random())));
    const ImagePtr list = ListOf(std::move(images));
    const unsigned long frames = random() % 4;
    const GmImagePtr their_list = ToGmList(list.get());
    const GmImagePtr expected(GM(MorphImages)(their_list.get(), frames, &theirs));
    const ImagePtr actual(MorphImages(list.get(), frames, exception));
    // Two steps of resizing, and one of rounding.
    ExpectSameListAsGm(expected.get(), actual.get(), std::to_string(i), 3);
    if (HasFatalFailure()) return;
  }
}

TEST(MorphImages, RepeatsSingleImages) {
  Exception exception;
  const ImagePtr image = RandomImage(9, 7, Kind::kPalette, 1);
  for (const unsigned long frames : {0ul, 1ul, 2ul, 50ul}) {
    const ImagePtr repeated(MorphImages(image.get(), frames, exception));
    EXPECT_EQ(std::max(frames, 1ul), GetImageListLength(repeated.get()));
    for (const Image* frame = repeated.get(); frame; frame = frame->next)
      ExpectSameImage(image.get(), frame, std::to_string(frames));
  }
}

// Inks become colours before they are mixed.
TEST(MorphImages, ConvertsInks) {
  Exception exception;
  const ImagePtr list = Pair(6, 5, Kind::kCmyk, Kind::kCmyk);
  const ImagePtr frames(MorphImages(list.get(), 1, exception));
  ASSERT_NE(nullptr, frames) << exception.text();
  std::vector<std::vector<PixelPacket>> colors;
  for (Image* image = list.get(); image; image = image->next) {
    ASSERT_EQ(MagickPass, TransformColorspace(image, RGBColorspace));
    colors.push_back(Pixels(image));
  }
  const auto actual = Pixels(frames->next);
  EXPECT_EQ(RGBColorspace, frames->next->colorspace);
  for (std::size_t i = 0; i < actual.size(); ++i)
    EXPECT_EQ(Mixed(colors[0][i].green, colors[1][i].green, 0.5), actual[i].green);
}

void ExpectRefused(const ImagePtr& made, const Exception& exception, ExceptionType severity) {
  EXPECT_EQ(nullptr, made);
  EXPECT_EQ(severity, exception.severity());
}

TEST(MorphImages, RefusesWhatIsTooMuch) {
  const ImagePtr list = Pair(3, 3, Kind::kOpaque, Kind::kOpaque);
  for (const unsigned long frames : {(1ul << 20) + 1, ~0ul / 2, ~0ul}) {
    Exception exception;
    ExpectRefused(ImagePtr(MorphImages(list.get(), frames, exception)), exception, OptionError);
  }
  Exception none, empty;
  ExpectRefused(ImagePtr(MorphImages(nullptr, 1, none)), none, OptionError);
  list->next->columns = 0;
  list->columns = 0;
  EXPECT_EQ(nullptr, MorphImages(list.get(), 1, empty));
  EXPECT_LE(ErrorException, empty.severity());
  list->columns = list->next->columns = 3;
}

MagickPassFail Stop(const char*, const magick_int64_t, const magick_uint64_t, ExceptionInfo*) {
  return MagickFail;
}

TEST(MorphImages, AndOthersAreCancelled) {
  const ImagePtr list = Pair(300, 300, Kind::kOpaque, Kind::kOpaque);
  Exception morph, stereo, stegano;
  const MonitorHandler before = SetMonitorHandler(Stop);
  ExpectRefused(ImagePtr(MorphImages(list.get(), 2, morph)), morph, MonitorError);
  ExpectRefused(ImagePtr(StereoImage(list.get(), list->next, stereo)), stereo, MonitorError);
  ExpectRefused(ImagePtr(SteganoImage(list.get(), list->next, stegano)), stegano, MonitorError);
  SetMonitorHandler(before);
}

TEST(StereoImage, TakesRedOfOneAndTheRestOfTheOther) {
  Exception exception;
  for (const unsigned long side : {1, 2, 3, 7, 16, 17, 255, 257})
    for (const Kind kind : {Kind::kOpaque, Kind::kMatte, Kind::kPaletteMatte}) {
      const ImagePtr list = Pair(side, 4, kind, Kind::kMatte);
      const ImagePtr stereo(StereoImage(list.get(), list->next, exception));
      ASSERT_NE(nullptr, stereo) << exception.text();
      EXPECT_EQ(DirectClass, stereo->storage_class);
      EXPECT_EQ(list->matte, stereo->matte);
      const auto a = Pixels(list.get()), b = Pixels(list->next), actual = Pixels(stereo.get());
      for (std::size_t i = 0; i < actual.size(); ++i) {
        PixelPacket expected = b[i];
        expected.red = a[i].red;
        expected.opacity = static_cast<Quantum>((a[i].opacity + b[i].opacity) / 2);
        ASSERT_TRUE(SamePixel(expected, actual[i])) << side << " " << KindName(kind) << " " << i;
      }
    }
}

TEST(StereoImage, ConvertsInks) {
  Exception exception;
  const ImagePtr list = Pair(6, 5, Kind::kCmyk, Kind::kOpaque);
  const ImagePtr stereo(StereoImage(list.get(), list->next, exception));
  ASSERT_NE(nullptr, stereo) << exception.text();
  EXPECT_EQ(RGBColorspace, stereo->colorspace);
  ASSERT_EQ(MagickPass, TransformColorspace(list.get(), RGBColorspace));
  for (long x = 0; x < 6; ++x) EXPECT_EQ(RedAt(list.get(), x, 2), RedAt(stereo.get(), x, 2));
}

TEST(StereoImage, RefusesOtherSizes) {
  const ImagePtr image = RandomImage(4, 4, Kind::kOpaque, 1);
  const ImagePtr other = RandomImage(4, 5, Kind::kOpaque, 1);
  Exception sizes, missing;
  ExpectRefused(ImagePtr(StereoImage(image.get(), other.get(), sizes)), sizes, ImageError);
  ExpectRefused(ImagePtr(StereoImage(image.get(), nullptr, missing)), missing, OptionError);
}

// GraphicsMagick's loop, step by step, for pixels of which nothing else is known.
std::vector<PixelPacket> PlainStegano(const Image* image, const Image* watermark) {
  auto pixels = Pixels(image);
  const auto hidden = Pixels(watermark);
  std::size_t color = 0, at = std::size_t(image->offset);
  unsigned place = 0;
  for (int bit = QuantumDepth - 1; bit >= 0; --bit)
    for (const PixelPacket& pixel : hidden) {
      if (place == QuantumDepth || at >= pixels.size()) return pixels;
      Quantum* const samples[] = {&pixels[at].red, &pixels[at].green, &pixels[at].blue};
      Quantum& sample = *samples[color];
      const unsigned set = PixelIntensity(&pixel) >> bit & 1;
      sample = static_cast<Quantum>((sample & ~(1u << place)) | set << place);
      color = (color + 1) % 3;
      if (++at == image->columns * image->columns) at = 0;
      if (at == std::size_t(image->offset)) ++place;
    }
  return pixels;
}

TEST(SteganoImage, HidesBitAfterBit) {
  std::mt19937 random(5);
  for (int i = 0; i < 200; ++i) {
    Exception exception;
    const Kind kinds[] = {Kind::kOpaque, Kind::kMatte, Kind::kPalette};
    const ImagePtr image =
        RandomImage(1 + random() % 20, 1 + random() % 20, kinds[i % 3], unsigned(i));
    const ImagePtr watermark =
        RandomImage(1 + random() % 12, 1 + random() % 12, kinds[i % 2], unsigned(i));
    if (i % 4) image->offset = long(random() % (image->columns * image->rows));
    const ImagePtr stegano(SteganoImage(image.get(), watermark.get(), exception));
    ASSERT_NE(nullptr, stegano) << exception.text();
    EXPECT_EQ(DirectClass, stegano->storage_class);
    const auto expected = PlainStegano(image.get(), watermark.get());
    const auto actual = Pixels(stegano.get());
    for (std::size_t n = 0; n < actual.size(); ++n)
      ASSERT_TRUE(SamePixel(expected[n], actual[n]))
          << i << ": " << image->columns << "x" << image->rows << "+" << image->offset;
  }
}

TEST(SteganoImage, RefusesAnOffsetOutside) {
  const ImagePtr image = RandomImage(4, 4, Kind::kOpaque, 1);
  for (const long offset : {-1l, 16l, static_cast<long>(~0ul / 16)}) {
    Exception exception;
    image->offset = offset;
    ExpectRefused(ImagePtr(SteganoImage(image.get(), image.get(), exception)), exception,
                  OptionError);
  }
  Exception missing;
  ExpectRefused(ImagePtr(SteganoImage(image.get(), nullptr, missing)), missing, OptionError);
}

}  // namespace
}  // namespace lodestone::test
