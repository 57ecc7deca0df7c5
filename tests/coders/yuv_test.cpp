// Raw luma and chroma, and single channels: as gm, and back.
#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/linear_support.hpp"

namespace lodestone::coders::test {
namespace {

constexpr int kLevel = 257;  // a step of eight bits

struct Options {
  const char* sampling;  // "": the usual one
  InterlaceType interlace;
  const char* name;
};
constexpr Options kOptions[] = {{"", UndefinedInterlace, ""},
                                {"2x2", PlaneInterlace, "-interlace Plane"},
                                {"2x1", NoInterlace, "-interlace None"},
                                {"2x1", PlaneInterlace, "-interlace Plane"},
                                {"1x1", PlaneInterlace, "-interlace Plane"}};

Bytes WriteYuv(const ImageHandle& image, const Options& options, Exception& exception) {
  Info info;
  info->interlace = options.interlace;
  if (*options.sampling != '\0') CloneString(&info->sampling_factor, options.sampling);
  return Write("YUV", image, info, exception);
}

ImageHandle ReadYuv(const Bytes& bytes, const std::string& size, const Options& options,
                    Exception& exception) {
  Info info("YUV:");
  info.Size(size);
  info->interlace = options.interlace;
  if (*options.sampling != '\0') CloneString(&info->sampling_factor, options.sampling);
  return ImageHandle(BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
}

std::string Arguments(const Options& options) {
  const std::string sampling = options.sampling;
  return (sampling.empty() ? "" : "-sampling-factor " + sampling + " ") + options.name + " ";
}

int MostApart8(const Bytes& a, const Bytes& b) {
  EXPECT_EQ(a.size(), b.size());
  int most = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

TEST(Yuv, AsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  for (const Kind& kind : {Kind{40, 30}, Kind{17, 9}, Kind{2, 2}})
    for (const Options& options : kOptions) {
      SCOPED_TRACE(kind.Name() + " " + Arguments(options));
      Exception exception;
      const ImageHandle image = MakeTestImage(kind);
      WriteWholeFile(folder.File("a.png"), Write("PNG", image, Info(), exception));
      int status = 1;
      RunGm("convert " + folder.File("a.png") + " " + Arguments(options) + folder.File("gm.yuv"),
            &status);
      ASSERT_EQ(status, 0);
      const Bytes theirs = ReadWholeFile(folder.File("gm.yuv"));
      EXPECT_LE(MostApart8(WriteYuv(image, options, exception), theirs), QuantumDepth == 8 ? 2 : 1);
      if (kind.columns % 2 != 0) continue;
      const std::string size = std::to_string(kind.columns) + "x" + std::to_string(kind.rows);
      const ImageHandle again = ReadYuv(theirs, size, options, exception);
      ASSERT_TRUE(again) << exception.Text();
      EXPECT_LE(
          MostApart(Rgba16(again.get()), GmRgba16("-size " + size + " " + Arguments(options) +
                                                  folder.File("gm.yuv") + " -interlace None")),
          (QuantumDepth == 8 ? 3 : 1) * kLevel);
    }
}

// All chroma is kept.
TEST(Yuv, RoundTripWithoutLoss) {
  Exception exception;
  const ImageHandle image = MakeTestImage({40, 30});
  const Bytes bytes = WriteYuv(image, kOptions[4], exception);
  ASSERT_EQ(bytes.size(), 3u * 40 * 30);
  const ImageHandle again = ReadYuv(bytes, "40x30", kOptions[4], exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_LE(MostApart(Rgba16(again.get()), Rgba16(image.get())), 3 * kLevel);
}

TEST(Yuv, ListsPartitionsAndOffsets) {
  Exception exception;
  Image* list = nullptr;
  for (std::uint32_t i = 0; i < 3; ++i)
    AppendImageToList(&list, MakeTestImage({8, 6}, i).Release());
  const ImageHandle images(GetFirstImageInList(list));
  Bytes bytes = WriteYuv(images, kOptions[0], exception);
  const ImageHandle again = ReadYuv(bytes, "8x6", kOptions[0], exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(GetImageListLength(again.get()), 3u);
  bytes.insert(bytes.begin(), 5, 77);
  const ImageHandle behind = ReadYuv(bytes, "8x6+5", kOptions[0], exception);
  ASSERT_TRUE(behind) << exception.Text();
  EXPECT_TRUE(Rgba16(behind.get()) == Rgba16(again.get()));
  const TemporaryFolder folder;
  Info parts("yuv:" + folder.File("a.yuv"));
  parts->interlace = PartitionInterlace;
  parts.Size("8x6");
  MagickStrlCpy(images->filename, ("yuv:" + folder.File("a.yuv")).c_str(), MaxTextExtent);
  const ImageHandle first(CloneImage(images.get(), 0, 0, MagickTrue, exception.get()));
  ASSERT_NE(WriteImage(parts.get(), first.get()), MagickFail) << first->exception.reason;
  for (const char* name : {"a.Y", "a.U", "a.V"}) EXPECT_TRUE(Exists(folder.File(name))) << name;
  const ImageHandle joined(ReadImage(parts.get(), exception.get()));
  ASSERT_TRUE(joined) << exception.Text();
  EXPECT_TRUE(Rgba16(joined.get()) == Rgba16(again.get()));
}

TEST(Uyvy, AsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  const ImageHandle image = MakeTestImage({40, 30});
  WriteWholeFile(folder.File("a.png"), Write("PNG", image, Info(), exception));
  int status = 1;
  RunGm("convert " + folder.File("a.png") + " UYVY:" + folder.File("gm.uyvy"), &status);
  ASSERT_EQ(status, 0);
  const Bytes theirs = ReadWholeFile(folder.File("gm.uyvy"));
  EXPECT_LE(MostApart8(Write("UYVY", image, Info(), exception), theirs), 1);  // it cuts off
  Info info("UYVY:");
  info.Size("40x30");
  const ImageHandle again(BlobToImage(info.get(), theirs.data(), theirs.size(), exception.get()));
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_LE(MostApart(Rgba16(again.get()), GmRgba16("-size 40x30 uyvy:" + folder.File("gm.uyvy"))),
            QuantumDepth == 8 ? 2 * kLevel : 1);
}

TEST(Yuv, FailsWithAReason) {
  Exception none, truncated, odd, large;
  EXPECT_FALSE(ReadYuv(Bytes(10), "", kOptions[0], none));
  EXPECT_EQ(none.severity(), OptionError);
  for (const Options& options : kOptions)
    EXPECT_FALSE(ReadYuv(Bytes(99), "10x10", options, truncated));
  EXPECT_EQ(truncated.severity(), CorruptImageError);
  EXPECT_FALSE(ReadYuv(Bytes(100), "3x1", kOptions[2], odd));
  EXPECT_NE(odd.Text().find("even"), std::string::npos) << odd.Text();
  EXPECT_FALSE(ReadYuv(Bytes(100), "900000000x900000000", kOptions[0], large));
  EXPECT_EQ(large.severity(), ResourceLimitError);
  const ImageHandle image = MakeTestImage({3, 2});
  Exception written;
  EXPECT_TRUE(Write("UYVY", image, Info(), written).empty());
}

TEST(SingleChannels, AsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  for (const bool matte : {false, true}) {
    const ImageHandle image = MakeTestImage({21, 13, 8, matte});
    WriteWholeFile(folder.File("a.png"), Write("PNG", image, Info(), exception));
    for (const std::string name : {"R", "G", "B", "O", "C", "M", "Y", "K"}) {
      if (matte && name == "K") continue;  // gm's ink has no alpha then
      SCOPED_TRACE(name);
      const Bytes ours = Write(name, image, Info(), exception);
      const Bytes theirs = RunGm("convert " + folder.File("a.png") + " -depth 8 " + name + ":-");
      EXPECT_LE(MostApart8(ours, theirs), QuantumDepth == 8 ? 1 : 0);
      Info info(name + ":");
      info.Size("21x13");
      info->depth = 8;
      const ImageHandle shades(BlobToImage(info.get(), ours.data(), ours.size(), exception.get()));
      ASSERT_TRUE(shades) << exception.Text();
      EXPECT_NE(shades->is_grayscale, MagickFalse);
      const std::vector<std::uint16_t> samples = Rgba16(shades.get());
      for (std::size_t i = 0; i < ours.size(); ++i) ASSERT_EQ(samples[4 * i], ours[i] * kLevel);
    }
  }
}

}  // namespace
}  // namespace lodestone::coders::test
