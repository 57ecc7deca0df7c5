// Damaged animated PNG files: an error or an image, within the limits.

#include <algorithm>

#include "tests/coders/apng_support.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

void ExpectRefused(const std::vector<PngChunk>& chunks, const char* what) {
  Exception exception;
  EXPECT_FALSE(ReadBytes("APNG", PngFile(chunks), exception)) << what;
  EXPECT_EQ(exception.severity(), CorruptImageError) << what << exception.Text();
}

TEST(ApngDamage, IsAnError) {
  const std::vector<PngChunk> good = ApngChunks(MakeApngFile(3));
  const auto nth = [&](const std::string& name, int n) {
    std::size_t i = 0;
    while (good[i].name != name || n-- > 0) ++i;
    return i;
  };
  const struct {
    const char* what;
    std::size_t chunk, at;
    std::uint8_t value;
  } cases[] = {{"sequence of a frame", nth("fcTL", 1), 3, 77},
               {"sequence of data", nth("fdAT", 1), 3, 77},
               {"width", nth("fcTL", 1), 7, 200},
               {"huge width", nth("fcTL", 1), 4, 255},
               {"no height", nth("fcTL", 1), 11, 0},
               {"place", nth("fcTL", 1), 15, 200},
               {"overflowing place", nth("fcTL", 1), 12, 255},
               {"disposal", nth("fcTL", 1), 24, 3},
               {"blending", nth("fcTL", 1), 25, 2}};
  for (const auto& [what, chunk, at, value] : cases) {
    std::vector<PngChunk> chunks = good;
    chunks[chunk].data[at] = value;
    ExpectRefused(chunks, what);
  }
  std::vector<PngChunk> without = good;
  without.erase(std::remove_if(without.begin(), without.end(),
                               [](const PngChunk& chunk) { return chunk.name == "fdAT"; }),
                without.end());
  ExpectRefused(without, "no data");
  without = good;
  without.erase(without.begin() + static_cast<std::ptrdiff_t>(nth("fcTL", 1)));
  ExpectRefused(without, "no control");
  for (const char* name : {"acTL", "fcTL", "fdAT"}) {
    std::vector<PngChunk> chunks = good;
    chunks[nth(name, 0)].data.resize(3);
    ExpectRefused(chunks, name);
  }
}

TEST(ApngDamage, AnotherNumberOfFrames) {
  for (const std::uint8_t announced : {0, 3, 9}) {
    std::vector<PngChunk> chunks = ApngChunks(MakeApngFile(3));
    chunks[1].data[3] = announced;
    Exception exception;
    const ImageHandle image = ReadBytes("APNG", PngFile(chunks), exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(exception.severity(), CorruptImageWarning);
    EXPECT_EQ(GetImageListLength(image.get()), announced == 3 ? 3u : 5u);
  }
}

// Damage with correct checksums; and at every length.
TEST(ApngDamage, DoesNoHarm) {
  const std::vector<PngChunk> good = ApngChunks(MakeApngFile(5));
  const magick_int64_t before = GetMagickResourceLimit(PixelsResource);
  SetMagickResourceLimit(PixelsResource, 1000000);
  std::mt19937 random(5);
  for (int round = 0; round < 600; ++round) {
    std::vector<PngChunk> chunks = good;
    for (unsigned flips = 1 + random() % 3; flips-- > 0;) {
      Bytes& data = chunks[random() % chunks.size()].data;
      if (!data.empty())
        data[random() % std::min<std::size_t>(data.size(), 26)] =
            static_cast<std::uint8_t>(random());
    }
    if (round % 5 == 0)
      std::swap(chunks[random() % chunks.size()], chunks[random() % chunks.size()]);
    Exception exception;
    const ImageHandle image = ReadBytes("APNG", PngFile(chunks), exception);
    EXPECT_TRUE(image || exception.severity() >= ErrorException);
    for (const Image* i = image.get(); i != nullptr; i = i->next) EXPECT_FALSE(Rgba16(i).empty());
  }
  SetMagickResourceLimit(PixelsResource, before);
  CheckDamage("APNG", PngFile(good));
  CheckLimit("APNG", PngFile(good));
}

TEST(ApngDamage, CanvasesCountAgainstTheMemoryLimit) {
  ApngTestFile file = MakeApngFile(5);
  file.width = 4000;
  file.height = 3000;
  file.has_default = false;
  for (ApngTestFrame& frame : file.frames) frame.x = frame.y = 0;
  const Bytes bytes = PngFile(ApngChunks(file));
  const magick_int64_t before = GetMagickResourceLimit(MemoryResource);
  SetMagickResourceLimit(MemoryResource, 64 << 20);
  Exception exception;
  EXPECT_FALSE(ReadBytes("APNG", bytes, exception));
  SetMagickResourceLimit(MemoryResource, before);
  EXPECT_EQ(exception.severity(), ResourceLimitError) << exception.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
