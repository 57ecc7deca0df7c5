// Histograms and bounding boxes against slow rules, and where they are computed.
#include <map>

#include "magick/operations/tone/histogram.hpp"
#include "tests/magick/device_images.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};

PixelPacket At(const Image* image, unsigned long x, unsigned long y) {
  Exception exception;
  return AcquireOnePixel(image, static_cast<long>(x), static_cast<long>(y), exception);
}

template <class Function>
void ForEachPixel(const Image* image, Function function) {
  for (unsigned long y = 0; y < image->rows; ++y)
    for (unsigned long x = 0; x < image->columns; ++x) function(x, y, At(image, x, y));
}

Histogram SlowHistogram(const Image* image) {
  Histogram counts(MaxRGB + std::size_t{1});
  ForEachPixel(image, [&](unsigned long, unsigned long, const PixelPacket& pixel) {
    ++counts[pixel.red][0];
    ++counts[pixel.green][1];
    ++counts[pixel.blue][2];
    if (image->matte) ++counts[pixel.opacity][3];
  });
  return counts;
}

void ExpectHistogram(const Image* image, const char* what) {
  Exception exception;
  const Histogram counts = CountSamples(image, exception);
  EXPECT_EQ(UndefinedException, exception.severity()) << exception.text();
  EXPECT_TRUE(SlowHistogram(image) == counts)
      << what << " " << image->columns << "x" << image->rows;
}

TEST(HistogramTest, CountsEverySample) {
  for (const Kind kind : kAllKinds)
    for (const unsigned long columns : kSizes)
      ExpectHistogram(RandomImage(columns, 258 - columns, kind, 3).get(), KindName(kind));
}

// Of several parts, which do not have the same number of rows.
TEST(HistogramTest, CountsLargeImages) {
  for (const Kind kind : {Kind::kOpaque, Kind::kMatte})
    ExpectHistogram(RandomImage(2051, 1777, kind, 4).get(), KindName(kind));
  ExpectHistogram(RandomImage(900'001, 3, Kind::kOpaque, 4).get(), "few rows");
}

TEST(HistogramTest, CountsGreyImagesOnce) {
  const ImagePtr image = RandomGrey(1531, 1451, 5);
  Exception exception;
  const Histogram counts = CountSamples(image.get(), exception);
  Histogram expected = SlowHistogram(image.get());
  for (auto& count : expected) count = {count[0]};
  EXPECT_TRUE(expected == counts);
}

double Squared(double value) {
  return value * value;
}

bool Differs(const Image* image, const PixelPacket& a, const PixelPacket& b) {
  const double sum = Squared(a.red - double(b.red)) + Squared(a.green - double(b.green)) +
                     Squared(a.blue - double(b.blue));
  return sum > Squared(image->fuzz);
}

RectangleInfo SlowBox(const Image* image) {
  const PixelPacket left = At(image, 0, 0), right = At(image, image->columns - 1, 0);
  const PixelPacket below = At(image, 0, image->rows - 1);
  const bool by_opacity = image->matte && left.opacity != OpaqueOpacity &&
                          left.opacity == right.opacity && right.opacity == below.opacity;
  const auto differs = [&](const PixelPacket& a, const PixelPacket& b) {
    return by_opacity ? a.opacity != b.opacity : Differs(image, a, b);
  };
  unsigned long x0 = image->columns, x1 = 0, y0 = image->rows, y1 = 0;
  ForEachPixel(image, [&](unsigned long x, unsigned long y, const PixelPacket& pixel) {
    if (differs(pixel, left)) {
      x0 = std::min(x0, x);
      y0 = std::min(y0, y);
    }
    if (differs(pixel, right)) x1 = std::max(x1, x + 1);
    if (differs(pixel, below)) y1 = std::max(y1, y + 1);
  });
  if (x0 >= x1 || y0 >= y1) return {image->columns, image->rows, 0, 0};
  return {x1 - x0, y1 - y0, static_cast<long>(x0), static_cast<long>(y0)};
}

void ExpectBox(const Image* image, const std::string& what) {
  Exception exception;
  const RectangleInfo box = GetImageBoundingBox(image, exception);
  const RectangleInfo expected = SlowBox(image);
  const auto text = [](const RectangleInfo& a) {
    return std::to_string(a.width) + "x" + std::to_string(a.height) + "+" + std::to_string(a.x) +
           "+" + std::to_string(a.y);
  };
  EXPECT_EQ(text(expected), text(box)) << what << ": " << image->columns << "x" << image->rows;
  EXPECT_EQ(UndefinedException, exception.severity()) << exception.text();
}

// Random pixels in a border of one colour whose pixels vary a little. Every second one is opaque.
void AddBorder(Image* image, std::mt19937& random) {
  PixelPacket color = RandomPixel(random, image->matte != MagickFalse);
  if (image->matte && random() % 2 == 0) color.opacity = OpaqueOpacity;
  const auto part = [&random](unsigned long side) { return random() % (side / 2 + 1); };
  const unsigned long left = part(image->columns), right = part(image->columns),
                      top = part(image->rows), bottom = part(image->rows);
  PixelPacket* pixels = GetImagePixels(image, 0, 0, image->columns, image->rows);
  for (unsigned long y = 0; y < image->rows; ++y)
    for (unsigned long x = 0; x < image->columns; ++x) {
      const bool inside =
          x >= left && x + right < image->columns && y >= top && y + bottom < image->rows;
      PixelPacket& pixel = pixels[y * image->columns + x];
      if (!inside) pixel = color;
      if (!inside && random() % 4 == 0) pixel.green ^= 1;
    }
  ASSERT_EQ(MagickPass, SyncImagePixels(image));
}

TEST(BoundingBoxTest, AgreesWithTheSlowRule) {
  std::mt19937 random(6);
  for (const Kind kind : {Kind::kOpaque, Kind::kMatte, Kind::kCmyk})
    for (const unsigned long columns : kSizes)
      for (const double fuzz : {0.0, 1.0, 0.4 * MaxRGB, -2.5, 3.0 * MaxRGB}) {
        const ImagePtr image = RandomImage(columns, kSizes[random() % 8], kind, random());
        AddBorder(image.get(), random);
        image->fuzz = fuzz;
        ExpectBox(image.get(), std::string(KindName(kind)) + " fuzz " + std::to_string(fuzz));
      }
}

TEST(BoundingBoxTest, OfGreyImages) {
  for (const unsigned long columns : kSizes)
    for (const double fuzz : {0.0, 0.3 * MaxRGB, 0.9 * MaxRGB}) {
      const ImagePtr image = RandomGrey(columns, 19, 7);
      image->fuzz = fuzz;
      ExpectBox(image.get(), "grey, fuzz " + std::to_string(fuzz));
    }
}

TEST(BoundingBoxTest, FailsWithoutPixels) {
  const ImagePtr image = BlankImage(0, 0);
  Exception exception;
  EXPECT_EQ(0u, GetImageBoundingBox(image.get(), exception).width);
  EXPECT_EQ(ImageError, exception.severity());
}

unsigned calls_of_monitor = 0;

TEST(HistogramTest, CanBeCancelled) {
  const ImagePtr image = RandomImage(2000, 1200, Kind::kOpaque, 8);
  calls_of_monitor = 0;
  const MonitorHandler before =
      SetMonitorHandler([](const char*, const magick_int64_t, const magick_uint64_t,
                           ExceptionInfo*) -> MagickPassFail {
        ++calls_of_monitor;
        return MagickFail;
      });
  Exception exception;
  EXPECT_TRUE(CountSamples(image.get(), exception).empty());
  SetMonitorHandler(before);
  EXPECT_EQ(MonitorError, exception.severity());
  EXPECT_EQ(1u, calls_of_monitor);
}

// Only the numbers come down, and the corners.
TEST_F(DeviceImages, NormalizedAndTrimmedImagesStayOnTheDevice) {
  Plug();
  const ImagePtr source = Source();
  const auto edited = [&source](MagickAccelerateMode mode) {
    const ModeScope scope(mode);
    Exception exception;
    const ImagePtr image = Halved(source.get(), mode);
    EXPECT_EQ(MagickPass, NormalizeImage(image.get()));
    const RectangleInfo trim{};
    return ImagePtr(CropImage(image.get(), &trim, exception));
  };
  EventRecorder recorder;
  const ImagePtr image = edited(MagickAccelerateRequire);
  std::vector<std::string> names;
  for (const auto& event : recorder.operations()) {
    names.push_back(event.operation);
    EXPECT_EQ("Machine:GPU:0", event.device);
  }
  EXPECT_EQ(
      (std::vector<std::string>{"scale", "histogram", "normalize", "rearrange", "bounding-box"}),
      names);
  EXPECT_EQ(kBytes, Machine().bytes_up);
  EXPECT_EQ(3, Machine().reads);
  ExpectPixels(edited(MagickAccelerateOff).get(), image.get());
}

}  // namespace
}  // namespace lodestone::test
