// Between RGB and CMYK: every kind of image, alpha, and where it is computed.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/magick/support.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};

void ExpectOneEvent(const EventRecorder& recorder, const std::string& what) {
  ASSERT_EQ(1u, recorder.operations().size()) << what;
  EXPECT_EQ("colorspace", recorder.operations()[0].operation) << what;
}

// The image becomes CMYK.
void ExpectInks(Image* image, const std::string& what) {
  const auto before = Pixels(image);
  EventRecorder recorder;
  ASSERT_EQ(MagickPass, TransformColorspace(image, CMYKColorspace)) << what;
  ASSERT_NO_FATAL_FAILURE(ExpectOneEvent(recorder, what));
  EXPECT_EQ(CMYKColorspace, image->colorspace);
  EXPECT_EQ(DirectClass, image->storage_class);
  const auto after = Pixels(image);
  const auto indexes = Indexes(image);
  ASSERT_EQ(before.size(), indexes.size()) << what;
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_EQ(MaxRGB - before[i].red, after[i].red) << what;
    ASSERT_EQ(MaxRGB - before[i].green, after[i].green) << what;
    ASSERT_EQ(MaxRGB - before[i].blue, after[i].blue) << what;
    ASSERT_EQ(std::min({after[i].red, after[i].green, after[i].blue}), after[i].opacity) << what;
    ASSERT_EQ(image->matte ? before[i].opacity : Quantum{OpaqueOpacity}, indexes[i]) << what;
  }
}

Quantum Passed(Quantum ink, Quantum black) {
  const double light = MaxRGBDouble - black;
  return static_cast<Quantum>((MaxRGBDouble - ink) * light / MaxRGBDouble + 0.5);
}

// The image becomes RGB.
void ExpectColors(Image* image, const std::string& what) {
  const auto before = Pixels(image);
  const auto alphas = Indexes(image);
  EventRecorder recorder;
  ASSERT_EQ(MagickPass, TransformColorspace(image, RGBColorspace)) << what;
  ASSERT_NO_FATAL_FAILURE(ExpectOneEvent(recorder, what));
  EXPECT_EQ(RGBColorspace, image->colorspace);
  const auto after = Pixels(image);
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_EQ(Passed(before[i].red, before[i].opacity), after[i].red) << what;
    ASSERT_EQ(Passed(before[i].green, before[i].opacity), after[i].green) << what;
    ASSERT_EQ(Passed(before[i].blue, before[i].opacity), after[i].blue) << what;
    ASSERT_EQ(image->matte ? alphas[i] : Quantum{OpaqueOpacity}, after[i].opacity) << what;
  }
}

TEST(Inks, ThereAndBack) {
  unsigned seed = 0;
  for (const Kind kind : {Kind::kOpaque, Kind::kMatte, Kind::kPalette, Kind::kPaletteMatte})
    for (const unsigned long side : kSizes) {
      const ImagePtr image = RandomImage(side, kSizes[seed % 8], kind, seed);
      ++seed;
      ASSERT_NO_FATAL_FAILURE(ExpectInks(image.get(), KindName(kind)));
      ASSERT_NO_FATAL_FAILURE(ExpectColors(image.get(), KindName(kind)));
    }
}

TEST(Inks, OfCmykImagesWithAndWithoutAlpha) {
  for (const MagickBool matte : {MagickFalse, MagickTrue})
    for (const unsigned long side : kSizes) {
      const ImagePtr image = RandomImage(side, 19, Kind::kCmyk, static_cast<unsigned>(side));
      image->matte = matte;
      ASSERT_NO_FATAL_FAILURE(ExpectColors(image.get(), "cmyk"));
    }
}

TEST(Inks, OfGreyImages) {
  const ImagePtr image = RandomGrey(255, 17, 3);
  image->is_grayscale = MagickTrue;
  ASSERT_NO_FATAL_FAILURE(ExpectInks(image.get(), "grey"));
  EXPECT_FALSE(image->is_grayscale);
}

// Those of others that share their pixels stay as they are.
TEST(Inks, OfClones) {
  const ImagePtr image = RandomImage(33, 9, Kind::kMatte, 4);
  const auto before = Pixels(image.get());
  Exception exception;
  const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
  ASSERT_NO_FATAL_FAILURE(ExpectInks(clone.get(), "clone"));
  const auto after = Pixels(image.get());
  EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin(), SamePixel));
  EXPECT_TRUE(Indexes(image.get()).empty());
}

TEST(Inks, AlphaIsOpaqueWhereThereIsNone) {
  const ImagePtr image = RandomImage(33, 9, Kind::kMatte, 5);
  image->colorspace = CMYKColorspace;  // without indexes
  ASSERT_EQ(MagickPass, TransformColorspace(image.get(), RGBColorspace));
  for (const PixelPacket& pixel : Pixels(image.get())) ASSERT_EQ(OpaqueOpacity, pixel.opacity);
}

MagickPassFail StopAtOnce(const char*, const magick_int64_t, const magick_uint64_t,
                          ExceptionInfo*) {
  return MagickFail;
}

TEST(Inks, ACancelledImageKeepsItsSpaceAndAlpha) {
  const ImagePtr image = RandomImage(33, 9, Kind::kPaletteMatte, 6);
  const auto before = Pixels(image.get());
  Exception exception;
  const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
  const MonitorHandler handler = SetMonitorHandler(StopAtOnce);
  EXPECT_EQ(MagickFail, TransformColorspace(clone.get(), CMYKColorspace));
  SetMonitorHandler(handler);
  EXPECT_EQ(MonitorError, clone->exception.severity);
  ExpectSameImage(image.get(), clone.get(), "cancelled");
  EXPECT_EQ(image->colorspace, clone->colorspace);
  EXPECT_EQ(image->matte, clone->matte);
}

}  // namespace
}  // namespace lodestone::test
