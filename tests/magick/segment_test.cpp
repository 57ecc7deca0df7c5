// Clusters of colours.
#include <cmath>

#include "base/thread_pool.hpp"
#include "magick/quantize.h"
#include "magick/operations/quantize/scale_space.hpp"
#include "tests/magick/support.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

// One of 256, all as wide.
int BinOf(Quantum sample) {
  return int{sample} / int{MaxRGB / 255};
}

struct Center {
  int red, green, blue;
};

// Noise around one of the centres in turn, by columns.
ImagePtr Clouds(unsigned long columns, unsigned long rows, const std::vector<Center>& centers,
                int width) {
  ImagePtr image = BlankImage(columns, rows);
  std::mt19937 random(4);
  const auto noisy = [&](int center) {
    const int noise = static_cast<int>(random() % static_cast<unsigned>(width)) +
                      static_cast<int>(random() % static_cast<unsigned>(width)) - width;
    return ScaleCharToQuantum(static_cast<Quantum>(std::clamp(center + noise, 0, 255)));
  };
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, columns, rows);
  for (std::size_t i = 0; i < columns * rows; ++i) {
    const Center& center = centers[i % columns * centers.size() / columns];
    pixels[i].red = noisy(center.red);
    pixels[i].green = noisy(center.green);
    pixels[i].blue = noisy(center.blue);
    pixels[i].opacity = OpaqueOpacity;
  }
  EXPECT_EQ(MagickPass, SyncImagePixels(image.get()));
  return image;
}

const std::vector<Center> kCenters = {{40, 60, 200}, {120, 200, 80}, {220, 130, 30}};

// The rules, box by box and pixel by pixel.
struct SlowBox {
  Extent red, green, blue;
  double count = 0, reds = 0, greens = 0, blues = 0;

  bool IsNear(int r, int g, int b) const {
    const auto near = [](const Extent& extent, int value) {
      return value >= extent.left - 3 && value <= extent.right + 3;
    };
    return near(red, r) && near(green, g) && near(blue, b);
  }
};

std::vector<SlowBox> SlowBoxes(const std::vector<PixelPacket>& pixels, double smoothing) {
  ShadeCounts red{}, green{}, blue{};
  for (const PixelPacket& pixel : pixels) {
    ++red[BinOf(pixel.red)];
    ++green[BinOf(pixel.green)];
    ++blue[BinOf(pixel.blue)];
  }
  std::vector<SlowBox> boxes;
  for (const Extent& r : PeaksOf(red, smoothing))
    for (const Extent& g : PeaksOf(green, smoothing))
      for (const Extent& b : PeaksOf(blue, smoothing)) boxes.push_back({r, g, b});
  return boxes;
}

void SlowCount(const std::vector<PixelPacket>& pixels, std::vector<SlowBox>* boxes) {
  std::vector<std::size_t> order(boxes->size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (const PixelPacket& pixel : pixels) {
    const int r = BinOf(pixel.red), g = BinOf(pixel.green), b = BinOf(pixel.blue);
    for (std::size_t i = 0; i < order.size(); ++i) {
      SlowBox& box = (*boxes)[order[i]];
      if (!box.IsNear(r, g, b)) continue;
      ++box.count;
      box.reds += r;
      box.greens += g;
      box.blues += b;
      if (i > 0 && box.count > (*boxes)[order[i - 1]].count) std::swap(order[i], order[i - 1]);
      break;
    }
  }
}

// By fuzzy membership: the sums of the ratios of the squared distances.
std::size_t SlowNearest(const std::vector<SlowBox>& boxes, int r, int g, int b) {
  const auto distance = [=](const SlowBox& box) {
    const auto square = [](double value) { return value * value; };
    return square(r - std::floor(box.reds / box.count + 0.5)) +
           square(g - std::floor(box.greens / box.count + 0.5)) +
           square(b - std::floor(box.blues / box.count + 0.5));
  };
  double most = 0;
  std::size_t best = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    double sum = 0;
    for (const SlowBox& other : boxes) sum += distance(boxes[i]) / distance(other);
    if (1 / sum > most) {
      most = 1 / sum;
      best = i;
    }
  }
  return best;
}

// The indexes; none if there are too few or too many clusters.
std::vector<std::size_t> SlowSegment(const std::vector<PixelPacket>& pixels, double percentage,
                                     double smoothing) {
  std::vector<SlowBox> boxes = SlowBoxes(pixels, smoothing);
  SlowCount(pixels, &boxes);
  double total = 0;
  for (const SlowBox& box : boxes) total += box.count;
  std::erase_if(boxes, [=](const SlowBox& box) {
    return box.count == 0 || box.count < percentage * 0.01 * total;
  });
  if (boxes.empty() || boxes.size() > 256) return {};
  std::vector<std::size_t> indexes;
  for (const PixelPacket& pixel : pixels) {
    const int r = BinOf(pixel.red), g = BinOf(pixel.green), b = BinOf(pixel.blue);
    std::size_t i = 0;
    while (i < boxes.size() && !boxes[i].IsNear(r, g, b)) ++i;
    indexes.push_back(i < boxes.size() ? i : SlowNearest(boxes, r, g, b));
  }
  return indexes;
}

TEST(Segment, FollowsTheRules) {
  int segmented = 0;
  for (const unsigned long columns : {1, 2, 7, 17, 64, 90, 257})
    for (const int width : {3, 12, 30, 90})
      for (const double least : {0.0, 0.5, 5.0}) {
        const ImagePtr image = Clouds(columns, 61, kCenters, width);
        const auto before = Pixels(image.get());
        const auto expected = SlowSegment(before, least, 0.5);
        if (expected.empty()) continue;
        ASSERT_EQ(MagickPass, SegmentImage(image.get(), RGBColorspace, 0, least, 0.5));
        ++segmented;
        ASSERT_EQ(PseudoClass, image->storage_class);
        const auto after = Pixels(image.get());
        const auto indexes = Indexes(image.get());
        for (std::size_t i = 0; i < after.size(); ++i) {
          ASSERT_EQ(expected[i], indexes[i]) << i;
          ASSERT_TRUE(SamePixel(image->colormap[indexes[i]], after[i]));
        }
      }
  EXPECT_LT(30, segmented);
}

TEST(Segment, DoesNotDependOnThreads) {
  std::vector<ImagePtr> images;
  for (const unsigned threads : {1u, 0u}) {
    accel::SetThreadLimit(threads);
    images.push_back(Clouds(1000, 300, kCenters, 90));
    ASSERT_EQ(MagickPass, SegmentImage(images.back().get(), RGBColorspace, 0, 0.1, 0.5));
  }
  accel::SetThreadLimit(0);
  ExpectSameImage(images[0].get(), images[1].get(), "threads");
}

TEST(Segment, TakesEveryKindOfImageAndSpace) {
  for (const Kind kind : kAllKinds)
    for (const ColorspaceType space : {RGBColorspace, YIQColorspace, HSLColorspace}) {
      const ImagePtr image = RandomImage(37, 19, kind, 3);
      if (SegmentImage(image.get(), space, 0, 0.0, 1.5) == MagickFail) {
        EXPECT_EQ(ImageError, image->exception.severity) << image->exception.reason;
      } else {
        EXPECT_EQ(PseudoClass, image->storage_class);
      }
      EXPECT_EQ(RGBColorspace, image->colorspace);
    }
  const ImagePtr grey = RandomGrey(64, 40, 1);
  const MagickPassFail status = SegmentImage(grey.get(), RGBColorspace, 0, 0.0, 1.5);
  EXPECT_EQ(status == MagickFail, grey->exception.severity == ImageError);
}

TEST(Segment, RefusesWhatItCannotSegment) {
  EXPECT_EQ(MagickFail, SegmentImage(nullptr, RGBColorspace, 0, 1.0, 1.5));
  const ImagePtr image = Clouds(30, 30, kCenters, 12);
  const auto before = Pixels(image.get());
  EXPECT_EQ(MagickFail, SegmentImage(image.get(), RGBColorspace, 0, 101.0, 1.5));
  EXPECT_EQ(ImageError, image->exception.severity);
  for (const double strange : {std::nan(""), HUGE_VAL, -HUGE_VAL, -1.0}) {
    const ImagePtr other = Clouds(30, 30, kCenters, 12);
    (void)SegmentImage(other.get(), RGBColorspace, 0, 1.0, strange);
    (void)SegmentImage(other.get(), RGBColorspace, 0, strange, 1.5);
  }
  const ImagePtr space = Clouds(30, 30, kCenters, 12);
  EXPECT_EQ(MagickFail, SegmentImage(space.get(), LABColorspace, 0, 1.0, 1.5));
  EXPECT_EQ(OptionError, space->exception.severity);
  const ImagePtr empty = BlankImage(3, 3);
  EXPECT_EQ(MagickFail, SegmentImage(empty.get(), RGBColorspace, 0, 1.0, 1.5));
  EXPECT_NE(UndefinedException, empty->exception.severity);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), Pixels(image.get()).begin(), SamePixel));
}

TEST(Segment, PrintsItsClusters) {
  const ImagePtr image = Clouds(90, 60, kCenters, 12);
  testing::internal::CaptureStdout();
  ASSERT_EQ(MagickPass, SegmentImage(image.get(), RGBColorspace, 1, 1.0, 1.5));
  const std::string text = testing::internal::GetCapturedStdout();
  EXPECT_NE(std::string::npos,
            text.find("Total Number of Clusters = " + std::to_string(image->colors) + "\n"))
      << text;
  const ImagePtr quiet = Clouds(90, 60, kCenters, 12);
  testing::internal::CaptureStdout();
  ASSERT_EQ(MagickPass, SegmentImage(quiet.get(), RGBColorspace, 0, 1.0, 1.5));
  EXPECT_EQ("", testing::internal::GetCapturedStdout());
}

// Each peak lies within an extent, and extents do not touch.
TEST(ScaleSpace, FindsPeaks) {
  ShadeCounts counts{};
  const std::pair<int, double> kPeaks[] = {{40, 6.0}, {120, 9.0}, {210, 7.0}};
  for (int value = 0; value < kShades; ++value)
    for (const auto& [center, width] : kPeaks) {
      const double distance = (value - center) / width;
      counts[static_cast<std::size_t>(value)] +=
          static_cast<std::uint64_t>(10000 * std::exp(-0.5 * distance * distance));
    }
  const std::vector<Extent> found = PeaksOf(counts, 1.5);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_LE(found[i].left, found[i].right);
    EXPECT_TRUE(i == 0 || found[i - 1].right + 1 < found[i].left);
  }
  for (const auto& [center, width] : kPeaks)
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [c = center](const Extent& extent) {
      return extent.left <= c && c <= extent.right;
    })) << center;
  EXPECT_TRUE(PeaksOf(ShadeCounts{}, 1.5).empty());
}

}  // namespace
}  // namespace lodestone::test
