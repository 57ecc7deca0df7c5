// Animations made whole and reduced to what changes: played frame by frame in plain code.
#include <random>

#include "tests/magick/support.hpp"
#include "tests/support/grey_image.hpp"
#include "tests/support/image_list.hpp"

namespace lodestone::test {
namespace {

constexpr Kind kRgbKinds[] = {Kind::kOpaque, Kind::kMatte, Kind::kPalette, Kind::kPaletteMatte};

PixelPacket Over(const PixelPacket& top, bool has_alpha, const PixelPacket& below) {
  const double rest = has_alpha ? top.opacity / MaxRGBDouble : 0.0;
  const double under = rest * (1.0 - below.opacity / MaxRGBDouble);
  const double alpha = 1.0 - rest + under;
  if (alpha <= 0.0) return below;
  const auto mix = [&](Quantum a, Quantum b) {
    return static_cast<Quantum>(((1.0 - rest) * a + under * b) / alpha + 0.5);
  };
  PixelPacket pixel{};
  pixel.red = mix(top.red, below.red);
  pixel.green = mix(top.green, below.green);
  pixel.blue = mix(top.blue, below.blue);
  pixel.opacity = static_cast<Quantum>((1.0 - alpha) * MaxRGBDouble + 0.5);
  return pixel;
}

// Shows frames as a player of GIF does.
class Player {
 public:
  explicit Player(const Image* first)
      : columns_(first->page.width ? first->page.width
                                   : first->columns + unsigned(std::max(first->page.x, 0l))),
        rows_(first->page.height ? first->page.height
                                 : first->rows + unsigned(std::max(first->page.y, 0l))),
        shown_(columns_ * rows_, Clear()) {}

  const std::vector<PixelPacket>& Show(const Image* frame) {
    const std::vector<PixelPacket> before = Disposed();
    shown_ = before_ = before;
    frame_ = frame;
    const auto pixels = Pixels(frame);
    ForEach([&](std::size_t from, std::size_t to) {
      shown_[to] = Over(pixels[from], frame->matte, shown_[to]);
    });
    return shown_;
  }
  unsigned long columns() const { return columns_; }
  unsigned long rows() const { return rows_; }

 private:
  static PixelPacket Clear() {
    PixelPacket clear{};
    clear.opacity = TransparentOpacity;
    return clear;
  }
  std::vector<PixelPacket> Disposed() {
    if (frame_ && frame_->dispose == PreviousDispose) return before_;
    if (frame_ && frame_->dispose == BackgroundDispose)
      ForEach([&](std::size_t, std::size_t to) { shown_[to] = Clear(); });
    return shown_;
  }
  // Pixels of the frame, and where they are on the canvas.
  template <class Visit>
  void ForEach(Visit visit) {
    for (long y = 0; y < long(frame_->rows); ++y)
      for (long x = 0; x < long(frame_->columns); ++x) {
        const long to_x = frame_->page.x + x, to_y = frame_->page.y + y;
        if (to_x < 0 || to_y < 0 || to_x >= long(columns_) || to_y >= long(rows_)) continue;
        visit(std::size_t(y) * frame_->columns + std::size_t(x),
              std::size_t(to_y) * columns_ + std::size_t(to_x));
      }
  }

  unsigned long columns_, rows_;
  const Image* frame_ = nullptr;
  std::vector<PixelPacket> before_, shown_;
};

void ExpectSeen(const std::vector<PixelPacket>& expected, const std::vector<PixelPacket>& actual,
                int steps, const std::string& what) {
  ASSERT_EQ(expected.size(), actual.size()) << what;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const PixelPacket &a = expected[i], &b = actual[i];
    // The colour of what can hardly be seen matters little.
    const double alpha = 1.0 - a.opacity / MaxRGBDouble;
    const auto near = [&](int x, int y) { return std::abs(x - y) * alpha <= steps; };
    ASSERT_TRUE(std::abs(int{a.opacity} - int{b.opacity}) <= steps && near(a.red, b.red) &&
                near(a.green, b.green) && near(a.blue, b.blue))
        << what << ": pixel " << i << ": " << a.red << "," << a.opacity << " and " << b.red << ","
        << b.opacity;
  }
}

std::vector<PixelPacket> Shown(const Image* image) {
  auto pixels = Pixels(image);
  if (!image->matte)
    for (PixelPacket& pixel : pixels) pixel.opacity = OpaqueOpacity;
  return pixels;
}

// Whole and partial frames that are disposed of in all ways. Without partial transparency what is
// seen is exact.
ImagePtr Animation(std::mt19937& random, unsigned long columns, unsigned long rows,
                   bool with_partial) {
  std::vector<ImagePtr> images;
  for (int i = 0; i < 5; ++i) {
    const bool whole = random() % 3 == 0;
    images.push_back(RandomImage(whole ? columns : 1 + random() % (columns + 3),
                                 whole ? rows : 1 + random() % (rows + 3), kRgbKinds[random() % 4],
                                 unsigned(random())));
    Image* const image = images.back().get();
    if (!with_partial && image->matte) {
      image->storage_class = DirectClass;
      PixelPacket* pixels = GetImagePixels(image, 0, 0, image->columns, image->rows);
      for (std::size_t n = 0; n < image->columns * image->rows; ++n)
        pixels[n].opacity = random() % 2 ? TransparentOpacity : OpaqueOpacity;
      SyncImagePixels(image);
    }
    // Opacities of an image without alpha have no meaning.
    if (!image->matte && image->storage_class == DirectClass) {
      PixelPacket* pixels = GetImagePixels(image, 0, 0, image->columns, image->rows);
      for (std::size_t n = 0; n < image->columns * image->rows; ++n)
        pixels[n].opacity = static_cast<Quantum>(random() % (MaxRGB + 1));
      SyncImagePixels(image);
    }
    image->page = {columns, rows, whole ? 0 : long(random() % 9) - 3,
                   whole ? 0 : long(random() % 9) - 3};
    image->dispose = static_cast<DisposeType>(random() % 4);
    image->delay = random() % 100;
  }
  return ListOf(std::move(images));
}

TEST(CoalesceImages, ShowsWhatAPlayerShows) {
  std::mt19937 random(3);
  Exception exception;
  for (const unsigned long side : {1, 2, 3, 7, 16, 17, 60})
    for (int round = 0; round < 24; ++round) {
      const bool partial = round % 2 != 0;
      const ImagePtr list = Animation(random, side, 5, partial);
      const ImagePtr frames(CoalesceImages(list.get(), exception));
      ASSERT_NE(nullptr, frames) << exception.text();
      Player player(list.get());
      const Image* frame = frames.get();
      for (const Image* image = list.get(); image; image = image->next, frame = frame->next) {
        const std::string what = std::to_string(side) + " round " + std::to_string(round);
        ASSERT_NE(nullptr, frame) << what;
        ASSERT_EQ(player.columns(), frame->columns) << what;
        ASSERT_NO_FATAL_FAILURE(
            ExpectSeen(player.Show(image), Shown(frame), partial ? 8 : 0, what));
        ExpectSamePage({}, frame->page, what);
        EXPECT_EQ(image->delay, frame->delay) << what;
      }
      EXPECT_EQ(nullptr, frame);
    }
}

// The canvas is that of the first page, or as large as the first frame needs.
TEST(CoalesceImages, HaveTheSizeOfTheAnimation) {
  Exception exception;
  for (const RectangleInfo& page : {RectangleInfo{9, 8, 2, 1}, RectangleInfo{0, 0, 2, 1}}) {
    std::vector<ImagePtr> images;
    for (unsigned i = 0; i < 2; ++i) images.push_back(RandomImage(4, 3, Kind::kOpaque, i));
    images[0]->page = page;
    const ImagePtr frames(CoalesceImages(ListOf(std::move(images)).get(), exception));
    ASSERT_NE(nullptr, frames) << exception.text();
    EXPECT_EQ(page.width ? page.width : 6, frames->columns);
    EXPECT_EQ(page.height ? page.height : 4, frames->rows);
    EXPECT_EQ(frames->columns, frames->next->columns);
    EXPECT_EQ(TransparentOpacity, AcquireOnePixel(frames.get(), 0, 0, exception).opacity);
  }
}

TEST(CoalesceImages, RefuseACanvasBeyondTheLimits) {
  for (const unsigned long size : {1ul << 31, ~0ul / 2, ~0ul}) {
    std::vector<ImagePtr> images;
    for (unsigned i = 0; i < 2; ++i) images.push_back(RandomImage(4, 3, Kind::kOpaque, i));
    images[0]->page = {size, size, 0, 0};
    Exception exception;
    EXPECT_EQ(nullptr, CoalesceImages(ListOf(std::move(images)).get(), exception)) << size;
    EXPECT_EQ(ResourceLimitError, exception.severity()) << exception.text();
  }
}

// What is written of whole frames, and read and played again, is the same.
TEST(CoalesceImages, AreDisposedOfAsTheyNeed) {
  std::mt19937 random(5);
  Exception exception;
  for (int round = 0; round < 40; ++round) {
    const bool partial = round % 2 != 0;
    const ImagePtr list = Animation(random, 11, 6, partial);
    const ImagePtr frames(CoalesceImages(list.get(), exception));
    ASSERT_NE(nullptr, frames) << exception.text();
    Player original(list.get()), again(frames.get());
    const Image* frame = frames.get();
    for (const Image* image = list.get(); image; image = image->next, frame = frame->next) {
      const auto expected = original.Show(image);
      ASSERT_NO_FATAL_FAILURE(
          ExpectSeen(expected, again.Show(frame), partial ? 8 : 0, std::to_string(round)));
    }
  }
}

// Resizing makes edges partly transparent, which must not be laid over those of the frame before.
TEST(CoalesceImages, MayBeResized) {
  std::mt19937 random(15);
  Exception exception;
  for (int round = 0; round < 20; ++round) {
    const ImagePtr frames(CoalesceImages(Animation(random, 40, 30, false).get(), exception));
    ASSERT_NE(nullptr, frames) << exception.text();
    std::vector<ImagePtr> resized;
    for (const Image* frame = frames.get(); frame; frame = frame->next)
      resized.emplace_back(ResizeImage(frame, 23, 17, TriangleFilter, 1.0, exception));
    const ImagePtr list = ListOf(std::move(resized));
    const ImagePtr parts(DeconstructImages(list.get(), exception));
    ASSERT_NE(nullptr, parts) << exception.text();
    Player player(list.get()), of_parts(parts.get());
    const Image* part = parts.get();
    for (const Image* frame = list.get(); frame; frame = frame->next, part = part->next) {
      ASSERT_NO_FATAL_FAILURE(
          ExpectSeen(Shown(frame), player.Show(frame), 0, std::to_string(round)));
      ASSERT_NO_FATAL_FAILURE(
          ExpectSeen(Shown(frame), of_parts.Show(part), 0, "parts " + std::to_string(round)));
    }
  }
}

// A canvas is mirrored as a whole, with the places of frames on it.
TEST(FlipImage, KeepsFramesInTheirPlace) {
  Exception exception;
  const ImagePtr image = RandomImage(4, 3, Kind::kOpaque, 1);
  image->page = {20, 10, 2, 1};
  const ImagePtr flipped(FlipImage(image.get(), exception));
  ExpectSamePage({20, 10, 2, 6}, flipped->page, "flip");
  const ImagePtr flopped(FlopImage(image.get(), exception));
  ExpectSamePage({20, 10, 14, 1}, flopped->page, "flop");
}

TEST(DeconstructImages, PlaysAsBefore) {
  std::mt19937 random(6);
  Exception exception;
  for (int round = 0; round < 40; ++round) {
    const bool partial = round % 2 != 0;
    const ImagePtr list = Animation(random, 13, 7, partial);
    const ImagePtr whole(CoalesceImages(list.get(), exception));
    ASSERT_NE(nullptr, whole) << exception.text();
    const ImagePtr parts(DeconstructImages(whole.get(), exception));
    ASSERT_NE(nullptr, parts) << exception.text();
    Player player(parts.get());
    const Image* part = parts.get();
    for (const Image* frame = whole.get(); frame; frame = frame->next, part = part->next) {
      ASSERT_NE(nullptr, part);
      ASSERT_NO_FATAL_FAILURE(
          ExpectSeen(Shown(frame), player.Show(part), partial ? 8 : 0, std::to_string(round)));
      EXPECT_EQ(frame->delay, part->delay);
    }
  }
}

// Frames that differ in some rectangle, by little or by much.
ImagePtr Frames(std::mt19937& random, unsigned long columns, unsigned long rows, Kind kind,
                double fuzz) {
  std::vector<ImagePtr> images;
  images.push_back(RandomImage(columns, rows, kind, unsigned(random())));
  for (int i = 0; i < 3; ++i) {
    Exception exception;
    images.emplace_back(CloneImage(images.back().get(), 0, 0, MagickTrue, exception));
    Image* const image = images.back().get();
    image->storage_class = DirectClass;
    image->fuzz = fuzz;
    PixelPacket* const pixels = GetImagePixels(image, 0, 0, columns, rows);
    for (int n = 0; n < 4; ++n) {
      PixelPacket& pixel = pixels[random() % (columns * rows)];
      const Quantum away = random() % 2 ? Quantum{3} : Quantum{90};
      pixel.green =
          static_cast<Quantum>(pixel.green < 128 ? pixel.green + away : pixel.green - away);
    }
    SyncImagePixels(image);
  }
  return ListOf(std::move(images));
}

// What of `after` differs from `before`, seen pixel by pixel.
RectangleInfo PlainChange(const Image* before, const Image* after) {
  const auto a = Pixels(before), b = Pixels(after);
  long left = long(after->columns), right = -1, top = long(after->rows), bottom = -1;
  for (long y = 0; y < long(after->rows); ++y)
    for (long x = 0; x < long(after->columns); ++x) {
      const auto i = std::size_t(y) * after->columns + std::size_t(x);
      if (a[i].red == b[i].red && a[i].green == b[i].green && a[i].blue == b[i].blue) continue;
      left = std::min(left, x), right = std::max(right, x);
      top = std::min(top, y), bottom = std::max(bottom, y);
    }
  return {static_cast<unsigned long>(right - left + 1),
          static_cast<unsigned long>(bottom - top + 1), left, top};
}

TEST(DeconstructImages, KeepsWhatChanges) {
  std::mt19937 random(13);
  Exception exception;
  for (const unsigned long side : {3, 17, 257, 2000}) {
    const ImagePtr list = Frames(random, side, 60, Kind::kOpaque, 0.0);
    const ImagePtr parts(DeconstructImages(list.get(), exception));
    ASSERT_NE(nullptr, parts) << exception.text();
    EXPECT_EQ(4u, GetImageListLength(parts.get()));
    ExpectSameImage(list.get(), parts.get(), "first");
    const Image* part = parts->next;
    for (const Image* image = list->next; image; image = image->next, part = part->next) {
      const RectangleInfo place = PlainChange(image->previous, image);
      ExpectSamePage({side, 60, place.x, place.y}, part->page, std::to_string(side));
      const ImagePtr expected(CropImage(image, &place, exception));
      expected->page = part->page;
      ExpectSameImage(expected.get(), part, std::to_string(side));
    }
  }
}

// Grey samples are compared as they are.
TEST(DeconstructImages, OfGreySamplesIsThatOfPackets) {
  Exception exception;
  std::vector<Quantum> samples = RandomSamples(40 * 30, 1);
  std::vector<ImagePtr> grey, packets;
  for (int i = 0; i < 4; ++i) {
    grey.push_back(GreyImage(40, 30, samples));
    grey.back()->fuzz = i == 3 ? 17.4 : 0.0;  // ten steps in each of three colours: 17.32
    packets.push_back(AsPackets(grey.back().get(), samples));
    for (int n = 0; n < 3; ++n) samples[std::size_t(100 + 41 * n + 200 * i)] ^= 0x1f;
    samples[700] = static_cast<Quantum>(samples[700] < 100 ? samples[700] + 10 : samples[700] - 10);
  }
  const ImagePtr grey_list = ListOf(std::move(grey)), packet_list = ListOf(std::move(packets));
  const ImagePtr parts(DeconstructImages(grey_list.get(), exception));
  const ImagePtr expected(DeconstructImages(packet_list.get(), exception));
  ASSERT_NE(nullptr, parts) << exception.text();
  const Image* part = parts.get();
  for (const Image* image = expected.get(); image; image = image->next, part = part->next) {
    EXPECT_TRUE(HasGreyPixels(part));
    ExpectSamePage(image->page, part->page, "grey");
    ExpectSameImage(image, part, "grey");
  }
}

// A frame that changes nothing keeps its time, as one pixel.
TEST(DeconstructImages, KeepsTheTimeOfFramesThatAreAlike) {
  Exception exception;
  std::vector<ImagePtr> images;
  for (unsigned long i = 0; i < 3; ++i) {
    images.push_back(RandomImage(5, 4, Kind::kOpaque, 3));
    images.back()->delay = 10 + i;
  }
  const ImagePtr parts(DeconstructImages(ListOf(std::move(images)).get(), exception));
  ASSERT_NE(nullptr, parts) << exception.text();
  ASSERT_EQ(3u, GetImageListLength(parts.get()));
  EXPECT_EQ(1u, parts->next->columns);
  EXPECT_EQ(1u, parts->next->rows);
  EXPECT_EQ(12u, parts->next->next->delay);
}

}  // namespace
}  // namespace lodestone::test
