#include "magick/constitute.h"

#include <tuple>
#include <cmath>
#include <limits>

#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

constexpr unsigned long kColumns = 5;
constexpr unsigned long kRows = 3;
constexpr int kGuard = 0x5a;
constexpr size_t kGuardBytes = 64;

size_t BytesOf(StorageType type) {
  constexpr size_t kBytes[] = {1, 2, 4, sizeof(unsigned long), sizeof(float), sizeof(double)};
  return kBytes[type];
}

// Guard bytes between two bands.
class Guarded {
 public:
  explicit Guarded(size_t bytes) : bytes_(bytes + 2 * kGuardBytes, kGuard) {}
  unsigned char* data() { return bytes_.data() + kGuardBytes; }
  size_t size() const { return bytes_.size() - 2 * kGuardBytes; }
  void ExpectBandsIntact() const {
    for (size_t i = 0; i < kGuardBytes; ++i) {
      ASSERT_EQ(bytes_[i], kGuard);
      ASSERT_EQ(bytes_[bytes_.size() - 1 - i], kGuard);
    }
  }

 private:
  std::vector<unsigned char> bytes_;
};

// Samples that every depth can represent: multiples of 1/255.
void Fill(StorageType type, void* data, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const auto level = static_cast<unsigned char>(i * 37 + 11);
    switch (type) {
      case CharPixel:
        static_cast<unsigned char*>(data)[i] = level;
        break;
      case ShortPixel:
        static_cast<unsigned short*>(data)[i] = static_cast<unsigned short>(level * 257U);
        break;
      case IntegerPixel:
        static_cast<unsigned int*>(data)[i] = level * 16843009U;
        break;
      case LongPixel:
        static_cast<unsigned long*>(data)[i] = level * 16843009UL;
        break;
      case FloatPixel:
        static_cast<float*>(data)[i] = static_cast<float>(ScaleCharToQuantum(level)) / MaxRGBFloat;
        break;
      case DoublePixel:
        static_cast<double*>(data)[i] = ScaleCharToQuantum(level) / MaxRGBDouble;
        break;
    }
  }
}

using RoundTripCase = std::tuple<const char*, int>;
class RoundTripTest : public ::testing::TestWithParam<RoundTripCase> {};

TEST_P(RoundTripTest, GivesBackWhatItGot) {
  const std::string map = std::get<0>(GetParam());
  const auto type = static_cast<StorageType>(std::get<1>(GetParam()));
  const size_t samples = kColumns * kRows * map.size();
  Guarded input(samples * BytesOf(type));
  Guarded output(samples * BytesOf(type));
  Fill(type, input.data(), samples);
  Exception exception;
  const ImagePtr image(
      ConstituteImage(kColumns, kRows, map.c_str(), type, input.data(), exception));
  ASSERT_NE(image, nullptr) << exception.text();
  EXPECT_EQ(image->matte != MagickFalse, map.find_first_of("AOT") != std::string::npos);
  EXPECT_EQ(image->colorspace == CMYKColorspace, map.find('K') != std::string::npos);
  EXPECT_EQ(image->storage_class, map.find('I') == std::string::npos ? DirectClass : PseudoClass);
  ASSERT_EQ(DispatchImage(image.get(), 0, 0, kColumns, kRows, map.c_str(), type, output.data(),
                          exception),
            static_cast<unsigned>(MagickPass))
      << exception.text();
  EXPECT_EQ(std::memcmp(input.data(), output.data(), input.size()), 0);
  input.ExpectBandsIntact();
  output.ExpectBandsIntact();
}

INSTANTIATE_TEST_SUITE_P(MapsAndTypes, RoundTripTest,
                         ::testing::Combine(::testing::Values("RGB", "BGR", "RGBA", "BGRA", "ARGB",
                                                              "RGBO", "RGBT", "CMYK", "CMYKA",
                                                              "KYMCO", "I", "IA", "R", "GB"),
                                            ::testing::Range(0, 6)));

TEST(ConstituteImage, MeaningOfLetters) {
  const unsigned char samples[] = {10, 20, 30, 40, 50};
  Exception exception;
  const ImagePtr rgba(ConstituteImage(1, 1, "rgba", CharPixel, samples, exception));
  const PixelPacket pixel = AcquireOnePixel(rgba.get(), 0, 0, exception);
  EXPECT_EQ(pixel.red, ScaleCharToQuantum(10));
  EXPECT_EQ(pixel.blue, ScaleCharToQuantum(30));
  EXPECT_EQ(pixel.opacity, MaxRGB - ScaleCharToQuantum(40));
  EXPECT_EQ(rgba->depth, 8u);
  const ImagePtr cmyka(ConstituteImage(1, 1, "CMYKA", CharPixel, samples, exception));
  EXPECT_EQ(AcquireImagePixels(cmyka.get(), 0, 0, 1, 1, exception)->opacity,
            ScaleCharToQuantum(40));
  EXPECT_EQ(AccessImmutableIndexes(cmyka.get())[0], MaxRGB - ScaleCharToQuantum(50));
  const ImagePtr padded(ConstituteImage(1, 1, "PRPG", CharPixel, samples, exception));
  EXPECT_EQ(AcquireOnePixel(padded.get(), 0, 0, exception).red, ScaleCharToQuantum(20));
  EXPECT_EQ(AcquireOnePixel(padded.get(), 0, 0, exception).green, ScaleCharToQuantum(40));
  EXPECT_EQ(AcquireOnePixel(padded.get(), 0, 0, exception).blue, 0);
}

TEST(ConstituteImage, FloatingPointIsClampedAndRounded) {
  const double samples[] = {-0.5, 1.5, 0.5, std::nan(""), 1e300, -1e300};
  Exception exception;
  const ImagePtr image(ConstituteImage(2, 1, "RGB", DoublePixel, samples, exception));
  const PixelPacket* pixels = AcquireImagePixels(image.get(), 0, 0, 2, 1, exception);
  EXPECT_EQ(pixels[0].red, 0);
  EXPECT_EQ(pixels[0].green, MaxRGB);
  EXPECT_EQ(pixels[0].blue, MaxRGB / 2 + 1);
  EXPECT_EQ(pixels[1].red, 0);
  EXPECT_EQ(pixels[1].green, MaxRGB);
  EXPECT_EQ(pixels[1].blue, 0);
}

TEST(ConstituteImage, LongsBeyond32BitsAreWhite) {
  const unsigned long samples[] = {std::numeric_limits<unsigned long>::max()};
  Exception exception;
  const ImagePtr image(ConstituteImage(1, 1, "R", LongPixel, samples, exception));
  EXPECT_EQ(RedAt(image.get(), 0, 0), MaxRGB);
}

TEST(ConstituteImage, RefusesNonsense) {
  const unsigned char samples[16] = {};
  for (const char* map : {"", "RGX", "?"}) {
    Exception exception;
    EXPECT_EQ(ConstituteImage(1, 1, map, CharPixel, samples, exception), nullptr);
    EXPECT_EQ(exception.severity(), OptionError) << map;
  }
  Exception zero;
  EXPECT_EQ(ConstituteImage(0, 1, "RGB", CharPixel, samples, zero), nullptr);
  EXPECT_EQ(zero.severity(), OptionError);
  Exception large;
  EXPECT_EQ(ConstituteImage(~0UL, 2, "RGB", CharPixel, samples, large), nullptr);
  EXPECT_EQ(large.severity(), ResourceLimitError);
}

TEST(DispatchImage, RegionsMayReachOutside) {
  Exception exception;
  const ImagePtr image = Counting(3, 2);
  unsigned short samples[12];
  EXPECT_EQ(DispatchImage(image.get(), -1, -1, 4, 3, "R", ShortPixel, samples, exception),
            static_cast<unsigned>(MagickPass));
  EXPECT_EQ(samples[0], ScaleQuantumToShort(1));
  EXPECT_EQ(samples[11], ScaleQuantumToShort(6));
}

TEST(DispatchImage, OpaqueImagesHaveFullAlphaAndGreyIsLuma) {
  Exception exception;
  const unsigned char samples[] = {10, 200, 30};
  const ImagePtr image(ConstituteImage(1, 1, "RGB", CharPixel, samples, exception));
  unsigned char out[4];
  DispatchImage(image.get(), 0, 0, 1, 1, "AOIP", CharPixel, out, exception);
  EXPECT_EQ(out[0], 255);
  EXPECT_EQ(out[1], 0);
  constexpr unsigned kStep = MaxRGB / 255;
  EXPECT_EQ(out[2], (kStep * ((10 * 306 + 200 * 601 + 30 * 117)) / 1024 + kStep / 2) / kStep);
  EXPECT_EQ(out[3], 0);
}

TEST(DispatchImage, InkNeedsACmykImage) {
  Exception exception;
  const ImagePtr image = Counting(1, 1);
  unsigned char out[4];
  EXPECT_EQ(DispatchImage(image.get(), 0, 0, 1, 1, "CMYK", CharPixel, out, exception),
            static_cast<unsigned>(MagickFail));
  EXPECT_EQ(exception.severity(), OptionError);
}

}  // namespace
}  // namespace lodestone::test
