// MNG files as they are written, for readers of other programs, too.
#include <gmock/gmock.h>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/mng_support.hpp"

namespace lodestone::coders::test {
namespace {

using testing::ElementsAre;

class MngWritten : public ::testing::Test {
 protected:
  struct Frame {
    Kind kind;
    long x = 0, y = 0;
    unsigned long delay = 10;
    DisposeType dispose = NoneDispose;
  };

  static ImageHandle Images(const std::vector<Frame>& frames) {
    Image* list = nullptr;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      ImageHandle image = MakeTestImage(frames[i].kind, static_cast<std::uint32_t>(i + 1));
      image->page = {30, 20, frames[i].x, frames[i].y};
      image->delay = frames[i].delay;
      image->dispose = frames[i].dispose;
      image->scene = i;
      AppendImageToList(&list, image.Release());
    }
    return ImageHandle(GetFirstImageInList(list));
  }
  Bytes Written(const ImageHandle& images, CompressionType compression = UndefinedCompression) {
    Info info;
    info->compression = compression;
    Bytes bytes = Write("MNG", images, info, exception_);
    EXPECT_FALSE(bytes.empty()) << exception_.Text();
    return bytes;
  }
  // What is seen of each frame, by GIF's rules for what happens to it afterwards: colours
  // multiplied by alpha, and alpha.
  static std::vector<std::vector<double>> Seen(const ImageHandle& images) {
    constexpr std::size_t kColumns = 30, kRows = 20;
    std::vector<std::vector<double>> seen;
    std::vector<double> canvas(kColumns * kRows * 4);
    for (const Image* image = images.get(); image != nullptr; image = image->next) {
      const auto pixels = Rgba16(image);
      const std::vector<double> before = canvas;
      const auto draw = [&](auto change) {
        for (std::size_t i = 0; i < pixels.size() / 4; ++i) {
          const long x = static_cast<long>(i % image->columns) + image->page.x,
                     y = static_cast<long>(i / image->columns) + image->page.y;
          if (x < 0 || y < 0 || x >= long{kColumns} || y >= long{kRows}) continue;
          change(
              &canvas[4 * (static_cast<std::size_t>(y) * kColumns + static_cast<std::size_t>(x))],
              &pixels[4 * i]);
        }
      };
      draw([](double* to, const std::uint16_t* from) {
        const double alpha = from[3] / 65535.0;
        for (int c = 0; c < 4; ++c)
          to[c] = (c == 3 ? from[c] : from[c] * alpha) + to[c] * (1 - alpha);
      });
      seen.push_back(canvas);
      if (image->dispose == BackgroundDispose)
        draw([](double* to, const std::uint16_t*) { std::fill_n(to, 4, 0.0); });
      if (image->dispose == PreviousDispose) canvas = before;
    }
    return seen;
  }
  static void ExpectSeen(const ImageHandle& images, const ImageHandle& read) {
    ASSERT_TRUE(read);
    const auto seen = Seen(images);
    ASSERT_EQ(GetImageListLength(read.get()), seen.size());
    const Image* before = images.get();
    std::size_t number = 0;
    for (const Image* image = read.get(); image != nullptr; image = image->next) {
      EXPECT_EQ(image->delay, before->delay);
      const auto pixels = Rgba16(image);
      ASSERT_EQ(pixels.size(), seen[number].size());
      for (std::size_t i = 0; i < pixels.size(); ++i) {
        const double factor = i % 4 == 3 ? 1.0 : pixels[i | 3] / 65535.0;
        ASSERT_NEAR(pixels[i] * factor, seen[number][i], 400) << number << " " << i;
      }
      before = before->next;
      ++number;
    }
  }
  static void ExpectSame(const ImageHandle& a, const ImageHandle& b) {
    ASSERT_TRUE(a && b);
    const Image* other = b.get();
    for (const Image* image = a.get(); image != nullptr; image = image->next) {
      ASSERT_NE(other, nullptr);
      EXPECT_EQ(image->delay, other->delay);
      EXPECT_TRUE(Rgba16(image) == Rgba16(other)) << image->scene;
      other = other->next;
    }
    EXPECT_EQ(other, nullptr);
  }

  Exception exception_;
};

TEST_F(MngWritten, ImagesWithoutTimeStayAsTheyAre) {
  Kind palette{12, 7, 8};
  palette.colors = 9;
  const ImageHandle images = Images(
      {{{30, 20, 16, true}, 0, 0, 0}, {palette, 0, 0, 0}, {GrayKind(3, 4, 8, false), 0, 0, 0}});
  const Bytes file = Written(images);
  EXPECT_EQ(Be32(DataOf(MngChunks(file), "MHDR"), 8), 0u);
  EXPECT_EQ(Be32(DataOf(MngChunks(file), "MHDR"), 24), 9u);
  const ImageHandle again = ReadBytes("MNG", file, exception_);
  ASSERT_TRUE(again) << exception_.Text();
  ExpectSame(images, again);
  EXPECT_EQ(again->next->storage_class, PseudoClass);
  EXPECT_EQ(again->depth, QuantumDepth);
}

TEST_F(MngWritten, AnEvenRhythmNeedsNoFrames) {
  const ImageHandle images = Images({{{30, 20}, 0, 0, 25}, {{30, 20}, 0, 0, 25}});
  const auto chunks = MngChunks(Written(images));
  EXPECT_EQ(Be32(chunks[0].data, 8), 4u);
  EXPECT_THAT(NamesOf(chunks), testing::Not(testing::Contains("FRAM")));
  ExpectSame(images, ReadBytes("MNG", Written(images), exception_));
}

TEST_F(MngWritten, LayersHaveTheirPlacesAndDelays) {
  const ImageHandle images = Images(
      {{{30, 20}, 0, 0, 3}, {{5, 4, 8, true}, 7, 9, 40}, {{5, 4}, 7, 9, 40}, {{6, 6}, 25, -2, 7}});
  ExpectSeen(images, ReadBytes("MNG", Written(images), exception_));
}

TEST_F(MngWritten, FramesThatDisappearDo) {
  for (const DisposeType dispose : {BackgroundDispose, PreviousDispose}) {
    const ImageHandle images = Images({{{30, 20, 8, true}, 0, 0, 5},
                                       {{5, 4}, 7, 9, 5, dispose},
                                       {{5, 4, 8, true}, 2, 1, 5},
                                       {{8, 4}, 9, 9, 5}});
    ExpectSeen(images, ReadBytes("MNG", Written(images), exception_));
  }
  const ImageHandle all = Images({{{30, 20, 8, true}, 0, 0, 5, BackgroundDispose},
                                  {{5, 4}, 7, 9, 5, BackgroundDispose},
                                  {{5, 4, 8, true}, 2, 1, 5, BackgroundDispose}});
  ExpectSeen(all, ReadBytes("MNG", Written(all), exception_));
}

TEST_F(MngWritten, PlaysAsOftenAsItShould) {
  for (const unsigned long iterations : {0ul, 1ul, 7ul}) {
    const ImageHandle images = Images({{{30, 20}}, {{30, 20}}});
    images->iterations = iterations;
    EXPECT_EQ(ReadBytes("MNG", Written(images), exception_)->iterations, iterations);
  }
}

TEST_F(MngWritten, HoldsJngImagesIfCompressedAsJpeg) {
  const ImageHandle images = Images({{{30, 20}}, {{30, 20, 8, true}}});
  const auto names = NamesOf(MngChunks(Written(images, JPEGCompression)));
  EXPECT_EQ(std::count(names.begin(), names.end(), "JHDR"), 2);
  images->compression = JPEGCompression;  // as of a JPEG file
  const auto mixed = NamesOf(MngChunks(Written(images)));
  EXPECT_EQ(std::count(mixed.begin(), mixed.end(), "JHDR"), 1);
  EXPECT_EQ(std::count(mixed.begin(), mixed.end(), "IHDR"), 1);
  const ImageHandle again = ReadBytes("MNG", Written(images, JPEGCompression), exception_);
  ASSERT_TRUE(again) << exception_.Text();
  EXPECT_EQ(GetImageListLength(again.get()), 2u);
}

// gm ignores the delays of frames, also of those that it wrote.
TEST_F(MngWritten, IsSeenByGmAsHere) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const auto gm = [](const std::string& arguments) {
    int status = 1;
    RunGm(arguments, &status);
    EXPECT_EQ(status, 0) << arguments;
  };
  const auto expect_seen_alike = [&](const std::string& name) {
    const ImageHandle read = Read(name, exception_);
    ASSERT_TRUE(read) << exception_.Text();
    gm("convert " + name + " +adjoin " + folder.File("frame%d.png"));
    for (const Image* image = read.get(); image != nullptr; image = image->next) {
      const ImageHandle theirs =
          Read(folder.File("frame" + std::to_string(image->scene) + ".png"), exception_);
      ASSERT_TRUE(theirs) << exception_.Text();
      EXPECT_TRUE(Rgba16(image) == Rgba16(theirs.get())) << name << image->scene;
    }
  };
  const ImageHandle lists[] = {
      Images({{{30, 20, 8}, 0, 0, 10}}), Images({{{30, 20, 16, true}, 0, 0, 10}}),
      Images({{{30, 20}, 0, 0, 25}, {{30, 20}, 0, 0, 25}}),
      Images({{{30, 20}, 0, 0, 3}, {{5, 4}, 7, 9, 40}, {{5, 4}, 8, 9, 41}})};
  for (const ImageHandle& images : lists) {
    WriteWholeFile(folder.File("a.mng"), Written(images));
    expect_seen_alike(folder.File("a.mng"));
  }
  gm("convert -size 30x20 gradient:red-blue -delay 3 -page 30x20+7+9 -size 5x4 xc:blue -delay 9 "
     "-page 30x20+9+9 xc:lime " +
     folder.File("b.mng"));
  expect_seen_alike(folder.File("b.mng"));
}

}  // namespace
}  // namespace lodestone::coders::test
