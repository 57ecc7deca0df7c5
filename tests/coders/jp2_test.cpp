// JPEG 2000: what openjpeg's own programs read and write, and what is kept.
#include <tuple>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

class Jp2 : public CodecTest {
 protected:
  Jp2() : CodecTest("JP2", "") {}

  // A file as opj_compress writes it.
  std::string Compressed(const std::string& from, const std::string& to,
                         const std::string& options) {
    std::string file = folder_.File(to);
    EXPECT_TRUE(Runs("opj_compress -i '" + from + "' -o " + file + " " + options));
    return file;
  }
  ImageHandle Decompressed(const std::string& file, const std::string& options = "",
                           const std::string& to = "opj.png") {
    EXPECT_TRUE(Runs("opj_decompress -i '" + file + "' -o " + folder_.File(to) + " " + options));
    return ReadFile(folder_.File(to));
  }
  std::string PnmOf(const ImageHandle& image, const std::string& name) {
    WriteWholeFile(folder_.File(name), Write("PNM", image, Info(), exception_));
    return folder_.File(name);
  }
  Bytes As(const char* magick, const ImageHandle& image, unsigned long quality,
           const char* define = "") {
    Info info;
    info->quality = quality;
    info.Define(define);
    Bytes bytes = Write(magick, image, info, exception_);
    EXPECT_FALSE(bytes.empty()) << exception_.Text();
    return bytes;
  }
};

std::vector<Kind> Kinds() {
  std::vector<Kind> kinds;
  for (const unsigned long size : kSizes)
    for (const unsigned depth : {8u, 16u})
      for (const bool matte : {false, true}) {
        kinds.push_back({size, 19, depth, matte});
        kinds.push_back(GrayKind(3, size, depth, matte));
      }
  Kind palette{33, 7}, bilevel{33, 7};
  palette.colors = 5;
  bilevel.black_white = true;
  kinds.push_back(palette);
  kinds.push_back(bilevel);
  return kinds;
}

TEST_F(Jp2, LosslessFilesAreReadBackUnchanged) {
  for (const char* magick : {"JP2", "J2C", "J2K", "JPC"})
    for (const Kind& kind : Kinds()) {
      SCOPED_TRACE(magick + kind.Name());
      const ImageHandle image = MakeTestImage(kind);
      const ImageHandle again = ReadBytes(magick, As(magick, image, 100), exception_);
      ASSERT_TRUE(again) << exception_.Text();
      EXPECT_TRUE(Rgba16(image.get()) == Rgba16(again.get()));
      EXPECT_EQ(again->matte, image->matte);
    }
}

TEST_F(Jp2, OpenjpegReadsTheSame) {
  SKIP_WITHOUT_OPENJPEG();
  for (const char* magick : {"JP2", "J2K"})
    for (const unsigned long quality : {100ul, 90ul, 75ul, 20ul})
      for (const Kind& kind : {Kind{67, 41}, GrayKind(67, 41, 8, false), Kind{60, 60, 8, true},
                               GrayKind(67, 41, 8, true)}) {
        SCOPED_TRACE(magick + kind.Name() + " " + std::to_string(quality));
        const Bytes bytes = As(magick, MakeTestImage(kind), quality);
        const std::string file =
            folder_.File(std::string("a.") + (magick == std::string("JP2") ? "jp2" : "j2k"));
        WriteWholeFile(file, bytes);
        const ImageHandle ours = ReadBytes(magick, bytes, exception_);
        ASSERT_TRUE(ours) << exception_.Text();
        EXPECT_TRUE(Rgba16(Decompressed(file).get()) == Rgba16(ours.get()));
      }
}

// Options of opj_compress that change what a reader has to do.
TEST_F(Jp2, FilesOfOpenjpegAreReadAsItDoes) {
  SKIP_WITHOUT_OPENJPEG();
  const char* const options[] = {"",
                                 "-r 20 -I",
                                 "-r 40,10,1",
                                 "-t 40,30 -n 4 -p RPCL",
                                 "-n 2 -b 16,16 -p CPRL -SOP -EPH",
                                 "-M 63",
                                 "-d 13,7",
                                 "-d 13,7 -t 50,50 -T 5,3 -n 4",
                                 "-c [64,64],[32,32] -p PCRL"};
  for (const char* option : options)
    for (const bool gray : {false, true}) {
      SCOPED_TRACE(option);
      Kind kind{131, 97};
      kind.gray = gray;
      const std::string source = PnmOf(MakeTestImage(kind), gray ? "in.pgm" : "in.ppm");
      for (const char* name : {"a.jp2", "a.j2k"}) {
        const std::string file = Compressed(source, name, option);
        EXPECT_TRUE(Rgba16(ReadFile(file).get()) == Rgba16(Decompressed(file).get()));
      }
    }
}

TEST_F(Jp2, EveryNumberOfBits) {
  SKIP_WITHOUT_OPENJPEG();
  for (const unsigned bits : {2u, 4u, 6u, 8u, 10u, 12u, 14u, 16u}) {
    SCOPED_TRACE(bits);
    const unsigned most = (1u << bits) - 1;
    Bytes raw;
    std::vector<std::uint16_t> expected;
    for (unsigned i = 0; i < 37 * 11; ++i) {
      const unsigned level = i * 2654435761u % (most + 1);
      if (bits > 8) raw.push_back(static_cast<std::uint8_t>(level >> 8));
      raw.push_back(static_cast<std::uint8_t>(level));
      const auto wide = static_cast<std::uint16_t>(65535.0 * level / most + 0.5);
      for (int c = 0; c < 4; ++c) expected.push_back(c == 3 ? 65535 : wide);
    }
    WriteWholeFile(folder_.File("in.raw"), raw);
    const ImageHandle image = ReadFile(Compressed(
        folder_.File("in.raw"), "a.jp2", "-n 3 -F 37,11,1," + std::to_string(bits) + ",u"));
    ASSERT_TRUE(image);
    EXPECT_EQ(image->depth, std::min<unsigned>(bits, QuantumDepth));
    EXPECT_LE(MostApart(Rgba16(image.get()), AtOurDepth(expected)), QuantumDepth == 8 ? 257 : 0);
  }
}

// Luma and chroma, some of it with fewer samples: compared with slow plain code.
TEST_F(Jp2, SubsampledComponents) {
  SKIP_WITHOUT_OPENJPEG();
  constexpr unsigned kColumns = 48, kRows = 36;
  for (const auto& [across, down] : {std::pair{1u, 1u}, {2u, 1u}, {2u, 2u}, {4u, 4u}}) {
    SCOPED_TRACE(std::to_string(across) + "x" + std::to_string(down));
    const unsigned columns = (kColumns + across - 1) / across, rows = (kRows + down - 1) / down;
    Bytes raw;
    for (unsigned i = 0; i < kColumns * kRows + 2 * columns * rows; ++i)
      raw.push_back(static_cast<std::uint8_t>(i * 2654435761u >> 13));
    WriteWholeFile(folder_.File("in.raw"), raw);
    const std::string step = std::to_string(across) + "x" + std::to_string(down);
    const std::string file = Compressed(folder_.File("in.raw"), "a.jp2",
                                        "-mct 0 -F 48,36,3,8,u@1x1:" + step + ":" + step);
    const ImageHandle image = ReadFile(file);
    ASSERT_TRUE(image);
    std::vector<std::uint16_t> expected;
    for (unsigned y = 0; y < kRows; ++y)
      for (unsigned x = 0; x < kColumns; ++x) {
        const unsigned at = kColumns * kRows + y / down * columns + x / across;
        const double luma = raw[y * kColumns + x], cb = raw[at] - 128.0,
                     cr = raw[at + columns * rows] - 128.0;
        for (const double value :
             {luma + 1.402 * cr, luma - 0.344136 * cb - 0.714136 * cr, luma + 1.772 * cb, 255.0})
          expected.push_back(static_cast<std::uint16_t>(std::clamp(value, 0.0, 255.0) * 257 + 0.5));
      }
    EXPECT_LE(MostApart(Rgba16(image.get()), expected), QuantumDepth == 8 ? 257 : 1);
  }
}

TEST_F(Jp2, QualityTradesSizeForAccuracy) {
  ExpectSizesGrowWithQuality({5, 30, 60, 90, 100});
}

// GraphicsMagick wants 16 to 1 for its default quality, and as much as is asked for by a rate.
TEST_F(Jp2, RatesAreKept) {
  const ImageHandle image = MakeTestImage({256, 200});
  const double plain = 256 * 200 * 3;
  EXPECT_NEAR(As("JP2", image, 75).size() / plain, 1 / 16.0 + 834 / plain, 0.003);
  EXPECT_NEAR(As("J2C", image, 75, "jp2:rate=0.02").size() / plain, 0.02, 0.002);
  EXPECT_EQ(Rgba16(Decoded(As("JP2", image, 10, "jp2:rate=1")).get()), Rgba16(image.get()));
}

TEST_F(Jp2, OptionsChangeTheFile) {
  const ImageHandle image = MakeTestImage({200, 160});
  const Bytes plain = Encoded(image, 100);
  const std::vector<std::uint16_t> pixels = Rgba16(image.get());
  for (const char* define :
       {"jp2:cblkwidth=32,jp2:cblkheight=16", "jp2:eph", "jp2:sop", "jp2:ilyrrates=0.05",
        "jp2:imgareatlx=5,jp2:imgareatly=9", "jp2:lazy", "jp2:nomct", "jp2:numrlvls=2",
        "jp2:prcwidth=64,jp2:prcheight=64", "jp2:prg=rpcl", "jp2:pterm", "jp2:resetprob",
        "jp2:segsym", "jp2:termall", "jp2:tilewidth=64,jp2:tileheight=50", "jp2:vcausal",
        "jp2:imgareatlx=7,jp2:tilegrdtlx=3,jp2:tilewidth=90"}) {
    SCOPED_TRACE(define);
    const Bytes bytes = Encoded(image, 100, define);
    EXPECT_FALSE(bytes == plain);
    EXPECT_EQ(image->exception.severity, UndefinedException);
    EXPECT_TRUE(Rgba16(Decoded(bytes).get()) == pixels);
  }
  EXPECT_FALSE(Encoded(image, 80, "jp2:mode=int") == Encoded(image, 80));
  EXPECT_TRUE(Encoded(image, 100, "jp2:mode=REAL") == Encoded(image, 100, "jp2:mode=real"));
  for (const char* define : {"jp2:prg=abcd", "jp2:cblkwidth=33", "jp2:numrlvls=99", "jp2:rate=x"}) {
    SetExceptionInfo(&image->exception, UndefinedException);
    EXPECT_TRUE(Encoded(image, 100, define) == plain) << define;
    EXPECT_EQ(image->exception.severity, CoderWarning) << define;
  }
}

TEST_F(Jp2, SizeHintReducesTheImage) {
  SKIP_WITHOUT_OPENJPEG();
  const std::string file = Compressed(PnmOf(MakeTestImage({203, 150}), "in.ppm"), "a.jp2", "");
  const std::pair<const char*, int> sizes[] = {
      {"300x300", 0}, {"150x100", 0}, {"100x70", 1}, {"25x18", 3}, {"1x1", 5}};
  for (const auto& [size, factor] : sizes) {
    SCOPED_TRACE(size);
    Info info(file);
    info.Size(size);
    const ImageHandle image(ReadImage(info.get(), exception_.get()));
    ASSERT_TRUE(image) << exception_.Text();
    EXPECT_EQ(image->magick_columns, 203u);
    const ImageHandle theirs = Decompressed(file, "-r " + std::to_string(factor));
    EXPECT_TRUE(Rgba16(image.get()) == Rgba16(theirs.get()));
    const ImageHandle pinged(PingImage(info.get(), exception_.get()));
    ASSERT_TRUE(pinged);
    EXPECT_EQ(pinged->columns, image->columns);
  }
}

TEST_F(Jp2, ThreadsDoNotChangeTheFile) {
  ExpectThreadsChangeNothing();
}

TEST_F(Jp2, ProfilesCommentAndResolutionAreKept) {
  const Bytes exif = ExifWith(RightTopOrientation), xmp(100000, 'x'), iptc(50, 'i');
  Bytes icc(700, 0x5a);
  std::copy_n("RGB ", 4, icc.begin() + 16);
  for (const auto& [units, x, y] : {std::tuple{PixelsPerInchResolution, 300.0, 72.5},
                                    {PixelsPerCentimeterResolution, 118.11, 40.0}}) {
    const ImageHandle image = MakeTestImage({17, 9});
    SetImageProfile(image.get(), "EXIF", exif.data(), exif.size());
    SetImageProfile(image.get(), "XMP", xmp.data(), xmp.size());
    SetImageProfile(image.get(), "IPTC", iptc.data(), iptc.size());
    SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
    SetImageAttribute(image.get(), "comment", "a comment");
    image->units = units;
    image->x_resolution = x;
    image->y_resolution = y;
    const Bytes bytes = Encoded(image, 100);
    for (const ImageHandle& again : {Decoded(bytes), Pinged(bytes)}) {
      ASSERT_TRUE(again);
      EXPECT_TRUE(Profile(again.get(), "EXIF") == exif);
      EXPECT_TRUE(Profile(again.get(), "XMP") == xmp);
      EXPECT_TRUE(Profile(again.get(), "IPTC") == iptc);
      EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
      EXPECT_EQ(Attribute(again.get(), "comment"), "a comment");
      EXPECT_EQ(again->orientation, RightTopOrientation);
      EXPECT_EQ(again->units, units);
      EXPECT_NEAR(again->x_resolution, x, x * 1e-5);
      EXPECT_NEAR(again->y_resolution, y, y * 1e-5);
    }
  }
}

TEST_F(Jp2, UnusableIccProfilesAreLeftOut) {
  const ImageHandle image = MakeTestImage({5, 5});
  const Bytes junk(500, 0x5a);
  SetImageProfile(image.get(), "ICM", junk.data(), junk.size());
  EXPECT_TRUE(Profile(Decoded(Encoded(image, 100)).get(), "ICM").empty());
  EXPECT_EQ(image->exception.severity, CoderWarning);
}

// A box with colours, and one with what they are for.
TEST_F(Jp2, PalettesBecomeColors) {
  Kind kind = GrayKind(16, 16, 8, false);
  const ImageHandle image = MakeTestImage(kind);
  Bytes file = Encoded(image, 100);
  const auto box = [](const std::string& type, const Bytes& content) {
    Bytes out = {0, 0, 0, static_cast<std::uint8_t>(content.size() + 8)};
    out.insert(out.end(), type.begin(), type.end());
    out.insert(out.end(), content.begin(), content.end());
    return out;
  };
  Bytes palette = {1, 0, 3, 7, 7, 7};
  for (unsigned i = 0; i < 256; ++i)
    for (const unsigned value : {i, 255 - i, i * 7 & 255})
      palette.push_back(static_cast<std::uint8_t>(value));
  Bytes pclr = box("pclr", palette);
  pclr[2] = static_cast<std::uint8_t>(pclr.size() >> 8);
  pclr[3] = static_cast<std::uint8_t>(pclr.size());
  const Bytes cmap = box("cmap", {0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 2});
  pclr.insert(pclr.end(), cmap.begin(), cmap.end());
  const std::string text(file.begin(), file.end());
  const std::size_t header = text.find("jp2h") - 4, colr = text.find("colr");
  file[colr + 10] = 16;  // sRGB
  const std::size_t length = static_cast<std::size_t>(file[header + 2]) * 256 + file[header + 3];
  const std::size_t longer = length + pclr.size();
  file[header + 2] = static_cast<std::uint8_t>(longer >> 8);
  file[header + 3] = static_cast<std::uint8_t>(longer);
  file.insert(file.begin() + static_cast<std::ptrdiff_t>(header + length), pclr.begin(),
              pclr.end());
  const std::vector<std::uint16_t> before = Rgba16(image.get());
  const ImageHandle colored = Decoded(file);
  ASSERT_TRUE(colored);
  const std::vector<std::uint16_t> after = Rgba16(colored.get());
  for (std::size_t i = 0; i < before.size(); i += 4) {
    const unsigned index = before[i] / 257u;
    ASSERT_EQ(after[i], index * 257);
    ASSERT_EQ(after[i + 1], (255 - index) * 257);
    ASSERT_EQ(after[i + 2], (index * 7 & 255) * 257);
  }
}

// As Pillow, ImageMagick and openjpeg's own programs.
TEST_F(Jp2, OneComponentMoreThanTheColorsIsAlpha) {
  for (const Kind& kind : {Kind{33, 7, 8, true}, GrayKind(33, 7, 8, true)}) {
    const ImageHandle image = MakeTestImage(kind);
    Bytes file = Encoded(image, 100);
    const std::string text(file.begin(), file.end());
    const auto channels = file.begin() + static_cast<std::ptrdiff_t>(text.find("cdef"));
    std::copy_n("free", 4, channels);
    const ImageHandle alpha = Decoded(file);
    ASSERT_TRUE(alpha);
    EXPECT_TRUE(Rgba16(alpha.get()) == Rgba16(image.get()));
    EXPECT_TRUE(Pinged(file)->matte);
    if (kind.gray) continue;
    file[text.find("colr") + 10] = 12;  // CMYK
    EXPECT_EQ(Decoded(file)->colorspace, CMYKColorspace);
    EXPECT_FALSE(Decoded(file)->matte);
    EXPECT_FALSE(Pinged(file)->matte);
  }
}

TEST_F(Jp2, PingTellsTheSizeWithoutPixels) {
  const ImageHandle image = Pinged(Encoded(MakeTestImage({300, 200, 16, true}), 100));
  ASSERT_TRUE(image);
  EXPECT_EQ(image->columns, 300u);
  EXPECT_EQ(image->rows, 200u);
  EXPECT_EQ(image->depth, static_cast<unsigned>(QuantumDepth));
  EXPECT_NE(image->matte, MagickFalse);
}

TEST_F(Jp2, MemoryIsLimited) {
  ExpectMemoryIsLimited(6000000);
}

// Few bytes may claim many tiles.
TEST_F(Jp2, ManyTilesAreRefused) {
  Bytes bytes = As("J2C", MakeTestImage({250, 250}), 100, "jp2:tilewidth=250");
  bytes[26] = bytes[27] = bytes[30] = bytes[31] = 0;  // one sample in each
  bytes[27] = bytes[31] = 1;
  const magick_int64_t before = GetMagickResourceLimit(MemoryResource);
  SetMagickResourceLimit(MemoryResource, 100000000);
  EXPECT_FALSE(ReadBytes("J2C", bytes, exception_));
  SetMagickResourceLimit(MemoryResource, before);
  EXPECT_EQ(exception_.severity(), ResourceLimitError) << exception_.Text();
}

TEST_F(Jp2, TruncatedFilesAreReadOnRequest) {
  Bytes bytes = Encoded(MakeTestImage({200, 100}), 100);
  bytes.resize(bytes.size() * 2 / 3);
  EXPECT_FALSE(ReadBytes("JP2", bytes, exception_));
  EXPECT_EQ(exception_.severity(), CorruptImageError);
  const ImageHandle image = DecodedWith(bytes, "jp2:allow_trunc=1");
  ASSERT_TRUE(image);
  EXPECT_EQ(image->columns, 200u);
}

TEST_F(Jp2, DamageDoesNoHarm) {
  for (const char* magick : {"JP2", "J2C", "PGX"}) {
    const Bytes bytes = As(magick, MakeTestImage({23, 19}), 100);
    CheckDamage(magick, bytes);
    CheckLimit(magick, bytes);
    CheckCancel({magick});
  }
  CheckDamage("JPX", Encoded(MakeTestImage({23, 19, 8, true}), 50));
}

}  // namespace
}  // namespace lodestone::coders::test
