// Programs that set limits, monitor, log, and combine images.
#include <gtest/gtest.h>

#include "tests/compat/clients.hpp"

namespace lodestone::compat {
namespace {

using ClientsServices = Clients;

TEST_F(ClientsServices, LimitsKeepLargeImagesOut) {
  const magick_int64_t before = GetMagickResourceLimit(PixelsResource);
  ASSERT_EQ(MagickPass, SetMagickResourceLimit(PixelsResource, 1000));
  EXPECT_EQ(1000, GetMagickResourceLimit(PixelsResource));
  const std::string large = RampPpm(40, 30), small = RampPpm(40, 20);
  ImageInfoHolder info;
  const ImagePtr refused(BlobToImage(info, large.data(), large.size(), exception_));
  EXPECT_FALSE(refused);
  EXPECT_EQ(ResourceLimitError, exception_.severity()) << exception_.text();
  Exception none;
  const ImagePtr taken(BlobToImage(info, small.data(), small.size(), none));
  EXPECT_TRUE(taken) << none.text();
  ASSERT_EQ(MagickPass, SetMagickResourceLimit(PixelsResource, before));
  Exception later;
  const ImagePtr now(BlobToImage(info, large.data(), large.size(), later));
  EXPECT_TRUE(now) << later.text();
}

int monitor_calls;
int monitor_cancels_at;

MagickPassFail Monitor(const char*, const magick_int64_t quantum, const magick_uint64_t span,
                       ExceptionInfo*) {
  EXPECT_LE(static_cast<magick_uint64_t>(quantum), span);
  return ++monitor_calls == monitor_cancels_at ? MagickFail : MagickPass;
}

TEST_F(ClientsServices, MonitorWatchesAndCancels) {
  const ImagePtr image = RampImage(300, 300, exception_);
  monitor_calls = 0;
  monitor_cancels_at = -1;
  const MonitorHandler before = SetMonitorHandler(Monitor);
  const ImagePtr whole(ResizeImage(image.get(), 200, 200, LanczosFilter, 1.0, exception_));
  EXPECT_TRUE(whole);
  EXPECT_GT(monitor_calls, 1);
  monitor_calls = 0;
  monitor_cancels_at = 2;
  Exception cancelled;
  const ImagePtr none(ResizeImage(image.get(), 200, 200, LanczosFilter, 1.0, cancelled));
  EXPECT_FALSE(none);
  EXPECT_EQ(Monitor, SetMonitorHandler(before));
}

std::string log_text;
void Log(const ExceptionType, const char* text) {
  log_text += text;
}

TEST_F(ClientsServices, LogGoesToTheProgram) {
  const ImagePtr image = RampImage(30, 30, exception_);
  log_text.clear();
  SetLogMethod(Log);
  SetLogEventMask("transform");
  EXPECT_TRUE(IsEventLogging());
  LogMagickEvent(TransformEvent, "client.cpp", "main", 7, "said %d", 42);
  SetLogEventMask("none");
  LogMagickEvent(TransformEvent, "client.cpp", "main", 7, "unsaid");
  EXPECT_NE(std::string::npos, log_text.find("said 42")) << log_text;
  EXPECT_EQ(std::string::npos, log_text.find("unsaid")) << log_text;
}

std::string caught;
void Catch(const ExceptionType severity, const char* reason, const char* description) {
  caught = std::to_string(severity) + " " + (reason ? reason : "") + " " +
           (description ? description : "");
}

TEST_F(ClientsServices, HandlersGetExceptions) {
  ErrorHandler error = SetErrorHandler(Catch);
  WarningHandler warning = SetWarningHandler(Catch);
  caught.clear();
  ImageInfoHolder info;
  std::strcpy(info->filename, "/nonexistent/picture.png");
  const ImagePtr image(ReadImage(info, exception_));
  EXPECT_FALSE(image);
  CatchException(exception_);
  EXPECT_EQ(0u, caught.rfind("430 ", 0)) << caught;
  EXPECT_NE(std::string::npos, caught.find("/nonexistent/picture.png")) << caught;
  EXPECT_EQ(Catch, SetErrorHandler(error));
  EXPECT_EQ(Catch, SetWarningHandler(warning));
}

TEST_F(ClientsServices, ZeroSizesAreRefused) {
  const ImagePtr image = RampImage(8, 8, exception_);
  for (auto call : {ScaleImage, SampleImage, ThumbnailImage}) {
    Exception refused;
    EXPECT_EQ(nullptr, call(image.get(), 0, 5, refused));
    EXPECT_GE(refused.severity(), ErrorException);
  }
  Exception refused;
  EXPECT_EQ(nullptr, ResizeImage(image.get(), 5, 0, BoxFilter, 1.0, refused));
  EXPECT_GE(refused.severity(), ErrorException);
}

TEST_F(ClientsServices, FlipFlopRotate) {
  const ImagePtr image = RampImage(6, 4, exception_);
  const ImagePtr flip(FlipImage(image.get(), exception_));
  const ImagePtr flop(FlopImage(image.get(), exception_));
  const ImagePtr right(RotateImage(image.get(), 90, exception_));
  ASSERT_TRUE(flip && flop && right);
  using test::SamePixel;
  const PixelPacket pixel = GetOnePixel(image.get(), 1, 0);
  EXPECT_TRUE(SamePixel(pixel, GetOnePixel(flip.get(), 1, 3)));
  EXPECT_TRUE(SamePixel(pixel, GetOnePixel(flop.get(), 4, 0)));
  EXPECT_EQ(4u, right->columns);
  EXPECT_EQ(6u, right->rows);
  EXPECT_TRUE(SamePixel(pixel, GetOnePixel(right.get(), 3, 1)));
}

TEST_F(ClientsServices, CompositeAWatermark) {
  const ImagePtr image = RampImage(20, 20, exception_);
  const unsigned char mark_bytes[] = {255, 0, 0, 255, 0, 255, 0, 0};  // opaque red, clear green
  const ImagePtr mark(ConstituteImage(2, 1, "RGBA", CharPixel, mark_bytes, exception_));
  ASSERT_TRUE(mark);
  EXPECT_TRUE(mark->matte);
  const PixelPacket beside = GetOnePixel(image.get(), 6, 9);
  ASSERT_EQ(MagickPass, CompositeImage(image.get(), OverCompositeOp, mark.get(), 5, 9));
  EXPECT_EQ(MaxRGB, GetOnePixel(image.get(), 5, 9).red);
  EXPECT_EQ(0, GetOnePixel(image.get(), 5, 9).green);
  EXPECT_TRUE(test::SamePixel(beside, GetOnePixel(image.get(), 6, 9)));
}

TEST_F(ClientsServices, GeometryOfAThumbnail) {
  long x = 0, y = 0;
  unsigned long width = 640, height = 480;
  EXPECT_NE(NoValue, GetMagickGeometry("100x100", &x, &y, &width, &height));
  EXPECT_EQ(100u, width);
  EXPECT_EQ(75u, height);
  const ImagePtr image = RampImage(640, 480, exception_);
  RectangleInfo geometry{640, 480, 0, 0};
  GetImageGeometry(image.get(), "50%", MagickTrue, &geometry);
  EXPECT_EQ(320u, geometry.width);
  EXPECT_EQ(240u, geometry.height);
}

TEST_F(ClientsServices, ColoursByName) {
  PixelPacket colour;
  ASSERT_EQ(MagickPass, QueryColorDatabase("red", &colour, exception_));
  EXPECT_EQ(MaxRGB, colour.red);
  EXPECT_EQ(0, colour.green);
  ASSERT_EQ(MagickPass, QueryColorDatabase("#336699", &colour, exception_));
  EXPECT_EQ(0x33, ScaleQuantumToChar(colour.red));
  EXPECT_EQ(0x99, ScaleQuantumToChar(colour.blue));
  EXPECT_EQ(MagickFail, QueryColorDatabase("no such colour", &colour, exception_));
}

TEST_F(ClientsServices, FormatsAreListed) {
  for (const char* name : {"JPEG", "JPG", "PNG", "PPM", "PGM", "RGB", "RGBA", "GRAY"}) {
    const MagickInfo* info = GetMagickInfo(name, exception_);
    ASSERT_NE(nullptr, info) << name;
    EXPECT_STREQ(name, info->name);
    EXPECT_NE(nullptr, info->decoder) << name;
    EXPECT_NE(nullptr, info->encoder) << name;
  }
  MagickInfo** all = GetMagickInfoArray(exception_);
  ASSERT_NE(nullptr, all);
  int count = 0;
  while (all[count]) ++count;
  EXPECT_GT(count, 8);
  MagickFree(all);
}

TEST_F(ClientsServices, EqualImagesAreEqual) {
  const ImagePtr image = RampImage(9, 9, exception_);
  const ImagePtr same(CloneImage(image.get(), 0, 0, MagickTrue, exception_));
  EXPECT_TRUE(IsImagesEqual(image.get(), same.get()));
  GetImagePixels(same.get(), 0, 0, 9, 9)[40].red ^= 0x10;
  EXPECT_FALSE(IsImagesEqual(image.get(), same.get()));
  EXPECT_GT(image->error.normalized_maximum_error, 0);
}

TEST_F(ClientsServices, AllocatorsPair) {
  void* memory = MagickMalloc(100);
  ASSERT_NE(nullptr, memory);
  memory = MagickRealloc(memory, 200);
  ASSERT_NE(nullptr, memory);
  MagickFree(memory);
  MagickFree(nullptr);
  EXPECT_EQ(nullptr, MagickMalloc(0));
}

TEST_F(ClientsServices, VersionText) {
  unsigned long version = 0;
  EXPECT_STREQ(MagickVersion, GetMagickVersion(&version));
  EXPECT_EQ(static_cast<unsigned long>(MagickLibVersion), version);
#ifdef LODESTONE_VERSION
  // Programs decide by these what the interface has.
  EXPECT_STREQ("1.3.45", MagickLibVersionText);
  EXPECT_EQ(0x282502, MagickLibVersion);
  EXPECT_EQ(28, MagickLibInterfaceNewest);
  EXPECT_EQ(3, MagickLibInterfaceOldest);
  EXPECT_NE(nullptr, std::strstr(GetMagickVersion(nullptr), "GraphicsMagick 1.3.45"));
#endif
}

}  // namespace
}  // namespace lodestone::compat
