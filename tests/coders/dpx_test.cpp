// DPX: every number of bits, packing and order of bytes; gm; hand-made video; fields.
#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

struct Form {
  unsigned bits;
  const char* define;
  EndianType endian;
  InterlaceType interlace;
  std::string Name() const {
    return std::string(define) + (endian == LSBEndian ? " LSB" : "") +
           (interlace == PlaneInterlace ? " plane" : "");
  }
};

std::vector<Form> Forms() {
  std::vector<Form> forms;
  for (const EndianType endian : {MSBEndian, LSBEndian})
    for (const InterlaceType interlace : {NoInterlace, PlaneInterlace})
      for (const auto& [bits, define] : {std::pair{1u, "dpx:bits-per-sample=1"},
                                         {8u, "dpx:bits-per-sample=8"},
                                         {10u, "dpx:bits-per-sample=10"},
                                         {10u, "dpx:bits-per-sample=10,dpx:packing-method=b"},
                                         {10u, "dpx:bits-per-sample=10,dpx:packing-method=packed"},
                                         {10u, "dpx:bits-per-sample=10,dpx:pixel-endian=lsb"},
                                         {12u, "dpx:bits-per-sample=12"},
                                         {12u, "dpx:bits-per-sample=12,dpx:packing-method=msbpad"},
                                         {12u, "dpx:bits-per-sample=12,dpx:packing-method=packed"},
                                         {16u, "dpx:bits-per-sample=16"}})
        forms.push_back({bits, define, endian, interlace});
  return forms;
}

Bytes Written(const ImageHandle& image, const Form& form) {
  Info info;
  info->endian = form.endian;
  info->interlace = form.interlace;
  info.Define(form.define);
  Exception exception;
  const Bytes bytes = Write("DPX", image, info, exception);
  EXPECT_FALSE(bytes.empty()) << exception.Text();
  return bytes;
}

// A sample of so many bits, as 16 bits again.
std::uint16_t Rounded(std::uint16_t sample, unsigned bits) {
  const double most = (1u << bits) - 1;
  const auto level = static_cast<unsigned>(sample * most / 65535 + 0.5);
  return static_cast<std::uint16_t>(65535.0 * level / most + 0.5);
}

// What the file says about the order that it does not have in its samples.
ImageHandle ReadAs(const Form& form, const Bytes& bytes) {
  Info info;
  if (std::string(form.define).find("pixel-endian") != std::string::npos)
    info.Define("dpx:pixel-endian=lsb");
  Exception exception;
  MagickStrlCpy(info->magick, "DPX", MaxTextExtent);
  ImageHandle image(BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
  EXPECT_TRUE(image) << exception.Text();
  return image;
}

// Raw samples of gm have the order of bytes of the file that they come from.
std::vector<std::uint16_t> GmReads(const std::string& file) {
  int status = 1;
  RunGm("convert " + file + " -depth 16 " + file + ".png", &status);
  return status == 0 ? GmRgba16(file + ".png") : std::vector<std::uint16_t>();
}

TEST(Dpx, EveryForm) {
  for (const Form& form : Forms())
    for (const unsigned long columns : {1ul, 2ul, 3ul, 7ul, 16ul, 17ul, 257ul})
      for (const bool matte : {false, true}) {
        SCOPED_TRACE(form.Name() + " " + std::to_string(columns));
        const ImageHandle image = MakeTestImage({columns, 5, 16, matte});
        const ImageHandle again = ReadAs(form, Written(image, form));
        ASSERT_TRUE(again);
        EXPECT_EQ(again->depth, std::min<unsigned>(form.bits, QuantumDepth));
        EXPECT_EQ(again->matte, image->matte);
        std::vector<std::uint16_t> expected = Rgba16(image.get());
        for (std::uint16_t& sample : expected) sample = AtOurDepth(Rounded(sample, form.bits));
        ASSERT_LE(MostApart(Rgba16(again.get()), expected), QuantumDepth == 8 ? 257 : 1);
      }
}

TEST(Dpx, GmReadsTheSame) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  for (const Form& form : Forms())
    for (const unsigned long columns : {3ul, 17ul, 255ul}) {
      // gm does not find the second plane, not even of its own files.
      if (form.interlace == PlaneInterlace) continue;
      if (std::string(form.define).find("pixel-endian") != std::string::npos) continue;
      SCOPED_TRACE(form.Name() + " " + std::to_string(columns));
      const Bytes bytes = Written(MakeTestImage({columns, 9, 16}), form);
      WriteWholeFile(folder.File("a.dpx"), bytes);
      EXPECT_TRUE(Rgba16(ReadAs(form, bytes).get()) == AtOurDepth(GmReads(folder.File("a.dpx"))));
    }
}

TEST(Dpx, FilesOfGmAreReadAsItDoes) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  const char* const options[] = {"-depth 8",
                                 "-depth 10",
                                 "-depth 12",
                                 "-depth 16",
                                 "-depth 10 -define dpx:packing-method=packed",
                                 "-depth 12 -define dpx:packing-method=b -endian LSB",
                                 "-depth 10 -colorspace CineonLog",
                                 "-depth 10 -colorspace Rec601Luma",
                                 "-depth 8 -colorspace Rec709Luma",
                                 "-depth 10 -colorspace Rec709YCbCr -sampling-factor 1x1",
                                 "-depth 16 -colorspace Rec601YCbCr -sampling-factor 1x1",
                                 "-depth 1"};
  for (const bool matte : {false, true}) {
    const ImageHandle image = MakeTestImage({31, 21, 16, matte});
    WriteWholeFile(folder.File("in.png"), Write("PNG", image, Info(), exception));
    for (const char* option : options) {
      // gm mixes up alpha where grey has it in a plane of its own.
      if (matte && std::string(option).find("Luma") != std::string::npos) continue;
      // Film in 8 bits is too coarse to compare with that of 16.
      if (QuantumDepth == 8 && std::string(option).find("Cineon") != std::string::npos) continue;
      SCOPED_TRACE(option + std::string(matte ? " matte" : ""));
      int status = 1;
      RunGm("convert " + folder.File("in.png") + " " + option + " " + folder.File("gm.dpx"),
            &status);
      ASSERT_EQ(status, 0);
      const ImageHandle ours = Read(folder.File("gm.dpx"), exception);
      ASSERT_TRUE(ours) << exception.Text();
      ASSERT_NE(TransformColorspace(ours.get(), RGBColorspace), MagickFail);
      EXPECT_LE(MostApart(Rgba16(ours.get()), AtOurDepth(GmReads(folder.File("gm.dpx")))),
                QuantumDepth == 8 ? 514 : 1);
    }
  }
}

TEST(Dpx, FilmStaysLogarithmic) {
  const ImageHandle image = MakeTestImage({17, 9, 16});
  Info info;
  info->colorspace = CineonLogRGBColorspace;
  info.Define("dpx:bits-per-sample=16");
  Exception exception;
  const Bytes bytes = Write("DPX", image, info, exception);
  ASSERT_FALSE(bytes.empty()) << exception.Text();
  EXPECT_EQ(bytes[780 + 21], 1u);
  const ImageHandle again = ReadBytes("DPX", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(again->colorspace, CineonLogRGBColorspace);
  if (QuantumDepth == 8) return;
  EXPECT_TRUE(Write("DPX", again, info, exception) == bytes);
}

// Pairs of pixels with common differences, which are interpolated for the second of each.
TEST(Dpx, PairsOfPixels) {
  const ImageHandle image = MakeTestImage({4, 1, 8});
  Bytes bytes = Written(image, Forms()[1]);
  bytes[780 + 20] = 100;
  bytes[780 + 21] = 6;
  for (int i = 4; i < 20; ++i) bytes[780 + i] = 0xff;
  const std::uint8_t samples[] = {100, 16, 140, 235, 160, 126, 180, 235};
  std::copy(std::begin(samples), std::end(samples), bytes.begin() + 8192);
  Exception exception;
  const ImageHandle again = ReadBytes("DPX", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(again->colorspace, Rec709YCbCrColorspace);
  const PixelPacket* const row = AcquireImagePixels(again.get(), 0, 0, 4, 1, exception.get());
  const auto luma = [](double code) { return (code - 16) * 256 / 219 / 255; };
  const auto chroma = [](double code) { return (code - 16) * 256 / 224 / 255; };
  const double expected[4][3] = {{luma(16), chroma(100), chroma(140)},
                                 {luma(235), chroma(130), chroma(160)},
                                 {luma(126), chroma(160), chroma(180)},
                                 {luma(235), chroma(160), chroma(180)}};
  for (int x = 0; x < 4; ++x) {
    EXPECT_NEAR(row[x].red / MaxRGBDouble, std::min(expected[x][0], 1.0), 0.005) << x;
    EXPECT_NEAR(row[x].green / MaxRGBDouble, expected[x][1], 0.005) << x;
    EXPECT_NEAR(row[x].blue / MaxRGBDouble, expected[x][2], 0.005) << x;
  }
}

TEST(Dpx, FieldsAreKept) {
  const std::pair<const char*, const char*> fields[] = {{"DPX:file.project.name", "a project"},
                                                        {"DPX:file.copyright", "nobody"},
                                                        {"DPX:file.encryption.key", "4711"},
                                                        {"DPX:source.x-offset", "12"},
                                                        {"DPX:source.x-center", "0.5"},
                                                        {"DPX:source.border.validity.top", "3"},
                                                        {"DPX:mp.prefix", "ABCDEF"},
                                                        {"DPX:mp.frame.rate", "23.976"},
                                                        {"DPX:tv.time.code", "01:02:03:04"},
                                                        {"DPX:tv.interlace", "1"},
                                                        {"DPX:tv.gamma", "2.2"}};
  const ImageHandle image = MakeTestImage({5, 4});
  for (const auto& [name, value] : fields) SetImageAttribute(image.get(), name, value);
  const Bytes user(100, 'u');
  SetImageProfile(image.get(), "DPXUSERDATA", user.data(), user.size());
  image->orientation = RightTopOrientation;
  const TemporaryFolder folder;
  for (const Form& form : {Forms()[1], Forms()[21]}) {
    const Bytes bytes = Written(image, form);
    const ImageHandle again = ReadAs(form, bytes);
    ASSERT_TRUE(again);
    for (const auto& [name, value] : fields) EXPECT_EQ(Attribute(again.get(), name), value);
    EXPECT_EQ(Attribute(again.get(), "comment"), "a project");
    EXPECT_EQ(Attribute(again.get(), "DPX:mp.count"), "");
    EXPECT_TRUE(Profile(again.get(), "DPXUSERDATA") == user);
    EXPECT_EQ(again->orientation, RightTopOrientation);
    if (!HaveGm()) continue;
    WriteWholeFile(folder.File("a.dpx"), bytes);
    for (const auto& [name, value] : fields) {
      const Bytes text =
          RunGm("identify -format '%[" + std::string(name) + "]' " + folder.File("a.dpx"));
      EXPECT_EQ(std::string(text.begin(), text.end()), std::string(value) + "\n");
    }
  }
  Info info;
  info.Define("dpx:mp.prefix=123456");
  Exception exception;
  EXPECT_EQ(Attribute(ReadBytes("DPX", Write("DPX", image, info, exception), exception).get(),
                      "DPX:mp.prefix"),
            "123456");
}

TEST(Dpx, DamageDoesNoHarm) {
  for (const Form& form : {Forms()[2], Forms()[8], Forms()[12]}) {
    const Bytes bytes = Written(MakeTestImage({33, 29, 16, true}), form);
    CheckDamage("DPX", bytes);
    CheckLimit("DPX", bytes);
  }
  CheckCancel({"DPX"});
}

}  // namespace
}  // namespace lodestone::coders::test
