// Files of any format that gzip, bzip2 or xz compressed, written and read; the oracles are these
// programs.
#include <gmock/gmock.h>

#include "base/compressed_suffix.hpp"
#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {
namespace {

struct Program {
  const char* name;
  const char* suffix;
};
void PrintTo(const Program& program, std::ostream* out) {
  *out << program.name;
}

class CompressedFiles : public ::testing::TestWithParam<Program> {
 protected:
  void SetUp() override {
    if (CompressedSuffix(Named("a")).empty())
      GTEST_SKIP() << "this build has no " << GetParam().name;
    if (!Runs(std::string(GetParam().name) + " --version < /dev/null"))
      GTEST_SKIP() << GetParam().name << " is not installed";
  }
  std::string Named(const std::string& name) const { return name + "." + GetParam().suffix; }

  // The file, compressed by the program under another name.
  std::string Compressed(const Bytes& bytes, const std::string& name) {
    const std::string plain = folder_.File("plain"), target = folder_.File(name);
    WriteWholeFile(plain, bytes);
    EXPECT_TRUE(
        Runs(std::string("sh -c '") + GetParam().name + " -c " + plain + " > " + target + "'"));
    return target;
  }
  Bytes Decompressed(const std::string& path) {
    return OutputOf(std::string(GetParam().name) + " -dc " + path);
  }
  MagickPassFail WriteTo(const ImageHandle& image, const std::string& name) {
    MagickStrlCpy(image->filename, name.c_str(), MaxTextExtent);
    return WriteImage(Info(name).get(), image.get());
  }
  void ExpectReadAs(const ImageHandle& image, const std::string& name) {
    const ImageHandle again = Read(name, exception_);
    ASSERT_TRUE(again) << exception_.Text();
    EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get())) << name;
  }

  const TemporaryFolder folder_;
  Exception exception_;
};

TEST_P(CompressedFiles, AreReadWhateverTheirName) {
  const ImageHandle image = MakeTestImage({61, 47, 8});
  for (const char* format : {"PPM", "MIFF", "PNG", "BMP", "SUN", "PCX"}) {
    SCOPED_TRACE(format);
    const Bytes bytes = Write(format, image, Info(), exception_);
    for (const std::string& name :
         {Named(std::string("a.") + format), std::string("nosuffix"), std::string("wrong.jpg")}) {
      ExpectReadAs(image, Compressed(bytes, name));
    }
  }
}

TEST_P(CompressedFiles, OfRawSamplesAreReadByTheirName) {
  const ImageHandle image = MakeTestImage({61, 47, 8});
  const std::string path = Compressed(Write("RGB", image, Info(), exception_), Named("a.rgb"));
  Info info(path);
  info.Size("61x47");
  info->depth = 8;
  const ImageHandle again(ReadImage(info.get(), exception_.get()));
  ASSERT_TRUE(again) << exception_.Text();
  EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get()));
}

TEST_P(CompressedFiles, AreWrittenByTheirName) {
  const ImageHandle image = MakeTestImage({61, 47, 8});
  for (const char* format : {"ppm", "miff", "png", "bmp", "tga", "sgi"}) {
    SCOPED_TRACE(format);
    const std::string path = folder_.File(Named(std::string("a.") + format));
    ASSERT_TRUE(WriteTo(image, path)) << exception_.Text();
    const Bytes plain = Write(format, image, Info(), exception_);
    EXPECT_TRUE(Decompressed(path) == plain);
    ExpectReadAs(image, path);
  }
}

TEST_P(CompressedFiles, KeepTheFormatOfTheImageWithoutAnotherSuffix) {
  const ImageHandle image = MakeTestImage({9, 7, 8});
  MagickStrlCpy(image->magick, "SUN", MaxTextExtent);
  ASSERT_TRUE(WriteTo(image, folder_.File(Named("a"))));
  EXPECT_TRUE(Decompressed(folder_.File(Named("a"))) == Write("SUN", image, Info(), exception_));
}

TEST_P(CompressedFiles, OfSeveralImagesAreNumberedBeforeTheFormat) {
  ImageHandle images = MakeTestImage({9, 7, 8});
  Image* list = images.get();
  AppendImageToList(&list, MakeTestImage({5, 3, 8}).Release());
  const Info info;
  info->adjoin = MagickFalse;
  ASSERT_TRUE(
      WriteImages(info.get(), images.get(), folder_.File(Named("a.ppm")).c_str(), exception_.get()))
      << exception_.Text();
  EXPECT_TRUE(Exists(folder_.File(Named("a-0.ppm"))));
  EXPECT_TRUE(Exists(folder_.File(Named("a-1.ppm"))));
}

TEST_P(CompressedFiles, MayBeJoinedAndFollowedByZerosOrOtherBytes) {
  const ImageHandle image = MakeTestImage({61, 47, 8});
  const Bytes bytes = Write("PPM", image, Info(), exception_);
  const auto middle = bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2);
  Bytes joined = ReadWholeFile(Compressed(Bytes(bytes.begin(), middle), "one"));
  const Bytes second = ReadWholeFile(Compressed(Bytes(middle, bytes.end()), "two"));
  joined.insert(joined.end(), 16, 0);
  joined.insert(joined.end(), second.begin(), second.end());
  joined.insert(joined.end(), {0, 0, 0, 0, 'x', 'y'});
  WriteWholeFile(folder_.File("joined"), joined);
  ExpectReadAs(image, folder_.File("joined"));
}

TEST_P(CompressedFiles, CutOffOrDamagedAreErrors) {
  const Bytes plain = Write("PPM", MakeTestImage({61, 47, 8}), Info(), exception_);
  const Bytes whole = ReadWholeFile(Compressed(plain, "whole"));
  for (std::size_t length = 0; length < whole.size() - 12; length += 97) {
    WriteWholeFile(folder_.File("cut"),
                   Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
    Exception exception;
    EXPECT_FALSE(Read(folder_.File("cut"), exception)) << length;
    EXPECT_NE(exception.severity(), UndefinedException) << length;
  }
  int named = 0;
  for (std::size_t at = 12; at < whole.size(); at += 61) {
    Bytes damaged = whole;
    damaged[at] ^= 0xff;
    WriteWholeFile(folder_.File("damaged"), damaged);
    Exception exception;
    // There may be an image, if only its checksum is wrong.
    Read(folder_.File("damaged"), exception);
    if (exception.Text().find("The compressed file is damaged") != std::string::npos) ++named;
  }
  EXPECT_GT(named, 5);
}

TEST_P(CompressedFiles, KeepToTheLimitOfMemory) {
  Bytes bytes = Bytes(50'000'000, ' ');
  std::copy_n("P3 1 1 1", 8, bytes.begin());
  const std::string path = Compressed(bytes, "bomb");
  EXPECT_LT(ReadWholeFile(path).size(), 100'000u);
  const magick_int64_t before = GetMagickResourceLimit(MemoryResource);
  SetMagickResourceLimit(MemoryResource, 20'000'000);
  EXPECT_FALSE(Read(path, exception_));
  SetMagickResourceLimit(MemoryResource, before);
  EXPECT_EQ(exception_.severity(), ResourceLimitError) << exception_.Text();
}

TEST_P(CompressedFiles, AreReadOnlyAsFarAsTheirHeaderToBeDescribed) {
  Bytes bytes = Write("PNG", MakeTestImage({400, 300}), Info(), exception_);
  bytes.resize(50'000'000);
  const std::string path = Compressed(bytes, "large.png");
  const magick_int64_t before = GetMagickResourceLimit(MemoryResource);
  SetMagickResourceLimit(MemoryResource, 20'000'000);
  const ImageHandle image(PingImage(Info(path).get(), exception_.get()));
  SetMagickResourceLimit(MemoryResource, before);
  ASSERT_TRUE(image) << exception_.Text();
  EXPECT_EQ(image->columns, 400u);
  EXPECT_EQ(static_cast<std::size_t>(GetBlobSize(image.get())), ReadWholeFile(path).size());
}

TEST_P(CompressedFiles, AsGmWritesAndReadsThem) {
  SKIP_WITHOUT_GM();
  if (GetParam().suffix == std::string("xz")) GTEST_SKIP() << "gm does not know xz";
  const ImageHandle image = MakeTestImage({61, 47, 8});
  const std::string ours = folder_.File(Named("a.miff")), theirs = folder_.File(Named("b.miff"));
  ASSERT_TRUE(WriteTo(image, ours));
  EXPECT_TRUE(AtOurDepth(GmRgba16(ours)) == Rgba16(image.get()));
  int status = 1;
  RunGm("convert " + ours + " " + theirs, &status);
  ASSERT_EQ(status, 0);
  ExpectReadAs(image, theirs);
}

INSTANTIATE_TEST_SUITE_P(Programs, CompressedFiles,
                         testing::Values(Program{"gzip", "gz"}, Program{"bzip2", "bz2"},
                                         Program{"xz", "xz"}),
                         [](const auto& info) { return std::string(info.param.name); });

// Samples may begin as gzip files do.
TEST(PlainFiles, OfRawSamplesStayThemselves) {
  const TemporaryFolder folder;
  Bytes bytes = RandomBytes(30, 3);
  std::copy_n("\x1f\x8b\x08\xe0\x01\x02", 6, bytes.begin());
  WriteWholeFile(folder.File("a.rgb"), bytes);
  Info info(folder.File("a.rgb"));
  info.Size("10x1");
  info->depth = 8;
  Exception exception;
  const ImageHandle image(ReadImage(info.get(), exception.get()));
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Rgba16(image.get())[0], 0x1f1f);
}

}  // namespace
}  // namespace lodestone::coders::test
