// What files say of their colours: profiles that fit, grey that stays grey, samples to the nearest
// step. In every format that has these.
#include <cmath>
#include <cstring>

#include "magick/effect.h"
#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {
namespace {

bool IsWritten(const char* magick) {
  Exception ignored;
  const MagickInfo* const format = GetMagickInfo(magick, ignored.get());
  return format != nullptr && format->encoder != nullptr;
}

Bytes IccOf(const std::string& space) {
  Bytes icc = Icc(3144);
  std::copy(space.begin(), space.end(), icc.begin() + 16);
  return icc;
}

class FittingProfiles : public ::testing::TestWithParam<const char*> {};

TEST_P(FittingProfiles, OthersAreLeftOut) {
  if (!IsWritten(GetParam())) GTEST_SKIP() << "this build does not write " << GetParam();
  Kind gray{9, 7};
  gray.gray = true;
  const bool has_gray = std::string(GetParam()) != "GIF";
  for (const auto& [kind, space] :
       {std::pair(Kind{9, 7}, "CMYK"), {Kind{9, 7}, "GRAY"}, {gray, "CMYK"}}) {
    const ImageHandle image = MakeTestImage(kind);
    const Bytes icc = IccOf(space);
    SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
    if (kind.gray && !has_gray) continue;
    Exception exception;
    const Bytes bytes = Write(GetParam(), image, Info(), exception);
    ASSERT_FALSE(bytes.empty()) << exception.Text();
    EXPECT_EQ(CoderWarning, image->exception.severity) << space;
    EXPECT_NE(nullptr, std::strstr(image->exception.reason, "other colors")) << space;
    const ImageHandle again = ReadBytes(GetParam(), bytes, exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_TRUE(Profile(again.get(), "ICM").empty()) << space;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, FittingProfiles,
                         ::testing::Values("AVIF", "BMP", "GIF", "HEIC", "JP2", "JPEG", "JXL",
                                           "PNG", "PSD", "TIFF", "WEBP"));

// An RGB profile would be wrong beside the one component of a grey file.
TEST(FittingProfiles, GreyFilesHaveNoneOfRgb) {
  Kind gray{9, 7};
  gray.gray = true;
  for (const char* magick : {"JPEG", "PNG", "TIFF"}) {
    if (!IsWritten(magick)) continue;
    const ImageHandle image = MakeTestImage(gray);
    const Bytes icc = IccOf("RGB ");
    SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
    Exception exception;
    const ImageHandle again = ReadBytes(magick, Write(magick, image, Info(), exception), exception);
    ASSERT_TRUE(again) << magick << exception.Text();
    EXPECT_TRUE(Profile(again.get(), "ICM").empty()) << magick;
    EXPECT_NE(MagickFalse, IsGrayImage(again.get(), exception.get())) << magick;
  }
}

// Colours by numbers, without a profile: programs would take them for sRGB.
TEST(ColorNumbers, AreLostWithAWarning) {
  const auto warns = [](const char* magick, const char* numbers, bool profile) {
    const ImageHandle image = MakeTestImage({9, 7});
    SetImageAttribute(image.get(), "CICP", numbers);
    const Bytes icc = IccOf("RGB ");
    if (profile) SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
    Exception exception;
    EXPECT_FALSE(Write(magick, image, Info(), exception).empty()) << exception.Text();
    const char* const reason = image->exception.reason;
    return reason != nullptr && std::strstr(reason, "(CICP)") != nullptr;
  };
  for (const char* magick : {"JPEG", "TIFF", "WEBP", "JP2", "PSD", "GIF", "BMP"}) {
    if (!IsWritten(magick)) continue;
    EXPECT_TRUE(warns(magick, "12/13/0", false)) << magick;
    EXPECT_FALSE(warns(magick, "12/13/0", true)) << magick;
    EXPECT_FALSE(warns(magick, "1/1/1", false)) << magick;
  }
  for (const char* magick : {"PNG", "AVIF", "HEIC", "JXL"}) {
    if (!IsWritten(magick)) continue;
    EXPECT_FALSE(warns(magick, "9/16/9", false)) << magick;
  }
  if (IsWritten("JXL")) {
    EXPECT_TRUE(warns("JXL", "4/13/0", false));
  }
}

// libjxl makes a profile of them when it reads.
TEST(ColorNumbers, AreKeptInJxl) {
  if (!IsWritten("JXL")) GTEST_SKIP() << "this build does not write JXL";
  std::vector<Bytes> profiles;
  for (const char* numbers : {"1/13/0", "12/13/0", "9/1/0", "9/16/0"}) {
    const ImageHandle image = MakeTestImage({9, 7});
    SetImageAttribute(image.get(), "CICP", numbers);
    Exception exception;
    const ImageHandle again = ReadBytes("JXL", Write("JXL", image, Info(), exception), exception);
    ASSERT_TRUE(again) << exception.Text();
    profiles.push_back(Profile(again.get(), "ICM"));
  }
  EXPECT_TRUE(profiles[0].empty());
  for (std::size_t i = 1; i < profiles.size(); ++i) {
    EXPECT_FALSE(profiles[i].empty()) << i;
    EXPECT_FALSE(profiles[i] == profiles[i - 1]) << i;
  }
}

// Few programs read larger palettes.
TEST(LargePalettes, BecomeRgbInTiff) {
  if (!IsWritten("TIFF")) GTEST_SKIP() << "this build does not write TIFF";
  if (QuantumDepth == 8) GTEST_SKIP() << "palettes here have no more than 256 colors";
  for (const unsigned colors : {256u, 257u}) {
    Kind kind{61, 47, 16};
    kind.colors = colors;
    const ImageHandle image = MakeTestImage(kind);
    Exception exception;
    const ImageHandle again = ReadBytes("TIFF", Write("TIFF", image, Info(), exception), exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_EQ(again->storage_class, colors == 256 ? PseudoClass : DirectClass);
    EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get()));
  }
}

// A row of all samples of 16 bits, as grey and as colours.
ImageHandle EverySample(bool gray) {
  Info info;
  info.Size("256x256");
  ImageHandle image(AllocateImage(info.get()));
  image->columns = image->rows = 256;
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, 256, 256);
  for (unsigned i = 0; i < 65536; ++i) {
    const auto sample = static_cast<Quantum>(ScaleShortToQuantum(i));
    const auto other = static_cast<Quantum>(ScaleShortToQuantum(65535 - i));
    pixels[i] = {};
    pixels[i].red = sample;
    pixels[i].green = gray ? sample : other;
    pixels[i].blue = sample;
  }
  SyncImagePixels(image.get());
  image->depth = 8;
  return image;
}

class RoundedSamples : public ::testing::TestWithParam<const char*> {};

TEST_P(RoundedSamples, AreNearest) {
  if (!IsWritten(GetParam())) GTEST_SKIP() << "this build does not write " << GetParam();
  for (const bool gray : {false, true}) {
    const ImageHandle image = EverySample(gray);
    Exception exception;
    Info info;
    info->depth = 8;
    info->quality = 100;
    const ImageHandle again =
        ReadBytes(GetParam(), Write(GetParam(), image, info, exception), exception);
    ASSERT_TRUE(again) << exception.Text();
    const std::vector<std::uint16_t> samples = Rgba16(again.get());
    for (unsigned i = 0; i < 65536; ++i)
      ASSERT_EQ(257 * std::lround(i / 257.0), samples[4 * i]) << i << (gray ? " gray" : "");
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundedSamples,
                         ::testing::Values("AVS", "BMP", "MIFF", "PAM", "PNG", "PNG24", "PNM",
                                           "PSD", "QOI", "SGI", "SUN", "TGA", "TIFF"));

// Colours of a palette that are all grey.
ImageHandle GreyPalette() {
  Exception exception;
  ImageHandle image = MakeTestImage({40, 30});
  QuantizeInfo settings;
  GetQuantizeInfo(&settings);
  settings.number_colors = 16;
  settings.colorspace = GRAYColorspace;
  EXPECT_NE(MagickFail, QuantizeImage(&settings, image.get()));
  EXPECT_EQ(PseudoClass, image->storage_class);
  return image;
}

class GreyFiles : public ::testing::TestWithParam<const char*> {};

TEST_P(GreyFiles, StayGreyWhenTheyAreResized) {
  if (!IsWritten(GetParam())) GTEST_SKIP() << "this build does not write " << GetParam();
  Exception exception;
  const ImageHandle read =
      ReadBytes(GetParam(), Write(GetParam(), GreyPalette(), Info(), exception), exception);
  ASSERT_TRUE(read) << exception.Text();
  const ImageHandle made[] = {
      ImageHandle(ResizeImage(read.get(), 20, 15, UndefinedFilter, 1.0, exception.get())),
      ImageHandle(ScaleImage(read.get(), 20, 15, exception.get())),
      ImageHandle(ThumbnailImage(read.get(), 20, 15, exception.get())),
      ImageHandle(BlurImage(read.get(), 0.0, 1.0, exception.get())),
      ImageHandle(SharpenImage(read.get(), 0.0, 1.0, exception.get()))};
  for (const ImageHandle& image : made) {
    ASSERT_TRUE(image) << exception.Text();
    const Bytes png = Write("PNG", image, Info(), exception);
    ASSERT_FALSE(png.empty()) << exception.Text();
    EXPECT_EQ(0, png[25]) << "the color type of " << GetParam() << " as PNG";
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, GreyFiles,
                         ::testing::Values("BMP", "GIF", "PNG8", "TGA", "TIFF"));

}  // namespace
}  // namespace lodestone::coders::test
