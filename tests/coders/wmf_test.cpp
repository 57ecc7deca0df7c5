// Windows metafiles built record by record, by [MS-WMF].

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

class WmfBuilder {
 public:
  WmfBuilder& Record(unsigned function, const std::vector<int>& words, const Bytes& more = {}) {
    const std::size_t length = 3 + words.size() + (more.size() + 1) / 2;
    U16(records_, static_cast<unsigned>(length & 0xffff));
    U16(records_, static_cast<unsigned>(length >> 16));
    U16(records_, function);
    for (const int word : words) U16(records_, static_cast<unsigned>(word) & 0xffffu);
    records_.insert(records_.end(), more.begin(), more.end());
    if (more.size() % 2 != 0) records_.push_back(0);
    return *this;
  }
  WmfBuilder& BareWindow(int x, int y, int width, int height) {
    return Record(0x020b, {y, x}).Record(0x020c, {height, width});
  }
  // Whitened, so that figures stay in their places.
  WmfBuilder& Window(int x, int y, int width, int height) {
    return BareWindow(x, y, width, height).Record(0x061d, {0x62, 0xff, height, width, y, x});
  }
  // Objects are numbered in order; each is selected.
  WmfBuilder& Brush(unsigned color, int style = 0) {
    Record(0x02fc, {style, static_cast<int>(color & 0xffff), static_cast<int>(color >> 16), 0});
    return Select();
  }
  WmfBuilder& Pen(unsigned color, int width, int style = 0) {
    Record(0x02fa,
           {style, width, 0, static_cast<int>(color & 0xffff), static_cast<int>(color >> 16)});
    return Select();
  }
  WmfBuilder& Select() { return Record(0x012d, {objects_++}); }

  Bytes Drawing() const {
    Bytes file;
    for (const unsigned word : {1u, 9u, 0x300u, 0u, 0u}) U16(file, word);
    U16(file, 20);
    for (const unsigned word : {0u, 0u, 0u}) U16(file, word);
    file.insert(file.end(), records_.begin(), records_.end());
    for (const unsigned word : {3u, 0u, 0u}) U16(file, word);
    return file;
  }
  Bytes Placed(int left, int top, int right, int bottom, unsigned inch) const {
    Bytes file = {0xd7, 0xcd, 0xc6, 0x9a, 0, 0};
    for (const int side : {left, top, right, bottom})
      U16(file, static_cast<unsigned>(side) & 0xffffu);
    U16(file, inch);
    file.insert(file.end(), 6, 0);
    const Bytes drawing = Drawing();
    file.insert(file.end(), drawing.begin(), drawing.end());
    return file;
  }

 private:
  static void U16(Bytes& bytes, unsigned value) {
    bytes.push_back(static_cast<std::uint8_t>(value));
    bytes.push_back(static_cast<std::uint8_t>(value >> 8));
  }
  Bytes records_;
  int objects_ = 0;
};

constexpr unsigned kRed = 0x0000ff, kGreen = 0x00ff00, kBlue = 0xff0000;
constexpr int kNoPen = 5;

class Wmf : public ::testing::Test {
 protected:
  ImageHandle ReadWmf(const Bytes& bytes) {
    ImageHandle image = ReadBytes("WMF", bytes, exception_);
    EXPECT_TRUE(image) << exception_.Text();
    return image;
  }
  // 60x40 units, which are pixels.
  ImageHandle Drawn(const WmfBuilder& builder) { return ReadWmf(builder.Placed(0, 0, 60, 40, 72)); }
  std::string At(const ImageHandle& image, long x, long y) {
    const PixelPacket pixel = AcquireOnePixel(image.get(), x, y, exception_.get());
    char text[16];
    std::snprintf(text, sizeof text, "%02x%02x%02x", ScaleQuantumToChar(pixel.red) & 255u,
                  ScaleQuantumToChar(pixel.green) & 255u, ScaleQuantumToChar(pixel.blue) & 255u);
    return text;
  }

  Exception exception_;
};

WmfBuilder Solid(unsigned color) {
  WmfBuilder builder;
  builder.Window(0, 0, 60, 40).Pen(0, 0, kNoPen).Brush(color);
  return builder;
}

TEST_F(Wmf, Sizes) {
  const Bytes placed = WmfBuilder().Window(0, 0, 600, 400).Placed(-100, -50, 500, 350, 1000);
  ImageHandle image = ReadWmf(placed);
  EXPECT_EQ(image->columns, 44u);  // 0.6 inches
  EXPECT_EQ(image->rows, 29u);
  const Info info;
  MagickStrlCpy(info->magick, "WMF", sizeof info->magick);
  CloneString(&info->density, "1000x500");
  image = ImageHandle(PingBlob(info.get(), placed.data(), placed.size(), exception_.get()));
  ASSERT_TRUE(image) << exception_.Text();
  EXPECT_EQ(image->columns, 600u);
  EXPECT_EQ(image->rows, 200u);
  image = ReadWmf(WmfBuilder().Window(0, 0, 1440, 720).Drawing());  // twips
  EXPECT_EQ(image->columns, 72u);
  EXPECT_EQ(image->rows, 36u);
}

TEST_F(Wmf, Rectangles) {
  const ImageHandle image = Drawn(Solid(kRed).Record(0x041b, {30, 40, 10, 20}));
  EXPECT_EQ(At(image, 21, 11), "ff0000");
  EXPECT_EQ(At(image, 38, 28), "ff0000");
  EXPECT_EQ(At(image, 18, 11), "ffffff");
  EXPECT_EQ(At(image, 43, 20), "ffffff");
}

// The window may have any origin and direction.
TEST_F(Wmf, Windows) {
  WmfBuilder builder;
  builder.Window(1000, 4000, 6000, -4000).Pen(0, 0, kNoPen).Brush(kBlue);
  const ImageHandle image = Drawn(builder.Record(0x041b, {1000, 2000, 0, 1000}));
  EXPECT_EQ(At(image, 5, 35), "0000ff");
  EXPECT_EQ(At(image, 5, 5), "ffffff");
  EXPECT_EQ(At(image, 30, 35), "ffffff");
}

// The first colours are as good as later ones.
TEST_F(Wmf, BlackThenRed) {
  WmfBuilder builder = Solid(0);
  builder.Record(0x041b, {40, 20, 0, 0}).Brush(kRed).Record(0x041b, {40, 60, 0, 30});
  const ImageHandle image = Drawn(builder);
  EXPECT_EQ(At(image, 10, 20), "000000");
  EXPECT_EQ(At(image, 45, 20), "ff0000");
}

// Half of the pen included.
TEST_F(Wmf, FiguresFillTheImage) {
  WmfBuilder builder;
  builder.BareWindow(0, 0, 600, 400).Pen(kBlue, 20).Brush(kRed);
  const ImageHandle image = Drawn(builder.Record(0x041b, {190, 290, 110, 110}));
  for (const long side : {1, 58}) EXPECT_EQ(At(image, side, 20), "0000ff") << side;
  for (const long side : {1, 38}) EXPECT_EQ(At(image, 30, side), "0000ff") << side;
  EXPECT_EQ(At(image, 9, 20), "ff0000");
  EXPECT_EQ(At(image, 30, 30), "ff0000");
  EXPECT_EQ(At(image, 0, 0), "ffffff");  // the pen is round
}

TEST_F(Wmf, LinesMayHaveNoHeight) {
  WmfBuilder builder;
  builder.BareWindow(0, 0, 60, 40).Pen(kBlue, 0);
  const ImageHandle image = Drawn(builder.Record(0x0214, {20, 20}).Record(0x0213, {20, 40}));
  EXPECT_EQ(At(image, 5, 20), "0000ff");
  EXPECT_EQ(At(image, 55, 20), "0000ff");
  EXPECT_EQ(At(image, 30, 5), "ffffff");
}

TEST_F(Wmf, FarAwayIsNotFitted) {
  WmfBuilder builder;
  builder.BareWindow(0, 0, 60, 40).Pen(0, 0, kNoPen).Brush(kRed);
  const ImageHandle image = Drawn(builder.Record(0x041b, {40, 2000, 0, 1000}));
  EXPECT_EQ(At(image, 30, 20), "ffffff");
}

TEST_F(Wmf, Ellipses) {
  const ImageHandle image = Drawn(Solid(kGreen).Record(0x0418, {40, 60, 0, 0}));
  EXPECT_EQ(At(image, 30, 20), "00ff00");
  EXPECT_EQ(At(image, 2, 2), "ffffff");
  EXPECT_EQ(At(image, 57, 20), "00ff00");
}

// A quarter at the upper right: from the right counterclockwise to the top.
TEST_F(Wmf, PiesAndChords) {
  for (const unsigned function : {0x081au, 0x0830u}) {
    const ImageHandle image = Drawn(Solid(kRed).Record(function, {0, 20, 20, 40, 40, 40, 0, 0}));
    EXPECT_EQ(At(image, 32, 8), "ff0000") << function;
    EXPECT_EQ(At(image, 23, 17), function == 0x081a ? "ff0000" : "ffffff");
    EXPECT_EQ(At(image, 10, 10), "ffffff");
    EXPECT_EQ(At(image, 10, 30), "ffffff");
    EXPECT_EQ(At(image, 30, 30), "ffffff");
  }
}

TEST_F(Wmf, Lines) {
  WmfBuilder builder;
  builder.Window(0, 0, 60, 40).Pen(kBlue, 4);
  builder.Record(0x0214, {20, 5}).Record(0x0213, {20, 30}).Record(0x0213, {35, 30});
  const ImageHandle image = Drawn(builder);
  EXPECT_EQ(At(image, 15, 20), "0000ff");
  EXPECT_EQ(At(image, 30, 30), "0000ff");
  EXPECT_EQ(At(image, 15, 30), "ffffff");
  EXPECT_EQ(At(image, 50, 20), "ffffff");
}

// What is drawn takes far longer than what is read.
TEST_F(Wmf, TimeIsLimited) {
  const Bytes file = WmfBuilder().Record(0x0418, {1, -32768, -100, 100}).Placed(0, 0, 5, -100, 1);
  Info info;
  info.Define("read:seconds=0.3");
  MagickStrlCpy(info->magick, "WMF", sizeof info->magick);
  EXPECT_FALSE(ImageHandle(BlobToImage(info.get(), file.data(), file.size(), exception_.get())));
  EXPECT_EQ(exception_.severity(), ResourceLimitError);
  EXPECT_NE(exception_.Text().find("Reading takes too long"), std::string::npos)
      << exception_.Text();
}

TEST_F(Wmf, Polygons) {
  const ImageHandle image = Drawn(Solid(kRed).Record(0x0324, {3, 5, 5, 50, 5, 5, 35}));
  EXPECT_EQ(At(image, 10, 10), "ff0000");
  EXPECT_EQ(At(image, 45, 30), "ffffff");
  WmfBuilder line;
  line.Window(0, 0, 60, 40).Brush(kRed).Pen(kBlue, 3);
  const ImageHandle open = Drawn(line.Record(0x0325, {3, 5, 5, 50, 5, 50, 35}));
  EXPECT_EQ(At(open, 25, 5), "0000ff");
  EXPECT_EQ(At(open, 40, 15), "ffffff");
}

// One within another leaves a hole, or none, by the mode.
TEST_F(Wmf, PolygonsInPolygons) {
  const std::vector<int> squares = {2,  4,  4,  5,  5,  35, 5,  35, 35, 5,
                                    35, 15, 15, 25, 15, 25, 25, 15, 25};
  for (const int mode : {1, 2}) {
    const ImageHandle image = Drawn(Solid(kGreen).Record(0x0106, {mode}).Record(0x0538, squares));
    EXPECT_EQ(At(image, 10, 10), "00ff00");
    EXPECT_EQ(At(image, 20, 20), mode == 1 ? "ffffff" : "00ff00");
  }
}

TEST_F(Wmf, FilledRectangles) {
  const ImageHandle image = Drawn(Solid(kRed)
                                      .Record(0x061d, {0x21, 0xf0, 10, 20, 5, 10})
                                      .Record(0x061d, {0x42, 0, 10, 20, 25, 10}));
  EXPECT_EQ(At(image, 15, 10), "ff0000");
  EXPECT_EQ(At(image, 15, 30), "000000");
  EXPECT_EQ(At(image, 35, 10), "ffffff");
}

TEST_F(Wmf, SavedStates) {
  WmfBuilder builder = Solid(kRed);
  builder.Record(0x001e, {}).Brush(kBlue).Record(0x0127, {-1}).Record(0x041b, {40, 60, 0, 0});
  EXPECT_EQ(At(Drawn(builder), 30, 20), "ff0000");
}

// Deleted objects leave their places to others.
TEST_F(Wmf, PlacesOfObjects) {
  WmfBuilder builder = Solid(kRed);
  builder.Record(0x01f0, {1}).Record(0x02fc, {0, 0, 0xff, 0}).Record(0x012d, {1});
  EXPECT_EQ(At(Drawn(builder.Record(0x041b, {40, 60, 0, 0})), 30, 20), "0000ff");
}

TEST_F(Wmf, Bitmaps) {
  const Bytes dib = {40, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0, 0, 0, 0,   0,   0, 0, 0, 0,
                     0,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 255, 255, 0, 0, 0, 0};
  const auto draw = [&](WmfBuilder& builder) {
    return Drawn(builder.Record(0x0f43, {0x20, 0xcc, 0, 1, 2, 0, 0, 20, 40, 10, 10}, dib));
  };
  WmfBuilder builder, bare;
  const ImageHandle image = draw(builder.Window(0, 0, 60, 40));
  EXPECT_EQ(At(image, 12, 20), "ff0000");
  EXPECT_EQ(At(image, 47, 20), "0000ff");
  EXPECT_EQ(At(image, 55, 20), "ffffff");
  const ImageHandle stretched = draw(bare.BareWindow(0, 0, 60, 40));
  EXPECT_EQ(At(stretched, 3, 3), "ff0000");
  EXPECT_EQ(At(stretched, 56, 36), "0000ff");
}

// Small files can hold large bitmaps.
TEST_F(Wmf, ManyPixels) {
  Bytes dib = {40, 0, 0, 0, 0x20, 0x4e, 0, 0, 0x20, 0x4e, 0, 0, 1, 0, 8, 0, 1, 0, 0, 0};
  dib.resize(40 + 256 * 4 + 2);
  dib.back() = 1;
  WmfBuilder builder;
  builder.Window(0, 0, 60, 40).Record(0x0f43, {0x20, 0xcc, 0, 1, 2, 0, 0, 20, 40, 10, 10}, dib);
  Exception exception;
  EXPECT_FALSE(ReadBytes("WMF", builder.Placed(0, 0, 60, 40, 72), exception));
  EXPECT_EQ(exception.severity(), ResourceLimitError) << exception.Text();
  EXPECT_NE(exception.Text().find("bitmaps of the drawing"), std::string::npos);
}

TEST_F(Wmf, Texts) {
  WmfBuilder builder;
  builder.BareWindow(0, 0, 60, 40).Record(0x0209, {0, 0}).Record(0x041b, {36, 50, 30, 40});
  Bytes font(18 + 6, 0);
  font[0] = static_cast<std::uint8_t>(-20);
  font[1] = 0xff;
  builder.Record(0x02fb, {}, font).Select().Record(0x0a32, {5, 5, 2, 0}, {'M', 'M'});
  const ImageHandle image = ReadBytes("WMF", builder.Placed(0, 0, 60, 40, 72), exception_);
  if (!image) GTEST_SKIP() << "this build draws no text: " << exception_.Text();
  const std::vector<std::uint16_t> rgba = Rgba16(image.get());
  EXPECT_GT(std::count_if(rgba.begin(), rgba.end(), [](std::uint16_t s) { return s < 20000; }), 50);
  EXPECT_EQ(At(image, 40, 33), "000000");  // where the window has it
}

TEST_F(Wmf, Refusals) {
  const auto refusal = [](const Bytes& bytes) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("WMF", bytes, exception));
    return exception.Text();
  };
  EXPECT_NE(refusal(WmfBuilder().Drawing()).find("does not state its size"), std::string::npos);
  EXPECT_NE(refusal({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18})
                .find("Improper image header"),
            std::string::npos);
  Bytes cut = Solid(kRed).Record(0x0324, {3, 5, 5, 50, 5, 5, 35}).Placed(0, 0, 60, 40, 72);
  cut.resize(cut.size() - 12);
  EXPECT_NE(refusal(cut).find("end-of-file"), std::string::npos);
  EXPECT_NE(
      refusal(Solid(kRed).Record(0x0324, {3, 5, 5}).Placed(0, 0, 60, 40, 72)).find("end-of-file"),
      std::string::npos);
}

TEST_F(Wmf, ContentIsRecognized) {
  for (const Bytes& file : {Solid(kRed).Drawing(), Solid(kRed).Placed(0, 0, 60, 40, 72)})
    EXPECT_STREQ(GetImageMagick(file.data(), file.size()), "WMF");
}

TEST_F(Wmf, WithstandsDamage) {
  WmfBuilder builder = Solid(kRed);
  builder.Pen(kBlue, 3).Record(0x041b, {30, 40, 10, 20}).Record(0x0324, {3, 5, 5, 50, 5, 5, 35});
  builder.Record(0x081a, {0, 20, 20, 40, 40, 40, 0, 0}).Record(0x0418, {40, 60, 0, 0});
  CheckDamage("WMF", builder.Placed(0, 0, 60, 40, 72));
  CheckLimit("WMF", builder.Placed(0, 0, 60, 40, 72));
}

}  // namespace
}  // namespace lodestone::coders::test
