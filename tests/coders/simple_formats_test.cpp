// AVS, AAI, MTV, HRZ, PIX, IDENTITY and MATTE: round trips, gm, and hand-made files.
#include <array>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

FormatCase CaseOf(const char* magick, bool alpha) {
  FormatCase format{magick};
  format.alpha = alpha;
  return format;
}

TEST(SimpleFormats, RoundTripAndGm) {
  for (const FormatCase& format : {CaseOf("AVS", true), CaseOf("MTV", false)})
    for (const Kind& kind : KindsOf(format)) {
      SCOPED_TRACE(format.magick + " " + kind.Name());
      CheckRoundTrip(format, kind);
      if (HaveGm() && kind.columns % 16 == 1) CheckWithGm(format, kind, true);
    }
}

TEST(SimpleFormats, ListsAndCancelling) {
  for (const char* magick : {"AVS", "AAI", "MTV"}) {
    SCOPED_TRACE(magick);
    Image* list = nullptr;
    for (const unsigned long size : {5ul, 17ul, 3ul})
      AppendImageToList(&list, MakeTestImage({size, size + 1}).Release());
    const ImageHandle images(GetFirstImageInList(list));
    Exception exception;
    const Bytes bytes = Write(magick, images, Info(), exception);
    const ImageHandle again = ReadBytes(magick, bytes, exception);
    ASSERT_TRUE(again) << exception.Text();
    ASSERT_EQ(GetImageListLength(again.get()), 3u);
    EXPECT_TRUE(Rgba16(again->next->next) == Rgba16(images->next->next));
    const ImageHandle pinged(PingBlob(Info(std::string(magick) + ":").get(), bytes.data(),
                                      bytes.size(), exception.get()));
    ASSERT_TRUE(pinged) << exception.Text();
    EXPECT_EQ(GetImageListLength(pinged.get()), 3u);
    CheckCancel({magick});
  }
}

// Blue, green, red and alpha, which is 254 at most, after two numbers with their low bytes first.
TEST(Aai, OpaqueIs254) {
  const Bytes file = {2, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 254, 40, 50, 60, 100};
  Exception exception;
  const ImageHandle image = ReadBytes("AAI", file, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->matte, MagickTrue);
  std::vector<std::uint16_t> expected;
  for (const int sample : {3, 2, 1, 255, 60, 50, 40, 100})
    expected.push_back(static_cast<std::uint16_t>(sample * 257));
  EXPECT_TRUE(Rgba16(image.get()) == expected);
  EXPECT_TRUE(WriteAs({"AAI"}, image) == file);
}

TEST(Aai, RoundTrip) {
  for (const Kind& kind : KindsOf(CaseOf("AAI", false))) CheckRoundTrip(CaseOf("AAI", false), kind);
  const ImageHandle image = MakeTestImage({19, 7, 8, true});
  std::vector<std::uint16_t> expected = Rgba16(image.get());
  for (std::size_t i = 3; i < expected.size(); i += 4)
    if (expected[i] == 254 * 257) expected[i] = 65535;
  Exception exception;
  const ImageHandle again = ReadBytes("AAI", WriteAs({"AAI"}, image), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_TRUE(Rgba16(again.get()) == expected);
}

// What is written is the image in the only size, with six bits a sample.
TEST(Hrz, IsScaled) {
  const ImageHandle image = MakeTestImage({31, 77, 8});
  Exception exception;
  const Bytes bytes = WriteAs({"HRZ"}, image);
  ASSERT_EQ(bytes.size(), 256u * 240 * 3);
  const ImageHandle sized(ResizeImage(image.get(), 256, 240, image->filter, 1.0, exception.get()));
  const std::vector<std::uint16_t> samples = Rgba16(sized.get());
  for (std::size_t i = 0; i < bytes.size(); ++i)
    ASSERT_EQ(bytes[i], (samples[i / 3 * 4 + i % 3] + 128) / 257 / 4) << i;
  CheckCancel({"HRZ"});
}

TEST(Hrz, AsGm) {
  Bytes file = RandomBytes(256 * 240 * 3, 3);
  for (std::uint8_t& byte : file) byte &= 0x3f;
  Exception exception;
  const ImageHandle image = ReadBytes("HRZ", file, exception);
  ASSERT_TRUE(image) << exception.Text();
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  for (std::size_t i = 0; i < file.size(); ++i)
    ASSERT_EQ(samples[i / 3 * 4 + i % 3], (file[i] << 2) * 257) << i;
  if (HaveGm()) {
    const TemporaryFolder folder;
    WriteWholeFile(folder.File("a.hrz"), file);
    EXPECT_TRUE(samples == GmRgba16(folder.File("a.hrz")));
  }
  CheckLimit("HRZ", file);
  file.pop_back();
  EXPECT_FALSE(ReadBytes("HRZ", file, exception));
  EXPECT_EQ(exception.severity(), CorruptImageError);
}

// Runs go beyond the ends of rows.
const Bytes kPixColors = {0, 3, 0, 2, 0, 0, 0, 0, 0, 24,  // 3x2
                          2, 1, 2, 3, 3, 4, 5, 6, 1, 255, 0, 128};
const Bytes kPixShades = {0, 3, 0, 2, 0, 0, 0, 0, 0, 8, 4, 10, 2, 200};

TEST(Pix, RunsOfColorsAndShades) {
  Exception exception;
  const ImageHandle image = ReadBytes("PIX", kPixColors, exception);
  ASSERT_TRUE(image) << exception.Text();
  std::vector<std::uint16_t> expected;
  for (const auto& [count, color] :
       {std::pair{2, std::array{3, 2, 1}}, {3, {6, 5, 4}}, {1, {128, 0, 255}}})
    for (int i = 0; i < count; ++i) {
      for (const int sample : color) expected.push_back(static_cast<std::uint16_t>(sample * 257));
      expected.push_back(65535);
    }
  EXPECT_TRUE(Rgba16(image.get()) == expected);
  if (HaveGm()) {
    const TemporaryFolder folder;
    WriteWholeFile(folder.File("a.pix"), kPixColors);
    EXPECT_TRUE(expected == GmRgba16(folder.File("a.pix")));
  }
  const std::vector<std::uint16_t> shades = Rgba16(ReadBytes("PIX", kPixShades, exception).get());
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(shades[4 * i], (i < 4 ? 10 : 200) * 257);
}

TEST(Pix, DamageDoesNoHarm) {
  for (const Bytes& file : {kPixColors, kPixShades}) {
    CheckDamage("PIX", file);
    CheckLimit("PIX", file);
  }
}

ImageHandle ReadNamed(const std::string& name, Exception& exception) {
  Info info(name);
  return ImageHandle(ReadImage(info.get(), exception.get()));
}

TEST(Identity, AsGm) {
  SKIP_WITHOUT_GM();
  for (const std::string name : {"identity:2", "identity:4", "identity:8", "identity:"}) {
    Exception exception;
    const ImageHandle image = ReadNamed(name, exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_TRUE(Rgba16(image.get()) == AtOurDepth(GmRgba16(name))) << name;
  }
  Exception exception;
  EXPECT_FALSE(ReadNamed("identity:4000000000", exception));
  EXPECT_EQ(exception.severity(), ResourceLimitError) << exception.Text();
}

// A CLUT that changes nothing.
TEST(Identity, ChangesNothing) {
  Exception exception;
  const ImageHandle clut = ReadNamed("identity:8", exception);
  const ImageHandle image = MakeTestImage({33, 21});
  const std::vector<std::uint16_t> before = Rgba16(image.get());
  ASSERT_NE(HaldClutImage(image.get(), clut.get()), MagickFail);
  EXPECT_LE(MostApart(before, Rgba16(image.get())), 257);
}

TEST(Matte, IsOpacityInMiff) {
  Exception exception;
  const ImageHandle image = MakeTestImage({19, 11, QuantumDepth, true});
  const Bytes bytes = Write("MATTE", image, Info(), exception);
  ASSERT_FALSE(bytes.empty()) << exception.Text();
  const ImageHandle shades = ReadBytes("MIFF", bytes, exception);
  ASSERT_TRUE(shades) << exception.Text();
  EXPECT_EQ(shades->matte, MagickFalse);
  const std::vector<std::uint16_t> before = Rgba16(image.get()), after = Rgba16(shades.get());
  for (std::size_t i = 0; i < before.size(); i += 4)
    ASSERT_EQ(after[i], 65535 - before[i + 3]) << i;
  Exception opaque;
  const ImageHandle none = MakeTestImage({3, 3});
  EXPECT_TRUE(Write("MATTE", none, Info(), opaque).empty());
  EXPECT_EQ(none->exception.severity, CoderError);
}

}  // namespace
}  // namespace lodestone::coders::test
