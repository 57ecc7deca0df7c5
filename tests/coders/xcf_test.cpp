// Documents of GIMP, hand-made: which images a document is, and what becomes of bad ones.

#include <algorithm>

#include "tests/coders/format_checks.hpp"
#include "tests/coders/xcf_support.hpp"

namespace lodestone::coders::test {
namespace {

Xcf ThreeLayers() {
  Xcf xcf;
  xcf.layers = {Rgba(2, 2, Bytes(16, 255)), Rgba(1, 1, {9, 8, 7, 255}), Rgba(2, 2, Bytes(16, 100))};
  xcf.layers[0].properties = {{8, Big(0)}};  // not visible
  Bytes place = Big(1);
  PutBytes(place, Big(0xffffffff));
  xcf.layers[1].name = "above";
  xcf.layers[1].properties = {{15, place}, {7, Big(3)}, {6, Big(51)}};
  xcf.layers[2].type = 0;
  xcf.layers[2].pixel_bytes = 3;
  xcf.layers[2].tiles = {Bytes(12, 100)};
  xcf.layers[2].name.clear();
  return xcf;
}

TEST(Xcf, OneImageOrTheLayersByNumber) {
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("x.xcf"), ThreeLayers().File());
  Exception exception;
  const ImageHandle whole = Read(folder.File("x.xcf"), exception);
  ASSERT_TRUE(whole) << exception.Text();
  EXPECT_EQ(GetImageListLength(whole.get()), 1u);
  EXPECT_EQ(SamplesOf(whole.get())[0], 100u);
  EXPECT_FALSE(whole->matte);
  const ImageHandle same = Read(folder.File("x.xcf[0]"), exception);
  ASSERT_TRUE(same) << exception.Text();
  EXPECT_EQ(SamplesOf(same.get()), SamplesOf(whole.get()));
  const ImageHandle all = Read(folder.File("x.xcf[1-9]"), exception);
  ASSERT_TRUE(all) << exception.Text();
  ASSERT_EQ(GetImageListLength(all.get()), 3u);
  EXPECT_EQ(Attribute(all.get(), "label"), "");
  const Image* above = all->next;
  EXPECT_EQ(SamplesOf(above), (Values{9, 8, 7, 51}));
  EXPECT_EQ(above->scene, 2u);
  EXPECT_EQ(above->compose, MultiplyCompositeOp);
  EXPECT_EQ(Attribute(above, "label"), "above");
  EXPECT_EQ(above->page.x, 1);
  EXPECT_EQ(above->page.y, -1);
  EXPECT_EQ(above->next->compose, NoCompositeOp);
  EXPECT_EQ(SamplesOf(above->next)[0], 255u);
  EXPECT_FALSE(Read(folder.File("x.xcf[4]"), exception));
  EXPECT_EQ(exception.severity(), OptionError) << exception.Text();
}

TEST(Xcf, Ping) {
  Exception exception;
  const Bytes file = ThreeLayers().File();
  const ImageHandle image(PingBlob(Info("XCF:").get(), file.data(), file.size(), exception.get()));
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->columns, 2u);
  EXPECT_FALSE(image->matte);
}

TEST(Xcf, Metadata) {
  Xcf xcf = Gray();
  Bytes resolution = BigNumber(300.0f);
  PutBytes(resolution, BigNumber(150.0f));
  Bytes parasites;
  const auto attach = [&](const std::string& name, const Bytes& content) {
    PutBig(parasites, name.size() + 1, 4);
    PutText(parasites, name);
    PutBig(parasites, 0, 5);
    PutBig(parasites, content.size(), 4);
    PutBytes(parasites, content);
  };
  attach("gimp-comment", {'h', 'i', 0, 'x'});
  attach("other", {1, 2, 3});
  attach("icc-profile", Bytes(200, 7));
  attach("exif-data", {'I', 'I', '*', 0, 8, 0, 0, 0, 0, 0});
  xcf.properties.push_back({19, resolution});
  xcf.properties.push_back({21, parasites});
  const ImageHandle image = Decoded(xcf);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->units, PixelsPerInchResolution);
  EXPECT_EQ(image->x_resolution, 300);
  EXPECT_EQ(image->y_resolution, 150);
  EXPECT_EQ(Attribute(image.get(), "comment"), "hi");
  EXPECT_EQ(Profile(image.get(), "ICM"), Bytes(200, 7));
  EXPECT_EQ(Profile(image.get(), "EXIF").size(), 16u);
}

TEST(Xcf, RecognizedByContent) {
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("x"), Gray().File());
  Exception exception;
  const ImageHandle image = Read(folder.File("x"), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_STREQ(image->magick, "XCF");
}

TEST(Xcf, DamageAndLimits) {
  CheckDamage("XCF", ThreeLayers().File());
  Xcf packed = Gray({3, 7});
  packed.properties = {{17, {1}}};
  CheckDamage("XCF", packed.File());
  CheckLimit("XCF", ThreeLayers().File());
}

TEST(Xcf, BadFilesFailWithAReason) {
  const auto with = [](auto change) {
    Xcf xcf = Gray();
    change(xcf);
    return xcf.File();
  };
  const auto cut = [](Bytes file) {
    file.pop_back();
    return file;
  };
  const std::pair<Bytes, const char*> files[] = {
      {with([](Xcf& x) { x.version = 100; }), "not supported"},
      {with([](Xcf& x) { x.base = 3; }), "header"},
      {with([](Xcf& x) { x.base = 0; }), "header"},
      {with([](Xcf& x) { x.base = 2; }), "header"},
      {with([](Xcf& x) { x.columns = 0; }), "zero image size"},
      {with([](Xcf& x) {
         x.version = 12;
         x.precision = 400;
       }),
       "not supported"},
      {with([](Xcf& x) {
         x.properties = {{17, {3}}};
       }),
       "not supported"},
      {with([](Xcf& x) { x.layers[0].columns = 0; }), "header"},
      {with([](Xcf& x) { x.layers[0].pixel_bytes = 2; }), "header"},
      {with([](Xcf& x) { x.layers[0].columns = 65; }), "Not enough tiles"},
      {with([](Xcf& x) { x.layers[0].rows = 1000000; }), "end-of-file"},
      {with([](Xcf& x) {
         x.properties = {{17, {1}}};
         x.layers[0].tiles = {{4, 0}};
       }),
       "decompress"},
      {with([](Xcf& x) {
         x.properties = {{17, {2}}};
       }),
       "decompress"},
      {with([](Xcf& x) {
         x.layers[0].properties = {{30, Bytes(400)}};
       }),
       "nested"},
      {cut(Gray().File()), "end-of-file"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("XCF", bytes, exception)) << reason;
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

// The same layer many times would take very long.
TEST(Xcf, LayersAreNotShared) {
  Xcf xcf = Gray();
  xcf.layers.push_back(xcf.layers[0]);
  Bytes file = xcf.File();
  const std::size_t list = 13 + 1 + 12 + 9 + 8;
  std::copy_n(file.begin() + list, 4, file.begin() + list + 4);
  Exception exception;
  EXPECT_FALSE(ReadBytes("XCF", file, exception));
  EXPECT_NE(exception.Text().find("header"), std::string::npos) << exception.Text();
}

// Groups have no pixels in the file.
TEST(Xcf, ManyGroupsOnALargeCanvasAreRefused) {
  Xcf xcf = Gray();
  xcf.columns = xcf.rows = 10000;
  XcfPart group = GrayPart({0, 0, 0, 0});
  group.properties = {{29, {}}};
  xcf.layers.assign(20, group);
  Exception exception;
  EXPECT_FALSE(ReadBytes("XCF", xcf.File(), exception));
  EXPECT_EQ(exception.severity(), ResourceLimitError) << exception.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
