// Photo CD: gm's files and ours, every resolution, and hand-made differences.
#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {
namespace {

constexpr std::size_t kSector = 2048;
constexpr int kLevel = 257;  // a step of eight bits

ImageHandle ReadSized(const std::string& file, const std::string& size, Exception& exception) {
  Info info(file);
  if (!size.empty()) info.Size(size);
  ImageHandle image(ReadImage(info.get(), exception.get()));
  EXPECT_TRUE(image) << exception.Text();
  return image;
}

// As gm reads it, but for film that is brighter than white, which gm clips, and the steps of its
// tables of eight bits.
void ExpectAsGm(const Image* image, const std::string& arguments) {
  const std::vector<std::uint16_t> ours = Rgba16(image), theirs = GmRgba16(arguments);
  ASSERT_EQ(ours.size(), theirs.size()) << arguments;
  constexpr int kFilmWhite = 234 * kLevel;
  std::size_t different = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (theirs[i] >= kFilmWhite)
      different += ours[i] < kFilmWhite - 3 * kLevel;
    else
      different += std::abs(ours[i] - theirs[i]) > 3 * kLevel;
  }
  // In the first row gm overwrites a chroma sample before it is used.
  constexpr std::size_t kSpoilt = 12;
  EXPECT_LE(different, kSpoilt) << arguments;
}

TEST(Pcd, FilesOfGmAreReadAsItDoes) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  int status = 1;
  for (const Kind& kind : {Kind{900, 600}, Kind{300, 500}, GrayKind(40, 20, 8, false)}) {
    const std::string file = folder.File("gm.pcd");
    Exception written;
    WriteWholeFile(folder.File("a.png"), Write("PNG", MakeTestImage(kind), Info(), written));
    RunGm("convert " + folder.File("a.png") + " " + file, &status);
    ASSERT_EQ(status, 0);
    for (const std::string prefix : {"pcd:", "pcds:"})
      for (const std::string size : {"", "192x128", "384x256", "768x512", "200x100"}) {
        Exception exception;
        const ImageHandle image = ReadSized(prefix + file, size, exception);
        ASSERT_TRUE(image);
        ExpectAsGm(image.get(), (size.empty() ? "" : "-size " + size + " ") + prefix + file);
      }
  }
}

TEST(Pcd, GmReadsOursAlike) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  for (const Kind& kind : {Kind{768, 512}, Kind{512, 768}, Kind{31, 17}, Kind{1, 1}}) {
    SCOPED_TRACE(kind.Name());
    const ImageHandle image = MakeTestImage(kind);
    const Bytes bytes = Write("PCD", image, Info(), exception);
    ASSERT_FALSE(bytes.empty()) << exception.Text();
    WriteWholeFile(folder.File("a.pcd"), bytes);
    const ImageHandle again = ReadSized(folder.File("a.pcd"), "", exception);
    EXPECT_EQ(again->columns, kind.columns < kind.rows ? 512u : 768u);
    ExpectAsGm(again.get(), folder.File("a.pcd"));
  }
}

// Smooth images survive, to white.
TEST(Pcd, WhatIsWrittenIsReadBack) {
  Exception exception;
  Info info("gradient:white-black");
  info.Size("768x512");
  const ImageHandle image(ReadImage(info.get(), exception.get()));
  const ImageHandle again = ReadBytes("PCD", Write("PCD", image, Info(), exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  const std::vector<std::uint16_t> before = Rgba16(image.get()), after = Rgba16(again.get());
  EXPECT_LE(MostApart(before, after), 4 * kLevel);
}

// Bits of a file, the first in the highest place.
class BitSink {
 public:
  void Put(std::uint32_t value, int count) {
    while (count-- > 0) {
      if (used_ % 8 == 0) bytes.push_back(0);
      bytes.back() =
          static_cast<std::uint8_t>(bytes.back() | (value >> count & 1) << (7 - used_ % 8));
      ++used_;
    }
  }
  Bytes bytes;

 private:
  std::size_t used_ = 0;
};

// Differences -2 to 2, with codes of 1 to 4 bits.
constexpr struct {
  unsigned length, sequence;
  int difference;
} kCodes[] = {{1, 0x0000, 0}, {2, 0x8000, 1}, {3, 0xc000, -1}, {4, 0xe000, 2}, {5, 0xf000, -2}};

void PutTable(BitSink& sink) {
  sink.Put(std::size(kCodes) - 1, 8);
  for (const auto& code : kCodes) {
    sink.Put(code.length - 1, 8);
    sink.Put(code.sequence, 16);
    sink.Put(static_cast<std::uint32_t>(code.difference) & 0xff, 8);
  }
}

// A row of differences; choose() gives the number of the next one's code.
template <class Choose>
void PutRow(BitSink& sink, unsigned plane, unsigned row, unsigned columns, const Choose& choose) {
  sink.Put(0xfffffe, 24);
  sink.Put(plane, 2);
  sink.Put(row, 13);
  sink.Put(0, 1);
  for (unsigned x = 0; x < columns; ++x) {
    const auto& code = kCodes[choose()];
    sink.Put(code.sequence >> (16 - code.length), static_cast<int>(code.length));
  }
}

void PutSectors(Bytes& file, const BitSink& bits) {
  file.insert(file.end(), bits.bytes.begin(), bits.bytes.end());
  file.resize((file.size() + kSector - 1) / kSector * kSector + 12 * kSector);
}

constexpr std::size_t kDifferencesAt = 96 * kSector + 768 * 512 * 3 / 2 + 4 * kSector;

// Luma of 1536x1024, behind what is written of an image.
template <class Choose>
Bytes WithDifferences(Bytes file, const Choose& choose) {
  file.resize(kDifferencesAt);
  BitSink luma;
  PutTable(luma);
  for (unsigned y = 0; y < 1024; ++y) PutRow(luma, 0, y, 1536, choose);
  PutRow(luma, 0, 1024, 32, choose);
  PutSectors(file, luma);
  return file;
}

Bytes LargeFile(Exception& exception) {
  Info info("gradient:brown-black");
  info.Size("700x500");
  std::mt19937 random(3);
  return WithDifferences(
      Write("PCD", ImageHandle(ReadImage(info.get(), exception.get())), Info(), exception),
      [&] { return random() % std::size(kCodes); });
}

TEST(Pcd, DifferencesAreReadAsGmDoes) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  WriteWholeFile(folder.File("a.pcd"), LargeFile(exception));
  const ImageHandle image = ReadSized(folder.File("a.pcd"), "1536x1024", exception);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->columns, 1536u);
  EXPECT_EQ(image->rows, 1024u);
  ExpectAsGm(image.get(), "-size 1536x1024 " + folder.File("a.pcd"));
  const ImageHandle numbered = ReadSized(folder.File("a.pcd[4]"), "", exception);
  EXPECT_EQ(numbered->columns, 1536u);
}

// Images of 192x128, each of one luma.
Bytes Overview(const std::vector<unsigned>& lumas) {
  Bytes bytes(5 * kSector);
  const std::string mark = "PCD_OPA";
  std::copy(mark.begin(), mark.end(), bytes.begin());
  bytes[11] = static_cast<std::uint8_t>(lumas.size());
  for (const unsigned luma : lumas)
    for (unsigned y = 0; y < 64; ++y) {
      bytes.insert(bytes.end(), 2 * 192, static_cast<std::uint8_t>(luma));
      bytes.insert(bytes.end(), 96, 156);
      bytes.insert(bytes.end(), 96, 137);
    }
  return bytes;
}

// gm looks for three tables where the first differences have one, and fails.
TEST(Pcd, LargestDifferences) {
  Exception exception;
  constexpr unsigned kLuma = 100;
  const ImageHandle shades =
      ReadBytes("PCD", Overview({kLuma - 2, kLuma - 1, kLuma, kLuma + 1, kLuma + 2}), exception);
  ASSERT_TRUE(shades) << exception.Text();
  std::vector<std::uint16_t> shade_of;
  for (const Image* image = shades.get(); image != nullptr; image = image->next)
    shade_of.push_back(Rgba16(image)[0]);
  Bytes file(96 * kSector);
  const std::string mark = "PCD_IPI";
  std::copy(mark.begin(), mark.end(), file.begin() + kSector);
  for (unsigned y = 0; y < 256; ++y) {
    file.insert(file.end(), 2 * 768, kLuma);
    file.insert(file.end(), 384, 156);
    file.insert(file.end(), 384, 137);
  }
  const auto none = [] { return 0u; };
  file = WithDifferences(file, none);
  std::mt19937 random(9);
  std::vector<int> differences;
  BitSink all;
  for (int i = 0; i < 3; ++i) PutTable(all);
  for (unsigned y = 0; y < 2048; ++y) {
    PutRow(all, 0, y, 3072, [&] {
      const unsigned code = static_cast<unsigned>(random() % std::size(kCodes));
      differences.push_back(kCodes[code].difference);
      return code;
    });
    if (y % 2 != 0) continue;
    PutRow(all, 2, y, 1536, none);
    PutRow(all, 3, y, 1536, none);
  }
  PutRow(all, 0, 2048, 32, none);
  PutSectors(file, all);
  Info info("PCD:");
  info.Size("3072x2048");
  const ImageHandle image(BlobToImage(info.get(), file.data(), file.size(), exception.get()));
  ASSERT_TRUE(image) << exception.Text();
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  ASSERT_EQ(samples.size(), 4 * differences.size());
  for (std::size_t i = 0; i < differences.size(); ++i)
    ASSERT_EQ(samples[4 * i], shade_of[static_cast<std::size_t>(differences[i] + 2)]) << i;
}

TEST(Pcd, CutDifferencesFailAndDamagedOnesWarn) {
  Exception exception;
  Bytes bytes = LargeFile(exception);
  const auto read = [](const Bytes& file, Exception& result) {
    Info info("PCD:");
    info.Size("1536x1024");
    return ImageHandle(BlobToImage(info.get(), file.data(), file.size(), result.get()));
  };
  const std::size_t start = kDifferencesAt;
  for (const std::size_t length : {start, start + 10, start + 5000, start + 100000}) {
    Exception cut;
    EXPECT_FALSE(
        read(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)), cut));
    EXPECT_EQ(cut.severity(), CorruptImageError) << cut.Text();
  }
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    Bytes damaged = bytes;
    for (int i = 0; i < 40; ++i)
      damaged[start + random() % 200000] = static_cast<std::uint8_t>(random());
    Exception warned;
    const ImageHandle image = read(damaged, warned);
    EXPECT_NE(warned.severity(), UndefinedException);
    EXPECT_TRUE(!image || image->columns == 1536u);
  }
}

TEST(Pcd, OverviewsAreLists) {
  Bytes bytes = Overview({40, 80, 120});
  Exception exception;
  const ImageHandle images = ReadBytes("PCD", bytes, exception);
  ASSERT_TRUE(images) << exception.Text();
  ASSERT_EQ(GetImageListLength(images.get()), 3u);
  int before = 0;
  for (const Image* image = images.get(); image != nullptr; image = image->next) {
    EXPECT_EQ(image->columns, 192u);
    const std::vector<std::uint16_t> samples = Rgba16(image);
    EXPECT_GT(samples[0], before);
    EXPECT_NEAR(samples[0], samples[1], kLevel);
    before = samples[0];
  }
  bytes.pop_back();
  EXPECT_FALSE(ReadBytes("PCD", bytes, exception));
}

TEST(Pcd, PingTellsTheTurnedSize) {
  Exception exception;
  const Bytes bytes = Write("PCD", MakeTestImage({20, 40}), Info(), exception);
  const ImageHandle image(PingBlob(Info().get(), bytes.data(), bytes.size(), exception.get()));
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->columns, 512u);
  EXPECT_EQ(image->rows, 768u);
}

// The space itself: there and back.
TEST(PhotoYcc, IsItsOwnInverse) {
  for (const ColorspaceType space : {YCCColorspace, sRGBColorspace}) {
    const ImageHandle image = MakeTestImage({67, 41, 16});
    const std::vector<std::uint16_t> before = Rgba16(image.get());
    ASSERT_NE(TransformColorspace(image.get(), space), MagickFail);
    EXPECT_EQ(image->colorspace, space);
    ASSERT_NE(TransformColorspace(image.get(), RGBColorspace), MagickFail);
    // Where film fades into white, many of its shades become one.
    const std::vector<std::uint16_t> after = Rgba16(image.get());
    int different = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
      different += std::abs(before[i] - after[i]) > (QuantumDepth == 8 ? 8 * kLevel : kLevel);
    EXPECT_LT(different, static_cast<int>(before.size() / 20));
  }
}

}  // namespace
}  // namespace lodestone::coders::test
