// Operations on single samples: what they change in an image, and what they leave.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "magick/enhance.h"
#include "tests/magick/support.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

Quantum Turned(Quantum value) {
  return static_cast<Quantum>(MaxRGB - value);
}

bool IsGrey(const PixelPacket& pixel) {
  return pixel.red == pixel.green && pixel.green == pixel.blue;
}

PixelPacket Negated(PixelPacket pixel, bool black) {
  pixel.red = Turned(pixel.red);
  pixel.green = Turned(pixel.green);
  pixel.blue = Turned(pixel.blue);
  if (black) pixel.opacity = Turned(pixel.opacity);
  return pixel;
}

void ExpectPixel(const PixelPacket& expected, const PixelPacket& actual, const std::string& what) {
  EXPECT_TRUE(expected.red == actual.red && expected.green == actual.green &&
              expected.blue == actual.blue && expected.opacity == actual.opacity)
      << what;
}

TEST(Negate, TurnsColoursAroundInEveryKindOfImage) {
  for (const Kind kind : kAllKinds) {
    const ImagePtr image = RandomImage(61, 37, kind, 3);
    const auto before = Pixels(image.get());
    ASSERT_EQ(MagickPass, NegateImage(image.get(), MagickFalse)) << KindName(kind);
    const auto after = Pixels(image.get());
    for (std::size_t i = 0; i < before.size(); ++i)
      ExpectPixel(Negated(before[i], kind == Kind::kCmyk), after[i], KindName(kind));
  }
}

TEST(Negate, LeavesWhatIsNotGreyIfAskedTo) {
  const ImagePtr image = RandomImage(50, 40, Kind::kMatte, 4);
  PixelPacket* pixels = GetImagePixels(image.get(), 0, 0, 50, 40);
  for (std::size_t i = 0; i < 50 * 40; i += 3) pixels[i].green = pixels[i].blue = pixels[i].red;
  SyncImagePixels(image.get());
  const auto before = Pixels(image.get());
  ASSERT_EQ(MagickPass, NegateImage(image.get(), MagickTrue));
  const auto after = Pixels(image.get());
  for (std::size_t i = 0; i < before.size(); ++i)
    ExpectPixel(IsGrey(before[i]) ? Negated(before[i], false) : before[i], after[i], "matte");
}

TEST(Negate, APaletteStaysOne) {
  const ImagePtr image = RandomImage(31, 17, Kind::kPalette, 5);
  const std::vector<PixelPacket> map(image->colormap, image->colormap + image->colors);
  EventRecorder recorder;
  ASSERT_EQ(MagickPass, NegateImage(image.get(), MagickFalse));
  EXPECT_EQ(PseudoClass, image->storage_class);
  for (std::size_t i = 0; i < map.size(); ++i)
    ExpectPixel(Negated(map[i], false), image->colormap[i], "palette");
  EXPECT_TRUE(recorder.operations().empty());
}

TEST(Negate, GreyImagesStayGreyAndOneSampleAPixel) {
  const ImagePtr image = RandomGrey(71, 23, 6);
  const auto before = Pixels(ImagePtr(RandomGrey(71, 23, 6)).get());
  for (const unsigned grey_only : {0u, 1u}) {
    const EventRecorder recorder;
    ASSERT_EQ(MagickPass, NegateImage(image.get(), grey_only));
    ASSERT_EQ(1u, recorder.operations().size());
    EXPECT_EQ("negate", recorder.operations()[0].operation);
    EXPECT_EQ(1u, recorder.operations()[0].raw.samples);
    EXPECT_TRUE(HasGreyPixels(image.get()));
    EXPECT_TRUE(image->is_grayscale);
  }
  const auto after = Pixels(image.get());
  for (std::size_t i = 0; i < before.size(); ++i) ExpectPixel(before[i], after[i], "twice");
}

TEST(Negate, ChangesOneImageAlone) {
  const ImagePtr image = RandomImage(20, 30, Kind::kOpaque, 7);
  const ImagePtr untouched = RandomImage(20, 30, Kind::kOpaque, 7);
  Exception exception;
  const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
  ASSERT_EQ(MagickPass, NegateImage(image.get(), MagickFalse));
  ExpectSameImage(untouched.get(), clone.get(), "the clone");
  ASSERT_EQ(MagickPass, NegateImage(image.get(), MagickFalse));
  ExpectSameImage(untouched.get(), image.get(), "twice");
}

// The alpha of CMYK images lies in their indexes.
TEST(Negate, KeepsTheAlphaOfCmyk) {
  const ImagePtr image = RandomImage(9, 8, Kind::kCmyk, 8);
  image->matte = MagickTrue;
  GetImagePixels(image.get(), 0, 0, 9, 8);
  IndexPacket* indexes = AccessMutableIndexes(image.get());
  ASSERT_NE(nullptr, indexes);
  for (unsigned i = 0; i < 72; ++i) indexes[i] = static_cast<IndexPacket>(3 * i);
  SyncImagePixels(image.get());
  ASSERT_EQ(MagickPass, NegateImage(image.get(), MagickFalse));
  Exception exception;
  AcquireImagePixels(image.get(), 0, 0, 9, 8, exception);
  const IndexPacket* after = AccessImmutableIndexes(image.get());
  ASSERT_NE(nullptr, after);
  for (unsigned i = 0; i < 72; ++i) ASSERT_EQ(3 * i, after[i]);
}

Quantum Corrected(Quantum value, double level) {
  return static_cast<Quantum>(MaxRGBDouble * std::pow(value / MaxRGBDouble, 1 / level));
}

TEST(Gamma, ReadsOneLevelOrThree) {
  struct Text {
    const char* text;
    double red, green, blue;
  };
  for (const Text& t : {Text{"2.2", 2.2, 2.2, 2.2},
                        {"1.5,0.7", 1.5, 0.7, 1},
                        {"2/,/3/0", 2, 3, 0},
                        {" 2 , 3", 2, 2, 2},
                        {"0.5,0.5,2, 9", 0.5, 0.5, 2},
                        {"1,1,4", 1, 1, 4},
                        {"3,", 3, 3, 3},
                        {"none", 1, 1, 1},
                        {"", 1, 1, 1},
                        {",2", 1, 1, 1}}) {
    const ImagePtr image = RandomImage(21, 11, Kind::kMatte, 10);
    const auto before = Pixels(image.get());
    image->gamma = 0.5;
    ASSERT_EQ(MagickPass, GammaImage(image.get(), t.text));
    EXPECT_DOUBLE_EQ(0.5 * (t.red + t.green + t.blue) / 3, image->gamma) << t.text;
    const auto after = Pixels(image.get());
    for (std::size_t i = 0; i < before.size(); ++i) {
      PixelPacket expected = before[i];
      expected.red = Corrected(expected.red, t.red);
      expected.green = Corrected(expected.green, t.green);
      if (t.blue != 0) expected.blue = Corrected(expected.blue, t.blue);
      ExpectPixel(expected, after[i], t.text);
    }
  }
}

TEST(Gamma, APaletteStaysOneAndAnUnknownGammaUnknown) {
  const ImagePtr image = RandomImage(31, 17, Kind::kPalette, 5);
  const PixelPacket entry = image->colormap[1];
  image->gamma = 0;
  ASSERT_EQ(MagickPass, GammaImage(image.get(), "2"));
  EXPECT_EQ(PseudoClass, image->storage_class);
  EXPECT_EQ(Corrected(entry.green, 2), image->colormap[1].green);
  EXPECT_EQ(0, image->gamma);
}

TEST(Gamma, GreyImagesStayGreyByOneLevelOnly) {
  const ImagePtr image = RandomGrey(40, 30, 6);
  ASSERT_EQ(MagickPass, GammaImage(image.get(), "1.7"));
  EXPECT_TRUE(HasGreyPixels(image.get()));
  EXPECT_TRUE(image->is_grayscale);
  const auto before = Pixels(image.get());
  ASSERT_EQ(MagickPass, GammaImage(image.get(), "1.7,1,1"));
  EXPECT_FALSE(HasGreyPixels(image.get()));
  EXPECT_FALSE(image->is_grayscale);
  const auto after = Pixels(image.get());
  for (std::size_t i = 0; i < before.size(); ++i) {
    PixelPacket expected = before[i];
    expected.red = Corrected(expected.red, 1.7);
    ExpectPixel(expected, after[i], "red");
  }
}

// Levels whose tables leave the range of doubles or of quanta.
TEST(Gamma, LevelsWithoutSense) {
  const ImagePtr image = RandomImage(9, 9, Kind::kOpaque, 12);
  ASSERT_EQ(MagickPass, GammaImage(image.get(), "-1"));
  EXPECT_EQ(MaxRGB, Pixels(image.get())[0].red);
  ASSERT_EQ(MagickPass, GammaImage(image.get(), "1e-300"));
  EXPECT_EQ(MagickFail, GammaImage(image.get(), nullptr));
}

using Change = std::function<MagickPassFail(Image*)>;
const std::vector<Change>& Changes() {
  static const auto& changes = *new std::vector<Change>{
      [](Image* image) { return NegateImage(image, MagickFalse); },
      [](Image* image) { return NegateImage(image, MagickTrue); },
      [](Image* image) { return GammaImage(image, "2.2"); },
  };
  return changes;
}

// Cancelled halfway, an image that shares its pixels with no other is partly changed, as
// GraphicsMagick leaves it; others never are.
TEST(Point, WhatFailsSaysSoAndOtherImagesStay) {
  for (const Change& change : Changes()) {
    EXPECT_EQ(MagickFail, change(nullptr));
    const ImagePtr empty(AllocateImage(nullptr));
    EXPECT_EQ(MagickFail, change(empty.get()));
    EXPECT_GE(empty->exception.severity, ErrorException);
    const ImagePtr image = RandomImage(40, 500, Kind::kMatte, 9);
    const ImagePtr before = RandomImage(40, 500, Kind::kMatte, 9);
    Exception exception;
    const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
    SetMonitorHandler([](const char*, magick_int64_t, magick_uint64_t, ExceptionInfo*) {
      return static_cast<MagickPassFail>(MagickFail);
    });
    EXPECT_EQ(MagickFail, change(image.get()));
    EXPECT_EQ(MagickFail, change(RandomImage(40, 500, Kind::kMatte, 9).get()));
    SetMonitorHandler(nullptr);
    EXPECT_GE(image->exception.severity, ErrorException);
    ExpectSameImage(before.get(), image.get(), "cancelled");
    ExpectSameImage(before.get(), clone.get(), "clone");
  }
}

}  // namespace
}  // namespace lodestone::test
