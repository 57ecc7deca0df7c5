// Icons and cursors: hand-made with masks, as written, with PNG inside; gm.

#include "tests/coders/bitmap_builder.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

Bytes Icon(const std::vector<Bytes>& members, unsigned columns, unsigned rows, unsigned type = 1) {
  Bytes file;
  Put(file, 0, 2);
  Put(file, type, 2);
  Put(file, static_cast<std::uint32_t>(members.size()), 2);
  std::size_t offset = 6 + 16 * members.size();
  for (const Bytes& member : members) {
    Put(file, columns, 1);
    Put(file, rows, 1);
    Put(file, 0, 2);
    Put(file, type == 2 ? 3 : 1, 2);
    Put(file, type == 2 ? 4 : 0, 2);
    Put(file, static_cast<std::uint32_t>(member.size()), 4);
    Put(file, static_cast<std::uint32_t>(offset), 4);
    offset += member.size();
  }
  for (const Bytes& member : members) file.insert(file.end(), member.begin(), member.end());
  return file;
}

// 2x2 pixels, of which the mask hides the upper left one.
Bytes Masked() {
  Bitmap bitmap;
  bitmap.columns = 2;
  bitmap.rows = 4;
  Bytes dib = bitmap.Dib();
  const Bytes raster = {1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0};
  const Bytes mask = {0, 0, 0, 0, 0x80, 0, 0, 0};
  dib.insert(dib.end(), raster.begin(), raster.end());
  dib.insert(dib.end(), mask.begin(), mask.end());
  return dib;
}

TEST(Ico, Mask) {
  Exception exception;
  const ImageHandle image = ReadBytes("ICO", Icon({Masked()}, 2, 2), exception);
  ASSERT_TRUE(image) << exception.Text();
  const std::vector<std::uint16_t> expected = {9, 8, 7, 0,   12, 11, 10, 255,
                                               3, 2, 1, 255, 6,  5,  4,  255};
  std::vector<std::uint16_t> samples = Rgba16(image.get());
  for (std::uint16_t& sample : samples) sample /= 257;
  EXPECT_EQ(samples, expected);
}

TEST(Ico, Hotspot) {
  Exception exception;
  const ImageHandle image = ReadBytes("CUR", Icon({Masked()}, 2, 2, 2), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Attribute(image.get(), "cursor:hotspot"), "3,4");
  const Bytes written = Write("CUR", image, Info(), exception);
  ASSERT_GT(written.size(), 14u) << exception.Text();
  EXPECT_EQ(written[2], 2u);
  EXPECT_EQ(written[10], 3u);
  EXPECT_EQ(written[12], 4u);
}

TEST(Ico, RoundTrip) {
  const FormatCase format{"ICO"};
  for (const Kind& kind : KindsOf(format)) {
    // Alpha that is zero everywhere cannot be told from no alpha and a full mask.
    if (kind.columns <= 256 && kind.rows <= 256) CheckRoundTrip(format, kind);
  }
  CheckRoundTrip(format, {256, 256, 8, true});
}

TEST(Ico, SeveralSizes) {
  const ImageHandle first = MakeTestImage({16, 16, 8, true}, 1);
  first->next = MakeTestImage({256, 256}, 2).Release();
  first->next->previous = first.get();
  const Bytes bytes = WriteAs({"ICO"}, first);
  Exception exception;
  const ImageHandle all = ReadBytes("ICO", bytes, exception);
  ASSERT_TRUE(all) << exception.Text();
  ASSERT_EQ(GetImageListLength(all.get()), 2u);
  EXPECT_TRUE(Rgba16(all.get()) == Rgba16(first.get()));
  EXPECT_TRUE(Rgba16(all->next) == Rgba16(first->next));
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("a.ico"), bytes);
  const ImageHandle second = Read(folder.File("a.ico[1]"), exception);
  ASSERT_TRUE(second) << exception.Text();
  EXPECT_EQ(second->columns, 256u);
}

TEST(Ico, GmReadsWhatIsWritten) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Kind palette{16, 16};
  palette.colors = 200;
  Kind few{32, 32};
  few.colors = 9;
  for (const Kind& kind : {Kind{16, 16, 8, true}, Kind{17, 5}, Kind{256, 256}, palette, few}) {
    const ImageHandle image = MakeTestImage(kind);
    WriteWholeFile(folder.File("a.ico"), WriteAs({"ICO"}, image));
    std::vector<std::uint16_t> expected = Rgba16(image.get());
    // gm takes alpha from the mask alone.
    for (std::size_t i = 3; i < expected.size(); i += 4) expected[i] = expected[i] != 0 ? 65535 : 0;
    EXPECT_TRUE(AtOurDepth(GmRgba16("ICO:" + folder.File("a.ico"))) == expected) << kind.Name();
  }
  WriteWholeFile(folder.File("masked.ico"), Icon({Masked()}, 2, 2));
  Exception exception;
  EXPECT_TRUE(AtOurDepth(GmRgba16("ICO:" + folder.File("masked.ico"))) ==
              Rgba16(Read("ICO:" + folder.File("masked.ico"), exception).get()));
}

TEST(Ico, SizesOfAutoResize) {
  const auto sizes = [](const std::string& define) {
    Info info;
    info.Define(define);
    Exception exception;
    const Bytes file = Write("ICO", MakeTestImage({300, 150, 8, true}), info, exception);
    std::vector<unsigned> all;
    if (file.empty()) return all;
    const ImageHandle images = ReadBytes("ICO", file, exception);
    for (const Image* image = images.get(); image != nullptr; image = image->next) {
      EXPECT_EQ(image->rows, image->columns / 2);
      all.push_back(static_cast<unsigned>(image->columns));
    }
    return all;
  };
  EXPECT_EQ(sizes("icon:auto-resize"), (std::vector<unsigned>{256, 128, 64, 48, 32, 16}));
  EXPECT_EQ(sizes("icon:auto-resize=40, 20,dpx:tv.x=1"), (std::vector<unsigned>{40, 20}));
  for (const char* wrong : {"0", "257", "40x40", "-1"})
    EXPECT_TRUE(sizes(std::string("icon:auto-resize=") + wrong).empty()) << wrong;
}

TEST(Ico, TooLarge) {
  Exception exception;
  EXPECT_TRUE(Write("ICO", MakeTestImage({257, 3}), Info(), exception).empty());
  EXPECT_NE(exception.Text().find("256"), std::string::npos) << exception.Text();
}

TEST(Ico, DamageDoesNoHarm) {
  const ImageHandle image = MakeTestImage({19, 9, 8, true});
  CheckDamage("ICO", WriteAs({"ICO"}, image));
  CheckDamage("ICO", Icon({Masked(), Masked()}, 2, 2));
  CheckLimit("ICO", WriteAs({"ICO"}, image));
  CheckCancel({"ICO"});
}

}  // namespace
}  // namespace lodestone::coders::test
