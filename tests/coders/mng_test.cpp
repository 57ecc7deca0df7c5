// MNG files, most of them made here chunk by chunk.
#include <gmock/gmock.h>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/mng_support.hpp"

namespace lodestone::coders::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A canvas of 4x2 pixels, on which images of one colour are put. A letter is a pixel: r, g, b or .
// for none.
class MngTest : public ::testing::Test {
 protected:
  static PngChunk Header(std::uint32_t ticks, std::uint32_t profile = 0) {
    return {"MHDR", Fields().U32(4).U32(2).U32(ticks).U32(0).U32(0).U32(0).U32(profile)};
  }
  static PngChunk Place(int x, int y, unsigned id = 0, bool hidden = false) {
    return {"DEFI", Fields().U16(id).U8(hidden).U8(0).U32(x).U32(y)};
  }
  static PngChunk Frame(unsigned mode, unsigned delay) {
    return {"FRAM", Fields().U8(mode).U8(0).U8(2).U8(0).U8(0).U8(0).U32(delay)};
  }

  void Add(const PngChunk& chunk) { chunks_.push_back(chunk); }
  void AddImage(char color, std::uint32_t columns, std::uint32_t rows) {
    const std::string colors = "rgb";
    Bytes rows_bytes;
    for (std::uint32_t y = 0; y < rows; ++y) {
      rows_bytes.push_back(0);
      for (std::uint32_t x = 0; x < columns; ++x)
        for (const char c : colors) rows_bytes.push_back(c == color ? 255 : 0);
    }
    Add({"IHDR", Fields().U32(columns).U32(rows).U8(8).U8(2).U8(0).U8(0).U8(0)});
    Add({"IDAT", Deflated(rows_bytes)});
    Add({"IEND", {}});
  }
  Bytes File() {
    auto chunks = chunks_;
    chunks.push_back({"MEND", {}});
    return MngFile(kMngStart, chunks);
  }
  ImageHandle Decoded(const char* define = nullptr) {
    const Bytes file = File();
    Info info;
    if (define != nullptr) info.Define(define);
    ImageHandle images(BlobToImage(info.get(), file.data(), file.size(), exception_.get()));
    EXPECT_TRUE(images) << exception_.Text();
    return images;
  }
  static std::string Drawn(const Image* image) {
    const auto pixels = Rgba16(image);
    std::string text;
    for (std::size_t i = 0; i < pixels.size(); i += 4) {
      if (i != 0 && i / 4 % image->columns == 0) text += '/';
      text += pixels[i + 3] == 0   ? '.'
              : pixels[i] != 0     ? 'r'
              : pixels[i + 1] != 0 ? 'g'
              : pixels[i + 2] != 0 ? 'b'
                                   : 'k';
    }
    return text;
  }
  static std::vector<std::string> AllDrawn(const ImageHandle& images) {
    std::vector<std::string> all;
    for (const Image* image = images.get(); image != nullptr; image = image->next)
      all.push_back(Drawn(image));
    return all;
  }
  static std::vector<unsigned long> Delays(const ImageHandle& images) {
    std::vector<unsigned long> all;
    for (const Image* image = images.get(); image != nullptr; image = image->next)
      all.push_back(image->delay);
    return all;
  }

  std::vector<PngChunk> chunks_;
  Exception exception_;
};

TEST_F(MngTest, LaysLayersOverEachOther) {
  Add(Header(100));
  Add(Frame(1, 10));
  AddImage('r', 4, 2);
  Add(Place(1, 0));
  AddImage('g', 2, 1);
  Add(Place(-1, 1));
  AddImage('b', 2, 2);
  const ImageHandle images = Decoded();
  EXPECT_THAT(AllDrawn(images), ElementsAre("rrrr/rrrr", "rggr/rrrr", "rggr/brrr"));
  EXPECT_THAT(Delays(images), ElementsAre(10, 10, 10));
  EXPECT_EQ(images->next->page.width, 4u);
}

TEST_F(MngTest, ClearsBeforeEachLayerInModeThree) {
  Add(Header(100));
  Add(Frame(3, 10));
  AddImage('r', 1, 2);
  Add(Place(1, 0));
  AddImage('g', 2, 1);
  EXPECT_THAT(AllDrawn(Decoded()), ElementsAre("r.../r...", ".gg./...."));
}

TEST_F(MngTest, MakesAFrameOfSeveralLayersInModesTwoAndFour) {
  for (const unsigned mode : {2u, 4u}) {
    chunks_.clear();
    Add(Header(100));
    Add(Frame(mode, 10));
    AddImage('r', 2, 2);
    Add(Place(1, 0));
    AddImage('g', 2, 1);
    Add(Frame(mode, 20));
    Add(Place(3, 0));
    AddImage('b', 1, 1);
    const ImageHandle images = Decoded();
    EXPECT_THAT(AllDrawn(images), ElementsAre("rgg./rr..", mode == 2 ? "rggb/rr.." : "...b/...."));
    EXPECT_THAT(Delays(images), ElementsAre(10, 20));
  }
}

TEST_F(MngTest, DelaysOfOneFrameAloneDoNotLast) {
  Add(Header(10));
  Add({"FRAM", Fields().U8(1).U8('n').U8(0).U8(1).U8(0).U8(0).U8(0).U32(3)});
  AddImage('r', 4, 2);
  AddImage('g', 4, 2);
  EXPECT_THAT(Delays(Decoded()), ElementsAre(30, 10));
}

TEST_F(MngTest, WithoutADelayBelongsToTheNextFrame) {
  Add(Header(100));
  Add(Frame(1, 0));
  AddImage('r', 4, 2);
  Add(Frame(1, 5));
  AddImage('g', 1, 1);
  EXPECT_THAT(AllDrawn(Decoded()), ElementsAre("grrr/rrrr"));
}

TEST_F(MngTest, BackgroundThatMustBeShownIsThere) {
  Add(Header(100));
  Add({"BACK", Fields().U16(0).U16(0).U16(0xffff).U8(1)});
  Add(Place(1, 0));
  AddImage('r', 1, 1);
  EXPECT_THAT(AllDrawn(Decoded()), ElementsAre("brbb/bbbb"));
}

TEST_F(MngTest, CutsLayersAtTheEdgesOfObjectsAndFrames) {
  Add(Header(100));
  Add({"DEFI", Fields().U16(0).U8(0).U8(0).U32(0).U32(0).U32(1).U32(3).U32(0).U32(1)});
  AddImage('r', 4, 2);
  Add({"CLIP", Fields().U16(0).U16(0).U8(1).U32(1).U32(1).U32(1).U32(1)});
  AddImage('g', 4, 2);
  Add({"CLIP", Fields().U16(0).U16(0).U8(0).U32(0).U32(4).U32(0).U32(2)});
  Add({"FRAM", Fields().U8(1).U8(0).U8(0).U8(0).U8(1).U8(0).U8(0).U32(0).U32(1).U32(0).U32(1)});
  AddImage('b', 4, 2);
  EXPECT_THAT(AllDrawn(Decoded()), ElementsAre(".rr./....", ".rr./..gg", "brr./..gg"));
}

TEST_F(MngTest, ShowsObjectsAgainWhereTheyWereMoved) {
  Add(Header(100));
  Add(Place(0, 0, 1, true));
  AddImage('r', 1, 1);
  Add(Place(1, 1, 2));
  AddImage('g', 1, 1);
  Add({"CLON", Fields().U16(1).U16(3).U8(0).U8(1).U8(0).U8(1).U32(2).U32(0)});
  Add({"MOVE", Fields().U16(1).U16(2).U8(1).U32(1).U32(0)});
  Add({"SHOW", Fields().U16(1).U16(2).U8(0)});
  Add({"SHOW", Fields().U16(3)});
  Add({"DISC", Fields().U16(3)});
  Add({"SHOW", Fields().U16(3)});
  EXPECT_THAT(AllDrawn(Decoded()), ElementsAre("..../.g..", ".r../.g..", ".r../.gg.", ".rr./.gg."));
}

TEST_F(MngTest, RepeatsLoopsButNotThatOfTheWholeAnimation) {
  Add(Header(100));
  Add({"LOOP", Fields().U8(0).U32(0x7fffffff)});
  AddImage('r', 4, 2);
  Add({"LOOP", Fields().U8(1).U32(2)});
  AddImage('g', 4, 2);
  Add({"ENDL", Fields().U8(1)});
  Add({"LOOP", Fields().U8(1).U32(0)});
  AddImage('b', 4, 2);
  Add({"ENDL", Fields().U8(1)});
  Add({"ENDL", Fields().U8(0)});
  const ImageHandle images = Decoded();
  EXPECT_THAT(AllDrawn(images), ElementsAre("rrrr/rrrr", "gggg/gggg", "gggg/gggg"));
  EXPECT_EQ(images->iterations, 0u);
}

TEST_F(MngTest, RepeatsLoopsOnlySoOften) {
  Add(Header(100));
  AddImage('r', 4, 2);
  Add({"LOOP", Fields().U8(0).U32(100000)});
  AddImage('g', 4, 2);
  Add({"ENDL", Fields().U8(0)});
  EXPECT_EQ(GetImageListLength(Decoded("mng:maximum-loops=5").get()), 6u);
  EXPECT_EQ(GetImageListLength(Decoded().get()), 513u);
}

TEST_F(MngTest, LoopsWithinLoopsComeToAnEnd) {
  Add(Header(100));
  AddImage('r', 4, 2);
  for (unsigned level = 0; level < 20; ++level) Add({"LOOP", Fields().U8(level).U32(0x7fffffff)});
  for (unsigned level = 20; level-- > 0;) Add({"ENDL", Fields().U8(level)});
  EXPECT_FALSE(ReadBytes("MNG", File(), exception_));
  EXPECT_EQ(exception_.severity(), ResourceLimitError) << exception_.Text();
}

TEST_F(MngTest, TellsHowOftenItPlaysAndWaitsAtTheEnd) {
  Add(Header(10));
  Add({"TERM", Fields().U8(3).U8(0).U32(7).U32(5)});
  AddImage('r', 4, 2);
  AddImage('g', 4, 2);
  const ImageHandle images = Decoded();
  EXPECT_EQ(images->iterations, 5u);
  EXPECT_EQ(images->next->iterations, 5u);
  EXPECT_THAT(Delays(images), ElementsAre(10, 70));
  chunks_[1].data = Fields().U8(0);
  EXPECT_EQ(Decoded()->iterations, 1u);
}

TEST_F(MngTest, OfVeryLowComplexityIsAListOfImages) {
  Add(Header(0, 1));
  AddImage('r', 3, 2);
  AddImage('g', 1, 1);
  EXPECT_THAT(AllDrawn(Decoded()), ElementsAre("rrr/rrr", "g"));
  chunks_.insert(chunks_.begin() + 1, Frame(4, 10));  // which it must not have
  EXPECT_THAT(AllDrawn(Decoded()), ElementsAre("rrr/rrr", "g"));
}

TEST_F(MngTest, GivesItsPaletteAndGammaToImagesWithout) {
  Add(Header(0, 1));
  Add({"PLTE", {255, 0, 0, 0, 255, 0}});
  Add({"tRNS", {255, 0}});
  Add({"gAMA", Fields().U32(50000)});
  Add({"IHDR", Fields().U32(2).U32(1).U8(8).U8(3).U8(0).U8(0).U8(0)});
  Add({"PLTE", {}});
  Add({"IDAT", Deflated({0, 0, 1})});
  Add({"IEND", {}});
  AddImage('b', 1, 1);
  chunks_.insert(chunks_.end() - 2, {"gAMA", Fields().U32(70000)});
  const ImageHandle images = Decoded();
  EXPECT_THAT(AllDrawn(images), ElementsAre("r.", "b"));
  EXPECT_NEAR(images->gamma, 0.5, 1e-6);
  EXPECT_NEAR(images->next->gamma, 0.7, 1e-6);
}

// Two pixels, black and clear, white and opaque; along x, the interval between them has three
// parts.
TEST_F(MngTest, MagnifiesObjects) {
  const auto gray_alpha = [&](const PngChunk& magnification) {
    chunks_ = {Header(0, 1), magnification};
    Add({"IHDR", Fields().U32(2).U32(1).U8(8).U8(4).U8(0).U8(0).U8(0)});
    Add({"IDAT", Deflated({0, 0, 0, 240, 240})});
    Add({"IEND", {}});
    const ImageHandle image = Decoded();
    EXPECT_EQ(2u, image->rows);
    const Bytes file = File();
    const ImageHandle seen(PingBlob(Info().get(), file.data(), file.size(), exception_.get()));
    EXPECT_EQ(image->columns, seen->columns);
    EXPECT_EQ(2u, seen->rows);
    std::vector<unsigned> samples;
    const auto pixels = Rgba16(image.get());
    for (std::size_t x = 0; x < image->columns; ++x)
      for (const std::size_t channel : {0, 3}) samples.push_back(pixels[4 * x + channel] / 257);
    return samples;
  };
  const auto by = [](unsigned method, unsigned first, unsigned last) -> PngChunk {
    return {"MAGN", Fields().U32(0).U8(method).U16(9).U16(1).U16(first).U16(last).U16(2)};
  };
  EXPECT_THAT(gray_alpha(by(1, 1, 3)), ElementsAre(0, 0, 240, 240, 240, 240, 240, 240));
  EXPECT_THAT(gray_alpha(by(2, 3, 1)), ElementsAre(0, 0, 80, 80, 160, 160, 240, 240));
  EXPECT_THAT(gray_alpha(by(3, 3, 1)), ElementsAre(0, 0, 0, 0, 240, 240, 240, 240));
  EXPECT_THAT(gray_alpha(by(4, 3, 1)), ElementsAre(0, 0, 80, 0, 160, 240, 240, 240));
  EXPECT_THAT(gray_alpha(by(5, 3, 1)), ElementsAre(0, 0, 0, 80, 240, 160, 240, 240));
}

TEST_F(MngTest, MagnifiesObjectsThatAreKept) {
  Add(Header(10));
  Add(Place(0, 0, 5, true));
  AddImage('r', 1, 1);
  Add({"MAGN", Fields().U16(5).U16(7).U8(1).U16(2)});
  Add({"SHOW", Fields().U16(5)});
  Add({"MAGN", Fields().U16(5).U16(5).U8(1).U16(2).U16(1)});
  Add({"SHOW", Fields().U16(5)});
  EXPECT_THAT(AllDrawn(Decoded()), ElementsAre("rr../rr..", "rrrr/rrrr"));
}

TEST_F(MngTest, MagnifiesUnnamedObjectsUntilTold) {
  Add(Header(10));
  Add({"MAGN", Fields().U32(0).U8(1).U16(4).U16(1)});
  AddImage('r', 1, 1);
  AddImage('g', 1, 1);
  Add({"MAGN", {}});
  AddImage('b', 1, 1);
  EXPECT_THAT(AllDrawn(Decoded()), ElementsAre("rrrr/....", "gggg/....", "bggg/...."));
}

TEST_F(MngTest, MagnifiesOnlyWithinLimits) {
  Add(Header(10));
  Add(Place(0, 0, 5, true));
  AddImage('r', 1, 1);
  for (int i = 0; i < 3; ++i) Add({"MAGN", Fields().U16(5).U16(5).U8(1).U16(65535)});
  Add({"SHOW", Fields().U16(5)});
  const Bytes file = File();
  EXPECT_FALSE(ImageHandle(BlobToImage(Info().get(), file.data(), file.size(), exception_.get())));
  EXPECT_EQ(ResourceLimitError, exception_.severity()) << exception_.Text();
  chunks_.resize(5);
  Add({"MAGN", Fields().U32(0).U8(6)});
  Exception exception;
  EXPECT_FALSE(ReadBytes("MNG", File(), exception));
  EXPECT_THAT(exception.Text(), HasSubstr("method"));
}

TEST_F(MngTest, HasJngImagesToo) {
  Add(Header(100));
  AddImage('r', 4, 2);
  const ImageHandle green = ReadBytes(
      "PNM", {'P', '3', ' ', '1', ' ', '1', ' ', '1', ' ', '0', ' ', '1', ' ', '0'}, exception_);
  for (const PngChunk& chunk : MngChunks(Write("JNG", green, Info(), exception_))) Add(chunk);
  EXPECT_THAT(AllDrawn(Decoded()), ElementsAre("rrrr/rrrr", "grrr/rrrr"));
}

TEST_F(MngTest, SaysWhatItDoesNotDraw) {
  Add(Header(100));
  AddImage('r', 4, 2);
  Add({"DHDR", Fields().U16(0).U8(1).U8(0)});
  Add({"IEND", {}});
  EXPECT_TRUE(Decoded());
  EXPECT_EQ(exception_.severity(), CoderWarning);
  EXPECT_THAT(exception_.Text(), HasSubstr("DHDR is not supported"));
}

TEST_F(MngTest, WithoutImagesIsAnError) {
  Add(Header(100));
  EXPECT_FALSE(ReadBytes("MNG", File(), exception_));
  EXPECT_THAT(exception_.Text(), HasSubstr("No visible images"));
}

TEST_F(MngTest, OneFrameCanBeReadAlone) {
  Add(Header(100));
  Add(Frame(1, 10));
  AddImage('r', 4, 2);
  AddImage('g', 1, 1);
  AddImage('b', 1, 1);
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("a.mng"), File());
  const ImageHandle image = Read(folder.File("a.mng[1]"), exception_);
  ASSERT_TRUE(image) << exception_.Text();
  EXPECT_THAT(AllDrawn(image), ElementsAre("grrr/rrrr"));
}

TEST_F(MngTest, IsDescribedWithoutPixels) {
  Add(Header(100));
  AddImage('r', 4, 2);
  AddImage('g', 1, 1);
  const Bytes file = File();
  const ImageHandle images(PingBlob(Info().get(), file.data(), file.size(), exception_.get()));
  ASSERT_TRUE(images) << exception_.Text();
  EXPECT_EQ(GetImageListLength(images.get()), 2u);
  EXPECT_EQ(images->next->columns, 4u);
}

}  // namespace
}  // namespace lodestone::coders::test
