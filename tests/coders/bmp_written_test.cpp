// Bitmaps as they are written, and gm.

#include <tuple>

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

TEST(Bmp, ProfileAndColorSpace) {
  Exception exception;
  const ImageHandle image = MakeTestImage({5, 3});
  const Bytes profile(300, 0x5a);
  SetImageProfile(image.get(), "ICM", profile.data(), profile.size());
  image->rendering_intent = AbsoluteIntent;
  image->gamma = 0.5;
  image->chromaticity.red_primary.x = 0.64;
  image->chromaticity.red_primary.y = 0.33;
  const ImageHandle embedded = ReadBytes("BMP", Write("BMP", image, Info(), exception), exception);
  ASSERT_TRUE(embedded) << exception.Text();
  EXPECT_TRUE(Profile(embedded.get(), "ICM") == profile);
  EXPECT_EQ(embedded->rendering_intent, AbsoluteIntent);
  DeleteImageProfile(image.get(), "ICM");
  const ImageHandle calibrated =
      ReadBytes("BMP", Write("BMP", image, Info(), exception), exception);
  ASSERT_TRUE(calibrated) << exception.Text();
  EXPECT_NEAR(calibrated->gamma, 0.5, 1e-4);
  EXPECT_NEAR(calibrated->chromaticity.red_primary.x, 0.64, 1e-6);
  EXPECT_TRUE(Rgba16(calibrated.get()) == Rgba16(image.get()));
}

const FormatCase kBmp{"BMP"};
const FormatCase kPlainBmp{"BMP", true, 8, "-compress None", NoCompression};

// JPEG and PNG files instead of rows; the header has no room for them in the oldest version.
TEST(Bmp, FilesInside) {
  Exception exception;
  const ImageHandle image = MakeTestImage({9, 7, 8, true});
  const auto written = [&](const char* magick, const char* define) {
    Info info;
    info.Define(define);
    return Write(magick, image, info, exception);
  };
  for (const auto& [define, magick, compression] :
       {std::tuple("bmp:allow-png", "PNG", 5), {"bmp:allow-jpeg=true", "JPEG", 4}}) {
    const Bytes file = written("BMP", define);
    ASSERT_LT(54u, file.size()) << exception.Text();
    EXPECT_EQ(file[14], 40);
    EXPECT_EQ(file[28], 0);
    EXPECT_EQ(file[30], compression);
    const Bytes inside(file.begin() + 54, file.end());
    EXPECT_TRUE(inside == Write(magick, image, Info(), exception)) << magick;
    const ImageHandle again = ReadBytes("BMP", file, exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_TRUE(Rgba16(again.get()) == Rgba16(ReadBytes(magick, inside, exception).get()));
  }
  EXPECT_TRUE(written("BMP", "bmp:allow-png=false") == Write("BMP", image, Info(), exception));
  EXPECT_TRUE(written("BMP2", "bmp:allow-png") == Write("BMP2", image, Info(), exception));
}

TEST(Bmp, RoundTrip) {
  for (const FormatCase& format : {kBmp, kPlainBmp}) {
    for (const Kind& kind : KindsOf(format)) CheckRoundTrip(format, kind);
  }
  const FormatCase dib{"DIB"};
  for (const Kind& kind : KindsOf(dib)) {
    // Here alpha that is zero everywhere cannot be told from no alpha.
    if (kind.columns > 1) CheckRoundTrip(dib, kind);
  }
}

TEST(Bmp, AsGm) {
  SKIP_WITHOUT_GM();
  for (const FormatCase& format : {kBmp, kPlainBmp}) {
    for (const Kind& kind : KindsOf(format)) {
      if (kind.columns > 17) continue;
      // gm adds runs for the padding, and with two columns it misreads them itself.
      if (kind.columns == 2 && format.compression != NoCompression) continue;
      // gm has other values in the fields of the colour space.
      const bool padded = kind.columns % 4 != 0 && kind.colors > 16;
      CheckWithGm(format, kind,
                  !kind.matte && !kind.gray && (!padded || format.compression == NoCompression));
    }
  }
}

TEST(Bmp, OlderVersions) {
  SKIP_WITHOUT_GM();
  for (const char* magick : {"BMP2", "BMP3"}) {
    for (const unsigned colors : {0u, 2u, 16u, 256u}) {
      Kind kind{16, 9};
      kind.colors = colors;
      const TemporaryFolder folder;
      Exception exception;
      const ImageHandle image = MakeTestImage(kind);
      WriteWholeFile(folder.File("a.png"), Write("PNG", image, Info(), exception));
      const ImageHandle source = Read(folder.File("a.png"), exception);
      EXPECT_TRUE(Write(magick, source, Info(), exception) ==
                  RunGm("convert " + folder.File("a.png") + " " + magick + ":-"))
          << magick << colors;
    }
  }
  Info info;
  info.Define("bmp:format=bmp2");
  Exception exception;
  EXPECT_EQ(Write("BMP", MakeTestImage({3, 3}), info, exception).at(14), 12u);
}

TEST(Bmp, DamageDoesNoHarm) {
  Exception exception;
  for (const Kind& kind :
       {Kind{19, 9}, Kind{19, 9, 8, true}, Kind{.columns = 19, .rows = 9, .colors = 5},
        Kind{.columns = 19, .rows = 9, .colors = 100}}) {
    const ImageHandle image = MakeTestImage(kind);
    CheckDamage("BMP", WriteAs(kBmp, image));
    CheckDamage("BMP", WriteAs(kPlainBmp, image));
    CheckDamage("DIB", WriteAs({"DIB"}, image));
    CheckLimit("BMP", WriteAs(kBmp, image));
  }
  CheckCancel(kBmp);
}

}  // namespace
}  // namespace lodestone::coders::test
