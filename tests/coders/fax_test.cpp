// Raw fax pages: as gm reads and writes them.

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

ImageHandle Page(unsigned long columns, unsigned long rows) {
  Kind kind{columns, rows};
  kind.black_white = true;
  return MakeTestImage(kind);
}

TEST(Fax, WrittenAsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  for (const unsigned long columns : {1ul, 17ul, 400ul, 1728ul, 1800ul}) {
    Exception exception;
    const ImageHandle page = Page(columns, 21);
    WriteWholeFile(folder.File("s.pbm"), Write("PBM", page, Info(), exception));
    for (const std::string magick : {"FAX", "G3"}) {
      const Bytes ours = Write(magick, page, Info(), exception);
      ASSERT_FALSE(ours.empty()) << exception.Text();
      EXPECT_TRUE(ours == RunGm("convert " + folder.File("s.pbm") + " " + magick + ":-"))
          << columns << magick;
    }
  }
}

TEST(Fax, ReadAsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  const Bytes bytes = Write("FAX", Page(1728, 31), Info(), exception);
  WriteWholeFile(folder.File("p.fax"), bytes);
  for (const std::string size : {"1728x31", "1728x300", "900x10"}) {
    SCOPED_TRACE(size);
    Info info("FAX:" + folder.File("p.fax"));
    info.Size(size);
    const ImageHandle page(ReadImage(info.get(), exception.get()));
    ASSERT_TRUE(page) << exception.Text();
    EXPECT_TRUE(page->is_monochrome);
    EXPECT_TRUE(Rgba16(page.get()) ==
                AtOurDepth(GmRgba16("-size " + size + " FAX:" + folder.File("p.fax"))));
  }
}

TEST(Fax, PagesWithoutASizeHaveThatOfPaper) {
  Exception exception;
  const Bytes bytes = Write("FAX", Page(1728, 31), Info(), exception);
  const Info info;
  MagickStrlCpy(info->magick, "FAX", MaxTextExtent);
  const ImageHandle header(PingBlob(info.get(), bytes.data(), bytes.size(), exception.get()));
  ASSERT_TRUE(header) << exception.Text();
  EXPECT_EQ(header->columns, 2592u);
  EXPECT_EQ(header->rows, 3508u);
  EXPECT_DOUBLE_EQ(ReadBytes("FAX", bytes, exception)->x_resolution, 204);
}

TEST(Fax, LimitsHold) {
  Exception exception;
  const Bytes bytes = Write("FAX", Page(1728, 31), Info(), exception);
  const magick_int64_t before = GetMagickResourceLimit(PixelsResource);
  SetMagickResourceLimit(PixelsResource, 1000000);
  Exception refused;
  EXPECT_FALSE(ReadBytes("FAX", bytes, refused));
  EXPECT_EQ(refused.severity(), ResourceLimitError) << refused.Text();
  SetMagickResourceLimit(PixelsResource, before);
}

TEST(Fax, DamagedPagesEnd) {
  Exception exception;
  std::mt19937 random(5);
  const Bytes good = Write("FAX", Page(300, 9), Info(), exception);
  for (int round = 0; round < 100; ++round) {
    Bytes bytes = good;
    bytes.resize(random() % bytes.size() + 1);
    for (int i = 0; i < 5; ++i)
      bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    Info info;
    info.Size("300x12");
    MagickStrlCpy(info->magick, "FAX", MaxTextExtent);
    Exception damage;
    const ImageHandle page(BlobToImage(info.get(), bytes.data(), bytes.size(), damage.get()));
    if (page) {
      EXPECT_LE(page->rows, 12u);
    } else {
      EXPECT_GE(damage.severity(), ErrorException);
    }
  }
}

}  // namespace
}  // namespace lodestone::coders::test
