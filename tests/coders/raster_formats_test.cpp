// VICAR, OTB and VIFF: round trips, gm, and hand-made files.
#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

Kind BlackWhite(unsigned long columns, unsigned long rows) {
  Kind kind{columns, rows};
  kind.black_white = true;
  return kind;
}

TEST(Vicar, ShadesAsGm) {
  for (const unsigned long size : kSizes) {
    const Kind kind = GrayKind(size, 19, 8, false);
    SCOPED_TRACE(kind.Name());
    CheckRoundTrip({"VICAR"}, kind);
    if (HaveGm()) CheckWithGm({"VICAR"}, kind);
  }
  CheckCancel({"VICAR"});
}

TEST(Vicar, LabelsOfOtherPrograms) {
  std::string text = "LBLSIZE=96   FORMAT='BYTE'  NL = 2  NS=3 NB=1 TASK='NL=9'";
  text.resize(96, ' ');
  Bytes file(text.begin(), text.end());
  for (int i = 0; i < 6; ++i) file.push_back(static_cast<std::uint8_t>(40 * i));
  Exception exception;
  const ImageHandle image = ReadBytes("VICAR", file, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->columns, 3u);
  EXPECT_EQ(image->rows, 2u);
  EXPECT_EQ(Rgba16(image.get())[4 * 5], 200 * 257);
}

TEST(Otb, AsGm) {
  for (const unsigned long size : kSizes) {
    const Kind kind = BlackWhite(size, 19);
    SCOPED_TRACE(kind.Name());
    CheckRoundTrip({"OTB"}, kind);
    if (HaveGm()) CheckWithGm({"OTB"}, kind, true);
  }
  CheckCancel({"OTB"});
}

TEST(Viff, ColorsAlphaAndShades) {
  FormatCase format{"VIFF"};
  for (const Kind& kind : KindsOf(format)) {
    SCOPED_TRACE(kind.Name());
    CheckRoundTrip(format, kind);
    if (HaveGm() && kind.columns % 16 == 1 && !kind.gray && kind.colors == 0) {
      const TemporaryFolder folder;
      Exception exception;
      const ImageHandle image = MakeTestImage(kind);
      WriteWholeFile(folder.File("a.viff"), WriteAs(format, image));
      EXPECT_TRUE(GmRgba16(folder.File("a.viff")) == Rgba16(image.get()));
    }
  }
  CheckCancel(format);
}

TEST(Viff, HoldsLists) {
  Exception exception;
  Image* list = MakeTestImage({17, 9}).Release();
  for (const Kind& kind : {Kind{5, 4, 8, true}, GrayKind(8, 3, 8, false)})
    AppendImageToList(&list, MakeTestImage(kind).Release());
  const ImageHandle images(GetFirstImageInList(list));
  const Bytes bytes = Write("VIFF", images, Info(), exception);
  for (const bool ping : {false, true}) {
    Info info("VIFF:");
    info->ping = ping ? MagickTrue : MagickFalse;
    const ImageHandle again(BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
    ASSERT_TRUE(again) << exception.Text();
    ASSERT_EQ(3u, GetImageListLength(again.get()));
    const Image* b = again.get();
    for (const Image* a = images.get(); a != nullptr; a = a->next, b = b->next) {
      EXPECT_EQ(a->columns, b->columns);
      EXPECT_TRUE(ping || Rgba16(a) == Rgba16(b));
    }
  }
}

TEST(Files, TheWriteLimitHolds) {
  const magick_int64_t before = GetMagickResourceLimit(WriteResource);
  SetMagickResourceLimit(WriteResource, 1000);
  for (const char* magick : {"PPM", "PNG", "BMP"}) {
    const ImageHandle image = MakeTestImage({60, 50});
    Exception exception;
    EXPECT_TRUE(Write(magick, image, Info(), exception).empty()) << magick;
    EXPECT_NE(std::string::npos, exception.Text().find("Write limit")) << exception.Text();
  }
  SetMagickResourceLimit(WriteResource, before);
}

TEST(Viff, FilesOfGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  for (const Kind& kind : {Kind{17, 9}, Kind{17, 9, 8, true}, GrayKind(17, 9, 8, false),
                           BlackWhite(16, 9), BlackWhite(19, 9)}) {
    SCOPED_TRACE(kind.Name());
    WriteWholeFile(folder.File("a.png"), Write("PNG", MakeTestImage(kind), Info(), exception));
    int status = 1;
    RunGm("convert " + folder.File("a.png") + " " + folder.File("gm.viff"), &status);
    ASSERT_EQ(status, 0);
    const ImageHandle image = Read(folder.File("gm.viff"), exception);
    ASSERT_TRUE(image) << exception.Text();
    // gm itself does not read the bits that it wrote.
    EXPECT_TRUE(Rgba16(image.get()) == (kind.black_white
                                            ? Rgba16(Read(folder.File("a.png"), exception).get())
                                            : GmRgba16(folder.File("gm.viff"))));
  }
}

}  // namespace
}  // namespace lodestone::coders::test
