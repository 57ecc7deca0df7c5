// Conversions between colour profiles: lcms2 called pixel by pixel, and what happens around it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "magick/api.h"
#include "tests/support/grey_image.hpp"
#include "tests/support/test_image.hpp"
#if defined(TEST_LCMS2)
#include "tests/support/icc_profiles.h"
#endif

namespace lodestone {
namespace {

using namespace test;
using Bytes = std::vector<unsigned char>;

MagickPassFail Attach(Image* image, Bytes profile) {
  return ProfileImage(image, "ICM", profile.data(), profile.size(), MagickTrue);
}

Bytes ProfileOf(const Image* image) {
  size_t length = 0;
  const unsigned char* profile = GetImageProfile(image, "ICM", &length);
  return {profile, profile + length};
}

std::string Message(const Image* image) {
  return std::string(image->exception.reason ? image->exception.reason : "") + " (" +
         (image->exception.description ? image->exception.description : "") + ")";
}

#if defined(TEST_LCMS2)

Bytes Profile(TestProfile which) {
  size_t length = 0;
  unsigned char* made = profile_bytes(which, &length);
  Bytes bytes(made, made + length);
  std::free(made);
  return bytes;
}

// lcms2 on one pixel at a time.
class Oracle {
 public:
  Oracle(TestProfile from, TestProfile to, cmsUInt32Number intent, cmsUInt32Number flags = 0) {
    const Bytes source_bytes = Profile(from), target_bytes = Profile(to);
    cmsHPROFILE source = Open(source_bytes), target = Open(target_bytes);
    transform_ = cmsCreateTransform(source, Format(source), target, Format(target), intent, flags);
    cmsCloseProfile(source);
    cmsCloseProfile(target);
  }
  ~Oracle() { cmsDeleteTransform(transform_); }
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  std::array<Quantum, 4> Convert(std::array<Quantum, 4> in) const {
    std::array<Quantum, 4> out{};
    cmsDoTransform(transform_, in.data(), out.data(), 1);
    return out;
  }

 private:
  // Numbers in files are rounded.
  static cmsHPROFILE Open(const Bytes& bytes) {
    return cmsOpenProfileFromMem(bytes.data(), static_cast<cmsUInt32Number>(bytes.size()));
  }
  static cmsUInt32Number Format(cmsHPROFILE profile) {
    const cmsColorSpaceSignature space = cmsGetColorSpace(profile);
    return COLORSPACE_SH(static_cast<unsigned>(_cmsLCMScolorSpace(space))) |
           CHANNELS_SH(cmsChannelsOf(space)) | BYTES_SH(sizeof(Quantum));
  }
  cmsHTRANSFORM transform_;
};

std::array<Quantum, 4> Samples(const PixelPacket& pixel) {
  return {pixel.red, pixel.green, pixel.blue, pixel.opacity};
}

TEST(IccTest, TheFirstProfileIsOnlyEmbedded) {
  const ImagePtr image = RandomImage(7, 3, Kind::kOpaque, 1);
  const ImagePtr before(RandomImage(7, 3, Kind::kOpaque, 1));
  EXPECT_EQ(MagickPass, Attach(image.get(), Profile(ProfileWide)));
  ExpectSameImage(before.get(), image.get(), "embedded");
  EXPECT_EQ(Profile(ProfileWide).size(), ProfileOf(image.get()).size());
}

TEST(IccTest, TheSameProfileAgainChangesNothing) {
  const ImagePtr image = RandomImage(7, 3, Kind::kOpaque, 1);
  const Bytes profile = Profile(ProfileWide);
  EXPECT_EQ(MagickPass, Attach(image.get(), profile));
  const ImagePtr before(CloneImage(image.get(), 0, 0, MagickTrue, &image->exception));
  EXPECT_EQ(MagickPass, Attach(image.get(), profile));
  ExpectSameImage(before.get(), image.get(), "the same");
}

TEST(IccTest, ConvertsEveryPixelAndKeepsAlpha) {
  const Oracle oracle(ProfileSrgb, ProfileWide, INTENT_RELATIVE_COLORIMETRIC);
  for (const Kind kind : {Kind::kOpaque, Kind::kMatte})
    for (const unsigned long side : {1ul, 2ul, 3ul, 7ul, 16ul, 17ul, 255ul, 257ul, 600ul}) {
      const ImagePtr image = RandomImage(side, side / 2 + 1, kind, 5);
      const std::vector<PixelPacket> before = Pixels(image.get());
      ASSERT_EQ(MagickPass, profile_between(image.get(), ProfileSrgb, ProfileWide, RelativeIntent))
          << Message(image.get());
      const std::vector<PixelPacket> after = Pixels(image.get());
      for (std::size_t i = 0; i < before.size(); ++i) {
        std::array<Quantum, 4> expected = oracle.Convert(Samples(before[i]));
        expected[3] = before[i].opacity;
        ASSERT_EQ(expected, Samples(after[i])) << KindName(kind) << " " << side << " pixel " << i;
      }
      EXPECT_EQ(RGBColorspace, image->colorspace);
    }
}

TEST(IccTest, InksAsRgbInAJpegFileAreConvertedByTheirProfile) {
  const auto written = [](Image* image) {
    ImageInfo* const info = CloneImageInfo(nullptr);
    (void)std::strcpy(info->magick, "JPEG");
    info->colorspace = RGBColorspace;
    size_t length = 0;
    void* const blob = ImageToBlob(info, image, &length, &image->exception);
    DestroyImageInfo(info);
    const auto* const begin = static_cast<const char*>(blob);
    const std::string bytes(begin, begin + length);
    MagickFree(blob);
    return bytes;
  };
  const ImagePtr inks = RandomImage(61, 17, Kind::kOpaque, 5);
  ASSERT_EQ(MagickPass, profile_between(inks.get(), ProfileSrgb, ProfileInk, UndefinedIntent));
  const ImagePtr colors(CloneImage(inks.get(), 0, 0, MagickTrue, &inks->exception));
  ASSERT_EQ(MagickPass, Attach(colors.get(), Profile(ProfileSrgb)));
  ASSERT_EQ(MagickPass, DeleteImageProfile(colors.get(), "ICM"));
  EXPECT_TRUE(written(colors.get()) == written(inks.get())) << Message(inks.get());
  EXPECT_EQ(UndefinedException, inks->exception.severity) << Message(inks.get());
}

TEST(IccTest, BlackIsInOpacityAndAlphaInIndexes) {
  const Oracle to_ink(ProfileSrgb, ProfileInk, INTENT_PERCEPTUAL);
  const ImagePtr image = RandomImage(61, 17, Kind::kMatte, 5);
  const std::vector<PixelPacket> before = Pixels(image.get());
  ASSERT_EQ(MagickPass, profile_between(image.get(), ProfileSrgb, ProfileInk, UndefinedIntent));
  EXPECT_EQ(CMYKColorspace, image->colorspace);
  const std::vector<PixelPacket> inks = Pixels(image.get());
  const std::vector<IndexPacket> alpha = Indexes(image.get());
  ASSERT_EQ(before.size(), alpha.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(to_ink.Convert(Samples(before[i])), Samples(inks[i])) << i;
    EXPECT_EQ(before[i].opacity, alpha[i]) << i;
  }
  const Oracle to_wide(ProfileInk, ProfileWide, INTENT_PERCEPTUAL);
  ASSERT_EQ(MagickPass, Attach(image.get(), Profile(ProfileWide))) << Message(image.get());
  EXPECT_EQ(RGBColorspace, image->colorspace);
  const std::vector<PixelPacket> after = Pixels(image.get());
  for (std::size_t i = 0; i < before.size(); ++i) {
    std::array<Quantum, 4> expected = to_wide.Convert(Samples(inks[i]));
    expected[3] = before[i].opacity;
    EXPECT_EQ(expected, Samples(after[i])) << i;
  }
}

TEST(IccTest, PalettesStayButForNewKindsOfColors) {
  const ImagePtr image = RandomImage(61, 17, Kind::kPaletteMatte, 5);
  const std::vector<PixelPacket> before(image->colormap, image->colormap + image->colors);
  const std::vector<IndexPacket> indexes = Indexes(image.get());
  ASSERT_EQ(MagickPass, profile_between(image.get(), ProfileSrgb, ProfileWide, UndefinedIntent));
  EXPECT_EQ(PseudoClass, image->storage_class);
  EXPECT_EQ(indexes, Indexes(image.get()));
  const Oracle exact(ProfileSrgb, ProfileWide, INTENT_PERCEPTUAL, cmsFLAGS_NOOPTIMIZE);
  for (unsigned i = 0; i < image->colors; ++i) {
    std::array<Quantum, 4> expected = exact.Convert(Samples(before[i]));
    expected[3] = before[i].opacity;
    EXPECT_EQ(expected, Samples(image->colormap[i])) << i;
  }
  EXPECT_TRUE(SamePixel(image->colormap[indexes[5]], Pixels(image.get())[5]));
  ASSERT_EQ(MagickPass, Attach(image.get(), Profile(ProfileInk)));
  EXPECT_EQ(DirectClass, image->storage_class);
  EXPECT_EQ(CMYKColorspace, image->colorspace);
}

TEST(IccTest, GreyImages) {
  const ImagePtr image = RandomGrey(61, 17, 9);
  const std::vector<PixelPacket> before = Pixels(image.get());
  const ImagePtr grey = RandomGrey(61, 17, 9);
  ASSERT_EQ(MagickPass, profile_between(grey.get(), ProfileGray, ProfileBright, RelativeIntent));
  EXPECT_TRUE(grey->is_grayscale);
  EXPECT_EQ(GRAYColorspace, grey->colorspace);
  const Oracle brighter(ProfileGray, ProfileBright, INTENT_RELATIVE_COLORIMETRIC);
  const std::vector<PixelPacket> after = Pixels(grey.get());
  bool changed = false;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Quantum shade = brighter.Convert(Samples(before[i]))[0];
    EXPECT_TRUE(
        SamePixel({shade, shade, shade, 0}, {after[i].red, after[i].green, after[i].blue, 0}));
    changed = changed || shade != before[i].red;
  }
  EXPECT_TRUE(changed);
  ASSERT_EQ(MagickPass, profile_between(image.get(), ProfileGray, ProfileWide, RelativeIntent));
  EXPECT_FALSE(image->is_grayscale);
  EXPECT_EQ(RGBColorspace, image->colorspace);
}

// The primaries of sRGB, and a plain power.
Bytes PowerProfile(double gamma) {
  const cmsCIExyY white = {0.3127, 0.3290, 1.0};
  const cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
  cmsToneCurve* const curve = cmsBuildGamma(nullptr, gamma);
  cmsToneCurve* const curves[] = {curve, curve, curve};
  const cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, curves);
  cmsFreeToneCurve(curve);
  cmsUInt32Number length = 0;
  cmsSaveProfileToMem(profile, nullptr, &length);
  Bytes bytes(length);
  cmsSaveProfileToMem(profile, bytes.data(), &length);
  cmsCloseProfile(profile);
  return bytes;
}

// By the curve of sRGB, and its inverse.
double LightOf(double sample) {
  return sample < 0.04045 ? sample / 12.92 : std::pow((sample + 0.055) / 1.055, 2.4);
}
double SampleOf(double light) {
  return light < 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

TEST(IccTest, ConvertsFromNumbersOfAFile) {
  const ImagePtr image = RandomImage(9, 7, Kind::kOpaque, 1);
  const auto before = Pixels(image.get());
  SetImageAttribute(image.get(), "CICP", "12/13/0");  // Display P3
  image->rendering_intent = RelativeIntent;
  ASSERT_EQ(MagickPass, Attach(image.get(), Profile(ProfileSrgb))) << Message(image.get());
  EXPECT_EQ(nullptr, GetImageAttribute(image.get(), "CICP"));
  EXPECT_FALSE(ProfileOf(image.get()).empty());
  const auto after = Pixels(image.get());
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double red = LightOf(before[i].red / MaxRGBDouble),
                 green = LightOf(before[i].green / MaxRGBDouble),
                 blue = LightOf(before[i].blue / MaxRGBDouble);
    const auto expect = [&](double light, Quantum sample) {
      EXPECT_NEAR(SampleOf(std::clamp(light, 0.0, 1.0)), sample / MaxRGBDouble, 0.008) << i;
    };
    expect(1.22494 * red - 0.22494 * green, after[i].red);
    expect(-0.04206 * red + 1.04206 * green, after[i].green);
    expect(-0.01964 * red - 0.07864 * green + 1.09828 * blue, after[i].blue);
  }
}

TEST(IccTest, NumbersWithoutAProfileAreRefused) {
  const ImagePtr image = RandomImage(9, 7, Kind::kOpaque, 1);
  SetImageAttribute(image.get(), "CICP", "9/16/9");
  EXPECT_EQ(unsigned(MagickFail), Attach(image.get(), Profile(ProfileSrgb)));
  EXPECT_NE(std::string::npos, Message(image.get()).find("CICP 9/16")) << Message(image.get());
  EXPECT_TRUE(ProfileOf(image.get()).empty());
  EXPECT_NE(nullptr, GetImageAttribute(image.get(), "CICP"));
  ExpectSameImage(RandomImage(9, 7, Kind::kOpaque, 1).get(), image.get(), "refused");
}

// Else writers would take shades of the new profile for plain grey.
TEST(IccTest, PalettesOfShadesBecomeColors) {
  for (const bool bilevel : {false, true}) {
    const ImagePtr image = RandomImage(9, 7, Kind::kPalette, 1);
    for (unsigned i = 0; i < image->colors; ++i) {
      const auto shade = static_cast<Quantum>(bilevel ? i % 2 * MaxRGB : i * (MaxRGB / 40));
      image->colormap[i] = {shade, shade, shade, 0};
    }
    ASSERT_EQ(MagickPass, SyncImage(image.get()));
    ASSERT_EQ(MagickPass, Attach(image.get(), PowerProfile(2.2)));
    ASSERT_EQ(MagickPass, Attach(image.get(), PowerProfile(1.0))) << Message(image.get());
    ASSERT_TRUE(IsGrayImage(image.get(), &image->exception));
    EXPECT_FALSE(image->is_grayscale);
    EXPECT_EQ(bilevel ? PseudoClass : DirectClass, image->storage_class);
  }
}

TEST(IccTest, IntentsAndBlackPointMatter) {
  const auto convert = [](RenderingIntent intent, bool compensate) {
    const ImagePtr image = RandomImage(61, 17, Kind::kOpaque, 5);
    image->black_point_compensation = compensate;
    EXPECT_EQ(MagickPass, profile_between(image.get(), ProfileSrgb, ProfileInk, intent));
    std::vector<std::array<Quantum, 4>> samples;
    for (const PixelPacket& pixel : Pixels(image.get())) samples.push_back(Samples(pixel));
    return samples;
  };
  const auto relative = convert(RelativeIntent, false);
  EXPECT_NE(relative, convert(AbsoluteIntent, false));
  EXPECT_NE(relative, convert(RelativeIntent, true));
  EXPECT_EQ(relative, convert(RelativeIntent, false));
}

// An image and its profile, as they were before something failed.
class Unchanged {
 public:
  explicit Unchanged(Image* image)
      : image_(image), before_(CloneImage(image, 0, 0, MagickTrue, &image->exception)) {}
  void Expect(ExceptionType severity, const std::string& message) const {
    EXPECT_EQ(severity, image_->exception.severity) << message;
    EXPECT_NE(std::string::npos, Message(image_).find(message)) << Message(image_);
    ExpectSameImage(before_.get(), image_, message);
    EXPECT_EQ(before_->colorspace, image_->colorspace);
    EXPECT_EQ(ProfileOf(before_.get()), ProfileOf(image_)) << message;
  }

 private:
  Image* const image_;
  const ImagePtr before_;
};

TEST(IccTest, BadProfilesAreErrors) {
  const auto fails = [](Kind kind, const Bytes& from, const Bytes& to, ExceptionType severity,
                        const std::string& message) {
    const ImagePtr image = RandomImage(17, 7, kind, 5);
    ASSERT_EQ(MagickPass, Attach(image.get(), from));
    const Unchanged unchanged(image.get());
    EXPECT_EQ(MagickFail, Attach(image.get(), to)) << message;
    unchanged.Expect(severity, message);
  };
  const Bytes srgb = Profile(ProfileSrgb), wide = Profile(ProfileWide), ink = Profile(ProfileInk),
              gray = Profile(ProfileGray);
  Bytes cut(srgb.begin(), srgb.begin() + 200);
  Bytes other = srgb;
  std::memcpy(other.data() + 16, "HSV ", 4);
  fails(Kind::kOpaque, srgb, {1, 2, 3}, ResourceLimitError, "color profile (the new one)");
  fails(Kind::kOpaque, {1, 2, 3}, srgb, ResourceLimitError, "color profile (the image's)");
  fails(Kind::kOpaque, srgb, cut, ResourceLimitError, "Unable to manage color");
  fails(Kind::kPalette, srgb, cut, ResourceLimitError, "Unable to manage color");
  fails(Kind::kOpaque, ink, srgb, ImageError, "Colorspace color profile mismatch");
  fails(Kind::kOpaque, gray, srgb, ImageError, "Colorspace color profile mismatch");
  fails(Kind::kCmyk, srgb, wide, ImageError, "Colorspace color profile mismatch");
  fails(Kind::kOpaque, srgb, other, ImageError, "Unable to assign profile");
}

MagickPassFail Stop(const char*, const magick_int64_t, const magick_uint64_t,
                    ExceptionInfo* exception) {
  ThrowException(exception, MonitorError, "stopped", nullptr);
  return MagickFail;
}

TEST(IccTest, TheMonitorCancels) {
  const ImagePtr image = RandomImage(255, 300, Kind::kOpaque, 5);
  ASSERT_EQ(MagickPass, Attach(image.get(), Profile(ProfileSrgb)));
  const Unchanged unchanged(image.get());
  const MonitorHandler before = SetMonitorHandler(Stop);
  EXPECT_EQ(MagickFail, Attach(image.get(), Profile(ProfileWide)));
  SetMonitorHandler(before);
  unchanged.Expect(MonitorError, "stopped");
}

TEST(IccTest, ThreadsConvertAtOnce) {
  const ImagePtr expected = RandomImage(257, 61, Kind::kOpaque, 5);
  ASSERT_EQ(MagickPass, profile_between(expected.get(), ProfileSrgb, ProfileInk, RelativeIntent));
  std::vector<ImagePtr> images;
  for (int i = 0; i < 6; ++i) images.push_back(RandomImage(257, 61, Kind::kOpaque, 5));
  std::vector<std::thread> threads;
  for (const ImagePtr& image : images)
    threads.emplace_back(
        [&] { profile_between(image.get(), ProfileSrgb, ProfileInk, RelativeIntent); });
  for (std::thread& thread : threads) thread.join();
  for (const ImagePtr& image : images) ExpectSameImage(expected.get(), image.get(), "at once");
}

TEST(IccTest, TakesOwnershipWhereAsked) {
  const ImagePtr image = RandomImage(7, 7, Kind::kOpaque, 5);
  const Bytes profile = Profile(ProfileSrgb);
  auto* own = static_cast<unsigned char*>(MagickMalloc(profile.size()));
  std::memcpy(own, profile.data(), profile.size());
  EXPECT_EQ(MagickPass, ProfileImage(image.get(), "icc", own, profile.size(), MagickFalse));
  EXPECT_EQ(profile, ProfileOf(image.get()));
}

#else

TEST(IccTest, WithoutLcmsAConversionIsRefused) {
  const ImagePtr image = RandomImage(7, 3, Kind::kOpaque, 1);
  EXPECT_EQ(MagickPass, Attach(image.get(), {1, 2, 3}));
  EXPECT_EQ(MagickPass, Attach(image.get(), {1, 2, 3}));
  EXPECT_EQ(MagickFail, Attach(image.get(), {1, 2, 3, 4}));
  EXPECT_EQ(MissingDelegateError, image->exception.severity) << Message(image.get());
  EXPECT_EQ((Bytes{1, 2, 3}), ProfileOf(image.get()));
}

#endif

}  // namespace
}  // namespace lodestone
