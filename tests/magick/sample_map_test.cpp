// Maps of ConstituteImage and DispatchImage against plain loops over their letters.
#include <algorithm>
#include <cmath>
#include <random>

#include "magick/constitute.h"
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

using Bytes = std::vector<unsigned char>;

constexpr const char* kMaps[] = {"RGB",  "BGR",
                                 "RGBA", "BGRA",
                                 "ARGB", "ABGR",
                                 "RGBO", "RGBT",
                                 "RGBP", "PBGR",
                                 "rgb",  "R",
                                 "G",    "B",
                                 "A",    "O",
                                 "I",    "IA",
                                 "AI",   "IR",
                                 "RI",   "RGBAI",
                                 "IP",   "PPI",
                                 "CMYK", "KYMC",
                                 "CMYA", "CMYKA",
                                 "KAI",  "CIA",
                                 "RR",   "RGRGR",
                                 "OA",   "PPPPPPPPPPPPRGBAPPPPPP"};

Quantum FromNumber(StorageType type, const void* samples, size_t i) {
  switch (type) {
    case CharPixel:
      return ScaleCharToQuantum(static_cast<const unsigned char*>(samples)[i]);
    case ShortPixel:
      return ScaleShortToQuantum(static_cast<const unsigned short*>(samples)[i]);
    case IntegerPixel:
      return ScaleLongToQuantum(static_cast<const unsigned int*>(samples)[i]);
    case LongPixel:
      return ScaleLongToQuantum(
          std::min(static_cast<const unsigned long*>(samples)[i], 0xffffffffUL));
    default:
      break;
  }
  const double value = type == FloatPixel
                           ? static_cast<double>(static_cast<const float*>(samples)[i])
                           : static_cast<const double*>(samples)[i];
  if (!(value > 0.0)) return 0;
  return static_cast<Quantum>(std::floor(std::min(value, 1.0) * MaxRGBDouble + 0.5));
}

void ToNumber(StorageType type, void* samples, size_t i, Quantum value) {
  switch (type) {
    case CharPixel:
      static_cast<unsigned char*>(samples)[i] = ScaleQuantumToChar(value);
      break;
    case ShortPixel:
      static_cast<unsigned short*>(samples)[i] = ScaleQuantumToShort(value);
      break;
    case IntegerPixel:
      static_cast<unsigned int*>(samples)[i] = static_cast<unsigned int>(ScaleQuantumToLong(value));
      break;
    case LongPixel:
      static_cast<unsigned long*>(samples)[i] = ScaleQuantumToLong(value);
      break;
    case FloatPixel:
      static_cast<float*>(samples)[i] = static_cast<float>(value) / MaxRGBFloat;
      break;
    case DoublePixel:
      static_cast<double*>(samples)[i] = value / MaxRGBDouble;
      break;
  }
}

size_t BytesOf(StorageType type) {
  constexpr size_t kBytes[] = {1, 2, 4, sizeof(unsigned long), sizeof(float), sizeof(double)};
  return kBytes[type];
}

// Random numbers, for floating point also below 0 and above 1.
Bytes RandomNumbers(StorageType type, size_t count, std::mt19937& random) {
  Bytes bytes(count * BytesOf(type));
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random());
  std::uniform_real_distribution<double> level(-0.3, 1.3);
  for (size_t i = 0; i < count; ++i) {
    if (type == FloatPixel) reinterpret_cast<float*>(bytes.data())[i] = float(level(random));
    if (type == DoublePixel) reinterpret_cast<double*>(bytes.data())[i] = level(random);
    if (type == LongPixel && i % 4 != 0)
      reinterpret_cast<unsigned long*>(bytes.data())[i] &= 0xffffffffUL;
  }
  return bytes;
}

struct Expected {
  PixelPacket pixel{};
  IndexPacket index = 0;
};

void Store(char letter, bool cmyk, Quantum value, Expected& to) {
  switch (std::toupper(letter)) {
    case 'R':
    case 'C':
      to.pixel.red = value;
      break;
    case 'G':
    case 'M':
      to.pixel.green = value;
      break;
    case 'B':
    case 'Y':
      to.pixel.blue = value;
      break;
    case 'A':
    case 'T':
      value = static_cast<Quantum>(MaxRGB - value);
      [[fallthrough]];
    case 'O':
      (cmyk ? to.index : to.pixel.opacity) = value;
      break;
    case 'K':
      to.pixel.opacity = value;
      break;
    case 'I':
      to.pixel.red = to.pixel.green = to.pixel.blue = value;
      if (!cmyk) to.index = value;
      break;
  }
}

Quantum Load(char letter, const Image* image, const Expected& from) {
  const bool cmyk = image->colorspace == CMYKColorspace;
  const Quantum opacity = !image->matte ? Quantum{OpaqueOpacity}
                          : cmyk        ? from.index
                                        : from.pixel.opacity;
  switch (std::toupper(letter)) {
    case 'R':
    case 'C':
      return from.pixel.red;
    case 'G':
    case 'M':
      return from.pixel.green;
    case 'B':
    case 'Y':
      return from.pixel.blue;
    case 'A':
    case 'T':
      return static_cast<Quantum>(MaxRGB - opacity);
    case 'O':
      return opacity;
    case 'K':
      return from.pixel.opacity;
    case 'I':
      return PixelIntensityToQuantum(&from.pixel);
    default:
      return 0;
  }
}

class SampleMaps : public ::testing::TestWithParam<int> {
 protected:
  StorageType type() const { return static_cast<StorageType>(GetParam()); }
  std::mt19937 random_{7};
  Exception exception_;

  // The image, after its pixels were compared.
  ImagePtr Constitute(const std::string& map, unsigned long columns, unsigned long rows) {
    const Bytes numbers = RandomNumbers(type(), columns * rows * map.size(), random_);
    ImagePtr image(ConstituteImage(columns, rows, map.c_str(), type(), numbers.data(), exception_));
    if (image == nullptr) return image;
    const bool cmyk = map.find_first_of("CMYK") != std::string::npos;
    const PixelPacket* pixels = AcquireImagePixels(image.get(), 0, 0, columns, rows, exception_);
    const IndexPacket* indexes = AccessImmutableIndexes(image.get());
    for (size_t i = 0; i < columns * rows; ++i) {
      Expected expected;
      for (size_t k = 0; k < map.size(); ++k)
        Store(map[k], cmyk, FromNumber(type(), numbers.data(), i * map.size() + k), expected);
      EXPECT_EQ(std::memcmp(&expected.pixel, &pixels[i], sizeof(PixelPacket)), 0) << i;
      if (indexes != nullptr) {
        EXPECT_EQ(expected.index, indexes[i]) << i;
      }
      if (HasFailure()) break;
    }
    return image;
  }

  void ExpectDispatched(const Image* image, const std::string& map, const RectangleInfo& region) {
    const size_t count = region.width * region.height * map.size();
    Bytes actual(count * BytesOf(type()) + 8, 77), expected = actual;
    for (size_t i = 0, at = 0; i < region.width * region.height; ++i) {
      const long x = region.x + static_cast<long>(i % region.width);
      const long y = region.y + static_cast<long>(i / region.width);
      Expected from{AcquireImagePixels(image, x, y, 1, 1, exception_)[0], 0};
      if (const IndexPacket* index = AccessImmutableIndexes(image)) from.index = *index;
      for (const char letter : map)
        ToNumber(type(), expected.data(), at++, Load(letter, image, from));
    }
    ASSERT_EQ(DispatchImage(image, region.x, region.y, region.width, region.height, map.c_str(),
                            type(), actual.data(), exception_),
              static_cast<unsigned>(MagickPass))
        << exception_.text();
    ASSERT_EQ(expected, actual);
  }
};

TEST_P(SampleMaps, MakeTheImageThatTheirLettersSay) {
  for (const std::string map : kMaps)
    for (const unsigned long columns : {1, 2, 3, 7, 16, 17, 255, 257, 1500}) {
      SCOPED_TRACE(map + " " + std::to_string(columns));
      ASSERT_NE(Constitute(map, columns, 3), nullptr) << exception_.text();
      if (HasFailure()) return;
    }
}

TEST_P(SampleMaps, GiveTheSamplesThatTheirLettersSay) {
  for (const std::string made : {"RGB", "RGBA", "I", "IA", "CMYK", "CMYKA"}) {
    const ImagePtr image = Constitute(made, 37, 5);
    ASSERT_NE(image, nullptr);
    for (const std::string map : kMaps) {
      const bool cmyk = map.find_first_of("CMYK") != std::string::npos;
      if (cmyk && image->colorspace != CMYKColorspace) continue;
      SCOPED_TRACE(made + " to " + map);
      for (const RectangleInfo& region :
           {RectangleInfo{37, 5, 0, 0}, {1, 1, 36, 4}, {17, 3, 4, 1}, {40, 7, -2, -1}}) {
        ExpectDispatched(image.get(), map, region);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_P(SampleMaps, MayBeLong) {
  const std::string map = std::string(5000, 'P') + "GR" + std::string(100, 'P') + "B";
  const ImagePtr image = Constitute(map, 3, 2);
  ASSERT_NE(image, nullptr);
  ExpectDispatched(image.get(), map, {3, 2, 0, 0});
}

INSTANTIATE_TEST_SUITE_P(Types, SampleMaps, ::testing::Range(0, 6));

}  // namespace
}  // namespace lodestone::test
