// SUN raster files: every depth and type, hand-made; as written; gm.

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

struct Sun {
  unsigned depth = 24;
  unsigned type = 1;
  unsigned map_type = 0;
  Bytes map;
  Bytes data;
  int length = -1;  // as it is

  // 3x2 pixels.
  Bytes File() const {
    Bytes out;
    const auto bytes =
        length < 0 ? static_cast<unsigned>(data.size()) : static_cast<unsigned>(length);
    for (const unsigned field :
         {0x59a66a95u, 3u, 2u, depth, bytes, type, map_type, static_cast<unsigned>(map.size())}) {
      for (int shift = 24; shift >= 0; shift -= 8)
        out.push_back(static_cast<std::uint8_t>(field >> shift));
    }
    out.insert(out.end(), map.begin(), map.end());
    out.insert(out.end(), data.begin(), data.end());
    return out;
  }
};

// The samples of an image that has to be readable, as bytes.
std::vector<unsigned> Samples(const Bytes& file) {
  Exception exception;
  const ImageHandle image = ReadBytes("SUN", file, exception);
  EXPECT_TRUE(image) << exception.Text();
  std::vector<unsigned> samples;
  if (!image) return samples;
  for (const std::uint16_t sample : Rgba16(image.get())) samples.push_back(sample / 257);
  return samples;
}

std::vector<unsigned> Reds(const Bytes& file) {
  const std::vector<unsigned> samples = Samples(file);
  std::vector<unsigned> reds;
  for (std::size_t i = 0; i < samples.size(); i += 4) reds.push_back(samples[i]);
  return reds;
}

TEST(Sun, SetBitsAreBlack) {
  Sun file;
  file.depth = 1;
  file.data = {0xa0, 0, 0x40, 0};
  EXPECT_EQ(Reds(file.File()), (std::vector<unsigned>{0, 255, 0, 255, 0, 255}));
  file.map_type = 1;
  file.map = {50, 60, 0, 0, 0, 0};
  EXPECT_EQ(Reds(file.File()), (std::vector<unsigned>{50, 60, 50, 60, 50, 60}));
}

TEST(Sun, Indexes) {
  Sun file;
  file.depth = 8;
  file.data = {1, 2, 0, 99, 200, 1, 2, 99};
  EXPECT_EQ(Reds(file.File()), (std::vector<unsigned>{1, 2, 0, 200, 1, 2}));
  file.data[4] = 0;
  file.map_type = 1;
  file.map = {10, 20, 30, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(Reds(file.File()), (std::vector<unsigned>{20, 30, 10, 10, 20, 30}));
}

TEST(Sun, Colors) {
  Sun file;
  file.data = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 11, 12, 13, 14, 15, 16, 17, 18, 19, 0};
  EXPECT_EQ(Samples(file.File()),
            (std::vector<unsigned>{3,  2,  1,  255, 6,  5,  4,  255, 9,  8,  7,  255,
                                   13, 12, 11, 255, 16, 15, 14, 255, 19, 18, 17, 255}));
  file.type = 3;
  EXPECT_EQ(Reds(file.File()), (std::vector<unsigned>{1, 4, 7, 11, 14, 17}));
  file.type = 0;
  file.length = 0;
  EXPECT_EQ(Reds(file.File()), (std::vector<unsigned>{3, 6, 9, 13, 16, 19}));
}

TEST(Sun, ColorsThroughAMap) {
  Sun file;
  file.type = 3;
  file.data = {0, 1, 2, 2, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  file.map_type = 1;
  file.map = {10, 20, 30, 11, 21, 31, 12, 22, 32};
  const std::vector<unsigned> samples = Samples(file.File());
  EXPECT_EQ((std::vector<unsigned>(samples.begin(), samples.begin() + 12)),
            (std::vector<unsigned>{10, 21, 32, 255, 30, 21, 12, 255, 10, 11, 32, 255}));
}

TEST(Sun, AlphaComesFirst) {
  Sun file;
  file.depth = 32;
  file.type = 3;
  for (unsigned i = 0; i < 24; ++i) file.data.push_back(static_cast<std::uint8_t>(i));
  const std::vector<unsigned> samples = Samples(file.File());
  EXPECT_EQ((std::vector<unsigned>(samples.begin(), samples.begin() + 8)),
            (std::vector<unsigned>{1, 2, 3, 0, 5, 6, 7, 4}));
}

TEST(Sun, Runs) {
  Sun file;
  file.depth = 8;
  file.type = 2;
  file.data = {7, 0x80, 4, 9, 0x80, 0, 3};  // a run of five, then the mark itself
  EXPECT_EQ(Reds(file.File()), (std::vector<unsigned>{7, 9, 9, 9, 9, 128}));
}

TEST(Sun, SeveralImages) {
  const ImageHandle first = MakeTestImage({9, 4}, 1);
  first->next = MakeTestImage({5, 3, 8, true}, 2).Release();
  first->next->previous = first.get();
  Exception exception;
  const ImageHandle all = ReadBytes("SUN", WriteAs({"SUN"}, first), exception);
  ASSERT_TRUE(all) << exception.Text();
  ASSERT_EQ(GetImageListLength(all.get()), 2u);
  EXPECT_TRUE(Rgba16(all.get()) == Rgba16(first.get()));
  EXPECT_TRUE(Rgba16(all->next) == Rgba16(first->next));
}

const FormatCase kSun{"SUN"};

TEST(Sun, RoundTrip) {
  for (const Kind& kind : KindsOf(kSun)) CheckRoundTrip(kSun, kind);
}

TEST(Sun, AsGm) {
  SKIP_WITHOUT_GM();
  for (const char* name : {"SUN", "RAS"}) {
    for (const Kind& kind : KindsOf({name})) {
      if (kind.columns > 16) continue;
      // gm drops the alpha of shades of grey and of black and white.
      if (kind.matte && kind.black_white) continue;
      CheckWithGm({name}, kind, !(kind.matte && kind.gray));
    }
  }
}

TEST(Sun, BadFilesFailWithAReason) {
  const auto with = [](auto change) {
    Sun file;
    file.data = Bytes(20);
    change(file);
    return file.File();
  };
  const std::pair<Bytes, const char*> files[] = {
      {with([](Sun& f) { f.depth = 4; }), "header"},
      {with([](Sun& f) { f.type = 4; }), "not supported"},
      {with([](Sun& f) { f.map_type = 2; }), "not supported"},
      {with([](Sun& f) { f.map = Bytes(3); }), "header"},
      {with([](Sun& f) { f.data.pop_back(); }), "end-of-file"},
      {with([](Sun& f) {
         f.type = 2;
         f.data = {0x80, 4};
       }),
       "runlength"},
      {with([](Sun& f) { f.length = 21; }), "end-of-file"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("SUN", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

TEST(Sun, DamageDoesNoHarm) {
  Kind palette{19, 9};
  palette.colors = 5;
  for (const Kind& kind : {Kind{19, 9}, palette}) {
    const Bytes bytes = WriteAs(kSun, MakeTestImage(kind));
    CheckDamage("SUN", bytes);
    CheckLimit("SUN", bytes);
  }
  Sun runs;
  runs.depth = 8;
  runs.type = 2;
  runs.data = {7, 0x80, 4, 9, 0x80, 0, 3};
  CheckDamage("SUN", runs.File());
  CheckCancel(kSun);
}

}  // namespace
}  // namespace lodestone::coders::test
