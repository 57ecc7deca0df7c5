// The defects of the ScaleImage that this library descends from, each by name, on the CPU and on
// every device: stripes when sizes are halved repeatedly or go up and down, brightness that doubles
// when an image is enlarged, and rows that are picked instead of averaged.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "tests/agreement/devices.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/test_image.hpp"

namespace lodestone::test {
namespace {

using Resizer = std::function<Image*(const Image*, unsigned long, unsigned long, ExceptionInfo*)>;

Image* ByScale(const Image* image, unsigned long columns, unsigned long rows,
               ExceptionInfo* exception) {
  return ScaleImage(image, columns, rows, exception);
}
Image* ByResize(const Image* image, unsigned long columns, unsigned long rows,
                ExceptionInfo* exception) {
  return ResizeImage(image, columns, rows, BoxFilter, 1.0, exception);
}

ImagePtr Uniform(unsigned long columns, unsigned long rows, Quantum value) {
  ImagePtr image = BlankImage(columns, rows);
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, columns, rows);
  for (std::size_t i = 0; i < columns * rows; ++i) {
    pixels[i].red = pixels[i].green = pixels[i].blue = value;
    pixels[i].opacity = 0;
  }
  SyncImagePixels(image.get());
  return image;
}

// The body on the CPU and on every device; each call verified by an event.
void OnEveryPath(const std::function<void(const Resizer&)>& body) {
  std::vector<std::string> devices = UsableDevices();
  devices.insert(devices.begin(), "");
  for (const std::string& device : devices)
    for (const Resizer& resize : {Resizer(ByScale), Resizer(ByResize)}) {
      SCOPED_TRACE(device.empty() ? "cpu" : device);
      const DeviceScope selected(device);
      const ModeScope mode(device.empty() ? MagickAccelerateOff : MagickAccelerateRequire);
      body([&](const Image* image, unsigned long columns, unsigned long rows,
               ExceptionInfo* exception) {
        EventRecorder recorder;
        Image* result = resize(image, columns, rows, exception);
        EXPECT_EQ(1u, recorder.operations().size());
        if (recorder.operations().size() == 1) {
          EXPECT_EQ(device, recorder.operations()[0].device);
        }
        return result;
      });
    }
}

void ExpectUniform(const Image* image, Quantum value) {
  const auto pixels = Pixels(image);
  for (std::size_t i = 0; i < pixels.size(); ++i)
    ASSERT_TRUE(pixels[i].red == value && pixels[i].green == value && pixels[i].blue == value &&
                pixels[i].opacity == 0)
        << "pixel " << i % image->columns << "," << i / image->columns << " of " << image->columns
        << "x" << image->rows << " is " << pixels[i].red;
}

TEST(SeedDefects, NoStripesOnRepeatedHalving) {
  LODESTONE_NEEDS_DEVICE();
  OnEveryPath([](const Resizer& resize) {
    Exception exception;
    ImagePtr image = Uniform(1023, 517, MaxRGB);
    for (int step = 0; step < 9 && image->columns > 1; ++step) {
      image.reset(resize(image.get(), (image->columns + 1) / 2, (image->rows + 1) / 2, exception));
      ASSERT_NE(nullptr, image) << exception.text();
      ASSERT_NO_FATAL_FAILURE(ExpectUniform(image.get(), MaxRGB));
    }
  });
}

TEST(SeedDefects, NoStripesOnMixedSequences) {
  LODESTONE_NEEDS_DEVICE();
  const Quantum gray = MaxRGB / 3;
  OnEveryPath([&](const Resizer& resize) {
    Exception exception;
    ImagePtr image = Uniform(640, 480, gray);
    for (const auto& [columns, rows] : {std::pair<unsigned long, unsigned long>{320, 240},
                                        {640, 480},
                                        {213, 160},
                                        {799, 31},
                                        {5, 601},
                                        {1280, 7},
                                        {257, 255}}) {
      image.reset(resize(image.get(), columns, rows, exception));
      ASSERT_NE(nullptr, image) << exception.text();
      ASSERT_NO_FATAL_FAILURE(ExpectUniform(image.get(), gray));
    }
  });
}

TEST(SeedDefects, EnlargingKeepsTheBrightness) {
  LODESTONE_NEEDS_DEVICE();
  const Quantum gray = MaxRGB / 5;
  OnEveryPath([&](const Resizer& resize) {
    Exception exception;
    for (unsigned long factor : {2ul, 3ul, 7ul}) {
      const ImagePtr image = Uniform(41, 29, gray);
      const ImagePtr larger(resize(image.get(), 41 * factor, 29 * factor, exception));
      ASSERT_NE(nullptr, larger) << exception.text();
      ASSERT_NO_FATAL_FAILURE(ExpectUniform(larger.get(), gray));
    }
  });
}

// Rows alternate black and white: halving the height gives the mean, not one of the two.
TEST(SeedDefects, RowsAreAveraged) {
  LODESTONE_NEEDS_DEVICE();
  OnEveryPath([](const Resizer& resize) {
    Exception exception;
    ImagePtr image = Uniform(64, 64, 0);
    PixelPacket* pixels = GetImagePixels(image.get(), 0, 0, 64, 64);
    for (std::size_t i = 0; i < 64 * 64; ++i)
      if (i / 64 % 2) pixels[i].red = pixels[i].green = pixels[i].blue = MaxRGB;
    SyncImagePixels(image.get());
    const ImagePtr half(resize(image.get(), 64, 32, exception));
    ASSERT_NE(nullptr, half) << exception.text();
    ExpectUniform(half.get(), (MaxRGB + 1) / 2);
  });
}

}  // namespace
}  // namespace lodestone::test
